"""What could have come of a declaration, with probabilities worked out by hand."""

import asyncio
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from senki.eventstore import SqliteStore
from senki.eventstore.archive import import_archive
from senki.projections.history import History
from senki.projections.odds import BUDGET, Odds, odds
from senki.projections.otherluck import Choose, Endless, branches
from senki.projections.questions import unit_of
from tests.projections.recording import Recording

LOG = Path(__file__).parents[1] / "logs" / "hms-1.jsonl"


def of_the_log(folder: Path, seq: int, budget: int = BUDGET) -> Odds:
    async def ask() -> Odds:
        async with SqliteStore.open(folder / "senki.db") as store:
            with LOG.open("rb") as file:
                await import_archive(store, file)
            unit = await unit_of(History(store), "hms-1", seq)
            assert unit is not None
            return odds(unit, "head", budget=budget)

    return asyncio.run(ask())


def test_a_hit_of_2d6_and_6_against_2d6_and_4(tmp_path: Path):
    """The attacker wins unless the target throws at least 2 more: 435 of 1296 ways (H-7.2 to H-7.5)."""
    found = of_the_log(tmp_path, 24)
    assert (found.method, found.n) == ("exact", 36 * 36)
    hit, miss = found.outcomes
    assert hit.ways == str(Fraction(1296 - 435, 1296))
    assert hit.came
    assert miss.ways == str(Fraction(435, 1296))
    # 4 and 4 against 2 and 3: as much damage comes of every way in which the attacker throws 3 more, 104 in all
    came = next(row for row in found.results if row.came)
    assert came.ways == str(Fraction(104, 1296))
    assert sum(Fraction(row.ways or "0") for row in found.results) == 1


def test_samples_are_repeated_by_their_seed_and_lie_in_the_band(tmp_path: Path):
    first = of_the_log(tmp_path, 24, budget=100)
    assert first == of_the_log(tmp_path, 24, budget=100)
    assert (first.method, first.n) == ("sampled", 2_000)
    hit = next(row for row in first.outcomes if row.came)
    assert hit.low is not None
    assert hit.high is not None
    assert hit.low < 861 / 1296 < hit.high
    assert first.seed is not None
    assert first.seed in first.text


def test_any_1_among_two_dice_fails_in_power_play():
    """(2)D6: no 1 among two dice is 25 ways of 36."""
    recording = Recording("powerplay", 0)
    shares: list[float] = []
    for unit in recording.units():
        kinds = [envelope.type for envelope in unit.envelopes]
        first = next((e for e in unit.envelopes if e.type == "rolled"), None)
        if kinds.count("rolled") != 1 or first is None or '"attack"' not in str(unit.envelopes[0].data):
            continue
        if len(msgspec.json.decode(first.data or b"")["faces"]) == 2:
            found = odds(unit, "head", past=recording.past)
            shares += [row.probability for row in found.outcomes]
    assert any(share == pytest.approx(25 / 36) for share in shares), shares


@pytest.mark.parametrize("system", ["hms", "godeater", "meikyu", "persona", "powerplay"])
def test_every_declaration_has_what_came_among_what_could_have_come(system: str):
    recording = Recording(system, 1, 25)
    asked = 0
    for unit in recording.units():
        found = odds(unit, "head", past=recording.past, samples=50, budget=300)
        assert sum(row.came for row in found.results) == 1
        if found.method != "sampled":
            assert next(row for row in found.results if row.came).probability > 0
            asked += 1
    assert asked > 3


def test_ways_without_end_are_not_counted():
    def again_and_again(choose: Choose) -> int:
        while choose(6) == choose(6):
            pass
        return 1

    with pytest.raises(Endless):
        list(branches(again_and_again))
