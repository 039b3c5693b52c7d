"""Odds, luck and what-if over HTTP: who is answered, and when."""

from pathlib import Path

from tests.api.table import serving


def test_while_something_is_hidden_only_those_who_see_all_are_answered(tmp_path: Path):
    with serving(tmp_path) as table:
        battle = table.open()
        battle.begin()
        battle.choose("a", "sword", "longsword")
        head = battle.get("b").json()["seq"]
        hidden = battle.get("b", f"/odds/{head}")
        assert hidden.status_code == 403
        assert "伏せられている" in hidden.json()["detail"]
        asked = {"options": {"check_tie": "actor_succeeds"}}
        refused = table.client.post(f"{battle.url}/what-if", json=asked, headers=battle.auth("b"))
        assert refused.status_code == 403
        battle.choose("b", "fist", "fist")  # all is revealed, and the order is rolled
        end = battle.get("b").json()["seq"]
        assert battle.get("b", f"/odds/{end}").status_code == 403  # in that scene one skill was still hidden
        active = battle.get("b").json()["active"]
        other = {"a": "b", "b": "a"}[active]
        battle.says(active, {"type": "attack", "by": active, "target": other})
        end = battle.get("b").json()["seq"]
        shown = battle.get("b", f"/odds/{end}")
        assert shown.status_code == 200, shown.text
        assert (shown.json()["method"], shown.json()["n"]) == ("exact", 1296)
        answered = table.client.post(f"{battle.url}/what-if", json=asked, headers=battle.auth("b"))
        assert answered.status_code == 200, answered.text
        assert battle.get("b").json()["seq"] == end  # nothing was written
        every = table.client.post(f"{battle.url}/what-if?each=option", headers=battle.auth("b"))
        assert every.json()["complete"]
        luck = battle.get("b", "/luck").json()
        assert {one["by"] for one in luck["dice"]} == {"a", "b"}


def test_questions_that_cannot_be_asked(tmp_path: Path):
    with serving(tmp_path) as table:
        battle = table.open()
        battle.begin()
        assert battle.get("gm", "/odds/1").status_code == 400
        assert battle.get("gm", "/odds/999").status_code == 404
        assert battle.get("gm", "/odds/x").status_code == 400
        for wrong in ({}, {"at": 2}, {"faces": [1]}, {"options": {"nix": 1}}, {"at": 2, "declaration": {"type": "?"}}):
            answer = table.client.post(f"{battle.url}/what-if", json=wrong, headers=battle.auth("gm"))
            assert answer.status_code in {400, 422}, answer.text
            assert answer.json()["detail"]
