"""The formulas that a meikyu table writes: `2D6+power*2-1`."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Literal, NamedTuple

from senki.rules.message import Term

_TERM = r"([1-9][0-9]?D[1-9][0-9]{0,2}|[0-9]{1,4}|[a-z_]{1,32}(\*[0-9]{1,4}|/[1-9][0-9]{0,3})?)"
PATTERN = rf"^ *[+-]? *{_TERM}( *[+-] *{_TERM})* *$"
_PART = re.compile(r"([+-]?)(?:([0-9]+)D([0-9]+)|([0-9]+)|([a-z_]+)(?:([*/])([0-9]+))?)")


class Part(NamedTuple):
    """One term: dice, a number, or a stat (times or divided by a number), with its sign."""

    sign: int
    label: str
    many: int = 0
    sides: int = 0
    number: int = 0
    stat: str | None = None
    operator: str | None = None


@cache
def parts(formula: str) -> tuple[Part, ...]:
    """The terms of a formula, from left to right."""
    found: list[Part] = []
    for sign, count, sides, number, stat, operator, by in _PART.findall(formula.replace(" ", "")):
        minus = -1 if sign == "-" else 1
        if count:
            found.append(Part(minus, f"{count}D{sides}", many=int(count), sides=int(sides)))
        elif number:
            found.append(Part(minus, "number", number=int(number)))
        else:
            found.append(Part(minus, stat, number=int(by or 1), stat=stat, operator=operator or None))
    return tuple(found)


def stats_of(formula: str) -> tuple[str, ...]:
    """The stats that a formula uses."""
    return tuple(p.stat for p in parts(formula) if p.stat is not None)


def terms(
    formula: str,
    stats: Mapping[str, int],
    rounding: Literal["down", "up"],
    roll: Callable[[int, int], tuple[int, ...]],
) -> tuple[Term, ...]:
    """What each term of a formula comes to; their sum is the formula's value.

    Args:
        formula: as the table wrote it.
        stats: of the character whose formula it is.
        rounding: of a division.
        roll: rolls so many dice of so many sides.
    """
    return tuple(Term(p.label, p.sign * _worth(p, stats, rounding, roll)) for p in parts(formula))


def _worth(
    part: Part, stats: Mapping[str, int], rounding: Literal["down", "up"], roll: Callable[[int, int], tuple[int, ...]]
) -> int:
    if part.many:
        return sum(roll(part.many, part.sides))
    if part.stat is None:
        return part.number
    stat = stats[part.stat]
    if part.operator == "*":
        return stat * part.number
    return stat // part.number if rounding == "down" else -(-stat // part.number)


def total(found: tuple[Term, ...]) -> int:
    """The sum of terms."""
    return sum(term.value for term in found)
