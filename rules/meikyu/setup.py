"""What a table writes to open a meikyu battle: characters, action tables, abilities, consumables."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field

from senki.rules.meikyu.formula import PATTERN
from senki.rules.meikyu.options import Options
from senki.rules.message import Sheet

Side = Literal["pc", "npc"]
RowName = Literal["front", "back"]
Timing = Literal["setup", "initiative", "item", "cleanup"]
To = Literal["self", "ally", "enemy", "any"]
Stat = Literal["hp", "mp", "wit", "defence", "action_value"]
BonusStat = Literal["defence", "action_value"]
Until = Literal["round_end", "next_go"]

FACES = 10

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_-]{0,31}$", description="short ASCII word")]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Formula = Annotated[
    str,
    Meta(
        pattern=PATTERN,
        max_length=200,
        description="terms joined by + and -: 2D6, 5, a stat, a stat times or divided by a number (2D6+power*2-1)",
    ),
]
Face = Annotated[int, Meta(ge=1, le=FACES)]
Cost = Annotated[int, Meta(ge=0, le=9999, description="MP")]
Most = Annotated[int, Meta(ge=1, le=99)] | Literal["all"]
Level = Annotated[int, Meta(ge=-9999, le=9999)]
Amount = Annotated[int, Meta(ge=0, le=9999)]


class Effect(Sheet):
    """What is added to a number of the target; `until` says how long, of defence and action value."""

    stat: Stat
    amount: Formula
    until: Until = "round_end"


class Check(Sheet, omit_defaults=True):
    """An evade check: the roll must reach `at_least`, or stay within `at_most`."""

    roll: Formula
    at_least: Annotated[int, Meta(ge=-9999, le=9999)] | None = None
    at_most: Annotated[int, Meta(ge=-9999, le=9999)] | None = None


class ActionRow(Sheet, kw_only=True, tag_field="kind"):
    """A row of an action table (M-9.1): the faces from … to, both included."""

    faces: Annotated[tuple[Face, Face], Meta(description="from and to, both included")]
    name: Name
    cost: Cost = 0


class AttackRow(ActionRow, kw_only=True, tag_field="kind", tag="attack"):
    """攻撃 (M-9.3): with the tag `ranged` it reaches the back row."""

    damage: Formula
    tags: Annotated[tuple[Literal["ranged"], ...], Meta(max_length=1)] = ()
    targets: Most = 1


class DefenceRow(ActionRow, kw_only=True, tag_field="kind", tag="defence"):
    """防御 (M-9.4)."""

    bonus: Formula


class EvadeRow(ActionRow, kw_only=True, tag_field="kind", tag="evade"):
    """回避 (M-9.5)."""

    check: Check


class SupportRow(ActionRow, kw_only=True, tag_field="kind", tag="support"):
    """補助 (M-9.6): without effects the GM rules."""

    to: To = "self"
    targets: Most = 1
    effects: Annotated[tuple[Effect, ...], Meta(max_length=20)] = ()


class BreatheRow(ActionRow, kw_only=True, tag_field="kind", tag="breathe"):
    """調息 (M-9.7)."""

    mp: Formula


Row: TypeAlias = AttackRow | DefenceRow | EvadeRow | SupportRow | BreatheRow


class Ability(Sheet):
    """An ability (アビリティ) and the phase of its timing; without effects the GM rules."""

    id: Id
    name: Name
    timing: Timing
    cost: Cost = 0
    to: To = "self"
    targets: Most = 1
    effects: Annotated[tuple[Effect, ...], Meta(max_length=20)] = ()


class Item(Sheet):
    """A consumable (消耗品), `count` of it left; without effects the GM rules."""

    id: Id
    name: Name
    count: Annotated[int, Meta(ge=0, le=999)] = 1
    to: To = "self"
    targets: Most = 1
    effects: Annotated[tuple[Effect, ...], Meta(max_length=20)] = ()


class Fighter(Sheet):
    """A character as the table opens it."""

    id: Id
    side: Side
    hp_max: Annotated[int, Meta(ge=1, le=9999)]
    actions: Annotated[tuple[Row, ...], Meta(min_length=1, max_length=FACES)]
    name: Name | None = None
    row: RowName = "front"
    hp: Level | None = None
    mp_max: Amount = 0
    mp: Amount | None = None
    wit_max: Annotated[Amount, Meta(description="the secondary ability 機転 (M-11.1)")] = 0
    wit: Amount | None = None
    action_value: Level = 0
    defence: Level = 0
    stats: dict[Annotated[str, Meta(pattern=r"^[a-z_]+$", max_length=32)], Level] = field(default_factory=dict)
    abilities: Annotated[tuple[Ability, ...], Meta(max_length=100)] = ()
    items: Annotated[tuple[Item, ...], Meta(max_length=100)] = ()


class Setup(Sheet):
    """What `open` takes."""

    characters: Annotated[tuple[Fighter, ...], Meta(min_length=2, max_length=100)]
    options: Options = Options()
