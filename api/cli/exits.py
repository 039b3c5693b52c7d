"""What the command's exit codes mean, and how every error becomes one of them and a sentence, never a traceback."""

import os
from enum import IntEnum

import click

from eventstore.errors import ArchiveError, FileRefused, StoreError, StreamExists, UnknownStream
from projections.history import NoSuchMoment, UnknownBattle
from projections.log import Unreadable
from rules.rejection import Rejection

TRACE = "SENKI_TRACE"
"""Set in the environment, a fault in senki shows where it is."""


class Code(IntEnum):
    """The exit codes; they stand in `senki --help`."""

    FINE = 0
    WRONG = 1
    USAGE = 2
    STORE = 3
    FAULT = 4
    STOPPED = 130


class Trouble(click.ClickException):
    """Something that ends the command with a sentence on stderr; its kinds are the exit codes."""

    exit_code = Code.FAULT

    def show(self, file: object = None) -> None:
        """Print the sentence."""
        del file
        click.echo(f"senki: {self.message}", err=True)


class FoundWrong(Trouble):
    """What was looked at is not as it should be."""

    exit_code = Code.WRONG


class BadInput(Trouble):
    """What was asked for is not there, or cannot be read."""

    exit_code = Code.USAGE


class NoStore(Trouble):
    """The store is unavailable."""

    exit_code = Code.STORE


def trouble_of(error: Exception) -> Trouble | None:
    """What an error means to whoever called the command; None for one that must not occur."""
    match error:
        case UnknownBattle() | UnknownStream():
            name = error.stream if isinstance(error, UnknownStream) else error.args[0]
            return BadInput(f"there is no battle {str(name)!r} in this store; see `senki list`")
        case NoSuchMoment():
            return BadInput(f"the battle has no such moment: {error.args[0]}")
        case Unreadable() | ArchiveError():
            return FoundWrong(str(error))
        case StreamExists():
            return BadInput(str(error))
        case FileRefused() | StoreError():
            return NoStore(str(error))
        case Rejection():
            return BadInput(error.message)
        case OSError():
            return BadInput(f"{error.filename or ''}: {error.strerror or error}".removeprefix(": "))
        case _:
            return None


def fault(error: Exception) -> Trouble:
    """The sentence for an error that nobody foresaw; raises the error itself where the environment asks for it."""
    if os.environ.get(TRACE):
        raise error
    text = f"a fault in senki itself: {type(error).__name__}: {error} (set {TRACE}=1 to see where)"
    return Trouble(text)
