"""Answers whose bytes are ready: nothing is encoded, copied or looked up between a route and the socket."""

from typing import Any

import msgspec
from litestar.response.base import ASGIResponse
from litestar.status_codes import HTTP_200_OK, HTTP_304_NOT_MODIFIED
from litestar.types import Receive, Scope, Send

from senki.api.logs import note
from senki.api.problems import HEAD
from senki.projections.history import Chronicle

encode = msgspec.json.Encoder().encode
JSON = b"application/json"
PRIVATE = (b"cache-control", b"private, no-cache")

Header = tuple[bytes, bytes]


class Answer(ASGIResponse):
    """A whole answer, as bytes.

    Args:
        body: its content.
        headers: besides those that say what the content is.
        status_code: its status.
        media_type: what the content is.
    """

    def __init__(
        self,
        body: bytes,
        headers: tuple[Header, ...] = (),
        status_code: int = HTTP_200_OK,
        media_type: bytes = JSON,
    ) -> None:
        self.body = body
        self._headers = headers
        self.status_code = status_code
        self._media_type = media_type

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        del receive
        headers = list(self._headers)
        if scope["type"] == "http" and scope["method"] != "GET":
            headers.append(note(scope, self.status_code))
        if self.status_code != HTTP_304_NOT_MODIFIED:
            headers.append((b"content-type", self._media_type))
            headers.append((b"content-length", str(len(self.body)).encode()))
        await send({"type": "http.response.start", "status": self.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": False})


def head_header(seq: int, hash_: bytes) -> Header:
    """`Senki-Head`, which every answer about a battle carries."""
    return b"senki-head", f"{seq} {hash_.hex()}".encode()


def about(scope: Scope, present: Chronicle) -> Header:
    """The same, of the present, also for the problem that may become of the request."""
    remember(scope, present)
    return head_header(present.battle.seq, present.hash)


def remember(scope: Scope, present: Chronicle) -> None:
    """Where the battle stands, for the problem that may become of the request."""
    state: dict[str, Any] = scope["state"]
    state[HEAD] = present


def answer(content: Any, *headers: Header, status_code: int = HTTP_200_OK) -> Answer:  # noqa: ANN401 - any JSON
    """An answer of JSON."""
    return Answer(encode(content), headers, status_code)
