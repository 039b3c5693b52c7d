"""What numbers become in meikyu: formulas rolled, costs paid, effects of actions, abilities and consumables."""

from senki.rules.chance import Chance
from senki.rules.game import Ruling
from senki.rules.meikyu import events as ev
from senki.rules.meikyu.clauses import actions
from senki.rules.meikyu.course import fight_on
from senki.rules.meikyu.formula import terms, total
from senki.rules.meikyu.setup import Effect
from senki.rules.meikyu.state import Character, Game
from senki.rules.message import Term

Ruled = Ruling[Game]


def rolled(game: Game, chance: Chance, by: Character, formula: str, purpose: str) -> tuple[Term, ...]:
    """The terms of a character's formula; each of its dice terms is a roll of its own."""
    return terms(
        formula,
        by.stats,
        game.options.rounding,
        lambda count, sides: chance.roll(by.id, purpose, count, sides),
    )


def pay(game: Game, by: str, cost: int) -> Ruled:
    """M-9.8: a cost in MP."""
    if cost:
        mp = actions.mp_after(game.characters[by], -cost)
        game = yield ev.MpChanged(target=by, amount=-cost, mp=mp, clauses=("M-9.8",))
    return game


def spend_wit(game: Game, by: str) -> Ruled:
    """M-11.2, M-11.3: a benefit is paid for with wit."""
    cost = game.options.wit_cost
    wit = game.characters[by].wit - cost
    return (yield ev.WitChanged(target=by, amount=-cost, wit=wit, clauses=("M-11.2", "M-11.3")))


def hurt(game: Game, id: str, amount: int, found: tuple[Term, ...], clauses: tuple[str, ...] = ()) -> Ruled:
    """HP fall; who has none left is out of the fight."""
    hp = actions.hp_after(game.options, game.characters[id], -amount)
    game = yield ev.Damaged(target=id, amount=amount, hp=hp, terms=found, clauses=clauses)
    if actions.condition_at(hp) == "down":
        game = yield ev.Fell(target=id)
    return game


def take_effect(  # noqa: PLR0917 - an effect is told with all of these
    game: Game, chance: Chance, by: str, what: str, effects: tuple[Effect, ...], targets: tuple[str, ...]
) -> Ruled:
    """What an ability, a consumable or a support action does; without data the GM rules."""
    if not effects:
        return (yield ev.RulingAwaited(by=by, what=what))
    user = game.characters[by]
    for target in targets:
        for effect in effects:
            if game.characters[target].active:
                game = yield from change(game, target, effect, rolled(game, chance, user, effect.amount, "effect"))
    return (yield from fight_on(game))


def change(game: Game, target: str, effect: Effect, found: tuple[Term, ...]) -> Ruled:
    """One effect on one target."""
    one, amount = game.characters[target], total(found)
    match effect.stat:
        case "hp" if amount < 0:
            return (yield from hurt(game, target, -amount, found))
        case "hp":
            hp = actions.hp_after(game.options, one, amount)
            return (yield ev.Healed(target=target, amount=hp - one.hp, hp=hp, terms=found))
        case "mp":
            mp = actions.mp_after(one, amount)
            return (yield ev.MpChanged(target=target, amount=mp - one.mp, mp=mp, terms=found))
        case "wit":
            wit = actions.wit_after(game.options, one, amount)
            return (yield ev.WitChanged(target=target, amount=wit - one.wit, wit=wit, terms=found))
        case "defence" | "action_value":
            return (
                yield ev.BonusGained(target=target, stat=effect.stat, amount=amount, until=effect.until, terms=found)
            )
