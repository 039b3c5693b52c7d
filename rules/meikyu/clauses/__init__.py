"""The rulebook of meikyu, sentence by sentence, in the text's order."""

from senki.rules.clause import ClauseBook
from senki.rules.meikyu.clauses import actions, cleanup, flow, initiative, parts, quick_wit, rows, waiting

BOOK = ClauseBook.of(
    "M",
    flow.CHAPTER,
    rows.CHAPTER,
    initiative.CHAPTER,
    parts.CHAPTER,
    actions.CHAPTER,
    waiting.CHAPTER,
    quick_wit.CHAPTER,
    cleanup.CHAPTER,
)
