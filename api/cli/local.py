"""What the commands that read the store of this machine share: the store, the seat, the clock, the progress bar."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator, Iterable
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec
from rich.console import Console, ConsoleOptions, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.segment import Segment

from senki.api.cli.exits import Code, NoStore, unread
from senki.eventstore import SqliteStore
from senki.projections.history import Chronicle, History, NoSuchMoment
from senki.rules.table import GM
from senki.rules.visible import escaped, visible

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

SPECTATOR = "spectator"
"""The eyes of somebody without a seat."""


class Printer(Console):
    """A console for what people wrote, cut short as may be.

    Whatever is printed comes through `render`: nothing in it reaches the terminal but as text that can be seen. Text is
    never markup. A reader that has seen enough is no error.

    Args:
        stderr: write there.
        soft_wrap: leave it to the terminal to break long lines.
        quiet: print nothing.
    """

    def __init__(self, *, stderr: bool = False, soft_wrap: bool = False, quiet: bool = False) -> None:
        super().__init__(stderr=stderr, soft_wrap=soft_wrap, quiet=quiet, highlight=False, markup=False, emoji=False)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Render; what a segment has of control characters and the like becomes marks."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)

    def on_broken_pipe(self) -> None:
        """Let the command end quietly."""
        unread()
        raise SystemExit(Code.FINE)


out = Printer(soft_wrap=True)
err = Printer(stderr=True)

db_option = click.option(
    "--db",
    type=click.Path(dir_okay=False, path_type=Path),
    envvar=["SENKI_DB", "SENKI_DATABASE"],
    default="senki.db",
    show_default=True,
    show_envvar=True,
    help="The store's file.",
)
seat_option = click.option(
    "--seat",
    metavar="SEAT",
    help="Look through the eyes of gm, a player's seat, or spectator. Without it you see everything.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for a script.")


def emit(value: object, enc_hook: Callable[[Any], object] | None = None) -> None:
    """Answer in JSON; what a terminal would obey, or not show, is escaped in it."""
    click.echo(escaped(msgspec.json.encode(value, enc_hook=enc_hook)))


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a command's work to its end."""
    return asyncio.run(work)


@asynccontextmanager
async def opened(db: Path, *, create: bool = False) -> AsyncGenerator[tuple[SqliteStore, History]]:
    """The store of this machine and the histories in it.

    Raises:
        NoStore: there is no such file.
        StoreError: it cannot be used.
    """
    if not create:
        require_file(db)
    async with SqliteStore.open(db, create=create) as store:
        yield store, History(store)


def require_file(db: Path) -> None:
    """Refuse a store that is not there.

    Raises:
        NoStore: there is no such file.
    """
    if not db.exists():
        raise NoStore(f"there is no store at {db}; `senki demo` makes one, or say --db FILE")


def seated(chronicle: Chronicle, seat: str | None) -> str | None:
    """The seat to look from, if this battle has it.

    Raises:
        click.BadParameter: it has not.
    """
    seats = (GM, *chronicle.battle.table.seats, SPECTATOR)
    if seat is not None and seat not in seats:
        raise click.BadParameter(f"this battle has the seats {', '.join(seats)}.", param_hint="--seat")
    return seat


def moment(text: str) -> str:
    """A time as the store writes it, from what somebody typed; without a zone it is local time.

    Raises:
        click.BadParameter: it is no time.
    """
    try:
        read = datetime.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(
            f"{text!r} is no time; write it as 2026-04-01T20:15:00+09:00.", param_hint="--time"
        ) from None
    return read.astimezone(UTC).isoformat(timespec="microseconds")[:-6] + "Z"


async def seq_of(history: History, battle: str, at: int | None, round_number: int | None, time: str | None) -> int:
    """The seq of the moment that options name; of the present without them.

    Raises:
        click.UsageError: more than one is given.
        UnknownBattle, NoSuchMoment: there is no such battle or moment.
    """
    if sum(option is not None for option in (at, round_number, time)) > 1:
        raise click.UsageError("Give one of --at, --round and --time.")
    now = (await history.present(battle)).battle.seq
    if at is not None:
        if not 1 <= at <= now:
            raise click.BadParameter(f"the battle has the events 1 to {now}.", param_hint="--at")
        return at
    if round_number is not None:
        try:
            return await history.seq_at_round(battle, round_number)
        except NoSuchMoment:
            raise click.BadParameter(f"round {round_number} has not started.", param_hint="--round") from None
    return now if time is None else await history.seq_at_time(battle, moment(time))


@contextmanager
def progress(what: str) -> Generator[Callable[[int, int], None] | None]:
    """A bar for long work, told (done, in all); None where nobody looks."""
    if not err.is_terminal:
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
