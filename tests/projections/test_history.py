"""The state at any moment, through rewinds, checkpoints and a cold start."""

import time
from pathlib import Path

import pytest

from senki.api.referee import Referee
from senki.eventstore.sqlite import SqliteStore
from senki.projections.history import SPACING, History, NoSuchMoment
from senki.projections.readjudicate import readjudicate
from senki.rules import SYSTEMS
from tests.rules.hms.fights import fight, npc, pc

SECRET = b"s" * 32
pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def opened(store: SqliteStore) -> tuple[Referee, History]:
    """A battle under way."""
    history = History(store)
    referee = Referee(store, history, SECRET)
    await referee.open("b", SYSTEMS["hms"], fight(pc("a"), npc("g")))
    await referee.declare("b", "gm", {"type": "begin"})
    return referee, history


async def test_every_moment_is_the_same_whether_it_is_folded_from_the_start_or_from_a_checkpoint(tmp_path: Path):
    async with SqliteStore.open(tmp_path / "senki.db") as store:
        referee, live = await opened(store)
        moments = {}
        for n in range(3 * SPACING // 2):
            told = await referee.declare("b", "gm", {"type": "say", "text": f"{n}"})
            moments[told.appended.last_seq] = (await live.present("b")).battle
        for seq in list(moments)[::7]:
            assert (await History(store).at("b", seq))[1] == moments[seq]
        await store.drop_snapshots()
        for seq in list(moments)[::31]:
            assert (await History(store).at("b", seq))[1] == moments[seq]


async def test_rewind_upon_rewind_is_folded_in_a_moment_from_a_cold_start(tmp_path: Path):
    async with SqliteStore.open(tmp_path / "senki.db") as store:
        referee, live = await opened(store)
        for _ in range(60):
            seq = (await live.present("b")).battle.seq
            await referee.declare("b", "gm", {"type": "rewind", "to": seq, "reason": "x"})
        present = (await live.present("b")).battle
        await store.drop_snapshots()
        start = time.process_time()
        assert (await History(store).at("b", present.seq))[1] == present
        assert time.process_time() - start < 5  # 2 to the power of 60 steps would never end
        assert readjudicate(await store.read("b")).difference is None


async def test_a_moment_that_is_not_there_is_told(tmp_path: Path):
    async with SqliteStore.open(tmp_path / "senki.db") as store:
        _, history = await opened(store)
        for seq in (0, -1, 99):
            with pytest.raises(NoSuchMoment):
                await history.at("b", seq)
        with pytest.raises(NoSuchMoment):
            await history.seq_at_round("b", 9)
        assert await history.seq_at_round("b", 1) == (await history.present("b")).battle.seq
