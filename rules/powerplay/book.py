"""The clause book of powerplay; the `clauses` files enter its sentences."""

from senki.rules.clause import ClauseBook

BOOK = ClauseBook("W")
