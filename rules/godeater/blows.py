"""The attack check of godeater: damage check, guard check, final damage, the end of the attack (G-17 to G-20)."""

from collections.abc import Sequence

from msgspec import Struct

from senki.rules.chance import Chance
from senki.rules.game import Ruling
from senki.rules.godeater import events as ev
from senki.rules.godeater.clauses import attacks, blows, checks, flow
from senki.rules.godeater.course import end_turn, open_window
from senki.rules.godeater.effects import apply, end_lasting, fall
from senki.rules.godeater.setup import Shield
from senki.rules.godeater.state import Acting, AttackMade, Character, Game, Striking
from senki.rules.message import Term

Ruled = Ruling[Game]


class Pool(Struct, frozen=True):
    """How the dice of a check fell."""

    faces: int
    critical: bool
    fumble: bool


def roll_pool(  # noqa: PLR0917 - who rolls how many dice for what
    game: Game, chance: Chance, it: Character, purpose: str, dice: int, against: checks.Against
) -> Pool:
    """G-17.3, G-18.4: the dice, one more for each critical, until none appears or the check is a fumble."""
    critical_value, fumble_value = checks.limits(it, against)
    batches: list[Sequence[int]] = []
    count, name = dice, purpose
    while count:
        batches.append(chance.roll(it.id, name, count, checks.DIE))
        if checks.fumbles(game.options, batches, fumble_value):
            return Pool(0, critical=False, fumble=True)
        count, name = checks.criticals(batches[-1], critical_value), f"{purpose}_critical"
    return Pool(sum(map(sum, batches)), critical=len(batches) > 1, fumble=False)


def resolve(game: Game, chance: Chance) -> Ruled:
    """G-16.6, G-17: whether the attack still reaches anybody, and its damage check; then the blows."""
    it = game.under_way(Acting)
    if game.characters[it.by].incapacitated and game.options.fallen_attacker == "attack_fails":
        game = yield ev.AttackFailed(by=it.by, why="attacker_fell", clauses=("G-20.1",))
        return (yield from end_attack(game))
    for target in attacks.evading(game, it):
        game = yield ev.Evaded(target=target, by=it.by, clauses=("G-16.6",))
    it = game.under_way(Acting)
    if not it.targets:
        game = yield ev.AttackFailed(by=it.by, why="out_of_range", clauses=("G-16.6", "G-16.7"))
        return (yield from end_attack(game))
    return (yield from check_damage(game, it, chance))


def check_damage(game: Game, it: Acting, chance: Chance) -> Ruled:
    """G-17: dice, faces, achievement."""
    attacker = game.characters[it.by]
    dice_terms = blows.damage_dice(attacker, it)
    dice = blows.dice_left(dice_terms)
    if dice == 0:
        game = yield damage_checked(it, dice, dice_terms, Pool(0, critical=False, fumble=False), (), ())
        game = yield ev.AttackFailed(by=it.by, why="no_dice", clauses=("G-17.2",))
        return (yield from end_attack(game))
    pool = roll_pool(game, chance, attacker, "damage", dice, blows.against(it))
    if pool.fumble:
        game = yield damage_checked(it, dice, dice_terms, pool, (), ("G-17.3", "G-1.10"))
        if game.options.fumbled_attack == "defender_wins":
            return (yield from meet(game, chance))
        game = yield ev.AttackFailed(by=it.by, why="fumble", clauses=("G-1.10",))
        return (yield from end_attack(game))
    terms = blows.damage_terms(attacker, it, pool.faces)
    game = yield damage_checked(it, dice, dice_terms, pool, terms, ("G-17.3", "G-17.4", "G-17.5"))
    if blows.damage_total(terms) == 0:
        game = yield ev.AttackFailed(by=it.by, why="no_result", clauses=("G-17.6",))
        return (yield from end_attack(game))
    return (yield from meet(game, chance))


def damage_checked(  # noqa: PLR0917 - all that the event tells
    it: Acting, dice: int, dice_terms: tuple[Term, ...], pool: Pool, terms: tuple[Term, ...], clauses: tuple[str, ...]
) -> ev.DamageChecked:
    """The damage check as it went."""
    return ev.DamageChecked(
        by=it.by,
        dice=dice,
        dice_terms=dice_terms,
        total=blows.damage_total(terms),
        terms=terms,
        critical=pool.critical,
        fumble=pool.fumble,
        clauses=("G-17.1", "G-17.2", *clauses),
    )


