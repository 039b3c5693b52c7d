"""How fast questions are that play on. Run it: `python -m tests.benchmarks.questions_odds`.

- odds: 2,000 samples of an attack, and the same counted (1,296 ways);
- what if: a whole battle with another option, against deciding it again, in alternating rounds (goal: at most 1.5 x).
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from senki.eventstore import Envelope, SqliteStore
from senki.eventstore.archive import import_archive
from senki.projections.history import History
from senki.projections.odds import odds
from senki.projections.questions import Unit, unit_of
from senki.projections.readjudicate import readjudicate
from senki.projections.whatif import Question, what_if

LOG = Path(__file__).parents[1] / "logs" / "hms-1.jsonl"
ATTACK = 24
ROUNDS = 15


async def recorded() -> tuple[list[Envelope], Unit]:
    """The recorded fight, and an attack of it."""
    with tempfile.TemporaryDirectory() as folder:
        async with SqliteStore.open(Path(folder) / "senki.db") as store:
            with LOG.open("rb") as file:
                await import_archive(store, file)
            unit = await unit_of(History(store), "hms-1", ATTACK)
            assert unit is not None
            return await store.read("hms-1", 0, 1_000), unit


def seconds(work: Callable[[], object]) -> float:
    """How long it takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> None:
    """Measure and print."""
    log, unit = asyncio.run(recorded())
    sampled = min(seconds(lambda: odds(unit, "head", budget=1)) for _ in range(5))
    counted = min(seconds(lambda: odds(unit, "head")) for _ in range(5))
    print(f"odds: 2,000 samples {sampled * 1000:.0f} ms, 1,296 ways counted {counted * 1000:.0f} ms")
    for name, value in (("check_tie", "actor_succeeds"), ("movement_order", "any")):
        question = Question(options={name: value})
        pairs = [
            (seconds(lambda: what_if(log, question, "s")), seconds(lambda: readjudicate(log)))  # noqa: B023 - run at once
            for _ in range(ROUNDS)
        ]
        ratio = statistics.median(a / b for a, b in pairs)
        print(f"what if {name}={value}: {ratio:.2f} x re-adjudication ({min(a for a, _ in pairs) * 1000:.1f} ms)")


if __name__ == "__main__":
    main()
