"""Twin battles that differ only in what is hidden: all that other seats get is alike, to the byte, of every game.

Numbers of events and envelopes, types, sizes, states, offers, refusals, proofs: nothing hangs on what is hidden.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.api.table import SETUP, Battle, Json, Table
from tests.api.test_secrets import heard
from tests.rules.godeater import fights as godeater
from tests.rules.persona import fights as persona
from tests.rules.powerplay import fights as powerplay

SIBLINGS = re.compile(r'"siblings":\[[^\]]*\]|"root":"[0-9a-f]*"')
NUMBERS = range(1, 7)


def got(battle: Battle, seat: str, last: int) -> list[str]:
    """All that a seat gets: every route, and of every envelope, opened or not."""
    found = heard(battle, seat, last)
    for number in NUMBERS:
        answer = battle.get(seat, f"/chance/{number}")
        head = answer.headers["senki-head"].split()[0]
        length = answer.headers["content-length"]
        found.append(f"{number} {answer.status_code} {head} {length} {SIBLINGS.sub('', answer.text)}")
    return found


def opened(table: Table, system: str, setup: Json) -> Battle:
    """A battle of a system; whoever watches needs a token."""
    answer = table.client.post("/battles", json={"system": system, "setup": setup, "spectators": "token"})
    assert answer.status_code == 201, answer.text
    return Battle(table.client, answer.json())


ROLLS = ("S3R6>=5", "S3R6>=5", "S3R6>=5", "S3R6>=5", "S9R6[>=3]>=5", "S2D6", "S8U6[3]", "x9 S2D6+1D4", "Schoice[剣,盾]")


def secret_roll(table: Table, notation: str) -> tuple[Battle, int]:
    """A secret roll of a player's before the battle begins, and open dice after it."""
    battle = table.open(SETUP, spectators="token")
    battle.says("a", {"type": "roll", "notation": notation})
    return battle, battle.says("b", {"type": "say", "text": "何を振った？"})["seq"]


def test_a_secret_roll_is_alike_whatever_is_rolled_and_however_often_dice_roll_on(table: Table):
    battles = [secret_roll(table, notation) for notation in ROLLS]
    for seat in ("b", "gm", "spectator"):
        assert len({tuple(got(battle, seat, last)) for battle, last in battles}) == 1, seat
    own = [battle.get("a", "/events").json()["events"] for battle, _ in battles]
    throws = [1 + len(e["data"].get("more", ())) for events in own for e in events if e["type"] == "rolled"]
    assert len(throws) == len(ROLLS)
    assert len(set(throws)) > 2  # else nothing differed that could tell


def test_the_next_open_roll_has_the_same_number_whatever_was_rolled_in_secret(table: Table):
    for notation in ("S2D6", "S9R6[>=3]>=5"):
        battle, _ = secret_roll(table, notation)
        rolled = next(
            e for e in battle.says("b", {"type": "roll", "notation": "2D6"})["events"] if e["type"] == "rolled"
        )
        assert (rolled["seq"], rolled["data"]["number"]) == (
            8,
            2,
        )  # opened, three of the secret roll, two of the talk, declared, rolled
        battle.says("a", {"type": "show", "seq": 2})
        assert battle.get("b", "/verify").json()["ok"]
        assert not any(e.get("hidden") for e in battle.get("b", "/events").json()["events"])


def persona_attack(table: Table, *hand: str) -> tuple[Battle, int]:
    """An attack that lies face down, from a hand that nobody else knows."""
    setup = persona.fight(
        persona.user("yuka", "S", 7, *hand),
        persona.user("rei", "H", 2, "H2", "H3"),
        persona.user("boss", "C", 5, "C2", "C3", side="npc"),
    )
    battle = opened(table, "persona", setup)
    battle.begin()
    return battle, battle.says("yuka", {"type": "attack", "by": "yuka", "target": "boss", "cards": [hand[0]]})["seq"]


def godeater_answer(table: Table, **answer: Any) -> tuple[Battle, int]:
    """An answer that is in while another is awaited."""
    armed = godeater.pc("a", weapon=godeater.FANG, items=[godeater.WALL])
    setup = godeater.fight(godeater.foe("g", max_ap=9, skills=[godeater.strike()]), armed, godeater.pc("b"))
    battle = opened(table, "godeater", setup)
    battle.begin()
    battle.says("gm", {"type": "attack", "by": "g", "skill": "claw", "targets": ["a"]})
    return battle, battle.says("a", {"type": "respond", "by": "a", **answer})["seq"]


def powerplay_target(table: Table, number: int) -> tuple[Battle, int]:
    """A target number that the GM keeps."""
    battle = opened(table, "powerplay", powerplay.fight(powerplay.pc("a"), powerplay.npc("g")))
    it = {"type": "call_check", "of": "a", "ability": "strength", "target_number": number, "hidden": True}
    battle.begin()
    return battle, battle.says("gm", it)["seq"]


CHOICES: dict[str, tuple[tuple[str, ...], str, list[Callable[[Table], tuple[Battle, int]]]]] = {
    "persona": (
        ("rei", "gm", "spectator"),
        "yuka",
        [lambda t: persona_attack(t, "S9", "SK"), lambda t: persona_attack(t, "X1", "D4")],
    ),
    "godeater": (
        ("b", "gm", "spectator"),
        "a",
        [
            lambda t: godeater_answer(t, action="waive"),
            lambda t: godeater_answer(t, action="guard"),
            lambda t: godeater_answer(t, action="step", to="o4"),
            lambda t: godeater_answer(t, action="other", text="伏せて砂をかけ、大声で叫ぶ"),
        ],
    ),
    "powerplay": (
        ("a", "spectator"),
        "gm",
        [lambda t: powerplay_target(t, 8), lambda t: powerplay_target(t, 1500)],
    ),
}


@pytest.mark.parametrize("system", CHOICES)
def test_a_hidden_choice_is_alike_for_all_that_may_not_know_it(table: Table, system: str):
    others, own, twins = CHOICES[system]
    battles = [twin(table) for twin in twins]
    for seat in others:
        assert len({tuple(got(battle, seat, last)) for battle, last in battles}) == 1, seat
    assert len({tuple(got(battle, own, last)) for battle, last in battles}) == len(battles)
