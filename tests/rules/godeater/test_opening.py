"""What a table may write to open a battle, and what the refusal of the rest says."""

import json
from typing import Any

import msgspec
import pytest

from senki.rules import SYSTEMS
from senki.rules.codec import codec, encode
from senki.rules.decide import open_battle
from senki.rules.godeater.setup import Setup
from senki.rules.rejection import Rejection
from tests.rules.godeater.fights import FANG, KNIFE, WALL, blow, fight, foe, pc, skill, strike
from tests.story import Json, Story

BUFF: Json = {"kind": "damage_dice", "value": 1}
MAIN: Json = {"id": "m", "kind": "main", "success": "撃破", "failure": "全滅"}


def refused(given: Json) -> Rejection:
    with pytest.raises(Rejection) as refusal:
        open_battle(SYSTEMS["godeater"], given)
    return refusal.value


@pytest.mark.parametrize(
    "characters",
    [
        [pc("a"), pc("a")],
        [pc("a", kind="enemy")],
        [foe("a", kind="pc")],
        [pc("a", cell="C")],
        [pc("a", kind="npc", cell="C")],
        [pc("a", hp=21)],
        [pc("a", ap=6)],
        [pc("a", st=4)],
        [pc("a", max_op=3, op=4)],
        [pc("a", weapon=FANG), pc("b", items=[FANG])],
        [pc("a", skills=[skill("s", "side"), skill("s", "main")])],
        [pc("a", skills=[skill("s", "passive", BUFF, cost={"ap": 1})])],
        [pc("a", skills=[skill("s", "passive", {**BUFF, "lasts": "battle"})])],
        [pc("a", skills=[skill("s", "passive", {"kind": "change", "resource": "hp", "value": 1})])],
        [pc("a", skills=[skill("s", "side", BUFF)])],
        [pc("a", skills=[skill("s", "side", {**BUFF, "lasts": "rounds"})])],
        [pc("a", skills=[skill("s", "side", {**BUFF, "lasts": "turn", "rounds": 2})])],
        [pc("a", skills=[skill("s", "side", range=[2, 1])])],
        [
            pc(
                "a",
                skills=[
                    skill("s", "side", {"kind": "round_end_change", "resource": "hp", "value": 1, "lasts": "turn"})
                ],
            )
        ],
        [pc("a", skills=[strike(timing="side")])],
        [pc("a", skills=[strike(range=None)])],
        [pc("a", skills=[strike(max_targets=0)])],
        [pc("a", skills=[strike(attack=blow(effects=[BUFF]))])],
        [pc("a", items=[{"id": "b", "category": "bullet", "range": [3, 1]}])],
        [pc("a", items=[{"id": "b", "category": "bullet", "range": [1, 3], "effects": [BUFF]}])],
        [pc("a", max_hp=0)],
        [pc("a", cell="i13")],
        [pc("あ")],
    ],
)
def test_what_makes_no_character_is_refused(characters: list[Json]):
    assert refused(fight(*characters)).code == "illegal_value"


@pytest.mark.parametrize(
    "missions",
    [
        [MAIN, {**MAIN, "id": "n"}],
        [{"id": "m", "kind": "main", "success": "撃破"}],
        [{"id": "s", "kind": "side", "success": "採取", "failure": "時間切れ"}],
        [MAIN, {"id": "m", "kind": "side", "success": "採取"}],
    ],
)
def test_missions_are_distinct_with_one_main_at_most(missions: list[Json]):
    assert refused(fight(pc("a"), missions=missions)).code == "illegal_value"


@pytest.mark.parametrize(
    ("given", "path"),
    [
        (fight(pc("a", weapon=WALL)), "$.characters[0].weapon"),
        (fight(pc("a", items=[{**KNIFE, "kind": "axe"}])), "$.characters[0].items[0].kind"),
        (fight(pc("a", items=[KNIFE, {**WALL, "power": 3}])), "$.characters[0].items[1]"),
        (fight(pc("a", skills=[skill("s", "side", {"kind": "change", "resource": "mp", "value": 1})])), "effects[0]"),
        (fight(pc("a"), luck=3), "$.options"),
    ],
)
def test_an_error_points_at_the_field(given: Json, path: str):
    assert path in refused(given).message


def test_every_category_of_items_has_one_discriminated_shape():
    schema: dict[str, Any] = msgspec.json.schema(Setup)["$defs"]
    mapping = schema["Fighter"]["properties"]["items"]["items"]["discriminator"]
    assert mapping["propertyName"] == "category"
    assert set(mapping["mapping"]) == {"melee", "gun", "bullet", "shield", "item"}
    effects = schema["Skill"]["properties"]["effects"]["items"]["discriminator"]
    assert effects["propertyName"] == "kind"
    assert len(effects["mapping"]) == 13


def test_defaults_are_filled_in():
    potion = {"id": "potion", "category": "item"}
    story = Story("godeater", fight(pc("a", max_st=3, items=[potion], skills=[strike()]), foe("g"), ground={"i4": []}))
    a = story.at("characters.a")
    assert (a["name"], a["kind"], a["hp"], a["ap"], a["st"], a["op"]) == ("a", "pc", 20, 0, 3, 0)
    assert (a["items"][0]["timing"], a["items"][0]["uses"], a["items"][0]["max_targets"]) == ("side", 1, 0)
    assert (a["skills"][0]["max_targets"], a["skills"][0]["attack"]["element"]) == (1, "physical")
    assert (story.at("characters.g.kind"), story.at("ground")) == ("enemy", {})
    assert (story.at("phase"), story.at("round"), story.at("order"), story.at("exchange")) == ("setup", 0, [], None)


def test_one_who_opens_with_no_hp_is_incapacitated_unless_the_gm_rules_that():
    assert Story("godeater", fight(pc("a", hp=0))).at("characters.a.incapacitated") is True
    by_ruling = Story("godeater", fight(pc("a", hp=0), incapacitation="by_ruling"))
    assert by_ruling.at("characters.a.incapacitated") is False


def test_the_groups_are_placed_in_turn():
    story = Story("godeater", fight(pc("a", cell=None), pc("b", cell=None), foe("g", cell=None)))
    story.refused("not_awaited", "begin").refused("not_awaited", "place", "a", cell="o1")
    story.when("place", "g", cell="C")
    assert [a["by"] for a in story.at("awaiting")] == ["a", "b"]
    story.refused("illegal_value", "place", "b", cell="C").when("place", "b", cell="o1").when("place", "a", cell="o2")
    story.refused("not_awaited", "place", "a", cell="o3").when("begin")
    assert story.at("phase") == "fighting"


def test_a_passive_effect_is_on_its_bearer_also_in_a_battle_that_was_stored_before_its_opening_said_so():
    keen = skill("keen", "passive", {"kind": "damage_dice", "value": 1})
    opened = open_battle(SYSTEMS["godeater"], fight(pc("a", skills=[keen]), foe("g"))).events[0].event
    stored = json.loads(encode(opened))
    (effect,) = stored["characters"][0]["skills"][0]["effects"]
    assert effect["to"] == "self"
    effect["to"] = "targets"
    game = SYSTEMS["godeater"].start(codec(SYSTEMS["godeater"]).event(json.dumps(stored).encode()))
    assert game.characters["a"].skills[0].effects[0].to == "self"
