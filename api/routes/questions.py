"""Questions asked of a record: the dossier of an event, why something is so, why not, where a clause was applied."""

import asyncio
import re
from typing import Any

import msgspec
from litestar import get, post
from litestar.handlers import HTTPRouteHandler

from senki.api.answers import PRIVATE, Answer, about, answer, encode
from senki.api.bodies import Body
from senki.api.openapi import described
from senki.api.pages.shell import page
from senki.api.parameters import BATTLE, InPath, Limit, NumberInPath, Text, Whole, Word, query
from senki.api.parts import Asked, Parts, parts
from senki.api.problems import Refused
from senki.api.routes.pages import COMMON, shown
from senki.api.seats import NO_TOKEN, SPECTATOR, Seated, bearer, is_operator
from senki.api.shapes import WhyNot
from senki.eventstore import StreamInfo
from senki.projections.clausebook import MOST, applied, uses
from senki.projections.dossier import dossier
from senki.projections.dossier_text import html, markdown
from senki.projections.history import Chronicle, NoSuchMoment
from senki.projections.inquiry import Look
from senki.projections.log import Unreadable
from senki.projections.why import MOST as MOST_STEPS
from senki.projections.why import NoSuchField
from senki.projections.whynot import why_not, why_not_asked
from senki.rules import SYSTEMS
from senki.rules.clause import Clause

