"""The one place where the parts of the server are joined."""

import gc
import secrets
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.plugins import InitPlugin

from senki.api.envelopes import Books
from senki.api.head import Headed
from senki.api.live import Live
from senki.api.logs import configure, note_reads
from senki.api.openapi import complete, config
from senki.api.parts import PARTS, Parts
from senki.api.present import Present
from senki.api.problems import answer_problem
from senki.api.pulse import Pulse
from senki.api.referee import Referee
from senki.api.routes import ROUTES
from senki.api.routes.health import VERSION
from senki.api.seats import Door
from senki.api.settings import Settings, server_secret
from senki.api.state_bytes import StateBytes
from senki.eventstore.sqlite import SqliteStore
from senki.projections.history import History
from senki.projections.marks import KnownMarks

SALTS = 8192
SWITCH_SECONDS = 0.0002
"""How long the event loop may keep the store's writing thread waiting for the interpreter."""
FIRST_THRESHOLD = 50_000
"""Objects made before the collector looks: pauses are what slows the slowest declarations."""


def create_app(settings: Settings, plugins: Sequence[InitPlugin] = ()) -> Litestar:
    """Join the parts of a server; the store is opened when it starts and closed when it ends.

    Args:
        settings: all that can be set.
        plugins: Litestar's means of adding middleware, guards and hooks: they see every request.

    Raises (when it starts):
        SettingsError: the secret cannot be read or made.
        FileRefused, StoreUnavailable: the database cannot be used.
    """
    configure(settings)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncGenerator[None]:
        secret = server_secret(settings.secret_path)
        async with SqliteStore.open(settings.database, salt=Salts().take) as store:
            parts = join(settings, store, secret)
            app.state[PARTS] = parts
            thresholds = gc.get_threshold()
            gc.collect()
            gc.freeze()
            gc.set_threshold(FIRST_THRESHOLD, *thresholds[1:])
            interval = sys.getswitchinterval()
            sys.setswitchinterval(SWITCH_SECONDS)
            try:
                yield
            finally:
                sys.setswitchinterval(interval)
                gc.set_threshold(*thresholds)
                gc.unfreeze()
                parts.live.close()

    app = Headed(
        route_handlers=ROUTES,
        lifespan=[lifespan],
        exception_handlers={Exception: answer_problem},
        before_send=[note_reads] if settings.log_level == "debug" else [],
        openapi_config=config(VERSION),
        request_max_body_size=settings.body_bytes,
        logging_config=None,
        debug=False,
        plugins=plugins,
    )
    complete(app)
    return app


class Salts:
    """Random bytes from the system, fetched many at a time."""

    def __init__(self) -> None:
        self._bytes = b""
        self._at = 0

    def take(self, length: int) -> bytes:
        """So many bytes that were never given before."""
        if self._at + length > len(self._bytes):
            self._bytes, self._at = secrets.token_bytes(max(SALTS, length)), 0
        taken = self._bytes[self._at : self._at + length]
        self._at += length
        return taken


def join(settings: Settings, store: SqliteStore, secret: bytes) -> Parts:
    """The parts over an open store."""
    history = History(store)
    marks = KnownMarks(store)
    states = StateBytes()
    door = Door(store, secret)
    books = Books(secret)
    referee = Referee(store, history, secret, books)
    present = Present(store, history)
    live = Live(store, history, present, marks, settings.heartbeat_seconds)
    return Parts(settings, store, history, referee, door, marks, live, states, books, present, Pulse(store))
