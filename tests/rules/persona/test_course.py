"""Order, actions and the end, where the cases do not reach: options both ways, checks, magic, what comes after."""

import pytest

from senki.rules.persona import SYSTEM
from tests.rules.persona.fights import civilian, demon, fight, user
from tests.story import Story


def test_delays_behind_one_who_delayed_stay_behind_it():
    given = fight(user("a", "S", 9, "S2"), user("b", "H", 8, "H2"), user("c", "D", 7, "D2"), demon("z", "C", 1))
    story = Story("persona", given).when("begin")
    story.when("delay", "a", after="z").when("delay", "b", after="a").when("delay", "c", after="z")
    assert story.at("order") == ["z", "a", "b", "c"]


def test_by_level_the_higher_goes_before_those_who_delayed_earlier():
    given = fight(
        demon("o", "C", 5), user("a", "S", 9, "S2"), demon("z", "C", 1), delayed_order="level", edition="original"
    )
    story = Story("persona", given).when("begin")
    story.when("pass", "a").when("delay", "o", after="z")
    assert story.at("order") == ["a", "z", "o"]


def test_one_who_is_revived_before_its_place_acts_in_this_round():
    given = fight(
        user("yuka", "D", 9, "DA"), user("rei", "H", 2, "H2"), demon("slime", "C", 5), check="drawn", decks="one"
    )
    story = Story("persona", given).when("begin").when("pass", "yuka")
    story.when("attack", "slime", ["S9"], target="rei").when("defend", "rei", cards=["H2"])
    assert (story.at("characters.rei.condition"), story.at("round")) == ("near_death", 2)
    given["characters"][2]["level"] = 10
    story = Story("persona", given).when("begin")
    story.when("attack", "slime", ["S9"], target="rei").when("defend", "rei", cards=["H2"])
    story.when("cast", "yuka", ["C2"], ["S2"], spell="recarm", card="DA", target="rei")
    assert (story.at("round"), story.at("active")) == (1, "rei")


@pytest.mark.parametrize(("flight_order", "free"), [("standing", True), ("all", False)])
def test_whether_a_fallen_enemy_bars_a_free_flight(flight_order: str, free: bool):
    given = fight(
        user("yuka", "D", 5, "S9", "S8"),
        user("rei", "H", 2, "H2"),
        demon("slime", "C", 7),
        demon("imp", "C", 1),
        flight_order=flight_order,
    )
    story = Story("persona", given).when("begin").when("pass", "slime")
    story.when("attack", "yuka", ["D2"], ["C2"], target="slime", cards=["S9"])
    assert story.at("characters.slime.condition") == "unable"
    if free:
        story.when("flee", "rei")
        assert story.one("fled")["clauses"] == ["P-16.4"]
    else:
        story.refused("illegal_cards", "flee", "rei")
        story.when("flee", "rei", card="H2").when("judge", None, ["C3"], success=True)
        assert story.one("fled")["clauses"] == ["P-16.5"]


def test_a_demon_flees_with_the_top_card_of_its_deck():
    given = fight(user("yuka", "D", 9, "S9"), demon("slime", "C", 1), check="drawn")
    story = (
        Story("persona", given)
        .when("begin")
        .when("pass", "yuka")
        .when("flee", "slime", ["C9"], ["S2", "S3", "S4", "S5"])
    )
    assert (story.one("check_made")["card"], story.one("check_resolved")["decided_by"]) == ("C9", "drawn")
    assert story.one("ended")["reason"] == "out_of_action"


@pytest.mark.parametrize(("option", "then"), [("once", "once_only"), ("free", None)])
def test_how_often_a_persona_may_be_changed(option: str, then: str | None):
    personas = [{"suit": "S", "level": 5}, {"suit": "H", "level": 4}]
    given = fight(user("yuka", "S", 5, "S9", personas=personas), demon("slime"), persona_changes=option)
    story = Story("persona", given).when("begin").when("change_persona", "yuka", persona=1)
    if then is None:
        story.when("change_persona", "yuka", persona=0)
    else:
        story.refused(then, "change_persona", "yuka", persona=0)


@pytest.mark.parametrize("heals", [False, True])
def test_whether_healing_brings_an_unable_demon_back(heals: bool):
    given = fight(
        user("yuka", "D", 9, "S9"),
        demon("healer", "C", 5, spells=["mediarahan"]),
        demon("imp", "C", 1, condition="unable"),
        heal_unable=heals,
    )
    story = Story("persona", given).when("begin").when("pass", "yuka").when("cast", "healer", spell="mediarahan")
    assert story.one("cast")["targets"] == (["imp"] if heals else [])
    assert story.at("characters.imp.condition") == ("active" if heals else "unable")


