"""What goes wrong is told as a problem document, and nothing else is told with it."""

from pathlib import Path

import pytest

from senki.api.problems import CODES, Refused, problem_of
from senki.eventstore.errors import StoreUnavailable
from tests.api.table import Battle, Json, Table, serving


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "not_found"),
        ("GET", "/battles/x/y/z", 404, "not_found"),
        ("GET", "/systems/chess", 404, "not_found"),
        ("GET", "/systems/hms/clauses/H-99", 404, "not_found"),
        ("DELETE", "/battles", 405, "method_not_allowed"),
        ("PUT", "/battles/x/declarations", 405, "method_not_allowed"),
        ("GET", "/battles?limit=0", 400, "invalid_request"),
        ("GET", "/battles/%00/state", 404, "not_found"),
        ("GET", "/battles/%ff%fe/state", 404, "not_found"),
        ("GET", f"/battles/{'x' * 5000}/state", 404, "not_found"),
    ],
)
def test_whatever_is_asked_amiss_gets_a_problem_document(table: Table, method: str, path: str, status: int, code: str):
    answer = table.client.request(method, path)
    told: Json = answer.json()
    assert (answer.status_code, told["status"], told["code"]) == (status, status, code), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["cache-control"] == "no-store"
    assert set(told) <= {"type", "title", "status", "detail", "code", "clause", "needs", "seq"}
    assert any("ぁ" <= c <= "ん" for c in told["detail"])


def test_an_error_that_nobody_foresaw_tells_nothing_of_itself(tmp_path: Path):
    async def broken(*_: object) -> None:
        raise RuntimeError("伏せた札はスペードの９")

    with serving(tmp_path) as table:
        battle = table.open()
        table.server.app.state["parts"].history.at = broken
        answer = battle.get("a", "/state?at=1")
        assert (answer.status_code, answer.json()["code"]) == (500, "internal")
        assert "スペード" not in answer.text
        assert "Traceback" not in answer.text
        assert answer.headers["x-request-id"]
        assert battle.get("a").status_code == 200


def test_a_store_that_cannot_answer_is_busy_and_the_client_may_try_again(tmp_path: Path):
    async def busy(*_: object, **__: object) -> None:
        raise StoreUnavailable("database or disk is full: /secret/path")

    with serving(tmp_path) as table:
        battle = table.open()
        table.server.app.state["parts"].store.append = busy
        answer = battle.declare("a", {"type": "say", "text": "やあ"})
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        assert answer.headers["retry-after"] == "1"
        assert "/secret" not in answer.text
        table.server.app.state["parts"].store.put_record = busy
        assert table.client.get("/health").status_code == 503


def test_health_tells_that_the_store_takes_writes(table: Table):
    told = table.client.get("/health").json()
    assert (told["status"], told["writable"], told["readable"]) == ("ok", True, True)
    assert "hms" in told["systems"]


def test_every_code_has_a_status_and_a_japanese_title():
    for code, (status, title) in CODES.items():
        problem, _ = problem_of(Refused(code, "だめです。"))
        assert (problem.status, problem.title) == (status, title)
        assert 400 <= status < 600


def test_a_clause_stands_with_the_refusal_that_it_causes(battle: Battle):
    battle.begin()
    answer = battle.declare("a", {"type": "declare_skill", "by": "a", "skill": "sword", "weapon": "pike"})
    assert answer.status_code >= 400
    if "clause" in answer.json():
        clause = battle.client.get(f"/systems/hms/clauses/{answer.json()['clause']}")
        assert clause.status_code == 200
