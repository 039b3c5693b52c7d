"""The rulebook of persona, sentence by sentence, in the text's order. Sentences and formulas; no procedure."""

from senki.rules.clause import ClauseBook
from senki.rules.persona import clauses_actions, clauses_attack, clauses_battle, clauses_magic
from senki.rules.persona.clauses_actions import (
    flees_freely,
    flight_difficulty,
    may_negotiate,
    may_recover,
    may_resist,
    negotiation,
)
from senki.rules.persona.clauses_attack import (
    attackable,
    chooses,
    defenceless_by,
    demon_condition,
    go_together,
    hand_after,
    highest,
    is_all_target,
    level_damage,
    may_lay,
    nullifies,
    number,
    number_damage,
    one_number,
    sees_through,
    serves_as,
    twice,
)
from senki.rules.persona.clauses_battle import (
    able,
    equals,
    near_death,
    put_back,
    rank,
    round_order,
    succeeds,
    wiped_out,
)
from senki.rules.persona.clauses_magic import (
    AIMED,
    CARD_CLAUSES,
    EFFECT_CLAUSES,
    hand_given,
    may_be_healed,
    spells_of,
    targets_of,
)

BOOK = ClauseBook("P")
for section in (clauses_battle.BOOK, clauses_attack.BOOK, clauses_magic.BOOK, clauses_actions.BOOK):
    for it in section.values():
        BOOK.state(it.id, it.heading, it.ja, it.en, edition=it.edition, advice=it.advice)

__all__ = [
    "AIMED",
    "BOOK",
    "CARD_CLAUSES",
    "EFFECT_CLAUSES",
    "able",
    "attackable",
    "chooses",
    "defenceless_by",
    "demon_condition",
    "equals",
    "flees_freely",
    "flight_difficulty",
    "go_together",
    "hand_after",
    "hand_given",
    "highest",
    "is_all_target",
    "level_damage",
    "may_be_healed",
    "may_lay",
    "may_negotiate",
    "may_recover",
    "may_resist",
    "near_death",
    "negotiation",
    "nullifies",
    "number",
    "number_damage",
    "one_number",
    "put_back",
    "rank",
    "round_order",
    "sees_through",
    "serves_as",
    "spells_of",
    "succeeds",
    "targets_of",
    "twice",
    "wiped_out",
]
