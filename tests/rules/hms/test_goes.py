"""A go and its options: movement, blocks, defence, interrupts, special actions."""

import pytest
from msgspec.structs import replace

from senki.rules.hms import SYSTEM
from senki.rules.hms import events as ev
from senki.rules.message import Event
from senki.rules.rulebook import fold
from tests.rules.hms.fights import SPEAR, SWORD, fight, npc, pc
from tests.story import Json, Story

SPEARMAN = {"skills": {"spear": 5}, "weapons": [SPEAR]}


def ready(*characters: Json, first: str = "a", distance: str = "melee", **options: object) -> Story:
    """Round 1, everybody has declared; `first` goes first, the others follow in the table's order."""
    story = Story("hms", fight(*characters, distance=distance, **options)).when("begin")
    able = [c for c in characters if c.get("hp") != 0]
    spoken = [c for c in able if c["side"] == "npc"] + [c for c in able if c["side"] == "pc"]
    ids = [c["id"] for c in able]
    faces = {id: [6, 6] if id == first else [5 - place, 4 - place] for place, id in enumerate(ids)}
    for place, c in enumerate(spoken):
        rolls = [faces[id] for id in ids] if place == len(spoken) - 1 else []
        story.when("declare_skill", c["id"], *rolls, skill=next(iter(c["skills"])))
    return story


def test_the_gms_characters_declare_first():
    story = Story("hms", fight(pc("a"), pc("b"), npc("g"))).when("begin")
    assert story.at("awaiting") == [{"by": "g", "types": ["declare_skill"]}]


def test_a_weapon_must_fit_the_declared_skill():
    story = Story("hms", fight(pc("a", weapons=[SWORD, SPEAR]), npc("g"))).when("begin")
    story.when("declare_skill", "g", skill="sword")
    story.refused("illegal_value", "declare_skill", "a", skill="sword", weapon="spear")
    story.refused("illegal_value", "declare_skill", "a", skill="track")


def test_a_broad_skill_takes_any_weapon_it_covers():
    story = Story("hms", fight(pc("a", skills={"combat": 5}, weapons=[SPEAR, SWORD]), npc("g"))).when("begin")
    story.when("declare_skill", "g", skill="sword")
    story.when("declare_skill", "a", [6, 6], [1, 1], skill="combat", weapon="longsword")
    assert story.at("characters.a.weapon") == "longsword"


def test_a_blocked_mover_may_have_defended_and_has_the_block_rolled_again():
    story = ready(pc("a"), npc("g", **SPEARMAN), distance="melee_plus")
    story.when("defend", "a").when("move", "a", to="melee")
    story.when("block", "g", [6, 5], [1, 2])
    assert story.one("reroll_offered") == {
        "type": "reroll_offered",
        "to": "a",
        "of": "g",
        "clauses": ["H-9.1", "H-9.2"],
    }
    assert story.at("exchange.margin") == 11 + 5 - 3 - 6
    story.when("demand_reroll", "a", [1, 1])
    assert story.one("checked")["margin"] == 2 + 5 - 3 - 6
    assert story.kinds()[-1] in {"turn_started", "stage_started"}
    assert story.at("fights.0.distance") == "melee"


def test_letting_the_dice_stand_keeps_the_block():
    story = ready(pc("a"), npc("g", **SPEARMAN), distance="melee_plus")
    story.when("defend", "a").when("move", "a", to="melee").when("block", "g", [6, 5], [1, 2])
    story.when("pass", "a")
    assert story.last[1] == {"type": "passed", "by": "a", "what": "reroll"}
    assert story.at("fights.0.distance") == "melee_plus"


def test_a_reroll_that_ties_has_both_roll_again_under_reroll():
    story = ready(pc("a"), npc("g"), check_tie="reroll")
    story.when("defend", "a").when("pass", "a").when("attack", "g", [6, 6], [1, 1], target="a")
    # 12 + 4 against 2 + 6; again 4 + 4 against 8: a tie, so both: 3 + 4 against 7 + 6
    story.when("demand_reroll", "a", [2, 2], [1, 2], [3, 4])
    assert [e["success"] for e in story.last if e["type"] == "checked"] == [None, False]
    assert [e["purpose"] for e in story.last if e["type"] == "rolled"] == ["attack_reroll", "attack", "attack"]
    assert story.at("characters.a.hp") == 40


def test_retreat_may_be_blocked_once_a_round_whatever_came_of_it():
    story = ready(pc("a"), pc("b"), npc("g", skills={"sword": 4}))
    story.when("move", "a", to="throwing").when("block", "g", [1, 1], [6, 6])
    assert story.kinds()[-1] == "moved"
    assert story.at("characters.g.blocked_retreat") is True


def test_an_enemy_that_may_not_block_a_second_retreat_is_told_with_the_clause():
    story = ready(pc("a"), pc("b"), npc("g", skills={"sword": 4}))
    story.when("move", "a", to="throwing").when("block", "g", [6, 6], [1, 1]).when("pass", "a")
    story.when("move", "b", to="throwing")
    assert story.one("block_barred")["to"] == ["g"]
    assert story.one("block_barred")["clauses"] == ["H-6.5", "H-6.11"]
    assert story.kinds()[-3:] == ["move_declared", "block_barred", "moved"]


def test_an_approach_may_be_blocked_though_the_block_of_a_retreat_is_used():
    story = ready(pc("a"), pc("b"), npc("g", skills={"sword": 4}))
    story.when("move", "a", to="throwing").when("block", "g", [6, 6], [1, 1]).when("pass", "a")
    story.when("move", "b", to="grapple")
    assert "block_barred" not in story.kinds()
    assert story.one("block_offered")["clauses"] == ["H-6.5", "H-6.10"]


