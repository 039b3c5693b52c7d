"""Openings that the tests of meikyu share."""

from typing import Any

from tests.story import Json, Story


def attack(damage: str = "10", faces: tuple[int, int] = (1, 10), **fields: object) -> Json:
    """A row of an action table: an attack."""
    return {"faces": list(faces), "name": "斬撃", "kind": "attack", "damage": damage} | fields


def evade(faces: tuple[int, int] = (1, 10), **check: object) -> Json:
    """A row of an action table: evasion on 6 or more of a D10."""
    check = check or {"at_least": 6}
    return {"faces": list(faces), "name": "身かわし", "kind": "evade", "check": {"roll": "1D10", **check}}


def guard(faces: tuple[int, int] = (1, 10), bonus: str = "5", **fields: object) -> Json:
    """A row of an action table: defence."""
    return {"faces": list(faces), "name": "盾の構え", "kind": "defence", "bonus": bonus} | fields


def breathe(faces: tuple[int, int] = (1, 10), mp: str = "4", **fields: object) -> Json:
    """A row of an action table: breathing."""
    return {"faces": list(faces), "name": "深呼吸", "kind": "breathe", "mp": mp} | fields


def support(*effects: Json, faces: tuple[int, int] = (1, 10), **fields: object) -> Json:
    """A row of an action table: support."""
    return {"faces": list(faces), "name": "支援", "kind": "support", "effects": list(effects)} | fields


def effect(stat: str, amount: str, **fields: object) -> Json:
    """What is added to a number."""
    return {"stat": stat, "amount": amount} | fields


def ability(timing: str, *effects: Json, id: str = "art", **fields: object) -> Json:
    """An ability."""
    return {"id": id, "name": "秘術", "timing": timing, "effects": list(effects)} | fields


def item(*effects: Json, id: str = "herb", **fields: object) -> Json:
    """A consumable."""
    return {"id": id, "name": "薬草", "effects": list(effects)} | fields


def pc(id: str, *actions: Json, **fields: object) -> Json:
    """A PC in front: HP 30, action value 5; on every face an attack of 10."""
    return {
        "id": id,
        "name": f"探索者{id}",
        "side": "pc",
        "hp_max": 30,
        "action_value": 5,
        "actions": list(actions) or [attack()],
    } | fields


def npc(id: str, *actions: Json, **fields: object) -> Json:
    """An NPC in front: HP 30, action value 3; on every face an attack of 10."""
    return pc(id, *actions, side="npc", name=f"魔物{id}") | {"action_value": 3} | fields


def fight(*characters: Json, **options: object) -> Story:
    """A battle that is open, with these options."""
    return Story("meikyu", {"options": options, "characters": list(characters)})


def ready(*characters: Json, **options: object) -> Story:
    """A battle in its first main phase, after everybody has passed setup and initiative."""
    return on_to_main(fight(*characters, **options).when("begin"))


def on_to_main(story: Story) -> Story:
    """Everybody passes until somebody has the go."""
    while story.at("stage") != "main" and story.at("phase") == "fighting":
        story.when("pass", story.at("awaiting.0.by"))
    return story


def act(story: Story, by: str, face: int, *rolls: list[int], targets: tuple[str, ...] = ()) -> Story:
    """An action die, and what it gives is carried out."""
    return story.when("roll_action", by, [face]).when("perform", by, *rolls, targets=list(targets))


def asked(story: Story) -> dict[str, list[str]]:
    """Who is awaited, and for what."""
    return {a["by"]: a["types"] for a in story.at("awaiting")}


def rule(story: Story, *changes: tuple[str, Any], rolls: tuple[list[int], ...] = ()) -> Story:
    """The GM rules."""
    said = [{"path": path, "to": to} for path, to in changes]
    return story.when("rule", None, *rolls, reason="ＧＭの裁定", changes=said)


def terms(event: Json) -> list[tuple[str, int]]:
    """The terms of an event."""
    return [(t["label"], t["value"]) for t in event["terms"]]
