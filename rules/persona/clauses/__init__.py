"""The rulebook of persona, sentence by sentence, in the text's order. Sentences and formulas; no procedure."""

from senki.rules.clause import ClauseBook
from senki.rules.persona.clauses import actions, battle, blows, general, magic

BOOK = ClauseBook.of("P", general.CHAPTER, battle.CHAPTER, blows.CHAPTER, magic.CHAPTER, actions.CHAPTER)
