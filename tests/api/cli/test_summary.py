"""The state in a few lines, whatever the system."""

import json
from pathlib import Path

import msgspec
import pytest
from rich.text import Text

from senki.api.cli.summary import characters, headline, numbers, summary
from senki.projections.seen import state
from senki.rules import SYSTEMS
from senki.rules.decide import open_battle

CASES = Path(__file__).parents[2] / "cases"


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_system_can_be_summed_up(name: str):
    system = SYSTEMS[name]
    for case in json.loads((CASES / f"{name}.json").read_text())["cases"]:
        if "open_reject" in case:
            continue
        battle = open_battle(system, case["open"]).battle
        seen = msgspec.json.decode(msgspec.json.encode(state(system, battle)))
        told = "\n".join(line.plain for line in summary(seen, system.names(battle.game)))
        for character in battle.game.characters.values():
            assert character.name in told
        assert "None" not in told
        assert "{" not in told


def test_numbers_that_have_a_greatest_value_come_first_and_hands_are_counted():
    it = {"hp": 3, "hp_max": 20, "body": 4, "hand": ["S1", "H2"], "tags": [], "down": False}
    assert list(numbers(it)) == ["HP   3/20", "hand 2"]
    assert list(numbers({"hp": 3, "sp": 5, "up": True})) == ["hp 3", "sp 5"]


def test_a_character_that_is_out_says_so():
    seen = {"active": "b", "characters": {"a": {"hp": 0, "condition": "down"}, "b": {"hp": 1, "condition": "active"}}}
    lines = [line.plain for line in characters(seen, {"a": "アキラ", "b": "鬼"})]
    assert lines == ["  アキラ  hp 0  行動不能", "▶ 鬼      hp 1"]


def test_before_the_first_round_there_is_no_round():
    assert headline({"phase": "setup", "round": 0}, {}) == Text("準備")
