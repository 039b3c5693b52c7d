"""What the command's exit codes mean, and the errors that end it with one of them and a sentence, never a traceback.

Light to import: it is loaded before anything else, so that Ctrl-C is heard from the beginning.
"""

import os
import sys
from enum import IntEnum
from importlib import import_module

import click

TRACE = "SENKI_TRACE"
"""Set in the environment, a fault in senki shows where it is."""


VISIBLE = "senki.rules.visible"
"""Loaded when there is something to say."""


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
        click.echo(f"senki: {shown(self.message)}", err=True)


def shown(message: str) -> str:
    """A message on a terminal: it may quote what anybody wrote."""
    return import_module(VISIBLE).visible(message).replace("\n", "\n    ")


class FoundWrong(Trouble):
    """What was looked at is not as it should be."""

    exit_code = Code.WRONG


class BadInput(Trouble):
    """What was asked for is not there, or cannot be read."""

    exit_code = Code.USAGE


class NoStore(Trouble):
    """The store is unavailable."""

    exit_code = Code.STORE


def unread() -> None:
    """Nobody reads stdout any more (`senki list | head`): what is still to be printed goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def fault(error: Exception) -> Trouble:
    """The sentence for an error that nobody foresaw; raises the error itself where the environment asks for it."""
    if os.environ.get(TRACE):
        raise error
    text = f"a fault in senki itself: {type(error).__name__}: {error} (set {TRACE}=1 to see where)"
    return Trouble(text)
