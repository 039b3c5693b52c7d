"""The signs that Japanese keyboards give: read as what was meant, and never passed over in silence."""

import pytest

from senki.rules.notation import NotationError, parse

MINUS = "-－−‐‑‒–—―─━ーｰ﹣➖"
PLUS = "+＋﹢➕"
TIMES = "*＊×✕✖∗﹡"
OVER = "/／÷∕⁄➗"
AT_LEAST = (">=", "＞＝", "≧", "≥", "⩾", "=>", "＝＞")
AT_MOST = ("<=", "＜＝", "≦", "≤", "⩽", "=<", "＝＜")
UNLIKE = ("<>", "＜＞", "!=", "！＝", "≠", "=\N{COMBINING LONG SOLIDUS OVERLAY}")


def totals(text: str) -> tuple[int | None, bool | None]:
    """Roll with every die showing 3."""
    tally = parse(text).roll(lambda count, _sides: (3,) * count)
    return tally.total, tally.success


@pytest.mark.parametrize("sign", MINUS)
def test_every_dash_is_a_minus(sign: str):
    assert totals(f"2D6{sign}1") == (5, None)
    assert totals(f"２Ｄ６{sign}１D4") == (3, None)


@pytest.mark.parametrize("sign", PLUS)
def test_every_plus_is_one(sign: str):
    assert totals(f"2D6{sign}1") == (7, None)


@pytest.mark.parametrize("sign", TIMES)
def test_every_cross_multiplies(sign: str):
    assert totals(f"2D6{sign}2") == (12, None)


@pytest.mark.parametrize("sign", OVER)
def test_every_stroke_divides(sign: str):
    assert totals(f"2D6{sign}4") == (1, None)


@pytest.mark.parametrize(
    ("signs", "met"),
    [
        (AT_LEAST, (True, True, False)),
        (AT_MOST, (False, True, True)),
        (UNLIKE, (True, False, True)),
        ((">", "＞", "﹥"), (True, False, False)),
        (("<", "＜", "﹤"), (False, False, True)),
        (("=", "＝", "==", "＝＝"), (False, True, False)),
    ],
)
def test_every_comparison_is_read(signs: tuple[str, ...], met: tuple[bool, ...]):
    """Two dice that come to 6, against 5, 6 and 7."""
    for sign in signs:
        assert tuple(totals(f"2D6{sign}{target}")[1] for target in (5, 6, 7)) == met, sign


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("（２Ｄ６＋１）×２≧９", "(2D6+1)*2>=9"),
        ("Ｓ２ｄ６", "S2D6"),
        ("ｘ３　２Ｄ６−１", "x3 2D6-1"),
        ("３Ｂ６≧４", "3B6>=4"),
        ("３Ｒ６［５］", "3R6[>=5]"),
        ("３Ｒ６「５」", "3R6[>=5]"),
        ("３Ｕ６＞＝８＠６", "3U6[6]>=8"),
        ("２Ｄ６＞？", "2D6>?"),
        ("Ｄ６６", "D66"),
        ("𝟐D𝟔", "2D6"),
        ("2D6\N{ZERO WIDTH SPACE}-1", "2D6-1"),
        ("\N{ZERO WIDTH NO-BREAK SPACE}2D6", "2D6"),
        ("2D6✖\N{VARIATION SELECTOR-16}2", "2D6*2"),
        ("choice[剣，盾]", "choice[剣,盾]"),
        ("choice［剣、盾］", "choice[剣,盾]"),
        ("choice「剣、盾」", "choice[剣,盾]"),
        ("choice【剣､盾】", "choice[剣,盾]"),
        ("ｃｈｏｉｃｅ（剣，盾）", "choice(剣,盾)"),
        ("choice　剣　盾", "choice 剣 盾"),
        ("choice[斬る、または突く,逃げる]", "choice[斬る、または突く,逃げる]"),
        ("choice[「やあ」と言う,−1を選ぶ]", "choice[「やあ」と言う,−1を選ぶ]"),
    ],
)
def test_whatever_the_keyboard_gives_is_read(text: str, command: str):
    assert parse(text).command == command


FORGOTTEN = [
    *(f"{sign}1" for sign in MINUS + PLUS),
    *(f"{sign}2" for sign in TIMES + OVER),
    *(f"{sign}9" for sign in (*AT_LEAST, *AT_MOST, *UNLIKE, "＞", "＜", "＝")),
    *("− 1", "＋　３", "-D6", "−（2）", "≧？", "@6", "＠６", "KH3", "ｋｈ１"),
    "\N{ZERO WIDTH SPACE}−1",
    "✖\N{VARIATION SELECTOR-16}2",
]


@pytest.mark.parametrize("typed", FORGOTTEN)
def test_behind_a_space_it_is_refused_and_not_passed_over(typed: str):
    for space in (" ", "　", "\N{NO-BREAK SPACE}"):
        with pytest.raises(NotationError, match="空白を入れずに"):
            parse(f"4D6{space}{typed}")


@pytest.mark.parametrize(
    "comment",
    [
        "ダメージ",
        "ー",
        "―――",
        "コーヒー1杯",
        "ラーメン",
        "！？",
        "【受け】",
        "〈１回目〉",
        "「−1」",
        "→3番",
        "@太郎",
        "KH",
    ],
)
def test_words_behind_a_space_are_a_comment(comment: str):
    notation = parse(f"2D6 {comment}")
    assert (notation.command, notation.comment) == ("2D6", comment)


@pytest.mark.parametrize("text", ["2D6²", "1D6½", "2D6①", "2D6ダメージ", "×3 2D6"])
def test_what_was_not_typed_as_a_number_is_not_read_as_one(text: str):
    with pytest.raises(NotationError, match="を読み取れません"):
        parse(text)
