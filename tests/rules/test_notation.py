"""Dice notation as players type it: what each command comes to, worked out by hand."""

import pytest

from senki.rules.notation import Tally, parse


def rolling(text: str, *faces: int) -> Tally:
    """Roll a notation with scripted faces, all of which must be used."""
    script = iter(faces)
    tally = parse(text).roll(lambda count, _sides: tuple(next(script) for _ in range(count)))
    assert next(script, None) is None, "not every face was rolled"
    return tally


def lines(text: str, *faces: int) -> str:
    return rolling(text, *faces).text


# sums


@pytest.mark.parametrize(
    ("text", "faces", "line", "total"),
    [
        ("1D6", (5,), "(1D6) ＞ 5", 5),
        ("d20", (17,), "(1D20) ＞ 17", 17),
        ("2D6", (5, 3), "(2D6) ＞ 8[5,3] ＞ 8", 8),
        ("2D", (5, 3), "(2D6) ＞ 8[5,3] ＞ 8", 8),
        ("2D6+1D4-2", (5, 3, 4), "(2D6+1D4-2) ＞ 8[5,3]+4[4]-2 ＞ 10", 10),
        ("1+2D6*3", (4, 3), "(1+2D6*3) ＞ 1+7[4,3]*3 ＞ 22", 22),
        ("(2D6+1D4)*2", (5, 3, 4), "((2D6+1D4)*2) ＞ (8[5,3]+4[4])*2 ＞ 24", 24),
        ("(2D6+(1D4+3)*3)*2", (5, 3, 4), "((2D6+(1D4+3)*3)*2) ＞ (8[5,3]+(4[4]+3)*3)*2 ＞ 58", 58),
        ("((2+3)*4/3)d6*2+5", (6, 5, 6, 2, 1, 4), "(6D6*2+5) ＞ 24[6,5,6,2,1,4]*2+5 ＞ 53", 53),
        ("2d10--3-4", (3, 5), "(2D10+3-4) ＞ 8[3,5]+3-4 ＞ 7", 7),
        ("2d6+-3", (3, 5), "(2D6-3) ＞ 8[3,5]-3 ＞ 5", 5),
        ("2d6+-3*2", (3, 5), "(2D6+-3*2) ＞ 8[3,5]+-3*2 ＞ 2", 2),
        ("-2D6", (3, 5), "(-2D6) ＞ -8[3,5] ＞ -8", -8),
        ("+-(2D6-1)", (3, 5), "(-(2D6-1)) ＞ -(8[3,5]-1) ＞ -7", -7),
        ("--2d6", (3, 5), "(2D6) ＞ 8[3,5] ＞ 8", 8),
        ("10-2-1D6", (3,), "(10-2-1D6) ＞ 10-2-3[3] ＞ 5", 5),
    ],
)
def test_a_sum_adds_its_dice_up(text: str, faces: tuple[int, ...], line: str, total: int):
    tally = rolling(text, *faces)
    assert (tally.text, tally.total, tally.success) == (line, total, None)


@pytest.mark.parametrize(
    ("text", "face", "total"),
    [
        ("1D100/10", 59, 5),
        ("1D100/10F", 59, 5),
        ("1D100/10U", 51, 6),
        ("1D100/10C", 51, 6),
        ("1D100/10U", 50, 5),
        ("1D100/10R", 55, 6),
        ("1D100/10R", 54, 5),
        ("-1D100/10R", 55, -6),
        ("-1D100/10R", 54, -5),
        ("1D6/-3", 4, -2),
        ("1D6/-3U", 4, -1),
        ("1D6/-3R", 4, -1),
        ("1D6/-3R", 5, -2),
        ("-1D6/2", 3, -2),
        ("1D6/2*3", 5, 6),
        ("100/1D6/2", 3, 16),
    ],
)
def test_division_rounds_as_its_letter_says(text: str, face: int, total: int):
    assert rolling(text, face).total == total


