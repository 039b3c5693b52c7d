"""What differs between two states of a battle, field by field, in the table's words."""

from collections.abc import Mapping
from typing import Any

import msgspec

from senki.projections.wording import Wording, changes
from senki.rules.rulebook import Battle, RuleSystem

ASIDE = frozenset({"seq", "called", "seats", "words", "disputes", "system"})
"""What is the log's or the table's, not the fight's."""
LONG = 60


class Change(msgspec.Struct, frozen=True):
    """One field that differs: its path, what it is called, and what stands there, in words."""

    path: str
    name: str
    recorded: str
    other: str


def differences(
    system: RuleSystem[Any], battle: Battle[Any], recorded: Mapping[str, Any], other: Mapping[str, Any]
) -> tuple[Change, ...]:
    """Every field in which two states differ.

    Args:
        system: the rules.
        battle: whose names are used.
        recorded: one state, as `senki.projections.seen.state` gives it.
        other: the other.
    """
    words = Wording(system, battle)
    return tuple(
        Change(path, words.path(path), told(words, path, a), told(words, path, b))
        for path, a, b in changes(plain(recorded), plain(other))
        if path.partition(".")[0] not in ASIDE
    )


def told(words: Wording, path: str, value: object) -> str:
    """What stands in a field; what is inside of something, as far as a line goes."""
    text = words.fact(path, value).text
    return text if not isinstance(value, dict) or len(text) <= LONG else text[:LONG] + "…"


def plain(state: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any JSON
    """A state as JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(state))
