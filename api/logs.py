"""What the server logs: one line a request that changes something or fails, reads at debug level only.

A line has the time, level, event, request id, battle id, method, path, status and milliseconds. Never a query string
(it may hold a token), never a header, a body, a declaration or the text of an exception: any of them may be secret.
"""

import asyncio
import atexit
import logging
import secrets
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from typing import Any, BinaryIO, cast

import msgspec
import structlog
from litestar.status_codes import HTTP_400_BAD_REQUEST, HTTP_500_INTERNAL_SERVER_ERROR
from litestar.types import Message, Scope

from senki.api.settings import Settings
from senki.rules.visible import escaped, on_one_line

LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}
REQUEST = "request_id"
DELAY_SECONDS = 0.02
PROCESS = secrets.token_hex(4)
_numbers = count(1)
BEGUN = "begun"

log: structlog.typing.FilteringBoundLogger = structlog.get_logger("senki")


class Lines:
    """Log lines on their way out: those of a few milliseconds go out together, the last ones at the end.

    Args:
        out: where to.
    """

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._waiting: list[bytes] = []
        atexit.register(self.out)

    def write(self, line: bytes) -> int:
        """Take a line; without an event loop it goes out at once."""
        self._waiting.append(line)
        if len(self._waiting) == 1:
            try:
                asyncio.get_running_loop().call_later(DELAY_SECONDS, self.out)
            except RuntimeError:
                self.out()
        return len(line)

    def flush(self) -> None:
        """Do nothing: `out` does it."""

    def out(self) -> None:
        """Let everything out."""
        lines, self._waiting = self._waiting, []
        if not lines:
            return
        with suppress(OSError, ValueError):  # nobody reads the log any more
            self._out.write(b"".join(lines))
            self._out.flush()


class Out:
    """Where the lines of requests go: bound once, when logging is set up, and not with each line.

    Attributes:
        log: their logger.
        lines: where a line of JSON may go straight away, past a logger that would only encode it.
    """

    def __init__(self) -> None:
        self.log: structlog.typing.FilteringBoundLogger = log
        self.lines: Lines | None = None


_out = Out()


def configure(settings: Settings) -> None:
    """Set logging up for the whole process; uvicorn's own lines join it as warnings and errors only."""
    level = LEVELS[settings.log_level]
    lines = Lines(sys.stderr.buffer)
    if settings.log_format == "json":
        structlog.configure(
            processors=[
                structlog.processors.add_log_level,
                _stamp,
                structlog.processors.JSONRenderer(serializer=_json),
            ],
            wrapper_class=structlog.make_filtering_bound_logger(level),
            logger_factory=structlog.BytesLoggerFactory(cast("BinaryIO", lines)),
            cache_logger_on_first_use=False,
        )
    else:
        structlog.configure(
            processors=[
                structlog.processors.add_log_level,
                structlog.processors.TimeStamper(fmt="iso"),
                _visible,
                structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty()),
            ],
            wrapper_class=structlog.make_filtering_bound_logger(level),
            logger_factory=structlog.PrintLoggerFactory(sys.stderr),
            cache_logger_on_first_use=False,
        )
    _out.log = log.bind()
    _out.lines = lines if settings.log_format == "json" and level <= logging.INFO else None
    logging.getLogger("uvicorn").setLevel(logging.WARNING)


def _stamp(_: object, __: str, line: structlog.typing.EventDict) -> structlog.typing.EventDict:
    line["timestamp"] = datetime.now(UTC)
    return line


def _visible(_: object, __: str, line: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """A path is whatever a stranger asked for: on a terminal nothing in it is obeyed."""
    return {name: on_one_line(value) if isinstance(value, str) else value for name, value in line.items()}


def _json(line: Any, **_: object) -> bytes:  # noqa: ANN401 - what structlog hands over
    return escaped(msgspec.json.encode(line, enc_hook=str))


def request_id(scope: Scope) -> str:
    """The id of a request, made when it is first asked for."""
    state = scope["state"]
    found = state.get(REQUEST)
    if found is None:
        found = state[REQUEST] = f"{PROCESS}-{next(_numbers):x}"
    return found


def about(scope: Scope) -> dict[str, Any]:
    """What every line about a request says."""
    parameters: dict[str, str] = scope.get("path_params", {})  # pyright: ignore[reportUnknownMemberType]
    return {
        "request": request_id(scope),
        "battle": parameters.get("battle"),
        "method": scope["method"] if scope["type"] == "http" else None,
        "path": scope["path"],
    }


def note(scope: Scope, status: int) -> tuple[bytes, bytes]:
    """Log what became of a request.

    Returns:
        The header that tells the client the request's id.
    """
    line = about(scope)
    begun = scope["state"].get(BEGUN)
    if begun is not None:
        line["ms"] = round((time.perf_counter() - begun) * 1000, 1)
    if status >= HTTP_500_INTERNAL_SERVER_ERROR:
        _out.log.error("failed", status=status, **line)
    elif line["method"] == "GET" and status < HTTP_400_BAD_REQUEST:
        _out.log.debug("read", status=status, **line)
    else:
        _answered(line, status)
    return b"x-request-id", line["request"].encode()


def _answered(line: dict[str, Any], status: int) -> None:
    if _out.lines is None:
        _out.log.info("answered", status=status, **line)
    else:
        whole = {"event": "answered", "status": status, **line, "level": "info", "timestamp": datetime.now(UTC)}
        _out.lines.write(escaped(msgspec.json.encode(whole)) + b"\n")


async def note_reads(message: Message, scope: Scope) -> None:
    """Log reads that go well: for Litestar's `before_send`, at debug level only, since reads must be quick."""
    if message["type"] == "http.response.start" and scope["type"] == "http" and scope["method"] == "GET":
        status = message["status"]
        if status < HTTP_400_BAD_REQUEST:
            message["headers"] = [*message["headers"], note(scope, status)]


def unexpected(scope: Scope, error: Exception) -> None:
    """Log an error that nobody foresaw: its type and where it was, not what it says."""
    places: list[str] = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{code.co_filename}:{trace.tb_lineno} {code.co_qualname}")
        trace = trace.tb_next
    log.error("unexpected", error=type(error).__qualname__, at=places, **about(scope))
