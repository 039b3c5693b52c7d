"""Sums of dice: ``2D6+3>=9``, ``4D6KH3``, ``(2D6+1D4)*2``, ``1D100/10U``.

An expression is kept as it was written, with what it does not need to know any more worked out: how many dice
and which (``(2+3)D6`` is ``5D6``) and the target. Lists of terms and factors, not pairs, so that no length of
text nests deeply.
"""

import operator
from collections.abc import Callable
from typing import Literal, TypeAlias

import msgspec

from senki.rules.notation.tally import ARROW, Tally, Tray

Comparison: TypeAlias = Literal[">=", "<=", "<>", ">", "<", "="]
Rounding: TypeAlias = Literal["", "F", "U", "R"]
Keep: TypeAlias = Literal["KH", "KL", "DH", "DL"]

D66 = 66
"""Dice of 66 sides are two six-sided dice, read as tens and ones."""


_MEETS: dict[Comparison, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "<>": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}


def compare(value: int, comparison: Comparison, target: int) -> bool:
    """Tell whether a value meets its target."""
    return _MEETS[comparison](value, target)


class Target(msgspec.Struct, frozen=True):
    """What a result is compared with; a value of None is a target not told yet (``?``)."""

    comparison: Comparison
    value: int | None

    def __str__(self) -> str:
        return self.comparison + ("?" if self.value is None else str(self.value))

    def met(self, value: int) -> bool | None:
        """Tell whether a value meets it; None when nobody knows it yet."""
        return None if self.value is None else compare(value, self.comparison, self.value)


