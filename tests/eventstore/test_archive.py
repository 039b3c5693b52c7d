"""Archives: a stream as JSON Lines, out and in again byte for byte, with every damage named by its line."""

import io
import json
from collections.abc import Callable

import pytest

from senki.eventstore import (
    ArchiveError,
    ConcealedArchive,
    Damage,
    Envelope,
    EventStore,
    Head,
    InvalidEvent,
    NewEvent,
    StreamExists,
    UnknownStream,
)
from senki.eventstore.archive import MAX_LINE, Proof, import_archive, read_archive, verify_archive, write_archive

pytestmark = pytest.mark.anyio
Said = Callable[..., list[NewEvent]]
EVENTS = [
    NewEvent("declared.1", b'{ "a" : 1.50, "\xe6\x88\xa6":"\\u6226\\n" }', "近藤"),
    NewEvent("dealt.1", '{"card":"♠A"}'.encode(), "gm", 1, '["gm"]'),
    NewEvent("hit.1", b"\n[1e5]\t", "gm", 1),
]


async def archived(store: EventStore, stream: str = "戦い", **wishes: object) -> bytes:
    """Give an archive's bytes."""
    file = io.BytesIO()
    await write_archive(store, stream, file, **wishes)  # pyright: ignore[reportArgumentType]  # handed on
    return file.getvalue()


@pytest.fixture
async def archive(store: EventStore) -> bytes:
    """An archive of three events."""
    await store.append("戦い", EVENTS, 0)
    return await archived(store)


def hidden(envelope: Envelope) -> bool:
    """See what is for everybody."""
    return envelope.audience is None


async def test_the_way_out_and_in_again_is_byte_identical(store: EventStore, second: EventStore, archive: bytes):
    """Time, salts, hashes and data are kept; the stream goes on from there."""
    await second.append("another", EVENTS, 0)
    done = await import_archive(second, io.BytesIO(archive))
    assert (done.stream, done.head, done.already) == ("戦い", await store.head("戦い"), False)
    assert await archived(second) == archive
    assert (await second.verify("戦い", done.head)).ok
    answer = await second.append("戦い", EVENTS, 3)
    assert (answer.last_seq, answer.position) == (6, 9)


async def test_the_lines_are_what_the_page_says(archive: bytes, store: EventStore):
    header, first, *_, footer = [json.loads(line) for line in archive.splitlines()]
    head = await store.head("戦い")
    assert header == {
        "senki": "archive",
        "format": 1,
        "stream": "戦い",
        "seq": 3,
        "hash": head.hash.hex(),
        "viewer": None,
    }
    assert first["data"] == EVENTS[0].data.decode()
    assert footer == {"senki": "end", "events": 3, "concealed": 0}


async def test_a_long_archive_tells_its_progress(store: EventStore, second: EventStore, said: Said):
    await store.append("b", said(*range(2300)), 0)
    told: list[tuple[int, int]] = []

    def tell(done: int, total: int) -> None:
        told.append((done, total))

    content = await archived(store, "b", progress=tell)
    assert told == [(500, 2300), (1000, 2300), (1500, 2300), (2000, 2300), (2300, 2300)]
    told.clear()
    await import_archive(second, io.BytesIO(content), tell)
    assert told == [(1000, 2300), (2000, 2300), (2300, 2300)]
    assert await second.head("b") == await store.head("b")


async def test_an_archive_is_not_taken_under_another_name(second: EventStore, archive: bytes):
    """The name is part of what is hashed."""
    with pytest.raises(ArchiveError, match="line 2"):
        await import_archive(second, io.BytesIO(edited(archive, 1, "戦い", "戦")))
    assert await second.streams() == []


async def test_an_archive_for_a_viewer_is_verified_but_not_played_on(store: EventStore, archive: bytes):
    """Its head is the same; what is hidden is not in the file."""
    content = await archived(store, sees=hidden, viewer="spectator")
    assert "♠A".encode() in archive
    assert "♠A".encode() not in content
    verdict = verify_archive(io.BytesIO(content), await store.head("戦い"))
    assert verdict.ok
    assert verdict.concealed == 1
    with pytest.raises(ConcealedArchive, match=r"line 3.*spectator.*verified"):
        await import_archive(store, io.BytesIO(content))
    archive_read = read_archive(io.BytesIO(content))
    assert [event.data is None for event in archive_read] == [False, True, False]


async def test_an_archive_of_nothing_is_refused(store: EventStore):
    with pytest.raises(UnknownStream, match="nowhere"):
        await archived(store, "nowhere")


