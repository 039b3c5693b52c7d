"""Opening a meikyu battle: what the table wrote must make a fight."""

from collections.abc import Iterator

from msgspec.structs import replace

from senki.rules.meikyu import events as ev
from senki.rules.meikyu.formula import stats_of
from senki.rules.meikyu.options import Options
from senki.rules.meikyu.setup import (
    FACES,
    AttackRow,
    BreatheRow,
    Check,
    DefenceRow,
    Effect,
    EvadeRow,
    Fighter,
    Row,
    Setup,
    SupportRow,
)
from senki.rules.meikyu.state import Character
from senki.rules.message import Event
from senki.rules.rejection import require
from senki.rules.rulebook import Opening

VERSION = "1"


def open_battle(setup: Setup, opening: Opening) -> Iterator[Event]:
    """The events of the opening: every default filled in.

    Raises:
        Rejection: `illegal_value`.
    """
    ids = [f.id for f in setup.characters]
    require(len(set(ids)) == len(ids), "illegal_value", "同じidのキャラクターが二人います。")
    fighters = tuple(filled(f, setup.options) for f in setup.characters)
    sides = {f.side for f in fighters if (f.hp or 0) > 0}
    require(len(sides) > 1, "illegal_value", "動ける者が、pc と npc の両方に要ります。")
    yield ev.Opened(
        system="meikyu",
        version=VERSION,
        fingerprint=opening.fingerprint,
        chance=opening.chance,
        seats=opening.seats,
        title=opening.title,
        options=setup.options,
        characters=fighters,
        clauses=("M-3.1", "M-9.1", "M-11.1"),
    )


def filled(it: Fighter, options: Options) -> Fighter:
    """A character with its defaults.

    Raises:
        Rejection: `illegal_value`.
    """
    name = it.name or it.id
    require_sheet(name, it)
    hp = it.hp_max if it.hp is None else it.hp
    mp = it.mp_max if it.mp is None else it.mp
    require(hp <= it.hp_max, "illegal_value", f"{name}のＨＰは{it.hp_max}までです。")
    require(hp >= 0 or options.hp_floor == "none", "illegal_value", f"{name}のＨＰは0以上です。")
    require(mp <= it.mp_max, "illegal_value", f"{name}のＭＰは{it.mp_max}までです。")
    wit = it.wit_max if it.wit is None else it.wit
    return replace(it, name=name, hp=hp, mp=mp, wit=wit)


def require_sheet(name: str, it: Fighter | Character, more: tuple[Check, ...] = ()) -> None:
    """What a character has must be whole: its action table, abilities and consumables, and every formula.

    Args:
        name: what it is called.
        it: the character.
        more: evade checks that it has besides those of its action table.

    Raises:
        Rejection: `illegal_value`.
    """
    require_faces(name, it.actions)
    for check in more:
        require_check(name, check)
    for owned in ([a.id for a in it.abilities], [i.id for i in it.items]):
        require(len(set(owned)) == len(owned), "illegal_value", f"{name}に同じidのアビリティか消耗品が二つあります。")
    for formula in (*formulas(it), *(check.roll for check in more)):
        for stat in stats_of(formula):
            require(
                stat in it.stats, "illegal_value", f"{name}の計算式「{formula}」の「{stat}」が stats にありません。"
            )


def require_faces(name: str, actions: tuple[Row, ...]) -> None:
    """M-9.1: every face of the die stands in the action table, once.

    Raises:
        Rejection: `illegal_value`.
    """
    faces = [face for row in actions for face in range(row.faces[0], row.faces[1] + 1)]
    require(
        sorted(faces) == list(range(1, FACES + 1)) and all(r.faces[0] <= r.faces[1] for r in actions),
        "illegal_value",
        f"{name}の行動表（actions）の出目は、1から{FACES}までが一度ずつになるようにしてください。",
        "M-9.1",
    )
    for row in actions:
        if isinstance(row, EvadeRow):
            require_check(name, row.check)


def require_check(name: str, check: Check) -> None:
    """M-9.5: an evade check has one bound.

    Raises:
        Rejection: `illegal_value`.
    """
    require(
        (check.at_least is None) != (check.at_most is None),
        "illegal_value",
        f"{name}の回避判定には at_least か at_most のどちらか一つを書いてください。",
        "M-9.5",
    )


def formulas(it: Fighter | Character) -> Iterator[str]:
    """Every formula of a character."""
    for row in it.actions:
        match row:
            case AttackRow(damage=formula) | DefenceRow(bonus=formula) | BreatheRow(mp=formula):
                yield formula
            case EvadeRow(check=check):
                yield check.roll
            case SupportRow(effects=effects):
                yield from amounts(effects)
    for owned in (*it.abilities, *it.items):
        yield from amounts(owned.effects)


def amounts(effects: tuple[Effect, ...]) -> Iterator[str]:
    """The formulas of effects."""
    for effect in effects:
        yield effect.amount
