"""The web pages, and what they load."""

import hashlib
import re
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.status_codes import HTTP_200_OK, HTTP_304_NOT_MODIFIED, HTTP_404_NOT_FOUND

from senki.api.answers import Answer, Header
from senki.api.pages.assets import assets
from senki.api.pages.shell import HEADERS, HTML, page
from senki.api.parts import Asked, parts
from senki.api.problems import Refused
from senki.api.routes.systems import known
from senki.api.seats import header
from senki.rules import SYSTEMS

FOR_EVER: Header = (b"cache-control", b"public, max-age=31536000, immutable")
CHECKED: Header = (b"cache-control", b"no-cache")
NOSNIFF: Header = (b"x-content-type-options", b"nosniff")
COMMON: tuple[str, ...] = ("dom", "api", "words")
POLICY = re.compile(rb'Content-Security-Policy" content="([^"]+)"')
BATTLE = (
    *("story", "audit", "state", "fields", "forms", "desk", "clock", "stream", "seat"),
    *("confirm", "doors", "proofs", "witness"),
)


def shown(request: Asked, body: bytes, status: int = HTTP_200_OK, policy: bytes | None = None) -> Answer:
    """A page, unless the browser has it already."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    own = HEADERS if policy is None else ((b"content-security-policy", policy), *HEADERS[1:])
    headers = (*own, CHECKED, (b"etag", tag.encode()))
    if status == HTTP_200_OK and header(request.scope, b"if-none-match") == tag:
        return Answer(b"", headers, HTTP_304_NOT_MODIFIED)
    return Answer(body, headers, status, HTML)


@get("/", include_in_schema=False)
async def home(request: Asked) -> Answer:
    """The list of battles, and a form that opens one."""
    return shown(request, page("home", "", COMMON))


@get("/battles/{battle:str}/page", include_in_schema=False)
async def battle_page(request: Asked) -> Answer:
    """The live table and the replay of a battle; what it shows comes from the JSON routes, as the seat may see it."""
    it = parts(request)
    battle: str = request.scope["path_params"]["battle"]
    charter = await it.door.charter(battle)
    if charter is None and not (await it.store.head(battle)).seq:
        return shown(request, page("nowhere", "見つかりません", COMMON), HTTP_404_NOT_FOUND)
    title = "無題の戦闘" if charter is None or charter.title is None else charter.title
    return shown(request, page("battle", title, (*COMMON, *BATTLE), battle=battle))


@get("/rulebooks/{system:str}", include_in_schema=False)
async def rulebook(request: Asked) -> Answer:
    """The clause book and the options of a system, to read."""
    found = SYSTEMS.get(request.scope["path_params"]["system"])
    if found is None:
        return shown(request, page("nowhere", "見つかりません", COMMON), HTTP_404_NOT_FOUND)
    return shown(request, page("rulebook", found.name, COMMON, system=found.id))


@get("/rulebooks/{system:str}/example", include_in_schema=False)
async def example(request: Asked) -> Answer:
    """The opening of the system's scripted fight, for the form that opens a battle."""
    found = _example(known(request).id)
    if found is None:
        raise Refused("not_found", "このシステムには、まだ例がありません。")
    return Answer(found, (CHECKED, NOSNIFF))


@cache
def _example(system: str) -> bytes | None:
    file = files("senki.api") / "demos" / f"{system}.json"
    if not file.is_file():
        return None
    script: dict[str, Any] = msgspec.json.decode(file.read_bytes())
    setup: dict[str, Any] = script["open"]
    seats: Any = setup.pop("seats", None)
    return msgspec.json.encode({"title": script["title"], "setup": setup, "seats": seats})


@get("/verifier", include_in_schema=False)
async def verifier(request: Asked) -> Answer:
    """The page that checks an archive by itself: saved from here, it needs no server and no network."""
    body, policy = _verifier()
    return shown(request, body, policy=policy)


@cache
def _verifier() -> tuple[bytes, bytes]:
    """The page, and the policy that it states itself: its scripts are in it, and it loads nothing."""
    body = (files("senki.api.pages") / "verifier.html").read_bytes()
    found = POLICY.search(body)
    assert found is not None  # noqa: S101 - a page without its policy is no page of ours
    return body, b"frame-ancestors 'none'; " + b" ".join(found[1].split())


@get("/assets/{digest:str}/{name:str}", include_in_schema=False)
async def asset(request: Asked) -> Answer:
    """A file that pages load; an address with an old hash gives today's file, not to be kept."""
    asked: dict[str, str] = request.scope["path_params"]
    it = assets()
    content = it.files.get(asked["name"])
    if content is None:
        raise Refused("not_found", "そのファイルはありません。")
    caching = FOR_EVER if asked["digest"] == it.digest else CHECKED
    return Answer(content, (caching, NOSNIFF), media_type=it.media_type(asked["name"]))


PAGES: tuple[HTTPRouteHandler, ...] = (home, battle_page, rulebook, example, verifier, asset)
