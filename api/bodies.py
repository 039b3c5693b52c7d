"""The body of a request: declared once, with its shape and examples, for reading it and for the OpenAPI document."""

import asyncio
import codecs
import contextlib
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec
from litestar import Request
from litestar.types import Receive

from senki.api.problems import Refused
from senki.api.seats import header

S = TypeVar("S", bound=msgspec.Struct)

DISCARDED = 64 << 20
"""Bytes of a body over the limit that are read all the same, so that the answer is heard."""
DISCARD_SECONDS = 20.0
"""How long that may last."""
CLOSE = {"connection": "close"}


class Body(Generic[S]):
    """A body of JSON.

    Args:
        shape: what it holds.
        form: what would be right, short, for the refusal of what is not.
        examples: of it, by name, for the document.
    """

    media_type = "application/json"

    def __init__(self, shape: type[S], form: str, examples: Mapping[str, object]) -> None:
        self.shape = shape
        self.examples = examples
        self._form = form
        self._decoder = msgspec.json.Decoder(shape)

    async def of(self, request: Request[Any, Any, Any], most: int) -> S:
        """What a request holds.

        Args:
            request: it.
            most: bytes that its body may have.

        Raises:
            Refused: `invalid_request`, `too_large`, `unsupported_media_type`.
        """
        kind = header(request.scope, b"content-type")
        if kind is not None and not kind.startswith(self.media_type):
            raise Refused("unsupported_media_type", "この形式は読めません。application/json で送ってください。")
        data = await content(request, most)
        try:
            return self._decoder.decode(data.removeprefix(codecs.BOM_UTF8))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise Refused("invalid_request", f"要求の本文は {self._form} の形のJSONで書いてください。") from None


class Lines:
    """A body of JSON Lines, which is read as it is."""

    media_type = "application/jsonl"
    shape: Mapping[str, Any] = {"type": "string"}
    examples: Mapping[str, object] = {}

    async def of(self, request: Request[Any, Any, Any], most: int) -> bytes:
        """The bytes that a request holds.

        Raises:
            Refused: `too_large`; `invalid_request` where the client went away.
        """
        return await content(request, most)


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
