"""What happens in persona, besides what every system shares."""

from typing import Literal

from msgspec import field

from senki.rules.cards import Suit
from senki.rules.events import OpenedHead
from senki.rules.message import Event, Term
from senki.rules.persona.options import Options
from senki.rules.persona.setup import Condition, Fighter, Spell
from senki.rules.persona.state import Difficulty, Purpose


class Opened(OpenedHead, tag="opened", kw_only=True):
    """The battle as the table opened it, every default filled in.

    No hand stands here: `held` says who holds how many cards already (they are `dealt` right after, each to its
    seat); who is not in it is dealt a hand at `begin`.
    """

    options: Options
    characters: tuple[Fighter, ...]
    held: dict[str, int] = field(default_factory=dict)
    discards: dict[str, tuple[str, ...]] = field(default_factory=dict)


class NotDrawn(Event, tag="not_drawn"):
    """Cards were not drawn, because the deck is empty and its discards stay where they are (option `empty_deck`)."""

    to: str
    deck: str
    count: int
    purpose: str


class Arranged(Event, tag="arranged"):
    """Equals have settled their order; `order` is the whole round's."""

    order: tuple[str, ...]
    by: str | None = None


class Delayed(Event, tag="delayed"):
    """A turn was put back, to right behind somebody's; `order` is the whole round's."""

    by: str
    after: str
    order: tuple[str, ...]


class CardsLaid(Event, tag="cards_laid"):
    """Which cards of a hand were laid: for their owner, until they are turned up."""

    by: str
    cards: tuple[str, ...]


class AttackLaid(Event, tag="attack_laid"):
    """An attack is laid face down. With `each`, every card will be an attack of its own."""

    by: str
    target: str
    count: int


class DefenceLaid(Event, tag="defence_laid"):
    """A defence is laid face down."""

    by: str
    count: int


class Defenceless(Event, tag="defenceless"):
    """Somebody attacked lays no card."""

    by: str


class CardByCard(Event, tag="card_by_card"):
    """Each attack card is an attack of its own, in the order laid."""

    by: str


class NextCard(Event, tag="next_card"):
    """The next attack card is an attack of its own."""

    by: str
    place: int


class Evaded(Event, tag="evaded"):
    """The defender saw through an attack card."""

    by: str
    target: str
    card: str
    seen_with: str = field(name="with")


class Nullified(Event, tag="nullified"):
    """The defender's persona nullified an attack card."""

    by: str
    target: str
    card: str
    suit: Suit


class Hit(Event, tag="hit"):
    """An attack card hits: `levels` and `numbers` are compared, the terms add up to the damage."""

    by: str
    target: str
    card: str
    levels: tuple[int, int]
    numbers: tuple[int, int]
    damage: int
    terms: tuple[Term, ...]


class AllTarget(Event, tag="all_target"):
    """The attack goes on to the other enemies, with its all-target cards."""

    by: str
    cards: tuple[str, ...]
    targets: tuple[str, ...]


class Damaged(Event, tag="damaged"):
    """A persona user's hand size falls to `hand_limit`."""

    target: str
    damage: int
    hand_limit: int


class Fell(Event, tag="fell"):
    """Out of the fight."""

    target: str
    condition: Condition


class AttackEnded(Event, tag="attack_ended"):
    """The exchange is over: its cards go to the discards."""

    by: str


class Discarded(Event, tag="discarded"):
    """Cards of a hand go to the discards."""

    by: str
    cards: tuple[str, ...]


class Cast(Event, tag="cast"):
    """Magic takes effect."""

    by: str
    spell: Spell
    targets: tuple[str, ...]
    card: str | None = None
    name: str | None = None


class Healed(Event, tag="healed"):
    """A hand size is what it was."""

    target: str
    hand_limit: int


class Revived(Event, tag="revived"):
    """Back from near death."""

    target: str
    hand_limit: int


class Recovered(Event, tag="recovered"):
    """No longer incapacitated (or unable)."""

    target: str


class PersonaChanged(Event, tag="persona_changed"):
    """Another persona is in force."""

    by: str
    persona: int
    suit: Suit
    level: int


class Exchanged(Event, tag="exchanged"):
    """Cards were discarded, to be replaced."""

    by: str
    cards: tuple[str, ...]


class CheckMade(Event, tag="check_made"):
    """A card is played to a check."""

    by: str
    purpose: Purpose
    difficulty: Difficulty
    card: str
    target: str | None = None


class CheckResolved(Event, tag="check_resolved"):
    """What a check came to, and what decided it; `card` is the deciding one."""

    by: str
    purpose: Purpose
    difficulty: Difficulty
    success: bool
    decided_by: Literal["gm", "drawn", "no_card"]
    card: str | None = None
    reason: str | None = None


class ResistanceCalled(Event, tag="resistance_called"):
    """The target of an incapacitation may resist, with a card of its choice."""

    by: str
    difficulty: Difficulty
    target: str


class Left(Event, tag="left"):
    """A demon leaves as a friend."""

    target: str


class Incapacitated(Event, tag="incapacitated"):
    """Put out of the fight without being killed."""

    by: str
    target: str


class Fled(Event, tag="fled"):
    """Away."""

    by: str


class Surrendered(Event, tag="surrendered"):
    """Somebody gave up."""

    by: str


class Attempted(Event, tag="attempted"):
    """Somebody does something that no rule covers."""

    by: str
    text: str


class Called(Event, tag="called"):
    """The GM calls for a check."""

    by: str
    difficulty: Difficulty


class Judged(Event, tag="judged"):
    """The GM says what came of it, without a check."""

    by: str
    success: bool
    reason: str | None = None


class Rested(Event, tag="rested"):
    """Hands are five again after the battle, or not."""

    granted: bool
    targets: tuple[str, ...]
    reason: str | None = None


class HourPassed(Event, tag="hour_passed"):
    """An hour has gone by; the targets may try to get free."""

    hours: int
    targets: tuple[str, ...] = ()


class HandShown(Event, tag="hand_shown"):
    """A player showed cards to others."""

    by: str
    to: tuple[str, ...]
    cards: tuple[str, ...]
