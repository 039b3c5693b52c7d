"""What questions that play on share: the unit of an event, whose eyes may ask, and when to stop."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from senki.eventstore.events import Envelope
from senki.projections.history import History, NoSuchMoment
from senki.projections.seen import is_open, may_see, state
from senki.rules.rulebook import Battle, RuleSystem
from senki.rules.table import GM
from senki.rules.telling import name_of

PAGE = 256
NOT_YET = (
    "この席に伏せられているもの（いた場面）があり、答えるとその中身が知れかねません。戦闘が終われば誰でも訊けます。"
)
"""Why somebody is not answered, from whom something is hidden."""


class NotForTheseEyes(Exception):
    """Something is hidden from the asker that the answer would tell."""


class OutOfTime(Exception):
    """The question takes longer than the asker is given."""


Stop = Callable[[], bool]
"""Whether time is up."""


def never() -> bool:
    """No limit."""
    return False


class Unit(msgspec.Struct, frozen=True):
    """A declaration with what followed from it, and the battle before and after."""

    system: RuleSystem[Any]
    before: Battle[Any]
    after: Battle[Any]
    envelopes: tuple[Envelope, ...]


async def unit_of(history: History, stream: str, seq: int) -> Unit | None:
    """The unit that an event belongs to; None where it is the opening.

    Raises:
        NoSuchMoment: there is no such event.
        Unreadable: the log cannot be folded.
    """
    found = await history.store.read(stream, seq - 1, 1) if seq > 0 else []
    if not found:
        raise NoSuchMoment(seq)
    start = found[0].cause or found[0].seq
    if start == 1:
        return None
    unit: list[Envelope] = []
    while page := await history.store.read(stream, start - 1 + len(unit), PAGE):
        own = [envelope for envelope in page if envelope.cause in {start, None} or envelope.seq == start]
        unit += own
        if len(own) < len(page):
            break
    system, before = await history.at(stream, start - 1)
    _, after = await history.at(stream, unit[-1].seq)
    return Unit(system, before, after, tuple(unit))


def sees_state(system: RuleSystem[Any], battle: Battle[Any], present: Battle[Any], seat: str) -> bool:
    """Whether nothing of a moment is hidden from a seat, by all that has been opened since."""
    if is_open(present, battle.seq) or present.game.phase == "over":
        return True
    return state(system, battle, seat) == state(system, battle)


def sees_unit(unit: Unit, present: Battle[Any], seat: str | None) -> bool:
    """Whether nothing that matters to a unit is hidden from a seat: its events, and the state before and after."""
    return seat is None or (
        all(may_see(present, e.audience, e.seq, seat) for e in unit.envelopes)
        and sees_state(unit.system, unit.before, present, seat)
        and sees_state(unit.system, unit.after, present, seat)
    )


def sees_all(system: RuleSystem[Any], present: Battle[Any], log: Sequence[Envelope], seat: str | None) -> bool:
    """Whether nothing at all is hidden from a seat: the battle is over, or every event and the state are open to it."""
    if seat is None or present.game.phase == "over":
        return True
    return all(may_see(present, e.audience, e.seq, seat) for e in log) and sees_state(system, present, present, seat)


def seed_of(*parts: object) -> str:
    """A seed that anybody finds again who asks the same of the same log."""
    return hashlib.sha256("/".join(map(str, parts)).encode()).hexdigest()[:16]


def declared_text(system: RuleSystem[Any], battle: Battle[Any], by: str | None, kind: str) -> str:
    """A declaration in a few words: who, and what."""
    return f"{name_of(battle.game, by or GM)}：{system.words.declarations.get(kind, kind)}"
