"""What a request asks for: query parameters, headers and bodies, read with errors that say what would be right."""

import asyncio
import codecs
import contextlib
import re
from datetime import UTC, datetime
from typing import Any, TypeVar
from urllib.parse import parse_qsl

import msgspec
from litestar import Request
from litestar.types import Receive, Scope

from senki.api.problems import Refused
from senki.api.seats import header

T = TypeVar("T")

MOST_KEY = 200
DISCARDED = 64 << 20
"""Bytes of a body over the limit that are read all the same, so that the answer is heard."""
DISCARD_SECONDS = 20.0
"""How long that may last."""
CLOSE = {"connection": "close"}
IF_MATCH = re.compile(r'(?:W/)?"?(\d{1,18})(?:-[A-Za-z0-9_.~%-]*)?"?')


def query(scope: Scope, *known: str) -> dict[str, str]:
    """The query parameters of a request.

    Raises:
        Refused: `invalid_request`: one is not known, or comes twice.
    """
    text = scope["query_string"]
    if not text:
        return {}
    found: dict[str, str] = {}
    for name, value in parse_qsl(text.decode("latin-1"), keep_blank_values=True):
        if name not in known:
            raise Refused(
                "invalid_request", f"使えるのは{'、'.join(f'「{k}」' for k in known) or '何もない要求'}だけです。"
            )
        if name in found:
            raise Refused("invalid_request", f"「{name}」は一度だけ書いてください。")
        found[name] = value
    return found


def whole(given: dict[str, str], name: str, default: T, *, least: int = 0, most: int = 2**53) -> int | T:
    """A whole number among query parameters.

    Raises:
        Refused: `invalid_request`.
    """
    text = given.get(name)
    if text is None:
        return default
    if not re.fullmatch(r"\d{1,16}", text) or not least <= int(text) <= most:
        raise Refused("invalid_request", f"「{name}」は{least}から{most}までの整数で書いてください。")
    return int(text)


def word(given: dict[str, str], name: str, *choices: str) -> str:
    """One of a few words among query parameters; the first where it is absent.

    Raises:
        Refused: `invalid_request`.
    """
    said = given.get(name, choices[0])
    if said not in choices:
        raise Refused("invalid_request", f"「{name}」は{'か'.join(choices)}のどちらかです。")
    return said


def moment(text: str) -> str:
    """A moment as the store writes it, from ISO 8601 with a zone.

    Raises:
        Refused: `invalid_request`.
    """
    try:
        found = datetime.fromisoformat(text.replace(" ", "+"))
        if found.tzinfo is not None:
            return found.astimezone(UTC).isoformat(timespec="microseconds")[:-6] + "Z"
    except (ValueError, OverflowError):
        pass
    raise Refused("invalid_request", "「time」は時差まで書いてください（例: 2026-05-01T20:15:00+09:00）。")


def idempotency_key(scope: Scope) -> str | None:
    """The `Idempotency-Key` of a request.

    Raises:
        Refused: `invalid_request`: it cannot be one.
    """
    said = header(scope, b"idempotency-key")
    if said is None:
        return None
    if not 0 < len(said) <= MOST_KEY or not said.isprintable() or not said.isascii():
        raise Refused("invalid_request", f"Idempotency-Key は{MOST_KEY}字までの英数字で書いてください。")
    return said


def expected(scope: Scope) -> int | None:
    """The seq in `If-Match`: a number, quoted or not, or an ETag of a state.

    Raises:
        Refused: `invalid_request`.
    """
    said = header(scope, b"if-match")
    if said is None or said.strip() == "*":
        return None
    found = IF_MATCH.fullmatch(said.strip())
    if found is None:
        raise Refused("invalid_request", "If-Match には出来事の番号を一つ書いてください。")
    return int(found[1])


async def content(request: Request[Any, Any, Any], most: int) -> bytes:
    """The bytes of a request's body.

    Raises:
        Refused: `too_large`; `invalid_request` where the client went away.
    """
    receive = request.receive
    parts: list[bytes] = []
    size = 0
    announced = header(request.scope, b"content-length")
    if announced is not None and announced.isdecimal() and int(announced) > most:
        if int(announced) - most <= DISCARDED and header(request.scope, b"expect") is None:
            await _discard(receive)
        raise Refused("too_large", f"要求の本文は{most}バイトまでです。", CLOSE)
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise Refused("invalid_request", "要求が途中で切れました。")
        size += len(message["body"])
        if size > most:
            if message["more_body"]:
                await _discard(receive)
            raise Refused("too_large", f"要求の本文は{most}バイトまでです。", CLOSE)
        parts.append(message["body"])
        if not message["more_body"]:
            return parts[0] if len(parts) == 1 else b"".join(parts)


async def _discard(receive: Receive) -> None:
    """Read what is left of a body, and forget it: most clients look for an answer only when they have sent it all.

    An answer before that would be lost with the connection. Nobody sends without end, though.
    """
    left = DISCARDED
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(DISCARD_SECONDS):
            while left > 0:
                message = await receive()
                if message["type"] != "http.request" or not message["more_body"]:
                    return
                left -= len(message["body"])


async def body(request: Request[Any, Any, Any], decoder: msgspec.json.Decoder[T], example: str, most: int) -> T:
    """The body of a request.

    Args:
        request: it.
        decoder: of the body's type.
        example: what would be right.
        most: bytes that it may have.

    Raises:
        Refused: `invalid_request`, `too_large`, `unsupported_media_type`.
    """
    kind = header(request.scope, b"content-type")
    if kind is not None and not kind.startswith("application/json"):
        raise Refused("unsupported_media_type", "この形式は読めません。application/json で送ってください。")
    data = await content(request, most)
    try:
        return decoder.decode(data.removeprefix(codecs.BOM_UTF8))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise Refused("invalid_request", f"要求の本文は {example} の形のJSONで書いてください。") from None
