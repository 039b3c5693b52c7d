"""The action die, wit, and each kind of action (M-7, M-8, M-9, M-11)."""

import pytest

from tests.rules.meikyu.fights import (
    act,
    asked,
    attack,
    breathe,
    effect,
    evade,
    guard,
    item,
    npc,
    on_to_main,
    pc,
    ready,
    rule,
    support,
    terms,
)
from tests.story import Story


def test_the_window_stays_open_at_any_wit_until_the_action_is_performed():
    story = ready(pc("a"), npc("g")).when("roll_action", "a", [4])
    assert story.at("exchange") == {"kind": "action", "by": "a", "face": 4}
    assert asked(story) == {"a": ["reroll", "shift", "perform"]}
    story.refused("not_awaited", "pass", "a").refused("not_awaited", "perform", "g")
    story.refused("once_only", "roll_action", "a", [1])
    story.refused("cannot_pay", "reroll", "a", [1]).refused("cannot_pay", "shift", "a", change=1)
    assert [o.type for o in story.system.plays.offers(story.battle.game, "a")] == ["perform"]


def test_wit_rolls_again_and_shifts_as_often_as_it_lasts():
    story = ready(pc("a", attack(faces=(1, 4)), guard(faces=(5, 10)), wit_max=3), npc("g"))
    story.when("roll_action", "a", [1]).refused("illegal_value", "shift", "a", change=-1)
    story.refused("illegal_value", "shift", "a", change=0).when("reroll", "a", [4])
    assert story.told() == [
        "探索者aの機転は2になった。",
        "探索者aの出目は4。",
        "振り直して4、〈斬撃〉。",
    ]
    story.when("shift", "a", change=1)
    assert story.told() == ["探索者aの機転は1になった。", "出目を5にずらし、〈盾の構え〉。"]
    assert story.one("action_read")["clauses"] == ["M-11.5"]
    story.when("reroll", "a", [10]).refused("illegal_value", "shift", "a", change=1)
    assert story.at("characters.a.wit") == 0


@pytest.mark.parametrize(("cost", "left"), [(1, 2), (2, 1), (3, 0)])
def test_a_benefit_costs_what_the_option_says(cost: int, left: int):
    story = ready(pc("a", wit_max=3), npc("g"), wit_cost=cost).when("roll_action", "a", [4])
    assert story.when("shift", "a", change=-1).at("characters.a.wit") == left


def test_a_formula_is_added_up_term_by_term():
    fields = {"stats": {"power": 7, "edge": -3}}
    story = ready(pc("a", attack("-2+1D6+power*3-power/2+2D4-edge"), **fields), npc("g", defence=1, hp_max=99))
    act(story, "a", 1, [5], [1, 4], targets=("g",))
    damaged = story.one("damaged")
    # -2 + 5 + 21 - 3 + 5 + 3 = 29; less 1
    assert terms(damaged) == [
        ("number", -2),
        ("1D6", 5),
        ("power", 21),
        ("power", -3),
        ("2D4", 5),
        ("edge", 3),
        ("defence", -1),
    ]
    assert (damaged["amount"], damaged["hp"]) == (28, 71)


@pytest.mark.parametrize(("rounding", "amount"), [("down", 3), ("up", 4)])
def test_a_division_is_rounded_as_the_option_says(rounding: str, amount: int):
    story = ready(pc("a", attack("power/2"), stats={"power": 7}), npc("g"), rounding=rounding)
    assert act(story, "a", 1, targets=("g",)).one("damaged")["amount"] == amount


@pytest.mark.parametrize(("floor", "amount"), [(0, 0), (1, 1)])
def test_defence_above_the_damage_leaves_the_floor(floor: int, amount: int):
    story = ready(pc("a"), npc("g", defence=12), damage_floor=floor)
    assert act(story, "a", 1, targets=("g",)).one("damaged")["amount"] == amount


def test_damage_that_does_nothing_is_told_so():
    story = act(ready(pc("a"), npc("g", defence=12)), "a", 1, targets=("g",))
    assert story.told()[1] == "守りに阻まれた。"


@pytest.mark.parametrize(("option", "rolls", "left"), [("once", [[3]], (27, 27)), ("per_target", [[3], [5]], (27, 25))])
def test_dice_against_several(option: str, rolls: list[list[int]], left: tuple[int, int]):
    story = ready(
        pc("a", attack("1D6", targets=2, tags=["ranged"])), npc("g"), npc("h", row="back"), damage_roll=option
    )
    story.when("roll_action", "a", [1]).when("perform", "a", targets=["h", "g"])
    story.when("pass", "g", *rolls)
    assert (story.at("characters.h.hp"), story.at("characters.g.hp")) == left


