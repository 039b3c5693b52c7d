"""The dice notation that players type, in the way of BCDice's common commands.

| typed | is |
|---|---|
| ``2D6+3>=9``, ``(2D6+1D4)*2``, ``1D100/10U`` | a sum; ``/`` rounds down; ``U``, ``C`` up; ``R`` nearest |
| ``4D6KH3``, ``KL``, ``DH``, ``DL``, ``MAX``, ``MIN`` | keep or drop the highest or lowest |
| ``2B6+3B10>=4`` | dice that are not summed; those that meet the target are counted |
| ``3R6>=5``, ``3R6[6]>=5``, ``3R6>=5@6`` | as B; each die that meets the condition rolls again |
| ``3U6[6]+1>=8``, ``3U6>=8@6`` | each die rolls on and adds up while it shows the threshold or more |
| ``D66``, ``D66N``, ``D66A`` or ``D66S``, ``D66D`` | two dice as digits: as rolled, ascending, descending |
| ``choice[剣,盾]``, ``choice(剣,盾)``, ``choice 剣 盾`` | one of the items |
| ``S2D6`` | secret |
| ``x3 2D6``, ``rep3 2D6``, ``repeat3 2D6`` | several times, each with its own dice |
| ``2D6 【受け】`` | what follows a space is a comment |

Source: BCDice's published behaviour (github.com/bcdice/BCDice, BSD-3-Clause), of the system ``DiceBot``.
Where we differ from it:

- Full-width letters, digits and signs are read as half-width ones, and so is whatever keyboards give for a sign
  (``2D6−1``, ``2D6≧9``, ``2D6×2``; `senki.rules.notation.signs`). ``choice[剣、盾]`` is read where no comma divides.
- What BCDice passes over in silence is refused with the reason. So are an operator and a number behind a
  space (``2D6 +3``, ``4D6 KH3``), which BCDice takes for a comment; a plain 0 as divisor, which it answers
  with 1; no dice or no sides; dice beyond our bounds, for which it gives 0; and runs of signs such as ``<<=``.
- At most 200 dice in all, 10,000 sides, 20 repeats. A pool that would roll on stops there and says so.
- U dice roll all at once, then together those that roll on, where BCDice finishes one die before it takes
  the next.
- ``choice(A(),B())`` minds inner brackets, and spaces between items may be several.
- Not read: choices of several (``choice2[…]``) or from a range (``choice[A-F]``), calculations without dice
  (``C(1+2)``) and tallies (``5TY6``).
- Division to the nearest is exact for any size.
"""

import re
import unicodedata
from typing import TypeAlias

import msgspec

from senki.rules.notation.choices import Brackets, Choice, D66Roll
from senki.rules.notation.pools import Again, Scatter, Upward
from senki.rules.notation.reading import EXAMPLES, read
from senki.rules.notation.signs import narrow
from senki.rules.notation.sums import SumRoll
from senki.rules.notation.tally import MOST_DICE, MOST_REPEATS, MOST_TEXT, NotationError, Roll, Tally, Tray

__all__ = ["Notation", "NotationError", "Roll", "Tally", "parse"]

Body: TypeAlias = SumRoll | Scatter | Again | Upward | D66Roll | Choice

_REPEAT = re.compile(r"(S?)(?:REPEAT|REP|X)([0-9]+)")
_BRACKETS: dict[str, Brackets] = {"[": "[]", "(": "()"}
_FORGOTTEN = re.compile(r"[-+*/<>=!@]+\s*D?[0-9(]|[<>]=?\s*\?|(?:KH|KL|DH|DL)[0-9(]")
"""What at the beginning of a comment was meant for the command."""


class Notation(msgspec.Struct, frozen=True, kw_only=True):
    """A dice notation that has been read. ``str`` gives a text that reads as the same notation.

    Attributes:
        body: what is rolled.
        times: how often; None when no repetition was asked for.
        secret: whether only the roller and the GM may see the result.
        comment: what was written behind it.
    """

    body: Body
    times: int | None = None
    secret: bool = False
    comment: str = ""

    @property
    def command(self) -> str:
        """The normal form: half-width, upper case, calculations of counts and targets worked out."""
        return ("S" if self.secret else "") + (f"x{self.times} " if self.times else "") + str(self.body)

    def __str__(self) -> str:
        return f"{self.command} {self.comment}" if self.comment else self.command

    def roll(self, roll: Roll) -> Tally:
        """Roll the dice by asking ``roll(count, sides)`` for faces, and tell what they come to.

        Dice are asked for from left to right, at most 200 in all. Nothing can fail but ``roll`` itself.
        """
        parts: list[Tally] = []
        left = MOST_DICE
        for later in reversed(range(self.times or 1)):
            tray = Tray(roll, left - later * self.body.dice)
            part = self.body.tally(tray)
            left = tray.left + later * self.body.dice
            rolled = {"rolls": tuple(tray.rolls), "sides": tuple(tray.sides), "secret": self.secret}
            parts.append(msgspec.structs.replace(part, **rolled))
        if self.times is None:
            return msgspec.structs.replace(parts[0], notation=self.command)
        return Tally(
            notation=self.command,
            text="\n\n".join(f"#{place}\n{part.text}" for place, part in enumerate(parts, 1)),
            rolls=tuple(faces for part in parts for faces in part.rolls),
            sides=tuple(sides for part in parts for sides in part.sides),
            secret=self.secret,
            parts=tuple(parts),
        )


