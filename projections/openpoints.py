"""Every answer to every open point of a system, tried on one fight: which would have changed it at all."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec

from senki.eventstore.events import Envelope
from senki.projections.log import event_of, system_of
from senki.projections.questions import OutOfTime, Stop, never
from senki.projections.readjudicate import asked_of, units
from senki.projections.whatif import Answer, Question, Run
from senki.rules.codec import Json
from senki.rules.rulebook import RuleSystem


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one other answer to an open point would have done to a fight.

    Attributes:
        option, title: the point.
        value, called: the answer.
        changes: whether anything would have come otherwise; absent where time was up before it was tried.
        seq, declaration, clause: where, and by which clause.
        impossible: the seq of the first declaration that would have been refused.
        ends_differ: whether the end would have been another.
        opening: why the battle could not have been opened so.
    """

    option: str
    title: str
    value: Any
    called: str
    changes: bool | None = None
    seq: int | None = None
    declaration: str | None = None
    clause: str | None = None
    impossible: int | None = None
    ends_differ: bool | None = None
    opening: str | None = None


class Table(msgspec.Struct, frozen=True):
    """Every other answer to every open point, for one fight; `complete` is false where time was up."""

    rows: tuple[Row, ...]
    text: str
    complete: bool
    seed: str


def each_option(log: Sequence[Envelope], seed: str, stop: Stop = never) -> Table:
    """Which answer to which open point would have changed this fight at all.

    Raises:
        Unreadable: the log cannot be folded.
    """
    system = system_of(log[0])
    opening = next(units(log))
    given = asked_of(system, [event_of(system, envelope) for envelope in opening])
    now: Json = cast("Json", given.get("options", {}))
    rows: list[Row] = []
    complete = True
    for name, value in other_values(system, now):
        blank = Row(name, title_of(system, name), value, value_called(system, name, value))
        if not complete:
            rows.append(blank)
            continue
        try:
            found = Run(log, Question(options={name: value}), seed, stop).answer()
        except OutOfTime:
            complete = False
            rows.append(blank)
            continue
        rows.append(row_of(blank, found))
    changing = [row for row in rows if row.changes]
    text = (
        f"{len(rows)}通りの答えを試し、この戦いが変わるのは{len(changing)}通りです。"
        if complete
        else f"時間が足りず、{len(rows)}通りのうち{sum(row.changes is not None for row in rows)}通りだけを試しました。"
    )
    return Table(tuple(sorted(rows, key=lambda row: (not row.changes, row.seq or 0))), text, complete, seed)


def row_of(blank: Row, found: Answer) -> Row:
    """A row with what was found."""
    if found.opening is not None:
        return msgspec.structs.replace(blank, changes=True, opening=found.opening)
    parts = found.parts
    if parts is None:
        return msgspec.structs.replace(blank, changes=False, ends_differ=False)
    clauses = (c for event in (*parts.other, *parts.recorded) for c in event.clauses)
    return msgspec.structs.replace(
        blank,
        changes=True,
        seq=parts.seq,
        declaration=parts.declaration,
        clause=parts.clause or next(clauses, None),
        impossible=None if found.impossible is None else found.impossible.declared,
        ends_differ=bool(found.ends),
    )


def other_values(system: RuleSystem[Any], now: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Each option with each of its other values, as far as they can be listed."""
    schema: Json = msgspec.json.schema(system.options)
    fields: Json = next(iter(schema.get("$defs", {"": schema}).values()))["properties"]
    found: list[tuple[str, Any]] = []
    for name, about in fields.items():
        values: list[Any] = [False, True] if about.get("type") == "boolean" else about.get("enum", [])
        found += [(name, value) for value in values if value != now.get(name, about.get("default"))]
    return found


def title_of(system: RuleSystem[Any], name: str) -> str:
    """What an open point is called."""
    words = system.words.options.get(name)
    if words is not None:
        return words.title
    schema: Json = msgspec.json.schema(system.options)
    return next(iter(schema["$defs"].values()))["properties"][name].get("title", name)


def value_called(system: RuleSystem[Any], name: str, value: object) -> str:
    """What an answer is called."""
    written = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    words = system.words.options.get(name)
    if words is None:
        return {"true": "はい", "false": "いいえ"}.get(written, written)
    return words.values.get(written, written)
