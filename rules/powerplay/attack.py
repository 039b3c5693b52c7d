"""Attacks (W-10 to W-14): hit check, evasion, target number, damage; in either order of the two checks.

An attack waits half-way, so several declarations carry it on:

1. `attack` declares it, and goes on to 2 and then 3; to 3 and then 2, where the defender checks first (`check_order`).
2. `roll_hit` rolls, `settle_hit` tells what it came to. Failed by a 1, the attack is over (5).
3. `ask_evasion` waits for the target (`evade` or `decline_evasion`); `cannot_evade` answers for one who cannot.
   `settle_evasion` tells what it came to, `after_evasion` goes on.
4. `compare` sets the target number; a hit rolls its damage, and `settle_damage` does `harm` (the harm of spells too).
5. `after_attack` pays the evader's effort, and ends the go unless attacks are left in it.

Each roll (`checks.roll`) may stop for hero points: then `decide.stand` calls the `settle_…` when the dice stand. After
a ruling `ruling.still_asked` calls `ask_evasion` anew, for a target that can no longer evade.
"""

from functools import partial

from senki.rules.chance import Chance
from senki.rules.game import Ruling
from senki.rules.message import Term
from senki.rules.powerplay import declarations as dec
from senki.rules.powerplay import events as ev
from senki.rules.powerplay import sheet
from senki.rules.powerplay.checks import cited, dice_for, known, roll, terms_of, total
from senki.rules.powerplay.clauses import basics, blows, making, success, wounds
from senki.rules.powerplay.course import change_condition, end_go, is_over, pay, tires
from senki.rules.powerplay.dice import expression
from senki.rules.powerplay.setup import AGILITY, PROWESS, Way, Weapon
from senki.rules.powerplay.state import AttackMade, CastMade, Character, Game
from senki.rules.rejection import Rejection, require

Ruled = Ruling[Game]


def attack(game: Game, it: dec.Attack, chance: Chance) -> Ruled:
    """W-9.4, W-10.1, W-10.4: an attack of this go, with the weapon in hand."""
    by, target = game.characters[it.by], game.characters[it.target]
    weapon = by.weapon
    if weapon is None:
        raise Rejection("not_awaited", f"{by.name}は武器を手にしていません。", "W-9.4")
    wanted = it.way or weapon.ways[0]
    require_way(game, by, weapon, wanted)
    way = weapon.ways[weapon.ways.index(wanted)]
    require(
        it.target in targets(game, by), "bad_target", "その相手は攻撃できません。ほかの相手を選んでください。", "W-10.1"
    )
    dice = dice_for(sheet.check(game.options, by, PROWESS)[0], it.dice)
    behind = blows.is_behind(by, target)
    game = yield ev.Attacked(
        by=by.id,
        target=target.id,
        weapon=weapon.id,
        way=way,
        behind=behind,
        number=len(game.going.attacked) + 1,
        of=len(game.going.attacked) + game.going.attacks_left,
        dice=dice,
        strained=tires(game, by, "attack"),
        clauses=(
            "W-9.4",
            "W-10.4",
            "W-3.11",
            *(("W-10.5",) if weapon.bow and blows.is_archer(sheet.main_abilities(by)) else ()),
            *(("W-12.2",) if by.id in target.back_to else ()),
        ),
    )
    if game.options.check_order == "defender_first":
        return (yield from ask_evasion(game, chance))
    return (yield from roll_hit(game, chance))


def targets(game: Game, by: Character) -> list[str]:
    """Whom it may attack now: anybody else who is neither dead nor gone; the same one, where that is the rule."""
    first = game.go.attacked[:1] if game.go is not None and game.options.attack_targets == "one" else ()
    return [
        c.id
        for c in game.characters.values()
        if c.id != by.id and c.condition not in {"dead", "left"} and (not first or c.id in first)
    ]


