"""The desk of a quarrel: the disputes of a battle, and what a rewind would do before it is declared."""

import asyncio

from litestar import get

from senki.api.answers import PRIVATE, Answer, about, answer
from senki.api.openapi import described
from senki.api.parameters import BATTLE, Whole, query
from senki.api.parts import Asked, parts
from senki.api.problems import Refused
from senki.api.shapes import DisputesShape
from senki.projections.disputes import disputes
from senki.projections.seen import may_see
from senki.projections.undoing import Undoing, undoing

TO = Whole(name="to", least=1, description="the event to go back to")


@get(
    "/battles/{battle:str}/disputes",
    summary="The disputes of a battle",
    tags=["log"],
    operation_class=described(
        gives=DisputesShape, parameters=(BATTLE,), refuses=("unauthorized", "forbidden", "not_found", "busy")
    ),
)
async def disputed(request: Asked) -> Answer:
    """What was objected to, what the GM answered and why, and which rulings and rewinds followed."""
    it = parts(request)
    seated = await it.enter(request.scope)
    query(request.scope)
    present = await it.present(seated.battle)
    head = about(request.scope, present)
    log = await it.store.read(seated.battle, 0, present.battle.seq)
    found = await asyncio.to_thread(disputes, present.system, log)
    return answer(DisputesShape(found), head, PRIVATE)


@get(
    "/battles/{battle:str}/undoing",
    summary="What a rewind would do",
    tags=["log"],
    operation_class=described(
        gives=Undoing,
        parameters=(BATTLE, TO),
        refuses=("invalid_request", "unauthorized", "forbidden", "not_found", "busy"),
    ),
)
async def undone(request: Asked) -> Answer:
    """What it strikes out, and what anybody has learned since: the more was learned, the plainer the warning."""
    it = parts(request)
    seated = await it.enter(request.scope)
    present = await it.present(seated.battle)
    head = about(request.scope, present)
    to = TO.of(query(request.scope, TO), 0)
    if not 1 <= to <= present.battle.seq:
        raise Refused("invalid_request", f"「to」は1から{present.battle.seq}までの番号で書いてください。")
    log = await it.store.read(seated.battle, 0, present.battle.seq)
    marks = await it.marks.of(seated.battle)
    seen = [e if may_see(present.battle, e.audience, e.seq, seated.seat) else e.concealed() for e in log]
    opened = [e.seq for e in log if e.audience is not None and may_see(present.battle, e.audience, e.seq, NOBODY)]
    found = await asyncio.to_thread(undoing, present.system, present.battle, seen, to, marks.struck, opened)
    return answer(found, head, PRIVATE)


NOBODY = "spectator"
"""Whoever has no seat sees what is open to all."""
