"""What is asked of the cards that a declaration names, in the order of persona.md: held first, then fit."""

from collections.abc import Sequence

from senki.rules.cards import reading
from senki.rules.persona.clauses import blows
from senki.rules.persona.state import Character, Game
from senki.rules.rejection import require


def require_cards(by: Character, cards: Sequence[str]) -> None:
    """The cards are in the hand, each named once.

    Raises:
        Rejection: `cards_not_held`.
    """
    twice = [card for card in cards if list(cards).count(card) > 1]
    require(not twice, "cards_not_held", "同じカードが二度書かれています。一度ずつにしてください。")
    lacking = [card for card in cards if card not in by.hand]
    require(
        not lacking,
        "cards_not_held",
        f"{'、'.join(map(reading, lacking))}は{by.name}の手札にありません。",
    )


def require_none(cards: Sequence[str], message: str, clause: str | None = None) -> None:
    """No card is named where none is played.

    Raises:
        Rejection: `illegal_cards`.
    """
    require(not cards, "illegal_cards", message, clause)


def require_fit(game: Game, by: Character, cards: Sequence[str], what: str, clauses: tuple[str, str]) -> None:
    """At least one card, and several only where they go together (P-8.1, P-8.2, P-10.2).

    Raises:
        Rejection: `illegal_cards`.
    """
    require(cards, "illegal_cards", f"{what}を手札から一枚以上選んでください。", clauses[0])
    require(
        blows.go_together(game.options, cards, by.suit),
        "illegal_cards",
        f"{what}を複数枚出せるのは、全て同じ数値か、全て自分のペルソナと同じスートのときです。",
        clauses[1],
    )
