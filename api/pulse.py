"""Whether the store takes a write and gives it back."""

from time import monotonic

from senki.eventstore.store import EventStore

PROBE = "health"
FRESH_SECONDS = 1.0


class Pulse:
    """Writes a line to the store and reads it again, at most once a second.

    Args:
        store: where to.
    """

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._last = float("-inf")

    async def feel(self) -> None:
        """Write and read.

        Raises:
            StoreUnavailable: it could not.
        """
        now = monotonic()
        await self._store.record(PROBE, PROBE)
        if now - self._last >= FRESH_SECONDS:
            await self._store.put_record(PROBE, PROBE, b'{"alive":true}')
            self._last = now
