"""The state of an hms battle: immutable, and nothing in it that an event did not state."""

from typing import Literal, TypeAlias

from msgspec.structs import replace

from senki.rules.events import DiceAwaited
from senki.rules.game import Phase
from senki.rules.hms.options import Options
from senki.rules.hms.setup import Band, Side, Skill, Special, Weapon
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
    side: Side
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
    def fleeing(self) -> Flight:
        """How it flees.

        Raises:
            LookupError: it does not.
        """
        if self.flight is None:
            msg = f"{self.id} does not flee"
            raise LookupError(msg)
        return self.flight

    @property
    def pursuing(self) -> Pursuit:
        """Whom it pursues.

        Raises:
            LookupError: nobody.
        """
        if self.pursuit is None:
            msg = f"{self.id} pursues nobody"
            raise LookupError(msg)
        return self.pursuit

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
    reason: Reason | None = None
    winner: str | None = None


class Rolled(Part):
    """A check as it stands; `offered`: its target may have the opponent's dice rolled again (H-9.1)."""

    actor: str
    target: str
    margin: int
    success: bool | None
    target_dice: int
    offered: bool = False


class Answered(Part, tag_field="kind"):
    """What is being answered."""

    by: str

    @property
    def kind(self) -> str:
        """Which of the exchanges it is."""
        return str(self.__struct_config__.tag)


class MoveMade(Answered, tag_field="kind", tag="move"):
    """Somebody wants to go `origin` → `to`; `ask` may still block, `check` is the block that is being tried."""

    origin: Band
    to: Band
    enemy: str | None
    ask: tuple[str, ...] = ()
    check: Rolled | None = None


class Blow(Answered, tag_field="kind", tag="attack"):
    """An attack whose check stands."""

    check: Rolled


class RulingDue(Answered, tag_field="kind", tag="ruling"):
    """A special action that waits for the GM."""

    special: str
    targets: tuple[str, ...]


Exchange: TypeAlias = MoveMade | Blow | RulingDue


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

    @property
    def actor(self) -> Character:
        """Whose go it is.

        Raises:
            LookupError: it is nobody's.
        """
        if self.active is None:
            msg = "nobody has the go"
            raise LookupError(msg)
        return self.characters[self.active]

    @property
    def move(self) -> MoveMade:
        """The move that may be blocked.

        Raises:
            LookupError: there is none.
        """
        if isinstance(self.exchange, MoveMade):
            return self.exchange
        msg = "no move is under way"
        raise LookupError(msg)

    @property
    def check(self) -> Rolled:
        """The check that stands, of a block or of an attack.

        Raises:
            LookupError: none does.
        """
        it = self.exchange
        check = it.check if isinstance(it, (MoveMade, Blow)) else None
        if check is None:
            msg = "no check stands"
            raise LookupError(msg)
        return check

    def with_check(self, check: Rolled) -> "Game":
        """The game with the check that stands as given.

        Raises:
            LookupError: nobody moves or attacks.
        """
        if isinstance(self.exchange, (MoveMade, Blow)):
            return replace(self, exchange=replace(self.exchange, check=check))
        msg = "no check stands"
        raise LookupError(msg)

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
