"""The log as people read it: each event told in Japanese, with what was struck out by a rewind marked as such."""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

import msgspec

from senki.eventstore.events import Envelope
from senki.projections.log import event_of
from senki.projections.seen import may_see
from senki.rules.events import Annotated, Disputed, Rewound, Said, Settled, Shown, Tallied, WordsGiven
from senki.rules.message import Event, type_of
from senki.rules.rulebook import Battle, RuleSystem
from senki.rules.visible import visible

REWOUND = type_of(Rewound)
BESIDE_THE_GAME = frozenset(map(type_of, (Said, Annotated, Disputed, Settled, WordsGiven, Tallied, Shown)))
"""What a unit ends with that set nothing in the game: a rewind, which sets the game back, has nothing to undo there."""
HIDDEN = "（伏せられている）"


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event as a viewer sees it.

    Attributes:
        seq, type, by, cause, recorded_at: as in the log.
        hash: hex; the chain goes through it.
        digest: hex, of the salted data.
        data: the event's JSON; absent where this viewer may not see it.
        salt: hex, with the data: whoever has both can recompute the digest.
        text: the event told in Japanese; empty where nothing is told.
        hidden: true where the data is concealed.
        struck: true where a rewind has struck it out.
    """

    seq: int
    type: str
    by: str
    cause: int | None
    recorded_at: str
    digest: str
    hash: str
    data: msgspec.Raw | None = None
    salt: str | None = None
    text: str = ""
    hidden: bool = False
    struck: bool = False


def entries(  # noqa: PLR0917 - the log, then who reads it
    system: RuleSystem[Any],
    battle: Battle[Any],
    envelopes: Iterable[Envelope],
    seat: str,
    struck: "Struck | None" = None,
    known: Sequence[Event] = (),
) -> Iterator[Entry]:
    """Events as a seat sees them.

    Args:
        system: the rules.
        battle: the battle at its head (for names, and for what has been opened).
        envelopes: events of its log.
        seat: who looks.
        struck: what rewinds have struck out.
        known: the same events as the rules know them, where the caller has them at hand.
    """
    for place, envelope in enumerate(envelopes):
        out = struck is not None and struck.holds(envelope.seq)
        if envelope.data is None or not may_see(battle, envelope.audience, envelope.seq, seat):
            yield _entry(envelope, None, HIDDEN, struck=out)
            continue
        event = known[place] if known else event_of(system, envelope)
        yield _entry(envelope, envelope.data, told(system, battle, event), struck=out)


def _entry(envelope: Envelope, data: bytes | None, text: str, *, struck: bool) -> Entry:
    return Entry(
        seq=envelope.seq,
        type=envelope.type,
        by=envelope.by,
        cause=envelope.cause,
        recorded_at=envelope.recorded_at,
        digest=envelope.digest.hex(),
        hash=envelope.hash.hex(),
        data=None if data is None else msgspec.Raw(data),
        salt=None if data is None or envelope.salt is None else envelope.salt.hex(),
        text=text,
        hidden=data is None,
        struck=struck,
    )


def told(system: RuleSystem[Any], battle: Battle[Any], event: Event) -> str:
    """The sentence for an event, fit to be shown to anybody."""
    return visible(system.narrate[type(event)](battle.game, event))


class Struck:
    """What rewinds have struck out of a log: whatever is not on the way from the beginning to the present.

    What was said, noted, disputed, answered, shown or thrown at the table stands: it is the table's, not the game's.
    """

    def __init__(self, rewinds: Iterable[tuple[int, int]], head: int, beside: AbstractSet[int] = frozenset()) -> None:
        """Take the rewinds of a log.

        Args:
            rewinds: the seq of each `rewound` event, and the seq to which it went back.
            head: the last seq of the log.
            beside: the events of units that set nothing in the game (`beside_the_game`).
        """
        self._beside = beside
        self._gaps: list[tuple[int, int]] = []
        back = dict(rewinds)
        at = head
        for seq in sorted(back, reverse=True):
            if seq > at:
                continue
            self._gaps.append((back[seq], seq))
            at = back[seq]

    def holds(self, seq: int) -> bool:
        """Whether event `seq` is struck out (the rewind's own declaration is not)."""
        return seq not in self._beside and any(low < seq < high - 1 for low, high in self._gaps)


def beside_the_game(envelope: Envelope) -> range:
    """The events of a unit that set nothing in the game, if this event says so."""
    if envelope.type not in BESIDE_THE_GAME or envelope.cause is None:
        return range(0)
    return range(envelope.cause, envelope.seq + 1)


def rewinds_in(system: RuleSystem[Any], envelopes: Iterable[Envelope]) -> Iterator[tuple[int, int]]:
    """The rewinds among some events: seq, and where it went back to."""
    for envelope in envelopes:
        if envelope.type == REWOUND:
            event = event_of(system, envelope)
            if isinstance(event, Rewound):
                yield envelope.seq, event.to