@pytest.mark.parametrize("targets", [[], ["a"], ["b"], ["g", "g"], ["g", "h", "i"], ["k"], ["i", "k"]])
def test_targets_of_an_attack(targets: list[str]):
    story = ready(pc("a", attack(targets=2)), pc("b"), npc("g"), npc("h"), npc("i"), npc("k", row="back"))
    story.when("roll_action", "a", [1]).refused("bad_target", "perform", "a", targets=targets)
    story.refused("unknown_character", "perform", "a", targets=["zz"])


def test_who_is_down_is_no_target():
    story = rule(ready(pc("a"), npc("g"), npc("h")), ("characters.h.hp", 0)).when("roll_action", "a", [1])
    story.refused("bad_target", "perform", "a", targets=["h"]).refused("incapacitated", "pass", "h")


@pytest.mark.parametrize("row", [guard(), evade(), breathe(), support(effect("mp", "1")), attack(targets="all")])
def test_what_chooses_nobody_names_nobody(row: dict[str, object]):
    story = ready(pc("a", row), npc("g")).when("roll_action", "a", [1])
    story.refused("bad_target", "perform", "a", targets=["g"]).refused("bad_target", "perform", "a", targets=["a"])
    story.when("perform", "a")


@pytest.mark.parametrize("row", [guard(), evade(), breathe()])
def test_what_is_performed_for_oneself_tells_that_it_has_no_targets(row: dict[str, object]):
    assert act(ready(pc("a", row), npc("g")), "a", 1).one("performed")["targets"] == []


def test_a_defence_bonus_counts_against_attacks():
    story = ready(pc("a", guard(bonus="1D6+1"), defence=2), npc("g"))
    act(story, "a", 1, [3])
    assert terms(story.one("bonus_gained")) == [("1D6", 3), ("number", 1)]
    act(story, "g", 1, targets=("a",))
    assert story.one("damaged")["terms"][-1] == {"label": "defence", "value": -6}


@pytest.mark.parametrize(("lasts", "round_two"), [("next_go", True), ("round_end", False)])
def test_evading_lasts_as_the_option_says(lasts: str, round_two: bool):
    story = ready(pc("a", evade()), npc("g"), npc("h", action_value=9), evade_lasts=lasts)
    story.when("pass", "h")
    act(story, "a", 1)
    assert story.at("characters.a.evading") == {"roll": "1D10", "at_least": 6}
    act(story, "g", 1, [6], targets=("a",))
    assert story.one("checked")["success"]
    assert (story.at("round"), story.at("characters.a.hp")) == (2, 30)
    story.when("pass", "g").when("pass", "h")
    story.when("roll_action", "h", [1])
    story.when("perform", "h", *([[5]] if round_two else []), targets=["a"])
    assert story.at("characters.a.hp") == 20
    assert story.at("characters.a.evading") is None


def evading_alone(**options: object) -> Story:
    """In round 1 a has begun to evade; it is about to have its go in round 2, after h."""
    story = ready(pc("a", evade()), npc("g"), npc("h", action_value=9), **options).when("pass", "h")
    act(story, "a", 1)
    return on_to_main(story.when("pass", "g"))


def test_evading_of_an_earlier_round_ends_with_the_first_go_whatever_was_ruled_about_the_action():
    story = rule(evading_alone(), ("characters.a.action_used", True)).when("pass", "h")
    assert story.one("evading_ended")["by"] == "a"
    assert story.at("characters.a.evading") is None


def test_evading_of_this_round_outlasts_a_second_go_of_this_round():
    story = ready(pc("a", evade()), npc("g"))
    act(story, "a", 1)
    rule(story, ("characters.a.done", False), ("characters.a.action_used", False)).when("pass", "g")
    assert (story.at("round"), story.at("active")) == (1, "a")
    assert story.at("characters.a.evading") == {"roll": "1D10", "at_least": 6}


def test_evading_begun_again_lasts_from_then_on():
    story = evading_alone().when("pass", "h")
    act(story, "a", 1)
    rule(story, ("characters.a.done", False), ("characters.a.action_used", False)).when("pass", "g")
    assert (story.at("round"), story.at("active")) == (2, "a")
    assert story.at("characters.a.evading") is not None


