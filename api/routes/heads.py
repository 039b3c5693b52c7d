"""Signed heads: where a battle's log stands or stood, with the server's signature; and the key to check it with."""

from litestar import get

from senki.api.answers import PRIVATE, Answer, about, answer
from senki.api.asked import query, whole
from senki.api.openapi import BATTLE, asks, described
from senki.api.parts import Asked, parts
from senki.api.problems import Refused
from senki.api.shapes import KeyShape, SignedHeadShape
from senki.eventstore.events import Head


@get(
    "/key",
    summary="The key that signs heads",
    tags=["server"],
    operation_class=described(gives=KeyShape),
)
async def key(request: Asked) -> Answer:
    """An Ed25519 key, as tools for C2SP signed notes write it. A server with another key is another server."""
    return answer(KeyShape("Ed25519", parts(request).signer.verifier))


@get(
    "/battles/{battle:str}/head",
    summary="Where the log stands, signed",
    tags=["log"],
    operation_class=described(
        gives=SignedHeadShape,
        parameters=(BATTLE, asks("at", {"type": "integer", "minimum": 1}, "the hash after this event instead")),
        refuses=("invalid_request", "unauthorized", "forbidden", "not_found", "busy"),
    ),
)
async def head(request: Asked) -> Answer:
    """Compare it with a head that you kept: the log must still have that hash at that number."""
    it = parts(request)
    seated = await it.enter(request.scope)
    present = await it.present(seated.battle)
    told = about(request.scope, present)
    at = whole(query(request.scope, "at"), "at", present.battle.seq, least=1)
    if at > present.battle.seq:
        raise Refused("not_found", f"記録は{present.battle.seq}番までです。{at}番はまだありません。")
    (envelope,) = await it.store.read(seated.battle, at - 1, 1)
    found = Head(at, envelope.hash)
    shape = SignedHeadShape(at, found.hash.hex(), it.signer.sign(seated.battle, found))
    return answer(shape, told, PRIVATE)
