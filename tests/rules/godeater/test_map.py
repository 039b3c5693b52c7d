"""The clock map: 25 cells, and how far they are apart (G-3)."""

from collections import deque
from itertools import product

import pytest

from senki.rules.godeater.clauses import flow
from senki.rules.godeater.options import Options
from senki.rules.godeater.setup import CELLS
from tests.rules.godeater.fights import begun, foe, pc


def neighbours(cell: str, *, diagonals: bool, centre: bool) -> set[str]:
    """The cells that touch one, as the map is drawn."""
    if cell == "C":
        return {f"i{n}" for n in range(1, 13)}
    ring, n = cell[0], int(cell[1:])
    beside = {n % 12 + 1, (n - 2) % 12 + 1}
    found = {f"{ring}{m}" for m in beside}
    across = "o" if ring == "i" else "i"
    found |= {f"{across}{m}" for m in ({n} | beside if diagonals else {n})}
    return found | ({"C"} if ring == "i" and centre else set())


def steps(one: str, other: str, *, diagonals: bool, through: bool) -> int:
    """The least number of steps from one cell to another; the centre is passed only if ranges count through it."""
    seen, queue = {one: 0}, deque([one])
    while queue:
        cell = queue.popleft()
        if cell == other:
            return seen[cell]
        if cell == "C" and not through and cell != one:
            continue
        for near in neighbours(cell, diagonals=diagonals, centre=through or other == "C"):
            if near not in seen:
                seen[near] = seen[cell] + 1
                queue.append(near)
    raise AssertionError(one, other)


@pytest.mark.parametrize(("diagonals", "through"), list(product([False, True], repeat=2)))
def test_the_distance_is_the_least_number_of_steps(diagonals: bool, through: bool):
    options = Options(diagonals=diagonals, range_through_centre=through)
    for one, other in product(CELLS, CELLS):
        assert flow.distance(options, one, other) == steps(one, other, diagonals=diagonals, through=through)


def test_there_are_twenty_five_cells():
    assert len(set(CELLS)) == 25


def test_twelve_and_one_are_neighbours():
    story = begun(pc("a", cell="o12"), foe("g"))
    story.when("move", "a", to="o1")
    assert story.at("characters.a.cell") == "o1"


def test_a_dash_may_come_back_to_a_cell():
    story = begun(pc("a", cell="o12"), foe("g"))
    story.when("dash", "a", path=["o1", "o12"])
    assert (story.at("characters.a.cell"), story.at("characters.a.ap")) == ("o12", 3)


def test_an_unknown_cell_is_told():
    begun(pc("a"), foe("g")).refused("illegal_value", "move", "a", to="x9").refused(
        "illegal_value", "dash", "a", path=["o4", "zz"]
    )


def test_a_path_is_looked_at_cell_by_cell():
    story = begun(pc("a", cell="i3"), foe("g"))
    for code, path in (
        ("out_of_range", ["i5", "C"]),
        ("out_of_range", ["i5", "zz"]),
        ("illegal_value", ["i4", "C"]),
        ("illegal_value", ["C", "i9"]),
        ("illegal_value", ["zz", "o9"]),
        ("out_of_range", ["i4", "i4", "zz"]),
        ("illegal_value", ["i4", "zz", "o9"]),
    ):
        story.refused(code, "dash", "a", path=path)
