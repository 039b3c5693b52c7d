"""Attacks: declaration, answers, damage check, guard, final damage (G-14 to G-20)."""

import pytest
from msgspec.structs import replace

from senki.rules.godeater.state import Acting, Answering, Striking
from tests.rules.godeater.fights import FANG, KNIFE, WALL, awaited, begun, blow, foe, pc, skill, strike, terms
from tests.story import Json, Story

BUCKLER: Json = {"id": "buckler", "category": "shield", "kind": "buckler", "armour": 5}
GUN: Json = {"id": "gun", "category": "gun", "power": 1}


def bullet(**fields: object) -> Json:
    return {"id": "shell", "category": "bullet", "range": [1, 3], **fields}


def armed(id: str, **fields: object) -> Json:
    """One who can guard: long blade, shield of 3 dice and armour 2."""
    return pc(id, weapon={**FANG, "id": f"fang_{id}"}, items=[{**WALL, "id": f"wall_{id}"}], **fields)


def beast(**fields: object) -> Json:
    """An enemy with 9 AP and `claw`: 2 dice, power 3, strength 2."""
    return foe("g", max_ap=9, strength=2, **{"skills": [strike()], **fields})


def attacked(*characters: Json, targets: list[str], **options: object) -> Story:
    """The enemy attacks."""
    return begun(*characters, **options).when("attack", "g", skill="claw", targets=targets)


def test_the_ways_of_attacking_are_named_rightly():
    story = begun(pc("a", weapon=KNIFE, op=2, items=[GUN, bullet()], skills=[skill("heal", "main")]), foe("g"))
    for fields in (
        {"bullet": "shell"},
        {"skill": "heal"},
        {"skill": "none"},
        {"item": "gun"},
        {"item": "none"},
        {"skill": "heal", "item": "gun"},
    ):
        story.refused("illegal_value", "attack", "a", targets=["g"], **fields)
    story.refused("bad_target", "attack", "a", targets=[]).refused("bad_target", "attack", "a", targets=["g", "g"])
    story.refused("bad_target", "attack", "a", targets=["a"])
    story.when("transform", "a", weapon="gun")
    story.refused("illegal_value", "attack", "a", targets=["g"])
    story.refused("illegal_value", "attack", "a", targets=["g"], bullet="knife")
    story.when("attack", "a", targets=["g"], bullet="shell")
    assert story.one("paid")["cost"] == {"ap": 1, "op": 1}


def test_who_holds_no_weapon_has_no_weapon_attack():
    begun(pc("a"), foe("g")).refused("illegal_value", "attack", "a", targets=["g"])


def test_an_attacking_skill_asks_for_its_state_before_its_targets():
    story = begun(pc("a", skills=[strike(requires="flying")]), foe("g"))
    story.refused("illegal_value", "attack", "a", skill="claw", targets=[]).when("jump", "a")
    story.when("attack", "a", skill="claw", targets=["g"])


def test_cells_and_targets_come_before_the_cost():
    story = begun(pc("a", max_st=0, weapon=KNIFE), foe("g", cell="i5"))
    story.refused("out_of_range", "attack", "a", targets=["g"]).when("move", "a", to="i3").when("wait", "a")
    story = begun(pc("a", max_st=0, weapon=KNIFE), foe("g"))
    story.refused("cannot_pay", "attack", "a", targets=["g"])


def test_an_item_that_attacks_is_used_up_by_the_declaration():
    bomb = {**strike("bomb"), "category": "item", "uses": 1, "attack": blow(power=9)}
    story = begun(pc("a", items=[bomb]), foe("g")).when("attack", "a", item="bomb", targets=["g"])
    assert (story.at("characters.a.items"), story.at("exchange.method")) == ([], "item")
    assert story.one("attack_declared")["clauses"] == ["G-15.1", "G-15.6"]
    story.when("respond", "g", [2, 3], action="waive")
    assert terms(story.one("damage_checked")) == [("dice", 5), ("bomb", 9), ("strength", 0)]


def test_the_effects_of_an_attacking_skill_come_with_its_declaration():
    effect = {"kind": "guard_dice", "value": -3, "lasts": "attack"}
    story = attacked(beast(skills=[strike(effects=[effect])]), armed("a"), targets=["a"])
    assert story.one("effect_gained")["clauses"] == ["G-15.6"]
    story.when("respond", "a", [4, 5], action="guard")
    guard = story.one("guard_checked")
    assert (guard["dice"], terms(guard, "dice_terms")) == (0, [("wall_a", 3), ("claw", -3)])
    assert story.at("characters.a.effects") == []


