"""What every store keeps: appends are whole, ordered, gapless, durable, and answered once."""

import asyncio
from collections.abc import Callable

import pytest

from senki.eventstore import Conflict, EventStore, Head, InvalidEvent, Key, KeyReused, NewEvent, Record
from senki.eventstore.chain import digest_of, hash_of, header_of
from tests.eventstore.conftest import Open

pytestmark = pytest.mark.anyio
Said = Callable[..., list[NewEvent]]
KEY = Key("battle", "k1", b"request 1")


async def test_events_are_read_as_they_were_appended(store: EventStore):
    """Every field comes back, the data byte for byte."""
    events = [
        NewEvent("declared.1", b'{ "a" : 1.0e5, "\xe6\x88\xa6":"\\u6226" }', "近藤"),
        NewEvent("hit.1", b"[]", "gm", 1, '["gm","seat:2"]'),
    ]
    answer = await store.append("戦い", events, 0)
    first, second = await store.read("戦い")
    assert (first.stream, first.seq, first.type, first.data, first.by) == (
        ("戦い", 1, "declared.1", events[0].data, "近藤")
    )
    assert (first.cause, first.audience) == (None, None)
    assert (second.seq, second.data, second.cause, second.audience) == (2, b"[]", 1, '["gm","seat:2"]')
    assert (answer.first_seq, answer.last_seq, answer.repeated) == (1, 2, False)
    assert answer.head == second.head == await store.head("戦い")
    assert answer.position == second.position
    assert len(first.recorded_at) == len("2026-01-01T00:00:00.000000Z")
    assert first.recorded_at.endswith("Z")


async def test_each_event_carries_its_place_in_the_chain(store: EventStore, said: Said):
    """Digest and hash are what the specification says, and salts are never the same."""
    await store.append("b", said(1, 2, 3), 0)
    previous = bytes(32)
    envelopes = await store.read("b")
    for event in envelopes:
        assert event.data is not None
        assert event.salt is not None
        assert event.digest == digest_of(event.salt, event.data)
        previous = hash_of(previous, header_of("b", event.seq, event, event.recorded_at), event.digest)
        assert event.hash == previous
    assert len({event.salt for event in envelopes}) == 3
    assert (await store.verify("b")).head == Head(3, previous)


async def test_an_append_to_another_seq_is_a_conflict_and_writes_nothing(store: EventStore, said: Said):
    await store.append("b", said(1, 2), 0)
    for wrong in (0, 1, 3):
        with pytest.raises(Conflict) as caught:
            await store.append("b", said(9), wrong, records=[Record("seat", "1", b"{}")])
        assert (caught.value.stream, caught.value.expected, caught.value.actual) == ("b", wrong, 2)
    assert len(await store.read("b")) == 2
    assert await store.record("seat", "1") is None


async def test_the_first_writer_wins(store: EventStore, said: Said):
    """Of many who decide upon the same seq exactly one is recorded; the others learn where the stream stands."""
    outcomes = await asyncio.gather(
        *(store.append("b", said(number, number), 0) for number in range(20)), return_exceptions=True
    )
    conflicts = [outcome for outcome in outcomes if isinstance(outcome, Conflict)]
    assert len(conflicts) == 19
    assert {conflict.actual for conflict in conflicts} == {2}
    assert len(await store.read("b")) == 2


async def test_a_conflict_costs_those_who_are_written_together_nothing(store: EventStore, said: Said):
    outcomes = await asyncio.gather(
        *(store.append(f"b{number}", said(number), number % 2) for number in range(40)), return_exceptions=True
    )
    assert [isinstance(outcome, Conflict) for outcome in outcomes] == [False, True] * 20
    assert {line.stream for line in await store.streams()} == {f"b{number}" for number in range(0, 40, 2)}


async def test_seqs_and_positions_have_no_gaps(store: EventStore, said: Said):
    """Whatever is refused in between leaves no hole."""

    async def write(stream: str) -> None:
        seq = 0
        for _ in range(15):
            try:
                seq = (await store.append(stream, said(1, 2, 3), seq)).last_seq
            except Conflict as conflict:
                seq = conflict.actual

    await asyncio.gather(*(write(f"b{number % 3}") for number in range(6)))
    for stream in ("b0", "b1", "b2"):
        envelopes = await store.read(stream)
        assert [event.seq for event in envelopes] == list(range(1, len(envelopes) + 1))
        assert (await store.verify(stream)).ok
    everything = await store.read_all()
    assert [event.position for event in everything] == list(range(1, len(everything) + 1))


