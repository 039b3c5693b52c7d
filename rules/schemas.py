"""JSON Schemas of declarations, for what is too much to list."""

from collections.abc import Iterable, Sequence
from typing import Any

Json = dict[str, Any]


def object_schema(kind: str, by: str | None, required: Json, optional: Json | None = None) -> Json:
    """A declaration with these fields and no others.

    Args:
        kind: its type.
        by: who declares it; None for the GM.
        required: the schema of each field that must be there.
        optional: the schema of each field that may be left out.
    """
    head: Json = {"type": {"const": kind}}
    if by is not None:
        head["by"] = {"const": by}
    return {
        "type": "object",
        "properties": {**head, **required, **(optional or {})},
        "required": [*head, *required],
        "additionalProperties": False,
    }


def subset(items: Sequence[str], least: int, most: int) -> Json:
    """So many different ones of these, in any order."""
    return {
        "type": "array",
        "items": {"enum": list(items)},
        "uniqueItems": True,
        "minItems": least,
        "maxItems": most,
    }


def any_order(sets: Iterable[Sequence[str]]) -> Json:
    """One of these sets, whole, in any order."""
    return {"anyOf": [subset(one, len(one), len(one)) for one in sets]}


def text(most: int) -> Json:
    """What somebody says, up to a length."""
    return {"type": "string", "minLength": 1, "maxLength": most}
