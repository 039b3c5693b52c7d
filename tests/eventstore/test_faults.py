"""What goes wrong in the world: killed processes, full disks, locked files, callers who give up."""
# ruff: noqa: ASYNC220, ASYNC221  # nothing else runs in a test's loop

import asyncio
import multiprocessing
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from senki.eventstore import Conflict, Key, NewEvent, SqliteStore, StoreUnavailable

pytestmark = pytest.mark.anyio
Said = Callable[..., list[NewEvent]]

WRITE_UNTIL_KILLED = """
import asyncio, sys
from senki.eventstore import Key, NewEvent, SqliteStore

async def write(store, stream):
    seq = 0
    while True:
        events = [NewEvent("said.1", b'{"n":%d}' % (seq + n), "gm") for n in range(1, 4)]
        answer = await store.append(stream, events, seq, Key(stream, str(seq), b"c"))
        seq = answer.last_seq
        sys.stdout.write(f"{stream} {seq} {answer.head.hash.hex()}\\n")
        sys.stdout.flush()

async def main():
    async with SqliteStore.open(sys.argv[1]) as store:
        await asyncio.gather(*(write(store, f"b{n}") for n in range(8)))

asyncio.run(main())
"""

FILL_THE_DISK = """
import asyncio, resource, sys
from pathlib import Path
from senki.eventstore import NewEvent, SqliteStore, StoreUnavailable

async def main():
    path = Path(sys.argv[1])
    big = [NewEvent("said.1", b'"' + b"x" * 500_000 + b'"', "gm")]
    small = [NewEvent("said.1", b"1", "gm")]
    async with SqliteStore.open(path) as store:
        head = (await store.append("b", small, 0)).head
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, hard))
        outcomes = await asyncio.gather(
            store.append("b", big, 1), store.append("c", big, 0), return_exceptions=True
        )
        assert all(isinstance(outcome, StoreUnavailable) for outcome in outcomes), outcomes
        assert await store.head("b") == head
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        await asyncio.gather(store.append("b", big, 1), store.append("c", small, 0))
        assert (await store.verify("b", head)).ok
        assert (await store.read_all())[-1].position == 3

asyncio.run(main())
"""


async def test_a_killed_writer_loses_nothing_that_was_answered(tmp_path: Path):
    """As by kill -9 in the middle of writing, several times on the same file; each log is whole and verifies."""
    for life in range(3):
        path = tmp_path / f"{life}.db"
        with subprocess.Popen(
            [sys.executable, "-c", WRITE_UNTIL_KILLED, path],
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
            text=True,
        ) as process:
            assert process.stdout is not None
            lines = [process.stdout.readline() for _ in range(40 + 25 * life)]
            process.send_signal(signal.SIGKILL)
            lines += process.stdout.readlines()
        answered: dict[str, tuple[int, str]] = {}
        for stream, seq, hash_ in (line.split() for line in lines if line.endswith("\n")):
            answered[stream] = (int(seq), hash_)
        async with SqliteStore.open(path) as store:
            for stream, (seq, hash_) in answered.items():
                envelopes = await store.read(stream)
                assert envelopes[seq - 1].hash.hex() == hash_
                assert len(envelopes) % 3 == 0
                assert (await store.verify(stream)).ok
                again = await store.answered(Key(stream, str(seq - 3), b"c"))
                assert again is not None
                assert again.last_seq == seq


