"""Success checks, rounds and goes (W-5, W-9)."""

from tests.rules.powerplay.fights import CLUB, KNIFE, caster, fight, npc, pc
from tests.story import Story


def ready(*characters: dict[str, object], **options: object) -> Story:
    return Story("powerplay", fight(*characters, **options)).when("begin")  # pyright: ignore[reportArgumentType]


def test_a_check_may_be_called_in_setup_on_anybodys_go_and_after_the_end():
    story = Story("powerplay", fight(pc("a"), npc("g")))
    story.when("call_check", of="a", ability="agility", target_number=10)
    story.refused("not_awaited", "begin").refused(
        "not_awaited", "call_check", of="g", ability="agility", target_number=1
    )
    story.when("check", "a", [2, 2, 2]).when("begin")
    story.when("call_check", of="g", ability="agility", target_number=10)
    story.refused("not_awaited", "pass", "a")
    story.when("check", "g", [1, 6])
    assert story.one("failed")["achievement"] == 11
    assert story.at("active") == "a"
    story.when("close").when("call_check", of="a", ability="agility", target_number=10).when("check", "a", [2, 2, 2])
    assert story.one("succeeded")["achievement"] == 12


def test_who_may_be_checked_and_on_what():
    story = ready(pc("a"), npc("g"), npc("h", hp=-10), npc("i", left=True))
    story.refused("unknown_character", "call_check", of="zz", ability="agility", target_number=1)
    story.refused("gm_only", "call_check", "a", of="g", ability="agility", target_number=1)
    story.refused("bad_target", "call_check", of="h", ability="agility", target_number=1)
    story.refused("bad_target", "call_check", of="i", ability="agility", target_number=1)
    story.refused("illegal_value", "call_check", of="g", ability="luck", target_number=1)
    story.refused("illegal_value", "call_check", of="g", ability="agility", target_number=-1)


def test_without_dice_nothing_fails_by_itself_and_no_dice_fall():
    story = Story("powerplay", fight(pc("a", 9), npc("g"), hero_points="on"))
    story.when("call_check", of="a", ability="agility", target_number=1)
    story.refused("illegal_value", "check", "a", dice=0).refused("illegal_value", "check", "a", dice=1)
    story.when("check", "a")
    assert story.kinds() == ["declared", "checked", "succeeded"]


def test_under_one_die_an_ability_below_ten_has_a_die_that_may_fail():
    story = Story("powerplay", fight(pc("a", 9), npc("g"), low_ability="one_die"))
    story.when("call_check", of="a", ability="agility", target_number=1).when("check", "a", [1])
    assert story.one("checked")["auto_failure"]


def test_the_gm_judges_an_act():
    story = ready(pc("a"), npc("g"))
    story.refused("not_awaited", "judge", allowed=True)
    story.when("act", "a", text="綱を切る")
    story.refused("not_awaited", "pass", "a")
    story.refused("illegal_value", "judge", allowed=True, ability="agility")
    story.refused("illegal_value", "judge", allowed=True, target_number=9)
    story.refused("illegal_value", "judge", allowed=True, hidden=True)
    story.refused("illegal_value", "judge", allowed=False, ability="agility", target_number=9)
    story.refused("illegal_value", "judge", allowed=True, ability="luck", target_number=9)
    story.when("judge", allowed=True, ability="agility", target_number=16)
    assert story.at("exchange.kind") == "act"
    story.when("check", "a", [3, 3, 3])
    assert story.one("acted")["success"] is False
    assert story.at("active") == "g"


def test_who_waits_may_wait_again_down_to_zero_and_has_its_go_then():
    story = ready(pc("a"), npc("g"))
    story.when("delay", "a", to=10).when("pass", "g")
    assert (story.at("active"), story.at("round"), story.at("characters.a.acts_at")) == ("a", 1, 10)
    story.refused("illegal_value", "delay", "a", to=10).when("delay", "a", to=0)
    assert story.kinds() == ["declared", "delayed", "turn_started"]
    assert "delay" not in story.at("awaiting.0.types")
    story.refused("not_awaited", "delay", "a", to=0).when("pass", "a")
    assert (story.at("round"), story.at("characters.a.acts_at"), story.at("characters.a.delayed")) == (2, 30, False)


def test_two_who_waited_for_one_number_go_by_agility():
    story = ready(pc("a", 30), pc("b", 28), npc("g", 20))
    story.when("delay", "a", to=5).when("delay", "b", to=5)
    assert story.at("order") == ["g", "a", "b"]


def test_no_waiting_after_an_attack():
    story = ready(pc("a", level=10, growth={"strength": "D6", "prowess": "D6", "agility": "D6"}), npc("g"))
    story.when("attack", "a", [1, 2], target="g").refused("not_awaited", "delay", "a", to=3)
    story.when("pass", "a")
    assert story.at("active") == "g"


def test_equal_agility_is_ruled_by_the_table():
    people = (npc("g", 30), pc("a", 30), npc("h", 30), pc("b", 30))
    for tie, order in (("pc_first", "abgh"), ("npc_first", "ghab"), ("listed", "gahb")):
        assert ready(*people, agility_tie=tie).at("order") == list(order)


def test_a_change_of_agility_counts_from_the_next_round():
    story = ready(pc("a", 30), npc("g", 20))
    story.when("rule", reason="泥", changes=[{"path": "characters.a.abilities.agility", "to": 10}])
    assert story.at("order") == ["a", "g"]
    story.when("pass", "a").when("pass", "g")
    assert story.at("order") == ["g", "a"]


def test_a_moment_that_passed_while_one_could_not_act_does_not_come_again():
    story = ready(caster("b", 40), pc("a", 30, held=True), npc("g", 20))
    story.when("pass", "b")
    assert story.at("active") == "g"
    story.when("rule", reason="縄が解けた", changes=[{"path": "characters.a.held", "to": False}])
    story.when("pass", "g")
    assert (story.at("round"), story.at("active")) == (2, "b")


def test_a_weapon_is_changed_for_another_that_is_carried():
    story = ready(pc("a", items=[CLUB, KNIFE | {"carried": False}]), npc("g"))
    story.refused("illegal_value", "change_weapon", "a", weapon="knife")
    story.refused("illegal_value", "change_weapon", "a", weapon="halberd")
    story.when("change_weapon", "a", weapon=None)
    assert story.at("characters.a.wielded") is None


def test_nobody_speaks_out_of_turn():
    story = ready(pc("a"), npc("g"), npc("h", hp=-6))
    story.refused("not_awaited", "pass", "g").refused("incapacitated", "pass", "h")
    story.refused("unknown_character", "pass", "zz").refused("unknown_character", "attack", "a", target="zz")
    story.refused("not_awaited", "evade", "a").refused("not_awaited", "accept", "a")
    story.refused("not_awaited", "award", hours=1).refused("not_awaited", "begin")


def test_nobody_able_to_act_stops_the_battle_until_the_gm_rules():
    story = ready(pc("a", held=True), npc("g", held=True))
    assert story.at("step") == "stalled"
    assert story.at("awaiting") == [{"by": "gm", "types": ["rule", "close"]}]
    story.when("rule", reason="まだ縛られている", changes=[])
    assert story.at("step") == "stalled"
    story.when("rule", reason="縄が解けた", changes=[{"path": "characters.g.held", "to": False}])
    assert (story.at("step"), story.at("active"), story.at("round")) == ("goes", "g", 1)
