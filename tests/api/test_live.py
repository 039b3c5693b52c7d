"""Live streams: what was and what comes, each event once, whoever reads how slowly."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.api.table import Battle, Json, Table, serving


class Watcher:
    """Reads a live stream."""

    def __init__(self, answer: httpx.Response) -> None:
        self._lines = answer.iter_lines()

    def message(self) -> dict[str, str]:
        """The next message or comment."""
        found: dict[str, str] = {}
        for line in self._lines:
            if not line:
                return found
            name, _, value = line.partition(":")
            found[name] = value.strip()
        found["end"] = "yes"
        return found

    def until(self, seq: int) -> list[Json]:
        """Entries and notices up to a seq."""
        found: list[Json] = []
        while True:
            message = self.message()
            assert "end" not in message, f"the stream ended before {seq}: {found}"
            if "data" in message:
                data = json.loads(message["data"])
                found.append({"event": message["event"], **data})
                if message["event"] == "senki":
                    assert message["id"] == str(data["seq"])
                    if data["seq"] == seq:
                        return found


@contextmanager
def watching(battle: Battle, seat: str | None, asked: str = "", **headers: str) -> Iterator[Watcher]:
    """Watch a battle; when this begins, the stream is there."""
    given = {**battle.auth(seat), **{name.replace("_", "-"): value for name, value in headers.items()}}
    with battle.client.stream("GET", f"{battle.url}/live{asked}", headers=given) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/event-stream"
        watcher = Watcher(answer)
        assert watcher.message() == {"retry": "2000"}
        yield watcher


def seqs(entries: list[Json]) -> list[int]:
    """The seqs of the entries."""
    return [entry["seq"] for entry in entries if entry["event"] == "senki"]


def test_what_comes_arrives_as_the_events_route_tells_it(battle: Battle):
    with watching(battle, "a") as watcher:
        told = battle.says("a", {"type": "say", "text": "いざ"})
        found = watcher.until(told["seq"])
    assert [{k: v for k, v in entry.items() if k != "event"} for entry in found] == told["events"]


def test_one_who_comes_late_catches_up_and_goes_on(battle: Battle):
    battle.begin()
    with watching(battle, "a", "?after=0") as watcher:
        found = watcher.until(4)
        battle.says("a", {"type": "say", "text": "いざ"})
        found += watcher.until(6)
    assert seqs(found) == [1, 2, 3, 4, 5, 6]


def test_one_who_comes_back_goes_on_where_the_line_broke(battle: Battle):
    battle.begin()
    with watching(battle, "a", "?after=1", last_event_id="3") as watcher:
        assert seqs(watcher.until(4)) == [4]


def test_one_who_is_ahead_of_the_battle_gets_what_comes_next(battle: Battle):
    with watching(battle, "a", "?after=500") as watcher:
        assert seqs(watcher.until(battle.says("a", {"type": "say", "text": "いざ"})["seq"])) == [2, 3]


def test_a_long_past_arrives_whole(table: Table):
    battle = table.open()
    for number in range(400):
        last = battle.says("a", {"type": "say", "text": f"{number}"})["seq"]
    with watching(battle, "b", "?after=0") as watcher:
        assert seqs(watcher.until(last)) == list(range(1, last + 1))


def test_whoever_starts_at_any_seq_gets_each_later_event_once_while_others_declare(table: Table):
    battle = table.open()
    last = 2 * 60 + 1
    results: dict[int, list[int]] = {}

    def watch(after: int) -> None:
        with watching(battle, "b", f"?after={after}") as watcher:
            results[after] = seqs(watcher.until(last))

    threads = [threading.Thread(target=watch, args=(after,)) for after in (0, 1, 2, 5, 11)]
    for number in range(60):
        if number % 10 == 5 and number < 50:
            threads[number // 10].start()
        battle.says("a", {"type": "say", "text": f"{number}"})
    for thread in threads:
        thread.join(30)
    assert results == {after: list(range(after + 1, last + 1)) for after in (0, 1, 2, 5, 11)}


def test_hidden_events_arrive_hidden_and_a_notice_says_when_they_may_be_read(battle: Battle):
    battle.begin()
    with watching(battle, "b") as other, watching(battle, "a") as own:
        chosen = battle.choose("a", "sword", "longsword")
        hidden = [entry["seq"] for entry in other.until(chosen["seq"]) if entry.get("hidden")]
        assert hidden
        assert not any(entry.get("hidden") for entry in own.until(chosen["seq"]))
        last = battle.choose("b", "fist", "fist")["seq"]
        found = other.until(last)
        notices = [entry for entry in found if entry["event"] == "opened"]
        assert [notice["seqs"] for notice in notices] == [hidden]
        shown = battle.get("b", f"/events?after={hidden[0] - 1}&limit=1").json()["events"][0]
        assert shown["data"]
        assert notices[0]["by"] in seqs(found)
        own_notices = [entry["seqs"] for entry in own.until(last) if entry["event"] == "opened"]
        assert all(seq not in hidden for seqs in own_notices for seq in seqs)


def test_one_who_was_away_while_something_was_opened_hears_of_it(battle: Battle):
    battle.begin()
    chosen = battle.choose("a", "sword", "longsword")["seq"]
    last = battle.choose("b", "fist", "fist")["seq"]
    with watching(battle, "b", last_event_id=str(chosen)) as watcher:
        found = watcher.until(last)
    assert [entry["seqs"] for entry in found if entry["event"] == "opened"]
    with watching(battle, "b", last_event_id=str(last)) as watcher:
        found = watcher.until(battle.says("b", {"type": "say", "text": "見えた"})["seq"])
    assert not [entry for entry in found if entry["event"] == "opened"], "it was told already"


def test_silence_is_filled_with_heartbeats(tmp_path: Path):
    with serving(tmp_path, heartbeat_seconds=0.05) as table:
        battle = table.open()
        with watching(battle, "a") as watcher:
            assert [watcher.message() for _ in range(3)] == [{"": ""}] * 3


def test_streams_end_when_the_server_stops(tmp_path: Path):
    with serving(tmp_path) as table:
        battle = table.open()
        with watching(battle, "a") as watcher:
            table.server.should_exit = True
            assert watcher.message() == {"end": "yes"}


def test_one_who_goes_leaves_nothing_behind(table: Table, battle: Battle):
    live = table.server.app.state["parts"].live
    with watching(battle, "a"), watching(battle, "b"):
        assert live._channels[battle.id].watching == 2
    deadline = time.monotonic() + 10
    while battle.id in live._channels and time.monotonic() < deadline:
        table.client.get("/health")
    assert battle.id not in live._channels


def test_one_who_does_not_read_holds_up_nobody(table: Table):
    battle = table.open()
    host, port = table.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as stuck:
        stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        request = f"GET {battle.url}/live?after=0&token={battle.tokens['b']} HTTP/1.1\r\nHost: x\r\n\r\n"
        stuck.sendall(request.encode())
        assert stuck.recv(12) == b"HTTP/1.1 200"
        with watching(battle, "a") as watcher:
            for _ in range(100):
                last = battle.says("a", {"type": "say", "text": "あ" * 4000})["seq"]
            assert seqs(watcher.until(last)) == list(range(2, last + 1))


@pytest.mark.parametrize("said", ["x", "-1", "9" * 20])
def test_a_last_event_id_that_is_no_seq_is_refused(battle: Battle, said: str):
    answer = battle.get("a", "/live", last_event_id=said)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_request")
