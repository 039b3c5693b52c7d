"""What a character, or the GM, may declare in powerplay."""

from typing import Annotated

from msgspec import Meta, field

from senki.rules.declarations import Text, Who, Word
from senki.rules.message import Action, Statement

Number = int
"""Its bounds are the referee's: what does not fit is `illegal_value`."""


class Make(Action, tag="make"):
    """The abilities are rolled (W-3.6)."""


class Swap(Action, tag="swap"):
    """Two rolled values with the same formula are exchanged (W-3.6)."""

    abilities: tuple[Word, Word]


class Learn(Action, tag="learn"):
    """A check of memory for a spell (W-6.3); without dice where `dice` is 0 (W-6.6)."""

    spell: Word
    dice: Number | None = None


class CallCheck(Statement, tag="call_check", kw_only=True):
    """GM: a success check of a character (W-5.1); `perfect`: no dice at all may be rolled (W-5.10)."""

    of: Who
    ability: Word
    target_number: Number
    hidden: bool = False
    perfect: bool = False
    text: Text | None = None


class Check(Action, tag="check"):
    """The check that the GM called for, with fewer dice where `dice` says so (W-5.4)."""

    dice: Number | None = None


class Attack(Action, tag="attack"):
    """An attack with the weapon in hand (W-10.1, W-11.1)."""

    target: Who
    way: Word | None = None
    dice: Number | None = None


class Evade(Action, tag="evade"):
    """The target of an attack evades it (W-9.6)."""

    dice: Number | None = None


class Resist(Action, tag="resist"):
    """The target of a spell resists it (W-8.8)."""

    dice: Number | None = None


class Decline(Action, tag="decline"):
    """No evasion, no resistance."""


class Cast(Action, tag="cast"):
    """A spell is cast (W-8.1), on a character or on a thing that it has."""

    spell: Word
    target: Who
    item: Word | None = None
    dice: Number | None = None


class Concentrate(Action, tag="concentrate"):
    """The spell that will be cast in this round (W-8.1, where casters announce it)."""

    spell: Word


class ChangeWeapon(Action, tag="change_weapon"):
    """Another weapon in hand, or none (W-9.4)."""

    weapon: Word | None


class ChangePosture(Action, tag="change_posture"):
    """Lying down or getting up (W-9.4)."""

    to: Word


class EvadeOnly(Action, tag="evade_only"):
    """The go is spent on evasion (W-11.4)."""


class Act(Action, tag="act"):
    """Anything else that fits into ten seconds (W-9.5)."""

    text: Text


class Judge(Statement, tag="judge", kw_only=True):
    """GM: whether an act is possible, and by which check (W-9.5)."""

    allowed: bool
    slow: bool = False
    ability: Word | None = None
    target_number: Number | None = None
    hidden: bool = False
    perfect: bool = False


class Delay(Action, tag="delay"):
    """Waiting until a lower number (W-9.3)."""

    to: Number


class Pass(Action, tag="pass"):
    """Declining what one is asked for."""


class SpendHeroPoint(Action, tag="spend_hero_point"):
    """One die of the roll just made becomes a 6 (W-17.2); `die` counts from 0."""

    die: Number


class Accept(Action, tag="accept"):
    """The roll stands."""


class Award(Statement, tag="award", kw_only=True):
    """GM: experience after play (W-16.1); `adjust` in percent (W-16.2)."""

    hours: Number
    minutes: Number = 0
    to: Annotated[tuple[Who, ...], Meta(max_length=100)] | None = None
    adjust: dict[Who, Number] = field(default_factory=dict)


class Grow(Action, tag="grow"):
    """One ability grows by a level-up (W-16.4)."""

    ability: Word
