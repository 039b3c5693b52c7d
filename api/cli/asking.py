"""What the commands share that ask questions of a record: the battle, the moment, the eyes."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import click
import msgspec

from senki.api.cli.local import opened, seated, seq_of
from senki.api.envelopes import Books
from senki.api.settings import SettingsError, server_secret
from senki.projections.inquiry import Inquiry, Look
from senki.projections.marks import KnownMarks


class Asked(msgspec.Struct, frozen=True):
    """A battle that questions are asked of, and the moment."""

    inquiry: Inquiry
    look: Look
    at: int


at_option = click.option("--at", type=int, metavar="SEQ", help="After event SEQ; without it, now.")


@asynccontextmanager
async def asking(db: Path, battle: str, seat: str | None, at: int | None = None) -> AsyncGenerator[Asked]:
    """Open the store and look at a battle with somebody's eyes.

    The server's secret proves sealed dice; without it they are recomputed, but their place in the book is not checked.
    """
    async with opened(db) as (store, history):
        now = await history.present(battle)
        seated(now, seat)
        books = _books(db)
        proofs, keys = (None, None) if books is None else (books.own_proof, books.key)
        inquiry = Inquiry(store, history, KnownMarks(store), proofs, keys)
        yield Asked(inquiry, await inquiry.look(now, battle, seat), await seq_of(history, battle, at, None, None))


def _books(db: Path) -> Books | None:
    """The books of the server whose store this is, if its secret lies beside it."""
    secret = db.with_name(db.name + ".key")
    if not secret.is_file():
        return None
    try:
        return Books(server_secret(secret))
    except SettingsError:
        return None
