"""The SQLite file: its settings, what it refuses by itself, its versions, and how it reads with other tools."""
# ruff: noqa: ASYNC240, S608  # nothing else runs in a test's loop

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
import sqlite_utils

from senki.eventstore import (
    ForeignFile,
    InvalidEvent,
    Key,
    NewerFile,
    NewEvent,
    SqliteStore,
    StoreClosed,
    StoreError,
    StoreUnavailable,
    migrations,
)
from senki.eventstore import connection as connection_module
from senki.eventstore.connection import writer_connection
from senki.eventstore.reader import Reader
from senki.eventstore.snapshots import Snapshots

pytestmark = pytest.mark.anyio
Said = Callable[..., list[NewEvent]]
SAID = "type, by, cause, recorded_at, audience, data, salt, digest, hash"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the file is."""
    return tmp_path / "senki.db"


@pytest.fixture
def raw(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection of somebody who does not know of the store, with SQLite's own settings."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


async def write(path: Path, said: Said) -> None:
    async with SqliteStore.open(path) as store:
        await store.append("戦い", said(1, 2, 3), 0)
        await store.append("b", said(1), 0)


async def test_the_writer_is_durable_and_strict(path: Path):
    """Write-ahead log, full synchronisation, foreign keys, triggers that catch a replacement."""
    async with SqliteStore.open(path):
        pass
    with closing(writer_connection(path)) as connection:
        wanted = {
            "journal_mode": "wal",
            "synchronous": 2,
            "foreign_keys": 1,
            "recursive_triggers": 1,
            "wal_autocheckpoint": 1000,
            "busy_timeout": 5000,
        }
        for name, value in wanted.items():
            assert connection.execute(f"PRAGMA {name}").fetchone() == (value,)


async def test_a_file_system_without_what_durability_needs_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch):

    def elsewhere(_connection: sqlite3.Connection, _until: float) -> str:
        return "delete"

    monkeypatch.setattr(connection_module, "_write_ahead", elsewhere)
    with pytest.raises(StoreUnavailable, match="durable"):
        await SqliteStore.open(path).__aenter__()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET data = '{}'",
        "UPDATE events SET position = position + 10",
        "DELETE FROM events",
        "DELETE FROM events WHERE position = 4",
        "INSERT OR REPLACE INTO events SELECT * FROM events WHERE position = 2",
        f"REPLACE INTO events SELECT position, 2, 2, {SAID} FROM events WHERE position = 4",
        f"INSERT INTO events SELECT 6, 2, 2, {SAID} FROM events WHERE position = 4",
        f"INSERT INTO events SELECT 5, 2, 3, {SAID} FROM events WHERE position = 4",
        "UPDATE streams SET name = 'c'",
        "DELETE FROM streams",
        "INSERT OR REPLACE INTO streams VALUES (9, 'b')",
        "INSERT OR REPLACE INTO streams VALUES (1, 'c')",
    ],
)
async def test_the_file_itself_refuses_to_change_the_log(
    path: Path, said: Said, raw: sqlite3.Connection, statement: str
):
    """Also for somebody who opens it with another program and SQLite's own settings."""
    await write(path, said)
    before = raw.execute("SELECT * FROM events").fetchall()
    with pytest.raises(sqlite3.IntegrityError, match=r"added after the last|never changed"):
        raw.execute(statement)
    assert raw.execute("SELECT * FROM events").fetchall() == before


async def test_keys_stay_as_they_are(path: Path, said: Said, raw: sqlite3.Connection):
    await write(path, said)
    raw.execute("INSERT INTO keys VALUES ('s', 'k', x'00', 1, 1, 1)")
    for statement in (
        "UPDATE keys SET content = x'01'",
        "DELETE FROM keys",
        "INSERT OR REPLACE INTO keys VALUES ('s', 'k', x'01', 1, 1, 1)",
    ):
        with pytest.raises(sqlite3.IntegrityError, match="never changed"):
            raw.execute(statement)


async def test_the_view_reads_as_a_log(path: Path, said: Said):
    """With sqlite-utils (and so Datasette): text where people read, keys declared, the order of recording."""
    await write(path, said)
    with closing(sqlite3.connect(path)) as connection:
        database = sqlite_utils.Database(connection)
        assert database.view_names() == ["log"]
        rows: list[dict[str, object]] = list(database.query("SELECT * FROM log"))  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
        assert [(row["stream"], row["seq"]) for row in rows] == [("戦い", 1), ("戦い", 2), ("戦い", 3), ("b", 1)]
        assert list(rows[0]) == [
            *("stream", "seq", "type", "by", "cause", "recorded_at", "data", "audience", "digest", "hash"),
            "position",
        ]
        assert rows[0]["data"] == '{"n":1,"語":"戦"}'
        assert rows[3]["hash"] == connection.execute("SELECT lower(hex(hash)) FROM events").fetchall()[3][0]
        (key,) = database.table("events").foreign_keys
        assert (key.column, key.other_table, key.other_column) == ("stream_id", "streams", "id")
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


