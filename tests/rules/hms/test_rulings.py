"""What the GM may set, and what follows from it in the middle of things (H-8.4, H-11.1, H-3.2)."""

import pytest

from tests.rules.hms.fights import fight, npc, pc
from tests.rules.hms.test_goes import SPEARMAN, ready
from tests.story import Json, Story


def change(path: str, to: object) -> Json:
    return {"path": path, "to": to}


def rule(story: Story, *changes: Json, rolls: tuple[list[int], ...] = ()) -> Story:
    return story.when("rule", None, *rolls, reason="ＧＭの裁定", changes=list(changes))


def test_the_condition_follows_the_hit_points():
    story = rule(ready(pc("a"), pc("b"), npc("g")), change("characters.b.hp", 0))
    assert story.at("characters.b.condition") == "down"
    rule(story, change("characters.b.hp", 1))
    assert story.at("characters.b.condition") == "active"


def test_who_is_brought_back_has_its_next_go_in_the_next_round():
    story = ready(pc("a"), pc("b"), npc("g"))
    rule(story, change("characters.b.hp", 0))
    rule(story, change("characters.b.hp", 5))
    story.when("pass", "a")
    assert story.at("active") == "g"


def test_a_ruling_that_takes_the_active_character_out_ends_its_go():
    story = rule(ready(pc("a"), pc("b"), npc("g")), change("characters.a.hp", 0))
    assert story.kinds() == ["declared", "ruled", "turn_ended", "turn_started"]
    assert story.at("active") == "b"


def test_a_ruling_that_takes_the_mover_out_calls_the_move_off():
    story = ready(pc("a"), pc("b"), npc("g", **SPEARMAN), distance="melee_plus").when("move", "a", to="melee")
    rule(story, change("characters.a.hp", -3))
    assert story.kinds() == ["declared", "ruled", "called_off", "turn_ended", "turn_started"]
    assert (story.at("exchange"), story.at("fights.0.distance")) == (None, "melee_plus")


def test_a_ruling_that_takes_the_last_who_might_block_out_lets_the_move_happen():
    story = ready(pc("a"), npc("g", **SPEARMAN), npc("h"), distance="melee_plus").when("move", "a", to="melee")
    rule(story, change("characters.g.hp", 0))
    assert story.at("fights.0.distance") == "melee"
    assert story.at("awaiting")[0]["by"] == "a"


def test_a_ruling_that_takes_the_target_out_calls_the_attack_off():
    story = ready(pc("a"), npc("g"), npc("h"), first="h")
    # g is third; let it defend first
    story.when("pass", "h").when("pass", "a").when("defend", "g").when("pass", "g")
    for id in story.at("queue"):
        story.when("pass", id)
    story.when("declare_skill", "g", skill="sword").when("declare_skill", "h", skill="sword")
    story.when("declare_skill", "a", [6, 6], [1, 1], [1, 2], skill="sword")
    story.when("attack", "a", [6, 6], [1, 1], target="g")
    assert story.at("awaiting")[0]["types"] == ["demand_reroll", "pass"]
    rule(story, change("characters.g.hp", 0))
    assert story.kinds()[2] == "called_off"
    assert story.at("active") == "a"


def test_a_ruling_that_leaves_one_team_ends_the_fight():
    story = rule(ready(pc("a"), npc("g")), change("characters.g.condition", "surrendered"))
    assert story.kinds() == ["declared", "ruled", "fight_ended", "ended"]
    assert story.one("ended")["winner"] == "pc"


def test_a_ruling_while_skills_are_declared_may_let_the_dice_fall():
    story = Story("hms", fight(pc("a"), pc("b"), npc("g"))).when("begin")
    story.when("declare_skill", "g", skill="sword").when("declare_skill", "a", skill="sword")
    rule(story, change("characters.b.hp", 0), rolls=([6, 6], [1, 1]))
    assert story.at("active") == "a"


def test_a_ruling_in_flight_skips_who_is_out():
    story = ready(pc("a"), pc("b"), npc("g"))
    for id in ("a", "b", "g"):
        story.when("pass", id)
    story.when("pass", "a").when("pass", "b")
    rule(story, change("characters.g.hp", 3), change("characters.b.hp", 0))
    assert story.at("queue") == ["g"]
    story.when("pass", "g")
    assert story.at("round") == 2


def test_after_the_battle_the_gm_may_heal():
    story = ready(pc("a"), npc("g")).when("surrender", "a")
    rule(story, change("characters.g.hp", 40), change("characters.a.condition", "active"))
    assert (story.at("phase"), story.at("characters.a.condition")) == ("over", "active")


@pytest.mark.parametrize(
    ("path", "to"),
    [
        ("characters.a.hp", 41),  # greatest HP is 25 + 3 × 5 = 40
        ("characters.a.hp_max", 50),
        ("characters.a.hp", "many"),
        ("characters.z.hp", 3),
        ("characters.a.courage", 3),
        ("characters.a.condition", "down"),
        ("characters.a.condition", "asleep"),
        ("characters.a.skills.sword", 100),
        ("characters.a.skill", "track"),
        ("characters.a.weapons.7.power", 3),
        ("fights.0.distance", "far"),
        ("fights.0.distance", None),
        ("round", 3),
        ("options.distances", "per_pair"),
        ("order", ["a"]),
        ("", 1),
        ("characters..hp", 1),
    ],
)
def test_what_cannot_be_set_is_refused(path: str, to: object):
    code = "malformed" if not path else "illegal_value"
    ready(pc("a"), npc("g")).refused(code, "rule", reason="x", changes=[change(path, to)])


def test_a_greater_body_raises_the_greatest_hp():
    story = rule(ready(pc("a"), npc("g")), change("characters.a.body", 5), change("characters.a.hp", 50))
    assert story.at("characters.a.hp_max") == 50


def test_the_gm_may_close_the_battle_at_any_moment():
    story = ready(pc("a"), npc("g", **SPEARMAN), distance="melee_plus").when("move", "a", to="melee")
    story.when("close", reason="時間切れ")
    assert story.one("ended") == {"type": "ended", "reason": "時間切れ"}
    assert (story.at("phase"), story.at("awaiting")) == ("over", [])
    story.refused("not_awaited", "close")
