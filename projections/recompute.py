"""Recomputing a log's sealed chance from the keys in it alone, as a stranger would: dice and draws (rules/CHANCE.md).

That the keys were in the book from the start is another proof, which only the server that sealed it can give.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from senki.eventstore.events import Envelope
from senki.projections.log import Unreadable, event_of, first, system_of
from senki.projections.readjudicate import Moments, units
from senki.rules.chance import Pick, Recorded
from senki.rules.codec import codec
from senki.rules.decide import decide
from senki.rules.events import Declared, Drawn, Rolled
from senki.rules.message import Event
from senki.rules.rejection import Rejection
from senki.rules.rulebook import Battle, RuleSystem, fold
from senki.rules.sampler import faces, picks, words_digest

KEY_BYTES = 32
Keys = Callable[[int], bytes | None]


class Proven(msgspec.Struct, frozen=True):
    """What recomputing found.

    Attributes:
        sealed: whether chance came from sealed envelopes at all; entered dice prove nothing.
        recomputed: how many rolls and draws came out as recorded.
        concealed: how many have no key yet: secret, and still unopened.
        seq: of the first event that is wrong, or None.
        problem: what is wrong with it.
    """

    sealed: bool
    recomputed: int = 0
    concealed: int = 0
    seq: int | None = None
    problem: str = ""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return self.seq is None


class Wrong(Exception):
    """A draw that its key does not give.

    Attributes:
        number: of its envelope.
    """

    def __init__(self, number: int, problem: str) -> None:
        super().__init__(problem)
        self.number = number


class Redrawn(Recorded):
    """Recorded chance that recomputes each sealed draw: only the rules know which cards were left.

    Args:
        events: of the recorded unit.
        words: the digest of the words that seats gave.
        keys: of the envelopes of draws, by number, as far as they are known.
    """

    def __init__(self, events: Sequence[Event], words: bytes, keys: Keys) -> None:
        super().__init__(events)
        self._words = words
        self._keys = keys
        self.recomputed = 0
        self.concealed = 0

    def draw(  # noqa: PLR0917 - as in `Chance`
        self, deck: str, to: str, count: int, purpose: str, left: Sequence[str], clauses: tuple[str, ...] = ()
    ) -> Pick:
        """Give the recorded cards, if the key gives them. See `Chance.draw`."""
        pick = super().draw(deck, to, count, purpose, left, clauses)
        drawn = self._shown[-1]
        if not isinstance(drawn, Drawn) or drawn.number is None:
            return pick
        key = self._keys(drawn.number) if pick.key is None else bytes.fromhex(pick.key)
        if key is None:
            self.concealed += 1
            return pick
        sample = picks(key, self._words, drawn.number, count, len(left))
        remaining = list(left)
        cards = tuple(remaining.pop(index) for index in sample.values)
        if cards != pick.cards or pick.rejected not in {None, sample.rejected}:
            raise Wrong(drawn.number, f"envelope {drawn.number} gives {' '.join(cards)}, not {' '.join(pick.cards)}")
        self.recomputed += 1
        return pick


def untold(number: int) -> bytes | None:
    """No keys but those in the log."""
    del number


def prove(envelopes: Iterable[Envelope], keys: Keys = untold) -> Proven:
    """Recompute every sealed roll and draw of a log.

    Args:
        envelopes: the log.
        keys: the keys of draws, which a log does not tell: from the server once the battle is over.

    Raises:
        Unreadable: the log cannot be folded.
    """
    system: RuleSystem[Any] | None = None
    battle: Battle[Any] | None = None
    past = Moments()
    recomputed = concealed = 0
    for unit in units(envelopes):
        if system is None or battle is None:
            system = system_of(unit[0])
            events = [event_of(system, envelope) for envelope in unit]
            battle = first(system, events[0])
            if not battle.table.sealed:
                return Proven(sealed=False)
            events = events[1:]
        else:
            events = [event_of(system, envelope) for envelope in unit]
            done, unseen, wrong = _unit(system, battle, unit, events, past, keys)
            if wrong is not None:
                return Proven(True, recomputed + done, concealed + unseen, *wrong)
            recomputed, concealed = recomputed + done, concealed + unseen
        for event in events:
            battle = fold(system, battle, event, past)
        past.keep(battle)
    if system is None:
        msg = "an empty log"
        raise Unreadable(msg)
    return Proven(True, recomputed, concealed)


def _unit(  # noqa: PLR0917 - a unit is recomputed from all of these
    system: RuleSystem[Any],
    battle: Battle[Any],
    unit: Sequence[Envelope],
    events: Sequence[Event],
    past: Moments,
    keys: Keys,
) -> tuple[int, int, tuple[int, str] | None]:
    """What recomputing one unit gives: how many came out, how many are unseen, and the first that is wrong."""
    words = words_digest(battle.table.words)
    due = battle.table.used + 1
    done = unseen = 0
    for envelope, event in zip(unit, events, strict=True):
        if not isinstance(event, Rolled | Drawn):
            continue
        if event.number != due:
            return done, unseen, (envelope.seq, f"envelope {due} is due here, not {event.number}")
        due += 1
        if isinstance(event, Drawn):
            continue
        if event.key is None:
            unseen += 1
            continue
        problem = misrolled(event, words)
        if problem:
            return done, unseen, (envelope.seq, problem)
        done += 1
    if not any(isinstance(event, Drawn) for event in events):
        return done, unseen, None
    chance = Redrawn(events, words, keys)
    declared = events[0]
    assert isinstance(declared, Declared)  # noqa: S101 - every unit but the first begins so
    try:
        it = codec(system).declaration(bytes(declared.declaration))
        decide(system, battle, it, chance, seat=unit[0].by, past=past)
    except Wrong as wrong:
        return done, unseen, (_seq_of(wrong.number, unit, events), str(wrong))
    except Rejection:
        pass  # decided otherwise today: re-adjudication tells of it
    return done + chance.recomputed, unseen + chance.concealed, None


def _seq_of(number: int, unit: Sequence[Envelope], events: Sequence[Event]) -> int:
    """The event of a unit that drew from an envelope."""
    pairs = zip(unit, events, strict=True)
    return next(envelope.seq for envelope, event in pairs if isinstance(event, Drawn) and event.number == number)


def misrolled(event: Rolled, words: bytes) -> str:
    """What is wrong with a sealed roll whose key is told; empty where its envelope gives all its throws."""
    if event.number is None or event.key is None or not _is_key(event.key):
        return f"a sealed roll must state its key as 64 hexadecimal digits, not {event.key!r}"
    sample = faces(bytes.fromhex(event.key), words, event.number, len(event.faces), event.sides)
    if sample.values != event.faces or sample.rejected != event.rejected:
        return f"envelope {event.number} gives {_dice(sample.values)}, not {_dice(event.faces)}"
    for place, throw in enumerate(event.more, 2):
        key = bytes.fromhex(event.key)
        sample = faces(key, words, event.number, len(throw.faces), throw.sides, throw=place)
        if sample.values != throw.faces or sample.rejected != throw.rejected:
            return f"envelope {event.number} gives {_dice(sample.values)} in throw {place}, not {_dice(throw.faces)}"
    return ""


def _dice(values: Sequence[int]) -> str:
    return " ".join(map(str, values))


def _is_key(text: str) -> bool:
    try:
        return len(bytes.fromhex(text)) == KEY_BYTES
    except ValueError:
        return False
