"""Luck is an argument: the only source of dice and cards (DESIGN "Chance", rules/CHANCE.md).

What a chance shows is an event of its own, recorded before what follows from it. Three sources stand behind one
interface: `Sealed` envelopes, `Entered` by hand, and `Recorded` in a log.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

import msgspec

from senki.rules.envelopes import SIZE, Book
from senki.rules.envelopes import key as envelope_key
from senki.rules.events import BookOpened, Dealt, DiceAwaited, Drawn, Revealed, Rolled, Throw
from senki.rules.message import Event
from senki.rules.rejection import Rejection
from senki.rules.sampler import faces as sample_faces
from senki.rules.sampler import picks as sample_picks


class Pick(NamedTuple):
    """Cards that were drawn, in order, and the proof that goes with their faces, where the log has it."""

    cards: tuple[str, ...]
    key: str | None
    rejected: int | None


class Chance(Protocol):
    """Where the rules get faces and cards from."""

    def roll(self, by: str, purpose: str, count: int, sides: int) -> tuple[int, ...]:
        """Roll `count` dice of `sides` sides for `by`; a `rolled` event records it.

        Raises:
            Rejection: `bad_rolls`, when the faces handed in do not fit.
        """
        ...

    def draw(  # noqa: PLR0917 - a draw is told with all of these
        self, deck: str, to: str, count: int, purpose: str, left: Sequence[str], clauses: tuple[str, ...] = ()
    ) -> Pick:
        """Draw `count` of the cards `left` (in a fixed order); an open `drawn` event records it.

        The faces are for the caller to record, in an event for those who may see them.

        Raises:
            Rejection: `bad_rolls`, when the cards handed in do not fit.
        """
        ...

    def roll_as_one(self) -> None:
        """Let all dice of this declaration be one event from one envelope, so that their number tells nothing."""
        ...

    def opened(self) -> str | None:
        """Hear that what was hidden has been opened.

        Returns:
            Who hands in later what follows from it (the rules stop there and record `DiceAwaited`), or None: go on.
        """
        ...

    def take(self) -> Sequence[Event]:
        """Give what was shown since the last call, in order."""
        ...

    def finish(self) -> None:
        """Close the account of one declaration.

        Raises:
            Rejection: `bad_rolls`, when something that was handed in was not called for.
        """
        ...


class OneRoll:
    """Dice that are told one event a throw, or, once `roll_as_one` was called, all in one."""

    def __init__(self) -> None:
        self._shown: list[Event] = []
        self._as_one = False

    def roll_as_one(self) -> None:
        """See `Chance.roll_as_one`."""
        self._as_one = True

    def opened(self) -> str | None:
        """See `Chance.opened`; nothing has to wait."""
        return None

    def take(self) -> Sequence[Event]:
        """See `Chance.take`."""
        shown, self._shown = self._shown, []
        return shown

    def _first(self) -> Rolled | None:
        """The event to which another throw belongs, where there is one."""
        last = self._shown[-1] if self._as_one and self._shown else None
        return last if isinstance(last, Rolled) else None

    def _also(self, rolled: Rolled, throw: Throw) -> None:
        self._shown[-1] = msgspec.structs.replace(rolled, more=(*rolled.more, throw))


class Entered(OneRoll):
    """Dice and cards of a real table, handed in with a declaration: one inner list a roll or draw.

    Args:
        rolls: faces (numbers) or cards (words), in the order in which the rules call for them.
        decks: orders of cards that are known beforehand (cases); a draw takes the next of them that is left, unless
            its cards are among the `rolls`.
        until_opened: whether `rolls` count only as far as nothing hidden has been opened.
        later: who hands in, in a declaration of its own, what the rules call for after that; None: they go on.
    """

    def __init__(
        self,
        rolls: Sequence[Sequence[int | str]] = (),
        decks: dict[str, tuple[str, ...]] | None = None,
        *,
        until_opened: bool = False,
        later: str | None = None,
    ) -> None:
        super().__init__()
        self._until_opened = until_opened
        self._later = later
        self._rolls = rolls
        self._at = 0
        self._decks = decks
        self._upcoming = dict(decks) if decks else {}
        self._asked: list[dict[str, object]] = []

    def again(self, later: str | None) -> "Entered":
        """The same from the beginning, with what was handed in only until something hidden is opened."""
        return Entered(self._rolls, self._decks, until_opened=True, later=later)

    def opened(self) -> str | None:
        """See `Chance.opened`."""
        if self._until_opened:
            self._rolls = self._rolls[: self._at]
        return self._later

    def _next(self, need: dict[str, object]) -> Sequence[int | str]:
        self._asked.append(need)
        if self._at >= len(self._rolls):
            raise Rejection(
                "bad_rolls",
                f"出目が足りません。{self._at + 1}つ目に{need['by']}の{need['what']}（{need['purpose']}）が要ります。",
                needs=tuple(self._asked),
            )
        given = self._rolls[self._at]
        self._at += 1
        return given

    def roll(self, by: str, purpose: str, count: int, sides: int) -> tuple[int, ...]:
        """Give the next faces handed in. See `Chance.roll`."""
        need: dict[str, object] = {
            "by": by,
            "purpose": purpose,
            "count": count,
            "sides": sides,
            "what": f"{count}D{sides}",
        }
        given = self._next(need)
        faces: list[int] = []
        for face in given:
            if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= sides:
                raise Rejection(
                    "bad_rolls",
                    f"{self._at}つ目の出目「{face}」は{sides}面ダイスにありません。",
                    needs=tuple(self._asked),
                )
            faces.append(face)
        if len(faces) != count:
            raise Rejection(
                "bad_rolls",
                f"{self._at}つ目の出目は{count}個のはずですが、{len(faces)}個あります。",
                needs=tuple(self._asked),
            )
        shown = tuple(faces)
        first = self._first()
        if first is None:
            self._shown.append(Rolled(by=by, purpose=purpose, sides=sides, faces=shown, entered=True))
        else:
            self._also(first, Throw(sides=sides, faces=shown))
        return shown

    def draw(  # noqa: PLR0917 - a draw is told with all of these
        self, deck: str, to: str, count: int, purpose: str, left: Sequence[str], clauses: tuple[str, ...] = ()
    ) -> Pick:
        """Give the next cards handed in, or the next of the known order. See `Chance.draw`."""
        known = self._decks is not None and self._at >= len(self._rolls)
        cards = self._known(deck, count, left) if known else self._handed(deck, to, count, purpose, left)
        self._shown.append(Drawn(deck=deck, to=to, count=count, purpose=purpose, entered=True, clauses=clauses))
        return Pick(cards, None, None)

    def _known(self, deck: str, count: int, left: Sequence[str]) -> tuple[str, ...]:
        remaining = list(left)
        upcoming = list(self._upcoming.get(deck, ()))
        cards: list[str] = []
        for _ in range(count):
            card = next((c for c in upcoming if c in remaining), remaining[0] if remaining else None)
            if card is None:
                raise Rejection("bad_rolls", f"山札「{deck}」に引ける札がありません。")
            if card in upcoming:
                upcoming.remove(card)
            remaining.remove(card)
            cards.append(card)
        self._upcoming[deck] = tuple(upcoming)
        return tuple(cards)

    def _handed(self, deck: str, to: str, count: int, purpose: str, left: Sequence[str]) -> tuple[str, ...]:
        need: dict[str, object] = {
            "by": to,
            "purpose": purpose,
            "count": count,
            "deck": deck,
            "what": f"札{count}枚",
        }
        cards = tuple(str(card) for card in self._next(need))
        if len(cards) != count or len(set(cards)) != count or any(card not in left for card in cards):
            raise Rejection(
                "bad_rolls",
                f"{self._at}つ目に引いた札が合いません。山札に残る札から{count}枚を書いてください。",
                needs=tuple(self._asked),
            )
        return cards

    def finish(self) -> None:
        """See `Chance.finish`."""
        if self._at < len(self._rolls):
            raise Rejection(
                "bad_rolls",
                f"出目が余りました。要るのは{self._at}つですが、{len(self._rolls)}つあります。",
                needs=tuple(self._asked),
            )
        if self._decks is not None:
            self._decks.update(self._upcoming)


class Sealed(OneRoll):
    """Sealed envelopes: number n opens envelope n, and nothing is ever rolled again.

    Args:
        secret: the server's own secret, from which each battle's keys are derived.
        battle: the battle's id.
        words: the digest of the words that the seats handed in (`senki.rules.sampler.words_digest`).
        used: the last number that was used, 0 at first.
        book: the book that is open.
        last: the last number in it.
        root: gives the root of the book with the numbers from `first` on, `size` in all, where it is at hand already.
    """

    def __init__(  # noqa: PLR0917 - an envelope is found with all of these
        self,
        secret: bytes,
        battle: str,
        words: bytes,
        used: int,
        book: int,
        last: int,
        root: Callable[[int, int], bytes] | None = None,
    ) -> None:
        super().__init__()
        self._secret = secret
        self._battle = battle
        self._words = words
        self._used = used
        self._book = book
        self._last = last
        self._root = root

    def _open(self) -> tuple[int, bytes]:
        number = self._used + 1
        self._used = number
        if number > self._last:
            self._book += 1
            self._last += SIZE
            root = self._root(number, SIZE) if self._root else Book.build(self._secret, self._battle, number).root
            self._shown.append(BookOpened(book=self._book, size=SIZE, root=root.hex()))
        return number, envelope_key(self._secret, self._battle, number)

    def roll(self, by: str, purpose: str, count: int, sides: int) -> tuple[int, ...]:
        """Open the next envelope for dice. See `Chance.roll`."""
        first = self._first()
        if first is not None:
            key = envelope_key(self._secret, self._battle, self._used)
            sample = sample_faces(key, self._words, self._used, count, sides, throw=len(first.more) + 2)
            self._also(first, Throw(sides=sides, faces=sample.values, rejected=sample.rejected))
            return sample.values
        number, key = self._open()
        sample = sample_faces(key, self._words, number, count, sides)
        self._shown.append(
            Rolled(
                by=by,
                purpose=purpose,
                sides=sides,
                faces=sample.values,
                number=number,
                key=key.hex(),
                rejected=sample.rejected,
            )
        )
        return sample.values

    def draw(  # noqa: PLR0917 - a draw is told with all of these
        self, deck: str, to: str, count: int, purpose: str, left: Sequence[str], clauses: tuple[str, ...] = ()
    ) -> Pick:
        """Open the next envelope for cards. See `Chance.draw`.

        The key stays with the server until the battle is over: with it, and the number of cards left, anybody could
        count how many of the cards that are hidden in hands come before the one that was drawn.
        """
        number, key = self._open()
        sample = sample_picks(key, self._words, number, count, len(left))
        remaining = list(left)
        cards = tuple(remaining.pop(index) for index in sample.values)
        self._shown.append(Drawn(deck=deck, to=to, count=count, purpose=purpose, number=number, clauses=clauses))
        return Pick(cards, None, None)

    def finish(self) -> None:
        """Nothing is handed in, so nothing can be left over."""


class Recorded(OneRoll):
    """What the log has: used to decide a recorded declaration again.

    Args:
        events: the events of the recorded unit, in order.

    `roll` and `draw` raise `Rejection` (`bad_rolls`) where the rules now call for something that was not recorded.
    """

    def __init__(self, events: Sequence[Event]) -> None:
        super().__init__()
        self._events = [e for e in events if isinstance(e, (BookOpened, Rolled, Drawn, Dealt, Revealed))]
        self._waited = [e.by for e in events if isinstance(e, DiceAwaited)]
        self._at = 0
        self._throws: tuple[Throw, ...] = ()

    def roll_as_one(self) -> None:
        """See `Chance.roll_as_one`; a log may have, of an older secret roll, an event and an envelope a throw."""
        self._as_one = sum(isinstance(event, Rolled) for event in self._events) <= 1

    def opened(self) -> str | None:
        """See `Chance.opened`: whoever was waited for when this was recorded."""
        return self._waited[0] if self._waited else None

    def _next(self) -> Event | None:
        while self._at < len(self._events):
            event = self._events[self._at]
            self._at += 1
            if isinstance(event, BookOpened):
                self._shown.append(event)
            elif isinstance(event, (Rolled, Drawn)):
                return event
        return None

    def roll(self, by: str, purpose: str, count: int, sides: int) -> tuple[int, ...]:
        """Give the recorded faces. See `Chance.roll`."""
        first = self._first()
        if first is not None:
            return self._again(first, purpose, count, sides)
        event = self._next()
        if not isinstance(event, Rolled) or event.sides != sides or len(event.faces) != count:
            raise Rejection("bad_rolls", f"記録には「{purpose}」の{count}D{sides}がありません。")
        self._throws = event.more
        event = msgspec.structs.replace(event, more=())
        if event.by != by or event.purpose != purpose:
            event = msgspec.structs.replace(event, by=by, purpose=purpose)
        self._shown.append(event)
        return event.faces

    def _again(self, first: Rolled, purpose: str, count: int, sides: int) -> tuple[int, ...]:
        """The next throw of a roll that is one event."""
        throw = self._throws[0] if self._throws else None
        if throw is None or throw.sides != sides or len(throw.faces) != count:
            raise Rejection("bad_rolls", f"記録には「{purpose}」の{count}D{sides}がありません。")
        self._throws = self._throws[1:]
        self._also(first, throw)
        return throw.faces

    def draw(  # noqa: PLR0917 - a draw is told with all of these
        self, deck: str, to: str, count: int, purpose: str, left: Sequence[str], clauses: tuple[str, ...] = ()
    ) -> Pick:
        """Give the recorded cards. See `Chance.draw`."""
        event = self._next()
        shown = self._events[self._at] if self._at < len(self._events) else None
        if (
            not isinstance(event, Drawn)
            or not isinstance(shown, (Dealt, Revealed))
            or len(shown.cards) != count
            or any(card not in left for card in shown.cards)
        ):
            raise Rejection("bad_rolls", f"記録には「{purpose}」に引いた札{count}枚がありません。")
        self._shown.append(
            msgspec.structs.replace(event, deck=deck, to=to, count=count, purpose=purpose, clauses=clauses)
        )
        return Pick(shown.cards, shown.key, shown.rejected)

    def finish(self) -> None:
        """Refuse what was recorded and is no longer called for."""
        left = self._next()
        if left is not None or self._throws:
            raise Rejection("bad_rolls", "記録にある出目が使われませんでした。")


def known_decks(decks: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Orders of cards for `Entered`, as a case gives them: each list is the cards in the order of their drawing."""
    return {name: tuple(cards) for name, cards in decks.items()}
