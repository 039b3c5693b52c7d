"""Making a character (W-3), learning spells (W-6), and growth after play (W-16)."""

from senki.rules.chance import Chance
from senki.rules.game import Ruling
from senki.rules.message import Term
from senki.rules.powerplay import declarations as dec
from senki.rules.powerplay import events as ev
from senki.rules.powerplay import sheet
from senki.rules.powerplay.checks import cited, dice_for, terms_of, total
from senki.rules.powerplay.clauses import basics, levels, making, success, values
from senki.rules.powerplay.course import change_condition
from senki.rules.powerplay.dice import SIDES, expression
from senki.rules.powerplay.setup import ENDURANCE, MEMORY
from senki.rules.powerplay.state import Character, Game
from senki.rules.rejection import require

Ruled = Ruling[Game]
MONEY = "5D6*10"
MOST_PERCENT = 20
MOST_MINUTES = 59
MOST_HOURS = 9999


def make(game: Game, it: dec.Make, chance: Chance) -> Ruled:
    """W-3.6, W-3.9, W-3.10: every ability is rolled, the main ones are raised, and the money is rolled."""
    by = game.characters[it.by]
    main = sheet.main_abilities(by)
    abilities: dict[str, int] = {}
    for ability, text in (by.making or {}).items():
        rolled = expression(text)
        faces = chance.roll(by.id, "making", rolled.count, SIDES) if rolled.count else ()
        bonus = by.race_bonus if ability in main else 0
        abilities[ability] = max(0, basics.result(rolled, faces)) + bonus
    purse = expression(MONEY)
    money = basics.result(purse, chance.roll(by.id, "money", purse.count, SIDES))
    again = ("W-3.4",) if by.made else ()
    game = yield ev.Made(
        by=by.id,
        abilities=abilities,
        money=money,
        hp=values.hp_full(endurance_with(by, abilities[ENDURANCE])),
        clauses=("W-1.1", "W-1.2", "W-1.3", *again, "W-3.6", "W-3.8", "W-3.9", "W-3.2", "W-3.10", "W-4.7"),
    )
    return (yield from change_condition(game, by.id))


def endurance_with(by: Character, base: int) -> int:
    """W-3.17: what endurance of that base value comes to with all that is carried."""
    return making.current_value(base, (i.modifiers.get(ENDURANCE, 0) for i in by.items if i.carried))


def is_poor(it: Character) -> bool:
    """W-3.4: whether it may be made anew."""
    return making.may_be_made_anew(it.level, it.abilities)


def swap(game: Game, it: dec.Swap, chance: Chance) -> Ruled:
    """W-3.6: two rolled values with the same formula change places; the bonuses stay where they are."""
    del chance
    by = game.characters[it.by]
    one, other = it.abilities
    made_by = by.making or {}
    require(one in made_by and other in made_by, "illegal_value", f"{by.name}の能力値を二つ選んでください。", "W-3.6")
    require(
        swappable(by, one, other), "illegal_value", "入れ換えられるのは、求め方が同じで値の違うものだけです。", "W-3.6"
    )
    swapped = (rolled_value(by, other) + raised_by(by, one), rolled_value(by, one) + raised_by(by, other))
    endurance = dict(zip(it.abilities, swapped, strict=True)).get(ENDURANCE, by.abilities[ENDURANCE])
    hp = values.hp_full(endurance_with(by, endurance))
    game = yield ev.Swapped(by=by.id, abilities=it.abilities, values=swapped, hp=hp, clauses=("W-3.6", "W-3.9"))
    return (yield from change_condition(game, by.id))


def raised_by(it: Character, ability: str) -> int:
    """W-3.9: what the race adds to an ability."""
    return it.race_bonus if ability in sheet.main_abilities(it) else 0


def rolled_value(it: Character, ability: str) -> int:
    """What was rolled for an ability."""
    return it.abilities[ability] - raised_by(it, ability)


def swappable(by: Character, one: str, other: str) -> bool:
    """W-3.6: two abilities with the same formula, and not the same value."""
    made_by = by.making or {}
    return expression(made_by[one]) == expression(made_by[other]) and rolled_value(by, one) != rolled_value(by, other)


