"""The demo fight: it can be played to its end, and shows what it is meant to show."""

import json
from pathlib import Path
from typing import Any

from senki import api
from senki.rules import SYSTEMS
from senki.rules.chance import Entered
from senki.rules.codec import codec
from senki.rules.decide import decide, open_battle
from senki.rules.message import type_of

DEMO = json.loads((Path(api.__file__).parent / "demos" / "godeater.json").read_text())


def played() -> tuple[list[Any], list[Any], list[str]]:
    """The declarations, the events and the telling of the demo."""
    system = SYSTEMS[DEMO["system"]]
    decision = open_battle(system, DEMO["open"])
    said: list[Any] = []
    events = [h.event for h in decision.events]
    told: list[str] = []
    for step in DEMO["steps"]:
        it = codec(system).declaration(step["do"])
        decision = decide(system, decision.battle, it, Entered(step.get("rolls", ())), seat=step.get("as"))
        said.append(it)
        events += [h.event for h in decision.events]
        told += [system.narrate[type(h.event)](decision.battle.game, h.event) for h in decision.events]
    assert decision.battle.game.phase == "over"
    return said, events, told


def test_the_demo_shows_what_the_game_is():
    said, events, told = played()
    assert 15 <= len(said) <= 30
    kinds = {type_of(type(it)) for it in said}
    assert kinds >= {
        "begin",
        "dash",
        "jump",
        "attack",
        "respond",
        "link_aid",
        "transform",
        "use_item",
        "mark_mission",
        "say",
    }
    assert {it.action for it in said if type_of(type(it)) == "respond"} >= {"guard", "cover", "step", "waive"}
    happened = [type_of(type(e)) for e in events]
    assert {"covered", "guard_checked", "fell", "rescued", "effect_gained", "moved"} <= set(happened)
    assert any(type_of(type(e)) == "attack_declared" and e.attack_type == "ranged" for e in events)
    (ended,) = [e for e in events if type_of(type(e)) == "ended"]
    assert (ended.reason, ended.winner) == ("mission_achieved", "pc")
    assert any("割って入った" in line for line in told)
