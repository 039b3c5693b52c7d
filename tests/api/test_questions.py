"""Questions asked of a record over HTTP: each through the eyes of whoever asks, and nothing of it touches the log."""

import re
from typing import Any

import pytest

from tests.api.table import Battle, Table

VARYING = re.compile(
    r'"(?:hash|digest|salt|key|root|battle|recorded_at)":\s*"[^"]*"'
    r"|\d{4}-\d\d-\d\d[ T][0-9:.]+ ?(?:Z|UTC)|\b[0-9a-f]{32,64}\b"
)
"""What is another in every battle: hashes, salts, times."""


def begun(table: Table, **asked: Any) -> Battle:
    """Two players face each other and declare their skills face down."""
    battle = table.open(**asked)
    battle.begin()
    return battle


def asked(battle: Battle, seat: str) -> list[str]:
    """The answers to every question that can be asked of a battle in which skills lie face down."""
    last = battle.get("gm").json()["seq"]
    paths = [f"/audit/{seq}{form}" for seq in range(1, last + 1) for form in ("", "?format=markdown", "?format=html")]
    fields = ("characters.a.skill", "characters.a.weapon", "characters.a", "awaiting", "phase")
    paths += [f"/why?path={field}&at={at}" for field in fields for at in (last, last - 1)]
    paths += ["/clauses/H-5.1", "/clauses/H-5.2", "/clauses/H-5.3"]
    said = [
        {"declaration": {"type": "attack", "by": "b", "target": "a"}},
        {"declaration": {"type": "declare_skill", "by": "a", "skill": "sword", "weapon": "longsword"}},
        {"by": "a", "type": "attack"},
        {"by": "b", "type": "declare_skill"},
    ]
    answers = [battle.get(seat, path) for path in paths]
    answers += [battle.client.post(f"{battle.url}/why-not", json=each, headers=battle.auth(seat)) for each in said]
    return [VARYING.sub("", answer.text).replace(battle.id, "") for answer in answers]


def test_what_one_player_hides_changes_no_answer_to_the_other(table: Table):
    sword, spear = begun(table, chance="entered"), begun(table, chance="entered")
    sword.choose("a", "sword", "longsword")
    spear.choose("a", "spear", "pike")
    for seat in ("b", "spectator"):
        for one, other in zip(asked(sword, seat), asked(spear, seat), strict=True):
            assert one == other
    assert asked(sword, "a") != asked(spear, "a")  # who hid it is told of it


def test_why_a_skill_lies_face_down_is_told_to_its_own_seat_alone(table: Table):
    battle = begun(table, chance="entered")
    seq = battle.choose("a", "sword", "longsword")["seq"]
    own = battle.get("a", "/why?path=characters.a.skill").json()
    assert (own["value"], own["text"], own["at"]) == ("sword", "剣術", seq)
    assert own["steps"][0]["declaration"]["what"] == "スキルを宣言する"
    other = battle.get("b", "/why?path=characters.a.skill").json()
    assert other["value"] is None
    assert [step["opening"] for step in other["steps"]] == [True]


def test_when_the_battle_is_over_everybody_is_told_everything(table: Table):
    battle = begun(table, chance="entered")
    seq = battle.choose("a", "sword", "longsword")["seq"]
    hidden = battle.get("b", f"/audit/{seq}").json()
    assert (hidden["hidden"], hidden["facts"]) == (True, [])
    assert [it["path"] for it in hidden["changes"]] == ["awaiting"]  # which everybody knows
    cited = battle.get("a", f"/audit/{seq}").json()["applied"][-1]["clauses"][0]["id"]
    assert seq in [it["seq"] for it in battle.get("a", f"/clauses/{cited}").json()["events"]]
    assert seq not in [it["seq"] for it in battle.get("b", f"/clauses/{cited}").json()["events"]]
    battle.says("gm", {"type": "close"})
    open_now = battle.get("b", f"/audit/{seq}").json()
    assert not open_now["hidden"]
    assert {"skill": "剣術", "weapon": "長剣"}.items() <= {it["path"]: it["text"] for it in open_now["facts"]}.items()
    assert battle.get("b", f"/why?path=characters.a.skill&at={seq}").json()["text"] == "剣術"


