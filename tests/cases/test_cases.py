"""The contract's cases: hand-worked values for every system (more than one file a system is welcome)."""

from pathlib import Path

import pytest

from senki.projections.cases import Case, read_cases, run_case
from senki.rules import SYSTEMS

FILES = [f for f in sorted(Path(__file__).parent.glob("*.json")) if f.stem.split("-")[0] in SYSTEMS]
CASES = [(found.system, case) for file in FILES for found in [read_cases(file.read_bytes())] for case in found.cases]


@pytest.mark.parametrize(("system", "case"), CASES, ids=[f"{s}: {c.name}" for s, c in CASES])
def test_case(system: str, case: Case):
    failure = run_case(SYSTEMS[system], case)
    assert failure is None, f"step {failure.step}: {failure.message}"


def test_every_system_has_its_cases():
    assert {system for system, _ in CASES} == set(SYSTEMS)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_clause_that_cases_name_stands_in_the_book(system: str):
    named = {clause for s, case in CASES if s == system for clause in case.clauses}
    assert named <= set(SYSTEMS[system].clauses)
