"""Whatever is typed: a notation with its dice on record, or a reason in Japanese why it is none."""

import ast
import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from senki.rules.notation import Notation, NotationError, parse

# what is refused


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "ダイスの指定がありません"),
        (" \n　", "ダイスの指定がありません"),
        ("こんにちは", "「こんにちは」を読み取れません"),
        ("134", "ダイスがありません"),
        ("1+2*3/4", "ダイスがありません"),
        ("12>=7", "ダイスがありません"),
        ("5TY6", "「TY6」を読み取れません"),
        ("choice[A-F]", "二つ以上"),
        ("2D6+", "途中で終わっています"),
        ("2D6>=", "途中で終わっています"),
        ("2D6>12?a", "「?A」を読み取れません"),
        ("2D6>?a", "「A」を読み取れません"),
        ("2D6>=5>=3", "「>=3」を読み取れません"),
        ("2D6<<=7", "「<<=」という比べ方はありません"),
        ("2D6>=1D6", "ダイスではなく数を"),
        ("(1D6)D6", "ダイスではなく数を"),
        ("1D6/3x", "「X」を読み取れません"),
        ("1D6/0", "0で割る"),
        ("1D6/(2-2)", "0で割る"),
        ("2D6KH3KL1", "「KL1」を読み取れません"),
        ("2D6KH(0-1)", "個数は0以上"),
        ("(2D6", "括弧が閉じていません"),
        ("D66+1", "D66 はほかの項と"),
        ("D66X", "D66 はほかの項と"),
        ("S", "途中で終わっています"),
        ("2B6+3", "「+3」を読み取れません"),
        ("2B6+2D6", "「+2D6」を読み取れません"),
        ("B6", "「B6」を読み取れません"),
        ("2R6", "振り足しの条件がありません"),
        ("2R6<=7", "終わりません"),
        ("2R6>=1", "終わりません"),
        ("2R1[=1]", "終わりません"),
        ("2R6[3", "「[」が閉じていません"),
        ("2R6[3]>=4@2", "「@2」を読み取れません"),
        ("3U6", "振り足す出目がありません"),
        ("3U6[1]", "2以上"),
        ("3U6[>4]", "数だけで書きます"),
        ("choice", "choice の書き方"),
        ("choice{A,B}", "choice の書き方"),
        ("choice2[A,B]", "choice の書き方"),
        ("choice[A,B)", "閉じていません"),
        ("choice(A,B", "閉じていません"),
        ("choice[]", "二つ以上"),
        ("choice[, ,,  ,, ,]", "二つ以上"),
        ("choice[a]", "二つ以上"),
        ("choice a", "二つ以上"),
        ("x3", "何を繰り返すか"),
        ("rep0 1D6", "1回から20回まで"),
        ("x21 1D6", "1回から20回まで"),
        ("x" + "9" * 100 + " 1D6", "1回から20回まで"),
        ("x2 rep2 1D6", "重ねることはできません"),
        ("2D6 +3>=9", "空白を入れずに"),
        ("2D6 >= 9", "空白を入れずに"),
        ("2D6 ＋３", "空白を入れずに"),
        ("2D6\0", "制御文字"),
        ("2D6 \ud800", "制御文字"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(text: str, said: str):
    with pytest.raises(NotationError, match=re.escape(said)):
        parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "0D6",
        "201D6",
        "100D6+101D6",
        "101D66",
        "x3 67D6",
        "x20 11B6",
        "200B6+1B6",
        "2D0",
        "2D10001",
        "2B10001",
        "(0-1)D6",
        "999999999999D6",
        "2D6+9999999999",
        "1D6" + "*999999999" * 2,
        "1D6*(999999999*999999999)",
        "2D6>=999999999*999999999",
        "(" * 17 + "1D6" + ")" * 17,
        "(" * 190 + "1D6",
        "2D6 " + "あ" * 197,
        "+".join(["1D"] * 66),
        "﷽" * 50,
        "2D6+" + "㎏" * 100,
    ],
)
def test_what_is_out_of_bounds_is_refused(text: str):
    with pytest.raises(NotationError):
        parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "200D6",
        "100D66",
        "1D10000",
        "x20 10D6",
        "(" * 16 + "1D6" + ")" * 16,
        "-" * 190 + "1D6",
        "2D6 " + "あ" * 196,
        "1D6*999999*999999",
        "+".join(["1D6"] * 50),
    ],
)
def test_what_is_just_within_bounds_rolls(text: str):
    parse(text).roll(lambda count, _sides: (1,) * count)


# whatever is typed


def arithmetic(roundings: tuple[str, ...] = ("", "U", "C", "R", "F")) -> st.SearchStrategy[str]:
    numbers = st.integers(0, 30).map(str)
    counts = st.integers(1, 4).map(str) | st.just("(1+1)") | st.just("")
    keeps = st.sampled_from(["", "", "", "KH2", "KL", "DH1", "DL(2-1)", "MAX", "MIN"])
    dice = st.builds("{}D{}{}".format, counts, st.sampled_from(["4", "6", "10", "66", "100", "(3*4)"]), keeps)
    return st.recursive(
        dice | dice | numbers,
        lambda inner: st.one_of(
            st.builds("{}{}{}".format, inner, st.sampled_from("+-*"), inner),
            st.builds("{}/{}{}".format, inner, inner, st.sampled_from(roundings)),
            st.builds("({})".format, inner),
            st.builds("{}{}".format, st.sampled_from("+-"), inner),
        ),
        max_leaves=8,
    )


