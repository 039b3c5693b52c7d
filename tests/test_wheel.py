"""A wheel of senki takes one name in everybody's site-packages, and works from an empty environment."""

import json
import os
import subprocess
import sys
import venv
import zipfile
from collections.abc import Sequence
from email import message_from_bytes
from pathlib import Path

import pytest

from senki.projections.fingerprint import fingerprint
from senki.rules import SYSTEMS

ROOT = Path(__file__).parents[1]
PACKAGES = ["api", "eventstore", "projections", "rules"]
NO_INDEX = ("No matching distribution found", "Could not find a version", "Failed to establish a new connection")
INTACT = """
import base64, hashlib, json
from importlib.metadata import distribution
broken = []
for name in ("rules", "senki"):
    for file in distribution(name).files:
        if file.hash:
            digest = hashlib.new(file.hash.mode, file.read_binary()).digest()
            if base64.urlsafe_b64encode(digest).rstrip(b"=").decode() != file.hash.value:
                broken.append(str(file))
import rules, senki.rules
print(json.dumps([broken, hasattr(rules, "has_perm"), sorted(senki.rules.SYSTEMS)]))
"""
NAMES = """
import json, pkgutil, senki, senki.api, senki.eventstore, senki.projections, senki.rules
names = [name for name in dir(senki) if not name.startswith("_")]
print(json.dumps([names, [module.name for module in pkgutil.iter_modules(senki.__path__)]]))
"""
FINGERPRINTS = """
import json
from senki.projections.fingerprint import fingerprint
from senki.rules import SYSTEMS
print(json.dumps({system: fingerprint(system) for system in SYSTEMS}))
"""


def call(command: Sequence[str | Path], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder, with no path of ours."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SENKI"))}
    return subprocess.run([*map(str, command)], cwd=folder, env=bare, capture_output=True, text=True, check=False)


def pip(python: Path | str, *arguments: str | Path, folder: Path) -> None:
    """Run pip; where no package index can be reached, the test is left out."""
    told = call([python, "-m", "pip", "--disable-pip-version-check", "-q", *arguments], folder)
    if told.returncode and any(symptom in told.stderr for symptom in NO_INDEX):
        pytest.skip("no package index can be reached: the wheel is neither built nor installed")
    assert told.returncode == 0, told.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip(sys.executable, "wheel", "--no-deps", "--wheel-dir", folder, ROOT, folder=folder)
    (built,) = folder.glob("*.whl")
    return built


def test_a_wheel_holds_one_name_and_everything_in_it(wheel: Path):
    with zipfile.ZipFile(wheel) as file:
        names = file.namelist()
        (about,) = [message_from_bytes(file.read(n)) for n in names if n.endswith(".dist-info/METADATA")]
    inside = [name.split("/") for name in names if not name.split("/")[0].endswith(".dist-info")]
    assert {parts[0] for parts in inside} == {"senki"}
    assert {parts[1] for parts in inside} == {*PACKAGES, "__init__.py", "py.typed"}
    here = {
        f"senki/{path.relative_to(ROOT).as_posix()}"
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert here <= set(names)
    assert about["License-Expression"] == "MIT"
    needed = [need for need in about.get_all("Requires-Dist", []) if need.startswith("pytest")]
    assert needed
    assert all("extra == " in need for need in needed)


@pytest.mark.long
def test_a_wheel_in_an_empty_environment(wheel: Path, tmp_path: Path):
    venv.create(tmp_path / "env", with_pip=True)
    beside = tmp_path / "env" / ("Scripts" if os.name == "nt" else "bin")
    python = beside / "python"

    def said(script: str) -> object:
        told = call([python, "-c", script], tmp_path)
        assert told.returncode == 0, told.stderr
        return json.loads(told.stdout)

    pip(python, "install", wheel, folder=tmp_path)
    for name in (*PACKAGES, "pytest"):
        told = call([python, "-c", f"import {name}"], tmp_path)
        assert f"No module named '{name}'" in told.stderr
    assert said(NAMES) == [PACKAGES, PACKAGES]
    assert said(FINGERPRINTS) == {system: fingerprint(system) for system in SYSTEMS}
    told = call([beside / "senki", "demo"], tmp_path)
    assert told.returncode == 0, told.stderr
    assert "戦いは終わった。" in told.stdout
    pip(python, "install", "rules", wheel, folder=tmp_path)
    assert said(INTACT) == [[], True, sorted(SYSTEMS)]
