"""A stream as a file of JSON Lines, out and in again, byte for byte.

The first line is a header, then each event has a line, then each proof, then a last line says how many there were.
Bytes stand in small hexadecimal digits, an event's data as the JSON text that was hashed, within a string. An archive
made for a viewer conceals what that viewer may not see: it can be verified, but not played on.

What editors on Windows leave is read over: a byte order mark, lines that end in CR and LF, empty lines at the end.
"""

import asyncio
import codecs
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, TypeVar

import msgspec

from senki.eventstore.chain import ChainCheck, Damage, Verdict
from senki.eventstore.errors import ArchiveError, ConcealedArchive, StreamExists, UnknownStream
from senki.eventstore.events import Envelope, Head
from senki.eventstore.notes import said_of
from senki.eventstore.store import EventStore

FORMAT = 1
MAX_LINE = 4 << 20
"""No line may be longer; the longest event that a store takes fits."""
_PAGE = 500
_EVERY = 1_000
_END = b'{"senki":"end"'

Progress = Callable[[int, int], None]
_T = TypeVar("_T")


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the file."""


class Header(_Line, frozen=True, tag_field="senki", tag="archive"):
    """The first line: what the file holds, for whom, and the head that the last event must have."""

    format: int
    stream: str
    seq: int
    hash: str
    viewer: str | None


class _Event(_Line, frozen=True):
    """An event's line."""

    seq: int
    type: str
    data: str | None
    by: str
    cause: int | None
    recorded_at: str
    audience: str | None
    salt: str | None
    digest: str
    hash: str


class Proof(_Line, frozen=True, tag_field="senki", tag="proof"):
    """A line behind the events: that `key` is number `number` of a Merkle tree (rules/CHANCE.md); not read here."""

    number: int
    key: str
    siblings: tuple[str, ...]


class _Footer(_Line, frozen=True, tag_field="senki", tag="end", omit_defaults=True):
    """The last line; archives without proofs, or without a signed head, do not speak of them."""

    events: int
    concealed: int
    proofs: int = 0
    note: str | None = None


class Imported(msgspec.Struct, frozen=True):
    """What an import did; `already`: the stream was there with the same head, and nothing was written."""

    stream: str
    head: Head
    already: bool


_encode = msgspec.json.Encoder().encode
_header = msgspec.json.Decoder(Header)
_event = msgspec.json.Decoder(_Event)
_last = msgspec.json.Decoder(Proof | _Footer)


async def write_archive(
    store: EventStore,
    stream: str,
    file: BinaryIO,
    *,
    sees: Callable[[Envelope], bool] | None = None,
    viewer: str | None = None,
    proofs: Iterable[Proof] = (),
    sign: Callable[[Head], str] | None = None,
    progress: Progress | None = None,
) -> Head:
    """Write a stream, as it stands now, to a file, some hundred events at a time.

    Args:
        store: where the stream is.
        stream: its name.
        file: open for writing bytes.
        sees: whether the viewer may see an event's data; None: everything.
        viewer: for whom the archive is, as text for its header.
        proofs: what a stranger needs besides to check the events; written behind them.
        sign: gives the signed note of a head (`senki.eventstore.notes`), for the last line.
        progress: is told (events written, events in all).

    Returns:
        The head that stands in the archive: keep it, to know later that nothing was cut off.

    Raises:
        UnknownStream: there is no such stream.
    """
    head = await store.head(stream)
    if not head.seq:
        raise UnknownStream(stream)
    _write(file, Header(FORMAT, stream, head.seq, head.hash.hex(), viewer))
    done = concealed = 0
    while done < head.seq:
        page = await store.read(stream, done, min(_PAGE, head.seq - done))
        if not page:
            raise ArchiveError(done + 2, f"event {done + 1} of {stream!r} is not in the store: verify it")
        for envelope in page:
            shown = envelope if sees is None or sees(envelope) else envelope.concealed()
            concealed += shown.data is None
            _write(file, _line_of(shown))
        done = page[-1].seq
        if progress is not None:
            progress(done, head.seq)
    proven = 0
    for proof in proofs:
        _write(file, proof)
        proven += 1
    _write(file, _Footer(head.seq, concealed, proven, None if sign is None else sign(head)))
    return head


