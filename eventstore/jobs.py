"""What the writer can be asked to do: append events, write records, take over a whole stream."""

import asyncio
from collections.abc import Callable, Iterable, Sequence

import msgspec

from senki.eventstore.chain import SALT_BYTES, ChainCheck, digest_of, hash_of, header_of
from senki.eventstore.errors import Conflict, InvalidEvent, KeyReused, StreamExists
from senki.eventstore.events import GENESIS, Appended, Envelope, Head, Key, NewEvent, Record
from senki.eventstore.tails import INSERT_EVENT, Change, EventRow, Tail

MAX_DATA_BYTES = 1 << 20
MAX_AUDIENCE_BYTES = 1 << 16
MAX_NAME = 200
_CHUNK = 500
_REMEMBERED = 1_000
_checked: set[str] = set()
_json = msgspec.json.Decoder(msgspec.Raw)

Future = asyncio.Future[Appended | None]


class Append:
    """Events for one stream, judged against its end when their turn comes."""

    __slots__ = ("_events", "_expected", "_key", "_records", "_stream", "future")

    alone = False

    def __init__(
        self,
        stream: str,
        events: Sequence[NewEvent],
        expected_seq: int,
        key: Key | None,
        records: Sequence[Record],
        *,
        salt: Callable[[int], bytes],
        future: Future,
    ) -> None:
        check_name("stream", stream)
        if not events:
            raise InvalidEvent("an append needs at least one event")
        self._stream = stream
        self._events = _sealed(events, expected_seq, salt)
        for record in records:
            check_record(record)
        if key is not None:
            check_name("scope", key.scope)
            check_name("key", key.key)
        self._expected = expected_seq
        self._key = key
        self._records = tuple(records)
        self.future = future

    def judge(self, change: Change) -> Appended:
        """Answer a known key again, refuse a wrong seq, or add the events with their place in the chain."""
        key = self._key
        if key is not None:
            known = change.answered(key)
            if known is not None:
                content, answer = known
                if content != key.content:
                    raise KeyReused(key.scope, key.key)
                return msgspec.structs.replace(answer, repeated=True, envelopes=())
        tail = change.tail(self._stream)
        actual = 0 if tail is None else tail.head.seq
        if actual != self._expected:
            raise Conflict(self._stream, self._expected, actual)
        answer = self._add(change, tail)
        if key is not None:
            change.add_key(key, answer)
        if self._records:
            change.add_records(self._records)
        return answer

    def _add(self, change: Change, tail: Tail | None) -> Appended:
        stream, recorded_at, position = self._stream, change.now, change.position
        if tail is None:
            stream_id, seq, hash_ = change.stream_id + 1, 0, GENESIS
        else:
            stream_id, seq, hash_ = tail.stream_id, tail.head.seq, tail.head.hash
            recorded_at = max(recorded_at, tail.recorded_at)  # time never goes back within a stream
        rows: list[EventRow] = []
        envelopes: list[Envelope] = []
        for event, text, salt, digest in self._events:
            seq += 1
            position += 1
            hash_ = hash_of(hash_, header_of(stream, seq, event, recorded_at), digest)
            said = (event.type, event.by, event.cause, recorded_at, event.audience, text)
            rows.append((position, stream_id, seq, *said, salt, digest, hash_))
            envelopes.append(
                Envelope(
                    position,
                    stream,
                    seq,
                    event.type,
                    event.data,
                    event.by,
                    event.cause,
                    recorded_at,
                    event.audience,
                    salt,
                    digest,
                    hash_,
                )
            )
        if tail is None:
            change.new_stream(stream)
        head = Head(seq, hash_)
        change.add(stream, Tail(stream_id, head, recorded_at), rows)
        return Appended(stream, seq - len(rows) + 1, seq, head, position, envelopes=tuple(envelopes))


class Put:
    """Records alone."""

    alone = False

    def __init__(self, records: Sequence[Record], future: Future) -> None:
        for record in records:
            check_record(record)
        self._records = tuple(records)
        self.future = future

    def judge(self, change: Change) -> None:
        """Add the records."""
        change.add_records(self._records)


