"""Fighters and openings for the godeater stories."""

from collections.abc import Sequence

from tests.story import Json, Story

FANG: Json = {"id": "fang", "category": "melee", "kind": "long", "power": 4}
KNIFE: Json = {"id": "knife", "category": "melee", "kind": "short", "power": 4}
WALL: Json = {"id": "wall", "category": "shield", "kind": "shield", "armour": 2}


def pc(id: str, **fields: object) -> Json:
    """A PC in o3 with 5 AP, 3 ST, 20 HP."""
    return {"id": id, "side": "pc", "cell": "o3", "max_hp": 20, "max_ap": 5, "max_st": 3, **fields}


def foe(id: str, **fields: object) -> Json:
    """An enemy in i3 with 4 AP, 40 HP."""
    return {"id": id, "side": "npc", "cell": "i3", "max_hp": 40, "max_ap": 4, **fields}


def skill(id: str, timing: str, *effects: Json, **fields: object) -> Json:
    """A skill."""
    return {"id": id, "timing": timing, "effects": list(effects), **fields}


def strike(id: str = "claw", **fields: object) -> Json:
    """An attacking skill: 2 AP, range 0 to 2, 2 dice, power 3."""
    return {"id": id, "timing": "main", "cost": {"ap": 2}, "range": [0, 2], "attack": blow(), **fields}


def blow(**fields: object) -> Json:
    """What an attacking skill strikes with: 2 dice, power 3, strength."""
    return {"attack_type": "melee", "dice": 2, "power": 3, "ability": "strength", **fields}


def fight(*characters: Json, missions: Sequence[Json] = (), ground: Json | None = None, **options: object) -> Json:
    """What a battle opens with."""
    return {
        "characters": list(characters),
        "missions": list(missions),
        "ground": ground or {},
        "options": options,
    }


def begun(*characters: Json, missions: Sequence[Json] = (), ground: Json | None = None, **options: object) -> Story:
    """A battle that has begun."""
    story = Story("godeater", fight(*characters, missions=missions, ground=ground, **options))
    return story.when("begin")


def terms(event: Json, field: str = "terms") -> list[tuple[str, int]]:
    """The terms of an event, as pairs."""
    return [(t["label"], t["value"]) for t in event[field]]


def awaited(story: Story) -> list[tuple[str, list[str]]]:
    """Who is awaited, and with which types."""
    return [(a["by"], a["types"]) for a in story.at("awaiting")]
