"""Other luck: what dice and cards might have been, for questions that play on. Nothing of it is ever recorded."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import msgspec

from senki.rules.chance import OneRoll, Pick
from senki.rules.events import Drawn, Rolled, Throw

T = TypeVar("T")
Choose = Callable[[int], int]
"""Picks one of so many: an index from 0."""


class Other(OneRoll):
    """Dice and cards as something else picks them.

    Args:
        choose: picks each face, and each card among those that are left.
        waited: who hands in what follows once something hidden has been opened, where the recorded declaration stopped
            there; None: the rules go on.
    """

    def __init__(self, choose: Choose, waited: str | None = None) -> None:
        super().__init__()
        self._choose = choose
        self._waited = waited

    def opened(self) -> str | None:
        """See `Chance.opened`."""
        return self._waited

    def roll(self, by: str, purpose: str, count: int, sides: int) -> tuple[int, ...]:
        """See `Chance.roll`."""
        return self.show(by, purpose, sides, tuple(self._choose(sides) + 1 for _ in range(count)))

    def show(self, by: str, purpose: str, sides: int, faces: tuple[int, ...]) -> tuple[int, ...]:
        """Let dice fall so."""
        first = self._first()
        if first is None:
            self._shown.append(Rolled(by=by, purpose=purpose, sides=sides, faces=faces))
        else:
            self._also(first, Throw(sides=sides, faces=faces))
        return faces

    def draw(  # noqa: PLR0917 - as in `Chance`
        self, deck: str, to: str, count: int, purpose: str, left: Sequence[str], clauses: tuple[str, ...] = ()
    ) -> Pick:
        """See `Chance.draw`."""
        remaining = list(left)
        cards = tuple(remaining.pop(self._choose(len(remaining))) for _ in range(count))
        return self.deal(Drawn(deck=deck, to=to, count=count, purpose=purpose, clauses=clauses), cards)

    def deal(self, drawn: Drawn, cards: tuple[str, ...]) -> Pick:
        """Let cards be drawn so."""
        self._shown.append(drawn)
        return Pick(cards, None, None)

    def finish(self) -> None:
        """Nothing is handed in, so nothing can be left over."""


MOST_DEEP = 10**12
"""One way in so many is as good as endless: where equal dice are thrown again, there is no last way."""


class Endless(Exception):
    """The ways cannot be counted."""


class Branch(msgspec.Struct, frozen=True):
    """One way in which all choices may fall: one in `of`."""

    of: int


def branches(run: Callable[[Choose], T]) -> Iterator[tuple[Branch, T]]:
    """Run something once for each way in which its choices may fall, each with its weight.

    Args:
        run: what is run; it may ask for other choices after others, and must be the same for the same choices.

    Raises:
        Endless: some way has no end.
    """
    path: list[int] = []
    sizes: list[int] = []
    while True:
        sizes.clear()
        weight = 1

        def choose(many: int) -> int:
            nonlocal weight
            at = len(sizes)
            sizes.append(many)
            weight *= many
            if weight > MOST_DEEP:
                raise Endless
            if at == len(path):
                path.append(0)
            return path[at]

        result = run(choose)
        yield Branch(weight), result
        while path and path[-1] + 1 == sizes[len(path) - 1]:
            path.pop()
        if not path:
            return
        path[-1] += 1
