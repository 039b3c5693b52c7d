"""Dice of a real table: nobody can try out what others have hidden; the last answer stands, then come the dice.

godeater G-10.2 (answers), hms H-5.2 (skills, `simultaneous`), persona P-6.15 (an attack that lies face down).
"""

from collections.abc import Sequence
from typing import Any

import pytest

from senki.eventstore.events import Envelope
from senki.projections.offers import legal
from senki.projections.readjudicate import Difference, readjudicate
from senki.projections.seen import audience_text
from senki.rules.codec import encode
from senki.rules.events import Declared
from senki.rules.message import type_of
from tests.rules.godeater.fights import FANG, WALL, begun, foe, strike
from tests.rules.godeater.fights import pc as god
from tests.rules.hms.fights import SPEAR, SWORD
from tests.rules.hms.fights import fight as duel
from tests.rules.hms.fights import pc as fighter
from tests.rules.persona.fights import fight, user
from tests.story import Story

Rolls = Sequence[list[Any]]


def answered(**answer: object) -> Story:
    """godeater: the enemy strikes at a, who has answered unseen; b answers last."""
    armed = god("a", weapon={**FANG, "id": "fang_a"}, items=[WALL], max_st=5)
    story = begun(foe("g", max_ap=9, strength=2, skills=[strike(range=[0, 1])]), armed, god("b"))
    return story.when("attack", "g", skill="claw", targets=["a"]).when("respond", "a", **answer)


def chosen(skill: str) -> Story:
    """hms: a has chosen unseen; b chooses last."""
    both = {"skills": {"sword": 6, "spear": 5}, "weapons": [SWORD, SPEAR]}
    given = duel(fighter("a", team="red", **both), fighter("b", team="blue", **both), skill_declaration="simultaneous")
    return Story("hms", given).when("begin").when("declare_skill", "a", skill=skill)


def laid(*cards: str) -> Story:
    """persona: yuka has laid an attack face down; the boss defends; yuka's turn ends with the filling of her hand."""
    hand = ("S2", "S9", "D4")
    given = fight(
        user("yuka", "S", 5, *hand),
        user("boss", "C", 5, "C3", "D3", "H5", "H6", "S3", side="npc"),
    )
    return Story("persona", given).when("begin").when("attack", "yuka", target="boss", cards=list(cards))


def respond(story: Story, *rolls: list[int]) -> Story:
    return story.when("respond", "b", *rolls, action="waive")


@pytest.mark.parametrize("rolls", [[], [[9]], [[9, 9]], [[9, 9], [2, 3, 4], [1]], [[99, 9], [2, 3, 4]]])
def test_dice_that_do_not_fit_are_no_refusal_and_the_answer_stands(rolls: Rolls):
    story = respond(answered(action="guard"), *rolls)
    assert story.kinds() == ["declared", "answered", "response_chosen", "responses_revealed", "dice_awaited"]
    assert story.one("dice_awaited") == {"type": "dice_awaited", "by": "b"}
    assert story.at("exchange.responses.a", "b") == {"action": "guard"}
    assert story.at("awaiting") == [
        {"by": "b", "types": ["dice"]},
        {"by": "gm", "types": ["dice"], "optional": True},
    ]
    story.refused("not_awaited", "respond", "b", action="waive")
    story.refused("not_awaited", "choose_shield", "a", shield="wall")


def test_dice_afterwards_come_to_what_dice_at_once_come_to():
    at_once = respond(answered(action="guard"), [9, 9], [2, 3, 4])
    later = respond(answered(action="guard"))
    opened = len(later.last)
    later.when("dice", "b", [9, 9], [2, 3, 4])
    assert later.kinds()[:2] == ["declared", "dice_given"]
    assert later.last[2:] == at_once.last[opened - 1 :]
    assert {**at_once.state(), "seq": 0} == {**later.state(), "seq": 0}


