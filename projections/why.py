"""Why a field of the state is as it is: the events that made it so, one after the other, back to the opening.

An index says for each stretch of a log which event changed what, as one viewer sees it. It is disposable: kept with the
checkpoints, keyed by the rules' fingerprint, made when it is first asked for and then only for what is new. An answer
costs the same at event 100,000 as at event 100.
"""

import asyncio
from bisect import bisect_left
from collections import OrderedDict
from typing import Any

import msgspec

from senki.projections.dossier import ANSWERED_LATER, MOST_UNITS
from senki.projections.fingerprint import fingerprint
from senki.projections.history import SPACING, Then
from senki.projections.inquiry import Applied, Inquiry, Line, Look, Said, citing
from senki.projections.log import event_of, first
from senki.projections.seen import is_open, state
from senki.projections.wording import ABSENT, Json, at_path, changes
from senki.rules.events import Rewound
from senki.rules.rulebook import NO_PAST, Battle, fold
from senki.rules.table import OVER

EVERYBODY = "*"
KEPT = 64
MOST = 50
"""Answers given at once."""
OFF_THE_GAME = frozenset({"disputes", "words", "seats"})
"""Fields of the table, which no rewind sets back."""
FORM = 1
"""Of the stored index; another number is another key."""


class NoSuchField(LookupError):
    """The state has no such field at that moment."""


class Turn(msgspec.Struct, frozen=True, array_like=True):
    """A change: by which event, where, from what, to what."""

    seq: int
    path: str
    before: Any
    after: Any


