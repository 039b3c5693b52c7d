"""Declaring, and what may be declared."""

from collections.abc import Sequence

from litestar import get, post
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from senki.api.answers import PRIVATE, Answer, about, answer, encode, head_header, remember
from senki.api.bodies import Body
from senki.api.openapi import described
from senki.api.parameters import BATTLE, IfMatch, OnceKey, query
from senki.api.parts import Asked, Parts, parts
from senki.api.problems import Refused
from senki.api.referee import Stale
from senki.api.routes.battles import REPLAYED
from senki.api.seats import NO_TOKEN
from senki.api.shapes import Declare, DeclaredShape, HeadShape, LegalShape
from senki.eventstore.events import Appended, Envelope
from senki.projections.history import Chronicle
from senki.projections.offers import legal
from senki.projections.timeline import entries
from senki.rules.message import Event
from senki.rules.rejection import Rejection

DECLARE = Body(
    Declare,
    '{"declaration": {"type": …, …}}',
    {
        "an attack": {"declaration": {"type": "attack", "by": "akira", "target": "bandit"}},
        "dice of a real table": {
            "declaration": {"type": "attack", "by": "akira", "target": "bandit"},
            "rolls": [[5, 3], [2, 6]],
        },
        "table talk": {"declaration": {"type": "say", "text": "ここは通さない！", "as": "アキラ"}},
    },
)
KEY = OnceKey(description="the same request with the same key gives the first answer again (200)")
MADE_FOR = IfMatch(description="the seq (or a state's ETag) that the declaration is made for; else 412")


@post(
    "/battles/{battle:str}/declarations",
    summary="Declare",
    tags=["play"],
    operation_class=described(
        gives=DeclaredShape,
        status=201,
        takes=DECLARE,
        parameters=(BATTLE, KEY, MADE_FOR),
        also={200: "the first answer again, with Idempotent-Replayed: true"},
        refuses=(
            "invalid_request",
            "unauthorized",
            "forbidden",
            "gm_only",
            "not_your_seat",
            "not_found",
            "not_awaited",
            "incapacitated",
            "once_only",
            "bad_target",
            "out_of_range",
            "cannot_pay",
            "cards_not_held",
            "illegal_cards",
            "stale",
            "too_large",
            "malformed",
            "unknown_character",
            "illegal_value",
            "bad_rolls",
            "key_reused",
            "busy",
        ),
    ),
)
async def declare(request: Asked) -> Answer:
    """Decides a declaration and records what comes of it: all of it, durable before the answer, or nothing."""
    it = parts(request)
    scope = request.scope
    seated = await it.enter(scope)
    battle = seated.battle
    if not seated.token:
        raise Refused("unauthorized", NO_TOKEN)
    before = it.history.present_now(battle) or await it.history.present(battle)
    remember(scope, before)
    asked = await DECLARE.of(request, it.settings.body_bytes)
    if_match, key = MADE_FOR.seq(scope), KEY.of(scope)
    try:
        told = await it.referee.declare(
            battle, seated.seat, bytes(asked.declaration), rolls=asked.rolls, expected=if_match, key=key
        )
    except (Rejection, Stale):
        remember(scope, await it.present(battle))
        raise
    if told.chronicle is None:
        return await _again(it, told.appended, seated.seat)
    known = () if told.decision is None else [happened.event for happened in told.decision.events]
    envelopes = told.appended.envelopes or await _recorded(it, told.appended)
    return _answered(told.appended, told.chronicle, told.chronicle, envelopes, known, seated.seat)


async def _again(it: Parts, appended: Appended, seat: str) -> Answer:
    present = await it.present(appended.stream)
    system, battle = await it.history.at(appended.stream, appended.last_seq)
    then = Chronicle(system, battle, appended.head.hash)
    return _answered(appended, then, present, await _recorded(it, appended), (), seat)


async def _recorded(it: Parts, appended: Appended) -> list[Envelope]:
    first, last = appended.first_seq, appended.last_seq
    return await it.store.read(appended.stream, first - 1, last - first + 1)


def _answered(  # noqa: PLR0917 - called twice, beside it
    appended: Appended,
    then: Chronicle,
    present: Chronicle,
    envelopes: Sequence[Envelope],
    known: Sequence[Event],
    seat: str,
) -> Answer:
    """The answer: the events as the seat sees them by now, and who was awaited after them."""
    seq, hash_ = appended.head.seq, appended.head.hash
    shape = DeclaredShape(
        seq,
        HeadShape(seq, hash_.hex()),
        list(entries(present.system, present.battle, envelopes, seat, known=known)),
        then.system.awaiting(then.battle.game),
    )
    if appended.repeated:
        return Answer(encode(shape), (head_header(seq, hash_), REPLAYED), HTTP_200_OK)
    return Answer(encode(shape), (head_header(seq, hash_),), HTTP_201_CREATED)


@get(
    "/battles/{battle:str}/declarations/legal",
    summary="What this seat may declare now",
    tags=["play"],
    operation_class=described(
        gives=LegalShape,
        parameters=(BATTLE,),
        refuses=("invalid_request", "unauthorized", "forbidden", "not_found", "busy"),
    ),
)
async def legal_now(request: Asked) -> Answer:
    """Each with a label, a JSON Schema from which a form can be drawn, and every play where they can be listed."""
    it = parts(request)
    seated = await it.enter(request.scope)
    present = await it.present(seated.battle)
    head = about(request.scope, present)
    query(request.scope)
    system, battle = present.system, present.battle
    found = legal(system, battle, seated.seat) if seated.token else []
    shape = LegalShape(battle.seq, seated.seat, system.awaiting(battle.game), found)
    return answer(shape, head, PRIVATE)
