"""`senki export`: a battle's log as a file."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, cast

import click

from senki.api.cli.books import books_of
from senki.api.cli.local import db_option, err, opened, progress, run, seat_option, seated
from senki.api.envelopes import Books
from senki.eventstore import Envelope, EventStore, Head
from senki.eventstore.archive import Proof, write_archive
from senki.projections.history import Chronicle
from senki.projections.ledger import kept_by, ledger
from senki.projections.seen import may_see
from senki.rules.visible import escaped


@click.command("export", short_help="Write a battle's log to a file.")
@click.argument("battle")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The file; without it stdout.")
@seat_option
@click.option(
    "--secret-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    envvar="SENKI_SECRET_FILE",
    help="The server's secret, for the proofs of sealed dice (default: database + .key, if it is there).",
)
@db_option
def command(battle: str, output: Path | None, seat: str | None, secret_file: Path | None, db: Path) -> None:
    """Write the log of BATTLE as JSON Lines, to be kept, verified or imported elsewhere.

    Reads the store as its operator: everything is written, unless --seat says for whose eyes the file is.
    Such a file can be verified by its owner, but not imported to be played on. With the server's secret at hand, the
    proofs of its dice stand in it too: the page /verifier of the server checks them without a network.

    \b
    Examples:
      senki export BATTLE -o battle.jsonl
      senki export BATTLE --seat spectator > public.jsonl
    """  # noqa: D301 - click's mark for lines to keep
    if output is None:
        stdout = sys.stdout.buffer
        head = run(
            write(db, battle, cast("BinaryIO", Shown(stdout)) if sys.stdout.isatty() else stdout, seat, secret_file)
        )
    else:
        part = output.with_name(f".{output.name}.{os.getpid()}")
        try:
            with part.open("xb") as file:
                head = run(write(db, battle, file, seat, secret_file))
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


async def write(db: Path, battle: str, file: BinaryIO, seat: str | None, secret: Path | None) -> Head:
    """Write one battle to a file."""
    async with opened(db) as (store, history):
        sees = None if seat is None else through(await history.present(battle), seat)
        proofs = await proven(store, battle, sees, books_of(db, secret))
        with progress(f"exporting {battle}") as bar:
            return await write_archive(store, battle, file, sees=sees, viewer=seat, proofs=proofs, progress=bar)


async def proven(
    store: EventStore, battle: str, sees: Callable[[Envelope], bool] | None, books: Books | None
) -> list[Proof]:
    """The proofs of a battle's sealed dice, as far as somebody may see them."""
    if books is None:
        return []
    log = await store.read(battle)
    used = ledger(log if sees is None else kept_by(log, sees))
    return list(books.proofs(battle, used)) if used.sealed else []


def through(now: Chronicle, seat: str) -> Callable[[Envelope], bool]:
    """Whether a seat may see an event's data."""
    seated(now, seat)
    return lambda envelope: may_see(now.battle, envelope.audience, envelope.seq, seat)