def test_a_divisor_that_dice_make_0_gives_1():
    assert lines("1D10/(1D6-3)", 7, 3) == "(1D10/(1D6-3)) ＞ 7[7]/(3[3]-3) ＞ 1"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("5D10KH3", "(5D10KH3) ＞ 21[2,3,5,8,8] ＞ 21"),
        ("(2+3)D(5+5)KH(5-2)", "(5D10KH3) ＞ 21[2,3,5,8,8] ＞ 21"),
        ("5D10KL3", "(5D10KL3) ＞ 10[2,3,5,8,8] ＞ 10"),
        ("5D10DH3", "(5D10DH3) ＞ 5[2,3,5,8,8] ＞ 5"),
        ("5D10DL3", "(5D10DL3) ＞ 16[2,3,5,8,8] ＞ 16"),
        ("5D10KH0", "(5D10KH0) ＞ 0[2,3,5,8,8] ＞ 0"),
        ("5D10KH7", "(5D10KH7) ＞ 26[2,3,5,8,8] ＞ 26"),
        ("5D10DH7", "(5D10DH7) ＞ 0[2,3,5,8,8] ＞ 0"),
        ("5D10KH", "(5D10KH1) ＞ 8[2,3,5,8,8] ＞ 8"),
        ("5D10MAX+2", "(5D10KH1+2) ＞ 8[2,3,5,8,8]+2 ＞ 10"),
        ("5D10min-3", "(5D10KL1-3) ＞ 2[2,3,5,8,8]-3 ＞ -1"),
    ],
)
def test_the_highest_or_lowest_are_kept_or_dropped(text: str, line: str):
    tally = rolling(text, 8, 3, 2, 5, 8)
    assert tally.text == line
    assert tally.rolls == ((8, 3, 2, 5, 8),), "the record keeps the order in which they fell"


def test_dice_without_sides_can_keep_too():
    assert lines("2DKH1", 3, 5) == "(2D6KH1) ＞ 5[3,5] ＞ 5"
    assert lines("2DDH1", 3, 5) == "(2D6DH1) ＞ 3[3,5] ＞ 3"
    assert lines("1D6KH1", 3) == "(1D6KH1) ＞ 3[3] ＞ 3"


def test_dice_of_66_sides_in_a_sum_are_read_as_two_digits():
    tally = rolling("1D3+2D66KH1", 3, 5, 2, 6, 1)
    assert tally.text == "(1D3+2D66KH1) ＞ 3[3]+61[52,61] ＞ 64"
    assert (tally.rolls, tally.sides) == (((3,), (5, 2, 6, 1)), (3, 6))
    assert lines("1D66", 3, 5) == "(1D66) ＞ 35"


@pytest.mark.parametrize(
    ("comparison", "shown", "met"),
    [
        (">=", ">=", (False, True, True)),
        ("=>", ">=", (False, True, True)),
        ("<=", "<=", (True, True, False)),
        ("=<", "<=", (True, True, False)),
        (">", ">", (False, False, True)),
        ("<", "<", (True, False, False)),
        ("=", "=", (False, True, False)),
        ("==", "=", (False, True, False)),
        ("<>", "<>", (True, False, True)),
        ("!=", "<>", (True, False, True)),
        ("=!", "<>", (True, False, True)),
    ],
)
def test_a_total_is_judged_by_its_target(comparison: str, shown: str, met: tuple[bool, ...]):
    for last, expected in zip((3, 4, 5), met, strict=True):
        tally = rolling(f"2D6{comparison}7", 3, last)
        assert tally.success is expected
        assert tally.text.startswith(f"(2D6{shown}7) ＞ ")
        assert tally.text.endswith(" ＞ 成功" if expected else " ＞ 失敗")


def test_a_target_may_be_a_calculation():
    assert lines("1d6-(1-2)>=3+2", 3) == "(1D6-(1-2)>=5) ＞ 3[3]-(1-2) ＞ 4 ＞ 失敗"
    assert lines("-2D6<=-7/2U", 1, 2) == "(-2D6<=-3) ＞ -3[1,2] ＞ -3 ＞ 成功"
    assert lines("2D6>=(2+1)*3", 6, 3) == "(2D6>=9) ＞ 9[6,3] ＞ 9 ＞ 成功"


