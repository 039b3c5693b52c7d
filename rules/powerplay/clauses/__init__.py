"""The rulebook of powerplay, sentence by sentence, in the text's order."""

from senki.rules.clause import ClauseBook
from senki.rules.powerplay.clauses import basics, blows, hero, levels, magic, making, rounds, success, values, wounds

BOOK = ClauseBook.of(
    "W",
    basics.CHAPTER,
    making.CHAPTER,
    values.CHAPTER,
    success.CHAPTER,
    magic.CHAPTER,
    rounds.CHAPTER,
    blows.CHAPTER,
    wounds.CHAPTER,
    levels.CHAPTER,
    hero.CHAPTER,
)
