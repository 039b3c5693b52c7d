"""Dice expressions as the tables of powerplay write them: `2D6+3`, `D`, `5D6*10`, `4`; growth also `D3` and `D2`."""

import re
from functools import cache

from senki.rules.message import Part
from senki.rules.rejection import Rejection

SIDES = 6
"""D3 and D2 are read from a die of six sides too (W-1.5, W-1.6)."""

_FORM = re.compile(
    r"(?P<count>[1-9]\d?)?D(?P<sides>[632])?(?:\*(?P<times>[1-9]\d{0,3}))?(?P<plus>[+-]\d{1,3})?", re.ASCII
)
_NUMBER = re.compile(r"-?\d{1,3}", re.ASCII)


class Expression(Part):
    """(count)D(sides) × times + plus."""

    count: int
    sides: int
    times: int
    plus: int


@cache
def parsed(text: str) -> Expression | None:
    """What an expression says, or None where it is none."""
    if _NUMBER.fullmatch(text):
        return Expression(count=0, sides=SIDES, times=1, plus=int(text))
    found = _FORM.fullmatch(text)
    if found is None:
        return None
    return Expression(
        count=int(found["count"] or 1),
        sides=int(found["sides"] or SIDES),
        times=int(found["times"] or 1),
        plus=int(found["plus"] or 0),
    )


def expression(text: str) -> Expression:
    """What an expression says.

    Raises:
        Rejection: `illegal_value`.
    """
    found = parsed(text)
    if found is None:
        raise Rejection(
            "illegal_value", f"「{text}」はダイスの式として読めません。「2D6+3」のように書いてください。", "W-1.2"
        )
    return found


def written(dice: int, bonus: int) -> str:
    """A check value as the sheet writes it: `3D6+6`; `1` without dice."""
    if dice == 0:
        return str(bonus)
    return f"{dice}D6+{bonus}" if bonus > 0 else f"{dice}D6{bonus}" if bonus < 0 else f"{dice}D6"
