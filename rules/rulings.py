"""How a ruling is told: its reason, and each value that was set, in the system's words."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, cast

from msgspec import Struct

from senki.rules import events as ev
from senki.rules.game import Game
from senki.rules.telling import name_of
from senki.rules.words import Words

SKIPPED = frozenset({"characters", "fights", "distances", "options"})
"""Steps of a path that only say where a name is looked up."""


class Place(Struct, frozen=True):
    """A place in the state: the steps of its path that are no numbers."""

    game: Game
    words: Words
    steps: tuple[str, ...]

    @property
    def last(self) -> tuple[str, str]:
        """The field, and what it stands in."""
        at, field = ("", *(s for at, s in pairwise(("", *self.steps)) if at != "characters"))[-2:]
        return at, field

    def told(self) -> str:
        """What the place is called."""
        return "の".join(self._names())

    def _names(self) -> Iterator[str]:
        for at, step in pairwise(("", *self.steps)):
            if step in SKIPPED:
                continue
            if at == "characters":
                yield name_of(self.game, step)
            elif at == "options" and step in self.words.options:
                yield self.words.options[step].title
            else:
                yield self.words.value(at, step) or self.words.field(step, at)

    def value(self, to: object) -> str:
        """What a value is called that is set there."""
        if isinstance(to, (list, tuple)):
            return "、".join(self.value(one) for one in cast("list[object]", to)) or "なし"
        if to is None:
            return "なし"
        at, field = self.last
        if at == "options" and field in self.words.options:
            return self.words.options[field].values.get(str(to).lower(), str(to))
        if isinstance(to, bool):
            return "はい" if to else "いいえ"
        if not isinstance(to, str):
            return str(to)
        return name_of(self.game, to) if to in self.game.characters else self.words.value(field, to, at) or to


def ruled(words: Words) -> Callable[[Any, ev.Ruled], str]:
    """How a ruling of a system is told."""

    def change(game: Game, path: str, to: object) -> str:
        place = Place(game, words, tuple(step for step in path.split(".") if not step.isdecimal()))
        return f"{place.told()}を{place.value(to)}に"

    def tell(game: Game, event: ev.Ruled) -> str:
        changes = "、".join(change(game, it.path, it.to) for it in event.changes)
        return f"ＧＭの裁定：{event.reason}" + (f"（{changes}）" if changes else "")

    return tell
