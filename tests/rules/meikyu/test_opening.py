"""What a table may write, and what makes no fight."""

import msgspec
import pytest

from senki.rules import SYSTEMS
from senki.rules.codec import schema
from senki.rules.decide import open_battle
from senki.rules.rejection import Rejection
from tests.rules.meikyu.fights import ability, attack, effect, evade, fight, guard, npc, pc
from tests.story import Json


def refused(code: str, *characters: Json, **options: object) -> str:
    with pytest.raises(Rejection) as refusal:
        open_battle(SYSTEMS["meikyu"], {"options": options, "characters": list(characters)})
    assert refusal.value.code == code
    return refusal.value.message


def test_defaults_are_filled_in():
    story = fight(pc("a", mp_max=7, wit_max=2), npc("g"))
    a = story.at("characters.a")
    assert (a["hp"], a["mp"], a["wit"], a["row"], a["defence"], a["place"]) == (30, 7, 2, "front", 0, 0)
    assert (a["bonuses"], a["evading"], a["condition"]) == ([], None, "active")


def test_wit_at_the_start_of_the_fight_may_differ_from_that_of_the_scenario():
    assert fight(pc("a", wit_max=2, wit=0), npc("g")).at("characters.a.wit") == 0
    assert fight(pc("a", wit_max=2, wit=3), npc("g")).at("characters.a.wit") == 3


def test_a_name_is_the_id_where_none_is_given():
    nameless = pc("a")
    del nameless["name"]
    assert fight(nameless, npc("g")).at("characters.a.name") == "a"


@pytest.mark.parametrize(
    "actions",
    [
        [attack(faces=(1, 9))],
        [attack(faces=(1, 6)), attack(faces=(6, 10))],
        [attack(faces=(1, 10)), attack(faces=(5, 4))],
        [attack(faces=(10, 1))],
    ],
)
def test_every_face_stands_in_the_action_table_once(actions: list[Json]):
    assert "一度ずつ" in refused("illegal_value", pc("a", *actions), npc("g"))


@pytest.mark.parametrize(
    "damage", ["", "2D", "D6", "0D6", "1D0", "power*", "power/0", "1D6++2", "2*power", "2d6", "攻撃"]
)
def test_a_formula_that_cannot_be_read_is_refused(damage: str):
    refused("illegal_value", pc("a", attack(damage), stats={"power": 1}), npc("g"))


@pytest.mark.parametrize(
    "character",
    [
        pc("a", attack("power")),
        pc("a", guard(bonus="power")),
        pc("a", evade(), abilities=[ability("setup", effect("hp", "1+power"))]),
    ],
)
def test_a_formula_uses_only_the_characters_own_stats(character: Json):
    assert "power" in refused("illegal_value", character, npc("g"))


def test_an_evade_check_has_one_bound():
    refused("illegal_value", pc("a", evade(at_least=3, at_most=8)), npc("g"))
    none = evade()
    none["check"] = {"roll": "1D10"}
    refused("illegal_value", pc("a", none), npc("g"))


@pytest.mark.parametrize(
    "fields",
    [
        {"hp": 31},
        {"hp": -1},
        {"mp_max": 3, "mp": 4},
        {"hp_max": 0},
        {"abilities": [ability("setup"), ability("cleanup")]},
        {"items": [{"id": "x", "name": "薬"}, {"id": "x", "name": "毒"}]},
    ],
)
def test_what_does_not_fit_is_refused(fields: Json):
    refused("illegal_value", pc("a", **fields), npc("g"))


def test_hit_points_below_nothing_need_the_option():
    story = fight(pc("a"), pc("b", hp=-3), npc("g"), hp_floor="none")
    assert story.at("characters.b.condition") == "down"


def test_both_sides_need_somebody_who_can_act():
    refused("illegal_value", pc("a"), pc("b"))
    refused("illegal_value", pc("a"), npc("g", hp=0))


def test_two_of_one_id_are_refused():
    refused("illegal_value", pc("a"), npc("a"))


def test_unknown_fields_kinds_and_tags_are_refused():
    refused("malformed", pc("a", strength=3), npc("g"))
    refused("illegal_value", pc("a", {"faces": [1, 10], "name": "歌", "kind": "sing"}), npc("g"))
    refused("illegal_value", pc("a", attack(tags=["holy"])), npc("g"))


def test_the_schema_tells_each_kind_of_action_apart():
    told = msgspec.json.encode(schema(SYSTEMS["meikyu"].setup)).decode()
    for word in ("attack", "defence", "evade", "support", "breathe", "ranged", "at_least", "initiative"):
        assert f'"{word}"' in told
