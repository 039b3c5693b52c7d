"""The state in a few lines, whatever the system."""

import json
import re
from pathlib import Path

import msgspec
import pytest
from rich.text import Text

from senki.api.cli.summary import Names, characters, headline, numbers, summary
from senki.projections.seen import state
from senki.rules import SYSTEMS
from senki.rules.decide import open_battle
from senki.rules.words import SHARED

CASES = Path(__file__).parents[2] / "cases"


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_system_can_be_summed_up(name: str):
    system = SYSTEMS[name]
    for case in json.loads((CASES / f"{name}.json").read_text())["cases"]:
        if "open_reject" in case:
            continue
        battle = open_battle(system, case["open"]).battle
        seen = msgspec.json.decode(msgspec.json.encode(state(system, battle)))
        told = "\n".join(line.plain for line in summary(seen, Names(system.words, system.names(battle.game))))
        for character in battle.game.characters.values():
            assert character.name in told
        assert "None" not in told
        assert "{" not in told
        if system.words is not SHARED:
            own = [character.name for character in battle.game.characters.values()]
            english = {word for word in re.findall(r"[A-Za-z_]{2,}", told) if not any(word in name for name in own)}
            assert english == set()


def test_numbers_that_have_a_greatest_value_come_first_and_hands_are_counted():
    words = SYSTEMS["hms"].words
    it = {"hp": 3, "hp_max": 20, "body": 4, "skills": ["S1", "H2"], "targets": [], "moved": False}
    assert list(numbers(it, words)) == ["ＨＰ   3/20", "スキル 2"]
    assert list(numbers({"hp": 3, "body": 5, "moved": True}, words)) == ["ＨＰ 3", "肉体 5"]
    assert list(numbers({"hp": 3, "max_hp": 20, "power": 4, "max_power": None}, words)) == ["ＨＰ   3/20", "殺傷力   4"]


def test_what_nothing_names_is_not_shown_by_its_id():
    names = Names(SYSTEMS["hms"].words, {"akira": "アキラ", "skill:throwing": "手裏剣術"})
    assert names.of("akira") == "アキラ"
    assert names.of("throwing", "skill") == "手裏剣術"
    assert names.of("throwing", "distance") == "投擲戦距離"
    assert names.of("no_such_thing", "weapon") == "―"
    assert names.of("Excalibur", "weapon") == "Excalibur"


def test_a_character_that_is_out_says_so():
    seen = {"active": "b", "characters": {"a": {"hp": 0, "condition": "down"}, "b": {"hp": 1, "condition": "active"}}}
    names = Names(SYSTEMS["hms"].words, {"a": "アキラ", "b": "鬼"})
    assert [line.plain for line in characters(seen, names)] == ["  アキラ  ＨＰ 0  行動不能", "▶ 鬼      ＨＰ 1"]


def test_before_the_first_round_there_is_no_round():
    assert headline({"phase": "setup", "round": 0}, Names()) == Text("準備")
