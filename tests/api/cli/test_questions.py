"""`senki odds`, `senki luck` and `senki whatif` on the recorded fight."""

import json
from pathlib import Path

from tests.api.cli.conftest import Senki


def test_odds_are_counted_and_told(run: Senki, db: Path):
    """Sayo (16 in all) needs 2D6 against 2D6: 26 is a roll of her attack, 24 its declaration."""
    told = run("odds", "hms-1", 26, db=db)
    assert told.exit_code == 0, told.output
    assert "1296通り" in told.output
    again = json.loads(run("odds", "hms-1", 24, "--json", db=db).output)
    assert (again["seq"], again["method"], again["n"]) == (24, "exact", 1296)
    assert sum(row["probability"] for row in again["outcomes"]) > 0.9999


def test_the_opening_has_no_odds(run: Senki, db: Path):
    told = run("odds", "hms-1", 1, db=db)
    assert told.exit_code == 2
    assert "開戦には宣言がありません" in told.stderr


def test_luck_never_speaks_of_guilt(run: Senki, db: Path):
    told = run("luck", "hms-1", db=db)
    assert told.exit_code == 0, told.output
    assert "偏っているとは言えません" in told.output
    assert "4組のダイスを調べました" in told.output


def test_other_faces_turn_a_hit_into_a_miss(run: Senki, db: Path):
    told = run("whatif", "hms-1", "--at", 26, "--faces", "1,1", db=db)
    assert told.exit_code == 0, told.output
    assert "雷蔵はそれをかわした" in told.output
    assert "〔指定〕" in told.output


def test_each_option_is_tried(run: Senki, db: Path):
    table = json.loads(run("whatif", "hms-1", "--options", "--json", db=db).output)
    assert table["complete"]
    same = next(row for row in table["rows"] if row["option"] == "check_tie" and row["value"] == "actor_succeeds")
    assert same["changes"] is False


def test_bad_questions_are_answered_with_a_sentence(run: Senki, db: Path):
    for given in ([], ["--at", "26"], ["--faces", "1"], ["--at", "26", "--faces", "7,7"], ["--option", "nix=1"]):
        told = run("whatif", "hms-1", *given, db=db)
        assert told.exit_code == 2, (given, told.output)
    assert run("whatif", "hms-1", "--at", "26", "--faces", "1,1,1,1,1", db=db).exit_code == 2
