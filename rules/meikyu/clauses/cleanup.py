"""The end of the round (M-12)."""

from senki.rules.clause import Chapter

CHAPTER = Chapter()

CHAPTER.state(
    "M-12.1",
    "クリンナップフェイズ",
    ja="クリンナップフェイズは、ターンを終えて次へ移る処理を行う段階。",
    en="Cleanup does what ends the round before the next.",
)


CHAPTER.state(
    "M-12.2",
    "クリンナップフェイズ",
    ja="タイミング：クリンナップフェイズのアビリティを、一回のフェイズに一つ使える。",
    en="Abilities of timing cleanup may be used, one each in a phase.",
)
