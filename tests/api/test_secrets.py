"""Secrets: what one seat hides changes nothing that another sees, on any route, until it is opened."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.api.table import SETUP, Battle, Json, Table
from tests.api.test_live import watching

CHOICES = (("sword", "longsword"), ("spear", "pike"))
ROUTES = (
    "/state",
    "/state?at={last}",
    "/state?round=1",
    "/events",
    "/events?order=desc&limit=2",
    "/declarations/legal",
    "/verify",
    "/archive",
)
REFUSED: tuple[Json, ...] = (
    {"type": "declare_skill", "by": "a", "skill": "sword", "weapon": "longsword"},
    {"type": "declare_skill", "by": "b", "skill": "sword", "weapon": "longsword"},
    {"type": "declare_skill", "by": "b", "skill": "fist", "weapon": "longsword"},
    {"type": "attack", "by": "b", "target": "a"},
    {"type": "show", "seq": 5},
    {"type": "rewind", "to": 999, "reason": "覗く"},
)
RANDOM = re.compile(r'"(?:hash|digest|salt|recorded_at|id|root|stream|opened_at|last_at|note)":"[^"]*"')


def plain(text: str, battle: Battle) -> str:
    """An answer without what is random in every battle."""
    text = text.replace(battle.id, "BATTLE")
    text = re.sub(r'\\"root\\":\\"[0-9a-f]+\\"', "", text)
    return RANDOM.sub("", text)


def heard(battle: Battle, seat: str, last: int) -> list[str]:
    """Everything that a seat can find out over HTTP."""
    found: list[str] = []
    for route in ROUTES:
        answer = battle.get(seat, route.format(last=last))
        etag = answer.headers.get("etag", "")
        length = answer.headers["content-length"]
        found.append(f"{route} {answer.status_code} {etag} {length} {plain(answer.text, battle)}")
    for it in REFUSED:
        answer = battle.declare(seat, it, if_match=str(last))
        assert answer.status_code >= 400, answer.text
        found.append(plain(answer.text, battle))
    with watching(battle, seat, "?after=0") as watcher:
        entries = watcher.until(last)
    return found + [plain(json.dumps(e, separators=(",", ":"), ensure_ascii=False), battle) for e in entries]


def hidden_choice(table: Table, skill: str, weapon: str) -> tuple[Battle, int]:
    """A battle in which A has laid a choice face down."""
    battle = table.open(spectators="token")
    battle.begin()
    return battle, battle.choose("a", skill, weapon)["seq"]


@pytest.mark.parametrize("seat", ["b", "spectator", "gm"])
def test_a_choice_laid_face_down_changes_nothing_for_another_seat(table: Table, seat: str):
    first, second = (heard(*each[:1], seat, each[1]) for each in (hidden_choice(table, *c) for c in CHOICES))
    assert first == second


def test_and_its_own_seat_does_see_it(table: Table):
    first, second = (heard(battle, "a", last) for battle, last in (hidden_choice(table, *c) for c in CHOICES))
    different = [n for n, (one, other) in enumerate(zip(first, second, strict=True)) if one != other]
    assert {0, 1, 3} <= set(different)


def test_the_seats_that_may_not_see_get_no_word_of_the_choice(table: Table):
    battle, last = hidden_choice(table, "spear", "pike")
    own = battle.get("a", "/events").json()["events"]
    secret = [event["data"] for event in own if event["seq"] > last - 3 and "pike" in json.dumps(event.get("data"))]
    assert secret
    for seat in ("b", "spectator", "gm"):
        events = battle.get(seat, "/events").json()["events"]
        assert all("pike" not in json.dumps(e) for e in events if e["seq"] > 1)
        archive = battle.get(seat, "/archive").text.splitlines()
        assert all("pike" not in line for line in archive[2:])


def test_once_it_is_opened_everybody_sees_it(table: Table):
    battle, chosen = hidden_choice(table, "spear", "pike")
    battle.choose("b", "fist", "fist")
    for seat in ("b", "spectator", "gm"):
        events = battle.get(seat, "/events").json()["events"]
        assert any("pike" in json.dumps(e.get("data")) for e in events if 1 < e["seq"] <= chosen)
        assert not any(e.get("hidden") for e in events)


def test_a_secret_roll_keeps_its_faces_and_its_key_until_it_is_shown(table: Table):
    battle = table.open()
    rolled = battle.says("a", {"type": "roll", "notation": "2D6", "secret": True, "purpose": "聞き耳"})
    face = next(e["data"] for e in rolled["events"] if e["type"] == "rolled")
    for seat in ("b", "gm", "spectator"):
        assert battle.get(seat, "/chance/1").json()["key"] is None
        for route in ("/events", "/archive", "/state", "/verify"):
            text = battle.get(seat, route).text
            assert face["key"] not in text
            assert "聞き耳" not in text
    assert battle.get("a", "/chance/1").json()["key"] == face["key"]
    assert battle.declare("b", {"type": "show", "seq": 2}).json()["code"] == "illegal_value"
    battle.says("a", {"type": "show", "seq": 2})
    assert battle.get("b", "/chance/1").json()["key"] == face["key"]
    assert face["key"] in battle.get("b", "/events").text


@contextmanager
def logged(folder: Path, level: str) -> Iterator[tuple[httpx.Client, list[str]]]:
    """A server in a process of its own; its log lines are there at the end."""
    code = (
        "import sys; from api.serve import serve; from api.settings import Settings\n"
        "def say(url): print(url, flush=True)\n"
        f"serve(Settings(database={str(folder / 'senki.db')!r}, port=0, log_level={level!r}), say)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stderr is not None
    lines: list[str] = []
    try:
        with httpx.Client(base_url=process.stdout.readline().strip(), timeout=30) as client:
            yield client, lines
    finally:
        process.terminate()
        out, err = process.communicate(timeout=30)
        lines += err.splitlines()
        assert not out


def test_no_token_no_declaration_and_nothing_hidden_is_ever_logged(tmp_path: Path):
    with logged(tmp_path, "debug") as (client, lines):
        answer = client.post("/battles", json={"system": "hms", "setup": SETUP})
        battle = Battle(client, answer.json())
        battle.begin()
        battle.choose("a", "spear", "pike")
        battle.says("a", {"type": "say", "text": "ここだけの話"})
        battle.says("a", {"type": "roll", "notation": "S2D6", "purpose": "聞き耳"})
        battle.declare("a", {"type": "dance", "text": "ここだけの話"})
        battle.get("a", "/state")
        client.get(f"{battle.url}/state", params={"token": battle.tokens["a"]})
        with client.stream("GET", f"{battle.url}/live", params={"token": battle.tokens["a"]}) as stream:
            assert stream.status_code == 200
    text = "\n".join(lines)
    for secret in (*battle.tokens.values(), "ここだけの話", "聞き耳", "pike", "spear", "declare_skill", "token="):
        assert secret not in text
    told = [json.loads(line) for line in lines]
    assert all({"timestamp", "level", "event", "request", "battle", "method", "path", "status"} <= set(t) for t in told)
    declared = [t for t in told if t["path"].endswith("/declarations")]
    assert {t["battle"] for t in declared} == {battle.id}
    assert [t["status"] for t in declared] == [201, 201, 201, 201, 422]
    assert len({t["request"] for t in told}) == len(told)


def test_reads_that_go_well_are_logged_at_debug_level_only(tmp_path: Path):
    with logged(tmp_path, "info") as (client, lines):
        client.get("/health")
        client.get("/nowhere")
        client.post("/battles", json={"system": "hms", "setup": SETUP})
    told = [(t["method"], t["path"], t["status"]) for t in map(json.loads, lines)]
    assert told in ([("POST", "/battles", 201)], [("GET", "/nowhere", 404), ("POST", "/battles", 201)])
