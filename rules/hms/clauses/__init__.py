"""The rulebook of hms, sentence by sentence, in the text's order."""

from senki.rules.clause import ClauseBook
from senki.rules.hms.clauses import basics, blows, initiative, moving, pursuits, turns

BOOK = ClauseBook.of(
    "H", basics.CHAPTER, initiative.CHAPTER, moving.CHAPTER, blows.CHAPTER, turns.CHAPTER, pursuits.CHAPTER
)