async def test_events_of_one_append_stand_together(store: EventStore, said: Said):
    """In the order of recording an append is never mixed with another."""
    await asyncio.gather(*(store.append(f"b{number}", said(1, 2, 3), 0) for number in range(10)))
    names = [event.stream for event in await store.read_all()]
    assert all(names[start] == names[start + 1] == names[start + 2] for start in range(0, 30, 3))


async def test_a_part_of_a_stream_is_read_by_seq_and_limit(store: EventStore, said: Said):
    """Short reads and long ones (which go another way) give the same."""
    await store.append("b", said(*range(1, 601)), 0)
    await store.append("c", said(1), 0)
    assert [event.seq for event in await store.read("b")] == list(range(1, 601))
    assert [event.seq for event in await store.read("b", 598)] == [599, 600]
    assert [event.seq for event in await store.read("b", 10, 3)] == [11, 12, 13]
    assert [event.seq for event in await store.read("b", 10, 400)] == list(range(11, 411))
    assert len(await store.read_all()) == 601
    assert [event.position for event in await store.read_all(599)] == [600, 601]
    assert len(await store.read_all(0, 500)) == 500
    assert await store.read("b", 600) == await store.read("nowhere") == []
    assert await store.head("nowhere") == Head(0, bytes(32))


async def test_reads_at_the_same_time_do_not_disturb_each_other(store: EventStore, said: Said):
    await store.append("b", said(*range(500)), 0)
    results = await asyncio.gather(*(store.read("b") for _ in range(8)))
    assert all(result == results[0] for result in results)


async def test_streams_are_listed_page_by_page_both_ways(store: EventStore, said: Said):
    for number in range(5):
        await store.append(f"b{number}", said(1), 0)
    await store.append("b0", said(2), 1)
    listed = await store.streams(limit=2)
    assert [line.stream for line in listed] == ["b0", "b1"]
    assert listed[0].head == await store.head("b0")
    assert listed[0].first_recorded_at <= listed[0].last_recorded_at
    assert [line.stream for line in await store.streams(listed[-1].number)] == ["b2", "b3", "b4"]
    newest = await store.streams(limit=2, newest_first=True)
    assert [line.stream for line in newest] == ["b4", "b3"]
    assert [line.stream for line in await store.streams(newest[-1].number, newest_first=True)] == [
        "b2",
        "b1",
        "b0",
    ]


async def test_the_same_key_gives_the_first_answer_again(store: EventStore, said: Said):
    """Nothing is written twice, whatever seq the repeated request expects by now."""
    assert await store.answered(KEY) is None
    first = await store.append("b", said(1, 2), 0, KEY)
    await store.append("b", said(3), 2)
    for expected in (0, 3):
        again = await store.append("b", said(1, 2), expected, KEY)
        assert again.repeated
        assert (again.first_seq, again.last_seq, again.head, again.position) == (1, 2, first.head, first.position)
    assert await store.answered(KEY) == again
    assert len(await store.read("b")) == 3


async def test_the_same_key_at_the_same_time_is_written_once(store: EventStore, said: Said):
    answers = await asyncio.gather(*(store.append("b", said(1), 0, KEY) for _ in range(10)))
    assert [answer.repeated for answer in answers].count(False) == 1
    assert {answer.head for answer in answers} == {await store.head("b")}


async def test_a_key_is_answered_again_after_reopening(reopen: Open, said: Said):
    async with reopen() as store:
        first = await store.append("b", said(1), 0, KEY)
    async with reopen() as store:
        again = await store.append("b", said(1), 0, KEY)
        assert again.repeated
        assert again.head == first.head
        assert (await store.append("b", said(2), 1)).last_seq == 2


async def test_a_key_with_other_content_is_refused(store: EventStore, said: Said):
    """Both when writing and when looking it up; another scope is another key."""
    other = Key(KEY.scope, KEY.key, b"request 2")
    outcomes = await asyncio.gather(
        store.append("b", said(1), 0, KEY), store.append("b", said(2), 1, other), return_exceptions=True
    )
    assert isinstance(outcomes[1], KeyReused)
    with pytest.raises(KeyReused):
        await store.append("b", said(2), 1, other)
    with pytest.raises(KeyReused, match="k1"):
        await store.answered(other)
    assert not (await store.append("b", said(2), 1, Key("elsewhere", KEY.key, b"request 2"))).repeated


async def test_a_refused_append_leaves_its_key_free(store: EventStore, said: Said):
    with pytest.raises(Conflict):
        await store.append("b", said(1), 7, KEY)
    assert await store.answered(KEY) is None
    assert not (await store.append("b", said(1), 0, KEY)).repeated


