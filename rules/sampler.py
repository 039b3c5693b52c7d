"""How the key of an opened envelope becomes faces and cards.

Everything here is specified in ``rules/CHANCE.md`` closely enough to be written again in another language.
No modulo is taken anywhere: a value that does not fit is thrown away and the next one is read.
"""

import hmac
import struct
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

import msgspec

TAG = b"senki-chance-1"
"""What every message begins with, so that these bytes can mean nothing else."""

MOST_SIDES = 10_000
"""More sides, or cards in one deck, than anybody types."""

MOST_DICE = 200
"""More dice, or cards drawn at once, than anybody rolls."""

MOST_THROWS = 10_000
"""More throws than one roll can come to."""

_WORD_BITS = 32
_DIGEST_BYTES = 32


class Sample(msgspec.Struct, frozen=True):
    """What one envelope gave: the values in the order sampled, and how many words were thrown away."""

    values: tuple[int, ...]
    rejected: int


def words_digest(words: Sequence[tuple[str, str]]) -> bytes:
    """Give the 32-byte digest of the words that seats handed in before the battle began.

    SHA-256 over the compact JSON of the list of ``[seat, text]`` pairs in the order given, as UTF-8. The
    texts are not normalised. No words at all is the list ``[]``.

    Raises:
        ValueError: a text is not Unicode that UTF-8 can carry (a lone surrogate).
    """
    return sha256(msgspec.json.encode([[seat, text] for seat, text in words])).digest()


def faces(key: bytes, words: bytes, number: int, count: int, sides: int, *, throw: int = 1) -> Sample:
    """Roll ``count`` dice of ``sides`` sides; each value is a face from 1 to ``sides``.

    ``key`` is the 32-byte key of envelope ``number``, ``words`` the digest from `words_digest`. A die of one
    side reads nothing and shows 1. ``throw`` counts the throws that one envelope decides: a secret roll has only one
    envelope, however often it throws.

    Raises:
        ValueError: ``count`` is not 1 to 200, ``sides`` not 1 to 10,000, ``throw`` not 1 to 10,000, ``number`` not
            positive or beyond 64 bits, or ``key`` or ``words`` not 32 bytes.
    """
    _require_within("throw", throw, MOST_THROWS)
    _require_within("sides", sides, MOST_SIDES)
    _require_within("count", count, MOST_DICE)
    asked = f"{count}D{sides}" if throw == 1 else f"{count}D{sides} throw {throw}"
    sample = _sample(key, words, number, asked, (sides for _ in range(count)))
    return Sample(tuple(value + 1 for value in sample.values), sample.rejected)


def picks(key: bytes, words: bytes, number: int, count: int, total: int) -> Sample:
    """Draw ``count`` cards without replacement from ``total`` cards that lie in a fixed order.

    The value at place i (from 0) is an index (from 0) into the cards that the draws before it have left,
    which keep their order: ``card = left.pop(value)``. It is uniform over the ``total - i`` cards still
    there; the last card left reads nothing.

    Raises:
        ValueError: ``total`` is not 1 to 10,000, ``count`` not 1 to 200 or more than ``total``, or another
            argument is wrong as for `faces`.
    """
    _require_within("total", total, MOST_SIDES)
    _require_within("count", count, min(MOST_DICE, total))
    return _sample(key, words, number, f"draw {count} of {total}", (total - place for place in range(count)))


def _require_within(name: str, value: int, most: int) -> None:
    if not 1 <= value <= most:
        raise ValueError(f"{name} must be 1 to {most}, not {value}")


def _sample(key: bytes, words: bytes, number: int, asked: str, ranges: Iterable[int]) -> Sample:
    """Read one value below each of the ranges, in order, from the stream of what was asked."""
    for name, value in (("key", key), ("words", words)):
        if len(value) != _DIGEST_BYTES:
            raise ValueError(f"{name} must be {_DIGEST_BYTES} bytes, not {len(value)}")
    _require_within("number", number, 2**63 - 1)
    text = asked.encode()
    message = TAG + words + struct.pack(">QI", number, len(text)) + text
    stream = _stream(key, message)
    values: list[int] = []
    rejected = 0
    for below in ranges:
        bits = (below - 1).bit_length()
        value = next(stream) >> (_WORD_BITS - bits) if bits else 0
        while value >= below:
            rejected += 1
            value = next(stream) >> (_WORD_BITS - bits)
        values.append(value)
    return Sample(tuple(values), rejected)


def _stream(key: bytes, message: bytes) -> Iterator[int]:
    """Give the 32-bit words of block 0, block 1, and so on, as far as they are read."""
    block = 0
    while True:
        yield from struct.unpack(">8I", hmac.digest(key, message + struct.pack(">I", block), "sha256"))
        block += 1