def require_way(game: Game, by: Character, weapon: Weapon, way: str) -> None:
    """W-10.4, W-11.6, W-3.11: whether that weapon may be used in that way now.

    Raises:
        Rejection: `once_only`, `incapacitated`, `illegal_value`.
    """
    if way in weapon.ways:
        attacked = game.go is not None and game.go.attacked
        require(
            not (attacked and way != "melee" and game.options.many_attacks == "melee_only"),
            "once_only",
            "射撃と投擲は、その手番のただ一度の攻撃でなければなりません。",
            "W-10.4",
        )
        require(
            not (way == "shoot" and by.evaded and game.options.shooter_evasion == "whole_round"),
            "incapacitated",
            "このラウンドに回避したので、射撃はできません。",
            "W-11.6",
        )
    require(
        sheet.usable(game.options, by, weapon),
        "illegal_value",
        f"{by.name}の筋力か武勇では、{weapon.name}を使えません。",
        "W-3.11",
    )
    require(
        way in weapon.ways,
        "illegal_value",
        f"{weapon.name}の使い方（way）は {'、'.join(weapon.ways)} です。",
        "W-11.1",
    )


def ways(game: Game, by: Character, weapon: Weapon) -> list[Way]:
    """The ways in which the weapon may be used now."""
    found: list[Way] = []
    for way in weapon.ways:
        try:
            require_way(game, by, weapon, way)
        except Rejection:
            continue
        found.append(way)
    return found


def roll_hit(game: Game, chance: Chance) -> Ruled:
    """W-4.4: the hit check is that of prowess."""
    return (yield from roll(game, chance, game.attack.by, "hit", game.attack.dice, settle_hit))


def settle_hit(game: Game, chance: Chance, faces: tuple[int, ...]) -> Ruled:
    """W-4.4, W-4.5, W-12.1, W-10.2: what the hit check came to; failed by a 1, the attack fails."""
    it = game.attack
    by = game.characters[it.by]
    weapon = next(i for i in by.items if i.id == it.weapon and isinstance(i, Weapon))
    most, bonus = sheet.check(game.options, by, PROWESS)
    behind = blows.bonus_from_behind() if it.behind else 0
    terms = terms_of(faces, bonus, weapon=weapon.hit_bonus, behind=behind)
    failed = success.fails_by_itself(faces)
    special = (("W-4.5",) if weapon.hit_bonus else ()) + (("W-12.1",) if it.behind else ())
    game = yield ev.Checked(
        by=by.id,
        purpose="hit",
        ability=PROWESS,
        faces=faces,
        terms=terms,
        achievement=total(terms),
        auto_failure=failed,
        clauses=cited(faces, most, "W-10.1", "W-4.4", *special),
    )
    if failed:
        target = it.target
        game = yield ev.Missed(by=by.id, target=target, reason="auto_failure", clauses=("W-10.2", "W-5.8"))
        return (yield from after_attack(game, target))
    if game.options.check_order == "defender_first":
        return (yield from compare(game, chance))
    return (yield from ask_evasion(game, chance))


def is_evaded(game: Game) -> bool:
    """W-10.1, W-11.1, W-11.4: whether this attack can be evaded at all: in melee, or by who is devoted to it."""
    return game.attack.way == "melee" or is_devoted(game)


def is_devoted(game: Game) -> bool:
    """W-11.4: whether the target counts as devoted to evasion."""
    return game.options.devotion == "always" or game.characters[game.attack.target].devoted


def why_not_evade(game: Game, it: Character) -> str | None:
    """W-9.6, W-3.13, W-3.14, W-11.6: why it cannot evade, or None where it can."""
    if it.condition in {"unconscious", "dead", "left"}:
        return it.condition
    if it.held:
        return "held"
    current = sheet.current(it)
    if current.get(AGILITY, 0) == 0:
        return "ability_zero"
    if making.can_no_longer_act(current) and game.options.zero_ability == "no_evasion":
        return "ability_zero"
    return "shot" if it.shot else None


CITED = {"unconscious": "W-15.5", "dead": "W-15.6", "left": "W-9.6", "held": "W-9.6", "shot": "W-11.6"}


def ask_evasion(game: Game, chance: Chance) -> Ruled:
    """W-9.6: the target is asked, if this attack can be evaded and it is able to."""
    if not is_evaded(game):
        return (yield from after_evasion(game, chance))
    target = game.characters[game.attack.target]
    if why_not_evade(game, target) is None:
        return game
    return (yield from cannot_evade(game, chance))


