"""What the GM may set, and what follows from it in the middle of things."""

from tests.rules.godeater.fights import FANG, KNIFE, WALL, awaited, begun, fight, foe, pc, skill, strike
from tests.story import Json, Story


def change(path: str, to: object) -> Json:
    return {"path": path, "to": to}


def rule(story: Story, *changes: Json, rolls: tuple[list[int], ...] = ()) -> Story:
    return story.when("rule", None, *rolls, reason="ＧＭの裁定", changes=list(changes))


def out(id: str) -> Json:
    return change(f"characters.{id}.incapacitated", True)


def attacked(*characters: Json, **options: object) -> Story:
    """The enemy attacks a."""
    beast = foe("g", max_ap=9, strength=2, skills=[strike()])
    return begun(beast, *characters, **options).when("attack", "g", skill="claw", targets=["a"])


def test_a_ruling_sets_just_what_it_names():
    story = rule(begun(pc("a"), foe("g")), change("characters.g.hp", 0))
    assert (story.at("characters.g.hp"), story.at("characters.g.incapacitated")) == (0, False)
    assert story.kinds() == ["declared", "ruled"]


def test_what_is_no_state_is_refused():
    story = begun(pc("a", weapon=KNIFE), foe("g"))
    for path, to in (
        ("characters.a.hp", 21),
        ("characters.a.hp", -1),
        ("characters.a.ap", 6),
        ("characters.a.st", 4),
        ("characters.a.hp", "x"),
        ("characters.a.cell", "C"),
        ("characters.a.cell", "x1"),
        ("characters.a.cell", None),
        ("characters.a.name", ""),
        ("characters.a.id", "b"),
        ("characters.a.kind", "enemy"),
        ("characters.a.side", "npc"),
        ("characters.a.weapon", "knife"),
        ("characters.a.weapon.id", "claw"),
        ("characters.a.weapon.name", None),
        ("characters.a.weapon.kind", "tower"),
        ("characters.a.items", ["knife"]),
        ("options.hp_floor", "never"),
        ("options.nothing", 1),
        ("order", ["a"]),
        ("phase", "over"),
        ("effects_made", 3),
        ("characters.x.hp", 1),
        ("characters.a.max_hp", 10),
        ("round", 0),
        ("active", "g"),
        ("turn.part", "end"),
        ("exchange.total", 3),
    ):
        story.refused("illegal_value", "rule", reason="x", changes=[change(path, to)])
    rule(story, change("characters.g.cell", "C"), change("characters.a.weapon.power", 9), change("turn.part", "side"))
    assert (story.at("characters.g.cell"), story.at("characters.a.weapon.power")) == ("C", 9)
    story.refused("not_awaited", "move", "a", to="o4")


def test_everything_that_is_not_derived_can_be_set():
    hide: Json = {"kind": "guard_result", "value": 2}
    shell: Json = {"id": "shell", "category": "bullet", "range": [0, 2], "effects": [{**hide, "lasts": "attack"}]}
    story = begun(
        pc("a", weapon=KNIFE, items=[WALL, shell], skills=[skill("skin", "passive", hide), strike(cost={"ap": 1})]),
        foe("g"),
        ground={"i3": [{**WALL, "id": "lost"}]},
    )
    for path, to in (
        ("characters.a.name", "ユウ"),
        ("characters.a.kind", "npc"),
        ("characters.a.weapon.name", "短剣"),
        ("characters.a.weapon.kind", "buster"),
        ("characters.a.weapon.element", "ice"),
        ("characters.a.items.0.kind", "tower"),
        ("characters.a.items.1.range.1", 4),
        ("characters.a.items.1.max_targets", 2),
        ("characters.a.items.1.effects.0.value", -2),
        ("characters.a.items.1.effects", []),
        ("characters.a.skills.0.requires", "flying"),
        ("characters.a.skills.0.effects.0.kind", "guard_dice"),
        ("characters.a.skills.1.cost.ap", 2),
        ("characters.a.skills.1.attack.power", 8),
        ("characters.a.skills.1.attack", None),
        ("characters.a.skills.1.timing", "side"),
        ("characters.a.weapon", None),
        ("characters.a.items", []),
        ("characters.a.skills", []),
        ("ground.i3.0.armour", 5),
        ("round", 7),
        ("options.guard_weapon", "any"),
        ("options.link_aid_hp", 9),
        ("options.responses", "open"),
    ):
        assert rule(story, change(path, to)).at(path) == to
    rule(story, change("ground.i3", []))
    assert story.at("ground") == {}


