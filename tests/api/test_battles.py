"""Opening battles and listing them."""

import hashlib
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.api.table import SETUP, Json, Table, serving

KEY = {"idempotency-key": "b1946ac9-2492-4d23-8c3d-0a1f8f8a7d11"}
BODY: Json = {"system": "hms", "setup": SETUP, "title": "街道の待ち伏せ"}


def test_opening_answers_a_token_for_each_seat_and_the_head(table: Table):
    answer = table.client.post("/battles", json=BODY)
    told = answer.json()
    assert answer.status_code == 201
    assert set(told["seats"]) == {"gm", "a", "b", "spectator"}
    assert len(set(told["seats"].values())) == 4
    assert (told["system"], told["title"], told["seq"]) == ("hms", "街道の待ち伏せ", 1)
    assert answer.headers["senki-head"] == f"1 {told['head']['hash']}"
    assert told["id"].isascii()
    assert answer.headers["cache-control"] == "no-store"


def test_seats_are_as_asked(table: Table):
    told = table.client.post("/battles", json={**BODY, "seats": {"p1": ["a", "b"]}}).json()
    assert set(told["seats"]) == {"gm", "p1", "spectator"}


def test_the_same_key_opens_the_same_battle_with_the_same_tokens(table: Table):
    first = table.client.post("/battles", json=BODY, headers=KEY)
    again = table.client.post("/battles", json=dict(reversed(BODY.items())), headers=KEY)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert again.headers["idempotent-replayed"] == "true"
    other = table.client.post("/battles", json={**BODY, "title": "別の戦い"}, headers=KEY)
    assert (other.status_code, other.json()["code"]) == (422, "key_reused")


def test_the_same_key_from_many_at_once_opens_one_battle(table: Table):
    key = {"idempotency-key": "5f1c8bb0-0f0b-4b59-9c8a-2d1d7d7f2c3e"}
    body = {**BODY, "spectators": "open"}
    before = len(table.client.get("/battles?limit=1000").json()["battles"])
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: table.client.post("/battles", json=body, headers=key), range(16)))
    assert sorted(a.status_code for a in answers) == [200] * 15 + [201]
    assert len({a.text for a in answers}) == 1
    assert len(table.client.get("/battles?limit=1000").json()["battles"]) == before + 1


def test_a_key_for_opening_must_be_long_enough_not_to_be_guessed(table: Table):
    answer = table.client.post("/battles", json=BODY, headers={"idempotency-key": "1"})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_request")


