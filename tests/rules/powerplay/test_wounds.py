"""Hit points, wounds, the two lines, efforts and doom (W-15)."""

import pytest

from tests.rules.powerplay.fights import CLUB, SWORD, caster, fight, npc, pc
from tests.story import Story


def ready(*characters: dict[str, object], **options: object) -> Story:
    return Story("powerplay", fight(*characters, **options)).when("begin")  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("hp", "condition"),
    [
        (10, "normal"),
        (9, "light"),
        (0, "light"),
        (-1, "heavy"),
        (-5, "heavy"),
        (-6, "unconscious"),
        (-9, "unconscious"),
        (-10, "dead"),
    ],
)
def test_conditions_with_the_stun_line_above_the_death_line(hp: int, condition: str):
    assert Story("powerplay", fight(pc("a", hp=hp), npc("g"))).at("characters.a.condition") == condition


@pytest.mark.parametrize(
    ("hp", "condition"), [(5, "normal"), (-4, "heavy"), (-5, "doomed"), (-9, "doomed"), (-10, "dead"), (-12, "dead")]
)
def test_conditions_with_the_death_line_above_the_stun_line(hp: int, condition: str):
    hero = pc("a", own={"endurance": 10, "spirit": 20}, hp=hp)
    assert Story("powerplay", fight(hero, npc("g"))).at("characters.a.condition") == condition


@pytest.mark.parametrize(
    ("hp", "condition"), [(10, "normal"), (7, "light"), (6, "unconscious"), (-9, "unconscious"), (-10, "dead")]
)
def test_conditions_with_a_positive_stun_line(hp: int, condition: str):
    given = fight(pc("a", hp=hp), npc("g"), stun_line="positive")
    assert Story("powerplay", given).at("characters.a.condition") == condition


def test_both_lines_passed_at_once_mean_death():
    story = ready(pc("a", items=[CLUB | {"damage": "30"}]), npc("g"), npc("h"))
    story.when("attack", "a", [4, 4], target="g").when("decline", "g")
    assert (story.one("condition_changed")["from"], story.one("condition_changed")["to"]) == ("normal", "dead")
    assert story.at("characters.g.hp") == -20


def test_an_effort_is_decided_when_it_is_declared():
    """Light when it struck, so nothing is paid; heavy when it strikes, so it is."""
    story = ready(pc("a", hp=0), npc("g", 40), npc("h"))
    story.when("pass", "g").when("attack", "a", [1, 4], target="g")
    assert story.at("characters.a.hp") == 0
    story.when("rule", reason="毒", changes=[{"path": "characters.a.hp", "to": -1}]).when("pass", "h").when("pass", "g")
    story.when("attack", "a", [1, 4], target="g")
    assert story.at("characters.a.hp") == -3


def test_several_attacks_of_one_go_cost_once():
    growth = {"strength": "D6", "prowess": "D6", "agility": "D6"}
    story = ready(pc("a", level=10, growth=growth, hp=-1), npc("g"))
    story.when("attack", "a", [1, 4], target="g").when("attack", "a", [1, 4], target="g")
    assert (story.at("characters.a.hp"), story.kinds().count("damaged")) == (-3, 1)


@pytest.mark.parametrize(("slow", "hp"), [(True, -1), (False, -3)])
def test_an_act_costs_unless_the_gm_calls_it_slow(slow: bool, hp: int):
    story = ready(pc("a", hp=-1), npc("g")).when("act", "a", text="這う").when("judge", allowed=True, slow=slow)
    assert story.at("characters.a.hp") == hp


def test_waiting_passing_and_a_refused_act_cost_nothing():
    story = ready(pc("a", hp=-1), npc("g")).when("act", "a", text="走る").when("judge", allowed=False)
    story.when("delay", "a", to=5).when("pass", "g").when("pass", "a")
    assert story.at("characters.a.hp") == -1


def test_devotion_to_evasion_costs_and_changing_weapons_only_under_any_action():
    people = (pc("a", hp=-1, items=[CLUB, SWORD]), npc("g"))
    assert ready(*people).when("evade_only", "a").at("characters.a.hp") == -3
    assert ready(*people).when("change_weapon", "a", weapon="sword").at("characters.a.hp") == -1
    assert ready(*people).when("change_posture", "a", to="prone").at("characters.a.hp") == -1
    wide = ready(*people, exertion="any_action").when("change_posture", "a", to="prone")
    assert wide.at("characters.a.hp") == -3


