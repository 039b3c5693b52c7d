"""`senki audit`: the dossier of an event."""

from pathlib import Path

import click

from senki.api.cli.asking import asking
from senki.api.cli.local import db_option, emit, json_option, out, run, seat_option
from senki.projections.dossier import Dossier, dossier
from senki.projections.dossier_text import blocks, html, markdown, title


@click.command("audit", short_help="Show all that the record knows of an event.")
@click.argument("battle")
@click.argument("seq", type=click.IntRange(min=1))
@click.option("--format", "form", type=click.Choice(["text", "markdown", "html"]), default="text", show_default=True)
@seat_option
@json_option
@db_option
def command(  # noqa: PLR0917 - click hands them over by name
    battle: str, seq: int, form: str, seat: str | None, as_json: bool, db: Path
) -> None:
    """Show the dossier of event SEQ of BATTLE.

    Who declared what, what the state said before, the dice with their proof, each clause with its wording and its
    numbers, what changed, and what came of it later; all of it, unless --seat says through whose eyes to look.

    \b
    Examples:
      senki audit BATTLE 30
      senki audit BATTLE 30 --format html > dossier.html
    """  # noqa: D301 - click's mark for lines to keep
    found = run(look(db, battle, seq, seat))
    if as_json:
        emit(found)
    elif form == "text":
        show(found)
    else:
        click.echo(markdown(found) if form == "markdown" else html(found))


async def look(db: Path, battle: str, seq: int, seat: str | None) -> Dossier:
    """The dossier, through somebody's eyes."""
    async with asking(db, battle, seat, seq) as asked:
        return await dossier(asked.inquiry, asked.look, seq)


def show(found: Dossier) -> None:
    """Print a dossier."""
    out.print(title(found), style="bold")
    for block in blocks(found):
        if block.heading:
            out.print()
            out.print(f"◆{block.heading}", style="bold")
        for line in block.lines:
            out.print(f"      {line[1:]}" if line.startswith("\t") else f"  {line}")
        for row in block.table[1:]:
            label, *values = row
            out.print(f"  {label}：{' → '.join(values)}")
