"""The referee of hms, in the text's order: begin, skills, initiative, goes, flight and pursuit, the end."""

from senki.rules import events as shared
from senki.rules.chance import Chance
from senki.rules.declarations import Begin
from senki.rules.game import Ruling
from senki.rules.hms import declarations as dec
from senki.rules.hms import events as ev
from senki.rules.hms.checks import check, offer_reroll, roll_initiative
from senki.rules.hms.clauses import blows, moving, turns
from senki.rules.hms.course import end_fight, end_go, fight_on, go_on, is_over, next_go, reason_of, start_round
from senki.rules.hms.flight import after_flight, after_pursuit
from senki.rules.hms.setup import BAND_OF
from senki.rules.hms.state import Blow, Character, Game, MoveMade, Rolled, RulingDue
from senki.rules.message import Term
from senki.rules.rejection import Rejection, require

Ruled = Ruling[Game]


def begin(game: Game, it: Begin, chance: Chance) -> Ruled:
    """H-4.1, H-3.1: the GM declares the distance, and the first round starts."""
    del it, chance
    game = yield shared.Began()
    fight = game.here
    distance = fight.distance or fight.distances[0].band
    game = yield ev.DistanceDeclared(distance=distance, clauses=("H-4.1",))
    if is_over(game, fight):
        return (yield from end_fight(game, fight, reason_of(game, fight)))
    return (yield from start_round(fight))


def declare_skill(game: Game, it: dec.DeclareSkill, chance: Chance) -> Ruled:
    """H-5.1, H-5.2: everybody declares the skill that it means to use in this round."""
    by = game.characters[it.by]
    weapon = weapon_for(game, by, it.skill, it.weapon)
    simultaneous = game.options.skill_declaration == "simultaneous"
    if simultaneous:
        game = yield ev.SkillCommitted(by=by.id, clauses=("H-5.2",))
    game = yield ev.SkillDeclared(by=by.id, skill=it.skill, weapon=weapon, clauses=("H-5.1", "H-5.2"))
    return (yield from when_all_have_declared(game, chance))


def weapon_for(game: Game, by: Character, skill: str, weapon: str | None) -> str | None:
    """The weapon that goes with a declared skill: as named, or the first that fits, or none.

    Raises:
        Rejection: `illegal_value`.
    """
    own = "、".join(by.skills)
    require(skill in by.skills, "illegal_value", f"{by.name}が使えるスキルは {own} です。", "H-5.1")
    fitting = blows.fitting(game.skills, by.weapons, skill)
    if weapon is None:
        return fitting[0] if fitting else None
    require(
        weapon in fitting,
        "illegal_value",
        f"そのスキルで使える{by.name}の武器は {'、'.join(fitting) or 'ありません'}。",
        "H-6.3",
    )
    return weapon


def when_all_have_declared(game: Game, chance: Chance) -> Ruled:
    """H-5.4 to H-5.7: once everybody has declared, the dice decide the order."""
    fighters = game.standing()
    if any(c.skill is None for c in fighters):
        return game
    if game.options.skill_declaration == "simultaneous":
        choices = tuple(ev.SkillChoice(by=c.id, skill=c.skill or "", weapon=c.weapon) for c in fighters)
        game = yield ev.SkillsRevealed(skills=choices, clauses=("H-5.2",))
        later = chance.opened()
        if later is not None:
            return (yield shared.DiceAwaited(by=later))
    game = yield roll_initiative(game, chance)
    return (yield from next_go(game))


def resume(game: Game, by: str, chance: Chance) -> Ruled:
    """H-5.4 to H-5.7: the dice for the order, after all have seen what was declared."""
    game = yield shared.DiceGiven(by=by)
    if any(c.skill is None for c in game.standing()):  # a ruling has brought somebody back
        return game
    game = yield roll_initiative(game, chance)
    return (yield from next_go(game))


