"""What is told of a battle that has several fields: no sentence speaks of more than it looked at."""

from tests.rules.hms.fights import fight, npc, pc
from tests.story import Story

RUNNER = {"skills": {"sword": 6, "run": 5}}


def ruled(story: Story, path: str, to: object) -> list[str]:
    """What is told when the GM sets a value."""
    return story.when("rule", reason="裁定", changes=[{"path": path, "to": to}]).told()


def caught() -> Story:
    """A fled, and g caught it: they fight on in a second field; b and h fight on in the first."""
    story = Story("hms", fight(pc("a", **RUNNER), pc("b"), npc("g", skills={"sword": 4, "track": 5}), npc("h")))
    story.when("begin").when("declare_skill", "g", skill="sword").when("declare_skill", "h", skill="sword")
    story.when("declare_skill", "a", skill="sword")
    story.when("declare_skill", "b", [6, 6], [5, 5], [2, 2], [1, 1], skill="sword")
    for id in story.at("order"):
        story.when("pass", id)
    story.when("flee", "a", skill="run")
    for id in ("b", "g", "h"):
        story.when("pass", id)
    assert story.at("stage") == "pursuit"
    return story.when("pursue", "g", [6, 6], [1, 1], target="a", skill="track").when("pass", "h")


def test_where_others_stand_on_another_field_only_this_field_is_spoken_of():
    story = caught()
    assert [f["characters"] for f in story.at("fights")] == [["b", "h"], ["a", "g"]]
    assert "この戦場で立っているのは剣士bだけだった。" in ruled(story, "characters.h.hp", 0)
    assert "この戦場で立っているのは剣士aだけだった。" in ruled(story, "characters.g.hp", 0)


def test_where_nobody_else_stands_anywhere_it_is_said_of_all():
    assert "立っているのは剣士bだけだった。" in ruled(pair(), "characters.h.hp", 0)


def pair() -> Story:
    """B against h, and nobody else."""
    return Story("hms", fight(pc("b"), npc("h"))).when("begin")


def test_a_field_that_is_given_up_ends_no_other():
    story = caught()
    assert "この戦場の戦いは降伏で終わった。" in ruled(story, "characters.h.condition", "surrendered")
    assert "戦いは降伏で終わった。" in ruled(story, "characters.g.condition", "surrendered")


def test_enemies_on_another_field_are_not_forgotten():
    told = ruled(caught(), "characters.h.condition", "escaped")
    assert "この戦場に敵の姿はもうない。" in told


def test_without_armour_no_armour_stops_a_blow():
    weak = {"id": "stick", "name": "木の枝", "skill": "sword", "bands": ["melee"], "power": -9}
    for armour, sentence in ((0, "山賊hは無傷だった。"), (1, "防具がすべて受け止めた。")):
        story = Story("hms", fight(pc("b", weapons=[weak]), npc("h", armour=armour))).when("begin")
        story.when("declare_skill", "h", skill="sword").when("declare_skill", "b", [6, 6], [1, 1], skill="sword")
        story.when("attack", "b", [3, 3], [3, 3], target="h")
        assert (story.one("damaged")["amount"], sentence in story.told()) == (0, True)


def test_three_teams_have_more_than_two_hands_to_show():
    for others, whose in (([], "双方"), ([pc("c", team="third")], "それぞれ")):
        story = Story("hms", fight(pc("a"), npc("g"), *others, skill_declaration="simultaneous")).when("begin")
        ids = [a["by"] for a in story.at("awaiting")]
        for id in ids[:-1]:
            story.when("declare_skill", id, skill="sword")
        story.when("declare_skill", ids[-1], *([n, n] for n in range(1, len(ids) + 1)), skill="sword")
        assert f"{whose}の手の内が明かされる。" in story.told()
