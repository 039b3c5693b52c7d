"""Flight and pursuit (H-12): groups, new fights, their order, and how the battle ends."""

from typing import Any

from tests.rules.hms.fights import SWORD, fight, npc, pc
from tests.story import Story

RUNNER = {"skills": {"sword": 4, "run": 3}}
HUNTER = {"skills": {"sword": 6, "track": 5}}


def at_flight(*characters: dict[str, Any], **options: Any) -> Story:
    """Everybody has passed; the initiative is the table's order."""
    story = Story("hms", fight(*characters, **options)).when("begin")
    npcs = [c["id"] for c in characters if c["side"] == "npc"]
    pcs = [c["id"] for c in characters if c["side"] == "pc"]
    high = [[6, 6], [6, 5], [5, 5], [5, 4], [4, 4], [4, 3]]
    spoken = [*npcs, *pcs]
    for id in spoken[:-1]:
        story.when("declare_skill", id, skill="sword")
    order = story.at("fights.0.characters")
    story.when("declare_skill", spoken[-1], *high[: len(order)], skill="sword")
    while story.at("stage") == "goes":
        story.when("pass", story.at("active"))
    return story


def test_flight_is_asked_in_initiative_order_and_nobody_fleeing_starts_the_next_round():
    story = at_flight(pc("a"), npc("g", **RUNNER))
    assert story.at("queue") == story.at("initiative")
    for id in story.at("queue"):
        story.when("pass", id)
    assert (story.at("round"), story.at("stage")) == (2, "skills")


def test_who_has_no_flight_skill_flees_with_the_combat_skill():
    story = at_flight(pc("a"), npc("g", skills={"sword": 4, "combat": 6}))
    story.when("pass", "a").when("flee", "g", skill="combat")
    assert story.one("flight_declared")["clauses"] == ["H-12.1", "H-12.3"]


def test_those_who_may_not_flee_together_are_refused():
    story = at_flight(pc("a"), npc("g", **RUNNER), npc("h", **RUNNER))
    story.when("pass", "a")
    story.refused("bad_target", "flee", "g", skill="run", **{"with": "h"})
    story.refused("bad_target", "flee", "g", skill="run", **{"with": "a"})
    story.refused("unknown_character", "flee", "g", skill="run", **{"with": "z"})


def test_a_pursuer_that_fails_stays_and_the_fled_are_away():
    story = at_flight(pc("a", **HUNTER), npc("g", **RUNNER), npc("h"))
    story.when("pass", "a").when("flee", "g", skill="run").when("pass", "h")
    story.when("pursue", "a", [1, 1], [4, 4], target="g", skill="track")
    # 2 + 5 = 7 against 8 + 3 = 11
    assert story.one("checked")["margin"] == -4
    assert story.kinds()[-3:] == ["shaken_off", "escaped", "round_started"]
    assert story.at("characters.g.condition") == "escaped"
    assert story.at("characters.a.condition") == "active"
    assert story.at("round") == 2


def test_a_tie_lets_the_fled_get_away():
    story = at_flight(pc("a", **HUNTER), npc("g", **RUNNER))
    story.when("pass", "a").when("flee", "g", skill="run")
    story.when("pursue", "a", [1, 2], [3, 2], target="g", skill="track")
    # 3 + 5 = 8 against 5 + 3 = 8: the actor, the pursuer, does not succeed
    assert story.one("checked")["success"] is False
    assert story.kinds()[-4:] == ["shaken_off", "escaped", "fight_ended", "ended"]
    assert story.one("ended") == {"type": "ended", "reason": "fled", "winner": "pc", "clauses": ["H-3.2"]}


def test_the_distance_is_that_of_the_first_pursuer_or_of_the_best():
    bow = SWORD | {"id": "bow", "bands": ["throwing", "throwing_plus"]}
    for option, distance in (("first_pursuer", "melee"), ("best_total", "throwing")):
        story = at_flight(
            pc("a", **HUNTER), pc("b", **HUNTER, weapons=[bow]), npc("g", **RUNNER), pursuit_distance=option
        )
        story.when("pass", "a").when("pass", "b").when("flee", "g", skill="run")
        story.when("pursue", "a", [4, 4], [1, 1], target="g", skill="track")
        story.when("pursue", "b", [6, 6], [1, 1], target="g", skill="track")
        started = story.one("fight_started")
        assert (started["distance"], started["characters"]) == (distance, ["a", "b", "g"])


def test_fights_take_turns_round_by_round_or_one_goes_to_its_end():
    for option, after in (("round_robin", 1), ("one_by_one", 2)):
        story = at_flight(pc("a", **HUNTER), pc("b"), npc("g", **RUNNER), npc("h"), fights_order=option)
        story.when("pass", "a").when("pass", "b").when("flee", "g", skill="run").when("pass", "h")
        story.when("pursue", "a", [6, 6], [1, 1], target="g", skill="track").when("pass", "b")
        # The old fight (b, h) is at round 1 like the new one (a, g): the lower number, or the present one, goes on.
        assert (story.at("fight"), story.at("round")) == (1, 2)
        story.when("declare_skill", "h", skill="sword").when("declare_skill", "b", [6, 6], [1, 1], skill="sword")
        story.when("pass", "b").when("pass", "h").when("pass", "b").when("pass", "h")
        assert story.at("fight") == (2 if after == 1 else 1)


def test_the_battle_is_won_by_the_team_that_won_every_fight_that_was_won():
    story = at_flight(pc("a", **HUNTER), pc("b"), npc("g", **RUNNER), npc("h"))
    story.when("pass", "a").when("pass", "b").when("flee", "g", skill="run").when("pass", "h")
    story.when("pursue", "a", [6, 6], [1, 1], target="g", skill="track").when("pass", "b")
    story.when("declare_skill", "h", skill="sword").when("declare_skill", "b", [6, 6], [1, 1], skill="sword")
    story.when("surrender", "b")
    assert story.one("fight_ended")["winner"] == "npc"
    assert (story.at("fight"), story.at("phase")) == (2, "fighting")
    story.when("declare_skill", "g", skill="sword").when("declare_skill", "a", [6, 6], [1, 1], skill="sword")
    story.when("pass", "a").when("surrender", "g")
    assert story.one("ended") == {"type": "ended", "reason": "surrendered", "clauses": ["H-3.2"]}


def test_surrender_when_flight_is_asked_takes_one_out():
    story = at_flight(pc("a"), pc("b"), npc("g"))
    story.when("surrender", "a")
    assert story.at("characters.a.condition") == "surrendered"
    assert story.at("queue") == ["b", "g"]


def test_everybody_fleeing_on_both_sides_gets_away_and_nobody_wins():
    story = at_flight(pc("a", skills={"sword": 6, "run": 1}), npc("g", **RUNNER))
    story.when("flee", "a", skill="run").when("flee", "g", skill="run")
    assert story.kinds()[-4:] == ["escaped", "escaped", "fight_ended", "ended"]
    assert "winner" not in story.one("ended")
