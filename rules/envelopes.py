"""Books of sealed envelopes: the keys that decide a battle's chance, committed to before it begins.

The server derives one key for each number of a battle from its own secret, and publishes only the root of
a Merkle tree over the next 256 or 4,096 of them (a book). Whoever is shown a key later can check that it was in
the book from the start. Hashing follows RFC 6962, section 2.1; ``rules/CHANCE.md`` specifies every byte.
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
"""Keys in a book, but for a first one."""

FIRST_SIZE = 256
"""Keys in the first book of a battle: it is sealed while somebody waits for the battle to open, and few need more.

Of the battles that were played at random to their end, 99 of 100 used up to 11 (hms), 34 (meikyu), 163 (persona); the
longest scripted fight, 19. Endless ones used up to 341 (godeater) and 736 (powerplay) in 1,500 declarations.
"""

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


class Sealing(msgspec.Struct, frozen=True):
    """A book as a log publishes it: its number, the ``size`` envelopes from ``first`` on in it, its root in hex."""

    book: int
    first: int
    size: int
    root: str

    @property
    def last(self) -> int:
        """The last number in it."""
        return self.first + self.size - 1


class Book(msgspec.Struct, frozen=True):
    """A book of sealed envelopes: hashes only, no key.

    ``levels[0]`` are the hashes of the leaves in the order of their numbers, each further level those of the
    nodes above, and the last one is the root alone. Made by `build`.
    """

    first: int
    levels: tuple[tuple[bytes, ...], ...]

    @classmethod
    def build(cls, secret: bytes, battle: str, first: int = 1, size: int = SIZE) -> Self:
        """Derive and hash the keys of a book that holds ``size`` numbers from ``first`` on.

        Raises:
            ValueError: ``secret`` is shorter than 32 bytes, ``first`` is not positive or the numbers go beyond
                64 bits, or ``size`` is no power of two up to 4,096.
        """
        if not 1 <= first <= _MOST - size:
            raise ValueError(f"envelopes are numbered from 1, not {first}")
        if not 1 <= size <= SIZE or size & (size - 1):
            raise ValueError(f"a book has 1, 2, 4 … {SIZE} envelopes, not {size}")
        levels = [tuple(map(_leaf, _keys(secret, _prefix(secret, battle), range(first, first + size))))]
        while len(below := levels[-1]) > 1:
            levels.append(tuple(map(_node, below[::2], below[1::2])))
        return cls(first, tuple(levels))

    @property
    def leaves(self) -> tuple[bytes, ...]:
        """The hashes of the keys, in the order of their numbers."""
        return self.levels[0]

    @property
    def root(self) -> bytes:
        """The 32 bytes that are published when the book is opened."""
        return self.levels[-1][0]

    def proof(self, number: int) -> tuple[bytes, ...]:
        """Give the sibling hashes, from the leaf upward, that lead from envelope ``number`` to the root.

        Raises:
            ValueError: the envelope is in another book.
        """
        place = number - self.first
        if not 0 <= place < len(self.leaves):
            raise ValueError(f"envelope {number} is not in the book of {len(self.leaves)} from {self.first} on")
        return tuple(level[(place >> height) ^ 1] for height, level in enumerate(self.levels[:-1]))


def included(key: bytes, number: int, proof: tuple[bytes, ...], sealing: Sealing) -> bool:
    """Tell whether ``key`` was the key of envelope ``number`` in a published book.

    A key, proof, number or book that cannot be right is answered with False, never with an error.
    """
    place = number - sealing.first
    if not 0 <= place < sealing.size or 1 << len(proof) != sealing.size:
        return False
    if any(len(each) != _HASH_BYTES for each in (key, *proof)):
        return False
    found = _leaf(key)
    for sibling in proof:
        found = _node(sibling, found) if place & 1 else _node(found, sibling)
        place >>= 1
    return found.hex() == sealing.root


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
