"""How fast the server is over HTTP: against a bare Litestar application that does nothing.

Run it with `python -m tests.benchmarks.http`. Both servers run in processes of their own with the same uvicorn
settings, the load comes from a third. 32 connections each play a real hms battle of its own, sealed envelopes and all;
what each declares is worked out beforehand. Every figure is a ratio of two things measured alternately in the same
run, and the median of several rounds.
"""

import argparse
import asyncio
import os
import random
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Union, cast

import httpx
import msgspec
import uvicorn
import uvloop
from litestar import Litestar, Response, get, post

from senki.api.serve import serve
from senki.api.settings import Settings
from senki.rules import SYSTEMS
from senki.rules.chance import Sealed
from senki.rules.codec import encode
from senki.rules.decide import decide, open_battle
from senki.rules.declarations import SHARED
from senki.rules.envelopes import FIRST_SIZE, Book
from senki.rules.events import ChanceSource
from senki.rules.hms.plays import PLAYS
from senki.rules.message import Declaration
from senki.rules.rulebook import Battle
from senki.rules.sampler import words_digest
from senki.rules.table import GM

CONNECTIONS = 32
SLICES = 3
PLAYED = 12
"""Declarations of the battle that is read."""
MEASURED = (("durable declarations", 0.5), ("states", 0.7), ("legal", None))
"""What is measured, each against a bare request of its kind and size, and the goal where there is one."""
HMS = SYSTEMS["hms"]
Json = dict[str, Any]


class Body(msgspec.Struct, forbid_unknown_fields=True):
    """What a declaration's request holds, for the bare handler to validate."""

    declaration: Union[(*SHARED, *PLAYS.kinds)]
    rolls: tuple[tuple[int | str, ...], ...] = ()


def bare(sizes: Sequence[int]) -> Litestar:
    """An application that validates and answers, and does nothing else; `sizes`: of a state, and of what is legal."""
    state_content, legal_content = (b"{" + b" " * (size - 2) + b"}" for size in sizes)

    @post("/battles/{battle:str}/declarations")
    async def declare(battle: str, data: Body) -> dict[str, str]:
        return {"battle": battle, "type": type(data.declaration).__name__}

    @get("/battles/{battle:str}/state")
    async def state(battle: str) -> Response[bytes]:
        del battle
        return Response(state_content, media_type="application/json")

    @get("/battles/{battle:str}/declarations/legal")
    async def legal(battle: str) -> Response[bytes]:
        del battle
        return Response(legal_content, media_type="application/json")

    return Litestar([declare, state, legal], logging_config=None)


def fighter(id: str, side: str, team: str) -> Json:
    """A character that stands long."""
    bow = {"id": "bow", "name": "弓", "skill": "bow", "bands": ["throwing", "shooting_minus"], "power": 0}
    sword = {"id": "sword", "name": "長剣", "skill": "sword", "bands": ["melee", "melee_plus"], "power": 0}
    own = {"id": id, "name": f"戦士{id}", "side": side, "team": team, "body": 99, "armour": 5}
    return {**own, "skills": {"sword": 6, "bow": 5}, "weapons": [bow, sword]}


SETUP: Json = {
    "distance": "throwing",
    "skills": [
        {"id": "combat", "name": "戦闘"},
        {"id": "sword", "name": "剣術", "within": "combat"},
        {"id": "bow", "name": "弓術", "within": "combat"},
    ],
    "characters": [
        fighter("a", "pc", "blue"),
        fighter("b", "pc", "blue"),
        fighter("g", "npc", "red"),
        fighter("h", "npc", "red"),
    ],
}


class Play:
    """Plays a battle beforehand with the server's own secret: what each seat will declare."""

    def __init__(self, secret: bytes, battle: str, seed: int) -> None:
        self._secret = secret
        self._id = battle
        self._random = random.Random(seed)
        root = Book.build(secret, battle, 1, FIRST_SIZE).root.hex()
        source = ChanceSource(kind="sealed", book=1, size=FIRST_SIZE, root=root)
        self._battle: Battle[Any] = open_battle(HMS, SETUP, chance=source).battle

    def said(self, times: int) -> list[tuple[str, bytes]]:
        """The next declarations, each with its seat; fewer if the battle ends."""
        found: list[tuple[str, bytes]] = []
        while len(found) < times and (plays := self._plays()):
            it = self._random.choice(plays)
            table = self._battle.table
            seat = GM if it.by is None else table.seat_of(it.by)
            chance = Sealed(self._secret, self._id, words_digest(table.words), table.used, table.book, table.sealed_to)
            self._battle = decide(HMS, self._battle, it, chance, seat=seat).battle
            found.append((seat, encode(it)))
        return found

    def _plays(self) -> list[Declaration]:
        who = dict.fromkeys(awaited.by for awaited in HMS.awaiting(self._battle.game))
        offers = [
            o for by in who for o in HMS.plays.offers(self._battle.game, by) if o.type not in {"surrender", "flee"}
        ]
        return [self._random.choice(offer.plays) for offer in offers]