Json = dict[str, Any]
HTML = b"text/html; charset=utf-8"
MARKDOWN = b"text/markdown; charset=utf-8"
OWN_STYLE = (
    (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
)
"""The dossier as a file has its style in it, and no script."""
FIELD = re.compile(r"[^\s.]+(\.[^\s.]+)*")
SEQ = NumberInPath(name="seq", description="of an event", reason="出来事の番号は1からの整数です。")
CLAUSE = InPath(name="clause", description="id of a clause, such as H-6.2")
AT = Whole(name="at", least=1, description="after this event; without it, now")
FORMAT = Word(
    name="format", choices=("json", "markdown", "html"), description="markdown and html are for reading and printing"
)
PATH = Text(name="path", description="a field of the state, as characters.oni.hp")
STEPS = Limit(default=MOST_STEPS, description="most steps in the answer")
LATER = Whole(name="after", description="only later events")
AFTER = Whole(name="after", description="the `number` after which the list goes on")
OBJECT: Json = {"type": "object"}
PAGE = 50
DECLARATION_END = "その番号で終わる宣言はありません。宣言がひと区切りついた出来事の番号を書いてください。"


FORM = '{"declaration": {"type": …}, "at": 番号} か {"by": …, "type": …, "at": 番号}'
WHY_NOT = Body(
    WhyNot,
    FORM,
    {
        "a declaration": {"declaration": {"type": "attack", "by": "akira", "target": "oni"}, "at": 60},
        "why was I not asked": {"by": "akira", "type": "block", "at": 60},
    },
)


async def _look(request: Asked) -> tuple[Parts, Seated, Chronicle, Look]:
    """Who asks, about which battle."""
    it = parts(request)
    seated = await it.enter(request.scope)
    present = await it.present(seated.battle)
    about(request.scope, present)
    return it, seated, present, await it.inquiry.look(present, seated.battle, seated.seat)


def _at(present: Chronicle, seq: int | None) -> int:
    """A moment of the battle; now, where none is named."""
    if seq is None:
        return present.battle.seq
    if not 1 <= seq <= present.battle.seq:
        raise NoSuchMoment(seq)
    return seq


@get(
    "/battles/{battle:str}/audit/{seq:str}",
    summary="The dossier of an event",
    tags=["questions"],
    operation_class=described(
        gives=OBJECT,
        example={"seq": 30, "heading": "ダメージ", "declarations": [], "applied": [], "changes": []},
        parameters=(BATTLE, SEQ, FORMAT),
        refuses=("invalid_request", "unauthorized", "forbidden", "not_found", "busy"),
    ),
)
async def audit(request: Asked) -> Answer:
    """Who declared what, what the state said, dice with their proof, each clause with its numbers, what came of it."""
    it, _, present, look = await _look(request)
    form = FORMAT.of(query(request.scope, FORMAT))
    head = about(request.scope, present)
    found = await dossier(it.inquiry, look, _at(present, SEQ.number(request.scope)))
    if form == "markdown":
        return Answer(markdown(found).encode(), (head, PRIVATE, OWN_STYLE[1]), media_type=MARKDOWN)
    if form == "html":
        return Answer(html(found).encode(), (head, PRIVATE, *OWN_STYLE), media_type=HTML)
    return answer(found, head, PRIVATE)


@get("/battles/{battle:str}/audit/{seq:str}/page", include_in_schema=False)
async def audit_page(request: Asked) -> Answer:
    """The same as a page, to read and to print; what it shows comes from the JSON route, as the seat may see it."""
    it = parts(request)
    battle: str = BATTLE.of(request.scope)
    charter = await it.door.charter(battle)
    title = "無題の戦闘" if charter is None or charter.title is None else charter.title
    needs = (*COMMON, "audit", "proofs")
    return shown(request, page("dossier", title, needs, battle=battle, seq=str(SEQ.number(request.scope))))


@get(
    "/battles/{battle:str}/why",
    summary="Why a field of the state is as it is",
    tags=["questions"],
    operation_class=described(
        gives=OBJECT,
        example={"path": "characters.oni.hp", "at": 60, "value": 12, "steps": []},
        parameters=(BATTLE, PATH, AT, STEPS),
        refuses=("invalid_request", "unauthorized", "forbidden", "not_found", "busy"),
    ),
)
async def why(request: Asked) -> Answer:
    """The events, declarations, clauses and numbers that made it so, the newest first, down to the opening."""
    it, _, present, look = await _look(request)
    asked = query(request.scope, PATH, AT, STEPS)
    field = PATH.of(asked) or ""
    if not FIELD.fullmatch(field):
        raise Refused("invalid_request", "「path」には状態の項目を書いてください（例: characters.oni.hp）。")
    at = _at(present, AT.of(asked, None))
    limit = STEPS.of(asked, it.settings.events_limit)
    try:
        found = await it.whys.why(look, field, at, limit)
    except NoSuchField:
        raise Refused("not_found", f"{at}番の時点の状態に「{field}」という項目はありません。") from None
    return answer(found, about(request.scope, present), PRIVATE)


@post(
    "/battles/{battle:str}/why-not",
    status_code=200,
    summary="Whether a declaration would be accepted, and if not, by which clause",
    tags=["questions"],
    operation_class=described(
        gives=OBJECT,
        example={"at": 37, "accepted": False, "code": "not_awaited", "message": "…"},
        takes=WHY_NOT,
        parameters=(BATTLE,),
        refuses=("invalid_request", "unauthorized", "forbidden", "not_found", "too_large", "busy"),
    ),
)
async def not_why(request: Asked) -> Answer:
    """Nothing is written and no envelope is opened; nothing is told that the refusal itself would not tell."""
    it, seated, present, look = await _look(request)
    if not seated.token:
        raise Refused("unauthorized", NO_TOKEN)
    asked = await WHY_NOT.of(request, it.settings.body_bytes)
    at = _at(present, asked.at)
    head = about(request.scope, present)
    try:
        if asked.declaration is not None and asked.by is None and asked.type is None:
            return answer(await why_not(it.inquiry, look, encode(asked.declaration), at), head, PRIVATE)
        if asked.declaration is None and asked.by is not None and asked.type is not None:
            return answer(await why_not_asked(it.inquiry, look, asked.by, asked.type, at), head, PRIVATE)
    except NoSuchMoment:
        raise Refused("not_found", DECLARATION_END) from None
    raise Refused("invalid_request", f"要求の本文は {FORM} の形のJSONで書いてください。")


@get(
    "/battles/{battle:str}/clauses/{clause:str}",
    summary="Where a clause was applied in a battle",
    tags=["questions"],
    operation_class=described(
        gives=OBJECT,
        example={"clause": {"id": "H-6.5"}, "times": 2, "events": [], "next": None},
        parameters=(BATTLE, CLAUSE, LATER),
        refuses=("invalid_request", "unauthorized", "forbidden", "not_found", "busy"),
    ),
)
async def clause_here(request: Asked) -> Answer:
    """Each event that cites it, with the numbers that went in, as the seat may see it."""
    it, _, present, look = await _look(request)
    clause = look.system.clauses.get(CLAUSE.of(request.scope))
    if clause is None:
        raise Refused("not_found", "その条項はありません。")
    after = LATER.of(query(request.scope, LATER), 0)
    return answer(await uses(it.inquiry, look, clause, after, MOST), about(request.scope, present), PRIVATE)


class Where(msgspec.Struct, frozen=True):
    """A battle in which a clause was applied: how often, first and last, as far as the asker may see."""

    number: int
    battle: str
    title: str | None
    times: int
    first: int
    last: int


class Battles(msgspec.Struct, frozen=True):
    """A clause and the battles in which it was applied; `next` is the `after` of the next page."""

    clause: Clause
    battles: list[Where]
    next: int | None


@get(
    "/clauses/{clause:str}/battles",
    summary="The battles in which a clause was applied",
    tags=["questions"],
    operation_class=described(
        gives=OBJECT,
        example={"clause": {"id": "H-6.5"}, "battles": [], "next": None},
        parameters=(CLAUSE, AFTER),
        refuses=("invalid_request", "not_found", "busy"),
    ),
)
async def clause_everywhere(request: Asked) -> Answer:
    """Of those that the asker may watch, each with how often, first and last."""
    it = parts(request)
    id = CLAUSE.of(request.scope)
    found = next(((s, s.clauses[id]) for s in SYSTEMS.values() if id in s.clauses), None)
    if found is None:
        raise Refused("not_found", "その条項はありません。")
    system, clause = found
    after = AFTER.of(query(request.scope, AFTER), None)
    page_of = await it.store.streams(after, PAGE + 1)
    lines = [line for info in page_of[:PAGE] if (line := await _where(request, info, system.id, id)) is not None]
    following = page_of[PAGE - 1].number if len(page_of) > PAGE else None
    return answer(Battles(clause, lines, following), PRIVATE, (b"vary", b"authorization"))


async def _where(request: Asked, info: StreamInfo, system: str, clause: str) -> Where | None:
    """A battle's line, where the asker may watch it and the clause was applied."""
    it = parts(request)
    charter = await it.door.charter(info.stream)
    if charter is None or charter.system != system:
        return None
    seat = await _eyes(request, it, info.stream, charter.spectators == "open")
    if seat is None:
        return None
    await asyncio.sleep(0)
    try:
        look = await it.inquiry.look(await it.present(info.stream), info.stream, seat)
    except Unreadable:
        return None
    seqs = await applied(it.inquiry, look, clause)
    return Where(info.number, info.stream, charter.title, len(seqs), seqs[0], seqs[-1]) if seqs else None


async def _eyes(request: Asked, it: Parts, battle: str, open_to_all: bool) -> str | None:
    """Through whose eyes the asker may watch a battle; None: through nobody's."""
    token = bearer(request.scope)
    operator = is_operator(token, it.settings.open_token)
    place = None if token is None or operator else await it.door.place(token)
    if place is not None and place.battle == battle:
        if await it.door.holds(Seated(battle, place.seat, renewal=place.renewal)):
            return place.seat
        return None
    return SPECTATOR if open_to_all or operator else None


QUESTIONS: tuple[HTTPRouteHandler, ...] = (audit, audit_page, why, not_why, clause_here, clause_everywhere)
