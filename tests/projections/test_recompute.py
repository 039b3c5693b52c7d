"""Sealed chance recomputed from the keys in a log: dice and draws, of every system."""

import json
import random
from pathlib import Path

import msgspec
import pytest

from senki.api.referee import Referee
from senki.eventstore import Envelope, SqliteStore
from senki.projections.history import History
from senki.projections.log import written
from senki.projections.readjudicate import readjudicate
from senki.projections.recompute import prove
from senki.rules import SYSTEMS
from senki.rules.chance import Sealed
from senki.rules.decide import decide
from senki.rules.declarations import Begin, Roll
from senki.rules.envelopes import key as envelope_key
from senki.rules.rejection import Rejection
from senki.rules.sampler import words_digest

CASES = Path(__file__).parents[1] / "cases"
STEPS = 60


@pytest.fixture
def anyio_backend() -> str:
    """The store is asyncio's."""
    return "asyncio"


async def played(folder: Path, name: str) -> list[Envelope]:
    """A battle of sealed chance after some random legal declarations."""
    system = SYSTEMS[name]
    given = json.loads((CASES / f"{name}.json").read_text())["cases"][0]["open"]
    for known in ("deck", "discards"):
        given.pop(known, None)
    pick = random.Random(7)
    async with SqliteStore.open(folder / "x.db") as store:
        history = History(store)
        referee = Referee(store, history, b"s" * 32)
        await referee.open("b", system, given)
        await referee.declare("b", "gm", {"type": "words", "text": "賽は投げられた"})
        await referee.declare("b", "gm", msgspec.to_builtins(Roll(notation="S2D6+D100")))
        await referee.declare("b", "gm", msgspec.to_builtins(Roll(notation="2D6")))
        await referee.declare("b", "gm", msgspec.to_builtins(Begin()))
        for _ in range(STEPS):
            battle = (await history.present("b")).battle
            awaited = [a.by for a in system.awaiting(battle.game)]
            offers = [o for by in awaited for o in system.plays.offers(battle.game, by)]
            if not offers:
                break
            play = pick.choice(pick.choice(offers).plays)
            seat = "gm" if play.by is None else battle.table.seat_of(play.by)
            try:
                await referee.declare("b", seat, msgspec.to_builtins(play))
            except Rejection:
                continue
        return await store.read("b")


def changed(log: list[Envelope], kind: str, field: str) -> tuple[list[Envelope], int]:
    """The log with another first value in a list of the first sealed event of a kind; and that event's seq."""
    place = next(n for n, e in enumerate(log) if e.type == kind and b'"key"' in (e.data or b""))
    data = json.loads(log[place].data or b"")
    data[field][0] = data[field][0] % 6 + 1
    envelope = msgspec.structs.replace(log[place], data=json.dumps(data).encode())
    return [*log[:place], envelope, *log[place + 1 :]], envelope.seq


@pytest.mark.anyio
@pytest.mark.parametrize("name", SYSTEMS)
async def test_every_roll_and_draw_comes_out_of_its_envelope(tmp_path: Path, name: str):
    log = await played(tmp_path, name)
    proven = prove(log)
    assert proven.ok, proven
    assert proven.sealed
    used = [json.loads(e.data or b"") for e in log if e.type in {"rolled", "drawn"}]
    assert proven.recomputed + proven.concealed == len(used) >= 2
    assert [event["number"] for event in used] == list(range(1, len(used) + 1))


@pytest.mark.anyio
async def test_a_face_that_the_key_does_not_give_is_named(tmp_path: Path):
    log, seq = changed(await played(tmp_path, "hms"), "rolled", "faces")
    proven = prove(log)
    assert proven.seq == seq
    assert "gives" in proven.problem


@pytest.mark.anyio
async def test_an_envelope_that_was_left_out_is_named(tmp_path: Path):
    log = await played(tmp_path, "hms")
    place = next(n for n, e in enumerate(log) if e.type == "rolled")
    data = json.loads(log[place].data or b"")
    data["number"] += 1
    log[place] = msgspec.structs.replace(log[place], data=json.dumps(data).encode())
    proven = prove(log)
    assert proven.seq == log[place].seq
    assert "envelope 1 is due" in proven.problem


@pytest.mark.anyio
async def test_draws_come_out_of_their_envelopes_once_their_keys_are_told(tmp_path: Path):
    log = await played(tmp_path, "persona")
    assert not any(b'"key"' in (e.data or b"") for e in log if e.type in {"drawn", "dealt", "revealed"})
    hidden, told = prove(log), prove(log, lambda number: envelope_key(b"s" * 32, "b", number))
    assert told.ok
    assert (told.recomputed, told.concealed) == (hidden.recomputed + hidden.concealed, 0)
    assert not prove(log, lambda _: bytes(32)).ok


class ThrowByThrow(Sealed):
    """Chance as it was: an envelope and an event for each throw of a secret roll."""

    def roll_as_one(self) -> None:
        """Leave the throws apart."""


@pytest.mark.anyio
@pytest.mark.parametrize("kind", [Sealed, ThrowByThrow])
async def test_a_secret_roll_is_proven_and_decided_alike_in_old_logs_and_new(tmp_path: Path, kind: type[Sealed]):
    """Ten dice that roll on (R), in one envelope or in one a throw."""
    async with SqliteStore.open(tmp_path / "x.db") as store:
        history = History(store)
        referee = Referee(store, history, b"s" * 32)
        await referee.open("b", SYSTEMS["hms"], json.loads((CASES / "hms.json").read_text())["cases"][0]["open"])
        chronicle = await history.present("b")
        system, now = chronicle.system, chronicle.battle
        chance = kind(b"s" * 32, "b", words_digest(()), now.table.used, now.table.book, now.table.sealed_to)
        it = Roll(notation="S10R6>=4", by=None)
        decision = decide(system, now, it, chance, seat="gm")
        await store.append("b", written(decision, "gm", now.seq), now.seq)
        log = await store.read("b")
    rolls = [json.loads(e.data or b"") for e in log if e.type == "rolled"]
    thrown = [faces for e in rolls for faces in (e["faces"], *(more["faces"] for more in e.get("more", ())))]
    assert len(thrown) > 2
    assert (len(rolls) == 1) == (kind is Sealed)
    proven = prove(log)
    assert (proven.ok, proven.recomputed) == (True, len(rolls)), proven
    assert readjudicate(log).difference is None
    for place in range(len(rolls)):
        wrong = list(log)
        at = [n for n, e in enumerate(log) if e.type == "rolled"][place]
        data = json.loads(log[at].data or b"")
        last = data["more"][-1] if "more" in data else data
        last["faces"][0] = last["faces"][0] % 6 + 1
        wrong[at] = msgspec.structs.replace(log[at], data=json.dumps(data).encode())
        assert prove(wrong).seq == log[at].seq
        assert readjudicate(wrong).difference is not None
