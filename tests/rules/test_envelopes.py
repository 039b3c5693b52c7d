"""Books of sealed envelopes: the known answers of CHANCE.md, and that no wrong key passes for sealed."""

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from senki.rules.envelopes import FIRST_SIZE, SIZE, Book, Sealing, included, key

VECTORS: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parent / "vectors" / "chance.json").read_text("utf-8")
)
SECRET = bytes(range(32))
BOOK = Book.build(SECRET, "duel", 1, 4096)
SEALED = Sealing(1, 1, 4096, BOOK.root.hex())
DEPTH = 12


def key_by_the_page(secret: bytes, battle: str, number: int) -> bytes:
    """Derive a key as CHANCE.md says, with none of the module's code."""
    name = battle.encode("utf-8")
    message = b"senki-envelope-1" + len(name).to_bytes(4, "big") + name + number.to_bytes(8, "big")
    return hmac.new(secret, message, hashlib.sha256).digest()


def root_by_the_page(secret: bytes, battle: str, book: int) -> bytes:
    """Hash a whole book as CHANCE.md says."""
    row = [
        hashlib.sha256(b"\x00" + key_by_the_page(secret, battle, (book - 1) * 4096 + place)).digest()
        for place in range(1, 4097)
    ]
    while len(row) > 1:
        row = [hashlib.sha256(b"\x01" + row[at] + row[at + 1]).digest() for at in range(0, len(row), 2)]
    return row[0]


@pytest.mark.parametrize("known", VECTORS["keys"])
def test_keys_are_the_known_ones(known: dict[str, Any]):
    secret = bytes.fromhex(known["secret"])
    assert key_by_the_page(secret, known["battle"], known["number"]).hex() == known["key"]
    assert key(secret, known["battle"], known["number"]).hex() == known["key"]


@pytest.mark.parametrize("known", VECTORS["books"])
def test_books_have_the_known_roots_and_proofs(known: dict[str, Any]):
    secret = bytes.fromhex(known["secret"])
    assert root_by_the_page(secret, known["battle"], known["book"]).hex() == known["root"]
    first = (known["book"] - 1) * 4096 + 1
    book = Book.build(secret, known["battle"], first, 4096)
    sealed = Sealing(known["book"], first, 4096, known["root"])
    assert book.root.hex() == known["root"]
    for one in known["proofs"]:
        proof = book.proof(one["number"])
        assert [sibling.hex() for sibling in proof] == one["proof"]
        assert included(bytes.fromhex(one["key"]), one["number"], proof, sealed)


def test_every_key_of_a_book_is_proven():
    for number in range(1, SIZE + 1):
        assert included(key(SECRET, "duel", number), number, BOOK.proof(number), SEALED)


@pytest.mark.parametrize("length", [32, 63, 64, 65, 200])
def test_a_book_seals_the_keys_that_are_opened_later(length: int):
    secret = bytes(range(length))
    book = Book.build(secret, "決闘", 257, 1024)
    sealed = Sealing(2, 257, 1024, book.root.hex())
    for place, number in ((0, 257), (999, 1256), (1023, 1280)):
        opened = key(secret, "決闘", number)
        assert book.leaves[place] == hashlib.sha256(b"\x00" + opened).digest()
        assert included(opened, number, book.proof(number), sealed)


def test_a_proof_is_as_long_as_its_book_is_deep_and_holds_for_no_other_book():
    """A first book of 256 is eight levels deep: a proof of another length, or of another place, proves nothing."""
    first = Book.build(SECRET, "duel", 1, FIRST_SIZE)
    sealed = Sealing(1, 1, FIRST_SIZE, first.root.hex())
    opened, proof = key(SECRET, "duel", 256), first.proof(256)
    assert len(proof) == 8
    assert included(opened, 256, proof, sealed)
    assert not included(opened, 256, proof, Sealing(1, 1, 4096, first.root.hex()))
    assert not included(opened, 256, proof, Sealing(2, 2, 256, first.root.hex()))
    assert not included(key(SECRET, "duel", 257), 257, proof, sealed)
    with pytest.raises(ValueError, match="not in the book"):
        first.proof(257)


@pytest.mark.parametrize("size", [0, -2, 3, 255, 8192, 2**40])
def test_a_book_of_a_size_that_cannot_be_is_an_error(size: int):
    with pytest.raises(ValueError, match="a book has"):
        Book.build(SECRET, "duel", 1, size)


def test_battles_and_secrets_share_no_key():
    keys = {
        key(secret, battle, number)
        for secret in (SECRET, bytes(32))
        for battle in ("", "a", "b", "ab")
        for number in range(1, 50)
    }
    assert len(keys) == 2 * 4 * 49


@given(st.integers(1, SIZE), st.integers(0, DEPTH - 1), st.integers(0, 255))
def test_a_changed_bit_is_found(number: int, height: int, bit: int):
    opened, proof = key(SECRET, "duel", number), BOOK.proof(number)
    flipped = _flip(proof[height], bit)
    assert not included(opened, number, (*proof[:height], flipped, *proof[height + 1 :]), SEALED)
    assert not included(_flip(opened, bit), number, proof, SEALED)
    assert not included(opened, number, proof, Sealing(1, 1, 4096, _flip(BOOK.root, bit).hex()))


@given(st.integers(1, SIZE), st.integers(1, SIZE))
def test_a_key_proves_no_other_number(number: int, other: int):
    opened = key(SECRET, "duel", number)
    assert included(opened, other, BOOK.proof(number), SEALED) == (number == other)


def test_a_node_does_not_pass_for_a_key():
    """Leaves and nodes are hashed apart: the two leaves below a node are no key one level up."""
    assert not included(BOOK.leaves[0] + BOOK.leaves[1], 1, BOOK.proof(1)[1:], SEALED)
    assert not included(BOOK.leaves[0], 1, BOOK.proof(1), SEALED)


def test_what_cannot_be_a_proof_is_answered_with_no():
    opened, proof = key(SECRET, "duel", 1), BOOK.proof(1)
    assert not included(opened, 0, proof, SEALED)
    assert not included(opened, -4095, proof, SEALED)
    assert not included(opened, 1, (), SEALED)
    assert not included(opened, 1, (*proof, proof[0]), SEALED)
    assert not included(opened, 1, (proof[0] + b"0", *proof[1:]), SEALED)
    assert not included(b"", 1, proof, SEALED)


def test_a_book_proves_only_its_own_numbers():
    with pytest.raises(ValueError, match="not in the book"):
        BOOK.proof(SIZE + 1)
    with pytest.raises(ValueError, match="not in the book"):
        BOOK.proof(0)


def test_short_secrets_are_refused():
    with pytest.raises(ValueError, match="32 bytes"):
        key(bytes(31), "duel", 1)
    with pytest.raises(ValueError, match="32 bytes"):
        Book.build(b"", "duel", 1)


@pytest.mark.parametrize("number", [0, -1, 2**63])
def test_numbers_out_of_bounds_are_an_error(number: int):
    with pytest.raises(ValueError, match="numbered from 1"):
        key(SECRET, "duel", number)


@pytest.mark.parametrize("first", [0, -1, 2**63 - 4000])
def test_books_out_of_bounds_are_an_error(first: int):
    with pytest.raises(ValueError, match="numbered from 1"):
        Book.build(SECRET, "duel", first)


def _flip(data: bytes, bit: int) -> bytes:
    return (int.from_bytes(data) ^ (1 << bit)).to_bytes(len(data))
