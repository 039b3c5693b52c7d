"""Each option both ways, where the cases do not show it."""

import pytest

from tests.rules.godeater.fights import FANG, KNIFE, WALL, begun, blow, fight, foe, pc, skill, strike, terms
from tests.story import Json, Story


def guarding(*, rolls: list[list[int]], **options: object) -> Story:
    """The enemy's claw (2 dice + 3 + 2) against the guard of a (3 dice + 2 + 0)."""
    a = pc("a", weapon=FANG, items=[WALL])
    story = begun(a, foe("g", max_ap=9, strength=2, skills=[strike()]), **options)
    return story.when("attack", "g", skill="claw", targets=["a"]).when("respond", "a", *rolls, action="guard")


def struck(*, rolls: list[list[int]], by: Json | None = None, target: Json | None = None, **options: object) -> Story:
    """An attack that nobody does anything about."""
    a = by or pc("a", weapon=FANG)
    story = begun(a, target or foe("g"), **options).when("attack", "a", targets=["g"])
    return story.when("respond", "g", *rolls, action="waive")


def test_unknown_options_and_values_are_refused():
    for options in ({"luck": 1}, {"fumble": "never"}, {"diagonals": 1}, {"link_aid_ap": 0}, {"link_aid_range": 13}):
        with pytest.raises(Exception, match=r"(malformed|illegal_value)"):
            Story("godeater", fight(pc("a"), foe("g"), **options))


def test_pc_first_puts_the_pcs_before_the_others():
    given = (foe("g", max_ap=6, ap_penalty=1), pc("a"), pc("b"))
    assert begun(*given, initiative_tie="pc_first").at("order") == ["a", "b", "g"]
    assert begun(*given, initiative_tie="max_ap").at("order") == ["g", "a", "b"]
    assert begun(*given, initiative_tie="list").at("order") == ["g", "a", "b"]


def test_ties_of_the_maximum_go_by_the_same_option():
    roar = skill("roar", "round_start")
    given = (foe("g", max_ap=5, skills=[roar]), pc("a", skills=[roar]))
    assert begun(*given).at("timing.queue.0.by") == "g"
    assert begun(*given, initiative_tie="pc_first").at("timing.queue.0.by") == "a"


def test_a_response_reaches_whoever_was_in_range_or_whoever_still_is():
    trip = skill("trip", "response", {"kind": "change", "resource": "ap", "value": -1}, range=[0, 0], max_targets=1)
    for option, ap in (("when_answered", 4), ("after_steps", 5)):
        story = begun(
            foe("g", max_ap=9, skills=[strike()]), pc("a", skills=[trip]), pc("b"), response_range=option
        ).when("attack", "g", skill="claw", targets=["a"])
        story.when("respond", "b", action="step", to="o4")
        story.when("respond", "a", [2, 3], action="skill", skill="trip", targets=["b"])
        assert story.at("characters.b.ap") == ap
        assert story.one("skill_used")["targets"] == ([] if option == "after_steps" else ["b"])


@pytest.mark.parametrize(
    ("reach", "cell", "fits"),
    [
        ("any", "o9", True),
        ("one_cell", "o4", True),
        ("one_cell", "o5", False),
        ("same_cell", "o3", True),
        ("same_cell", "o4", False),
    ],
)
def test_how_near_one_who_covers_must_be(reach: str, cell: str, fits: bool):
    story = begun(
        foe("g", max_ap=9, skills=[strike()]), pc("a"), pc("b", weapon=FANG, cell=cell), cover_range=reach
    ).when("attack", "g", skill="claw", targets=["a"])
    if fits:
        story.when("respond", "b", action="cover", ally="a")
    else:
        story.refused("out_of_range", "respond", "b", action="cover", ally="a")


def test_a_void_cover_is_refunded_as_a_change():
    for option, st in (("cost_kept", 2), ("refunded", 3)):
        story = begun(foe("g", max_ap=9, skills=[strike()]), pc("a"), pc("b", weapon=FANG), void_cover=option).when(
            "attack", "g", skill="claw", targets=["a"]
        )
        story.when("respond", "a", action="other", text="伏せる")
        story.when("respond", "b", [2, 3], action="cover", ally="a")
        assert story.at("characters.b.st") == st


