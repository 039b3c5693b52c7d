"""A store with the recorded fight in it, and the command to run on it."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from senki.api.cli import senki
from senki.eventstore import SqliteStore
from senki.eventstore.archive import import_archive

LOG = Path(__file__).parents[2] / "logs" / "hms-1.jsonl"

Senki = Callable[..., Result]


async def fill(db: Path) -> None:
    async with SqliteStore.open(db) as store:
        with LOG.open("rb") as file:
            await import_archive(store, file)


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """A store that holds the battle `hms-1`."""
    path = tmp_path / "senki.db"
    asyncio.run(fill(path))
    return path


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Senki:
    """The command, in this process; `db` is its store."""
    monkeypatch.delenv("SENKI_TRACE", raising=False)

    def call(*arguments: object, db: Path | None = None) -> Result:
        store = () if db is None else ("--db", str(db))
        result = CliRunner().invoke(senki, [*map(str, arguments), *store])
        assert "Traceback" not in result.output
        return result

    return call