def test_a_target_that_is_not_told_is_not_judged():
    tally = rolling("2D6>=?", 3, 5)
    assert (tally.text, tally.total, tally.success) == ("(2D6>=?) ＞ 8[3,5] ＞ 8", 8, None)


# dice that are not summed


@pytest.mark.parametrize(
    ("text", "faces", "line", "successes"),
    [
        ("2b6", (3, 4), "(2B6) ＞ 3,4", None),
        ("(1*2)b(2+4)", (4, 3), "(2B6) ＞ 4,3", None),
        ("3B6>=4", (5, 2, 4), "(3B6>=4) ＞ 5,2,4 ＞ 成功数2", 2),
        ("2B6<>3", (2, 1), "(2B6<>3) ＞ 2,1 ＞ 成功数2", 2),
        ("2B6=3", (2, 1), "(2B6=3) ＞ 2,1 ＞ 成功数0", 0),
        ("2B6+3B10>=5-1", (3, 4, 9, 1, 10), "(2B6+3B10>=4) ＞ 3,4,9,1,10 ＞ 成功数3", 3),
        ("1B66", (66,), "(1B66) ＞ 66", None),
    ],
)
def test_scattered_dice_are_counted(text: str, faces: tuple[int, ...], line: str, successes: int | None):
    tally = rolling(text, *faces)
    assert (tally.text, tally.successes, tally.total, tally.success) == (line, successes, None, None)


@pytest.mark.parametrize(
    ("text", "faces", "line"),
    [
        ("2R6>=3", (3, 1, 2), "(2R6[3]>=3) ＞ 3,1 + 2 ＞ 成功数1"),
        ("2R6>3", (6, 1, 3), "(2R6[3]>3) ＞ 6,1 + 3 ＞ 成功数1"),
        ("2R6>=2+1", (6, 1, 3, 1), "(2R6[3]>=3) ＞ 6,1 + 3 + 1 ＞ 成功数2"),
        ("2R6[3]", (3, 2, 1), "(2R6[>=3]) ＞ 3,2 + 1 ＞ 成功数0"),
        ("2R6[6]>=4", (6, 4, 5), "(2R6[6]>=4) ＞ 6,4 + 5 ＞ 成功数3"),
        ("2R4+2R6>=4", (4, 3, 3, 5, 1, 2), "(2R4+2R6[4]>=4) ＞ 4,3 + 3,5 + 1 + 2 ＞ 成功数2"),
        ("2R4+2R6[>4]>=4", (4, 3, 3, 5, 2), "(2R4+2R6[>4]>=4) ＞ 4,3 + 3,5 + 2 ＞ 成功数2"),
        ("2R4+2R6>=4@>4", (4, 3, 3, 5, 2), "(2R4+2R6[>4]>=4) ＞ 4,3 + 3,5 + 2 ＞ 成功数2"),
        ("2R4+2R6[<=2]>=4", (4, 2, 3, 5, 2, 4), "(2R4+2R6[<=2]>=4) ＞ 4,2 + 3,5 + 2 + 4 ＞ 成功数3"),
        ("1R6[<3]<=3", (2, 4), "(1R6[<3]<=3) ＞ 2 + 4 ＞ 成功数1"),
        ("1R6[=6]>=3", (6, 1), "(1R6[=6]>=3) ＞ 6 + 1 ＞ 成功数1"),
        (
            "2R4+2R6[<>4]>=4",
            (4, 2, 3, 5, 4, 4, 4),
            "(2R4+2R6[<>4]>=4) ＞ 4,2 + 3,5 + 4 + 4,4 ＞ 成功数5",
        ),
    ],
)
def test_dice_that_meet_the_condition_roll_again(text: str, faces: tuple[int, ...], line: str):
    assert lines(text, *faces) == line