def test_under_open_answers_nobody_covers_who_is_known_not_to_waive():
    story = begun(
        foe("g", max_ap=9, skills=[strike()]), pc("a"), pc("b", max_ap=3, weapon=FANG), responses="open"
    ).when("attack", "g", skill="claw", targets=["a"])
    story.refused("not_awaited", "respond", "b", action="waive").when("respond", "a", action="step", to="o4")
    story.refused("bad_target", "respond", "b", action="cover", ally="a")
    assert story.at("exchange.responses.a", "watcher") == {"action": "step", "to": "o4"}


@pytest.mark.parametrize(
    ("option", "rolls", "fumble"),
    [
        ("all_dice", [[10, 1, 2], [1]], False),
        ("each_batch", [[10, 1, 2], [1]], True),
        ("any_die", [[10, 1, 2]], True),
        ("all_dice", [[1, 2, 2]], False),
        ("each_batch", [[1, 2, 2]], False),
        ("any_die", [[1, 2, 2]], True),
        ("all_dice", [[1, 1, 1]], True),
    ],
)
def test_what_a_fumble_is(option: str, rolls: list[list[int]], fumble: bool):
    checked = struck(rolls=rolls, fumble=option).one("damage_checked")
    assert checked["fumble"] is fumble
    assert (checked["total"] == 0) is fumble
    assert not (checked["fumble"] and checked["critical"])


def test_a_fumbled_attack_under_defender_wins_asks_for_no_shield():
    a = pc("a", weapon=KNIFE, items=[WALL, {**WALL, "id": "w2"}])
    story = begun(a, foe("g", max_ap=9, skills=[strike()]), fumbled_attack="defender_wins")
    story.when("attack", "g", skill="claw", targets=["a"]).when("respond", "a", [1, 1], action="guard")
    assert story.one("damaged")["clauses"] == ["G-2.7", "G-19.2", "G-19.4", "G-19.6"]
    assert (story.one("damaged")["amount"], story.at("exchange")) == (1, None)


def test_a_critical_attack_that_wins_does_at_least_1():
    # 10 + 1 + 1 + 3 + 2 = 17 against 8 + 9 + 7 + 2 = 26
    rolls = [[10, 1], [1], [8, 9, 7]]
    assert guarding(rolls=rolls).one("damaged")["clauses"][0] == "G-19.2"
    wins = guarding(rolls=rolls, attacker_critical="wins").one("damaged")
    assert (wins["amount"], wins["clauses"][:2]) == (1, ["G-2.5", "G-19.1"])
    assert terms(wins) == [("damage_check", 17), ("guard_check", -26), ("limit", 10)]
    # 10 + 9 + 8 + 5 = 32 against 8
    ahead = guarding(rolls=[[10, 9], [8], [2, 2, 2]], attacker_critical="wins").one("damaged")
    assert (ahead["amount"], ahead["clauses"][0]) == (24, "G-2.5")
    both = guarding(rolls=[[10, 9], [8], [10, 2, 2], [2]], attacker_critical="wins")
    assert both.one("blocked")["clauses"] == ["G-19.3", "G-19.5"]


def test_a_guard_check_below_0():
    # 3 dice of 1, 2, 2 + 2 − 20
    weak = skill("weak", "passive", {"kind": "guard_result", "value": -20})
    for floor, total, amount in (("zero", 0, 15), ("none", -13, 28)):
        a = pc("a", max_hp=50, weapon=FANG, items=[WALL], skills=[weak])
        story = begun(a, foe("g", max_ap=9, strength=2, skills=[strike()]), guard_floor=floor)
        story.when("attack", "g", skill="claw", targets=["a"])
        story.when("respond", "a", [5, 5], [1, 2, 2], action="guard")
        assert (story.one("guard_checked")["total"], story.one("damaged")["amount"]) == (total, amount)


def test_op_is_rounded_down_or_up_and_may_count_only_what_was_lost():
    # 5 + 5 + 5 + 4 = 19
    rolls = [[5, 5, 5]]
    assert struck(rolls=rolls).at("characters.a.op") == 1
    assert struck(rolls=rolls, op_rounding="up").at("characters.a.op") == 2
    frail = foe("g", max_hp=9)
    assert struck(rolls=rolls, target=frail).at("characters.a.op") == 1
    lost = struck(rolls=rolls, target=frail, op_damage="hp_lost")
    assert lost.at("characters.a.op") == 0
    tenth = struck(rolls=rolls, target=frail, op_damage="hp_lost", op_rounding="up")
    changed = [e for e in tenth.last if e["type"] == "changed"]
    assert terms(changed[0]) == [("hp_lost/10", 1)]


