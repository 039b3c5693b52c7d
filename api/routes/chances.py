"""The proof of a roll or draw."""

import asyncio

from litestar import get

from api.answers import PRIVATE, Answer, about, answer
from api.asked import query
from api.openapi import BATTLE, described, path
from api.parts import Asked, parts
from api.problems import Refused
from api.shapes import Proof
from projections.log import event_of
from projections.proofs import key_of
from projections.seen import may_see

MOST_DIGITS = 15


@get(
    "/battles/{battle:str}/chance/{number:str}",
    summary="The proof of a roll or draw",
    tags=["log"],
    operation_class=described(
        gives=Proof,
        parameters=(BATTLE, path("number", "of the envelope, from 1", "integer")),
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
    text = scope["path_params"]["number"]
    if not (text.isascii() and text.isdecimal()) or len(text) > MOST_DIGITS:
        raise Refused("invalid_request", "封筒の番号は1からの整数です。")
    number = int(text)
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
