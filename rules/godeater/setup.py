"""What a table writes to open a godeater battle: characters, weapons, shields, bullets, items, skills, missions."""

from typing import Annotated, Literal, TypeVar, get_args

from msgspec import Meta, field
from msgspec.structs import replace

from senki.rules.godeater.options import Options
from senki.rules.message import Sheet

Cell = Literal[
    "C",
    "i1", "i2", "i3", "i4", "i5", "i6", "i7", "i8", "i9", "i10", "i11", "i12",
    "o1", "o2", "o3", "o4", "o5", "o6", "o7", "o8", "o9", "o10", "o11", "o12",
]  # fmt: skip
CELLS: tuple[Cell, ...] = get_args(Cell)
CELL_OF: dict[str, Cell] = {cell: cell for cell in CELLS}
CENTRE: Cell = "C"

Side = Literal["pc", "npc"]
Kind = Literal["pc", "npc", "enemy"]
Ability = Literal["strength", "agility", "intellect", "endurance"]
Resource = Literal["hp", "ap", "st", "op"]
AttackType = Literal["melee", "ranged"]
Element = Literal["physical", "fire", "ice", "thunder", "divine"]
Timing = Literal["passive", "battle_start", "round_start", "round_end", "side", "main", "response", "damage_dealt"]
Window = Literal["battle_start", "round_start", "round_end", "damage_dealt"]
WINDOWS: tuple[Window, ...] = get_args(Window)
Lasts = Literal["attack", "turn", "rounds", "battle"]
To = Literal["targets", "self"]

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_-]{0,31}$", description="short ASCII word")]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
ConditionName = Annotated[str, Meta(min_length=1, max_length=40)]
Number = Annotated[int, Meta(ge=-999, le=999)]
Count = Annotated[int, Meta(ge=0, le=99)]
Amount = Annotated[int, Meta(ge=0, le=999)]
Rounds = Annotated[int, Meta(ge=1, le=99)]
Range = tuple[Count, Count]
HP_LIMIT = 9999


class Effect(Sheet, tag_field="kind"):
    """What a skill, item, bullet or attack does, to its targets or to its user; `kind` tells which effect it is."""

    to: To = "targets"


class Change(Effect, tag="change", kw_only=True):
    """At once: a resource goes up or down, within 0 and its maximum."""

    resource: Resource
    value: Number


class EndCondition(Effect, tag="end_condition", kw_only=True):
    """At once: a state is lifted."""

    condition: ConditionName


class Lasting(Effect, kw_only=True):
    """An effect with a duration (none on a passive skill, which is always on)."""

    lasts: Lasts | None = None
    rounds: Rounds | None = None


class Modifier(Lasting, kw_only=True):
    """A number that counts in checks or damage; with `attack_type` or `element` only for such attacks."""

    value: Number
    attack_type: AttackType | None = None
    element: Element | None = None


class DamageDice(Modifier, tag="damage_dice"):
    """Dice of the bearer's damage checks."""


class DamageResult(Modifier, tag="damage_result"):
    """Achievement of the bearer's damage checks."""


class GuardDice(Modifier, tag="guard_dice"):
    """Dice of the bearer's guard checks."""


class GuardResult(Modifier, tag="guard_result"):
    """Achievement of the bearer's guard checks."""


class FinalDamageDealt(Modifier, tag="final_damage_dealt"):
    """Final damage that the bearer deals."""


class FinalDamageTaken(Modifier, tag="final_damage_taken"):
    """Final damage that the bearer takes."""


class CriticalValue(Modifier, tag="critical_value"):
    """Moves the bearer's critical value (not below 2) in its checks."""


class FumbleValue(Modifier, tag="fumble_value"):
    """Moves the bearer's fumble value (from 0 to one below the critical value) in its checks."""


class ApPenalty(Modifier, tag="ap_penalty"):
    """AP penalty of the bearer (G-5.3); one for some attacks only lowers no recovery."""


class Condition(Lasting, tag="condition", kw_only=True):
    """The bearer is in that state."""

    condition: ConditionName


class RoundEndChange(Lasting, tag="round_end_change", kw_only=True):
    """A change at each round end, after durations were counted."""

    resource: Resource
    value: Number


AnyEffect = (
    Change
    | EndCondition
    | DamageDice
    | DamageResult
    | GuardDice
    | GuardResult
    | FinalDamageDealt
    | FinalDamageTaken
    | CriticalValue
    | FumbleValue
    | ApPenalty
    | Condition
    | RoundEndChange
)
Effects = Annotated[tuple[AnyEffect, ...], Meta(max_length=20)]


