r"""The hash chain: what is hashed, and how a stream of envelopes is checked against it.

Exactly, so that anybody can write the same in another language (‖ joins bytes, all text is UTF-8):

- `digest = sha256(salt ‖ data)`: `salt` is 16 random bytes, `data` the event's stored JSON bytes.
- `header` is the JSON array `[stream, seq, type, by, cause, recorded_at, audience]` as RFC 8785 writes it: no
  white space; `cause` and `audience` are `null` where there is none; in strings only `"`, `\` and the
  characters below U+0020 are escaped (`\b \t \n \f \r`, else `\u00xx` in lower case), everything else
  stands as it is.
- `hash = sha256(previous hash ‖ header ‖ digest)`: the previous hash of the first event is 32 zero bytes.

Where data is concealed its digest stands in, so the chain is checked by everyone. The chain cannot notice
that its end was cut off or that it was written anew from some event on: for that, hand in a head that
somebody kept.
"""

from collections.abc import Iterable
from enum import StrEnum
from hashlib import sha256

import msgspec

from senki.eventstore.events import GENESIS, Envelope, Head, NewEvent

SALT_BYTES = 16
_encode = msgspec.json.Encoder().encode


def digest_of(salt: bytes, data: bytes) -> bytes:
    """Give the digest that stands for `data` in the chain."""
    return sha256(salt + data).digest()


def header_of(stream: str, seq: int, event: NewEvent | Envelope, recorded_at: str) -> bytes:
    """Give the header bytes of an event. Raises UnicodeEncodeError for text that is not Unicode."""
    return _encode((stream, seq, event.type, event.by, event.cause, recorded_at, event.audience))


def hash_of(previous: bytes, header: bytes, digest: bytes) -> bytes:
    """Give the hash of the event that follows the one with the hash `previous`."""
    return sha256(previous + header + digest).digest()


class Damage(StrEnum):
    """In what way a stream is not what it was."""

    CHANGED = "changed"
    MISSING = "missing"
    REORDERED = "reordered"
    CUT_OFF = "cut_off"
    OTHER_HISTORY = "other_history"
    HIDDEN = "hidden"
    UNREADABLE = "unreadable"


class Verdict(msgspec.Struct, frozen=True):
    """What a verification found.

    `head` is the end of the part that is right from the first event on; `concealed` counts the events in it
    whose data was not there to be checked. If something is wrong, `damage` says in what way, `seq` names the
    first event that is wrong, and `detail` is a sentence for people.
    """

    head: Head
    concealed: int = 0
    damage: Damage | None = None
    seq: int | None = None
    detail: str = ""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return self.damage is None


