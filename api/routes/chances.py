"""The ledger of envelopes, and the proof of a roll or draw."""

import asyncio

from litestar import get

from senki.api.answers import PRIVATE, Answer, about, answer
from senki.api.openapi import described
from senki.api.parameters import BATTLE, Limit, NumberInPath, Whole, query
from senki.api.parts import Asked, parts
from senki.api.problems import Refused
from senki.api.shapes import Envelopes, FaultShape, HeadShape, Proof
from senki.projections.ledger import Ledger, kept_by, ledger
from senki.projections.log import event_of
from senki.projections.proofs import key_of
from senki.projections.seen import may_see

AFTER = Whole(name="after", description="only envelopes with a higher number")
LIMIT = Limit(default=1000, description="most envelopes in the answer")
NUMBER = NumberInPath(name="number", description="of the envelope, from 1", reason="封筒の番号は1からの整数です。")


@get(
    "/battles/{battle:str}/chance",
    summary="The ledger of envelopes",
    tags=["log"],
    operation_class=described(
        gives=Envelopes,
        parameters=(BATTLE, AFTER, LIMIT),
        refuses=("invalid_request", "unauthorized", "forbidden", "not_found", "busy"),
    ),
)
async def envelopes(request: Asked) -> Answer:
    """Each envelope that was used: by which event, for what, opened or sealed; as the seat may see it."""
    it = parts(request)
    seated = await it.enter(request.scope)
    present = await it.present(seated.battle)
    battle = present.battle
    head = about(request.scope, present)
    asked = query(request.scope, AFTER, LIMIT)
    limit = LIMIT.of(asked, it.settings.events_limit)
    after = AFTER.of(asked, 0)
    log = await it.store.read(seated.battle, 0, battle.seq)

    def kept() -> Ledger:
        return ledger(kept_by(log, lambda e: may_see(battle, e.audience, e.seq, seated.seat)))

    used = await asyncio.to_thread(kept)
    shown = used.entries[after : after + limit]
    following = after + limit if after + limit < len(used.entries) else None
    fault = None if used.fault is None else FaultShape(used.fault.seq, used.fault.problem)
    kind = "sealed" if used.sealed else "entered"
    told = HeadShape(battle.seq, present.hash.hex())
    return answer(Envelopes(kind, len(used.entries), shown, following, fault, told), head, PRIVATE)


@get(
    "/battles/{battle:str}/chance/{number:str}",
    summary="The proof of a roll or draw",
    tags=["log"],
    operation_class=described(
        gives=Proof,
        parameters=(BATTLE, NUMBER),
        refuses=("invalid_request", "unauthorized", "forbidden", "not_found", "busy"),
    ),
)
async def proof(request: Asked) -> Answer:
    """That an envelope was in its book before the battle began; its key only where the seat may see the roll."""
    it = parts(request)
    scope = request.scope
    seated = await it.enter(scope)
    battle = seated.battle
    present = await it.present(battle)
    head = about(scope, present)
    query(scope)
    number = NUMBER.number(scope)
    marks = await it.marks.of(battle)
    proven = marks.proven(number)
    book = marks.book(number)
    if proven is None or book is None or not present.battle.table.sealed:
        raise Refused("not_found", "その番号の封筒はまだ開かれていません。")
    siblings = await asyncio.to_thread(it.books.proof, battle, book, number)
    key = None
    if proven.key_seq:
        (envelope,) = await it.store.read(battle, proven.key_seq - 1, 1)
        if may_see(present.battle, envelope.audience, envelope.seq, seated.seat):
            key = key_of(event_of(present.system, envelope))
    elif present.battle.game.phase == "over":
        key = it.books.key(battle, number)  # of a draw: among hidden cards it would have told of hands
    shape = Proof(
        number,
        proven.seq,
        book.book,
        book.first,
        book.size,
        book.root,
        [sibling.hex() for sibling in siblings],
        None if key is None else key.hex(),
    )
    return answer(shape, head, PRIVATE)