def cannot_evade(game: Game, chance: Chance) -> Ruled:
    """W-9.6: whoever cannot move cannot evade."""
    target = game.characters[game.attack.target]
    match why_not_evade(game, target):
        case "ability_zero":
            zero = "W-3.13" if sheet.value(target, AGILITY) == 0 else "W-3.14"
            game = yield ev.CannotEvade(by=target.id, reason="ability_zero", clauses=("W-9.6", zero))
        case "unconscious" | "dead" | "left" | "held" | "shot" as reason:
            game = yield ev.CannotEvade(
                by=target.id, reason=reason, clauses=tuple(dict.fromkeys(("W-9.6", CITED[reason])))
            )
        case _:
            pass
    return (yield from after_evasion(game, chance))


def evade(game: Game, it: dec.Evade, chance: Chance) -> Ruled:
    """W-9.6, W-4.2, W-4.3: the evasion check; W-15.4: its effort; W-8.5: a spell concentrated on is lost."""
    dice = dice_for(sheet.evasion(game.options, game.characters[it.by])[0][0], it.dice)
    strained = wounds.tires(game.options, game.characters[it.by], evading=True)
    game = yield from break_concentration(game, it.by, "evaded")
    settle = partial(settle_evasion, strained=strained)
    return (yield from roll(game, chance, it.by, "evasion", dice, settle, strained=strained))


def settle_evasion(game: Game, chance: Chance, faces: tuple[int, ...], *, strained: bool | None = None) -> Ruled:
    """W-4.3, W-10.3: what the evasion came to; failed by a 1, it counts 0. The exchange keeps its effort."""
    target = game.characters[game.attack.target]
    (most, bonus), shield = sheet.evasion(game.options, target)
    terms = terms_of(faces, bonus - shield, shield=shield)
    failed = success.fails_by_itself(faces)
    worn = ("W-4.3",) if sheet.shield(game.options, target) else ()
    game = yield ev.Checked(
        by=target.id,
        purpose="evasion",
        ability=AGILITY,
        faces=faces,
        terms=terms,
        achievement=total(terms),
        auto_failure=failed,
        counts=0 if failed else total(terms),
        strained=game.attack.strained if strained is None else strained,
        clauses=cited(faces, most, "W-9.6", "W-4.2", *worn) + (("W-10.3",) if failed else ()),
    )
    return (yield from after_evasion(game, chance))


def decline_evasion(game: Game, by: str, chance: Chance) -> Ruled:
    """W-9.6: nobody has to evade."""
    game = yield ev.Declined(by=by, what="evasion", clauses=("W-9.6",))
    return (yield from after_evasion(game, chance))


def after_evasion(game: Game, chance: Chance) -> Ruled:
    """Either check may come first: the other follows, then they are compared."""
    if game.options.check_order == "defender_first":
        return (yield from roll_hit(game, chance))
    return (yield from compare(game, chance))


def target_number(game: Game) -> tuple[int, tuple[Term, ...], tuple[str, ...]]:
    """W-10.1, W-10.3, W-11.1 to W-11.5: the target number of the attack, its terms and clauses."""
    it = game.attack
    evaded = it.evasion or 0
    if it.way == "melee":
        return evaded, (Term("evasion", evaded),), ("W-10.1", "W-10.3") if it.evasion_failed else ("W-10.1",)
    size = game.characters[it.target].size
    far = blows.by_distance(it.way, game.metres(it.by, it.target))
    distance = blows.by_size(far, size)
    terms = (Term("distance", far),) + ((Term("size", size),) if size else ())
    clauses = ("W-11.2" if it.way == "throw" else "W-11.1",) + (("W-11.3",) if size else ())
    if it.evasion is None:
        return distance, terms, clauses
    if it.evasion_failed:
        return 0, (*terms, Term("evasion", 0)), (*clauses, "W-11.4", "W-11.5")
    return blows.better_of(distance, evaded), (*terms, Term("evasion", evaded)), (*clauses, "W-11.4")


