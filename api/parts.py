"""The parts of one server, joined in `senki.api.app`, for the routes to use."""

from time import perf_counter
from typing import Any

import msgspec
from litestar import Request
from litestar.types import Scope

from senki.api.envelopes import Books
from senki.api.live import Live
from senki.api.logs import BEGUN
from senki.api.parameters import BATTLE
from senki.api.present import Present
from senki.api.pulse import Pulse
from senki.api.referee import Referee
from senki.api.seats import Door, Seated
from senki.api.settings import Settings
from senki.api.state_bytes import StateBytes
from senki.eventstore.store import EventStore
from senki.projections.history import History
from senki.projections.marks import KnownMarks

PARTS = "parts"

Asked = Request[Any, Any, Any]


class Parts(msgspec.Struct, frozen=True):
    """What routes need."""

    settings: Settings
    store: EventStore
    history: History
    referee: Referee
    door: Door
    marks: KnownMarks
    live: Live
    states: StateBytes
    books: Books
    present: Present
    pulse: Pulse

    async def enter(self, scope: Scope, token: str | None = None) -> Seated:
        """Tell who asks about the battle that the path names.

        Raises:
            UnknownBattle, Refused: as `senki.api.seats.Door.seat`.
        """
        scope["state"][BEGUN] = perf_counter()
        return await self.door.seat(scope, BATTLE.of(scope), token)


def parts(request: Asked) -> Parts:
    """The parts of the server that a request came to."""
    return request.scope["litestar_app"].state[PARTS]
