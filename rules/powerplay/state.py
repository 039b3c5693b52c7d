"""The state of a powerplay battle: immutable, and nothing in it that an event did not state."""

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from senki.rules.game import Phase
from senki.rules.message import Part
from senki.rules.powerplay.options import Options
from senki.rules.powerplay.setup import (
    Ability,
    Count,
    Dice,
    Id,
    Known,
    Name,
    Posture,
    School,
    Signed,
    Spell,
    Thing,
    Way,
    Weapon,
)

Step = Literal["concentration", "goes", "stalled"]
Condition = Literal["normal", "light", "heavy", "unconscious", "doomed", "dead", "left"]
Base = Annotated[int, Meta(ge=0, le=999_999)]
Hp = Annotated[int, Meta(ge=-1_000_000_000_000, le=999_999)]
Experience = Annotated[int, Meta(ge=0, le=1_000_000_000_000_000)]
Purpose = Literal["hit", "evasion", "damage", "cast", "resistance", "spell_damage", "heal", "check"]


class Character(Part):
    """A combatant: its sheet (base values; sheet.py derives the rest), and what the round has made of it."""

    id: str
    name: Name
    side: Literal["pc", "npc"]
    team: Id
    level: Annotated[int, Meta(ge=1, le=999)]
    experience: Experience
    abilities: dict[Ability, Base]
    making: dict[Ability, Dice] | None
    growth: dict[Ability, Dice]
    race_bonus: Base
    items: tuple[Thing, ...]
    wielded: Id | None
    spells: dict[Id, Known]
    hp: Hp
    death_line_reached: bool
    hero_points: Count
    size: Signed
    has_back: bool
    back_to: tuple[Id, ...]
    lifeless: bool
    resists: bool
    held: bool
    left: bool
    posture: Posture
    condition: Condition
    made: bool
    money: Annotated[int, Meta(ge=0, le=999_999)] | None = None
    growths: Count = 0
    acts_at: Count = 0
    delayed: bool = False
    done: bool = False
    evaded: bool = False
    struck: bool = False
    shot: bool = False
    devoted: bool = False
    concentrating: Id | None = None
    strained: bool = False
    strain_paid: bool = False
    doom_paid: bool = False

    @property
    def conscious(self) -> bool:
        """Whether it knows what goes on: neither unconscious nor dead nor gone."""
        return self.condition in {"normal", "light", "heavy", "doomed"}

    @property
    def weapon(self) -> Weapon | None:
        """The weapon in hand, usable or not."""
        for item in self.items:
            if item.id == self.wielded and item.carried and isinstance(item, Weapon):
                return item
        return None


class Go(Part):
    """What is left of the go: attacks, and the targets so far; whether the last was a shot or a throw."""

    attacks_left: int
    attacked: tuple[str, ...] = ()
    ranged: bool = False


class Dicing(Part):
    """Dice that lie open while their roller may still spend hero points on them."""

    by: str
    purpose: Purpose
    faces: tuple[int, ...]


class Exchange(Part):
    """What is being answered: an attack, a cast, a proposed act, a called check.

    `kept`: the seq at which the unit began that set its target number.
    """

    kind: Literal["attack", "cast", "act", "check"]
    by: str
    step: str | None = None
    roll: Dicing | None = None
    target: str = ""
    weapon: str = ""
    way: Way = "melee"
    behind: bool = False
    dice: int | None = None
    hit: int | None = None
    evasion: int | None = None
    evasion_failed: bool = False
    spell: str = ""
    item: str | None = None
    cast: int | None = None
    resistance: int | None = None
    text: str | None = None
    ability: str | None = None
    target_number: int | None = None
    hidden: bool = False
    kept: int = 0
    perfect: bool = False
    strained: bool = False


class Game(Part):
    """The whole battle as powerplay knows it. `natural`: the order of this round as it began."""

    options: Options
    schools: tuple[School, ...]
    spells: tuple[Spell, ...]
    experience_table: tuple[int, ...]
    ability_names: dict[str, str]
    distances: dict[str, dict[str, Count]]
    characters: dict[str, Character]
    phase: Phase = "setup"
    step: Step | None = None
    round: int = 0
    order: tuple[str, ...] = ()
    natural: tuple[str, ...] = ()
    active: str | None = None
    undecided: tuple[str, ...] = ()
    go: Go | None = None
    exchange: Exchange | None = None
    awarded: bool = False

    @property
    def actor(self) -> Character:
        """The character whose go it is.

        Raises:
            LookupError: it is nobody's.
        """
        if self.active is None:
            msg = "nobody has a go"
            raise LookupError(msg)
        return self.characters[self.active]

    @property
    def going(self) -> Go:
        """What is left of the go that is being taken.

        Raises:
            LookupError: none is.
        """
        if self.go is None:
            msg = "nobody has a go"
            raise LookupError(msg)
        return self.go

    @property
    def asked(self) -> Exchange:
        """The exchange that is open.

        Raises:
            LookupError: none is.
        """
        if self.exchange is None:
            msg = "no exchange is open"
            raise LookupError(msg)
        return self.exchange

    def spell(self, id: str) -> Spell:
        """A spell by its id."""
        return next(s for s in self.spells if s.id == id)

    def school(self, spell: Spell) -> School:
        """The school of a spell."""
        return next(s for s in self.schools if s.id == spell.school)

    def metres(self, one: str, other: str) -> int:
        """How far two are from each other."""
        near = self.distances.get(one, {}).get(other)
        return self.distances[other][one] if near is None else near

    def with_character(self, character: Character) -> "Game":
        """The game with one character as given."""
        return replace(self, characters={**self.characters, character.id: character})
