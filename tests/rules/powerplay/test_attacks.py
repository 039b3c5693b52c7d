"""Melee, shooting, throwing, evasion, damage (W-10 to W-14), and hero points (W-17)."""

import pytest

from tests.rules.powerplay.fights import BOW, CLUB, KNIFE, LEATHER, PLATE, SHIELD, SWORD, caster, fight, npc, pc
from tests.story import Story

WARRIOR = {"strength": "D6", "prowess": "D6", "agility": "D6"}


def ready(*characters: dict[str, object], **options: object) -> Story:
    return Story("powerplay", fight(*characters, **options)).when("begin")  # pyright: ignore[reportArgumentType]


def test_whom_and_how_one_may_attack():
    story = ready(pc("a"), npc("g"), npc("h", hp=-10), npc("i", left=True))
    story.refused("bad_target", "attack", "a", [4, 4], target="a")
    story.refused("bad_target", "attack", "a", [4, 4], target="h").refused(
        "bad_target", "attack", "a", [4, 4], target="i"
    )
    story.refused("illegal_value", "attack", "a", [4, 4], target="g", way="throw")
    story.refused("illegal_value", "attack", "a", target="g", dice=0).refused(
        "illegal_value", "attack", "a", target="g", dice=3
    )
    story.refused("bad_rolls", "attack", "a", target="g").refused("bad_rolls", "attack", "a", [4, 4], [5], target="g")


def test_a_weapon_that_one_is_too_weak_for_is_in_hand_but_does_not_strike():
    story = ready(pc("a", items=[SWORD | {"need_strength": 21}]), npc("g"))
    assert "attack" in story.at("awaiting.0.types")
    story.refused("illegal_value", "attack", "a", [4, 4], target="g")


def test_allies_may_be_struck():
    story = ready(pc("a"), pc("b", 20), npc("g", 10)).when("attack", "a", [4, 4], target="b").when("decline", "b", [2])
    assert story.at("characters.b.hp") == 8


def test_without_dice_a_hit_check_is_its_number():
    story = ready(pc("a", own={"prowess": 9}), npc("g"))
    story.refused("illegal_value", "attack", "a", target="g", dice=1)
    story.when("attack", "a", target="g")
    assert story.one("checked")["achievement"] == 1
    story.when("decline", "g", [3])
    assert story.at("characters.g.hp") == 7


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"hp": -6}, "unconscious"),
        ({"held": True}, "held"),
        ({"own": {"agility": 0}}, "ability_zero"),
        ({"own": {"spirit": 0}}, "ability_zero"),
    ],
)
def test_who_cannot_evade(fields: dict[str, object], reason: str):
    story = ready(pc("a", 40), npc("g", **fields), npc("h", 10))  # pyright: ignore[reportArgumentType]
    story.when("attack", "a", [4, 4], [2], target="g")
    assert story.one("cannot_evade")["reason"] == reason
    assert story.one("target_number_set")["target_number"] == 0


def test_under_whole_round_who_has_shot_cannot_evade_and_who_has_evaded_cannot_shoot():
    both = [KNIFE | {"ways": ["melee", "shoot"]}]
    story = ready(npc("g", 40), pc("a", 30, items=both), npc("h", 20), shooter_evasion="whole_round")
    story.when("attack", "g", [2, 2], target="a").when("evade", "a", [6, 6, 6])
    story.refused("incapacitated", "attack", "a", [6, 6], target="g", way="shoot")
    story.when("attack", "a", [1, 6], target="g")
    story.when("pass", "h").when("pass", "g").when("attack", "a", [6, 1], target="g", way="shoot")
    story.when("attack", "h", [4, 4], [3], target="a")
    assert story.one("cannot_evade")["reason"] == "shot"


def test_under_after_shot_who_has_evaded_may_still_shoot():
    story = ready(npc("g", 40), pc("a", 30, items=[BOW]), distance=0)
    story.when("attack", "g", [2, 2], target="a").when("evade", "a", [6, 6, 6])
    story.when("attack", "a", [2, 2], [1], target="g")
    assert story.one("damaged")["amount"] == 3


