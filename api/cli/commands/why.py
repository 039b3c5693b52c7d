"""`senki why`: why a field of the state is as it is."""

from pathlib import Path

import click

from senki.api.cli.asking import asking, at_option
from senki.api.cli.exits import BadInput
from senki.api.cli.local import db_option, emit, json_option, out, run, seat_option
from senki.projections.dossier_text import applied, declared
from senki.projections.why import MOST, Because, NoSuchField, WhyBook


@click.command("why", short_help="Say why a field of the state is as it is.")
@click.argument("battle")
@click.argument("path")
@at_option
@click.option("--limit", type=click.IntRange(min=1), default=MOST, show_default=True, help="Most steps told.")
@seat_option
@json_option
@db_option
def command(  # noqa: PLR0917 - click hands them over by name
    battle: str, path: str, at: int | None, limit: int, seat: str | None, as_json: bool, db: Path
) -> None:
    """Say why the field PATH of BATTLE is as it is, now or at a moment of its past, back to the opening.

    PATH is a field of the state as `senki state BATTLE --json` has it.

    \b
    Examples:
      senki why BATTLE characters.oni.hp --at 60
      senki why BATTLE awaiting
    """  # noqa: D301 - click's mark for lines to keep
    found = run(look(db, battle, path, at, limit, seat))
    if as_json:
        emit(found)
    else:
        show(found)


async def look(  # noqa: PLR0917 - as the command has them
    db: Path, battle: str, path: str, at: int | None, limit: int, seat: str | None
) -> Because:
    """The answer, through somebody's eyes.

    Raises:
        BadInput: there is no such field.
    """
    async with asking(db, battle, seat, at) as asked:
        try:
            return await WhyBook(asked.inquiry).why(asked.look, path, asked.at, limit)
        except NoSuchField:
            raise BadInput(f"the state after event {asked.at} has no field {path}") from None


def show(found: Because) -> None:
    """Print an answer."""
    out.print(f"{found.label}：{found.text}（{found.at}番の時点）", style="bold")
    for step in found.steps:
        out.print()
        change = f"はじめから {step.now}" if step.opening else f"{step.was} → {step.now}"
        out.print(f"◆{step.line.seq}番　{change}　{step.line.text or step.line.heading}")
        if step.opening:
            continue
        for said in (step.opener, step.declaration):
            if said is not None:
                out.print(f"  宣言：{declared(said)}")
        for each in step.applied:
            for line in applied(each):
                out.print(f"      {line[1:]}" if line.startswith("\t") else f"  {line}")
        if step.back is not None:
            out.print(f"  ここで{step.back}番の時点に戻された。そこから先を辿る。")
    if found.next is not None:
        out.print()
        out.print(f"（続きは --at {found.next}）", style="dim")
