"""The state of an hms battle: immutable, and nothing in it that an event did not state."""

from typing import Literal

from msgspec.structs import replace

from senki.rules.events import DiceAwaited
from senki.rules.game import Phase
from senki.rules.hms.options import Options
from senki.rules.hms.setup import Band, Skill, Special, Weapon
from senki.rules.message import Part

Stage = Literal["skills", "goes", "flight", "pursuit"]
Condition = Literal["active", "down", "escaped", "surrendered"]
Reason = Literal["annihilated", "fled", "surrendered", "split"]


class Flight(Part):
    """How a character flees: with which skill, in whose group, and whether it was caught."""

    skill: str
    group: str
    caught: bool = False


class Pursuit(Part):
    """Whom a character pursues, to which band, with which total (null until rolled), and whether it caught up."""

    target: str
    band: Band
    total: int | None = None
    caught: bool = False


class Character(Part):
    """A combatant: its sheet, and what the round has made of it. `chosen`: where the unit begins that chose `skill`."""

    id: str
    name: str
    side: str
    team: str
    body: int
    hp: int
    hp_max: int
    armour: int
    skills: dict[str, int]
    weapons: tuple[Weapon, ...]
    specials: tuple[Special, ...]
    condition: Condition
    skill: str | None = None
    weapon: str | None = None
    defending: bool = False
    moved: bool = False
    acted: bool = False
    special_used: bool = False
    interrupting: str | None = None
    blocked_retreat: bool = False
    flight: Flight | None = None
    pursuit: Pursuit | None = None
    chosen: int = 0

    @property
    def active(self) -> bool:
        """Whether it can act."""
        return self.condition == "active"

    @property
    def wielded(self) -> Weapon | None:
        """The weapon declared for this round."""
        for weapon in self.weapons:
            if weapon.id == self.weapon:
                return weapon
        return None

    @property
    def skill_level(self) -> int:
        """The declared skill in full; 0 without one."""
        return 0 if self.skill is None else self.skills.get(self.skill, 0)


class Between(Part):
    """The distance of two enemies, under `distances: per_pair`."""

    between: tuple[str, str]
    band: Band


class Fight(Part):
    """One fight of the battle: a chase can split it into several. `revealed`: no choice of skill is hidden (H-5.2)."""

    id: int
    origin: int | None
    characters: tuple[str, ...]
    round: int
    distance: Band | None
    distances: tuple[Between, ...]
    revealed: bool = True
    over: bool = False
    reason: str | None = None
    winner: str | None = None


class Exchange(Part):
    """What is being answered.

    `move`: `mover` wants to go `origin` → `to`; `ask` may still block. `attack`: a hit stands and may be rolled again.
    `ruling`: a special action waits for the GM. A check that may be rolled again: `actor` … `target_dice`.
    """

    kind: Literal["move", "attack", "ruling"]
    by: str
    origin: Band | None = None
    to: Band | None = None
    enemy: str | None = None
    ask: tuple[str, ...] = ()
    special: str | None = None
    targets: tuple[str, ...] = ()
    actor: str | None = None
    target: str | None = None
    margin: int | None = None
    success: bool | None = None
    target_dice: int | None = None
    offered: bool = False


class Game(Part):
    """The whole battle as hms knows it.

    `done`: whose place in this round has gone by. `gone`: who has been put out of its fight, the last one last.
    """

    options: Options
    skills: tuple[Skill, ...]
    characters: dict[str, Character]
    fights: tuple[Fight, ...]
    phase: Phase = "setup"
    stage: Stage | None = None
    round: int = 0
    fight: int = 1
    order: tuple[str, ...] = ()
    initiative: tuple[str, ...] = ()
    active: str | None = None
    done: tuple[str, ...] = ()
    queue: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    exchange: Exchange | None = None
    dice: DiceAwaited | None = None

    @property
    def here(self) -> Fight:
        """The fight that is being played."""
        return self.fights[self.fight - 1]

    def standing(self, fight: Fight | None = None) -> list[Character]:
        """Those in a fight who are active, in the fight's order."""
        characters = self.characters
        return [c for i in (fight or self.here).characters if (c := characters[i]).condition == "active"]

    def enemies(self, of: Character) -> list[Character]:
        """The active enemies of a character in its fight."""
        return [c for c in self.standing() if c.team != of.team]

    def band(self, one: str, other: str) -> Band:
        """The distance between two enemies."""
        fight = self.here
        if fight.distance is not None:
            return fight.distance
        for pair in fight.distances:
            if pair.between in {(one, other), (other, one)}:
                return pair.band
        msg = f"{one} and {other} are no enemies in fight {fight.id}"
        raise KeyError(msg)

    def with_character(self, character: Character) -> "Game":
        """The game with one character as given."""
        return replace(self, characters={**self.characters, character.id: character})

    def without(self, id: str) -> "Game":
        """The game with one more who is out of its fight."""
        return replace(self, gone=(*(i for i in self.gone if i != id), id))

    def with_fight(self, fight: Fight) -> "Game":
        """The game with one fight as given."""
        fights = (*self.fights[: fight.id - 1], fight, *self.fights[fight.id :])
        return replace(self, fights=fights)