def compare(game: Game, chance: Chance) -> Ruled:
    """W-10.1, W-5.6, W-5.7: an attack that reaches its target number hits."""
    it = game.attack
    hit = known(it.hit)
    number, terms, clauses = target_number(game)
    game = yield ev.TargetNumberSet(of=it.by, target_number=number, terms=terms, clauses=clauses)
    if not success.reaches(hit, number):
        game = yield ev.Missed(
            by=it.by,
            target=it.target,
            reason="below",
            achievement=hit,
            target_number=number,
            clauses=("W-5.7",),
        )
        return (yield from after_attack(game, it.target))
    game = yield ev.Hit(by=it.by, target=it.target, achievement=hit, target_number=number, clauses=("W-5.6",))
    game = yield from break_concentration(game, it.target, "hit")
    weapon = next(i for i in game.characters[it.by].items if i.id == it.weapon and isinstance(i, Weapon))
    return (yield from roll(game, chance, it.by, "damage", expression(weapon.damage).count, settle_damage))


def settle_damage(game: Game, chance: Chance, faces: tuple[int, ...]) -> Ruled:
    """W-13.1 to W-14.2: the damage of the weapon, less the armour unless it is blunt."""
    del chance
    it = game.attack
    weapon = next(i for i in game.characters[it.by].items if i.id == it.weapon and isinstance(i, Weapon))
    game = yield from harm(game, it, weapon.damage, weapon.damage_type != "blunt", faces)
    return (yield from after_attack(game, it.target))


def harm(game: Game, it: AttackMade | CastMade, damage: str, armoured: bool, faces: tuple[int, ...]) -> Ruled:
    """W-13.3, W-14.1, W-14.2: HP fall by what was rolled, at least 1, less the armour where it protects."""
    target = game.characters[it.target]
    rolled = blows.at_least_one(basics.result(expression(damage), faces))
    worn = sheet.armour(game.options, target) if armoured else 0
    amount = blows.through_armour(game.options, rolled, worn) if armoured else rolled
    terms = (Term("damage", rolled),) + ((Term("armour", -worn),) if armoured and worn else ())
    spell = isinstance(it, CastMade)
    game = yield ev.Damaged(
        target=target.id,
        cause="spell" if spell else "weapon",
        amount=amount,
        hp=target.hp - amount,
        terms=terms,
        by=it.by,
        faces=faces,
        clauses=(
            *(("W-8.10",) if spell else ("W-13.1",)),
            "W-1.1",
            "W-1.2",
            "W-1.3",
            "W-13.2",
            "W-13.3",
            "W-14.2" if armoured else "W-14.1",
            "W-15.2",
        ),
    )
    return (yield from change_condition(game, target.id))


def break_concentration(game: Game, id: str, reason: str) -> Ruled:
    """W-8.5, W-8.6: who announced a spell loses it, and its use, by evading or by being struck."""
    it = game.characters[id]
    if it.concentrating is None:
        return game
    return (yield from lose_spell(game, id, it.concentrating, reason))


def lose_spell(game: Game, id: str, spell: str, reason: str, *, counted: bool = False) -> Ruled:
    """W-8.5, W-8.6: the spell fails there and then; a use is gone (unless it was counted already)."""
    it = game.characters[id]
    used = it.spells[spell].used + (0 if counted else 1)
    game = yield ev.ConcentrationBroken(
        by=id,
        spell=spell,
        reason="evaded" if reason == "evaded" else "hit",
        used=used,
        uses=sheet.uses(it, game.spell(spell)),
        clauses=("W-8.5", "W-8.6"),
    )
    return (yield ev.SpellFailed(by=id, spell=spell, reason="concentration", clauses=("W-8.5", "W-8.6")))


def after_attack(game: Game, target: str) -> Ruled:
    """W-15.4, W-10.4: the evader's effort is paid; the go goes on while attacks are left in it."""
    game = yield from pay(game, target)
    if may_attack_again(game):
        return game
    return (yield from end_go(game))


def may_attack_again(game: Game) -> bool:
    """W-10.4: attacks are left, the battle is not decided, and a shot was not the only attack of its go."""
    go = game.going
    if go.attacks_left <= 0 or is_over(game) or not sheet.can_act(game.actor):
        return False
    return game.options.many_attacks == "any_weapon" or not go.ranged
