"""Magic (W-7, W-8): concentration, the cast, resistance, and what the spell does.

A cast waits half-way, so several declarations carry it on:

1. `concentrate` announces a spell before the goes (option `concentration`); `after_announcing` begins them.
2. `cast` declares it, and goes on to 3 and then 4; to 4 and then 3, where the defender checks first (`check_order`).
3. `roll_cast` rolls, `settle_cast` tells what it came to. Failed by a 1, the spell and the go are over.
4. `ask_resistance` waits for the target (`resist` or `decline_resistance`), unless nothing is to be resisted.
   `settle_resistance` tells what it came to, `after_resistance` goes on.
5. `compare` sets the target number; a spell that works rolls its effect, `settle_effect` does it, and the go ends.

Each roll (`checks.roll`) may stop for hero points: then `decide.stand` calls the `settle_…` when the dice stand. After
a ruling `ruling.still_asked` calls `ask_resistance` anew, and `ruling.still_concentrating` `after_announcing`.
"""

from senki.rules.chance import Chance
from senki.rules.game import Ruling
from senki.rules.message import Term
from senki.rules.powerplay import declarations as dec
from senki.rules.powerplay import events as ev
from senki.rules.powerplay import sheet
from senki.rules.powerplay.attack import break_concentration, harm, lose_spell
from senki.rules.powerplay.checks import cited, dice_for, known, roll, terms_of, total
from senki.rules.powerplay.clauses import basics, magic, success
from senki.rules.powerplay.course import change_condition, end_go, next_go, tires
from senki.rules.powerplay.dice import expression
from senki.rules.powerplay.setup import SPIRIT, Spell
from senki.rules.powerplay.state import Character, Game
from senki.rules.rejection import Rejection, require

Ruled = Ruling[Game]


def concentrate(game: Game, it: dec.Concentrate, chance: Chance) -> Ruled:
    """W-8.1, W-8.4: a caster announces its spell, and does nothing else in this round."""
    del chance
    castable(game, game.characters[it.by], it.spell)
    game = yield ev.Concentrated(by=it.by, spell=it.spell, clauses=("W-8.1", "W-8.4"))
    return (yield from after_announcing(game))


def after_announcing(game: Game) -> Ruled:
    """The goes begin when every caster has said whether it concentrates."""
    return game if game.undecided else (yield from next_go(game))


def castable(game: Game, by: Character, id: str) -> Spell:
    """W-6.5, W-7.1 to W-7.3, W-3.19, W-8.3, W-8.7: a spell that it can cast now.

    Raises:
        Rejection: `illegal_value`, `cannot_pay`.
    """
    known = by.spells.get(id)
    if known is None:
        own = "、".join(i for i, k in by.spells.items() if k.learned) or "ありません"
        raise Rejection("illegal_value", f"{by.name}が習得している術法は {own}。", "W-6.5")
    spell = game.spell(id)
    require(known.learned, "illegal_value", f"{by.name}は「{spell.name}」をまだ習得していません。", "W-6.5")
    require(known.prepared, "illegal_value", f"「{spell.name}」の準備ができていません。", "W-7.3")
    require(
        known.used < sheet.uses(by, spell),
        "cannot_pay",
        f"「{spell.name}」は今日はもう使えません（一日{sheet.uses(by, spell)}回）。",
        "W-7.1",
    )
    school = game.school(spell)
    require(
        not (school.no_heavy_armour and sheet.wears_heavy(by)),
        "illegal_value",
        f"重いよろいを着たままでは、{school.name}の術法は使えません。",
        "W-3.19",
    )
    require(
        sheet.check(game.options, by, school.ability)[0] > 0,
        "illegal_value",
        f"{by.name}には、この術法のチェックに振るサイコロがありません。",
        "W-8.3",
    )
    return spell