def request(method: str, path: str, token: str, body: bytes = b"") -> bytes:
    """A request's bytes."""
    lines = [f"{method} {path} HTTP/1.1", "Host: x", f"Authorization: Bearer {token}"]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


class Connection(asyncio.Protocol):
    """Sends requests one after another, as fast as they are answered."""

    def __init__(self, requests: Sequence[bytes], wanted: bytes) -> None:
        self._requests = iter(requests)
        self._wanted = wanted
        self._buffer = b""
        self._transport: asyncio.Transport | None = None
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember the line."""
        self._transport = cast("asyncio.Transport", transport)

    def start(self) -> None:
        """Send the next request, if there is one."""
        following = next(self._requests, None)
        assert self._transport is not None
        if following is None:
            if not self.done.done():
                self.done.set_result(None)
            self._transport.close()
        else:
            self._transport.write(following)

    def data_received(self, data: bytes) -> None:
        """Take in an answer; at its end, go on."""
        buffer = self._buffer = self._buffer + data
        end = buffer.find(b"\r\n\r\n")
        if end < 0:
            return
        head = buffer[:end].lower()
        place = head.index(b"content-length:") + 15
        length = int(head[place : head.find(b"\r\n", place)] if head.find(b"\r\n", place) > 0 else head[place:])
        if len(buffer) < end + 4 + length:
            return
        if not buffer.startswith(self._wanted):
            self.done.set_exception(AssertionError(buffer[:600].decode(errors="replace")))
        self._buffer = b""
        self.start()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell if the line broke."""
        if not self.done.done():
            self.done.set_exception(exc or ConnectionError("the server closed the line"))


async def load(port: int, requests: Sequence[Sequence[bytes]], wanted: bytes) -> float:
    """Send each list over a connection of its own; seconds."""
    loop = asyncio.get_running_loop()
    opened = [
        await loop.create_connection(lambda each=each: Connection(each, wanted), "127.0.0.1", port) for each in requests
    ]
    begun = time.perf_counter()
    for _, connection in opened:
        connection.start()
    await asyncio.gather(*(connection.done for _, connection in opened))
    return time.perf_counter() - begun


class Reads(NamedTuple):
    """What is read: the paths of a state and of what is legal, with a token and the sizes of their answers."""

    token: str
    paths: tuple[str, ...]
    sizes: tuple[int, ...]


class Battles:
    """Opens battles on the server and says what will be declared in them."""

    def __init__(self, url: str, secret: bytes) -> None:
        self._client = httpx.Client(base_url=url, timeout=60)
        self._secret = secret
        self._count = 0

    def open(self) -> Json:
        """Open one."""
        answer = self._client.post("/battles", json={"system": "hms", "setup": SETUP})
        answer.raise_for_status()
        return answer.json()

    def round(self, each: int) -> list[list[bytes]]:
        """Open a battle for each connection, and write its declarations."""
        lists: list[list[bytes]] = []
        for _ in range(CONNECTIONS):
            opened = self.open()
            self._count += 1
            path = f"/battles/{opened['id']}/declarations"
            said = Play(self._secret, opened["id"], self._count).said(each)
            lists.append(
                [
                    request("POST", path, opened["seats"][seat], b'{"declaration":' + declaration + b"}")
                    for seat, declaration in said
                ]
            )
        return lists

    def reads(self) -> Reads:
        """Open a battle, play a few declarations, and tell what a seat reads of it after each event."""
        opened = self.open()
        url = f"/battles/{opened['id']}"
        for seat, said in Play(self._secret, opened["id"], 0).said(PLAYED):
            body = b'{"declaration":' + said + b"}"
            headers = {"authorization": f"Bearer {opened['seats'][seat]}", "content-type": "application/json"}
            self._client.post(f"{url}/declarations", content=body, headers=headers).raise_for_status()
        token = opened["seats"]["a"]
        paths = (f"{url}/state", f"{url}/declarations/legal")
        found = [self._client.get(path, headers={"authorization": f"Bearer {token}"}) for path in paths]
        return Reads(token, paths, tuple(len(answer.raise_for_status().content) for answer in found))

    def close(self) -> None:
        """Close the line."""
        self._client.close()


