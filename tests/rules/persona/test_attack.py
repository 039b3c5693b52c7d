"""Sections 6 to 10 where the cases do not reach: options both ways, what a card meets, what a hit does."""

import pytest

from senki.rules.persona import SYSTEM
from senki.rules.persona import events as ev
from senki.rules.persona.clauses.blows import go_together, number, number_damage, sees_through
from senki.rules.persona.clauses.general import succeeds
from senki.rules.persona.options import Options
from senki.rules.rulebook import fold
from tests.rules.persona.fights import civilian, demon, fight, user
from tests.story import Story


@pytest.mark.parametrize(
    ("options", "card", "value"),
    [
        (Options(), "SA", 14),
        (Options(ace="low"), "SA", 1),
        (Options(), "X1", 15),
        (Options(joker="any_suit"), "X2", 15),
        (Options(joker="suitless_zero"), "X1", 0),
        (Options(), "HT", 10),
        (Options(), "HK", 13),
    ],
)
def test_the_number_of_a_card(options: Options, card: str, value: int):
    assert number(options, card) == value


@pytest.mark.parametrize(("attack", "defence", "more"), [(9, 8, 1), (9, 9, 2), (9, 10, 0), (0, None, 1)])
def test_damage_by_number(attack: int, defence: int | None, more: int):
    assert number_damage(attack, defence) == more


@pytest.mark.parametrize("joker", ["suitless_highest", "suitless_zero", "any_suit"])
def test_a_joker_in_attack_is_never_seen_through(joker: str):
    options = Options(joker=joker)  # pyright: ignore[reportArgumentType]
    assert not sees_through(options, "X1", "X2")
    assert not sees_through(options, "X1", "S2")
    assert sees_through(options, "S3", "X1") is (joker == "any_suit")


@pytest.mark.parametrize(
    ("laid", "together"),
    [
        (("S9", "H9"), True),
        (("S9", "S2"), True),
        (("S9", "H2"), False),
        (("X1", "X2"), True),
        (("SA", "X1"), False),
        (("H2",), True),
    ],
)
def test_which_cards_go_together(laid: tuple[str, ...], together: bool):
    assert go_together(Options(), laid, "S") is together


@pytest.mark.parametrize(
    ("difficulty", "card", "success"),
    [
        ("easy", "S6", True),
        ("easy", "S5", False),
        ("easy", "HA", False),
        ("normal", "S7", True),
        ("normal", "S6", False),
        ("hard", "S9", True),
        ("hard", "S8", False),
        ("hard", "CK", True),
        ("hard", "X1", True),
    ],
)
def test_the_house_rule_for_checks(difficulty: str, card: str, success: bool):
    assert succeeds(difficulty, card) is success  # pyright: ignore[reportArgumentType]


def test_the_first_card_that_sees_through_is_named_in_the_order_laid():
    given = fight(demon("ogre", "S", 9), user("yuka", "D", 1, "D4", "D9", "S5"))
    story = Story("persona", given).when("begin").when("attack", "ogre", ["D2"], target="yuka")
    story.when("defend", "yuka", ["C2", "C3"], cards=["D9", "D4"])
    assert story.one("evaded")["with"] == "D9"
    assert story.one("evaded")["clauses"] == ["P-6.15", "P-10.3"]


def test_the_cards_of_a_set_are_judged_in_the_order_laid_while_the_defender_can_be_hurt():
    given = fight(user("yuka", "S", 9, "S9", "S8", "S7"), user("boss", "D", 1, "C2", "C3", side="npc"), demon("imp"))
    story = Story("persona", given).when("begin").when("attack", "yuka", target="boss", cards=["S7", "S9", "S8"])
    story.when("defend", "boss", ["H2", "H3", "H4"], cards=["C2"])
    assert [e["card"] for e in story.last if e["type"] == "hit"] == ["S7"]
    assert story.at("characters.boss.condition") == "near_death"
    assert story.at("decks.npc.discards") == ["C3", "C2"]
    assert story.at("decks.pc.discards") == ["S7", "S9", "S8"]


def test_two_points_by_two_hits_and_one_by_one_under_points():
    given = fight(user("yuka", "D", 3, "S9"), demon("slime", "H", 3), demon("imp", "C", 1), demon_damage="points")
    story = Story("persona", given).when("begin").when("attack", "yuka", ["C4"], ["H2"], target="slime", cards=["S9"])
    assert (story.one("hit")["damage"], story.one("fell")["condition"]) == (1, "unable")


