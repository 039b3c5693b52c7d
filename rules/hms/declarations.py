"""What a character may declare in hms."""

from typing import Annotated

from msgspec import Meta, field

from senki.rules.declarations import Who, Word
from senki.rules.message import Action


class DeclareSkill(Action, tag="declare_skill"):
    """The skill of the action meant for this round, and the weapon for it (H-5.1)."""

    skill: Word
    weapon: Word | None = None


class Move(Action, tag="move"):
    """A move to another band (H-6.1); under `per_pair` towards or away from `target`."""

    to: Word
    target: Who | None = None


class Block(Action, tag="block"):
    """An attempt to stop the move that is being made (H-6.5)."""


class Attack(Action, tag="attack"):
    """An attack with the declared weapon (H-7.1)."""

    target: Who


class Defend(Action, tag="defend"):
    """Defence as the action of the go (H-9.1)."""


class DemandReroll(Action, tag="demand_reroll"):
    """The defender has the opponent's dice rolled again (H-9.1)."""


class Interrupt(Action, tag="interrupt"):
    """The go is put back, to just before that of somebody later (H-10.1)."""

    before: Who


class UseSpecial(Action, tag="special"):
    """A special action (H-11.1)."""

    special: Word
    targets: Annotated[tuple[Who, ...], Meta(max_length=99)] = ()


class Flee(Action, tag="flee"):
    """Flight at the end of a round (H-12.1), alone or together with somebody who has declared it already."""

    skill: Word
    together: Annotated[Who | None, Meta(description="id of the one to flee with")] = field(default=None, name="with")


class Pursue(Action, tag="pursue"):
    """Pursuit of somebody who flees (H-12.2), to a band that suits one's weapon (H-12.10)."""

    target: Who
    skill: Word
    band: Word | None = None


class Surrender(Action, tag="surrender"):
    """Giving up (H-3.2)."""


class Pass(Action, tag="pass"):
    """Declining what one is asked for."""
