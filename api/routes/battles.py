"""Opening and listing battles."""

import asyncio
import hashlib
import secrets
from typing import Any

import msgspec
from litestar import get, post
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from senki.api.answers import Answer, Header, answer, head_header
from senki.api.bodies import Body
from senki.api.openapi import described
from senki.api.parameters import Limit, OnceKey, Whole, query
from senki.api.parts import Asked, Parts, parts
from senki.api.seats import SPECTATOR, Charter, admit_opening, bearer, is_operator
from senki.api.shapes import BattleLine, Battles, HeadShape, Open, OpenedShape
from senki.eventstore.events import Appended, Key, StreamInfo
from senki.projections.log import Unreadable, system_of
from senki.rules import SYSTEMS
from senki.rules.decide import open_battle
from senki.rules.rejection import Rejection
from senki.rules.table import GM

ID_BYTES = 6
LEAST_KEY = 16
ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
REPLAYED: Header = (b"idempotent-replayed", b"true")
PAGES = 20
"""So many pages of battles are looked through for one page of those that the asker may watch."""

EXAMPLE: dict[str, Any] = {
    "system": "hms",
    "title": "街道の待ち伏せ",
    "spectators": "open",
    "setup": {
        "distance": "throwing",
        "skills": [
            {"id": "combat", "name": "戦闘"},
            {"id": "sword", "name": "剣術", "within": "combat"},
            {"id": "fist", "name": "格闘", "within": "combat"},
        ],
        "characters": [
            {
                "id": "akira",
                "name": "アキラ",
                "side": "pc",
                "body": 5,
                "skills": {"sword": 6},
                "weapons": [{"id": "sword", "name": "長剣", "skill": "sword", "bands": ["melee"], "power": 4}],
            },
            {
                "id": "bandit",
                "name": "山賊",
                "side": "npc",
                "body": 2,
                "skills": {"fist": 5},
                "weapons": [{"id": "fist", "name": "素手", "skill": "fist", "bands": ["grapple", "grapple_plus"]}],
            },
        ],
    },
}
OPEN = Body(Open, '{"system": "hms", "setup": {…}}', {"a duel on the road": EXAMPLE})
KEY = OnceKey(
    least=LEAST_KEY,
    description=f"{LEAST_KEY} to 200 characters that nobody can guess (a UUID): the same request with the same key "
    "gives the same battle and the same tokens again",
    reason=f"戦闘を開く Idempotency-Key は{LEAST_KEY}字以上の推測できないものにしてください。",
)
AFTER = Whole(name="after", description="the `number` after which the list goes on")
LIMIT = Limit(default=100, description="most battles in the list")
OPENED_EXAMPLE = {
    "id": "k3w9xq2m4p",
    "system": "hms",
    "title": "街道の待ち伏せ",
    "seats": {"gm": "Zl1u…", "akira": "p0Qe…", "spectator": "x7Rb…"},
    "seq": 1,
    "head": {"seq": 1, "hash": "9f2c…"},
}


@post(
    "/battles",
    summary="Open a battle",
    tags=["battles"],
    operation_class=described(
        gives=OpenedShape,
        status=201,
        example=OPENED_EXAMPLE,
        takes=OPEN,
        parameters=(KEY,),
        refuses=(
            "invalid_request",
            "malformed",
            "illegal_value",
            "unknown_character",
            "key_reused",
            "unauthorized",
            "not_found",
            "too_large",
            "busy",
        ),
    ),
)
async def open_one(request: Asked) -> Answer:
    """Opens a battle and answers the bearer token of each seat: they are told here and nowhere else."""
    it = parts(request)
    admit_opening(request.scope, it.settings.open_token)
    asked = await OPEN.of(request, it.settings.body_bytes)
    key = KEY.of(request.scope)
    once = None if key is None else Key("battles", key, _content(asked))
    earlier = None if once is None else await it.store.answered(once)
    if earlier is not None:
        return await _again(it, earlier)
    system = SYSTEMS.get(asked.system)
    if system is None:
        raise Rejection("illegal_value", f"そのシステムはありません。あるのは{'、'.join(SYSTEMS)}です。")
    given = dict(asked.setup)
    if asked.seats is not None:
        given["seats"] = asked.seats
    entered = asked.chance == "entered"
    seats = open_battle(system, given, title=asked.title).battle.table.seats
    if GM in seats or SPECTATOR in seats:
        raise Rejection("illegal_value", f"「{GM}」と「{SPECTATOR}」は席の名に使えません。")
    battle = new_id()
    charter = Charter(system.id, asked.title, asked.spectators)
    told = await it.referee.open(
        battle,
        system,
        given,
        entered=entered,
        title=asked.title,
        key=once,
        records=it.door.records(battle, seats, charter),
    )
    if told.appended.repeated:
        return await _again(it, told.appended)
    tokens = it.door.tokens(battle, seats)
    return _opened(battle, charter, tokens, told.appended, status=HTTP_201_CREATED)