def test_a_throw_does_not_keep_one_from_evading():
    story = ready(pc("a", items=[KNIFE]), npc("g")).when("attack", "a", [1, 2], target="g", way="throw")
    story.when("attack", "g", [4, 4], target="a")
    assert story.at("awaiting.0.types") == ["evade", "decline"]


@pytest.mark.parametrize(
    ("way", "metres", "size", "number"),
    [
        ("shoot", 9, 0, 9),
        ("shoot", 9, 4, 13),
        ("shoot", 2, -5, 0),
        ("throw", 4, 0, 8),
        ("throw", 4, -3, 5),
        ("throw", 0, -3, 0),
    ],
)
def test_the_target_number_of_a_shot_or_throw(way: str, metres: int, size: int, number: int):
    dart = KNIFE | {"ways": ["melee", "shoot", "throw"]}
    story = ready(pc("a", items=[dart]), npc("g", size=size), distance=metres)
    story.when("attack", "a", [6, 6], [2], target="g", way=way)
    assert story.one("target_number_set")["target_number"] == number


def test_a_devoted_target_that_does_not_evade_counts_by_distance():
    story = ready(npc("g", 40), pc("a", items=[BOW]), distance=9)
    story.when("evade_only", "g").when("attack", "a", [3, 3], target="g").when("decline", "g", [2])
    assert story.one("target_number_set")["target_number"] == 9


def test_under_always_one_who_cannot_evade_counts_by_distance():
    story = ready(pc("a", items=[BOW]), npc("g", held=True), npc("h"), distance=9, devotion="always")
    story.when("attack", "a", [3, 3], [2], target="g")
    assert (story.one("cannot_evade")["reason"], story.one("target_number_set")["target_number"]) == ("held", 9)


def test_devotion_to_evasion_ends_with_the_next_go():
    story = ready(npc("g", 40), pc("a")).when("evade_only", "g").when("pass", "a")
    assert story.at("characters.g.devoted") is False


def test_devotion_counts_on_through_a_wait():
    story = ready(npc("g", 40), pc("a"), devotion="round_end").when("delay", "g", to=35).when("evade_only", "g")
    assert story.at("characters.g.devoted") is True


def test_defender_first_the_evasion_stands_before_the_hit_check():
    story = ready(pc("a"), npc("g"), check_order="defender_first")
    story.when("attack", "a", target="g", dice=1).when("decline", "g", [1])
    assert story.kinds()[1:5] == ["declined", "rolled", "checked", "missed"]
    story.when("attack", "g", target="a").when("evade", "a", [6, 6, 6], [6, 6])
    assert (story.one("target_number_set")["target_number"], story.one("missed")["reason"]) == (24, "below")


def test_several_attacks_of_one_go():
    story = ready(pc("a", level=20, growth=WARRIOR), npc("g"), npc("h", 10))
    story.when("attack", "a", [4, 4], target="g")
    assert story.at("go") == {"attacks_left": 2, "attacked": ["g"]}
    story.when("decline", "g", [1]).when("attack", "a", [1, 4], target="h").when("attack", "a", [1, 4], target="g")
    assert story.at("active") == "g"


def test_attacks_left_are_void_when_the_last_enemy_falls():
    story = ready(pc("a", level=10, growth=WARRIOR), npc("g", hp=-5))
    story.when("attack", "a", [4, 4], target="g").when("decline", "g", [1])
    assert story.kinds()[-3:] == ["condition_changed", "turn_ended", "ended"]


def test_under_gm_only_a_fallen_enemy_does_not_end_the_battle():
    story = ready(pc("a", level=10, growth=WARRIOR), npc("g", hp=-5), end_when="gm_only")
    story.when("attack", "a", [4, 4], target="g").when("decline", "g", [1])
    assert (story.at("phase"), story.at("awaiting.0.types")) == ("fighting", ["attack", "pass"])
    story.when("close", reason="夜明け")
    assert (story.one("ended")["reason"], story.one("ended").get("winner")) == ("夜明け", None)


def test_under_melee_only_a_throw_is_the_only_attack_and_under_any_weapon_it_is_not():
    people = (pc("a", level=10, growth=WARRIOR, items=[KNIFE]), npc("g"))
    one = ready(*people, many_attacks="melee_only").when("attack", "a", [1, 4], target="g", way="throw")
    assert one.at("active") == "g"
    many = ready(*people).when("attack", "a", [1, 4], target="g", way="throw")
    assert many.at("active") == "a"
    melee = ready(*people, many_attacks="melee_only").when("attack", "a", [1, 4], target="g")
    melee.refused("once_only", "attack", "a", [1, 4], target="g", way="throw")


