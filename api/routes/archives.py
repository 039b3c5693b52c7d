"""A battle as a file, out and in again."""

import asyncio
import io
import tempfile
from collections.abc import Callable
from typing import BinaryIO, Literal, cast

from litestar import get, post
from litestar.response.base import ASGIResponse
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED
from litestar.types import Receive, Scope, Send

from senki.api.answers import Answer, Header, about, answer, head_header
from senki.api.bodies import Lines
from senki.api.openapi import described
from senki.api.parameters import BATTLE, Word, query
from senki.api.parts import Asked, Parts, parts
from senki.api.problems import Refused
from senki.api.seats import admit_opening
from senki.api.shapes import HeadShape, Imported
from senki.api.taking import UnusableId, take
from senki.eventstore.archive import Proof, write_archive
from senki.eventstore.errors import StreamExists
from senki.eventstore.events import Envelope
from senki.projections.history import Chronicle, UnknownBattle
from senki.projections.ledger import kept_by, ledger
from senki.projections.log import Unreadable
from senki.projections.seen import may_see
from senki.rules.table import GM

LINES = Lines()
SPECTATORS = Word(name="spectators", choices=("token", "open"), description="who may watch")
IN_MEMORY = 1 << 20
CHUNK = 1 << 16


class FileAnswer(ASGIResponse):
    """A file as an answer, some of it at a time.

    Args:
        file: open for reading, at its beginning; it is closed when it was sent.
        headers: of the answer.
    """

    def __init__(self, file: BinaryIO, headers: tuple[Header, ...]) -> None:
        self._file = file
        self._headers = headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        del scope, receive
        with self._file as file:
            await send({"type": "http.response.start", "status": HTTP_200_OK, "headers": list(self._headers)})
            while chunk := file.read(CHUNK):
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})


@get(
    "/battles/{battle:str}/archive",
    summary="The whole log as JSON Lines",
    tags=["log"],
    operation_class=described(
        gives={"type": "string"},
        media_type=LINES.media_type,
        example='{"senki": "archive", "format": 1, "stream": "k3w9xq2m4p", "seq": 57, …}\n…\n',
        parameters=(BATTLE,),
        refuses=("invalid_request", "unauthorized", "forbidden", "not_found", "busy"),
    ),
)
async def archive(request: Asked) -> FileAnswer:
    """Verifiable by everyone, with the proofs of its dice; what the seat may not see is concealed: no import then."""
    it = parts(request)
    seated = await it.enter(request.scope)
    battle, seat = seated.battle, seated.seat
    present = await it.present(battle)
    about(request.scope, present)
    query(request.scope)

    def sees(envelope: Envelope) -> bool:
        return envelope.audience is None or may_see(present.battle, envelope.audience, envelope.seq, seat)

    file = cast("BinaryIO", tempfile.SpooledTemporaryFile(IN_MEMORY))  # noqa: SIM115 - closed when it was sent
    proofs = await _proofs(it, battle, present, sees)
    head = await write_archive(it.store, battle, file, sees=sees, viewer=seat, proofs=proofs)
    size = file.tell()
    file.seek(0)
    headers = (
        head_header(head.seq, head.hash),
        (b"content-type", LINES.media_type.encode()),
        (b"content-length", str(size).encode()),
        (b"content-disposition", f'attachment; filename="{battle}.jsonl"'.encode()),
        (b"cache-control", b"no-store"),
    )
    return FileAnswer(file, headers)


async def _proofs(it: Parts, battle: str, present: Chronicle, sees: Callable[[Envelope], bool]) -> list[Proof]:
    """What a stranger needs to check the chance in an archive."""
    if not present.battle.table.sealed:
        return []
    log = await it.store.read(battle, 0, present.battle.seq)
    return await asyncio.to_thread(lambda: list(it.books.proofs(battle, ledger(kept_by(log, sees)))))


@post(
    "/battles/archive",
    summary="Take a battle over from an archive",
    tags=["battles"],
    operation_class=described(
        gives=Imported,
        status=201,
        takes=LINES,
        parameters=(SPECTATORS,),
        also={200: "the battle is here already, with the same history; asked with its GM's token"},
        refuses=(
            "invalid_request",
            "unauthorized",
            "forbidden",
            "exists",
            "too_large",
            "archive_broken",
            "archive_concealed",
            "unreadable",
            "busy",
        ),
    ),
)
async def take_over(request: Asked) -> Answer:
    """Verified from end to end and folded before anything is kept; answers new tokens for its seats."""
    it = parts(request)
    asked = query(request.scope, SPECTATORS)
    spectators: Literal["open", "token"] = "open" if SPECTATORS.of(asked) == "open" else "token"
    file = io.BytesIO(await LINES.of(request, it.settings.archive_bytes))

    async def admit(stream: str, granted: bool) -> None:
        if granted:
            await _admit_again(it, request.scope, stream)
            return
        admit_opening(request.scope, it.settings.open_token)
        there = await it.store.head(stream)
        if there.seq:  # it came in another way: `senki import` tells its tokens to the operator
            raise StreamExists(stream, there.seq)

    try:
        taken = await take(it.store, it.door, file, spectators, admit)
    except UnusableId:
        raise Refused("invalid_request", "記録にある戦闘のidは使えません。") from None
    except Unreadable:
        raise Refused("archive_broken", "記録は途中で書き換えられたか、この規則では読めません。") from None
    read, done, stream = taken.read, taken.imported, taken.imported.stream
    battle, marks = read.battle, read.marks
    chance: Literal["own", "foreign", "entered"] = "entered"
    if battle.table.sealed:
        chance = "own" if await asyncio.to_thread(it.books.owns, stream, marks.books) else "foreign"
    shape = Imported(
        stream,
        read.system.id,
        read.title,
        await it.door.good(stream, read.seats),
        done.head.seq,
        HeadShape(done.head.seq, done.head.hash.hex()),
        done.already,
        chance,
    )
    headers = (head_header(done.head.seq, done.head.hash), (b"cache-control", b"no-store"))
    return answer(shape, *headers, status_code=HTTP_200_OK if done.already else HTTP_201_CREATED)


async def _admit_again(it: Parts, scope: Scope, battle: str) -> None:
    """A battle that is here gives its tokens to its GM only: an archive of it is no key to it."""
    try:
        seated = await it.door.seat(scope, battle)
    except (Refused, UnknownBattle):
        seated = None
    if seated is None or seated.seat != GM:
        raise StreamExists(battle, (await it.store.head(battle)).seq)