@pytest.mark.parametrize("may", [False, True])
def test_whether_one_may_negotiate_with_an_unable_demon(may: bool):
    given = fight(
        user("yuka", "D", 9, "C9"), demon("imp", "C", 1, condition="unable"), demon("ogre"), negotiate_unable=may
    )
    story = Story("persona", given).when("begin")
    if may:
        story.when("negotiate", "yuka", target="imp", card="C9").when("judge", None, ["S2"], success=True)
        assert story.at("characters.imp.condition") == "left"
    else:
        story.refused("bad_target", "negotiate", "yuka", target="imp", card="C9")


def test_a_joker_serves_in_negotiation_only_where_it_counts_as_any():
    for joker, code in (("suitless_highest", "illegal_cards"), ("any_suit", None)):
        story = Story("persona", fight(user("yuka", "D", 9, "X1"), demon("imp", "C", 1), joker=joker)).when("begin")
        if code is None:
            story.when("negotiate", "yuka", target="imp", card="X1")
        else:
            story.refused(code, "negotiate", "yuka", target="imp", card="X1")


@pytest.mark.parametrize(
    ("price", "condition"), [("unable", "unable"), ("vanished", "vanished"), ("nothing", "active")]
)
def test_what_recarmdra_costs_a_demon_that_the_gm_gave_it(price: str, condition: str):
    given = fight(
        user("yuka", "D", 1, "S9"),
        demon("priest", "C", 5, spells=["recarmdra"]),
        user("boss", "H", 3, side="npc", condition="near_death"),
        demon_recarmdra=price,
    )
    story = Story("persona", given).when("begin")
    story.when("cast", "priest", ["S2", "S3", "S4", "S5", "S6"], spell="recarmdra")
    assert story.at("characters.priest.condition") == condition
    assert story.at("characters.boss.hand_limit") == 5


def test_a_check_that_is_called_for_fails_without_a_card():
    given = fight(user("yuka", "D", 9, "S9"), demon("slime"), user("rei", "H", 1, hand=[], hand_limit=1))
    given |= {"discards": {"pc": []}, "options": {"empty_deck": "stop"}}
    given["discards"]["pc"] = [f"{s}{r}" for s in "SHDC" for r in "23456789TJQKA" if s + r != "S9"] + ["X1", "X2"]
    story = Story("persona", given).when("begin").when("pass", "yuka").when("pass", "slime")
    story.when("other", "rei", text="叫ぶ").when("call", difficulty="easy")
    resolved = story.one("check_resolved")
    assert (resolved["success"], resolved["decided_by"]) == (False, "no_card")
    assert story.at("active") == "yuka"


def test_a_free_action_may_be_checked_by_one_without_a_hand():
    given = fight(civilian("aki", level=9), demon("slime"), check="drawn")
    story = Story("persona", given).when("begin").when("other", "aki", text="警報を鳴らす")
    story.when("call", None, ["S6"], difficulty="easy")
    assert (story.one("check_made")["card"], story.one("check_resolved")["success"]) == ("S6", True)
    assert story.at("active") == "slime"


def test_an_unable_side_counts_until_it_vanishes_by_option_but_a_fight_of_the_unable_ends():
    given = fight(
        demon("ally", "S", 1, "pc", condition="unable"),
        user("yuka", "D", 5, "S9"),
        demon("slime", "C", 1, condition="unable"),
        end_when="none_standing",
    )
    story = Story("persona", given).when("begin").when("surrender", "yuka", ["S2", "S3", "S4", "S5"])
    ended = story.one("ended")
    assert (ended["reason"], ended.get("winner")) == ("out_of_action", None)


def test_a_battle_that_nobody_can_fight_ends_as_it_begins():
    given = fight(user("yuka", "D", 5, "S9"), demon("slime", condition="vanished"))
    story = Story("persona", given).when("begin", None, ["S2", "S3", "S4", "S5"])
    assert (story.one("ended")["reason"], story.one("ended")["winner"]) == ("wiped_out", "pc")
    assert "round_started" not in story.kinds()


