"""A battle as frames to be stepped through: one declaration with what followed from it, and the state after it."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

import msgspec

from senki.api.cli.summary import Names
from senki.eventstore import Envelope, EventStore
from senki.projections.history import Chronicle, History, Started
from senki.projections.log import DECLARED, event_of
from senki.projections.seen import may_see, state
from senki.projections.timeline import HIDDEN, Struck, beside_the_game, rewinds_in, told
from senki.rules.events import Rolled, RoundStarted, Said
from senki.rules.message import type_of
from senki.rules.rulebook import Battle, RuleSystem

PAGE = 1024
ROUND, DICE, SPEECH = type_of(RoundStarted), type_of(Rolled), type_of(Said)

Json = dict[str, Any]


class Sentence(msgspec.Struct, frozen=True):
    """An event as it is told.

    Attributes:
        seq, type: as in the log.
        text: Japanese; never empty.
        struck: a rewind has struck it out.
    """

    seq: int
    type: str
    text: str
    struck: bool = False


class Frame(msgspec.Struct, frozen=True):
    """One unit of a battle.

    Attributes:
        number: of the unit, from 1; 1 is the opening.
        first, last: the seqs of its events.
        at: when it was recorded.
        sentences: its events as they are told.
        state: the state after it, as the viewer sees it.
        names: what ids and words are called.
    """

    number: int
    first: int
    last: int
    at: str
    sentences: tuple[Sentence, ...]
    state: Json
    names: Names


def plain_state(system: RuleSystem[Any], then: Battle[Any], seat: str | None) -> Json:
    """A state as plain JSON values: lists, not tuples."""
    return msgspec.json.decode(msgspec.json.encode(state(system, then, seat)))


class Reel:
    """The frames of a battle, read when they are looked at.

    Args:
        history: where the battle is.
        battle: its id.
        now: the battle as it stands; names and what has been opened come from it.
        seat: through whose eyes; None sees everything.
    """

    def __init__(self, history: History, battle: str, now: Chronicle, seat: str | None = None) -> None:
        self.history = history
        self.battle = battle
        self.now = now
        self.seat = seat
        self.ends: list[int] = []
        self._starts: list[tuple[int, int]] = []
        self._struck = Struck((), 0)

    @property
    def store(self) -> EventStore:
        """Where the log is."""
        return self.history.store

    def __len__(self) -> int:
        return len(self.ends)

    async def load(self) -> None:
        """Find where the units end, where the rounds begin and what was struck out."""
        rewinds: list[tuple[int, int]] = []
        beside: set[int] = set()
        last = 0
        while page := await self.store.read(self.battle, last, PAGE):
            self.ends += [e.seq - 1 for e in page if e.type == DECLARED and e.seq > 1]
            self._starts += [(round_in(e), e.seq) for e in page if e.type == ROUND]
            rewinds += rewinds_in(self.now.system, page)
            beside.update(seq for e in page for seq in beside_the_game(e))
            last = page[-1].seq
        self.ends.append(last)
        self._struck = Struck(rewinds, last, beside)
        self._starts = [(number, seq) for number, seq in self._starts if not self._struck.holds(seq)]

    async def frame(self, number: int) -> Frame:
        """The frame of unit `number`, from 1."""
        last = self.ends[number - 1]
        first = self.ends[number - 2] + 1 if number > 1 else 1
        envelopes = await self.store.read(self.battle, first - 1, last - first + 1)
        system, then = await self.history.at(self.battle, last)
        sentences = (self._sentence(envelope, then) for envelope in envelopes)
        return Frame(
            number=number,
            first=first,
            last=last,
            at=envelopes[0].recorded_at,
            sentences=tuple(s for s in sentences if s.text),
            state=plain_state(system, then, self.seat),
            names=Names(system.words, system.names(then.game)),
        )

    def _sentence(self, envelope: Envelope, then: Battle[Any]) -> Sentence:
        system, seat = self.now.system, self.seat
        hidden = seat is not None and not may_see(self.now.battle, envelope.audience, envelope.seq, seat)
        text = HIDDEN if hidden else told(system, then, event_of(system, envelope))
        return Sentence(envelope.seq, envelope.type, text, self._struck.holds(envelope.seq))

    def unit_of(self, seq: int) -> int:
        """The number of the unit that has event `seq`, or the nearest there is."""
        return min(bisect_left(self.ends, max(seq, 1)) + 1, len(self.ends))

    def round_of(self, round_number: int) -> int | None:
        """The number of the unit in which a round starts (first, where the battle has split); None if it never did."""
        return next((self.unit_of(seq) for number, seq in self._starts if number == round_number), None)

    @property
    def rounds(self) -> Sequence[int]:
        """The rounds that have started, as they did."""
        return list(dict.fromkeys(number for number, _ in self._starts))

    @property
    def starts(self) -> Sequence[int]:
        """The units in which a round starts, of any fight."""
        return [self.unit_of(seq) for _, seq in self._starts]


def round_in(envelope: Envelope) -> int:
    """Which round an event starts."""
    return msgspec.json.decode(envelope.data or b"", type=Started).round