def test_what_is_left_of_an_earlier_round_ends_even_if_the_first_go_is_the_end_of_a_wait():
    story = rule(evading_alone(), ("characters.a.waiting", True)).when("pass", "h").when("pass", "g")
    assert story.one("turn_started")["clauses"] == ["M-10.2"]
    assert story.one("evading_ended")["by"] == "a"


def test_the_round_in_which_evading_began_is_not_shown():
    assert "evading_round" not in evading_alone().at("characters.a")


def test_an_evade_check_may_have_to_stay_low():
    story = ready(pc("a", evade(at_most=4)), npc("g"), npc("h"))
    act(story, "a", 1)
    act(story, "g", 1, [4], targets=("a",))
    assert story.one("checked") == {
        "type": "checked",
        "clauses": ["M-9.5"],
        "kind": "evade",
        "by": "a",
        "total": 4,
        "at_most": 4,
        "success": True,
        "terms": [{"label": "1D10", "value": 4}],
    }
    assert story.one("evaded")["clauses"] == ["M-9.5", "M-9.3"]
    act(story, "h", 1, [5], targets=("a",))
    assert story.at("characters.a.hp") == 20


def test_who_evades_alone_spares_the_damage_dice():
    story = ready(pc("a", attack("3D6")), npc("g", evade(), action_value=9))
    act(story, "g", 1)
    act(story, "a", 1, [6], targets=("g",))
    assert "damaged" not in story.kinds()


def test_effects_fall_target_by_target():
    row = support(
        effect("hp", "-1D6"), effect("wit", "1"), effect("defence", "-2", until="next_go"), to="any", targets=2
    )
    story = ready(pc("a", row, wit_max=2, wit=1), npc("g", wit_max=1))
    act(story, "a", 1, [2], [6], targets=("g", "a"))
    told = [(e["type"], e["target"]) for e in story.last if "target" in e]
    assert told == [
        ("damaged", "g"),
        ("wit_changed", "g"),
        ("bonus_gained", "g"),
        ("damaged", "a"),
        ("wit_changed", "a"),
        ("bonus_gained", "a"),
    ]
    assert (story.at("characters.g.hp"), story.at("characters.a.hp")) == (28, 24)
    assert (story.at("characters.g.wit"), story.at("characters.a.wit")) == (1, 2)
    assert "clauses" not in next(e for e in story.last if e["type"] == "damaged")


def test_who_falls_receives_nothing_more():
    story = ready(pc("a", support(effect("hp", "-5"), effect("hp", "9"), to="enemy")), npc("g", hp=4), npc("h"))
    act(story, "a", 1, targets=("g",))
    assert "healed" not in story.kinds()
    assert (story.at("characters.g.hp"), story.at("characters.g.condition")) == (0, "down")


def test_what_returns_stops_at_its_greatest_and_nothing_falls_below_nothing():
    row = support(effect("hp", "9"), effect("mp", "9"), effect("mp", "-20"), effect("wit", "-5"))
    story = act(ready(pc("a", row, hp=25, mp_max=4, mp=1, wit_max=2), npc("g")), "a", 1)
    assert story.one("healed")["amount"] == 5
    assert [(e["amount"], e["mp"]) for e in story.last if e["type"] == "mp_changed"] == [(3, 4), (-4, 0)]
    assert (story.one("wit_changed")["amount"], story.at("characters.a.wit")) == (-2, 0)


@pytest.mark.parametrize(("cap", "wit"), [("initial", 2), ("none", 4)])
def test_wit_returns_up_to_the_cap(cap: str, wit: int):
    story = act(ready(pc("a", support(effect("wit", "3")), wit_max=2, wit=1), npc("g"), wit_cap=cap), "a", 1)
    assert story.at("characters.a.wit") == wit


def test_wit_above_the_cap_is_not_taken_away():
    story = act(ready(pc("a", support(effect("wit", "3")), wit_max=2, wit=5), npc("g")), "a", 1)
    assert story.at("characters.a.wit") == 5


def test_a_cost_is_paid_as_the_action_is_carried_out():
    story = act(ready(pc("a", guard(cost=2), mp_max=2), npc("g")), "a", 1)
    assert story.kinds()[1:5] == ["performed", "mp_changed", "bonus_gained", "turn_ended"]
    assert story.one("mp_changed")["clauses"] == ["M-9.8"]


