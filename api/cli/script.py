"""Scripted fights: one file each in `api/demos`, of the form of a contract case."""

from importlib.resources import files
from typing import Any

import msgspec

from senki.rules import SYSTEMS
from senki.rules.table import GM

Json = dict[str, Any]
REFERENCES = ("to", "seq", "dispute")
"""Fields of declarations that name an event; a script may say `{"step": n}` there: the last event of step n."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"seat": "as", "declaration": "do"}):
    """One declaration: who makes it, what it says, and what the dice show."""

    declaration: Json
    seat: str = GM
    rolls: tuple[tuple[int | str, ...], ...] = ()


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole fight: how it is opened, and what is declared."""

    system: str
    title: str
    open: Json
    steps: tuple[Step, ...]


def names() -> list[str]:
    """The systems that have a scripted fight: those with a file."""
    found = (
        entry.name.removesuffix(".json")
        for entry in (files("senki.api") / "demos").iterdir()
        if entry.name[-5:] == ".json"
    )
    return sorted(name for name in found if name in SYSTEMS)


def script(name: str) -> Script:
    """The scripted fight of a system."""
    return msgspec.json.decode((files("senki.api") / "demos" / f"{name}.json").read_bytes(), type=Script)


def declaration(step: Step, ends: list[int]) -> Json:
    """What a step declares, with each `{"step": n}` as the seq it stands for.

    Args:
        step: it.
        ends: the last seq of the opening and of each step before it.
    """
    said = dict(step.declaration)
    for field in REFERENCES:
        if isinstance(said.get(field), dict):
            said[field] = ends[said[field]["step"]]
    return said
