"""What the GM may set, and what follows from it in the middle of things."""

import pytest

from senki.rules.events import Passed
from senki.rules.meikyu import SYSTEM
from senki.rules.meikyu import events as ev
from senki.rules.message import Event
from senki.rules.rulebook import fold
from tests.rules.meikyu.fights import (
    ability,
    act,
    asked,
    attack,
    breathe,
    effect,
    evade,
    fight,
    guard,
    item,
    npc,
    on_to_main,
    pc,
    ready,
    rule,
    support,
)
from tests.story import Story


def refused(story: Story, path: str, to: object) -> None:
    story.refused("illegal_value", "rule", None, reason="ＧＭの裁定", changes=[{"path": path, "to": to}])


def test_the_condition_follows_the_hit_points_unless_the_character_has_left():
    story = rule(ready(pc("a"), pc("b"), npc("g")), ("characters.b.hp", 0))
    assert story.at("characters.b.condition") == "down"
    assert rule(story, ("characters.b.hp", 1)).at("characters.b.condition") == "active"
    rule(story, ("characters.b.condition", "left"), ("characters.b.hp", 7))
    assert story.at("characters.b.condition") == "left"
    assert rule(story, ("characters.b.condition", "active")).at("characters.b.condition") == "active"


def test_what_is_derived_or_does_not_fit_is_not_set():
    story = ready(pc("a", mp_max=3, items=[item()]), npc("g"))
    for path, to in (
        ("characters.a.hp", 31),
        ("characters.a.hp", -1),
        ("characters.a.hp_max", 0),
        ("characters.a.mp", 4),
        ("characters.a.wit", -1),
        ("characters.a.row", "middle"),
        ("characters.a.condition", "down"),
        ("characters.a.items.0.count", -1),
        ("characters.a.items.1.count", 1),
        ("characters.a.id", "b"),
        ("characters.a.name", ""),
        ("characters.a.side", "gm"),
        ("characters.a.place", -1),
        ("characters.a.evading_round", 1),
        ("characters.a.evading.roll", "1D6"),
        ("characters.zz.hp", 1),
        ("round", 0),
        ("phase", "over"),
        ("stage", "setup"),
        ("active", "g"),
        ("exchange.face", 3),
        ("options.rounding", "middle"),
        ("order", ["a", "a"]),
        ("order", ["a", "zz"]),
        ("exchange", None),
    ):
        refused(story, path, to)


SHEET = pc(
    "a",
    attack("power", (1, 6)),
    evade((7, 8)),
    support(effect("hp", "1"), faces=(9, 10)),
    stats={"power": 7},
    abilities=[ability("item", effect("hp", "1"))],
    items=[item(effect("hp", "1"))],
)


@pytest.mark.parametrize(
    ("path", "to"),
    [
        ("name", "探索者い"),
        ("side", "npc"),
        ("stats.power", 2),
        ("actions.0.name", "突き"),
        ("actions.0.damage", "2D6+power"),
        ("actions.0.cost", 3),
        ("actions.0.tags", ["ranged"]),
        ("actions.0.targets", "all"),
        ("actions.1.check.at_least", 2),
        ("actions.1.check.roll", "2D6"),
        ("actions.2.to", "any"),
        ("actions.2.effects.0.stat", "mp"),
        ("actions.2.effects.0.amount", "1D6"),
        ("actions.2.effects", []),
        ("abilities.0.name", "奥義"),
        ("abilities.0.timing", "cleanup"),
        ("abilities.0.effects.0.until", "next_go"),
        ("abilities", []),
        ("items.0.name", "水薬"),
        ("items.0.to", "enemy"),
        ("items.0.targets", 3),
        ("items.0.effects.0.amount", "9"),
        ("waiting", True),
        ("arranged", True),
        ("place", 4),
    ],
)
def test_whatever_is_neither_derived_nor_the_course_may_be_set(path: str, to: object):
    story = rule(ready(SHEET, pc("b"), npc("g")), (f"characters.a.{path}", to))
    assert story.at(f"characters.a.{path}") == to
    (line,) = [line for line in story.told() if line.startswith("ＧＭの裁定")]
    assert not any(word in line for word in (path.split(".", maxsplit=1)[0], "next_go", "cleanup", "enemy", "ranged"))


def test_an_action_table_stays_whole():
    story = ready(SHEET, npc("g"))
    refused(story, "characters.a.actions.0.faces.1", 5)
    refused(story, "characters.a.actions.0.damage", "2D6+")
    refused(story, "characters.a.actions.0.damage", "edge")
    refused(story, "characters.a.actions.0.bonus", "1")
    refused(story, "characters.a.actions.1.check.at_least", None)
    rule(story, ("characters.a.actions.0.faces.1", 5), ("characters.a.actions.1.faces.0", 6))
    assert act(story, "a", 6).one("performed")["kind"] == "evade"


