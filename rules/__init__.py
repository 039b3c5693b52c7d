"""The rules of five published games, as pure functions over immutable values. This is the table of contents."""

from collections.abc import Mapping
from typing import Any

from rules import hms
from rules.rulebook import RuleSystem

SYSTEMS: Mapping[str, RuleSystem[Any]] = {system.id: system for system in (hms.SYSTEM,)}

__all__ = ["SYSTEMS"]