def test_a_cast_costs_if_the_spell_is_exerting_or_any_action_does():
    hero = caster("a", spells=("bolt", "reel"), hp=-1)
    quiet = ready(hero, npc("g")).when("cast", "a", [1, 2, 2], spell="bolt", target="g")
    assert quiet.at("characters.a.hp") == -1
    danced = ready(hero, npc("g")).when("cast", "a", [1, 2, 2], spell="reel", target="g")
    assert danced.at("characters.a.hp") == -3
    wide = ready(hero, npc("g"), exertion="any_action").when("cast", "a", [1, 2, 2], spell="bolt", target="g")
    assert wide.at("characters.a.hp") == -3


def test_evasions_cost_nothing_by_default():
    story = ready(npc("g", 40), pc("a", hp=-1)).when("attack", "g", [4, 4], target="a").when("evade", "a", [6, 6, 6])
    assert story.at("characters.a.hp") == -1


def test_an_evader_who_is_struck_down_pays_only_for_what_it_did_before():
    story = ready(npc("g", 40), pc("a", hp=0), heavy_loss="with_evasions")
    story.when("attack", "g", [6, 6], target="a").when("evade", "a", [2, 2, 2], [3])
    assert (story.at("characters.a.hp"), story.at("characters.a.condition")) == (-3, "heavy")


def test_the_effort_of_the_blow_may_fell_the_last_one_standing_too():
    story = ready(pc("a", hp=-4), npc("g", hp=-5))
    story.when("attack", "a", [4, 4], target="g").when("decline", "g", [1])
    assert story.kinds()[-5:] == ["condition_changed", "damaged", "condition_changed", "turn_ended", "ended"]
    assert story.one("ended").get("winner") is None


def test_per_round_evasion_and_action_cost_once():
    story = ready(npc("g", 40), pc("a", hp=-1), heavy_loss="per_round")
    story.when("attack", "g", [4, 4], target="a").when("evade", "a", [6, 6, 6]).when("attack", "a", [1, 4], target="g")
    assert (story.at("characters.a.hp"), story.at("round")) == (-3, 2)


DOOMED = {"own": {"endurance": 10, "spirit": 30}, "hp": -5}


def test_a_doomed_character_acts_and_loses_two_a_round_whatever_it_does():
    story = ready(pc("a", **DOOMED), npc("g"))  # pyright: ignore[reportArgumentType]
    story.when("attack", "a", [1, 4], target="g").when("pass", "g")
    assert (story.at("characters.a.hp"), story.one("damaged")["cause"]) == (-7, "doom")


def test_under_own_go_the_loss_comes_once_a_round_even_to_one_who_waits():
    story = ready(pc("a", **DOOMED), npc("g"), doomed_loss="own_go")  # pyright: ignore[reportArgumentType]
    assert story.at("characters.a.hp") == -7
    story.when("delay", "a", to=5).when("pass", "g")
    assert (story.at("active"), story.at("characters.a.hp")) == ("a", -7)
    story.when("pass", "a")
    assert (story.at("round"), story.at("characters.a.hp")) == (2, -9)


def test_the_end_of_a_round_may_end_the_battle():
    story = ready(pc("a", own={"endurance": 10, "spirit": 14}, hp=-5), npc("g"))
    story.when("pass", "a").when("pass", "g")
    assert story.kinds()[-4:] == ["turn_ended", "damaged", "condition_changed", "ended"]
    assert story.one("ended")["winner"] == "npc"


def test_who_reached_the_death_line_stays_so_whatever_its_hp():
    story = ready(pc("a", **DOOMED), pc("b"), npc("g"))  # pyright: ignore[reportArgumentType]
    story.when("rule", reason="奇跡", changes=[{"path": "characters.a.hp", "to": 3}])
    assert (story.at("characters.a.hp"), story.at("characters.a.condition")) == (3, "doomed")
    story.when("rule", reason="蘇生", changes=[{"path": "characters.a.death_line_reached", "to": False}])
    assert story.at("characters.a.condition") == "light"