def server_process(*arguments: str) -> tuple[subprocess.Popen[str], str]:
    """Start one of the servers; its process, and its URL."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks.http", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    return process, process.stdout.readline().strip()


def busy(process: subprocess.Popen[str]) -> float:
    """Seconds of processor time that a process has used; what others do on the machine does not change it much."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Measured(NamedTuple):
    """Requests a second, and microseconds of the server's processor time for each."""

    rate: float
    processor: float


Running = tuple[subprocess.Popen[str], int]


def alternately(
    first: Running, second: Running, requests: Sequence[Sequence[bytes]], wanted: bytes
) -> tuple[Measured, Measured]:
    """Send the same requests to both servers, a slice to one, the same to the other, and so on."""
    seconds, used = [0.0, 0.0], [0.0, 0.0]
    each = max(1, max(map(len, requests)) // SLICES)
    for start in range(0, max(map(len, requests)), each):
        part = [r[start : start + each] for r in requests if len(r) > start]
        for which, (process, port) in enumerate((first, second)):
            before = busy(process)
            seconds[which] += uvloop.run(load(port, part, wanted))
            used[which] += busy(process) - before
    total = sum(map(len, requests))
    found = [Measured(total / s, u / total * 1e6) for s, u in zip(seconds, used, strict=True)]
    return found[0], found[1]


def say(url: str) -> None:
    """Tell the process that started this one where it listens."""
    sys.stdout.write(f"{url}\n")
    sys.stdout.flush()


class Bare(uvicorn.Server):
    """Says where it listens."""

    async def startup(self, sockets: list[Any] | None = None) -> None:
        """Start, and say where."""
        await super().startup(sockets)
        say(f"http://127.0.0.1:{self.servers[0].sockets[0].getsockname()[1]}")


def measure(folder: Path, rounds: int, each: int) -> list[list[float]]:
    """The ratios, round by round: of declarations, of states, of what is legal."""
    secret = secrets.token_bytes(32)
    (folder / "senki.db.key").write_bytes(secret)
    senki, url = server_process("--serve", str(folder / "senki.db"))
    battles = Battles(url, secret)
    token, paths, sizes = battles.reads()
    empty, bare_url = server_process("--bare", *map(str, sizes))
    ratios: list[list[float]] = [[] for _ in MEASURED]
    try:
        ours, theirs = ((process, int(u.rsplit(":", 1)[1])) for process, u in ((senki, url), (empty, bare_url)))
        reads = [[[request("GET", path, token)] * each] * CONNECTIONS for path in paths]
        for number in range(rounds + 1):
            asked = ((battles.round(each), b"HTTP/1.1 201"), *((read, b"HTTP/1.1 200") for read in reads))
            for (name, _), found, (requests, wanted) in zip(MEASURED, ratios, asked, strict=True):
                it, nothing = alternately(ours, theirs, requests, wanted)
                told = (f"{m.rate:5.0f}/s ({m.processor:3.0f} µs)" for m in (it, nothing))
                sys.stdout.write("{} {}, bare {}; ".format(name, *told))
                if number:  # the first round only warms up
                    found.append(it.rate / nothing.rate)
            sys.stdout.write("\n")
    finally:
        battles.close()
        for process in (senki, empty):
            process.terminate()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()
    return ratios


def main() -> int:
    """Measure, print, and tell by the exit code whether the goals were reached."""
    parser = argparse.ArgumentParser(description="Measure the server over HTTP; ratios are medians over the rounds.")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--each", type=int, default=90, help="requests of one connection in a round")
    parser.add_argument("--folder", type=Path, help="where to write, on a real disk (default: for temporary files)")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    parser.add_argument("--bare", type=int, nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(Settings(database=given.serve, port=0), say)
        return 0
    if given.bare:
        config = uvicorn.Config(
            bare(given.bare), port=0, loop="uvloop", http="httptools", ws="none", access_log=False, log_config=None
        )
        Bare(config).run()
        return 0
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        ratios = measure(Path(folder), given.rounds, given.each)
    reached = True
    for (name, goal), found in zip(MEASURED, ratios, strict=True):
        middle = statistics.median(found)
        wanted = "" if goal is None else f"goal {goal}; "
        sys.stdout.write(f"{name}: {middle:.2f} x a bare request ({wanted}{min(found):.2f} to {max(found):.2f})\n")
        reached = reached and (goal is None or middle >= goal)
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
