"""The commands that read the store of this machine: list, state, verify, export, import."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.api.cli.conftest import LOG, Senki
from tests.api.table import serving

DEMOS = Path(__file__).parents[3] / "api" / "demos"

HEAD = json.loads(LOG.read_text().splitlines()[0])


def test_list_tells_each_battle(run: Senki, db: Path):
    told = run("list", db=db)
    assert told.exit_code == 0
    assert "hms-1" in told.output
    assert "峠の薬箱" in told.output
    [line] = json.loads(run("list", "--json", db=db).output)
    assert (line["battle"], line["events"], line["phase"], line["round"]) == ("hms-1", 245, "over", 3)


def test_a_store_that_is_not_there_is_exit_3_and_is_not_made(run: Senki, tmp_path: Path):
    for command in (["list"], ["state", "x"], ["verify", "--all"], ["export", "x"], ["replay", "x"]):
        told = run(*command, db=tmp_path / "none.db")
        assert told.exit_code == 3, command
        assert "there is no store" in told.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_store_is_exit_3_and_stays_as_it_is(run: Senki, tmp_path: Path):
    other = tmp_path / "other.db"
    other.write_text("not a database, but long enough to be looked at " * 40)
    before = other.read_bytes()
    told = run("list", db=other)
    assert told.exit_code == 3
    assert other.read_bytes() == before


@pytest.mark.parametrize("command", [["state"], ["verify"], ["export"], ["replay"]])
def test_an_unknown_battle_is_exit_2(run: Senki, db: Path, command: list[str]):
    told = run(*command, "nobody", db=db)
    assert told.exit_code == 2
    assert "there is no battle 'nobody'" in told.stderr


def test_state_at_an_event_is_the_state_after_it(run: Senki, db: Path):
    seen = json.loads(run("state", "hms-1", "--at", 32, "--json", db=db).output)
    assert seen["seq"] == 32
    assert {id: c["hp"] for id, c in seen["characters"].items()} == {
        "miyuki": 35,
        "sayo": 30,
        "raizo": 23,
        "otokichi": 25,
    }


def test_state_at_a_round_and_at_a_time(run: Senki, db: Path):
    assert json.loads(run("state", "hms-1", "--round", 2, "--json", db=db).output)["seq"] == 97
    early = json.loads(run("state", "hms-1", "--time", "2026-04-04T20:01:00+09:00", "--json", db=db).output)
    assert early["seq"] == 5


def test_state_in_words_names_everybody_and_whose_go_it_is(run: Senki, db: Path):
    told = run("state", "hms-1", "--at", 60, db=db).output
    assert "第1ラウンド" in told
    assert "手番 ミユキ" in told
    assert "白兵戦距離＋" in told
    assert "HP  27/35" in told


@pytest.mark.parametrize(
    "options",
    [
        ["--at", 0],
        ["--at", 246],
        ["--round", 9],
        ["--time", "1999-01-01"],
        ["--time", "soon"],
        ["--at", 1, "--round", 1],
    ],
)
def test_a_moment_that_is_not_there_is_exit_2(run: Senki, db: Path, options: list[object]):
    told = run("state", "hms-1", *options, db=db)
    assert told.exit_code == 2


def test_a_seat_that_the_battle_lacks_is_exit_2_and_told_which_there_are(run: Senki, db: Path):
    for command in ("state", "export", "replay"):
        told = run(command, "hms-1", "--seat", "nobody", db=db)
        assert told.exit_code == 2
        assert "gm, sora, haru, spectator" in told.stderr


def test_verify_finds_nothing_wrong_with_a_log_as_it_was_recorded(run: Senki, db: Path):
    told = run("verify", "hms-1", "--head", f"{HEAD['seq']}:{HEAD['hash']}", db=db)
    assert told.exit_code == 0, told.output
    assert "no difference" in told.output
    [finding] = json.loads(run("verify", "--all", "--json", db=db).output)
    assert finding["ok"] is True
    assert finding["head"] == f"{HEAD['seq']}:{HEAD['hash']}"


def test_verify_names_the_first_event_that_was_changed(run: Senki, db: Path):
    with sqlite3.connect(db) as raw:
        raw.execute("DROP TRIGGER IF EXISTS events_no_update")
        for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            raw.execute(f'DROP TRIGGER "{name}"')
        changed = raw.execute(
            "UPDATE events SET data = replace(data, '\"hp\":23', '\"hp\":29') WHERE seq = 30"
        ).rowcount
    raw.close()
    assert changed == 1
    told = run("verify", "hms-1", db=db)
    assert told.exit_code == 1
    assert "event 30: changed" in told.output


def test_verify_notices_a_head_that_the_log_does_not_contain(run: Senki, db: Path):
    longer = run("verify", "hms-1", "--head", f"300:{HEAD['hash']}", db=db)
    assert longer.exit_code == 1
    assert "cut_off" in longer.output
    other = run("verify", "hms-1", "--head", f"200:{HEAD['hash']}", db=db)
    assert other.exit_code == 1
    assert run("verify", "hms-1", "--head", "12:abc", db=db).exit_code == 2
    assert run("verify", db=db).exit_code == 2


def test_export_and_import_give_the_same_bytes_again(run: Senki, db: Path, tmp_path: Path):
    file = tmp_path / "out.jsonl"
    assert run("export", "hms-1", "-o", file, db=db).exit_code == 0
    assert file.read_bytes() == LOG.read_bytes()
    assert run("export", "hms-1", db=db).stdout_bytes == LOG.read_bytes()
    other = tmp_path / "other.db"
    assert "245 events" in run("import", file, db=other).output
    again = run("import", file, db=other).output
    assert "was there already" in again
    assert "  gm: " in again
    assert run("verify", "hms-1", db=other).exit_code == 0


def test_an_export_that_fails_leaves_no_file(run: Senki, db: Path, tmp_path: Path):
    before = sorted(tmp_path.iterdir())
    assert run("export", "nobody", "-o", tmp_path / "x.jsonl", db=db).exit_code == 2
    assert sorted(tmp_path.iterdir()) == before


def test_a_damaged_archive_is_exit_1_and_nothing_comes_in(run: Senki, tmp_path: Path):
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(LOG.read_bytes().replace(b'\\"hp\\":23', b'\\"hp\\":29', 1))
    other = tmp_path / "other.db"
    told = run("import", bad, db=other)
    assert told.exit_code == 1
    assert "line 31" in told.stderr
    assert json.loads(run("list", "--json", db=other).output) == []


def test_the_store_may_be_named_by_the_environment(run: Senki, db: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SENKI_DB", str(db))
    assert "hms-1" in run("list").output


@pytest.mark.parametrize("command", [["replay", "hms-1"], ["state", "hms-1", "--json"], ["export", "hms-1"]])
def test_a_reader_that_has_seen_enough_is_no_error(db: Path, command: list[str]):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as nobody:
        starter = [sys.executable, "-c", "from api.cli import main; main()", *command, "--db", str(db)]
        told = subprocess.run(starter, stdout=nobody, stderr=subprocess.PIPE, text=True, check=False)
    assert told.returncode == 0, told.stderr
    assert "Traceback" not in told.stderr


def test_verify_proves_the_cards_of_a_fight_that_is_over(run: Senki, tmp_path: Path):
    setup = json.loads((DEMOS / "persona.json").read_text())["open"]
    with serving(tmp_path) as table:
        battle = table.open(setup, system="persona", seats=setup.pop("seats", None))
        battle.begin()
        battle.says("gm", {"type": "exchange", "by": "reimi", "cards": ["CK"]})
        going = run("verify", battle.id, db=tmp_path / "senki.db")
        battle.says("gm", {"type": "close", "reason": "ここまで"})
        over = run("verify", battle.id, db=tmp_path / "senki.db")
    assert going.exit_code == over.exit_code == 0
    assert "not opened yet" in going.output
    assert "not opened yet" not in over.output
    assert "come out of their envelopes" in over.output
