"""The log over HTTP, in pages."""

from pathlib import Path

import pytest

from tests.api.table import Battle, Table, serving


@pytest.fixture(scope="module")
def long(table: Table) -> Battle:
    """A battle with talk, notes and disputes in it, and with rulings that were struck out."""
    battle = table.open()
    battle.begin()
    for number in range(3):
        battle.says("gm", {"type": "rule", "reason": f"その{number}", "changes": []})
        battle.says("a", {"type": "say", "text": f"その{number}"})
    battle.says("a", {"type": "annotate", "seq": 3, "text": "覚え書き"})
    battle.says("a", {"type": "dispute", "seq": 3, "claim": "違うのでは"})
    battle.says("gm", {"type": "rewind", "to": 5, "reason": "やり直し"})
    return battle


def seqs(battle: Battle, asked: str = "") -> list[int]:
    """The seqs that an answer holds."""
    answer = battle.get("a", f"/events?{asked}")
    assert answer.status_code == 200, answer.text
    return [event["seq"] for event in answer.json()["events"]]


def test_events_come_in_order_after_a_seq_and_no_more_than_asked(long: Battle):
    last = long.get("gm").json()["seq"]
    assert seqs(long) == list(range(1, last + 1))
    assert seqs(long, "after=3&limit=2") == [4, 5]
    assert seqs(long, f"after={last}") == []
    assert seqs(long, "after=9999") == []
    assert seqs(long, "after=3&before=6") == [4, 5]


def test_the_newest_may_come_first(long: Battle):
    last = long.get("gm").json()["seq"]
    assert seqs(long, "order=desc&limit=2") == [last, last - 1]
    assert seqs(long, f"order=desc&limit=2&before={last - 1}") == [last - 2, last - 3]
    assert seqs(long, "order=desc&before=4") == [3, 2, 1]


@pytest.mark.parametrize(("order", "cursor"), [("asc", "after"), ("desc", "before")])
def test_pages_follow_one_another_without_gap_or_double(long: Battle, order: str, cursor: str):
    seen: list[int] = []
    following = ""
    while True:
        told = long.get("a", f"/events?order={order}&limit=4{following}").json()
        seen += [event["seq"] for event in told["events"]]
        if told["next"] is None:
            break
        following = f"&{cursor}={told['next']}"
    assert sorted(seen) == list(range(1, told["head"]["seq"] + 1))
    assert seen == sorted(seen, reverse=order == "desc")


def test_what_a_rewind_struck_out_is_still_there_and_marked(long: Battle):
    told = long.get("a", "/events").json()["events"]
    struck = [event["seq"] for event in told if event.get("struck")]
    ruled = [event for event in told if event["type"] == "ruled"]
    assert len(ruled) == 3
    assert struck == sorted(seq for event in ruled for seq in (event["cause"], event["seq"]))
    assert all(event["text"] for event in told if event["type"] == "ruled")


def test_a_rewind_leaves_what_was_said_noted_and_disputed(long: Battle):
    told = long.get("a", "/events").json()["events"]
    talk = [event for event in told if event["type"] in {"said", "annotated", "disputed"}]
    assert len(talk) == 5
    assert not [event["seq"] for event in talk if event.get("struck")]
    causes = {event["cause"] for event in talk}
    assert not [event["seq"] for event in told if event["seq"] in causes and event.get("struck")]


@pytest.mark.parametrize("asked", ["limit=0", "limit=9999", "limit=x", "after=-1", "order=up", "offset=3", "before="])
def test_what_cannot_be_asked_is_refused(long: Battle, asked: str):
    answer = long.get("a", f"/events?{asked}")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_request")


def test_the_most_events_of_a_read_is_a_setting(tmp_path: Path):
    with serving(tmp_path, events_limit=3) as table:
        battle = table.open()
        battle.begin()
        assert len(battle.get("a", "/events").json()["events"]) == 3
        assert battle.get("a", "/events?limit=4").status_code == 400
