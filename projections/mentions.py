"""What a log says about itself: which later events speak of an event, and where each clause was applied.

Read once, then only what is new; kept in memory, to be thrown away at any time.
"""

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Iterable

import msgspec

from senki.eventstore.events import Envelope
from senki.eventstore.store import EventStore
from senki.rules.events import Annotated, Disputed, Ruled, Settled
from senki.rules.message import type_of

PAGE = 1000
KEPT = 256
DISPUTED, SETTLED, ANNOTATED, RULED = map(type_of, (Disputed, Settled, Annotated, Ruled))
CLAUSES = b'"clauses"'
CLAUSE = b'"clause"'
ABOUT = frozenset({DISPUTED, ANNOTATED})


class _Cites(msgspec.Struct):
    clauses: tuple[str, ...] = ()
    clause: str | None = None


class _Speaks(msgspec.Struct):
    seq: int = 0
    dispute: int = 0


class Mentions:
    """The mentions in one log, as far as event `read`.

    Attributes:
        about: the seqs of the events that speak of an event, in their order.
        applied: the seqs of the events that cite a clause.
        rulings: the seqs of the GM's rulings.
    """

    def __init__(self) -> None:
        self.read = 0
        self.about: dict[int, list[int]] = {}
        self.applied: dict[str, list[int]] = {}
        self.rulings: list[int] = []

    def add(self, page: Iterable[Envelope]) -> None:
        """Take in the next events; those that were read already are passed over."""
        for envelope in page:
            if envelope.seq != self.read + 1:
                continue
            self.read = envelope.seq
            data = envelope.data
            if data is None:
                continue
            if envelope.type in ABOUT:
                self.about.setdefault(msgspec.json.decode(data, type=_Speaks).seq, []).append(envelope.seq)
            elif envelope.type == SETTLED:
                self.about.setdefault(msgspec.json.decode(data, type=_Speaks).dispute, []).append(envelope.seq)
            elif envelope.type == RULED:
                self.rulings.append(envelope.seq)
            if envelope.seq > 1 and (CLAUSES in data or CLAUSE in data):
                cited = msgspec.json.decode(data, type=_Cites)
                for clause in dict.fromkeys(cited.clauses or ((cited.clause,) if cited.clause else ())):
                    self.applied.setdefault(clause, []).append(envelope.seq)

    def rulings_after(self, seq: int, most: int) -> list[int]:
        """The next rulings after an event."""
        first = bisect_left(self.rulings, seq + 1)
        return self.rulings[first : first + most]


class MentionBook:
    """The mentions in the logs of a store."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._kept: OrderedDict[str, Mentions] = OrderedDict()

    async def of(self, stream: str) -> Mentions:
        """The mentions in a log up to its head."""
        found = self._kept.get(stream)
        if found is None:
            found = self._kept[stream] = Mentions()
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(stream)
        while page := await self._store.read(stream, found.read, PAGE):
            found.add(page)
        return found
