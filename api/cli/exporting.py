"""`senki export`: a battle's log as a file."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, cast

import click

from api.cli.local import db_option, err, opened, progress, run, seat_option, seated
from eventstore import Envelope, Head
from eventstore.archive import write_archive
from projections.history import Chronicle
from projections.seen import may_see
from rules.visible import escaped


@click.command("export", short_help="Write a battle's log to a file.")
@click.argument("battle")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The file; without it stdout.")
@seat_option
@db_option
def command(battle: str, output: Path | None, seat: str | None, db: Path) -> None:
    """Write the log of BATTLE as JSON Lines, to be kept, verified or imported elsewhere.

    Reads the store as its operator: everything is written, unless --seat says for whose eyes the file is.
    Such a file can be verified by its owner, but not imported to be played on.

    \b
    Examples:
      senki export BATTLE -o battle.jsonl
      senki export BATTLE --seat spectator > public.jsonl
    """  # noqa: D301 - click's mark for lines to keep
    if output is None:
        stdout = sys.stdout.buffer
        head = run(write(db, battle, cast("BinaryIO", Shown(stdout)) if sys.stdout.isatty() else stdout, seat))
    else:
        part = output.with_name(f".{output.name}.{os.getpid()}")
        try:
            with part.open("xb") as file:
                head = run(write(db, battle, file, seat))
            part.replace(output)
        finally:
            part.unlink(missing_ok=True)
    err.print(f"{battle}: {head.seq} events, head {head.seq}:{head.hash.hex()}", soft_wrap=True)


class Shown:
    """A terminal that shows lines of JSON, and obeys nothing in them."""

    def __init__(self, to: BinaryIO) -> None:
        self.to = to

    def write(self, line: bytes) -> int:
        """Show it."""
        return self.to.write(escaped(line))

    def flush(self) -> None:
        """Have it shown."""
        self.to.flush()


async def write(db: Path, battle: str, file: BinaryIO, seat: str | None) -> Head:
    """Write one battle to a file."""
    async with opened(db) as (store, history):
        sees = None if seat is None else through(await history.present(battle), seat)
        with progress(f"exporting {battle}") as bar:
            return await write_archive(store, battle, file, sees=sees, viewer=seat, progress=bar)


def through(now: Chronicle, seat: str) -> Callable[[Envelope], bool]:
    """Whether a seat may see an event's data."""
    seated(now, seat)
    return lambda envelope: may_see(now.battle, envelope.audience, envelope.seq, seat)