@pytest.mark.parametrize("row", [guard(cost=3), breathe(cost=3), evade() | {"cost": 3}, attack(cost=3)])
def test_what_cannot_be_paid_becomes_alert_whatever_it_is(row: dict[str, object]):
    story = act(ready(pc("a", row, mp_max=2, wit_max=2, wit=0), npc("g")), "a", 1)
    assert story.kinds()[1:4] == ["alerted", "wit_changed", "turn_ended"]
    assert (story.at("characters.a.mp"), story.at("characters.a.wit")) == (2, 1)
    assert story.told()[0].startswith("〈")


@pytest.mark.parametrize(("option", "goes_on"), [("rest_of_go", False), ("whole_round", False), ("action_only", True)])
@pytest.mark.parametrize("row", [breathe(), attack(cost=9)])
def test_nothing_else_means_what_the_option_says(row: dict[str, object], option: str, goes_on: bool):
    story = ready(pc("a", row, items=[item(effect("hp", "1"))]), npc("g"), does_nothing=option)
    act(story, "a", 1)
    assert (story.at("active") == "a") == goes_on
    assert story.at("characters.a.idle") == (option == "whole_round")


def test_breathing_gives_back_what_its_formula_says():
    story = act(ready(pc("a", breathe(mp="1D6+1"), mp_max=9, mp=3), npc("g")), "a", 1, [4])
    changed = story.one("mp_changed")
    assert (changed["amount"], changed["mp"], changed["clauses"]) == (5, 8, ["M-9.7"])
    assert story.told()[0] == "探索者aは〈深呼吸〉で息を整えた。"


@pytest.mark.parametrize(("option", "mp"), [("free", 3), ("paid", 1)])
@pytest.mark.parametrize("targets", [1, "all"])
def test_an_attack_that_reaches_nobody_is_wasted(option: str, mp: int, targets: object):
    row = attack(cost=2, targets=targets)
    story = ready(pc("a", row, mp_max=3), npc("g"), npc("h", row="back"), no_target=option)
    rule(story, ("characters.g.hp", 0)).when("roll_action", "a", [1])
    story.refused("bad_target", "perform", "a", targets=["h"]).when("perform", "a")
    assert story.kinds()[1] == "action_wasted"
    assert story.at("characters.a.mp") == mp
    assert story.told()[0] == "〈斬撃〉の届く相手がいない。"


def test_an_exposed_back_row_is_reached_once_nobody_is_in_front():
    story = ready(pc("a"), npc("g"), npc("h", row="back"), back_without_front="exposed").when("roll_action", "a", [1])
    story.refused("bad_target", "perform", "a", targets=["h"])
    rule(story, ("characters.g.hp", 0)).when("perform", "a", targets=["h"])
    assert story.at("characters.h.hp") == 20


def test_consumables_run_out():
    story = ready(pc("a", items=[item(effect("hp", "1")), item(id="none", count=0)]), npc("g"))
    story.refused("cannot_pay", "use_item", "a", item="none").refused("illegal_value", "use_item", "a", item="zz")
    story.when("use_item", "a", item="herb")
    assert story.one("item_used") == {
        "type": "item_used",
        "clauses": ["M-7.1"],
        "by": "a",
        "item": "herb",
        "targets": ["a"],
        "left": 0,
    }
    story.when("pass", "a").when("pass", "g").refused("not_awaited", "use_item", "a", item="herb")


def test_hit_points_stop_where_the_option_says():
    for option, hp in (("zero", 0), ("none", -6)):
        story = act(ready(pc("a"), npc("g", hp=4), npc("h"), hp_floor=option), "a", 1, targets=("g",))
        story.when("pass", "h") if story.at("exchange") else None
        assert story.at("characters.g.hp") == hp


def test_who_falls_keeps_no_bonus_and_does_not_evade_any_more():
    story = ready(pc("a", attack("40")), npc("g", guard(), action_value=9), npc("h", evade(), action_value=8), npc("i"))
    act(story, "g", 1)
    act(story, "h", 1)
    story.when("roll_action", "a", [1]).when("perform", "a", targets=["h"])
    story.when("cover", "g", target="h")
    assert story.at("characters.g.bonuses") == []
    assert story.at("characters.g.condition") == "down"


def test_dice_that_do_not_fit_are_refused():
    story = ready(pc("a", attack("2D6")), npc("g"))
    story.refused("bad_rolls", "roll_action", "a").refused("bad_rolls", "roll_action", "a", [11])
    story.when("roll_action", "a", [1]).refused("bad_rolls", "perform", "a", [1], targets=["g"])