def parse(text: str) -> Notation:
    """Read a dice notation.

    Raises:
        NotationError: the text is no notation, or out of bounds; the message says in Japanese what is wrong
            and what would be right. No other error is raised, whatever the text.
    """
    text = text.strip()
    if not text:
        raise NotationError(f"ダイスの指定がありません。{EXAMPLES}")
    _require_length(text)
    if any(unicodedata.category(each) in {"Cc", "Cs"} and not each.isspace() for each in text):
        raise NotationError("目に見えない制御文字が混じっています。打ち直してください。")
    notation = _repeated(text)
    if notation.body.dice * (notation.times or 1) > MOST_DICE:
        raise NotationError(f"ダイスは全部で{MOST_DICE}個までです。個数か回数を減らしてください。")
    _require_length(str(notation))
    return notation


def _require_length(text: str) -> None:
    if len(text) > MOST_TEXT:
        raise NotationError(f"長すぎます。コメントも含めて{MOST_TEXT}字までにしてください。")


def _repeated(text: str) -> Notation:
    head, *rest = text.split(None, 1)
    found = _REPEAT.fullmatch(narrow(head).upper())
    if found is None:
        return _single(text)
    if not rest:
        raise NotationError("何を繰り返すかがありません。x3 2D6 のように書いてください。")
    if _REPEAT.fullmatch(narrow(rest[0].split(None, 1)[0]).upper()):
        raise NotationError("繰り返しを重ねることはできません。x3 2D6 のように一つだけにしてください。")
    if len(found[2]) > len(str(MOST_REPEATS)) or not 1 <= int(found[2]) <= MOST_REPEATS:
        raise NotationError(f"繰り返しは1回から{MOST_REPEATS}回までです。x3 2D6 のように書いてください。")
    once = _single(rest[0])
    secret = bool(found[1]) or once.secret
    return msgspec.structs.replace(once, times=int(found[2]), secret=secret)


def _single(text: str) -> Notation:
    for word, secret in (("choice", False), ("schoice", True)):
        if narrow(text[: len(word)]).lower() == word:
            return _choice(text[len(word) :], secret=secret)
    command, *rest = text.split(None, 1)
    comment = rest[0] if rest else ""
    if _FORGOTTEN.match(narrow(comment).upper()):
        raise NotationError(
            "空白の後はコメントになります。計算や目標値、個数は、2D6+3>=9 のように空白を入れずに続けてください。"
        )
    command = narrow(command).upper()
    _require_length(command)
    secret = command.startswith("S")
    return Notation(body=read(command.removeprefix("S")), secret=secret, comment=comment)


def _choice(rest: str, *, secret: bool) -> Notation:
    """Read the items, which stay as they were typed but for spaces around them."""
    if rest[:1].isspace():
        return Notation(body=_items(rest.split(), ""), secret=secret)
    opening = narrow(rest[:1])
    if opening not in _BRACKETS:
        raise NotationError("choice の書き方が違います。choice[剣,盾] のように書いてください。")
    brackets = _BRACKETS[opening]
    depth = 0
    for place, each in enumerate(map(narrow, rest)):
        depth += (each == brackets[0]) - (each == brackets[1])
        if not depth:
            comment = rest[place + 1 :].strip()
            return Notation(body=_items(_divided(rest[1:place]), brackets), secret=secret, comment=comment)
    raise NotationError(f"choice の「{brackets[0]}」が閉じていません。「{brackets[1]}」で閉じてください。")


def _divided(items: str) -> list[str]:
    """Divide at commas; at 、 only where there is none, since it may belong to an item's own words."""
    commas = {each for each in items if narrow(each) == ","} or {"、", "､"}
    return re.split("|".join(map(re.escape, commas)), items)


def _items(typed: list[str], brackets: Brackets) -> Choice:
    items = tuple(" ".join(each.split()) for each in typed if each.strip())
    if len(items) <= 1:
        raise NotationError("選ぶものは二つ以上要ります。choice[剣,盾] のように「,」で区切ってください。")
    return Choice(items, brackets)