class Archive:
    """An archive that is read: its header at once, its events as one goes through them, verified on the way.

    Going through it raises ArchiveError at the first line that is not what it must be; what came before is
    sound.

    Attributes:
        header: the first line.
        head: the head that it tells.
        concealed: how many events were concealed, of those gone through.
        ended: whether there are no more events, be it that the file ends too soon.
        proofs: the proofs behind the events, once these have been gone through.
        note: the signed note of its head, if it has one, once the events have been gone through; not checked here.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._line = 0
        self.header = _decoded(_header, self._next("a header"), 1, "a header of an archive")
        if self.header.format != FORMAT:
            raise ArchiveError(1, f"the archive has format {self.header.format}; this program reads {FORMAT}")
        self.head = Head(self.header.seq, _bytes(self.header.hash, 1, "hash"))
        self.concealed = 0
        self.ended = False
        self.proofs: list[Proof] = []
        self.note: str | None = None

    def __iter__(self) -> Iterator[Envelope]:
        """Go through the events, to the last line of the file."""
        check = ChainCheck(self.head)
        for envelope in self.unchecked():
            if not check.push(envelope):
                raise ArchiveError(self._line, _said(check.verdict(), check.head, envelope))
            yield envelope
        verdict = check.verdict()
        if not verdict.ok:
            raise ArchiveError(self._line, f"{verdict.detail}; the header says hash {self.header.hash}")

    def unchecked(self) -> Iterator[Envelope]:
        """Go through the events as they stand; only the form of the lines and their number are checked."""
        events = 0
        while not (line := self._next(f"event {events + 1} or the last line")).startswith(b'{"senki":'):
            envelope = self._envelope(_decoded(_event, line, self._line, "an event"))
            self.concealed += envelope.data is None
            events += 1
            yield envelope
        self.ended = True
        while isinstance(last := _decoded(_last, line, self._line, "a proof or the last line of an archive"), Proof):
            self.proofs.append(last)
            line = self._next("a proof or the last line")
        self.note = last.note
        if last.note is not None and not last.note.startswith(said_of(self.header.stream, self.head)):
            raise ArchiveError(self._line, "the signed head in the last line is not that of the first line")
        if last != _Footer(events, self.concealed, len(self.proofs), last.note):
            raise ArchiveError(
                self._line,
                f"the last line says {last.events} events, {last.concealed} of them concealed, {last.proofs} proofs;"
                f" there are {events}, {self.concealed} of them concealed, {len(self.proofs)} proofs",
            )
        while rest := self._file.read(MAX_LINE):
            if rest.strip(b"\r\n"):
                raise ArchiveError(self._line + 1, "something follows after the last line; nothing may")

    def _envelope(self, event: _Event) -> Envelope:
        line = self._line
        return Envelope(
            position=0,
            stream=self.header.stream,
            seq=event.seq,
            type=event.type,
            data=None if event.data is None else event.data.encode(),
            by=event.by,
            cause=event.cause,
            recorded_at=event.recorded_at,
            audience=event.audience,
            salt=None if event.salt is None else _bytes(event.salt, line, "salt"),
            digest=_bytes(event.digest, line, "digest"),
            hash=_bytes(event.hash, line, "hash"),
        )

    def _next(self, due: str) -> bytes:
        self._line += 1
        line = self._file.readline(MAX_LINE + 1)
        if len(line) > MAX_LINE:
            raise ArchiveError(self._line, f"the line is longer than {MAX_LINE} bytes; none may be")
        whole = line.endswith(b"\n") or (line.startswith(_END) and line.endswith(b"}"))
        if not whole:  # the very last line's end is taken away by some editors
            self.ended = True
            raise ArchiveError(self._line, f"the file was cut off: {due} must stand here, as a whole line")
        if self._line == 1:
            line = line.removeprefix(codecs.BOM_UTF8)
        return line.rstrip(b"\r\n")


def read_archive(file: BinaryIO) -> Archive:
    """Open an archive for reading from where the file stands.

    Raises:
        ArchiveError: it does not begin with a header that this program knows.
    """
    return Archive(file)


def verify_archive(file: BinaryIO, kept: Head | None = None, progress: Progress | None = None) -> Verdict:
    """Check an archive against the chain, its own header, and a head that the caller kept.

    Raises:
        ArchiveError: a line is not of the form of an archive, and no event before it is wrong or gone.
    """
    return check_archive(read_archive(file), kept, progress)


def check_archive(
    archive: Archive,
    kept: Head | None = None,
    progress: Progress | None = None,
    each: Callable[[Envelope], object] | None = None,
) -> Verdict:
    """Check an archive that was opened for reading. See `verify_archive`.

    Args:
        archive: just opened.
        kept: a head that the caller kept.
        progress: is told (events verified, events in all).
        each: is given every event that is right, in order.
    """
    check, own = ChainCheck(kept), ChainCheck(archive.head)
    try:
        for number, envelope in enumerate(archive.unchecked(), start=1):
            check.push(envelope)
            if own.push(envelope) and each is not None:
                each(envelope)
            _tell(progress, number, archive.head.seq)
    except ArchiveError:
        verdict = own.verdict()
        if verdict.damage in _AMONG_EVENTS or (verdict.damage is Damage.CUT_OFF and archive.ended):
            return verdict
        raise
    verdict = check.verdict()
    return own.verdict() if verdict.ok else verdict


_AMONG_EVENTS = frozenset({Damage.CHANGED, Damage.MISSING, Damage.REORDERED})
"""What is wrong before the line that cannot be read, and so is told first."""


async def import_archive(store: EventStore, file: BinaryIO, progress: Progress | None = None) -> Imported:
    """Take a stream over from an archive: all of it, just as it was recorded, or nothing.

    The file is verified from end to end before anything is kept, and once more while it is taken over.

    Args:
        store: where the stream is to be.
        file: open for reading bytes, able to seek.
        progress: is told (events verified, events in all), in another thread.

    Raises:
        ArchiveError: a line is not what it must be.
        ConcealedArchive: something is concealed; such an archive cannot be played on.
        StreamExists: there is a stream of this name with another history.
    """
    start = file.tell()
    archive = await asyncio.to_thread(_verified, file, progress)
    stream, head = archive.header.stream, archive.head
    there = await store.head(stream)
    if there == head:
        return Imported(stream, head, already=True)
    if there.seq:
        raise StreamExists(stream, there.seq)
    file.seek(start)
    await store.restore(stream, read_archive(file), head)
    return Imported(stream, head, already=False)


def _verified(file: BinaryIO, progress: Progress | None) -> Archive:
    archive = read_archive(file)
    for number, envelope in enumerate(archive, start=1):
        if envelope.data is None:
            raise ConcealedArchive(
                number + 1,
                f"event {number} is concealed (made for {archive.header.viewer or 'a viewer'}):"
                " the archive can be verified, but to play on, an archive with everything open is needed",
            )
        _tell(progress, number, archive.head.seq)
    return archive


def _tell(progress: Progress | None, done: int, total: int) -> None:
    if progress is not None and (done % _EVERY == 0 or done == total):
        progress(done, total)


def _said(verdict: Verdict, before: Head, envelope: Envelope) -> str:
    """Say what is wrong with an event and what would be right."""
    if verdict.damage is not Damage.CHANGED:
        return f"{verdict.detail}; event {before.seq + 1} must stand here"
    return f"event {envelope.seq} is not what was recorded: {verdict.detail}"


def _write(file: BinaryIO, line: msgspec.Struct) -> None:
    file.write(_encode(line) + b"\n")


def _line_of(envelope: Envelope) -> _Event:
    return _Event(
        envelope.seq,
        envelope.type,
        None if envelope.data is None else envelope.data.decode(),
        envelope.by,
        envelope.cause,
        envelope.recorded_at,
        envelope.audience,
        None if envelope.salt is None else envelope.salt.hex(),
        envelope.digest.hex(),
        envelope.hash.hex(),
    )


def _decoded(decoder: msgspec.json.Decoder[_T], line: bytes, number: int, due: str) -> _T:
    try:
        return decoder.decode(line)
    except msgspec.DecodeError as error:
        raise ArchiveError(number, f"{due} must stand here, but: {error}") from error


def _bytes(text: str, line: int, what: str) -> bytes:
    try:
        read = bytes.fromhex(text)
    except ValueError:
        read = None
    if read is None or read.hex() != text:
        raise ArchiveError(line, f"the {what} must be small hexadecimal digits, not {text[:80]!r}")
    return read
