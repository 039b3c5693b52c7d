"""The scripted fight: it is legal to the last declaration, and it shows what the game is about."""

from importlib.resources import files
from typing import Any

import msgspec

from tests.story import Story

Json = dict[str, Any]
DEMO: Json = msgspec.json.decode((files("senki.api") / "demos" / "powerplay.json").read_bytes())


def played() -> tuple[Story, list[list[Json]]]:
    """The demo driven through the rules, with the events of each step."""
    story = Story("powerplay", DEMO["open"])
    steps: list[list[Json]] = []
    for step in DEMO["steps"]:
        said = dict(step["do"])
        story.when(said.pop("type"), said.pop("by", None), *step.get("rolls", ()), seat=step["as"], **said)
        steps.append(story.last)
        assert all(line for line in story.told())
    return story, steps


def test_the_demo_is_played_to_the_end_and_the_heroes_stand():
    story, _ = played()
    assert (story.at("phase"), story.at("round")) == ("over", 3)
    now = {id: (c["hp"], c["condition"]) for id, c in story.at("characters").items()}
    # レン: 16 − 17, then 2 for striking with a heavy wound. ゴルダ: 15 − 8 − 8, then 2 for his own blow, then 5.
    # ミナ: 10 − 6. ギズ: 8 − 6 − 7.
    assert now == {
        "ren": (-3, "heavy"),
        "mina": (4, "light"),
        "giz": (-5, "unconscious"),
        "golda": (-8, "unconscious"),
    }
    # Two of level 5 for three hours: 10 × 3 × 100 ÷ 2.
    assert story.at("characters.ren.experience") == 5600 + 1500


def test_the_demo_shows_melee_shooting_evading_a_spell_a_wound_a_hero_point_and_an_end():
    _, steps = played()
    events = [event for step in steps for event in step]
    kinds = {event["type"] for event in events}
    assert kinds >= {"attacked", "hit", "missed", "spell_succeeded", "hero_point_spent", "devoted", "ended", "said"}
    assert {e["way"] for e in events if e["type"] == "attacked"} == {"melee", "shoot"}
    assert {e["to"] for e in events if e["type"] == "condition_changed"} == {"light", "heavy", "unconscious"}
    assert {e["cause"] for e in events if e["type"] == "damaged"} == {"weapon", "spell", "exertion"}
    assert 15 <= len(DEMO["steps"]) <= 30
    assert sum(e["type"] == "said" for e in events) >= 6


def test_everything_in_the_demo_has_a_japanese_name():
    story, _ = played()
    names = story.system.names(story.battle.game)
    wanted = {"ren": "レン", "maul": "大槌", "bolt": "火矢", "sorcery": "魔術", "agility": "敏捷性"}
    assert {word: names[word] for word in wanted} == wanted