def test_the_face_may_be_set_in_the_window():
    story = ready(pc("a", attack(faces=(1, 4)), guard((5, 10))), npc("g")).when("roll_action", "a", [1])
    refused(story, "exchange.face", 11)
    refused(story, "exchange.targets", ["g"])
    refused(story, "exchange.by", "g")
    rule(story, ("exchange.face", 5))
    assert story.told() == ["ＧＭの裁定：ＧＭの裁定（応酬の出目を5に）"]
    assert story.when("perform", "a").one("performed")["kind"] == "defence"


def test_what_is_attacked_and_who_covers_may_be_set_while_it_is_still_so():
    story = attacked()
    for path, to in (
        ("exchange.targets", []),
        ("exchange.targets", ["zz"]),
        ("exchange.targets", ["a", "a"]),
        ("exchange.evaded", ["b"]),
        ("exchange.no", ["zz"]),
        ("exchange.face", 0),
        ("exchange.covers.a", "b"),
    ):
        refused(story, path, to)
    rule(story, ("exchange.targets", ["b"]))
    assert asked(story) == {"a": ["cover", "pass"]}
    rule(story, ("exchange.no", ["a"]))
    assert story.at("characters.b.hp") == 20


def test_the_face_of_an_attack_shows_an_attack():
    story = ready(pc("a"), pc("b"), npc("g", attack("10", (1, 4)), attack("3", (5, 8)), guard((9, 10)), action_value=9))
    act(story, "g", 1, targets=("a",))
    refused(story, "exchange.face", 9)
    refused(story, "characters.g.actions.0.faces.0", 2)
    rule(story, ("exchange.face", 5)).when("pass", "b")
    assert story.at("characters.a.hp") == 27


def test_a_cover_may_be_moved_to_another_but_nobody_covers_twice():
    row = attack(targets=2)
    story = ready(pc("a"), pc("b"), pc("c"), pc("d"), pc("e"), npc("g", row, action_value=9))
    act(story, "g", 1, targets=("a", "b")).when("cover", "c", target="a")
    refused(story, "exchange.covers.a", "zz")
    refused(story, "exchange.covers.a", "a")
    refused(story, "exchange.targets", ["b"])
    rule(story, ("exchange.covers.a", "d"))
    assert asked(story) == {"e": ["cover", "pass"]}
    story.when("pass", "e")
    assert story.one("attack_taken")["receivers"] == ["d", "b"]


def test_a_ruling_on_the_effect_that_is_awaited_has_no_exchange_to_set():
    story = act(ready(pc("a", support()), npc("g")), "a", 1)
    refused(story, "exchange.face", 3)


def test_the_round_may_be_set_but_nothing_was_gained_later():
    story = ready(pc("a", guard()), npc("g"))
    refused(fight(pc("a"), npc("g")), "round", 2)
    rule(story, ("round", 5))
    act(story, "a", 1)
    refused(story, "round", 4)
    refused(story, "characters.a.bonuses.0.round", 6)
    rule(story, ("characters.a.bonuses.0.round", 4))
    rule(story, ("round", 4), ("characters.a.bonuses", []))
    assert (story.at("round"), story.at("characters.a.bonuses")) == (4, [])


def test_options_may_be_set_where_the_state_still_fits_them():
    story = ready(pc("a", attack("99")), npc("g"), npc("h"), hp_floor="none")
    act(story, "a", 1, targets=("g",)).when("pass", "h")
    assert story.at("characters.g.hp") == -69
    refused(story, "options.hp_floor", "zero")
    rule(story, ("characters.g.hp", 0), ("options.hp_floor", "zero"))
    assert story.told()[0] == "ＧＭの裁定：ＧＭの裁定（魔物gのＨＰを0に、選択規則のＨＰの下限を「0で止まる」に）"


def test_a_side_that_changes_sides_may_end_the_fight():
    story = rule(ready(pc("a"), npc("g")), ("characters.g.side", "pc"))
    assert story.one("ended")["winner"] == "pc"


