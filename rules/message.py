"""The bases of everything that is said and of everything that happens.

A message is a flat, immutable JSON object whose `type` tells which one it is (contract: "Declarations", "Events").
The tags of stored events are hand-picked and never change; a field that is added later has a default, and an event
whose meaning changes gets a new tag beside the old one, so that every log ever written can be folded.
"""

from typing import Annotated, dataclass_transform

import msgspec

type_tag = "type"


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Value(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """An immutable value inside a message; a field with a default is left out where it has that default."""


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Part(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An immutable part of a battle's state; every field is written out."""


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Sheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """Data that a table writes itself (characters, weapons, options): unknown fields are errors."""


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Declaration(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field=type_tag,
    gc=False,
):
    """What a seat submits: accepted, and it becomes events; or rejected, and nothing is written."""

    by: str | None


class Statement(Declaration, kw_only=True):
    """A seat speaks for itself, or the GM for the table; with `by`, in a character's name."""

    by: str | None = None


class Action(Declaration, kw_only=True):
    """A character acts."""

    by: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field=type_tag, gc=False):
    """What happened. Outcomes carry the ids of the clauses applied, in order."""

    clauses: tuple[str, ...] = ()


class Term(msgspec.Struct, frozen=True, gc=False):
    """One number that went into a sum that an event states, with the contract's label for it."""

    label: str
    value: int


def type_of(message: type[Declaration] | type[Event]) -> str:
    """The word that stands in a message's `type`."""
    tag = message.__struct_config__.tag
    if not isinstance(tag, str):
        msg = f"{message.__name__} has no tag"
        raise TypeError(msg)
    return tag