class Restore:
    """A whole stream from elsewhere, checked on the way in, in a transaction of its own."""

    alone = True

    def __init__(self, stream: str, envelopes: Iterable[Envelope], head: Head, future: Future) -> None:
        check_name("stream", stream)
        self._stream = stream
        self._envelopes = envelopes
        self._head = head
        self.future = future

    def judge(self, change: Change) -> Appended:
        """Write the events as they come; the transaction is rolled back if anything is raised."""
        tail = change.tail(self._stream)
        if tail is not None:
            raise StreamExists(self._stream, tail.head.seq)
        stream_id = change.new_stream(self._stream)
        change.flush_streams()
        check = ChainCheck(self._head)
        recorded_at = ""
        rows: list[EventRow] = []
        for envelope in self._envelopes:
            if envelope.stream != self._stream or not check.push(envelope):
                break
            recorded_at = envelope.recorded_at
            rows.append(_row(envelope, stream_id, change.position + envelope.seq))
            if len(rows) == _CHUNK:
                change.connection.executemany(INSERT_EVENT, rows)
                rows.clear()
        change.connection.executemany(INSERT_EVENT, rows)
        verdict = check.verdict()
        if not verdict.ok or verdict.head != self._head or not verdict.head.seq:
            raise InvalidEvent(
                f"the stream was not taken over: {verdict.detail or 'it does not end where its head says'}"
            )
        change.restored(self._stream, Tail(stream_id, verdict.head, recorded_at))
        return Appended(self._stream, 1, verdict.head.seq, verdict.head, change.position)


def _sealed(
    events: Sequence[NewEvent], seq: int, salt: Callable[[int], bytes]
) -> list[tuple[NewEvent, str, bytes, bytes]]:
    """Do what needs no place in the chain yet: check, salt and digest the data."""
    length = SALT_BYTES * len(events)
    grains = salt(length)
    if len(grains) != length:
        raise InvalidEvent(f"{length} bytes of salt were asked for, {len(grains)} given")
    sealed: list[tuple[NewEvent, str, bytes, bytes]] = []
    for start, event in zip(range(0, length, SALT_BYTES), events, strict=True):
        seq += 1
        own = grains[start : start + SALT_BYTES]
        sealed.append((event, _text_of(event, seq), own, digest_of(own, event.data)))
    return sealed


def _row(envelope: Envelope, stream_id: int, position: int) -> EventRow:
    data, salt = envelope.data, envelope.salt
    if data is None or salt is None:
        raise InvalidEvent(f"event {envelope.seq} is concealed: the stream cannot be played on")
    event = NewEvent(envelope.type, data, envelope.by, envelope.cause, envelope.audience)
    text = _text_of(event, envelope.seq)
    return (
        position,
        stream_id,
        envelope.seq,
        envelope.type,
        envelope.by,
        envelope.cause,
        envelope.recorded_at,
        envelope.audience,
        text,
        salt,
        envelope.digest,
        envelope.hash,
    )


def check_name(what: str, text: str) -> None:
    """Check that a name is a short text that every store can keep. Raises InvalidEvent."""
    if not 0 < len(text) <= MAX_NAME:
        raise InvalidEvent(f"a {what} must have 1 to {MAX_NAME} characters, not {len(text)}")
    if not text.isprintable():
        _encoded(what, text)
        if "\0" in text:
            raise InvalidEvent(f"a {what} must not contain NUL")


def _check_names(event: NewEvent) -> None:
    """Check the names of an event; the same few come again and again, so those that are good are remembered."""
    check_name("type", event.type)
    check_name("seat", event.by)
    if len(_checked) >= _REMEMBERED:
        _checked.clear()
    _checked.update((event.type, event.by))


def check_record(record: Record) -> None:
    """Check a record. Raises InvalidEvent."""
    check_name("kind of record", record.kind)
    check_name("record's id", record.id)
    _decoded("record's data", record.data)


def _text_of(event: NewEvent, seq: int) -> str:
    if event.type not in _checked or event.by not in _checked:
        _check_names(event)
    if event.cause is not None and not 0 < event.cause <= seq:
        raise InvalidEvent(f"event {seq} cannot be caused by event {event.cause}")
    if event.audience is not None and len(_encoded("audience", event.audience)) > MAX_AUDIENCE_BYTES:
        raise InvalidEvent(f"an audience must not be longer than {MAX_AUDIENCE_BYTES} bytes")
    text = _decoded("event's data", event.data)
    try:
        _json.decode(event.data)
    except msgspec.DecodeError as error:
        raise InvalidEvent(f"the event's data is not JSON: {error}") from error
    return text


def _encoded(what: str, text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise InvalidEvent(f"the {what} is not Unicode text: {error}") from error


def _decoded(what: str, data: bytes) -> str:
    if len(data) > MAX_DATA_BYTES:
        raise InvalidEvent(f"the {what} has {len(data)} bytes; {MAX_DATA_BYTES} are the most")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise InvalidEvent(f"the {what} is not UTF-8: {error}") from error
    if "\0" in text:
        raise InvalidEvent(f"the {what} contains NUL")
    return text
