"""Who may do what: every route, for everyone who may come to it."""

import pytest

from tests.api.table import SETUP, Battle, Table

SAY = {"type": "say", "text": "やあ"}
CALLERS = ("none", "garbage", "other", "spectator", "a", "b", "gm")
READ = {"none": 401, "garbage": 401, "other": 403, "spectator": 200, "a": 200, "b": 200, "gm": 200}
WATCH = {**READ, "none": 200}
OPEN_TO_ALL = dict.fromkeys(CALLERS, 200)
ROUTES = ("/state", "/state?at=1", "/events", "/declarations/legal", "/verify", "/archive", "/chance/1")
FREE = ("/health", "/systems", "/systems/hms", "/systems/hms/clauses", "/systems/hms/clauses/H-6.2", "/battles")
DECLARATIONS = {
    "table talk": (SAY, {"none": 401, "garbage": 401, "other": 403, "spectator": 201, "a": 201, "b": 201, "gm": 201}),
    "the GM's authority": (
        {"type": "rule", "reason": "練習", "changes": []},
        {"none": 401, "garbage": 401, "other": 403, "spectator": 403, "a": 403, "b": 403, "gm": 201},
    ),
    "a character's own": (
        {"type": "roll", "by": "a", "notation": "2D6"},
        {"none": 401, "garbage": 401, "other": 403, "spectator": 403, "a": 201, "b": 403, "gm": 403},
    ),
}


@pytest.fixture(scope="module")
def battles(table: Table) -> dict[str, Battle]:
    """A battle that only tokens open, one that anybody may watch, and another one."""
    found = {"closed": table.open(), "open": table.open(spectators="open"), "other": table.open()}
    for battle in found.values():
        battle.says("gm", {"type": "roll", "notation": "2D6"})
    return found


def auth(battles: dict[str, Battle], which: str, caller: str) -> dict[str, str]:
    """The headers of a caller at a battle."""
    match caller:
        case "none":
            return {}
        case "garbage":
            return {"authorization": "Bearer gibberish"}
        case "other":
            return battles["other"].auth("gm")
        case _:
            return battles[which].auth(caller)


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(("which", "expected"), [("closed", READ), ("open", WATCH)])
def test_reading_a_battle_needs_one_of_its_tokens_unless_anybody_may_watch(
    table: Table, battles: dict[str, Battle], route: str, caller: str, which: str, expected: dict[str, int]
):
    answer = table.client.get(battles[which].url + route, headers=auth(battles, which, caller))
    assert answer.status_code == expected[caller], answer.text
    assert ("senki-head" in answer.headers) == (answer.status_code == 200)


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize(("which", "expected"), [("closed", READ), ("open", WATCH)])
def test_a_live_stream_needs_what_reading_needs(
    table: Table, battles: dict[str, Battle], caller: str, which: str, expected: dict[str, int]
):
    with table.client.stream("GET", f"{battles[which].url}/live", headers=auth(battles, which, caller)) as answer:
        assert answer.status_code == expected[caller]


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("which", ["closed", "open"])
@pytest.mark.parametrize("what", DECLARATIONS)
def test_declaring_always_needs_a_token_and_the_right_seat(
    table: Table, battles: dict[str, Battle], what: str, caller: str, which: str
):
    it, expected = DECLARATIONS[what]
    answer = table.client.post(
        f"{battles[which].url}/declarations", json={"declaration": it}, headers=auth(battles, which, caller)
    )
    assert answer.status_code == expected[caller], answer.text
    assert answer.status_code != 401 or answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("route", FREE)
def test_what_is_no_battles_needs_no_token(table: Table, battles: dict[str, Battle], route: str, caller: str):
    assert table.client.get(route, headers=auth(battles, "closed", caller)).status_code == OPEN_TO_ALL[caller]


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("route", [*ROUTES, "/live"])
def test_a_battle_that_is_not_there_is_not_found_by_anybody(
    table: Table, battles: dict[str, Battle], route: str, caller: str
):
    answer = table.client.get(f"/battles/nowhere{route}", headers=auth(battles, "closed", caller))
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("said", ["", "Bearer", "Basic Zm9vOmJhcg==", "gm"])
def test_another_kind_of_authorization_is_no_token(table: Table, battles: dict[str, Battle], said: str):
    answer = table.client.get(f"{battles['open'].url}/state", headers={"authorization": said})
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthorized")


def test_a_token_in_the_query_opens_the_live_stream_and_nothing_else(table: Table, battles: dict[str, Battle]):
    battle = battles["closed"]
    token = battle.tokens["a"]
    with table.client.stream("GET", f"{battle.url}/live?token={token}") as answer:
        assert answer.status_code == 200
    with table.client.stream("GET", f"{battle.url}/live?token=gibberish") as answer:
        assert answer.status_code == 401
    for route in ROUTES:
        mark = "&" if "?" in route else "?"
        answer = table.client.get(f"{battle.url}{route}{mark}token={token}")
        assert answer.status_code in {400, 401}
        assert token not in answer.text


def test_one_who_only_watches_is_offered_nothing_to_declare(battles: dict[str, Battle]):
    open_to_all = battles["open"]
    assert open_to_all.get(None, "/declarations/legal").json()["declarations"] == []
    offered = open_to_all.get("spectator", "/declarations/legal").json()["declarations"]
    assert {"say", "roll", "annotate", "dispute"} <= {each["type"] for each in offered}


def test_the_seats_of_the_gm_and_of_spectators_cannot_be_given_to_players(table: Table):
    for seat in ("gm", "spectator"):
        setup = {**SETUP, "seats": {seat: ["a"]}}
        answer = table.client.post("/battles", json={"system": "hms", "setup": setup})
        assert (answer.status_code, answer.json()["code"]) == (422, "illegal_value")
