"""JSON Schemas of declarations, for what is too much to list."""

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
