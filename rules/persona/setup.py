"""What a table writes to open a persona battle: characters with their personas and hands, discards, known decks."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, field

from senki.rules.cards import Card, Suit
from senki.rules.message import Sheet
from senki.rules.persona.options import Options

Side = Literal["pc", "npc"]
DeckName = Literal["pc", "npc", "common"]
Kind = Literal["persona_user", "minor_demon", "civilian"]
Condition = Literal[
    "active",
    "near_death",
    "unable",
    "vanished",
    "dead",
    "incapacitated",
    "left",
    "fled",
    "surrendered",
]
CONDITIONS: dict[Kind, frozenset[Condition]] = {
    "persona_user": frozenset({"active", "near_death", "incapacitated", "fled", "surrendered"}),
    "minor_demon": frozenset({"active", "unable", "vanished", "incapacitated", "left", "fled", "surrendered"}),
    "civilian": frozenset({"active", "dead", "incapacitated", "fled", "surrendered"}),
}
Spell = Literal["diarahan", "mediarahan", "recarm", "samarecarm", "recarmdra"]
SPELLS: tuple[Spell, ...] = get_args(Spell)
FULL_HAND = 5
MOST_LEVEL = 99

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_-]{0,31}$", description="short ASCII word")]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Level = Annotated[int, Meta(ge=0, le=MOST_LEVEL)]
HandLimit = Annotated[int, Meta(ge=0, le=FULL_HAND)]


class Persona(Sheet):
    """A persona (P-0.2): its card's suit, and its level."""

    suit: Suit
    level: Level
    name: Name | None = None


class PersonaUser(Sheet, tag_field="kind", tag="persona_user"):
    """ペルソナ使い. Without `hand`, one is dealt at `begin`; `hand_limit` is the hand size, its hit points."""

    id: Id
    side: Side
    personas: Annotated[tuple[Persona, ...], Meta(min_length=1, max_length=3)]
    name: Name | None = None
    persona: Annotated[int, Meta(ge=0, le=2)] = 0
    hand: Annotated[tuple[Card, ...], Meta(max_length=FULL_HAND)] | None = None
    hand_limit: HandLimit | None = None
    condition: Condition | None = None


class MinorDemon(Sheet, tag_field="kind", tag="minor_demon"):
    """ザコ悪魔. `spells`: what the GM lets it cast (P-11.4)."""

    id: Id
    side: Side
    suit: Suit
    level: Level
    name: Name | None = None
    spells: tuple[Spell, ...] = ()
    condition: Condition | None = None


class Civilian(Sheet, tag_field="kind", tag="civilian"):
    """一般人."""

    id: Id
    side: Side
    name: Name | None = None
    level: Level = 0
    condition: Condition | None = None


Fighter = PersonaUser | MinorDemon | Civilian


class Setup(Sheet):
    """What `open` takes.

    `deck`: cards in the order in which they will be drawn, as far as they are known. It is for cards that are handed
    in (a battle knows no order of a deck), so no event holds it. `discards`: cards that lie there already.
    """

    characters: Annotated[tuple[Fighter, ...], Meta(min_length=2, max_length=100)]
    options: Options = Options()
    deck: dict[DeckName, tuple[Card, ...]] = field(default_factory=dict)
    discards: dict[DeckName, tuple[Card, ...]] = field(default_factory=dict)
