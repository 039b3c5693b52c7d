"""One flipped bit anywhere in the file: it is found, or every log is read byte for byte as it was recorded."""

import asyncio
import os
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from senki.eventstore import Envelope, Key, NewEvent, Record, SqliteStore, StoreError

pytestmark = pytest.mark.anyio
FLIPS = int(os.environ.get("SENKI_FLIPS", "1200"))
"""Bits that the long run flips."""
NAMES = [f"battle {n}" for n in range(12)]


class Kept(NamedTuple):
    """A sound file, and what its readers read."""

    content: bytes
    logs: dict[str, list[Envelope]]


async def written(path: Path) -> Kept:
    """A file with short and long streams, keys, records, and events that need pages of their own."""
    chooser = random.Random(3)
    async with SqliteStore.open(path, look_seconds=0.01) as store:
        for turn in range(240):
            name = NAMES[min(turn % 17, len(NAMES) - 1)]
            seq = (await store.head(name)).seq
            words = "戦" * chooser.choice([1, 20, 300, 3000 if turn % 40 == 0 else 10])
            event = NewEvent(
                "said.1", f'{{"n":{turn},"語":"{words}"}}'.encode(), "gm", seq or None, "[]" if turn % 3 else None
            )
            records = [Record("token", f"{turn:064}", b'{"battle":"x","seat":"gm"}')]
            await store.append(name, [event], seq, key=Key(name, f"key {turn}", bytes(32)), records=records)
        logs = {name: await store.read(name) for name in NAMES}
    return Kept(path.read_bytes(), logs)  # noqa: ASYNC240 - nobody else is in this loop


async def finds(path: Path) -> bool:
    """Whether opening, checking the file or verifying its streams says that something is wrong."""
    try:
        async with SqliteStore.open(path, create=False) as store:
            checked = await store.check()
            verdicts = [await store.verify(name) for name in checked.streams]
            return bool(checked.flaws) or not all(verdict.ok for verdict in verdicts)
    except StoreError:
        return True


async def reads_the_same(path: Path, logs: dict[str, list[Envelope]]) -> bool:
    """Whether every log is there, and each is read as it was recorded."""
    async with SqliteStore.open(path, create=False) as store:
        listed = {info.stream for info in await store.streams()}
        return listed == set(logs) and all([await store.read(name) == log for name, log in logs.items()])


async def flip(folder: Path, kept: Kept, seeds: range) -> None:
    """Flip one bit for each seed, in all pages in turn."""
    pages = len(kept.content) // 4096
    for seed in seeds:
        chooser = random.Random(seed)
        at = ((seed * 4096) % (pages * 4096) + chooser.randrange(4096)) * 8 + chooser.randrange(8)
        content = bytearray(kept.content)
        content[at // 8] ^= 1 << at % 8
        path = folder / f"{seed}.db"
        path.write_bytes(content)
        if not await finds(path):
            assert await reads_the_same(path, kept.logs), f"bit {at % 8} of byte {at // 8} (seed {seed}) is not found"
        path.unlink()


async def test_a_flipped_bit_is_found_or_changes_nothing(tmp_path: Path):
    await flip(tmp_path, await written(tmp_path / "senki.db"), range(60))


@pytest.mark.long
async def test_each_of_many_flipped_bits_is_found_or_changes_nothing(tmp_path: Path):
    await flip(tmp_path, await written(tmp_path / "senki.db"), range(1_000_000, 1_000_000 + FLIPS))


def root_of(path: Path, name: str) -> int:
    """The page at which a table or an index begins."""
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    return page


@pytest.mark.parametrize(
    ("index", "told"),
    [("sqlite_autoindex_events_1", "no reader sees it"), ("sqlite_autoindex_streams_1", "index of names")],
)
async def test_what_an_index_hides_is_named(tmp_path: Path, index: str, told: str):
    """The last entry of an index is cut off its page: readers see a log that is shorter, or none at all."""
    path = tmp_path / "senki.db"
    async with SqliteStore.open(path) as store:
        for name in ("b", "c"):
            await store.append(name, [NewEvent("said.1", b"{}", "gm") for _ in range(3)], 0)
    start = (root_of(path, index) - 1) * 4096
    content = bytearray(path.read_bytes())
    content[start + 4] -= 1  # the number of entries, two bytes from byte 3 on
    path.write_bytes(content)
    async with SqliteStore.open(path, create=False) as store:
        checked = await store.check()
        assert checked.streams == ("b", "c")
        assert checked.flaws
        verdict = await store.verify("c")
        assert verdict.damage == "hidden"
        assert told in verdict.detail
        assert (await store.verify("b")).ok


@pytest.mark.parametrize("column", ["seq", "type", "by", "recorded_at", "audience", "data", "salt", "digest", "hash"])
async def test_a_value_of_a_wrong_type_is_damage_for_every_reader(tmp_path: Path, column: str):
    path = tmp_path / "senki.db"
    async with SqliteStore.open(path) as store:
        said = NewEvent("said.1", b"{}", "gm", audience="[]")
        await store.append("b", [said, said, said], 0, key=Key("b", "k", bytes(32)))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("DROP TRIGGER events_stay_update")
        connection.execute("UPDATE sqlite_master SET sql = replace(sql, 'STRICT', '') WHERE name = 'events'")
    blob = column in {"salt", "digest", "hash"}
    wrong = f"substr('{'x' * 32}', 1, length({column}))" if blob else f"CAST({column} || 'x' AS BLOB)"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"UPDATE events SET {column} = {wrong} WHERE seq = 3")  # noqa: S608 - the test's own
    async with SqliteStore.open(path, create=False) as store:
        assert (await store.check()).flaws
        if column == "data":  # the same bytes would do: text or not is the schema's to say
            return
        verdict = await store.verify("b")
        assert not verdict.ok
        for question in (
            lambda: store.read("b"),
            store.read_all,
            lambda: store.head("b"),
            store.streams,
            lambda: store.answered(Key("b", "k", bytes(32))),
            lambda: store.append("b", [said], 3),
        ):
            try:
                await question()
            except StoreError:
                continue


async def test_a_file_that_is_written_to_meanwhile_is_found_whole(tmp_path: Path):
    async with SqliteStore.open(tmp_path / "senki.db") as store:
        await store.append("b", [NewEvent("said.1", b"{}", "gm")], 0)

        async def write() -> None:
            for seq in range(1, 400):
                await store.append("b", [NewEvent("said.1", b"{}", "gm")], seq)
                await store.append(f"b {seq}", [NewEvent("said.1", b"{}", "gm")], 0)

        writing = asyncio.create_task(write())
        looked = 0
        while not writing.done():
            assert (await store.check()).flaws == ()
            assert (await store.verify("b")).ok
            looked += 1
        await writing
        assert looked > 3
