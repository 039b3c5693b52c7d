"""Openings that the tests of powerplay share."""

from typing import Any

Json = dict[str, Any]

CLUB = {"id": "club", "name": "棍棒", "kind": "weapon", "damage": "D6", "damage_type": "blunt"}
SWORD = {"id": "sword", "name": "長剣", "kind": "weapon", "damage": "2D6", "damage_type": "cut"}
BOW = {
    "id": "bow",
    "name": "弓",
    "kind": "weapon",
    "ways": ["shoot"],
    "damage": "D6+2",
    "damage_type": "pierce",
    "bow": True,
}
KNIFE = {
    "id": "knife",
    "name": "短剣",
    "kind": "weapon",
    "ways": ["melee", "throw"],
    "damage": "D6",
    "damage_type": "pierce",
}
LEATHER = {"id": "leather", "name": "革よろい", "kind": "armour", "armour": 2}
PLATE = {
    "id": "plate",
    "name": "板金よろい",
    "kind": "armour",
    "armour": 5,
    "heavy": True,
    "modifiers": {"agility": -5},
}
SHIELD = {"id": "shield", "name": "丸盾", "kind": "shield", "evasion": "D6+1"}

SCHOOLS = [
    {"id": "sorcery", "name": "魔術", "ability": "spirit"},
    {"id": "dance", "name": "呪舞", "ability": "agility", "no_heavy_armour": True},
]
SPELLS = [
    {"id": "bolt", "name": "火矢", "school": "sorcery", "target_number": 12, "need_spirit": 10, "damage": "D6"},
    {
        "id": "blade",
        "name": "風の刃",
        "school": "sorcery",
        "target_number": 14,
        "need_spirit": 10,
        "damage": "D6",
        "damage_type": "cut",
    },
    {"id": "sleep", "name": "眠り", "school": "sorcery", "target_number": 15, "need_spirit": 15},
    {
        "id": "cure",
        "name": "癒し",
        "school": "sorcery",
        "target_number": 10,
        "need_spirit": 10,
        "unfavourable": False,
        "heal": "D6",
    },
    {"id": "reel", "name": "酔いの舞", "school": "dance", "target_number": 10, "need_spirit": 10, "exerting": True},
    {
        "id": "crack",
        "name": "ひび割れ",
        "school": "sorcery",
        "target_number": 14,
        "need_spirit": 10,
        "for_lifeless": True,
        "damage": "D6",
    },
    {
        "id": "whet",
        "name": "研ぎ",
        "school": "sorcery",
        "target_number": 14,
        "need_spirit": 10,
        "for_lifeless": True,
        "unfavourable": False,
    },
]


def abilities(agility: int = 20, /, **others: int) -> Json:
    """All of 20 (2D6+4, HP 10), spirit 12 (stun line −6)."""
    return {"strength": 20, "prowess": 20, "agility": agility, "endurance": 20, "spirit": 12} | others


def pc(id: str, agility: int = 30, *, own: Json | None = None, **fields: Any) -> Json:
    """A hero with a club."""
    return {
        "id": id,
        "name": f"勇者{id}",
        "side": "pc",
        "abilities": abilities(agility, **(own or {})),
        "items": [CLUB],
    } | fields


def npc(id: str, agility: int = 20, *, own: Json | None = None, **fields: Any) -> Json:
    """A monster with a club."""
    return pc(id, agility, own=own, **fields) | {"side": "npc", "name": f"魔物{id}"}


def caster(id: str, agility: int = 30, spirit: int = 30, *, spells: tuple[str, ...] = ("bolt",), **fields: Any) -> Json:
    """Somebody with spells: spirit 30 (3D6+6, three uses a day)."""
    return pc(
        id,
        agility,
        own={"spirit": spirit, "memory": 20},
        **({"spells": {spell: {} for spell in spells}} | fields),
    )


def fight(*characters: Json, distance: int = 0, table: tuple[int, ...] = (), **options: Any) -> Json:
    """What `open` takes."""
    return {
        "options": options,
        "schools": SCHOOLS,
        "spells": SPELLS,
        "distance": distance,
        "experience_table": list(table),
        "characters": list(characters),
    }
