"""`senki check`: a test runner for case files and recorded battles."""

import os
from pathlib import Path
from time import perf_counter
from xml.etree.ElementTree import Element, ElementTree, SubElement

import click
from rich.text import Text

from senki.api.cli.exits import BadInput, Code
from senki.api.cli.local import Printer, emit, json_option, out
from senki.api.cli.testfiles import Outcome, Unusable, found, outcomes
from senki.rules.visible import on_one_line, visible

Results = dict[str, list[Outcome]]


@click.command("check", short_help="Run case files and recorded battles as tests.")
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path), metavar="FILE...")
@click.option("-v", "--verbose", is_flag=True, help="A line for each case, not a dot.")
@click.option("-k", "only", default="", metavar="TEXT", help="Only those whose name contains TEXT.")
@click.option("--junit", type=click.Path(dir_okay=False, path_type=Path), help="Write the results as JUnit XML too.")
@json_option
def command(paths: tuple[Path, ...], verbose: bool, only: str, junit: Path | None, as_json: bool) -> None:
    """Run case files (.json) and recorded battles (.jsonl, from `senki export`); a folder stands for its files.

    A case opens a battle, declares, and says what must come of it. A recorded battle must be undamaged, and its
    declarations with its dice must still give the same events. Exits with 1 if anything fails.

    \b
    Examples:
      senki check tests/cases
      senki check battle.jsonl -v
      senki check tests -k 追撃 --junit report.xml
    """  # noqa: D301 - click's mark for lines to keep
    console = Printer(quiet=True) if as_json else out
    begun = perf_counter()
    results: Results = {}
    for path in dict.fromkeys(file for given in paths for file in found(given)):
        results[str(path)] = list(run_file(path, only, console, verbose=verbose, alone=path in paths))
    every = [it for rows in results.values() for it in rows]
    seconds = perf_counter() - begun
    if junit is not None:
        write_junit(junit, results)
    if as_json:
        emit({"ok": all(it.ok for it in every), "outcomes": every})
    else:
        conclude(every, seconds, console)
    if not every:
        raise BadInput("there is nothing to run in " + ", ".join(map(str, paths)))
    if not all(it.ok for it in every):
        raise click.exceptions.Exit(Code.WRONG)


def run_file(path: Path, only: str, console: Printer, *, verbose: bool, alone: bool) -> list[Outcome]:
    """Run one file and tell of it as it goes.

    Raises:
        BadInput: it was asked for by its own name, and there is nothing in it to run.
    """
    rows: list[Outcome] = []
    end = "\n" if verbose else " "
    console.print(Text(str(path)), end=end)
    try:
        for it in outcomes(path, only):
            rows.append(it)
            if verbose:
                console.print(
                    Text("  ok    " if it.ok else "  FAIL  ", "green" if it.ok else "bold red")
                    + Text(on_one_line(it.name))
                )
            else:
                console.print(Text("." if it.ok else "F", "green" if it.ok else "bold red"), end="")
    except Unusable as unusable:
        if alone:
            raise BadInput(str(unusable)) from None
        console.print(Text(f"skipped: {unusable}".replace(f"{path}: ", ""), "yellow"), end="")
    if not verbose or not rows:
        console.print()
    return rows


def conclude(every: list[Outcome], seconds: float, console: Printer) -> None:
    """The failures with what was expected and what came, and the summary line."""
    failed = [it for it in every if not it.ok]
    for it in failed:
        step = "" if it.step is None else ", the opening" if it.step == 0 else f", step {it.step}"
        step = step if it.file.endswith(".json") else "" if it.step is None else f", event {it.step}"
        console.print(Text.assemble(("\nFAILED ", "bold red"), f"{it.file}: {on_one_line(it.name)}{step}"))
        for row in (it.message or "").splitlines():
            console.print(Text(f"    {row}"))
    passed = len(every) - len(failed)
    counts = f"{passed} passed" if not failed else f"{len(failed)} failed, {passed} passed"
    console.print(Text(f"\n{counts} in {seconds:.2f} s", "bold red" if failed else "bold green"))


def write_junit(path: Path, results: Results) -> None:
    """Write the results as JUnit XML, whole or not at all."""
    suites = Element("testsuites")
    for name, rows in results.items():
        failed = sum(not it.ok for it in rows)
        suite = SubElement(suites, "testsuite", name=name, tests=str(len(rows)), failures=str(failed))
        for it in rows:
            case = SubElement(suite, "testcase", classname=it.file, name=on_one_line(it.name))
            if it.message is not None:
                SubElement(case, "failure", message=f"step {it.step}").text = visible(it.message)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    ElementTree(suites).write(part, encoding="utf-8", xml_declaration=True)
    part.replace(path)
