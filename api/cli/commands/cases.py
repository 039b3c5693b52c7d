"""`senki cases`: case files laid out with one case a line."""

import codecs
import os
from pathlib import Path

import click
from rich.text import Text

from senki.api.cli.exits import BadInput, Code
from senki.api.cli.local import out
from senki.api.cli.testfiles import CASES, found
from senki.projections.case_layout import laid_out


@click.command("cases", short_help="Lay case files out, one case a line.")
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path), metavar="FILE...")
@click.option("--write", is_flag=True, help="Write the files; without it they are only looked at.")
def command(paths: tuple[Path, ...], write: bool) -> None:
    """Tell which case files (.json) are not laid out with one case a line; with --write, lay them out so.

    What a file says stays the same. A folder stands for the case files in it. Without --write, exits with 1 if a file
    is laid out otherwise.

    \b
    Examples:
      senki cases tests/cases
      senki cases --write tests/cases
    """  # noqa: D301 - click's mark for lines to keep
    others: list[Path] = []
    for path in dict.fromkeys(file for given in paths for file in found(given) if file.suffix == CASES):
        before = path.read_bytes()
        try:
            after = laid_out(before.removeprefix(codecs.BOM_UTF8))
        except ValueError as error:
            raise BadInput(f"{path}: {error}") from None
        if after == before:
            continue
        others.append(path)
        out.print(Text(f"{path}: {'laid out' if write else 'not one case a line'}"))
        if write:
            put(path, after)
    if others and not write:
        raise click.exceptions.Exit(Code.WRONG)


def put(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    part.write_bytes(content)
    part.replace(path)
