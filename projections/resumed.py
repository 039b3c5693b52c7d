"""Luck that goes on in another history: handed in, as recorded, or sampled, and each said to be so."""

import random
from collections.abc import Callable, Sequence

import msgspec

from senki.projections.otherluck import Other
from senki.rules.chance import Pick
from senki.rules.events import BookOpened, Dealt, DiceAwaited, Drawn, Revealed, Rolled, Throw
from senki.rules.message import Event
from senki.rules.rejection import Rejection


class Resumed(Other):
    """Luck that goes on: handed in first, then as recorded where it was recorded, else sampled.

    Args:
        events: of the recorded unit.
        sample: other luck.
        handed: faces and cards that are handed in.
        after: how many recorded rolls and draws come before the first that is handed in.
    """

    def __init__(
        self,
        events: Sequence[Event],
        sample: random.Random,
        handed: Sequence[int | str] = (),
        after: int = 0,
    ) -> None:
        waited = next((event.by for event in events if isinstance(event, DiceAwaited)), None)
        super().__init__(sample.randrange, waited)
        self._sample = sample
        self._recorded = [e for e in events if isinstance(e, (BookOpened, Rolled, Drawn, Dealt, Revealed))]
        self._throws: tuple[Throw, ...] = ()
        self._handed = list(handed)
        self._after = after
        self.marks: list[str] = []

    def roll_as_one(self) -> None:
        """See `Chance.roll_as_one`; a log may have, of an older secret roll, an event a throw."""
        self._as_one = sum(isinstance(event, Rolled) for event in self._recorded) <= 1

    def roll(self, by: str, purpose: str, count: int, sides: int) -> tuple[int, ...]:
        """Give faces: handed in, recorded, sampled. See `Chance.roll`."""
        going_on = self._first() is not None
        kept: Rolled | None = None
        if going_on:
            throw = self._throws[0] if self._throws else None
            self._throws = self._throws[1:]
            faces = () if throw is None or throw.sides != sides else throw.faces
        else:
            found = self._match(lambda e: isinstance(e, Rolled) and e.sides == sides and e.purpose == purpose)
            kept = found if isinstance(found, Rolled) else None
            faces = () if kept is None else kept.faces
            self._throws = () if kept is None else kept.more
        given = self._given(count)
        if given is not None:
            fit = tuple(face for face in given if isinstance(face, int) and 1 <= face <= sides)
            if len(fit) != count:
                shown = "、".join(map(str, given))
                raise Rejection("bad_rolls", f"「{purpose}」に要るのは{sides}面の目が{count}個です（{shown}）。")
            return self._fell(by, purpose, sides, fit, "handed_in", going_on=going_on)
        if len(faces) >= count:
            if kept is not None and len(faces) == count:
                self._mark("recorded", going_on=going_on)
                self._shown.append(msgspec.structs.replace(kept, by=by, purpose=purpose, more=()))
                return faces
            return self._fell(by, purpose, sides, faces[:count], "recorded", going_on=going_on)
        rest = tuple(self._sample.randrange(sides) + 1 for _ in range(count - len(faces)))
        return self._fell(by, purpose, sides, (*faces, *rest), "sampled", going_on=going_on)

    def draw(  # noqa: PLR0917 - as in `Chance`
        self, deck: str, to: str, count: int, purpose: str, left: Sequence[str], clauses: tuple[str, ...] = ()
    ) -> Pick:
        """Give cards: handed in, recorded, sampled. See `Chance.draw`."""
        found = self._match(lambda e: isinstance(e, Drawn) and e.deck == deck and e.purpose == purpose)
        shown = self._recorded[0] if found is not None and self._recorded else None
        drawn = Drawn(deck=deck, to=to, count=count, purpose=purpose, clauses=clauses)
        given = self._given(count)
        if given is not None:
            cards = tuple(map(str, given))
            if len(set(cards)) != count or any(card not in left for card in cards):
                raise Rejection("bad_rolls", f"引く札は、山札に残る札から{count}枚を書いてください。")
            self.marks.append("handed_in")
            return self.deal(drawn, cards)
        if (
            isinstance(found, Drawn)
            and isinstance(shown, (Dealt, Revealed))
            and len(shown.cards) == count
            and all(card in left for card in shown.cards)
        ):
            self.marks.append("recorded")
            self._shown.append(
                msgspec.structs.replace(found, deck=deck, to=to, count=count, purpose=purpose, clauses=clauses)
            )
            return Pick(shown.cards, shown.key, shown.rejected)
        self.marks.append("sampled")
        return self.deal(drawn, tuple(self._sample.sample(list(left), count)))

    def finish(self) -> None:
        """Refuse what was handed in and not called for.

        Raises:
            Rejection: `bad_rolls`.
        """
        while self._recorded:
            self._pass(self._recorded.pop(0))
        if self._handed:
            left = "、".join(map(str, self._handed))
            raise Rejection("bad_rolls", f"書かれた出目が余りました（{left}）。この宣言ではそれほど振りません。")

    def _match(self, fits: Callable[[Event], bool]) -> Event | None:
        """The next recorded one that fits; those before it are not called for any more."""
        place = next((n for n, event in enumerate(self._recorded) if fits(event)), None)
        if place is None:
            return None
        for passed in self._recorded[:place]:
            self._pass(passed)
        found = self._recorded[place]
        self._recorded = self._recorded[place + 1 :]
        return found

    def _pass(self, event: Event) -> None:
        if isinstance(event, BookOpened):
            self._shown.append(event)

    def _given(self, count: int) -> list[int | str] | None:
        """What is handed in for the next roll or draw; None where nothing is (any more)."""
        if self._after:
            self._after -= 1
            return None
        if not self._handed:
            return None
        given, self._handed = self._handed[:count], self._handed[count:]
        return given

    def _fell(
        self, by: str, purpose: str, sides: int, faces: tuple[int, ...], mark: str, *, going_on: bool
    ) -> tuple[int, ...]:
        self._mark(mark, going_on=going_on)
        return self.show(by, purpose, sides, faces)

    def _mark(self, mark: str, *, going_on: bool) -> None:
        """Say where luck came from; throws that are one event are as good as the worst of them."""
        if going_on and self.marks:
            mark = max(self.marks.pop(), mark, key=("recorded", "handed_in", "sampled").index)
        self.marks.append(mark)