def test_what_a_ruling_makes_of_a_sheet_must_be_a_sheet():
    story = begun(
        pc(
            "a",
            items=[{"id": "shell", "category": "bullet", "range": [1, 2]}],
            skills=[strike(), skill("skin", "passive", {"kind": "guard_dice", "value": 1})],
        ),
        foe("g"),
    )
    for path, to in (
        ("characters.a.items.0.range.0", 3),
        ("characters.a.items.0.max_targets", 0),
        ("characters.a.items.0.category", "gun"),
        ("characters.a.skills.0.range", None),
        ("characters.a.skills.0.max_targets", None),
        ("characters.a.skills.0.timing", "side"),
        ("characters.a.skills.0.attack.ability", "luck"),
        ("characters.a.skills.1.effects.0.lasts", "battle"),
        ("characters.a.skills.1.effects.0.kind", "change"),
    ):
        story.refused("illegal_value", "rule", reason="x", changes=[change(path, to)])


def test_what_is_renamed_is_told_by_its_new_name():
    story = rule(begun(pc("a", weapon=KNIFE), foe("g")), change("characters.a.weapon.name", "短剣"))
    assert story.when("attack", "a", targets=["g"]).told()[-1] == "aはgに短剣で攻めかかる。"


def test_options_keep_the_state_valid():
    story = rule(begun(pc("a"), foe("g"), hp_floor="none"), change("characters.a.hp", -3))
    story.refused("illegal_value", "rule", reason="x", changes=[change("options.hp_floor", "zero")])
    rule(story, change("options.hp_floor", "zero"), change("characters.a.hp", 0))


def test_how_answers_are_given_stays_while_they_are_given():
    story = attacked(pc("a"), pc("b")).when("respond", "a", action="waive")
    story.refused("illegal_value", "rule", reason="x", changes=[change("options.responses", "open")])
    assert story.at("exchange.responses.a", "gm") is None


def test_missions_can_be_set_once_they_are_public():
    missions: list[Json] = [
        {"id": "m", "kind": "main", "success": "撃破", "failure": "全滅"},
        {"id": "s", "kind": "side", "success": "採取"},
    ]
    story = Story("godeater", fight(pc("a"), foe("g"), missions=missions))
    story.refused("illegal_value", "rule", reason="x", changes=[change("missions.1.result", "achieved")])
    story.when("begin").when("mark_mission", mission="s", result="achieved")
    rule(story, change("missions.1.result", None), change("missions.0.failure", "撤退"))
    assert (story.at("missions.1.result"), story.at("missions.0.failure")) == (None, "撤退")
    for path, to in (("missions.1.result", "failed"), ("missions.1.failure", "x"), ("missions.0.failure", None)):
        story.refused("illegal_value", "rule", reason="x", changes=[change(path, to)])
    story.when("mark_mission", mission="s", result="achieved")


def test_an_attack_can_be_set_right_while_it_is_answered():
    story = attacked(pc("a"), pc("b"))
    for targets in ([], ["a", "a"], ["g"], ["zz"]):
        story.refused("illegal_value", "rule", reason="x", changes=[change("exchange.targets", targets)])
    for path, to in (
        ("exchange.range.0", 3),
        ("exchange.figures.dice.0.value", 100),
        ("exchange.responses", None),
        ("exchange.total", 3),
        ("exchange.source", "fist"),
    ):
        story.refused("illegal_value", "rule", reason="x", changes=[change(path, to)])
    rule(story, change("exchange.targets", ["b"]), change("exchange.figures.power.0.value", 6))
    story.when("respond", "a", action="waive").when("respond", "b", [2, 3], action="waive")
    # 5 + 6 + 2
    assert (story.at("characters.a.hp"), story.at("characters.b.hp")) == (20, 7)


def test_targets_that_have_been_met_stay():
    shields = [WALL, {**WALL, "id": "w2"}]
    beast = foe("g", max_ap=9, skills=[strike(max_targets=2)])
    story = begun(beast, pc("a"), pc("b", weapon=KNIFE, items=shields))
    story.when("attack", "g", skill="claw", targets=["a", "b"]).when("respond", "a", action="waive")
    story.when("respond", "b", [2, 3], action="guard")
    story.refused("illegal_value", "rule", reason="x", changes=[change("exchange.targets", ["b"])])
    rule(story, change("exchange.targets", ["a"]))
    assert (story.at("exchange"), story.at("characters.a.hp"), story.at("characters.b.hp")) == (None, 12, 20)