def test_an_incapacitated_enemy_is_hit_without_defence_or_not_at_all():
    bound = demon("slime", "H", 3, condition="incapacitated")
    story = Story("persona", fight(user("yuka", "D", 5, "S9"), bound, demon("imp"))).when("begin")
    story.when("attack", "yuka", ["H2"], target="slime", cards=["S9"])
    assert story.one("defenceless")["clauses"] == ["P-6.13"]
    assert story.at("characters.slime.condition") == "unable"
    spared = fight(user("yuka", "D", 5, "SJ"), bound, demon("imp"), incapacitated_target="excluded")
    story = Story("persona", spared).when("begin")
    story.refused("bad_target", "attack", "yuka", target="slime", cards=["SJ"])
    story.when("attack", "yuka", ["S2"], ["H2"], target="imp", cards=["SJ"])
    assert "all_target" not in story.kinds()


def test_the_near_dead_are_no_target_and_all_target_attacks_pass_them_by():
    given = fight(
        demon("ogre", "S", 9), user("yuka", "D", 5, "S2", "S3", "S4"), user("rei", "H", 2, condition="near_death")
    )
    story = Story("persona", given).when("begin").refused("bad_target", "attack", "ogre", target="rei")
    story.when("attack", "ogre", ["HA"], target="yuka").when("defend", "yuka", cards=["S2"])
    assert "all_target" not in story.kinds()


@pytest.mark.parametrize(("unable_defence", "lays"), [("card", True), ("none", False)])
def test_the_defence_of_the_unable_in_the_original_edition(unable_defence: str, lays: bool):
    given = fight(
        user("yuka", "D", 5, "S9"),
        demon("slime", "H", 3, condition="unable"),
        demon("imp"),
        edition="original",
        unable_defence=unable_defence,
    )
    draws = (["S4"], ["H2"]) if lays else (["H2"],)
    story = Story("persona", given).when("begin").when("attack", "yuka", *draws, target="slime", cards=["S9"])
    if lays:
        assert story.one("evaded")["with"] == "S4"
    else:
        assert story.one("defenceless")["clauses"] == ["P-6.14"]
        assert "P-6.14" in story.one("hit")["clauses"]


def test_an_incapacitated_persona_user_lays_from_the_hand_in_the_original_edition():
    bound = user("yuka", "D", 5, "S2", "S3", condition="incapacitated")
    given = fight(demon("ogre", "C", 9), bound, user("rei", "H", 1, "H2"), edition="original")
    story = Story("persona", given).when("begin").when("attack", "ogre", ["S9"], target="yuka")
    assert story.at("awaiting") == [{"by": "yuka", "types": ["defend"]}]
    story.when("defend", "yuka", ["S4"], cards=["S2"])
    assert story.one("evaded")["with"] == "S2"


def test_a_persona_user_without_cards_counts_as_defenceless():
    given = fight(demon("ogre", "C", 9), user("yuka", "D", 5, hand=[], hand_limit=3), user("rei", "H", 1, "H2"))
    story = Story("persona", given).when("begin").when("attack", "ogre", ["S9"], ["S2"], target="yuka")
    assert story.one("defenceless")["clauses"] == ["P-6.13"]
    assert (story.one("damaged")["hand_limit"], story.at("characters.yuka.hand")) == (1, ["S2"])


def test_a_demon_without_a_card_to_draw_cannot_attack_and_defends_with_none():
    every = [f"{s}{r}" for s in "SHDC" for r in "23456789TJQKA"]
    given = fight(user("yuka", "D", 5, "S9"), demon("ogre", "C", 9), empty_deck="stop")
    given |= {"discards": {"npc": [*every, "X1", "X2"]}}
    story = Story("persona", given).when("begin").refused("cannot_pay", "attack", "ogre", target="yuka")
    story.when("pass", "ogre").when("attack", "yuka", ["S2"], ["S3", "S4", "S5", "S6"], target="ogre", cards=["S9"])
    assert "defenceless" in story.kinds()


