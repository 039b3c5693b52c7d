"""How fast durable appends are: against bare sqlite3, and with many clients at once.

Run it with `python -m tests.benchmarks.store`. Every figure is a ratio of two things measured in turns in the same run,
and the median of several rounds, because a disk's flush takes now this long and now that. The loop is uvloop's, as in
the server. Bare sqlite3 gets its rows ready-made, hashes and all, and writes in its own thread. What the store does
more (checking, hashing, two changes of thread) takes the same time on any disk: the slower a flush, the nearer to 1.
"""

import argparse
import asyncio
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import uvloop

from senki.eventstore import Key, NewEvent, SqliteStore
from senki.eventstore.connection import writer_connection

EVENTS = 3
CLIENTS = 64
DATA = '{"type":"hurt","target":"近藤","harm":7,"clauses":["3.4"],"note":"斬撃が肩をかすめた"}'.encode()
COMMIT = tuple(NewEvent("hurt.1", DATA, "gm", 1) for _ in range(EVENTS))
ONE_CLIENT_GOAL = 0.8
MANY_CLIENTS_GOAL = 5.0


Row = tuple[object, ...]


class Bare:
    """Nothing but sqlite3: ready-made rows into the same tables with the same settings."""

    def __init__(self, path: Path, rows: list[Row]) -> None:
        self._connection = writer_connection(path)
        self._connection.execute("INSERT INTO streams VALUES (1, 'battle')")
        self._rows = iter(rows)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def commit(self, times: int) -> float:
        """Commit again and again; seconds."""
        connection, rows = self._connection, self._rows
        begun = time.perf_counter()
        for _ in range(times):
            connection.execute("BEGIN IMMEDIATE")
            for _ in range(EVENTS):
                connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", next(rows))
            connection.execute("COMMIT")
        return time.perf_counter() - begun


class Client:
    """A client of the store that waits for each answer before it appends again."""

    def __init__(self, store: SqliteStore, stream: str, *, keyed: bool = False) -> None:
        self._store = store
        self._stream = stream
        self._keyed = keyed
        self._seq = 0

    async def commit(self, times: int) -> float:
        """Append again and again; seconds."""
        begun = time.perf_counter()
        for _ in range(times):
            key = Key(self._stream, str(self._seq), b"content") if self._keyed else None
            await self._store.append(self._stream, COMMIT, self._seq, key)
            self._seq += EVENTS
        return time.perf_counter() - begun


async def rows_of(path: Path, commits: int) -> list[Row]:
    """Give the very rows that the store writes."""
    async with SqliteStore.open(path) as store:
        await asyncio.gather(
            *(store.append("battle", COMMIT, number * EVENTS) for number in range(commits)),
        )
    connection = sqlite3.connect(path)
    try:
        return connection.execute("SELECT * FROM events ORDER BY position").fetchall()
    finally:
        connection.close()


async def measure(folder: Path, rounds: int, commits: int) -> dict[str, list[float]]:
    """Take turns, a few commits each; seconds a commit, round by round."""
    seconds: dict[str, list[float]] = {"bare": [], "one": [], "keyed": [], "many": []}
    bare = Bare(folder / "bare.db", await rows_of(folder / "rows.db", (rounds + 1) * commits))
    async with (
        SqliteStore.open(folder / "one.db") as one_store,
        SqliteStore.open(folder / "keyed.db") as keyed_store,
        SqliteStore.open(folder / "many.db") as many_store,
    ):
        one, keyed = Client(one_store, "battle"), Client(keyed_store, "battle", keyed=True)
        many = [Client(many_store, f"battle {number}") for number in range(CLIENTS)]
        each = max(1, commits // 10)
        for number in range(rounds + 1):
            taken = {"bare": bare.commit(commits) / commits, "one": await one.commit(commits) / commits}
            taken["keyed"] = await keyed.commit(commits) / commits
            begun = time.perf_counter()
            await asyncio.gather(*(client.commit(each) for client in many))
            taken["many"] = (time.perf_counter() - begun) / (each * CLIENTS)
            if number:  # the first round only warms up
                for name, figure in taken.items():
                    seconds[name].append(figure)
    bare.close()
    return seconds


async def hop(times: int = 2_000) -> tuple[float, float]:
    """Measure a hop to a thread and back, and a read of a head without one; microseconds each."""
    with tempfile.TemporaryDirectory() as folder:
        async with SqliteStore.open(Path(folder) / "hop.db") as store:
            await store.append("battle", COMMIT, 0)
            results: list[float] = []
            calls: tuple[Callable[[], Awaitable[object]], ...] = (
                lambda: asyncio.to_thread(int),
                lambda: store.head("battle"),
            )
            for call in calls:
                begun = time.perf_counter()
                for _ in range(times):
                    await call()
                results.append((time.perf_counter() - begun) / times * 1e6)
    return results[0], results[1]


def main() -> int:
    """Measure, print, and tell by the exit code whether the goals were reached."""
    parser = argparse.ArgumentParser(description="Measure durable appends; ratios are medians over the rounds.")
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--commits", type=int, default=50, help="commits of one client in a round")
    parser.add_argument("--folder", type=Path, default=Path(), help="where to write (default: here)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        seconds = uvloop.run(measure(Path(folder), given.rounds, given.commits))
    for name, figures in seconds.items():
        low, middle, high = (1 / figure for figure in (max(figures), statistics.median(figures), min(figures)))
        sys.stdout.write(f"{name:>6}: {middle:6.0f} commits a second ({low:.0f} to {high:.0f})\n")

    def ratio(subject: str, reference: str) -> float:
        return statistics.median(r / s for s, r in zip(seconds[subject], seconds[reference], strict=True))

    def more(subject: str) -> float:
        return statistics.median(s - r for s, r in zip(seconds[subject], seconds["bare"], strict=True)) * 1e6

    alone, together = ratio("one", "bare"), ratio("many", "one")
    thread, head = uvloop.run(hop())
    sys.stdout.write(
        f"one client: {alone:.2f} x bare sqlite3 (goal {ONE_CLIENT_GOAL}),"
        f" with an idempotency key {ratio('keyed', 'bare'):.2f};"
        f" {more('one'):.0f} µs more a commit\n"
        f"{CLIENTS} clients at once: {together:.1f} x one client (goal {MANY_CLIENTS_GOAL})\n"
        f"a hop to a thread and back: {thread:.0f} µs; head() without one: {head:.0f} µs\n"
    )
    return 0 if alone >= ONE_CLIENT_GOAL and together >= MANY_CLIENTS_GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
