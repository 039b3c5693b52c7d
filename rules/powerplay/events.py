"""What happens in powerplay, besides what every system shares."""

from typing import Literal

from msgspec import field

from senki.rules.events import OpenedHead
from senki.rules.message import Event, Term
from senki.rules.powerplay.options import Options
from senki.rules.powerplay.setup import Distance, Fighter, Posture, School, Spell, Way
from senki.rules.powerplay.state import Condition, Purpose


class Opened(OpenedHead, tag="opened", kw_only=True):
    """The battle as the table opened it, every default filled in."""

    options: Options
    characters: tuple[Fighter, ...]
    distances: tuple[Distance, ...]
    schools: tuple[School, ...]
    spells: tuple[Spell, ...]
    experience_table: tuple[int, ...]
    ability_names: dict[str, str]


class Made(Event, tag="made"):
    """The abilities were rolled, bonus included, and the money; `hp` are full."""

    by: str
    abilities: dict[str, int]
    money: int
    hp: int


class Swapped(Event, tag="swapped"):
    """Two rolled values changed places; `values` are the new base values."""

    by: str
    abilities: tuple[str, str]
    values: tuple[int, int]
    hp: int


class CheckCalled(Event, tag="check_called"):
    """The GM calls for a success check; the target number is an event of its own."""

    of: str
    ability: str
    hidden: bool
    perfect: bool
    text: str | None = None


class TargetNumberSet(Event, tag="target_number_set"):
    """What `of` must reach."""

    of: str
    target_number: int
    terms: tuple[Term, ...]


class WindowOpened(Event, tag="window_opened"):
    """The dice lie open: their roller may spend hero points before the result is known."""

    by: str
    purpose: Purpose
    hero_points: int
    faces: tuple[int, ...]
    strained: bool = False


class HeroPointSpent(Event, tag="hero_point_spent"):
    """One die was turned to a 6."""

    by: str
    purpose: Purpose
    die: int
    origin: int = field(name="from")
    to: int
    faces: tuple[int, ...]
    hero_points: int


class WindowClosed(Event, tag="window_closed"):
    """The dice stand."""

    by: str
    purpose: Purpose
    faces: tuple[int, ...]


class Checked(Event, tag="checked"):
    """A success check; `strained`: an evasion that will have to be paid for (W-15.4)."""

    by: str
    purpose: Literal["hit", "evasion", "cast", "resistance", "check", "learning"]
    ability: str
    faces: tuple[int, ...]
    terms: tuple[Term, ...]
    achievement: int
    auto_failure: bool
    counts: int | None = None
    strained: bool = False


class Succeeded(Event, tag="succeeded"):
    """A check that the GM called for succeeded; a hidden target number is not told."""

    by: str
    ability: str
    achievement: int
    target_number: int | None = None


class Failed(Event, tag="failed"):
    """A check that the GM called for failed."""

    by: str
    ability: str
    achievement: int
    target_number: int | None = None


class ActProposed(Event, tag="act_proposed"):
    """Somebody wants to do something that the rules do not name."""

    by: str
    text: str


class Judged(Event, tag="judged"):
    """The GM says whether that is possible."""

    by: str
    allowed: bool
    slow: bool
    strained: bool = False


class Acted(Event, tag="acted"):
    """It was done, or tried."""

    by: str
    text: str
    success: bool | None = None


class Delayed(Event, tag="delayed"):
    """Somebody waits for a lower number; `order` is the round's order from now on."""

    by: str
    origin: int = field(name="from")
    to: int
    order: tuple[str, ...]


class WeaponChanged(Event, tag="weapon_changed"):
    """Another weapon in hand, or none."""

    by: str
    origin: str | None = field(name="from")
    to: str | None
    strained: bool = False


class PostureChanged(Event, tag="posture_changed"):
    """Down, or up again."""

    by: str
    to: Posture
    strained: bool = False


class Devoted(Event, tag="devoted"):
    """The go is spent on evasion."""

    by: str
    strained: bool = False


class Attacked(Event, tag="attacked"):
    """An attack begins: the `number`th `of` those of this go; `dice` will be rolled for it."""

    by: str
    target: str
    weapon: str
    way: Way
    behind: bool = field()
    number: int
    of: int
    dice: int
    strained: bool = False


class CannotEvade(Event, tag="cannot_evade"):
    """The target cannot evade."""

    by: str
    reason: Literal["unconscious", "dead", "left", "held", "ability_zero", "shot"]


class Declined(Event, tag="declined"):
    """Somebody does not evade, or does not resist."""

    by: str
    what: Literal["evasion", "resistance"]


class Missed(Event, tag="missed"):
    """The attack fails."""

    by: str
    target: str
    reason: Literal["auto_failure", "below"]
    achievement: int | None = None
    target_number: int | None = None


class Hit(Event, tag="hit"):
    """The attack hits."""

    by: str
    target: str
    achievement: int
    target_number: int


class Damaged(Event, tag="damaged"):
    """HP are lost; `hp` is what is left."""

    target: str
    cause: Literal["weapon", "spell", "exertion", "doom"]
    amount: int
    hp: int
    terms: tuple[Term, ...]
    by: str | None = None
    faces: tuple[int, ...] | None = None


class Healed(Event, tag="healed"):
    """HP come back."""

    target: str
    by: str
    faces: tuple[int, ...]
    terms: tuple[Term, ...]
    amount: int
    hp: int


class ConditionChanged(Event, tag="condition_changed"):
    """Another condition, by the HP, the two lines, or a ruling."""

    of: str
    origin: Condition = field(name="from")
    to: Condition


class Concentrated(Event, tag="concentrated"):
    """A caster says which spell it is going to cast."""

    by: str
    spell: str


class ConcentrationBroken(Event, tag="concentration_broken"):
    """Concentration is lost, and with it a use of the spell: `used` of `uses` are gone."""

    by: str
    spell: str
    reason: Literal["evaded", "hit"]
    used: int
    uses: int


class SpellCast(Event, tag="spell_cast"):
    """A spell is cast: the `used`th of `uses` a day; `dice` will be rolled for it."""

    by: str
    spell: str
    target: str
    item: str | None = field()
    used: int
    uses: int
    dice: int
    strained: bool = False


class Halved(Event, tag="halved"):
    """Half the achievement, for a spell that was made for lifeless things."""

    by: str
    spell: str
    terms: tuple[Term, ...]
    achievement: int


class SpellFailed(Event, tag="spell_failed"):
    """The spell does nothing."""

    by: str
    spell: str
    reason: Literal["auto_failure", "concentration", "resisted"]


class SpellSucceeded(Event, tag="spell_succeeded"):
    """The spell works in full."""

    by: str
    spell: str
    target: str
    item: str | None = field()
    achievement: int
    target_number: int


class Learned(Event, tag="learned"):
    """A spell was learned."""

    by: str
    spell: str
    achievement: int
    target_number: int


class NotLearned(Event, tag="not_learned"):
    """A spell was not learned."""

    by: str
    spell: str
    achievement: int
    target_number: int


class ExperienceGained(Event, tag="experience_gained"):
    """Experience after play; `experience` is the new total."""

    by: str
    amount: int
    experience: int
    terms: tuple[Term, ...]


class LeveledUp(Event, tag="leveled_up"):
    """One level more, and one growth due."""

    by: str
    level: int


class Grown(Event, tag="grown"):
    """An ability grew: `value` is its new base value; every spell not learned has its chance."""

    by: str
    ability: str
    faces: tuple[int, ...]
    terms: tuple[Term, ...]
    amount: int
    value: int
    hp: int
