"""Where battles stand now."""

from senki.eventstore.store import EventStore
from senki.projections.history import Chronicle, History


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
