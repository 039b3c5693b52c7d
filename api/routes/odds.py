"""The odds of an event, the ledger of luck, and what would have come of something else."""

import asyncio
from typing import Any

import msgspec
from litestar import get, post

from senki.api.answers import PRIVATE, Answer, about, answer
from senki.api.asked import body, query, whole
from senki.api.openapi import BATTLE, asks, described, path
from senki.api.parts import Asked, parts
from senki.api.problems import Refused
from senki.api.questions import kept, odds_of, until
from senki.projections.luck import luck
from senki.projections.odds import MOST_SAMPLES, SAMPLES
from senki.projections.openpoints import each_option
from senki.projections.questions import NOT_YET, OutOfTime, seed_of, sees_all, sees_unit, unit_of
from senki.projections.whatif import Question, what_if

MOST_BODY = 64 << 10
MOST_SEED = 64
EXAMPLE = '{"options": {"check_tie": "reroll"}} や {"at": 51, "faces": [6, 4]}'
TOO_LONG = "時間内に答えが出ませんでした。試す回数を減らすか、「senki odds」「senki whatif」で調べてください。"
REFUSES = ("invalid_request", "unauthorized", "forbidden", "not_found", "busy")
_question = msgspec.json.Decoder(Question)


@get(
    "/battles/{battle:str}/odds/{seq:str}",
    summary="What could have come of a declaration, and how likely what came was",
    tags=["questions"],
    operation_class=described(
        gives={"type": "object"},
        parameters=(
            BATTLE,
            path("seq", "of any event of the declaration", "integer"),
            asks("samples", {"type": "integer", "minimum": 1, "maximum": MOST_SAMPLES}, "where ways cannot be counted"),
            asks("seed", {"type": "string"}, "of the samples, to repeat a figure"),
        ),
        refuses=REFUSES,
    ),
)
async def odds_at(request: Asked) -> Answer:
    """Counted where it can be, else sampled with a seed that is told; during a battle only for eyes that see all."""
    it = parts(request)
    seated = await it.enter(request.scope)
    present = await it.present(seated.battle)
    head = about(request.scope, present)
    asked = query(request.scope, "samples", "seed")
    samples = whole(asked, "samples", SAMPLES, least=1, most=MOST_SAMPLES)
    seq = whole({"seq": request.scope["path_params"]["seq"]}, "seq", 1, least=1)
    unit = await unit_of(it.history, seated.battle, seq)
    if unit is None:
        raise Refused("invalid_request", "開戦には宣言がありません。宣言のあとの出来事の番号を書いてください。")
    if not sees_unit(unit, present.battle, seated.seat):
        raise Refused("forbidden", NOT_YET)
    find = await odds_of(it.history, seated.battle, unit, present.hash.hex(), samples, seed_in(asked.get("seed")))
    try:
        return answer(await asyncio.to_thread(find), head, PRIVATE)
    except OutOfTime:
        raise Refused("busy", TOO_LONG) from None


def seed_in(seed: str | None) -> str | None:
    """The seed that is asked for.

    Raises:
        Refused: `invalid_request`: it is too long.
    """
    if seed is not None and not 0 < len(seed) <= MOST_SEED:
        raise Refused("invalid_request", f"「seed」は{MOST_SEED}字までで書いてください。")
    return seed


@get(
    "/battles/{battle:str}/luck",
    summary="The ledger of luck",
    tags=["questions"],
    operation_class=described(gives={"type": "object"}, parameters=(BATTLE,), refuses=REFUSES),
)
async def luck_of(request: Asked) -> Answer:
    """Every roll that the seat may see against expectation, and whether each character's dice look fair."""
    it = parts(request)
    seated = await it.enter(request.scope)
    present = await it.present(seated.battle)
    head = about(request.scope, present)
    query(request.scope)
    log = await it.store.read(seated.battle, 0, present.battle.seq)
    seed = seed_of(present.hash.hex(), "luck")
    found = await asyncio.to_thread(luck, present.system, present.battle, log, seated.seat, seed)
    return answer(found, head, PRIVATE)


@post(
    "/battles/{battle:str}/what-if",
    status_code=200,
    summary="A battle run again with something otherwise",
    tags=["questions"],
    operation_class=described(
        gives={"type": "object"},
        takes={"type": "object"},
        takes_examples={
            "options": {"options": {"check_tie": "reroll"}},
            "faces": {"at": 51, "faces": [6, 4]},
            "each option": {},
        },
        parameters=(
            BATTLE,
            asks("each", {"type": "string", "enum": ["option"]}, "try every answer to every open point"),
        ),
        refuses=(*REFUSES, "illegal_value", "malformed", "bad_rolls"),
    ),
)
async def other_history(request: Asked) -> Answer:
    """Where the histories part, what became impossible, and how both end. Nothing of it touches the log."""
    it = parts(request)
    seated = await it.enter(request.scope)
    present = await it.present(seated.battle)
    head = about(request.scope, present)
    asked = query(request.scope, "each")
    every = asked.get("each") == "option"
    question = Question() if every else await body(request, _question, EXAMPLE, MOST_BODY)
    log = await it.store.read(seated.battle, 0, present.battle.seq)
    if not sees_all(present.system, present.battle, log, seated.seat):
        raise Refused("forbidden", NOT_YET)
    hash_ = present.hash.hex()
    seed = seed_of(hash_, "what-if")
    seed_in(question.seed)

    def find() -> Any:  # noqa: ANN401 - an answer or a table
        if every:
            return each_option(log, seed, until())
        return what_if(log, question, seed, until())

    try:
        found = await asyncio.to_thread(kept, present.system.id, hash_, ("what-if", every, question), find)
    except OutOfTime:
        raise Refused("busy", TOO_LONG) from None
    return answer(found, head, PRIVATE)