@pytest.mark.parametrize(("option", "stage", "hand"), [("none", None, 1), ("gm", "rest", 1), ("automatic", None, 5)])
def test_the_rest_after_the_battle(option: str, stage: str | None, hand: int):
    given = fight(user("yuka", "D", 5, "S9"), demon("slime"), rest_after_battle=option)
    draws = (["S2", "S3", "S4", "S5"],) if option == "automatic" else ()
    story = Story("persona", given).when("begin").when("close", None, *draws)
    assert (story.at("stage"), len(story.at("characters.yuka.hand"))) == (stage, hand)
    if option == "gm":
        story.when("rest", None, ["S2", "S3", "S4", "S5"], granted=True)
        assert (story.at("stage"), len(story.at("characters.yuka.hand"))) == (None, 5)


def test_magic_after_the_battle_needs_no_card_and_reaches_those_who_fled():
    given = fight(
        user("yuka", "D", 5, "S9"),
        user("rei", "H", 9, "H2", "H3"),
        user("ken", "C", 1, condition="near_death"),
        demon("slime"),
        rest_after_battle="none",
    )
    story = Story("persona", given).when("begin").when("flee", "rei").when("close")
    assert story.at("awaiting.0") == {"by": "yuka", "types": ["cast"], "optional": True}
    story.when("cast", "yuka", ["D2", "D3", "D4"], spell="diarahan", target="rei")
    assert len(story.at("characters.rei.hand")) == 5
    story.when("cast", "rei", ["C2", "C3", "C4", "C5", "C6"], spell="samarecarm", target="ken")
    assert story.at("characters.ken.condition") == "active"
    assert (story.at("stage"), story.at("active")) == (None, None)


def test_hours_after_the_battle_free_by_a_check():
    given = fight(user("yuka", "D", 5, "S9", condition="incapacitated"), user("rei", "H", 9, "H2"), demon("slime"))
    given["options"] = {"rest_after_battle": "none", "check": "drawn"}
    story = Story("persona", given).when("begin").when("close").when("pass_hour")
    assert story.one("hour_passed")["targets"] == ["yuka"]
    story.when("recover", "yuka", ["C6"], ["S2"], card="S9")
    assert story.at("characters.yuka.condition") == "active"
    assert story.at("characters.yuka.hand") == ["S2"]


def test_a_hand_that_is_dealt_and_one_that_is_given():
    given = fight(user("yuka", "D", 5), user("rei", "H", 4, "H2", hand_limit=3), demon("slime"))
    story = Story("persona", given)
    assert [k for k in story.kinds() if k == "dealt"] == ["dealt"]
    assert story.at("characters.rei.hand", "gm") == ["?"]
    story.when("begin", None, ["S2", "S3", "S4", "S5", "S6"])
    assert (len(story.at("characters.yuka.hand")), story.at("characters.rei.hand")) == (5, ["H2"])
    story.when("pass", "yuka", ["H3", "H4"])
    assert story.at("characters.rei.hand") == ["H2", "H3", "H4"]


def test_nobody_may_play_to_a_check_when_both_deck_and_discards_are_empty():
    every = [f"{s}{r}" for s in "SHDC" for r in "23456789TJQKA"]
    given = fight(civilian("aki", level=9), demon("slime"), empty_deck="stop")
    given |= {"discards": {"pc": [*every, "X1", "X2"]}}
    story = Story("persona", given).when("begin").when("other", "aki", text="祈る").when("call", difficulty="easy")
    assert story.one("check_resolved")["decided_by"] == "no_card"


def test_a_deciding_card_that_cannot_be_drawn_fails_the_check():
    every = [f"{s}{r}" for s in "SHDC" for r in "23456789TJQKA" if s + r != "S9"]
    given = fight(user("yuka", "D", 9, "S9"), demon("slime"), empty_deck="stop", check="drawn")
    given |= {"discards": {"pc": [*every, "X1", "X2"]}}
    story = Story("persona", given).when("begin").when("incapacitate", "yuka", target="slime", card="S9")
    assert (story.one("check_resolved")["success"], story.one("check_resolved")["decided_by"]) == (False, "no_card")


def test_nobody_is_waited_for_but_magic_and_hours_when_it_is_over():
    given = fight(user("yuka", "D", 9, "S9", condition="surrendered"), demon("slime"), rest_after_battle="none")
    story = Story("persona", given).when("begin")
    assert story.at("awaiting") == [{"by": "gm", "types": ["pass_hour"], "optional": True}]
    story.refused("not_awaited", "cast", "yuka", spell="mediarahan")


def test_characters_cards_and_personas_have_their_names():
    story = Story("persona", fight(user("yuka", "D", 9, "S9", name="ユカ"), demon("slime")))
    names = SYSTEM.names(story.battle.game)
    assert [names[w] for w in ("yuka", "card:S9", "yuka.persona:0")] == ["ユカ", "♠9", "ダイアのペルソナ"]
