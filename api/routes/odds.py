"""The odds of an event, the ledger of luck, and what would have come of something else."""

import asyncio
from typing import Any

from litestar import get, post

from senki.api.answers import PRIVATE, Answer, about, answer
from senki.api.bodies import Body
from senki.api.openapi import described
from senki.api.parameters import BATTLE, NumberInPath, Text, Whole, Word, query
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
WHAT_IF = Body(
    Question,
    EXAMPLE,
    {
        "options": {"options": {"check_tie": "reroll"}},
        "faces": {"at": 51, "faces": [6, 4]},
        "each option": {},
    },
)
SEQ = NumberInPath(name="seq", description="of any event of the declaration", reason="出来事の番号は1からの整数です。")
SAMPLED = Whole(name="samples", least=1, description="where ways cannot be counted")
SEED = Text(name="seed", description="of the samples, to repeat a figure")
EACH = Word(name="each", choices=("none", "option"), description="option: try every answer to every open point")


@get(
    "/battles/{battle:str}/odds/{seq:str}",
    summary="What could have come of a declaration, and how likely what came was",
    tags=["questions"],
    operation_class=described(
        gives={"type": "object"},
        parameters=(BATTLE, SEQ, SAMPLED, SEED),
        refuses=REFUSES,
    ),
)
async def odds_at(request: Asked) -> Answer:
    """Counted where it can be, else sampled with a seed that is told; during a battle only for eyes that see all."""
    it = parts(request)
    seated = await it.enter(request.scope)
    present = await it.present(seated.battle)
    head = about(request.scope, present)
    asked = query(request.scope, SAMPLED, SEED)
    samples = SAMPLED.of(asked, SAMPLES, MOST_SAMPLES)
    seq = SEQ.number(request.scope)
    unit = await unit_of(it.history, seated.battle, seq)
    if unit is None:
        raise Refused("invalid_request", "開戦には宣言がありません。宣言のあとの出来事の番号を書いてください。")
    if not sees_unit(unit, present.battle, seated.seat):
        raise Refused("forbidden", NOT_YET)
    find = await odds_of(it.history, seated.battle, unit, present.hash.hex(), samples, seed_in(SEED.of(asked)))
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
        takes=WHAT_IF,
        parameters=(BATTLE, EACH),
        refuses=(*REFUSES, "illegal_value", "malformed", "bad_rolls"),
    ),
)
async def other_history(request: Asked) -> Answer:
    """Where the histories part, what became impossible, and how both end. Nothing of it touches the log."""
    it = parts(request)
    seated = await it.enter(request.scope)
    present = await it.present(seated.battle)
    head = about(request.scope, present)
    every = EACH.of(query(request.scope, EACH)) == "option"
    question = Question() if every else await WHAT_IF.of(request, MOST_BODY)
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
