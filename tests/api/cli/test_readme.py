"""README.md says what is so: its commands and code blocks run, its tables are the program's own."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import httpx
import pytest

from senki.api.cli import COMMANDS
from senki.api.settings import table
from senki.rules import SYSTEMS
from tests.api.cli.conftest import LOG, Senki
from tests.api.cli.test_serve import serving

ROOT = Path(__file__).resolve().parents[3]
README = (ROOT / "README.md").read_text()
DEFAULT = "http://127.0.0.1:8470"


def section(heading: str) -> str:
    """The text under a heading, to the next of its level."""
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", README, re.MULTILINE | re.DOTALL)
    assert found, heading
    return found[1]


def blocks(text: str) -> list[str]:
    """The shell blocks in a text."""
    return re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def test_the_first_two_commands_are_the_same_in_both_languages():
    start, japanese = section("Quick start").split("### はじめかた")
    assert blocks(start)[:2] == blocks(japanese)[:2]
    assert [line.split("#")[0].strip() for line in blocks(start)[2].splitlines()[1:]] == [
        line.split("#")[0].strip() for line in blocks(japanese)[2].splitlines()
    ]


def test_ci_runs_exactly_the_second_command():
    second = blocks(section("Quick start"))[1].strip()
    ci = ROOT / ".ci" / "run"
    assert second in ci.read_text().splitlines()
    assert os.access(ci, os.X_OK)


@pytest.mark.parametrize("heading", ["Quick start", "The command"])
def test_every_command_in_the_text_works(heading: str, run: Senki, db: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(db.parent)
    (db.parent / "tests").symlink_to(ROOT / "tests")
    shutil.copy(LOG, db.parent / "battle.jsonl")
    lines = [line for block in blocks(section(heading)) for line in block.splitlines()]
    commands = [
        line.removeprefix(".venv/bin/") for line in lines if line.removeprefix(".venv/bin/").startswith("senki ")
    ]
    assert len(commands) >= 8
    for command in commands:
        words = shlex.split(command.replace("BATTLE", "hms-1"), comments=True)[1:]
        if words[0] == "serve" or words == ["demo"]:  # in processes of their own: tests/api/cli/test_serve.py
            continue
        told = run(*words)
        assert told.exit_code == 0, f"{command}: {told.output}"


def test_every_command_there_is_stands_in_the_text():
    for command in COMMANDS:
        assert f"senki {command}" in README


def test_the_tables_are_the_programs_own():
    settings = section("Settings")
    for row in table():
        default = "–" if row.default is None else f"`{row.default}`"
        line = next(line for line in settings.splitlines() if f"`{row.variable}`" in line)
        assert f"`{row.flag}`" in line
        assert f"| {default} | {row.description} |" in line
    systems = re.findall(r"^\| `(\w+)` \| (.+?) \| (.+?) \|$", section("The systems"), re.MULTILINE)
    assert systems == [(s.id, s.name, s.dice) for s in SYSTEMS.values()]


def test_what_it_links_to_and_runs_is_there():
    for target in re.findall(r"\]\((?!http)([^)#]+)", README):
        assert (ROOT / target).exists(), target
    for module in re.findall(r"python -m (tests\.benchmarks\.\w+)", README):
        assert find_spec(module), module


def test_every_route_in_the_table_is_the_servers(tmp_path: Path):
    with serving(tmp_path) as (_, url):
        paths = httpx.get(f"{url}/schema/openapi.json", trust_env=False).json()["paths"]
    known = {re.sub(r"\{\w+\}", "{}", path) for path in paths}
    rows = re.findall(r"^\| (`(?:GET|POST) .+?) \|", section("The HTTP API"), re.MULTILINE)
    assert len(rows) >= 9
    for row in rows:
        base = ""
        for quoted in re.findall(r"`(?:(?:GET|POST) )?(/[^`]*)`", row):
            path = re.sub(r"\{\w+\}", "{}", quoted)
            assert path in known or base + path in known, quoted
            base = path.rsplit("/", 1)[0] if path in known else base


@pytest.mark.skipif(shutil.which("curl") is None or shutil.which("bash") is None, reason="needs curl and bash")
def test_the_walk_through_works_as_it_stands(tmp_path: Path):
    with serving(tmp_path) as (_, url):
        script = "\n".join(f"{block}\necho ======" for block in blocks(section("The HTTP API"))).replace(DEFAULT, url)
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],
            cwd=tmp_path,
            env={**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    _, declared, looked, checked, _ = done.stdout.split("======\n")
    assert '"code"' not in done.stdout
    assert declared.count('"events"') == 4
    assert '"declare_skill"' in declared
    assert "ここは通さない！" in declared
    assert looked.count('{"system":"hms","seq":') == 2
    assert "event: senki" in looked
    assert checked.startswith('{"ok":true')
    assert '"siblings"' in checked
    assert (tmp_path / "battle.jsonl").read_text().startswith('{"senki":"archive"')
