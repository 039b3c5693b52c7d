"""Sealed chance recomputed from a log: every roll whose key a viewer may see must be what its envelope gives."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from senki.eventstore.events import Envelope
from senki.projections.log import event_of
from senki.projections.marks import Marks
from senki.projections.recompute import misrolled, untold
from senki.rules.envelopes import Sealing, included
from senki.rules.events import Dealt, Revealed, Rolled, WordsGiven
from senki.rules.message import type_of
from senki.rules.rulebook import RuleSystem
from senki.rules.sampler import words_digest

WORDS_GIVEN = type_of(WordsGiven)
KEY_BYTES = 32


class ChanceReport(msgspec.Struct, frozen=True):
    """What was found.

    Attributes:
        checked: envelopes whose key the viewer may see: the key was in its book, and dice are what it gives.
        hidden: envelopes whose key the viewer may not see.
        wrong: numbers of envelopes that are not right; also of the first one that is missing or out of order.
    """

    checked: int
    hidden: int
    wrong: tuple[int, ...]


def check_chance(
    system: RuleSystem[Any],
    log: Iterable[Envelope],
    sees: Callable[[Envelope], bool],
    proof: Callable[[Sealing, int], tuple[bytes, ...]],
    told: Callable[[int], bytes | None] = untold,
) -> ChanceReport:
    """Recompute what a viewer may see of a battle's sealed chance.

    Args:
        system: the rules.
        log: the whole log.
        sees: whether the viewer may see an event.
        proof: the sibling hashes of an envelope in a published book; none where it is no book of this server.
        told: the keys of draws, which a log does not tell: from the server once the battle is over.
    """
    marks, digests, events = _used(system, log)
    checked = hidden = 0
    wrong: list[int] = []
    for place, proven in enumerate(marks.chance, 1):
        number = proven.number
        if number != place:
            wrong.append(place)
            break
        envelope = events.get(proven.key_seq)
        key = told(number) if envelope is None else None
        book = marks.book(number)
        if book is None:
            right = False
        elif key is not None:
            right = included(key, number, proof(book, number), book)
        elif envelope is not None and sees(envelope):
            right = _right(system, envelope, number, digests[number], proof, book)
        else:
            hidden += 1
            continue
        checked += 1
        if not right:
            wrong.append(number)
    return ChanceReport(checked, hidden, tuple(wrong))


def _used(system: RuleSystem[Any], log: Iterable[Envelope]) -> tuple[Marks, dict[int, bytes], dict[int, Envelope]]:
    """The marks of a log, the digest of the words behind each number, and the events of chance by seq."""
    marks = Marks()
    words: list[tuple[str, str]] = []
    digests: dict[int, bytes] = {}
    events: dict[int, Envelope] = {}
    known = 0
    for envelope in log:
        marks.add((envelope,))
        if envelope.type == WORDS_GIVEN:
            event = event_of(system, envelope)
            if isinstance(event, WordsGiven):
                words.append((event.seat, event.text))
        for proven in marks.chance[known:]:
            digests[proven.number] = words_digest(words)
        known = len(marks.chance)
        if marks.chance and envelope.seq in {marks.chance[-1].seq, marks.chance[-1].key_seq}:
            events[envelope.seq] = envelope
    return marks, digests, events


def _right(  # noqa: PLR0917 - a proof has these parts
    system: RuleSystem[Any],
    envelope: Envelope,
    number: int,
    words: bytes,
    proof: Callable[[Sealing, int], tuple[bytes, ...]],
    book: Sealing,
) -> bool:
    event = event_of(system, envelope)
    key = key_of(event)
    if key is None or len(key) != KEY_BYTES or not included(key, number, proof(book, number), book):
        return False
    if not isinstance(event, Rolled):
        return True
    return not misrolled(event, words)


def key_of(event: object) -> bytes | None:
    """The key that an event shows."""
    if not isinstance(event, (Rolled, Dealt, Revealed)) or event.key is None:
        return None
    try:
        return bytes.fromhex(event.key)
    except ValueError:
        return None
