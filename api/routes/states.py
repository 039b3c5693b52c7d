"""The state of a battle, now or at any moment."""

from urllib.parse import quote

from litestar import get
from litestar.status_codes import HTTP_304_NOT_MODIFIED

from senki.api.answers import PRIVATE, Answer, about
from senki.api.asked import moment, query, whole
from senki.api.openapi import BATTLE, asks, described, sends
from senki.api.parts import Asked, Parts, parts
from senki.api.problems import Refused
from senki.api.seats import header
from senki.projections.seen import is_open, state_bytes

INTEGER = {"type": "integer", "minimum": 1}


@get(
    "/battles/{battle:str}/state",
    summary="The state, now or at a moment",
    tags=["play"],
    operation_class=described(
        gives={"type": "object"},
        example={"system": "hms", "seq": 12, "phase": "fighting", "round": 1, "active": "akira", "characters": {}},
        parameters=(
            BATTLE,
            asks("at", INTEGER, "after this event"),
            asks("round", INTEGER, "when this round has just begun"),
            asks("time", {"type": "string", "format": "date-time"}, "at this moment (ISO 8601 with a zone)"),
            sends("If-None-Match", "an ETag: 304 where the state is still that"),
        ),
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
        asked = query(scope, "at", "round", "time")
        if asked:
            seq = await _moment(it, battle, asked)
            opened = is_open(present.battle, seq)
            tag = f'"{seq}-{sight}{"-open" if opened else ""}"'
            if header(scope, b"if-none-match") == tag:
                return _unchanged(head, tag)
            system, then = await it.history.at(battle, seq)
            return Answer(state_bytes(system, then, seat, opened=opened), (head, PRIVATE, (b"etag", tag.encode())))
    tag = f'"{present.battle.seq}-{sight}"'
    if header(scope, b"if-none-match") == tag:
        return _unchanged(head, tag)
    return Answer(it.states.present(battle, present, seat), (head, PRIVATE, (b"etag", tag.encode())))


def _unchanged(head: tuple[bytes, bytes], tag: str) -> Answer:
    return Answer(b"", (head, PRIVATE, (b"etag", tag.encode())), HTTP_304_NOT_MODIFIED)


async def _moment(it: Parts, battle: str, asked: dict[str, str]) -> int:
    """The seq of the moment that is asked for."""
    if len(asked) > 1:
        raise Refused("invalid_request", "「at」「round」「time」は、どれか一つだけ書いてください。")
    if "time" in asked:
        return await it.history.seq_at_time(battle, moment(asked["time"]))
    round_number = whole(asked, "round", None, least=1)
    if round_number is not None:
        return await it.history.seq_at_round(battle, round_number)
    return whole(asked, "at", 1, least=1)
