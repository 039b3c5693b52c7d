"""A battle as a file over HTTP, out and in again."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from senki.eventstore.archive import verify_archive
from tests.api.table import Battle, Table, serving


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """Another server."""
    with serving(tmp_path_factory.mktemp("elsewhere"), archive_bytes=1_000_000) as running:
        yield running


@pytest.fixture
def told(table: Table) -> Battle:
    """A battle in which nothing is hidden any more."""
    battle = table.open(title="街道")
    battle.begin()
    battle.choose("a", "sword", "longsword")
    battle.choose("b", "fist", "fist")
    return battle


def sent(table: Table, content: bytes, headers: dict[str, str] | None = None, asked: str = ""):
    """Import an archive."""
    return table.client.post(f"/battles/archive{asked}", content=content, headers=headers)


def test_an_archive_is_verified_by_anyone_even_where_something_is_concealed(table: Table):
    battle = table.open()
    battle.begin()
    battle.choose("a", "sword", "longsword")
    answer = battle.get("b", "/archive")
    assert answer.headers["content-type"] == "application/jsonl"
    assert f"{battle.id}.jsonl" in answer.headers["content-disposition"]
    verdict = verify_archive(io.BytesIO(answer.content))
    assert verdict.ok
    assert verdict.concealed
    assert f"{verdict.head.seq} {verdict.head.hash.hex()}" == answer.headers["senki-head"]


def test_a_battle_goes_on_at_another_server_with_new_tokens(told: Battle, elsewhere: Table):
    content = told.get("gm", "/archive").content
    answer = sent(elsewhere, content, asked="?spectators=open")
    new = answer.json()
    assert answer.status_code == 201, answer.text
    assert (new["id"], new["title"], new["already"], new["chance"]) == (told.id, "街道", False, "foreign")
    assert not set(new["seats"].values()) & set(told.tokens.values())
    moved = Battle(elsewhere.client, new)
    assert moved.get("a", "/events").json()["events"] == told.get("a", "/events").json()["events"]
    assert moved.get(None).status_code == 200
    assert moved.declare("a", {"type": "say", "text": "続けよう"}).status_code == 201
    rolled = moved.declare("a", {"type": "roll", "notation": "2D6"})
    assert (rolled.status_code, rolled.json()["code"]) == (422, "bad_rolls")
    assert "別のサーバー" in rolled.json()["detail"]
    assert elsewhere.client.get("/battles").json()["battles"][-1]["id"] == told.id


def test_an_archive_is_no_key_to_a_battle_that_is_here(told: Battle, table: Table):
    content = told.get("b", "/archive").content
    for headers in ({}, told.auth("b"), told.auth("spectator"), {"authorization": "Bearer x"}):
        answer = sent(table, content, headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "exists")
        assert not any(token in answer.text for token in told.tokens.values())
    own = sent(table, content, told.auth("gm"))
    assert (own.status_code, own.json()["already"], own.json()["chance"]) == (200, True, "own")
    assert own.json()["seats"] == told.tokens


def test_an_archive_with_another_history_is_refused(told: Battle, table: Table):
    content = told.get("gm", "/archive").content
    told.says("a", {"type": "say", "text": "先へ"})
    answer = sent(table, content, told.auth("gm"))
    assert (answer.status_code, answer.json()["code"]) == (409, "exists")


def test_a_concealed_archive_cannot_be_played_on(table: Table, elsewhere: Table):
    battle = table.open()
    battle.begin()
    battle.choose("a", "sword", "longsword")
    answer = sent(elsewhere, battle.get("b", "/archive").content)
    assert (answer.status_code, answer.json()["code"]) == (422, "archive_concealed")
    assert battle.id not in elsewhere.client.get("/battles?limit=1000").text


def test_a_damaged_archive_is_refused_with_its_line_and_nothing_is_kept(told: Battle, elsewhere: Table):
    content = told.get("gm", "/archive").content
    lines = content.splitlines(keepends=True)
    damaged = {
        "a byte": content.replace("アキラ".encode(), "アキヲ".encode(), 1),
        "its end": b"".join(lines[:-1]),
        "a line": b"".join([*lines[:3], *lines[4:]]),
        "the middle of a line": content[: len(content) // 2],
        "nothing": b"",
        "no archive": b'{"a": 1}\n',
    }
    for what, each in damaged.items():
        answer = sent(elsewhere, each)
        assert (answer.status_code, answer.json()["code"]) == (422, "archive_broken"), what
    assert told.id not in elsewhere.client.get("/battles?limit=1000").text


def test_an_archive_that_is_too_large_is_refused(elsewhere: Table):
    answer = sent(elsewhere, b"x" * 1_000_001)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_importing_needs_the_open_token_where_the_server_has_one(told: Battle, tmp_path: Path):
    content = told.get("gm", "/archive").content
    with serving(tmp_path, open_token="sesame") as table:  # noqa: S106 - of this test alone
        assert sent(table, content).status_code == 401
        assert sent(table, content, {"authorization": "Bearer sesame"}).status_code == 201
