"""Hero points (section 17)."""

from senki.rules.clause import Chapter

CHAPTER = Chapter()


@CHAPTER.clause(
    "W-17.1",
    "ヒーローポイント",
    ja="オプションルール。１セッションに［レベル÷5＋2］点。",
    under={"hero_points": ("on",)},
)
def hero_points(level: int) -> int:
    """Optional rule. Level ÷ 5 + 2 points a session."""
    return level // 5 + 2


CHAPTER.state(
    "W-17.2",
    "ヒーローポイント",
    ja="１点で、今振ったサイコロのどれか一つを６にできる。",
    en="One point makes one die of the roll just made, whichever one likes, a 6.",
    under={"hero_points": ("on",)},
)


CHAPTER.state(
    "W-17.3",
    "ヒーローポイント",
    ja="成功チェックにもダメージにも使えるが、成長には使えない。",
    en="For success checks and damage, not for growth.",
    under={"hero_points": ("on",)},
)


CHAPTER.state(
    "W-17.4",
    "ヒーローポイント",
    ja="１の目を６にすれば、自動失敗ではなくなる。",
    en="A 1 made a 6 no longer fails the check.",
    under={"hero_points": ("on",)},
)


CHAPTER.state(
    "W-17.5",
    "ヒーローポイント",
    ja="次のセッションには持ち越せない。",
    en="Points do not carry over to the next session.",
    advice=True,
    under={"hero_points": ("on",)},
)


CHAPTER.state(
    "W-17.6",
    "ヒーローポイント",
    ja="目標値が不明なら、成否を知ってからは使えない。",
    en="Where the target number is unknown, no point after success or failure is known.",
    under={"hero_points": ("on",)},
)
