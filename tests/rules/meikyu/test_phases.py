"""Rounds, phases, formation, initiative and waiting (M-1, M-2, M-3.1, M-3.2, M-5, M-6, M-10, M-12)."""

from tests.rules.meikyu.fights import (
    ability,
    act,
    asked,
    attack,
    breathe,
    effect,
    fight,
    guard,
    item,
    npc,
    on_to_main,
    pc,
    ready,
    rule,
)

HASTE = ability("initiative", effect("action_value", "4"), id="haste")


def test_a_phase_in_which_nobody_is_asked_is_over_at_once():
    story = fight(pc("a"), npc("g")).when("begin")
    stages = [e["stage"] for e in story.last if e["type"] == "stage_started"]
    assert stages == ["setup", "initiative", "main"]
    story.when("pass", "a").when("pass", "g")
    stages = [e["stage"] for e in story.last if e["type"] == "stage_started"]
    assert stages == ["cleanup", "setup", "initiative", "main"]
    assert story.at("round") == 2


def test_whoever_has_nothing_left_in_a_phase_is_no_longer_asked():
    story = fight(pc("a"), pc("b"), npc("g")).when("begin").when("change_row", "a")
    assert asked(story) == {"b": ["change_row", "pass"]}
    story.refused("once_only", "change_row", "a").refused("not_awaited", "pass", "a")
    story.when("pass", "b").refused("not_awaited", "change_row", "b")


def test_the_right_that_was_used_is_told_only_to_one_that_is_or_would_be_asked():
    art = [ability("setup", effect("defence", "1"), id="ward"), ability("setup", effect("hp", "-30"), to="enemy")]
    story = fight(pc("a", abilities=art), pc("b"), npc("g")).when("begin").when("use_ability", "a", ability="ward")
    story.refused("once_only", "use_ability", "a", ability="ward").when("pass", "a")
    story.refused("not_awaited", "use_ability", "a", ability="ward")


def test_under_action_value_one_whose_turn_to_speak_is_over_is_not_awaited():
    art = [ability("setup", effect("hp", "1"))]
    story = fight(pc("a", abilities=art), pc("b", action_value=8), npc("g"), step_order="action_value").when("begin")
    story.when("change_row", "b").refused("once_only", "change_row", "b").refused("not_awaited", "change_row", "g")
    rule(story, ("characters.a.action_value", 9)).refused("not_awaited", "change_row", "b")


def test_after_the_fight_nobody_is_awaited_whatever_was_used():
    art = [ability("setup", effect("hp", "-30"), to="enemy")]
    story = fight(pc("a", abilities=art), pc("b"), npc("g")).when("begin").when("change_row", "b")
    story.when("use_ability", "a", ability="art", targets=["g"]).refused("not_awaited", "change_row", "b")
    story.refused("not_awaited", "use_ability", "a", ability="art", targets=["b"])


def test_a_character_alone_in_front_is_not_asked_for_its_row():
    story = fight(pc("a"), npc("g"), npc("h", row="back")).when("begin")
    assert set(asked(story)) == {"g", "h"}


def test_front_to_back_asks_only_the_front_row():
    story = fight(pc("a"), pc("b", row="back"), npc("g"), formation_change="front_to_back").when("begin")
    assert set(asked(story)) == {"a"}
    story.refused("illegal_value", "change_row", "a")


def test_the_row_and_an_ability_in_one_setup_but_no_second_ability():
    art = [ability("setup", effect("defence", "1")), ability("setup", effect("defence", "2"), id="other")]
    story = fight(pc("a", abilities=art), pc("b"), npc("g")).when("begin")
    story.when("use_ability", "a", ability="art").when("change_row", "a")
    assert story.at("characters.a.row") == "back"
    story.refused("once_only", "use_ability", "a", ability="other")


def test_step_order_by_action_value_asks_one_at_a_time():
    story = fight(pc("a"), pc("b", action_value=8), npc("g"), npc("h", action_value=8), step_order="action_value")
    story.when("begin")
    assert asked(story) == {"b": ["change_row", "pass"]}
    story.refused("not_awaited", "pass", "a").when("pass", "b")
    assert set(asked(story)) == {"h"}


def test_under_each_setup_one_who_can_come_forward_must_not_pass():
    story = fight(pc("a"), pc("b", row="back"), pc("c"), pc("d", row="back"), npc("g"), npc("h"))
    rule(on_to_main(story.when("begin")), ("characters.a.hp", 0))
    while story.at("stage") == "main":
        story.when("pass", story.at("active"))
    story.refused("illegal_value", "pass", "b").refused("illegal_value", "pass", "d").when("pass", "c")
    assert [o.type for o in story.system.plays.offers(story.battle.game, "d")] == ["change_row"]
    story.when("change_row", "b").when("pass", "d")
    assert story.at("characters.d.row") == "back"