class Stretch(msgspec.Struct, frozen=True, array_like=True):
    """What the events up to `end`, and after the stretch before it, changed.

    `last` is, for each path that was ever changed up to `end`, the seq of the last event that did.
    """

    start: int
    end: int
    turns: tuple[Turn, ...]
    last: dict[str, int]


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer: what made the field what it is.

    Attributes:
        line: the event.
        before, after, was, now: what the field said, as values and in words.
        declaration: what set the event off.
        opener: what opened the exchange that it belongs to, where that is another declaration.
        applied: the steps of its ruling, with clauses and numbers.
        opening: it has been so from the beginning.
        back: the event set the game back to what it was after this event; the answers go on there.
    """

    line: Line
    before: Any
    after: Any
    was: str
    now: str
    declaration: Said
    applied: list[Applied]
    opening: bool = False
    back: int | None = None
    opener: Said | None = None


class Because(msgspec.Struct, frozen=True):
    """Why a field is as it is.

    Attributes:
        path, label: the field.
        at: the moment.
        value, text: what it says then.
        steps: the newest first, down to the opening.
        next: the moment from which to ask on; null where all is told.
        head: the end of the log that this was read from.
    """

    battle: str
    path: str
    label: str
    at: int
    value: Any
    text: str
    steps: list[Step]
    next: int | None
    head: dict[str, int | str]


class WhyBook:
    """The indexes of the logs of a store.

    Args:
        inquiry: reads the logs.
    """

    def __init__(self, inquiry: Inquiry) -> None:
        self._inquiry = inquiry
        self._kept: OrderedDict[tuple[str, str, int, int], Stretch] = OrderedDict()
        self._building: dict[tuple[str, str], asyncio.Lock] = {}

    async def why(self, look: Look, path: str, at: int, most: int = MOST) -> Because:
        """Why a field is as it is.

        Args:
            look: who looks at which battle.
            path: the field, as `characters.oni.hp`.
            at: the moment.
            most: answers at once.

        Raises:
            NoSuchMoment: the log has no such moment.
            NoSuchField: the state has no such field then, and has had none.
        """
        _, then = await self._inquiry.history.at(look.stream, at)
        seen = look.state(then)
        value = at_path(seen, path)
        steps: list[Step] = []
        place: int | None = at
        eyes = EVERYBODY if look.seat is None or is_open(look.present, at) or then.game.phase == OVER else look.seat
        whole = look if eyes != EVERYBODY else msgspec.structs.replace(look, seat=None)
        rewinds = look.marks.rewinds
        while place is not None and len(steps) < most:
            place = await self._step(look, whole, path, place, rewinds, steps)
        if value is ABSENT and not any(not step.opening for step in steps):
            raise NoSuchField(path)
        said = None if value is ABSENT else value
        head: dict[str, int | str] = {"seq": look.present.seq, "hash": look.hash.hex()}
        words = look.wording
        text = words.fact(path, said).text
        return Because(look.stream, path, words.path(path), at, said, text, steps, place, head)

    async def _step(  # noqa: PLR0917 - where the search stands has these parts
        self, look: Look, eyes: Look, path: str, place: int, rewinds: list[tuple[int, int]], steps: list[Step]
    ) -> int | None:
        """Find the next answer at or before a moment; gives the moment before it, None after the opening."""
        turn = await self._last(eyes, path, place)
        gap = None if path.split(".", maxsplit=1)[0] in OFF_THE_GAME else _gap(rewinds, place)
        if gap is not None and (turn is None or turn.seq < gap[0]):
            return gap[1]
        if turn is None:
            steps.append(await self._opening(look, path))
            return None
        back = gap[1] if gap is not None and turn.seq == gap[0] else None
        steps.append(await self._told(look, eyes, turn, back, dict(rewinds)))
        return turn.seq - 1 if back is None else back

    async def _told(self, look: Look, eyes: Look, turn: Turn, back: int | None, rewinds: dict[int, int]) -> Step:
        unit = await self._inquiry.unit(look.stream, turn.seq)
        envelope = unit[turn.seq - unit[0].seq]
        words = look.wording
        was, now = words.fact(turn.path, turn.before).text, words.fact(turn.path, turn.after).text
        applied = citing(look, unit, turn.seq)
        opener = await self._opener(look, eyes, unit[0].seq, rewinds)
        said = look.said(unit[0])
        return Step(look.line(envelope), turn.before, turn.after, was, now, said, applied, back=back, opener=opener)

    async def _opener(self, look: Look, eyes: Look, start: int, rewinds: dict[int, int]) -> Said | None:
        """The declaration that opened the exchange in which the one at `start` was made; None: that one itself."""
        place, found = start - 1, None
        for _ in range(MOST_UNITS):
            turns = [await self._last(eyes, name, place, whole=True) for name in ANSWERED_LATER]
            begun = [turn.seq for turn in turns if turn is not None and turn.after is not None]
            if not begun:
                break
            back = rewinds.get(max(begun))
            if back is not None:
                place = back
                continue
            found = await self._inquiry.declaration(look.stream, min(begun))
            place = found.seq - 1
        return None if found is None else look.said(found)

    async def _opening(self, look: Look, path: str) -> Step:
        """The end of the chain: what the opening said."""
        envelope = await self._inquiry.event(look.stream, 1)
        _, begun = await self._inquiry.history.at(look.stream, 1)
        value = at_path(look.state(begun), path)
        said = None if value is ABSENT else value
        now = look.wording.fact(path, said).text
        return Step(look.line(envelope), None, said, "", now, look.said(envelope), [], opening=True)

    async def _last(self, look: Look, path: str, at: int, *, whole: bool = False) -> Turn | None:
        """The last event up to a moment that changed a field; `whole`: that put it there or took it away."""
        while at > 1:
            stretch = await self._stretch(look, at)
            for turn in reversed(stretch.turns):
                if turn.seq > at or (whole and turn.path != path):
                    continue
                if (found := _at(turn, path)) is not None:
                    return found
            before = await self._ended(look, stretch.start)
            at = max(
                (seq for known, seq in before.items() if (known == path if whole else _touches(known, path))), default=0
            )
        return None

    async def _ended(self, look: Look, end: int) -> dict[str, int]:
        return {} if end <= 1 else (await self._stretch(look, end)).last

    async def _stretch(self, look: Look, at: int) -> Stretch:
        """The stretch that holds an event; built, with all before it, where it is not there yet."""
        eyes = look.seat or EVERYBODY
        turn = self._building.setdefault((look.stream, eyes), asyncio.Lock())
        end = min(-(-at // SPACING) * SPACING, look.present.seq)
        kept = (look.stream, eyes, end, end if end % SPACING == 0 else look.present.seq)
        found = self._kept.get(kept)
        if found is None:
            async with turn:
                found = await self._build(look, f"why{FORM}:{eyes}:{fingerprint(look.system.id)}", end)
            self._kept[kept] = found
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(kept)
        return found

    async def _build(self, look: Look, key: str, end: int) -> Stretch:
        store, history = self._inquiry.store, self._inquiry.history
        saved = await store.snapshot(look.stream, end, key)
        stretch = Stretch(0, 0, (), {}) if saved is None else msgspec.msgpack.decode(saved[1], type=Stretch)
        battle: Battle[Any] | None = None
        if stretch.end and stretch.end < end:
            _, battle = await history.at(look.stream, stretch.end)
        while stretch.end < end:
            upto = min(stretch.end + SPACING, end)
            stretch, battle = await self._next(look, stretch, battle, upto)
            if upto % SPACING == 0:
                await store.save_snapshot(look.stream, upto, key, msgspec.msgpack.encode(stretch))
            await asyncio.sleep(0)
        return stretch

    async def _next(
        self, look: Look, before: Stretch, battle: Battle[Any] | None, upto: int
    ) -> tuple[Stretch, Battle[Any]]:
        """The stretch after another."""
        log = await self._inquiry.store.read(look.stream, before.end, upto - before.end)
        turns: list[Turn] = []
        seen: Json | None = None if battle is None else _seen(look, battle)
        for envelope in log:
            event = event_of(look.system, envelope)
            if battle is None:
                battle = first(look.system, event)
                seen = _seen(look, battle)
                continue
            past = NO_PAST
            if isinstance(event, Rewound):
                past = Then(event.to, (await self._inquiry.history.at(look.stream, event.to))[1])
            then = fold(look.system, battle, event, past)
            if then.game is not battle.game or then.table is not battle.table:
                now = _seen(look, then)
                turns += [Turn(envelope.seq, *it) for it in changes(seen, now) if it[0] != "seq"]
                seen = now
            battle = then
        assert battle is not None  # noqa: S101 - a stretch has events
        last = before.last | {turn.path: turn.seq for turn in turns}
        return Stretch(before.end, upto, tuple(turns), last), battle


def _seen(look: Look, then: Battle[Any]) -> Json:
    """A moment as its index has it: what was opened later does not change it."""
    return msgspec.json.decode(msgspec.json.encode(state(look.system, then, look.seat)))


def _touches(changed: str, asked: str) -> bool:
    """Whether a change at one path may have changed what stands at another."""
    return changed == asked or changed.startswith(f"{asked}.") or asked.startswith(f"{changed}.")


def _at(turn: Turn, path: str) -> Turn | None:
    """A change as it changed a field: the field itself, something in it, or what it lies in."""
    if turn.path == path or turn.path.startswith(f"{path}."):
        return turn
    if not path.startswith(f"{turn.path}."):
        return None
    inside = path.removeprefix(f"{turn.path}.")
    before, after = (_plain(at_path(value, inside)) for value in (turn.before, turn.after))
    return None if before == after else Turn(turn.seq, path, before, after)


def _plain(value: Any) -> Any:  # noqa: ANN401 - any JSON
    return None if value is ABSENT else value


def _gap(rewinds: list[tuple[int, int]], place: int) -> tuple[int, int] | None:
    """The last rewind up to a moment."""
    found = bisect_left(rewinds, (place + 1, 0))
    return rewinds[found - 1] if found else None
