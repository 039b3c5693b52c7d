"""What questions asked of a record cost, against a state read in the same run: `python -m tests.benchmarks.questions`.

A dossier, why and why not, at moments around event 100 and around event 100,000 of one battle of that length; each in
turn with a read of the state at the same moment, through a player's eyes. Wanted: at most 3 times the state read.
"""

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec

from senki.eventstore.sqlite import SqliteStore
from senki.projections.dossier import dossier
from senki.projections.history import History
from senki.projections.inquiry import Inquiry
from senki.projections.seen import state_bytes
from senki.projections.why import WhyBook
from senki.projections.whynot import why_not
from tests.benchmarks.rules import fill

MANY = 100_000
SPREAD = 90
VISITS = 150
SEAT = "a"
FIELD = "characters.a.hp"
Ask = Callable[[int], Awaitable[object]]


async def measured(folder: Path, visits: int = VISITS) -> dict[str, dict[str, float]]:
    """For each question, and for the state read, the median in seconds near each place."""
    async with SqliteStore.open(folder / "senki.db") as store:
        await fill(store, "long", MANY)
        history = History(store)
        inquiry = Inquiry(store, history)
        present = await history.present("long")
        whys = WhyBook(inquiry)
        look = await inquiry.look(present, "long", SEAT)

        async def state(at: int) -> bytes:
            system, then = await history.at("long", at)
            return state_bytes(system, then, SEAT)

        async def told(at: int) -> bytes:
            return msgspec.json.encode(await dossier(inquiry, await inquiry.look(present, "long", SEAT), at))

        async def why(at: int) -> bytes:
            found = await whys.why(await inquiry.look(present, "long", SEAT), FIELD, at)
            return msgspec.json.encode(found)

        async def refused(at: int) -> bytes:
            end = (await inquiry.unit("long", at))[-1].seq
            it = {"type": "attack", "by": SEAT, "target": SEAT}
            return msgspec.json.encode(await why_not(inquiry, look, it, end))

        asked: dict[str, Ask] = {"state": state, "dossier": told, "why": why, "why not": refused}
        start = time.perf_counter()
        await why(present.battle.seq)
        print(f"the index of {present.battle.seq:,} events, once: {time.perf_counter() - start:.1f} s")
        dice = random.Random(3)
        times: dict[str, dict[str, list[float]]] = {}
        for place, middle in (("100", 100), (f"{MANY:,}", MANY - SPREAD)):
            for _ in range(visits):
                at = dice.randrange(middle - SPREAD, middle + SPREAD)
                for name, ask in asked.items():
                    begun = time.perf_counter()
                    await ask(max(2, min(at, present.battle.seq)))
                    times.setdefault(place, {}).setdefault(name, []).append(time.perf_counter() - begun)
        return {place: {name: statistics.median(t) for name, t in found.items()} for place, found in times.items()}


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(measured(Path(folder)))
    for place, medians in found.items():
        base = medians.pop("state")
        print(f"near event {place}: a state read {base * 1e3:.2f} ms")
        for name, seconds in medians.items():
            print(f"  {name}: {seconds * 1e3:.2f} ms: {seconds / base:.2f} x (wanted: at most 3)")


if __name__ == "__main__":
    main()
