"""What makes a battle of hms, and what does not."""

from typing import Any

import pytest

from senki.rules.rejection import Rejection
from tests.rules.hms.fights import SKILLS, SWORD, fight, npc, pc
from tests.story import Story


def opens(given: dict[str, Any]) -> str | None:
    """The code with which an opening is refused, or None."""
    try:
        Story("hms", given)
    except Rejection as rejection:
        assert rejection.message
        return rejection.code
    return None


def test_hit_points_come_from_the_body_and_teams_from_the_side():
    story = Story("hms", fight(pc("a", body=5), npc("g", body=0)))
    assert (story.at("characters.a.hp"), story.at("characters.g.hp")) == (50, 25)
    assert story.at("characters.a.team") == "pc"


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (fight(pc("a"), pc("b")), "illegal_value"),  # one team
        (fight(pc("a"), npc("g", hp=0)), "illegal_value"),  # nobody active on one side
        (fight(pc("a"), npc("g", hp=41)), "illegal_value"),  # more than the greatest HP
        (fight(pc("a"), npc("a")), "illegal_value"),  # one id twice
        (fight(pc("a"), npc("g", skills={"magic": 3})), "illegal_value"),  # a skill that is not in the tree
        (fight(pc("a"), npc("g", weapons=[SWORD, SWORD])), "illegal_value"),
        (fight(pc("a"), npc("g"), halving="sideways"), "illegal_value"),
        (fight(pc("a"), npc("g"), luck="good"), "malformed"),
        (fight(pc("a"), npc("g"), distance="moon"), "illegal_value"),
        (fight(pc("a"), npc("g", body=100)), "illegal_value"),
        (fight(pc("a"), npc("g", body="strong")), "malformed"),
        (fight(pc("a"), npc("g", mood="angry")), "malformed"),
        (fight(pc("a")), "illegal_value"),
        ({"characters": [pc("a"), npc("g")], "distance": "melee"}, "malformed"),  # no skills
        (fight(pc("a"), npc("g")) | {"skills": [*SKILLS, {"id": "x", "name": "x", "within": "y"}]}, "illegal_value"),
        (
            fight(pc("a"), npc("g"))
            | {
                "skills": [
                    *SKILLS,
                    {"id": "x", "name": "x", "within": "y"},
                    {"id": "y", "name": "y", "within": "x"},
                ]
            },
            "illegal_value",
        ),
        (fight(pc("a"), npc("g")) | {"seats": {"p1": ["a"], "p2": ["a"]}}, "illegal_value"),
        (fight(pc("a"), npc("g")) | {"seats": {"p1": ["z"]}}, "unknown_character"),
        (fight(pc("a"), npc("g")) | {"seats": ["a"]}, "malformed"),
        (fight(pc("a"), npc("g")) | {"seats": {"席/": ["a"]}}, "malformed"),
    ],
)
def test_what_makes_no_battle_is_refused(given: dict[str, Any], code: str):
    assert opens(given) == code


def test_players_against_each_other_are_teams_of_pcs():
    assert opens(fight(pc("a", team="red"), pc("b", team="blue"))) is None
