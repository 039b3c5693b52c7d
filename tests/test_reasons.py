"""What is switched off in the code says why: every `noqa` has its reason."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = ("eventstore", "projections", "api", "rules", "tests")
BARE = re.compile(r"# (?:ruff: )?noqa(?:: [A-Z0-9]+(?:, ?[A-Z0-9]+)*)?\s*$")


@pytest.mark.parametrize("folder", SOURCES)
def test_every_noqa_has_its_reason(folder: str):
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files
    bare = [
        f"{file.relative_to(ROOT)}:{number}"
        for file in files
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if BARE.search(line)
    ]
    assert bare == []