@pytest.mark.parametrize(
    ("text", "faces", "line", "total", "successes"),
    [
        ("3U6[6]", (3, 5, 2), "(3U6[6]) ＞ 3,5,2 ＞ 5/10(最大/合計)", 10, None),
        ("3U6[6]+2", (3, 5, 2), "(3U6[6]+2) ＞ 3,5,2+2 ＞ 7/12(最大/合計)", 12, None),
        ("3U6[4]+2>=8", (3, 5, 6, 2, 1), "(3U6[4]+2>=8) ＞ 3,7[5,2],7[6,1]+2 ＞ 成功数2", 19, 2),
        ("3U6>=8@4", (3, 5, 6, 2, 1), "(3U6[4]>=8) ＞ 3,7[5,2],7[6,1] ＞ 成功数0", 17, 0),
        ("1U6[4]-1+2", (3,), "(1U6[4]+1) ＞ 3+1 ＞ 4/4(最大/合計)", 4, None),
        (
            "1U6+2U4[4]-1",
            (5, 1, 4, 3, 4, 2),
            "(1U6+2U4[4]-1) ＞ 8[5,3],1,10[4,4,2]-1 ＞ 9/18(最大/合計)",
            18,
            None,
        ),
    ],
)
def test_open_ended_dice_roll_on_and_add_up(
    text: str, faces: tuple[int, ...], line: str, total: int, successes: int | None
):
    """Dice of one pool roll together; those that roll on, together again."""
    tally = rolling(text, *faces)
    assert (tally.text, tally.total, tally.successes) == (line, total, successes)


def test_a_pool_stops_at_200_dice_and_says_so():
    upward = parse("3U6[6]").roll(lambda count, _sides: (6,) * count)
    assert sum(map(len, upward.rolls)) == 200
    assert upward.total == 1200
    assert upward.text.endswith("（振り足しは合わせて200個まで）")
    again = parse("3R6+2R4>=4").roll(lambda count, sides: (sides,) * count)
    assert sum(map(len, again.rolls)) == again.successes == 200
    assert again.text.endswith(" ＞ 成功数200（振り足しは合わせて200個まで）")
    full = parse("200R6>=6").roll(lambda count, sides: (sides,) * count)
    assert full.rolls == ((6,) * 200,)
    assert full.text.endswith(" ＞ 成功数200（振り足しは合わせて200個まで）")


def test_repetitions_leave_each_other_their_first_throw():
    tally = parse("x3 60U6[6]").roll(lambda count, _sides: (6,) * count)
    assert [sum(map(len, part.rolls)) for part in tally.parts] == [80, 60, 60]


# D66 and choices


@pytest.mark.parametrize(
    ("text", "first", "second", "total"),
    [
        ("D66", 6, 1, 61),
        ("d66n", 6, 1, 61),
        ("D66A", 6, 1, 16),
        ("D66S", 6, 1, 16),
        ("D66D", 1, 6, 61),
        ("D66S", 2, 5, 25),
    ],
)
def test_d66_reads_two_dice_as_digits(text: str, first: int, second: int, total: int):
    tally = rolling(text, first, second)
    assert (tally.text, tally.total) == (f"({text.upper()}) ＞ {total}", total)
    assert (tally.rolls, tally.sides) == (((first, second),), (6,))


@pytest.mark.parametrize(
    ("text", "shown", "items"),
    [
        ("choice[剣,盾]", "choice[剣,盾]", ("剣", "盾")),
        ("CHOICE[abc,def] 大文字", "choice[abc,def]", ("abc", "def")),
        ("choice[The Call, The  Shadow ,]", "choice[The Call,The Shadow]", ("The Call", "The Shadow")),
        ("choice(a,b,c)", "choice(a,b,c)", ("a", "b", "c")),
        ("choice(A(),B(x,y))", "choice(A(),B(x,y))", ("A()", "B(x", "y)")),
        ("choice[A(),B()]", "choice[A(),B()]", ("A()", "B()")),
        ("choice A,B P,J  Z,Y", "choice A,B P,J Z,Y", ("A,B", "P,J", "Z,Y")),
        ("ｃｈｏｉｃｅ［ｶﾚｰ，カレー］", "choice[ｶﾚｰ,カレー]", ("ｶﾚｰ", "カレー")),
    ],
)
def test_a_choice_falls_on_one_of_its_items(text: str, shown: str, items: tuple[str, ...]):
    for face, item in enumerate(items, 1):
        tally = rolling(text, face)
        assert (tally.text, tally.chosen) == (f"({shown}) ＞ {item}", item)
        assert (tally.rolls, tally.sides) == (((face,),), (len(items),))


