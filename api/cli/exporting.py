"""`senki export`: a battle's log as a file."""

import os
import sys
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import BinaryIO

import click

from api.cli.local import db_option, err, opened, progress, run, seat_option, seated
from eventstore import Envelope, Head
from eventstore.archive import write_archive
from projections.seen import may_see


@click.command("export")
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
        head = run(write(db, battle, sys.stdout.buffer, seat))
    else:
        with NamedTemporaryFile(dir=output.parent, prefix=f".{output.name}.", delete=False) as file:
            part = Path(file.name)
            try:
                head = run(write(db, battle, file, seat))
                part.chmod(0o644 & ~_umask())
                part.replace(output)
            except BaseException:
                part.unlink(missing_ok=True)
                raise
    err.print(f"{battle}: {head.seq} events, head {head.seq}:{head.hash.hex()}", soft_wrap=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


async def write(db: Path, battle: str, file: BinaryIO, seat: str | None) -> Head:
    """Write one battle to a file."""
    async with opened(db) as (store, history):
        now = await history.present(battle)
        viewer = seated(now, seat)

        def sees(envelope: Envelope) -> bool:
            return viewer is None or may_see(now.battle, envelope.audience, envelope.seq, viewer)

        with progress(f"exporting {battle}") as bar:
            return await write_archive(store, battle, file, sees=sees, viewer=viewer, progress=bar)
