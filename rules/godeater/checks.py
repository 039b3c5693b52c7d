"""Checks and opposed checks on the GM's order (G-1, G-2)."""

from senki.rules.chance import Chance
from senki.rules.game import Ruling
from senki.rules.godeater import declarations as dec
from senki.rules.godeater import events as ev
from senki.rules.godeater.clauses import checks
from senki.rules.godeater.setup import Ability
from senki.rules.godeater.state import Character, Game
from senki.rules.message import Term
from senki.rules.rejection import require

Ruled = Ruling[Game]
One = tuple[tuple[int, bool, bool], tuple[Term, ...]]
"""A check that was rolled: total, critical, fumble; and its terms."""


def roll_check(  # noqa: PLR0917 - who rolls for what, and with which numbers
    game: Game, chance: Chance, who: Character, purpose: str, ability: Ability, modifier: int
) -> One:
    """G-1: one die, and what it comes to with an ability and a modifier."""
    (die,) = chance.roll(who.id, purpose, 1, checks.DIE)
    critical_value, fumble_value = checks.limits(who)
    critical = checks.criticals((die,), critical_value) > 0
    fumble = checks.fumbles(game.options, ((die,),), fumble_value)
    terms = checks.check_terms(die, ability, who.ability(ability), modifier)
    return (checks.check_total(terms), critical, fumble), terms


def check(game: Game, it: dec.Check, chance: Chance) -> Ruled:
    """G-1.1 to G-1.11: a check against a difficulty."""
    who = game.characters[it.character]
    (total, critical, fumble), terms = roll_check(game, chance, who, "check", it.ability, it.modifier)
    decided = "G-1.9" if critical else "G-1.10" if fumble else "G-1.1"
    return (
        yield ev.Checked(
            character=who.id,
            ability=it.ability,
            label=it.label,
            difficulty=it.difficulty,
            total=total,
            success=critical or (not fumble and checks.succeeds(total, it.difficulty)),
            critical=critical,
            fumble=fumble,
            terms=terms,
            clauses=(checks.CHECK_CLAUSE[it.ability], decided),
        )
    )


def opposed_check(game: Game, it: dec.OpposedCheck, chance: Chance) -> Ruled:
    """G-2.1 to G-2.7: attacker, then (unless fumbled) defender."""
    require(it.attacker != it.defender, "bad_target", "対決は二人のキャラクターで行います。", "G-2.2")
    attacker, defender = game.characters[it.attacker], game.characters[it.defender]
    mine, mine_terms = roll_check(game, chance, attacker, "opposed_attack", it.attacker_ability, it.attacker_modifier)
    _, _, fumbled = mine
    theirs, theirs_terms = None, ()
    attacker_wins, decided = False, "G-2.7"
    if not fumbled:
        theirs, theirs_terms = roll_check(
            game, chance, defender, "opposed_defence", it.defender_ability, it.defender_modifier
        )
        attacker_wins, decided = checks.opposed(mine, theirs)
    return (
        yield ev.Opposed(
            attacker=attacker.id,
            defender=defender.id,
            attacker_total=mine[0],
            defender_total=None if theirs is None else theirs[0],
            winner=attacker.id if attacker_wins else defender.id,
            attacker_terms=mine_terms,
            defender_terms=theirs_terms,
            clauses=("G-2.2", decided),
        )
    )
