"""`senki envelopes`: which envelopes were used, by which event, for what; opened or sealed."""

from pathlib import Path

import click
import msgspec
from rich.table import Table

from api.cli.exits import Code
from api.cli.exporting import through
from api.cli.local import db_option, json_option, opened, out, run, seat_option
from projections.ledger import Ledger, Used, kept_by, ledger

STATES = {
    "open": "開封",
    "held": "未開封（札の鍵は戦闘のあと）",
    "secret": "開封（まだ秘密）",
    "unseen": "見えない出来事の中",
}


@click.command("envelopes", short_help="List the sealed envelopes that a battle has used.")
@click.argument("battle")
@seat_option
@json_option
@db_option
def command(battle: str, seat: str | None, as_json: bool, db: Path) -> None:
    """List the envelopes of BATTLE in order: by which event each was used, for what, and whether it is open.

    None may be skipped and none used twice, across rewinds too; the first event at which that, or the dice, does not
    hold is named, and the command exits with 1.

    \b
    Examples:
      senki envelopes BATTLE
      senki envelopes BATTLE --seat spectator --json
    """  # noqa: D301 - click's mark for lines to keep
    book = run(gather(db, battle, seat))
    if as_json:
        click.echo(msgspec.json.encode(book))
    elif not book.sealed:
        out.print("この戦闘の出目と札は、手で入れられました。封筒はありません。")
    else:
        out.print(table_of(book))
        if book.ok:
            out.print(f"封筒は{len(book.entries)}枚。抜けも重なりもありません。")
    if book.fault is not None:
        if not as_json:
            out.print(f"{book.fault.seq}番で合いません：{book.fault.problem}", style="bold red")
        raise click.exceptions.Exit(Code.WRONG)


async def gather(db: Path, battle: str, seat: str | None) -> Ledger:
    """The ledger of one battle, through somebody's eyes."""
    async with opened(db) as (store, history):
        now = await history.present(battle)
        log = await store.read(battle)
        return ledger(log if seat is None else kept_by(log, through(now, seat)))


def table_of(book: Ledger) -> Table:
    """The ledger to read."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("封筒", "出来事"):
        table.add_column(heading, justify="right")
    for heading in ("誰の", "何の", "問い", "出た目・札", "状態"):
        table.add_column(heading, overflow="fold")
    for it in book.entries:
        table.add_row(*row_of(it), style="dim" if it.struck else None)
    return table


def row_of(it: Used) -> tuple[str, ...]:
    """One envelope's line."""
    values = "" if it.values is None else " ".join(map(str, it.values))
    state = STATES[it.state] + ("・巻き戻された" if it.struck else "")
    seq = "" if it.seq is None else f"{it.seq}番"
    return (str(it.number), seq, it.by or "", it.purpose or "", it.asked or "", values, state)
