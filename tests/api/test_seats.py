"""Seats: what they may be called, and a token handed out anew."""

from pathlib import Path
from urllib.parse import quote

import pytest

from tests.api.table import SETUP, Battle, Table, serving
from tests.api.test_live import watching

JAPANESE = "アキラの席"


def renew(battle: Battle, seat: str, by: str | None = "gm"):
    """Ask for a new token of a seat."""
    return battle.client.post(f"{battle.url}/seats/{quote(seat, safe='')}/token", headers=battle.auth(by))


def test_a_new_token_opens_the_seat_and_the_old_one_opens_nothing(table: Table):
    battle = table.open()
    before = battle.get("gm").json()["seq"]
    old = battle.tokens["a"]
    answer = renew(battle, "a")
    assert answer.status_code == 201, answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert answer.json()["seat"] == "a"
    refused = battle.get("a")
    assert (refused.status_code, refused.json()["code"]) == (401, "unauthorized")
    assert "新しいものに替わりました" in refused.json()["detail"]
    assert battle.declare("a", {"type": "say", "text": "まだいる"}).status_code == 401
    battle.tokens["a"] = answer.json()["token"]
    assert battle.tokens["a"] != old
    battle.says("a", {"type": "say", "by": "a", "text": "戻った"})
    assert [event["type"] for event in battle.get("gm", "/events").json()["events"][before:]] == ["declared", "said"]


def test_each_new_token_ends_the_one_before(table: Table):
    battle = table.open()
    first, second = (renew(battle, "b").json()["token"] for _ in range(2))
    assert first != second
    battle.tokens["b"] = first
    assert battle.get("b").status_code == 401
    battle.tokens["b"] = second
    assert battle.get("b").status_code == 200
    assert battle.get("a").status_code == 200


def test_the_gm_may_change_its_own_and_a_spectators_token(table: Table):
    battle = table.open(spectators="token")
    for seat in ("spectator", "gm"):
        told = renew(battle, seat).json()["token"]
        assert battle.get(seat).status_code == 401
        battle.tokens[seat] = told
        assert battle.get(seat).status_code == 200


def test_only_the_gm_gives_tokens_and_only_for_seats_that_are_there(table: Table):
    battle = table.open(spectators="open")
    for seat, code in (("a", "gm_only"), ("spectator", "gm_only"), (None, "unauthorized")):
        refused = renew(battle, "b", seat)
        assert refused.json()["code"] == code
    assert battle.get("b").status_code == 200
    assert renew(battle, "nobody").status_code == 404


def test_a_running_stream_of_the_old_token_ends(table: Table):
    battle = table.open()
    with watching(battle, "a") as old, watching(battle, "b") as other:
        renew(battle, "a")
        assert "end" in old.message()
        seq = battle.says("gm", {"type": "say", "text": "続けよう"})["seq"]
        assert [event["seq"] for event in other.until(seq)][-1] == seq


def test_the_new_token_is_good_at_another_server_of_the_same_store_and_the_old_is_not(tmp_path: Path):
    with serving(tmp_path) as one, serving(tmp_path) as other:
        battle = one.open()
        there = Battle(other.client, battle.opened)
        assert there.get("a").status_code == 200
        told = renew(battle, "a").json()["token"]
        assert there.get("a").status_code == 401
        there.tokens["a"] = told
        assert there.get("a").status_code == 200


def test_opening_again_with_the_same_key_tells_the_tokens_that_are_good(table: Table):
    body = {"system": "hms", "setup": SETUP}
    headers = {"idempotency-key": "the-key-nobody-can-guess"}
    battle = Battle(table.client, table.client.post("/battles", json=body, headers=headers).json())
    told = renew(battle, "a").json()["token"]
    again = table.client.post("/battles", json=body, headers=headers).json()["seats"]
    assert again["a"] == told
    assert again["b"] == battle.tokens["b"]


def test_no_token_that_was_given_anew_stands_in_the_store(tmp_path: Path):
    with serving(tmp_path) as table:
        told = renew(table.open(), "a").json()["token"]
        files = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
        assert told.encode() not in files


def test_a_seat_may_have_a_japanese_name(table: Table):
    battle = table.open(seats={JAPANESE: ["a"], "ベニ 二番": ["b"]})
    battle.begin()
    chosen = {"type": "declare_skill", "by": "a", "skill": "sword", "weapon": "longsword"}
    assert battle.says(JAPANESE, chosen)["events"][0]["by"] == JAPANESE
    state = battle.get(JAPANESE)
    tag = state.headers["etag"]
    assert tag.isascii()
    assert battle.get(JAPANESE, if_none_match=tag).status_code == 304
    assert battle.get("ベニ 二番", if_none_match=tag).status_code == 200
    assert battle.declare(JAPANESE, {"type": "say", "text": "これで行く"}, if_match=tag).status_code == 201
    with watching(battle, JAPANESE, "?after=0") as watcher:
        assert any(event.get("by") == JAPANESE for event in watcher.until(state.json()["seq"]))
    told = renew(battle, JAPANESE).json()
    assert told["seat"] == JAPANESE
    battle.tokens[JAPANESE] = told["token"]
    assert battle.get(JAPANESE).status_code == 200


@pytest.mark.parametrize(
    "name", ["", " a", "a ", "a/b", "..", "a\nb", "a\u202eb", "か\u3099", "a" * 65, "gm", "spectator"]
)
def test_a_name_that_cannot_be_told_apart_or_written_is_refused(table: Table, name: str):
    answer = table.client.post("/battles", json={"system": "hms", "setup": SETUP, "seats": {name: ["a"]}})
    assert answer.status_code == 422
    assert any("ぁ" <= letter <= "ん" for letter in answer.json()["detail"])