class Cost(Sheet, omit_defaults=True):
    """What something costs."""

    ap: Amount = 0
    st: Amount = 0
    op: Amount = 0
    hp: Amount = 0


FREE = Cost()
COST_FIELDS: tuple[Resource, ...] = get_args(Resource)


class SkillAttack(Sheet, kw_only=True):
    """An attack by a skill or item; its `effects` apply when damage was dealt."""

    attack_type: AttackType
    element: Element = "physical"
    dice: Count
    power: Number = 0
    ability: Ability
    effects: Effects = ()


class Use(Sheet, kw_only=True):
    """What skills and items have in common: when, at what cost, how far, on how many, and what comes of it."""

    id: Id
    name: Name | None = None
    cost: Cost = FREE
    range: Range | None = None
    max_targets: Count | None = None
    requires: ConditionName | None = None
    effects: Effects = ()
    attack: SkillAttack | None = None


class Skill(Use, kw_only=True):
    """A skill or an ability (アビリティ)."""

    timing: Timing


class Melee(Sheet, tag_field="category", tag="melee", kw_only=True):
    """A blade: cost and dice by its kind (G-15.2 to G-15.4, G-17.1)."""

    id: Id
    name: Name | None = None
    kind: Literal["short", "long", "buster"]
    power: Number = 0
    element: Element = "physical"


class Gun(Sheet, tag_field="category", tag="gun", kw_only=True):
    """A gun: the rest is up to its bullet (G-15.5)."""

    id: Id
    name: Name | None = None
    power: Number = 0


class Bullet(Sheet, tag_field="category", tag="bullet", kw_only=True):
    """A bullet; `dice` are added to the gun's 1; its `effects` apply when damage was dealt."""

    id: Id
    name: Name | None = None
    range: Range
    dice: Annotated[int, Meta(ge=-99, le=99)] = 0
    power: Number = 0
    element: Element = "physical"
    max_targets: Annotated[int, Meta(ge=1, le=99)] = 1
    effects: Effects = ()


class Shield(Sheet, tag_field="category", tag="shield", kw_only=True):
    """A shield: dice by its kind (G-18.2)."""

    id: Id
    name: Name | None = None
    kind: Literal["buckler", "shield", "tower"]
    armour: Number = 0


class Consumable(Use, tag_field="category", tag="item", kw_only=True):
    """An item to be used; gone when used up (`uses` null: never)."""

    timing: Literal["side", "main", "response"] = "side"
    uses: Annotated[int, Meta(ge=1, le=999)] | None = 1


U = TypeVar("U", Skill, Consumable)


def always_on(it: U) -> U:
    """A skill (or an item, which never is) whose effects, where it is passive, are on its bearer."""
    if it.timing != "passive":
        return it
    return replace(it, effects=tuple(replace(effect, to="self") for effect in it.effects))


Weapon = Melee | Gun
Item = Melee | Gun | Bullet | Shield | Consumable


class Fighter(Sheet, kw_only=True):
    """A character as the table opens it."""

    id: Id
    name: Name | None = None
    side: Side
    kind: Kind | None = None
    cell: Cell | None = None
    strength: Count = 0
    agility: Count = 0
    intellect: Count = 0
    endurance: Count = 0
    max_hp: Annotated[int, Meta(ge=1, le=HP_LIMIT)]
    hp: Annotated[int, Meta(ge=0, le=HP_LIMIT)] | None = None
    max_ap: Count
    ap: Count = 0
    max_st: Count = 0
    st: Count | None = None
    max_op: Amount | None = None
    op: Amount = 0
    ap_penalty: Count = 0
    weapon: Weapon | None = None
    items: Annotated[tuple[Item, ...], Meta(max_length=100)] = ()
    skills: Annotated[tuple[Skill, ...], Meta(max_length=100)] = ()


MissionText = Annotated[str, Meta(min_length=1, max_length=400)]


class Mission(Sheet, kw_only=True):
    """A mission: the main one ends the battle (G-4.5), side ones do not (G-4.6)."""

    id: Id
    kind: Literal["main", "side"]
    success: MissionText
    failure: MissionText | None = None


class Setup(Sheet, kw_only=True):
    """What `open` takes."""

    characters: Annotated[tuple[Fighter, ...], Meta(min_length=1, max_length=100)]
    missions: Annotated[tuple[Mission, ...], Meta(max_length=20)] = ()
    ground: dict[Cell, tuple[Item, ...]] = field(default_factory=dict)
    options: Options = Options()
