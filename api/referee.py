"""Load, fold, decide, append: from a declaration to durable events. Knows nothing of HTTP."""

import asyncio
import hashlib
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from senki.api.envelopes import Books
from senki.eventstore.errors import Conflict
from senki.eventstore.events import Appended, Key, Record
from senki.eventstore.store import EventStore
from senki.projections.fingerprint import fingerprint
from senki.projections.history import KEPT, Chronicle, History
from senki.projections.log import event_of, written
from senki.rules.chance import Chance, Entered, Pick, Sealed
from senki.rules.codec import codec
from senki.rules.decide import decide, open_battle
from senki.rules.declarations import Rewind
from senki.rules.envelopes import FIRST_SIZE, SIZE, Sealing
from senki.rules.events import ChanceSource, OpenedHead
from senki.rules.rejection import Rejection
from senki.rules.rulebook import NO_PAST, Battle, Decision, RuleSystem
from senki.rules.sampler import words_digest
from senki.rules.table import GM

Json = dict[str, Any]
Rolls = Sequence[Sequence[int | str]]

AHEAD = 64
"""So many envelopes before a book is used up the next one is built, beside the event loop."""

TRIES = 8
"""How often a declaration is decided anew when another process has written meanwhile."""


class Stale(Exception):
    """The battle has gone on since the seq that the declaration was made for.

    Attributes:
        expected: the seq that the caller knew.
        actual: the seq at which the battle stands.
    """

    def __init__(self, expected: int, actual: int) -> None:
        super().__init__(f"the battle stands at event {actual}, not {expected}")
        self.expected = expected
        self.actual = actual


class Told(msgspec.Struct, frozen=True):
    """What was recorded.

    Attributes:
        appended: where it stands in the log.
        chronicle: the battle after it; None where the answer is an earlier one, given again.
        decision: the events; None likewise.
    """

    appended: Appended
    chronicle: Chronicle | None
    decision: Decision[Any] | None


