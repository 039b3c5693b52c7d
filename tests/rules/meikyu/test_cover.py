"""Covering: who may, what it takes, and when (M-3.3, M-4.1, M-4.2, M-9.5)."""

import pytest

from tests.rules.meikyu.fights import act, asked, attack, breathe, evade, npc, pc, ready, rule, terms
from tests.story import Json, Story

ALL = attack("20", targets="all", tags=["ranged"])
RANGED = attack(tags=["ranged"])


def struck(*characters: Json, targets: tuple[str, ...] = (), **options: object) -> Story:
    """The enemy g, who goes first, has attacked."""
    story = ready(*characters, **options)
    return act(story, "g", 1, targets=targets)


def test_only_the_front_row_of_the_same_side_that_is_no_target_is_asked():
    story = struck(pc("a"), pc("b", row="back"), pc("c"), npc("g", action_value=9), npc("h"), targets=("a",))
    assert asked(story) == {"c": ["cover", "pass"]}
    assert story.at("exchange") == {
        "kind": "attack",
        "by": "g",
        "face": 1,
        "targets": ["a"],
        "covers": {},
        "evaded": [],
        "ask": ["c"],
        "no": [],
    }
    story.refused("bad_target", "cover", "c", target="b").refused("not_awaited", "cover", "a", target="a")
    story.refused("unknown_character", "cover", "c", target="zz").when("cover", "c", target="a")
    assert (story.at("characters.c.hp"), story.at("characters.a.hp")) == (20, 30)


def test_the_first_who_speaks_covers():
    story = struck(pc("a"), pc("b"), pc("c"), npc("g", action_value=9), targets=("a",))
    assert set(asked(story)) == {"b", "c"}
    story.when("pass", "b")
    assert (story.at("exchange.ask"), story.at("exchange.no")) == (["c"], ["b"])
    story.refused("not_awaited", "cover", "b", target="a").when("pass", "c")
    assert story.one("attack_taken")["receivers"] == ["a"]
    assert story.at("characters.a.hp") == 20


def test_a_cover_is_once_a_round():
    story = ready(pc("a"), pc("b"), pc("c"), npc("g", action_value=9), npc("h", action_value=8))
    act(story, "g", 1, targets=("a",)).when("cover", "b", target="a")
    act(story, "h", 1, targets=("a",))
    assert set(asked(story)) == {"c"}
    story.refused("once_only", "cover", "b", target="a").when("pass", "c")
    for id in story.at("order"):
        if story.at("active") == id:
            story.when("pass", id)
    assert not story.at("characters.b.covered")


def test_of_who_has_covered_only_one_that_would_be_asked_is_told_that_it_was_once():
    story = ready(pc("a"), pc("b"), npc("g", RANGED, action_value=9), npc("h", RANGED, action_value=8), npc("i"))
    act(story, "g", 1, targets=("a",)).when("cover", "b", target="a")
    rule(story, ("characters.i.covered", True), ("characters.h.covered", True))
    act(rule(story, ("characters.a.covered", False)), "h", 1, targets=("b",))
    # a is asked; b is the target itself, h attacks, i is of the attacker's side
    for id in "bhi":
        story.refused("not_awaited", "cover", id, target="b")
    story.when("pass", "a")


def test_a_second_cover_in_one_attack_is_once_too_often():
    story = struck(pc("a"), pc("b"), pc("c"), pc("d"), npc("g", attack(targets=2), action_value=9), targets=("a", "b"))
    story.when("cover", "c", target="a").refused("once_only", "cover", "c", target="b")


def test_a_coverer_that_is_a_target_as_well_takes_double_after_everything_else():
    story = struck(pc("a", defence=13), pc("b", defence=2), npc("g", ALL, action_value=9))
    assert set(asked(story)) == {"a", "b"}
    story.when("cover", "a", target="b")
    assert terms(story.one("damaged")) == [("number", 20), ("defence", -13), ("double", 2)]
    assert story.one("damaged")["clauses"] == ["M-9.3", "M-4.2"]
    assert story.one("covered")["clauses"] == ["M-4.1", "M-4.2"]
    assert story.told()[0] == "探索者aが探索者bの前に飛び出した。二人分を引き受ける覚悟だ。"


def test_double_of_the_least_damage_is_two():
    story = struck(pc("a", defence=40), pc("b"), npc("g", ALL, action_value=9), damage_floor=1)
    assert story.when("cover", "a", target="b").one("damaged")["amount"] == 2


def test_each_cover_takes_one_characters_share_and_the_others_receive_their_own():
    story = struck(pc("a"), pc("b"), pc("c"), pc("d"), npc("g", ALL, action_value=9))
    story.when("cover", "b", target="a")
    # a is covered, b covers: neither is covered, nor covers, in this attack
    assert asked(story) == {"c": ["cover", "pass"], "d": ["cover", "pass"]}
    story.refused("bad_target", "cover", "c", target="a").refused("bad_target", "cover", "c", target="b")
    story.refused("not_awaited", "cover", "a", target="c").when("cover", "d", target="c")
    assert story.one("attack_taken")["receivers"] == ["b", "d"]
    assert [story.at(f"characters.{id}.hp") for id in "abcd"] == [30, 0, 30, 0]


