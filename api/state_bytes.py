"""The bytes of present states, made once for all who see them alike."""

from collections import OrderedDict

from senki.projections.history import Chronicle
from senki.projections.seen import state_bytes

MOST = 512
"""Answers to `state` that are kept."""


class StateBytes:
    """The bytes of states as seats see them: a state never changes, so its bytes are made once."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int, str], bytes] = OrderedDict()

    def of(self, battle: str, chronicle: Chronicle, seat: str) -> bytes:
        """The present state."""
        key = (battle, chronicle.battle.seq, seat)
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = state_bytes(chronicle.system, chronicle.battle, seat)
            if len(self._kept) > MOST:
                self._kept.popitem(last=False)
        return found
