"""Reading the file: every question that the store answers, without a thread in between.

A reader never waits for the writer (write-ahead log), and each question is a short statement of its own, so
that no reader keeps the log from being folded back into the file.
"""
# ruff: noqa: S608  # statements are joined from constants of this file; values are always bound

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from senki.eventstore.connection import BUSY_SECONDS, reader_connection
from senki.eventstore.errors import DamagedFile, KeyReused, StoreUnavailable
from senki.eventstore.events import Appended, Envelope, Head, Key, Record, StreamInfo

COLUMNS = """
    e.seq, e.type, CAST(e.data AS BLOB), e."by", e.cause, e.recorded_at, e.audience, e.salt, e.digest, e.hash
"""
_STREAM_ID = "(SELECT id FROM streams WHERE name = ?)"
_READ = f"""
    SELECT e.position, ?, {COLUMNS} FROM events AS e
    WHERE e.stream_id = {_STREAM_ID} AND e.seq > ? ORDER BY e.seq LIMIT ?
"""
_READ_ALL = f"""
    SELECT e.position, (SELECT name FROM streams WHERE id = e.stream_id), {COLUMNS} FROM events AS e
    WHERE e.position > ? ORDER BY e.position LIMIT ?
"""
_HEAD = f"SELECT seq, hash FROM events WHERE stream_id = {_STREAM_ID} ORDER BY seq DESC LIMIT 1"
_HASH = f"SELECT hash FROM events WHERE stream_id = {_STREAM_ID} AND seq = ?"
_ANSWERED = """
    SELECT k.content, s.name, k.first_seq, k.last_seq, e.hash, e.position FROM keys AS k
    JOIN streams AS s ON s.id = k.stream_id
    JOIN events AS e ON e.stream_id = k.stream_id AND e.seq = k.last_seq
    WHERE k.scope = ? AND k.key = ?
"""
_STREAMS = """
    SELECT s.id, s.name, last.seq, last.hash, first.recorded_at, last.recorded_at FROM streams AS s
    JOIN events AS first ON first.stream_id = s.id AND first.seq = 1
    JOIN events AS last ON last.stream_id = s.id
        AND last.seq = (SELECT max(seq) FROM events WHERE stream_id = s.id)
    WHERE s.id {cursor} ? ORDER BY s.id {order} LIMIT ?
"""
_OLDEST_FIRST = _STREAMS.format(cursor=">", order="ASC")
_NEWEST_FIRST = _STREAMS.format(cursor="<", order="DESC")
_RECORD = "SELECT CAST(data AS BLOB) FROM records WHERE kind = ? AND id = ?"
_ALL_RECORDS = "SELECT id, CAST(data AS BLOB) FROM records WHERE kind = ? ORDER BY id"
_TOUCHED = """
    SELECT DISTINCT s.name FROM events AS e JOIN streams AS s ON s.id = e.stream_id WHERE e.position > ?
"""
_BEYOND_ANY = 2**62

Shape = tuple[type, ...]
_NONE = type(None)
_EVENTS: frozenset[Shape] = frozenset(
    (int, str, int, str, bytes, str, cause, str, audience, bytes, bytes, bytes)
    for cause in (int, _NONE)
    for audience in (str, _NONE)
)
_HEADS: frozenset[Shape] = frozenset({(int, bytes)})
_ANSWERS: frozenset[Shape] = frozenset({(bytes, str, int, int, bytes, int)})
_INFOS: frozenset[Shape] = frozenset({(int, str, int, bytes, str, str)})
_NUMBER: frozenset[Shape] = frozenset({(int,)})
_BYTES: frozenset[Shape] = frozenset({(bytes,)})
_RECORDS: frozenset[Shape] = frozenset({(str, bytes)})
_TEXT: frozenset[Shape] = frozenset({(str,)})


def typed(row: Any, shapes: frozenset[Shape]) -> Any:  # noqa: ANN401 - the driver's rows are of any type
    """Give a row whose values have the types that its columns must have: what a flipped bit makes of one is damage.

    Raises:
        DamagedFile: they have not.
    """
    if tuple(map(type, row)) not in shapes:
        said = ", ".join(type(value).__name__ for value in row)
        raise DamagedFile(f"cannot read: a row ({said}) is not of the types that it was written with")
    return row


