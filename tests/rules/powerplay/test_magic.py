"""Magic: concentration, the cast, resistance, what the spell does (W-7, W-8)."""

from tests.rules.powerplay.fights import CLUB, LEATHER, PLATE, SHIELD, caster, fight, npc, pc
from tests.story import Story


def ready(*characters: dict[str, object], **options: object) -> Story:
    return Story("powerplay", fight(*characters, **options)).when("begin")  # pyright: ignore[reportArgumentType]


def test_what_cannot_be_cast():
    known = {"bolt": {}, "sleep": {"learned": False}, "cure": {"used": 3}, "blade": {"prepared": False}, "reel": {}}
    story = ready(caster("a", items=[PLATE]) | {"spells": known}, npc("g"), npc("h", left=True))
    story.refused("illegal_value", "cast", "a", spell="sleep", target="g")
    story.refused("illegal_value", "cast", "a", spell="blade", target="g")
    story.refused("illegal_value", "cast", "a", spell="crack", target="g")
    story.refused("cannot_pay", "cast", "a", spell="cure", target="g")
    story.refused("illegal_value", "cast", "a", spell="reel", target="g")
    story.refused("bad_target", "cast", "a", [3, 3, 3], spell="bolt", target="h")
    story.refused("unknown_character", "cast", "a", spell="bolt", target="zz")
    story.refused("illegal_value", "cast", "a", spell="bolt", target="g", item="crown")
    story.refused("illegal_value", "cast", "a", spell="bolt", target="g", dice=0)
    story.refused("illegal_value", "cast", "a", spell="bolt", target="g", dice=4)


def test_heavy_armour_bars_a_school_even_to_one_too_weak_for_it():
    story = ready(caster("a", spells=("reel",), items=[PLATE | {"need_strength": 99}]), npc("g"))
    story.refused("illegal_value", "cast", "a", spell="reel", target="g")
    story.when("rule", reason="脱いだ", changes=[{"path": "characters.a.items.0.worn", "to": False}])
    story.when("cast", "a", [2, 2], spell="reel", target="g")
    assert "W-3.19" in story.one("spell_cast")["clauses"]


def test_too_little_spirit_means_no_use_at_all():
    story = ready(caster("a", spirit=9), npc("g"))
    assert (story.at("characters.a.spells.bolt.uses"), "cast" in story.at("awaiting.0.types")) == (0, False)


def test_a_resistance_reached_exactly_yields_and_the_use_counts_either_way():
    story = ready(caster("a"), npc("g"))
    story.when("cast", "a", [2], spell="bolt", target="g", dice=1)  # 2 + 6 = 8
    story.when("resist", "g", [6], [3])  # 6 + 2 = 8
    assert (story.one("spell_succeeded")["target_number"], story.at("characters.g.hp")) == (8, 7)
    assert story.at("characters.a.spells.bolt.used") == 1


def test_who_declines_has_no_target_number():
    story = (
        ready(caster("a"), npc("g")).when("cast", "a", [2, 2, 2], spell="bolt", target="g").when("decline", "g", [4])
    )
    assert "target_number_set" not in story.kinds()
    assert story.one("spell_succeeded")["target_number"] == 0


def test_the_unconscious_resist_too_and_the_dead_do_not():
    story = ready(caster("a"), npc("g", hp=-6), npc("h"), npc("i", hp=-10))
    story.when("cast", "a", [2, 2, 2], spell="bolt", target="g")
    assert story.at("awaiting") == [{"by": "g", "types": ["resist", "decline"]}]
    story.when("resist", "g", [5], [1]).when("pass", "h").when("cast", "a", [2, 2, 2], [1], spell="bolt", target="i")
    assert story.kinds().count("rolled") == 2


def test_a_spell_without_type_passes_armour_and_one_that_cuts_does_not():
    story = ready(caster("a", spells=("bolt", "blade")), npc("g", items=[LEATHER]))
    story.when("cast", "a", [2, 2, 2], spell="bolt", target="g").when("decline", "g", [3])
    assert story.one("damaged")["amount"] == 3
    story.when("pass", "g").when("cast", "a", [2, 2, 2], spell="blade", target="g").when("decline", "g", [3])
    assert [(t["label"], t["value"]) for t in story.one("damaged")["terms"]] == [("damage", 3), ("armour", -2)]
    assert story.one("damaged")["amount"] == 1


def test_healing_stops_at_the_full_value_and_at_the_death_line():
    story = ready(caster("a", spells=("cure",)), pc("b", 5, hp=9), pc("c", 4, hp=-10), npc("g"))
    story.when("cast", "a", [2, 2, 2], [6], spell="cure", target="b")
    assert (story.one("healed")["amount"], story.one("condition_changed")["to"]) == (1, "normal")
    story.when("pass", "g").when("pass", "b").when("cast", "a", [2, 2, 2], [6], spell="cure", target="c")
    assert (story.one("healed")["amount"], story.at("characters.c.hp")) == (0, -10)


def test_defender_first_the_resistance_stands_before_the_cast():
    story = ready(caster("a"), npc("g"), check_order="defender_first")
    story.when("cast", "a", spell="bolt", target="g").when("resist", "g", [6], [1, 6, 6])
    assert story.one("spell_failed")["reason"] == "auto_failure"
    story.when("pass", "g").when("cast", "a", spell="bolt", target="g", dice=2).when("decline", "g", [2, 2], [5])
    assert (story.one("spell_succeeded")["achievement"], story.at("characters.g.hp")) == (10, 5)


