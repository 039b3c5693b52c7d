"""Damage done to the file behind the store's back: `verify` names the first event that is wrong."""
# ruff: noqa: S608  # statements are the test's own

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from senki.eventstore import DamagedFile, Head, NewEvent, SqliteStore

pytestmark = pytest.mark.anyio
TRIGGERS = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
COLUMNS = "type, by, cause, recorded_at, audience, data, salt, digest, hash"
SWAP = [
    "CREATE TABLE copy AS SELECT * FROM events",
    *(
        f"UPDATE events SET ({COLUMNS}) = (SELECT {COLUMNS} FROM copy WHERE seq = {there}) WHERE seq = {here}"
        for here, there in ((2, 4), (4, 2))
    ),
]


def damage(path: Path, *statements: str) -> None:
    """Run statements with the triggers gone."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for (name,) in connection.execute(TRIGGERS).fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            connection.execute(statement)


@pytest.mark.parametrize(
    ("statements", "kind", "seq"),
    [
        (["UPDATE events SET data = replace(data, '3', '9') WHERE seq = 3"], "changed", 3),
        (["UPDATE events SET data = data || ' ' WHERE seq = 5"], "changed", 5),
        (["UPDATE events SET data = CAST(x'ff' AS TEXT) WHERE seq = 2"], "changed", 2),
        (["UPDATE events SET type = CAST(x'ff' AS TEXT) WHERE seq = 2"], "changed", 2),
        (["UPDATE events SET by = 'another' WHERE seq = 1"], "changed", 1),
        (["UPDATE events SET cause = 1 WHERE seq = 4"], "changed", 4),
        (["UPDATE events SET audience = '[]' WHERE seq = 4"], "changed", 4),
        (["UPDATE events SET recorded_at = '2026' WHERE seq = 4"], "changed", 4),
        (["UPDATE events SET salt = zeroblob(16) WHERE seq = 4"], "changed", 4),
        (["UPDATE events SET digest = zeroblob(32) WHERE seq = 4"], "changed", 4),
        (["UPDATE events SET hash = zeroblob(32) WHERE seq = 4"], "changed", 4),
        (["UPDATE streams SET name = 'c'", "INSERT INTO streams VALUES (2, 'b')"], "cut_off", 1),
        (["DELETE FROM events WHERE seq = 3"], "missing", 3),
        (["DELETE FROM events WHERE seq <= 3"], "missing", 1),
        (["DELETE FROM events WHERE seq = 3", "UPDATE events SET seq = seq - 1 WHERE seq > 3"], "changed", 3),
        (["DELETE FROM events WHERE seq >= 4"], "cut_off", 4),
        (["DELETE FROM events"], "cut_off", 1),
        (
            [f"UPDATE events SET seq = {new} WHERE seq = {old}" for old, new in ((2, 99), (3, 2), (99, 3))],
            "reordered",
            2,
        ),
        (SWAP, "reordered", 2),
    ],
)
async def test_damage_is_named(
    tmp_path: Path, said: Callable[..., list[NewEvent]], statements: list[str], kind: str, seq: int
):
    path = tmp_path / "senki.db"
    async with SqliteStore.open(path) as store:
        kept = (await store.append("b", said(1, 2, 3, 4, 5), 0)).head
    damage(path, *statements)
    async with SqliteStore.open(path) as store:
        verdict = await store.verify("b", kept)
        assert (verdict.damage, verdict.seq) == (kind, seq)
        assert verdict.head.seq == seq - 1
        assert str(seq) in verdict.detail or kind == "changed"


async def test_a_history_that_was_written_anew_is_not_the_kept_one(tmp_path: Path, said: Callable[..., list[NewEvent]]):
    """Two stores that began alike: the chain of each is sound, the head of the other does not fit."""
    heads: list[Head] = []
    for name in ("one.db", "two.db"):
        async with SqliteStore.open(tmp_path / name) as store:
            heads.append((await store.append("b", said(1), 0)).head)
            assert (await store.verify("b", heads[0])).damage == (None if name == "one.db" else "other_history")


async def test_a_file_that_is_torn_is_reported_not_misread(tmp_path: Path, said: Callable[..., list[NewEvent]]):
    """Pages in the middle that are no pages any more."""
    path = tmp_path / "senki.db"
    async with SqliteStore.open(path) as store:
        await store.append("b", said(*range(500)), 0)
    content = bytearray(path.read_bytes())
    content[12 * 4096 : 16 * 4096] = b"\xff" * (4 * 4096)
    path.write_bytes(content)
    async with SqliteStore.open(path, create=False) as store:
        with pytest.raises(DamagedFile, match="cannot read"):
            await store.read("b")
        verdict = await store.verify("b")
        assert verdict.damage == "unreadable"
        assert "cannot read" in verdict.detail
        assert (await store.check()).flaws
