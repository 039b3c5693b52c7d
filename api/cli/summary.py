"""The state of a battle in a few lines, whatever its system: whose go it is, everybody's numbers, who is awaited."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from rich.cells import cell_len
from rich.text import Text

from senki.rules.telling import COMMON_WORDS
from senki.rules.visible import on_one_line

Json = dict[str, Any]
Names = Mapping[str, str]

MOST = "_max"
PHASES = {"setup": "準備", "fighting": "戦闘中", "over": "終了"}
LABELS = {"distance": "距離"}
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
    line = Text.assemble((f"第{state['round']}ラウンド", "bold") if state["round"] else ("", ""))
    parts: list[str] = [PHASES.get(state["phase"], str(state["phase"]))]
    if state.get("stage"):
        parts.append(called(state["stage"], names, "stage"))
    if state.get("active"):
        parts.append(f"手番 {called(state['active'], names)}")
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
            yield LABELS.get(name, name), called(value, names, name)


def characters(state: Json, names: Names) -> Iterator[Text]:
    """A line for each character: its name, its numbers, its condition."""
    cast_of: dict[str, Json] = state["characters"]
    rows = [(called(id, names), it) for id, it in cast_of.items()]
    width = max((cell_len(name) for name, _ in rows), default=0)
    for (name, it), id in zip(rows, cast_of, strict=True):
        line = Text("▶ " if id == state.get("active") else "  ", "cyan")
        down = str(it.get("condition", "active")) not in {"active", "normal", "ok"}
        line.append(name + " " * (width - cell_len(name)), "dim" if down else "bold")
        line.append("  " + "  ".join(numbers(it)))
        if down:
            line.append(f"  {called(it['condition'], names, 'condition')}", "red")
        yield line


def numbers(it: Json) -> Iterator[str]:
    """A character's numbers: those that have a greatest value; else all of them, and how many cards it holds."""
    pairs = [name for name in it if name + MOST in it and isinstance(it[name], int)]
    for name in pairs:
        yield f"{name.upper()} {it[name]:>3}/{it[name + MOST]}"
    if not pairs:
        for name, value in it.items():
            if isinstance(value, int) and not isinstance(value, bool):
                yield f"{name} {value}"
    for name, value in it.items():
        if isinstance(value, list) and value and all(isinstance(v, str) for v in cast("list[object]", value)):
            cards = cast("list[str]", value)
            yield f"{name} {len(cards)}"


def awaited(state: Json, names: Names) -> Text:
    """Whom the rules wait for."""
    waiting: list[Json] = state["awaiting"]
    if not waiting:
        return Text("待ち なし", "dim")
    told = (f"{called(a['by'], names)}（{'・'.join(called(t, names, 'type') for t in a['types'])}）" for a in waiting)
    return Text.assemble(("待ち ", "dim"), "、".join(told))


def called(value: object, names: Names, place: str = "") -> str:
    """What an id or a word is called at the table; `place` is the field in which it stands."""
    if value == "gm":
        return "ＧＭ"
    word = str(value)
    found = names.get(f"{place}:{word}") or names.get(word) or (COMMON_WORDS.get(word, word) if place else word)
    return on_one_line(found)


def plain(lines: Iterable[Text]) -> str:
    """The lines without colour."""
    return "\n".join(line.plain.rstrip() for line in lines)