def test_an_empty_deck_takes_its_discards_back_in_the_middle_of_a_draw():
    every = [f"{s}{r}" for s in "HDC" for r in "23456789TJQKA"]
    rest = [f"S{r}" for r in "3456789TJQKA"]
    given = fight(user("yuka", "D", 5, "S2", "X1", "X2"), demon("ogre", "C", 1)) | {
        "discards": {"pc": [*every, *rest[1:]]}
    }
    story = Story("persona", given).when("begin")
    assert story.at("decks.pc.remaining") == 1
    story.when("exchange", "yuka", ["S3"], ["S2"], cards=["S2", "X1"])
    assert [k for k in story.kinds() if k in {"drawn", "dealt", "reshuffled"}] == [
        "drawn",
        "dealt",
        "reshuffled",
        "drawn",
        "dealt",
    ]
    assert story.at("characters.yuka.hand") == ["X2", "S3", "S2"]


def test_at_once_a_wave_waits_for_those_who_must_discard():
    given = fight(
        demon("ogre", "S", 9),
        user("yuka", "D", 5, "C2", "C3", "C4", "C5"),
        user("rei", "H", 2, "D2", "D3"),
        damage_refill="at_once",
    )
    story = Story("persona", given).when("begin").when("attack", "ogre", ["CA"], target="yuka")
    story.when("defend", "yuka", cards=["C2"])  # seen through: no damage
    assert story.at("attack.pending") == ["rei"]
    story.when("defend", "rei", ["C6"], cards=["D2"])  # 2 points: 2 → 0
    assert story.at("characters.rei.condition") == "near_death"
    given["characters"][1]["hand"] = ["H2", "C3", "C4", "C5"]
    story = Story("persona", given).when("begin").when("attack", "ogre", ["CA"], target="yuka")
    story.when("defend", "yuka", cards=["H2"])  # 2 points: 4 → 2, three held
    assert story.at("awaiting") == [{"by": "yuka", "types": ["discard"]}]
    assert (story.at("stage"), story.at("attack.wave")) == ("defend", 0)
    story.when("discard", "yuka", cards=["C3"])
    assert (story.one("all_target")["targets"], story.at("attack.wave")) == (["rei"], 1)


def test_card_by_card_with_a_defender_who_chooses_each_time():
    given = fight(
        user("yuka", "D", 5, "SK", "CK"),
        user("boss", "H", 1, "S2", "C3", "D4", "D6", "D7", side="npc"),
        demon("slime", "C", 1),
        combined_defence="each",
    )
    story = Story("persona", given).when("begin").when("attack", "yuka", target="boss", cards=["SK", "CK"])
    story.when("defend", "boss", ["S3"], cards=["S2"])
    assert [e["cards"] for e in story.last if e["type"] == "revealed"] == [["SK"], ["S2"], ["S3"]]
    assert (story.at("attack.pending"), story.at("attack.wave")) == (["boss"], 2)
    story.when("defend", "boss", ["H5"], ["S4", "S5"], ["C8", "C9"], cards=["C3"])
    assert [(e["target"], e["card"]) for e in story.last if e["type"] in {"evaded", "nullified"}] == [
        ("boss", "CK"),
        ("slime", "CK"),
    ]
    assert story.at("decks.npc.discards") == ["S2", "S3", "C3", "H5"]


def test_a_civilian_of_the_gm_can_be_hurt_and_a_dead_one_is_no_target():
    given = fight(user("yuka", "D", 5, "S9", "S8"), civilian("thug", "npc", level=6), demon("imp", level=1))
    story = Story("persona", given).when("begin").when("pass", "thug")
    story.when("attack", "yuka", ["C2"], ["H2"], target="thug", cards=["S9"])
    assert story.at("characters.thug.condition") == "dead"
    story.when("pass", "imp").refused("bad_target", "attack", "yuka", target="thug", cards=["S8"])


@pytest.mark.parametrize("event", [ev.DefenceLaid(by="ken", count=1), ev.NextCard(by="ken", place=1)])
def test_what_belongs_to_an_attack_never_happens_without_one(event: ev.DefenceLaid | ev.NextCard):
    battle = Story("persona", fight(user("ken", "D", 8, "S2"), demon("slime"))).when("begin").battle
    with pytest.raises(LookupError, match="no attack"):
        fold(SYSTEM, battle, event)
