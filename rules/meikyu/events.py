"""What happens in meikyu, besides what every system shares."""

from typing import Literal

from msgspec import field

from senki.rules.events import OpenedHead
from senki.rules.meikyu.options import Options
from senki.rules.meikyu.setup import BonusStat, Check, Fighter, RowName, Until
from senki.rules.message import Event, Term, Value

Kind = Literal["attack", "defence", "evade", "support", "breathe"]


class Opened(OpenedHead, tag="opened", kw_only=True):
    """The battle as the table opened it, every default filled in."""

    options: Options
    characters: tuple[Fighter, ...]


class RowChanged(Event, tag="row_changed"):
    """Somebody moved to the other row."""

    by: str
    origin: RowName = field(name="from")
    to: RowName


class AbilityUsed(Event, tag="ability_used"):
    """An ability, in the phase of its timing."""

    by: str
    ability: str
    targets: tuple[str, ...]


class ItemUsed(Event, tag="item_used"):
    """A consumable; so many are left."""

    by: str
    item: str
    targets: tuple[str, ...]
    left: int


class OrderArranged(Event, tag="order_arranged"):
    """PCs with the same action value have agreed."""

    by: str
    order: tuple[str, ...]


class ActionValue(Value):
    """One line of `order_decided`: the action value in force."""

    by: str
    action_value: int


class OrderDecided(Event, tag="order_decided"):
    """Who goes when, and the action values that decided it."""

    order: tuple[str, ...]
    results: tuple[ActionValue, ...]


class Waited(Event, tag="waited"):
    """Somebody put off its go."""

    by: str


class ActionRead(Event, tag="action_read"):
    """What the face of the action die now shows, and how it came to lie so."""

    by: str
    face: int
    action: str
    kind: Kind
    how: Literal["rolled", "rerolled", "shifted"] = "rolled"


class WitChanged(Event, tag="wit_changed"):
    """Wit spent or returned, and wit after it."""

    target: str
    amount: int
    wit: int
    terms: tuple[Term, ...] = ()


class MpChanged(Event, tag="mp_changed"):
    """MP paid or returned, and MP after it."""

    target: str
    amount: int
    mp: int
    terms: tuple[Term, ...] = ()


class Alerted(Event, tag="alerted"):
    """The action could not be paid; it became alert."""

    by: str
    action: str


class ActionWasted(Event, tag="action_wasted"):
    """Nobody is within reach of the attack."""

    by: str
    action: str


class Attacked(Event, tag="attacked"):
    """An attack is made."""

    by: str
    action: str
    targets: tuple[str, ...]


class CoverOffered(Event, tag="cover_offered"):
    """Who may cover, before anybody has answered."""

    to: tuple[str, ...]


class Covered(Event, tag="covered"):
    """Somebody takes the attack in another's place; `doubled` if it is a target of it as well."""

    by: str
    target: str
    doubled: bool


class AttackTaken(Event, tag="attack_taken"):
    """Nobody can cover any more: who receives the attack, in order."""

    by: str
    action: str
    receivers: tuple[str, ...]


class Checked(Event, tag="checked"):
    """An evade check."""

    kind: Literal["evade"]
    by: str
    total: int
    success: bool
    terms: tuple[Term, ...]
    at_least: int | None = None
    at_most: int | None = None


class Evaded(Event, tag="evaded"):
    """The attack does nothing to this one."""

    by: str


class Damaged(Event, tag="damaged"):
    """HP fall by `amount` to `hp`."""

    target: str
    amount: int
    hp: int
    terms: tuple[Term, ...]


class Healed(Event, tag="healed"):
    """HP really gained, and HP after it."""

    target: str
    amount: int
    hp: int
    terms: tuple[Term, ...]


class Fell(Event, tag="fell"):
    """Out of the fight; bonuses and evading end."""

    target: str


class Performed(Event, tag="performed"):
    """An action that is no attack."""

    by: str
    action: str
    kind: Literal["defence", "evade", "support", "breathe"]
    targets: tuple[str, ...]


class BonusGained(Event, tag="bonus_gained"):
    """Something is added to defence or action value for a while."""

    target: str
    stat: BonusStat
    amount: int
    until: Until
    terms: tuple[Term, ...]


class BonusEnded(Event, tag="bonus_ended"):
    """It is over."""

    target: str
    stat: BonusStat
    amount: int
    until: Until


class EvadingStarted(Event, tag="evading_started"):
    """Evading from now on, with this check."""

    by: str
    check: Check


class EvadingEnded(Event, tag="evading_ended"):
    """Not evading any more."""

    by: str


class RulingAwaited(Event, tag="ruling_awaited"):
    """The effect is the GM's to say: of an ability or item (its id), or of an action (its name)."""

    by: str
    what: str
