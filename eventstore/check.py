"""Whether the file is whole: what SQLite's indexes hide from a reader is found in the tables themselves.

A reader goes through an index. One flipped bit in it hides the end of a stream or a whole stream, and every event that
is still read is right. So a check reads the tables without their indexes, and both must tell the same.
"""
# ruff: noqa: S608  # statements are joined from constants of this file; values are always bound

import sqlite3
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, cast

import msgspec

from senki.eventstore.chain import Damage, Verdict
from senki.eventstore.connection import BUSY_SECONDS, reader_connection
from senki.eventstore.errors import DamagedFile
from senki.eventstore.events import Envelope
from senki.eventstore.migrations import MIGRATIONS
from senki.eventstore.reader import COLUMNS, lenient, refused

MOST = 20
"""So many faults of one kind are told."""

_STREAM_IN_TABLE = "SELECT id FROM streams NOT INDEXED WHERE name = ?"
_STREAM_IN_INDEX = "SELECT id FROM streams INDEXED BY sqlite_autoindex_streams_1 WHERE name = ?"
_IN_TABLE = "SELECT seq, position FROM events NOT INDEXED WHERE stream_id = ?"
_IN_INDEX = "SELECT seq, position FROM events INDEXED BY sqlite_autoindex_events_1 WHERE stream_id = ?"
_AT = f"SELECT e.position, ?, {COLUMNS} FROM events AS e WHERE e.position = ?"
_SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_master"
_NAMES = "SELECT id, name FROM streams NOT INDEXED ORDER BY id"
_POSITIONS = "SELECT position, stream_id FROM events NOT INDEXED ORDER BY position"
_KEYS = """
    SELECT k.key, k.stream_id, k.first_seq, k.last_seq FROM keys AS k WHERE NOT EXISTS
        (SELECT 1 FROM events AS e WHERE e.stream_id = k.stream_id AND e.seq = k.last_seq)
        OR k.first_seq NOT BETWEEN 1 AND k.last_seq
"""

Place = tuple[Any, int]
"""The seq and the position of a row; in a damaged file the seq may be anything."""


class Flaw(msgspec.Struct, frozen=True):
    """Something that is wrong with the file: with one stream, or (None) with what all have in common."""

    stream: str | None
    detail: str


class Checked(msgspec.Struct, frozen=True):
    """What a check of the file found.

    Attributes:
        streams: the names of all streams as the table has them, in the order in which they began.
        flaws: what is wrong; none in a file that is whole.
    """

    streams: tuple[str, ...]
    flaws: tuple[Flaw, ...]


class Found(msgspec.Struct, frozen=True):
    """The rows of one stream: their positions in the order of their seqs, and what an index does not tell of them."""

    positions: tuple[int, ...]
    hidden: tuple[int, str] | None


