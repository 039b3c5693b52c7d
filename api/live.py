"""Live streams (SSE): what is there after a seq, then what comes, as one seat sees it.

One task a battle follows its log and wakes those who watch; each of them reads on at its own pace, so that a slow one
holds up nobody. An entry is encoded once for all who see it alike.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send

from senki.api.answers import Header
from senki.api.logs import log
from senki.api.seats import Seated
from senki.eventstore.errors import StoreError
from senki.eventstore.events import Envelope
from senki.eventstore.store import EventStore
from senki.projections.history import Chronicle, History
from senki.projections.log import Unreadable
from senki.projections.marks import KnownMarks, Marks
from senki.projections.seen import audience_of, may_see
from senki.projections.timeline import entries
from senki.rules.rulebook import Battle
from senki.rules.table import OVER, Audience

PAGE = 256
BATCH_BYTES = 65_536
STALLED_SECONDS = 60.0
"""How long a watcher may leave what was sent to it unread."""
MOST_WATCHING = 1_000
"""Live streams that a server holds at once."""
TAIL = 512
FRAMES = 4096
RETRY = b"retry: 2000\n\n"
HEARTBEAT = b": \n\n"


class Notice(msgspec.Struct, frozen=True):
    """Event `by` opened the events `seqs` to this seat: they may be read now."""

    by: int
    seqs: list[int]


class Channel:
    """One battle as it goes on: its last events, and who waits for the next."""

    def __init__(self, battle: str, store: EventStore, chronicle: Chronicle, marks: Marks) -> None:
        self.battle = battle
        self.store = store
        self.chronicle = chronicle
        self.marks = marks
        self.head = chronicle.battle.seq
        self.closed = False
        self.watching = 0
        self._tail: deque[Envelope] = deque(maxlen=TAIL)
        self._bells: set[asyncio.Future[None]] = set()
        self._frames: OrderedDict[tuple[int, bool, bool], bytes] = OrderedDict()
        self.task: asyncio.Task[None] | None = None

    async def follow(self, present: Callable[[str], Awaitable[Chronicle]], marks: KnownMarks) -> None:
        """Follow the log until the store is closed or nobody watches any more."""
        try:
            async for batch in self.store.subscribe(self.battle, self.head):
                self.chronicle = await present(self.battle)
                self.marks = await marks.of(self.battle)
                self._tail.extend(batch)
                self.head = batch[-1].seq
                self.ring()
        except (StoreError, Unreadable) as error:
            log.warning("live stream ended", battle=self.battle, error=type(error).__qualname__)
        finally:
            self.close()

    def close(self) -> None:
        """End all streams of this battle."""
        self.closed = True
        self.ring()

    def bell(self) -> asyncio.Future[None]:
        """Something to wait for until there is more."""
        bell = asyncio.get_running_loop().create_future()
        self._bells.add(bell)
        bell.add_done_callback(self._bells.discard)
        return bell

    def ring(self) -> None:
        """Wake all who wait."""
        for bell in tuple(self._bells):
            if not bell.done():
                bell.set_result(None)

    async def batch(self, after: int) -> Sequence[Envelope]:
        """The next events after a seq that are there."""
        if self._tail and self._tail[0].seq <= after + 1:
            return [envelope for envelope in self._tail if envelope.seq > after][:PAGE]
        return await self.store.read(self.battle, after, min(PAGE, self.head - after))

    def frame(self, envelope: Envelope, seat: str) -> tuple[bytes, bool]:
        """An event as SSE, as a seat sees it, and whether the seat sees its data."""
        shown = may_see(self.chronicle.battle, envelope.audience, envelope.seq, seat)
        struck = self.marks.struck
        key = (envelope.seq, shown, struck.holds(envelope.seq))
        found = self._frames.get(key)
        if found is None:
            system, battle = self.chronicle.system, self.chronicle.battle
            entry = next(entries(system, battle, (envelope,), seat, struck))
            found = b"id: %d\nevent: senki\ndata: %s\n\n" % (envelope.seq, msgspec.json.encode(entry))
            self._frames[key] = found
            if len(self._frames) > FRAMES:
                self._frames.popitem(last=False)
        return found, shown


def within(batch: Sequence[Envelope], most: int) -> Sequence[Envelope]:
    """As much of a batch as fits into some bytes, one event at least: what a watcher does not read costs no more."""
    size = 0
    for place, envelope in enumerate(batch):
        size += len(envelope.data or b"")
        if size > most and place:
            return batch[:place]
    return batch


class Live:
    """The channels of all battles that somebody watches."""

    def __init__(
        self,
        store: EventStore,
        history: History,
        present: Callable[[str], Awaitable[Chronicle]],
        marks: KnownMarks,
        heartbeat: float,
    ) -> None:
        self._store = store
        self._history = history
        self._present = present
        self._marks = marks
        self.heartbeat = heartbeat
        self._channels: dict[str, Channel] = {}
        self.closed = False

    async def enter(self, battle: str) -> Channel:
        """Begin to watch a battle; `leave` must follow."""
        chronicle, marks = await self._present(battle), await self._marks.of(battle)
        channel = self._channels.get(battle)
        if channel is None or channel.closed:
            channel = self._channels[battle] = Channel(battle, self._store, chronicle, marks)
            channel.task = asyncio.create_task(channel.follow(self._present, self._marks))
        channel.watching += 1
        if self.closed:
            channel.close()
        return channel

    async def at(self, battle: str, seq: int) -> Battle[Any]:
        """A battle after an event."""
        return (await self._history.at(battle, seq))[1]

    def ring(self, battle: str) -> None:
        """Wake those who watch a battle: a token of theirs may have died."""
        channel = self._channels.get(battle)
        if channel is not None:
            channel.ring()

    def leave(self, channel: Channel) -> None:
        """Watch no longer."""
        channel.watching -= 1
        if not channel.watching:
            if channel.task is not None:
                channel.task.cancel()
            if self._channels.get(channel.battle) is channel:
                del self._channels[channel.battle]

    @property
    def watching(self) -> int:
        """How many streams are open."""
        return sum(channel.watching for channel in self._channels.values())

    def close(self) -> None:
        """End all streams: the server stops."""
        self.closed = True
        for channel in self._channels.values():
            channel.close()


class Stream(ASGIResponse):
    """The answer of a live stream.

    Args:
        live: the channels.
        seated: who watches which battle.
        holds: whether the token that they showed is still good.
        after: the last seq that the watcher has.
        headers: of the answer.
    """

    def __init__(
        self,
        live: Live,
        seated: Seated,
        holds: Callable[[Seated], Awaitable[bool]],
        after: int,
        headers: tuple[Header, ...],
    ) -> None:
        self._live = live
        self._seated = seated
        self._battle = seated.battle
        self._seat = seated.seat
        self._holds = holds
        self._after = after
        self._hidden: dict[int, Audience] = {}
        self._opened: dict[str, int] = {}
        self._headers = headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the watcher goes, the token dies or the server stops."""
        del scope
        gone = asyncio.ensure_future(_gone(receive))
        channel = await self._live.enter(self._battle)
        try:
            await self._remember(channel)
            headers = [*self._headers, (b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]
            await send(
                {"type": "http.response.start", "status": 200, "headers": [*headers, (b"x-accel-buffering", b"no")]}
            )
            await send({"type": "http.response.body", "body": RETRY, "more_body": True})
            while not channel.closed and not gone.done() and await self._holds(self._seated):
                if self._after < channel.head:
                    body = self._frames(channel, within(await channel.batch(self._after), BATCH_BYTES))
                else:
                    bell = channel.bell()
                    await asyncio.wait((bell, gone), timeout=self._live.heartbeat, return_when=asyncio.FIRST_COMPLETED)
                    if bell.done() or gone.done():
                        bell.cancel()
                        continue
                    bell.cancel()
                    body = HEARTBEAT
                sending = send({"type": "http.response.body", "body": body, "more_body": True})
                await asyncio.wait_for(sending, STALLED_SECONDS)
            if not gone.done():
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        except TimeoutError:
            log.info("a watcher that reads nothing was let go", battle=self._battle)
        finally:
            gone.cancel()
            self._live.leave(channel)

    def _frames(self, channel: Channel, batch: Sequence[Envelope]) -> bytes:
        """The next events, and before each what it opened: who loses the line in between gets both again."""
        body = self._notices(channel)
        for envelope in batch:
            frame, shown = channel.frame(envelope, self._seat)
            audience = audience_of(envelope.audience)
            if not shown and audience is not None:
                self._hidden[envelope.seq] = audience
            body.append(frame)
        self._after = batch[-1].seq
        return b"".join(body)

    async def _remember(self, channel: Channel) -> None:
        """What was still hidden from this seat when it last had an event."""
        if not self._after:
            return
        then = await self._live.at(self._battle, self._after)
        self._opened = then.table.opened
        self._hidden = {
            secret.seq: secret.audience
            for secret in channel.marks.secrets
            if secret.seq <= self._after and not then.table.may_see(secret.audience, secret.seq, self._seat)
        }

    def _notices(self, channel: Channel) -> list[bytes]:
        """What may be read by now that was hidden when it was sent; by the event that opened it."""
        table = channel.chronicle.battle.table
        if table.opened == self._opened:
            return []
        self._opened = table.opened
        by: dict[int, list[int]] = {}
        for seq, audience in self._hidden.items():
            if table.may_see(audience, seq, self._seat):
                opened = (table.opened.get(label, 0) for label in (audience.until, OVER))
                by.setdefault(min(at for at in opened if at > seq), []).append(seq)
        for seq in [seq for seqs in by.values() for seq in seqs]:
            del self._hidden[seq]
        notices = (msgspec.json.encode(Notice(at, seqs)) for at, seqs in sorted(by.items()))
        return [b"event: opened\ndata: %s\n\n" % notice for notice in notices]


async def _gone(receive: Receive) -> None:
    """Wait until the watcher has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
