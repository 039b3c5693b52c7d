"""What follows from a character's sheet: derived here, once, and stored nowhere (powerplay.md, "Derived")."""

from msgspec.structs import replace

from senki.rules.powerplay.clauses import blows, magic, making, values, wounds
from senki.rules.powerplay.dice import expression
from senki.rules.powerplay.options import Options
from senki.rules.powerplay.setup import (
    AGILITY,
    ENDURANCE,
    PROWESS,
    SPIRIT,
    STRENGTH,
    Armour,
    Fighter,
    Shield,
    Spell,
    Thing,
    Weapon,
)
from senki.rules.powerplay.state import Character, Condition, Game

Check = tuple[int, int]


def current(it: Character) -> dict[str, int]:
    """W-3.12 to W-3.17: every ability as all that is carried changes it."""
    carried = [i.modifiers for i in it.items if i.carried and i.modifiers]
    return {
        ability: making.current_value(base, (m[ability] for m in carried if ability in m))
        for ability, base in it.abilities.items()
    }


def value(it: Character, ability: str) -> int:
    """The current value of one ability; 0 where it has none."""
    return current(it).get(ability, 0)


def check(options: Options, it: Character, ability: str) -> Check:
    """W-4.1: dice and number of a success check."""
    return values.check_value(options, value(it, ability))


def shield(options: Options, it: Character) -> Shield | None:
    """The shield that is worn and usable."""
    for item in it.items:
        if isinstance(item, Shield) and item.worn and usable(options, it, item):
            return item
    return None


def evasion(options: Options, it: Character) -> tuple[Check, int]:
    """W-4.2, W-4.3: dice and number of the evasion check, and how much of the number is the shield's."""
    plain = check(options, it, AGILITY)
    worn = shield(options, it)
    if worn is None:
        return plain, 0
    added = expression(worn.evasion)
    return values.with_shield(plain, added), added.plus


def usable(options: Options, it: Character, item: Thing) -> bool:
    """W-3.11, W-10.5: carried, and neither too heavy nor too difficult."""
    if not item.carried:
        return False
    compared = it.abilities if options.need_compares == "base" else current(it)
    strength = compared.get(STRENGTH, 0)
    if isinstance(item, Weapon) and item.bow and blows.is_archer(main_abilities(it)):
        strength += it.race_bonus
    return making.can_use(item, strength, compared.get(PROWESS, 0))


def main_abilities(it: Character) -> tuple[str, ...]:
    """W-3.9."""
    return making.main_abilities(it.growth)


def hp_max(it: Character) -> int:
    """W-4.7."""
    return values.hp_full(value(it, ENDURANCE))


def death_line(it: Character) -> int:
    """W-4.8."""
    return values.death_line(hp_max(it))


def stun_line(options: Options, it: Character) -> int:
    """W-4.9."""
    return values.stun_line(options, value(it, SPIRIT))


def attacks(it: Character) -> int:
    """W-10.4."""
    return blows.attacks(it.level, main_abilities(it))


def armour(options: Options, it: Character) -> int:
    """W-14.2: the sum of what is worn and usable."""
    return sum(i.armour for i in it.items if isinstance(i, Armour) and i.worn and usable(options, it, i))


def wears_heavy(it: Character) -> bool:
    """W-3.19: heavy armour, worn and carried, usable or not."""
    return any(isinstance(i, Armour) and i.heavy and i.worn and i.carried for i in it.items)


def uses(it: Character, spell: Spell) -> int:
    """W-7.1, W-7.2."""
    return magic.uses_a_day(value(it, SPIRIT), spell.need_spirit)


def has_use(game: Game, it: Character) -> bool:
    """Whether any spell is left to cast."""
    return any(known.learned and known.used < uses(it, game.spell(id)) for id, known in it.spells.items())


def fallen(it: Character) -> bool:
    """W-15.9: HP at or below the death line, now or ever before."""
    return it.made and (it.death_line_reached or it.hp <= death_line(it))


def condition(options: Options, it: Character) -> Condition:
    """W-15.1 to W-15.8: the condition that follows from the HP and the two lines."""
    if it.left:
        return "left"
    if not it.made:
        return "normal"
    stun = stun_line(options, it)
    if fallen(it):
        return wounds.condition_beyond_death_line(it.hp, death_line(it), stun)
    return wounds.condition_by_stun(it.hp, hp_max(it), stun)


def can_act(it: Character) -> bool:
    """W-3.14, W-15.5, W-15.8: conscious, free, and no ability at 0."""
    return it.conscious and not it.held and not making.can_no_longer_act(current(it))


def character_of(it: Fighter, options: Options) -> Character:
    """A character as the table opened it, every default filled in."""
    character = Character(
        id=it.id,
        name=it.name or it.id,
        side=it.side,
        team=it.team or it.side,
        level=it.level,
        experience=it.experience,
        abilities=it.abilities or {},
        making=it.making,
        growth=it.growth,
        race_bonus=it.race_bonus,
        items=it.items,
        wielded=it.wielded,
        spells=it.spells,
        hp=it.hp or 0,
        death_line_reached=it.death_line_reached,
        hero_points=it.hero_points or 0,
        size=it.size,
        has_back=it.has_back,
        back_to=it.back_to,
        lifeless=it.lifeless,
        resists=bool(it.resists),
        held=it.held,
        left=it.left,
        posture=it.posture,
        condition="normal",
        made=it.making is None,
    )
    return replace(character, condition=condition(options, character))
