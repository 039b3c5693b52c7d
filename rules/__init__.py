"""The rules of published games, as pure functions over immutable values. This is the table of contents."""

from collections.abc import Mapping
from typing import Any

from senki.rules.godeater import SYSTEM as GODEATER
from senki.rules.hms import SYSTEM as HMS
from senki.rules.meikyu import SYSTEM as MEIKYU
from senki.rules.persona import SYSTEM as PERSONA
from senki.rules.powerplay import SYSTEM as POWERPLAY
from senki.rules.rulebook import RuleSystem

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
