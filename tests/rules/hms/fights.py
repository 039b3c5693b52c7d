"""Openings that the tests of hms share."""

from typing import Any

Json = dict[str, Any]

SKILLS = [
    {"id": "combat", "name": "戦闘"},
    {"id": "blade", "name": "刀剣", "within": "combat"},
    {"id": "sword", "name": "剣術", "within": "blade"},
    {"id": "spear", "name": "槍術", "within": "combat"},
    {"id": "run", "name": "逃げる", "flee": True},
    {"id": "track", "name": "追跡", "pursue": True},
]
SWORD = {"id": "longsword", "name": "長剣", "skill": "sword", "bands": ["melee"], "power": 5}
SPEAR = {"id": "spear", "name": "槍", "skill": "spear", "bands": ["melee_plus"], "power": 3}


def pc(id: str, **fields: Any) -> Json:
    """A swordsman: body 3 (HP 40), sword 6, longsword of power 5 for `melee`."""
    return {"id": id, "name": f"剣士{id}", "side": "pc", "body": 3, "skills": {"sword": 6}, "weapons": [SWORD]} | fields


def npc(id: str, **fields: Any) -> Json:
    """A swordsman of the other side: body 3 (HP 40), sword 4."""
    return {
        "id": id,
        "name": f"山賊{id}",
        "side": "npc",
        "body": 3,
        "skills": {"sword": 4},
        "weapons": [SWORD],
    } | fields


def fight(*characters: Json, distance: str = "melee", **options: Any) -> Json:
    """What `open` takes."""
    return {"options": options, "skills": SKILLS, "distance": distance, "characters": list(characters)}
