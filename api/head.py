"""`HEAD` at every address that has a `GET`: the same answer, without its body."""

import asyncio
from typing import Any

from litestar import Litestar
from litestar.types import Receive, Send


class Head:
    """The two ends of a `HEAD` request, for an app that is asked to `GET`: what follows the headers goes nowhere."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._answered = asyncio.Event()

    async def receive(self) -> Any:  # noqa: ANN401 - Litestar's messages are unions
        """Give what the client sends; once it has its answer, it is gone for the app."""
        if self._answered.is_set():
            return {"type": "http.disconnect"}
        coming = asyncio.ensure_future(self._receive())
        answered = asyncio.ensure_future(self._answered.wait())
        try:
            await asyncio.wait((coming, answered), return_when=asyncio.FIRST_COMPLETED)
            return coming.result() if coming.done() else {"type": "http.disconnect"}
        finally:
            coming.cancel()
            answered.cancel()

    async def send(self, message: Any) -> None:  # noqa: ANN401 - the same
        """Send the headers, and end the answer."""
        if message["type"] == "http.response.start":
            await self._send(message)
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})
            self._answered.set()


class Headed(Litestar):
    """A Litestar app that answers `HEAD` as it answers `GET`, without the body; a live stream at its headers.

    Whatever is asked goes Litestar's own way: guards, middleware and hooks see every request (a `HEAD` as a `GET`).
    """

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401 - Litestar's own are unions
        """Answer a request."""
        if scope["type"] == "http" and scope["method"] == "HEAD":
            head = Head(receive, send)
            scope, receive, send = {**scope, "method": "GET"}, head.receive, head.send
        await super().__call__(scope, receive, send)