def commands() -> st.SearchStrategy[str]:
    targets = st.just("") | st.builds(
        "{}{}".format,
        st.sampled_from([">=", "<=", ">", "<", "=", "<>", "==", "!=", "=>"]),
        st.sampled_from(["0", "4", "5", "7/2U", "-3", "(2+1)*2"]),
    )
    pools = st.builds(
        _pools,
        st.sampled_from("BRU"),
        st.lists(st.tuples(st.integers(1, 5), st.integers(1, 12)), min_size=1, max_size=3),
    )
    conditions = st.sampled_from(["", "[4]", "[>4]", "[6]+2", "[5]-1", "[=3]"])
    items = st.lists(st.text("あいab ,ｶ()", max_size=4), min_size=2, max_size=5)
    bodies = st.one_of(
        st.builds("{}{}".format, arithmetic(), targets),
        st.builds("{}{}{}".format, pools, conditions, targets),
        st.sampled_from(["D66", "D66N", "D66A", "D66S", "D66D"]),
        items.map(lambda each: f"choice[{','.join(each)}]"),
        items.map(lambda each: f"choice({','.join(each)})"),
        items.map(lambda each: f"choice {' '.join(each)}"),
    )
    prefixes = st.sampled_from(["", "", "", "S", "x2 ", "Sx3 ", "rep2 S"])
    comments = st.sampled_from(["", "", " 【受け】", "　ｶﾅ  です", " x2 2D6"])
    return st.builds("{}{}{}".format, prefixes, bodies, comments)


def _pools(letter: str, pairs: list[tuple[int, int]]) -> str:
    return "+".join(f"{count}{letter}{sides}" for count, sides in pairs)


def anything() -> st.SearchStrategy[str]:
    return st.one_of(
        commands(),
        st.text(),
        st.text("0123456789DBRUSKHLXMAINFC+-*/()[]<>=!?@, ，＋６ｄchoie", max_size=40),
        st.builds("{}{}".format, commands(), st.text(max_size=3)),
    )


def read(text: str) -> Notation | None:
    try:
        return parse(text)
    except NotationError as refused:
        reason = str(refused)
    assert re.search("[ぁ-ん]", reason), "the reason is told in Japanese"
    return None


@given(anything())
def test_any_text_is_a_notation_or_refused(text: str):
    read(text)


@given(anything())
def test_what_is_read_prints_and_reads_as_the_same(text: str):
    notation = read(text)
    if notation is not None:
        assert parse(str(notation)) == notation
        assert str(parse(str(notation))) == str(notation)


@given(anything(), st.randoms(use_true_random=False))
def test_all_dice_asked_for_are_on_record(text: str, chance: Random):
    notation = read(text)
    if notation is None:
        return
    asked: list[tuple[int, tuple[int, ...]]] = []

    def roll(count: int, sides: int) -> tuple[int, ...]:
        assert count >= 1
        faces = tuple(chance.randint(1, sides) for _ in range(count))
        asked.append((sides, faces))
        return faces

    tally = notation.roll(roll)
    assert list(zip(tally.sides, tally.rolls, strict=True)) == asked
    assert sum(map(len, tally.rolls)) <= 200
    if tally.parts:
        assert tuple(faces for part in tally.parts for faces in part.rolls) == tally.rolls
    again = iter(tally.rolls)
    assert notation.roll(lambda _count, _sides: next(again)) == tally, "the same dice come to the same"


@given(arithmetic(("",)), st.randoms(use_true_random=False))
def test_a_sum_can_be_redone_by_hand_from_its_rolls(text: str, chance: Random):
    """With each term of dice replaced by what its recorded faces come to, the command is plain arithmetic."""
    notation = read(text)
    if notation is None:
        return
    tally = notation.roll(lambda count, sides: tuple(chance.randint(1, sides) for _ in range(count)))
    rolls = iter(tally.rolls)
    by_hand = re.sub(r"\d*D(\d+)(?:(KH|KL|DH|DL)(\d+))?", lambda term: _redone(term, next(rolls)), notation.command)
    assert _calculated(ast.parse(by_hand.replace("/", "//"), mode="eval").body) == tally.total


def _redone(term: re.Match[str], faces: tuple[int, ...]) -> str:
    values = list(faces)
    if term[1] == "66":
        values = [10 * faces[at] + faces[at + 1] for at in range(0, len(faces), 2)]
    if term[2]:
        values.sort(reverse=term[2].endswith("H"))
        kept = int(term[3])
        values = values[:kept] if term[2].startswith("K") else values[kept:]
    return str(sum(values))


def _calculated(by_hand: ast.expr) -> int:
    """Work out arithmetic that Python has read, not our parser."""
    match by_hand:
        case ast.Constant(value=int(value)):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_calculated(operand)
        case ast.BinOp(left=left, op=op, right=right):
            one, other = _calculated(left), _calculated(right)
            match op:
                case ast.Add():
                    return one + other
                case ast.Sub():
                    return one - other
                case ast.Mult():
                    return one * other
                case _:
                    return one // other if other else 1
        case _:
            raise AssertionError(ast.dump(by_hand))