def test_an_attack_that_nobody_can_answer_is_resolved_at_once():
    story = begun(pc("a", weapon=KNIFE, strength=1), foe("g", hp=0)).when("attack", "a", [3, 4], targets=["g"])
    assert story.one("responses_revealed") == {"type": "responses_revealed", "responses": {}, "clauses": ["G-10.2"]}
    assert story.one("damaged")["amount"] == 12
    assert story.one("damaged")["lost"] == 0


def test_answers_have_the_fields_of_their_action():
    story = attacked(beast(), armed("a"), armed("b"), targets=["a"])
    for fields in (
        {"action": "step"},
        {"action": "cover"},
        {"action": "skill"},
        {"action": "item"},
        {"action": "other"},
        {"action": "waive", "to": "o4"},
        {"action": "guard", "ally": "a"},
        {"action": "step", "to": "o4", "text": "跳ぶ"},
    ):
        story.refused("malformed", "respond", "b", **fields)
    story.refused("illegal_value", "respond", "b", action="skill", skill="none")
    story.refused("illegal_value", "respond", "b", action="item", item="wall_b")
    story.refused("malformed", "respond", "b", action="flee").refused("not_awaited", "respond", "g", action="waive")
    story.refused("not_awaited", "wait", "b").refused("unknown_character", "respond", "b", action="cover", ally="x")
    story.refused("bad_target", "respond", "a", action="cover", ally="b")
    story.refused("bad_target", "respond", "b", action="cover", ally="b")
    story.refused("out_of_range", "respond", "b", action="step", to="o3")
    story.refused("illegal_value", "respond", "b", action="step", to="C")


def test_answers_are_done_in_order_costs_steps_acts_covers():
    dust = skill(
        "dust", "response", {"kind": "damage_result", "value": -2, "lasts": "attack"}, cost={"ap": 1}, max_targets=1
    )
    story = attacked(
        beast(), armed("a"), armed("b", max_ap=4), pc("c", max_ap=3, skills=[dust]), pc("d", max_ap=2), targets=["a"]
    )
    story.when("respond", "a", action="waive").when("respond", "b", action="cover", ally="a")
    story.when("respond", "c", action="skill", skill="dust", targets=["g"])
    story.when("respond", "d", [5, 5], [2, 2, 2], action="step", to="o4")
    order = [(e["type"], e.get("by")) for e in story.last if e["type"] in {"paid", "moved", "skill_used", "covered"}]
    assert order == [
        ("paid", "b"),
        ("paid", "c"),
        ("paid", "d"),
        ("moved", "d"),
        ("skill_used", "c"),
        ("covered", "b"),
    ]
    assert [*story.one("responses_revealed")["responses"]] == ["a", "b", "c", "d"]
    # 10 + 3 + 2 − 2 = 13 against 6 + 2 + 0 = 8
    assert (story.at("characters.b.hp"), story.at("characters.a.hp")) == (15, 20)


def test_a_response_skill_can_fell_the_attacker():
    stab = skill("stab", "response", {"kind": "change", "resource": "hp", "value": -50}, max_targets=1)
    story = attacked(beast(), pc("a", skills=[stab]), targets=["a"])
    story.when("respond", "a", action="skill", skill="stab", targets=["g"])
    assert story.one("attack_failed")["why"] == "attacker_fell"
    assert story.one("turn_ended").get("clauses") is None
    assert story.at("characters.a.hp") == 20


def test_an_answer_whose_owner_has_fallen_is_dropped_and_counts_as_waived():
    stab = skill("stab", "response", {"kind": "change", "resource": "hp", "value": -50}, max_targets=1)
    story = attacked(beast(), armed("a"), armed("b", max_ap=4), foe("h", max_ap=6, skills=[stab]), targets=["a"])
    story.when("respond", "a", action="waive").when("respond", "b", action="cover", ally="a")
    story.when("respond", "h", [5, 5], action="skill", skill="stab", targets=["b"])
    assert [(e["by"], e["what"], e["why"]) for e in story.last if e["type"] == "passed"] == [
        ("b", "cover", "incapacitated")
    ]
    assert story.at("characters.a.hp") == 5


def test_the_fallen_are_not_asked_and_can_be_covered():
    story = attacked(beast(), pc("a", hp=0), armed("b"), targets=["a"])
    assert [a["by"] for a in story.at("awaiting")] == ["b"]
    story.when("respond", "b", [9, 9], [1, 2, 3], action="cover", ally="a")
    assert story.one("covered")["ally"] == "a"
    assert story.one("damaged")["target"] == "b"


