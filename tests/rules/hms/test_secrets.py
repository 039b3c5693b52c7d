"""H-5.2 under `simultaneous`: what was chosen unseen is known to whoever chose it, until all have chosen."""

from tests.rules.hms.fights import SPEAR, SWORD, fight, pc
from tests.story import Story

BOTH = {"skills": {"sword": 6, "spear": 5}, "weapons": [SWORD, SPEAR]}


def duel(choice: str) -> Story:
    """Two players against each other; a has chosen, b has not."""
    given = fight(pc("a", team="red", **BOTH), pc("b", team="blue", **BOTH), skill_declaration="simultaneous")
    return Story("hms", given).when("begin").when("declare_skill", "a", skill=choice)


def test_only_ones_own_seat_sees_the_choice():
    story = duel("spear")
    assert story.at("characters.a.skill", "a") == "spear"
    assert story.at("characters.a.weapon", "a") == "spear"
    for other in ("b", "gm", "watcher"):
        assert story.at("characters.a.skill", other) is None
        assert story.at("characters.a.weapon", other) is None


def test_another_choice_changes_nothing_that_another_sees_or_hears():
    one, other = duel("sword"), duel("spear")
    for seat in ("b", "gm", "watcher"):
        assert one.state(seat) == other.state(seat)
        assert one.heard(seat) == other.heard(seat)
    assert one.heard("a") != other.heard("a")


def test_that_somebody_has_chosen_is_open():
    story = duel("sword")
    assert any(b"skill_committed" in data for data in story.heard("b"))
    assert [a["by"] for a in story.at("awaiting", "b")] == ["b"]


def test_when_all_have_chosen_everybody_may_read_all_of_it():
    story = duel("spear").when("declare_skill", "b", [6, 6], [1, 1], skill="sword")
    assert story.heard("watcher") == story.heard("a") == story.heard("b")
    assert len(story.heard("watcher")) == story.battle.seq
    assert story.at("characters.a.skill", "b") == "spear"


def test_the_next_round_hides_the_next_choice():
    story = duel("spear").when("declare_skill", "b", [6, 6], [1, 1], skill="sword")
    story.when("pass", "a").when("pass", "b").when("pass", "a").when("pass", "b")
    story.when("declare_skill", "b", skill="spear")
    assert story.at("characters.b.skill", "a") is None
    assert story.battle.seq - len(story.heard("a")) == 2  # `declared` and `skill_declared`


def test_a_rewind_makes_nothing_unseen_that_was_seen():
    story = duel("spear")
    then = story.battle.seq
    story.when("declare_skill", "b", [6, 6], [1, 1], skill="sword")
    seen = len(story.heard("watcher"))
    story.when("rewind", to=then, reason="x")
    assert len(story.heard("watcher")) == seen + 2


def test_and_the_state_shows_it_on_and_hides_the_next_choice():
    story = duel("spear")
    then = story.battle.seq
    assert story.at("characters.a.skill", "b") is None
    story.when("declare_skill", "b", [6, 6], [1, 1], skill="sword").when("rewind", to=then, reason="x")
    assert story.at("characters.a.skill", "b") == "spear"
    story.when("rewind", to=then - 3, reason="y").when("declare_skill", "a", skill="sword")
    assert story.at("characters.a.skill", "b") is None