async def test_records_are_written_over_and_go_with_an_append(store: EventStore, said: Said):
    await store.put_record("seat", "2", b'{"hash":"x"}')
    await store.append("b", said(1), 0, records=[Record("seat", "1", "席".encode()), Record("seat", "2", b"{}")])
    await store.put_record("other", "1", b"1")
    assert await store.record("seat", "1") == "席".encode()
    assert await store.records("seat") == [Record("seat", "1", "席".encode()), Record("seat", "2", b"{}")]
    assert await store.record("seat", "3") is None
    assert await store.records("nothing") == []


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (NewEvent("", b"{}", "gm"), "type"),
        (NewEvent("t" * 201, b"{}", "gm"), "type"),
        (NewEvent("t\0", b"{}", "gm"), "NUL"),
        (NewEvent("t", b"{}", "\ud800"), "not Unicode"),
        (NewEvent("t", b"{", "gm"), "not JSON"),
        (NewEvent("t", b"", "gm"), "not JSON"),
        (NewEvent("t", b'"\xff"', "gm"), "not UTF-8"),
        (NewEvent("t", b'"' + b"a" * (1 << 20) + b'"', "gm"), "the most"),
        (NewEvent("t", b"{}", "gm", 3), "cannot be caused"),
        (NewEvent("t", b"{}", "gm", 0), "cannot be caused"),
        (NewEvent("t", b"{}", "gm", audience="a" * 65537), "audience"),
        (NewEvent("t", b"{}", "gm", audience="\udfff"), "not Unicode"),
    ],
)
async def test_what_cannot_be_an_event_is_refused_with_a_reason(store: EventStore, event: NewEvent, reason: str):
    """The good event before it is not written either."""
    with pytest.raises(InvalidEvent, match=reason):
        await store.append("b", [NewEvent("t", b"{}", "gm"), event], 0)
    assert await store.read("b") == []


async def test_names_may_be_any_short_text(store: EventStore):
    """Wide spaces and invisible characters are text, too."""
    event = NewEvent("t\u200b", b"{}", "近藤　勇")
    await store.append("池田屋　騒動\n", [event], 0)
    (envelope,) = await store.read("池田屋　騒動\n")
    assert (envelope.type, envelope.by) == (event.type, event.by)
    assert (await store.verify("池田屋　騒動\n")).head == envelope.head


async def test_an_append_needs_a_name_and_an_event(store: EventStore, said: Said):
    with pytest.raises(InvalidEvent, match="at least one"):
        await store.append("b", [], 0)
    with pytest.raises(InvalidEvent, match="stream"):
        await store.append("", said(1), 0)
    with pytest.raises(InvalidEvent, match="kind"):
        await store.put_record("", "1", b"")
    with pytest.raises(InvalidEvent, match="NUL"):
        await store.put_record("k", "1", b"\0")
    with pytest.raises(InvalidEvent, match="scope"):
        await store.append("b", said(1), 0, Key("", "k", b""))


async def test_a_snapshot_is_found_up_to_a_seq_and_under_its_key(store: EventStore, said: Said):
    """Snapshots are for the rules that made them, and for events that are there."""
    await store.append("b", said(1, 2, 3, 4), 0)
    assert await store.snapshot("b", 4, "rules 1") is None
    assert await store.save_snapshot("b", 2, "rules 1", b"two")
    assert await store.save_snapshot("b", 4, "rules 1", b"four")
    assert not await store.save_snapshot("b", 5, "rules 1", b"five")
    assert await store.snapshot("b", 3, "rules 1") == (2, b"two")
    assert await store.snapshot("b", 99, "rules 1") == (4, b"four")
    assert await store.snapshot("b", 1, "rules 1") is None
    assert await store.snapshot("b", 4, "rules 2") is None
    assert await store.save_snapshot("b", 4, "rules 2", b"other")
    await store.drop_snapshots("b", but="rules 2")
    assert await store.snapshot("b", 4, "rules 1") is None
    assert await store.snapshot("b", 4, "rules 2") == (4, b"other")
    await store.drop_snapshots()
    assert await store.snapshot("b", 4, "rules 2") is None


async def test_verifying_tells_its_progress_and_takes_a_kept_head(store: EventStore, said: Said):
    await store.append("b", said(*range(2500)), 0)
    kept = (await store.read("b", 1233, 1))[0].head
    told: list[tuple[int, int]] = []
    verdict = await store.verify("b", kept, lambda done, total: told.append((done, total)))
    assert verdict.ok
    assert told == [(1000, 2500), (2000, 2500), (2500, 2500)]
    assert (await store.verify("nowhere")).ok
    assert (await store.verify("nowhere", kept)).damage == "cut_off"