def move(game: Game, it: dec.Move, chance: Chance) -> Ruled:
    """H-6.1 to H-6.5: a move, unless an enemy whose weapon suits the present band stops it. H-6.10, H-6.11: who may."""
    del chance
    by = game.characters[it.by]
    to = BAND_OF.get(it.to)
    if to is None:
        raise Rejection("illegal_value", f"「{it.to}」という距離はありません（{'、'.join(BAND_OF)}）。", "H-1.3")
    enemies = game.enemies(by)
    per_pair = game.options.distances == "per_pair"
    if per_pair:
        require(
            it.target is not None, "illegal_value", "どの敵との距離を変えるのか（target）を書いてください。", "H-6.5"
        )
        enemies = [c for c in enemies if c.id == it.target]
        require(enemies, "bad_target", "この戦いで動ける敵を選んでください。", "H-6.5")
    origin = game.band(by.id, it.target or by.id)
    require(to != origin, "illegal_value", "いまと違う距離を選んでください。", "H-6.2")
    require(moving.reaches(game.options, origin, to), "out_of_range", "一度の移動ではその距離まで届きません。", "H-6.2")
    require(per_pair or it.target is None, "illegal_value", "距離は全員で一つです。target は書けません。")
    game = yield ev.MoveDeclared(by=by.id, target=it.target, origin=origin, to=to, clauses=("H-6.1", "H-6.2"))
    enemies = sorted(enemies, key=lambda c: game.order.index(c.id) if c.id in game.order else len(game.order))
    suited = [c for c in enemies if moving.suits(c.wielded, origin)]
    barred = tuple(c.id for c in suited if moving.barred(c, origin, to))
    if barred:
        game = yield ev.BlockBarred(to=barred, clauses=("H-6.5", "H-6.11"))
    ask = [c for c in suited if moving.may_block(c, origin, to)]
    if ask:
        again = any(c.blocked_retreat for c in ask)
        clauses = ("H-6.5", "H-6.10") if again else ("H-6.5",)
        return (yield ev.BlockOffered(to=tuple(c.id for c in ask), clauses=clauses))
    return (yield from complete_move(game))


def complete_move(game: Game) -> Ruled:
    """H-6.2, H-6.9: nobody stopped it."""
    it = game.move
    game = yield ev.Moved(by=it.by, target=it.enemy, origin=it.origin, to=it.to, clauses=("H-6.2", "H-6.9"))
    return (yield from go_on(game))


def block(game: Game, it: dec.Block, chance: Chance) -> Ruled:
    """H-6.6: a block is a hit check with the blocker as attacker."""
    mover = game.move.by
    game, _ = yield from check(game, chance, "block", it.by, mover)
    if offer_reroll(game):
        return (yield ev.RerollOffered(to=mover, of=it.by, clauses=("H-9.1", "H-9.2")))
    return (yield from settle_block(game))


def settle_block(game: Game) -> Ruled:
    """H-6.7, H-6.8: a hit stops the move and does no damage. H-6.9: else the next may try, or the move happens."""
    it = game.check
    if it.success:
        game = yield ev.MoveBlocked(by=it.actor, target=it.target, clauses=("H-6.7", "H-6.8"))
        if game.options.blocked_mover == "loses_go":
            return (yield from end_go(game))
        return (yield from go_on(game))
    game = yield ev.BlockFailed(by=it.actor, target=it.target, clauses=("H-6.9",))
    if game.move.ask and game.options.blockers == "each":
        return game
    return (yield from complete_move(game))


def attack(game: Game, it: dec.Attack, chance: Chance) -> Ruled:
    """H-7.1: hit check, then damage check if there is one. H-6.3: from a band that suits the weapon."""
    by = game.characters[it.by]
    enemies = {c.id for c in game.enemies(by)}
    require(it.target in enemies, "bad_target", "この戦いで動ける敵を選んでください。", "H-7.1")
    weapon = by.wielded
    if weapon is None or not moving.suits(weapon, game.band(by.id, it.target)):
        raise Rejection("out_of_range", "いまの距離に適した武器を構えていません。", "H-6.3")
    game = yield ev.Attacked(by=by.id, target=it.target, weapon=weapon.id, clauses=("H-7.1", "H-6.3"))
    game, _ = yield from check(game, chance, "attack", by.id, it.target)
    if offer_reroll(game):
        return (yield ev.RerollOffered(to=it.target, of=by.id, clauses=("H-9.1", "H-9.2")))
    return (yield from settle_attack(game))


def settle_attack(game: Game) -> Ruled:
    """H-7.5, H-8.1 to H-8.3: hit or miss, and what a hit does."""
    it = game.check
    if not it.success:
        game = yield ev.Missed(by=it.actor, target=it.target, clauses=("H-7.5",))
        return (yield from go_on(game))
    game = yield ev.Hit(by=it.actor, target=it.target, clauses=("H-7.5",))
    weapon = game.characters[it.actor].wielded
    if weapon is not None and weapon.power is not None:
        target = game.characters[it.target]
        amount = blows.damage(game.options, it.margin, weapon.power, target.armour)
        terms = (Term("margin", it.margin), Term("power", weapon.power), Term("armour", -target.armour))
        game = yield from hurt(game, it.target, amount, terms, ("H-8.1", "H-8.2"))
    return (yield from fight_on(game))


def hurt(game: Game, id: str, amount: int, terms: tuple[Term, ...], clauses: tuple[str, ...]) -> Ruled:
    """HP fall; H-8.3: at 0 or less the character is out of action."""
    hp = game.characters[id].hp - amount
    game = yield ev.Damaged(target=id, amount=amount, hp=hp, terms=terms, clauses=clauses)
    if blows.condition_at(hp) == "down":
        game = yield ev.Fell(target=id, clauses=("H-8.3",))
    return game


