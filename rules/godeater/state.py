"""The state of a godeater battle: immutable, and nothing in it that an event did not state."""

from typing import Annotated, Any, Literal, TypeVar

from msgspec import UNSET, Meta, UnsetType, field
from msgspec.structs import replace

from senki.rules.events import DiceAwaited
from senki.rules.game import Phase
from senki.rules.godeater.options import Options
from senki.rules.godeater.setup import (
    HP_LIMIT,
    Ability,
    Amount,
    AttackType,
    Cell,
    Condition,
    ConditionName,
    Consumable,
    Count,
    Effects,
    Element,
    Item,
    Kind,
    Lasts,
    MissionText,
    Name,
    Number,
    Range,
    Resource,
    Rounds,
    Shield,
    Side,
    Skill,
    Weapon,
    Window,
)
from senki.rules.message import Part, Term, Value

Action = Literal["step", "guard", "cover", "skill", "item", "waive", "other"]
Method = Literal["weapon", "skill", "item"]
TurnPart = Literal["move", "side", "main"]
LastingKind = Literal[
    "damage_dice",
    "damage_result",
    "guard_dice",
    "guard_result",
    "final_damage_dealt",
    "final_damage_taken",
    "critical_value",
    "fumble_value",
    "ap_penalty",
    "condition",
    "round_end_change",
]


class Lingering(Value, kw_only=True):
    """A lasting effect on somebody; which fields it has goes by its kind, `rounds` is what is left of them."""

    id: str
    source: str
    kind: LastingKind
    value: Number | UnsetType = UNSET
    resource: Resource | UnsetType = UNSET
    condition: ConditionName | UnsetType = UNSET
    attack_type: AttackType | UnsetType | None = UNSET
    element: Element | UnsetType | None = UNSET
    lasts: Lasts
    rounds: Rounds | UnsetType = UNSET


class Response(Value):
    """An answer in the response step, with the fields of its action."""

    action: Action
    to: Cell | UnsetType = UNSET
    ally: str | UnsetType = UNSET
    skill: str | UnsetType = UNSET
    item: str | UnsetType = UNSET
    targets: tuple[str, ...] | UnsetType = UNSET
    text: str | UnsetType = UNSET


WAIVE = Response(action="waive")


class Figures(Value):
    """What the damage check of an attack will use, fixed at its declaration."""

    dice: tuple[Term, ...]
    power: tuple[Term, ...]
    ability: Ability
    effects: Effects


class Dealt(Part):
    """What the last blow came to."""

    final_damage: int
    hp_lost: int


class AttackMade(Part):
    """An attack that was declared: what its declaration fixed, and the answers to it.

    `responses` hold the answers that are in, `units` the seqs at which the units that gave them begin.
    """

    by: str
    method: Method
    source: str
    bullet: str | None
    attack_type: AttackType
    element: Element
    range: Range
    figures: Figures
    targets: tuple[str, ...]
    responses: dict[str, Response] = field(default_factory=dict)
    units: dict[str, int] = field(default_factory=dict)


class Answering(AttackMade, tag="answering"):
    """The others answer the attack (G-16)."""


class Acting(AttackMade, tag="acting", kw_only=True):
    """All answers are shown, and are being done (G-10.2, G-16)."""

    covers: dict[str, str] = field(default_factory=dict)


class Striking(AttackMade, tag="striking", kw_only=True):
    """The attack meets its targets, one by one (G-18, G-19).

    `total` and `critical` are what the damage check came to; `met` counts the targets that have been met; `shield` is
    the one chosen for the blow that is due.
    """

    covers: dict[str, str]
    total: int
    critical: bool
    met: int = 0
    shield: str | None = None
    dealt: Dealt | None = None


Exchange = Answering | Acting | Striking
A = TypeVar("A", bound=AttackMade)


def onward(kind: type[A], it: AttackMade, **given: Any) -> A:  # noqa: ANN401 - whatever the next step's fields hold
    """An attack at its next step, with what was fixed before and what is given."""
    return kind(**{name: getattr(it, name) for name in AttackMade.__struct_fields__ if name not in given}, **given)


class Queued(Part):
    """A skill that may be used in a timing window."""

    by: str
    skill: str


class TimingWindow(Part):
    """A timing whose skills are being asked, one by one."""

    name: Window
    queue: tuple[Queued, ...]


class Turn(Part):
    """The turn that is being taken: the earliest part still open."""

    part: TurnPart


class MissionState(Part):
    """A mission and what became of it."""

    id: str
    kind: Literal["main", "side"]
    success: MissionText
    failure: MissionText | None
    result: Literal["achieved", "failed"] | None = None


