"""What is refused, with which code, in the order of the rulebook; and no refusal tells of somebody else's cards."""

from typing import Any

import pytest

from senki.rules.decide import open_battle
from senki.rules.persona import SYSTEM
from senki.rules.rejection import Rejection
from tests.rules.persona.fights import Json, civilian, demon, fight, user
from tests.story import Story

PERSONAS = [{"suit": "S", "level": 7}, {"suit": "D", "level": 5}]


def table(**options: Any) -> Story:
    given = fight(
        user("yuka", "S", 7, "S9", "H9", "DJ", personas=PERSONAS),
        user("rei", "H", 2, "H2", condition="incapacitated"),
        civilian("aki", level=1),
        demon("slime", "H", 3, spells=["diarahan"]),
        user("boss", "C", 4, "C2", side="npc"),
        **options,
    )
    return Story("persona", given).when("begin")


@pytest.mark.parametrize(
    ("code", "type", "by", "fields"),
    [
        ("malformed", "cast", "yuka", {"spell": "agi", "target": "yuka"}),
        ("malformed", "cast", "ghost", {"spell": "diarahan"}),
        ("malformed", "cast", "yuka", {"spell": "mediarahan", "target": "yuka"}),
        ("malformed", "attack", "yuka", {"target": "slime", "cards": ["S1"]}),
        ("malformed", "attack", "yuka", {"cards": ["S9"]}),
        ("malformed", "attack", None, {"target": "slime"}),
        ("gm_only", "judge", "yuka", {"success": True}),
        ("gm_only", "pass_hour", "slime", {}),
        ("unknown_character", "pass", "ghost", {}),
        ("unknown_character", "attack", "yuka", {"target": "ghost", "cards": ["S9"]}),
        ("unknown_character", "arrange", None, {"order": ["slime", "ghost"]}),
        ("unknown_character", "show_hand", "yuka", {"to": ["ghost"], "cards": ["S9"]}),
        ("unknown_character", "cast", "yuka", {"spell": "recarm", "target": "ghost"}),
        ("incapacitated", "cast", "rei", {"spell": "mediarahan"}),
        ("not_awaited", "attack", "aki", {"target": "slime"}),
        ("not_awaited", "defend", "yuka", {"cards": ["S9"]}),
        ("not_awaited", "discard", "yuka", {"cards": ["S9"]}),
        ("not_awaited", "check", "yuka", {"card": "S9"}),
        ("not_awaited", "recover", "yuka", {"card": "S9"}),
        ("not_awaited", "judge", None, {"success": True}),
        ("not_awaited", "call", None, {"difficulty": "easy"}),
        ("not_awaited", "rest", None, {"granted": True}),
        ("not_awaited", "pass_hour", None, {}),
        ("not_awaited", "arrange", None, {"order": ["slime", "boss"]}),
        ("not_awaited", "show_hand", "aki", {"to": ["yuka"], "cards": []}),
        ("not_awaited", "show_hand", "boss", {"to": ["yuka"], "cards": ["C2"]}),
        ("illegal_value", "change_persona", "yuka", {"persona": 0}),
        ("out_of_range", "change_persona", "yuka", {"persona": 2}),
        ("out_of_range", "change_persona", "yuka", {"persona": -1}),
        ("bad_target", "attack", "yuka", {"target": "rei", "cards": ["D2"]}),
        ("bad_target", "attack", "yuka", {"target": "yuka", "cards": ["S9"]}),
        ("bad_target", "cast", "yuka", {"spell": "diarahan", "target": "aki", "card": "DJ"}),
        ("bad_target", "cast", "yuka", {"spell": "recarm", "target": "rei", "card": "DJ"}),
        ("bad_target", "negotiate", "yuka", {"target": "boss", "card": "S9"}),
        ("bad_target", "incapacitate", "yuka", {"target": "rei", "card": "S9"}),
        ("bad_target", "delay", "yuka", {"after": "rei"}),
        ("bad_target", "show_hand", "yuka", {"to": [], "cards": ["S9"]}),
        ("bad_target", "show_hand", "yuka", {"to": ["rei", "rei"], "cards": ["S9"]}),
        ("bad_target", "show_hand", "yuka", {"to": ["yuka"], "cards": ["S9"]}),
        ("cards_not_held", "attack", "yuka", {"target": "slime", "cards": ["D2", "C3"]}),
        ("cards_not_held", "exchange", "yuka", {"cards": ["S9", "S9"]}),
        ("cards_not_held", "flee", "yuka", {"card": "D2"}),
        ("cards_not_held", "cast", "yuka", {"spell": "diarahan", "target": "yuka", "card": "SQ"}),
        ("illegal_cards", "attack", "yuka", {"target": "slime"}),
        ("illegal_cards", "attack", "yuka", {"target": "slime", "cards": ["S9", "DJ"]}),
        ("illegal_cards", "cast", "yuka", {"spell": "diarahan", "target": "yuka"}),
        ("illegal_cards", "cast", "yuka", {"spell": "diarahan", "target": "yuka", "card": "DJ"}),
        ("illegal_cards", "exchange", "yuka", {"cards": []}),
        ("illegal_cards", "negotiate", "yuka", {"target": "slime", "card": "S9"}),
        ("malformed", "negotiate", "yuka", {"target": "slime"}),
        ("illegal_cards", "incapacitate", "yuka", {"target": "slime"}),
        ("illegal_cards", "flee", "yuka", {"card": "S9"}),
        ("illegal_cards", "show_hand", "yuka", {"to": ["rei"], "cards": []}),
    ],
)
def test_what_is_refused(code: str, type: str, by: str | None, fields: Json):
    table().refused(code, type, by, **fields)


