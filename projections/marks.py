"""What one pass over a log keeps at hand: rewinds, secret events and when they were opened, numbers of chance."""

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from eventstore.events import Envelope
from eventstore.store import EventStore
from projections.log import DECLARED, system_of
from projections.seen import audience_of
from projections.timeline import REWOUND, Struck
from rules.events import BookOpened, Dealt, Drawn, Ended, Revealed, Rolled, Shown
from rules.message import type_of
from rules.rulebook import RuleSystem
from rules.table import OVER, Audience, roll_label

PAGE = 1000
KEPT = 256

ROLLED, DRAWN, SHOWN, ENDED = (type_of(kind) for kind in (Rolled, Drawn, Shown, Ended))
BOOK_OPENED = type_of(BookOpened)
FACES = frozenset({type_of(Dealt), type_of(Revealed)})


class Numbered(msgspec.Struct):
    """The number of a chance event."""

    number: int | None = None


class Keyed(msgspec.Struct):
    """The key that stands with faces."""

    key: str | None = None


class Went(msgspec.Struct):
    """Where a rewind went back to."""

    to: int


class About(msgspec.Struct):
    """The event that another one is about."""

    seq: int


class Opened(msgspec.Struct):
    """The chance of an opening."""

    chance: "Root"


class Root(msgspec.Struct):
    """The root of a book, and its number."""

    root: str | None = None
    book: int | None = None


class Proven(msgspec.Struct, frozen=True):
    """Where envelope `number` was used, and the event in which its key stands (the same one, for dice)."""

    number: int
    seq: int
    key_seq: int


class Secret(msgspec.Struct, frozen=True):
    """An event that was not open to all."""

    seq: int
    audience: Audience


class Marks:
    """The marks of one log, read as far as event `read`."""

    def __init__(self, system: RuleSystem[Any]) -> None:
        self.read = 0
        self.rewinds: list[tuple[int, int]] = []
        self.secrets: list[Secret] = []
        self.openings: list[tuple[int, str]] = []
        self.chance: list[Proven] = []
        self.roots: dict[int, str] = {}
        self._opens = {type_of(kind): label for kind, label in system.opens.items()}
        self._unit = 1
        self._struck: Struck | None = None

    def add(self, page: Iterable[Envelope]) -> None:
        """Take in the next events; those that were read already are passed over."""
        for envelope in page:
            if envelope.seq == self.read + 1:
                self._add(envelope)
                self.read = envelope.seq
                self._struck = None

    def _add(self, envelope: Envelope) -> None:  # noqa: C901 - one case a kind of mark
        kind, data, seq = envelope.type, envelope.data or b"{}", envelope.seq
        if kind == DECLARED:
            self._unit = seq
        if envelope.audience is not None:
            audience = audience_of(envelope.audience)
            if audience is not None:
                self.secrets.append(Secret(seq, audience))
        if kind in self._opens:
            self.openings.append((seq, self._opens[kind]))
        if kind in {ROLLED, DRAWN}:
            number = msgspec.json.decode(data, type=Numbered).number
            if number is not None:
                self.chance.append(Proven(number, seq, seq if kind == ROLLED else 0))
        elif kind in FACES and self.chance and not self.chance[-1].key_seq:
            if msgspec.json.decode(data, type=Keyed).key is not None:
                self.chance[-1] = msgspec.structs.replace(self.chance[-1], key_seq=seq)
        elif kind == REWOUND:
            self.rewinds.append((seq, msgspec.json.decode(data, type=Went).to))
        elif kind == SHOWN:
            self.openings.append((seq, roll_label(msgspec.json.decode(data, type=About).seq)))
        elif kind == ENDED:
            self.openings.append((seq, OVER))
        elif kind == BOOK_OPENED:
            self._root(msgspec.json.decode(data, type=Root))
        elif seq == 1:
            self._root(msgspec.json.decode(data, type=Opened).chance)

    def _root(self, root: Root) -> None:
        if root.root is not None and root.book is not None:
            self.roots[root.book] = root.root

    @property
    def struck(self) -> Struck:
        """What rewinds have struck out, as of the last event read."""
        if self._struck is None:
            self._struck = Struck(self.rewinds, self.read)
        return self._struck

    def proven(self, number: int) -> Proven | None:
        """Where an envelope was used."""
        place = bisect_left(self.chance, number, key=lambda proven: proven.number)
        found = self.chance[place] if place < len(self.chance) else None
        return found if found is not None and found.number == number else None

    def newly_open(self, after: int, until: int, seat: str) -> Iterator[tuple[int, list[int]]]:
        """What events `after`+1 to `until` opened to a seat that it could not see before.

        Yields:
            The seq of the event that opened, and the seqs that it opened.
        """
        for place, (at, label) in enumerate(self.openings):
            if not after < at <= until:
                continue
            earlier = self.openings[:place]
            seqs = [
                secret.seq
                for secret in self.secrets
                if secret.seq < at
                and label in {secret.audience.until, OVER}
                and seat not in secret.audience.seats
                and not any(seq > secret.seq and name in {secret.audience.until, OVER} for seq, name in earlier)
            ]
            if seqs:
                yield at, seqs


class MarkBook:
    """The marks of the logs of a store, read once and then only what is new."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._marks: OrderedDict[str, Marks] = OrderedDict()

    async def of(self, stream: str) -> Marks:
        """The marks of a log up to its head.

        Raises:
            Unreadable: the log does not begin as a battle's does.
        """
        marks = self._marks.get(stream)
        if marks is None:
            marks = Marks(system_of((await self._store.read(stream, 0, 1))[0]))
            self._marks[stream] = marks
            while len(self._marks) > KEPT:
                self._marks.popitem(last=False)
        self._marks.move_to_end(stream)
        while page := await self._store.read(stream, marks.read, PAGE):
            marks.add(page)
        return marks
