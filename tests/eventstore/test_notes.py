"""Signed heads: C2SP signed notes that other tools read, and what two of them prove."""

import hashlib
from base64 import b64decode

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from senki.eventstore.events import Head
from senki.eventstore.notes import BadNote, SignedHead, Signer, read, verify

SIGNER = Signer("senki", bytes(range(32)))
HEAD = Head(120, bytes(range(32)))
NOTE = SIGNER.sign("k3v9", HEAD)


def test_the_note_is_of_the_form_of_the_specification():
    text, _, signature = NOTE.rpartition("\n\n")
    assert text == "senki/k3v9\n120\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
    dash, name, encoded = signature.removesuffix("\n").split(" ")
    assert (dash, name) == ("\u2014", "senki")
    # RFC 8032: the public key of the seed 00 01 … 1f; its id is SHA-256(name, line end, 01, key), four bytes.
    public = bytes.fromhex("03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8")
    raw = b64decode(encoded)
    assert raw[:4] == hashlib.sha256(b"senki\n\x01" + public).digest()[:4]
    Ed25519PublicKey.from_public_bytes(public).verify(raw[4:], (text + "\n").encode())
    assert SIGNER.verifier.startswith(f"senki+{raw[:4].hex()}+AQOhB7/zzhC+")


def test_what_was_signed_is_read_again():
    assert verify(NOTE, SIGNER.verifier) == read(NOTE) == SignedHead("k3v9", HEAD)
    assert SIGNER.sign("k3v9", HEAD) == NOTE


@given(st.integers(0, len(NOTE) - 1), st.sampled_from("x9\nＡ= "))
def test_a_note_with_one_character_changed_is_refused_or_says_the_same(place: int, put: str):
    changed = NOTE[:place] + put + NOTE[place + 1 :]
    try:
        told = verify(changed, SIGNER.verifier)
    except BadNote:
        return
    assert told == SignedHead("k3v9", HEAD)


def test_the_note_of_another_key_is_refused():
    with pytest.raises(BadNote, match="no signature of senki"):
        verify(NOTE, Signer("senki", bytes(32)).verifier)


@pytest.mark.parametrize("key", ["", "senki", "senki+00000000+AQ==", SIGNER.verifier[:-4] + "AAA=", "a+b+c"])
def test_what_is_no_key_is_told(key: str):
    with pytest.raises(BadNote):
        verify(NOTE, key)


def test_a_name_of_two_lines_cannot_be_signed():
    with pytest.raises(BadNote):
        SIGNER.sign("a\nb", HEAD)
