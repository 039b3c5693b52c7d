"""`senki disputes`: what was objected to, what was answered, what followed."""

from pathlib import Path

import click
import msgspec
from rich.text import Text

from senki.api.cli.local import db_option, emit, json_option, opened, out, run
from senki.projections.disputes import Dispute, disputes
from senki.rules.game import Game
from senki.rules.telling import name_of

STATUS = {"open": "答えを待つ", "upheld": "元の裁定どおり", "overturned": "認められた"}


@click.command("disputes", short_help="The disputes of a battle, open and settled.")
@click.argument("battle")
@json_option
@db_option
def command(battle: str, as_json: bool, db: Path) -> None:
    """List the disputes of BATTLE, open ones first: the claim, the answer, and what corrected it.

    \b
    Examples:
      senki disputes BATTLE
      senki disputes BATTLE --json
    """  # noqa: D301 - click's mark for lines to keep
    game, found = run(read(battle, db))
    if as_json:
        emit(msgspec.to_builtins(found))
        return
    for it in sorted(found, key=lambda it: (it.status != "open", it.seq)):
        for line in told(game, it):
            out.print(line)
    if not found:
        out.print("異議はありません。")


async def read(battle: str, db: Path) -> tuple[Game, list[Dispute]]:
    """The game as it stands, and its disputes."""
    async with opened(db) as (store, history):
        present = await history.present(battle)
        return present.battle.game, disputes(present.system, await store.read(battle))


def told(game: Game, it: Dispute) -> list[Text]:
    """A dispute in a few lines."""
    clause = f"（{it.clause}）" if it.clause else ""
    lines = [Text(f"{it.seq}番  {name_of(game, it.by)}から{it.event}番に：{it.claim}{clause}")]
    answer = STATUS[it.status] + (f"（{it.settled}番）：{it.reason}" if it.settled else "")
    lines.append(Text(f"      {answer}", "bold" if it.status == "open" else "dim"))
    if it.corrections:
        lines.append(Text(f"      正した出来事：{'、'.join(f'{seq}番' for seq in it.corrections)}", "dim"))
    return lines
