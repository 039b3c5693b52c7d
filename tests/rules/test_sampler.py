"""Chance, from a key to faces and cards: the known answers of CHANCE.md, bounds, and no favoured face."""

import hashlib
import hmac
import itertools
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from senki.rules import sampler
from senki.rules.sampler import Sample, faces, picks, words_digest

VECTORS: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parent / "vectors" / "chance.json").read_text("utf-8")
)
PAGE = (Path(sampler.__file__).parent / "CHANCE.md").read_text("utf-8")
KEY = bytes(range(32))
NOBODY = words_digest([])


def by_the_page(key: bytes, words: bytes, number: int, asked: str, belows: list[int]) -> tuple[list[int], int]:
    """Sample as CHANCE.md says, with plain arithmetic and none of the sampler's code."""
    asking = asked.encode("ascii")
    stream: list[int] = []
    values: list[int] = []
    rejected = block = 0
    for below in belows:
        bits = 0
        while 2**bits < below:
            bits += 1
        while True:
            value = 0
            if bits:
                if not stream:
                    message = b"senki-chance-1" + words
                    message += number.to_bytes(8, "big") + len(asking).to_bytes(4, "big") + asking
                    message += block.to_bytes(4, "big")
                    digest = hmac.new(key, message, hashlib.sha256).digest()
                    stream = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
                    block += 1
                value = stream.pop(0) // 2 ** (32 - bits)
            if value < below:
                break
            rejected += 1
        values.append(value)
    return values, rejected


@pytest.mark.parametrize("known", VECTORS["words"])
def test_words_have_the_known_digest(known: dict[str, Any]):
    assert words_digest([(seat, text) for seat, text in known["words"]]).hex() == known["digest"]


def test_the_digest_is_that_of_the_compact_json():
    expected = hashlib.sha256('[["gm","どうぞ"]]'.encode()).digest()
    assert words_digest([("gm", "どうぞ")]) == expected


def test_the_digest_minds_order_seats_and_borders():
    digests = {
        words_digest(words)
        for words in (
            [],
            [("a", "b"), ("c", "d")],
            [("c", "d"), ("a", "b")],
            [("a", "bc"), ("", "d")],
            [("ab", ""), ("c", "d")],
        )
    }
    assert len(digests) == 5


def test_words_that_utf8_cannot_carry_are_an_error():
    with pytest.raises(ValueError, match="surrogate"):
        words_digest([("gm", "\ud800")])


def asked_for(known: dict[str, Any]) -> str:
    """What known dice were asked as."""
    return f"{known['count']}D{known['sides']}" + (f" throw {known['throw']}" if "throw" in known else "")


@pytest.mark.parametrize("known", VECTORS["faces"])
def test_dice_show_the_known_faces(known: dict[str, Any]):
    key, words = bytes.fromhex(known["key"]), bytes.fromhex(known["words"])
    number, count, sides = known["number"], known["count"], known["sides"]
    throw = known.get("throw", 1)
    values, rejected = by_the_page(key, words, number, asked_for(known), [sides] * count)
    assert ([value + 1 for value in values], rejected) == (known["values"], known["rejected"])
    assert faces(key, words, number, count, sides, throw=throw) == Sample(tuple(known["values"]), known["rejected"])


@pytest.mark.parametrize("known", VECTORS["picks"])
def test_draws_take_the_known_cards(known: dict[str, Any]):
    key, words = bytes.fromhex(known["key"]), bytes.fromhex(known["words"])
    number, count, total = known["number"], known["count"], known["total"]
    belows = [total - place for place in range(count)]
    values, rejected = by_the_page(key, words, number, f"draw {count} of {total}", belows)
    assert (values, rejected) == (known["values"], known["rejected"])
    assert picks(key, words, number, count, total) == Sample(tuple(values), rejected)


def test_the_page_tells_only_known_answers():
    told = set(re.findall(r"`([0-9a-f]{64})`", PAGE))
    assert len(told) == 8
    everything = json.dumps(VECTORS)
    assert {each for each in told if each not in everything} == set()


def test_the_page_has_the_table_of_known_samples():
    nobody = VECTORS["words"][0]["digest"]
    rows = [
        (known, asked_for(known) if "sides" in known else f"draw {known['count']} of {known['total']}")
        for known in (*VECTORS["faces"], *VECTORS["picks"])
        if known["count"] <= 20
    ]
    table = "\n".join(
        f"| {known['number']}{' `[]`' if known['words'] == nobody else ''} | `{asked}` | "
        f"{', '.join(map(str, known['values']))} | {known['rejected']} |"
        for known, asked in rows
    )
    assert f"|---|---|---|---|\n{table}\n" in PAGE


@given(
    st.binary(min_size=32, max_size=32),
    st.lists(st.tuples(st.text(max_size=5), st.text(max_size=20)), max_size=4),
    st.integers(1, 2**63 - 1),
    st.integers(1, 200),
    st.integers(1, 10_000),
)
def test_dice_follow_the_page(key: bytes, words: list[tuple[str, str]], number: int, count: int, sides: int):
    digest = words_digest(words)
    rolled = faces(key, digest, number, count, sides)
    values, rejected = by_the_page(key, digest, number, f"{count}D{sides}", [sides] * count)
    assert rolled == Sample(tuple(value + 1 for value in values), rejected)
    assert all(1 <= face <= sides for face in rolled.values)


