"""The clause book of powerplay; the `clauses` files enter its sentences."""

from rules.clause import ClauseBook

BOOK = ClauseBook("W")