class Character(Part):
    """A combatant: its sheet, and what the battle has made of it."""

    id: str
    name: Name
    side: Side
    kind: Kind
    cell: Cell | None
    strength: Count
    agility: Count
    intellect: Count
    endurance: Count
    max_hp: Annotated[int, Meta(ge=1, le=HP_LIMIT)]
    hp: int
    max_ap: Count
    ap: Count
    max_st: Count
    st: Count
    max_op: Amount | None
    op: Annotated[int, Meta(ge=0)]
    ap_penalty: Count
    weapon: Weapon | None
    items: tuple[Item, ...]
    skills: tuple[Skill, ...]
    incapacitated: bool
    acted: bool = False
    effects: tuple[Lingering, ...] = ()

    def ability(self, name: Ability) -> int:
        """One of the four abilities, by its name."""
        match name:
            case "strength":
                return self.strength
            case "agility":
                return self.agility
            case "intellect":
                return self.intellect
            case "endurance":
                return self.endurance

    def resource(self, name: Resource) -> int:
        """What it has of a resource."""
        match name:
            case "hp":
                return self.hp
            case "ap":
                return self.ap
            case "st":
                return self.st
            case "op":
                return self.op

    def maximum(self, name: Resource) -> int | None:
        """The most that it can have of a resource; None where there is no maximum."""
        match name:
            case "hp":
                return self.max_hp
            case "ap":
                return self.max_ap
            case "st":
                return self.max_st
            case "op":
                return self.max_op

    def skill(self, id: str | None) -> Skill | None:
        """One of its skills."""
        return next((s for s in self.skills if s.id == id), None)

    def known_skill(self, id: str) -> Skill:
        """A skill that it must have.

        Raises:
            LookupError: it does not.
        """
        found = self.skill(id)
        if found is None:
            msg = f"{self.id} has no skill {id}"
            raise LookupError(msg)
        return found

    def item(self, id: str | None) -> Item | None:
        """One of the items that it carries."""
        return next((i for i in self.items if i.id == id), None)

    def known_item(self, id: str) -> Item:
        """An item that it must carry.

        Raises:
            LookupError: it does not.
        """
        found = self.item(id)
        if found is None:
            msg = f"{self.id} does not carry {id}"
            raise LookupError(msg)
        return found

    def consumable(self, id: str | None) -> Consumable | None:
        """A carried item that can be used."""
        found = self.item(id)
        return found if isinstance(found, Consumable) else None

    @property
    def shields(self) -> tuple[Shield, ...]:
        """The shields that it carries."""
        return tuple(i for i in self.items if isinstance(i, Shield))

    def is_in(self, condition: str) -> bool:
        """Whether it is in a state, by an effect or by a passive skill."""
        return condition in self.conditions

    @property
    def conditions(self) -> frozenset[str]:
        """The states that it is in: by lasting effects, and by passive skills, of which one may require another's."""
        held = frozenset(e.condition for e in self.effects if e.kind == "condition" and e.condition)
        while True:
            more = held | self.always(held)
            if more == held:
                return held
            held = more

    def always(self, held: frozenset[str]) -> frozenset[str]:
        """The states that passive skills give to one who is in some already."""
        working = (s for s in self.skills if s.timing == "passive" and (s.requires is None or s.requires in held))
        return frozenset(e.condition for s in working for e in s.effects if isinstance(e, Condition))


class Game(Part):
    """The whole battle as godeater knows it. `glossary`: what items and skills are called, used up or not."""

    options: Options
    characters: dict[str, Character]
    ground: dict[str, tuple[Item, ...]]
    glossary: dict[str, str]
    missions: tuple[MissionState, ...] = ()
    missions_open: bool = False
    phase: Phase = "setup"
    round: Annotated[int, Meta(ge=0)] = 0
    order: tuple[str, ...] = ()
    active: str | None = None
    turn: Turn | None = None
    timing: TimingWindow | None = None
    exchange: Exchange | None = None
    effects_made: int = 0
    dice: DiceAwaited | None = None

    def with_character(self, character: Character) -> "Game":
        """The game with one character as given."""
        return replace(self, characters={**self.characters, character.id: character})

    def under_way(self, kind: type[A]) -> A:
        """The attack, at the step where it must be.

        Raises:
            LookupError: there is none, or it is at another step.
        """
        if isinstance(self.exchange, kind):
            return self.exchange
        msg = f"no attack is at the step {kind.__name__}"
        raise LookupError(msg)

    @property
    def window(self) -> TimingWindow:
        """The timing window that must be open.

        Raises:
            LookupError: none is.
        """
        if self.timing is None:
            msg = "no timing window is open"
            raise LookupError(msg)
        return self.timing

    @property
    def taking_turn(self) -> Character:
        """Whoever must have the turn.

        Raises:
            LookupError: nobody has it.
        """
        if self.active is None:
            msg = "nobody has the turn"
            raise LookupError(msg)
        return self.characters[self.active]

    def cell(self, id: str) -> Cell:
        """Where somebody stands; everybody does once the battle has begun."""
        cell = self.characters[id].cell
        if cell is None:
            msg = f"{id} stands nowhere"
            raise ValueError(msg)
        return cell