async def test_a_stream_that_is_there_is_not_overwritten(store: EventStore, archive: bytes):
    """The same history is there already; one that has gone on or another one is refused."""
    assert (await import_archive(store, io.BytesIO(archive))).already
    await store.append("戦い", EVENTS, 3)
    with pytest.raises(StreamExists, match="6 events"):
        await import_archive(store, io.BytesIO(archive))


def edited(archive: bytes, line: int, old: str, new: str) -> bytes:
    """Change a line (from 1)."""
    lines = archive.decode().splitlines(keepends=True)
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return "".join(lines).encode()


@pytest.mark.parametrize(
    ("place", "new", "says"),
    [
        ((1, '"senki":"archive"'), '"senki":"novel"', "line 1.*header"),
        ((1, '"format":1'), '"format":2', "line 1.*format 2.*reads 1"),
        ((1, '"viewer":null'), '"viewer":null,"x":1', "line 1.*unknown field"),
        ((1, '"seq":3'), '"seq":4', "line 5.*event 4"),
        ((1, '"seq":3'), '"seq":2', "line 5.*hash"),
        ((1, '"hash":"'), '"hash":"z', "line 1.*hexadecimal"),
        ((1, '"hash":"'), '"hash":"00', "line 5"),
        ((2, "1.50"), "1.5", "line 2: event 1 is not what was recorded.*digest"),
        ((3, "♠A"), "♠2", "line 3: event 2 .*digest"),
        ((3, '"by":"gm"'), '"by":"me"', "line 3: event 2 .*give"),
        ((3, '"seq":2'), '"seq":3', "line 3.*event 2 must stand here"),
        ((3, '"seq":2'), '"seq":1', "line 3.*event 2 must stand here"),
        ((4, '"salt":"'), '"salt":"00', "line 4.*salt has 17 bytes.*16"),
        ((4, '"type":"hit.1",'), "", "line 4.*missing required field `type`"),
        ((4, "{"), "[", "line 4.*event must stand here"),
        ((5, '"events":3'), '"events":2', "line 5.*says 2 events.*there are 3"),
        ((5, '"concealed":0'), '"concealed":1', "line 5"),
        ((5, "}\n"), "}\n\n{}\n", "line 6.*follows"),
        ((5, "}\n"), "", "line 5.*cut off"),
        ((5, '"end"'), '"fin"', "line 5.*last line"),
    ],
)
async def test_an_edited_archive_is_refused_with_its_line(
    second: EventStore, archive: bytes, place: tuple[int, str], new: str, says: str
):
    """Nothing of it is kept."""
    with pytest.raises(ArchiveError, match=says):
        await import_archive(second, io.BytesIO(edited(archive, *place, new)))
    assert await second.streams() == []


async def test_an_archive_cut_off_anywhere_is_noticed(archive: bytes):
    """After any line, and within any line; the first event that is gone is named, if one is."""
    ends = [n + 1 for n, byte in enumerate(archive) if byte == 10]
    for end in {*range(0, len(archive), 37), *ends[:-1]}:
        whole = sum(line <= end for line in ends) - 1
        if 0 <= whole < 3:
            verdict = verify_archive(io.BytesIO(archive[:end]))
            assert (verdict.damage, verdict.seq) == (Damage.CUT_OFF, whole + 1)
        else:
            with pytest.raises(ArchiveError, match="cut off"):
                verify_archive(io.BytesIO(archive[:end]))


async def test_proofs_stand_behind_the_events_and_are_counted(store: EventStore, second: EventStore, archive: bytes):
    """They are handed on as they are; without any, an archive is what it always was."""
    assert b"proof" not in archive
    proofs = (Proof(1, "0a", ("0b", "0c")), Proof(2, "0d", ("0e", "0f")))
    file = io.BytesIO()
    await write_archive(store, "戦い", file, proofs=proofs)
    lines = file.getvalue().splitlines(keepends=True)
    assert lines[4] == b'{"senki":"proof","number":1,"key":"0a","siblings":["0b","0c"]}\n'
    assert lines[6] == b'{"senki":"end","events":3,"concealed":0,"proofs":2}\n'
    read = read_archive(io.BytesIO(file.getvalue()))
    assert len(list(read)) == 3
    assert tuple(read.proofs) == proofs
    with pytest.raises(ArchiveError, match="2 proofs; there are 3, 0 of them concealed, 1 proofs"):
        verify_archive(io.BytesIO(b"".join([*lines[:4], *lines[5:]])))
    assert not (await import_archive(second, io.BytesIO(file.getvalue()))).already


async def test_hexadecimal_digits_are_small(archive: bytes):
    """One way to write each byte: a changed letter is a changed file."""
    at = archive.index(b'"salt":"')
    letter = next(n for n in range(at + 8, at + 40) if archive[n : n + 1].isalpha())
    with pytest.raises(ArchiveError, match="salt must be small hexadecimal"):
        verify_archive(io.BytesIO(archive[:letter] + archive[letter : letter + 1].upper() + archive[letter + 1 :]))


