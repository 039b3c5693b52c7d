"""The rules of published games, as pure functions over immutable values. This is the table of contents."""

from collections.abc import Mapping
from typing import Any

from rules.godeater import SYSTEM as GODEATER
from rules.hms import SYSTEM as HMS
from rules.meikyu import SYSTEM as MEIKYU
from rules.persona import SYSTEM as PERSONA
from rules.powerplay import SYSTEM as POWERPLAY
from rules.rulebook import RuleSystem

SYSTEMS: Mapping[str, RuleSystem[Any]] = {
    system.id: system
    for system in (
        GODEATER,
        HMS,
        MEIKYU,
        PERSONA,
        POWERPLAY,
    )
}

__all__ = ["SYSTEMS"]
