"""D66, read off two dice, and choices, which are one die with as many sides as there are items."""

from typing import Literal, TypeAlias

import msgspec

from senki.rules.notation.tally import ARROW, Tally, Tray

Order: TypeAlias = Literal["", "N", "A", "S", "D"]
Brackets: TypeAlias = Literal["[]", "()", ""]


class D66Roll(msgspec.Struct, frozen=True, tag=True):
    """Two six-sided dice read as tens and ones: as rolled, or ascending (A, S) or descending (D)."""

    order: Order = ""

    def __str__(self) -> str:
        return f"D66{self.order}"

    @property
    def dice(self) -> int:
        """How many dice roll."""
        return 2

    def tally(self, tray: Tray) -> Tally:
        """Roll and read."""
        first, second = tray.roll(2, 6)
        match self.order:
            case "A" | "S":
                tens, ones = min(first, second), max(first, second)
            case "D":
                tens, ones = max(first, second), min(first, second)
            case _:
                tens, ones = first, second
        total = tens * 10 + ones
        return Tally(notation=str(self), text=f"({self}){ARROW}{total}", total=total)


class Choice(msgspec.Struct, frozen=True, tag=True):
    """One of several items, in the order written."""

    items: tuple[str, ...]
    brackets: Brackets = "[]"

    def __str__(self) -> str:
        if not self.brackets:
            return f"choice {' '.join(self.items)}"
        return f"choice{self.brackets[0]}{','.join(self.items)}{self.brackets[1]}"

    @property
    def dice(self) -> int:
        """How many dice roll."""
        return 1

    def tally(self, tray: Tray) -> Tally:
        """Roll one die; its face counts through the items."""
        (face,) = tray.roll(1, len(self.items))
        chosen = self.items[face - 1]
        return Tally(notation=str(self), text=f"({self}){ARROW}{chosen}", chosen=chosen)
