"""Battles with sealed dice and cards, played at random by the real referee, and what a forger makes of them."""

import io
import json
import random
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from senki.api.envelopes import Books
from senki.api.referee import Referee
from senki.eventstore import Envelope, SqliteStore
from senki.eventstore.archive import write_archive
from senki.projections.history import History
from senki.projections.ledger import kept_by, ledger
from senki.projections.seen import may_see
from senki.rules import SYSTEMS
from senki.rules.codec import encode
from senki.rules.rejection import Rejection
from senki.rules.table import GM, OVER
from tests.rules.play import any_play, openings

Json = dict[str, Any]
SECRET = b"a secret for tests that is long enough"
EXTRA = (
    {"type": "roll", "notation": "S3R6>=5"},
    {"type": "roll", "notation": "2D66+1D10"},
    {"type": "roll", "notation": "choice[西,東,南]"},
)


async def sealed(
    folder: Path, system: str, seed: int, steps: int, *, close: bool, rolls: int = 0
) -> dict[str | None, bytes]:
    """Play a battle, with words, table rolls and rewinds; the last roll of all is struck out.

    Args:
        folder: where its store may be.
        system: its rules.
        seed: of the player.
        steps: declarations, at most.
        close: whether the battle is closed at the end, so that all is open.
        rolls: table rolls before anything else.

    Returns:
        Its archive for each of: nobody in particular (everything is in it), the GM, somebody who watches.
    """
    dice = random.Random(seed)
    async with SqliteStore.open(folder / f"{system}-{seed}.db") as store:
        history = History(store)
        referee = Referee(store, history, SECRET)
        battle = f"{system}-{seed}"
        given = {name: it for name, it in dice.choice(openings(system)).items() if name not in {"deck", "discards"}}
        await referee.open(battle, SYSTEMS[system], given)

        async def says(it: Json | bytes, seat: str = GM) -> None:
            await referee.declare(battle, seat, it)

        await says({"type": "words", "text": "どうぞ\n「賽」\\ /é🎲"})
        await says(dict(EXTRA[0]))
        for _ in range(rolls):
            await says({"type": "roll", "notation": "1D100"})
        ends = [(await history.present(battle)).battle.seq]
        for step in range(steps):
            now = (await history.present(battle)).battle
            it = any_play(SYSTEMS[system], now, dice)
            if it is None:
                break
            if step % 7 == 3:
                await says(dict(EXTRA[step // 7 % 3]))
            if step % 9 == 5:
                await says({"type": "rewind", "to": dice.choice(ends), "reason": "やり直し"})
                continue
            try:
                by = getattr(it, "by", None)
                await says(encode(it), GM if by is None else now.table.seat_of(by))
            except Rejection:
                continue
            ends.append((await history.present(battle)).battle.seq)
        before = (await history.present(battle)).battle.seq
        await says({"type": "roll", "notation": "2D6"})
        await says({"type": "rewind", "to": before, "reason": "振っていなかったことに"})
        if close and (await history.present(battle)).battle.game.phase != OVER:
            await says({"type": "close"})
        return {viewer: await archived(store, battle, viewer) for viewer in (None, GM, "spectator")}


async def archived(store: SqliteStore, battle: str, viewer: str | None) -> bytes:
    """The archive of a battle for somebody, with its proofs."""
    present = (await History(store).present(battle)).battle

    def sees(envelope: Envelope) -> bool:
        return viewer is None or may_see(present, envelope.audience, envelope.seq, viewer)

    file = io.BytesIO()
    proofs = Books(SECRET).proofs(battle, ledger(kept_by(await store.read(battle), sees)))
    await write_archive(store, battle, file, sees=sees, viewer=viewer, proofs=proofs)
    return file.getvalue()


def rechained(archive: bytes, change: Callable[[list[Json]], object]) -> bytes:
    """An archive whose forger hashed everything anew after changing events: its chain is sound.

    Args:
        archive: the archive.
        change: changes the events in place; their `data` stands there as values, None where it is concealed.
    """
    header, *lines = [json.loads(line) for line in archive.splitlines()]
    events = [line for line in lines if "senki" not in line]
    rest = [line for line in lines if "senki" in line]
    for event in events:
        event["data"] = None if event["data"] is None else json.loads(event["data"])
    change(events)
    previous = bytes(32)
    for seq, event in enumerate(events, 1):
        event["seq"] = seq
        if event["data"] is not None:
            event["data"] = written(event["data"])
            event["digest"] = sha256(bytes.fromhex(event["salt"]) + event["data"].encode()).hexdigest()
        names = ("type", "by", "cause", "recorded_at", "audience")
        envelope = written([header["stream"], seq, *(event[name] for name in names)])
        previous = sha256(previous + envelope.encode() + bytes.fromhex(event["digest"])).digest()
        event["hash"] = previous.hex()
    header |= {"seq": len(events), "hash": previous.hex()}
    rest[-1] |= {"events": len(events), "concealed": sum(event["data"] is None for event in events)}
    return b"".join(written(line).encode() + b"\n" for line in (header, *events, *rest))


def written(it: object) -> str:
    """Compact JSON."""
    return msgspec.json.encode(it).decode()


def altered(archive: bytes, dice: random.Random) -> Iterator[tuple[str, bytes]]:
    """Copies with one thing changed, without end: what was done, and the copy."""
    lines = archive.splitlines(keepends=True)
    ways = (_byte, _dropped, _doubled, _swapped, _cut, _number)
    while True:
        yield dice.choice(ways)(archive, lines, dice)


def _byte(archive: bytes, _: list[bytes], dice: random.Random) -> tuple[str, bytes]:
    at = dice.randrange(len(archive))
    new = dice.choice(b'0123456789abcdefABCDEF ,:"{}[]\\xyz\n')
    new = new if new != archive[at] else ord("~")
    return f"byte {at} is {chr(new)!r}, not {chr(archive[at])!r}", archive[:at] + bytes([new]) + archive[at + 1 :]


def _dropped(_: bytes, lines: list[bytes], dice: random.Random) -> tuple[str, bytes]:
    at = dice.randrange(len(lines))
    return f"line {at + 1} is gone", b"".join(lines[:at] + lines[at + 1 :])


def _doubled(_: bytes, lines: list[bytes], dice: random.Random) -> tuple[str, bytes]:
    at = dice.randrange(len(lines))
    return f"line {at + 1} stands twice", b"".join(lines[: at + 1] + lines[at:])


def _swapped(_: bytes, lines: list[bytes], dice: random.Random) -> tuple[str, bytes]:
    one, two = sorted(dice.sample(range(len(lines)), 2))
    moved = [*lines]
    moved[one], moved[two] = lines[two], lines[one]
    return f"lines {one + 1} and {two + 1} are swapped", b"".join(moved)


def _cut(archive: bytes, _: list[bytes], dice: random.Random) -> tuple[str, bytes]:
    at = dice.randrange(len(archive))
    return f"cut off after {at} bytes", archive[:at]


def _number(archive: bytes, lines: list[bytes], dice: random.Random) -> tuple[str, bytes]:
    del archive
    field = dice.choice([b'"events":', b'"concealed":', b'"proofs":'])
    last = lines[-1].replace(field, field + b"1", 1)
    return f"the last line is {last!r}", b"".join([*lines[:-1], last if last != lines[-1] else b"{}\n"])
