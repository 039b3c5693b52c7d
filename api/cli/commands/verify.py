"""`senki verify`: is the log what was recorded, do the rules still say so, and did the envelopes hold those dice?"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import click
import msgspec
from rich.text import Text

from senki.api.cli.books import books_of
from senki.api.cli.exits import Code
from senki.api.cli.local import db_option, emit, err, json_option, opened, out, progress, run
from senki.api.envelopes import Books
from senki.eventstore import Checked, Envelope, EventStore, Head, Verdict
from senki.projections.history import UnknownBattle
from senki.projections.log import Unreadable
from senki.projections.marks import Marks
from senki.projections.readjudicate import Report, readjudicate
from senki.projections.recompute import Keys, Proven, prove, untold
from senki.rules.events import Ended
from senki.rules.message import type_of

HASH_BYTES = 32
ENDED = type_of(Ended)
EVERY = 100


class Finding(msgspec.Struct, frozen=True):
    """What was found of one battle.

    Attributes:
        battle: its id.
        ok: nothing is wrong.
        chain: whether each event is the one that was recorded.
        rules: today's rules over the recorded declarations and chance; None where the log cannot be read.
        chance: sealed chance recomputed from its keys; None likewise.
        book: whether the books of envelopes are those of the key file; None where there is no key file, or no book.
        problem: why the log cannot be read.
        flaws: what is wrong with the file in which it is kept.
    """

    battle: str
    ok: bool
    head: str
    chain: Verdict
    rules: Report | None = None
    chance: Proven | None = None
    book: bool | None = None
    problem: str | None = None
    flaws: tuple[str, ...] = ()


class HeadType(click.ParamType[Head]):
    """A head as `SEQ:HASH`."""

    name = "SEQ:HASH"

    def convert(self, value: str | Head, param: click.Parameter | None, ctx: click.Context | None) -> Head:
        """Read it; a hash is 64 hexadecimal digits."""
        if isinstance(value, Head):
            return value
        seq, _, digits = value.replace(" ", ":").partition(":")
        try:
            head = Head(int(seq), bytes.fromhex(digits))
        except ValueError:
            head = Head()
        if head.seq < 1 or len(head.hash) != HASH_BYTES:
            self.fail(f"{value!r} is no head; write it as 120:9f86d0… with all 64 digits.", param, ctx)
        return head


@click.command("verify", short_help="Prove a log: chain, rules, chance.")
@click.argument("battle", required=False)
@click.option("--all", "every", is_flag=True, help="Every battle of the store.")
@click.option("--head", type=HeadType(), help="A head that you kept: the log must still contain it.")
@click.option(
    "--secret-file",
    type=click.Path(dir_okay=False, path_type=Path),
    envvar="SENKI_SECRET_FILE",
    help="The server's key file, to hold the books of envelopes against.  [default: the store's name + .key, if there]",
)
@json_option
@db_option
def command(  # noqa: PLR0917 - one argument an option
    battle: str | None, every: bool, head: Head | None, secret_file: Path | None, as_json: bool, db: Path
) -> None:
    """Prove BATTLE: the hash chain, today's rules over the recorded declarations, the dice out of their envelopes.

    A chain alone does not notice that its end was cut off: hand in a head that you kept (it stands in every answer,
    export and write-up). The file itself is checked, too: what it has lost or hides from readers is told. With the
    server's key file the envelopes are held against the books that were published. Exits with 1 if anything is wrong.
    rules/CHANCE.md tells how to check the dice by hand.

    \b
    Examples:
      senki verify BATTLE
      senki verify BATTLE --head 120:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
      senki verify --all --json
    """  # noqa: D301 - click's mark for lines to keep
    if (battle is None) is not every or (every and head):
        raise click.UsageError("Give a battle (with --head, if you have one), or --all.")
    findings, flaws = run(verify(db, battle, head, secret_file))
    for flaw in flaws:
        err.print(Text(f"WRONG  {db}: {flaw}", "bold red"))
    if as_json:
        emit([plain(f) for f in findings], hexadecimal)
    else:
        for finding in findings:
            for line in told(finding):
                out.print(line)
        if not findings:
            out.print("No battles.")
    if flaws or not all(f.ok for f in findings):
        raise click.exceptions.Exit(Code.WRONG)


async def verify(
    db: Path, battle: str | None, kept: Head | None, secret_file: Path | None = None
) -> tuple[list[Finding], list[str]]:
    """Check the file, and one battle in it or all: what was found of each, and of the file as a whole."""
    books = books_of(db, secret_file)
    async with opened(db) as (store, _):
        checked = await store.check()
        names = [battle] if battle is not None else checked.streams
        findings = [await examine(store, checked, name, kept, books) for name in names]
        return findings, [flaw.detail for flaw in checked.flaws if flaw.stream is None]


def keys_of_draws(battle: str, envelopes: Sequence[Envelope], books: Books | None) -> Keys:
    """The keys of a battle's draws, which the server tells once it is over; nothing of a battle that goes on."""
    if books is None or not any(e.type == ENDED for e in envelopes):
        return untold
    marks = Marks()
    marks.add(envelopes)
    return partial(books.key, battle) if books.owns(battle, marks.books) else untold