def test_why_not_writes_nothing_and_opens_no_envelope(table: Table):
    battle = begun(table)
    before = battle.get("gm").json()["seq"]
    used = battle.get("gm", "/chance").json()["used"]
    it = {"declaration": {"type": "roll", "notation": "2D6"}}
    told = battle.client.post(f"{battle.url}/why-not", json=it, headers=battle.auth("a")).json()
    assert told["accepted"]
    assert (battle.get("gm").json()["seq"], battle.get("gm", "/chance").json()["used"]) == (before, used)


def test_why_not_says_what_the_refusal_says(table: Table):
    battle = begun(table, chance="entered")
    for seat, it in (
        ("b", {"type": "declare_skill", "by": "a", "skill": "sword"}),
        ("b", {"type": "attack", "by": "b", "target": "a"}),
        ("b", {"type": "rewind", "to": 1, "reason": "x"}),
        ("b", {"type": "nonsense"}),
        ("gm", {"type": "rewind", "to": 999, "reason": "x"}),
    ):
        told = battle.client.post(f"{battle.url}/why-not", json={"declaration": it}, headers=battle.auth(seat)).json()
        refused = battle.declare(seat, it).json()
        assert not told["accepted"]
        assert (told["code"], told["message"]) == (refused["code"], refused["detail"])


@pytest.mark.parametrize(
    ("path", "status", "detail"),
    [
        ("/audit/0", 400, "1からの整数"),
        ("/audit/x", 400, "1からの整数"),
        ("/audit/999", 404, ""),
        ("/audit/1?format=pdf", 400, "format"),
        ("/why", 400, "例: characters.oni.hp"),
        ("/why?path=characters.a.nonsense", 404, "characters.a.nonsense"),
        ("/why?path=phase&at=999", 404, ""),
        ("/clauses/H-99.9", 404, "条項"),
    ],
)
def test_a_question_that_cannot_be_answered_is_told_in_a_sentence(battle: Battle, path: str, status: int, detail: str):
    answer = battle.get("gm", path)
    assert answer.status_code == status, answer.text
    assert detail in answer.json()["detail"]


@pytest.mark.parametrize("it", [{}, {"by": "a"}, {"declaration": {"type": "pass"}, "by": "a", "type": "pass"}])
def test_why_not_says_how_to_ask(battle: Battle, it: dict[str, Any]):
    answer = battle.client.post(f"{battle.url}/why-not", json=it, headers=battle.auth("gm"))
    assert answer.status_code == 400
    assert "declaration" in answer.json()["detail"]


def test_a_stranger_learns_nothing(table: Table, battle: Battle):
    for path in ("/audit/1", "/why?path=phase", "/clauses/H-1.1"):
        assert battle.get(None, path).status_code == 401
    listed = table.client.get("/clauses/H-3.1/battles").json()["battles"]
    assert battle.id not in [line["battle"] for line in listed]


def test_a_clause_leads_to_the_battles_that_the_asker_may_watch(table: Table):
    battle = begun(table, chance="entered", title="見てよい戦い", spectators="open")
    battle.choose("a", "sword", "longsword")
    battle.choose("b", "fist", "fist")
    events = battle.get("gm", "/events").json()["events"]
    cited = next(e["data"]["clauses"][0] for e in events if e["data"].get("clauses"))
    times = [e["seq"] for e in events if cited in e["data"].get("clauses", ())]
    line = next(
        it for it in table.client.get(f"/clauses/{cited}/battles").json()["battles"] if it["battle"] == battle.id
    )
    assert (line["title"], line["times"], line["first"]) == ("見てよい戦い", len(times), times[0])
    here = battle.get(None, f"/clauses/{cited}").json()
    assert [it["seq"] for it in here["events"]] == times
    assert here["clause"]["id"] == cited


def test_the_clause_book_is_searched_by_japanese_words_and_ids(table: Table):
    found = table.client.get("/systems/hms/clauses", params={"q": "阻止　一ラウンド"}).json()["clauses"]
    assert [clause["id"] for clause in found] == ["H-6.10", "H-6.11"]
    assert [c["id"] for c in table.client.get("/systems/hms/clauses", params={"q": "ｈ-6.5"}).json()["clauses"]] == [
        "H-6.5"
    ]
    assert table.client.get("/systems/hms/clauses", params={"q": "宇宙船"}).json()["clauses"] == []


def test_a_dossier_to_print_needs_nothing_besides_itself(battle: Battle):
    answer = battle.get("gm", "/audit/1?format=html")
    assert answer.headers["content-type"].startswith("text/html")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "<script" not in answer.text
    assert "src=" not in answer.text
    assert battle.get("gm", "/audit/1?format=markdown").text.startswith("# 1番　")
