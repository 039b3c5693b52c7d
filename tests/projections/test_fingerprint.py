"""A fingerprint covers all code by which a battle is decided, in folders however deep, and nothing else."""

import shutil
from pathlib import Path

import pytest

from senki.projections.fingerprint import fingerprint, fingerprint_of
from senki.rules import SYSTEMS

RULES = Path(__file__).parents[2] / "rules"


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    return Path(shutil.copytree(RULES, tmp_path / "elsewhere"))


def changed(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        file.write("\n# another rule\n")


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_same_code_has_the_same_fingerprint_wherever_it_lies(rules: Path, system: str):
    assert fingerprint_of(rules, system) == fingerprint(system)


@pytest.mark.parametrize(
    "file", ["decide.py", "notation/__init__.py", "shared/deep/one.py", "hms/decide.py", "hms/clauses/blows.py"]
)
def test_a_change_of_what_decides_the_battle_changes_it(rules: Path, file: str):
    changed(rules / file)
    assert fingerprint_of(rules, "hms") != fingerprint("hms")


@pytest.mark.parametrize(
    "file", ["README.md", "persona/decide.py", "persona/clauses/cards.py", "__pycache__/decide.cpython-311.pyc"]
)
def test_a_change_of_another_game_or_of_what_is_no_code_does_not(rules: Path, file: str):
    changed(rules / file)
    assert fingerprint_of(rules, "hms") == fingerprint("hms")


def test_a_file_elsewhere_with_the_same_content_is_not_the_same(rules: Path):
    (rules / "hms" / "decide.py").rename(rules / "hms" / "decided.py")
    assert fingerprint_of(rules, "hms") != fingerprint("hms")


def test_systems_differ():
    assert len({fingerprint(system) for system in SYSTEMS}) == len(SYSTEMS)
