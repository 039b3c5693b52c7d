"""Deciding a recorded battle again: the same declarations and the same chance must give the same events."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from senki.eventstore.events import Envelope
from senki.projections.log import DECLARED, Unreadable, event_of, first, system_of
from senki.projections.seen import audience_text
from senki.rules.chance import Recorded
from senki.rules.codec import Json, codec, encode
from senki.rules.decide import decide, open_battle
from senki.rules.events import Dealt, Declared, OpenedHead
from senki.rules.message import Event, type_of
from senki.rules.rejection import Rejection
from senki.rules.rulebook import NO_PAST, Battle, Happened, Past, RuleSystem, fold


class Difference(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first event that today's rules decide otherwise. The recorded outcome stands.

    Attributes:
        seq: where the two part.
        declared: the seq of the declaration that is decided otherwise.
        recorded: the event in the log, as JSON; absent where today's rules give one more.
        decided: what today's rules give; absent where they give none.
        rejected: why today's rules refuse the declaration, where they do.
    """

    seq: int
    declared: int
    recorded: msgspec.Raw | None = None
    decided: msgspec.Raw | None = None
    rejected: str | None = None


class Report(msgspec.Struct, frozen=True):
    """How a log fared.

    Attributes:
        system, version: of the rules that decided again.
        events, units: how many were decided again.
        difference: the first difference, or None.
    """

    system: str
    version: str
    events: int
    units: int
    difference: Difference | None


class Moments:
    """The battle at the end of each unit, for rewinds."""

    def __init__(self) -> None:
        self._battles: dict[int, Battle[Any]] = {}

    def at(self, seq: int) -> Battle[Any] | None:
        """The battle after event `seq`, if a unit ends there."""
        return self._battles.get(seq)

    def keep(self, battle: Battle[Any]) -> None:
        """Remember the battle at the end of a unit."""
        self._battles[battle.seq] = battle


def units(envelopes: Iterable[Envelope]) -> Iterator[list[Envelope]]:
    """A log cut into its units: the opening, then each `declared` event with what follows from it."""
    unit: list[Envelope] = []
    for envelope in envelopes:
        if envelope.type == DECLARED and unit:
            yield unit
            unit = []
        unit.append(envelope)
    if unit:
        yield unit


def readjudicate(envelopes: Iterable[Envelope]) -> Report:
    """Decide the opening and every declaration of a log again with its recorded chance.

    Raises:
        Unreadable: the log cannot be folded (concealed data, another system).
    """
    system: RuleSystem[Any] | None = None
    battle: Battle[Any] | None = None
    past = Moments()
    events = count = 0
    for unit in units(envelopes):
        if system is None or battle is None:
            system = system_of(unit[0])
            recorded = [event_of(system, envelope) for envelope in unit]
            battle = first(system, recorded[0])
            difference = compare_opening(system, unit, recorded)
            if difference is not None:
                return Report(system.id, system.version, events, count, difference)
            for event in recorded[1:]:
                battle = fold(system, battle, event)
        else:
            difference = compare(system, battle, unit, past)
            if difference is not None:
                return Report(system.id, system.version, events, count, difference)
            for envelope in unit:
                battle = fold(system, battle, event_of(system, envelope), past)
        past.keep(battle)
        events += len(unit)
        count += 1
    if system is None:
        msg = "an empty log"
        raise Unreadable(msg)
    return Report(system.id, system.version, events, count, None)


def same_header(there: Envelope, here: Happened, begun: Envelope) -> bool:
    """Whether the log says of an event's type, seat, cause and audience what the decision does."""
    return (
        there.type == type_of(type(here.event))
        and there.by == begun.by
        and there.cause == begun.seq
        and there.audience == audience_text(here.audience)
    )


def asked_of(system: RuleSystem[Any], recorded: Sequence[Event]) -> Json:
    """What was handed in to open a battle, as far as the events of the opening tell it.

    They tell it with every default filled in; what only some seats may see (missions, the cards of a hand that is held
    from the beginning) stands in events of its own behind `opened`.
    """
    names = {field.encode_name for field in msgspec.structs.fields(system.setup)}
    given: Json = {}
    held: dict[str, Sequence[str]] = {}
    for event in recorded:
        told: Json = msgspec.json.decode(encode(event))
        given |= {name: value for name, value in told.items() if name in names}
        held |= dict.fromkeys(told.get("held", {}), ())
        if isinstance(event, OpenedHead):
            given["seats"] = event.seats
        if isinstance(event, Dealt):
            held[event.to] = event.cards
    for character in given.get("characters", ()):
        if character["id"] in held:
            character["hand"] = held[character["id"]]
    return given


def compare_opening(system: RuleSystem[Any], unit: Sequence[Envelope], recorded: Sequence[Event]) -> Difference | None:
    """Decide the opening again; the first event that differs, or None.

    Compared is what the events mean: fields that came later have their defaults in an older log.
    """
    opened = recorded[0]
    start = unit[0].seq
    if not isinstance(opened, OpenedHead):
        return Difference(start, start, recorded=msgspec.Raw(unit[0].data or b"null"))
    try:
        decision = open_battle(
            system,
            asked_of(system, recorded),
            fingerprint=opened.fingerprint,
            chance=opened.chance,
            title=opened.title,
        )
    except Rejection as rejection:
        return Difference(start, start, recorded=msgspec.Raw(unit[0].data or b"null"), rejected=str(rejection))
    for place in range(max(len(unit), len(decision.events))):
        there = unit[place] if place < len(unit) else None
        here = decision.events[place] if place < len(decision.events) else None
        event = None if here is None else here.event
        if isinstance(event, OpenedHead):
            event = msgspec.structs.replace(event, version=opened.version)
        if there is None or here is None or event != recorded[place] or not same_header(there, here, unit[0]):
            return Difference(
                start + place,
                start,
                recorded=None if there is None else msgspec.Raw(there.data or b"null"),
                decided=None if event is None else msgspec.Raw(encode(event)),
            )
    return None


def compare(
    system: RuleSystem[Any], battle: Battle[Any], unit: Sequence[Envelope], past: Past = NO_PAST
) -> Difference | None:
    """Decide one unit again; the first event that differs, or None."""
    recorded = [event_of(system, envelope) for envelope in unit]
    start = unit[0].seq
    declared = recorded[0]
    if not isinstance(declared, Declared):
        return Difference(start, start, recorded=msgspec.Raw(unit[0].data or b"null"))
    try:
        it = codec(system).declaration(bytes(declared.declaration))
        decision = decide(system, battle, it, Recorded(recorded), seat=unit[0].by, past=past)
    except Rejection as rejection:
        return Difference(start, start, recorded=msgspec.Raw(unit[0].data or b"null"), rejected=str(rejection))
    for place in range(max(len(unit), len(decision.events))):
        there = unit[place] if place < len(unit) else None
        here = decision.events[place] if place < len(decision.events) else None
        data = None if here is None else encode(here.event)
        if there is None or here is None or there.data != data or not same_header(there, here, unit[0]):
            return Difference(
                start + place,
                start,
                recorded=None if there is None or there.data is None else msgspec.Raw(there.data),
                decided=None if data is None else msgspec.Raw(data),
            )
    return None
