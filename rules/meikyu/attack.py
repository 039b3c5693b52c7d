"""An attack in meikyu: reach (M-3.4), cover (M-4.1, M-4.2), evasion (M-9.5), damage (M-9.3)."""

from collections.abc import Generator

from senki.rules.chance import Chance
from senki.rules.game import Ruling
from senki.rules.meikyu import declarations as dec
from senki.rules.meikyu import events as ev
from senki.rules.meikyu.clauses import actions, rows
from senki.rules.meikyu.course import fight_on, go_on
from senki.rules.meikyu.effects import hurt, pay, rolled
from senki.rules.meikyu.formula import total
from senki.rules.meikyu.setup import AttackRow
from senki.rules.meikyu.state import Attack, Game
from senki.rules.message import Event, Term
from senki.rules.rejection import require

Ruled = Ruling[Game]


def attack(game: Game, chance: Chance, by: str, row: AttackRow, targets: tuple[str, ...]) -> Ruled:
    """M-9.3: an attack, unless nobody is within reach; then it is wasted. M-3.3: who may cover is asked."""
    if not targets:
        game = yield ev.ActionWasted(by=by, action=row.name)
        if game.options.no_target == "paid":
            game = yield from pay(game, by, row.cost)
        return (yield from go_on(game))
    game = yield ev.Attacked(by=by, action=row.name, targets=targets, clauses=("M-9.3", "M-3.4"))
    game = yield from pay(game, by, row.cost)
    if game.options.cover_timing == "after_evasion":
        for target in targets:
            game, _ = yield from evade(game, chance, target)
    ask = rows.may_cover(game, game.attack)
    if ask:
        return (yield ev.CoverOffered(to=ask, clauses=("M-3.3", "M-4.1")))
    return (yield from when_nobody_can_cover(game, chance))


def cover(game: Game, it: dec.Cover, chance: Chance) -> Ruled:
    """M-4.1: the attack is taken in another's place. M-4.2: it counts double if one is a target of it as well."""
    attack = game.attack
    able = rows.coverable(game, attack, game.characters[it.by])
    names = "、".join(game.characters[id].name for id in able)
    require(it.target in able, "bad_target", f"いまかばえるのは {names} です。", "M-4.1")
    twice = it.by in attack.targets and it.by not in attack.evaded
    clauses = ("M-4.1", "M-4.2") if twice else ("M-4.1",)
    game = yield ev.Covered(by=it.by, target=it.target, doubled=twice, clauses=clauses)
    return (yield from when_nobody_can_cover(game, chance))


def when_nobody_can_cover(game: Game, chance: Chance) -> Ruled:
    """M-9.3, M-9.5: once nobody can cover any more, the dice say what the attack does."""
    attack = game.attack
    if rows.may_cover(game, attack):
        return game
    by = game.characters[attack.by]
    row = by.action_at(attack.face)
    if not isinstance(row, AttackRow):
        return (yield from go_on(game))
    receivers = who_receives(game, attack)
    game = yield ev.AttackTaken(by=by.id, action=row.name, receivers=receivers, clauses=("M-9.3",))
    hit: list[str] = []
    for id in receivers:
        game, away = (yield from evade(game, chance, id)) if may_evade(game, attack, id) else (game, False)
        if not away:
            hit.append(id)
    found: tuple[Term, ...] = ()
    for place, id in enumerate(hit):
        if place == 0 or game.options.damage_roll == "per_target":
            found = rolled(game, chance, by, row.damage, "damage")
        game = yield from strike(game, id, found, twice=rows.doubled(attack, id))
    return (yield from fight_on(game))


def who_receives(game: Game, attack: Attack) -> tuple[str, ...]:
    """M-4.1: in the order of the targets, a coverer in the place of whom it covers, nobody twice."""
    places = (attack.covers.get(target, target) for target in attack.targets if target not in attack.evaded)
    return tuple(dict.fromkeys(id for id in places if game.characters[id].active))


def may_evade(game: Game, attack: Attack, id: str) -> bool:
    """M-9.5: who is attacked may, unless it has rolled already; who covers, as `cover_evade` says."""
    if id in attack.covers.values():
        return game.options.cover_evade == "yes"
    return game.options.cover_timing == "before_evasion"


def evade(game: Game, chance: Chance, id: str) -> Generator[Event, Game, tuple[Game, bool]]:
    """M-9.5: the evade check of one that is evading, and whether the attack does nothing to it."""
    one = game.characters[id]
    check = one.evading
    if check is None:
        return game, False
    found = rolled(game, chance, one, check.roll, "evade")
    success = actions.evades(total(found), check.at_least, check.at_most)
    game = yield ev.Checked(
        kind="evade",
        by=id,
        total=total(found),
        at_least=check.at_least,
        at_most=check.at_most,
        success=success,
        terms=found,
        clauses=("M-9.5",),
    )
    if success:
        game = yield ev.Evaded(by=id, clauses=("M-9.5", "M-9.3"))
    return game, success


def strike(game: Game, id: str, found: tuple[Term, ...], *, twice: bool) -> Ruled:
    """M-9.3, M-4.2: the formula less the defence; doubled after everything else."""
    defence = actions.defence(game.characters[id])
    amount = actions.damage(game.options, total(found), defence, twice=twice)
    found += (Term("defence", -defence),)
    if twice:
        found += (Term("double", 2),)
    return (yield from hurt(game, id, amount, found, ("M-9.3", "M-4.2") if twice else ("M-9.3",)))