def test_a_cover_by_one_who_is_a_target_too_guards_both_blows():
    story = attacked(beast(skills=[strike(max_targets=2)]), armed("a"), armed("b"), targets=["a", "b"])
    story.when("respond", "a", action="waive")
    story.when("respond", "b", [5, 5], [2, 2, 2], [1, 1, 2], action="cover", ally="a")
    # 15 against 8, then 15 against 6
    assert [e["amount"] for e in story.last if e["type"] == "damaged"] == [7, 9]
    assert story.at("characters.b.hp") == 4


def test_a_cover_is_no_guard_for_oneself_when_it_is_void():
    story = attacked(beast(skills=[strike(max_targets=2)]), armed("a"), armed("b"), targets=["a", "b"])
    story.when("respond", "a", action="guard")
    story.when("respond", "b", [5, 5], [2, 2, 2], action="cover", ally="a")
    assert story.one("cover_failed")["why"] == "not_waived"
    assert [(e["target"], e["amount"]) for e in story.last if e["type"] == "damaged"] == [("a", 7), ("b", 15)]


def test_a_coverer_who_falls_at_the_first_blow_does_not_meet_the_second():
    story = attacked(beast(skills=[strike(max_targets=2)]), pc("a"), armed("b", hp=3), targets=["b", "a"])
    story.when("respond", "a", action="waive")
    story.when("respond", "b", [5, 5], [2, 2, 2], action="cover", ally="a")
    assert [(e["target"], e["amount"]) for e in story.last if e["type"] == "damaged"] == [("b", 7), ("a", 15)]


def test_several_targets_are_met_in_the_declared_order_and_those_who_step_away_are_spared():
    story = attacked(
        beast(skills=[strike(max_targets=3, range=[0, 1])]), pc("a"), pc("b"), pc("c"), targets=["c", "a", "b"]
    )
    story.when("respond", "a", action="step", to="o4").when("respond", "b", action="waive")
    story.when("respond", "c", [4, 4], action="waive")
    assert [e["target"] for e in story.last if e["type"] in {"evaded", "damaged"}] == ["a", "c", "b"]


def test_each_guard_of_two_shields_waits_for_its_choice():
    story = attacked(
        beast(skills=[strike(max_targets=2)]),
        pc("a", weapon=FANG, items=[WALL, BUCKLER]),
        pc("b", weapon=KNIFE, items=[{**WALL, "id": "w2"}, {**BUCKLER, "id": "b2"}]),
        targets=["a", "b"],
    )
    story.when("respond", "a", action="guard").when("respond", "b", [9, 9], action="guard")
    assert (story.at("exchange.step"), story.at("exchange.at"), story.at("exchange.dealt")) == ("shield", 0, None)
    story.refused("not_awaited", "choose_shield", "b", shield="w2").refused(
        "illegal_value", "choose_shield", "a", shield="w2"
    )
    story.when("choose_shield", "a", [1, 2, 3], shield="wall")
    # 23 against 8
    assert (story.at("exchange.at"), story.at("exchange.dealt")) == (1, {"final_damage": 15, "hp_lost": 15})
    assert awaited(story) == [("b", ["choose_shield"])]
    story.when("choose_shield", "b", [2, 4], shield="b2")
    # 23 against 11
    assert (story.at("characters.b.hp"), story.at("exchange")) == (8, None)


def test_dice_from_effects_make_a_guard_without_a_shield():
    aura = skill("aura", "passive", {"kind": "guard_dice", "value": 1}, {"kind": "guard_result", "value": 3})
    story = attacked(beast(), pc("a", weapon=FANG, strength=1, skills=[aura]), targets=["a"])
    story.when("respond", "a", [6, 6], [5], action="guard")
    guard = story.one("guard_checked")
    assert (guard["shield"], guard["total"], terms(guard)) == (None, 9, [("dice", 5), ("strength", 1), ("aura", 3)])
    assert story.one("damaged")["amount"] == 8


def test_elements_and_types_filter_effects():
    coat = skill(
        "coat",
        "passive",
        {"kind": "final_damage_taken", "value": -4, "element": "fire"},
        {"kind": "final_damage_taken", "value": -3, "attack_type": "ranged"},
        {"kind": "guard_result", "value": 9, "element": "ice"},
    )
    flame = strike(attack=blow(element="fire"))
    story = attacked(beast(skills=[flame]), pc("a", skills=[coat]), targets=["a"])
    story.when("respond", "a", [4, 4], action="waive")
    assert terms(story.one("damaged")) == [("damage_check", 13), ("coat", -4)]


