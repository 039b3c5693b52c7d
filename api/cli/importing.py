"""`senki import`: a battle's log from a file."""

from pathlib import Path

import click

from api.cli.exits import FoundWrong
from api.cli.local import db_option, opened, out, progress, run
from eventstore import ArchiveError, SqliteStore
from eventstore.archive import import_archive


@click.command("import", short_help="Take battles over from files.")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@db_option
def command(files: tuple[Path, ...], db: Path) -> None:
    """Take battles over from FILES that `senki export` wrote; the store is made if it is not there.

    Each file is verified from end to end first: a battle comes in just as it was recorded, or not at all. Importing
    a battle that is there already changes nothing.

    \b
    Examples:
      senki import battle.jsonl
      senki import archive/*.jsonl --db club.db
    """  # noqa: D301 - click's mark for lines to keep
    run(take(files, db))


async def take(files: tuple[Path, ...], db: Path) -> None:
    """Import each file, in order; the first that is refused ends it."""
    async with opened(db, create=True) as (store, _):
        for path in files:
            await take_one(store, path)


async def take_one(store: SqliteStore, path: Path) -> None:
    """Import one file.

    Raises:
        FoundWrong: it is damaged or conceals something.
        StreamExists: there is another battle of that name.
    """
    with path.open("rb") as file, progress(f"importing {path.name}") as bar:
        try:
            done = await import_archive(store, file, bar)
        except ArchiveError as error:
            raise FoundWrong(f"{path}: {error}; nothing was imported from it") from None
    what = "was there already" if done.already else f"{done.head.seq} events"
    out.print(f"{done.stream}: {what}, head {done.head.seq}:{done.head.hash.hex()}")