def test_skills_that_a_ruling_took_are_passed_in_their_window():
    heal: Json = {"kind": "change", "resource": "hp", "value": 1}
    story = begun(pc("a", skills=[skill("one", "battle_start", heal), skill("two", "battle_start", heal)]), foe("g"))
    rule(story, change("characters.a.skills.0.timing", "side"))
    assert [(e["what"], e["why"]) for e in story.last if e["type"] == "passed"] == [("one", "requires")]
    rule(story, change("characters.a.skills", []))
    assert [(e["what"], e["why"]) for e in story.last if e["type"] == "passed"] == [("two", "requires")]
    assert (story.at("timing"), story.at("round")) == (None, 1)


def test_answers_that_lost_what_they_need_count_as_waived():
    story = attacked(pc("a", weapon=KNIFE), pc("b", items=[WALL]), pc("c"))
    story.when("respond", "a", action="guard").when("respond", "b", action="step", to="o4")
    rule(story, change("characters.a.weapon", None), change("characters.b.cell", "o9"))
    story.when("respond", "c", [2, 3], action="waive")
    assert [(e["by"], e["what"], e["why"]) for e in story.last if e["type"] == "passed"] == [
        ("a", "guard", "requires"),
        ("b", "step", "requires"),
    ]
    assert "aは「ガード」を使わなかった。" in story.told()


def test_hp_below_0_by_ruling_where_the_table_plays_so():
    story = rule(begun(pc("a"), foe("g"), hp_floor="none"), change("characters.a.hp", -3))
    assert story.at("characters.a.hp") == -3


def test_a_ruling_in_the_setup_can_place_and_displace():
    story = Story("godeater", fight(pc("a", cell=None), foe("g")))
    rule(story, change("characters.a.cell", "o1"))
    assert story.at("awaiting.0.types") == ["begin"]
    rule(story, change("characters.g.cell", None))
    assert awaited(story) == [("g", ["place"])]


def test_a_ruling_that_takes_the_active_character_out_ends_its_turn():
    story = rule(begun(pc("a"), foe("g")), out("a"))
    assert story.kinds() == ["declared", "ruled", "turn_ended", "turn_started"]
    assert story.at("active") == "g"


def test_a_ruling_that_takes_everybody_out_waits_for_the_gm():
    story = rule(begun(pc("a"), foe("g")), out("g"), out("a"))
    assert (story.at("round"), story.at("active")) == (2, None)
    story.when("next_round")
    assert story.at("round") == 3
    rule(story, change("characters.a.incapacitated", False))
    assert story.at("active") == "a"


def test_a_ruling_can_take_the_last_out_who_has_to_answer():
    story = attacked(pc("a"), pc("b")).when("respond", "a", action="waive")
    rule(story, out("b"), rolls=([2, 3],))
    # 5 + 3 + 2
    assert (story.at("characters.a.hp"), story.at("exchange")) == (10, None)
    assert [*story.one("responses_revealed")["responses"]] == ["a"]


def test_one_who_is_raised_while_others_answer_has_to_answer_too():
    story = attacked(pc("a"), pc("b", hp=0))
    rule(story, change("characters.b.incapacitated", False))
    assert {a["by"] for a in story.at("awaiting")} == {"a", "b"}


def test_the_attack_of_one_who_is_ruled_out_fails_when_all_have_answered():
    story = rule(attacked(pc("a")), out("g"))
    assert story.at("awaiting.0.by") == "a"
    story.when("respond", "a", action="waive")
    assert story.one("attack_failed")["why"] == "attacker_fell"


def test_an_answer_that_a_ruling_has_made_impossible_counts_as_waived():
    story = attacked(pc("a"), pc("b")).when("respond", "a", action="step", to="o4")
    rule(story, change("characters.a.st", 0))
    story.when("respond", "b", [2, 3], action="waive")
    assert [(e["by"], e["what"], e["why"]) for e in story.last if e["type"] == "passed"] == [
        ("a", "step", "cannot_pay")
    ]
    assert (story.at("characters.a.cell"), story.at("characters.a.hp")) == ("o3", 10)


def test_a_target_that_a_ruling_moves_away_evades():
    story = rule(attacked(pc("a")), change("characters.a.cell", "o9")).when("respond", "a", action="waive")
    assert story.one("evaded")["target"] == "a"
    assert story.one("attack_failed")["why"] == "out_of_range"