def meet(game: Game, chance: Chance) -> Ruled:
    """G-18, G-19: each target in turn, until somebody has to choose or the attack is over."""
    while (it := game.under_way(Striking)).met < len(it.targets):
        if blows.shield_due(game, it) is not None:
            return game
        game = yield from blow(game, it, chance)
        if game.timing is not None:
            return game
        game = yield from recover_op(game)
    return (yield from end_attack(game))


def blow(game: Game, it: Striking, chance: Chance) -> Ruled:
    """G-18, G-19.1 to G-19.7: one target's guard check, its final damage, and what damage brings with it."""
    meeting = attacks.meets(game, it, it.targets[it.met])
    guard = None
    if blows.guards(game, it, meeting):
        checked = check_guard(game, it, game.characters[meeting], chance)
        game = yield checked
        guard = blows.Guarded(checked.total, success=checked.success, critical=checked.critical)
    base, clauses = blows.damage(game.options, it, guard)
    if checks.total(base) < 1:
        game = yield ev.Blocked(target=meeting, by=it.by, terms=base, clauses=(*clauses, "G-19.5"))
        return game
    before = game.characters[meeting]
    terms = blows.final_damage(game.characters[it.by], before, it, base)
    amount = checks.total(terms)
    if amount == 0:
        return (yield ev.Blocked(target=meeting, by=it.by, terms=terms, clauses=(*clauses, "G-19.4", "G-19.5")))
    hp = blows.hp_after(game.options, before.hp, amount)
    game = yield ev.Damaged(
        target=meeting,
        by=it.by,
        amount=amount,
        lost=before.hp - hp,
        hp=hp,
        terms=terms,
        clauses=(*clauses, "G-19.4", "G-19.6"),
    )
    game = yield from fall(game, meeting)
    source = it.bullet or it.source
    game = yield from apply(game, it.figures.effects, it.by, (meeting,), source, "G-19.7")
    return (yield from open_window(game, "damage_dealt", only=it.by))


def check_guard(game: Game, it: Striking, defender: Character, chance: Chance) -> ev.GuardChecked:
    """G-18.2 to G-18.5: dice, faces, achievement."""
    shield = blows.shield_in_hand(defender, it.shield)
    dice_terms = blows.guard_dice(defender, shield, it)
    dice = blows.dice_left(dice_terms)
    if dice == 0:
        none = Pool(0, critical=False, fumble=True)
        return guard_checked(defender, shield, dice_terms, none, (), 0, ("G-18.2", "G-18.3"))
    pool = roll_pool(game, chance, defender, "guard", dice, blows.against(it))
    if pool.fumble:
        return guard_checked(defender, shield, dice_terms, pool, (), 0, ("G-18.2", "G-18.4", "G-1.10"))
    terms = blows.guard_terms(defender, shield, it, pool.faces)
    total = blows.guard_total(game.options, terms)
    return guard_checked(defender, shield, dice_terms, pool, terms, total, ("G-18.2", "G-18.4", "G-18.5"))


def guard_checked(  # noqa: PLR0917 - all that the event tells
    defender: Character,
    shield: Shield | None,
    dice_terms: tuple[Term, ...],
    pool: Pool,
    terms: tuple[Term, ...],
    total: int,
    clauses: tuple[str, ...],
) -> ev.GuardChecked:
    """The guard check as it went."""
    dice = blows.dice_left(dice_terms)
    return ev.GuardChecked(
        by=defender.id,
        shield=None if shield is None else shield.id,
        dice=dice,
        dice_terms=dice_terms,
        total=total,
        terms=terms,
        success=not pool.fumble,
        critical=pool.critical,
        fumble=pool.fumble and dice > 0,
        clauses=clauses,
    )


def recover_op(game: Game) -> Ruled:
    """G-19.8: a melee weapon draws OP from the damage that it dealt."""
    it = game.under_way(Striking)
    if it.dealt is None:
        return game
    gained = blows.op_gained(game.options, it, it.dealt)
    if not gained:
        return game
    attacker = game.characters[it.by]
    amount, terms = flow.within(attacker, "op", gained)
    return (
        yield ev.Changed(
            character=it.by,
            resource="op",
            amount=amount,
            now=attacker.op + amount,
            terms=terms,
            clauses=("G-19.8",),
        )
    )


def end_attack(game: Game) -> Ruled:
    """G-20.1, G-11.1: the attack is over, and with it the turn."""
    game = yield ev.AttackEnded(by=game.under_way(AttackMade).by, clauses=("G-20.1", "G-11.1"))
    game = yield from end_lasting(game, "attack")
    return (yield from end_turn(game, "G-11.1"))
