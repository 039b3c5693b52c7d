"""The values that go into a store and come out: immutable, and opaque where the games' own data stands."""

from typing import Self

import msgspec

GENESIS = bytes(32)
"""The hash before the first event of every stream."""


class NewEvent(msgspec.Struct, frozen=True, gc=False):
    """An event that asks to be recorded.

    `data` is the exact JSON text in UTF-8 and is kept byte for byte. `by` names the seat, `cause` is the seq
    of the event that led to this one (it may stand in the same append). `audience` is text that the store
    does not
    read: it says who may see the data, None means everybody; it is part of what is hashed.
    """

    type: str
    data: bytes
    by: str
    cause: int | None = None
    audience: str | None = None


class Envelope(msgspec.Struct, frozen=True, gc=False):
    """A recorded event: what was said, where it stands, and the proof of both.

    `seq` counts 1, 2, 3 … within `stream`; `position` counts over all streams of one store (0 outside a
    store). `recorded_at` is UTC in ISO 8601 with microseconds and `Z`, so that text order is time order.
    `data` and `salt` are None for a viewer who may not see them; `digest` and `hash` (see `senki.eventstore.chain`)
    are there for everyone.
    """

    position: int
    stream: str
    seq: int
    type: str
    data: bytes | None
    by: str
    cause: int | None
    recorded_at: str
    audience: str | None
    salt: bytes | None
    digest: bytes
    hash: bytes

    def concealed(self) -> Self:
        """Give the copy for a viewer who may not see the data: no data, no salt, the same proof."""
        return msgspec.structs.replace(self, data=None, salt=None)

    @property
    def head(self) -> "Head":
        """The head of the stream as it was when this was its last event."""
        return Head(self.seq, self.hash)


class Head(msgspec.Struct, frozen=True, gc=False):
    """The end of a stream: seq and hash of its last event. Keep one to notice any later change."""

    seq: int = 0
    hash: bytes = GENESIS


class Key(msgspec.Struct, frozen=True, gc=False):
    """An idempotency key: `content` is a digest of the request that `key` stands for within `scope`.

    The same scope, key and content give the first answer again; other content is refused.
    """

    scope: str
    key: str
    content: bytes


class Appended(msgspec.Struct, frozen=True, gc=False):
    """The answer to an append: the seqs that the events got, the head after them, the last one's position.

    `repeated` tells that an idempotency key was seen before and nothing was written now. `envelopes` are the
    events as they were recorded just now: none where the answer is an earlier one, or to a `restore`.
    """

    stream: str
    first_seq: int
    last_seq: int
    head: Head
    position: int
    repeated: bool = False
    envelopes: tuple[Envelope, ...] = ()


class Record(msgspec.Struct, frozen=True, gc=False):
    """A small named value beside the log (UTF-8 text, e.g. JSON): written over, not appended; no history."""

    kind: str
    id: str
    data: bytes


class StreamInfo(msgspec.Struct, frozen=True, gc=False):
    """A line in the list of streams; `number` orders them by when they began and is the cursor for paging."""

    number: int
    stream: str
    head: Head
    first_recorded_at: str
    last_recorded_at: str