class Number(msgspec.Struct, frozen=True, tag=True):
    """A number as typed."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


class Dice(msgspec.Struct, frozen=True, tag=True):
    """Dice that are summed: all, or after keeping or dropping ``kept`` of the highest or lowest."""

    count: int
    sides: int
    keep: Keep | None = None
    kept: int = 0

    def __str__(self) -> str:
        return f"{self.count}D{self.sides}" + (f"{self.keep}{self.kept}" if self.keep else "")


class Negative(msgspec.Struct, frozen=True, tag=True):
    """A factor with a minus before it."""

    of: "Number | Dice | Parenthesis"

    def __str__(self) -> str:
        return f"-{self.of}"


class Factor(msgspec.Struct, frozen=True):
    """One factor of a product and how it joins those before it; the first joins by ``*``."""

    by: Literal["*", "/"]
    of: "Number | Dice | Parenthesis | Negative"
    rounding: Rounding = ""


class Term(msgspec.Struct, frozen=True):
    """One term of a sum, itself a product, and how it joins those before it; the first joins by ``+``."""

    by: Literal["+", "-"]
    factors: tuple[Factor, ...]


class Sum(msgspec.Struct, frozen=True):
    """Terms from left to right."""

    terms: tuple[Term, ...]

    def __str__(self) -> str:
        return join(self, [[str(factor.of) for factor in term.factors] for term in self.terms])


class Parenthesis(msgspec.Struct, frozen=True, tag=True):
    """A sum within parentheses."""

    of: Sum

    def __str__(self) -> str:
        return f"({self.of})"


Unit: TypeAlias = Number | Dice | Parenthesis | Negative


def join(total: Sum, shown: list[list[str]]) -> str:
    """Write a sum whose factors are shown as given, term by term."""
    text = ""
    for term, factors in zip(total.terms, shown, strict=True):
        text += term.by if text else ""
        for place, (factor, each) in enumerate(zip(term.factors, factors, strict=True)):
            text += (factor.by if place else "") + each + factor.rounding
    return text


def divide(dividend: int, divisor: int, rounding: Rounding) -> int:
    """Divide; without rounding letter and with F downward, U upward, R to the nearest (halves away from 0).

    A divisor of 0 gives 1, as BCDice has it: only dice can make it 0, since a notation that divides by a
    plain 0 is not read.
    """
    if divisor == 0:
        return 1
    match rounding:
        case "U":
            return -(-dividend // divisor)
        case "R":
            nearest = (2 * abs(dividend) + abs(divisor)) // (2 * abs(divisor))
            return nearest if (dividend < 0) == (divisor < 0) else -nearest
        case _:
            return dividend // divisor


def dice_in(total: Sum) -> tuple[Dice, ...]:
    """List the dice of a sum from left to right."""
    return tuple(dice for term in total.terms for factor in term.factors for dice in _dice_in_unit(factor.of))


def _dice_in_unit(unit: Unit) -> tuple[Dice, ...]:
    match unit:
        case Dice():
            return (unit,)
        case Parenthesis(of=within):
            return dice_in(within)
        case Negative(of=within):
            return _dice_in_unit(within)
        case _:
            return ()


def thrown(dice: Dice) -> int:
    """Count the dice that really roll: a die of 66 sides is two."""
    return dice.count * 2 if dice.sides == D66 else dice.count


def reach(total: Sum) -> int:
    """Bound how far from 0 a sum, or any step towards it, can come."""
    far = 0
    for term in total.terms:
        product = 1
        for factor in term.factors:
            each = _reach_of_unit(factor.of)
            product = product * max(each, 1) if factor.by == "*" else max(product, each, 1)
        far += product
    return far


def _reach_of_unit(unit: Unit) -> int:
    match unit:
        case Dice(count=count, sides=sides):
            return count * sides
        case Parenthesis(of=within):
            return reach(within)
        case Negative(of=within):
            return _reach_of_unit(within)
        case _:
            return unit.value


def work_out(total: Sum, tray: Tray) -> tuple[int, str]:
    """Roll the dice of a sum from left to right; give its value, and the sum with the faces in it."""
    value = 0
    shown: list[list[str]] = []
    for term in total.terms:
        product = 1
        texts: list[str] = []
        for factor in term.factors:
            each, text = _work_out_unit(factor.of, tray)
            texts.append(text)
            product = product * each if factor.by == "*" else divide(product, each, factor.rounding)
        value += product if term.by == "+" else -product
        shown.append(texts)
    return value, join(total, shown)


def _work_out_unit(unit: Unit, tray: Tray) -> tuple[int, str]:
    match unit:
        case Dice():
            return _throw(unit, tray)
        case Parenthesis(of=within):
            value, text = work_out(within, tray)
            return value, f"({text})"
        case Negative(of=within):
            value, text = _work_out_unit(within, tray)
            return -value, f"-{text}"
        case _:
            return unit.value, str(unit.value)


def _throw(dice: Dice, tray: Tray) -> tuple[int, str]:
    if dice.sides == D66:
        faces = tray.roll(thrown(dice), 6)
        values = [tens * 10 + ones for tens, ones in zip(faces[::2], faces[1::2], strict=True)]
    else:
        values = list(tray.roll(dice.count, dice.sides))
    if dice.keep:
        values.sort()
    value = sum(_kept(values, dice))
    return value, f"{value}[{','.join(map(str, values))}]"


def _kept(values: list[int], dice: Dice) -> list[int]:
    match dice.keep:
        case "KH":
            return values[max(len(values) - dice.kept, 0) :]
        case "KL":
            return values[: dice.kept]
        case "DH":
            return values[: max(len(values) - dice.kept, 0)]
        case "DL":
            return values[dice.kept :]
        case _:
            return values


class SumRoll(msgspec.Struct, frozen=True, tag=True):
    """A sum of dice, and what it has to reach."""

    sum: Sum
    target: Target | None = None

    def __str__(self) -> str:
        return str(self.sum) + ("" if self.target is None else str(self.target))

    @property
    def dice(self) -> int:
        """How many dice roll."""
        return sum(map(thrown, dice_in(self.sum)))

    @property
    def _is_one_die(self) -> bool:
        match self.sum:
            case Sum(terms=(Term(factors=(Factor(of=Dice(count=1, keep=None)),)),)):
                return True
            case _:
                return False

    def tally(self, tray: Tray) -> Tally:
        """Roll, add up and judge."""
        total, worked = work_out(self.sum, tray)
        steps = [f"({self})", str(total)] if self._is_one_die else [f"({self})", worked, str(total)]
        success = None if self.target is None else self.target.met(total)
        if success is not None:
            steps.append("成功" if success else "失敗")
        return Tally(notation=str(self), text=ARROW.join(steps), total=total, success=success)
