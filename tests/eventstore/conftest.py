"""Stores for the tests: everything in the contract is proven for each store in the list."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from senki.eventstore import EventStore, NewEvent, SqliteStore

Open = Callable[[], AbstractAsyncContextManager[EventStore]]
STORES: dict[str, Callable[[Path], Open]] = {
    "sqlite": lambda folder: lambda: SqliteStore.open(folder / "senki.db", look_seconds=0.01),
}


@pytest.fixture
def anyio_backend() -> str:
    """The stores are asyncio's."""
    return "asyncio"


@pytest.fixture(params=STORES)
def kind(request: pytest.FixtureRequest) -> str:
    """Go through the kinds of stores."""
    return request.param


@pytest.fixture
def reopen(kind: str, tmp_path: Path) -> Open:
    """Open the same store, as often as wanted."""
    return STORES[kind](tmp_path)


@pytest.fixture
async def store(reopen: Open):
    """An open store with nothing in it."""
    async with reopen() as opened:
        yield opened


@pytest.fixture
async def second(kind: str, tmp_path: Path):
    """Another open store of the same kind with nothing in it."""
    folder = tmp_path / "second"
    folder.mkdir()
    async with STORES[kind](folder)() as opened:
        yield opened


@pytest.fixture
def said() -> Callable[..., list[NewEvent]]:
    """Make events that say the numbers that are given."""

    def make(*numbers: int) -> list[NewEvent]:
        return [NewEvent("said.1", f'{{"n":{number},"語":"戦"}}'.encode(), "gm") for number in numbers]

    return make