# secret, repeated, with a comment


def test_a_leading_s_keeps_the_roll_secret():
    tally = rolling("S2D6", 4, 1)
    assert (tally.text, tally.notation, tally.secret) == ("(2D6) ＞ 5[4,1] ＞ 5", "S2D6", True)
    assert rolling("schoice[a,b]", 2) == Tally(
        notation="Schoice[a,b]",
        text="(choice[a,b]) ＞ b",
        rolls=((2,),),
        sides=(2,),
        chosen="b",
        secret=True,
    )
    assert rolling("sd66s", 5, 2).secret
    assert not rolling("2D6", 5, 2).secret


@pytest.mark.parametrize("word", ["x2", "rep2", "REPEAT2", "ｘ２"])
def test_each_repetition_has_its_own_dice(word: str):
    tally = rolling(f"{word}  2D6+1>=9 【受け】", 3, 5, 2, 6)
    assert tally == Tally(
        notation="x2 2D6+1>=9",
        text="#1\n(2D6+1>=9) ＞ 8[3,5]+1 ＞ 9 ＞ 成功\n\n#2\n(2D6+1>=9) ＞ 8[2,6]+1 ＞ 9 ＞ 成功",
        rolls=((3, 5), (2, 6)),
        sides=(6, 6),
        parts=(
            Tally(
                notation="2D6+1>=9",
                text="(2D6+1>=9) ＞ 8[3,5]+1 ＞ 9 ＞ 成功",
                total=9,
                success=True,
                rolls=((3, 5),),
                sides=(6,),
            ),
            Tally(
                notation="2D6+1>=9",
                text="(2D6+1>=9) ＞ 8[2,6]+1 ＞ 9 ＞ 成功",
                total=9,
                success=True,
                rolls=((2, 6),),
                sides=(6,),
            ),
        ),
    )


def test_a_repetition_may_be_secret_from_either_side():
    for text in ("sx2 1D6", "x2 s1D6", "Sx2 S1D6"):
        notation = parse(text)
        assert notation.command == "Sx2 1D6"
        assert [part.secret for part in rolling(text, 1, 2).parts] == [True, True]


def test_once_repeated_is_still_a_repetition():
    assert lines("x1 1D6", 4) == "#1\n(1D6) ＞ 4"


@pytest.mark.parametrize(
    ("text", "comment"),
    [
        ("2D6+3>=9 【受け】", "【受け】"),
        ("2D6+3>=9　全角の空白", "全角の空白"),
        ("2D6+3>=9  ！ ｶﾅ  はそのまま ", "！ ｶﾅ  はそのまま"),
        ("2D6+3>=9 - 攻撃", "- 攻撃"),
        ("2D6+3>=9", ""),
    ],
)
def test_what_follows_a_space_is_a_comment(text: str, comment: str):
    notation = parse(text)
    assert (notation.comment, notation.command) == (comment, "2D6+3>=9")


def test_a_comment_may_follow_a_choice():
    assert parse("choice[剣,盾] どちら").comment == "どちら"
    assert parse("choice(剣,盾)どちら").comment == "どちら"


def test_full_width_and_lower_case_are_read_as_half_width():
    assert parse("２Ｄ６＋３＞＝９").command == "2D6+3>=9"
    assert parse("ｓ（２＋１）ｄ６ｋｈ２").command == "S3D6KH2"
    assert parse("３ｒ６［＞４］").command == "3R6[>4]"
