"""`senki list`: the battles of a store."""

from pathlib import Path

import click
import msgspec
from rich.table import Table

from senki.api.cli.local import db_option, emit, json_option, opened, out, run
from senki.eventstore import EventStore, StreamInfo
from senki.projections.history import History
from senki.projections.log import Unreadable
from senki.projections.seen import state
from senki.rules.visible import on_one_line

PAGE = 100


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battle in the list; `problem` says why its log cannot be read, where it cannot."""

    battle: str
    events: int
    hash: str
    began: str
    last: str
    system: str | None = None
    title: str | None = None
    phase: str | None = None
    round: int | None = None
    problem: str | None = None


class Title(msgspec.Struct):
    """What the first event calls the battle."""

    title: str | None = None


@click.command("list", short_help="List the battles of the store.")
@db_option
@json_option
def command(db: Path, as_json: bool) -> None:
    """List the battles of the store, the newest first.

    \b
    Examples:
      senki list
      senki list --json | jq -r '.[].battle'
    """  # noqa: D301 - click's mark for lines to keep
    lines = run(gather(db))
    if as_json:
        emit(lines)
        return
    if not lines:
        out.print("No battles yet. `senki demo` plays one.")
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("battle", "title", "system", "phase", "round", "events", "last event"):
        table.add_column(heading, justify="right" if heading in {"round", "events"} else "left", overflow="fold")
    for it in lines:
        phase = it.phase or on_one_line(f"unreadable: {it.problem}")
        turn = "" if it.round is None else str(it.round)
        table.add_row(
            it.battle, on_one_line(it.title or ""), it.system or "", phase, turn, str(it.events), it.last[:19] + "Z"
        )
    out.print(table)


async def gather(db: Path) -> list[Line]:
    """Each battle of a store, newest first."""
    async with opened(db) as (store, history):
        lines: list[Line] = []
        after: int | None = None
        while page := await store.streams(after, PAGE, newest_first=True):
            lines += [await line_of(store, history, info) for info in page]
            after = page[-1].number
        return lines


async def line_of(store: EventStore, history: History, info: StreamInfo) -> Line:
    """One battle's line."""
    line = Line(info.stream, info.head.seq, info.head.hash.hex(), info.first_recorded_at, info.last_recorded_at)
    try:
        now = await history.present(info.stream)
    except Unreadable as error:
        return msgspec.structs.replace(line, problem=str(error))
    first = await store.read(info.stream, 0, 1)
    seen = state(now.system, now.battle)
    return msgspec.structs.replace(
        line,
        system=now.system.id,
        title=msgspec.json.decode(first[0].data or b"{}", type=Title).title,
        phase=seen["phase"],
        round=seen.get("round", 0),
    )
