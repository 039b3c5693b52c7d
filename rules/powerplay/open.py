"""Opening a powerplay battle: what the table wrote must make a fight."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec.structs import replace

from senki.rules.message import Event
from senki.rules.powerplay import clauses as book
from senki.rules.powerplay import events as ev
from senki.rules.powerplay import sheet
from senki.rules.powerplay.dice import SIDES, expression
from senki.rules.powerplay.fold import character_of
from senki.rules.powerplay.options import Options
from senki.rules.powerplay.setup import (
    ALWAYS,
    FIRST_WEAPON,
    MEMORY,
    Distance,
    Fighter,
    School,
    Setup,
    Shield,
    Spell,
    Thing,
    Weapon,
)
from senki.rules.powerplay.state import Character
from senki.rules.rejection import require
from senki.rules.rulebook import Opening

VERSION = "1"
SHEET = (
    "W-1.7",
    "W-3.8",
    "W-3.12",
    "W-3.15",
    "W-3.16",
    "W-3.17",
    "W-3.18",
    "W-4.1",
    "W-4.2",
    "W-4.3",
    "W-4.4",
    "W-4.6",
    "W-4.7",
    "W-4.8",
    "W-4.9",
)
MOST_MADE = 999
MAIN = 3
"""W-3.9: three main abilities, or a character without a profession."""


def open_battle(setup: Setup, opening: Opening) -> Iterator[Event]:
    """The events of the opening: every default filled in.

    Raises:
        Rejection: `illegal_value`, `unknown_character`.
    """
    options = setup.options
    ids = [f.id for f in setup.characters]
    require_distinct(ids, "キャラクター")
    schools = tuple(replace(s, name=s.name or s.id) for s in setup.schools)
    spells = tuple(replace(s, name=s.name or s.id) for s in setup.spells)
    require_magic(schools, spells)
    table = setup.experience_table
    require(
        all(a < b for a, b in pairwise(table)),
        "illegal_value",
        "経験点の表（experience_table）は、だんだん大きくなるように書いてください。",
        "W-16.3",
    )
    fighters = tuple(filled(f, options) for f in setup.characters)
    characters = {f.id: character_of(f, options) for f in fighters}
    for character in characters.values():
        require_valid(options, characters, spells, character)
    require(len({f.team for f in fighters}) > 1, "illegal_value", "陣営（team）が二つ以上要ります。")
    yield ev.Opened(
        system="powerplay",
        version=VERSION,
        fingerprint=opening.fingerprint,
        chance=opening.chance,
        seats=opening.seats,
        title=opening.title,
        options=options,
        characters=fighters,
        distances=all_distances(setup, ids),
        schools=schools,
        spells=spells,
        experience_table=table,
        ability_names=setup.ability_names,
        clauses=SHEET + (("W-2.2", "W-17.1") if options.hero_points == "on" else ()),
    )


def require_distinct(ids: Sequence[str], what: str) -> None:
    """Ids stand once.

    Raises:
        Rejection: `illegal_value`.
    """
    require(len(set(ids)) == len(ids), "illegal_value", f"同じidの{what}が二つあります。")


def require_magic(schools: Sequence[School], spells: Sequence[Spell]) -> None:
    """Each spell is of a school that there is, and does one thing at most.

    Raises:
        Rejection: `illegal_value`.
    """
    require_distinct([s.id for s in schools], "術系")
    require_distinct([s.id for s in spells], "術法")
    known = {s.id for s in schools}
    for spell in spells:
        require(spell.school in known, "illegal_value", f"術法「{spell.name}」の術系「{spell.school}」がありません。")
        require(
            spell.damage is None or spell.heal is None,
            "illegal_value",
            f"術法「{spell.name}」の damage と heal は、どちらか一つにしてください。",
        )
        for text in (spell.damage, spell.heal):
            if text is not None:
                require_dice(text)


def require_dice(text: str) -> None:
    """A dice expression with D6 alone (W-1.4).

    Raises:
        Rejection: `illegal_value`.
    """
    require(
        expression(text).sides == SIDES, "illegal_value", f"「{text}」のＤ３とＤ２は成長にしか使えません。", "W-1.4"
    )


def all_distances(setup: Setup, ids: Sequence[str]) -> tuple[Distance, ...]:
    """The metres between any two, in the order of the characters.

    Raises:
        Rejection: `unknown_character`, `illegal_value`.
    """
    given: dict[frozenset[str], int] = {}
    for pair in setup.distances:
        for id in pair.between:
            require(id in ids, "unknown_character", f"距離（distances）の「{id}」というキャラクターはいません。")
        both = frozenset(pair.between)
        require(len(both) > 1, "illegal_value", "距離（distances）は違う二人のあいだに書いてください。")
        require(both not in given, "illegal_value", f"{'と'.join(pair.between)}の距離が二つあります。")
        given[both] = pair.metres
    return tuple(
        Distance(between=(one, other), metres=given.get(frozenset({one, other}), setup.distance))
        for place, one in enumerate(ids)
        for other in ids[place + 1 :]
    )


def filled(it: Fighter, options: Options) -> Fighter:
    """A character with its defaults.

    Raises:
        Rejection: `illegal_value`.
    """
    name = it.name or it.id
    require(
        (it.abilities is None) != (it.making is None),
        "illegal_value",
        f"{name}には abilities（能力値）か making（作成）の、どちらか一つを書いてください。",
    )
    require(it.making is None or it.hp is None, "illegal_value", f"{name}のＨＰは、作成すれば決まります。", "W-4.7")
    items = tuple(replace(i, name=i.name or i.id) for i in it.items)
    wielded = it.wielded
    if wielded == FIRST_WEAPON:
        wielded = next((i.id for i in items if isinstance(i, Weapon) and i.carried), None)
    points = it.hero_points
    if points is None:
        points = book.hero_points(it.level) if options.hero_points == "on" and it.side == "pc" else 0
    full = replace(
        it,
        name=name,
        team=it.team or it.side,
        items=items,
        wielded=wielded,
        hero_points=points,
        resists=not it.lifeless if it.resists is None else it.resists,
    )
    plain = character_of(replace(full, hp=0), options)
    hp = it.hp
    if hp is None and it.making is None:
        hp = sheet.hp_max(plain)
    reached = it.death_line_reached or (hp is not None and hp <= sheet.death_line(plain))
    return replace(full, hp=hp, death_line_reached=reached)


def require_valid(
    options: Options, characters: Mapping[str, Character], spells: Sequence[Spell], it: Character
) -> None:
    """A character, as opened or as ruled, must be one.

    Raises:
        Rejection: `illegal_value`.
    """
    abilities = it.abilities if it.made else it.making or {}
    for ability in (*ALWAYS, *((MEMORY,) if it.spells else ())):
        require(ability in abilities, "illegal_value", f"{it.name}に能力値「{ability}」がありません。")
    for text in (it.making or {}).values():
        require_dice(text)
        rolled = expression(text)
        require(
            rolled.count * SIDES * rolled.times + rolled.plus <= MOST_MADE,
            "illegal_value",
            f"「{text}」では能力値が{MOST_MADE}を超えてしまいます。",
            "W-3.6",
        )
    for ability in it.growth:
        require(ability in abilities, "illegal_value", f"{it.name}の伸び値「{ability}」に当たる能力値がありません。")
    require(
        len(sheet.main_abilities(it)) in {0, MAIN},
        "illegal_value",
        f"{it.name}の、Ｄ６を含む伸び値は三つ（または、なし）にしてください。",
        "W-3.9",
    )
    require_distinct([i.id for i in it.items], f"{it.name}の持ち物")
    for item in it.items:
        require_item(item)
    require(
        sum(isinstance(i, Shield) and i.worn and i.carried for i in it.items) <= 1,
        "illegal_value",
        f"{it.name}が構える盾は一つまでです。",
        "W-4.3",
    )
    require(it.wielded is None or it.weapon, "illegal_value", f"{it.name}は、その武器を持ち運んでいません。")
    known = {s.id for s in spells}
    for id, spell in it.spells.items():
        require(id in known, "illegal_value", f"{it.name}の術法「{id}」が spells にありません。")
        require(not (spell.learned and spell.chance), "illegal_value", "覚えた術法に習得の機会（chance）はありません。")
    most = sheet.hp_max(it)
    require(not it.made or it.hp <= most, "illegal_value", f"{it.name}のＨＰは{most}までです。", "W-4.7")
    points = book.hero_points(it.level) if options.hero_points == "on" else 0
    require(it.hero_points <= points, "illegal_value", f"{it.name}のヒーローポイントは{points}点までです。", "W-17.1")
    require(
        all(id in characters and id != it.id for id in it.back_to) and len(set(it.back_to)) == len(it.back_to),
        "illegal_value",
        f"{it.name}の背後（back_to）には、ほかのキャラクターのidを書いてください。",
        "W-12.1",
    )
    require(
        it.concentrating is None or it.concentrating in it.spells,
        "illegal_value",
        f"{it.name}は、その術法を持っていません。",
    )


def require_item(item: Thing) -> None:
    """The dice of a thing are dice.

    Raises:
        Rejection: `illegal_value`.
    """
    if isinstance(item, Weapon):
        require_dice(item.damage)
        require(len(set(item.ways)) == len(item.ways), "illegal_value", f"「{item.name}」の ways が重なっています。")
    if isinstance(item, Shield):
        require_dice(item.evasion)
        require(
            expression(item.evasion).times == 1,
            "illegal_value",
            f"盾「{item.name}」の回避は「D6+1」のように書いてください。",
            "W-4.3",
        )
