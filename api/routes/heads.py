"""Signed heads: where a battle's log stands or stood, with the server's signature; and the key to check it with."""

from litestar import get

from senki.api.answers import PRIVATE, Answer, about, answer
from senki.api.openapi import described
from senki.api.parameters import BATTLE, Whole, query
from senki.api.parts import Asked, parts
from senki.api.problems import Refused
from senki.api.shapes import KeyShape, SignedHeadShape
from senki.eventstore.events import Head

AT = Whole(name="at", least=1, description="the hash after this event instead")


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
        parameters=(BATTLE, AT),
        refuses=("invalid_request", "unauthorized", "forbidden", "not_found", "busy"),
    ),
)
async def head(request: Asked) -> Answer:
    """Compare it with a head that you kept: the log must still have that hash at that number."""
    it = parts(request)
    seated = await it.enter(request.scope)
    present = await it.present(seated.battle)
    told = about(request.scope, present)
    at = AT.of(query(request.scope, AT), present.battle.seq)
    if at > present.battle.seq:
        raise Refused("not_found", f"記録は{present.battle.seq}番までです。{at}番はまだありません。")
    (envelope,) = await it.store.read(seated.battle, at - 1, 1)
    found = Head(at, envelope.hash)
    shape = SignedHeadShape(at, found.hash.hex(), it.signer.sign(seated.battle, found))
    return answer(shape, told, PRIVATE)
