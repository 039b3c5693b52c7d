"""The state of a battle at any moment, at a cost that does not grow with the length of the battle.

Checkpoints of the state stand every `SPACING` events. They are disposable: keyed by the rules' fingerprint, so that
rules that were corrected never read a state that other rules folded.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, cast

import msgspec

from senki.eventstore.events import Envelope
from senki.eventstore.store import EventStore
from senki.projections.fingerprint import fingerprint
from senki.projections.log import DECLARED, Unreadable, event_of, first, system_of
from senki.rules.events import Rewound, RoundStarted
from senki.rules.message import type_of
from senki.rules.rulebook import NO_PAST, Battle, Past, RuleSystem, fold

SPACING = 128
"""Events between two checkpoints."""

PAGE = 1024
"""Events read at once."""

KEPT = 256
"""Battles whose present state is kept in memory."""


ROUND_STARTED = type_of(RoundStarted)


class UnknownBattle(LookupError):
    """There is no such battle."""


class NoSuchMoment(LookupError):
    """The battle has no such moment."""


class Then:
    """One moment of the past, for a rewind."""

    def __init__(self, seq: int, battle: Battle[Any]) -> None:
        self.seq = seq
        self.battle = battle

    def at(self, seq: int) -> Battle[Any] | None:
        """The battle at that one moment."""
        return self.battle if seq == self.seq else None


class Chronicle(msgspec.Struct, frozen=True):
    """A battle as it stands, with the rules it is under and the hash of its head."""

    system: RuleSystem[Any]
    battle: Battle[Any]
    hash: bytes


class Started(msgspec.Struct):
    """What a round's first event tells."""

    round: int


class Rounds:
    """Where each round of a battle begins: read once, then only what is new."""

    def __init__(self) -> None:
        self.read = 0
        self.ends: dict[int, int] = {}
        self._open: int | None = None

    def add(self, page: Sequence[Envelope]) -> None:
        """Take in the next events: a round begins with the last event of the unit that starts it."""
        for envelope in page:
            if envelope.type == DECLARED:
                self._open = None
            elif envelope.type == ROUND_STARTED and envelope.data is not None:
                self._open = msgspec.json.decode(envelope.data, type=Started).round
            if self._open is not None:
                self.ends[self._open] = envelope.seq
            self.read = envelope.seq


