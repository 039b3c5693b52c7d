"""`senki state`: the state of a battle at any moment."""

from pathlib import Path

import click
from rich.text import Text

from senki.api.cli.local import db_option, emit, json_option, opened, out, run, seat_option, seated, seq_of
from senki.api.cli.reel import plain_state
from senki.api.cli.summary import Json, Names, summary


@click.command("state", short_help="Show a battle at any moment.")
@click.argument("battle")
@click.option("--at", type=int, metavar="SEQ", help="After event SEQ.")
@click.option("--round", "round_number", type=int, metavar="N", help="When round N had started.")
@click.option("--time", metavar="TIME", help="At a time, as 2026-04-01T20:15:00+09:00 (without a zone: local).")
@seat_option
@json_option
@db_option
def command(  # noqa: PLR0917 - click hands them over by name
    battle: str,
    at: int | None,
    round_number: int | None,
    time: str | None,
    seat: str | None,
    as_json: bool,
    db: Path,
) -> None:
    """Show the state of BATTLE now, or at a moment of its past.

    Reads the store as its operator: everything is shown, unless --seat says through whose eyes to look.

    \b
    Examples:
      senki state BATTLE --at 120
      senki state BATTLE --round 2 --seat gm
      senki state BATTLE --json | jq .characters
    """  # noqa: D301 - click's mark for lines to keep
    seen, names = run(look(db, battle, (at, round_number, time), seat))
    if as_json:
        emit(seen)
        return
    out.print(Text(f"{battle}  event {seen['seq']}", "dim"))
    for line in summary(seen, names):
        out.print(line)


async def look(
    db: Path, battle: str, when: tuple[int | None, int | None, str | None], seat: str | None
) -> tuple[Json, Names]:
    """The state at a moment, and what its ids are called."""
    async with opened(db) as (_, history):
        now = await history.present(battle)
        seated(now, seat)
        system, then = await history.at(battle, await seq_of(history, battle, *when))
        return plain_state(system, then, seat), system.names(then.game)
