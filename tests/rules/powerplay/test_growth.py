"""Experience, levels, growth and learning after play (W-16, W-6)."""

import pytest

from senki.rules.powerplay.clauses.basics import three_sided, two_sided
from tests.rules.powerplay.fights import caster, fight, npc, pc
from tests.story import Story

GROWTH = {"strength": "D6", "prowess": "D6", "agility": "D6", "endurance": "D3+1", "spirit": "D2"}


def over(*characters: dict[str, object], table: tuple[int, ...] = (100, 200, 300), **options: object) -> Story:
    given = fight(*characters, npc("g"), table=table, **options)  # pyright: ignore[reportArgumentType]
    return Story("powerplay", given).when("begin").when("close")


def test_d3_and_d2_are_read_from_a_die_of_six():
    assert [three_sided(face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert [two_sided(face) for face in range(1, 7)] == [1, 1, 1, 2, 2, 2]


def test_experience_is_shared_out_and_rounded_down_once():
    story = over(pc("a", level=3), pc("b", level=4), pc("c", level=4), table=())
    story.when("award", hours=2, minutes=20)  # 11 × 140 × 100 ÷ 180 = 855.5
    assert [e["amount"] for e in story.last[1:]] == [855, 855, 855]
    assert [(t["label"], t["value"]) for t in story.last[1]["terms"]] == [
        ("levels", 11),
        ("minutes", 140),
        ("people", 3),
        ("percent", 0),
    ]


def test_experience_goes_to_those_named_alone():
    story = over(pc("a", level=3), pc("b"), table=()).when("award", hours=1, to=["a"], adjust={"a": -7})
    assert (story.at("characters.a.experience"), story.at("characters.b.experience")) == (279, 0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"hours": -1},
        {"hours": 1, "minutes": -1},
        {"hours": 1, "to": []},
        {"hours": 1, "to": ["a", "a"]},
        {"hours": 1, "adjust": {"a": 21}},
        {"hours": 1, "adjust": {"a": -21}},
        {"hours": 1, "adjust": {"g": 5}},
    ],
)
def test_an_award_that_does_not_fit_is_refused(wrong: dict[str, object]):
    over(pc("a")).refused("illegal_value", "award", **wrong)


def test_who_may_award_and_when():
    story = Story("powerplay", fight(pc("a"), npc("g")))
    story.refused("not_awaited", "award", hours=1).refused("gm_only", "award", "a", hours=1)
    story.when("begin").when("close").refused("unknown_character", "award", hours=1, to=["zz"])
    story.when("award", hours=1).refused("once_only", "award", hours=1)


def test_under_exactly_20_nothing_between_is_added():
    story = over(pc("a"), experience_range="exactly_20").refused("illegal_value", "award", hours=1, adjust={"a": 19})
    assert story.when("award", hours=1, adjust={"a": -20}).at("characters.a.experience") == 80


def test_a_level_is_never_lost_and_hero_points_do_not_come_back():
    story = over(pc("a", level=4, experience=0, hero_points=0), hero_points="on").when("award", hours=1)
    assert (story.at("characters.a.level"), story.at("characters.a.hero_points")) == (4, 0)
    story = over(pc("a", level=4, hero_points=0), hero_points="on", table=(1, 2, 3, 4)).when("award", hours=1)
    assert (story.at("characters.a.level"), story.at("characters.a.hero_points")) == (5, 0)


def grown(**fields: object) -> Story:
    """One level up, one growth due."""
    return over(pc("a", growth=GROWTH, **fields)).when("award", hours=1)  # pyright: ignore[reportArgumentType]


def test_growth_is_rolled_by_its_own_die_and_is_at_least_1():
    story = grown().refused("illegal_value", "grow", "a", ability="luck").when("grow", "a", [3], ability="spirit")
    assert (story.one("grown")["amount"], story.one("grown")["value"]) == (1, 13)
    assert "W-1.6" in story.one("grown")["clauses"]
    story.refused("not_awaited", "grow", "a", ability="spirit")
    story = over(pc("a", growth=GROWTH | {"strength": "D6-3"})).when("award", hours=1)
    assert story.when("grow", "a", [2], ability="strength").one("grown")["amount"] == 1


def test_an_ability_without_growth_grows_by_1_without_a_roll():
    story = over(pc("a", own={"charm": 10})).when("award", hours=1).when("grow", "a", ability="charm")
    assert (story.kinds(), story.at("characters.a.abilities.charm")) == (["declared", "grown"], 11)


def test_endurance_raises_the_full_value_and_the_present_hp():
    story = grown(hp=4).when("grow", "a", [6], ability="endurance")  # 20 + 4 = 24
    assert (story.at("characters.a.hp_max"), story.at("characters.a.hp"), story.at("characters.a.death_line")) == (
        12,
        6,
        -12,
    )


def test_the_present_hp_of_the_doomed_do_not_rise():
    story = grown(own={"endurance": 10, "spirit": 20}, hp=-6).when("grow", "a", [6], ability="endurance")
    assert (story.at("characters.a.hp"), story.at("characters.a.condition")) == (-6, "doomed")


def test_growth_gives_every_spell_not_learned_its_chance():
    known = {"bolt": {"learned": False}, "cure": {}, "sleep": {"learned": False}}
    hero = caster("a", growth=GROWTH, spells=()) | {"spells": known}
    story = over(hero).when("award", hours=1).refused("not_awaited", "learn", "a", spell="bolt")
    story.when("grow", "a", [3], ability="strength")
    story.refused("once_only", "learn", "a", spell="cure").refused("illegal_value", "learn", "a", spell="crack")
    story.refused("illegal_value", "learn", "a", spell="bolt", dice=3)
    story.when("learn", "a", [4, 4], spell="bolt")  # 8 + 4 = 12, exactly
    assert story.kinds()[-1] == "learned"
    story.refused("once_only", "learn", "a", spell="bolt").when("learn", "a", spell="sleep", dice=0)
    assert (story.kinds(), story.one("not_learned")["achievement"]) == (["declared", "checked", "not_learned"], 4)


def test_under_one_spell_a_chance_is_one_check_in_all():
    known = {"bolt": {"learned": False, "chance": True}, "sleep": {"learned": False, "chance": True}}
    hero = caster("a", spells=()) | {"spells": known}
    story = Story("powerplay", fight(hero, npc("g"), learning="one_spell")).when("learn", "a", [1, 6], spell="bolt")
    story.refused("not_awaited", "learn", "a", spell="sleep")
