"""`senki whynot`: whether a declaration would be accepted, and if not, by which clause."""

from pathlib import Path

import click
import msgspec

from senki.api.cli.asking import asking, at_option
from senki.api.cli.exits import BadInput
from senki.api.cli.local import db_option, emit, json_option, out, run, seat_option
from senki.projections.history import NoSuchMoment
from senki.projections.whynot import Verdict, why_not, why_not_asked


@click.command("whynot", short_help="Say whether a declaration would be accepted, and if not, why.")
@click.argument("battle")
@click.argument("declaration", required=False)
@click.option("--asked", nargs=2, metavar="BY TYPE", help="Why was BY not asked for a declaration of TYPE?")
@at_option
@seat_option
@json_option
@db_option
def command(  # noqa: PLR0917 - click hands them over by name
    battle: str,
    declaration: str | None,
    asked: tuple[str, str] | None,
    at: int | None,
    seat: str | None,
    as_json: bool,
    db: Path,
) -> None:
    """Say whether DECLARATION (JSON, or a file of it) would be accepted in BATTLE, and if not, by which clause.

    Nothing is written and no envelope is opened. Without --seat it is declared by whoever plays the character.

    \b
    Examples:
      senki whynot BATTLE '{"type": "attack", "by": "akira", "target": "oni"}' --at 60
      senki whynot BATTLE --asked akira block --at 60
    """  # noqa: D301 - click's mark for lines to keep
    if (declaration is None) == (asked is None):
        raise click.UsageError("Give a DECLARATION, or --asked BY TYPE.")
    found = run(look(db, battle, declaration, asked, at, seat))
    if as_json:
        emit(found)
    else:
        show(found)


async def look(  # noqa: PLR0917 - as the command has them
    db: Path, battle: str, declaration: str | None, asked: tuple[str, str] | None, at: int | None, seat: str | None
) -> Verdict:
    """The answer, through somebody's eyes.

    Raises:
        BadInput: no declaration ends with that event, or the file cannot be read.
    """
    async with asking(db, battle, seat, at) as it:
        try:
            if asked is not None:
                return await why_not_asked(it.inquiry, it.look, *asked, it.at)
            return await why_not(it.inquiry, it.look, said(declaration or ""), it.at)
        except NoSuchMoment:
            raise BadInput(f"no declaration ends with event {it.at}; say --at the last event of one") from None


def said(declaration: str) -> bytes:
    """The JSON of a declaration, or what a file says.

    Raises:
        BadInput: it is neither.
    """
    text = declaration.strip()
    try:
        data = text.encode() if text.startswith("{") else Path(declaration).read_bytes()
        msgspec.json.decode(data)
    except (OSError, ValueError, UnicodeError, msgspec.MsgspecError) as error:
        raise BadInput(f"neither JSON nor a file of it: {error}") from None
    return data


def show(found: Verdict) -> None:
    """Print an answer."""
    what = f"{found.who}：{found.what}" if found.type else "宣言"
    out.print(f"{found.at}番の時点　{what}　{'○' if found.accepted else '×'}", style="bold")
    out.print(f"  {found.message}")
    if found.clause is not None:
        out.print(f"  【{found.clause.id}　{found.clause.heading}】{found.clause.ja}")
    waiting = "、".join(f"{it.who}（{'・'.join(it.what)}）" for it in found.awaiting)
    out.print(f"  待っていた宣言：{waiting or 'なし'}", style="dim")
