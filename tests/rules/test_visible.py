"""What people write is shown so that it hides and reorders nothing; names can be read and told apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from senki.rules.rejection import Rejection
from senki.rules.visible import require_name, told_apart, visible

OVERRIDE, ISOLATE, POP, ZERO_WIDTH = "\u202e", "\u2068", "\u2069", "\u200b"
PLAIN = [
    "ここは通さない！　――行くぞ\n\t二行目",
    "葛\U000e0100城",
    "👨‍👩‍👧と❤️",
    "Ａ＋１≧９",
    "ｶﾞｷﾞｸﾞ",
    "",
]


@pytest.mark.parametrize("text", PLAIN)
def test_plain_words_stay_as_they_are(text: str):
    assert visible(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J", "␛[2J"),
        ("a\x00b\x07c\x08d\re\x7f", "a␀b␇c␈d␍e␡"),
        ("\x9b2J", "�2J"),
        (f"{OVERRIDE}abc", "�abc"),
        (f"{ISOLATE}abc{POP}", "�abc�"),
        (f"ア{ZERO_WIDTH}キラ", "ア�キラ"),
        ("一\r\n二", "一\n二"),
        ("一\u2028二", "一�二"),
        ("\ud800", "�"),
        ("a\u200db", "a�b"),
        ("שלום", f"{ISOLATE}שלום{POP}"),
        ("鬼「שלום עולם」5", f"鬼「{ISOLATE}שלום עולם{POP}」5"),
        (f"שלום{POP}", f"{ISOLATE}שלום{POP}�"),
    ],
)
def test_what_cannot_be_seen_becomes_a_mark_and_what_runs_leftward_is_set_apart(text: str, shown: str):
    assert visible(text) == shown


@given(st.text() | st.text("a\x1b\u202e\u2068\u2069\u200d\u05d0 🙂\r\n"))
def test_shown_twice_is_the_same_as_shown_once(text: str):
    assert visible(visible(text)) == visible(text)


@pytest.mark.parametrize("name", ["アキラ", "葛\U000e0100城", "👨‍👩‍👧", "鬼　Ａ", "Ｇ−１", "שלום", "…", "2B"])
def test_a_name_that_can_be_read_will_do(name: str):
    require_name(name, "名前")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("　", "目に見える文字がありません"),
        (" ", "目に見える文字がありません"),
        ("\u2800", "目に見える文字がありません"),
        ("\ufe0f", "目に見える文字がありません"),
        ("\u0301", "目に見える文字がありません"),
        (ZERO_WIDTH, "目に見えない文字"),
        ("\u3164", "U+3164"),
        ("鬼\n12 鬼は倒れた", "制御文字（U+000A）"),
        ("\x1b[2J鬼", "制御文字（U+001B）"),
        ("鬼\t", "制御文字（U+0009）"),
        ("鬼\x9b", "U+009B"),
        (f"鬼{OVERRIDE}", "文字の向きを変える文字（U+202E）"),
        ("鬼\u200d王", "U+200D"),
        ("鬼\ud800", "U+D800"),
    ],
)
def test_a_name_that_cannot_be_read_is_refused_with_the_reason(name: str, said: str):
    with pytest.raises(Rejection) as refused:
        require_name(name, "名前")
    assert refused.value.code == "illegal_value"
    assert said in refused.value.message


@pytest.mark.parametrize(
    ("names", "apart"),
    [
        (["鬼", "狐"], ["鬼", "狐"]),
        (["鬼", "狐", "鬼"], ["鬼Ａ", "狐", "鬼Ｂ"]),
        (["鬼", "鬼", "鬼Ａ"], ["鬼Ｂ", "鬼Ｃ", "鬼Ａ"]),
        (["Ａ鬼", "a 鬼", "鬼"], ["Ａ鬼Ａ", "a 鬼Ｂ", "鬼"]),
        (["Oni", "oni"], ["Oni A", "oni B"]),
        (["GM", "鬼"], ["GM A", "鬼"]),
        (["鬼", f"鬼{ZERO_WIDTH}"], ["鬼Ａ", f"鬼{ZERO_WIDTH}Ｂ"]),
    ],
)
def test_names_that_are_alike_are_told_apart(names: list[str], apart: list[str]):
    assert list(told_apart(dict(zip("pqr", names, strict=False)), ("ＧＭ",)).values()) == apart


def test_a_crowd_of_one_name_is_told_apart_by_ids():
    apart = told_apart({f"oni{n}": "鬼" for n in range(30)})
    assert len(set(apart.values())) == 30
    assert apart["oni25"] == "鬼Ｚ"
    assert apart["oni26"] == "鬼（oni26）"
