"""The server's key for signed heads: made from its secret, so that there is one file to back up."""

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from senki.eventstore.notes import Signer

NAME = "senki"
SEED_BYTES = 32


def signer(secret: bytes) -> Signer:
    """The signer of a server: HKDF-SHA256 (RFC 5869) of its secret; keys of envelopes tell nothing about it."""
    return Signer(NAME, HKDF(SHA256(), SEED_BYTES, salt=None, info=b"senki-signed-head-1").derive(secret))
