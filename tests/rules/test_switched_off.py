"""No event cites a clause that its battle's edition or options switch off: in any game, under any option."""

import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from senki.rules import SYSTEMS
from senki.rules.clause import Chapter, ClauseBook
from senki.rules.decide import open_battle
from senki.rules.persona.options import Options
from senki.rules.rejection import Rejection
from senki.rules.rulebook import Decision, RuleSystem
from tests.rules.play import CASES, SOURCE, play

each = pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
BATTLES, LENGTH = 4, 60


def answers(system: RuleSystem[Any]) -> dict[str, list[Any]]:
    """The values of every option that names them."""
    described = msgspec.json.schema(system.options)["$defs"][system.options.__name__]["properties"]
    values = {name: [False, True] if it.get("type") == "boolean" else it.get("enum") for name, it in described.items()}
    return {name: found for name, found in values.items() if found}


def openings(system: RuleSystem[Any]) -> list[dict[str, Any]]:
    """What all cases of a system open with."""
    cases = [c for f in sorted(CASES.glob(f"{system.id}*.json")) for c in json.loads(f.read_text())["cases"]]
    return [case["open"] for case in cases if "open_reject" not in case]


def opened_under(system: RuleSystem[Any], name: str, value: object, dice: random.Random) -> Decision[Any]:
    """A battle of some case with one option as given; other cases where that one cannot be opened so."""
    while True:
        opening = dice.choice(openings(system))
        try:
            return open_battle(
                system, opening | {"options": {**opening.get("options", {}), name: value}}, chance=SOURCE
            )
        except Rejection:
            continue


def cited(system: RuleSystem[Any], name: str, value: object) -> Iterator[tuple[str, str]]:
    """The clauses that do not hold and are cited all the same, with the event that does so."""
    for seed in range(BATTLES):
        dice = random.Random(f"{name} {value} {seed}")
        for _, _, decision in play(system, dice, LENGTH, opened_under(system, name, value, dice)):
            for it in decision.events:
                for id in getattr(it.event, "clauses", ()):
                    if not system.clauses[id].holds(decision.battle.game.options):
                        yield type(it.event).__name__, id


@each
def test_no_event_cites_a_clause_that_is_switched_off(system: RuleSystem[Any]):
    for name, values in answers(system).items():
        for value in values:
            assert not set(cited(system, name, value)), (name, value)


@each
def test_what_switches_a_clause_off_is_an_option_and_leaves_it_a_value(system: RuleSystem[Any]):
    known = answers(system)
    for clause in system.clauses.values():
        assert clause.edition is None or clause.edition in known["edition"], clause.id
        for name, values in clause.under.items():
            assert values, clause.id
            assert set(values) < set(known[name]), clause.id


def test_a_clause_holds_in_its_edition_and_under_its_option_values_alone():
    chapter = Chapter()
    chapter.state("T-1.1", "", "", "")
    chapter.state("T-1.2", "", "", "", edition="original")
    chapter.state("T-1.3", "", "", "", edition="original", under={"check": ("drawn",), "decks": ("one", "two")})
    book = ClauseBook.of("T", chapter)
    old = Options(edition="original")
    assert [c.holds(Options()) for c in book.values()] == [True, False, False]
    assert [c.holds(old) for c in book.values()] == [True, True, False]
    assert [c.holds(Options(edition="original", check="drawn")) for c in book.values()] == [True, True, True]
