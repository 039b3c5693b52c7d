"""The interface of an event store. SQLite stands behind it; so can a log that many machines share."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, Self

from senki.eventstore.chain import Verdict
from senki.eventstore.check import Checked
from senki.eventstore.events import Appended, Envelope, Head, Key, NewEvent, Record, StreamInfo


class Subscription(Protocol):
    """Batches of envelopes, oldest first: what is there, then what comes, without gap or double.

    A pending `anext` may be cancelled (a heartbeat's time-out) and asked again; nothing is lost. A
    subscription that is simply let go holds nothing. It ends when the store is closed.
    """

    @property
    def after(self) -> int:
        """The last seq (or position) that was handed out."""
        ...

    def __aiter__(self) -> Self:
        """Give itself."""
        ...

    async def __anext__(self) -> list[Envelope]:
        """Wait for the next batch; never an empty one."""
        ...


class EventStore(Protocol):
    """Streams of opaque events: append, read, subscribe, verify.

    Every method may raise `StoreUnavailable`. What a reader sees is durable.
    """

    async def append(
        self,
        stream: str,
        events: Sequence[NewEvent],
        expected_seq: int,
        key: Key | None = None,
        records: Sequence[Record] = (),
    ) -> Appended:
        """Record all the events, and the records with them, or nothing; durable when it answers.

        A cancelled append is written whole or not at all.

        Raises:
            Conflict: the stream does not stand at `expected_seq` (0: it does not exist yet).
            KeyReused: the key was used with other content. (With the same content: the first answer again.)
            InvalidEvent: an event, a name or a record is not acceptable.
        """
        ...

    async def answered(self, key: Key) -> Appended | None:
        """Look up what was answered under the key; raises KeyReused if its content was other."""
        ...

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Envelope]:
        """Read the events of a stream with seq > `after`, at most `limit`; none if there is no stream."""
        ...

    async def read_all(self, after: int = 0, limit: int | None = None) -> list[Envelope]:
        """Read the events of all streams with position > `after`, at most `limit`, as recorded."""
        ...

    async def head(self, stream: str) -> Head:
        """Give the stream's end; `Head()` for a stream that is not there."""
        ...

    async def streams(
        self, after: int | None = None, limit: int = 100, *, newest_first: bool = False
    ) -> list[StreamInfo]:
        """List streams in the order in which they began, or the other way; `after` is a `number` seen."""
        ...

    def subscribe(self, stream: str, after: int = 0) -> Subscription:
        """Follow a stream from seq `after` on."""
        ...

    def subscribe_all(self, after: int = 0) -> Subscription:
        """Follow all streams from position `after` on."""
        ...

    async def verify(
        self, stream: str, kept: Head | None = None, progress: Callable[[int, int], None] | None = None
    ) -> Verdict:
        """Check every event of the stream against the chain, and against a head that the caller kept."""
        ...

    async def check(self) -> Checked:
        """Check that what is kept is whole: nothing that was recorded is missing or hidden from readers."""
        ...

    async def restore(self, stream: str, envelopes: Iterable[Envelope], head: Head) -> Appended:
        """Take over a whole recorded stream as it is: checked, ending at `head`, or nothing is kept.

        The envelopes may be consumed in another thread.

        Raises:
            StreamExists: the stream is there already.
            InvalidEvent: the chain is broken, something is concealed, or the end is not `head`.
        """
        ...

    async def save_snapshot(self, stream: str, seq: int, key: str, data: bytes) -> bool:
        """Keep a disposable value computed from the first `seq` events; False if it could not be kept."""
        ...

    async def snapshot(self, stream: str, at_most: int, key: str) -> tuple[int, bytes] | None:
        """Give the newest snapshot under `key` with seq ≤ `at_most` that still fits the stream's history."""
        ...

    async def drop_snapshots(self, stream: str | None = None, *, but: str | None = None) -> None:
        """Forget the snapshots of a stream (None: of all) except those under the key `but`."""
        ...

    async def put_record(self, kind: str, id: str, data: bytes) -> None:
        """Write a record, over an earlier one of the same kind and id; durable when it answers."""
        ...

    async def record(self, kind: str, id: str) -> bytes | None:
        """Read a record."""
        ...

    async def records(self, kind: str) -> list[Record]:
        """Read all records of a kind, by id."""
        ...
