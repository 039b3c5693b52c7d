"""Deciding a whole battle again, the opening like every declaration."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from senki.eventstore.chain import digest_of
from senki.eventstore.events import Envelope
from senki.projections.log import written
from senki.projections.readjudicate import readjudicate
from senki.rules import SYSTEMS
from senki.rules.decide import open_battle
from senki.rules.events import ChanceSource
from senki.rules.rejection import Rejection
from senki.rules.rulebook import Decision
from tests.rules.play import openings

Json = dict[str, Any]


def logged(decisions: list[Decision[Any]]) -> list[Envelope]:
    """The events as a store gives them back; hashes are not looked at here."""
    log: list[Envelope] = []
    for decision in decisions:
        for new in written(decision, "gm", len(log)):
            seq = len(log) + 1
            salt = bytes(16)
            log.append(
                Envelope(
                    seq, "b", seq, new.type, new.data, new.by, new.cause, "2026", new.audience, salt,
                    digest_of(salt, new.data), bytes(32),
                )
            )  # fmt: skip
    return log


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_opening_is_decided_again_as_it_was(system: str):
    opened = 0
    for given in openings(system):
        try:
            decision = open_battle(SYSTEMS[system], given, fingerprint="f", title="題")
        except Rejection:
            continue
        opened += 1
        report = readjudicate(logged([decision]))
        assert report.difference is None, (given, report.difference)
        assert report.units == 1
    assert opened > 3


def forged(change: Callable[[Json], object]) -> list[Envelope]:
    """An opening of hms whose `opened` event was written otherwise."""
    source = ChanceSource(kind="entered")
    log = logged([open_battle(SYSTEMS["hms"], openings("hms")[0], chance=source)])
    data: Json = msgspec.json.decode(log[0].data or b"")
    change(data)
    return [msgspec.structs.replace(log[0], data=msgspec.json.encode(data)), *log[1:]]


def test_an_opening_that_the_rules_would_refuse_is_found():
    """Two characters of one id: no table could open such a battle."""
    report = readjudicate(forged(lambda data: data["characters"][1].update(id=data["characters"][0]["id"])))
    assert report.difference is not None
    assert (report.difference.seq, report.units) == (1, 0)
    assert "illegal_value" in (report.difference.rejected or "")


def test_an_opening_with_an_event_too_many_is_found():
    log = forged(dict.copy)
    again = msgspec.structs.replace(log[0], seq=2, type="said", data=b'{"type":"said","by":"gm","text":"x"}')
    report = readjudicate([*log, again])
    assert report.difference is not None
    assert report.difference.seq == 2
