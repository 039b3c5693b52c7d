"""From the text of a command to what is to be rolled: a recursive-descent parser.

Arithmetic is read as in BCDice: ``*`` and ``/`` before ``+`` and ``-``, from left to right, a sign before any
factor. Every number is bounded while it is read, so that nothing that has been read can fail when rolled.
"""

import re
from typing import Literal, NoReturn, cast

from senki.rules.notation.choices import D66Roll, Order
from senki.rules.notation.pools import Again, Pool, Scatter, Upward
from senki.rules.notation.sums import (
    D66,
    Comparison,
    Dice,
    Factor,
    Keep,
    Negative,
    Number,
    Parenthesis,
    Rounding,
    Sum,
    SumRoll,
    Target,
    Term,
    Unit,
    dice_in,
    reach,
    work_out,
)
from senki.rules.notation.tally import MOST_DICE, MOST_NESTING, MOST_SIDES, MOST_VALUE, NotationError, Tray

EXAMPLES = "2D6+3>=9、3B6>=4、choice[剣,盾] のように書いてください。"
"""How most messages end."""

_MOST_DIGITS = 9
_COMPARISONS: dict[str, Comparison] = {
    ">=": ">=",
    "=>": ">=",
    "<=": "<=",
    "=<": "<=",
    "<>": "<>",
    "!=": "<>",
    "=!": "<>",
    ">": ">",
    "<": "<",
    "=": "=",
    "==": "=",
}
_ROUNDINGS: dict[str, Rounding] = {"": "", "F": "F", "U": "U", "C": "U", "R": "R"}
_SHORTHANDS: dict[str, Keep] = {"MAX": "KH", "MIN": "KL"}
_PoolLetter = Literal["B", "R", "U"]


def read(command: str) -> SumRoll | Scatter | Again | Upward | D66Roll:
    """Read one command, upper case and without spaces, secret mark or repetition.

    Raises:
        NotationError: it is no command, or one that is out of bounds.
    """
    if found := re.fullmatch(r"D66([ANSD]?)", command):
        return D66Roll(cast("Order", found[1]))
    reader = _Reader(command)
    letter = reader.pool_letter()
    roll = reader.sum_roll() if letter is None else reader.pool_roll(letter)
    reader.end()
    return roll


