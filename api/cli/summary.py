"""The state of a battle in a few lines, whatever its system: whose go it is, everybody's numbers, who is awaited."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from msgspec import Struct
from rich.cells import cell_len
from rich.text import Text

from senki.rules.table import GM
from senki.rules.telling import SEATS
from senki.rules.visible import on_one_line
from senki.rules.words import SHARED as SHARED_WORDS
from senki.rules.words import Words

Json = dict[str, Any]


class Names(Struct, frozen=True):
    """What ids and words are called.

    Attributes:
        words: of the system.
        battle: what `RuleSystem.names` says of a battle: `place:id` before `id`.
    """

    words: Words = SHARED_WORDS
    battle: Mapping[str, str] = {}

    def of(self, value: object, place: str = "") -> str:
        """What an id or a value is called; `place` is the field in which it stands."""
        if value == GM:
            return SEATS[GM]
        word = str(value)
        found = self.battle.get(f"{place}:{word}") or self.words.value(place, word) or self.battle.get(word)
        return on_one_line(found or (NAMELESS if isinstance(value, str) and AN_ID.fullmatch(word) else word))


NAMELESS = "―"
"""What stands for an id that nothing names."""
AN_ID = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
MOST = re.compile(r"(?P<of>.+)_max|max_(?P<too>.+)")
"""The greatest value of a number."""
SHARED = frozenset(
    {"system", "seq", "phase", "stage", "round", "active", "fight", "fights", "options", "awaiting", "characters"}
)
"""What has a place of its own, or no place, in the summary."""


def summary(state: Json, names: Names) -> Iterator[Text]:
    """The lines of a state.

    Args:
        state: as the contract has it; a viewer's, or one that shows everything.
        names: what ids and words are called.
    """
    yield headline(state, names)
    yield from characters(state, names)
    yield awaited(state, names)


def headline(state: Json, names: Names) -> Text:
    """Where the battle stands."""
    line = Text.assemble(
        (f"第{state['round']}{names.words.field('round')}", "bold") if state.get("round") else ("", "")
    )
    parts: list[str] = [names.of(state["phase"], "phase")]
    if state.get("stage"):
        parts.append(names.of(state["stage"], "stage"))
    if state.get("active"):
        parts.append(f"手番 {names.of(state['active'])}")
    parts += [f"{label} {value}" for label, value in facts(state, names)]
    gap = "　" if line.plain else ""
    return line.append(gap + "　".join(parts))


def facts(state: Json, names: Names) -> Iterator[tuple[str, str]]:
    """The plain values of a battle, and those of the fight that is being played, where there are several."""
    here = state
    fights, fight = state.get("fights"), state.get("fight")
    if isinstance(fights, list) and isinstance(fight, int):
        rows = cast("list[Json]", fights)
        if len(rows) > 1:
            yield "戦場", f"{fight}/{len(rows)}"
        here = {**state, **{k: v for k, v in rows[fight - 1].items() if k in {"distance", "range", "place"}}}
    for name, value in here.items():
        if name not in SHARED and isinstance(value, str | int) and not isinstance(value, bool):
            yield names.words.field(name), names.of(value, name)


def characters(state: Json, names: Names) -> Iterator[Text]:
    """A line for each character: its name, its numbers, its condition."""
    cast_of: dict[str, Json] = state["characters"]
    rows = [(names.of(id), it) for id, it in cast_of.items()]
    width = max((cell_len(name) for name, _ in rows), default=0)
    for (name, it), id in zip(rows, cast_of, strict=True):
        line = Text("▶ " if id == state.get("active") else "  ", "cyan")
        down = str(it.get("condition", "active")) not in {"active", "normal", "ok"}
        line.append(name + " " * (width - cell_len(name)), "dim" if down else "bold")
        line.append("  " + "  ".join(numbers(it, names.words)))
        if down:
            line.append(f"  {names.of(it['condition'], 'condition')}", "red")
        yield line


def numbers(it: Json, words: Words) -> Iterator[str]:
    """A character's numbers: those that have a greatest value; else all of them, and how many of each thing it has."""
    greatest = {found["of"] or found["too"]: name for name in it if (found := MOST.fullmatch(name))}
    pairs = [name for name in it if name in greatest and isinstance(it[name], int)]
    for name in pairs:
        most = it[greatest[name]]
        yield f"{words.field(name)} {it[name]:>3}" + (f"/{most}" if most is not None else "")
    if not pairs:
        for name, value in it.items():
            if isinstance(value, int) and not isinstance(value, bool):
                yield f"{words.field(name)} {value}"
    for name, value in it.items():
        if isinstance(value, list) and value and all(isinstance(v, str) for v in cast("list[object]", value)):
            cards = cast("list[str]", value)
            yield f"{words.field(name)} {len(cards)}"


def awaited(state: Json, names: Names) -> Text:
    """Whom the rules wait for."""
    waiting: list[Json] = state["awaiting"]
    if not waiting:
        return Text("待ち なし", "dim")
    told = (
        f"{names.of(a['by'])}（{'・'.join(names.words.declarations.get(t, t) for t in a['types'])}）" for a in waiting
    )
    return Text.assemble(("待ち ", "dim"), "、".join(told))


def plain(lines: Iterable[Text]) -> str:
    """The lines without colour."""
    return "\n".join(line.plain.rstrip() for line in lines)
