"""Success checks (section 5)."""

from collections.abc import Sequence

from senki.rules.clause import Chapter

CHAPTER = Chapter()

CHAPTER.state(
    "W-5.1",
    "成功チェック",
    ja="マスターが目標値を決める。難しいほど大きい。",
    en="The GM sets a target number, the harder the larger.",
)


CHAPTER.state(
    "W-5.2",
    "成功チェック",
    ja="目標値を教えるかは、マスターがその都度決める。",
    en="The GM decides case by case whether the player is told it.",
)


CHAPTER.state(
    "W-5.3",
    "成功チェック",
    ja="能力値のチェックは、その成功チェック値で行う。「記憶力チェック20」なら目標値20。",
    en='An ability check uses that ability\'s check value; "memory check 20" has the target number 20.',
)


CHAPTER.state(
    "W-5.4",
    "成功チェック",
    ja="サイコロは減らして振れる。振る前に決め、一回振りで、後から足せない。",
    en="One may roll fewer dice. That is settled before the roll; there is one roll, and nothing is added to it later.",
)


CHAPTER.state(
    "W-5.5",
    "成功チェック",
    ja="結果の値が達成値。大きいほどうまくいった。",
    en="The result is the achievement; the larger, the better done.",
)


@CHAPTER.clause("W-5.6", "成功チェック", ja="達成値が目標値以上なら成功。")
def reaches(achievement: int, target_number: int) -> bool:
    """Achievement at least the target number: success."""
    return achievement >= target_number


CHAPTER.state("W-5.7", "成功チェック", ja="達成値が目標値未満なら失敗。", en="Achievement below it: failure.")


@CHAPTER.clause("W-5.8", "自動失敗", ja="振った中に１の目が一つでもあれば、達成値によらず自動失敗。")
def fails_by_itself(faces: Sequence[int]) -> bool:
    """A single 1 among the dice is a failure, whatever the achievement."""
    return 1 in faces


CHAPTER.state("W-5.9", "自動失敗", ja="最低でも１個は振る。", en="At least one die must be rolled.")


CHAPTER.state(
    "W-5.10",
    "０個ふり",
    ja="完璧な状況ならサイコロ０個でもよく、自動失敗はなくなる（０個ふり）。",
    en="In perfect circumstances (own tools, no pressure) no dice at all may be rolled, and then nothing "
    "fails automatically.",
)


CHAPTER.state(
    "W-5.11",
    "０個ふり",
    ja="戦闘中や慣れない状況は、完璧な状況ではない。",
    en="A fight or an unfamiliar place is not such a circumstance.",
)
