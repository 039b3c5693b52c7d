"""Disputes: what was objected to, what the GM answered, and what followed from it."""

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from senki.eventstore.events import Envelope
from senki.projections.log import event_of
from senki.rules.events import Disputed, Rewound, Ruled, Settled
from senki.rules.message import type_of
from senki.rules.rulebook import RuleSystem

Status = Literal["open", "upheld", "overturned"]
TYPES = frozenset(map(type_of, (Disputed, Settled, Ruled, Rewound)))


class Dispute(msgspec.Struct, frozen=True):
    """One dispute.

    Attributes:
        seq: of its `disputed` event.
        event: the event that is disputed.
        by: who objects: a character, or a seat.
        claim, clause: what is said, and the rule that it appeals to.
        at: when.
        status: `open` until the GM has answered.
        settled: the seq of the answer, and its reason.
        reason: why it was answered so.
        corrections: the rulings and rewinds that name it.
    """

    seq: int
    event: int
    by: str
    claim: str
    clause: str | None
    at: str
    status: Status = "open"
    settled: int | None = None
    reason: str | None = None
    corrections: tuple[int, ...] = ()


def disputes(system: RuleSystem[Any], log: Iterable[Envelope]) -> list[Dispute]:
    """The disputes of a log, in the order in which they were raised; a rewind strikes none of them out.

    Args:
        system: the rules.
        log: the whole log, or as much of it as somebody may see.
    """
    found: dict[int, Dispute] = {}
    for envelope in log:
        if envelope.type not in TYPES or envelope.data is None:
            continue
        match event_of(system, envelope):
            case Disputed() as it:
                found[envelope.seq] = Dispute(envelope.seq, it.seq, it.by, it.claim, it.clause, envelope.recorded_at)
            case Settled(dispute=seq, verdict=verdict, reason=reason) if seq in found:
                found[seq] = msgspec.structs.replace(found[seq], status=verdict, settled=envelope.seq, reason=reason)
            case Ruled(settles=seq) | Rewound(settles=seq) if seq in found:
                corrections = (*found[seq].corrections, envelope.seq)
                found[seq] = msgspec.structs.replace(found[seq], corrections=corrections)
            case _:
                pass
    return list(found.values())
