"""Looking into a log through somebody's eyes: what every question asked of a record needs."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from senki.eventstore.events import Envelope
from senki.eventstore.store import EventStore
from senki.projections.history import Chronicle, History, NoSuchMoment
from senki.projections.log import DECLARED, event_of
from senki.projections.marks import KnownMarks, Marks
from senki.projections.mentions import MentionBook
from senki.projections.seen import is_open, may_see, state
from senki.projections.timeline import HIDDEN, Struck, told
from senki.projections.wording import Json, Number, Sentence, Wording
from senki.rules.envelopes import Sealing
from senki.rules.rulebook import Battle, RuleSystem

Proofs = Callable[[str, Sealing, int], tuple[bytes, ...]]
Keys = Callable[[str, int], bytes | None]
KEPT = 64
"""Battles whose words are kept."""
UNIT = 16
"""Events read at once while the end of a unit is looked for."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event in a list: what it is called and how it is told.

    Attributes:
        struck: a rewind has struck it out.
        hidden: this viewer may not see what it says.
    """

    seq: int
    type: str
    heading: str
    text: str
    struck: bool = False
    hidden: bool = False


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """A declaration: who made it, from which seat, and what it says, in the table's words.

    Attributes:
        seq: of its `declared` event.
        seat, seat_name: who declared.
        recorded_at: when (UTC).
        by, who: in whose name.
        type, what: of the declaration.
        facts: its other fields.
        own: it is the one that set the event off that is being looked into.
        hidden: this viewer may not see what it says.
    """

    seq: int
    seat: str
    seat_name: str
    recorded_at: str
    by: str | None = None
    who: str = ""
    type: str = ""
    what: str = ""
    details: str = ""
    own: bool = False
    hidden: bool = False


class Applied(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step of a ruling: the event, the clauses applied in order, and the very numbers that went in."""

    seq: int
    heading: str
    text: str
    clauses: tuple[Sentence, ...] = ()
    terms: tuple[Number, ...] = ()
    result: Number | None = None
    product: bool = False
    own: bool = False


class Look(msgspec.Struct, frozen=True):
    """One battle as one viewer looks at it; a `seat` of None is the operator, who sees everything."""

    stream: str
    system: RuleSystem[Any]
    present: Battle[Any]
    hash: bytes
    seat: str | None
    marks: Marks
    wording: Wording

    @property
    def struck(self) -> Struck:
        """What rewinds have struck out."""
        return self.marks.struck

    def sees(self, envelope: Envelope) -> bool:
        """Whether the viewer may see what an event says."""
        if envelope.data is None:
            return False
        return self.seat is None or may_see(self.present, envelope.audience, envelope.seq, self.seat)

    def state(self, then: Battle[Any]) -> Json:
        """The state of a moment as the viewer sees it, as plain JSON."""
        seen = state(self.system, then, self.seat, opened=is_open(self.present, then.seq))
        return msgspec.json.decode(msgspec.json.encode(seen))

    def line(self, envelope: Envelope) -> Line:
        """An event in a list."""
        heading, struck = self.wording.event(envelope.type), self.struck.holds(envelope.seq)
        if not self.sees(envelope):
            return Line(envelope.seq, envelope.type, heading, HIDDEN, struck, hidden=True)
        text = told(self.system, self.present, event_of(self.system, envelope))
        return Line(envelope.seq, envelope.type, heading, text, struck)

    def data(self, envelope: Envelope) -> Json:
        """What an event says; nothing where the viewer may not see it."""
        return msgspec.json.decode(envelope.data) if envelope.data is not None and self.sees(envelope) else {}

    def said(self, envelope: Envelope, *, own: bool = False) -> Said:
        """A `declared` event (or the opening) as a declaration."""
        words = self.wording
        head = (envelope.seq, envelope.by, words.seat(envelope.by), envelope.recorded_at)
        data = self.data(envelope)
        if not data:
            return Said(*head, own=own, hidden=True)
        declared = data.get("declaration")
        if declared is None:
            return Said(*head, None, words.who(envelope.by), envelope.type, words.event(envelope.type), own=own)
        facts = words.facts(declared, frozenset({"type", "by"}))
        details = "、".join(f"{it.label}：{it.text}" for it in facts)
        kind = declared["type"]
        return Said(*head, data["by"], words.who(data["by"]), kind, words.deed(kind), details, own=own)

    def applied(self, envelope: Envelope, *, own: bool = False) -> Applied:
        """A step of a ruling."""
        data, line = self.data(envelope), self.line(envelope)
        terms = self.wording.numbers(data)
        result, product = self._result(data, terms)
        clauses = self.wording.sentences(data)
        return Applied(envelope.seq, line.heading, line.text, clauses, terms, result, product, own)

    def _result(self, data: Json, terms: Sequence[Number]) -> tuple[Number | None, bool]:
        """What the terms come to, where the event states it: their sum, or their product."""
        if not terms:
            return None, False
        total, product = sum(term.value for term in terms), 1
        for term in terms:
            product *= term.value
        for amount, multiplied in ((total, False), (product, True)):
            for name, value in data.items():
                if value == amount and isinstance(value, int) and not isinstance(value, bool) and name != "hp":
                    return Number(name, self.wording.words.field(name, data["type"]), value), multiplied
        return None, False


