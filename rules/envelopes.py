"""Books of sealed envelopes: the keys that decide a battle's chance, committed to before it begins.

The server derives one key for each number of a battle from its own secret, and publishes only the root of
a Merkle tree over 4,096 of them (a book). Whoever is shown a key later can check that it was in the book from
the start. Hashing follows RFC 6962, section 2.1; ``rules/CHANCE.md`` specifies every byte.
"""

import hmac
import struct
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Self

import msgspec

TAG = b"senki-envelope-1"
"""What every derivation begins with, so that these bytes can mean nothing else."""

SIZE = 4096
"""Keys in a book."""

DEPTH = 12
"""Hashes in a proof: a book is a full tree of 2^12 leaves."""

_HASH_BYTES = 32
_BLOCK_BYTES = 64
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))
_LEAF = b"\x00"
_NODE = b"\x01"
_MOST = 2**63 - 1


def key(secret: bytes, battle: str, number: int) -> bytes:
    """Derive the 32-byte key of envelope ``number`` of a battle.

    Numbers count 1, 2, 3 and on through the whole battle, over all its books. ``secret`` is the server's own
    and never leaves it.

    Raises:
        ValueError: ``secret`` is shorter than 32 bytes, or ``number`` is not positive or beyond 64 bits.
    """
    if not 1 <= number <= _MOST:
        raise ValueError(f"envelopes are numbered from 1, not {number}")
    return hmac.digest(secret, _prefix(secret, battle) + number.to_bytes(8), "sha256")


def book_of(number: int) -> int:
    """Tell which book, counted from 1, holds an envelope.

    Raises:
        ValueError: ``number`` is not positive.
    """
    if number < 1:
        raise ValueError(f"envelopes are numbered from 1, not {number}")
    return (number - 1) // SIZE + 1


class Book(msgspec.Struct, frozen=True):
    """A book of 4,096 sealed envelopes: hashes only, no key.

    ``levels[0]`` are the hashes of the leaves in the order of their numbers, each further level those of the
    nodes above, and the last one is the root alone. Made by `build`.
    """

    book: int
    levels: tuple[tuple[bytes, ...], ...]

    @classmethod
    def build(cls, secret: bytes, battle: str, book: int) -> Self:
        """Derive and hash the keys of book ``book``, which holds numbers (book-1)*4096+1 to book*4096.

        Raises:
            ValueError: ``secret`` is shorter than 32 bytes, or ``book`` is not positive or its numbers go
                beyond 64 bits.
        """
        if not 1 <= book <= _MOST // SIZE:
            raise ValueError(f"books are numbered from 1, not {book}")
        prefix = _prefix(secret, battle)
        first = (book - 1) * SIZE + 1
        levels = [tuple(map(_leaf, _keys(secret, prefix, range(first, first + SIZE))))]
        for _ in range(DEPTH):
            below = levels[-1]
            levels.append(tuple(map(_node, below[::2], below[1::2])))
        return cls(book, tuple(levels))

    @property
    def leaves(self) -> tuple[bytes, ...]:
        """The hashes of the 4,096 keys, in the order of their numbers."""
        return self.levels[0]

    @property
    def root(self) -> bytes:
        """The 32 bytes that are published when the book is opened."""
        return self.levels[DEPTH][0]

    def proof(self, number: int) -> tuple[bytes, ...]:
        """Give the 12 sibling hashes, from the leaf upward, that lead from envelope ``number`` to the root.

        Raises:
            ValueError: the envelope is in another book.
        """
        if book_of(number) != self.book:
            raise ValueError(f"envelope {number} is not in book {self.book}")
        place = (number - 1) % SIZE
        return tuple(self.levels[height][(place >> height) ^ 1] for height in range(DEPTH))


def included(key: bytes, number: int, proof: tuple[bytes, ...], root: bytes) -> bool:
    """Tell whether ``key`` was the key of envelope ``number`` in the book with this root.

    The root must be the one that was published for `book_of` the number. A key, proof or number that cannot
    be right is answered with False, never with an error.
    """
    if number < 1 or len(proof) != DEPTH or any(len(each) != _HASH_BYTES for each in (key, *proof)):
        return False
    place = (number - 1) % SIZE
    found = _leaf(key)
    for sibling in proof:
        found = _node(sibling, found) if place & 1 else _node(found, sibling)
        place >>= 1
    return found == root


def _prefix(secret: bytes, battle: str) -> bytes:
    if len(secret) < _HASH_BYTES:
        raise ValueError(f"the secret must have at least {_HASH_BYTES} bytes")
    name = battle.encode()
    return TAG + struct.pack(">I", len(name)) + name


def _keys(secret: bytes, prefix: bytes, numbers: Iterable[int]) -> Iterator[bytes]:
    """Derive many keys as `key` does, at less than half the time.

    HMAC's inner and outer hash begin alike for every number (RFC 2104, section 4), so both are begun once.
    """
    padded = (sha256(secret).digest() if len(secret) > _BLOCK_BYTES else secret).ljust(_BLOCK_BYTES, b"\0")
    inner = sha256(padded.translate(_INNER) + prefix)
    outer = sha256(padded.translate(_OUTER))
    for number in numbers:
        within, around = inner.copy(), outer.copy()
        within.update(number.to_bytes(8))
        around.update(within.digest())
        yield around.digest()


def _leaf(key: bytes) -> bytes:
    return sha256(_LEAF + key).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(_NODE + left + right).digest()
