"""Who waits for which stream, and hears of commits: our own at once, others' by a cheap look."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Self

from senki.eventstore.errors import StoreUnavailable
from senki.eventstore.events import Envelope
from senki.eventstore.reader import Reader

LOOK_SECONDS = 0.05
_MANY = 1_000


class Watch:
    """Rings everyone who waits for a stream (or, under None, for any). Belongs to the loop's thread."""

    def __init__(self, reader: Reader, loop: asyncio.AbstractEventLoop, look_seconds: float = LOOK_SECONDS) -> None:
        self._reader = reader
        self._loop = loop
        self._look_seconds = look_seconds
        self._waiting: dict[str | None, set[asyncio.Future[None]]] = {}
        self._looking: asyncio.TimerHandle | None = None
        self._version = reader.version()
        self._position = reader.position()
        self.closed = False

    def enter(self, stream: str | None) -> asyncio.Future[None]:
        """Begin to wait; whatever is committed from now on rings."""
        bell = self._loop.create_future()
        self._waiting.setdefault(stream, set()).add(bell)
        if self._looking is None:
            self._looking = self._loop.call_later(self._look_seconds, self._look)
        return bell

    def leave(self, stream: str | None, bell: asyncio.Future[None]) -> None:
        """Wait no longer."""
        bells = self._waiting[stream]
        bells.discard(bell)
        if not bells:
            del self._waiting[stream]

    def ring(self, streams: Iterable[str]) -> None:
        """Wake those who wait for one of the streams."""
        for stream in (None, *streams):
            for bell in self._waiting.get(stream, ()):
                if not bell.done():
                    bell.set_result(None)

    def close(self) -> None:
        """Wake everyone for good."""
        self.closed = True
        if self._looking is not None:
            self._looking.cancel()
        self._ring_all()

    def _ring_all(self) -> None:
        self.ring([stream for stream in self._waiting if stream is not None])

    def _look(self) -> None:
        """See whether anybody committed; go on looking as long as somebody waits."""
        self._looking = None
        if not self._waiting:
            return
        self._looking = self._loop.call_later(self._look_seconds, self._look)
        try:
            version = self._reader.version()
            if version == self._version:
                return
            position = self._reader.position()
            if position - self._position > _MANY:
                self._ring_all()
            elif position > self._position:
                self.ring(self._reader.touched(self._position))
        except StoreUnavailable:
            self._ring_all()  # whoever waits reads, and hears of it there
        else:
            self._version, self._position = version, position


class Follow:
    """A subscription: reads on from where it is, and waits for the bell when there is nothing more.

    It reads only when asked, so a slow subscriber costs the writer nothing, and it stands in the watch only
    while it waits, so one that is let go leaves nothing behind.
    """

    def __init__(
        self,
        watch: Watch,
        stream: str | None,
        after: int,
        read: Callable[[int], Awaitable[list[Envelope]]],
    ) -> None:
        self._watch = watch
        self._stream = stream
        self._read = read
        self.after = after

    def __aiter__(self) -> Self:
        """Give itself."""
        return self

    async def __anext__(self) -> list[Envelope]:
        """Wait for the next batch; never an empty one."""
        await asyncio.sleep(0)  # one who catches up at length lets others have their turn
        while not self._watch.closed:
            bell = self._watch.enter(self._stream)
            try:
                batch = await self._read(self.after)
                if batch:
                    self.after = batch[-1].position if self._stream is None else batch[-1].seq
                    return batch
                await bell
            finally:
                self._watch.leave(self._stream, bell)
        raise StopAsyncIteration
