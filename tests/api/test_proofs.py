"""Checking a battle over HTTP: its chain, its rules, its chance."""

import json
import sqlite3
from pathlib import Path

import pytest

from senki.api import pages as api_pages
from senki.rules.envelopes import Sealing, included
from senki.rules.sampler import faces, words_digest
from tests.api.table import Battle, Table, serving

CASES = Path(__file__).parents[1] / "cases"


@pytest.fixture
def rolled(table: Table) -> Battle:
    """A battle with some dice, some of them secret."""
    battle = table.open()
    battle.says("a", {"type": "words", "text": "北斗"})
    battle.says("a", {"type": "roll", "notation": "2D6"})
    battle.says("b", {"type": "words", "text": "南斗"})
    battle.says("b", {"type": "roll", "notation": "S1D10"})
    battle.begin()
    battle.choose("a", "sword", "longsword")
    battle.choose("b", "fist", "fist")
    return battle


def test_a_sound_battle_is_verified_in_all_respects(rolled: Battle):
    told = rolled.get("a", "/verify").json()
    assert told["ok"]
    assert told["chain"]["seq"] == told["rules"]["events"]
    assert told["chance"] == {"kind": "sealed", "ok": True, "checked": told["chance"]["checked"], "hidden": 1}
    assert rolled.get("b", "/verify").json()["chance"]["checked"] == told["chance"]["checked"] + 1


def test_a_head_that_was_kept_is_checked_against(rolled: Battle):
    events = rolled.get("a", "/events").json()["events"]
    kept = events[3]
    assert rolled.get("a", f"/verify?seq=4&hash={kept['hash']}").json()["ok"]
    other = rolled.get("a", f"/verify?seq=4&hash={'0' * 64}").json()
    assert (other["ok"], other["chain"]["damage"], other["chain"]["at"]) == (False, "other_history", 4)
    longer = rolled.get("a", f"/verify?seq=999&hash={'0' * 64}").json()
    assert (longer["chain"]["damage"], longer["chain"]["at"]) == ("cut_off", events[-1]["seq"] + 1)
    for asked in ("seq=4", "hash=00", f"seq=4&hash={'x' * 64}", "seq=4&hash=00", f"seq=0&hash={'0' * 64}"):
        assert rolled.get("a", f"/verify?{asked}").status_code == 400


def test_a_stranger_can_prove_a_roll(rolled: Battle):
    roll = next(e["data"] for e in rolled.get("a", "/events").json()["events"] if e["type"] == "rolled")
    proof = rolled.get("a", "/chance/1").json()
    key = bytes.fromhex(proof["key"])
    opened = rolled.get("a", "/events").json()["events"][0]["data"]
    assert proof["root"] == opened["chance"]["root"]
    siblings = tuple(bytes.fromhex(each) for each in proof["siblings"])
    assert (proof["book"], proof["first"], proof["size"], len(siblings)) == (1, 1, 256, 8)
    assert included(key, 1, siblings, Sealing(1, 1, 256, proof["root"]))
    assert list(faces(key, words_digest([("a", "北斗")]), 1, 2, 6).values) == roll["faces"]


@pytest.mark.parametrize(("number", "status"), [("0", 404), ("999", 404), ("x", 400), ("-1", 400), ("9" * 30, 400)])
def test_an_envelope_that_was_not_opened_proves_nothing(rolled: Battle, number: str, status: int):
    assert rolled.get("a", f"/chance/{number}").status_code == status


def test_a_battle_with_dice_of_a_real_table_has_no_envelopes(table: Table):
    battle = table.open(chance="entered")
    battle.says("a", {"type": "roll", "notation": "2D6"}, [[3, 4]])
    assert battle.get("a", "/chance/1").status_code == 404
    assert battle.get("a", "/verify").json()["chance"] == {"kind": "entered", "ok": True}


def test_a_damaged_file_is_told_with_every_battle_in_it(tmp_path: Path):
    """An index that leads to one battle less: the battle that is asked about may be whole, the file is not."""
    with serving(tmp_path) as table:
        first, second = table.open(), table.open()
        assert first.get("gm", "/verify").json()["ok"]
    path = tmp_path / "senki.db"
    with sqlite3.connect(path) as raw:
        (root,) = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_streams_1'").fetchone()
    raw.close()
    content = bytearray(path.read_bytes())
    content[(root - 1) * 4096 + 4] -= 1
    path.write_bytes(content)
    with serving(tmp_path) as table:
        verdicts = [table.client.get(f"{b.url}/verify", headers=b.auth("gm")).json() for b in (first, second)]
        assert [verdict["ok"] for verdict in verdicts] == [False, False]
        assert all("index" in "".join(verdict["flaws"]) for verdict in verdicts)
        assert sorted(str(verdict["chain"].get("damage")) for verdict in verdicts) == ["None", "hidden"]