def test_tokens_stand_in_the_store_as_hashes_only(table: Table):
    told = table.client.post("/battles", json=BODY).json()
    files = [f for f in Path(table.settings.database).parent.iterdir() if f.is_file()]
    held = b"".join(f.read_bytes() for f in files)
    for token in told["seats"].values():
        assert token.encode() not in held
    with sqlite3.connect(table.settings.database) as connection:
        ids = {row[0] for row in connection.execute("SELECT id FROM records WHERE kind = 'token'")}
    connection.close()
    assert {hashlib.sha256(t.encode()).hexdigest() for t in told["seats"].values()} <= ids


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"system": "chess", "setup": SETUP}, 422, "illegal_value"),
        ({"system": "hms", "setup": {}}, 422, "malformed"),
        ({"system": "hms", "setup": {**SETUP, "distance": "far"}}, 422, "illegal_value"),
        ({"system": "hms", "setup": {**SETUP, "extra": 1}}, 422, "malformed"),
        ({"system": "hms", "setup": SETUP, "seats": {"p1": ["nobody"]}}, 422, "unknown_character"),
        ({"system": "hms", "setup": SETUP, "seats": {"p1": ["a"], "p2": ["a"]}}, 422, "illegal_value"),
        ({"system": "hms", "setup": SETUP, "seats": {"a/b": ["a"]}}, 422, "malformed"),
        ({"system": "hms", "setup": SETUP, "seats": {"席\u200b": ["a"]}}, 422, "malformed"),
        ({"system": "hms", "setup": SETUP, "seats": {"": ["a"]}}, 422, "malformed"),
        ({"system": "hms", "setup": SETUP, "chance": "loaded"}, 400, "invalid_request"),
        ({"system": "hms", "setup": SETUP, "typo": 1}, 400, "invalid_request"),
        ({"system": "hms"}, 400, "invalid_request"),
        ([], 400, "invalid_request"),
    ],
)
def test_what_does_not_make_a_battle_is_refused_and_nothing_is_written(
    table: Table, body: object, status: int, code: str
):
    before = table.client.get("/battles?limit=1000").json()
    answer = table.client.post("/battles", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert table.client.get("/battles?limit=1000").json() == before


def test_a_title_that_is_no_text_is_refused(table: Table):
    body = b'{"system": "hms", "title": "\\ud800", "setup": {}}'
    answer = table.client.post("/battles", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in {400, 422}


def listed(table: Table, token: str | None = None) -> set[str]:
    """The ids of the battles that one who shows a token is told of."""
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    answer = table.client.get("/battles?limit=1000", headers=headers)
    assert answer.status_code == 200
    return {line["id"] for line in answer.json()["battles"]}


def test_the_list_tells_only_of_battles_that_the_asker_may_watch(tmp_path: Path):
    with serving(tmp_path, open_token="sesame") as table:  # noqa: S106 - of this test alone
        operator = {"authorization": "Bearer sesame"}
        one, two, free = (
            table.client.post(
                "/battles", json={**BODY, "title": title, "spectators": spectators}, headers=operator
            ).json()
            for title, spectators in (("密談", "token"), ("密会", "token"), ("公開", "open"))
        )
        assert listed(table) == {free["id"]}
        assert "密" not in table.client.get("/battles").text
        for seat in ("gm", "a", "spectator"):
            assert listed(table, one["seats"][seat]) == {one["id"], free["id"]}
        assert listed(table, free["seats"]["gm"]) == {free["id"]}
        assert listed(table, "no token of anybody") == {free["id"]}
        assert listed(table, "sesame") == {one["id"], two["id"], free["id"]}
        page = table.client.get("/battles?limit=1").json()
        assert [line["id"] for line in page["battles"]] == [free["id"]]
        assert page["next"] is None


def test_a_page_of_the_list_goes_on_behind_many_battles_that_are_not_told(tmp_path: Path):
    """However few of the battles may be watched, going from page to page finds them all."""
    with serving(tmp_path) as table:
        hidden = [table.open() for _ in range(45)]
        free = table.open(spectators="open")
        found: list[str] = []
        after = 0
        while after is not None:
            page = table.client.get(f"/battles?limit=1&after={after}").json()
            found += [line["id"] for line in page["battles"]]
            after = page["next"]
        assert found == [free.id]
        assert len(hidden) == 45


def test_the_list_goes_in_pages_and_hides_what_it_must(table: Table):
    opened = [table.open(title=f"第{number}戦", spectators="open").id for number in range(5)]
    seen: list[str] = []
    after = None
    while True:
        page = table.client.get("/battles", params={"limit": 2, **({} if after is None else {"after": after})}).json()
        seen += [line["id"] for line in page["battles"]]
        for line in page["battles"]:
            assert set(line) == {
                "number", "id", "system", "title", "opened_at", "last_at", "seq", "head", "spectators"
            }  # fmt: skip
        after = page["next"]
        if after is None:
            break
    assert [each for each in seen if each in opened] == opened


def test_opening_needs_the_open_token_where_the_server_has_one(tmp_path: Path):
    with serving(tmp_path, open_token="合言葉") as table:  # noqa: S106 - of this test alone
        assert table.client.post("/battles", json=BODY).status_code == 401
        wrong = table.client.post("/battles", json=BODY, headers={"authorization": "Bearer x"})
        assert (wrong.status_code, wrong.json()["code"]) == (401, "unauthorized")
        said = "Bearer 合言葉".encode()
        assert table.client.post("/battles", json=BODY, headers=[(b"authorization", said)]).status_code == 201
    with serving(tmp_path, open_token="open sesame") as table:  # noqa: S106 - of this test alone
        right = table.client.post("/battles", json=BODY, headers={"authorization": "Bearer open sesame"})
        assert right.status_code == 201
        assert table.client.get("/battles").status_code == 200


def test_battles_and_tokens_outlive_the_server(tmp_path: Path):
    with serving(tmp_path) as table:
        battle = table.open()
        battle.begin()
        state = battle.get("a").text
    assert stat.S_IMODE((tmp_path / "senki.db.key").stat().st_mode) == 0o600
    assert len((tmp_path / "senki.db.key").read_bytes()) == 32
    with serving(tmp_path) as table:
        battle.client = table.client
        assert battle.get("a").text == state
        battle.choose("a", "sword", "longsword")
