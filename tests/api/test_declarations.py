"""Declaring over HTTP: what is answered, what is refused and how, races and retries."""

import json
import socket
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from senki.rules.rejection import CODES
from tests.api.table import SETUP, Battle, Json, Table

SAY: Json = {"type": "say", "text": "やあ"}
CHOOSE: Json = {"type": "declare_skill", "by": "a", "skill": "sword", "weapon": "longsword"}


def test_an_accepted_declaration_answers_its_events_the_head_and_who_is_awaited(battle: Battle):
    answer = battle.declare("gm", {"type": "begin"})
    told = answer.json()
    assert answer.status_code == 201
    assert [event["type"] for event in told["events"]][:2] == ["declared", "began"]
    assert told["events"][-1]["seq"] == told["seq"] == told["head"]["seq"]
    assert told["events"][-1]["hash"] == told["head"]["hash"]
    assert {(a["by"], *a["types"]) for a in told["awaiting"]} == {("a", "declare_skill"), ("b", "declare_skill")}
    assert answer.headers["senki-head"] == f"{told['seq']} {told['head']['hash']}"
    assert battle.get("gm", "/events?after=1").json()["events"] == told["events"]


@pytest.mark.parametrize(
    ("seat", "it", "status", "code"),
    [
        ("a", {"type": "dance"}, 422, "malformed"),
        ("a", {"type": "say"}, 422, "malformed"),
        ("a", {"type": "say", "text": ""}, 422, "malformed"),
        ("a", {"type": "say", "text": "あ" * 4001}, 422, "malformed"),
        ("a", {"type": "say", "text": 5}, 422, "malformed"),
        ("a", {}, 422, "malformed"),
        ("a", [], 422, "malformed"),
        ("a", None, 422, "malformed"),
        ("a", {"type": "roll", "notation": "2D6", "by": "nobody"}, 422, "unknown_character"),
        ("a", {"type": "roll", "notation": "ダイス"}, 422, "illegal_value"),
        ("a", {"type": "dispute", "seq": 999, "claim": "おかしい"}, 422, "illegal_value"),
        ("a", {"type": "begin"}, 403, "gm_only"),
        ("a", {"type": "roll", "notation": "2D6", "by": "b"}, 403, "not_your_seat"),
        ("a", CHOOSE, 409, "not_awaited"),
        ("gm", {"type": "rewind", "to": 999, "reason": "試し"}, 422, "illegal_value"),
        ("gm", {"type": "settle", "dispute": 1, "verdict": "upheld", "reason": "試し"}, 422, "illegal_value"),
    ],
)
def test_a_refusal_is_a_problem_document_with_the_contracts_code(
    battle: Battle, seat: str, it: Json, status: int, code: str
):
    answer = battle.declare(seat, it)
    told = answer.json()
    assert (answer.status_code, told["code"], told["status"]) == (status, code, status), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert told["type"] == f"urn:senki:problem:{code}"
    assert told["title"]
    assert told["detail"]
    assert told["seq"] == 1
    assert answer.headers["senki-head"].startswith("1 ")
    assert battle.get("gm").json()["seq"] == 1, "nothing was written"