EDITORS = {
    "a byte order mark": lambda archive: b"\xef\xbb\xbf" + archive,
    "CR LF": lambda archive: archive.replace(b"\n", b"\r\n"),
    "an empty last line": lambda archive: archive + b"\n",
    "empty last lines": lambda archive: archive + b"\r\n\r\n",
    "no end of the last line": lambda archive: archive.removesuffix(b"\n"),
    "all": lambda archive: b"\xef\xbb\xbf" + archive.replace(b"\n", b"\r\n") + b"\r\n",
}


@pytest.mark.parametrize("editor", EDITORS)
async def test_what_an_editor_leaves_in_an_archive_changes_nothing(second: EventStore, archive: bytes, editor: str):
    left = EDITORS[editor](archive)
    assert left != archive
    assert verify_archive(io.BytesIO(left)).ok
    await import_archive(second, io.BytesIO(left))
    assert await archived(second) == archive


async def test_what_is_damaged_in_an_archive_is_named(store: EventStore, archive: bytes):
    """A verdict like a store's, also against a kept head."""
    kept = await store.head("戦い")
    assert verify_archive(io.BytesIO(archive), kept).ok
    told: list[tuple[int, int]] = []
    verify_archive(io.BytesIO(archive), None, lambda done, total: told.append((done, total)))
    assert told == [(3, 3)]
    changed = verify_archive(io.BytesIO(edited(archive, 3, "♠A", "♠2")))
    assert (changed.damage, changed.seq) == (Damage.CHANGED, 2)
    lines = archive.splitlines(keepends=True)
    swapped = verify_archive(io.BytesIO(b"".join([lines[0], lines[2], lines[1], *lines[3:]])))
    assert (swapped.damage, swapped.seq) == (Damage.REORDERED, 1)
    shorter = edited(b"".join([*lines[:3], *lines[4:]]), 4, '"events":3', '"events":2')
    assert verify_archive(io.BytesIO(shorter)).damage is Damage.CUT_OFF
    assert verify_archive(io.BytesIO(archive), Head(4, bytes(32))).damage is Damage.CUT_OFF
    assert verify_archive(io.BytesIO(archive), Head(3, bytes(32))).damage is Damage.OTHER_HISTORY


async def test_a_line_without_end_does_not_fill_the_memory():
    endless = io.BytesIO(b"x" * (MAX_LINE + 1000))
    with pytest.raises(ArchiveError, match=f"longer than {MAX_LINE}"):
        read_archive(endless)
    assert endless.tell() <= MAX_LINE + 1


async def test_the_longest_event_fits_a_line(store: EventStore):
    data = b'"' + b"\\\\" * ((1 << 19) - 1) + b'"'
    audience = '"' * (1 << 16)
    await store.append("b", [NewEvent("t", data, "gm", audience=audience)], 0)
    assert verify_archive(io.BytesIO(await archived(store, "b"))).ok


async def test_a_restored_stream_is_all_or_nothing(store: EventStore, second: EventStore, said: Said):
    """The store itself checks, too: whatever is wrong, and however late, nothing stays and the name is free."""
    await store.append("b", said(*range(1200)), 0)
    sound = await store.read("b")
    head = sound[-1].head
    with pytest.raises(StreamExists):
        await store.restore("b", sound, head)
    concealed = [*sound[:1100], sound[1100].concealed(), *sound[1101:]]
    for wrong in (sound[:-1], sound[1:], concealed, []):
        with pytest.raises(InvalidEvent, match=r"not taken over|concealed"):
            await second.restore("b", wrong, head)
    with pytest.raises(InvalidEvent, match="not taken over"):
        await second.restore("c", sound, head)
    with pytest.raises(InvalidEvent, match="head"):
        await second.restore("b", [], Head())
    assert await second.streams() == []
    assert (await second.restore("b", iter(sound), head)).position == 1200
    assert [event.data for event in await second.read("b")] == [event.data for event in sound]


async def test_a_store_whose_end_was_lost_is_not_archived(store: EventStore):
    """When a stream loses its end between head and reading, the archive is not finished."""

    class Short:
        """A store that says more than it has."""

        async def head(self, stream: str) -> Head:
            return Head((await store.head(stream)).seq + 1, bytes(32))

        read = staticmethod(store.read)

    await store.append("戦い", EVENTS, 0)
    with pytest.raises(ArchiveError, match="line 5: event 4"):
        await archived(Short())  # pyright: ignore[reportArgumentType]  # only what is used