def test_under_front_to_back_nobody_can_come_forward_and_passing_stays_free():
    art = [ability("setup", effect("hp", "1"))]
    story = fight(pc("a"), pc("b", row="back", abilities=art), npc("g"), formation_change="front_to_back").when("begin")
    on_to_main(rule(story, ("characters.a.hp", 0)))
    assert story.at("characters.b.row") == "back"


def test_battle_does_not_begin_while_too_many_stand_in_the_back():
    story = fight(pc("a"), npc("g", row="back")).refused("illegal_value", "begin")
    assert story.system.plays.offers(story.battle.game, "gm") == ()
    rule(story, ("characters.g.row", "front")).when("begin")


def test_the_order_is_by_action_value_then_pc_then_agreement_then_the_table():
    story = fight(npc("g", action_value=5), npc("h", action_value=5), pc("a"), pc("b"), pc("c", action_value=9))
    story.when("begin")
    for id in ("g", "h", "a", "b", "c"):
        story.when("pass", id)
    assert asked(story) == {"a": ["arrange", "pass"], "b": ["arrange", "pass"]}
    story.refused("not_awaited", "arrange", "c", order=["c"])
    story.refused("illegal_value", "arrange", "a", order=["a"])
    story.refused("illegal_value", "arrange", "a", order=["a", "b", "a"])
    story.refused("unknown_character", "arrange", "a", order=["a", "zz"])
    story.when("arrange", "a", order=["b", "a"])
    decided = story.one("order_decided")
    assert decided["order"] == ["c", "b", "a", "g", "h"]
    assert decided["results"][0] == {"by": "c", "action_value": 9}


def test_an_agreement_that_is_over_once_the_action_value_changes_is_asked_for_again():
    story = fight(pc("a", abilities=[HASTE]), pc("b"), pc("c", action_value=9), npc("g")).when("begin")
    for id in ("a", "b", "c"):
        story.when("pass", id)
    story.when("arrange", "b", order=["b", "a"])
    story.refused("once_only", "arrange", "b", order=["b", "a"])
    assert asked(story) == {"a": ["use_ability", "pass"]}
    story.when("use_ability", "a", ability="haste")
    assert asked(story) == {"a": ["arrange", "pass"], "c": ["arrange", "pass"]}
    story.refused("once_only", "use_ability", "a", ability="haste").when("arrange", "c", order=["c", "a"])
    assert story.at("order") == ["c", "a", "b", "g"]


def test_who_passes_initiative_goes_as_last_agreed():
    story = ready(pc("a"), pc("b"), npc("g"))
    assert story.at("order") == ["a", "b", "g"]


def test_a_go_has_both_parts_in_any_order_and_either_may_be_given_up():
    story = ready(pc("a", items=[item(effect("hp", "1"), count=2)]), npc("g"))
    assert asked(story) == {"a": ["use_item", "roll_action", "wait", "pass"]}
    story.when("use_item", "a", item="herb")
    assert asked(story) == {"a": ["roll_action", "pass"]}
    story.refused("once_only", "use_item", "a", item="herb").refused("not_awaited", "wait", "a").when("pass", "a")
    assert story.one("passed") == {"type": "passed", "by": "a", "what": "main"}
    story.when("pass", "g")
    act(story, "a", 1, targets=("g",))
    assert asked(story) == {"a": ["use_item", "pass"]}
    assert story.when("pass", "a").told()[0] == "探索者aは何もせずに終えた。"


def test_giving_up_both_parts_is_told_so():
    story = ready(pc("a"), npc("g")).when("pass", "a")
    assert story.told() == ["探索者aは何もせずに終えた。", "魔物gの番。"]


def test_an_ability_of_another_timing_is_not_awaited():
    art = [ability("cleanup", effect("hp", "1")), ability("item", effect("hp", "1"), id="quick")]
    story = ready(pc("a", abilities=art), npc("g")).refused("not_awaited", "use_ability", "a", ability="art")
    story.refused("illegal_value", "use_ability", "a", ability="zz").when("use_ability", "a", ability="quick")
    assert story.one("ability_used")["clauses"] == ["M-7.1"]
    story.when("pass", "a").when("pass", "g").when("use_ability", "a", ability="art")
    assert story.one("ability_used")["clauses"] == ["M-12.2"]
    assert story.at("round") == 2


