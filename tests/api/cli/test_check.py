"""`senki check`: a test runner for case files and recorded battles."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

from senki.rules import SYSTEMS
from tests.api.cli.conftest import LOG, Senki

CASES = Path(__file__).parents[2] / "cases"
OPEN = {
    "distance": "melee",
    "skills": [{"id": "combat", "name": "戦闘"}],
    "characters": [
        {"id": "a", "side": "pc", "body": 1, "skills": {"combat": 5}},
        {"id": "b", "side": "npc", "body": 1, "skills": {"combat": 5}},
    ],
}
BEGIN = {"do": {"type": "begin"}}


def case_file(path: Path, *cases: dict[str, object], system: str = "hms") -> Path:
    path.write_text(json.dumps({"system": system, "cases": cases}))
    return path


def test_every_case_of_every_system_passes(run: Senki):
    told = run("check", *(CASES / f"{name}.json" for name in SYSTEMS), LOG)
    assert told.exit_code == 0, told.output
    cases = sum(len(json.loads((CASES / f"{name}.json").read_text())["cases"]) for name in SYSTEMS)
    assert f"{cases + 1} passed" in told.output


def test_a_failed_case_is_told_with_its_step_and_both_values_and_is_exit_1(run: Senki, tmp_path: Path):
    wrong = {"name": "too strong", "open": OPEN, "steps": [{**BEGIN, "expect": {"state": {"characters.a.hp": 31}}}]}
    right = {"name": "fine", "open": OPEN, "steps": [BEGIN]}
    told = run("check", case_file(tmp_path / "x.json", right, wrong))
    assert told.exit_code == 1
    assert ".F" in told.output
    assert "too strong, step 1" in told.output
    assert "characters.a.hp is 30, should be 31" in told.output
    assert "1 failed, 1 passed" in told.output


def test_verbose_names_each_and_k_chooses(run: Senki, tmp_path: Path):
    file = case_file(tmp_path / "x.json", *({"name": n, "open": OPEN, "steps": [BEGIN]} for n in ("one", "two")))
    told = run("check", "-v", "-k", "two", file).output
    assert "ok    two" in told
    assert "one" not in told
    assert run("check", "-k", "nothing of the kind", file).exit_code == 2


def test_json_and_junit_say_the_same(run: Senki, tmp_path: Path):
    wrong = {"name": "no", "open": OPEN, "steps": [{**BEGIN, "reject": {"code": "not_awaited"}}]}
    file = case_file(tmp_path / "x.json", wrong)
    told = run("check", file, "--json", "--junit", tmp_path / "report.xml")
    assert told.exit_code == 1
    [outcome] = json.loads(told.stdout)["outcomes"]
    assert (outcome["name"], outcome["step"]) == ("no", 1)
    report = ET.parse(tmp_path / "report.xml").getroot()  # noqa: S314 - our own
    assert [c.get("name") for c in report.iter("testcase") if c.find("failure") is not None] == ["no"]


def test_a_recorded_battle_that_was_edited_fails_at_the_event(run: Senki, tmp_path: Path):
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(LOG.read_bytes().replace(b'\\"hp\\":23', b'\\"hp\\":29', 1))
    told = run("check", bad)
    assert told.exit_code == 1
    assert "event 30" in told.output


def test_a_recorded_battle_that_was_cut_off_fails(run: Senki, tmp_path: Path):
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(LOG.read_bytes()[:-40])
    told = run("check", bad)
    assert told.exit_code == 1
    assert "cut off" in told.output


def test_a_folder_stands_for_its_case_files_and_logs_alone(run: Senki, tmp_path: Path):
    case_file(tmp_path / "x.json", {"name": "one", "open": OPEN, "steps": [BEGIN]})
    case_file(tmp_path / "other.json", system="nobody")
    (tmp_path / "package.json").write_text('{"name": "not ours"}')
    (tmp_path / "broken.json").write_text("{")
    told = run("check", tmp_path)
    assert told.exit_code == 0, told.output
    assert "1 passed" in told.output
    assert "skipped: no such system: nobody" in told.output


def test_files_that_are_no_tests_are_exit_2(run: Senki, tmp_path: Path):
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "text.txt").write_text("hello")
    for path in ("broken.json", "text.txt", "absent.json"):
        assert run("check", tmp_path / path).exit_code == 2, path
    (tmp_path / "folder").mkdir()
    assert run("check", tmp_path / "folder").exit_code == 2


def test_a_step_of_no_form_at_all_fails_and_does_not_break_the_run(run: Senki, tmp_path: Path):
    broken = {"name": "no declaration", "open": OPEN, "steps": [{"say": "?"}]}
    fine = {"name": "fine", "open": OPEN, "steps": [BEGIN]}
    told = run("check", case_file(tmp_path / "x.json", broken, fine))
    assert told.exit_code == 1
    assert "cannot be run" in told.output
    assert "1 failed, 1 passed" in told.output