def test_a_number_that_the_rules_have_made_refuses_no_ruling_elsewhere():
    stats = {"might": 9999}
    blow = [attack("might*9999"), support(effect("wit", "might*9999"), effect("defence", "might*9999"))]
    rows = [{**blow[0], "faces": [1, 5]}, {**blow[1], "faces": [6, 10]}]
    story = ready(pc("a", *rows, stats=stats), pc("b"), npc("g"), npc("h"), hp_floor="none", wit_cap="none")
    act(story, "a", 1, targets=("g",)).when("pass", "h")
    assert story.at("characters.g.hp") == 30 - 9999 * 9999
    rule(story, ("characters.g.row", "back"), ("characters.g.name", "影"))
    story.when("pass", "b").when("pass", "h")
    on_to_main(story)
    act(story, "a", 6)
    assert story.at("characters.a.wit") == story.at("characters.a.bonuses.0.amount") == 9999 * 9999
    rule(story, ("characters.a.mp", 0), ("characters.a.bonuses.0.until", "next_go"))
    refused(story, "characters.a.wit", 9999 * 9999 + 1)
    refused(story, "characters.a.bonuses.0.amount", 10_000_000)
    refused(story, "characters.g.hp", 31 - 9999 * 9999 - 2)
    rule(story, ("characters.g.hp", 3))
    assert story.at("characters.g.condition") == "active"


def test_an_arrangement_may_be_ruled():
    story = fight(pc("a"), pc("b"), npc("g")).when("begin").when("pass", "a").when("pass", "b")
    rule(story, ("characters.a.place", 2), ("characters.b.place", 1), ("characters.a.arranged", True))
    assert set(asked(story)) == {"a", "b"}
    rule(story, ("characters.b.arranged", True))
    assert story.at("order") == ["b", "a", "g"]


def test_the_order_may_be_set():
    story = ready(pc("a"), npc("g"), npc("h"))
    rule(story, ("order", ["a", "h", "g"])).when("pass", "a")
    assert story.at("active") == "h"


def test_a_ruling_that_takes_the_active_character_out_ends_its_go():
    story = rule(ready(pc("a"), pc("b"), npc("g")), ("characters.a.hp", 0))
    assert story.kinds() == ["declared", "ruled", "turn_ended", "turn_started"]
    assert story.at("active") == "b"


def test_a_ruling_that_takes_the_last_of_a_side_out_ends_the_fight():
    story = rule(ready(pc("a"), npc("g")), ("characters.g.condition", "left"))
    assert story.kinds() == ["declared", "ruled", "ended"]
    assert story.one("ended")["winner"] == "pc"


def test_a_ruling_before_the_fight_begins_only_sets():
    story = rule(fight(pc("a"), npc("g")), ("characters.g.hp", 0))
    story.refused("illegal_value", "begin")
    rule(story, ("characters.g.hp", 3)).when("begin")


def test_a_ruling_in_the_window_leaves_it_open_or_calls_it_off():
    story = ready(pc("a"), pc("b"), npc("g")).when("roll_action", "a", [3])
    rule(story, ("characters.a.wit", 1))
    assert story.at("exchange.face") == 3
    rule(story, ("characters.a.hp", 0))
    assert story.kinds() == ["declared", "ruled", "called_off", "turn_ended", "turn_started"]
    assert story.at("active") == "b"


def attacked(**options: object) -> Story:
    """The enemy g attacks a; b may cover."""
    story = ready(pc("a"), pc("b"), pc("c", row="back"), npc("g", action_value=9), npc("h"), **options)
    return act(story, "g", 1, targets=("a",))


def test_a_ruling_that_takes_the_attacker_out_calls_the_attack_off():
    story = rule(attacked(), ("characters.g.hp", 0))
    assert story.kinds() == ["declared", "ruled", "called_off", "turn_ended", "turn_started"]
    assert story.at("characters.a.hp") == 30


def test_a_ruling_that_takes_the_last_who_might_cover_out_lets_the_attack_happen():
    story = rule(attacked(), ("characters.b.row", "back"))
    assert story.at("characters.a.hp") == 20
    assert story.at("active") == "a"


def test_a_ruling_may_call_for_the_attacks_dice():
    story = ready(pc("a"), pc("b"), npc("g", attack("2D6"), action_value=9))
    act(story, "g", 1, targets=("a",))
    rule(story, ("characters.b.hp", 0), rolls=([3, 4],))
    assert story.at("characters.a.hp") == 23


def test_a_target_that_a_ruling_takes_out_receives_nothing():
    story = rule(attacked(), ("characters.a.hp", 0))
    assert "damaged" not in story.kinds()
    assert story.one("attack_taken")["receivers"] == []


def test_a_ruling_elsewhere_leaves_the_question_of_cover_open():
    story = rule(attacked(), ("characters.h.hp", 3))
    assert set(asked(story)) == {"b"}