async def examine(
    store: EventStore, checked: Checked, battle: str, kept: Head | None = None, books: Books | None = None
) -> Finding:
    """Check one battle.

    Raises:
        UnknownBattle: there is none, and none is said to have been there.
    """
    with progress(f"verifying {battle}") as bar:
        chain = await store.verify(battle, kept, bar)
    if kept is None and chain.ok and not chain.head.seq:
        raise UnknownBattle(battle)
    head = f"{chain.head.seq}:{chain.head.hash.hex()}"
    flaws = tuple(flaw.detail for flaw in checked.flaws if flaw.stream == battle)
    if not chain.ok:
        return Finding(battle, False, head, chain, flaws=flaws)
    envelopes = await store.read(battle)
    try:
        with progress(f"deciding {battle} again") as bar:
            rules = readjudicate(counted(envelopes, bar))
        keys = keys_of_draws(battle, envelopes, books)
        with progress(f"opening the envelopes of {battle}") as bar:
            chance = prove(counted(envelopes, bar), keys)
    except Unreadable as error:
        return Finding(battle, False, head, chain, problem=str(error), flaws=flaws)
    book = None
    if books is not None and chance.sealed:
        marks = Marks()
        marks.add(envelopes)
        book = books.owns(battle, marks.books)
    ok = rules.difference is None and chance.ok and book is not False and not flaws
    return Finding(battle, ok, head, chain, rules, chance, book, flaws=flaws)


def counted(envelopes: Sequence[Envelope], bar: Callable[[int, int], None] | None) -> Iterator[Envelope]:
    """The envelopes, while a progress bar is told how many have gone by."""
    for place, envelope in enumerate(envelopes, 1):
        if bar is not None and place % EVERY == 0:
            bar(place, len(envelopes))
        yield envelope


def told(it: Finding) -> Iterator[Text]:
    """A finding in a few lines."""
    mark = Text("ok     ", "green") if it.ok else Text("WRONG  ", "bold red")
    yield mark + Text(f"{it.battle}  head {it.head}")
    for flaw in it.flaws:
        yield Text(f"       file: {flaw}", "red")
    if not it.chain.ok:
        yield Text(f"       log: event {it.chain.seq}: {it.chain.damage}: {it.chain.detail}", "red")
        return
    yield Text(f"       log: {it.chain.head.seq} events, each as it was recorded", "dim")
    if it.problem is not None:
        yield Text(f"       rules: {it.problem}", "red")
    if it.rules is not None:
        yield from of_rules(it.rules)
    if it.chance is not None:
        yield of_chance(it.chance)
    if it.book is not None:
        said = "the books of envelopes are those of the key file"
        wrong = (
            "the books of envelopes were not sealed with the key file: they were replaced, or sealed by another server"
        )
        yield Text(f"       books: {said if it.book else wrong}", "dim" if it.book else "red")


def of_rules(report: Report) -> Iterator[Text]:
    """What deciding again gave."""
    difference = report.difference
    if difference is None:
        told = (
            f"       rules: {report.units} declarations decided again ({report.system} {report.version}): no difference"
        )
        yield Text(told, "dim")
        return
    yield Text(
        f"       rules: event {difference.seq} (declared at {difference.declared}) is decided otherwise now", "red"
    )
    if difference.recorded is not None:
        yield Text(f"         recorded: {bytes(difference.recorded).decode()}")
    if difference.decided is not None:
        yield Text(f"         now:      {bytes(difference.decided).decode()}")
    if difference.rejected is not None:
        yield Text(f"         now:      refused, {difference.rejected}")


def of_chance(chance: Proven) -> Text:
    """What recomputing the dice gave."""
    if not chance.ok:
        return Text(f"       chance: event {chance.seq}: {chance.problem}", "red")
    if not chance.sealed:
        return Text("       chance: handed in by the table; nothing to recompute", "dim")
    unseen = f", {chance.concealed} not opened yet" if chance.concealed else ""
    return Text(f"       chance: {chance.recomputed} rolls and draws come out of their envelopes{unseen}", "dim")


def plain(it: Finding) -> object:
    """A finding as JSON values."""
    return msgspec.to_builtins(it, builtin_types=(bytes,), enc_hook=hexadecimal)


def hexadecimal(value: object) -> object:
    """How values look in JSON that it does not know: heads' hashes in hexadecimal, raw JSON as it is."""
    match value:
        case bytes():
            return value.hex()
        case msgspec.Raw():
            return msgspec.json.decode(value)
        case _:
            msg = f"{type(value).__name__} cannot be written"
            raise NotImplementedError(msg)
