"""The state of a persona battle: immutable, and nothing in it that an event did not state."""

from typing import Literal

from msgspec import field
from msgspec.structs import replace

from senki.rules.cards import Suit
from senki.rules.events import DiceAwaited
from senki.rules.game import Phase
from senki.rules.message import Part
from senki.rules.persona.options import Options
from senki.rules.persona.setup import Condition, HandLimit, Kind, Level, Persona, Side, Spell

Stage = Literal["act", "defend", "check", "judge", "call", "discard", "rest"]
Difficulty = Literal["easy", "normal", "hard"]
Purpose = Literal["flee", "negotiate", "incapacitate", "resist", "recover", "other"]


class Character(Part):
    """A combatant. `laid`: cards on their way to the table, hidden; they are of `attack` or `check` a moment later.

    `dealt`: where the unit begins that dealt each card of the hand; `deals`: every such unit since the oldest of them.
    """

    id: str
    name: str
    side: Side
    kind: Kind
    condition: Condition
    suit: Suit | None
    level: Level
    personas: tuple[Persona, ...] = ()
    persona: int | None = None
    hand: tuple[str, ...] = ()
    hand_limit: HandLimit | None = None
    spells: tuple[Spell, ...] = ()
    persona_changed: bool = False
    recovery_due: bool = False
    laid: tuple[str, ...] = ()
    dealt: dict[str, int] = field(default_factory=dict)
    deals: tuple[int, ...] = ()

    @property
    def active(self) -> bool:
        """Whether it can act."""
        return self.condition == "active"

    @property
    def has_hand(self) -> bool:
        """Whether it plays from a hand (a persona user), or from the deck."""
        return self.kind == "persona_user"

    @property
    def surplus(self) -> int:
        """Cards held above the hand size."""
        return max(0, len(self.hand) - (self.hand_limit or 0))

    @property
    def lack(self) -> int:
        """Cards held below the hand size."""
        return max(0, (self.hand_limit or 0) - len(self.hand))


class Deck(Part):
    """A deck: the cards left, in the fixed order of a pack (they hold no other), and its discards, oldest first."""

    left: tuple[str, ...]
    discards: tuple[str, ...] = ()


class Defence(Part):
    """What somebody laid against an attack, and whether it is turned up; `unit` is where it was laid."""

    by: str
    cards: tuple[str, ...]
    shown: bool = False
    unit: int = 0


class Attack(Part, tag="attack"):
    """The exchange of an attack.

    Attributes:
        by: the attacker.
        target: the one aimed at.
        cards: the attack cards, in the order laid.
        shown: how many of them are turned up.
        wave: the groups of defenders that are through.
        pending: those who must lay.
        defences: what was laid against it.
        each: whether each card is an attack of its own.
        at: with `each`, the card that is being judged.
        spread: whether it (or all of them) has gone on to the other enemies.
        faced: whether anybody has met the cards of this wave.
        unit: the seq at which the unit that laid it begins.
    """

    by: str
    target: str
    cards: tuple[str, ...]
    shown: int = 0
    wave: int = 0
    pending: tuple[str, ...] = ()
    defences: tuple[Defence, ...] = ()
    each: bool = False
    at: int = 0
    spread: bool = False
    faced: bool = False
    unit: int = 0

    @property
    def current(self) -> tuple[str, ...]:
        """The cards that are being judged now."""
        return (self.cards[self.at],) if self.each else self.cards

    @property
    def revealed(self) -> bool:
        """Whether those are turned up."""
        return self.shown > self.at if self.each else self.shown > 0


class Check(Part, tag="check"):
    """A check that was called for, or is being made; `card` is null until one is played."""

    by: str
    purpose: Purpose
    difficulty: Difficulty
    card: str | None = None
    target: str | None = None


class Game(Part):
    """The whole battle as persona knows it.

    `done`: whose place in this round has gone by. `undealt`: whose hand is dealt at `begin`.
    `exchange`: what is going on between characters. `tried`: who has made the recovery check of this hour.
    """

    options: Options
    characters: dict[str, Character]
    decks: dict[str, Deck]
    phase: Phase = "setup"
    stage: Stage | None = None
    round: int = 0
    order: tuple[str, ...] = ()
    active: str | None = None
    done: tuple[str, ...] = ()
    delayed: dict[str, str] = field(default_factory=dict)
    exchange: Attack | Check | None = None
    hours: int = 0
    tried: tuple[str, ...] = ()
    winner: str | None = None
    undealt: tuple[str, ...] = ()
    dice: DiceAwaited | None = None

    @property
    def original(self) -> bool:
        """Whether the edition before the revision of 2001/3/5 is played."""
        return self.options.edition == "original"

    @property
    def attack(self) -> Attack | None:
        """The attack that is going on, if one is."""
        return self.exchange if isinstance(self.exchange, Attack) else None

    @property
    def check(self) -> Check | None:
        """The check that is going on, if one is."""
        return self.exchange if isinstance(self.exchange, Check) else None

    def attack_now(self) -> Attack:
        """The attack that is going on, where there must be one.

        Raises:
            LookupError: there is none.
        """
        if self.attack is None:
            msg = "no attack is going on"
            raise LookupError(msg)
        return self.attack

    def check_now(self) -> Check:
        """The check that is going on, where there must be one.

        Raises:
            LookupError: there is none.
        """
        if self.check is None:
            msg = "no check is going on"
            raise LookupError(msg)
        return self.check

    def turn_now(self) -> Character:
        """Whose turn it is, where it must be somebody's.

        Raises:
            LookupError: it is nobody's.
        """
        if self.active is None:
            msg = "it is nobody's turn"
            raise LookupError(msg)
        return self.characters[self.active]

    def aimed_at(self, check: Check) -> Character:
        """At whom a check is aimed that must be aimed at somebody.

        Raises:
            LookupError: it is aimed at nobody.
        """
        if check.target is None:
            msg = f"a check to {check.purpose} is aimed at nobody"
            raise LookupError(msg)
        return self.characters[check.target]

    def deck_of(self, id: str) -> str:
        """The name of the deck that a character draws from."""
        return "common" if self.options.decks == "one" else self.characters[id].side

    def enemies(self, of: Character) -> list[Character]:
        """Everybody of the other side, in listed order."""
        return [c for c in self.characters.values() if c.side != of.side]

    def allies(self, of: Character) -> list[Character]:
        """Everybody of the same side, itself too, in listed order."""
        return [c for c in self.characters.values() if c.side == of.side]

    def overfull(self) -> list[Character]:
        """Those who hold more cards than their hand size."""
        return [c for c in self.characters.values() if c.surplus]

    def to_come(self) -> list[Character]:
        """Those who can act and whose place in this round has not gone by: who is at it now, too."""
        return [self.characters[i] for i in self.order if i not in self.done and self.characters[i].active]

    def with_character(self, character: Character) -> "Game":
        """The game with one character as given."""
        return replace(self, characters={**self.characters, character.id: character})

    def discarding(self, id: str, cards: tuple[str, ...]) -> "Game":
        """The game with cards of a character's deck on the discards; from where they came is the caller's to say."""
        name = self.deck_of(id)
        deck = self.decks[name]
        return replace(self, decks={**self.decks, name: replace(deck, discards=(*deck.discards, *cards))})
