"""The clause book of persona; the sections enter their sentences in the text's order."""

from rules.clause import ClauseBook

BOOK = ClauseBook("P")
REVISED = "2001-03-05"
ORIGINAL = "original"
