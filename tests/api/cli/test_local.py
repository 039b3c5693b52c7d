"""The commands that read the store of this machine: list, state, verify, export, import."""

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from senki.eventstore import NewEvent, SqliteStore, write_archive
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
    assert "ＨＰ  27/35" in told


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


def flip_index(db: Path, name: str) -> None:
    """Cut the last entry off an index: what a flipped bit in its page does."""
    with sqlite3.connect(db) as raw:
        (root,) = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    raw.close()
    content = bytearray(db.read_bytes())
    content[(root - 1) * 4096 + 4] -= 1
    db.write_bytes(content)


def test_verify_finds_a_battle_that_an_index_hides(run: Senki, db: Path):
    flip_index(db, "sqlite_autoindex_streams_1")
    for command in (["verify", "--all"], ["verify", "hms-1"]):
        told = run(*command, db=db)
        assert told.exit_code == 1, command
        assert "hms-1" in told.output
        assert "hidden" in told.output
        assert f"WRONG  {db}: " in told.stderr.replace("\n", "")


def test_verify_finds_an_event_of_a_battle_that_is_listed_no_more(run: Senki, db: Path):
    with sqlite3.connect(db) as raw:
        for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            raw.execute(f'DROP TRIGGER "{name}"')
        raw.execute("DELETE FROM streams")
    raw.close()
    told = run("verify", "--all", "--json", db=db)
    assert told.exit_code == 1
    assert json.loads(told.stdout) == []
    assert "is of stream 1, which is not listed" in told.stderr


def test_a_value_of_a_wrong_type_is_a_sentence_for_every_command(run: Senki, db: Path):
    with sqlite3.connect(db) as raw:
        raw.execute("PRAGMA writable_schema = ON")
        raw.execute("UPDATE sqlite_master SET sql = replace(sql, 'STRICT', '') WHERE name = 'events'")
        raw.execute("DROP TRIGGER events_stay_update")
    raw.close()
    with sqlite3.connect(db) as raw:
        raw.execute("UPDATE events SET hash = 'x' || substr(hex(hash), 34), seq = seq || 'x' WHERE seq = 245")
    raw.close()
    for command in (["list"], ["state", "hms-1"], ["export", "hms-1"], ["verify", "hms-1"], ["verify", "--all"]):
        told = run(*command, db=db)
        assert told.exit_code == 1, (command, told.output, told.stderr)
        assert "a fault in senki itself" not in told.stderr


def test_verify_holds_the_books_of_envelopes_against_the_key_file(run: Senki, tmp_path: Path):
    with serving(tmp_path) as table:
        battle = table.open()
        battle.says("a", {"type": "roll", "notation": "2D6"})
    db, key = tmp_path / "senki.db", tmp_path / "senki.db.key"
    told = run("verify", battle.id, db=db)
    assert (told.exit_code, "those of the key file" in told.output) == (0, True), told.output
    other = tmp_path / "other.key"
    other.write_bytes(bytes(32))
    wrong = run("verify", battle.id, "--secret-file", other, db=db)
    assert wrong.exit_code == 1
    assert "not sealed with the key file" in wrong.output
    assert run("verify", battle.id, "--secret-file", tmp_path / "none", db=db).exit_code == 2
    key.unlink()
    without = run("verify", "--all", db=db)
    assert without.exit_code == 0
    assert "key file" not in without.output
    assert not key.exists()


@pytest.mark.parametrize("data", [b'{"type":"opened","system":"chess"}', b'{"type":"opened","system":"hms"}', b"[]"])
def test_what_is_no_battle_of_these_rules_is_exit_1_and_nothing_comes_in(run: Senki, tmp_path: Path, data: bytes):
    async def write() -> None:
        async with SqliteStore.open(tmp_path / "elsewhere.db") as store:
            await store.append("b", [NewEvent("opened", data, "gm")], 0)
            with (tmp_path / "b.jsonl").open("wb") as file:
                await write_archive(store, "b", file)

    asyncio.run(write())
    other = tmp_path / "other.db"
    told = run("import", tmp_path / "b.jsonl", db=other)
    assert told.exit_code == 1
    assert "nothing was imported from it" in told.stderr.replace("\n", " ")
    assert json.loads(run("list", "--json", db=other).output) == []
    assert json.loads(run("verify", "--all", "--json", db=other).output) == []


def test_an_archive_that_an_editor_has_touched_comes_in(run: Senki, tmp_path: Path):
    file = tmp_path / "edited.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + LOG.read_bytes().replace(b"\n", b"\r\n") + b"\r\n")
    other = tmp_path / "other.db"
    assert run("import", file, db=other).exit_code == 0
    exported = run("export", "hms-1", db=other).stdout_bytes.splitlines()
    assert exported[:-1] == LOG.read_bytes().splitlines()[:-1]
    footer = json.loads(exported[-1])
    assert footer.pop("note").startswith("senki/hms-1\n245\n")
    assert footer == json.loads(LOG.read_bytes().splitlines()[-1])
    assert run("check", file).exit_code == 0


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
        starter = [sys.executable, "-c", "from senki.api.cli import main; main()", *command, "--db", str(db)]
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
