"""Going from cell to cell in godeater (G-3, G-7.5, G-7.6, G-16.2)."""

from collections.abc import Sequence

from senki.rules.godeater.clauses import flow
from senki.rules.godeater.setup import CELL_OF, Cell
from senki.rules.godeater.state import Character, Game
from senki.rules.godeater.words import CELL_NAMES
from senki.rules.rejection import Rejection, require


def known_cell(cell: str) -> Cell:
    """A cell of the map.

    Raises:
        Rejection: `illegal_value`.
    """
    found = CELL_OF.get(cell)
    if found is None:
        raise Rejection("illegal_value", f"「{cell}」というセルはありません。C、i1～i12、o1～o12 です。", "G-3.1")
    return found


def way_through(game: Game, by: Character, path: Sequence[str], clause: str) -> tuple[Cell, ...]:
    """G-3.1, G-3.3, G-3.4: a path, cell by cell: known, not closed, next to the one before.

    Raises:
        Rejection: `illegal_value`, `out_of_range`.
    """
    way: list[Cell] = []
    here = game.cell(by.id)
    for step in path:
        cell = known_cell(step)
        require(flow.may_enter(by, cell), "illegal_value", "ＰＣは中央のセルに進入できません。", "G-3.3")
        require(
            flow.adjacent(game.options, here, cell),
            "out_of_range",
            f"{CELL_NAMES[cell]}は{CELL_NAMES[here]}と隣り合っていません。隣り合うセルを順に書いてください。",
            clause,
        )
        way.append(cell)
        here = cell
    return tuple(way)
