"""Opening a battle, the sheet, and what is refused (W-3, W-4)."""

from typing import Any

import pytest

from senki.rules.powerplay.dice import expression
from senki.rules.rejection import Rejection
from tests.rules.powerplay.fights import (
    BOW,
    CLUB,
    KNIFE,
    LEATHER,
    PLATE,
    SHIELD,
    SWORD,
    abilities,
    caster,
    fight,
    npc,
    pc,
)
from tests.story import Story

Json = dict[str, Any]
FOE = npc("g")


def refused(code: str, given: Json) -> None:
    with pytest.raises(Rejection) as refusal:
        Story("powerplay", given)
    assert refusal.value.code == code, refusal.value


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("D", (1, 6, 1, 0)),
        ("2D6+3", (2, 6, 1, 3)),
        ("5D6*10", (5, 6, 10, 0)),
        ("2D*2-1", (2, 6, 2, -1)),
        ("D3", (1, 3, 1, 0)),
        ("4", (0, 6, 1, 4)),
    ],
)
def test_dice_expressions_are_read(text: str, read: tuple[int, ...]):
    it = expression(text)
    assert (it.count, it.sides, it.times, it.plus) == read


@pytest.mark.parametrize("text", ["", "0D6", "2D8", "D6+", "6D+-1", "2d6", "D6*0", "３Ｄ６", "2D6 + 3", "d"])
def test_other_texts_are_no_dice(text: str):
    with pytest.raises(Rejection, match="illegal_value"):
        expression(text)


@pytest.mark.parametrize(
    "wrong",
    [
        {"abilities": {"strength": 20}},
        {"abilities": None},
        {"making": {"strength": "3D6"}},
        {"growth": {"strength": "D6"}},
        {"growth": {"luck": "D3"}},
        {"growth": {"strength": "3D4"}},
        {"items": [CLUB, CLUB]},
        {"items": [SHIELD, SHIELD | {"id": "other"}]},
        {"items": [SHIELD | {"evasion": "2D6*2"}]},
        {"items": [CLUB | {"damage": "D3"}]},
        {"items": [KNIFE | {"ways": ["melee", "melee"]}]},
        {"wielded": "sword"},
        {"wielded": "club", "items": [CLUB | {"carried": False}]},
        {"wielded": "leather", "items": [LEATHER]},
        {"spells": {"bolt": {}}},
        {"hp": 11},
        {"hero_points": 1},
        {"back_to": ["a"]},
        {"back_to": ["zz"]},
        {"level": 0},
        {"abilities": abilities(1000)},
    ],
)
def test_a_sheet_that_does_not_fit_is_refused(wrong: Json):
    refused("illegal_value", fight(pc("a", **wrong), FOE))


def test_spells_need_memory_a_spell_that_there_is_and_no_chance_once_learned():
    own = {"own": {"memory": 20}}
    refused("illegal_value", fight(pc("a", **own, spells={"fly": {}}), FOE))
    refused("illegal_value", fight(pc("a", **own, spells={"bolt": {"learned": True, "chance": True}}), FOE))
    Story("powerplay", fight(pc("a", **own, spells={"bolt": {"learned": False, "chance": True}}), FOE))


@pytest.mark.parametrize(
    "wrong",
    [
        {"schools": []},
        {
            "spells": [
                {"id": "x", "school": "sorcery", "target_number": 1, "need_spirit": 1, "damage": "D6", "heal": "D6"}
            ]
        },
        {"spells": [{"id": "x", "school": "sorcery", "target_number": 1, "need_spirit": 0}]},
        {"experience_table": [100, 100]},
        {"distances": [{"between": ["a", "a"], "metres": 3}]},
        {"distances": [{"between": ["a", "g"], "metres": 3}, {"between": ["g", "a"], "metres": 4}]},
    ],
)
def test_data_that_does_not_fit_is_refused(wrong: Json):
    refused("illegal_value", fight(pc("a"), FOE) | wrong)


def test_unknown_fields_and_unknown_people_are_refused():
    refused("malformed", fight(pc("a", mood="bad"), FOE))
    refused("malformed", fight(pc("a", items=[CLUB | {"armour": 3}]), FOE))
    refused("unknown_character", fight(pc("a"), FOE) | {"distances": [{"between": ["a", "zz"], "metres": 3}]})
    refused("illegal_value", fight(pc("a"), pc("b")))
    Story("powerplay", fight(pc("a", team="red"), pc("b", team="blue")))


def test_distances_stand_once_in_the_order_of_the_opening():
    given = fight(pc("a"), FOE, npc("h"), distance=7) | {"distances": [{"between": ["g", "a"], "metres": 12}]}
    assert Story("powerplay", given).at("distances") == {"a": {"g": 12, "h": 7}, "g": {"h": 7}}


def test_what_is_worn_but_not_carried_counts_for_nothing():
    worn = [PLATE | {"carried": False}, SHIELD | {"carried": False}, CLUB | {"carried": False}, SWORD]
    sheet = Story("powerplay", fight(pc("a", 30, items=worn), FOE)).at("characters.a")
    assert (sheet["armour"], sheet["evasion"], sheet["current"]["agility"], sheet["wielded"]) == (
        0,
        "3D6+6",
        30,
        "sword",
    )


