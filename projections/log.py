"""Between a battle and its log: what a decision writes, and what the stored bytes say."""

from typing import Any

import msgspec

from senki.eventstore.events import Envelope, NewEvent
from senki.projections.seen import audience_text
from senki.rules import SYSTEMS
from senki.rules.codec import codec, encode
from senki.rules.events import Declared
from senki.rules.message import Event, type_of
from senki.rules.rulebook import Battle, Decision, RuleSystem, begin_battle

DECLARED = type_of(Declared)
OPENED = "opened"


class Unreadable(Exception):
    """A log that the rules cannot fold: no `opened` event, or a system that is not here."""


class Head(msgspec.Struct):
    """What the first event of any log tells."""

    type: str
    system: str


def written(decision: Decision[Any], seat: str, after: int) -> list[NewEvent]:
    """The events of one unit as the store takes them.

    Args:
        decision: what was decided.
        seat: who declared.
        after: the seq of the last event before them.
    """
    cause = after + 1
    return [
        NewEvent(
            type=type_of(type(happened.event)),
            data=encode(happened.event),
            by=seat,
            cause=cause,
            audience=audience_text(happened.audience),
        )
        for happened in decision.events
    ]


def system_of(opened: Envelope) -> RuleSystem[Any]:
    """The rules of a log, by its first event.

    Raises:
        Unreadable: it is no `opened` event of a system that is here.
    """
    try:
        head = msgspec.json.decode(opened.data or b"", type=Head)
    except msgspec.MsgspecError:
        head = None
    if head is None or head.type != OPENED:
        msg = f"the log of {opened.stream} does not begin with a readable `{OPENED}` event"
        raise Unreadable(msg)
    if head.system not in SYSTEMS:
        msg = f"the log of {opened.stream} is of system {head.system!r}, which is not here"
        raise Unreadable(msg)
    return SYSTEMS[head.system]


def event_of(system: RuleSystem[Any], envelope: Envelope) -> Event:
    """A stored event as the rules know it.

    Raises:
        Unreadable: its data is concealed, or no event of this system.
    """
    if envelope.data is None:
        msg = f"event {envelope.seq} of {envelope.stream} is concealed"
        raise Unreadable(msg)
    try:
        return codec(system).event(envelope.data)
    except msgspec.MsgspecError as error:
        msg = f"event {envelope.seq} of {envelope.stream} is no event of {system.id}: {error}"
        raise Unreadable(msg) from None


def first(system: RuleSystem[Any], opened: Event) -> Battle[Any]:
    """The battle after its `opened` event."""
    return begin_battle(system, opened)  # pyright: ignore[reportArgumentType] - the codec gives that type for it