class History:
    """Folds the logs of a store.

    Args:
        store: where the logs are.
    """

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self._present: OrderedDict[str, Chronicle] = OrderedDict()
        self._decoders: dict[str, msgspec.msgpack.Decoder[Battle[Any]]] = {}
        self._encoder = msgspec.msgpack.Encoder()
        self._systems: dict[str, RuleSystem[Any]] = {}
        self._rounds: dict[str, Rounds] = {}

    async def present(self, stream: str) -> Chronicle:
        """The battle at the head of its log.

        Raises:
            UnknownBattle: there is no such log.
            Unreadable: the log cannot be folded.
        """
        kept = self._present.get(stream)
        if kept is not None:
            self._present.move_to_end(stream)
            return kept
        head = await self.store.head(stream)
        if head.seq == 0:
            raise UnknownBattle(stream)
        system, battle = await self._fold_to(stream, head.seq)
        chronicle = Chronicle(system, battle, head.hash)
        self.keep(stream, chronicle)
        return chronicle

    def present_now(self, stream: str) -> Chronicle | None:
        """The same, if it is in memory."""
        return self._present.get(stream)

    def keep(self, stream: str, chronicle: Chronicle) -> None:
        """Remember the present of a battle."""
        self._present[stream] = chronicle
        self._present.move_to_end(stream)
        while len(self._present) > KEPT:
            self._present.popitem(last=False)

    def forget(self, stream: str) -> None:
        """Read the present of a battle anew: somebody else has written to its log."""
        self._present.pop(stream, None)

    async def checkpoint(self, stream: str, chronicle: Chronicle, before: int) -> None:
        """Keep a checkpoint, if one is due between event `before` and the present."""
        battle = chronicle.battle
        if before // SPACING != battle.seq // SPACING:
            await self._save(stream, chronicle.system, battle)

    async def at(self, stream: str, seq: int) -> tuple[RuleSystem[Any], Battle[Any]]:
        """The battle after event `seq`.

        Raises:
            UnknownBattle, Unreadable: as for `present`.
            NoSuchMoment: the log has no event `seq`.
        """
        kept = self._present.get(stream)
        if kept is not None and kept.battle.seq == seq:
            return kept.system, kept.battle
        if seq < 1:
            raise NoSuchMoment(seq)
        return await self._fold_to(stream, seq)

    async def unit_ends(self, stream: str, seq: int) -> bool:
        """Whether a unit ends with event `seq`: the next begins with a `declared` event, or there is none."""
        found = await self.store.read(stream, seq - 1, 2)
        return bool(found) and (len(found) == 1 or found[1].type == DECLARED)

    async def past(self, stream: str, seq: int) -> Past:
        """The past that a rewind to `seq` needs; it knows nothing where no unit ends there."""
        if not await self.unit_ends(stream, seq):
            return NO_PAST
        _, battle = await self.at(stream, seq)
        return Then(seq, battle)

    async def seq_at_round(self, stream: str, round_number: int) -> int:
        """The seq of the last event of the unit in which a round starts; the latest, if it was started again.

        Raises:
            NoSuchMoment: no such round has started.
        """
        index = self._rounds.setdefault(stream, Rounds())
        while page := await self.store.read(stream, index.read, PAGE):
            index.add(page)
        if round_number not in index.ends:
            raise NoSuchMoment(round_number)
        return index.ends[round_number]

    async def seq_at_time(self, stream: str, moment: str) -> int:
        """The seq of the last event recorded at or before a moment (UTC, ISO 8601 as the store writes it).

        Raises:
            NoSuchMoment: nothing was recorded by then.
        """
        low, high = 0, (await self.store.head(stream)).seq
        while low < high:
            middle = (low + high + 1) // 2
            found = await self.store.read(stream, middle - 1, 1)
            if found and found[0].recorded_at <= moment:
                low = middle
            else:
                high = middle - 1
        if low == 0:
            raise NoSuchMoment(moment)
        return low

    async def _system(self, stream: str) -> tuple[RuleSystem[Any], Envelope]:
        found = await self.store.read(stream, 0, 1)
        if not found:
            raise UnknownBattle(stream)
        return system_of(found[0]), found[0]

    async def _fold_to(
        self, stream: str, seq: int, known: dict[int, Battle[Any]] | None = None
    ) -> tuple[RuleSystem[Any], Battle[Any]]:
        """Fold from the nearest checkpoint. `known` keeps the moments that rewinds go back to: each is folded once."""
        known = {} if known is None else known
        system = self._systems.get(stream)
        if system is None:
            system, _ = await self._system(stream)
            self._systems[stream] = system
        if seq in known:
            return system, known[seq]
        battle: Battle[Any] | None = None
        saved = await self.store.snapshot(stream, seq, fingerprint(system.id))
        if saved is not None:
            battle = self._decoder(system).decode(saved[1])
        while battle is None or battle.seq < seq:
            after = 0 if battle is None else battle.seq
            page = await self.store.read(stream, after, min(SPACING - after % SPACING, seq - after))
            if not page:
                raise NoSuchMoment(seq)
            battle = await self._fold_page(system, battle, page, known)
            if battle.seq % SPACING == 0:
                await self._save(stream, system, battle)
            await asyncio.sleep(0)
        known[seq] = battle
        return system, battle

    async def _fold_page(
        self,
        system: RuleSystem[Any],
        battle: Battle[Any] | None,
        page: Sequence[Envelope],
        known: dict[int, Battle[Any]],
    ) -> Battle[Any]:
        events = [event_of(system, envelope) for envelope in page]
        wanted = {event.to for event in events if isinstance(event, Rewound)}
        if battle is not None and battle.seq in wanted:
            known[battle.seq] = battle
        for envelope, event in zip(page, events, strict=True):
            if battle is None:
                battle = first(system, event)
            else:
                past: Past = NO_PAST
                if isinstance(event, Rewound):
                    if event.to not in known:
                        await self._fold_to(envelope.stream, event.to, known)
                    past = Then(event.to, known[event.to])
                battle = fold(system, battle, event, past)
            if battle.seq in wanted:
                known[battle.seq] = battle
        if battle is None:
            msg = "nothing to fold"
            raise Unreadable(msg)
        return battle

    async def _save(self, stream: str, system: RuleSystem[Any], battle: Battle[Any]) -> None:
        await self.store.save_snapshot(stream, battle.seq, fingerprint(system.id), self._encoder.encode(battle))

    def _decoder(self, system: RuleSystem[Any]) -> msgspec.msgpack.Decoder[Battle[Any]]:
        found = self._decoders.get(system.id)
        if found is None:
            kind = cast("Any", Battle)[system.game]
            found = self._decoders[system.id] = msgspec.msgpack.Decoder(kind)
        return found
