"""What a state said of everything that a ruling read: the scene, and whoever and whatever its events name."""

from collections.abc import Iterable, Iterator
from typing import Any, cast

from senki.projections.wording import AWAITING, CHARACTERS, Fact, Json, Wording, at_path

SCENE = ("phase", "stage", "round", "active")
PLAIN = frozenset({"id", "name", "side", "team"})
"""What everybody knows of somebody, and no ruling reads."""
SPEECH = frozenset({"type", "text", "reason", "clauses", "terms", "claim"})


def grounds(words: Wording, before: Json, said: Iterable[Json], changed: Iterable[str]) -> list[Fact]:
    """What the state said, just before, of what a ruling read.

    Args:
        words: the words of the battle.
        before: that state, as the viewer sees it.
        said: what the events of the ruling say, likewise.
        changed: the paths that came to be changed.
    """
    if not before:
        return []
    named = dict.fromkeys(word for data in said for word in _texts(data))
    found = {name: before[name] for name in SCENE if before.get(name) not in {None, ""}}
    for name, rows in before.items():
        if isinstance(rows, list) and name != AWAITING:
            found.update(_fields_of_rows(name, cast("list[Any]", rows), named))
    for id in named:
        for field, value in cast("Json", before[CHARACTERS].get(id) or {}).items():
            if field not in PLAIN:
                found.update(_had(f"{CHARACTERS}.{id}.{field}", value, named))
    for path in changed:
        value = at_path(before, path)
        if value is None or isinstance(value, str | int | list):
            found.setdefault(path, value)
    return [words.fact(path, value) for path, value in found.items()]


def _fields_of_rows(name: str, rows: list[Any], named: dict[str, None]) -> Iterator[tuple[str, Any]]:
    """Of the rows of a list that have to do with somebody named: their plain fields."""
    for place, row in enumerate(rows):
        if isinstance(row, dict) and not named.keys().isdisjoint(_texts(row)):
            for field, value in cast("Json", row).items():
                if isinstance(value, str) and field != "id":
                    yield f"{name}.{place}.{field}", value


def _had(path: str, value: Any, named: dict[str, None]) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - any JSON
    """Of what somebody has: numbers and words, what holds of them, and the things that are named."""
    match value:
        case bool():
            if value:
                yield path, value
        case int() | float() | str() if value != "":
            yield path, value
        case dict():
            for name, inside in cast("Json", value).items():
                if name in named or (isinstance(inside, int) and not isinstance(inside, bool)):
                    yield f"{path}.{name}", inside
        case list() if value:
            yield from _listed(path, cast("list[Any]", value), named)
        case _:
            pass


def _listed(path: str, row: list[Any], named: dict[str, None]) -> Iterator[tuple[str, Any]]:
    """Of a list: all of it where it is plain, else the things that are named."""
    if all(not isinstance(each, dict) for each in row):
        yield path, row
    for place, each in enumerate(row):
        if isinstance(each, dict) and cast("Json", each).get("id") in named:
            yield f"{path}.{place}", each


def _texts(value: Any) -> Iterator[str]:  # noqa: ANN401 - any JSON
    """Every word in a message, the speech of people aside."""
    match value:
        case str():
            yield value
        case dict():
            for name, inside in cast("Json", value).items():
                if name not in SPEECH:
                    yield from _texts(inside)
        case list():
            for inside in cast("list[Any]", value):
                yield from _texts(inside)
        case _:
            pass
