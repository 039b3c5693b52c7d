"""What the shared rules know of any game: its state, whom it waits for, what it offers."""

from collections.abc import Generator, Iterable, Mapping
from typing import Any, Literal, Protocol, TypeVar

import msgspec

from senki.rules import events as ev
from senki.rules.declarations import Dice
from senki.rules.message import Declaration, Event, Value, type_of
from senki.rules.table import GM

Phase = Literal["setup", "fighting", "over"]


class Fighter(Protocol):
    """What the shared rules know of a character."""

    @property
    def id(self) -> str:
        """See the contract."""
        ...

    @property
    def name(self) -> str:
        """See the contract."""
        ...

    @property
    def side(self) -> str:
        """See the contract."""
        ...


class Game(Protocol):
    """What the shared rules know of a system's state."""

    @property
    def phase(self) -> Phase:
        """Where the battle is."""
        ...

    @property
    def characters(self) -> Mapping[str, Fighter]:
        """All that take part, by id."""
        ...


G = TypeVar("G", bound=Game)

Ruling = Generator[Event, G, G]
"""What decides a declaration: yields events, gets back the game after each, returns the game it ends with."""


class Awaited(Value):
    """Whose declarations the rules wait for (`gm`, or a character), and which types they may be."""

    by: str
    types: tuple[str, ...]
    optional: bool = False


def awaiting_dice(due: ev.DiceAwaited) -> tuple[Awaited, ...]:
    """Who may hand in the dice that are due: whoever opened what was hidden, or the GM."""
    asked = (Awaited(by=due.by, types=(DICE,)),)
    return asked if due.by == GM else (*asked, Awaited(by=GM, types=(DICE,), optional=True))


DICE = type_of(Dice)


def dice_offers(awaited: Iterable[Awaited], by: str) -> "tuple[Offer, ...]":
    """The dice that a character, or the GM, may hand in now."""
    it = Dice(by=None if by == GM else by)
    return tuple(Offer(DICE, it.by, (it,)) for who in awaited if who.by == by and DICE in who.types)


class Offer(msgspec.Struct, frozen=True, gc=False):
    """What may be declared now, of one type by one character (or the GM).

    Attributes:
        type: the declaration's type.
        by: who may declare it: a character, or None for the GM.
        plays: every legal play; or, with `schema`, some of them.
        schema: a JSON Schema of the declaration, where the plays are too many to list.
    """

    type: str
    by: str | None
    plays: tuple[Declaration, ...]
    schema: dict[str, Any] | None = None
