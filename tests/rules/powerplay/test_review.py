"""What a review found: each of these went wrong once."""

from typing import Any

import pytest

from senki.rules.powerplay import SYSTEM
from senki.rules.powerplay.plays import PLAYS
from tests.rules.powerplay.fights import CLUB, caster, fight, npc, pc
from tests.story import Story

Json = dict[str, Any]
DOOMED: Json = {"own": {"endurance": 10, "spirit": 30}, "hp": -5}


def ready(*characters: Json, **options: Any) -> Story:
    return Story("powerplay", fight(*characters, **options)).when("begin")


def ruled(story: Story, *rolls: list[int], **changes: object) -> Story:
    listed = [{"path": path.replace("__", "."), "to": to} for path, to in changes.items()]
    return story.when("rule", None, *rolls, reason="裁定", changes=listed)


def told(story: Story, type: str) -> str:
    for _, happened in reversed(story.log):
        if happened.event.__struct_config__.tag == type:
            return SYSTEM.narrate[happened.event.__class__](story.battle.game, happened.event)
    raise LookupError(type)


def test_a_posture_or_a_way_that_there_is_not():
    story = ready(pc("a"), npc("g"))
    story.refused("illegal_value", "change_posture", "a", to="kneeling")
    story.refused("illegal_value", "attack", "a", target="g", way="bite")
    (offer,) = [o for o in PLAYS.offers(story.battle.game, "a") if o.type == "attack"]
    assert offer.schema is not None
    assert offer.schema["properties"]["way"] == {"enum": ["melee", None]}


@pytest.mark.parametrize("number", [-(10**7), 10**7, 10**30])
def test_a_number_out_of_all_bounds(number: int):
    story = ready(pc("a"), npc("g"), hero_points="on")
    story.refused("illegal_value", "attack", "a", target="g", dice=number)
    story.refused("illegal_value", "delay", "a", to=number)
    story.refused("illegal_value", "call_check", of="a", ability="spirit", target_number=number)
    story.when("close").refused("illegal_value", "award", hours=number)
    story.refused("illegal_value", "award", hours=1, adjust={"a": number})


@pytest.mark.parametrize(("spirit", "condition"), [("1", "dead"), ("9", "doomed")])
def test_a_new_sheet_may_be_beyond_its_death_line(spirit: str, condition: str):
    making = {"strength": "2D6", "prowess": "2D6", "agility": "2D6", "endurance": "1", "spirit": spirit}
    dice = ([2, 2], [2, 3], [3, 3], [1, 1, 1, 1, 1])
    hero = {"id": "a", "side": "pc", "making": making}
    story = Story("powerplay", fight(hero, npc("g"))).when("make", "a", *dice)
    for again in (story.when("swap", "a", abilities=["strength", "prowess"]), story.when("make", "a", *dice)):
        assert again.at("characters.a.condition") == condition
        assert again.at("characters.a.death_line_reached") is True


def test_who_is_gone_reaches_its_death_line_too():
    story = ready(pc("a", items=[CLUB | {"damage": "D6+29"}]), npc("g"), npc("h"))
    story.when("attack", "a", [4, 4], target="g")
    ruled(story, [1], characters__g__left=True)
    assert (story.at("characters.g.condition"), story.at("characters.g.hp")) == ("left", -20)
    assert story.at("characters.g.death_line_reached") is True


def test_an_evader_that_dies_owes_nothing_any_more():
    story = ready(npc("g", 40, items=[CLUB | {"damage": "30"}]), pc("a", hp=-1), pc("b"), heavy_loss="with_evasions")
    story.when("attack", "g", [6, 6], target="a").when("evade", "a", [2, 2, 2])
    assert (story.at("characters.a.condition"), story.at("characters.a.strained")) == ("dead", False)


@pytest.mark.parametrize(("before", "after", "hp"), [(-1, 5, 3), (5, -1, -1)])
def test_the_effort_of_an_evasion_is_decided_before_its_dice_are_settled(before: int, after: int, hp: int):
    hero = pc("a", hp=before, hero_points=1)
    story = ready(npc("g", 40), hero, hero_points="on", heavy_loss="with_evasions")
    story.when("attack", "g", [2, 2], target="a").when("evade", "a", [4, 4, 4])
    ruled(story, characters__a__hp=after).when("accept", "a")
    assert story.at("characters.a.hp") == hp


def test_experience_may_be_given_while_a_check_is_open():
    story = ready(pc("a"), npc("g")).when("close").when("call_check", of="a", ability="spirit", target_number=5)
    assert "award" in [o.type for o in PLAYS.offers(story.battle.game, "gm")]
    assert story.when("award", hours=1).at("awarded") is True
    story.when("check", "a", [4])
    assert story.at("exchange") is None


def test_waking_up_and_dying_of_doom_cite_their_clauses():
    story = ready(pc("a", hp=-7), pc("b"), npc("g"))
    ruled(story, characters__a__hp=-1)
    assert story.one("condition_changed")["clauses"] == ["W-15.4", "W-15.7"]
    story = ready(pc("a", **DOOMED), pc("b"), npc("g"))
    ruled(story, characters__a__hp=-20)
    assert story.one("condition_changed")["clauses"] == ["W-15.6", "W-15.8"]
    ruled(story, characters__b__hp=-20)
    assert story.one("condition_changed")["clauses"] == ["W-15.6"]


def test_only_healing_in_vain_cites_that_hp_never_recover():
    story = ready(caster("b", 40, spells=("cure",)), pc("a", **DOOMED), npc("g"))
    story.when("cast", "b", [4, 4, 4], [3], spell="cure", target="a")
    assert (story.one("healed")["amount"], story.one("healed")["clauses"]) == (0, ["W-8.10", "W-15.9"])


def test_who_can_no_longer_evade_is_struck_before_the_end_is_looked_at():
    story = ready(pc("a"), npc("g")).when("attack", "a", [4, 4], target="g")
    ruled(story, [3], characters__g__hp=-6)
    assert [k for k in story.kinds() if k in {"cannot_evade", "hit", "damaged", "turn_ended", "ended"}] == [
        "cannot_evade",
        "hit",
        "damaged",
        "turn_ended",
        "ended",
    ]
    assert story.at("characters.g.hp") == -9


def test_telling_acts_and_efforts():
    story = ready(pc("a", hp=-1), npc("g")).when("act", "a", text="机を倒す").when("judge", allowed=True)
    assert told(story, "acted") == "勇者aは机を倒す。"
    assert told(story, "damaged") == "勇者aは無理がたたって2点失った。"
