"""Whatever is legally declared, in any game: what must always hold."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from senki.eventstore.events import Envelope
from senki.projections.readjudicate import Moments, readjudicate
from senki.projections.seen import audience_text, state
from senki.rules import SYSTEMS
from senki.rules.codec import codec, encode
from senki.rules.events import Rewound
from senki.rules.message import type_of
from senki.rules.rejection import Rejection
from senki.rules.rulebook import Battle, RuleSystem, fold
from senki.rules.table import GM
from tests.rules.play import any_play, decided, folded, opened, play

each = pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
some = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
seeds = st.integers(min_value=0, max_value=2**32)


@each
@some
@given(seed=seeds)
def test_a_battle_that_is_written_and_read_at_every_step_is_the_same_battle(system: RuleSystem[Any], seed: int):
    control: Battle[Any] | None = None
    past = Moments()
    snapshots = msgspec.msgpack.Decoder(Battle[system.game])
    for _, _, decision in play(system, random.Random(seed), 120):
        control = folded(system, control, (encode(happened.event) for happened in decision.events), past)
        assert control == decision.battle
        control = snapshots.decode(msgspec.msgpack.encode(control))
        assert control == decision.battle
        past.keep(control)


@each
@some
@given(seed=seeds)
def test_a_battle_can_always_go_on_until_it_is_over(system: RuleSystem[Any], seed: int):
    for _, _, decision in play(system, random.Random(seed), 120):
        battle = decision.battle
        if battle.game.phase == "fighting":
            assert system.awaiting(battle.game), battle.game
            assert any_play(system, battle, random.Random(seed)) is not None


@each
@some
@given(seed=seeds)
def test_everything_that_happens_can_be_told_and_seen_by_every_seat(system: RuleSystem[Any], seed: int):
    for _, _, decision in play(system, random.Random(seed), 60):
        battle = decision.battle
        for happened in decision.events:
            line = system.narrate[type(happened.event)](battle.game, happened.event)
            assert "None" not in line, (happened.event, line)
            assert "{" not in line, (happened.event, line)
        for seat in (GM, *battle.table.seats, "watcher"):
            assert json.loads(encode(state(system, battle, seat)))["system"] == system.id


@each
@some
@given(seed=seeds)
def test_the_state_after_every_single_event_can_be_shown(system: RuleSystem[Any], seed: int):
    """In the middle of a unit too: whoever looks back stops anywhere."""
    for before, it, decision in play(system, random.Random(seed), 60):
        if it is None or isinstance(decision.events[-1].event, Rewound):
            continue
        battle = before
        for happened in decision.events:
            battle = fold(system, battle, happened.event)
            assert encode(state(system, battle, None))


@each
@some
@given(seed=seeds)
def test_a_recorded_battle_is_decided_again_to_the_same_events(system: RuleSystem[Any], seed: int):
    log: list[Envelope] = []
    for battle, it, decision in play(system, random.Random(seed), 60):
        start = len(log) + 1
        by = GM if it is None or it.by is None else battle.table.seat_of(it.by)
        for place, happened in enumerate(decision.events):
            log.append(
                Envelope(
                    position=start + place,
                    stream="b",
                    seq=start + place,
                    type=type_of(type(happened.event)),
                    data=encode(happened.event),
                    by=by,
                    cause=start,
                    recorded_at="2026-01-01T00:00:00.000000Z",
                    audience=audience_text(happened.audience),
                    salt=b"",
                    digest=b"",
                    hash=b"",
                )
            )
    report = readjudicate(log)
    assert report.difference is None
    assert report.events == len(log)


def junk(kind: type[Any], ids: list[str]) -> st.SearchStrategy[dict[str, Any]]:
    """Declarations of the right shape with anything in their fields."""
    scalar = st.one_of(
        st.sampled_from([*ids, "gm", "zz", "", "S9", "active", "melee"]), st.integers(-3, 70), st.booleans(), st.none()
    )
    value = st.one_of(scalar, st.lists(scalar, max_size=4), st.dictionaries(st.text(max_size=4), scalar, max_size=2))
    fields = {f.encode_name: value for f in msgspec.structs.fields(kind)}
    fields["by"] = st.sampled_from([*ids, None, "zz"])
    return st.fixed_dictionaries({"type": st.just(type_of(kind))}, optional=fields)


@each
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=seeds, data=st.data())
def test_any_declaration_gives_events_or_a_rejection(system: RuleSystem[Any], seed: int, data: st.DataObject):
    dice = random.Random(seed)
    battle = opened(system, dice).battle
    for battle_, _, _ in play(system, dice, dice.randrange(40)):
        battle = battle_
    before = state(system, battle)
    kinds = list(codec(system).declaration_types.values())
    for _ in range(6):
        said = data.draw(junk(data.draw(st.sampled_from(kinds)), list(battle.game.characters)))
        try:
            decided(system, battle, codec(system).declaration(said), Moments())
        except Rejection as rejection:
            assert rejection.message
    assert state(system, battle) == before


@each
def test_two_processes_with_other_hash_seeds_and_time_zones_give_the_same_bytes(system: RuleSystem[Any]):
    root = Path(__file__).parent.parent.parent
    found = set()
    for hash_seed, zone in (("0", "UTC"), ("4242", "Asia/Tokyo")):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed, "TZ": zone}
        command = [sys.executable, "-m", "tests.rules.play", system.id, "7"]
        ran = subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, check=True)
        found.add(ran.stdout.strip())
    assert len(found) == 1
    assert len(found.pop()) == 64


@each
def test_random_play_finds_every_declaration_of_the_system(system: RuleSystem[Any]):
    used: set[type[Any]] = set()
    wanted = {kind for kind in system.plays.kinds if not system.plays.for_gm(kind)}
    for seed in range(400):
        for _, it, _ in play(system, random.Random(seed), 120):
            used.add(type(it))
        if used >= wanted:
            return
    assert wanted - used == set()


def test_rewinds_are_among_what_is_played():
    kinds = {
        type(h.event)
        for seed in range(40)
        for _, _, decision in play(SYSTEMS["hms"], random.Random(seed), 100)
        for h in decision.events
    }
    assert Rewound in kinds
