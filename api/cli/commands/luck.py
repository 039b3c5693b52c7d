"""`senki luck`: the ledger of luck."""

from pathlib import Path

import click

from senki.api.cli.local import db_option, emit, json_option, opened, out, run, seat_option, seated
from senki.projections.luck import Luck, luck
from senki.projections.questions import seed_of


@click.command("luck", short_help="Every roll against expectation.")
@click.argument("battle")
@seat_option
@json_option
@db_option
def command(battle: str, seat: str | None, as_json: bool, db: Path) -> None:
    """Tell every roll of BATTLE against expectation, and whether each character's dice look fair.

    \b
    Examples:
      senki luck BATTLE
      senki luck BATTLE --seat spectator --json
    """  # noqa: D301 - click's mark for lines to keep
    found = run(look(db, battle, seat))
    if as_json:
        emit(found)
        return
    for roll in found.rolls:
        faces = "・".join(map(str, roll.faces))
        out.print(
            f"{roll.seq:>5} {roll.name}（{roll.what}）{faces} ＝ {roll.total}　平均 {roll.mean:g}　ずれ {roll.z:+.1f}σ"
        )
    for one in found.dice:
        out.print(
            f"{one.name}の{one.sides}面 {one.dice}個：合計 {one.total}（平均 {one.mean:g}、ずれ {one.z:+.1f}σ）、"
            f"χ² {one.chi_square:.1f}、p {one.p:.3f}。{one.verdict}"
        )
    out.print(found.text)


async def look(db: Path, battle: str, seat: str | None) -> Luck:
    """The ledger, through the eyes of a seat."""
    async with opened(db) as (store, history):
        now = await history.present(battle)
        seated(now, seat)
        log = await store.read(battle, 0, now.battle.seq)
        return luck(now.system, now.battle, log, seat, seed_of(now.hash.hex(), "luck"))
