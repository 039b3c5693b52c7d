"""W-5.2: a target number that the GM keeps is the GM's alone until it shows it, or the battle is over."""

from tests.rules.powerplay.fights import fight, npc, pc
from tests.story import Story


def called(number: int, *, judged: bool = False) -> Story:
    """A hidden check of a, seen by two players' seats."""
    given = fight(pc("a"), pc("b", 25), npc("g")) | {"seats": {"p1": ["a"], "p2": ["b"]}}
    story = Story("powerplay", given).when("begin")
    if judged:
        story.when("act", "a", text="耳を澄ます")
        return story.when("judge", allowed=True, ability="agility", target_number=number, hidden=True)
    return story.when("call_check", of="a", ability="agility", target_number=number, hidden=True)


def test_only_the_gm_sees_the_number_and_the_declaration_that_named_it():
    for judged in (False, True):
        story = called(77, judged=judged)
        assert story.at("exchange.target_number", "gm") == 77
        assert any(b'"target_number":77' in data for data in story.heard("gm"))
        for seat in ("p1", "p2", "watcher"):
            assert story.at("exchange.target_number", seat) is None
            assert story.at("exchange.hidden", seat) is True
            assert not any(b'"target_number":77' in data for data in story.heard(seat))
            assert any(b"check_called" in data for data in story.heard(seat))


def test_another_number_changes_nothing_that_another_sees_or_hears():
    for judged in (False, True):
        for faces in ([4, 4, 4], [1, 4, 4]):  # 18 reaches either number; a 1 fails against either
            one, other = called(14, judged=judged), called(18, judged=judged)
            for seat in ("p1", "p2", "watcher"):
                assert one.state(seat) == other.state(seat)
                assert one.heard(seat) == other.heard(seat)
            assert one.heard("gm") != other.heard("gm")
            one.when("check", "a", faces)
            other.when("check", "a", faces)
            for seat in ("p1", "p2", "watcher"):
                assert one.state(seat) == other.state(seat)
                assert one.heard(seat) == other.heard(seat)


def test_success_or_failure_is_told_without_the_number():
    story = called(14).when("check", "a", [2, 2, 3])
    assert story.one("failed") == {
        "type": "failed",
        "by": "a",
        "ability": "agility",
        "achievement": 13,
        "clauses": ["W-5.7"],
    }


def test_a_refusal_tells_nothing_of_the_number():
    one, other = called(14), called(18)
    messages = []
    for story in (one, other):
        story.refused("illegal_value", "check", "a", dice=9).refused("not_awaited", "pass", "a")
        messages.append(story.state("p1"))
    assert messages[0] == messages[1]


def test_when_the_battle_is_over_everybody_may_read_it():
    story = called(14).when("check", "a", [2, 2, 3]).when("close")
    for seat in ("p1", "watcher"):
        assert story.heard(seat) == story.heard("gm")
    story.when("call_check", of="a", ability="agility", target_number=14, hidden=True)
    assert story.at("exchange.target_number", "p1") == 14
    assert story.heard("p1") == story.heard("gm")


def test_an_open_check_tells_its_number_to_everybody():
    given = fight(pc("a"), npc("g")) | {"seats": {"p1": ["a"]}}
    story = Story("powerplay", given).when("call_check", of="a", ability="agility", target_number=14)
    assert story.at("exchange.target_number", "p1") == 14
    assert story.heard("watcher") == story.heard("gm")


def number_told(story: Story, seat: str) -> bool:
    """Whether a seat has heard what the number is."""
    return any(b'"target_number":77' in data for data in story.heard(seat))


def test_the_gm_shows_a_number_while_the_check_is_open():
    for judged in (False, True):
        for place in (0, -1):
            story = called(77, judged=judged)
            unit = story.battle.unit
            story.when("show", seq=unit if place == 0 else story.battle.seq)
            for seat in ("p1", "p2", "watcher"):
                assert number_told(story, seat)
                assert story.heard(seat) == story.heard("gm")
                assert story.at("exchange.target_number", seat) == 77
            story.when("check", "a", [6, 6, 6])
            assert story.one("failed")["target_number"] == 77


def test_a_number_that_was_shown_stays_known_over_a_rewind():
    for judged in (False, True):
        story = called(77, judged=judged)
        unit, before = story.battle.unit, story.battle.seq
        story.when("show", seq=unit).when("rewind", to=before, reason="x")
        for seat in ("p1", "p2", "watcher", "gm"):
            assert story.at("exchange.target_number", seat) == 77


def test_another_number_than_the_one_shown_stays_hidden_after_a_rewind():
    story = called(77)
    unit = story.battle.unit
    story.when("show", seq=unit).when("rewind", to=unit - 1, reason="x")
    story.when("call_check", of="a", ability="agility", target_number=78, hidden=True)
    assert story.at("exchange.target_number", "p1") is None
    assert story.at("exchange.target_number", "gm") == 78


def test_the_gm_shows_a_number_after_the_check():
    story = called(77)
    unit = story.battle.unit
    story.when("check", "a", [6, 6, 6])
    assert "target_number" not in story.one("failed")
    assert not number_told(story, "p1")
    story.when("show", seq=unit)
    assert number_told(story, "p1")
    assert number_told(story, "watcher")


def test_only_the_gm_shows_it_and_only_that_one():
    story = called(77)
    first = story.battle.unit
    for seat in ("p1", "p2", "watcher"):
        story.refused("illegal_value", "show", seq=first, seat=seat)
    story.when("check", "a", [6, 6, 6]).when("call_check", of="b", ability="agility", target_number=78, hidden=True)
    story.when("show", seq=first)
    assert number_told(story, "p1")
    assert not any(b'"target_number":78' in data for data in story.heard("p1"))
    assert story.at("exchange.target_number", "p1") is None
    story.refused("illegal_value", "show", seq=first)
