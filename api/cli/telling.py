"""How a told battle looks in a terminal: rounds as rules, speech in colour, dice dim."""

from collections.abc import Iterable

from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from senki.api.cli.reel import DICE, ROUND, SPEECH, Sentence
from senki.rules.visible import visible

STYLES = {
    DICE: "bright_black",
    SPEECH: "cyan",
    "tallied": "bright_black",
    "checked": "bright_black",
    "damaged": "red",
    "fell": "bold red",
    "healed": "green",
    "ruled": "magenta",
    "rewound": "magenta",
    "disputed": "yellow",
    "settled": "yellow",
    "ended": "bold",
    "turn_started": "bold",
}
"""How events of a type look; what is not here looks plain."""

INDENT = 8
"""Where the second line of a sentence begins."""


def line(it: Sentence, *, seq: bool = True) -> RenderableType:
    """One sentence, with its number in the log; no further line of it begins where a number could stand."""
    text = it.text.strip("―。") if it.type == ROUND else it.text
    text = visible(text).replace("\n", "\n" + " " * (INDENT if seq else 4))
    if it.type == ROUND and not it.struck:
        return Rule(Text(text, "bold"), style="yellow")
    style = "strike dim" if it.struck else STYLES.get(it.type, "")
    number = Text(f"{it.seq:>5} " if seq else "", "dim")
    return Text.assemble(number, ("  " if it.type in {DICE, "checked"} else "", ""), (text, style))


def lines(sentences: Iterable[Sentence], *, seq: bool = True) -> list[RenderableType]:
    """All of them."""
    return [line(it, seq=seq) for it in sentences]
