"""Running files as tests: case files of the contract, and recorded battles that must still be decided as they were."""

import codecs
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import msgspec

from senki.eventstore import ArchiveError
from senki.eventstore.archive import read_archive
from senki.projections.cases import read_cases, run_case
from senki.projections.log import Unreadable
from senki.projections.readjudicate import readjudicate
from senki.projections.stranger import examine
from senki.rules import SYSTEMS

CASES, LOG = ".json", ".jsonl"


class Unusable(Exception):
    """A file that has nothing to run."""


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one case, or one recorded battle, went.

    Attributes:
        file: where it stands.
        name: the case's, or the battle's.
        step: where it failed: a case's step (0: its opening), a log's seq.
        message: what was expected and what came; None where all is well.
    """

    file: str
    name: str
    step: int | None = None
    message: str | None = None

    @property
    def ok(self) -> bool:
        """Whether all is well."""
        return self.message is None


def found(path: Path) -> Iterator[Path]:
    """The files that a path stands for: itself, or what a folder holds, in the order of their names."""
    if not path.is_dir():
        yield path
        return
    for inside in sorted(path.rglob("*")):
        if inside.is_file() and inside.suffix in {CASES, LOG} and (inside.suffix == LOG or holds_cases(inside)):
            yield inside


def holds_cases(path: Path) -> bool:
    """Whether a JSON file looks like a case file; others in a folder are somebody else's."""
    try:
        read: Any = msgspec.json.decode(path.read_bytes().removeprefix(codecs.BOM_UTF8))
    except msgspec.MsgspecError:
        return False
    return isinstance(read, dict) and {"system", "cases"} <= set(cast("dict[str, Any]", read))


def outcomes(path: Path, only: str) -> Iterator[Outcome]:
    """Run a file.

    Args:
        path: a case file, or an archive of a recorded battle.
        only: text that a name must contain.

    Raises:
        Unusable: it is neither, or of a system that is not here.
        OSError: it cannot be read.
    """
    if path.suffix == LOG:
        yield from (it for it in [recorded(path)] if only in it.name)
        return
    if path.suffix != CASES:
        raise Unusable(f"{path}: case files end in {CASES}, recorded battles in {LOG}")
    try:
        cases = read_cases(path.read_bytes().removeprefix(codecs.BOM_UTF8))
    except ValueError as error:
        raise Unusable(f"{path}: {error}") from None
    for case in cases.cases:
        if only not in case.name:
            continue
        try:
            failure = run_case(SYSTEMS[cases.system], case)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            yield Outcome(str(path), case.name, 0, f"it cannot be run: {type(error).__name__}: {error}")
            continue
        if failure is None:
            yield Outcome(str(path), case.name)
        else:
            yield Outcome(str(path), case.name, failure.step, failure.message)


def recorded(path: Path) -> Outcome:
    """Check a recorded battle: the chain holds, the rules still decide it so, its dice come out of their envelopes."""
    where, name = str(path), path.stem
    with path.open("rb") as file:
        found = examine(file)
    if not found.ok:
        return Outcome(where, name, found.seq or None, f"{found.damage}: {found.problem}")
    try:
        with path.open("rb") as file:
            archive = read_archive(file)
            name = archive.header.stream
            report = readjudicate(list(archive))
    except (ArchiveError, Unreadable) as error:
        return Outcome(where, name, None, str(error))
    if report.difference is None:
        return Outcome(where, name)
    it = report.difference
    was = "nothing" if it.recorded is None else bytes(it.recorded).decode()
    now = f"refused, {it.rejected}" if it.rejected else "nothing" if it.decided is None else bytes(it.decided).decode()
    return Outcome(where, name, it.seq, f"recorded: {was}\ndecided:  {now}")
