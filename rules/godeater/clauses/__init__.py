"""The rulebook of godeater, sentence by sentence, in the text's order."""

from senki.rules.clause import ClauseBook
from senki.rules.godeater.clauses import attacks, blows, checks, flow, turns

BOOK = ClauseBook.of("G", checks.CHAPTER, flow.CHAPTER, turns.CHAPTER, attacks.CHAPTER, blows.CHAPTER)
