"""Rounds, timing windows and turns (G-4 to G-9, G-11, G-12)."""

from tests.rules.godeater.fights import FANG, KNIFE, awaited, begun, foe, pc, skill, strike, terms
from tests.story import Json, Story

HEAL: Json = {"kind": "change", "resource": "hp", "value": 5}
HURT: Json = {"kind": "change", "resource": "hp", "value": -5}


def lasting(kind: str, value: int, **fields: object) -> Json:
    return {"kind": kind, "value": value, "lasts": "battle", **fields}


def test_a_penalty_by_effects_lowers_the_recovery_of_ap():
    tired = skill("tired", "passive", {"kind": "ap_penalty", "value": 2})
    story = begun(pc("a", ap_penalty=1, skills=[tired]), foe("g"))
    ap = next(e for e in story.last if e["type"] == "changed" and e["character"] == "a")
    assert terms(ap) == [("max_ap", 5), ("ap_penalty", -1), ("tired", -2)]
    assert (ap["amount"], ap["clauses"]) == (2, ["G-5.1", "G-5.2", "G-5.3"])
    assert story.at("characters.a.ap") == 2


def test_skills_at_the_start_go_by_maximum_ap_and_each_is_asked_once():
    roar = skill("roar", "battle_start", lasting("damage_result", 2))
    story = begun(pc("a", skills=[roar, {**roar, "id": "shout"}]), foe("g", max_ap=7, skills=[roar]))
    assert story.one("timing_opened")["queue"] == [
        {"by": "g", "skill": "roar"},
        {"by": "a", "skill": "roar"},
        {"by": "a", "skill": "shout"},
    ]
    story.refused("not_awaited", "pass", "a").refused("not_awaited", "wait", "g").when("pass", "g")
    story.refused("not_awaited", "use_skill", "a", skill="shout").when("use_skill", "a", skill="roar")
    assert (story.at("timing.queue"), story.at("round")) == ([{"by": "a", "skill": "shout"}], 0)
    story.when("pass", "a")
    assert (story.at("timing"), story.at("round"), story.at("active")) == (None, 1, "g")


def test_a_window_passes_over_what_cannot_be_used():
    story = begun(
        pc(
            "a",
            skills=[
                skill("dear", "round_start", HEAL, cost={"op": 1}),
                skill("soar", "round_start", requires="flying"),
            ],
        ),
        pc("b", hp=0, skills=[skill("moan", "round_start", HEAL)]),
        foe("g"),
    )
    assert [(e["what"], e["why"]) for e in story.last if e["type"] == "passed"] == [
        ("dear", "cannot_pay"),
        ("soar", "requires"),
        ("moan", "incapacitated"),
    ]
    assert story.at("active") == "a"


def test_a_turn_may_skip_parts_but_not_go_back():
    story = begun(pc("a", items=[KNIFE]), foe("g"))
    story.when("move", "a", to="o4").refused("not_awaited", "dash", "a", path=["o5"])
    story.when("drop", "a", item="knife").refused("not_awaited", "improvise", "a", text="待て")
    story.refused("not_awaited", "give_up", "a").when("wait", "a")
    assert story.at("active") == "g"


def test_a_skill_has_its_timing():
    uses = [skill("side", "side", HEAL), skill("main", "main", HEAL), skill("answer", "response", HEAL)]
    story = begun(pc("a", hp=5, skills=uses), foe("g", max_ap=2))
    story.refused("not_awaited", "use_skill", "a", skill="answer")
    story.refused("illegal_value", "use_skill", "a", skill="unknown")
    story.refused("bad_target", "use_skill", "a", skill="side", targets=["g"])
    story.when("use_skill", "a", skill="side").refused("not_awaited", "use_skill", "a", skill="side")
    story.when("use_skill", "a", skill="main")
    assert story.kinds() == ["declared", "skill_used", "changed", "turn_ended", "turn_started"]
    assert story.at("characters.a.hp") == 15


def test_an_unknown_target_is_an_unknown_character():
    story = begun(pc("a", skills=[skill("heal", "side", HEAL, max_targets=1)]), foe("g"))
    story.refused("unknown_character", "use_skill", "a", skill="heal", targets=["nobody"])
    story.refused("unknown_character", "attack", "a", targets=["nobody"])
    story.refused("unknown_character", "link_aid", "a", target="nobody")
    story.refused("unknown_character", "check", character="nobody", ability="agility", difficulty=5)


def test_an_item_with_several_uses_is_gone_after_the_last():
    potion = {"id": "potion", "category": "item", "uses": 2, "effects": [HEAL]}
    story = begun(pc("a", hp=1, items=[potion]), foe("g", max_ap=0))
    story.when("use_item", "a", item="potion")
    assert (story.at("characters.a.items.0.uses"), story.one("item_used")["left"]) == (1, 1)
    story.when("wait", "a").when("use_item", "a", item="potion")
    assert (story.at("characters.a.items"), story.at("characters.a.hp")) == ([], 11)
    story.when("wait", "a").refused("illegal_value", "use_item", "a", item="potion")