class Checker:
    """One connection that reads the tables, for one thread at a time. Every method may raise DamagedFile."""

    def __init__(self, path: Path, *, busy_seconds: float = BUSY_SECONDS) -> None:
        self._connection = reader_connection(path, busy_seconds=busy_seconds)
        self._connection.text_factory = lenient

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def find(self, stream: str) -> Found:
        """Look a stream up in the tables, and compare with what the indexes lead to."""
        with self._at_one_moment():
            return self._find(stream)

    def _find(self, stream: str) -> Found:
        in_table, in_index = self._rows(_STREAM_IN_TABLE, stream), self._rows(_STREAM_IN_INDEX, stream)
        if not (in_table or in_index):
            return Found((), None)
        (id_,) = (in_table or in_index)[0]
        places = cast("list[Place]", self._rows(_IN_TABLE, id_))
        places.sort(key=lambda place: (not isinstance(place[0], int), place[0] if isinstance(place[0], int) else 0))
        hidden = _hidden(places, cast("list[Place]", self._rows(_IN_INDEX, id_)))
        if hidden is None and in_table != in_index:
            way = (
                "the index of names does not lead to it" if in_table else "the table of streams does not have its name"
            )
            hidden = (1, f"the stream is there, but {way}")
        return Found(tuple(position for _, position in places), hidden)

    def read(self, stream: str, positions: Sequence[int]) -> list[Envelope]:
        """Read events by where they stand; their values may be of any type."""
        return [Envelope(*row) for position in positions for row in self._rows(_AT, stream, position)]

    def check(self) -> Checked:
        """Check the whole file."""
        flaws: list[Flaw] = []
        names: dict[int, str] = {}
        with self._at_one_moment():
            for part in (self._schema, self._pages, lambda: self._streams(names), self._keys):
                try:
                    flaws.extend(part())
                except DamagedFile as error:
                    flaws.append(Flaw(None, str(error)))
        return Checked(tuple(names.values()), tuple(flaws))

    def _schema(self) -> Iterator[Flaw]:
        """What guards the tables must stand there as it was written."""
        ((version,),) = self._rows("PRAGMA user_version")
        with closing(sqlite3.connect(":memory:")) as fresh:
            for migration in MIGRATIONS[:version]:
                for statement in migration:
                    fresh.execute(statement)
            due = fresh.execute(_SCHEMA).fetchall()
        there = set(self._rows(_SCHEMA))
        for row in due:
            if row not in there:
                yield Flaw(None, f"the {row[0]} {row[1]!r} of the file is not as it was made")

    def _pages(self) -> Iterator[Flaw]:
        """SQLite's own check: pages, indexes against tables, types, bounds, references."""
        for (said,) in self._rows(f"PRAGMA integrity_check({MOST})"):
            if said != "ok":
                yield Flaw(None, str(said))
        for table, row, parent, _ in self._rows("PRAGMA foreign_key_check")[:MOST]:
            yield Flaw(None, f"row {row} of {table} refers to a row of {parent} that is not there")

    def _streams(self, names: dict[int, str]) -> Iterator[Flaw]:
        """Positions are 1, 2, 3 … without a hole, each of a stream that is listed, and no listed stream is empty."""
        rows = self._rows(_NAMES)
        names.update((id_, name) for id_, name in rows if isinstance(name, str))
        for id_, name in rows:
            if not isinstance(name, str):
                yield Flaw(None, f"the name of stream {id_} is of type {type(name).__name__}, which it cannot be")
        known = {id_ for id_, _ in rows}
        seen: set[object] = set()
        due, holes = 1, 0
        for position, stream in self._each(_POSITIONS):
            if position != due and holes < MOST:
                holes += 1
                gone = f"position {due} is" if position == due + 1 else f"positions {due} to {position - 1} are"
                yield Flaw(None, f"{gone} not there; an event of some stream is missing")
            due = position + 1
            if stream not in known and stream not in seen:
                yield Flaw(None, f"the event at position {position} is of stream {stream!r}, which is not listed")
            seen.add(stream)
        for id_, name in rows:
            if id_ not in seen:
                yield Flaw(name if isinstance(name, str) else None, "the stream is listed, but has no event")

    def _keys(self) -> Iterator[Flaw]:
        for key, stream, first, last in self._rows(_KEYS)[:MOST]:
            yield Flaw(
                None, f"the idempotency key {key!r} answers events {first} to {last} of stream {stream}: not there"
            )

    @contextmanager
    def _at_one_moment(self) -> Generator[None]:
        """All that is read within is of one moment, whoever writes meanwhile."""
        self._rows("BEGIN")
        try:
            yield
        finally:
            self._connection.rollback()

    def _rows(self, sql: str, *values: object) -> list[Any]:
        return list(self._each(sql, *values))

    def _each(self, sql: str, *values: object) -> Iterator[Any]:
        try:
            yield from self._connection.execute(sql, values)
        except (sqlite3.Error, UnicodeError) as error:
            raise refused(error) from error


def _hidden(places: Sequence[Place], led_to: Sequence[Place]) -> tuple[int, str] | None:
    """The first event that table and index do not both have."""
    table, index = set(places), set(led_to)
    for seq, position in places:
        if (seq, position) not in index and isinstance(seq, int):
            return seq, f"event {seq} is in the file, but its index does not lead to it: no reader sees it"
    for seq, position in sorted((p for p in index - table if isinstance(p[0], int)), key=lambda p: p[0]):
        return seq, f"an index leads to event {seq} at position {position}, where another event or none stands"
    return None


def with_hidden(verdict: Verdict, found: Found) -> Verdict:
    """A verdict over the events of the table, and what the index hides of them."""
    if not verdict.ok or found.hidden is None:
        return verdict
    seq, detail = found.hidden
    return msgspec.structs.replace(verdict, damage=Damage.HIDDEN, seq=seq, detail=detail)