async def test_a_full_disk_is_reported_and_the_store_goes_on(tmp_path: Path):
    """In a process of its own, whose files may not grow: everyone who waits is told, nothing half-written stays."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", FILL_THE_DISK, tmp_path / "senki.db"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


async def test_a_file_locked_too_long_is_reported_and_the_store_goes_on(tmp_path: Path, said: Said):
    """Reading goes on all the while."""
    path = tmp_path / "senki.db"
    async with SqliteStore.open(path, busy_seconds=0.1) as store:
        await store.append("b", said(1), 0)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            outcomes = await asyncio.gather(
                *(store.append(f"c{number}", said(1), 0) for number in range(5)), return_exceptions=True
            )
            assert all(isinstance(outcome, StoreUnavailable) for outcome in outcomes)
            assert "locked" in str(outcomes[0])
            assert len(await store.read("b")) == 1
            other.execute("ROLLBACK")
        assert (await store.append("b", said(2), 1)).position == 2


async def test_a_writer_waits_for_another_process(tmp_path: Path, said: Said):
    path = tmp_path / "senki.db"
    async with SqliteStore.open(path) as store:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            appending = asyncio.create_task(store.append("b", said(1), 0))
            await asyncio.sleep(0.05)
            assert not appending.done()
            other.execute("ROLLBACK")
        assert (await appending).last_seq == 1


async def test_a_long_reader_does_not_block_the_writer(tmp_path: Path, said: Said):
    path = tmp_path / "senki.db"
    async with SqliteStore.open(path) as store:
        await store.append("b", said(1), 0)
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            assert reader.execute("SELECT count(*) FROM log").fetchone() == (1,)
            for seq in range(1, 20):
                await store.append("b", said(seq), seq)
            assert reader.execute("SELECT count(*) FROM log").fetchone() == (1,)


async def test_a_cancelled_append_is_written_whole_or_not_at_all(tmp_path: Path, said: Said):
    """And whoever asks again with the same key gets one answer."""
    async with SqliteStore.open(tmp_path / "senki.db") as store:
        for number in range(60):
            key = Key("b", str(number), b"c")
            seq = (await store.head("b")).seq
            appending = asyncio.create_task(store.append("b", said(1, 2, 3), seq, key))
            await asyncio.sleep(0.0002 * (number % 6))
            appending.cancel()
            await asyncio.gather(appending, return_exceptions=True)
            assert (await store.append("b", said(1, 2, 3), seq, key)).last_seq == seq + 3
        assert (await store.verify("b")).head.seq == 180


async def test_an_append_cancelled_before_its_turn_is_not_written(tmp_path: Path, said: Said):
    path = tmp_path / "senki.db"
    async with SqliteStore.open(path) as store:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            first = asyncio.create_task(store.append("b", said(1), 0))
            await asyncio.sleep(0.05)
            second = asyncio.create_task(store.append("c", said(1), 0))
            await asyncio.sleep(0.01)
            second.cancel()
            other.execute("ROLLBACK")
        assert (await first).last_seq == 1
        await store.append("d", said(1), 0)
        assert (await store.head("c")).seq == 0


async def test_an_append_cancelled_in_its_turn_is_written(tmp_path: Path, said: Said):
    """It was begun; nobody is told, and nothing else is held up."""
    path = tmp_path / "senki.db"
    async with SqliteStore.open(path) as store:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            appending = asyncio.create_task(store.append("b", said(1), 0))
            await asyncio.sleep(0.05)
            appending.cancel()
            await asyncio.sleep(0)
            other.execute("ROLLBACK")
        await store.append("c", said(1), 0)
        assert (await store.head("b")).seq == 1


async def test_closing_while_the_file_is_locked_still_writes_what_is_queued(tmp_path: Path, said: Said):
    path = tmp_path / "senki.db"
    async with SqliteStore.open(path) as store:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            appending = [asyncio.create_task(store.append("b0", said(1), 0))]
            await asyncio.sleep(0.05)
            appending += [asyncio.create_task(store.append(f"b{number}", said(1), 0)) for number in range(1, 4)]
            closing_it = asyncio.create_task(store.close())
            await asyncio.sleep(0.02)
            other.execute("ROLLBACK")
        answers = await asyncio.gather(*appending)
        await closing_it
        assert [answer.position for answer in answers] == [1, 2, 3, 4]


async def test_a_stream_is_taken_over_between_other_writes(tmp_path: Path, said: Said):
    """In a transaction of its own, in its turn."""
    path = tmp_path / "senki.db"
    async with SqliteStore.open(tmp_path / "first.db") as first:
        await first.append("b", said(1, 2), 0)
        envelopes = await first.read("b")
    async with SqliteStore.open(path) as store:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            writing = [asyncio.create_task(store.append("a", said(1), 0))]
            await asyncio.sleep(0.05)
            writing.append(asyncio.create_task(store.append("a", said(2), 1)))
            writing.append(asyncio.create_task(store.restore("b", envelopes, envelopes[-1].head)))
            writing.append(asyncio.create_task(store.append("b", said(3), 2)))
            await asyncio.sleep(0)
            other.execute("ROLLBACK")
        assert [answer.position for answer in await asyncio.gather(*writing)] == [1, 2, 4, 5]
        assert (await store.verify("b")).head.seq == 3


async def test_a_failed_append_does_not_keep_its_connection(tmp_path: Path, said: Said):
    """Whatever the failure, the next group begins with a new one, and as soon as the file is back, it is written."""
    path, away = tmp_path / "senki.db", tmp_path / "away.db"
    async with SqliteStore.open(path) as store:
        await store.append("b", said(1), 0)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("ALTER TABLE keys RENAME TO lost")
            with pytest.raises(StoreUnavailable, match="no such table"):
                await store.append("b", said(2), 1, Key("s", "k", b"c"))
            path.rename(away)
            for _ in range(2):
                with pytest.raises(StoreUnavailable, match="unable to open"):
                    await store.append("b", said(2), 1)
            away.rename(path)
            other.execute("ALTER TABLE lost RENAME TO keys")
        assert (await store.append("b", said(2), 1, Key("s", "k", b"c"))).position == 2


async def test_a_reader_that_fails_tells_those_who_wait(tmp_path: Path, said: Said):
    """A subscription does not sleep through it."""
    async with SqliteStore.open(tmp_path / "senki.db", look_seconds=0.01) as store:
        await store.append("b", said(1), 0)
        waiting = asyncio.ensure_future(anext(store.subscribe("b", 1)))
        await asyncio.sleep(0.02)
        store._reader.close()  # pyright: ignore[reportPrivateUsage]
        with pytest.raises(StoreUnavailable, match="cannot read"):
            await waiting


async def test_closing_writes_what_is_queued(tmp_path: Path, said: Said):
    path = tmp_path / "senki.db"
    store = SqliteStore(path)
    appending = [asyncio.create_task(store.append(f"b{number}", said(1), 0)) for number in range(700)]
    await asyncio.sleep(0)
    await store.close()
    answers = await asyncio.gather(*appending)
    assert {answer.last_seq for answer in answers} == {1}
    async with SqliteStore.open(path) as store:
        assert len(await store.read_all()) == 700


def test_a_loop_that_ends_without_closing_does_not_hang(tmp_path: Path, said: Said):
    """Nobody waits for the answer any more; what was begun is written and stays."""
    path = tmp_path / "senki.db"

    async def leave() -> tuple[SqliteStore, asyncio.Task[object]]:
        store = SqliteStore(path)
        other.execute("BEGIN IMMEDIATE")
        appending = asyncio.create_task(store.append("b", said(1), 0))
        await asyncio.sleep(0.05)
        return store, appending

    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        store, appending = asyncio.run(leave())
        assert appending.cancelled()
        other.execute("ROLLBACK")
        store._writer.close()  # pyright: ignore[reportPrivateUsage]
        store._close()  # pyright: ignore[reportPrivateUsage]
        store._writer.end()  # pyright: ignore[reportPrivateUsage]
        assert other.execute("SELECT count(*) FROM log").fetchone() == (1,)


def contend(path: Path, name: int, count: int) -> None:
    """Append to the same stream as others, each event upon what one has read."""

    async def write() -> None:
        async with SqliteStore.open(path) as store:
            for number in range(count):
                while True:
                    seq = (await store.head("b")).seq
                    event = NewEvent("said.1", f"[{name},{number}]".encode(), f"seat {name}")
                    try:
                        await store.append("b", [event], seq)
                        break
                    except Conflict:
                        continue
                await store.append(f"own {name}", [event], number)

    asyncio.run(write())


async def test_a_loop_that_watches_no_pipes_will_do(tmp_path: Path, said: Said, monkeypatch: pytest.MonkeyPatch):
    """Windows' default loop."""

    def watch(_loop: object, *_what: object) -> None:
        raise NotImplementedError

    loop = type(asyncio.get_running_loop())
    monkeypatch.setattr(loop, "add_reader", watch)
    monkeypatch.setattr(loop, "remove_reader", watch)
    async with SqliteStore.open(tmp_path / "senki.db") as store:
        following = asyncio.ensure_future(anext(store.subscribe("b")))
        assert (await store.append("b", said(1), 0)).last_seq == 1
        assert [event.seq for event in await following] == [1]


async def test_two_processes_write_to_one_file(tmp_path: Path):
    """Also when both make the file; each event is there once, in each writer's order, and is heard of here."""
    path = tmp_path / "senki.db"
    count = 40
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=contend, args=(path, name, count)) for name in range(2)]
    for process in processes:
        process.start()
    async with SqliteStore.open(path) as store:
        heard: list[tuple[str, int]] = []
        until = time.monotonic() + 60
        async for batch in store.subscribe_all():
            heard += [(event.stream, event.seq) for event in batch]
            if len(heard) == 4 * count or time.monotonic() > until:
                break
        for process in processes:
            process.join()
            assert process.exitcode == 0
            process.close()
        envelopes = await store.read("b")
        for name in range(2):
            own = [event.data for event in envelopes if event.by == f"seat {name}"]
            assert own == [f"[{name},{number}]".encode() for number in range(count)]
            assert (await store.verify(f"own {name}")).head.seq == count
        assert (await store.verify("b")).head.seq == 2 * count
        assert len(heard) == len(set(heard)) == 4 * count
