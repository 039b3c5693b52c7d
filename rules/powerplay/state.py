"""The state of a powerplay battle: immutable, and nothing in it that an event did not state."""

from typing import Annotated, ClassVar, Literal, TypeVar

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


class Asked(Part):
    """What is being answered. `strained`: the effort of the answer whose dice lie open."""

    by: str
    roll: Dicing | None = None
    strained: bool = False


class AttackMade(Asked, tag="attack", kw_only=True):
    """An attack: its target may have to answer it (W-10 to W-12)."""

    kind: ClassVar[Literal["attack"]] = "attack"
    step: Literal["evasion"] | None = None
    target: str
    weapon: str
    way: Way
    behind: bool
    dice: int
    hit: int | None = None
    evasion: int | None = None
    evasion_failed: bool = False


class CastMade(Asked, tag="cast", kw_only=True):
    """A spell that is being cast: its target may have to answer it (W-8)."""

    kind: ClassVar[Literal["cast"]] = "cast"
    step: Literal["resistance"] | None = None
    target: str
    spell: str
    item: str | None
    dice: int
    cast: int | None = None
    resistance: int | None = None


class ActJudged(Asked, tag="act", kw_only=True):
    """A proposed act: the GM's judgement is waited for, or was given (W-9.5)."""

    kind: ClassVar[Literal["act"]] = "act"
    step: Literal["judge"] | None = "judge"
    text: str


class CheckDue(Asked, tag="check", kw_only=True):
    """A check that the GM called for, of its own or for a proposed act (W-5).

    `kept`: the seq at which the unit began that set its target number.
    """

    kind: Literal["act", "check"]
    step: Literal["check"] | None = "check"
    text: str | None
    ability: str
    target_number: int | None = None
    hidden: bool
    kept: int = 0
    perfect: bool


Exchange = AttackMade | CastMade | ActJudged | CheckDue
E = TypeVar("E", bound=Asked)


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

    @property
    def attack(self) -> AttackMade:
        """The attack that is being answered.

        Raises:
            LookupError: none is.
        """
        return self._open(AttackMade)

    @property
    def cast(self) -> CastMade:
        """The cast that is being answered.

        Raises:
            LookupError: none is.
        """
        return self._open(CastMade)

    @property
    def check(self) -> CheckDue:
        """The check that is due.

        Raises:
            LookupError: none is.
        """
        return self._open(CheckDue)

    @property
    def act(self) -> ActJudged:
        """The proposed act that the GM judges.

        Raises:
            LookupError: none is.
        """
        return self._open(ActJudged)

    def _open(self, kind: type[E]) -> E:
        if isinstance(self.exchange, kind):
            return self.exchange
        msg = f"no {kind.__name__} is open"
        raise LookupError(msg)

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
