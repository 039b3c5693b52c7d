"""The state of a meikyu battle: immutable, and nothing in it that an event did not state."""

from typing import Annotated, Literal

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


class Exchange(Part):
    """What is being answered.

    `action`: the window between the action die and its result. `attack`: it may still be covered; `covers` tells who
    covers whom, `no` who has declined. `ruling`: an effect waits for the GM.
    """

    kind: Literal["action", "attack", "ruling"]
    by: str
    face: int = 0
    targets: tuple[str, ...] = ()
    covers: dict[str, str] = field(default_factory=dict)
    evaded: tuple[str, ...] = ()
    no: tuple[str, ...] = ()


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