def test_melee_skills_draw_op_only_under_all_melee():
    for option, op in (("melee_weapon", 0), ("all_melee", 1)):
        story = begun(pc("a", skills=[strike()]), foe("g"), op_recovery=option)
        story.when("attack", "a", skill="claw", targets=["g"]).when("respond", "g", [5, 5], action="waive")
        assert story.at("characters.a.op") == op
    ranged = begun(pc("a", skills=[strike(attack=blow(attack_type="ranged"))]), foe("g"), op_recovery="all_melee")
    ranged.when("attack", "a", skill="claw", targets=["g"]).when("respond", "g", [5, 5], action="waive")
    assert ranged.at("characters.a.op") == 0


def test_nobody_falls_unless_the_gm_rules_it_under_by_ruling():
    story = struck(rolls=[[9, 9, 9]], target=foe("g", max_hp=9), incapacitation="by_ruling")
    assert (story.at("characters.g.hp"), story.at("characters.g.incapacitated")) == (0, False)
    assert "fell" not in story.kinds()


def test_hp_may_go_below_0_and_healing_climbs_from_there():
    heal = skill("heal", "side", {"kind": "change", "resource": "hp", "value": 5}, max_targets=1)
    story = struck(
        rolls=[[5, 5, 5]], by=pc("a", weapon=FANG, skills=[heal]), target=foe("g", max_hp=9), hp_floor="none"
    )
    assert (story.at("characters.g.hp"), story.one("damaged")["lost"]) == (-10, 19)
    story.when("use_skill", "a", skill="heal", targets=["g"])
    assert story.at("characters.g.hp") == -5


def test_ap_of_the_fallen_are_kept_or_lost():
    for option, ap in (("kept", 4), ("lost", 0)):
        story = struck(rolls=[[9, 9, 9]], target=foe("g", max_hp=9), fallen_ap=option)
        assert (story.at("characters.g.ap"), story.one("fell")["ap"]) == (ap, ap)


def test_the_attack_of_one_who_falls_fails_or_goes_on():
    stab = skill("stab", "response", {"kind": "change", "resource": "hp", "value": -50}, max_targets=1)
    for option, hp in (("attack_fails", 20), ("attack_continues", 12)):
        story = begun(foe("g", max_ap=9, skills=[strike()]), pc("a", skills=[stab]), fallen_attacker=option)
        story.when("attack", "g", skill="claw", targets=["a"])
        rolls = [] if option == "attack_fails" else [[2, 3]]
        story.when("respond", "a", *rolls, action="skill", skill="stab", targets=["g"])
        assert story.at("characters.a.hp") == hp


def test_the_fallen_can_be_attacked_or_not():
    given = (pc("a", weapon=FANG), foe("g", hp=0), foe("h"))
    begun(*given).when("attack", "a", targets=["g"])
    begun(*given, attack_fallen="refused").refused("bad_target", "attack", "a", targets=["g"])


def test_link_aid_costs_reaches_and_heals_what_the_table_says():
    options: Json = {"link_aid_ap": 2, "link_aid_st": 1, "link_aid_range": 3, "link_aid_hp": 50}
    story = begun(pc("a"), pc("b", cell="o6", hp=0), foe("g"), **options).when("link_aid", "a", target="b")
    assert story.one("paid")["cost"] == {"ap": 2, "st": 1}
    assert (story.at("characters.b.hp"), story.at("characters.a.ap"), story.at("characters.a.st")) == (20, 3, 2)
    begun(pc("a", max_st=0), pc("b", hp=0), foe("g"), **options).refused("cannot_pay", "link_aid", "a", target="b")
    begun(pc("a"), pc("b", cell="o7", hp=0), foe("g"), **options).refused("out_of_range", "link_aid", "a", target="b")


def test_healing_alone_raises_nobody_unless_the_table_says_so():
    heal = skill("heal", "side", {"kind": "change", "resource": "hp", "value": 5}, max_targets=1)
    for option in (False, True):
        story = begun(pc("a", skills=[heal]), pc("b", hp=0), foe("g"), healing_revives=option)
        story.when("use_skill", "a", skill="heal", targets=["b"])
        assert story.at("characters.b.incapacitated") is not option
