"""What may be declared in persona."""

from typing import Annotated

from msgspec import Meta

from senki.rules.cards import Card
from senki.rules.declarations import Reason, Text, Who
from senki.rules.message import Action, Statement
from senki.rules.persona.setup import Spell
from senki.rules.persona.state import Difficulty

Cards = Annotated[tuple[Card, ...], Meta(max_length=54)]
Ids = Annotated[tuple[Who, ...], Meta(max_length=100)]


class Arrange(Statement, tag="arrange"):
    """The order among equals (P-2.5, P-2.6, P-2.8): by one of the PCs, or by the GM (no `by`)."""

    order: Ids


class Delay(Action, tag="delay"):
    """Going after somebody later in the round (P-2.3)."""

    after: Who


class Attack(Action, tag="attack"):
    """An attack (P-6.1): the one aimed at, and the cards laid face down (a minor demon names none)."""

    target: Who
    cards: Cards = ()


class Defend(Action, tag="defend"):
    """The defence cards (P-6.10, P-10.1)."""

    cards: Cards


class Discard(Action, tag="discard"):
    """The surplus after damage (P-6.27): exactly as many cards as are too many."""

    cards: Cards


class Cast(Action, tag="cast"):
    """Healing or revival magic (P-11.1); `name` is what it is called (P-11.8)."""

    spell: Spell
    card: Card | None = None
    target: Who | None = None
    name: Annotated[str, Meta(min_length=1, max_length=60)] | None = None


class ChangePersona(Action, tag="change_persona"):
    """Another persona comes into force (P-12.1): its index, from 0."""

    persona: int


class Exchange(Action, tag="exchange"):
    """Cards of the hand are exchanged (P-13.1)."""

    cards: Cards


class Negotiate(Action, tag="negotiate"):
    """Negotiation with a minor demon (P-14.1), with a card of its suit; `approach` says how (P-14.6)."""

    target: Who
    card: Card
    approach: Text | None = None


class Incapacitate(Action, tag="incapacitate"):
    """An attempt to put an enemy out of the fight without killing (P-15.1)."""

    target: Who
    card: Card | None = None


class Flee(Action, tag="flee"):
    """Flight (P-16.1); a persona user who needs a check plays a card."""

    card: Card | None = None


class Pass(Action, tag="pass"):
    """The turn goes on to the next (P-17.1)."""


class Other(Action, tag="other"):
    """Anything else (P-18.1)."""

    text: Text


class Surrender(Action, tag="surrender"):
    """Giving up (P-4.2)."""


class Call(Statement, tag="call"):
    """GM: another action needs a check of this difficulty (P-18.2)."""

    difficulty: Difficulty


class MakeCheck(Action, tag="check"):
    """The card played to a check that was called for (P-0.7)."""

    card: Card | None = None


class Judge(Statement, tag="judge"):
    """GM: the result of a check, or of another action that needs none."""

    success: bool
    reason: Reason | None = None


class Rest(Statement, tag="rest"):
    """GM: whether there is time to recover after the battle (P-5.2)."""

    granted: bool
    reason: Reason | None = None


class PassHour(Statement, tag="pass_hour"):
    """GM: an hour goes by (P-15.7)."""


class Recover(Action, tag="recover"):
    """The hourly check of the incapacitated (P-15.7)."""

    card: Card | None = None


class ShowHand(Action, tag="show_hand"):
    """A player shows cards to other players (P-0.6)."""

    to: Ids
    cards: Cards
