"""Where a GM's ruling may set something now, and what may stand there."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, cast

import msgspec

from senki.rules.rulebook import RuleSystem

Json = dict[str, Any]
TAKEN = frozenset({"boolean", "integer", "string", "array"})
"""What a ruling may put somewhere; what is made of several values is set value by value."""
MOST_SCHEMAS = 4096


def settable(system: RuleSystem[Any], game: Any) -> dict[str, Json]:  # noqa: ANN401 - a game of that system
    """Every path that exists now and that a ruling may set, with the JSON Schema of its values.

    Args:
        system: the rules.
        game: the state.
    """
    tree = msgspec.json.decode(msgspec.json.encode(game))  # as a ruling sees it: rows are lists
    found: dict[str, Json] = {}
    for pattern in system.settable:
        steps = pattern.split(".")
        for path in _paths(tree, steps):
            schema = _schema(system.game, tuple(steps), tuple(path))
            if path[-1] != "id" and ("enum" in schema or not TAKEN.isdisjoint(schema["type"])):
                found.setdefault(".".join(path), schema)
    return found


def _paths(node: object, steps: Sequence[str]) -> Iterator[list[str]]:
    """The paths under a node that follow a pattern."""
    if not steps:
        yield []
        return
    step, *rest = steps
    if isinstance(node, dict):
        inside = cast("dict[str, object]", node)
        known = inside.items() if step == "*" else [(step, inside[step])] if step in inside else ()
    elif isinstance(node, list):
        row = cast("list[object]", node)
        known = [(str(i), value) for i, value in enumerate(row) if step in {"*", str(i)}]
    else:
        return
    for key, value in known:
        for path in _paths(value, rest):
            yield [key, *path]


@cache
def _whole(game: type[Any]) -> Json:
    return msgspec.json.schema(game)


@lru_cache(MOST_SCHEMAS)
def _schema(game: type[Any], pattern: tuple[str, ...], path: tuple[str, ...]) -> Json:
    """The schema of the values at a path, as far as the state's type tells it."""
    whole = _whole(game)
    nodes = [whole]
    for place, step in enumerate(path):
        nodes = [inside for node in _open(nodes, whole) for inside in _inside(node, step, pattern[place])]
    leaves = _open(nodes, whole)
    values = [value for leaf in leaves for value in leaf.get("enum", [])]
    kinds = list(dict.fromkeys(str(leaf["type"]) for leaf in leaves if "type" in leaf))
    if values and "integer" in kinds:  # a word or a number
        return {"type": [*kinds, "string"], "examples": values}
    if values:
        return {"enum": [*values, None] if "null" in kinds else values}
    rows = [leaf["items"] for leaf in leaves if isinstance(leaf.get("items"), dict)]
    items = [inside for inside in _open(rows, whole) if inside]
    if any(inside.get("type") == "object" for inside in items):
        kinds.remove("array")
    listed = [value for inside in items for value in inside.get("enum", [])]
    return {"type": kinds, "items": {"enum": listed}} if listed else {"type": kinds}


def _open(nodes: Sequence[Json], whole: Json) -> list[Json]:
    """The schemas behind references and alternatives."""
    found: list[Json] = []
    for node in nodes:
        if "$ref" in node:
            found += _open([whole["$defs"][node["$ref"].rpartition("/")[2]]], whole)
        elif "anyOf" in node:
            found += _open(node["anyOf"], whole)
        else:
            found.append(node)
    return found


def _inside(node: Json, step: str, pattern: str) -> Iterator[Json]:
    """The schemas of what stands at one step into a value."""
    if step in node.get("properties", {}):
        yield node["properties"][step]
    elif isinstance(node.get("additionalProperties"), dict):
        yield node["additionalProperties"]
    elif isinstance(node.get("items"), dict):
        yield node["items"]
    elif pattern == "*" and node.get("prefixItems") and step.isdecimal():
        yield from node["prefixItems"][int(step) : int(step) + 1]
