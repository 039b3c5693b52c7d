"""A fingerprint of the rules' code: a log records it, and disposable checkpoints are keyed by it."""

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from operator import itemgetter

from senki.rules import SYSTEMS


@cache
def fingerprint(system: str) -> str:
    """The fingerprint of a system's rules as they are installed.

    Args:
        system: the id of the system.
    """
    return fingerprint_of(files("senki.rules"), system)


def fingerprint_of(rules: Traversable, system: str) -> str:
    """SHA-256 (hex, the first 16 digits) over the source of what all systems share and of one system's folder.

    Only what Python runs counts, by its path under `rules` and its bytes: a wheel and a checkout of the same code have
    the same fingerprint.

    Args:
        rules: the folder of the rules.
        system: the id of the system.
    """
    digest = hashlib.sha256()
    others = SYSTEMS.keys() - {system}
    for name, source in sorted(_sources(rules), key=itemgetter(0)):
        if name.partition("/")[0] not in others:
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
