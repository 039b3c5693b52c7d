"""The GM's rulings in the middle of everything, and the end by the GM's word."""

from typing import Any

import pytest

from tests.rules.persona.fights import civilian, conserved, demon, fight, user
from tests.story import Story


def ruled(story: Story, *rolls: list[Any], **changes: Any) -> Story:
    """The GM rules; `yuka__hand_limit=2` stands for the path `characters.yuka.hand_limit`."""
    paths = [{"path": "characters." + name.replace("__", "."), "to": to} for name, to in changes.items()]
    story.when("rule", None, *rolls, reason="裁定", changes=paths)
    assert conserved(story.battle.game)
    return story


def table(**options: Any) -> Story:
    given = fight(
        user("yuka", "S", 7, "S9", "H9", "DJ"),
        user("rei", "H", 2, "H2", "H3"),
        user("boss", "C", 5, "C2", "C3", "D3", side="npc"),
        demon("slime"),
        **options,
    )
    return Story("persona", given).when("begin")


@pytest.mark.parametrize(
    ("path", "to"),
    [
        ("characters.yuka.hand", ["S2"]),
        ("characters.yuka.level", 3),
        ("characters.yuka.suit", "H"),
        ("characters.yuka.hand_limit", 6),
        ("characters.yuka.hand_limit", -1),
        ("characters.yuka.hand_limit", 0),
        ("characters.yuka.hand_limit", None),
        ("characters.yuka.condition", "near_death"),
        ("characters.yuka.condition", "dead"),
        ("characters.yuka.condition", "asleep"),
        ("characters.yuka.persona", 1),
        ("characters.yuka.persona", None),
        ("characters.yuka.personas.0.level", 100),
        ("characters.yuka.personas.3.level", 1),
        ("characters.yuka.spells", ["recarm"]),
        ("characters.slime.hand_limit", 3),
        ("characters.slime.personas.0.level", 3),
        ("characters.slime.suit", None),
        ("characters.slime.suit", "X"),
        ("characters.slime.level", 100),
        ("characters.slime.spells", ["agi"]),
        ("characters.slime.spells", ["recarm", "recarm"]),
        ("characters.slime.condition", "near_death"),
        ("characters.slime.laid", ["S2"]),
        ("characters.ghost.condition", "active"),
        ("decks.pc.left", ["S2"]),
        ("round", 3),
        ("characters", 3),
    ],
)
def test_what_a_ruling_may_not_set(path: str, to: Any):
    table().refused("illegal_value", "rule", reason="x", changes=[{"path": path, "to": to}])


def test_a_ruling_on_a_persona_changes_suit_and_level_in_force():
    story = ruled(table(), yuka__personas__0__level=9, yuka__personas__0__suit="D")
    assert (story.at("characters.yuka.level"), story.at("characters.yuka.suit")) == (9, "D")
    assert story.at("order") == ["yuka", "boss", "slime", "rei"]


def test_near_death_by_ruling_discards_the_hand_and_ends_the_turn():
    story = ruled(table(), yuka__hand_limit=0, yuka__condition="near_death")
    assert story.one("discarded")["cards"] == ["S9", "H9", "DJ"]
    assert (story.at("active"), story.at("characters.yuka.hand")) == ("boss", [])


def test_a_smaller_hand_size_is_settled_at_the_next_refill():
    story = ruled(table(), rei__hand_limit=1)
    assert (story.at("stage"), story.at("active")) == ("act", "yuka")
    story.when("pass", "yuka")
    assert story.at("awaiting") == [{"by": "rei", "types": ["discard"]}]
    ruled(story, rei__hand_limit=2)
    assert (story.at("stage"), story.at("active")) == ("act", "boss")
    ruled(story, rei__hand_limit=3)
    story.when("pass", "boss", ["H7"])
    assert story.at("characters.rei.hand") == ["H2", "H3", "H7"]


def test_a_ruling_may_end_the_battle():
    story = ruled(table(), slime__condition="fled")
    ruled(story, ["H7", "H8"], ["S2", "S3", "S4"], ["D4", "D5"], boss__condition="surrendered")
    assert (story.one("ended")["reason"], story.at("winner")) == ("out_of_action", "pc")


def test_a_defender_who_is_ruled_away_leaves_and_the_attack_goes_on():
    story = table(rest_after_battle="none").when("attack", "yuka", target="boss", cards=["DJ"])
    assert story.at("attack.pending") == ["boss"]
    ruled(story, ["H5"], ["S2"], boss__condition="fled")
    assert [k for k in story.kinds() if k in {"revealed", "all_target", "hit"}] == [
        "revealed",
        "all_target",
        "revealed",
        "hit",
    ]
    assert story.at("characters.slime.condition") == "unable"


def test_a_defender_who_is_bound_in_the_meantime_is_judged_at_once():
    story = table().when("attack", "yuka", target="boss", cards=["S9"])
    ruled(story, boss__condition="incapacitated")
    assert "defenceless" in story.kinds()
    assert story.one("damaged")["hand_limit"] == 1
    assert story.at("awaiting") == [{"by": "boss", "types": ["discard"]}]