def test_the_incapacitated_may_show_their_hand_at_any_time():
    table().when("show_hand", "rei", to=["yuka"], cards=["H2"])


def test_a_demon_casts_only_what_it_was_given_and_without_a_card():
    story = table().when("pass", "yuka").when("pass", "boss")
    story.refused("illegal_value", "cast", "slime", spell="recarm", target="boss")
    story.refused("illegal_cards", "cast", "slime", spell="diarahan", target="boss", card="S9")
    story.refused("illegal_cards", "incapacitate", "slime", target="yuka", card="S9")
    story.refused("not_awaited", "exchange", "slime", cards=["S9"])
    story.refused("not_awaited", "change_persona", "slime", persona=0)
    story.refused("not_awaited", "negotiate", "slime", target="yuka", card="S9")


def test_who_must_discard_names_exactly_as_many_cards():
    given = fight(demon("ogre", "S", 9), user("yuka", "D", 5, "H2", "C3", "C4", "C5"))
    story = Story("persona", given).when("begin").when("attack", "ogre", ["C9"], target="yuka")
    story.refused("cards_not_held", "defend", "yuka", cards=["D9"]).refused("illegal_cards", "defend", "yuka", cards=[])
    story.when("defend", "yuka", cards=["H2"])
    story.refused("illegal_cards", "discard", "yuka", cards=[])
    story.refused("illegal_cards", "discard", "yuka", cards=["C3", "C4"])
    story.refused("cards_not_held", "discard", "yuka", cards=["C9"])
    story.refused("not_awaited", "pass", "yuka").refused("not_awaited", "pass", "ogre")


def test_only_the_gm_speaks_for_the_table():
    story = table()
    for type, fields in (
        ("arrange", {"order": ["slime", "boss"]}),
        ("judge", {"success": True}),
        ("call", {"difficulty": "easy"}),
        ("rest", {"granted": True}),
        ("pass_hour", {}),
    ):
        with pytest.raises(Rejection, match="gm_only"):
            story.when(type, seat="yuka", **fields)
    with pytest.raises(Rejection, match="not_your_seat"):
        story.when("attack", "yuka", target="slime", cards=["S9"], seat="rei")
    with pytest.raises(Rejection, match="not_your_seat"):
        story.when("attack", "yuka", target="slime", cards=["S9"], seat="gm")


@pytest.mark.parametrize(
    ("code", "given"),
    [
        ("illegal_value", fight(user("a"), user("a", side="npc"))),
        ("illegal_value", fight(user("a"), user("b"))),
        ("illegal_value", fight(user("a", "S", 5, "S2", "S2"), demon("z"))),
        ("illegal_value", fight(user("a", "S", 5, "S2"), user("b", "S", 5, "S2"), demon("z"))),
        ("illegal_value", fight(user("a", "S", 5, "S2"), user("z", "S", 5, "S2", side="npc"), decks="one")),
        ("illegal_value", fight(user("a", "S", 5, "S2"), demon("z")) | {"discards": {"pc": ["S2"]}}),
        ("illegal_value", fight(user("a"), demon("z")) | {"discards": {"common": ["S2"]}}),
        ("illegal_value", fight(user("a"), demon("z"), decks="one") | {"deck": {"pc": ["S2"]}}),
        ("illegal_value", fight(user("a", "S", 5, "S2", "S3", hand_limit=1), demon("z"))),
        ("illegal_value", fight(user("a", hand_limit=6), demon("z"))),
        ("illegal_value", fight(user("a", hand_limit=0, condition="active"), demon("z"))),
        ("illegal_value", fight(user("a", hand_limit=3, condition="near_death"), demon("z"))),
        ("illegal_value", fight(user("a", persona=1), demon("z"))),
        ("illegal_value", fight(user("a", "S", 100), demon("z"))),
        ("illegal_value", fight(user("a", condition="unable"), demon("z"))),
        ("illegal_value", fight(user("a"), demon("z", condition="near_death"))),
        ("illegal_value", fight(user("a"), civilian("z", "npc", condition="vanished"))),
        ("illegal_value", fight(user("a"), demon("z", spells=["recarm", "recarm"]))),
        ("malformed", fight(user("a"), civilian("z", "npc", suit="S"))),
        ("malformed", fight(user("a", spells=["recarm"]), demon("z"))),
        ("malformed", fight(user("a") | {"suit": "S"}, demon("z"))),
        ("malformed", fight(user("a"), demon("z", hand=["S2"]))),
        ("malformed", fight(user("a"), {"id": "z", "side": "npc", "kind": "minor_demon", "suit": "S"})),
        ("illegal_value", fight(user("a"), {"id": "z", "side": "npc", "kind": "dragon"})),
        ("malformed", fight(user("a"), demon("z")) | {"weather": "rain"}),
        ("malformed", fight(user("a"), demon("z"), weather="rain")),
    ],
)
def test_an_opening_that_makes_no_fight(code: str, given: Json):
    with pytest.raises(Rejection) as refusal:
        open_battle(SYSTEM, given)
    assert refusal.value.code == code, refusal.value
