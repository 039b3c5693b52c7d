"""A battle whose names, title and words were written to take a terminal over: no command lets them."""

import asyncio
import json
import logging
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from senki.api import logs
from senki.api.cli.script import declaration, script
from senki.api.referee import Referee, written
from senki.api.settings import Settings
from senki.eventstore import SqliteStore
from senki.projections.history import History
from senki.rules import SYSTEMS
from senki.rules.decide import open_battle
from tests.api.cli.conftest import Senki

EVIL = "\x1b[2J\x9b31m\x7f\u202e\u200b\r\n   12 FAKE"
UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
FAKE = re.compile(r"^ {0,7}\d+ FAKE", re.MULTILINE)


def evil(it: Any) -> Any:
    """With every name and title in it turned evil."""
    match it:
        case dict():
            return {k: v + EVIL if k in {"name", "title"} and isinstance(v, str) else evil(v) for k, v in it.items()}
        case list():
            return [evil(each) for each in it]
        case _:
            return it


async def play(db: Path, system: str) -> None:
    """Record the demonstration as if it had been opened before names were looked at, and somebody speaks."""
    fight = script(system)
    decision = open_battle(SYSTEMS[system], fight.open, title=fight.title)
    opened = [
        msgspec.structs.replace(it, data=msgspec.json.encode(evil(msgspec.json.decode(it.data))))
        for it in written(decision, "gm", 0)
    ]
    async with SqliteStore.open(db) as store:
        referee = Referee(store, History(store), b"x" * 32)
        ends = [(await store.append(system, opened, 0)).head.seq]
        for step in fight.steps:
            said = declaration(step, ends)
            told = await referee.declare(system, step.seat, said, rolls=step.rolls)
            ends.append(told.appended.head.seq)
        for said in (
            {"type": "say", "text": EVIL},
            {"type": "dispute", "seq": 1, "claim": EVIL},
            {"type": "annotate", "seq": 1, "text": EVIL},
            {"type": "roll", "notation": "choice[a,b]", "purpose": EVIL},
        ):
            await referee.declare(system, "gm", said, rolls=[[1]] if said["type"] == "roll" else ())


@pytest.fixture(params=list(SYSTEMS))
def battle(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    asyncio.run(play(tmp_path / "evil.db", request.param))
    return request.param


def test_no_command_hands_what_was_written_to_the_terminal(run: Senki, battle: str, tmp_path: Path):
    db, file, other = tmp_path / "evil.db", tmp_path / "battle.jsonl", tmp_path / "other.db"
    cases = tmp_path / "cases.json"
    broken = {"name": EVIL, "open": {"characters": []}, "steps": []}
    cases.write_text(json.dumps({"system": battle, "cases": [broken]}))
    shown = [
        run("list", db=db),
        run("list", "--json", db=db),
        run("state", battle, db=db),
        run("state", battle, "--json", db=db),
        run("replay", battle, "--plain", db=db),
        run("verify", battle, db=db),
        run("verify", "--all", "--json", db=db),
        run("export", battle, "-o", file, db=db),
        run("import", file, db=other),
        run("check", file, "-v"),
        run("check", cases, "-v", "--junit", tmp_path / "junit.xml"),
        run("check", cases, "--json"),
        run("state", EVIL, db=db),
        run("state", battle, "--seat", EVIL, db=db),
        run("verify", battle, "--head", EVIL, db=db),
    ]
    for told in shown:
        assert not UNSEEN.search(told.output), ascii(told.output[:2000])
        assert not FAKE.search(told.output), ascii(told.output[:2000])
    assert "FAKE" in shown[0].output
    assert "FAKE" in shown[2].output
    assert shown[4].output.count("FAKE") > 5
    assert not UNSEEN.search((tmp_path / "junit.xml").read_text(encoding="utf-8"))


def test_json_says_what_was_written(run: Senki, battle: str, tmp_path: Path):
    [line] = json.loads(run("list", "--json", db=tmp_path / "evil.db").output)
    assert line["title"] == script(battle).title + EVIL


def test_stepping_through_it_is_no_different(battle: str, tmp_path: Path):
    """On a real terminal: only what senki itself sends there stands between the words."""
    master, inside = pty.openpty()
    command = [sys.executable, "-c", "from senki.api.cli import main; main()", "replay", battle, "--db", "evil.db"]
    environment = {**os.environ, "TERM": "xterm"}
    with subprocess.Popen(command, stdin=inside, stdout=inside, stderr=inside, cwd=tmp_path, env=environment) as viewer:
        os.close(inside)
        shown, typed = b"", False
        try:
            while piece := os.read(master, 65536):
                shown += piece
                if not typed and b"\x1b[2J" in shown:
                    typed = bool(os.write(master, b"$hq"))
        except OSError:  # how Linux says that nobody is on the other side any more
            pass
        assert viewer.wait(20) == 0
    os.close(master)
    text = shown.decode()
    assert "FAKE" in text
    own = re.compile(r"\x1b\[(?:H\x1b\[2J|\?1049[hl]|\?25[hl]|\d*(?:;\d+)*m|H)")
    assert not UNSEEN.search(own.sub("", text).replace("\r\n", "\n")), ascii(own.sub("", text))[:3000]
    assert not FAKE.search(own.sub("", text).replace("\r\n", "\n"))


def test_a_terminal_that_an_archive_is_written_to_obeys_nothing_in_it(battle: str, tmp_path: Path):
    master, inside = pty.openpty()
    command = [sys.executable, "-c", "from senki.api.cli import main; main()", "export", battle, "--db", "evil.db"]
    with subprocess.Popen(command, stdout=inside, stderr=subprocess.DEVNULL, cwd=tmp_path) as exporting:
        os.close(inside)
        shown = b""
        try:
            while piece := os.read(master, 65536):
                shown += piece
        except OSError:  # as above
            pass
        assert exporting.wait(20) == 0
    os.close(master)
    lines = shown.decode().replace("\r\n", "\n")
    assert not UNSEEN.search(lines)
    assert all(json.loads(line) for line in lines.splitlines())


@pytest.mark.parametrize("form", ["console", "json"])
def test_the_servers_log_hands_on_no_path_as_it_was_asked(form: Any, capfdbinary: pytest.CaptureFixture[bytes]):
    scope: Any = {
        "type": "http",
        "method": "POST",
        "path": f"/battles/{EVIL}",
        "path_params": {"battle": EVIL},
        "state": {},
    }
    try:
        logs.configure(Settings(log_format=form))
        logs.note(scope, 404)
        logs.note(scope, 500)
    finally:
        logs.configure(Settings())
        logging.getLogger("uvicorn").setLevel(logging.NOTSET)
    told = capfdbinary.readouterr().err.decode()
    assert told.count("FAKE") >= 2
    assert not UNSEEN.search(told), ascii(told)
    assert not FAKE.search(told)
