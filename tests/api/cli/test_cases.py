"""`senki cases`: case files with one case a line."""

import json
from pathlib import Path

from tests.api.cli.conftest import Senki
from tests.api.cli.test_check import BEGIN, CASES, OPEN

FILE = {
    "system": "hms",
    "note": "以下は手で求めた値",
    "cases": [{"name": "一つ目", "open": OPEN, "steps": [BEGIN]}, {"name": "two", "open": OPEN, "clauses": []}],
}


def test_our_own_case_files_are_laid_out(run: Senki):
    told = run("cases", CASES)
    assert told.exit_code == 0, told.output


def test_a_file_laid_out_otherwise_is_named_and_left_alone(run: Senki, tmp_path: Path):
    path = tmp_path / "x.json"
    path.write_text(json.dumps(FILE, indent=1))
    told = run("cases", path)
    assert told.exit_code == 1
    assert "x.json" in told.output
    assert path.read_text() == json.dumps(FILE, indent=1)


def test_it_is_laid_out_and_says_what_it_said(run: Senki, tmp_path: Path):
    path = tmp_path / "x.json"
    path.write_text(json.dumps(FILE, indent=1))
    assert run("cases", "--write", tmp_path).exit_code == 0
    lines = path.read_text().splitlines()
    assert lines[0] == '{"system": "hms", "note": "以下は手で求めた値", "cases": ['
    assert [json.loads(line.rstrip(",")) for line in lines[1:-1]] == FILE["cases"]
    assert lines[-1] == "]}"
    assert json.loads(path.read_text()) == FILE
    assert run("cases", path).exit_code == 0


def test_what_is_no_case_file_is_refused(run: Senki, tmp_path: Path):
    path = tmp_path / "x.json"
    path.write_text("[1]")
    assert run("cases", "--write", path).exit_code == 2
    assert path.read_text() == "[1]"
