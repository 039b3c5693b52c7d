"""What a table writes to open a powerplay battle: schools, spells, characters and their things."""

from typing import Annotated, Literal

from msgspec import Meta, field

from senki.rules.message import Sheet
from senki.rules.powerplay.options import Options

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_-]{0,31}$", description="short ASCII word")]
Ability = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,31}$", description="strength, prowess, … or the table's own")]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Dice = Annotated[str, Meta(min_length=1, max_length=20, description="a dice expression: 2D6+3, D, 5D6*10, 4")]
Count = Annotated[int, Meta(ge=0, le=9999)]
Experience = Annotated[int, Meta(ge=0, le=999_999_999)]
Signed = Annotated[int, Meta(ge=-999, le=999)]
Value = Annotated[int, Meta(ge=0, le=999)]
Hp = Annotated[int, Meta(ge=-99_999, le=9999)]

Way = Literal["melee", "shoot", "throw"]
DamageType = Literal["blunt", "cut", "pierce"]
Posture = Literal["standing", "prone"]

STRENGTH, PROWESS, AGILITY, ENDURANCE, SPIRIT = "strength", "prowess", "agility", "endurance", "spirit"
MEMORY, OBSERVATION = "memory", "observation"
ALWAYS = (STRENGTH, PROWESS, AGILITY, ENDURANCE, SPIRIT)
MOST_ABILITIES = 12


class Item(Sheet):
    """A thing that somebody owns: `modifiers` count while it is carried (W-3.12, W-3.15)."""

    id: Id
    name: Name | None = None
    carried: bool = True
    modifiers: dict[Ability, Signed] = field(default_factory=dict)
    need_strength: Value = 0
    need_prowess: Value = 0


class Weapon(Item, tag_field="kind", tag="weapon", kw_only=True):
    """A weapon; the first of its `ways` is the usual one."""

    damage: Dice
    damage_type: DamageType
    ways: Annotated[tuple[Way, ...], Meta(min_length=1, max_length=3)] = ("melee",)
    hit_bonus: Signed = 0
    bow: bool = False


class Armour(Item, tag_field="kind", tag="armour"):
    """Armour: `armour` is its value (装甲値)."""

    armour: Value = 0
    heavy: bool = False
    worn: bool = True


class Shield(Item, tag_field="kind", tag="shield", kw_only=True):
    """A shield: its evasion check is added to that of its bearer (W-4.3)."""

    evasion: Dice
    worn: bool = True


class Gear(Item, tag_field="kind", tag="gear"):
    """Anything else."""


Thing = Weapon | Armour | Shield | Gear


class School(Sheet):
    """A school of magic (術系), cast with one ability; some are barred to heavy armour (W-3.19)."""

    id: Id
    ability: Ability
    name: Name | None = None
    no_heavy_armour: bool = False


class Spell(Sheet):
    """A spell (術法): `target_number` is for learning it; what else it does than harm or heal is the GM's `rule`."""

    id: Id
    school: Id
    target_number: Count
    need_spirit: Annotated[int, Meta(ge=1, le=999)]
    name: Name | None = None
    unfavourable: bool = True
    for_lifeless: bool = False
    exerting: bool = False
    damage: Dice | None = None
    damage_type: DamageType | None = None
    heal: Dice | None = None


class Known(Sheet):
    """What a character has of a spell: `chance` is a learning check that is due."""

    learned: bool = True
    chance: bool = False
    used: Count = 0
    prepared: bool = True


class Distance(Sheet):
    """How far two are from each other."""

    between: tuple[Id, Id]
    metres: Count


class Fighter(Sheet):
    """A character as the table opens it."""

    id: Id
    side: Literal["pc", "npc"]
    name: Name | None = None
    team: Id | None = None
    level: Annotated[int, Meta(ge=1, le=999)] = 1
    experience: Experience = 0
    abilities: Annotated[dict[Ability, Value], Meta(max_length=MOST_ABILITIES)] | None = None
    making: Annotated[dict[Ability, Dice], Meta(min_length=1, max_length=MOST_ABILITIES)] | None = None
    growth: Annotated[dict[Ability, Dice], Meta(max_length=MOST_ABILITIES)] = field(default_factory=dict)
    race_bonus: Value = 0
    items: Annotated[tuple[Thing, ...], Meta(max_length=100)] = ()
    wielded: Id | None = "-"
    spells: Annotated[dict[Id, Known], Meta(max_length=200)] = field(default_factory=dict)
    hp: Hp | None = None
    death_line_reached: bool = False
    hero_points: Count | None = None
    size: Signed = 0
    has_back: bool = True
    back_to: Annotated[tuple[Id, ...], Meta(max_length=100)] = ()
    lifeless: bool = False
    resists: bool | None = None
    held: bool = False
    left: bool = False
    posture: Posture = "standing"


FIRST_WEAPON = "-"
"""What stands in `wielded` where the table wrote nothing: the first carried weapon."""


class Setup(Sheet):
    """What `open` takes. `ability_names`: what the table calls abilities of its own."""

    characters: Annotated[tuple[Fighter, ...], Meta(min_length=2, max_length=100)]
    distance: Count = 0
    distances: Annotated[tuple[Distance, ...], Meta(max_length=5000)] = ()
    schools: Annotated[tuple[School, ...], Meta(max_length=100)] = ()
    spells: Annotated[tuple[Spell, ...], Meta(max_length=500)] = ()
    experience_table: Annotated[tuple[Experience, ...], Meta(max_length=998)] = ()
    ability_names: Annotated[dict[Ability, Name], Meta(max_length=MOST_ABILITIES * 4)] = field(default_factory=dict)
    options: Options = Options()
