"""The files that pages load, read once from the package; their address carries a hash of them all."""

import hashlib
from functools import cache
from importlib.resources import files

import msgspec

MEDIA_TYPES = {
    "css": b"text/css; charset=utf-8",
    "js": b"text/javascript; charset=utf-8",
    "svg": b"image/svg+xml",
}


class Assets(msgspec.Struct, frozen=True):
    """All files of `static`.

    Attributes:
        digest: of all of them together; a new one with every change, so that browsers may keep them for ever.
        files: name to content.
    """

    digest: str
    files: dict[str, bytes]

    def media_type(self, name: str) -> bytes:
        """What a file is."""
        return MEDIA_TYPES[name.rpartition(".")[2]]

    def address(self, name: str) -> str:
        """Where a page finds a file."""
        return f"/assets/{self.digest}/{name}"


@cache
def assets() -> Assets:
    """The files of the package."""
    found = {
        entry.name: entry.read_bytes()
        for entry in sorted((files("senki.api.pages") / "static").iterdir(), key=lambda entry: entry.name)
        if entry.name.rpartition(".")[2] in MEDIA_TYPES
    }
    hashed = hashlib.sha256()
    for name, content in found.items():
        hashed.update(f"{name}\0{len(content)}\0".encode())
        hashed.update(content)
    return Assets(hashed.hexdigest()[:16], found)
