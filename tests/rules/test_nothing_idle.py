"""No declaration is offered, or accepted, that changes nothing but whose go it is; unless that is what it is for."""

import random
from typing import Any

import pytest

from senki.rules import SYSTEMS
from senki.rules.declarations import SHARED
from senki.rules.message import type_of
from senki.rules.rulebook import Decision, fold
from tests.rules.play import play

GOES_ON = frozenset({"turn_ended", "turn_started", "round_ended", "round_started", "stage_started", "ended"})
"""Where the declaration's own doing ends, and the course of the battle goes on."""
CHANCE = frozenset({"rolled", "drawn"})

NOTHING_ELSE = {
    "godeater": {"wait", "pass", "improvise", "next_round"},
    "hms": {"pass"},
    "meikyu": {"pass"},
    "persona": {
        "pass",
        "other",  # the GM answers
        "judge",  # the answer
        "show_hand",  # what is seen is the point of it
        "cast",  # P-11.7: anybody may be healed, also one who lacks nothing
    },
    "powerplay": {"pass"},
}
"""What is declared for the go's sake, or for what people make of it."""


def idle(system: Any, game: Any, decision: Decision[Any], battle: Any) -> bool:
    """Whether what was declared changed nothing before the course of the battle went on."""
    for happened in decision.events[1:]:
        tag = type_of(type(happened.event))
        if tag in CHANCE:
            return False
        if tag in GOES_ON:
            break
        battle = fold(system, battle, happened.event)
    return battle.game == game


@pytest.mark.parametrize("system", SYSTEMS)
def test_whatever_is_offered_changes_something(system: str):
    rules, played = SYSTEMS[system], set[str]()
    for seed in range(20):
        for battle, it, decision in play(rules, random.Random(seed), 100):
            if it is None or type(it) in SHARED:
                continue
            said = type_of(type(it))
            played.add(said)
            assert said in NOTHING_ELSE[system] or not idle(rules, battle.game, decision, battle), (seed, it)
    assert len(played) > 8 or played == {type_of(kind) for kind in rules.plays.kinds}
