"""Playing cards, as every game with cards reads them: 52 and two JOKERs, always in one order.

The fixed order of a deck (rules/CHANCE.md, "Draws") is spades, hearts, diamonds, clubs, in each 2 to 10, jack, queen,
king, ace, and then the two JOKERs.
"""

from collections.abc import Iterable
from typing import Annotated, Literal, get_args

from msgspec import Meta

Suit = Literal["S", "H", "D", "C"]
Rank = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
SUITS: tuple[Suit, ...] = get_args(Suit)
RANKS: tuple[Rank, ...] = get_args(Rank)
Card = Annotated[str, Meta(pattern="^([SHDC][2-9TJQKA]|X[12])$", max_length=2, description="suit and rank, or a JOKER")]
CARDS: tuple[str, ...] = (*(suit + rank for suit in SUITS for rank in RANKS), "X1", "X2")
"""A full pack in the fixed order."""

UNSEEN = "?"
"""A card to those who may not know which it is."""

_PLACES: dict[str, int] = {card: place for place, card in enumerate(CARDS)}
_COUNT: dict[str, int] = {rank: count for count, rank in enumerate(RANKS, 2)}
_SUIT_OF: dict[str, Suit | None] = {card: next((s for s in SUITS if card.startswith(s)), None) for card in CARDS}
SUIT_NAMES: dict[str, str] = {"S": "スペード", "H": "ハート", "D": "ダイア", "C": "クラブ"}
_SIGNS: dict[str, str] = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_RANK_NAMES: dict[str, str] = {"T": "10", "J": "ジャック", "Q": "クイーン", "K": "キング", "A": "エース"}


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards in the fixed order of a deck."""
    return tuple(sorted(cards, key=_PLACES.__getitem__))


def suit(card: str) -> Suit | None:
    """The suit that a card shows; a JOKER shows none."""
    return _SUIT_OF[card]


def is_joker(card: str) -> bool:
    """Whether it is one of the two JOKERs."""
    return card.startswith("X")


def is_face(card: str) -> bool:
    """Whether it is a jack, a queen or a king."""
    return card[1] in {"J", "Q", "K"}


def is_ace(card: str) -> bool:
    """Whether it is an ace."""
    return card[1] == "A"


def count(card: str, *, ace: int) -> int:
    """The number on a card of a suit: 2 to 10, jack 11, queen 12, king 13, and what an ace counts.

    Raises:
        KeyError: a JOKER, which has no number of its own.
    """
    return ace if is_ace(card) else _COUNT[card[1]]


def mark(card: str) -> str:
    """A card as it is written in little room."""
    shown = suit(card)
    return "JOKER" if shown is None else f"{_SIGNS[shown]}{'10' if card[1] == 'T' else card[1]}"


def reading(card: str) -> str:
    """How a card is read aloud in Japanese."""
    if card == UNSEEN:
        return "伏せ札"
    shown = suit(card)
    if shown is None:
        return "ジョーカー"
    return f"{SUIT_NAMES[shown]}の{_RANK_NAMES.get(card[1], card[1])}"