class Referee:
    """Decides declarations, one at a time for each battle, and records what comes of them.

    Args:
        store: where the logs are.
        history: the present of each battle.
        secret: the server's own secret (32 bytes or more), from which sealed envelopes are derived.
        books: of that secret.
    """

    def __init__(self, store: EventStore, history: History, secret: bytes, books: Books | None = None) -> None:
        self.store = store
        self.history = history
        self._secret = secret
        self._books = books or Books(secret)
        self._own: set[str] = set()
        self._turns: dict[str, asyncio.Lock] = {}

    async def open(
        self,
        battle: str,
        system: RuleSystem[Any],
        given: Json,
        *,
        entered: bool = False,
        title: str | None = None,
        key: Key | None = None,
        records: Sequence[Record] = (),
    ) -> Told:
        """Open a battle.

        Args:
            battle: its id; there must be no such battle yet.
            system: its rules.
            given: what the system's `open` takes, and `seats`.
            entered: dice are rolled at a real table and handed in; else envelopes are sealed now.
            title: what people call it.
            key: an idempotency key.
            records: what the store keeps with it.

        Raises:
            Rejection: what is given does not make a battle.
            Conflict, KeyReused, StoreUnavailable: from the store.
        """
        source = ChanceSource(kind="entered") if entered else await asyncio.to_thread(self._seal, battle)
        decision = open_battle(system, given, fingerprint=fingerprint(system.id), chance=source, title=title)
        appended = await self.store.append(battle, written(decision, GM, 0), 0, key=key, records=records)
        chronicle = Chronicle(system, decision.battle, appended.head.hash)
        if not appended.repeated:
            self.history.keep(battle, chronicle)
            self._own.add(battle)
        return Told(appended, None if appended.repeated else chronicle, decision)

    async def declare(
        self,
        battle: str,
        seat: str,
        said: bytes | Json,
        *,
        rolls: Rolls = (),
        expected: int | None = None,
        key: str | None = None,
    ) -> Told:
        """Decide a declaration and record what comes of it; durable when this returns.

        Args:
            battle: the battle's id.
            seat: who declares.
            said: the declaration, as JSON.
            rolls: dice and cards of a real table, where the battle takes them.
            expected: the seq for which the declaration was made; without it, the present.
            key: an idempotency key of this seat: the same key gives the first answer again.

        Raises:
            UnknownBattle: there is no such battle.
            Rejection: nothing was written.
            Stale: the battle has gone on.
            KeyReused, StoreUnavailable: from the store.
        """
        once = None if key is None else Key(f"{battle}/{seat}", key, content_of(said, rolls))
        turn = self._turn(battle)
        async with turn:
            if once is not None:
                earlier = await self.store.answered(once)
                if earlier is not None:
                    return Told(earlier, None, None)
            for _ in range(TRIES):
                try:
                    return await self._declare(battle, seat, said, rolls, expected, once)
                except Conflict:
                    self.history.forget(battle)
                except (Rejection, Stale):
                    if await self._is_present(battle):
                        raise
                    self.history.forget(battle)  # refused of an older state: another process has written
            present = await self.history.present(battle)
            raise Stale(expected or 0, present.battle.seq)

    async def _is_present(self, battle: str) -> bool:
        """Whether the battle in memory stands at the head of its log."""
        known = self.history.present_now(battle)
        return known is not None and (await self.store.head(battle)).seq == known.battle.seq

    async def _declare(  # noqa: PLR0917 - called once, in the order of `declare`
        self, battle: str, seat: str, said: bytes | Json, rolls: Rolls, expected: int | None, key: Key | None
    ) -> Told:
        present = self.history.present_now(battle) or await self.history.present(battle)
        system, now = present.system, present.battle
        if expected is not None and expected != now.seq:
            raise Stale(expected, now.seq)
        it = codec(system).declaration(said)
        past = await self.history.past(battle, it.to) if isinstance(it, Rewind) and it.to <= now.seq else NO_PAST
        if now.table.sealed and battle not in self._own:
            await self._look_for_envelopes(battle, system)
        if battle in self._own and now.table.sealed_to - now.table.used < AHEAD:
            following = (battle, now.table.sealed_to + 1, SIZE)
            if not self._books.kept(*following):
                await asyncio.to_thread(self._books.book, *following)
        decision = decide(system, now, it, self.chance(battle, now, rolls), seat=seat, past=past)
        appended = await self.store.append(battle, written(decision, seat, now.seq), now.seq, key=key)
        if appended.repeated:
            return Told(appended, None, None)
        chronicle = Chronicle(system, decision.battle, appended.head.hash)
        self.history.keep(battle, chronicle)
        await self.history.checkpoint(battle, chronicle, now.seq)
        return Told(appended, chronicle, decision)

    async def _look_for_envelopes(self, battle: str, system: RuleSystem[Any]) -> None:
        """Remember a battle whose envelopes were sealed with this server's secret."""
        (envelope,) = await self.store.read(battle, 0, 1)
        opened = event_of(system, envelope)
        if isinstance(opened, OpenedHead):
            chance = opened.chance
            sealing = Sealing(1, 1, chance.size or 0, chance.root or "")
            if await asyncio.to_thread(self._books.owns, battle, (sealing,)):
                self._own.add(battle)

    def chance(self, battle: str, now: Battle[Any], rolls: Rolls) -> Chance:
        """Where the dice of the next declaration come from.

        Raises:
            Rejection: `bad_rolls`: dice were handed in, but this battle's are sealed.
        """
        if not now.table.sealed:
            return Entered(rolls)
        if rolls:
            raise Rejection("bad_rolls", "この戦闘の出目は封筒から出ます。「rolls」は書かないでください。")
        if battle not in self._own:
            return Elsewhere()
        table = now.table
        return Sealed(
            self._secret,
            battle,
            words_digest(table.words),
            table.used,
            table.book,
            table.sealed_to,
            partial(self._books.root, battle),
        )

    def _seal(self, battle: str) -> ChanceSource:
        root = self._books.root(battle, 1, FIRST_SIZE)
        return ChanceSource(kind="sealed", book=1, size=FIRST_SIZE, root=root.hex())

    def _turn(self, battle: str) -> asyncio.Lock:
        turn = self._turns.get(battle)
        if turn is None:
            if len(self._turns) >= KEPT:  # should two ever hold a turn each, the store refuses the second
                self._turns = {of: kept for of, kept in self._turns.items() if kept.locked()}
            turn = self._turns[battle] = asyncio.Lock()
        return turn


class Elsewhere(Entered):
    """The envelopes of a battle that another server sealed: nothing here can open them."""

    def roll(self, by: str, purpose: str, count: int, sides: int) -> tuple[int, ...]:
        """Refuse.

        Raises:
            Rejection: `bad_rolls`.
        """
        del by, purpose, count, sides
        raise Rejection("bad_rolls", FOREIGN)

    def draw(  # noqa: PLR0917 - the parameters of `Chance.draw`
        self, deck: str, to: str, count: int, purpose: str, left: Sequence[str], clauses: tuple[str, ...] = ()
    ) -> Pick:
        """Refuse, as `roll` does."""
        del deck, to, count, purpose, left, clauses
        raise Rejection("bad_rolls", FOREIGN)


FOREIGN = "この戦闘の封筒は別のサーバーが封じたものです。ダイスの要る宣言は、そのサーバーで続けてください。"


def content_of(said: bytes | Json, rolls: Rolls) -> bytes:
    """A digest of what a request asks for, however its JSON was spelled."""
    try:
        plain = msgspec.json.decode(said) if isinstance(said, bytes) else said
    except msgspec.MsgspecError:
        plain = said
    return hashlib.sha256(msgspec.json.encode([plain, rolls], order="deterministic")).digest()