def test_modifiers_of_a_thing_one_cannot_use_count_while_it_is_carried():
    sheet = Story("powerplay", fight(pc("a", 30, items=[PLATE | {"need_strength": 25}]), FOE)).at("characters.a")
    assert (sheet["armour"], sheet["current"]["agility"], sheet["checks"]["agility"]) == (0, 25, "2D6+5")


def test_a_current_value_is_never_below_zero():
    load = {"id": "rock", "name": "岩", "kind": "gear", "modifiers": {"agility": -50, "charm": 9}}
    sheet = Story("powerplay", fight(pc("a", 30, items=[load]), FOE)).at("characters.a")
    assert sheet["current"]["agility"] == 0
    assert "charm" not in sheet["current"]


def test_an_archer_may_add_the_bonus_of_its_race_for_a_bow_alone():
    growth = {"prowess": "D6", "observation": "D6", "memory": "D6"}
    heavy = [BOW | {"need_strength": 25}, SWORD | {"need_strength": 25}]
    own = {"observation": 20, "memory": 20}
    story = Story("powerplay", fight(pc("a", 30, own=own, growth=growth, race_bonus=5, items=heavy), FOE, distance=9))
    story.when("begin").refused("illegal_value", "change_weapon", "a", weapon="sword")
    story.when("attack", "a", [1, 1], target="g")
    assert "W-10.5" in story.one("attacked")["clauses"]


def test_hero_points_are_the_players_unless_the_table_says_otherwise():
    given = fight(
        pc("a", level=9), pc("b", level=10, hero_points=1), npc("g", level=5, hero_points=3), npc("h"), hero_points="on"
    )
    people = Story("powerplay", given).at("characters")
    assert [people[id]["hero_points"] for id in "abgh"] == [3, 1, 3, 0]
    refused("illegal_value", fight(pc("a", level=9, hero_points=4), FOE, hero_points="on"))


def test_lifeless_things_do_not_resist_unless_they_are_magic():
    given = fight(pc("a"), npc("g", lifeless=True), npc("h", lifeless=True, resists=True))
    people = Story("powerplay", given).at("characters")
    assert [people[id]["resists"] for id in "agh"] == [True, False, True]


def test_who_opens_below_the_death_line_has_reached_it():
    people = Story("powerplay", fight(pc("a", hp=-10), pc("b"), FOE)).at("characters")
    assert (people["a"]["condition"], people["a"]["death_line_reached"]) == ("dead", True)


def test_equal_lines_mean_death():
    sheet = Story("powerplay", fight(pc("a", own={"spirit": 20}, hp=-10), pc("b"), FOE)).at("characters.a")
    assert (sheet["death_line"], sheet["stun_line"], sheet["condition"]) == (-10, -10, "dead")


def test_a_character_is_made_once_and_again_while_it_is_poor():
    making = dict.fromkeys(("strength", "prowess", "agility", "endurance", "spirit"), "2D6+10")
    hero = {"id": "a", "name": "新人", "side": "pc", "making": making}
    story = Story("powerplay", fight(hero, FOE))
    assert story.at("awaiting") == [{"by": "a", "types": ["make"]}]
    story.refused("not_awaited", "swap", "a", abilities=["strength", "spirit"])
    story.when("make", "a", [1, 2], [6, 6], [3, 4], [5, 6], [2, 2], [1, 1, 1, 1, 1])
    assert story.at("characters.a.abilities") == {
        "strength": 13,
        "prowess": 22,
        "agility": 17,
        "endurance": 21,
        "spirit": 14,
    }
    assert (story.at("characters.a.money"), story.at("characters.a.hp")) == (50, 10)
    story.when("swap", "a", abilities=["strength", "endurance"])
    assert (story.at("characters.a.hp"), story.at("characters.a.hp_max")) == (6, 6)
    story.refused("illegal_value", "swap", "a", abilities=["strength", "strength"])
    story.refused("illegal_value", "swap", "a", abilities=["strength", "luck"])
    story.when("begin")
    assert story.at("characters.a.making") is None


def test_no_values_are_exchanged_after_the_first_spell():
    making = dict.fromkeys(("strength", "prowess", "agility", "endurance", "spirit", "memory"), "2D6+10")
    hero = {
        "id": "a",
        "name": "新人",
        "side": "pc",
        "making": making,
        "spells": {"bolt": {"learned": False, "chance": True}},
    }
    story = Story("powerplay", fight(hero, FOE))
    story.refused("not_awaited", "learn", "a", spell="bolt")
    story.when("make", "a", *[[5, 5]] * 6, [1, 1, 1, 1, 1])
    story.when("learn", "a", [2, 6], spell="bolt")
    assert story.one("learned")["achievement"] == 12  # 8 + 20 ÷ 5
    story.refused("not_awaited", "swap", "a", abilities=["strength", "spirit"])
    story.refused("not_awaited", "make", "a")
    assert story.at("characters.a.making") is None


def test_the_names_of_abilities_are_the_tables_own():
    given = fight(pc("a", own={"luck": 20}), FOE) | {"ability_names": {"luck": "幸運"}}
    story = Story("powerplay", given).when("call_check", of="a", ability="luck", target_number=9)
    assert "ＧＭは勇者aに幸運チェックを求めた。" in story.told()


def test_a_caster_has_uses_by_its_spirit():
    sheet = Story("powerplay", fight(caster("a", spirit=29, spells=("bolt", "sleep")), FOE)).at("characters.a.spells")
    assert (sheet["bolt"]["uses"], sheet["sleep"]["uses"]) == (2, 1)