def test_whether_dice_fit_tells_nothing_of_what_another_has_answered():
    """The guard needs two rolls and the step none: whatever is handed in, both are accepted."""
    for rolls in ([], [[9, 9], [2, 3, 4]], [[1]]):
        for hidden in ({"action": "guard"}, {"action": "step", "to": "o4"}, {"action": "waive"}):
            story = answered(**hidden)
            before = story.battle.seq
            assert respond(story, *rolls).battle.seq > before


def test_where_nothing_has_to_be_rolled_any_more_it_goes_on_at_once():
    story = respond(answered(action="step", to="o4"), [9, 9], [2, 3, 4])
    assert "attack_ended" in story.kinds()
    assert "dice_awaited" not in story.kinds()
    assert "rolled" not in story.kinds()


def test_only_who_declared_or_the_gm_hands_them_in_and_they_must_fit_now():
    story = respond(answered(action="guard"))
    story.refused("not_awaited", "dice", "a", [9, 9], [2, 3, 4])
    story.refused("bad_rolls", "dice", "b", [9, 9])
    story.refused("bad_rolls", "dice", "b", [9, 9], [2, 3, 4], [1])
    assert "attack_ended" in story.when("dice", None, [9, 9], [2, 3, 4]).kinds()
    story.refused("not_awaited", "dice", None, [9, 9])


def test_a_player_may_leave_by_out():
    story = respond(answered(action="guard")).when("dice", None, [9, 9], [2, 3, 4], seat="b")
    assert story.one("dice_given")["by"] == "b"


def test_what_is_needed_is_offered():
    story = respond(answered(action="guard"))
    for seat, by in (("b", "b"), ("gm", None)):
        (offer,) = [o for o in legal(story.system, story.battle, seat) if o.type == "dice"]
        assert (offer.by, offer.awaited) == (by, True)
        assert offer.plays == ({"type": "dice"} if by is None else {"type": "dice", "by": by},)
        assert [(n["by"], n["purpose"], n["count"], n["sides"]) for n in offer.needs] == [("g", "damage", 2, 10)]
    assert not [o for o in legal(story.system, story.battle, "a") if o.type == "dice"]
    assert "next_round" not in [o.type for o in legal(story.system, story.battle, "gm")]


def test_where_nothing_is_hidden_from_who_declares_dice_must_fit_at_once():
    story = begun(foe("g", max_ap=9, strength=2, skills=[strike()]), god("a"))
    story.when("attack", "g", skill="claw", targets=["a"]).refused("bad_rolls", "respond", "a", action="waive")
    story.refused("bad_rolls", "respond", "a", [9, 9], [1], action="waive")


def test_dice_at_the_table_must_fit_whatever_is_hidden():
    answered(action="guard").refused("bad_rolls", "roll", None, [7], notation="1D6")


def test_a_ruling_amid_it_changes_what_the_dice_meet():
    """G-20.1: the attacker falls before the dice; then nothing has to be rolled."""
    story = respond(answered(action="guard"))
    story.when(
        "rule",
        None,
        changes=[{"path": "characters.g.hp", "to": 0}, {"path": "characters.g.incapacitated", "to": True}],
        reason="罠",
    )
    assert [a["types"] for a in story.at("awaiting")] == [["dice"], ["dice"]]
    story.when("dice", "b")
    assert "attack_failed" in story.kinds()
    assert story.at("exchange") is None


def test_a_rewind_to_it_asks_for_the_dice_again():
    story = respond(answered(action="guard"))
    then = story.battle.seq
    before = {**story.state(), "seq": 0}
    story.when("dice", "b", [9, 9], [2, 3, 4]).when("rewind", to=then, reason="振り直し")
    assert {**story.state(), "seq": 0} == before
    assert "attack_ended" in story.when("dice", "b", [1, 2], [2, 3, 4]).kinds()


def test_the_end_of_the_battle_amid_it_asks_for_nothing():
    story = respond(answered(action="guard")).when("close")
    assert story.at("awaiting") == []
    story.refused("not_awaited", "dice", "b", [9, 9])


