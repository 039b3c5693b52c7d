"""Signed heads: a server's word on where a stream stood, as a C2SP signed note.

A note is text, an empty line, and signature lines (https://c2sp.org/signed-note). The text of a head has three lines:

    senki/<stream>
    <seq>
    <hash, base64>

Ed25519 is deterministic: the same head gives the same note. Two notes of one key with one seq and two hashes are a
proof against whoever holds the key: it has shown two histories.
"""

import hashlib
from base64 import b64decode, b64encode

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from senki.eventstore.events import Head

ORIGIN = "senki/"
ED25519 = b"\x01"
DASH = "\u2014"
HASH_BYTES = 32
LEAST_TEXT = 3


class BadNote(ValueError):
    """What was handed in is no signed note, no key for one, or is not signed by that key."""


class SignedHead(msgspec.Struct, frozen=True):
    """What a note says: where a stream stood."""

    stream: str
    head: Head


def key_id(name: str, public: bytes) -> bytes:
    """The four bytes by which a signature line names its key."""
    return hashlib.sha256(name.encode() + b"\n" + ED25519 + public).digest()[:4]


class Signer:
    """Signs heads.

    Args:
        name: of the key; no space, no plus.
        seed: 32 secret bytes.
    """

    def __init__(self, name: str, seed: bytes) -> None:
        self._name = name
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self._public = self._key.public_key().public_bytes_raw()
        self._id = key_id(name, self._public)

    @property
    def verifier(self) -> str:
        """The public key as tools for signed notes write it: `name+id+key`."""
        return f"{self._name}+{self._id.hex()}+{b64encode(ED25519 + self._public).decode()}"

    def sign(self, stream: str, head: Head) -> str:
        """The note of a head.

        Raises:
            BadNote: the stream's name has a line end in it, and cannot stand in a note.
        """
        if "\n" in stream:
            raise BadNote("a stream whose name has more than one line cannot stand in a note")
        text = said_of(stream, head)
        signature = b64encode(self._id + self._key.sign(text.removesuffix("\n").encode())).decode()
        return f"{text}{DASH} {self._name} {signature}\n"


def said_of(stream: str, head: Head) -> str:
    """What the note of a head begins with, up to its signatures: three lines and an empty one."""
    return f"{ORIGIN}{stream}\n{head.seq}\n{b64encode(head.hash).decode()}\n\n"


def read(note: str) -> SignedHead:
    """What a note says, whoever signed it.

    Raises:
        BadNote: it is not the note of a head.
    """
    text, _ = _parts(note)
    origin, _, rest = text.partition("\n")
    seq, _, last = rest.partition("\n")
    try:
        found = Head(int(seq), b64decode(last.removesuffix("\n"), validate=True))
    except ValueError:
        found = Head()
    if not origin.startswith(ORIGIN) or found.seq < 1 or len(found.hash) != HASH_BYTES or str(found.seq) != seq:
        raise BadNote("the note does not say where a battle's log stood (senki/…, a number, a hash)")
    return SignedHead(origin.removeprefix(ORIGIN), found)


def verify(note: str, verifier: str) -> SignedHead:
    """What a note says, if a key has signed it.

    Args:
        note: the whole note.
        verifier: the public key, `name+id+key`.

    Raises:
        BadNote: it is no note, or not signed by that key.
    """
    name, public = _key(verifier)
    text, signatures = _parts(note)
    due = key_id(name, public)
    for signer, signature in signatures:
        if signer == name and signature[:4] == due:
            try:
                Ed25519PublicKey.from_public_bytes(public).verify(signature[4:], text.encode())
            except InvalidSignature:
                raise BadNote(f"the signature of {name} does not fit the text: one of them was changed") from None
            return read(note)
    raise BadNote(f"no signature of {name} ({due.hex()}) stands under the note")


def _parts(note: str) -> tuple[str, list[tuple[str, bytes]]]:
    text, gap, below = note.replace("\r\n", "\n").rpartition("\n\n")
    if not gap or not below.endswith("\n"):
        raise BadNote("a signed note is text, an empty line and signature lines; something of it is missing")
    signatures: list[tuple[str, bytes]] = []
    for line in below.removesuffix("\n").split("\n"):
        words = line.split(" ")
        if len(words) != LEAST_TEXT or words[0] != DASH:
            raise BadNote(f"not a signature line: {line[:80]!r}")
        try:
            signatures.append((words[1], b64decode(words[2], validate=True)))
        except ValueError:
            raise BadNote(f"not base64: {words[2][:80]!r}") from None
    return text + "\n", signatures


def _key(verifier: str) -> tuple[str, bytes]:
    parts = verifier.strip().split("+", 2)
    try:
        name, id, encoded = parts
        raw = b64decode(encoded, validate=True)
    except ValueError:
        raise BadNote("a verifier key is written name+id+key") from None
    public = raw[1:]
    if raw[:1] != ED25519 or len(public) != HASH_BYTES or key_id(name, public).hex() != id:
        raise BadNote("the verifier key is not an Ed25519 key, or a part of it was changed")
    return name, public