def test_under_per_pair_only_the_enemy_that_is_named_may_block():
    story = ready(pc("a"), npc("g"), npc("h"), distances="per_pair")
    story.refused("illegal_value", "move", "a", to="grapple")
    story.refused("bad_target", "move", "a", to="grapple", target="a")
    story.refused("unknown_character", "move", "a", to="grapple", target="z")
    story.when("move", "a", to="grapple", target="h")
    assert story.at("awaiting")[0]["by"] == "h"
    assert story.at("exchange.with") == "h"


def test_a_move_names_no_target_where_there_is_one_distance():
    ready(pc("a"), npc("g")).refused("illegal_value", "move", "a", to="grapple", target="g")


def test_a_broken_go_goes_to_whoever_interrupts_and_two_stand_as_the_option_says():
    for option, order in (("later_closest", ["a", "b", "g"]), ("earlier_closest", ["b", "a", "g"])):
        story = ready(pc("a"), pc("b"), npc("g"), interrupt_same_target=option)
        story.when("interrupt", "a", before="g").when("interrupt", "b", before="g")
        assert story.at("order") == order


def test_interrupting_again_is_refused_or_allowed():
    story = ready(pc("a"), pc("b"), npc("g"))
    story.when("interrupt", "a", before="g").when("pass", "b")
    story.refused("once_only", "interrupt", "a", before="g")
    story = ready(pc("a"), pc("b"), npc("g"), interrupt_again="yes")
    story.when("interrupt", "a", before="g").when("pass", "b").when("interrupt", "a", before="g")
    assert story.at("active") == "a"


def test_nothing_may_be_done_before_an_interrupt():
    story = ready(pc("a"), npc("g"))
    story.when("move", "a", to="throwing").when("block", "g", [1, 1], [6, 6])
    story.refused("not_awaited", "interrupt", "a", before="g")


def test_if_the_other_falls_first_its_place_still_counts():
    story = ready(pc("a"), pc("b"), npc("g", hp=1), npc("h"))
    story.when("interrupt", "a", before="g").when("attack", "b", [6, 6], [1, 1], target="g")
    assert story.at("characters.g.condition") == "down"
    story.when("pass", "b")
    assert (story.at("order"), story.at("active")) == (["b", "a", "g", "h"], "a")


POTION = {"id": "potion", "name": "薬", "uses": 1, "targets": 2, "hp": 10}
BOMB = {"id": "bomb", "name": "爆弾", "uses": 2, "targets": 3, "hp": -7}


def test_a_special_action_heals_no_further_than_the_greatest_hp():
    story = ready(pc("a", hp=20, specials=[POTION]), pc("b", hp=35), npc("g"))
    story.when("special", "a", special="potion", targets=["a", "b"])
    healed = [(e["target"], e["amount"], e["hp"]) for e in story.last if e["type"] == "healed"]
    assert healed == [("a", 10, 30), ("b", 5, 40)]


def test_harm_of_a_special_action_is_lessened_by_no_armour_and_can_leave_nobody():
    story = ready(pc("a", hp=7, armour=5, specials=[BOMB]), npc("g", hp=7, armour=5))
    story.when("special", "a", special="bomb", targets=["a", "g"])
    assert [e["terms"] for e in story.last if e["type"] == "damaged"] == [[{"label": "special", "value": 7}]] * 2
    assert story.kinds()[-2:] == ["fight_ended", "ended"]
    assert "winner" not in story.one("ended")


@pytest.mark.parametrize("targets", [[], ["a", "a"], ["a", "b", "g"], ["c"]])
def test_the_targets_of_a_special_action_must_be_right(targets: list[str]):
    story = ready(pc("a", specials=[POTION]), pc("b"), pc("c", hp=0), npc("g"))
    story.refused("bad_target", "special", "a", special="potion", targets=targets)


def test_a_special_action_that_is_used_up_cannot_be_paid():
    story = ready(pc("a", specials=[POTION | {"uses": 0}]), npc("g"))
    story.refused("cannot_pay", "special", "a", special="potion", targets=["a"])
    story.refused("illegal_value", "special", "a", special="bomb", targets=["a"])


def test_out_of_action_comes_before_not_awaited():
    story = ready(pc("a"), pc("b", hp=0), npc("g"))
    story.refused("incapacitated", "pass", "b").refused("not_awaited", "pass", "g")


def test_a_character_without_any_weapon_cannot_attack():
    ready(pc("a", weapons=[]), npc("g")).refused("out_of_range", "attack", "a", target="g")


@pytest.mark.parametrize(
    "event",
    [
        ev.BlockOffered(to=("g",)),
        ev.BlockFailed(by="g", target="a"),
        ev.RerollOffered(to="g", of="a"),
        ev.RerollDemanded(by="g", of="a"),
        ev.Caught(by="g", target="a"),
    ],
)
def test_what_answers_a_move_a_check_or_a_flight_never_happens_without_one(event: Event):
    with pytest.raises(LookupError, match=r"no move|no check|pursues nobody"):
        fold(SYSTEM, ready(pc("a"), npc("g")).battle, event)


def test_a_battle_that_cannot_be_takes_nothing_down():
    story = ready(pc("a"), npc("g"))
    story.battle = wrong = replace(story.battle, game=replace(story.battle.game, active=None))
    written = len(story.log)
    with pytest.raises(LookupError, match="nobody has the go"):
        story.when("rule", reason="そういうことにする", changes=[])
    assert (story.battle, len(story.log)) == (wrong, written)
