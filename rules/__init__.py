"""The rules of five published games, as pure functions over immutable values. This is the table of contents."""

from collections.abc import Mapping
from typing import Any

from rules import godeater, hms, meikyu, persona, powerplay
from rules.rulebook import RuleSystem

SYSTEMS: Mapping[str, RuleSystem[Any]] = {
    system.id: system for system in (godeater.SYSTEM, hms.SYSTEM, meikyu.SYSTEM, persona.SYSTEM, powerplay.SYSTEM)
}

__all__ = ["SYSTEMS"]