def test_figures_are_fixed_at_the_declaration():
    story = begun(pc("a", weapon=FANG, strength=1), foe("g")).when("attack", "a", targets=["g"])
    rule(story, change("characters.a.weapon.power", 90))
    story.when("respond", "g", [2, 3, 4], action="waive")
    assert story.one("damaged")["amount"] == 14


def test_a_ruling_that_takes_the_one_who_chooses_a_shield_out_lets_the_blow_fall():
    shields = [WALL, {**WALL, "id": "w2"}]
    story = attacked(pc("a", weapon=KNIFE, items=shields)).when("respond", "a", [5, 5], action="guard")
    rule(story, change("characters.a.strength", 3))
    assert story.at("exchange.step") == "shield"
    rule(story, out("a"))
    assert "guard_checked" not in story.kinds()
    assert (story.at("characters.a.hp"), story.at("exchange")) == (5, None)


def test_a_coverer_ruled_out_before_its_blow_does_nothing():
    shields = [WALL, {**WALL, "id": "w2"}]
    story = attacked(pc("a"), pc("b", weapon=KNIFE, items=shields)).when("respond", "a", action="waive")
    story.when("respond", "b", [5, 5], action="cover", ally="a")
    assert story.at("awaiting.0.by") == "b"
    rule(story, out("b"))
    assert story.one("damaged")["target"] == "a"


def test_a_ruling_in_a_timing_window_asks_whoever_is_next():
    heal: Json = {"kind": "change", "resource": "hp", "value": 1}
    story = begun(
        pc("a", skills=[skill("one", "battle_start", heal, cost={"st": 1})]),
        foe("g", skills=[skill("two", "battle_start", heal)]),
    )
    assert story.at("timing.queue.0.by") == "a"
    rule(story, change("characters.a.st", 0))
    assert [(e["what"], e["why"]) for e in story.last if e["type"] == "passed"] == [("one", "cannot_pay")]
    assert story.at("timing.queue") == [{"by": "g", "skill": "two"}]
    rule(story, out("g"))
    assert (story.at("timing"), story.at("round")) == (None, 1)


def test_a_ruling_in_the_window_after_damage_lets_the_attack_go_on():
    bite = skill("bite", "damage_dealt", cost={"st": 1})
    story = begun(pc("a", weapon=KNIFE, skills=[bite]), foe("g")).when("attack", "a", targets=["g"])
    story.when("respond", "g", [6, 6], action="waive")
    assert story.at("timing.name") == "damage_dealt"
    rule(story, change("characters.a.st", 0))
    assert (story.at("timing"), story.at("exchange"), story.at("characters.a.op")) == (None, None, 1)


def test_effects_can_be_set():
    venom: Json = {"kind": "round_end_change", "resource": "hp", "value": -4, "lasts": "rounds", "rounds": 2}
    story = begun(pc("a", skills=[skill("venom", "side", venom, max_targets=1)]), foe("g"))
    story.when("use_skill", "a", skill="venom", targets=["g"])
    rule(story, change("characters.g.effects.0.value", -9), change("characters.g.effects.0.rounds", 5))
    assert (story.at("characters.g.effects.0.value"), story.at("characters.g.effects.0.rounds")) == (-9, 5)
    for path, to in (("rounds", 0), ("lasts", "turn"), ("kind", "guard_dice"), ("kind", "ap_penalty"), ("id", "e9")):
        story.refused("illegal_value", "rule", reason="x", changes=[change(f"characters.g.effects.0.{path}", to)])
    rule(story, change("characters.g.effects.0.resource", "st"))
    rule(story, change("characters.g.effects", []))
    assert story.at("characters.g.effects") == []


def test_a_rewind_goes_back_into_the_middle_of_an_attack():
    story = attacked(pc("a"), pc("b")).when("respond", "a", action="waive")
    then, before = story.battle.seq, story.state()
    story.when("respond", "b", [2, 3], action="waive").when("rewind", to=then, reason="振り直し")
    now = story.state()
    assert {**now, "seq": 0} == {**before, "seq": 0}
    story.when("respond", "b", [9, 9], action="waive")
    assert story.at("characters.a.incapacitated") is True


def test_a_passive_effect_is_on_its_bearer_by_ruling_too():
    story = begun(
        pc("a", skills=[skill("keen", "side", {"kind": "damage_dice", "value": 1, "lasts": "turn"})]), foe("g")
    )
    assert story.at("characters.a.skills.0.effects.0.to") == "targets"
    rule(
        story, change("characters.a.skills.0.timing", "passive"), change("characters.a.skills.0.effects.0.lasts", None)
    )
    assert story.at("characters.a.skills.0.effects.0.to") == "self"