def test_effects_on_final_damage_do_not_take_it_below_0():
    coat = skill("coat", "passive", {"kind": "final_damage_taken", "value": -50})
    story = attacked(beast(), pc("a", skills=[coat]), targets=["a"]).when("respond", "a", [4, 4], action="waive")
    blocked = story.one("blocked")
    assert terms(blocked) == [("damage_check", 13), ("coat", -50), ("limit", 37)]
    assert blocked["clauses"] == ["G-19.1", "G-19.4", "G-19.5"]


def test_a_moved_critical_value_adds_dice_to_attacks():
    keen = skill("keen", "passive", {"kind": "critical_value", "value": -2, "attack_type": "melee"})
    story = attacked(beast(skills=[strike(), keen]), pc("a"), targets=["a"])
    story.when("respond", "a", [8, 9], [2, 1], action="waive")
    assert story.one("damage_checked")["critical"] is True
    story.when("check", None, [8], character="g", ability="agility", difficulty=30)
    assert story.one("checked")["critical"] is False


def test_a_moved_fumble_value_stays_below_the_critical_value():
    curse = skill("curse", "passive", {"kind": "fumble_value", "value": 20})
    story = begun(pc("a", skills=[curse]), foe("g"))
    story.when("check", None, [9], character="a", ability="agility", difficulty=0)
    assert (story.one("checked")["fumble"], story.one("checked")["success"]) == (True, False)
    story.when("check", None, [10], character="a", ability="agility", difficulty=0)
    assert story.one("checked")["critical"] is True


def test_what_a_bullet_does_when_damage_was_dealt():
    slow = {"kind": "ap_penalty", "value": 2, "lasts": "rounds", "rounds": 2}
    shell = bullet(
        dice=1, effects=[slow, {"kind": "change", "resource": "st", "value": 1, "to": "self"}], element="ice"
    )
    story = begun(pc("a", weapon=GUN, items=[shell], op=1, st=3, max_st=3), foe("g"))
    story.when("attack", "a", bullet="shell", targets=["g"]).when("respond", "g", [3, 4], action="waive")
    assert story.at("characters.g.effects.0") == {
        "id": "e1",
        "source": "shell",
        "kind": "ap_penalty",
        "value": 2,
        "attack_type": None,
        "element": None,
        "lasts": "rounds",
        "rounds": 2,
    }
    assert story.one("effect_gained")["clauses"] == ["G-19.7"]
    assert story.one("changed")["amount"] == 0


def test_nothing_comes_of_a_blow_that_was_blocked():
    bite = skill("bite", "damage_dealt", {"kind": "change", "resource": "ap", "value": -1}, max_targets=1)
    story = attacked(
        beast(skills=[strike(attack=blow(effects=[{"kind": "damage_dice", "value": -1, "lasts": "battle"}])), bite]),
        armed("a"),
        targets=["a"],
    )
    story.when("respond", "a", [4, 4], [10, 2, 3], [2], action="guard")
    assert story.one("blocked")["clauses"] == ["G-19.3", "G-19.5"]
    assert (story.at("characters.a.effects"), story.at("timing")) == ([], None)


def test_the_window_after_damage_opens_for_every_blow():
    bite = skill("bite", "damage_dealt", {"kind": "change", "resource": "ap", "value": -1}, max_targets=1, range=[0, 2])
    story = attacked(beast(skills=[strike(max_targets=2), bite]), pc("a"), pc("b"), targets=["a", "b"])
    story.when("respond", "a", action="waive").when("respond", "b", [4, 4], action="waive")
    assert (story.at("timing.name"), story.at("exchange.at")) == ("damage_dealt", 0)
    assert story.at("exchange.dealt") == {"final_damage": 13, "hp_lost": 13}
    story.when("use_skill", "g", skill="bite", targets=["a"])
    assert (story.at("timing.name"), story.at("exchange.at")) == ("damage_dealt", 1)
    story.when("pass", "g")
    assert (story.at("exchange"), story.at("characters.a.ap"), story.at("characters.b.ap")) == (None, 4, 5)


