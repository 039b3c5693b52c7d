"""`senki audit`, `why`, `whynot` and `clauses` on the recorded fight (worked out in tests/logs/test_hms_1.py)."""

import json
from pathlib import Path

from tests.api.cli.conftest import Senki

BLOCK = '{"type": "block", "by": "sayo"}'


def test_audit_tells_the_blow_with_its_numbers_and_its_clauses(run: Senki, db: Path):
    told = run("audit", "hms-1", "30", db=db)
    assert told.exit_code == 0, told.output
    assert "達成値の差 5 ＋ 殺傷力 3 ＋ 防御力 −1" in told.output
    assert "雷蔵のＨＰ：30 → 23" in told.output
    assert json.loads(run("audit", "hms-1", "30", "--json", db=db).output)["declarations"][0]["who"] == "サヨ"
    assert run("audit", "hms-1", "30", "--format", "html", db=db).output.startswith("<!doctype html>")
    assert run("audit", "hms-1", "999", db=db).exit_code == 2


def test_why_tells_each_blow_back_to_the_opening(run: Senki, db: Path):
    told = run("why", "hms-1", "characters.raizo.hp", "--at", "60", db=db)
    assert "雷蔵のＨＰ：23" in told.output
    assert "30番　30 → 23" in told.output
    assert "はじめから 30" in told.output
    assert run("why", "hms-1", "characters.nobody.hp", db=db).exit_code == 2


def test_whynot_reads_a_declaration_or_a_file_of_one(run: Senki, db: Path, tmp_path: Path):
    assert json.loads(run("whynot", "hms-1", BLOCK, "--at", "37", "--json", db=db).output)["accepted"]
    file = tmp_path / "block.json"
    file.write_text(BLOCK)
    refused = run("whynot", "hms-1", str(file), "--at", "52", db=db)
    assert "ミユキの宣言" in refused.output
    asked = run("whynot", "hms-1", "--asked", "sayo", "block", "--at", "37", "--seat", "haru", db=db)
    assert "この宣言は待たれていました。" in asked.output
    for wrong in ((), (BLOCK, "--asked", "sayo", "block"), ("{",), (BLOCK, "--at", "40")):
        assert run("whynot", "hms-1", *wrong, db=db).exit_code == 2, wrong


def test_clauses_are_searched(run: Senki):
    assert [c["id"] for c in json.loads(run("clauses", "hms", "阻止", "一ラウンド", "--json").output)] == [
        "H-6.10",
        "H-6.11",
    ]
    assert "ありません" in run("clauses", "hms", "宇宙船").output