class _Reader:
    """A place in the text of one command."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._depth = 0

    # the text

    def _take(self, pattern: str) -> str | None:
        """Take what stands here, if it matches."""
        found = re.compile(pattern).match(self._text, self._at)
        if found is None:
            return None
        self._at = found.end()
        return found[0]

    def _fail(self) -> NoReturn:
        rest = self._text[self._at :]
        if not rest:
            raise NotationError(f"「{self._text}」は途中で終わっています。{EXAMPLES}")
        raise NotationError(f"「{rest}」を読み取れません。{EXAMPLES}")

    def end(self) -> None:
        """Require that nothing is left."""
        if self._at < len(self._text):
            self._fail()

    # arithmetic

    def _sum(self) -> Sum:
        terms = [Term("+", self._product())]
        while by := self._take(r"[+-]"):
            factors = self._product()
            if len(factors) == 1 and isinstance(within := factors[0].of, Negative):
                by = "-" if by == "+" else "+"
                factors = (Factor("*", within.of),)
            terms.append(Term("+" if by == "+" else "-", factors))
        total = Sum(tuple(terms))
        if reach(total) > MOST_VALUE:
            raise NotationError("計算の結果が大きくなりすぎます。9000兆までに収まるように書いてください。")
        return total

    def _product(self) -> tuple[Factor, ...]:
        factors = [Factor("*", self._signed())]
        while by := self._take(r"[*/]"):
            unit = self._signed()
            if by == "*":
                factors.append(Factor("*", unit))
                continue
            factor = Factor("/", unit, _ROUNDINGS[self._take(r"[UCRF]") or ""])
            if _value(unit) == 0:
                raise NotationError("0で割ることはできません。割る数を1以上にしてください。")
            factors.append(factor)
        return tuple(factors)

    def _signed(self) -> Unit:
        signs = self._take(r"[+-]+") or ""
        unit = self._unit()
        return Negative(unit) if signs.count("-") % 2 else unit

    def _unit(self) -> Number | Dice | Parenthesis:
        if self._take(r"D(?=[0-9(])"):
            return self._dice(1, bare=True)
        before = self._at
        unit = self._term()
        if self._take(r"D(?![HL])"):
            return self._dice(self._constant(unit, before), bare=False)
        return unit

    def _term(self) -> Number | Parenthesis:
        digits = self._take(r"[0-9]+")
        if digits is not None:
            if len(digits) > _MOST_DIGITS:
                raise NotationError(f"数は{_MOST_DIGITS}桁までです。「{digits}」を短くしてください。")
            return Number(int(digits))
        if not self._take(r"\("):
            self._fail()
        self._depth += 1
        if self._depth > MOST_NESTING:
            raise NotationError(f"括弧の入れ子は{MOST_NESTING}重までです。")
        within = self._sum()
        self._depth -= 1
        if not self._take(r"\)"):
            raise NotationError("括弧が閉じていません。(2D6+1)*2 のように「)」で閉じてください。")
        return Parenthesis(within)

    def _constant(self, unit: Unit, before: int) -> int:
        value = _value(unit)
        if value is None:
            shown = self._text[before : self._at]
            raise NotationError(f"「{shown}」の所には、ダイスではなく数を書いてください。")
        return value

    def _number(self) -> int:
        """Read a number or a calculation in parentheses."""
        before = self._at
        return self._constant(self._term(), before)

    def _calculation(self) -> int:
        """Read a calculation without dice."""
        before = self._at
        return self._constant(Parenthesis(self._sum()), before)

    # dice

    def _dice(self, count: int, *, bare: bool) -> Dice:
        sides = self._number() if re.match(r"[0-9(]", self._text[self._at :]) else 6
        if bare and sides == D66:
            raise NotationError("D66 はほかの項と合わせられません。D66 だけを書くか、1D66+1 としてください。")
        _require_dice(count * 2 if sides == D66 else count, sides)
        filtered = self._take(r"KH|KL|DH|DL|MAX|MIN")
        if filtered is None:
            return Dice(count, sides)
        if filtered in _SHORTHANDS:
            return Dice(count, sides, _SHORTHANDS[filtered], 1)
        kept = self._number() if re.match(r"[0-9(]", self._text[self._at :]) else 1
        if kept < 0:
            raise NotationError(f"{filtered} の個数は0以上にしてください。4D6KH3 のように書きます。")
        return Dice(count, sides, cast("Keep", filtered), kept)

    def _comparison(self) -> Comparison | None:
        typed = self._take(r"[<>=!]+")
        if typed is None:
            return None
        if typed not in _COMPARISONS:
            raise NotationError(f"「{typed}」という比べ方はありません。>= <= > < = <> のどれかを使ってください。")
        return _COMPARISONS[typed]

    def _target(self) -> Target | None:
        comparison = self._comparison()
        return None if comparison is None else Target(comparison, self._calculation())

    # commands

    def sum_roll(self) -> SumRoll:
        """Read a sum with its target."""
        total = self._sum()
        comparison = self._comparison()
        target = None
        if comparison is not None:
            target = Target(comparison, None if self._take(r"\?") else self._calculation())
        self.end()
        if not dice_in(total):
            raise NotationError(f"「{self._text}」にはダイスがありません。{EXAMPLES}")
        return SumRoll(total, target)

    def pool_letter(self) -> _PoolLetter | None:
        """Tell which kind of pool begins here, if one does; stay where we are."""
        before = self._at
        if not re.match(r"[0-9(]", self._text[before:]):
            return None
        self._term()
        letter = self._take(r"[BRU]")
        self._at = before
        return cast("_PoolLetter | None", letter)

    def pool_roll(self, letter: _PoolLetter) -> Scatter | Again | Upward:
        """Read a pool of dice with what belongs to it."""
        pools = [self._pool(letter)]
        while self._text.startswith("+", self._at):
            self._at += 1
            if self.pool_letter() != letter:
                self._at -= 1
                break
            pools.append(self._pool(letter))
        match letter:
            case "B":
                return Scatter(tuple(pools), self._target())
            case "R":
                return self._again(tuple(pools))
            case _:
                return self._upward(tuple(pools))

    def _pool(self, letter: _PoolLetter) -> Pool:
        count = self._number()
        self._take(letter)
        sides = self._number()
        _require_dice(count, sides)
        return Pool(count, sides)

    def _again(self, pools: tuple[Pool, ...]) -> Again:
        condition = self._condition(r"\[", r"\]")
        target = self._target()
        if condition is None:
            condition = self._condition("@", "")
        comparison, threshold = condition or (None, None)
        if comparison is None:
            comparison = ">=" if target is None else target.comparison
        if threshold is None and target is not None:
            threshold = target.value
        if threshold is None:
            raise NotationError("振り足しの条件がありません。2R6>=5 や 2R6[5] のように、振り足す出目を書いてください。")
        again = Again(pools, comparison, threshold, target)
        if not again.ends:
            raise NotationError(
                "どの出目でも振り足すことになり終わりません。2R6>=5 や 2R6[5] のように条件を狭めてください。"
            )
        return again

    def _condition(self, opening: str, closing: str) -> tuple[Comparison | None, int] | None:
        if not self._take(opening):
            return None
        condition = self._comparison(), self._calculation()
        if closing and not self._take(closing):
            raise NotationError("「[」が閉じていません。3R6[5] のように「]」で閉じてください。")
        return condition

    def _upward(self, pools: tuple[Pool, ...]) -> Upward:
        condition = self._condition(r"\[", r"\]")
        plus = 0
        if re.match(r"[+-]", self._text[self._at :]):
            plus = self._calculation()
        target = self._target()
        if condition is None:
            condition = self._condition("@", "")
        if condition is None:
            raise NotationError("振り足す出目がありません。3U6[6] のように書いてください。")
        comparison, threshold = condition
        if comparison is not None:
            raise NotationError("上方無限ロールの振り足しは数だけで書きます。3U6[6] は6以上で振り足します。")
        if threshold <= 1:
            raise NotationError("どの出目でも振り足すことになり、終わりません。3U6[6] のように2以上を書いてください。")
        return Upward(pools, threshold, plus, target)


def _value(unit: Unit) -> int | None:
    """Work out what needs no dice; None when it does."""
    total = Sum((Term("+", (Factor("*", unit),)),))
    if dice_in(total):
        return None
    return work_out(total, Tray(lambda _count, _sides: (), 0))[0]


def _require_dice(count: int, sides: int) -> None:
    if not 1 <= count <= MOST_DICE:
        raise NotationError(f"ダイスは1個から{MOST_DICE}個までです。2D6 のように書いてください。")
    if not 1 <= sides <= MOST_SIDES:
        raise NotationError(f"ダイスの面は1から{MOST_SIDES}までです。2D6 のように書いてください。")