def refused(error: Exception) -> StoreUnavailable:
    """What a failure of SQLite means: the file is damaged, or cannot be read now."""
    code = getattr(error, "sqlite_errorcode", None)
    damaged = code is not None and code & 0xFF in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
    undecoded = isinstance(error, UnicodeDecodeError) or "Could not decode" in str(error)
    return (DamagedFile if damaged or undecoded else StoreUnavailable)(f"cannot read: {error}")


def answered(connection: sqlite3.Connection, key: Key) -> Appended | None:
    """Look an idempotency key up. Raises KeyReused, sqlite3.Error."""
    row = connection.execute(_ANSWERED, (key.scope, key.key)).fetchone()
    if row is None:
        return None
    content, stream, first, last, hash_, position = typed(row, _ANSWERS)
    if content != key.content:
        raise KeyReused(key.scope, key.key)
    return Appended(stream, first, last, Head(last, hash_), position, repeated=True)


def lenient(raw: bytes) -> str:
    """Read damaged text, too, with U+FFFD in place of what is not UTF-8, so that a check can name it."""
    return raw.decode("utf-8", "replace")


class Reader:
    """One connection for reading, for one thread at a time. Every method may raise StoreUnavailable, DamagedFile."""

    def __init__(self, path: Path, *, busy_seconds: float = BUSY_SECONDS) -> None:
        self._connection = reader_connection(path, busy_seconds=busy_seconds)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Envelope]:
        """Read a stream's events with seq > `after`."""
        limit = -1 if limit is None else limit
        return [Envelope(*row) for row in self._rows(_EVENTS, _READ, (stream, stream, after, limit))]

    def read_all(self, after: int = 0, limit: int | None = None) -> list[Envelope]:
        """Read all streams' events with position > `after`."""
        limit = -1 if limit is None else limit
        return [Envelope(*row) for row in self._rows(_EVENTS, _READ_ALL, (after, limit))]

    def head(self, stream: str) -> Head:
        """Give the stream's end."""
        for seq, hash_ in self._rows(_HEADS, _HEAD, (stream,)):
            return Head(seq, hash_)
        return Head()

    def hash_at(self, stream: str, seq: int) -> bytes | None:
        """Give the hash of one event, None if it is not there."""
        for (hash_,) in self._rows(_BYTES, _HASH, (stream, seq)):
            return hash_
        return None

    def position(self) -> int:
        """Give the position of the last event in the store."""
        return self._rows(_NUMBER, "SELECT coalesce(max(position), 0) FROM events")[0][0]

    def streams(self, after: int | None = None, limit: int = 100, *, newest_first: bool = False) -> list[StreamInfo]:
        """List streams in the order in which they began, or the other way round."""
        if newest_first:
            rows = self._rows(_INFOS, _NEWEST_FIRST, (_BEYOND_ANY if after is None else after, limit))
        else:
            rows = self._rows(_INFOS, _OLDEST_FIRST, (after or 0, limit))
        return [
            StreamInfo(number, name, Head(seq, hash_), first, last) for number, name, seq, hash_, first, last in rows
        ]

    def answered(self, key: Key) -> Appended | None:
        """Look up what was answered under an idempotency key. Raises KeyReused."""
        try:
            return answered(self._connection, key)
        except (sqlite3.Error, UnicodeError) as error:
            raise refused(error) from error

    def record(self, kind: str, id: str) -> bytes | None:
        """Read a record."""
        for (data,) in self._rows(_BYTES, _RECORD, (kind, id)):
            return data
        return None

    def records(self, kind: str) -> list[Record]:
        """Read all records of a kind."""
        rows = self._rows(_RECORDS, _ALL_RECORDS, (kind,))
        return [Record(kind, id_, data) for id_, data in rows]

    def version(self) -> int:
        """Give a number that changes whenever another connection has committed."""
        return self._rows(_NUMBER, "PRAGMA data_version")[0][0]

    def touched(self, after: int) -> list[str]:
        """Name the streams that got events after a position."""
        return [name for (name,) in self._rows(_TEXT, _TOUCHED, (after,))]

    def _rows(self, shapes: frozenset[Shape], sql: str, values: Sequence[object] = ()) -> list[Any]:
        try:
            rows = self._connection.execute(sql, values).fetchall()
        except (sqlite3.Error, UnicodeError) as error:
            raise refused(error) from error
        for row in rows:
            typed(row, shapes)
        return rows
