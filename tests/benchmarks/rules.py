"""How fast battles are decided and folded. Run it: `python -m tests.benchmarks.rules`.

- decide: declarations a second of random legal play, on one core, sealed dice included;
- fold: decoding and folding a stored hms battle, against the `eventsourcing` library rebuilding an aggregate from as
  many stored events, in alternating rounds of the same run;
- moments: the state at a random seq of a battle of 100,000 events, against one of 1,000.
"""

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from senki.eventstore.events import Envelope, NewEvent
from senki.eventstore.sqlite import SqliteStore
from senki.projections.history import History
from senki.projections.log import event_of, first, written
from senki.rules import SYSTEMS
from senki.rules.chance import Sealed
from senki.rules.decide import decide, open_battle
from senki.rules.declarations import Say
from senki.rules.message import Declaration, type_of
from senki.rules.rulebook import NO_PAST, Battle, fold
from senki.rules.sampler import words_digest
from tests.rules.hms.fights import fight, npc, pc
from tests.rules.play import SECRET, SOURCE, any_play, play

HMS = SYSTEMS["hms"]
WORDS = words_digest([])


def legal_play(many: int) -> list[tuple[Battle[Any], Declaration]]:
    """Declarations of random legal play, each with the battle that it is made in."""
    found: list[tuple[Battle[Any], Declaration]] = []
    seed = 0
    while len(found) < many:
        seed += 1
        found += [
            (b, it)
            for b, it, _ in play(HMS, random.Random(seed), 200)
            if it is not None and type_of(type(it)) != "rewind"
        ]
    return found[:many]


def decide_rate(rounds: int = 7) -> float:
    """Declarations a second: the best of several rounds (the others were disturbed)."""
    plays = legal_play(5_000)
    best = 0.0
    for _ in range(rounds):
        start = time.perf_counter()
        for battle, it in plays:
            table = battle.table
            decide(HMS, battle, it, Sealed(SECRET, "battle", WORDS, table.used, table.book, table.sealed_to))
        best = max(best, len(plays) / (time.perf_counter() - start))
    return best


class Fighter(Aggregate):
    """The reference: an aggregate of the `eventsourcing` library with a few numbers."""

    @event("Opened")
    def __init__(self) -> None:
        self.hp = 40
        self.acted = False
        self.target = ""

    @event("Hurt")
    def hurt(self, target: str, amount: int, *, acted: bool) -> None:
        """Change what an event of ours changes."""
        self.target = target
        self.hp -= amount
        self.acted = acted


def steady(many: int, *, peaceful: bool) -> Iterator[list[NewEvent]]:
    """The units of a battle of at least `many` events in which nobody gives up or flees (or, if peaceful, strikes)."""
    dice = random.Random(1)
    left = {"surrender", "flee"} | ({"attack"} if peaceful else set())
    fighters = (pc("a", body=99), pc("b", body=99), npc("g", body=99), npc("h", body=99))
    decision = open_battle(HMS, fight(*fighters), chance=SOURCE)
    battle, seq = decision.battle, 0
    while True:
        yield written(decision, "gm", seq)
        seq = battle.seq
        if seq >= many:
            return
        it = any_play(HMS, battle, dice)
        if it is None or type_of(type(it)) in left:
            it = Say(text="睨み合いが続く。")
        table = battle.table
        decision = decide(HMS, battle, it, Sealed(SECRET, "b", WORDS, table.used, table.book, table.sealed_to))
        battle = decision.battle


def stored_battle(many: int) -> list[Envelope]:
    """The envelopes of an hms battle of about `many` events."""
    log = [e for unit in steady(many, peaceful=False) for e in unit]
    return [
        Envelope(n, "b", n, e.type, e.data, e.by, e.cause, "", e.audience, b"", b"", b"") for n, e in enumerate(log, 1)
    ]


def fold_ratio(rounds: int = 9) -> float:
    """How many times faster a stored battle is folded than the reference's aggregate is rebuilt."""
    envelopes = stored_battle(200)
    application: Application[Any] = Application()
    fighter = Fighter()
    for n in range(len(envelopes) - 1):
        fighter.hurt("g", n % 3, acted=bool(n % 2))
    application.save(fighter)

    def ours() -> None:
        battle = first(HMS, event_of(HMS, envelopes[0]))
        for envelope in envelopes[1:]:
            battle = fold(HMS, battle, event_of(HMS, envelope), NO_PAST)

    def theirs() -> None:
        application.repository.get(fighter.id)

    return ratio(theirs, ours, rounds)


def ratio(reference: Callable[[], None], subject: Callable[[], None], rounds: int) -> float:
    """Median of the reference's time over the subject's, measured in turn."""
    found: list[float] = []
    for _ in range(rounds):
        times: list[float] = []
        for run in (reference, subject):
            run()
            start = time.perf_counter()
            for _ in range(20):
                run()
            times.append(time.perf_counter() - start)
        found.append(times[0] / times[1])
    return statistics.median(found)


async def fill(store: SqliteStore, stream: str, many: int) -> None:
    """Write a battle of `many` events."""
    batch: list[NewEvent] = []
    stored = 0
    for unit in steady(many, peaceful=True):
        batch += unit
        if len(batch) > BATCH:
            await store.append(stream, batch, stored)
            stored += len(batch)
            batch = []
    await store.append(stream, batch, stored)


BATCH = 2_000


async def moments(visits: int = 400) -> tuple[float, float]:
    """The p99 in seconds of the state at a random seq: of a long battle, and of a short one."""
    with tempfile.TemporaryDirectory() as folder:
        async with SqliteStore.open(Path(folder) / "senki.db") as store:
            await fill(store, "short", 1_000)
            await fill(store, "long", 100_000)
            heads = {name: (await store.head(name)).seq for name in ("short", "long")}
            history = History(store)
            for name, head in heads.items():
                await history.at(name, head)
            times: dict[str, list[float]] = {"short": [], "long": []}
            dice = random.Random(2)
            for _ in range(visits):
                for name, head in heads.items():
                    seq = dice.randrange(2, head)
                    start = time.perf_counter()
                    await history.at(name, seq)
                    times[name].append(time.perf_counter() - start)
            p99 = {name: sorted(t)[int(len(t) * 0.99)] for name, t in times.items()}
            return p99["long"], p99["short"]


def main() -> None:
    """Measure and print."""
    print(f"decide, random legal play: {decide_rate():,.0f} declarations a second (wanted: 20,000)")
    print(f"decode and fold / eventsourcing rebuild: {fold_ratio():.1f} x as fast (wanted: 10)")
    long, short = asyncio.run(moments())
    print(
        f"state at a random seq, p99: {long * 1e3:.2f} ms of 100,000 events, {short * 1e3:.2f} ms of 1,000: "
        f"{long / short:.2f} x (wanted: at most 2)"
    )


if __name__ == "__main__":
    main()