def test_an_item_without_a_limit_is_never_used_up():
    flask = {"id": "flask", "category": "item", "uses": None, "effects": [HEAL]}
    story = begun(pc("a", hp=1, items=[flask]), foe("g")).when("use_item", "a", item="flask")
    assert (
        story.at("characters.a.items.0.uses"),
        story.one("item_used").get("left"),
    ) == (None, None)


def test_transforming_with_empty_hands_just_equips():
    story = begun(pc("a", items=[KNIFE]), foe("g")).when("transform", "a", weapon="knife")
    assert (story.at("characters.a.weapon.id"), story.at("characters.a.items")) == ("knife", [])
    assert story.one("transformed") == {
        "type": "transformed",
        "by": "a",
        "equipped": "knife",
        "stowed": None,
        "clauses": ["G-8.3"],
    }


def test_the_equipped_weapon_is_neither_handed_over_nor_dropped():
    story = begun(pc("a", weapon=FANG), pc("b"), foe("g"))
    story.refused("illegal_value", "hand_over", "a", item="fang", to="b").refused(
        "illegal_value", "drop", "a", item="fang"
    )


def test_items_that_lie_in_a_cell_can_be_picked_up_there():
    story = begun(pc("a"), foe("g"), ground={"o3": [KNIFE, FANG]})
    story.when("pick_up", "a", item="fang")
    assert [i["id"] for i in story.at("ground.o3")] == ["knife"]
    assert story.at("characters.a.items.0.id") == "fang"


def test_a_round_ends_in_order_durations_then_changes_then_skills():
    burn = {"kind": "round_end_change", "resource": "hp", "value": -6, "lasts": "battle"}
    story = begun(
        pc("a", hp=6, skills=[skill("burn", "side", burn), skill("rest", "round_end", HEAL)]), foe("g", max_ap=0)
    )
    story.when("use_skill", "a", skill="burn").when("wait", "a").when("wait", "a").when("wait", "a")
    assert [k for k in story.kinds() if k in {"round_ended", "changed", "fell", "timing_opened", "passed"}][:5] == [
        "round_ended",
        "changed",
        "fell",
        "timing_opened",
        "passed",
    ]
    assert (story.at("characters.a.incapacitated"), story.at("round")) == (True, 2)
    assert awaited(story) == [("gm", ["next_round"])]


def test_an_effect_that_lasts_one_round_counts_the_round_in_which_it_was_gained():
    buff = {"kind": "guard_dice", "value": 1, "lasts": "rounds", "rounds": 1}
    story = begun(pc("a", skills=[skill("buff", "side", buff)]), foe("g", max_ap=0)).when(
        "use_skill", "a", skill="buff"
    )
    assert story.at("characters.a.effects") == [
        {
            "id": "e1",
            "source": "buff",
            "kind": "guard_dice",
            "value": 1,
            "attack_type": None,
            "element": None,
            "lasts": "rounds",
            "rounds": 1,
        }
    ]
    story.when("wait", "a").when("wait", "a").when("wait", "a")
    assert (story.at("round"), story.at("characters.a.effects"), story.at("effects_made")) == (2, [], 1)


def test_a_state_can_be_lifted_and_a_passive_one_stays():
    calm = skill("calm", "side", {"kind": "end_condition", "condition": "rage"})
    rage = {"kind": "condition", "condition": "rage", "lasts": "battle"}
    story = begun(
        pc("a", skills=[skill("rage", "battle_start", rage), calm, skill("need", "main", requires="rage")]),
        pc(
            "b",
            max_ap=3,
            skills=[
                skill("born", "passive", {"kind": "condition", "condition": "rage"}),
                calm,
                skill("need", "main", requires="rage"),
            ],
        ),
        foe("g", max_ap=0),
    )
    story.when("use_skill", "a", skill="rage").when("use_skill", "a", skill="calm")
    assert story.one("effect_ended")["clauses"] == ["G-8.4"]
    story.refused("illegal_value", "use_skill", "a", skill="need").when("wait", "a")
    story.when("use_skill", "b", skill="calm").when("use_skill", "b", skill="need")


def test_a_passive_skill_with_a_required_state_counts_only_in_it():
    wings = skill("wings", "passive", {"kind": "critical_value", "value": -5}, requires="flying")
    story = begun(pc("a", skills=[wings]), foe("g"))
    story.when("check", None, [5], character="a", ability="agility", difficulty=30)
    assert story.one("checked")["critical"] is False
    story.when("jump", "a").when("check", None, [5], character="a", ability="agility", difficulty=30)
    assert story.one("checked")["critical"] is True


def test_a_turn_ends_when_its_character_falls():
    story = begun(pc("a", hp=5, skills=[skill("vein", "side", HURT)]), foe("g")).when("use_skill", "a", skill="vein")
    assert story.kinds() == ["declared", "skill_used", "changed", "fell", "turn_ended", "turn_started"]
    assert "clauses" not in story.one("turn_ended")
    assert story.at("active") == "g"


