"""The state over HTTP: now, and at any moment of the past."""

import pytest

from senki.projections.seen import state_bytes
from tests.api.table import Battle, Table


@pytest.fixture
def begun(table: Table) -> Battle:
    """A battle whose first round has all its skills."""
    battle = table.open()
    battle.begin()
    battle.choose("a", "sword", "longsword")
    battle.choose("b", "fist", "fist")
    return battle


def test_the_state_is_what_the_seat_sees_and_says_where_the_battle_stands(begun: Battle):
    answer = begun.get("a")
    told = answer.json()
    assert told["phase"] == "fighting"
    assert answer.headers["etag"] == f'"{told["seq"]}-a"'
    assert answer.headers["senki-head"].split() == [str(told["seq"]), begun.get("a", "/events").json()["head"]["hash"]]
    assert answer.headers["cache-control"] == "private, no-cache"


def test_a_state_that_has_not_changed_is_not_sent_again(begun: Battle):
    etag = begun.get("a").headers["etag"]
    same = begun.get("a", if_none_match=etag)
    assert (same.status_code, same.content, same.headers["etag"]) == (304, b"", etag)
    assert begun.get("b", if_none_match=etag).status_code == 200, "another seat sees something else"
    begun.says("a", {"type": "say", "text": "いざ"})
    assert begun.get("a", if_none_match=etag).status_code == 200
    past = begun.get("a", "/state?at=3")
    assert begun.get("a", "/state?at=3", if_none_match=past.headers["etag"]).status_code == 304


def test_every_moment_of_the_past_can_be_asked_for(begun: Battle):
    last = begun.get("gm").json()["seq"]
    for seq in range(1, last + 1):
        answer = begun.get("gm", f"/state?at={seq}")
        assert (answer.status_code, answer.json()["seq"]) == (200, seq)
        assert answer.headers["senki-head"].startswith(f"{last} ")
    assert begun.get("gm", f"/state?at={last}").content == begun.get("gm").content


def test_a_moment_may_be_named_by_its_round_or_its_time(begun: Battle):
    events = begun.get("gm", "/events").json()["events"]
    begins = next(event for event in events if event["type"] == "round_started")
    at_round = begun.get("gm", "/state?round=1").json()
    assert (at_round["round"], at_round["seq"]) == (1, begins["seq"])
    opened_at = events[0]["recorded_at"]
    assert begun.get("gm", "/state").status_code == 200
    assert (
        begun.client.get(f"{begun.url}/state", params={"time": opened_at}, headers=begun.auth("gm")).json()["seq"] == 1
    )
    later = begun.client.get(
        f"{begun.url}/state", params={"time": "2100-01-01T00:00:00+09:00"}, headers=begun.auth("gm")
    )
    assert later.json()["seq"] == events[-1]["seq"]


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ("at=0", 400),
        ("at=-1", 400),
        ("at=x", 400),
        ("at=1.5", 400),
        ("at=99999999999999999999", 400),
        ("at=9999", 404),
        ("round=0", 400),
        ("round=99", 404),
        ("time=2026-05-01T20:15:00", 400),
        ("time=yesterday", 400),
        ("time=0001-01-01T00:00:00%2B14:00", 400),
        ("time=1999-01-01T00:00:00Z", 404),
        ("at=1&round=1", 400),
        ("at=1&at=2", 400),
        ("when=now", 400),
    ],
)
def test_a_moment_that_is_not_there_or_is_misspelt_is_refused(begun: Battle, asked: str, status: int):
    answer = begun.get("gm", f"/state?{asked}")
    assert answer.status_code == status, answer.text
    assert answer.json()["code"] == {400: "invalid_request", 404: "not_found"}[status]


def test_an_answer_is_the_projection_byte_for_byte(table: Table, begun: Battle):
    parts = table.server.app.state["parts"]
    kept = parts.history.present_now(begun.id)
    assert begun.get("b").content == state_bytes(kept.system, kept.battle, "b")


def test_when_the_battle_is_over_every_earlier_moment_is_open(table: Table):
    battle = table.open()
    battle.begin()
    battle.choose("a", "sword", "longsword")
    seq = battle.get("a").json()["seq"]
    before = battle.get("b", f"/state?at={seq}")
    assert before.json()["characters"]["a"]["skill"] is None
    battle.says("gm", {"type": "close"})
    after = battle.get("b", f"/state?at={seq}", **{"if-none-match": before.headers["etag"]})
    assert after.status_code == 200
    assert after.json()["characters"]["a"]["skill"] == "sword"
