"""Battles of any system as a store would give them back, played at random."""

import random
from typing import Any

from senki.eventstore.chain import digest_of
from senki.eventstore.events import Envelope
from senki.projections.log import written
from senki.projections.questions import Unit
from senki.projections.readjudicate import Moments, units
from senki.rules import SYSTEMS
from senki.rules.rulebook import Battle, Decision
from senki.rules.table import GM
from tests.rules.play import any_play, decided, opened


class Recording:
    """A battle with its log, the battle after each unit, and the past."""

    def __init__(self, system: str, seed: int, steps: int = 60) -> None:
        self.system = SYSTEMS[system]
        dice = random.Random(seed)
        self.past = Moments()
        self.log: list[Envelope] = []
        self.battles: list[Battle[Any]] = []
        self.take(opened(self.system, dice), GM)
        for _ in range(steps):
            now = self.battles[-1]
            it = any_play(self.system, now, dice)
            if it is None:
                break
            seat = GM if it.by is None else now.table.seat_of(it.by)
            self.take(decided(self.system, now, it, self.past), seat)

    def take(self, decision: Decision[Any], seat: str) -> None:
        """Write a unit."""
        for new in written(decision, seat, len(self.log)):
            seq, salt = len(self.log) + 1, bytes(16)
            digest = digest_of(salt, new.data)
            self.log.append(
                Envelope(seq, "b", seq, new.type, new.data, new.by, new.cause, "2026", new.audience, salt, digest, salt)
            )
        self.battles.append(decision.battle)
        self.past.keep(decision.battle)

    def units(self) -> list[Unit]:
        """Its declarations, each with what came of it."""
        found = [tuple(unit) for unit in units(self.log)]
        return [Unit(self.system, self.battles[n], self.battles[n + 1], unit) for n, unit in enumerate(found[1:])]
