"""The event store in one SQLite file: one writer with group commit, many readers that never block it."""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from typing import TypeVar

from senki.eventstore.chain import ChainCheck, Damage, Verdict
from senki.eventstore.check import Checked, Checker, with_hidden
from senki.eventstore.connection import BUSY_SECONDS, writer_connection
from senki.eventstore.errors import DamagedFile, InvalidEvent, StoreClosed
from senki.eventstore.events import Appended, Envelope, Head, Key, NewEvent, Record, StreamInfo
from senki.eventstore.jobs import Append, Future, Put, Restore
from senki.eventstore.reader import Reader
from senki.eventstore.snapshots import Snapshots
from senki.eventstore.watch import LOOK_SECONDS, Follow, Watch
from senki.eventstore.writer import Job, Writer

AT_ONCE = 256
"""So many events are read in the event loop itself (under a millisecond); more are read in a thread."""
_THREADS = 2
_PAGE = 1_000
_T = TypeVar("_T")


class SqliteStore:
    """An `EventStore` in a file, opened with `async with SqliteStore.open(path) as store`.

    Everything is to be awaited in the event loop in which it was opened. `head`, `answered`, `record`,
    `streams`, `snapshot` and short reads answer without leaving the loop's thread (some 10 to 20 µs); the
    twins `head_now`, `read_now` and so on are the same without `await`. Several processes may have the same
    file open.
    """

    def __init__(
        self,
        path: str | PathLike[str],
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        salt: Callable[[int], bytes] = secrets.token_bytes,
        create: bool = True,
        busy_seconds: float = BUSY_SECONDS,
        look_seconds: float = LOOK_SECONDS,
    ) -> None:
        """Open the file, made or migrated if need be. Raises FileRefused, StoreUnavailable."""
        self.path = Path(path)
        self._clock = clock
        self._salt = salt
        self._loop = asyncio.get_running_loop()
        self._busy_seconds = busy_seconds
        self._closed = False
        connection = writer_connection(self.path, create=create, busy_seconds=busy_seconds)
        with ExitStack() as opened:
            opened.callback(connection.close)
            self._reader = Reader(self.path, busy_seconds=busy_seconds)
            opened.callback(self._reader.close)
            self._watch = Watch(self._reader, self._loop, look_seconds)
            opened.pop_all()
        beside = self.path.with_name(self.path.name + "-snapshots")
        self._snapshots = Snapshots(beside)
        self._snapshots_written = Snapshots(beside)
        self._snapshot_thread = ThreadPoolExecutor(1, f"snapshots of {self.path.name}")
        self._threads = ThreadPoolExecutor(_THREADS, f"reader of {self.path.name}")
        self._idle: list[Reader] = []
        self._checking: asyncio.Future[Checked] | None = None
        self._writer = Writer(
            self.path,
            connection,
            loop=self._loop,
            touched=self._watch.ring,
            clock=self._now,
            busy_seconds=busy_seconds,
        )

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        path: str | PathLike[str],
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        salt: Callable[[int], bytes] = secrets.token_bytes,
        create: bool = True,
        busy_seconds: float = BUSY_SECONDS,
        look_seconds: float = LOOK_SECONDS,
    ) -> AsyncGenerator["SqliteStore"]:
        """Open a store and close it at the end.

        Args:
            path: the file; it is made if it is not there, unless `create` is False.
            clock: gives the time of recording, with its zone.
            salt: gives so many bytes that nobody can guess.
            create: whether a file may be made.
            busy_seconds: how long to wait for another process that is writing.
            look_seconds: how often subscriptions look for what other processes wrote.

        Raises:
            FileRefused: the file is not ours or too new.
            StoreUnavailable: it cannot be opened.
        """
        store = cls(path, clock=clock, salt=salt, create=create, busy_seconds=busy_seconds, look_seconds=look_seconds)
        try:
            yield store
        finally:
            await store.close()

    async def close(self) -> None:
        """Write what is queued, end the subscriptions, close the file; a second time does nothing."""
        if self._closed:
            return
        self._closed = True
        self._writer.close()
        self._watch.close()
        await asyncio.shield(self._finish())

    async def _finish(self) -> None:
        await self._loop.run_in_executor(None, self._close)
        self._writer.end()

    def _close(self) -> None:
        self._writer.join()
        self._threads.shutdown()
        self._snapshot_thread.shutdown()
        for one in (*self._idle, self._reader, self._snapshots, self._snapshots_written):
            one.close()

    async def append(
        self,
        stream: str,
        events: Sequence[NewEvent],
        expected_seq: int,
        key: Key | None = None,
        records: Sequence[Record] = (),
    ) -> Appended:
        """Record all the events, and the records with them, or nothing; durable when it answers."""
        future: Future = self._loop.create_future()
        job = Append(stream, events, expected_seq, key, records, salt=self._salt, future=future)
        return _answer(await self._put(job))

    async def restore(self, stream: str, envelopes: Iterable[Envelope], head: Head) -> Appended:
        """Take over a whole recorded stream as it is; other writes wait meanwhile."""
        return _answer(await self._put(Restore(stream, envelopes, head, self._loop.create_future())))

    async def put_record(self, kind: str, id: str, data: bytes) -> None:
        """Write a record, over an earlier one of the same kind and id; durable when it answers."""
        await self._put(Put((Record(kind, id, data),), self._loop.create_future()))

    async def answered(self, key: Key) -> Appended | None:
        """Look up what was answered under the key; raises KeyReused if its content was other."""
        return self.answered_now(key)

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Envelope]:
        """Read the events of a stream with seq > `after`, at most `limit`."""
        if limit is None or limit > AT_ONCE:
            there = self.head_now(stream).seq - after
            if there > AT_ONCE:
                return await self._in_thread(lambda reader: reader.read(stream, after, limit))
        return self.read_now(stream, after, limit)

    async def read_all(self, after: int = 0, limit: int | None = None) -> list[Envelope]:
        """Read the events of all streams with position > `after`, at most `limit`."""
        if (limit is None or limit > AT_ONCE) and self._open_reader().position() - after > AT_ONCE:
            return await self._in_thread(lambda reader: reader.read_all(after, limit))
        return self.read_all_now(after, limit)

    async def head(self, stream: str) -> Head:
        """Give the stream's end; `Head()` for a stream that is not there."""
        return self.head_now(stream)

    async def streams(
        self, after: int | None = None, limit: int = 100, *, newest_first: bool = False
    ) -> list[StreamInfo]:
        """List streams in the order in which they began, or the other way; `after` is a `number` seen."""
        return self.streams_now(after, limit, newest_first=newest_first)

    async def record(self, kind: str, id: str) -> bytes | None:
        """Read a record."""
        return self.record_now(kind, id)

    async def records(self, kind: str) -> list[Record]:
        """Read all records of a kind, by id."""
        return self.records_now(kind)

    def answered_now(self, key: Key) -> Appended | None:
        """Do the same as `answered`, without waiting."""
        return self._open_reader().answered(key)

    def read_now(self, stream: str, after: int = 0, limit: int | None = None) -> list[Envelope]:
        """Do the same as `read`, in this thread whatever the length: give a limit."""
        return self._open_reader().read(stream, after, limit)

    def read_all_now(self, after: int = 0, limit: int | None = None) -> list[Envelope]:
        """Do the same as `read_all`, in this thread whatever the length: give a limit."""
        return self._open_reader().read_all(after, limit)

    def head_now(self, stream: str) -> Head:
        """Do the same as `head`, without waiting."""
        return self._open_reader().head(stream)

    def streams_now(
        self, after: int | None = None, limit: int = 100, *, newest_first: bool = False
    ) -> list[StreamInfo]:
        """Do the same as `streams`, without waiting."""
        return self._open_reader().streams(after, limit, newest_first=newest_first)

    def record_now(self, kind: str, id: str) -> bytes | None:
        """Do the same as `record`, without waiting."""
        return self._open_reader().record(kind, id)

    def records_now(self, kind: str) -> list[Record]:
        """Do the same as `records`, without waiting."""
        return self._open_reader().records(kind)

    def snapshot_now(self, stream: str, at_most: int, key: str) -> tuple[int, bytes] | None:
        """Do the same as `snapshot`, without waiting."""
        reader = self._open_reader()
        while (found := self._snapshots.seek(stream, key, at_most)) is not None:
            seq, hash_ = found
            if reader.hash_at(stream, seq) == hash_:
                data = self._snapshots.data(stream, key, seq, hash_)
                if data is not None:
                    return seq, data
            at_most = seq - 1
        return None

    def subscribe(self, stream: str, after: int = 0) -> Follow:
        """Follow a stream from seq `after` on: what is there, then what comes, without gap or double."""
        return Follow(self._watch, stream, after, lambda seen: self.read(stream, seen, AT_ONCE))

    def subscribe_all(self, after: int = 0) -> Follow:
        """Follow all streams from position `after` on."""
        return Follow(self._watch, None, after, lambda seen: self.read_all(seen, AT_ONCE))

    async def verify(
        self, stream: str, kept: Head | None = None, progress: Callable[[int, int], None] | None = None
    ) -> Verdict:
        """Check every event that the table has of the stream against the chain, the index, and a head that was kept."""
        self._open_reader()
        check = ChainCheck(kept)
        checker = Checker(self.path, busy_seconds=self._busy_seconds)

        def page(positions: Sequence[int]) -> None:
            for envelope in checker.read(stream, positions):
                check.push(envelope)

        try:
            found = await self._loop.run_in_executor(self._threads, checker.find, stream)
            total = len(found.positions)
            for at in range(0, total, _PAGE):
                await self._loop.run_in_executor(self._threads, page, found.positions[at : at + _PAGE])
                if progress is not None:
                    progress(min(at + _PAGE, total), total)
            return with_hidden(check.verdict(), found)
        except DamagedFile as error:
            check.stop(Damage.UNREADABLE, str(error))
            return check.verdict()
        finally:
            checker.close()

    async def check(self) -> Checked:
        """Check the whole file: tables against indexes, types, and that no event of any stream is missing.

        Those who ask while a check is running get what it finds.
        """
        self._open_reader()
        if self._checking is None:
            self._checking = asyncio.ensure_future(self._check())
            self._checking.add_done_callback(self._checked)
        return await asyncio.shield(self._checking)

    async def _check(self) -> Checked:
        checker = Checker(self.path, busy_seconds=self._busy_seconds)
        try:
            return await self._loop.run_in_executor(self._threads, checker.check)
        finally:
            checker.close()

    def _checked(self, checking: asyncio.Future[Checked]) -> None:
        del checking
        self._checking = None

    async def save_snapshot(self, stream: str, seq: int, key: str, data: bytes) -> bool:
        """Keep a disposable value computed from the first `seq` events; False if it could not be kept."""
        hash_ = self._open_reader().hash_at(stream, seq)
        if hash_ is None:
            return False
        return await self._loop.run_in_executor(
            self._snapshot_thread, self._snapshots_written.save, stream, key, seq, hash_, data
        )

    async def snapshot(self, stream: str, at_most: int, key: str) -> tuple[int, bytes] | None:
        """Give the newest snapshot under `key` with seq ≤ `at_most` that still fits the stream's history."""
        return self.snapshot_now(stream, at_most, key)

    async def drop_snapshots(self, stream: str | None = None, *, but: str | None = None) -> None:
        """Forget the snapshots of a stream (None: of all) except those under the key `but`."""
        self._open_reader()
        await self._loop.run_in_executor(self._snapshot_thread, self._snapshots_written.drop, stream, but)

    async def _put(self, job: Job) -> Appended | None:
        self._writer.put(job)
        return await job.future

    async def _in_thread(self, question: Callable[[Reader], _T]) -> _T:
        def ask() -> _T:
            try:
                reader = self._idle.pop()
            except IndexError:
                reader = Reader(self.path, busy_seconds=self._busy_seconds)
            try:
                return question(reader)
            finally:
                self._idle.append(reader)

        return await self._loop.run_in_executor(self._threads, ask)

    def _open_reader(self) -> Reader:
        if self._closed:
            raise StoreClosed
        return self._reader

    def _now(self) -> str:
        now = self._clock()
        if now.tzinfo is not UTC:
            if now.tzinfo is None:
                raise InvalidEvent("the store's clock must give a time with its zone")
            now = now.astimezone(UTC)
        return now.isoformat(timespec="microseconds")[:-6] + "Z"


def _answer(answer: Appended | None) -> Appended:
    assert answer is not None  # noqa: S101  # jobs with events answer with where they went
    return answer