def test_damage_by_type_and_armour():
    worn = [LEATHER, PLATE | {"modifiers": {}}]
    for weapon, harm in ((CLUB, 6), (SWORD | {"damage": "D6"}, 0), (KNIFE | {"damage": "D6+3"}, 2)):
        story = ready(pc("a", 40, items=[weapon]), npc("g", items=worn)).when("attack", "a", [4, 4], target="g")
        story.when("decline", "g", [6])
        assert story.one("damaged")["amount"] == harm  # 7 armour against what is cut or pierced
        assert story.at("characters.g.struck") is True


def test_evasion_with_a_shield_counts_both_numbers():
    story = ready(pc("a"), npc("g", items=[SHIELD])).when("attack", "a", [6, 6], target="g")
    story.when("evade", "g", [4, 4, 4])
    assert [(t["label"], t["value"]) for t in story.one("checked")["terms"]] == [
        ("dice", 12),
        ("bonus", 4),
        ("shield", 1),
    ]


def heroes(**fields: object) -> Story:
    return ready(pc("a", level=5, **fields), npc("g"), hero_points="on")  # pyright: ignore[reportArgumentType]


def test_there_is_no_window_where_all_dice_are_sixes_or_no_point_is_left():
    story = heroes().when("attack", "a", [6, 6], target="g")
    assert "window_opened" not in story.kinds()
    story = heroes(hero_points=0).when("attack", "a", [2, 2], target="g")
    assert "window_opened" not in story.kinds()


def test_several_points_may_be_spent_and_the_window_closes_by_itself():
    story = heroes().when("attack", "a", [1, 1], target="g")
    story.refused("not_awaited", "attack", "a", target="g").refused("illegal_value", "spend_hero_point", "a", die=-1)
    story.when("spend_hero_point", "a", die=0).when("spend_hero_point", "a", die=1)
    assert "W-17.4" in story.one("hero_point_spent")["clauses"]
    assert (story.one("window_closed")["faces"], story.one("checked")["achievement"]) == ([6, 6], 16)


def test_while_the_dice_lie_open_nothing_of_the_result_is_told():
    story = heroes().when("attack", "a", [4, 1], target="g")
    assert story.at("exchange.hit") is None
    assert not {"checked", "missed", "hit"} & set(story.kinds())
    story.when("accept", "a")
    assert story.one("missed")["reason"] == "auto_failure"


def test_an_opponent_has_points_only_if_the_table_says_so():
    story = ready(pc("a"), npc("g", hero_points=1), hero_points="on", check_order="defender_first")
    story.when("attack", "a", target="g").when("evade", "g", [1, 3])
    assert story.at("awaiting") == [{"by": "g", "types": ["spend_hero_point", "accept"]}]
    story.when("spend_hero_point", "g", [4, 4], die=0)
    assert story.one("window_closed")["faces"] == [6, 3]
    assert story.one("window_opened")["by"] == "a"


def test_checks_have_a_window_and_learning_has_none():
    story = heroes(own={"memory": 20}, spells={"bolt": {"learned": False, "chance": True}}).when("close")
    story.when("call_check", of="a", ability="memory", target_number=15).when("check", "a", [1, 5])
    story.when("spend_hero_point", "a", die=0).when("accept", "a")
    assert story.one("succeeded")["achievement"] == 15
    story.when("learn", "a", [1, 6], spell="bolt")
    assert story.kinds() == ["declared", "rolled", "checked", "not_learned"]


def test_a_spell_has_windows_for_the_caster_and_for_who_resists():
    story = ready(caster("a", level=5), npc("g", hero_points=1), hero_points="on")
    story.when("cast", "a", [2, 2, 2], spell="bolt", target="g").when("accept", "a")
    story.when("resist", "g", [3]).when("accept", "g", [5])
    assert story.one("window_opened")["purpose"] == "spell_damage"
    story.when("accept", "a")
    assert story.one("damaged")["amount"] == 5
