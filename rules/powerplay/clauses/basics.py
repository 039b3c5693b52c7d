"""Words, dice, basic and optional rules (sections 0 to 2)."""

from collections.abc import Sequence

from senki.rules.clause import Chapter
from senki.rules.powerplay.dice import Expression

CHAPTER = Chapter()

CHAPTER.state(
    "W-0.1",
    "はじめに",
    ja="この文書は、改訂版（プログレス以前）のルールによる。",
    en="The text is the revised edition as it stood before プログレス.",
    advice=True,
)


CHAPTER.state(
    "W-0.2",
    "用語の定義",
    ja="旧版の語を改める。魔法は総称となり、その一種は魔術と呼ぶ。個々の魔法は術法、使う者は術者、系統は術系。",
    en="Renamed from the original: 魔法 is now the word for all magic and 魔術 for one kind of it; 魔術師, 魔戦士, "
    "魔術の杖, 舞踏家, 修道僧, 精霊術; new terms 術法 (a spell), 術者 (whoever casts), 術系 (a school of magic).",
    advice=True,
)


CHAPTER.state(
    "W-0.3",
    "用語の定義",
    ja="これらはルール上の呼び名で、世界ではふさわしい言葉に替えてよい。",
    en="These are names for the rules; a world may use its own words (`name` fields).",
    advice=True,
)


CHAPTER.state(
    "W-0.4",
    "追加、変更、削除",
    ja="改訂版では術系、術法、職業が増えた。",
    en="Edition: more schools, spells and professions than before.",
    advice=True,
)


CHAPTER.state(
    "W-0.5",
    "追加、変更、削除",
    ja="言語のルールは基本からオプションに移り、呪歌の一覧も変わった。",
    en="Edition: the language rule is optional now (was basic), and the list of 呪歌 differs.",
    advice=True,
)


CHAPTER.state(
    "W-0.6",
    "追加、変更、削除",
    ja="奇跡の一覧に新しいルールと奇跡が加わった。",
    en="Edition: new rules and entries in the list of 奇跡.",
    advice=True,
)


CHAPTER.state(
    "W-0.7",
    "追加、変更、削除",
    ja="呪舞は敏捷性で使う術系になり、軽業師も踊れる。舞踏家のデータも変わった。",
    en="Edition: 呪舞 is a school cast with agility; 軽業師 may dance it, the data of 舞踊家 changed.",
    advice=True,
)


CHAPTER.state(
    "W-0.8",
    "追加、変更、削除",
    ja="気功法は魔法であり、術系のひとつである。",
    en="Edition: 気功法 is magic, a school of its own.",
    advice=True,
)


CHAPTER.state(
    "W-0.9",
    "追加、変更、削除",
    ja="モンスターの書き方が変わり、正騎士と伝道士はなくなった。",
    en="Edition: monsters are written differently; 正騎士 and 伝道士 are gone.",
    advice=True,
)


CHAPTER.state(
    "W-1.1", "サイコロと計算", ja="ＤとＤ６は、六面のサイコロ１個のこと。", en="D and D6 are one six-sided die."
)


CHAPTER.state(
    "W-1.2",
    "サイコロと計算",
    ja="Ｄの前の数はサイコロの個数。省けば１個。",
    en="A number before D counts the dice; none means one.",
)


@CHAPTER.clause("W-1.3", "サイコロと計算", ja="Ｄの後の式は、出目の合計に足し、引き、または掛ける。")
def result(it: Expression, faces: Sequence[int]) -> int:
    """What follows D is added to, subtracted from, or multiplied with the sum of the faces."""
    return sum(faces) * it.times + it.plus


CHAPTER.state(
    "W-1.4",
    "サイコロと計算",
    ja="Ｄ３とＤ２は、成長のときだけ使う。",
    en="D3 and D2 occur only when a character grows.",
)


@CHAPTER.clause("W-1.5", "サイコロと計算", ja="Ｄ３はＤ６の１・２を１、３・４を２、５・６を３と読む。")
def three_sided(face: int) -> int:
    """D3 read from a D6: 1–2 is 1, 3–4 is 2, 5–6 is 3."""
    return (face + 1) // 2


@CHAPTER.clause("W-1.6", "サイコロと計算", ja="Ｄ２はＤ６の１〜３を１、４〜６を２と読む。")
def two_sided(face: int) -> int:
    """D2 read from a D6: 1–3 is 1, 4–6 is 2."""
    return (face + 2) // 3


CHAPTER.state("W-1.7", "サイコロと計算", ja="割り算はすべて切り捨て。", en="Every division is rounded down.")


CHAPTER.state(
    "W-2.1",
    "基本とオプション",
    ja="基本ルールは、マスターが禁じないかぎり使う。",
    en="Basic rules hold unless the GM forbids them.",
    advice=True,
)


CHAPTER.state(
    "W-2.2",
    "基本とオプション",
    ja="オプションルールは、マスターが許さないかぎり使わない。",
    en="Optional rules do not hold unless the GM allows them.",
)