def test_a_cost_of_the_last_hp_fells_and_who_has_fallen_does_nothing_more():
    story = begun(pc("a", hp=5, skills=[skill("gift", "main", HEAL, cost={"hp": 5}, max_targets=1)]), foe("g", hp=10))
    story.when("use_skill", "a", skill="gift", targets=["g"])
    assert story.kinds()[:5] == ["declared", "paid", "fell", "passed", "turn_ended"]
    assert (story.at("characters.g.hp"), story.at("characters.a.incapacitated")) == (10, True)


def test_a_change_stays_within_0_and_the_maximum():
    drain = skill("drain", "side", {"kind": "change", "resource": "ap", "value": -9}, max_targets=1)
    story = begun(pc("a", skills=[drain]), foe("g")).when("use_skill", "a", skill="drain", targets=["g"])
    changed = story.one("changed")
    assert (changed["amount"], changed["now"]) == (-4, 0)
    assert terms(changed) == [("drain", -9), ("limit", 5)]


def test_effects_work_on_targets_or_on_the_user():
    both = skill("share", "side", HEAL, {**HURT, "to": "self"}, max_targets=2, range=[0, 1])
    story = begun(pc("a", skills=[both]), pc("b", hp=1), foe("g", hp=1))
    story.when("use_skill", "a", skill="share", targets=["g", "b"])
    assert [(e["character"], e["amount"]) for e in story.last if e["type"] == "changed"] == [
        ("g", 5),
        ("b", 5),
        ("a", -5),
    ]


def test_the_fallen_may_only_be_helped():
    story = begun(pc("a", hp=0), pc("b"), foe("g"))
    for kind in ("wait", "jump", "give_up"):
        story.refused("incapacitated", kind, "a")
    story.refused("incapacitated", "attack", "a", targets=["g"]).when("link_aid", "b", target="a")
    assert (story.at("characters.a.hp"), story.at("active")) == (1, "a")


def test_link_aid_is_for_allies_who_have_fallen():
    story = begun(pc("a"), pc("b"), foe("g", hp=0))
    story.refused("bad_target", "link_aid", "a", target="b").refused("bad_target", "link_aid", "a", target="g")
    story.refused("bad_target", "link_aid", "a", target="a")


def test_gm_declarations_have_no_by():
    story = begun(pc("a"), foe("g"), missions=[{"id": "s", "kind": "side", "success": "採取"}])
    story.refused("gm_only", "mark_mission", "a", mission="s", result="achieved")
    story.refused("gm_only", "next_round", "a").refused("not_awaited", "next_round")
    story.refused("illegal_value", "mark_mission", mission="x", result="achieved")
    story.refused(
        "bad_target",
        "opposed_check",
        None,
        attacker="a",
        defender="a",
        attacker_ability="strength",
        defender_ability="strength",
    )
    story.refused("malformed", "check", character="a", ability="luck", difficulty=5)


def test_after_the_end_checks_are_still_made_and_rulings_are_not():
    story = begun(pc("a"), foe("g")).when("close", reason="解散")
    story.when("check", None, [7], character="a", ability="agility", difficulty=7)
    assert story.one("checked")["success"] is True
    story.refused("not_awaited", "rule", reason="x", changes=[{"path": "characters.a.hp", "to": 1}])
    story.refused("not_awaited", "wait", "a").refused("not_awaited", "close")


def test_the_main_mission_ends_the_battle_in_the_middle_of_an_attack():
    main = {"id": "m", "kind": "main", "success": "撃破", "failure": "全滅"}
    story = begun(pc("a", skills=[strike()]), foe("g"), missions=[main]).when(
        "attack", "a", skill="claw", targets=["g"]
    )
    story.when("mark_mission", mission="m", result="failed")
    assert (story.at("exchange"), story.at("turn"), story.at("phase")) == (None, None, "over")
    assert story.one("ended") == {
        "type": "ended",
        "reason": "mission_failed",
        "winner": "npc",
        "clauses": ["G-13.1"],
    }


def test_an_achievement_below_0_is_0():
    story = begun(pc("a"), foe("g")).when(
        "check", None, [3], character="a", ability="agility", difficulty=0, modifier=-9
    )
    checked = story.one("checked")
    assert (checked["total"], checked["success"], terms(checked)) == (
        0,
        True,
        [("die", 3), ("agility", 0), ("modifier", -9)],
    )


def all_waited(story: Story) -> Story:
    """Everybody waits until the next round."""
    now = story.at("round")
    while story.at("round") == now:
        story.when("give_up", story.at("active"))
    return story


def test_acted_is_cleared_at_the_next_round():
    story = begun(pc("a", weapon=KNIFE), foe("g")).when("attack", "a", targets=["g"])
    story.when("respond", "g", [2, 3], action="waive")
    assert story.at("characters.a.acted") is True
    assert all_waited(story).at("characters.a.acted") is False