def new_id() -> str:
    """A short random id of a battle."""
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


def _content(asked: Open) -> bytes:
    return hashlib.sha256(msgspec.json.encode(asked, order="deterministic")).digest()


async def _again(it: Parts, earlier: Appended) -> Answer:
    battle = earlier.stream
    charter = await it.door.charter(battle)
    _, opened = await it.history.at(battle, earlier.last_seq)
    if charter is None:
        raise Unreadable(battle)
    tokens = await it.door.good(battle, opened.table.seats)
    return _opened(battle, charter, tokens, earlier, status=HTTP_200_OK)


def _opened(battle: str, charter: Charter, tokens: dict[str, str], appended: Appended, status: int) -> Answer:
    seq, hash_ = appended.head.seq, appended.head.hash
    told = OpenedShape(battle, charter.system, charter.title, tokens, seq, HeadShape(seq, hash_.hex()))
    headers: list[Header] = [
        head_header(seq, hash_),
        (b"location", f"/battles/{battle}/state".encode()),
        (b"cache-control", b"no-store"),
    ]
    if status == HTTP_200_OK:
        headers.append(REPLAYED)
    return answer(told, *headers, status_code=status)


@get(
    "/battles",
    summary="The battles of this server",
    tags=["battles"],
    operation_class=described(
        gives=Battles,
        parameters=(AFTER, LIMIT),
        refuses=("invalid_request", "unauthorized", "busy"),
    ),
)
async def battles(request: Asked) -> Answer:
    """Lists the battles that the asker may watch, in the order in which they were opened.

    Without a token: those that anybody may watch. With a seat's token: its own battle, too. With the server's open
    token: all. A page may hold fewer than `limit` lines and still have a `next`.
    """
    it = parts(request)
    asked = query(request.scope, AFTER, LIMIT)
    limit = LIMIT.of(asked, it.settings.events_limit)
    shown = bearer(request.scope)
    everything = is_operator(shown, it.settings.open_token)
    place = None if shown is None or everything else await it.door.place(shown)
    after = AFTER.of(asked, None)
    lines: list[BattleLine] = []
    for _ in range(PAGES):
        found = await it.store.streams(after, limit + 1)
        for info in found[:limit]:
            after = info.number
            line = await _line(it, info, everything or (place is not None and info.stream == place.battle))
            if line is not None:
                lines.append(line)
            if len(lines) == limit:
                break
        done = len(found) <= limit and (not found or after == found[-1].number)
        if done or len(lines) == limit:
            return _page(lines, None if done else after)
        await asyncio.sleep(0)
    return _page(lines, after)


def _page(lines: list[BattleLine], following: int | None) -> Answer:
    return answer(Battles(lines, following), (b"cache-control", b"private, no-cache"), (b"vary", b"authorization"))


async def _line(it: Parts, info: StreamInfo, known: bool) -> BattleLine | None:
    """A battle as the list tells it to one who has a token for it (`known`), or who has none; None: not at all."""
    charter = await it.door.charter(info.stream)
    if not known and (charter is None or charter.spectators != "open"):
        return None
    system = None if charter is None else charter.system
    if charter is None:
        try:
            system = system_of((await it.store.read(info.stream, 0, 1))[0]).id
        except Unreadable:
            system = None
    return BattleLine(
        info.number,
        info.stream,
        system,
        None if charter is None else charter.title,
        info.first_recorded_at,
        info.last_recorded_at,
        info.head.seq,
        HeadShape(info.head.seq, info.head.hash.hex()),
        "token" if charter is None else charter.spectators,
    )