def learn(game: Game, it: dec.Learn, chance: Chance) -> Ruled:
    """W-6.1 to W-6.6: one check of memory for a spell; no dice at all may be rolled for it."""
    by = game.characters[it.by]
    require(it.spell in by.spells, "illegal_value", f"{by.name}に、その術法はありません。", "W-6.1")
    require(by.spells[it.spell].chance, "once_only", "その術法を習得する機会は、もうありません。", "W-6.1")
    spell = game.spell(it.spell)
    most, bonus = sheet.check(game.options, by, MEMORY)
    dice = dice_for(most, it.dice, least=0)
    faces = chance.roll(by.id, "learning", dice, SIDES) if dice else ()
    terms = terms_of(faces, bonus)
    achievement = total(terms)
    failed = success.fails_by_itself(faces)
    first = ("W-4.10",) if game.phase == "setup" else ()
    game = yield ev.Checked(
        by=by.id,
        purpose="learning",
        ability=MEMORY,
        faces=faces,
        terms=terms,
        achievement=achievement,
        auto_failure=failed,
        clauses=cited(faces, most, *first, "W-6.1", "W-6.3", "W-6.6"),
    )
    reached = not failed and success.reaches(achievement, spell.target_number)
    kind, clauses = (ev.Learned, ("W-6.4", "W-6.2")) if reached else (ev.NotLearned, ("W-6.4", "W-6.5"))
    return (
        yield kind(
            by=by.id,
            spell=spell.id,
            achievement=achievement,
            target_number=spell.target_number,
            clauses=clauses,
        )
    )


def award(game: Game, it: dec.Award, chance: Chance) -> Ruled:
    """W-16.1 to W-16.3: experience for those who played, and the levels that it brings."""
    del chance
    to = tuple(c.id for c in game.characters.values() if c.side == "pc") if it.to is None else it.to
    require(
        to and len(set(to)) == len(to),
        "illegal_value",
        "経験点を得る者（to）を、重ならないように書いてください。",
        "W-16.1",
    )
    require(
        0 <= it.hours <= MOST_HOURS and 0 <= it.minutes <= MOST_MINUTES,
        "illegal_value",
        f"プレイ時間は0時間以上、分は0から{MOST_MINUTES}までです。",
        "W-16.1",
    )
    for id, percent in it.adjust.items():
        require(id in to, "illegal_value", f"{game.characters[id].name}は経験点を得る者（to）に入っていません。")
        require(
            abs(percent) in percents(game),
            "illegal_value",
            "加減できるのは20％までです。"
            if game.options.experience_range == "up_to_20"
            else "加減は20％ちょうどです。",
            "W-16.2",
        )
    minutes = it.hours * 60 + it.minutes
    all_levels = sum(game.characters[id].level for id in to)
    for id in to:
        percent = it.adjust.get(id, 0)
        amount = levels.adjusted(levels.experience(all_levels, minutes, len(to)), percent)
        terms = (
            Term("levels", all_levels),
            Term("minutes", minutes),
            Term("people", len(to)),
            Term("percent", percent),
        )
        by = game.characters[id]
        game = yield ev.ExperienceGained(
            by=id,
            amount=amount,
            experience=by.experience + amount,
            terms=terms,
            clauses=("W-16.1", "W-16.2", "W-1.7") if percent else ("W-16.1", "W-1.7"),
        )
        reached = levels.levels_reached(game.experience_table, game.characters[id].experience)
        for level in range(by.level + 1, reached + 1):
            game = yield ev.LeveledUp(by=id, level=level, clauses=("W-16.3",))
    return game


def percents(game: Game) -> range | tuple[int, ...]:
    """W-16.2: how many percent may be added or taken."""
    return range(MOST_PERCENT + 1) if game.options.experience_range == "up_to_20" else (0, MOST_PERCENT)


def grow(game: Game, it: dec.Grow, chance: Chance) -> Ruled:
    """W-16.4 to W-16.6: one ability grows by its growth value, at least by 1; then spells may be learned."""
    by = game.characters[it.by]
    own = "、".join(by.abilities)
    require(it.ability in by.abilities, "illegal_value", f"{by.name}の能力値は {own} です。", "W-16.4")
    rolled = expression(by.growth.get(it.ability, "0"))
    faces = chance.roll(by.id, "growth", rolled.count, SIDES) if rolled.count else ()
    amount = levels.growth(rolled, faces)
    value = by.abilities[it.ability] + amount
    gain = 0
    if it.ability == ENDURANCE and game.options.growth_hp == "adds" and not by.death_line_reached:
        gain = values.hp_full(endurance_with(by, value)) - sheet.hp_max(by)
    read = {3: ("W-1.4", "W-1.5"), 2: ("W-1.4", "W-1.6")}.get(rolled.sides, ()) if faces else ()
    game = yield ev.Grown(
        by=by.id,
        ability=it.ability,
        faces=faces,
        terms=(Term("growth", amount),),
        amount=amount,
        value=value,
        hp=by.hp + gain,
        clauses=(*read, "W-16.4", "W-3.16", "W-16.5", "W-16.6", "W-6.1"),
    )
    return (yield from change_condition(game, by.id))
