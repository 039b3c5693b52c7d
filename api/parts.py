"""The parts of one server, joined in `senki.api.app`, for the routes to use."""

from collections import OrderedDict
from time import perf_counter
from typing import Any

import msgspec
from litestar import Request
from litestar.types import Scope

from senki.api.books import Books
from senki.api.live import Live
from senki.api.logs import BEGUN
from senki.api.referee import Referee
from senki.api.seats import Door, Seated
from senki.api.settings import Settings
from senki.eventstore.notes import Signer
from senki.eventstore.store import EventStore
from senki.projections.history import Chronicle, History
from senki.projections.marks import MarkBook
from senki.projections.seen import state_bytes

PARTS = "parts"
STATES = 512
"""Answers to `state` that are kept."""

Asked = Request[Any, Any, Any]


class States:
    """The bytes of states as seats see them: a state never changes, so its bytes are made once."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int, str], bytes] = OrderedDict()

    def present(self, battle: str, chronicle: Chronicle, seat: str) -> bytes:
        """The present state."""
        key = (battle, chronicle.battle.seq, seat)
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = state_bytes(chronicle.system, chronicle.battle, seat)
            if len(self._kept) > STATES:
                self._kept.popitem(last=False)
        return found


class Pulse:
    """When the store was last seen to take a write."""

    def __init__(self) -> None:
        self.last = float("-inf")


class Present:
    """The present of battles, whoever wrote it: this process, or another one at the same store."""

    def __init__(self, store: EventStore, history: History) -> None:
        self._store = store
        self._history = history

    async def __call__(self, battle: str) -> Chronicle:
        """The battle at the head of its log.

        Raises:
            UnknownBattle, Unreadable, StoreUnavailable: it cannot be given.
        """
        kept = self._history.present_now(battle)
        if kept is not None:
            if (await self._store.head(battle)).hash == kept.hash:
                return kept
            self._history.forget(battle)
        return await self._history.present(battle)


class Parts(msgspec.Struct, frozen=True):
    """What routes need."""

    settings: Settings
    store: EventStore
    history: History
    referee: Referee
    door: Door
    marks: MarkBook
    live: Live
    states: States
    books: Books
    present: Present
    pulse: Pulse
    signer: Signer

    async def enter(self, scope: Scope, token: str | None = None) -> Seated:
        """Tell who asks about the battle that the path names.

        Raises:
            UnknownBattle, Refused: as `senki.api.seats.Door.seat`.
        """
        scope["state"][BEGUN] = perf_counter()
        return await self.door.seat(scope, scope["path_params"]["battle"], token)


def parts(request: Asked) -> Parts:
    """The parts of the server that a request came to."""
    return request.scope["litestar_app"].state[PARTS]