def cast(game: Game, it: dec.Cast, chance: Chance) -> Ruled:
    """W-8.1, W-8.4, W-8.5: a spell is cast, and its use counts at once."""
    by, target = game.characters[it.by], game.characters[it.target]
    spell = castable(game, by, it.spell)
    require(
        by.concentrating in {None, spell.id},
        "illegal_value",
        "このラウンドは、集中している術法しか使えません。",
        "W-8.4",
    )
    require(target.condition != "left", "bad_target", f"{target.name}はもうここにいません。", "W-8.1")
    require(
        it.item is None or any(i.id == it.item for i in target.items),
        "illegal_value",
        f"{target.name}は、その持ち物を持っていません。",
        "W-8.12",
    )
    school = game.school(spell)
    dice = dice_for(sheet.check(game.options, by, school.ability)[0], it.dice)
    barred = ("W-3.19", "W-8.7") if school.no_heavy_armour else ()
    game = yield ev.SpellCast(
        by=by.id,
        spell=spell.id,
        target=target.id,
        item=it.item,
        used=by.spells[spell.id].used + 1,
        uses=sheet.uses(by, spell),
        dice=dice,
        strained=tires(game, by, "cast", exerting=spell.exerting),
        clauses=("W-9.4", "W-8.1", "W-8.4", "W-7.1", "W-7.2", "W-7.3", *barred),
    )
    if game.options.concentration == "at_go" and (by.evaded or by.struck):
        game = yield from lose_spell(game, by.id, spell.id, "evaded" if by.evaded else "hit", counted=True)
        return (yield from end_go(game))
    if game.options.check_order == "defender_first":
        return (yield from ask_resistance(game, chance))
    return (yield from roll_cast(game, chance))


def roll_cast(game: Game, chance: Chance) -> Ruled:
    """W-8.1: the check of the school's ability."""
    return (yield from roll(game, chance, game.cast.by, "cast", game.cast.dice, settle_cast))


def settle_cast(game: Game, chance: Chance, faces: tuple[int, ...]) -> Ruled:
    """W-8.2, W-8.3, W-8.12: failed by a 1, the spell fails; on the living it may come to half."""
    it = game.cast
    spell = game.spell(it.spell)
    ability = game.school(spell).ability
    most, bonus = sheet.check(game.options, game.characters[it.by], ability)
    terms = terms_of(faces, bonus)
    failed = success.fails_by_itself(faces)
    game = yield ev.Checked(
        by=it.by,
        purpose="cast",
        ability=ability,
        faces=faces,
        terms=terms,
        achievement=total(terms),
        auto_failure=failed,
        clauses=cited(faces, most, "W-8.1", "W-8.2", "W-8.3"),
    )
    if failed:
        clauses = ("W-8.2", "W-8.6")
        game = yield ev.SpellFailed(by=it.by, spell=it.spell, reason="auto_failure", clauses=clauses)
        return (yield from end_go(game))
    if magic.is_halved(spell, game.characters[it.target]):
        whole = total(terms)
        game = yield ev.Halved(
            by=it.by,
            spell=it.spell,
            terms=(Term("achievement", whole), Term("divided_by", 2)),
            achievement=whole // 2,
            clauses=("W-8.12", "W-1.7"),
        )
    if game.options.check_order == "defender_first":
        return (yield from compare(game, chance))
    return (yield from ask_resistance(game, chance))


def may_resist(game: Game) -> bool:
    """W-8.8, W-9.7: whether the target of the spell that is cast may resist it."""
    return magic.may_be_resisted(game.spell(game.cast.spell), game.characters[game.cast.target])


def ask_resistance(game: Game, chance: Chance) -> Ruled:
    """W-8.8: the target is asked, if the spell can be resisted."""
    return game if may_resist(game) else (yield from after_resistance(game, chance))


def resist(game: Game, it: dec.Resist, chance: Chance) -> Ruled:
    """W-8.9: the resistance is a check of spirit."""
    dice = dice_for(sheet.check(game.options, game.characters[it.by], SPIRIT)[0], it.dice)
    return (yield from roll(game, chance, it.by, "resistance", dice, settle_resistance))


