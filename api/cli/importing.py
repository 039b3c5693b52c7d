"""`senki import`: a battle's log from a file."""

from pathlib import Path

import click

from api.cli.exits import FoundWrong
from api.cli.local import db_option, opened, out, progress, run
from api.seats import Charter, Door
from api.settings import Settings, server_secret
from eventstore import ArchiveError, SqliteStore
from eventstore.archive import import_archive
from projections.history import History
from projections.log import event_of
from rules.events import OpenedHead


@click.command("import", short_help="Take battles over from files.")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@db_option
def command(files: tuple[Path, ...], db: Path) -> None:
    """Take battles over from FILES that `senki export` wrote; the store is made if it is not there.

    Each file is verified from end to end first: a battle comes in just as it was recorded, or not at all. Importing
    a battle that is there already changes nothing. The tokens of its seats are told, for the server of this store.

    \b
    Examples:
      senki import battle.jsonl
      senki import archive/*.jsonl --db club.db
    """  # noqa: D301 - click's mark for lines to keep
    run(take(files, db))


async def take(files: tuple[Path, ...], db: Path) -> None:
    """Import each file, in order; the first that is refused ends it."""
    async with opened(db, create=True) as (store, history):
        door = Door(store, server_secret(Settings(database=str(db)).secret_path))
        for path in files:
            battle = await take_one(store, path)
            await admit(door, history, battle)


async def admit(door: Door, history: History, battle: str) -> None:
    """Give the battle's seats their tokens, so that the server plays it on, and tell them to the operator."""
    present = await history.present(battle)
    seats = list(present.battle.table.seats)
    if await door.charter(battle) is None:
        (envelope,) = await history.store.read(battle, 0, 1)
        told = event_of(present.system, envelope)
        title = told.title if isinstance(told, OpenedHead) else None
        await door.grant(battle, seats, Charter(present.system.id, title, "token"))
    for seat, token in (await door.good(battle, seats)).items():
        out.print(f"  {seat}: {token}")


async def take_one(store: SqliteStore, path: Path) -> str:
    """Import one file; tells the battle's id.

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
    return done.stream
