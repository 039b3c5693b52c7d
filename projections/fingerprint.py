"""A fingerprint of the rules' code: a log records it, and disposable checkpoints are keyed by it."""

import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable


@cache
def fingerprint(system: str) -> str:
    """SHA-256 (hex, the first 16 digits) over the source of what all systems share and of one system's folder.

    Args:
        system: the id of the system.
    """
    rules = files("rules")
    digest = hashlib.sha256()
    for source in sorted((*_sources(rules), *_sources(rules / system)), key=str):
        digest.update(source.name.encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _sources(folder: Traversable) -> list[Traversable]:
    return [f for f in folder.iterdir() if f.name.endswith(".py")]
