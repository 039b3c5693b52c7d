"""Playing cards: one fixed order, suits, numbers, and how they are read."""

import pytest

from senki.rules import cards


def test_a_pack_has_52_cards_and_two_jokers_in_one_order():
    assert len(cards.CARDS) == len(set(cards.CARDS)) == 54
    assert cards.CARDS[:3] == ("S2", "S3", "S4")
    assert cards.CARDS[12:14] == ("SA", "H2")
    assert cards.CARDS[-3:] == ("CA", "X1", "X2")
    assert cards.in_order(["X1", "C2", "SA", "S2"]) == ("S2", "SA", "C2", "X1")


@pytest.mark.parametrize(
    ("card", "suit", "face", "ace", "joker"),
    [
        ("S2", "S", False, False, False),
        ("HT", "H", False, False, False),
        ("DJ", "D", True, False, False),
        ("CQ", "C", True, False, False),
        ("SK", "S", True, False, False),
        ("HA", "H", False, True, False),
        ("X1", None, False, False, True),
        ("X2", None, False, False, True),
    ],
)
def test_what_a_card_is(card: str, suit: str | None, face: bool, ace: bool, joker: bool):
    assert (cards.suit(card), cards.is_face(card), cards.is_ace(card), cards.is_joker(card)) == (suit, face, ace, joker)


def test_the_number_on_a_card_and_what_an_ace_counts_is_the_games_to_say():
    assert [cards.count(card, ace=14) for card in ("S2", "H9", "DT", "CJ", "SQ", "HK", "DA")] == [
        2,
        9,
        10,
        11,
        12,
        13,
        14,
    ]
    assert cards.count("DA", ace=1) == 1
    with pytest.raises(KeyError):
        cards.count("X1", ace=14)


@pytest.mark.parametrize(
    ("card", "read"),
    [
        ("S9", "スペードの9"),
        ("HQ", "ハートのクイーン"),
        ("DT", "ダイアの10"),
        ("CA", "クラブのエース"),
        ("X2", "ジョーカー"),
        ("?", "伏せ札"),
    ],
)
def test_a_card_is_read_in_japanese(card: str, read: str):
    assert cards.reading(card) == read