def test_a_go_put_off_comes_when_all_others_have_finished():
    story = ready(pc("a"), pc("b"), npc("g")).when("wait", "a")
    assert (story.at("active"), story.at("characters.a.done")) == ("b", False)
    story.when("pass", "b").when("pass", "g")
    assert (story.at("active"), story.one("turn_started")["clauses"]) == ("a", ["M-10.2"])
    story.refused("once_only", "wait", "a").when("pass", "a")
    assert story.at("round") == 2
    assert not story.at("characters.a.waiting")


def test_who_waits_alone_at_the_end_goes_on_at_once():
    story = ready(pc("a"), npc("g")).when("pass", "a").when("wait", "g")
    assert story.at("active") == "g"
    assert asked(story) == {"g": ["roll_action", "pass"]}


def test_several_who_wait_go_from_the_lowest_action_value_up():
    story = ready(pc("a", action_value=9), pc("b", action_value=7), npc("g", action_value=1))
    story.when("wait", "a").when("wait", "b").when("pass", "g")
    assert (story.at("active"), story.one("turn_started")["clauses"]) == ("b", ["M-10.2"])
    assert story.when("pass", "b").at("active") == "a"


def test_those_who_wait_are_sorted_by_the_action_value_of_the_moment():
    slow = [item(effect("action_value", "-8"), to="any")]
    story = ready(pc("a", action_value=9, items=slow), pc("b", action_value=7), npc("g", action_value=8))
    story.when("wait", "a").when("wait", "g").when("pass", "b")
    assert story.at("active") == "g"
    story.when("pass", "g").when("use_item", "a", item="herb", targets=["a"])
    assert story.at("order") == ["a", "g", "b"]


def test_what_lasts_to_the_round_end_ends_after_cleanup():
    art = [ability("setup", effect("defence", "3"), effect("action_value", "-1", until="round_end"))]
    story = fight(pc("a", abilities=art), npc("g")).when("begin").when("use_ability", "a", ability="art")
    assert len(story.at("characters.a.bonuses")) == 2
    story.when("pass", "a").when("pass", "g")
    ended = [(e["stat"], e["amount"]) for e in story.last if e["type"] == "bonus_ended"]
    assert ended == [("defence", 3), ("action_value", -1)]
    assert story.kinds().index("bonus_ended") > story.kinds().index("stage_started")
    assert story.at("characters.a.bonuses") == []


def test_a_bonus_until_the_next_go_outlasts_a_go_of_the_same_round():
    art = [ability("setup", effect("defence", "3", until="next_go"))]
    story = fight(pc("a", abilities=art), npc("g")).when("begin").when("use_ability", "a", ability="art")
    assert story.at("characters.a.bonuses.0.amount") == 3
    story.when("pass", "a").when("pass", "g").when("use_ability", "a", ability="art")
    assert [e["amount"] for e in story.last if e["type"] == "bonus_ended"] == [3]
    assert [b["round"] for b in story.at("characters.a.bonuses")] == [2]


def test_the_end_of_a_wait_ends_no_bonus():
    story = ready(pc("a", guard()), npc("g"))
    act(story, "a", 1)
    story.when("pass", "g")
    assert story.one("bonus_ended")["clauses"] == ["M-9.4"]
    story.when("wait", "a").when("pass", "g")
    assert "bonus_ended" not in story.kinds()


def test_an_idle_character_uses_no_cleanup_ability():
    art = [ability("cleanup", effect("hp", "1"))]
    story = ready(pc("a", breathe(), abilities=art), npc("g"), does_nothing="whole_round")
    act(story, "a", 1)
    story.when("pass", "g")
    assert (story.at("round"), story.at("stage")) == (2, "main")


def test_the_last_of_a_side_felled_by_an_ability_ends_the_fight():
    art = [ability("setup", effect("hp", "-30"), to="enemy")]
    story = fight(pc("a", abilities=art), npc("g")).when("begin")
    story.when("use_ability", "a", ability="art", targets=["g"])
    assert story.kinds()[-3:] == ["damaged", "fell", "ended"]


def test_both_sides_may_fall_at_once_and_nobody_has_won():
    art = [ability("setup", effect("hp", "-30"), to="any", targets="all")]
    story = fight(pc("a", abilities=art), npc("g")).when("begin").when("use_ability", "a", ability="art")
    assert "winner" not in story.one("ended")
    assert story.told()[-1] == "戦いは終わった。"


def test_a_cost_that_cannot_be_paid_is_refused_after_the_targets():
    art = [ability("setup", effect("hp", "1"), cost=2, to="enemy")]
    story = fight(pc("a", attack(), abilities=art, mp_max=1), npc("g")).when("begin")
    story.refused("bad_target", "use_ability", "a", ability="art", targets=["a"])
    story.refused("cannot_pay", "use_ability", "a", ability="art", targets=["g"])
    assert [o.type for o in story.system.plays.offers(story.battle.game, "a")] == ["pass"]
