"""What the writer knows of the ends of streams, and a change that grows upon it within one transaction."""

import sqlite3
from collections.abc import Callable, Sequence
from itertools import chain

import msgspec

from senki.eventstore.events import Appended, Head, Key, Record
from senki.eventstore.reader import Shape, answered, typed

_TAIL = """
    SELECT s.id, e.seq, e.hash, e.recorded_at FROM streams AS s JOIN events AS e ON e.stream_id = s.id
    WHERE s.name = ? ORDER BY e.seq DESC LIMIT 1
"""
_ENDS = """
    SELECT (SELECT coalesce(max(position), 0) FROM events), (SELECT coalesce(max(id), 0) FROM streams)
"""
_STREAM = "INSERT INTO streams (id, name) VALUES (?, ?)"
INSERT_EVENT = "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_KEY = "INSERT INTO keys VALUES (?, ?, ?, ?, ?, ?)"
_RECORD = "INSERT INTO records VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET data = excluded.data"
_TAILS: frozenset[Shape] = frozenset({(int, int, bytes, str)})
_KNOWN = 10_000
_AT_ONCE = 32
_ROW = f"({', '.join('?' * 12)})"
_INSERT = {n: INSERT_EVENT + f", {_ROW}" * (n - 1) for n in (1, 2, 4, 8, 16, _AT_ONCE)}

EventRow = tuple[int, int, int, str, str, int | None, str, str | None, str, bytes, bytes, bytes]
"""position, stream_id, seq, type, by, cause, recorded_at, audience, data, salt, digest, hash"""


def insert_events(connection: sqlite3.Connection, rows: Sequence[EventRow]) -> None:
    """Insert rows, many at a time: SQLite gives the interpreter's lock away and asks for it again once a statement."""
    at = 0
    size = _AT_ONCE
    while left := len(rows) - at:
        while size > left:
            size //= 2
        connection.execute(_INSERT[size], tuple(chain.from_iterable(rows[at : at + size])))
        at += size


class Tail(msgspec.Struct, frozen=True):
    """The end of a stream as the writer needs it."""

    stream_id: int
    head: Head
    recorded_at: str


class Tails:
    """Ends of streams known from earlier transactions; forgotten as soon as another process has committed."""

    def __init__(self, clock: Callable[[], str]) -> None:
        self._clock = clock
        self._version = -1
        self.position = 0
        self.stream_id = 0
        self.known: dict[str, Tail | None] = {}

    def begin(self, connection: sqlite3.Connection) -> "Change":
        """Begin a change within a transaction that holds the write lock."""
        (version,) = connection.execute("PRAGMA data_version").fetchone()
        if version != self._version or len(self.known) > _KNOWN:
            self._version = version
            self.known = {}
            self.position, self.stream_id = connection.execute(_ENDS).fetchone()
        return Change(connection, self, self._clock())

    def keep(self, change: "Change") -> None:
        """Take over what a committed change has made true."""
        self.position, self.stream_id = change.position, change.stream_id
        self.known.update(change.tails)


class Change:
    """What one transaction will write: collected first, written in one go."""

    def __init__(self, connection: sqlite3.Connection, before: Tails, now: str) -> None:
        self.connection = connection
        self.now = now
        self.position = before.position
        self.stream_id = before.stream_id
        self.tails: dict[str, Tail | None] = {}
        self.written = False
        self._known = before.known
        self._streams: list[tuple[int, str]] = []
        self._events: list[EventRow] = []
        self._keys: dict[tuple[str, str], tuple[bytes, Appended]] = {}
        self._records: list[tuple[str, str, str]] = []

    @property
    def empty(self) -> bool:
        """Whether there is nothing to write."""
        return not (self._events or self._records or self.written)

    @property
    def streams(self) -> Sequence[str]:
        """The streams that get events."""
        return [name for name, tail in self.tails.items() if tail is not None]

    def tail(self, stream: str) -> Tail | None:
        """Give the stream's end, with what this change adds; None if there is no such stream."""
        if stream in self.tails:
            return self.tails[stream]
        if stream not in self._known:
            row = self.connection.execute(_TAIL, (stream,)).fetchone()
            if row is None:
                self._known[stream] = None
            else:
                id_, seq, hash_, recorded_at = typed(row, _TAILS)
                self._known[stream] = Tail(id_, Head(seq, hash_), recorded_at)
        return self._known[stream]

    def answered(self, key: Key) -> tuple[bytes, Appended] | None:
        """Look an idempotency key up: its content and the answer, from this change or from the file."""
        mine = self._keys.get((key.scope, key.key))
        if mine is not None:
            return mine
        found = answered(self.connection, key)
        return None if found is None else (key.content, found)

    def new_stream(self, stream: str) -> int:
        """Give the id under which a stream that begins now will be kept."""
        self.stream_id += 1
        self._streams.append((self.stream_id, stream))
        return self.stream_id

    def add(self, stream: str, tail: Tail, rows: Sequence[EventRow]) -> None:
        """Add events to a stream and move its end."""
        self._events.extend(rows)
        self.position += len(rows)
        self.tails[stream] = tail

    def add_key(self, key: Key, answer: Appended) -> None:
        """Add an answered idempotency key."""
        self._keys[key.scope, key.key] = (key.content, answer)

    def add_records(self, records: Sequence[Record]) -> None:
        """Add records to be written over earlier ones."""
        self._records.extend((record.kind, record.id, record.data.decode()) for record in records)

    def flush_streams(self) -> None:
        """Write the new streams at once, for one who writes its events itself."""
        self.connection.executemany(_STREAM, self._streams)
        self._streams.clear()

    def restored(self, stream: str, tail: Tail) -> None:
        """Move the end of a stream whose events are written already."""
        self.position += tail.head.seq
        self.tails[stream] = tail
        self.written = True

    def flush(self) -> None:
        """Write what was collected. Raises sqlite3.Error; then the transaction is to be rolled back."""
        connection = self.connection
        if self._streams:
            self.flush_streams()
        if self._events:
            insert_events(connection, self._events)
        if self._keys:
            ids = {name: tail.stream_id for name, tail in self.tails.items() if tail is not None}
            connection.executemany(
                _KEY,
                [
                    (scope, key, content, ids[answer.stream], answer.first_seq, answer.last_seq)
                    for (scope, key), (content, answer) in self._keys.items()
                ],
            )
        if self._records:
            connection.executemany(_RECORD, self._records)
