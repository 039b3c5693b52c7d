"""A seat's token, handed out anew."""

from litestar import post
from litestar.status_codes import HTTP_201_CREATED

from senki.api.answers import Answer, about, answer
from senki.api.openapi import described
from senki.api.parameters import BATTLE, InPath, query
from senki.api.parts import Asked, parts
from senki.api.problems import Refused
from senki.api.seats import NO_TOKEN, SPECTATOR
from senki.api.shapes import Renewed
from senki.rules.table import GM

NAME = InPath(name="seat", description="name of a seat, percent-encoded; `gm` and `spectator` are seats too")


@post(
    "/battles/{battle:str}/seats/{seat:str}/token",
    summary="A new token for a seat",
    tags=["battles"],
    operation_class=described(
        gives=Renewed,
        status=201,
        example={"seat": "akira", "token": "p0Qe…"},
        parameters=(BATTLE, NAME),
        refuses=("invalid_request", "unauthorized", "forbidden", "gm_only", "not_found", "busy"),
    ),
)
async def renew(request: Asked) -> Answer:
    """The GM gives a seat a new token, told here only. The old one dies at once, and the streams that it opened end.

    Nothing of it stands in the log.
    """
    it = parts(request)
    seated = await it.enter(request.scope)
    if not seated.token:
        raise Refused("unauthorized", NO_TOKEN)
    present = await it.present(seated.battle)
    head = about(request.scope, present)
    query(request.scope)
    if seated.seat != GM:
        raise Refused("gm_only", "席のトークンを出し直せるのはＧＭだけです。")
    seat = NAME.of(request.scope)
    seats = (GM, *present.battle.table.seats, SPECTATOR)
    if seat not in seats:
        raise Refused("not_found", f"その席はありません。あるのは{'、'.join(seats)}です。")
    token = await it.door.renew(seated.battle, seat)
    it.live.ring(seated.battle)
    return answer(Renewed(seat, token), head, (b"cache-control", b"no-store"), status_code=HTTP_201_CREATED)
