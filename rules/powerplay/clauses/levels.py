"""Experience and growth (section 16)."""

from collections.abc import Sequence

from senki.rules.clause import Chapter
from senki.rules.powerplay.clauses import basics
from senki.rules.powerplay.dice import Expression

CHAPTER = Chapter()


@CHAPTER.clause("W-16.1", "経験点とレベル", ja="経験点は（レベルの合計）×（プレイ時間）×100÷（人数）。")
def experience(levels: int, minutes: int, people: int) -> int:
    """Experience = sum of the characters' levels × time played × 100 ÷ number of characters."""
    return levels * minutes * 100 // (60 * people)


@CHAPTER.clause("W-16.2", "経験点とレベル", ja="マスターは２０％まで加減できる。")
def adjusted(amount: int, percent: int) -> int:
    """The GM may add or take 20 %."""
    return amount * (100 + percent) // 100


@CHAPTER.clause("W-16.3", "経験点とレベル", ja="経験点が表の値に達するたび、レベルが１上がる。")
def levels_reached(table: Sequence[int], experience: int) -> int:
    """Each time experience reaches the next value of the table, the level rises by 1."""
    return 1 + sum(experience >= need for need in table)


@CHAPTER.clause("W-16.4", "レベルが上ったら", ja="能力値を一つ選び、伸び値（最低１）を元値に足す。")
def growth(it: Expression, faces: Sequence[int]) -> int:
    """Choose one ability, roll its growth value (at least 1), add it to the base value."""
    read = {3: basics.three_sided, 2: basics.two_sided}.get(it.sides)
    return max(1, basics.result(it, [read(face) for face in faces] if read else faces))


CHAPTER.state(
    "W-16.5",
    "レベルが上ったら",
    ja="それに関わる値も変わる。",
    en="What depends on it changes: prowess, hit check; agility, evasion; endurance, HP and death line; "
    "spirit, uses and stun line; others, their check.",
)


CHAPTER.state(
    "W-16.6",
    "レベルが上ったら",
    ja="術法を覚えるチェックは、その後で行う。",
    en="The checks for new spells come after that, also when memory was not raised.",
)
