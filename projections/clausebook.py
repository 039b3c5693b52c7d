"""The clause book, searched; and where each clause was applied."""

import unicodedata
from collections.abc import Iterator
from typing import Any

import msgspec

from senki.projections.inquiry import Applied, Inquiry, Look
from senki.rules.clause import Clause
from senki.rules.rulebook import RuleSystem

MOST = 100


class Uses(msgspec.Struct, frozen=True):
    """Where a clause was applied in a battle, as one viewer sees it.

    Attributes:
        clause: the clause.
        times: how often it was applied, as far as this viewer may see.
        events: where, in order.
        next: `after` for the next page; null at the end.
    """

    battle: str
    clause: Clause
    times: int
    events: list[Applied]
    next: int | None


def search(system: RuleSystem[Any], words: str = "") -> Iterator[Clause]:
    """The clauses that have each of some words in their id, heading or wording; all of them where no word is given.

    Args:
        system: whose book.
        words: separated by blanks; width and case make no difference.
    """
    wanted = _plain(words).split()
    for clause in system.clauses.values():
        text = _plain(f"{clause.id} {clause.heading} {clause.ja}")
        if all(word in text for word in wanted):
            yield clause


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


async def uses(inquiry: Inquiry, look: Look, clause: Clause, after: int = 0, most: int = MOST) -> Uses:
    """Where a clause was applied in a battle.

    Args:
        inquiry: reads the log.
        look: who looks at which battle.
        clause: of that battle's system.
        after: only later events.
        most: events in the answer.
    """
    seqs = await applied(inquiry, look, clause.id)
    shown = [seq for seq in seqs if seq > after]
    events = [look.applied(await inquiry.event(look.stream, seq)) for seq in shown[:most]]
    following = shown[most - 1] if len(shown) > most else None
    return Uses(look.stream, clause, len(seqs), events, following)


async def applied(inquiry: Inquiry, look: Look, clause: str) -> list[int]:
    """The events of a battle that cite a clause, as far as the viewer may see them."""
    mentions = await inquiry.mentions.of(look.stream)
    secret = {it.seq for it in look.marks.secrets}
    return [
        seq
        for seq in mentions.applied.get(clause, ())
        if seq not in secret or look.sees(await inquiry.event(look.stream, seq))
    ]
