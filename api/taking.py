"""Taking a battle over from an archive, the same for the route and the command: read, verify, fold, keep, grant.

A store only ever grows, so nothing is kept before the whole of it was verified and folded by today's rules.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, BinaryIO

import msgspec

from senki.api.seats import SPECTATOR, Charter, Door, Spectators
from senki.eventstore.archive import Imported, Progress, import_archive, read_archive
from senki.eventstore.errors import ConcealedArchive
from senki.eventstore.events import Envelope
from senki.eventstore.store import EventStore
from senki.projections.log import Unreadable, event_of, first, system_of
from senki.projections.marks import Marks
from senki.projections.readjudicate import Moments
from senki.projections.seen import audience_of
from senki.rules.rejection import Rejection
from senki.rules.rulebook import Battle, RuleSystem, fold
from senki.rules.table import GM

ID = re.compile(r"[A-Za-z0-9_-]{1,64}")

Admit = Callable[[str, bool], Awaitable[None]]
"""Refuses, by raising, to take a battle of that id over; it is told whether the battle has its tokens already."""


class UnusableId(Unreadable):
    """The archive's battle has an id that no address can have."""


class Read(msgspec.Struct, frozen=True):
    """What an archive holds."""

    system: RuleSystem[Any]
    battle: Battle[Any]
    marks: Marks
    title: str | None

    @property
    def seats(self) -> list[str]:
        """The players' seats."""
        return list(self.battle.table.seats)


class Taken(msgspec.Struct, frozen=True):
    """A battle that was taken over."""

    read: Read
    imported: Imported


class Told(msgspec.Struct):
    """What an opening tells besides."""

    title: str | None = None


async def take(  # noqa: PLR0917 - all of these stand together
    store: EventStore,
    door: Door,
    file: BinaryIO,
    spectators: Spectators = "token",
    admit: Admit | None = None,
    progress: Progress | None = None,
) -> Taken:
    """Take a battle over: all of it, with tokens for its seats, or nothing.

    Args:
        store: where it is to be.
        door: gives its tokens, where it has none yet.
        file: the archive, able to seek.
        spectators: whether anybody may watch, where that is not settled yet.
        admit: whether the asker may.
        progress: is told (events verified, events in all), in another thread.

    Raises:
        ArchiveError, ConcealedArchive: it is not whole, or conceals something.
        Unreadable: today's rules cannot fold it, or it is no battle that can be.
        StreamExists: there is another battle of that id.
    """
    start = file.tell()
    stream = read_archive(file).header.stream
    if ID.fullmatch(stream) is None:
        raise UnusableId(f"{stream!r} cannot be the id of a battle; ids are of up to 64 letters, digits, _ and -")
    granted = await _granted(door, stream)
    if admit is not None:
        await admit(stream, granted)
    file.seek(start)
    read = await asyncio.to_thread(folded, file)
    file.seek(start)
    imported = await import_archive(store, file, progress)
    if not granted:
        if await _granted(door, stream) and admit is not None:  # somebody else was faster
            await admit(stream, True)
        await door.grant(stream, read.seats, Charter(read.system.id, read.title, spectators))
    return Taken(read, imported)


async def _granted(door: Door, stream: str) -> bool:
    """Whether a battle has its tokens already."""
    return await door.charter(stream) is not None


def folded(file: BinaryIO) -> Read:
    """Verify an archive and fold it.

    Raises:
        ArchiveError, ConcealedArchive: it is not whole, or conceals something.
        Unreadable: the rules cannot fold it, or it is no battle.
    """
    events = _opened(file)
    envelope = next(events, None)
    if envelope is None:
        raise Unreadable("the archive has no event")
    system = system_of(envelope)
    marks, past = Marks(), Moments()
    try:
        battle = first(system, event_of(system, envelope))
        title = msgspec.json.decode(envelope.data or b"", type=Told).title
        marks.add((envelope,))
        for envelope in events:
            audience_of(envelope.audience)
            event = event_of(system, envelope)
            past.keep(battle)
            battle = fold(system, battle, event, past)
            marks.add((envelope,))
    except (
        msgspec.MsgspecError,
        LookupError,
        Rejection,
        AttributeError,
        TypeError,
        ValueError,
        ArithmeticError,
        RecursionError,
    ) as error:
        raise Unreadable(f"event {envelope.seq} of {envelope.stream} cannot be folded: {error}") from None
    if GM in battle.table.seats or SPECTATOR in battle.table.seats:
        raise Unreadable(f"{envelope.stream} has a player's seat {GM} or {SPECTATOR}, which cannot be")
    return Read(system, battle, marks, title)


def _opened(file: BinaryIO) -> Iterator[Envelope]:
    archive = read_archive(file)
    for number, envelope in enumerate(archive, 1):
        if envelope.data is None:
            raise ConcealedArchive(
                number + 1,
                f"event {number} is concealed (made for {archive.header.viewer or 'a viewer'}):"
                " the archive can be verified, but to play on, an archive with everything open is needed",
            )
        yield envelope