@given(st.binary(min_size=32, max_size=32), st.integers(1, 10_000), st.data())
def test_draws_follow_the_page_and_never_take_a_card_twice(key: bytes, total: int, data: st.DataObject):
    count = data.draw(st.integers(1, min(200, total)))
    drawn = picks(key, NOBODY, 1, count, total)
    belows = [total - place for place in range(count)]
    assert drawn == Sample(*map(_frozen, by_the_page(key, NOBODY, 1, f"draw {count} of {total}", belows)))
    left = list(range(total))
    assert len({left.pop(index) for index in drawn.values}) == count


def _frozen(value: list[int] | int) -> Any:
    return tuple(value) if isinstance(value, list) else value


@pytest.mark.parametrize("sides", [*range(1, 130), 255, 256, 257, 1000, 4096, 9999, 10_000])
def test_every_face_comes_from_exactly_one_pattern_of_bits(sides: int, monkeypatch: pytest.MonkeyPatch):
    """Counted, not estimated: of all patterns of the top bits each face has one; the rest are rejected."""
    bits = (sides - 1).bit_length()
    words = [pattern << (32 - bits) | low for pattern in range(2**bits) for low in (0, 2 ** (32 - bits) - 1)]

    def stream(_key: bytes, _message: bytes) -> Iterator[int]:
        return itertools.chain(words, itertools.repeat(0))

    monkeypatch.setattr(sampler, "_stream", stream)
    if sides == 1:
        assert faces(KEY, NOBODY, 1, 3, 1) == Sample((1, 1, 1), 0)
        return
    accepted = 2 * sides
    monkeypatch.setattr(sampler, "MOST_DICE", accepted + 1)
    rolled = faces(KEY, NOBODY, 1, accepted + 1, sides)
    assert Counter(rolled.values[:accepted]) == Counter(dict.fromkeys(range(1, sides + 1), 2))
    assert rolled.rejected == 2 * (2**bits - sides)


def test_the_top_bits_of_a_word_are_taken(monkeypatch: pytest.MonkeyPatch):
    """3D6 of words that begin with 101, 000, 110 and 011 shows 6, 1 and, with 110 rejected, 4."""
    words = [0b101 << 29, 2**29 - 1, 0b110 << 29, 0b011 << 29 | 5]

    def stream(_key: bytes, _message: bytes) -> Iterator[int]:
        return iter(words)

    monkeypatch.setattr(sampler, "_stream", stream)
    assert faces(KEY, NOBODY, 1, 3, 6) == Sample((6, 1, 4), 1)


def test_six_thousand_dice_of_fixed_keys_are_spread_evenly():
    """Chi-square, five degrees of freedom, over fixed keys: below 20.5 (p = 0.001), the same on every run."""
    counts = Counter(
        face
        for number in range(1, 61)
        for face in faces(hashlib.sha256(number.to_bytes(8)).digest(), NOBODY, number, 100, 6).values
    )
    assert sum((counts[face] - 1000) ** 2 / 1000 for face in range(1, 7)) < 20.5


def test_all_orders_of_three_cards_come_up_alike():
    """Chi-square over 6,000 fixed keys and the six orders of three cards."""
    orders = Counter(
        picks(hashlib.sha256(number.to_bytes(8)).digest(), NOBODY, number, 3, 3).values for number in range(1, 6001)
    )
    assert len(orders) == 6
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 20.5


def test_everything_that_goes_in_changes_what_comes_out():
    base = faces(KEY, NOBODY, 1, 20, 100).values
    others = [
        faces(bytes(32), NOBODY, 1, 20, 100).values,
        faces(KEY, words_digest([("p1", "")]), 1, 20, 100).values,
        faces(KEY, NOBODY, 2, 20, 100).values,
        faces(KEY, NOBODY, 1, 21, 100).values[:20],
        faces(KEY, NOBODY, 1, 20, 99).values,
    ]
    assert len({base, *others}) == 6


@pytest.mark.parametrize(
    ("count", "sides"), [(0, 6), (-1, 6), (201, 6), (1, 0), (1, -6), (1, 10_001), (10**30, 6), (1, 10**30)]
)
def test_dice_out_of_bounds_are_an_error(count: int, sides: int):
    with pytest.raises(ValueError, match="must be 1 to"):
        faces(KEY, NOBODY, 1, count, sides)


@pytest.mark.parametrize(("count", "total"), [(0, 5), (6, 5), (201, 300), (1, 0), (1, 10_001)])
def test_draws_out_of_bounds_are_an_error(count: int, total: int):
    with pytest.raises(ValueError, match="must be 1 to"):
        picks(KEY, NOBODY, 1, count, total)


@pytest.mark.parametrize("number", [0, -1, 2**63])
def test_numbers_out_of_bounds_are_an_error(number: int):
    with pytest.raises(ValueError, match="number must be"):
        faces(KEY, NOBODY, number, 1, 6)


@pytest.mark.parametrize(("key", "words"), [(b"", NOBODY), (KEY[1:], NOBODY), (KEY, b""), (KEY, NOBODY + b"0")])
def test_keys_and_words_of_another_length_are_an_error(key: bytes, words: bytes):
    with pytest.raises(ValueError, match="must be 32 bytes"):
        faces(key, words, 1, 1, 6)