@pytest.mark.parametrize("rolls", [[], [[6, 6]], [[6, 6], [1, 1], [1, 1]]])
def test_hms_skills_are_open_before_dice_can_be_tried(rolls: Rolls):
    """H-5.4: 6+6+6 and 1+1+6 settle the order at once; other sums may tie, and what ties tells of the skill."""
    for skill in ("sword", "spear"):
        story = chosen(skill).when("declare_skill", "b", *rolls, skill="sword")
        assert story.kinds()[-2:] == ["skills_revealed", "dice_awaited"]
        story.when("dice", "b", [6, 6], [1, 1])
        assert story.at("order") == ["a", "b"]


def test_hms_dice_with_the_last_choice_are_taken_as_ever():
    story = chosen("sword").when("declare_skill", "b", [6, 6], [1, 1], skill="sword")
    assert story.at("order") == ["a", "b"]
    assert "dice_awaited" not in story.kinds()


def test_hms_somebody_leaves_by_a_ruling_before_the_dice():
    story = chosen("sword").when("declare_skill", "b", skill="sword")
    story.when("rule", changes=[{"path": "characters.a.condition", "to": "surrendered"}], reason="降参")
    assert story.at("awaiting") == []


@pytest.mark.parametrize("rolls", [[], [["C4"]], [["C4", "C6"]], [["C4"], ["C6"]]])
def test_persona_cards_that_do_not_fit_tell_nothing_of_an_attack_that_lies_face_down(rolls: Rolls):
    """Whether yuka draws now, or the boss has to discard first, hangs on what she has laid."""
    for card in ("S2", "S9", "D4"):
        story = laid(card).when("defend", "boss", *rolls, cards=["D3"])
        assert story.kinds()[0] == "declared"
        assert f'"{card}"' in b"\n".join(story.heard("gm")).decode()


def test_persona_the_cards_come_after_the_attack_is_seen():
    story = laid("S9").when("defend", "boss", cards=["C3"])
    assert story.kinds()[-3:] == ["revealed", "revealed", "dice_awaited"]
    assert story.one("dice_awaited") == {"type": "dice_awaited", "by": "boss", "target": "boss", "laid": ["C3"]}
    assert story.at("attack.cards", "gm") == ["S9"]
    (offer,) = [o for o in legal(story.system, story.battle, "gm") if o.type == "dice"]
    (need,) = offer.needs
    assert (need["by"], need["count"]) == ("yuka", 1)  # for the card that she laid (P-19.1)
    cards = ["CA"]
    at_once = laid("S9").when("defend", "boss", cards, cards=["C3"])
    story.when("dice", "boss", cards)
    assert story.last[2:] == at_once.last[-len(story.last[2:]) :]
    assert {**story.state(), "seq": 0} == {**at_once.state(), "seq": 0}


@pytest.mark.parametrize(
    "story",
    [
        respond(answered(action="guard")).when("dice", "b", [9, 9], [2, 3, 4]),
        chosen("spear").when("declare_skill", "b", skill="sword").when("dice", None, [6, 6], [1, 1]),
        laid("S9").when("defend", "boss", cards=["C3"]),
    ],
    ids=["godeater", "hms", "persona"],
)
def test_it_is_decided_alike_again(story: Story):
    assert again(story) is None


def again(story: Story) -> Difference | None:
    """The first event of a story's log that today's rules decide otherwise."""
    log: list[Envelope] = []
    cause = 1
    for seq, happened in story.log:
        event = happened.event
        if isinstance(event, Declared):
            cause, by = seq, event.by
            seat = "gm" if by == "gm" else story.battle.table.seat_of(by)
        else:
            seat = "gm" if seq == 1 else log[-1].by
        log.append(
            Envelope(
                position=seq,
                stream="story",
                seq=seq,
                type=type_of(type(event)),
                data=encode(event),
                by=seat,
                cause=cause,
                recorded_at="",
                audience=audience_text(happened.audience),
                salt=None,
                digest=b"",
                hash=b"",
            )
        )
    return readjudicate(log).difference
