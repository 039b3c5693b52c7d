"""The state of a meikyu battle: immutable, and nothing in it that an event did not state."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field
from msgspec.structs import replace

from senki.rules.game import Phase
from senki.rules.meikyu.options import Options
from senki.rules.meikyu.setup import Ability, Amount, BonusStat, Check, Item, Level, Name, Row, RowName, Side, Until
from senki.rules.message import Part

Stage = Literal["setup", "initiative", "main", "cleanup"]
Condition = Literal["active", "down", "left"]


class Bonus(Part):
    """What is added to defence or action value, until when, and the round in which it was gained."""

    stat: BonusStat
    amount: int
    until: Until
    round: int


class Character(Part):
    """A combatant: its sheet, and what the round and the phase have made of it.

    `evading_round` is the round in which its evading began.
    """

    id: str
    name: Name
    side: Side
    row: RowName
    hp: int
    hp_max: Annotated[int, Meta(ge=1, le=9999)]
    mp: int
    mp_max: Amount
    wit: int
    wit_max: Amount
    action_value: Level
    defence: Level
    stats: dict[str, Level]
    actions: tuple[Row, ...]
    abilities: tuple[Ability, ...]
    items: tuple[Item, ...]
    condition: Condition
    bonuses: tuple[Bonus, ...] = ()
    evading: Check | None = None
    evading_round: int = 0
    covered: bool = False
    idle: bool = False
    waiting: bool = False
    done: bool = False
    item_used: bool = False
    action_used: bool = False
    passed: bool = False
    row_changed: bool = False
    ability_used: bool = False
    arranged: bool = False
    place: int = 0

    @property
    def active(self) -> bool:
        """Whether it can act."""
        return self.condition == "active"

    def bonus(self, stat: BonusStat) -> int:
        """The sum of its bonuses to a number."""
        return sum(b.amount for b in self.bonuses if b.stat == stat)

    def action_at(self, face: int) -> Row:
        """The row of the action table on which a face stands."""
        return next(row for row in self.actions if row.faces[0] <= face <= row.faces[1])


class Answered(Part, tag_field="kind"):
    """What is being answered."""

    by: str

    @property
    def kind(self) -> str:
        """Which of the exchanges it is."""
        return str(self.__struct_config__.tag)


class DieShown(Answered, tag_field="kind", tag="action"):
    """The window between the action die and its result."""

    face: int


class Attack(Answered, tag_field="kind", tag="attack"):
    """An attack that may still be covered; `covers` tells who covers whom, `no` who has declined."""

    face: int
    targets: tuple[str, ...]
    covers: dict[str, str] = field(default_factory=dict)
    evaded: tuple[str, ...] = ()
    no: tuple[str, ...] = ()


class RulingDue(Answered, tag_field="kind", tag="ruling"):
    """An effect that waits for the GM."""


Exchange: TypeAlias = DieShown | Attack | RulingDue


class Game(Part):
    """The whole battle as meikyu knows it."""

    options: Options
    characters: dict[str, Character]
    phase: Phase = "setup"
    stage: Stage | None = None
    round: int = 0
    order: tuple[str, ...] = ()
    active: str | None = None
    exchange: Exchange | None = None

    @property
    def die(self) -> DieShown:
        """The action die that is being looked at.

        Raises:
            LookupError: none is.
        """
        if isinstance(self.exchange, DieShown):
            return self.exchange
        msg = "no action die is being looked at"
        raise LookupError(msg)

    @property
    def attack(self) -> Attack:
        """The attack that may be covered.

        Raises:
            LookupError: there is none.
        """
        if isinstance(self.exchange, Attack):
            return self.exchange
        msg = "no attack is under way"
        raise LookupError(msg)

    def standing(self) -> list[Character]:
        """Those who are active, in the order of the table."""
        return [c for c in self.characters.values() if c.condition == "active"]

    def of_side(self, side: str) -> list[Character]:
        """The active characters of a side."""
        return [c for c in self.characters.values() if c.condition == "active" and c.side == side]

    def enemies(self, of: Character) -> list[Character]:
        """The active enemies of a character."""
        return [c for c in self.characters.values() if c.condition == "active" and c.side != of.side]

    def with_character(self, character: Character) -> "Game":
        """The game with one character as given."""
        return replace(self, characters={**self.characters, character.id: character})
