"""A fingerprint of the rules' code: a log records it, and disposable checkpoints are keyed by it."""

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable


@cache
def fingerprint(system: str) -> str:
    """SHA-256 (hex, the first 16 digits) over the source of what all systems share and of one system's folder.

    Args:
        system: the id of the system.
    """
    rules = files("senki.rules")
    shared = {name: source for name, source in _sources(rules) if name.count("/") == 0 or name.startswith("notation/")}
    own = {f"{system}/{name}": source for name, source in _sources(rules / system)}
    digest = hashlib.sha256()
    for name, source in sorted((shared | own).items()):
        digest.update(name.encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _sources(folder: Traversable, path: str = "") -> Iterator[tuple[str, Traversable]]:
    """The Python files of a folder and of those in it, by their path."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _sources(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(".py"):
            yield f"{path}{entry.name}", entry
