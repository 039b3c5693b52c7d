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
        ("characters.a.name", "b"),
        ("characters.x.hp", 1),
        ("characters.a.max_hp", 10),
        ("round", 3),
        ("active", "g"),
        ("turn.part", "end"),
        ("exchange.total", 3),
    ):
        story.refused("illegal_value", "rule", reason="x", changes=[change(path, to)])
    rule(story, change("characters.g.cell", "C"), change("characters.a.weapon.power", 9), change("turn.part", "side"))
    assert (story.at("characters.g.cell"), story.at("characters.a.weapon.power")) == ("C", 9)
    story.refused("not_awaited", "move", "a", to="o4")


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
    story.refused("illegal_value", "rule", reason="x", changes=[change("characters.g.effects.0.rounds", 0)])


def test_a_rewind_goes_back_into_the_middle_of_an_attack():
    story = attacked(pc("a"), pc("b")).when("respond", "a", action="waive")
    then, before = story.battle.seq, story.state()
    story.when("respond", "b", [2, 3], action="waive").when("rewind", to=then, reason="振り直し")
    now = story.state()
    assert {**now, "seq": 0} == {**before, "seq": 0}
    story.when("respond", "b", [9, 9], action="waive")
    assert story.at("characters.a.incapacitated") is True
