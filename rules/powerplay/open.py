"""Opening a powerplay battle: what the table wrote must make a fight."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from senki.rules.message import Event
from senki.rules.powerplay import events as ev
from senki.rules.powerplay import sheet
from senki.rules.powerplay.clauses import hero
from senki.rules.powerplay.options import Options
from senki.rules.powerplay.setup import (
    FIRST_WEAPON,
    Distance,
    Fighter,
    School,
    Setup,
    Spell,
    Weapon,
)
from senki.rules.powerplay.valid import require_dice, require_distinct, require_valid
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
    characters = {f.id: sheet.character_of(f, options) for f in fighters}
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
        points = hero.hero_points(it.level) if options.hero_points == "on" and it.side == "pc" else 0
    full = replace(
        it,
        name=name,
        team=it.team or it.side,
        items=items,
        wielded=wielded,
        hero_points=points,
        resists=not it.lifeless if it.resists is None else it.resists,
    )
    plain = sheet.character_of(replace(full, hp=0), options)
    hp = it.hp
    if hp is None and it.making is None:
        hp = sheet.hp_max(plain)
    reached = it.death_line_reached or (hp is not None and hp <= sheet.death_line(plain))
    return replace(full, hp=hp, death_line_reached=reached)
