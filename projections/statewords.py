"""What differs between two states of a battle, field by field, in the table's words."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

import msgspec

from senki.rules.rulebook import Battle, RuleSystem
from senki.rules.telling import COMMON_WORDS
from senki.rules.visible import on_one_line

ASIDE = frozenset({"seq", "called", "seats", "words", "disputes", "system"})
"""What is the log's or the table's, not the fight's."""
LONG = 60
ABSENT = object()


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
    names = system.names(battle.game)
    pairs = walk(plain(recorded), plain(other), ())
    return tuple(
        Change(".".join(path), place(system, names, path), value(system, names, path, a), value(system, names, path, b))
        for path, a, b in pairs
        if path[0] not in ASIDE
    )


def plain(state: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any JSON
    """A state as JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(state))


def walk(a: object, b: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], object, object]]:
    """The leaves in which two JSON values differ."""
    if a == b:
        return
    if isinstance(a, dict) and isinstance(b, dict):
        left, right = cast("dict[str, object]", a), cast("dict[str, object]", b)
        for name in dict.fromkeys((*left, *right)):
            yield from walk(left.get(name, ABSENT), right.get(name, ABSENT), (*path, name))
        return
    if isinstance(a, list) and isinstance(b, list):
        rows, others = cast("list[object]", a), cast("list[object]", b)
        if len(rows) == len(others) and any(isinstance(row, dict) for row in rows):
            for number, (row, one) in enumerate(zip(rows, others, strict=True)):
                yield from walk(row, one, (*path, str(number)))
            return
    yield path, a, b


def place(system: RuleSystem[Any], names: Mapping[str, str], path: tuple[str, ...]) -> str:
    """What a field is called, with whose it is."""
    steps: list[str] = []
    for step in path:
        if step == "characters":
            continue
        if step.isdecimal():
            steps.append(f"{int(step) + 1}番目")
            continue
        known = system.words.field(step)
        steps.append(known if known != step else names.get(step) or COMMON_WORDS.get(step, step))
    return on_one_line("の".join(steps))


def value(system: RuleSystem[Any], names: Mapping[str, str], path: tuple[str, ...], it: object) -> str:
    """What stands in a field, in words."""
    field = path[-1] if path else ""
    match it:
        case None:
            return "なし"
        case bool():
            return "はい" if it else "いいえ"
        case str():
            known = system.words.value(field, it)
            return on_one_line(known or names.get(f"{field}:{it}") or names.get(it) or COMMON_WORDS.get(it, it))
        case list():
            rows = cast("list[object]", it)
            return "、".join(value(system, names, path, row) for row in rows) or "なし"
        case dict():
            fields = cast("dict[str, object]", it).items()
            told = "、".join(f"{place(system, names, (n,))} {value(system, names, (*path, n), v)}" for n, v in fields)
            return told if len(told) <= LONG else told[:LONG] + "…"
        case _:
            return "なし" if it is ABSENT else str(it)
