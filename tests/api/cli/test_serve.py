"""`senki serve` and `senki demo`: the real server in a process of its own."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from senki.api.cli import COMMANDS, EPILOG, senki
from senki.api.cli.script import declaration, names, script
from senki.api.settings import table
from tests.api.cli.conftest import Senki

STARTER = [sys.executable, "-c", "from senki.api.cli import main; main()"]
PATIENCE = 60


@contextmanager
def serving(folder: Path, *flags: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A `senki serve` on a free port: the process, and its URL as it says it itself."""
    process = subprocess.Popen(
        [*STARTER, "serve", "--port", "0", "--log-level", "error", *flags],
        cwd=folder,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.search(r"senki listens on (http://\S+)", said)
        assert found, said + (process.stderr.read() if process.stderr and process.poll() is not None else "")
        yield process, found[1]
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_serve_says_where_it_listens_and_stops_cleanly(tmp_path: Path, stop: signal.Signals):
    with serving(tmp_path) as (process, url):
        assert url.startswith("http://127.0.0.1:")
        assert httpx.get(f"{url}/health", trust_env=False).json()["status"] == "ok"
        process.send_signal(stop)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert "senki has stopped" in out
    assert "Traceback" not in err


def test_serve_takes_settings_from_flags_before_the_environment(tmp_path: Path):
    with serving(tmp_path, "--db", "flag.db", SENKI_DATABASE="environment.db") as (_, url):
        assert httpx.get(f"{url}/battles", trust_env=False).json()["battles"] == []
    assert (tmp_path / "flag.db").exists()
    assert not (tmp_path / "environment.db").exists()


def test_serve_refuses_what_cannot_be_in_a_sentence(run: Senki, tmp_path: Path):
    bad = run("serve", "--port", "many", db=tmp_path / "x.db")
    assert bad.exit_code == 2
    assert "--port" in bad.stderr
    other = tmp_path / "other.db"
    other.write_text("not a database, but long enough to be looked at " * 40)
    assert run("serve", db=other).exit_code == 3
    with socket.create_server(("127.0.0.1", 0)) as taken:
        told = run("serve", "--port", taken.getsockname()[1], db=tmp_path / "x.db")
    assert told.exit_code == 2
    assert "cannot listen on 127.0.0.1" in told.stderr


def test_serve_has_a_flag_for_every_setting(run: Senki):
    told = run("serve", "--help").output
    for row in table():
        assert row.flag in told
        assert row.variable in told


def demo(folder: Path, *flags: str) -> subprocess.CompletedProcess[str]:
    command = [*STARTER, "demo", *flags]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_demo_plays_a_whole_fight_and_can_be_looked_at_afterwards(tmp_path: Path, run: Senki):
    first, second = demo(tmp_path), demo(tmp_path)
    assert first.returncode == second.returncode == 0, first.stderr
    assert first.stderr == ""
    for part in ("『峠の薬箱』", "第1ラウンド", "3つ目の戦場", "戦いは終わった。", "no difference", "replay", "serve"):
        assert part in first.stdout
    store = tmp_path / "senki.db"
    lines = json.loads(run("list", "--json", db=store).output)
    assert [line["events"] for line in lines] == [245, 245]
    assert run("verify", "--all", db=store).exit_code == 0
    battle = lines[1]["battle"]
    with serving(tmp_path) as (_, url):
        seen = httpx.get(f"{url}/battles/{battle}/state?at=60", trust_env=False).json()
        assert seen["active"] == "miyuki"


def test_demo_refuses_a_store_that_it_cannot_use(tmp_path: Path):
    (tmp_path / "x.db").write_text("not a database, but long enough to be looked at " * 40)
    told = demo(tmp_path, "--db", "x.db")
    assert told.returncode == 3
    assert "Traceback" not in told.stderr


@pytest.mark.parametrize("name", names())
def test_a_script_names_only_earlier_steps(name: str):
    for place, step in enumerate(script(name).steps, 1):
        assert set(declaration(step, list(range(place)))) == set(step.declaration)


def test_every_command_has_help_with_an_example(run: Senki):
    for command in COMMANDS:
        told = run(command, "--help")
        assert told.exit_code == 0
        assert f"senki {command}" in told.output.split("Examples:")[1]


def test_the_exit_codes_stand_in_the_help(run: Senki):
    told = run("--help").output
    for code in (0, 1, 2, 3, 4, 130):
        assert re.search(rf"^\s+{code}  ", told, re.MULTILINE)
    assert EPILOG
    assert run("--version").output.startswith("senki, version ")


def test_a_fault_is_a_sentence_and_exit_4(run: Senki, db: Path, monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("senki.api.cli.commands.list.line_of", fail)
    told = run("list", db=db)
    assert told.exit_code == 4
    assert "a fault in senki itself: ZeroDivisionError" in told.stderr
    assert senki.name == "senki"