def settle_resistance(game: Game, chance: Chance, faces: tuple[int, ...]) -> Ruled:
    """W-8.9: what the resistance came to is the target number of the cast."""
    it = game.cast
    target = game.characters[it.target]
    most, bonus = sheet.check(game.options, target, SPIRIT)
    terms = terms_of(faces, bonus)
    halves = ("W-8.13",) if magic.is_halved(game.spell(it.spell), target) else ()
    thing = ("W-8.15",) if target.lifeless else ()
    game = yield ev.Checked(
        by=target.id,
        purpose="resistance",
        ability=SPIRIT,
        faces=faces,
        terms=terms,
        achievement=total(terms),
        auto_failure=success.fails_by_itself(faces),
        counts=magic.resisted_at(game.options, total(terms), faces),
        clauses=cited(faces, most, "W-8.8", "W-8.9", "W-9.7", *halves, *thing),
    )
    return (yield from after_resistance(game, chance))


def decline_resistance(game: Game, by: str, chance: Chance) -> Ruled:
    """W-9.7: nobody has to resist."""
    game = yield ev.Declined(by=by, what="resistance", clauses=("W-9.7",))
    return (yield from after_resistance(game, chance))


def after_resistance(game: Game, chance: Chance) -> Ruled:
    """Either check may come first: the other follows, then they are compared."""
    if game.options.check_order == "defender_first":
        return (yield from roll_cast(game, chance))
    return (yield from compare(game, chance))


def compare(game: Game, chance: Chance) -> Ruled:
    """W-8.9 to W-8.11: a spell that reaches the resistance works in full, else not at all."""
    it = game.cast
    spell = game.spell(it.spell)
    achievement = known(it.cast)
    if it.resistance is not None:
        game = yield ev.TargetNumberSet(
            of=it.by,
            target_number=it.resistance,
            terms=(Term("resistance", it.resistance),),
            clauses=("W-8.9",),
        )
        if not success.reaches(achievement, it.resistance):
            clauses = ("W-8.11", "W-8.6")
            game = yield ev.SpellFailed(by=it.by, spell=spell.id, reason="resisted", clauses=clauses)
            return (yield from end_go(game))
    suits = ("W-8.14",) if spell.for_lifeless and not spell.unfavourable else ()
    game = yield ev.SpellSucceeded(
        by=it.by,
        spell=spell.id,
        target=it.target,
        item=it.item,
        achievement=achievement,
        target_number=it.resistance or 0,
        clauses=("W-8.2", "W-8.10", *suits),
    )
    text = spell.damage or spell.heal
    if text is None or (it.item is not None and game.options.item_effect == "item_only"):
        return (yield from end_go(game))
    purpose = "spell_damage" if spell.damage is not None else "heal"
    return (yield from roll(game, chance, it.by, purpose, expression(text).count, settle_effect))


def settle_effect(game: Game, chance: Chance, faces: tuple[int, ...]) -> Ruled:
    """W-8.10: the harm that the spell does, or the HP that it gives back."""
    del chance
    it = game.cast
    spell = game.spell(it.spell)
    if spell.damage is None:
        game = yield from heal(game, spell.heal or "0", faces)
        return (yield from end_go(game))
    armoured = spell.damage_type in {"cut", "pierce"}
    game = yield from harm(game, it, spell.damage, armoured, faces)
    if game.options.spell_breaks == "yes":
        game = yield from break_concentration(game, it.target, "hit")
    return (yield from end_go(game))


def heal(game: Game, text: str, faces: tuple[int, ...]) -> Ruled:
    """W-15.9: HP come back up to the full value; never after the death line."""
    it = game.cast
    target = game.characters[it.target]
    rolled = max(0, basics.result(expression(text), faces))
    room = 0 if target.death_line_reached else max(0, sheet.hp_max(target) - target.hp)
    amount = min(rolled, room)
    game = yield ev.Healed(
        target=target.id,
        by=it.by,
        faces=faces,
        terms=(Term("heal", rolled),),
        amount=amount,
        hp=target.hp + amount,
        clauses=("W-8.10", "W-15.9") if target.death_line_reached else ("W-8.10",),
    )
    return (yield from change_condition(game, target.id))
