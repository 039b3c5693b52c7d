"""What one pass over a log keeps at hand: rewinds, secret events, numbers of chance."""

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Iterable

import msgspec

from senki.eventstore.events import Envelope
from senki.eventstore.store import EventStore
from senki.projections.seen import audience_of
from senki.projections.timeline import REWOUND, Struck, beside_the_game
from senki.rules.envelopes import Sealing
from senki.rules.events import BookOpened, Dealt, Drawn, Revealed, Rolled
from senki.rules.message import type_of
from senki.rules.table import Audience

PAGE = 1000
KEPT = 256

ROLLED, DRAWN = type_of(Rolled), type_of(Drawn)
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


class Opened(msgspec.Struct):
    """The chance of an opening."""

    chance: "Root"


class Root(msgspec.Struct):
    """The root of a book, its number, and how many envelopes it holds."""

    root: str | None = None
    book: int | None = None
    size: int | None = None


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

    def __init__(self) -> None:
        self.read = 0
        self.rewinds: list[tuple[int, int]] = []
        self.beside: set[int] = set()
        self.secrets: list[Secret] = []
        self.chance: list[Proven] = []
        self.books: list[Sealing] = []
        self._struck: Struck | None = None

    def add(self, page: Iterable[Envelope]) -> None:
        """Take in the next events; those that were read already are passed over."""
        for envelope in page:
            if envelope.seq != self.read + 1:
                continue
            audience = audience_of(envelope.audience)
            if audience is not None:
                self.secrets.append(Secret(envelope.seq, audience))
            self._luck(envelope)
            if envelope.type == REWOUND:
                self.rewinds.append((envelope.seq, msgspec.json.decode(envelope.data or b"", type=Went).to))
            self.beside.update(beside_the_game(envelope))
            self.read = envelope.seq
            self._struck = None

    def _luck(self, envelope: Envelope) -> None:
        kind, data, seq = envelope.type, envelope.data or b"", envelope.seq
        if kind in {ROLLED, DRAWN}:
            number = msgspec.json.decode(data, type=Numbered).number
            if number is not None:
                self.chance.append(Proven(number, seq, seq if kind == ROLLED else 0))
        elif kind in FACES:
            if self.chance and not self.chance[-1].key_seq and msgspec.json.decode(data, type=Keyed).key is not None:
                self.chance[-1] = msgspec.structs.replace(self.chance[-1], key_seq=seq)
        elif kind == BOOK_OPENED:
            self._root(msgspec.json.decode(data, type=Root))
        elif seq == 1:
            self._root(msgspec.json.decode(data, type=Opened).chance)

    def _root(self, root: Root) -> None:
        if root.root is not None and root.book is not None and root.size is not None:
            first = self.books[-1].last + 1 if self.books else 1
            self.books.append(Sealing(root.book, first, root.size, root.root))

    @property
    def struck(self) -> Struck:
        """What rewinds have struck out, as of the last event read."""
        if self._struck is None:
            self._struck = Struck(self.rewinds, self.read, self.beside)
        return self._struck

    def book(self, number: int) -> Sealing | None:
        """The published book that holds an envelope."""
        return next((book for book in self.books if book.first <= number <= book.last), None)

    def proven(self, number: int) -> Proven | None:
        """Where an envelope was used."""
        place = bisect_left(self.chance, number, key=lambda proven: proven.number)
        found = self.chance[place] if place < len(self.chance) else None
        return found if found is not None and found.number == number else None


class KnownMarks:
    """The marks of the logs of a store, read once and then only what is new."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._marks: OrderedDict[str, Marks] = OrderedDict()

    async def of(self, stream: str) -> Marks:
        """The marks of a log up to its head."""
        marks = self._marks.get(stream)
        if marks is None:
            marks = Marks()
            self._marks[stream] = marks
            while len(self._marks) > KEPT:
                self._marks.popitem(last=False)
        self._marks.move_to_end(stream)
        while page := await self._store.read(stream, marks.read, PAGE):
            marks.add(page)
        return marks
