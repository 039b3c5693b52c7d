"""The two busiest routes, reached without Litestar's layers: declaring, and reading the present state.

Litestar's routing, signature parsing and wrapping cost as much as deciding a declaration does. For these two, whose
handlers take nothing but the request and give answers whose bytes are ready, the app calls the handler itself. They are
registered with Litestar all the same: for the OpenAPI document, and for every request that is anything but plain.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, cast

from litestar import Litestar, Request, Response
from litestar.handlers import HTTPRouteHandler
from litestar.types import Receive, Scope, Send

from senki.api.answers import Answer
from senki.api.problems import answer_problem

PREFIX = "/battles/"


class Plain:
    """As much of a request as the handlers of these routes look at."""

    __slots__ = ("receive", "scope")

    def __init__(self, scope: Scope, receive: Receive) -> None:
        self.scope = scope
        self.receive = receive


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

    async def send(self, message: Any) -> None:  # noqa: ANN401
        """Send the headers, and end the answer."""
        if message["type"] == "http.response.start":
            await self._send(message)
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})
            self._answered.set()


Handler = Callable[[Plain], Awaitable[Answer]]


def plainly(handler: HTTPRouteHandler) -> Handler:
    """The function of a route."""
    return cast("Handler", handler.fn)


class Express(Litestar):
    """A Litestar app with a shorter way to a few routes of battles.

    `express` holds their handlers by method and last word of the path; hooks and middleware of the app do not see their
    requests, so an app with `before_send` hooks (logging at debug level) goes the long way.
    """

    express: Mapping[tuple[str, str], Handler] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401 - Litestar's own are unions
        """Answer a request. `HEAD` is answered as `GET` is, without the body, and a live stream at its headers."""
        if scope["type"] == "http" and scope["method"] == "HEAD":
            head = Head(receive, send)
            scope, receive, send = {**scope, "method": "GET"}, head.receive, head.send
        handler = self._way(scope)
        if handler is None:
            await super().__call__(scope, receive, send)
            return
        scope["app"] = scope["litestar_app"] = self
        scope.setdefault("state", {})
        try:
            answer = await handler(Plain(scope, receive))
        except Exception as error:  # noqa: BLE001 - whatever it is, it becomes a problem document
            request: Request[Any, Any, Any] = Request(scope, receive, send)
            problem: Response[Any] = answer_problem(request, error)
            told = problem.to_asgi_response(app=None, request=request)  # pyright: ignore[reportUnknownMemberType]
            await told(scope, receive, send)
        else:
            await answer(scope, receive, send)

    def _way(self, scope: Scope) -> Handler | None:
        """The handler that may be called straight away; the path's battle is set for it."""
        if scope["type"] != "http" or self.before_send:
            return None
        path = scope["path"]
        if not path.startswith(PREFIX):
            return None
        battle, _, what = path[len(PREFIX) :].partition("/")
        handler = self.express.get((scope["method"], what))
        if handler is not None and battle:
            scope["path_params"] = {"battle": battle}
            return handler
        return None