def demand_reroll(game: Game, it: dec.DemandReroll, chance: Chance) -> Ruled:
    """H-9.1: the opponent's dice are rolled again. H-9.3: that result stands."""
    stands = game.check
    kind = "attack" if isinstance(game.exchange, Blow) else "block"
    game = yield ev.RerollDemanded(by=it.by, of=stands.actor, clauses=("H-9.1", "H-9.3"))
    game, _ = yield from check(game, chance, kind, stands.actor, it.by, target_dice=stands.target_dice)
    return (yield from settle_check(game))


def settle_check(game: Game) -> Ruled:
    """What stands after the re-roll window, of a block or of an attack."""
    if isinstance(game.exchange, MoveMade):
        return (yield from settle_block(game))
    return (yield from settle_attack(game))


def defend(game: Game, it: dec.Defend, chance: Chance) -> Ruled:
    """H-9.1: defence is the action of the go."""
    del chance
    game = yield ev.Defended(by=it.by, clauses=("H-9.1",))
    return (yield from go_on(game))


def interrupt(game: Game, it: dec.Interrupt, chance: Chance) -> Ruled:
    """H-10.1: the go is put back to just before that of somebody later."""
    del chance
    later = [c.id for c in later_goes(game)]
    require(
        it.before in later,
        "bad_target",
        f"このあと手番が来る者を選んでください（{'、'.join(later)}）。",
        "H-10.1",
    )
    order = turns.put_back(game, it.by, it.before)
    game = yield ev.Interrupted(by=it.by, before=it.before, order=order, clauses=("H-10.1",))
    return (yield from end_go(game))


def later_goes(game: Game) -> list[Character]:
    """Those whose go in this round is still to come."""
    return [
        game.characters[i] for i in game.order if i not in game.done and i != game.active and game.characters[i].active
    ]


def use_special(game: Game, it: dec.UseSpecial, chance: Chance) -> Ruled:
    """H-11.1: what it does is on the sheet, or the GM's to say."""
    del chance
    by = game.characters[it.by]
    special = next((s for s in by.specials if s.id == it.special), None)
    if special is None:
        own = "、".join(s.id for s in by.specials) or "ありません"
        raise Rejection("illegal_value", f"{by.name}の特殊行動は {own}。", "H-11.1")
    require(special.uses != 0, "cannot_pay", f"「{special.name}」はもう使い切りました。", "H-11.1")
    able = {c.id for c in game.standing()}
    require(
        len(set(it.targets)) == len(it.targets)
        and all(t in able for t in it.targets)
        and (1 if special.hp is not None else 0) <= len(it.targets) <= special.targets,
        "bad_target",
        f"この戦いで動ける相手を、重ならないように{special.targets}人まで選んでください。",
        "H-11.1",
    )
    game = yield ev.SpecialUsed(by=by.id, special=special.id, targets=it.targets, clauses=("H-11.1",))
    if special.hp is None:
        return (yield ev.RulingAwaited(by=by.id, special=special.id, targets=it.targets, clauses=("H-11.1",)))
    for target in it.targets:
        if special.hp < 0:
            game = yield from hurt(game, target, -special.hp, (Term("special", -special.hp),), ("H-11.1",))
            continue
        one = game.characters[target]
        hp = max(one.hp, min(one.hp_max, one.hp + special.hp))
        game = yield ev.Healed(target=target, amount=hp - one.hp, hp=hp, clauses=("H-11.1", "H-2.2"))
    return (yield from fight_on(game))


def surrender(game: Game, it: dec.Surrender, chance: Chance) -> Ruled:
    """H-3.2: giving up, on one's own go or when flight is asked."""
    del chance
    flight = game.stage == "flight"
    game = yield ev.Surrendered(by=it.by, clauses=("H-3.2",))
    if flight:
        return (yield from fight_on(game, after_flight(game)))
    return (yield from fight_on(game))


def pass_(game: Game, it: dec.Pass, chance: Chance) -> Ruled:
    """Declining what one is asked for."""
    del chance
    if game.stage == "flight":
        game = yield shared.Passed(by=it.by, what="flight")
        return (yield from after_flight(game))
    if game.stage == "pursuit":
        game = yield shared.Passed(by=it.by, what="pursuit")
        return (yield from after_pursuit(game))
    match game.exchange:
        case MoveMade(check=Rolled(offered=True)) | Blow(check=Rolled(offered=True)):
            game = yield shared.Passed(by=it.by, what="reroll")
            return (yield from settle_check(game))
        case MoveMade():
            game = yield shared.Passed(by=it.by, what="block")
            return game if game.move.ask else (yield from complete_move(game))
        case Blow() | RulingDue():
            msg = "nobody is asked who could pass"
            raise LookupError(msg)
        case None:
            game = yield shared.Passed(by=it.by, what="go")
            return (yield from end_go(game))
