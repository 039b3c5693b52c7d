"""`senki odds`: what could have come of a declaration."""

from pathlib import Path

import click

from senki.api.cli.exits import BadInput
from senki.api.cli.local import db_option, emit, json_option, opened, out, run, seat_option, seated
from senki.api.questions import odds_of
from senki.projections.odds import MOST_SAMPLES, SAMPLES, Odds, Result, percent
from senki.projections.questions import NOT_YET, OutOfTime, sees_unit, unit_of


@click.command("odds", short_help="How likely what came of a declaration was.")
@click.argument("battle")
@click.argument("seq", type=int)
@click.option("--samples", type=click.IntRange(1, MOST_SAMPLES), default=SAMPLES, show_default=True)
@click.option("--seed", help="Of the samples, to repeat a figure.")
@seat_option
@json_option
@db_option
def command(  # noqa: PLR0917 - click hands them over by name
    battle: str, seq: int, samples: int, seed: str | None, seat: str | None, as_json: bool, db: Path
) -> None:
    """Tell what could have come of the declaration of event SEQ of BATTLE, and how likely what came was.

    Every way in which the dice may fall is counted; where there are too many, so many are sampled, and the seed told.

    \b
    Examples:
      senki odds BATTLE 24
      senki odds BATTLE 24 --json
    """  # noqa: D301 - click's mark for lines to keep
    found = run(look(db, battle, seq, seat, samples, seed))
    if as_json:
        emit(found)
        return
    out.print(f"{found.seq}番　{found.declaration}")
    out.print(found.text)
    if found.method != "certain":
        for row in found.results:
            out.print(line(row))
        if found.unlisted:
            out.print(f"ほか{found.unlisted}通り")


def line(row: Result) -> str:
    """A result with its probability."""
    band = "" if row.low is None or row.high is None else f"（{percent(row.low)}〜{percent(row.high)}）"
    return f"{'▶' if row.came else '　'} {percent(row.probability):>6}{band}　{row.text}"


async def look(  # noqa: PLR0917 - what the command was given
    db: Path, battle: str, seq: int, seat: str | None, samples: int, seed: str | None
) -> Odds:
    """The odds, through the eyes of a seat."""
    async with opened(db) as (_, history):
        now = await history.present(battle)
        seated(now, seat)
        unit = await unit_of(history, battle, seq)
        if unit is None:
            raise BadInput("開戦には宣言がありません。宣言のあとの出来事の番号を書いてください。")
        if not sees_unit(unit, now.battle, seat):
            raise BadInput(NOT_YET)
        try:
            return (await odds_of(history, battle, unit, now.hash.hex(), samples, seed))()
        except OutOfTime:
            raise BadInput("時間内に答えが出ませんでした。--samples を減らしてください。") from None