def test_receivers_stand_in_the_order_of_the_targets():
    story = struck(
        pc("a"),
        pc("b"),
        pc("c"),
        npc("g", attack("1D6", targets=2), action_value=9),
        targets=("b", "a"),
        damage_roll="per_target",
    )
    # b is a target, but whom it might cover is covered already: nobody is left to ask
    story.when("cover", "c", [1], [6], target="a")
    assert [(e["target"], e["amount"]) for e in story.last if e["type"] == "damaged"] == [("b", 1), ("c", 6)]


def test_who_covers_may_evade_only_where_the_option_says_so():
    for option, rolls, hp in (("no", [], 20), ("yes", [[6]], 30)):
        story = ready(pc("a", evade(), action_value=9), pc("b", row="back"), npc("g", RANGED), cover_evade=option)
        act(story, "a", 1)
        story.when("pass", "b")
        act(story, "g", 1, targets=("b",))
        story.when("cover", "a", *rolls, target="b")
        assert story.at("characters.a.hp") == hp


def test_one_check_nullifies_all_that_a_coverer_would_take():
    story = ready(pc("a", evade(), action_value=9), pc("b"), npc("g", ALL), cover_evade="yes")
    act(story, "a", 1)
    story.when("pass", "b")
    act(story, "g", 1).when("cover", "a", [7], target="b")
    assert story.kinds().count("checked") == 1
    assert (story.at("characters.a.hp"), story.at("characters.b.hp")) == (30, 30)


def test_without_the_option_a_coverer_takes_all_of_it_even_if_it_is_evading():
    story = ready(pc("a", evade(), action_value=9, hp_max=50), pc("b"), npc("g", ALL))
    act(story, "a", 1)
    story.when("pass", "b")
    act(story, "g", 1).when("cover", "a", target="b")
    assert story.at("characters.a.hp") == 10


def evaders(**options: object) -> Story:
    """Two who evade; g attacks both."""
    story = ready(
        pc("a", evade(), action_value=9, hp_max=50),
        pc("b", evade(), action_value=8, hp_max=50),
        pc("c", row="back"),
        npc("g", attack("20", targets="all")),
        **options,
    )
    act(story, "a", 1)
    act(story, "b", 1)
    return story.when("pass", "c").when("roll_action", "g", [1])


def test_after_evasion_who_has_evaded_is_not_covered_and_covers_undoubled():
    story = evaders(cover_timing="after_evasion").when("perform", "g", [6], [5])
    assert story.at("exchange.evaded") == ["a"]
    assert asked(story) == {"a": ["cover", "pass"]}
    story.when("cover", "a", target="b")
    assert not story.one("covered")["doubled"]
    assert [(e["target"], e["amount"]) for e in story.last if e["type"] == "damaged"] == [("a", 20)]


def test_after_evasion_a_coverer_may_evade_the_covered_share_too_where_it_may():
    story = evaders(cover_timing="after_evasion", cover_evade="yes").when("perform", "g", [5], [5])
    assert set(asked(story)) == {"a", "b"}
    story.when("cover", "b", [6], target="a")
    assert (story.at("characters.a.hp"), story.at("characters.b.hp")) == (50, 50)


def test_after_evasion_nobody_is_asked_when_all_have_evaded():
    story = evaders(cover_timing="after_evasion").when("perform", "g", [6], [7])
    assert "cover_offered" not in story.kinds()
    assert story.one("attack_taken")["receivers"] == []
    assert story.at("round") == 2


def test_before_evasion_the_checks_come_when_nobody_can_cover_any_more():
    story = evaders().when("perform", "g").when("pass", "a")
    story.refused("bad_rolls", "pass", "b", [6]).when("pass", "b", [6], [5])
    kinds = [k for k in story.kinds() if k in {"attack_taken", "checked", "evaded", "damaged"}]
    assert kinds == ["attack_taken", "checked", "evaded", "checked", "damaged"]


def test_who_does_nothing_for_the_whole_round_covers_nobody():
    story = ready(pc("a", breathe(), action_value=9), pc("b", row="back"), npc("g", RANGED), does_nothing="whole_round")
    act(story, "a", 1)
    story.when("pass", "b")
    act(story, "g", 1, targets=("b",))
    assert story.at("characters.b.hp") == 20


@pytest.mark.parametrize("side", ["pc", "npc"])
def test_either_side_covers_its_own(side: str):
    one, other = (pc, npc) if side == "pc" else (npc, pc)
    story = ready(one("a"), one("b"), other("g", action_value=9))
    act(story, "g", 1, targets=("a",)).when("cover", "b", target="a")
    assert story.at("characters.b.hp") == 20