def test_the_next_book_is_announced_and_proves_what_comes_out_of_it(table: Table):
    battle = table.open()
    for times in (20,) * 12 + (17,):
        battle.says("a", {"type": "roll", "notation": f"x{times} 1D6"})
    told = battle.get("a", "/events?limit=1000").json()["events"]
    (book,) = [e["data"] for e in told if e["type"] == "book_opened"]
    assert (book["book"], book["size"]) == (2, 4096)
    last = battle.get("a", "/chance/257").json()
    assert (last["book"], last["first"], last["size"], last["root"]) == (2, 257, 4096, book["root"])
    assert len(last["siblings"]) == 12
    siblings = tuple(bytes.fromhex(each) for each in last["siblings"])
    assert included(bytes.fromhex(last["key"]), 257, siblings, Sealing(2, 257, 4096, book["root"]))
    assert battle.get("a", "/chance/256").json()["book"] == 1
    verdict = battle.get("a", "/verify").json()
    assert (verdict["ok"], verdict["chance"]["checked"]) == (True, 257)


@pytest.mark.parametrize(("before", "after"), [("右", "左"), ('"said"', '"sung"'), ("{", "[")])
def test_a_changed_byte_is_found_even_where_the_log_cannot_be_read_any_more(tmp_path: Path, before: str, after: str):
    with serving(tmp_path) as table:
        battle = table.open()
        battle.says("a", {"type": "say", "text": "右へ"})
    with sqlite3.connect(tmp_path / "senki.db") as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("UPDATE events SET data = replace(data, ?, ?) WHERE seq = 3", (before, after))
    connection.close()
    with serving(tmp_path) as table:
        battle.client = table.client
        told = battle.get("a", "/verify").json()
        assert (told["ok"], told["chain"]["damage"], told["chain"]["at"]) == (False, "changed", 3)
        assert told["chain"]["seq"] == 2


def test_the_key_of_a_draw_is_told_when_the_battle_is_over(table: Table):
    """Before that, it would tell which of the cards that are hidden in hands come before the drawn one."""
    steps = json.loads((CASES / "persona.json").read_text())["cases"][0]["open"]
    setup = {name: value for name, value in steps.items() if name not in {"deck", "discards"}}
    for character in setup["characters"]:
        character.pop("hand", None)
        character.pop("hand_limit", None)
    answer = table.client.post("/battles", json={"system": "persona", "setup": setup})
    assert answer.status_code == 201, answer.text
    battle = Battle(table.client, answer.json())
    battle.begin()
    drawn = next(e["data"] for e in battle.get("gm", "/events").json()["events"] if e["type"] == "drawn")
    assert battle.get("gm", f"/chance/{drawn['number']}").json()["key"] is None
    battle.says("gm", {"type": "close"})
    proof = battle.get("spectator", f"/chance/{drawn['number']}").json()
    siblings = tuple(bytes.fromhex(s) for s in proof["siblings"])
    assert included(bytes.fromhex(proof["key"]), drawn["number"], siblings, Sealing(1, 1, proof["size"], proof["root"]))


def test_the_ledger_tells_each_envelope_to_whom_it_may(rolled: Battle):
    """Two table rolls, the second of them secret, then the initiative of each: 1 is open to all, 2 to its seat only."""
    told = rolled.get("b", "/chance").json()
    assert (told["kind"], told["used"], told["next"], told["fault"]) == ("sealed", 4, None, None)
    assert [it["number"] for it in told["envelopes"]] == [1, 2, 3, 4]
    first, second, third, _ = told["envelopes"]
    assert (first["state"], first["by"], first["purpose"], first["asked"]) == ("open", "a", "table", "2D6")
    assert (second["state"], second["asked"], len(second["values"])) == ("secret", "1D10", 1)
    assert (third["purpose"], third["by"]) == ("initiative", "a")
    assert rolled.get("a", "/chance").json()["envelopes"][1] == {"number": 2, "state": "unseen"}
    page = rolled.get("a", "/chance?after=1&limit=2").json()
    assert ([it["number"] for it in page["envelopes"]], page["next"]) == ([2, 3], 3)
    assert rolled.get("a", "/chance?after=x").status_code == 400


def test_an_archive_has_the_proofs_of_all_that_its_reader_may_see(rolled: Battle):
    """And of the secret roll, as soon as the battle is over."""

    def proven(seat: str) -> list[int]:
        lines = [json.loads(line) for line in rolled.get(seat, "/archive").text.splitlines()]
        return [line["number"] for line in lines if line.get("senki") == "proof"]

    assert proven("a") == [1, 3, 4]
    assert proven("b") == [1, 2, 3, 4]
    rolled.says("gm", {"type": "close"})
    assert proven("a") == [1, 2, 3, 4]


def test_the_verifier_page_may_be_saved_and_states_its_own_policy(table: Table):
    answer = table.client.get("/verifier")
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'sha256-" in policy
    assert "unsafe" not in policy
    assert answer.content == (Path(api_pages.__file__).with_name("verifier.html")).read_bytes()