def test_who_is_brought_back_has_its_go_if_it_is_in_the_order_and_not_done():
    story = ready(pc("a"), pc("b"), npc("g"))
    rule(story, ("characters.b.hp", 0))
    rule(story, ("characters.b.hp", 5)).when("pass", "a")
    assert story.at("active") == "b"


@pytest.mark.parametrize("to", [True, False])
def test_a_ruling_in_setup_may_take_the_word_from_somebody_or_give_it(to: bool):
    story = fight(pc("a"), pc("b"), npc("g")).when("begin").when("pass", "a")
    rule(story, ("characters.b.passed" if to else "characters.a.passed", to))
    assert (story.at("stage") == "initiative") == to


def test_an_effect_without_data_waits_for_the_gm():
    story = ready(pc("a", support(to="enemy"), items=[item(count=2)]), npc("g"))
    story.when("use_item", "a", item="herb")
    assert story.one("ruling_awaited") == {"type": "ruling_awaited", "by": "a", "what": "herb"}
    assert story.at("exchange") == {"kind": "ruling", "by": "a"}
    assert asked(story) == {"gm": ["rule"]}
    story.refused("not_awaited", "roll_action", "a", [1])
    rule(story)
    assert asked(story) == {"a": ["roll_action", "pass"]}
    act(story, "a", 1, targets=("g",))
    assert story.one("ruling_awaited")["what"] == "支援"
    rule(story, ("characters.g.defence", 1))
    assert story.at("active") == "g"


@pytest.mark.parametrize("timing", ["setup", "initiative", "cleanup"])
def test_an_ability_without_data_waits_for_the_gm_in_its_phase(timing: str):
    story = fight(pc("a", abilities=[ability(timing)]), npc("g")).when("begin")
    if timing == "cleanup":
        story.when("pass", "a").when("pass", "g")
    story.when("use_ability", "a", ability="art")
    assert (story.at("stage"), asked(story)) == (timing, {"gm": ["rule"]})
    assert rule(story).at("stage") == "main"


def test_a_ruling_that_answers_and_takes_its_character_out_goes_on():
    story = ready(pc("a", support()), pc("b"), npc("g"))
    act(story, "a", 1)
    rule(story, ("characters.a.hp", 0))
    assert story.at("active") == "b"


def test_evading_and_bonuses_may_be_taken_away():
    story = ready(pc("a", evade(), action_value=9), pc("b", guard()), npc("g"))
    act(story, "a", 1)
    act(story, "b", 1)
    rule(story, ("characters.a.evading", None), ("characters.b.bonuses.0.amount", 1))
    act(story, "g", 1, targets=("a",)).when("pass", "b")
    assert story.at("characters.a.hp") == 20


def test_the_gm_may_grant_a_second_go():
    story = ready(pc("a", breathe(), items=[item(effect("hp", "1"))]), npc("g"))
    act(story, "a", 1)
    rule(story, ("characters.a.done", False), ("characters.a.action_used", False)).when("pass", "g")
    assert asked(story) == {"a": ["use_item", "roll_action", "wait", "pass"]}


def test_a_changed_action_value_reopens_an_agreement():
    haste = ability("initiative", effect("hp", "1"))
    story = fight(pc("a", abilities=[haste]), pc("b"), pc("c", action_value=7), npc("g")).when("begin")
    for id in ("a", "b", "c"):
        story.when("pass", id)
    story.when("arrange", "b", order=["b", "a"])
    rule(story, ("characters.c.action_value", 5))
    assert set(asked(story)) == {"a", "b", "c"}


def test_the_gm_may_close_the_fight():
    story = ready(pc("a"), npc("g")).when("close", reason="魔物は逃げ去った")
    assert story.one("ended") == {"type": "ended", "reason": "魔物は逃げ去った"}
    assert story.at("awaiting") == []


def test_a_rewind_brings_the_window_back():
    story = ready(pc("a"), npc("g")).when("roll_action", "a", [3])
    seq = story.battle.seq
    story.when("perform", "a", targets=["g"]).when("rewind", to=seq, reason="宣言の取り消し")
    assert (story.at("exchange.face"), story.at("characters.g.hp")) == (3, 30)


@pytest.mark.parametrize(
    "event",
    [
        ev.Attacked(by="a", action="斬撃", targets=("g",)),
        ev.Covered(by="a", target="g", doubled=False),
        Passed(by="g", what="cover"),
    ],
)
def test_what_belongs_to_a_die_or_an_attack_never_happens_without_one(event: Event):
    with pytest.raises(LookupError, match=r"no action die|no attack"):
        fold(SYSTEM, ready(pc("a"), npc("g")).battle, event)
