"""`senki replay`: step through a battle in the terminal, or print a part of it."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click
from rich.console import RenderableType
from rich.text import Text

from senki.api.cli import summary
from senki.api.cli.local import db_option, opened, out, run, seat_option, seated
from senki.api.cli.reel import ROUND, Frame, Reel
from senki.api.cli.stage import Stage
from senki.api.cli.telling import line


@click.command("replay", short_help="Step through a battle.")
@click.argument("battle")
@click.option("--plain", is_flag=True, help="Print instead of stepping; so too when this is not a terminal.")
@click.option("--from", "start", type=int, metavar="SEQ", help="Begin with the declaration that has event SEQ.")
@click.option("--to", "end", type=int, metavar="SEQ", help="End with the one that has event SEQ (with --plain).")
@click.option("--round", "round_number", type=int, metavar="N", help="Begin where round N starts.")
@click.option(
    "--speed", type=click.FloatRange(0.05, 60), default=1.2, show_default=True, help="Seconds a step, played."
)
@seat_option
@db_option
def command(  # noqa: PLR0917 - click hands them over by name
    battle: str,
    plain: bool,
    start: int | None,
    end: int | None,
    round_number: int | None,
    speed: float,
    seat: str | None,
    db: Path,
) -> None:
    """Step through BATTLE: each declaration, what came of it, and the state after it.

    Reads the store as its operator: everything is shown, unless --seat says through whose eyes to look.

    \b
    Keys:
      → l n space   one declaration on        ← h p   one back
      ↓ j PageDown  to the next round         ↑ k PageUp  to the round before
      r N Enter     to round N                g N Enter  to event N
      0 Home        to the beginning          $ End  to the end
      a             play, and stop again      ?  the keys     q Esc  leave

    \b
    Examples:
      senki replay BATTLE
      senki replay BATTLE --round 2
      senki replay BATTLE --plain --from 60 --to 90
    """  # noqa: D301 - click's mark for lines to keep
    if start is not None and round_number is not None:
        raise click.UsageError("Give one of --from and --round.")
    step = not plain and end is None and sys.stdin.isatty() and sys.stdout.isatty()
    run(show(db, battle, seat, (start, end, round_number), speed if step else None))


async def show(
    db: Path, battle: str, seat: str | None, part: tuple[int | None, int | None, int | None], speed: float | None
) -> None:
    """Print a part of a battle; with a speed, step through it."""
    async with opened(db) as (_, history):
        now = await history.present(battle)
        reel = Reel(history, battle, now, seated(now, seat))
        await reel.load()
        first, last = span(reel, *part)
        if speed is not None:
            await Stage(reel, first, speed).run()
            return
        for number in range(first, last + 1):
            for rendered in printed(await reel.frame(number)):
                out.print(rendered)


def span(reel: Reel, start: int | None, end: int | None, round_number: int | None) -> tuple[int, int]:
    """The first and the last unit that options name.

    Raises:
        click.BadParameter: there is no such event or round.
    """
    head = reel.ends[-1]
    for option, seq in (("--from", start), ("--to", end)):
        if seq is not None and not 1 <= seq <= head:
            raise click.BadParameter(f"the battle has the events 1 to {head}.", param_hint=option)
    first = 1 if start is None else reel.unit_of(start)
    if round_number is not None:
        found = reel.round_of(round_number)
        if found is None:
            rounds = ", ".join(map(str, reel.rounds)) or "none"
            raise click.BadParameter(f"rounds that have started: {rounds}.", param_hint="--round")
        first = found
    return first, len(reel) if end is None else reel.unit_of(end)


def printed(frame: Frame) -> Iterator[RenderableType]:
    """A frame on paper: what happened; the state at the end of each round and of the battle."""
    for sentence in frame.sentences:
        if sentence.type == ROUND and frame.number > 1:
            yield from block(frame)
        yield line(sentence)
    if frame.state["phase"] == "over" and any(s.type == "ended" for s in frame.sentences):
        yield from block(frame)


def block(frame: Frame) -> Iterator[Text]:
    """The characters, indented."""
    for row in summary.characters(frame.state, frame.names):
        yield Text("      ").append(row)
