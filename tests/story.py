"""Telling a battle in tests: given, when (with scripted dice), then, refused."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from senki.projections.readjudicate import Moments
from senki.projections.seen import audience_text, may_see, state
from senki.projections.timeline import told
from senki.rules import SYSTEMS
from senki.rules.chance import Entered
from senki.rules.codec import codec, encode
from senki.rules.decide import decide, open_battle
from senki.rules.rejection import Rejection
from senki.rules.rulebook import Happened

Json = dict[str, Any]


class Story:
    """A battle under way: what was opened, what was declared, what came of it.

    A story fails when a scripted face was never rolled, and when the dice run dry.
    """

    def __init__(self, system: str, given: Json) -> None:
        self.system = SYSTEMS[system]
        decision = open_battle(self.system, given)
        self.battle = decision.battle
        self.past = Moments()
        self.past.keep(self.battle)
        self.log: list[tuple[int, Happened]] = []
        self.last: list[Json] = []
        self._take(decision.events)

    def _take(self, events: Sequence[Happened]) -> None:
        self.last = [msgspec.json.decode(encode(h.event)) for h in events]
        seq = self.battle.seq - len(events)
        self.log += [(seq + place, happened) for place, happened in enumerate(events, 1)]

    def when(
        self, type: str, by: str | None = None, *rolls: list[int], seat: str | None = None, **fields: Any
    ) -> "Story":
        """A declaration is made, with these dice."""
        said: Json = {"type": type, **fields}
        if by is not None:
            said["by"] = by
        it = codec(self.system).declaration(said)
        decision = decide(self.system, self.battle, it, Entered(rolls), seat=seat, past=self.past)
        self.battle = decision.battle
        self.past.keep(self.battle)
        self._take(decision.events)
        return self

    def refused(self, code: str, type: str, by: str | None = None, *rolls: list[int], **fields: Any) -> "Story":
        """A declaration is made and refused with this code; nothing has changed."""
        before = self.state()
        with pytest.raises(Rejection) as refusal:
            self.when(type, by, *rolls, **fields)
        assert refusal.value.code == code, refusal.value
        assert self.state() == before
        return self

    def state(self, seat: str | None = None) -> Json:
        """The state as a seat sees it; as it is, without one."""
        return msgspec.json.decode(encode(state(self.system, self.battle, seat)))

    def at(self, path: str, seat: str | None = None) -> Any:
        """A value of the state, by a path with dots."""
        node: Any = self.state(seat)
        for step in path.split("."):
            node = node[int(step)] if isinstance(node, list) else node[step]
        return node

    def kinds(self) -> list[str]:
        """The types of the last unit's events."""
        return [event["type"] for event in self.last]

    def one(self, type: str) -> Json:
        """The one event of a type in the last unit."""
        (found,) = [event for event in self.last if event["type"] == type]
        return found

    def heard(self, seat: str) -> list[bytes]:
        """The data of every event that a seat may read now."""
        return [
            encode(happened.event)
            for seq, happened in self.log
            if may_see(self.battle, audience_text(happened.audience), seq, seat)
        ]

    def told(self) -> list[str]:
        """The last unit in Japanese."""
        kinds = codec(self.system).event_types
        events = [codec(self.system).event(encode(e)) for e in self.last]
        assert all(e["type"] in kinds for e in self.last)
        return [line for e in events if (line := told(self.system, self.battle, e))]