class Inquiry:
    """Reads what questions need.

    Args:
        store: where the logs are.
        history: folds them.
        marks: what rewinds have struck out, and where envelopes were used.
        mentions: what a log says about itself.
        proofs: the sibling hashes of an envelope in a book of this server, where its secret is at hand.
        keys: the key of an envelope, likewise; asked only for draws of battles that are over.
    """

    def __init__(
        self,
        store: EventStore,
        history: History,
        marks: KnownMarks | None = None,
        proofs: Proofs | None = None,
        keys: Keys | None = None,
    ) -> None:
        self.store = store
        self.history = history
        self.marks = marks or KnownMarks(store)
        self.mentions = MentionBook(store)
        self._wordings: OrderedDict[str, Wording] = OrderedDict()
        self.proofs = proofs
        self.keys = keys

    async def look(self, chronicle: Chronicle, stream: str, seat: str | None) -> Look:
        """Look at a battle with somebody's eyes."""
        marks = await self.marks.of(stream)
        words = self._wordings.get(stream)
        if words is None or words.game is not chronicle.battle.game:
            words = self._wordings[stream] = Wording(chronicle.system, chronicle.battle)
            if len(self._wordings) > KEPT:
                self._wordings.popitem(last=False)
        return Look(stream, chronicle.system, chronicle.battle, chronicle.hash, seat, marks, words)

    async def event(self, stream: str, seq: int) -> Envelope:
        """An event.

        Raises:
            NoSuchMoment: the log has none of that number.
        """
        found = await self.store.read(stream, seq - 1, 1) if seq > 0 else []
        if not found:
            raise NoSuchMoment(seq)
        return found[0]

    async def unit(self, stream: str, seq: int) -> list[Envelope]:
        """The events of the declaration that set event `seq` off, the declaration first.

        Raises:
            NoSuchMoment: the log has none of that number.
        """
        page = await self.store.read(stream, seq - 1, UNIT) if seq > 0 else []
        if not page:
            raise NoSuchMoment(seq)
        first = page[0].cause or seq
        found = await self.store.read(stream, first - 1, seq - first) if first < seq else []
        while page:
            for envelope in page:
                if envelope.type == DECLARED and envelope.seq != first:
                    return found
                found.append(envelope)
            page = await self.store.read(stream, page[-1].seq, UNIT)
        return found

    async def declaration(self, stream: str, seq: int) -> Envelope:
        """The `declared` event (or the opening) that set event `seq` off."""
        envelope = await self.event(stream, seq)
        return envelope if envelope.cause in {None, seq} else await self.event(stream, envelope.cause or seq)


def citing(look: Look, unit: Iterable[Envelope], upto: int) -> list[Applied]:
    """The steps of a unit that cite clauses or add numbers up, as far as an event."""
    steps = (look.applied(envelope, own=envelope.seq == upto) for envelope in unit if envelope.seq <= upto)
    return [it for it in steps if it.clauses or it.terms or it.own]