def test_every_code_of_the_contract_has_a_status_of_its_kind(table: Table):
    from senki.api.problems import CODES as KNOWN  # noqa: PLC0415 - beside the contract's own

    del table
    assert set(CODES) <= set(KNOWN)
    assert all(400 <= KNOWN[code][0] < 500 for code in CODES)


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b'{"declaration": {"type": "say"}, "roll": []}', b'{"rolls": []}', b"\xff\xfe"]
)
def test_a_body_of_another_form_is_an_invalid_request(battle: Battle, body: bytes):
    headers = {**battle.auth("a"), "content-type": "application/json"}
    answer = battle.client.post(f"{battle.url}/declarations", content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_request")
    assert "declaration" in answer.json()["detail"]


def test_another_content_type_is_not_read(battle: Battle):
    headers = {**battle.auth("a"), "content-type": "text/plain"}
    answer = battle.client.post(f"{battle.url}/declarations", content=b"{}", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


def test_a_body_that_is_too_large_is_refused_whether_it_says_so_or_not(table: Table, battle: Battle):
    most = table.settings.body_bytes
    url, headers = f"{battle.url}/declarations", {**battle.auth("a"), "content-type": "application/json"}
    for content in (b" " * (most + 1), (b" " * 65_536 for _ in range(most // 65_536 + 1))):
        answer = battle.client.post(url, content=content, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("chunked", [False, True])
def test_a_plain_client_is_told_why_its_body_is_refused(table: Table, battle: Battle, chunked: bool):
    """One that looks for the answer only when all is sent: with a megabyte too much, or twenty."""
    for size in (table.settings.body_bytes + 1, 20 << 20):
        content = (b" " * 65_536 for _ in range(size // 65_536 + 1)) if chunked else b" " * size
        headers = {**battle.auth("a"), "content-type": "application/json"}
        if not chunked:
            headers["content-length"] = str(size)
        asked = urllib.request.Request(f"{table.url}{battle.url}/declarations", content, headers, method="POST")  # noqa: S310 - our own server
        with pytest.raises(urllib.error.HTTPError) as refusal:
            urllib.request.urlopen(asked, timeout=30)  # noqa: S310 - our own server - this test's own server
        with refusal.value as answer:
            assert answer.status == 413
            assert answer.headers["connection"] == "close"
            assert json.load(answer)["code"] == "too_large"


def test_the_answer_to_a_body_over_the_limit_is_whole_on_the_socket_and_then_it_is_closed(table: Table, battle: Battle):
    host, port = table.url.removeprefix("http://").split(":")
    size = table.settings.body_bytes + (3 << 20)
    head = (
        f"POST {battle.url}/declarations HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n"
        f"authorization: Bearer {battle.tokens['a']}\r\ncontent-length: {size}\r\n\r\n"
    )
    with socket.create_connection((host, int(port)), timeout=30) as client:
        client.sendall(head.encode())
        for _ in range(size // 65_536):
            client.sendall(b" " * 65_536)
        heard = b""
        while part := client.recv(65_536):
            heard += part
    assert heard.startswith(b"HTTP/1.1 413 ")
    assert "要求の本文は".encode() in heard


def test_a_client_that_asks_first_is_refused_before_it_sends(table: Table, battle: Battle):
    host, port = table.url.removeprefix("http://").split(":")
    head = (
        f"POST {battle.url}/declarations HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n"
        f"authorization: Bearer {battle.tokens['a']}\r\ncontent-length: 9000000\r\nexpect: 100-continue\r\n\r\n"
    )
    with socket.create_connection((host, int(port)), timeout=30) as client:
        client.sendall(head.encode())
        assert client.recv(65_536).startswith(b"HTTP/1.1 413 ")


def test_text_that_cannot_be_recorded_is_refused(battle: Battle):
    headers = {**battle.auth("a"), "content-type": "application/json"}
    for text in (b"\\ud800", b"\\u0000"):
        body = b'{"declaration": {"type": "say", "text": "' + text + b'"}}'
        answer = battle.client.post(f"{battle.url}/declarations", content=body, headers=headers)
        assert answer.status_code in {201, 400, 422}, answer.text
    deep = b'{"declaration": ' + b"[" * 5000 + b"]" * 5000 + b"}"
    answer = battle.client.post(f"{battle.url}/declarations", content=deep, headers=headers)
    assert answer.status_code in {400, 422}


def test_dice_of_a_real_table_are_handed_in_and_refused_where_they_do_not_fit(table: Table):
    battle = table.open(chance="entered")
    it = {"type": "roll", "notation": "2D6"}
    missing = battle.declare("a", it)
    assert (missing.status_code, missing.json()["code"]) == (422, "bad_rolls")
    assert missing.json()["needs"] == [{"by": "a", "purpose": "table", "count": 2, "sides": 6, "what": "2D6"}]
    for rolls in ([[1]], [[1, 7]], [[1, 2], [3]], [["x", 1]], [[10**30, 1]]):
        assert battle.declare("a", it, rolls).json()["code"] == "bad_rolls"
    assert battle.says("a", it, [[2, 5]])["events"][1]["data"]["faces"] == [2, 5]
    sealed = table.open().declare("a", it, [[1, 1]])
    assert (sealed.status_code, sealed.json()["code"]) == (422, "bad_rolls")


@pytest.mark.parametrize("said", ["{seq}", '"{seq}"', 'W/"{seq}"', '"{seq}-gm"'])
def test_if_match_holds_a_declaration_to_the_moment_it_was_made_for(battle: Battle, said: str):
    stale = battle.declare("gm", SAY, if_match=said.format(seq=7))
    assert (stale.status_code, stale.json()["code"], stale.json()["seq"]) == (412, "stale", 1)
    assert battle.declare("gm", SAY, if_match=said.format(seq=1)).status_code == 201


def test_if_match_takes_the_etag_of_a_state(battle: Battle):
    etag = battle.get("a").headers["etag"]
    assert battle.declare("a", SAY, if_match=etag).status_code == 201
    assert battle.declare("a", SAY, if_match=etag).status_code == 412
    assert battle.declare("a", SAY, if_match="*").status_code == 201
    assert battle.declare("a", SAY, if_match="new").status_code == 400


def test_a_retry_gives_the_first_answer_again(battle: Battle):
    battle.begin()
    first = battle.declare("a", CHOOSE, idempotency_key="k1")
    battle.says("b", {"type": "say", "text": "その間に"})
    again = battle.declare("a", dict(reversed(CHOOSE.items())), idempotency_key="k1")
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.text == again.text
    assert again.headers["idempotent-replayed"] == "true"
    assert again.headers["senki-head"] == first.headers["senki-head"]
    other = battle.declare("a", SAY, idempotency_key="k1")
    assert (other.status_code, other.json()["code"]) == (422, "key_reused")
    assert battle.declare("b", SAY, idempotency_key="k1").status_code == 201, "keys are each seat's own"


def test_a_refused_declaration_leaves_its_key_unused(battle: Battle):
    assert battle.declare("a", CHOOSE, idempotency_key="k").status_code == 409
    battle.begin()
    assert battle.declare("a", CHOOSE, idempotency_key="k").status_code == 201


@pytest.mark.parametrize("key", ["x" * 201, "\x01"])
def test_a_key_that_cannot_be_one_is_refused(battle: Battle, key: str):
    try:
        answer = battle.declare("a", SAY, idempotency_key=key)
    except httpx.LocalProtocolError:
        return
    assert answer.status_code == 400


def test_of_many_declarations_for_one_moment_exactly_one_wins(table: Table):
    battle = table.open()
    with ThreadPoolExecutor(32) as pool:
        answers = list(pool.map(lambda _: battle.declare("gm", SAY, if_match='"1"'), range(32)))
    statuses = sorted(a.status_code for a in answers)
    assert statuses == [201] + [412] * 31
    assert {a.json()["seq"] for a in answers} == {3}


def test_retries_at_once_write_once(table: Table):
    battle = table.open()
    with ThreadPoolExecutor(32) as pool:
        answers = list(pool.map(lambda _: battle.declare("a", SAY, idempotency_key="once"), range(32)))
    assert sorted(a.status_code for a in answers) == [200] * 31 + [201]
    assert len({a.text for a in answers}) == 1
    assert battle.get("gm").json()["seq"] == 3


def test_many_at_once_without_a_condition_are_all_recorded_without_a_gap(table: Table):
    battle = table.open()
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda n: battle.declare("a", {**SAY, "text": f"{n}"}), range(64)))
    assert {a.status_code for a in answers} == {201}
    seqs = sorted(event["seq"] for a in answers for event in a.json()["events"])
    assert seqs == list(range(2, 2 + 128))
    assert battle.get("gm", "/verify").json()["ok"]


def test_the_gm_plays_whoever_has_no_seat(table: Table):
    battle = table.open(seats={"p1": ["a"]})
    battle.begin()
    battle.says("gm", {"type": "declare_skill", "by": "b", "skill": "fist", "weapon": "fist"})
    assert battle.declare("p1", {"type": "declare_skill", "by": "b", "skill": "fist"}).status_code == 403
    assert SETUP["options"] == {"skill_declaration": "simultaneous"}
