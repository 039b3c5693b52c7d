"""The short way to the busiest routes answers as the long way does."""

import pytest

from tests.api.table import Battle, Json, Table

SAY: Json = {"type": "say", "text": "やあ"}


@pytest.fixture(params=["short", "long"])
def way(request: pytest.FixtureRequest, table: Table):
    """Each way in turn: the long one is taken when the app has hooks that want to see every message."""

    async def hook(*_: object) -> None:
        pass

    app = table.server.app
    app.before_send = [hook] if request.param == "long" else []
    yield request.param
    app.before_send = []


def told(battle: Battle) -> list[object]:
    """What some requests are answered with, without what is random."""
    battle.begin()
    answers = [
        battle.get("a"),
        battle.get("a", "/state?at=2"),
        battle.get("a", "/state?at=999"),
        battle.get("a", "/state?when=now"),
        battle.get("a", if_none_match=battle.get("a").headers["etag"]),
        battle.get(None),
        battle.declare("a", SAY),
        battle.declare("a", SAY, if_match="1"),
        battle.declare("a", SAY, idempotency_key="k"),
        battle.declare("a", SAY, idempotency_key="k"),
        battle.declare("a", {"type": "dance"}),
        battle.declare(None, SAY),
        battle.client.post(f"{battle.url}/declarations", content=b"{", headers=battle.auth("a")),
    ]
    shapes: list[object] = []
    for answer in answers:
        body = answer.json() if answer.content else None
        keys = sorted(body) if isinstance(body, dict) else body
        kept = {k: v for k, v in answer.headers.items() if k in {"content-type", "etag", "cache-control", "location"}}
        seq = answer.headers.get("senki-head", "").split(" ")[0]
        shapes.append((answer.status_code, keys, kept, seq, body.get("code") if body else None))
    return shapes


ANSWERS: dict[str, list[object]] = {}


def test_both_ways_give_the_same_answers(way: str, battle: Battle):
    ANSWERS[way] = told(battle)
    assert len({repr(each) for each in ANSWERS.values()}) == 1


@pytest.mark.parametrize("path", ["//state", "/x/state/", "/x/y/state", "/", "", "/x/declarations"])
def test_other_paths_are_litestars(table: Table, path: str):
    answer = table.client.get(f"/battles{path}")
    assert answer.status_code in {200, 404, 405}