def test_a_spell_for_things_on_what_somebody_wears_may_hurt_the_wearer_or_not():
    people = (caster("a", spells=("crack",)), npc("g", items=[SHIELD]))
    for effect, hp in (("wearer", 6), ("item_only", 10)):
        story = ready(*people, item_effect=effect).when(
            "cast", "a", [4, 4, 4], spell="crack", target="g", item="shield"
        )
        assert story.one("halved")["achievement"] == 9
        story.when("decline", "g", *([[4]] if effect == "wearer" else []))
        assert story.at("characters.g.hp") == hp


def test_at_go_a_spell_is_lost_after_evading_and_the_reason_is_the_evasion_if_both_happened():
    story = ready(npc("g", 40), npc("h", 35), caster("a", 30))
    story.when("attack", "g", [2, 2], target="a").when("evade", "a", [6, 6, 6])
    story.when("attack", "h", [2, 2], target="a").when("decline", "a", [2])
    story.when("cast", "a", spell="bolt", target="g")
    assert story.kinds()[1:4] == ["spell_cast", "concentration_broken", "spell_failed"]
    assert (story.one("concentration_broken")["reason"], story.at("characters.a.spells.bolt.used")) == ("evaded", 1)


def test_harm_by_a_spell_breaks_concentration_only_where_the_table_says_so():
    people = (caster("g", 40) | {"side": "npc"}, caster("a", 30))
    for breaks, failed in (("no", 0), ("yes", 1)):
        story = ready(*people, spell_breaks=breaks)
        story.when("cast", "g", [3, 3, 3], spell="bolt", target="a").when("decline", "a", [1])
        story.when("cast", "a", *([] if failed else [[3, 3, 3]]), spell="bolt", target="g")
        assert story.kinds().count("concentration_broken") == failed


def declared(**options: object) -> Story:
    """G (40, club), a (30, bolt), b (25, bolt)."""
    story = ready(npc("g", 40), caster("a", 30), caster("b", 25), concentration="declared", **options)
    return story.when("concentrate", "b", spell="bolt").when("concentrate", "a", spell="bolt")


def test_casters_announce_their_spells_and_do_nothing_else():
    story = ready(npc("g", 40), caster("a", 30), caster("b", 25), concentration="declared")
    assert (story.at("step"), story.at("undecided")) == ("concentration", ["a", "b"])
    story.refused("not_awaited", "pass", "g").refused("illegal_value", "concentrate", "a", spell="cure")
    story.when("pass", "a").when("concentrate", "b", spell="bolt").when("pass", "g")
    assert "cast" not in story.at("awaiting.0.types")
    story.refused("not_awaited", "cast", "a", spell="bolt", target="g").when("pass", "a")
    assert story.at("awaiting.0.types") == ["cast", "delay", "pass"]
    story.when("cast", "b", [2, 2, 2], spell="bolt", target="g").when("decline", "g", [2])
    assert (story.at("round"), story.at("characters.g.hp")) == (2, 8)


def test_only_the_announced_spell_is_cast_and_giving_up_costs_nothing():
    known = {"spells": ("bolt", "cure")}
    story = ready(npc("g", 40), caster("a", **known), concentration="declared")  # pyright: ignore[reportArgumentType]
    story.when("concentrate", "a", spell="bolt").when("pass", "g")
    story.refused("illegal_value", "cast", "a", spell="cure", target="a").when("pass", "a")
    assert (story.at("characters.a.spells.bolt.used"), story.at("characters.a.concentrating")) == (0, None)


def test_evading_or_being_struck_breaks_an_announced_spell_at_that_moment():
    story = declared().when("attack", "g", [3, 3], target="a").when("evade", "a", [6, 6, 6])
    assert story.kinds()[1:4] == ["concentration_broken", "spell_failed", "rolled"]
    assert (story.one("concentration_broken")["used"], story.at("active")) == (1, "b")
    story = declared().when("attack", "g", [3, 3], target="a").when("decline", "a", [2])
    assert story.kinds().index("hit") < story.kinds().index("concentration_broken") < story.kinds().index("rolled")
    assert story.at("active") == "b"
    story = declared().when("attack", "g", [1, 3], target="a")
    assert story.at("characters.a.concentrating") == "bolt"


def test_resisting_breaks_no_concentration():
    people = (caster("g", 40) | {"side": "npc"}, caster("a", 30))
    story = ready(*people, concentration="declared")
    story.when("concentrate", "g", spell="bolt").when("concentrate", "a", spell="bolt")
    story.when("cast", "g", [2], spell="bolt", target="a", dice=1).when("resist", "a", [6, 6, 6])
    assert (story.at("characters.a.concentrating"), story.at("active")) == ("bolt", "a")


def test_a_1_in_the_resistance_counts_nothing_or_what_it_says():
    people = (caster("a"), npc("g", own={"spirit": 30}))
    for option, hp in (("zero", 7), ("total", 10)):
        story = ready(*people, resistance_auto_failure=option)
        story.when("cast", "a", [2], spell="bolt", target="g", dice=1)
        story.when("resist", "g", [6, 6, 1], *([[3]] if hp < 10 else []))
        assert story.at("characters.g.hp") == hp


def test_an_item_is_of_the_target():
    story = ready(caster("a", spells=("whet",)), pc("b", 5, items=[CLUB]), npc("g"))
    story.when("cast", "a", [4, 4, 4], spell="whet", target="b", item="club")
    assert (story.one("spell_succeeded")["item"], "halved" in story.kinds()) == ("club", False)