def test_one_of_a_wave_who_is_ruled_away_does_not_hold_it_up():
    given = fight(demon("ogre", "S", 9), user("a", "D", 2, "H2", "C9"), user("b", "D", 2, "S2"))
    story = Story("persona", given).when("begin").when("attack", "ogre", ["HA"], target="a")
    story.when("defend", "a", cards=["H2"])
    assert story.at("attack.pending") == ["b"]
    ruled(story, ["S5"], b__condition="fled")
    assert (story.at("active"), story.at("attack")) == ("a", None)


def test_who_is_to_resist_and_loses_the_hand_fails():
    given = fight(demon("ogre", "S", 9), user("yuka", "D", 5, "S2"), user("rei", "H", 2, "H2"))
    story = Story("persona", given).when("begin").when("incapacitate", "ogre", ["SK"], target="yuka")
    story.when("judge", success=True)
    assert story.at("stage") == "check"
    ruled(story, yuka__hand_limit=0, yuka__condition="near_death")
    assert story.one("check_resolved")["decided_by"] == "no_card"
    assert (story.at("characters.yuka.condition"), story.at("active")) == ("near_death", "rei")


@pytest.mark.parametrize(
    ("declared", "changes"),
    [
        (("negotiate", {"target": "slime", "card": "H9"}), {"slime__condition": "vanished"}),
        (("incapacitate", {"target": "slime", "card": "H9"}), {"slime__condition": "vanished"}),
        (("other", {"text": "歌う"}), {"yuka__condition": "incapacitated"}),
    ],
)
def test_a_result_that_has_become_pointless_changes_nothing(declared: Any, changes: Any):
    type, fields = declared
    story = ruled(table().when(type, "yuka", **fields), **changes)
    story.when("judge", None, *([["S2"]] if type != "other" else []), success=True)
    assert not {"left", "incapacitated"} & set(story.kinds())
    assert story.at("active") == "boss"


def test_closing_in_the_middle_of_an_attack_discards_what_lies_on_the_table():
    story = table(rest_after_battle="none").when("attack", "yuka", target="boss", cards=["S9", "H9"])
    story.when("close", reason="時間切れ")
    assert (story.one("ended")["reason"], story.at("winner"), story.at("attack")) == ("closed", None, None)
    assert story.at("decks.pc.discards") == ["S9", "H9"]
    assert conserved(story.battle.game)


def test_the_dead_stay_dead_until_the_gm_says_otherwise_and_an_hour_may_be_given_back():
    given = fight(
        civilian("aki", condition="dead"), user("yuka", "D", 5, "S2"), demon("slime"), rest_after_battle="none"
    )
    story = ruled(Story("persona", given).when("begin"), aki__condition="active")
    assert story.at("characters.aki.condition") == "active"
    story.when("close")
    ruled(story, aki__condition="incapacitated", aki__recovery_due=True)
    assert {"by": "aki", "types": ["recover"], "optional": True} in story.at("awaiting")


def test_a_surplus_by_ruling_after_the_battle_is_asked_for_when_magic_is_cast():
    given = fight(user("yuka", "D", 5, "S2", "S3"), user("rei", "H", 1, "H2"), demon("slime"), rest_after_battle="none")
    story = Story("persona", given).when("begin").when("close")
    ruled(story, yuka__hand_limit=1)
    story.when("cast", "yuka", spell="diarahan", target="rei")
    assert story.at("awaiting") == [{"by": "yuka", "types": ["discard"]}]
    story.when("discard", "yuka", ["H3", "H4", "H5", "H6"], cards=["S3"])
    assert (story.at("stage"), story.at("characters.yuka.hand")) == (None, ["S2"])


def test_a_ruling_in_an_exchange_that_concerns_nobody_in_it_changes_nothing():
    story = table().when("attack", "yuka", target="boss", cards=["S9"])
    ruled(story, slime__level=4)
    assert story.kinds() == ["declared", "ruled"]
    assert story.at("attack.pending") == ["boss"]


def test_card_by_card_a_target_that_is_gone_is_passed_over():
    given = fight(
        user("yuka", "D", 9, "SK", "CK"),
        demon("slime", "H", 3, condition="unable"),
        user("boss", "S", 1, "H2", "H3", side="npc"),
        combined_defence="each",
    )
    story = Story("persona", given).when("begin").when("attack", "yuka", target="slime", cards=["SK", "CK"])
    assert story.at("characters.slime.condition") == "vanished"
    story.when("defend", "boss", cards=["H2"])
    assert [e["cards"] for e in story.last if e["type"] == "revealed"] == [["H2"], ["CK"]]
    assert story.one("next_card")["place"] == 1
    assert (story.at("attack.pending"), story.at("attack.cards", "boss")) == (["boss"], ["SK", "CK"])
