"""The state of a battle, now or at any moment."""

from urllib.parse import quote

from litestar import get
from litestar.status_codes import HTTP_304_NOT_MODIFIED

from senki.api.answers import PRIVATE, Answer, about
from senki.api.openapi import described
from senki.api.parameters import BATTLE, Given, InHeader, Moment, Whole, query
from senki.api.parts import Asked, Parts, parts
from senki.api.problems import Refused
from senki.projections.seen import is_open, state_bytes

AT = Whole(name="at", least=1, description="after this event")
ROUND = Whole(name="round", least=1, description="when this round has just begun")
TIME = Moment(name="time", description="at this moment (ISO 8601 with a zone)")
KNOWN = InHeader(name="If-None-Match", description="an ETag: 304 where the state is still that")


@get(
    "/battles/{battle:str}/state",
    summary="The state, now or at a moment",
    tags=["play"],
    operation_class=described(
        gives={"type": "object"},
        example={"system": "hms", "seq": 12, "phase": "fighting", "round": 1, "active": "akira", "characters": {}},
        parameters=(BATTLE, AT, ROUND, TIME, KNOWN),
        also={304: "the state is still that of the ETag"},
        refuses=("invalid_request", "unauthorized", "forbidden", "not_found", "busy"),
    ),
)
async def state(request: Asked) -> Answer:
    """The state as the seat sees it: what it may not see is null. At most one of `at`, `round` and `time`."""
    scope = request.scope
    it = parts(request)
    seated = await it.enter(scope)
    present = await it.present(seated.battle)
    head = about(scope, present)
    battle, seat = seated.battle, seated.seat
    sight = quote(seat, safe="")  # headers are ASCII; seats are called as people like
    if scope["query_string"]:
        asked = query(scope, AT, ROUND, TIME)
        if asked:
            seq = await _moment(it, battle, asked)
            opened = is_open(present.battle, seq)
            tag = f'"{seq}-{sight}{"-open" if opened else ""}"'
            if KNOWN.of(scope) == tag:
                return _unchanged(head, tag)
            system, then = await it.history.at(battle, seq)
            return Answer(state_bytes(system, then, seat, opened=opened), (head, PRIVATE, (b"etag", tag.encode())))
    tag = f'"{present.battle.seq}-{sight}"'
    if KNOWN.of(scope) == tag:
        return _unchanged(head, tag)
    return Answer(it.states.of(battle, present, seat), (head, PRIVATE, (b"etag", tag.encode())))


def _unchanged(head: tuple[bytes, bytes], tag: str) -> Answer:
    return Answer(b"", (head, PRIVATE, (b"etag", tag.encode())), HTTP_304_NOT_MODIFIED)


async def _moment(it: Parts, battle: str, asked: Given) -> int:
    """The seq of the moment that is asked for."""
    if len(asked) > 1:
        raise Refused("invalid_request", "「at」「round」「time」は、どれか一つだけ書いてください。")
    time = TIME.of(asked)
    if time is not None:
        return await it.history.seq_at_time(battle, time)
    round_number = ROUND.of(asked, None)
    if round_number is not None:
        return await it.history.seq_at_round(battle, round_number)
    return AT.of(asked, 1)
