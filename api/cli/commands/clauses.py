"""`senki clauses`: the clause book of a system, searched."""

import click
from rich.text import Text

from senki.api.cli.local import emit, json_option, out
from senki.projections.clausebook import search
from senki.rules import SYSTEMS


@click.command("clauses", short_help="Search the clause book of a system.")
@click.argument("system", type=click.Choice(list(SYSTEMS)))
@click.argument("words", nargs=-1)
@json_option
def command(system: str, words: tuple[str, ...], as_json: bool) -> None:
    """Show the clauses of SYSTEM that have each of WORDS in their id, heading or wording; all of them without WORDS.

    \b
    Examples:
      senki clauses hms 阻止
      senki clauses hms H-6.5
    """  # noqa: D301 - click's mark for lines to keep
    found = list(search(SYSTEMS[system], " ".join(words)))
    if as_json:
        emit(found)
        return
    for clause in found:
        out.print(Text.assemble((clause.id, "bold"), f"　{clause.heading}　", clause.ja))
    if not found:
        out.print("その言葉を含む条項はありません。", style="dim")