class ChainCheck:
    """Checks envelopes one by one in the order in which they stand, in constant memory."""

    def __init__(self, kept: Head | None = None) -> None:
        self._kept = kept
        self._head = Head()
        self._stream: str | None = None
        self._concealed = 0
        self._damage: Damage | None = None
        self._detail = ""
        self._kept_matches = kept is None or kept == Head()

    @property
    def head(self) -> Head:
        """The end of what was right so far."""
        return self._head

    def push(self, envelope: Envelope) -> bool:
        """Check the next envelope; True while everything is right.

        After the first wrong event the rest is only searched for the one that should have stood there.
        """
        due = self._head.seq + 1
        untyped = ill_typed(envelope)
        if self._damage is not None:
            if not untyped and self._damage is not Damage.REORDERED and self._belongs(envelope, due):
                self._damage = Damage.REORDERED
                self._detail = f"event {due} does not stand in its place but later (as {envelope.seq})"
            return False
        if untyped:
            return self._fault(Damage.CHANGED, untyped)
        if self._stream is None:
            self._stream = envelope.stream
        if envelope.seq > due:
            return self._fault(Damage.MISSING, f"event {due} is not there; {envelope.seq} follows")
        if envelope.seq < due:
            return self._fault(Damage.REORDERED, f"event {envelope.seq} stands where {due} belongs")
        try:
            wrong = self._wrong(envelope)
        except UnicodeEncodeError as error:  # a damaged file may hold anything
            wrong = f"the event cannot be hashed: {error}"
        if wrong:
            return self._fault(Damage.CHANGED, wrong)
        self._head = Head(due, envelope.hash)
        self._concealed += envelope.data is None
        if self._kept is not None and self._kept.seq == due:
            self._kept_matches = self._kept.hash == envelope.hash
        return True

    def stop(self, damage: Damage, detail: str) -> None:
        """Note what was found another way: the next event is damaged so, unless something else came before."""
        if self._damage is None:
            self._fault(damage, detail)

    def verdict(self) -> Verdict:
        """Say what was found, after the last envelope was pushed."""
        damage, seq, detail = self._damage, self._head.seq + 1, self._detail
        kept = self._kept
        if damage is None and kept is not None:
            if kept.seq > self._head.seq:
                damage = Damage.CUT_OFF
                detail = f"event {seq} and what follows is gone; the stream went up to {kept.seq} once"
            elif not self._kept_matches:
                damage, seq = Damage.OTHER_HISTORY, kept.seq
                detail = f"the chain is sound, but event {kept.seq} or one before it is not the one that was kept"
        if damage is None:
            return Verdict(self._head, self._concealed)
        return Verdict(self._head, self._concealed, damage, seq, detail)

    def _fault(self, damage: Damage, detail: str) -> bool:
        self._damage, self._detail = damage, detail
        return False

    def _wrong(self, envelope: Envelope) -> str:
        if envelope.stream != self._stream:
            return f"the event says it is of {envelope.stream!r}, but this is {self._stream!r}"
        if (envelope.data is None) is not (envelope.salt is None):
            return "data and salt must both be there or both be concealed"
        if envelope.salt is not None and len(envelope.salt) != SALT_BYTES:
            return f"the salt has {len(envelope.salt)} bytes; it must have {SALT_BYTES}"
        if envelope.data is not None and envelope.salt is not None:
            right = digest_of(envelope.salt, envelope.data)
            if right != envelope.digest:
                return f"the data gives the digest {right.hex()}, but {envelope.digest.hex()} was recorded"
        right = self._hash(envelope, envelope.seq)
        if right != envelope.hash:
            return f"header, digest and previous hash give {right.hex()}, but {envelope.hash.hex()} was recorded"
        return ""

    def _hash(self, envelope: Envelope, seq: int) -> bytes:
        header = header_of(envelope.stream, seq, envelope, envelope.recorded_at)
        return hash_of(self._head.hash, header, envelope.digest)

    def _belongs(self, envelope: Envelope, due: int) -> bool:
        return envelope.hash == self._hash(envelope, due)


_TYPES: tuple[tuple[str, tuple[type, ...]], ...] = (
    ("position", (int,)),
    ("stream", (str,)),
    ("seq", (int,)),
    ("type", (str,)),
    ("data", (bytes, type(None))),
    ("by", (str,)),
    ("cause", (int, type(None))),
    ("recorded_at", (str,)),
    ("audience", (str, type(None))),
    ("salt", (bytes, type(None))),
    ("digest", (bytes,)),
    ("hash", (bytes,)),
)


def ill_typed(envelope: Envelope) -> str:
    """Say which field holds a value of a wrong type, as only a damaged file does; empty where none does."""
    for field, right in _TYPES:
        value: object = getattr(envelope, field)
        if type(value) not in right:
            return f"the event's {field} is of type {type(value).__name__}, which it cannot be"
    return ""


def verify_chain(envelopes: Iterable[Envelope], kept: Head | None = None) -> Verdict:
    """Check a whole stream, from its first event on, in the order in which the envelopes stand.

    Args:
        envelopes: all of them; concealed ones may be among them.
        kept: a head of this stream that the caller trusts.
    """
    check = ChainCheck(kept)
    for envelope in envelopes:
        check.push(envelope)
    return check.verdict()


__all__ = [
    "GENESIS",
    "SALT_BYTES",
    "ChainCheck",
    "Damage",
    "Verdict",
    "digest_of",
    "hash_of",
    "header_of",
    "ill_typed",
    "verify_chain",
]
