"""What a system's folds may leave to the shared rules."""

from collections.abc import Callable, Mapping
from typing import Any

from senki.rules import events as ev
from senki.rules.message import Event

UNTOUCHED: Mapping[type[Event], Callable[[Any, Any], Any] | None] = {
    ev.Declared: None,
    ev.BookOpened: None,
    ev.Rolled: None,
    ev.Disputed: None,
    ev.Settled: None,
    ev.WordsGiven: None,
    ev.Tallied: None,
    ev.Shown: None,
    ev.DiceAwaited: None,
    ev.DiceGiven: None,
    ev.Said: None,
    ev.Annotated: None,
    ev.Remarked: None,
}
"""The shared events that happen in every system and change its state in none (`**UNTOUCHED` heads `FOLDS`).

A system whose state one of them does change says so below it.
"""