def test_a_jump_ends_with_the_turn_that_the_attack_ends():
    story = begun(pc("a", weapon=KNIFE), foe("g")).when("jump", "a").when("attack", "a", targets=["g"])
    story.when("respond", "g", [3, 4], action="waive")
    assert story.kinds()[-4:] == ["attack_ended", "turn_ended", "effect_ended", "turn_started"]


def test_one_who_falls_before_its_own_act_does_not_do_it():
    stab = skill("stab", "response", {"kind": "change", "resource": "hp", "value": -50}, max_targets=1)
    story = attacked(beast(), pc("a", skills=[stab]), pc("b", max_ap=3), targets=["b"])
    story.when("respond", "b", action="other", text="旗を振る")
    story.when("respond", "a", [2, 3], action="skill", skill="stab", targets=["b"])
    assert [(e["by"], e["what"]) for e in story.last if e["type"] == "passed"] == [("b", "other")]
    assert "improvised" not in story.kinds()
    assert "bは「その他の行動」を使わなかった。" in story.told()


def test_open_answers_know_whom_nobody_can_cover_before_the_cost():
    story = attacked(beast(), armed("a"), armed("b", max_st=0, max_ap=4), targets=["a"], responses="open")
    story.when("respond", "a", action="guard").refused("bad_target", "respond", "b", action="cover", ally="a")
    story = attacked(beast(), armed("a"), armed("b", max_st=0, max_ap=4), targets=["a"], responses="open")
    story.when("respond", "a", action="waive").refused("cannot_pay", "respond", "b", action="cover", ally="a")


def test_an_open_cover_of_one_who_then_guards_is_void_when_all_are_shown():
    story = attacked(beast(), armed("a", max_ap=4), armed("b"), targets=["a"], responses="open")
    story.when("respond", "b", action="cover", ally="a").when("respond", "a", [2, 3], [1, 2, 2], action="guard")
    assert (story.one("cover_failed")["why"], story.at("characters.b.st")) == ("not_waived", 2)
    assert "passed" not in story.kinds()


def test_passive_states_count_while_what_they_require_holds():
    story = begun(
        pc(
            "a",
            skills=[
                skill("dive", "side", requires="diving"),
                skill("keen", "passive", {"kind": "condition", "condition": "diving"}, requires="aloft"),
                skill("wing", "passive", {"kind": "condition", "condition": "aloft"}, requires="flying"),
                skill("self", "passive", {"kind": "condition", "condition": "odd"}, requires="odd"),
                skill("no", "side", requires="odd"),
                skill("up", "main", {"kind": "condition", "condition": "flying", "lasts": "battle"}),
            ],
        ),
        foe("g", max_ap=1),
    )
    story.refused("illegal_value", "use_skill", "a", skill="dive").when("use_skill", "a", skill="up")
    story.refused("illegal_value", "use_skill", "a", skill="no").when("use_skill", "a", skill="dive")


def test_an_ap_penalty_has_the_filters_of_a_modifier():
    drag: Json = {"kind": "ap_penalty", "value": 2}
    some: Json = {**drag, "attack_type": "melee", "element": "fire", "lasts": "battle"}
    story = begun(
        pc("a", skills=[skill("heavy", "passive", drag), skill("odd", "passive", {**drag, "element": "ice"})]),
        foe("g", max_ap=9, skills=[skill("drag", "main", some, {**drag, "lasts": "battle"})]),
    )
    assert story.at("characters.a.ap") == 3
    story.when("use_skill", "g", skill="drag")
    filters = [(e["attack_type"], e["element"]) for e in story.at("characters.g.effects")]
    assert filters == [("melee", "fire"), (None, None)]
    story.when("give_up", "g").when("give_up", "a")
    assert (story.at("round"), story.at("characters.g.ap")) == (2, 7)


def test_the_cost_of_an_attack_cites_the_clause_that_demands_it():
    story = begun(pc("a", weapon=KNIFE), foe("g")).when("attack", "a", targets=["g"])
    assert story.one("paid")["clauses"] == ["G-15.1", "G-15.2"]


def test_what_cannot_be_is_never_gone_on_from():
    game = begun(pc("a", weapon=KNIFE), foe("g")).battle.game
    for step in (Answering, Acting, Striking):
        with pytest.raises(LookupError, match="no attack"):
            game.under_way(step)
    with pytest.raises(LookupError, match="no timing window"):
        _ = game.window
    with pytest.raises(LookupError, match="nobody has the turn"):
        _ = replace(game, active=None).taking_turn
    with pytest.raises(LookupError, match="does not carry"):
        game.characters["a"].known_item("nothing")