async def test_a_file_of_another_program_is_left_as_it_is(path: Path, raw: sqlite3.Connection):
    raw.execute("CREATE TABLE notes (text)")
    before = path.read_bytes()
    with pytest.raises(ForeignFile, match="not an event store"):
        await SqliteStore.open(path).__aenter__()
    assert path.read_bytes() == before


async def test_a_file_that_is_no_database_is_left_as_it_is(path: Path):
    path.write_bytes(b"Once upon a time there was a text that is long enough to be looked at. " * 20)
    before = path.read_bytes()
    with pytest.raises(ForeignFile, match=r"senki\.db.*not an SQLite database"):
        await SqliteStore.open(path).__aenter__()
    assert path.read_bytes() == before


async def test_a_newer_file_is_left_as_it_is(path: Path, said: Said, raw: sqlite3.Connection):
    """The message says which versions there are and what to do."""
    await write(path, said)
    raw.execute("PRAGMA user_version = 99")
    with pytest.raises(NewerFile, match=r"version 99.*up to 1.*newer"):
        await SqliteStore.open(path).__aenter__()
    assert raw.execute("SELECT count(*) FROM log").fetchone() == (4,)


async def test_an_older_file_is_brought_forward_and_keeps_its_log(
    path: Path, said: Said, raw: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
):
    """A step that fails leaves the version before it."""
    await write(path, said)
    good, bad = ("CREATE TABLE more (n)",), ("CREATE TABLE half (n)", "CREATE TABLE more (n)")
    monkeypatch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, good, bad))
    with pytest.raises(StoreUnavailable, match="more already exists"):
        await SqliteStore.open(path).__aenter__()
    assert raw.execute("PRAGMA user_version").fetchone() == (2,)
    monkeypatch.setattr(migrations, "MIGRATIONS", migrations.MIGRATIONS[:2])
    async with SqliteStore.open(path) as store:
        assert (await store.verify("戦い")).head.seq == 3
    names = {name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert {"more", "events"} <= names
    assert "half" not in names


async def test_a_file_that_is_not_there_is_made_only_when_asked(path: Path):
    with pytest.raises(StoreUnavailable, match="unable to open"):
        await SqliteStore.open(path, create=False).__aenter__()
    assert not path.exists()
    with pytest.raises(StoreUnavailable, match="unable to open"):
        await SqliteStore.open(path / "no" / "such" / "folder.db").__aenter__()
    path.touch()
    async with SqliteStore.open(path, create=False) as store:
        assert await store.read_all() == []


async def test_time_never_goes_back_within_a_stream(path: Path, said: Said):
    """Whatever the clock does; another zone is turned into UTC."""
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    times = [noon, noon - timedelta(hours=1), noon.astimezone(timezone(timedelta(hours=9)))]
    async with SqliteStore.open(path, clock=lambda: times.pop(0)) as store:
        await store.append("b", said(1), 0)
        await store.append("b", said(2), 1)
        await store.append("c", said(3), 0)
        assert [event.recorded_at for event in await store.read_all()] == ["2026-01-01T12:00:00.000000Z"] * 3


async def test_a_clock_or_salt_that_is_wrong_fails_the_append_not_the_store(path: Path, said: Said):
    times = [datetime(2026, 1, 1), datetime(2026, 1, 1, tzinfo=UTC)]  # noqa: DTZ001  # the point of the test
    salts = [bytes(32), bytes(31), bytes(16)]
    async with SqliteStore.open(path, clock=lambda: times.pop(0), salt=lambda _length: salts.pop(0)) as store:
        with pytest.raises(StoreUnavailable, match="zone"):
            await store.append("b", said(1, 2), 0)
        with pytest.raises(InvalidEvent, match="32 bytes of salt"):
            await store.append("b", said(1, 2), 0)
        assert (await store.append("b", said(1), 0)).last_seq == 1


async def test_a_seq_that_is_no_number_fails_alone(path: Path, said: Said):
    """One mistaken job does not stop those that are written with it."""
    async with SqliteStore.open(path) as store:

        class Odd(str):
            __slots__ = ()

            def __hash__(self) -> int:
                raise RuntimeError("odd")

        outcomes = await asyncio.gather(
            store.append(Odd("b"), said(1), 0), store.append("c", said(1), 0), return_exceptions=True
        )
        assert isinstance(outcomes[0], StoreError)
        assert "odd" in str(outcomes[0])
        assert (await store.head("c")).seq == 1


async def test_a_closed_store_says_so(path: Path, said: Said):
    async with SqliteStore.open(path) as store:
        await store.append("b", said(1), 0)
    await store.close()
    with pytest.raises(StoreClosed):
        await store.append("b", said(2), 1)
    with pytest.raises(StoreClosed):
        await store.read("b")
    assert sorted(file.name for file in path.parent.iterdir()) == ["senki.db"]


async def test_the_twins_without_await_give_the_same(path: Path, said: Said):
    await write(path, said)
    async with SqliteStore.open(path) as store:
        assert store.read_now("b") == await store.read("b")
        assert store.read_all_now(1, 2) == await store.read_all(1, 2)
        assert store.head_now("b") == await store.head("b")
        assert store.streams_now() == await store.streams()


async def test_snapshots_of_another_history_are_not_taken(path: Path, said: Said):
    """As after the log was put back from a copy: the snapshot file is beside it and newer."""
    async with SqliteStore.open(path) as store:
        await store.append("b", said(1, 2), 0)
        await store.save_snapshot("b", 1, "r", b"one")
        await store.save_snapshot("b", 2, "r", b"two")
    with closing(sqlite3.connect(path.with_name("senki.db-snapshots"))) as connection, connection:
        connection.execute("UPDATE snapshots SET hash = x'00' WHERE seq = 2")
    async with SqliteStore.open(path) as store:
        assert await store.snapshot("b", 2, "r") == (1, b"one")


async def test_a_snapshot_file_that_is_broken_or_locked_only_means_no_snapshots(path: Path, said: Said):
    """An append does not notice; a broken file is begun anew."""
    beside = path.with_name("senki.db-snapshots")
    beside.write_bytes(b"not a database at all, but long enough to be looked at" * 100)
    async with SqliteStore.open(path) as store:
        await store.append("b", said(1), 0)
        assert await store.save_snapshot("b", 1, "r", b"one")
        assert await store.snapshot("b", 1, "r") == (1, b"one")
        with closing(sqlite3.connect(beside, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert not await store.save_snapshot("b", 1, "r", b"two")
            await store.drop_snapshots()
            await store.append("b", said(2), 1)
            other.execute("DROP TABLE snapshots")
            other.execute("COMMIT")
        assert await store.snapshot("b", 1, "r") is None


async def test_a_snapshot_place_that_cannot_be_written_only_means_no_snapshots(path: Path, said: Said):
    path.with_name("senki.db-snapshots").mkdir()
    async with SqliteStore.open(path) as store:
        await store.append("b", said(1), 0)
        assert not await store.save_snapshot("b", 1, "r", b"one")
        assert await store.snapshot("b", 1, "r") is None


async def test_a_snapshot_that_is_dropped_while_it_is_looked_for_is_not_there(
    path: Path, said: Said, monkeypatch: pytest.MonkeyPatch
):
    async with SqliteStore.open(path) as store:
        await store.append("b", said(1), 0)
        await store.save_snapshot("b", 1, "r", b"one")
        seek = Snapshots.seek

        def seek_and_drop(self: Snapshots, stream: str, key: str, at_most: int) -> tuple[int, bytes] | None:
            found = seek(self, stream, key, at_most)
            self.drop(None, None)
            return found

        monkeypatch.setattr(Snapshots, "seek", seek_and_drop)
        assert await store.snapshot("b", 1, "r") is None
        assert Snapshots(path.parent).data("b", "r", 1, b"") is None


async def test_a_file_locked_as_a_whole_is_unavailable(path: Path, raw: sqlite3.Connection):
    raw.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreUnavailable, match="locked"):
        await SqliteStore.open(path, busy_seconds=0.02).__aenter__()


async def test_the_write_ahead_log_is_switched_on_again_and_again_until_it_works(path: Path):
    """SQLite does not wait by itself when another process is just switching."""

    class Busy(sqlite3.Connection):
        """A connection that is busy some times."""

        times = 2

        def execute(self, *args: object) -> sqlite3.Cursor:
            self.times -= 1
            if self.times >= 0:
                raise sqlite3.OperationalError("database is locked")
            return super().execute(*args)  # pyright: ignore[reportArgumentType]

    with closing(sqlite3.connect(path, factory=Busy)) as connection:
        assert connection_module._write_ahead(connection, time.monotonic() + 5) == "wal"  # pyright: ignore[reportPrivateUsage]
    with (
        closing(sqlite3.connect(path, factory=Busy)) as connection,
        pytest.raises(sqlite3.OperationalError, match="locked"),
    ):
        connection_module._write_ahead(connection, time.monotonic() - 1)  # pyright: ignore[reportPrivateUsage]


async def test_a_file_that_another_process_has_just_migrated_is_not_migrated_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The version is looked at again under the write lock."""
    async with SqliteStore.open(path):
        pass
    versions = [0, 1, 1]
    monkeypatch.setattr(migrations, "version_of", lambda _connection: versions.pop(0))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    with closing(writer_connection(path)) as connection:
        assert connection.execute("SELECT count(*) FROM log").fetchone() == (0,)
    assert versions == []


async def test_a_key_that_cannot_be_looked_up_is_unavailable(path: Path, said: Said):
    """Not: never seen."""
    await write(path, said)
    reader = Reader(path)
    reader.close()
    with pytest.raises(StoreUnavailable, match="cannot read"):
        reader.answered(Key("s", "k", b"c"))


@pytest.mark.anyio
async def test_a_new_file_is_its_owners_alone(tmp_path: Path):
    """It holds hidden cards and secret rolls."""
    path = tmp_path / "senki.db"
    async with SqliteStore.open(path) as store:
        await store.append("b", [NewEvent("t", b"{}", "gm")], 0)
        assert await store.save_snapshot("b", 1, "k", b"x")
        modes = {f.name: f.stat().st_mode & 0o077 for f in tmp_path.iterdir()}
    assert set(modes.values()) == {0}, modes
