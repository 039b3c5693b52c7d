"""What a notation's roll came to, the error for one that cannot be read, and the bounds of both."""

from collections.abc import Callable
from typing import TypeAlias

import msgspec

MOST_TEXT = 200
"""Characters in a notation with its comment."""

MOST_DICE = 200
"""Dice in one notation, over all its terms and repetitions."""

MOST_SIDES = 10_000
"""Sides of a die."""

MOST_REPEATS = 20
"""Repetitions of one notation."""

MOST_NESTING = 16
"""Parentheses within each other."""

MOST_VALUE = 2**53 - 1
"""The largest number that a notation can come to: what every reader of JSON keeps exactly."""

ARROW = " ＞ "
"""What stands between the steps of a line, as players know it."""

Roll: TypeAlias = Callable[[int, int], tuple[int, ...]]
"""Asks the chance for faces: ``roll(count, sides)`` gives ``count`` faces from 1 to ``sides``."""


class NotationError(ValueError):
    """A text is no dice notation; the message says in Japanese what is wrong and what would be right."""


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """What one notation came to.

    Attributes:
        notation: the command in its normal form, without comment.
        text: the line to show, in the form that BCDice prints.
        total: the sum; of a D66 its two digits. None for scattered dice, re-roll pools, choices and repeats.
        success: whether the total met its target; None without target, and for dice that count successes.
        successes: how many dice met the target; None where dice are not counted.
        rolls: the faces of each call of the chance, in the order rolled. Of a repeat: of all its parts.
        sides: for each of ``rolls`` the sides of its dice.
        chosen: the item that a choice fell on.
        secret: whether only the roller and the GM may see it.
        parts: of a repeat, each repetition by itself, with its own dice; else empty.
    """

    notation: str
    text: str
    total: int | None = None
    success: bool | None = None
    successes: int | None = None
    rolls: tuple[tuple[int, ...], ...] = ()
    sides: tuple[int, ...] = ()
    chosen: str | None = None
    secret: bool = False
    parts: "tuple[Tally, ...]" = ()


class Tray:
    """The dice of one roll as they fall, and how many more may fall."""

    def __init__(self, roll: Roll, left: int) -> None:
        self._roll = roll
        self.left = left
        self.rolls: list[tuple[int, ...]] = []
        self.sides: list[int] = []

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Ask the chance once, and keep what it showed."""
        faces = self._roll(count, sides)
        self.left -= count
        self.rolls.append(faces)
        self.sides.append(sides)
        return faces
