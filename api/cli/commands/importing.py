"""`senki import`: a battle's log from a file."""

from pathlib import Path

import click

from senki.api.cli.exits import FoundWrong
from senki.api.cli.local import db_option, opened, out, progress, run
from senki.api.seats import Door
from senki.api.settings import Settings, server_secret
from senki.api.taking import take
from senki.eventstore import ArchiveError, SqliteStore
from senki.projections.log import Unreadable


@click.command("import", short_help="Take battles over from files.")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@db_option
def command(files: tuple[Path, ...], db: Path) -> None:
    """Take battles over from FILES that `senki export` wrote; the store is made if it is not there.

    Each file is verified from end to end and folded first: a battle comes in as it was recorded, or not at all.
    Importing a battle that is there already changes nothing. The tokens of its seats are told, for the server of this
    store.

    \b
    Examples:
      senki import battle.jsonl
      senki import archive/*.jsonl --db club.db
    """  # noqa: D301 - click's mark for lines to keep
    run(take_all(files, db))


async def take_all(files: tuple[Path, ...], db: Path) -> None:
    """Import each file, in order; the first that is refused ends it."""
    async with opened(db, create=True) as (store, _):
        door = Door(store, server_secret(Settings(database=str(db)).secret_path))
        for path in files:
            await take_one(store, door, path)


async def take_one(store: SqliteStore, door: Door, path: Path) -> None:
    """Import one file; tells the battle's id and the tokens of its seats.

    Raises:
        FoundWrong: it is damaged, conceals something, or is no battle that these rules can read.
        StreamExists: there is another battle of that name.
    """
    with path.open("rb") as file, progress(f"importing {path.name}") as bar:
        try:
            taken = await take(store, door, file, progress=bar)
        except (ArchiveError, Unreadable) as error:
            raise FoundWrong(f"{path}: {error}; nothing was imported from it") from None
    done = taken.imported
    what = "was there already" if done.already else f"{done.head.seq} events"
    out.print(f"{done.stream}: {what}, head {done.head.seq}:{done.head.hash.hex()}")
    for seat, token in (await door.good(done.stream, taken.read.seats)).items():
        out.print(f"  {seat}: {token}")
