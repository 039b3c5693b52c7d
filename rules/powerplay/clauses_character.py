"""Sections 0 to 4, in the text's order: words, dice, the character and its sheet. No procedure."""

from collections.abc import Iterable, Mapping, Sequence

from senki.rules.powerplay.book import BOOK
from senki.rules.powerplay.dice import SIDES, Expression, expression
from senki.rules.powerplay.options import Options
from senki.rules.powerplay.setup import Thing

BOOK.state(
    "W-0.1",
    "はじめに",
    ja="この文書は、改訂版（プログレス以前）のルールによる。",
    en="The text is the revised edition as it stood before プログレス.",
    advice=True,
)
BOOK.state(
    "W-0.2",
    "用語の定義",
    ja="旧版の語を改める。魔法は総称となり、その一種は魔術と呼ぶ。個々の魔法は術法、使う者は術者、系統は術系。",
    en="Renamed from the original: 魔法 is now the word for all magic and 魔術 for one kind of it; 魔術師, 魔戦士, "
    "魔術の杖, 舞踏家, 修道僧, 精霊術; new terms 術法 (a spell), 術者 (whoever casts), 術系 (a school of magic).",
    advice=True,
)
BOOK.state(
    "W-0.3",
    "用語の定義",
    ja="これらはルール上の呼び名で、世界ではふさわしい言葉に替えてよい。",
    en="These are names for the rules; a world may use its own words (`name` fields).",
    advice=True,
)
BOOK.state(
    "W-0.4",
    "追加、変更、削除",
    ja="改訂版では術系、術法、職業が増えた。",
    en="Edition: more schools, spells and professions than before.",
    advice=True,
)
BOOK.state(
    "W-0.5",
    "追加、変更、削除",
    ja="言語のルールは基本からオプションに移り、呪歌の一覧も変わった。",
    en="Edition: the language rule is optional now (was basic), and the list of 呪歌 differs.",
    advice=True,
)
BOOK.state(
    "W-0.6",
    "追加、変更、削除",
    ja="奇跡の一覧に新しいルールと奇跡が加わった。",
    en="Edition: new rules and entries in the list of 奇跡.",
    advice=True,
)
BOOK.state(
    "W-0.7",
    "追加、変更、削除",
    ja="呪舞は敏捷性で使う術系になり、軽業師も踊れる。舞踏家のデータも変わった。",
    en="Edition: 呪舞 is a school cast with agility; 軽業師 may dance it, the data of 舞踊家 changed.",
    advice=True,
)
BOOK.state(
    "W-0.8",
    "追加、変更、削除",
    ja="気功法は魔法であり、術系のひとつである。",
    en="Edition: 気功法 is magic, a school of its own.",
    advice=True,
)
BOOK.state(
    "W-0.9",
    "追加、変更、削除",
    ja="モンスターの書き方が変わり、正騎士と伝道士はなくなった。",
    en="Edition: monsters are written differently; 正騎士 and 伝道士 are gone.",
    advice=True,
)
BOOK.state("W-1.1", "サイコロと計算", ja="ＤとＤ６は、六面のサイコロ１個のこと。", en="D and D6 are one six-sided die.")
BOOK.state(
    "W-1.2",
    "サイコロと計算",
    ja="Ｄの前の数はサイコロの個数。省けば１個。",
    en="A number before D counts the dice; none means one.",
)


@BOOK.clause("W-1.3", "サイコロと計算", ja="Ｄの後の式は、出目の合計に足し、引き、または掛ける。")
def result(it: Expression, faces: Sequence[int]) -> int:
    """What follows D is added to, subtracted from, or multiplied with the sum of the faces."""
    return sum(faces) * it.times + it.plus


BOOK.state(
    "W-1.4",
    "サイコロと計算",
    ja="Ｄ３とＤ２は、成長のときだけ使う。",
    en="D3 and D2 occur only when a character grows.",
)


@BOOK.clause("W-1.5", "サイコロと計算", ja="Ｄ３はＤ６の１・２を１、３・４を２、５・６を３と読む。")
def three_sided(face: int) -> int:
    """D3 read from a D6: 1–2 is 1, 3–4 is 2, 5–6 is 3."""
    return (face + 1) // 2


@BOOK.clause("W-1.6", "サイコロと計算", ja="Ｄ２はＤ６の１〜３を１、４〜６を２と読む。")
def two_sided(face: int) -> int:
    """D2 read from a D6: 1–3 is 1, 4–6 is 2."""
    return (face + 2) // 3


BOOK.state("W-1.7", "サイコロと計算", ja="割り算はすべて切り捨て。", en="Every division is rounded down.")
BOOK.state(
    "W-2.1",
    "基本とオプション",
    ja="基本ルールは、マスターが禁じないかぎり使う。",
    en="Basic rules hold unless the GM forbids them.",
    advice=True,
)
BOOK.state(
    "W-2.2",
    "基本とオプション",
    ja="オプションルールは、マスターが許さないかぎり使わない。",
    en="Optional rules do not hold unless the GM allows them.",
)
BOOK.state(
    "W-3.1",
    "キャラクターメイキング",
    ja="職業が、初期の持ち物、成長の傾向、魔法が使えるか、どの術系かを決める。",
    en="The profession (職業) sets starting goods, growth, whether one has magic, and which schools.",
    advice=True,
)
BOOK.state(
    "W-3.2",
    "キャラクターメイキング",
    ja="職業の三つの主要能力値は、種族ごとの職業ボーナス（１０前後）だけ上がる。",
    en="The three main abilities (主要能力値) of the profession are raised by the race's bonus for it (about 10).",
)
BOOK.state(
    "W-3.3",
    "キャラクターメイキング",
    ja="白兵戦には筋力・武勇・敏捷性・耐久力、魔法には精神力・記憶力と術系の能力値、機敏さには敏捷性・魅力・観察力を重んじるとよい。",
    en="Advice: strength, prowess, agility, endurance for melee; spirit, memory and the school's ability for"
    " magic (memory under 20 may leave one without spells); agility, charm, observation for quick wits.",
    advice=True,
)


@BOOK.clause("W-3.4", "キャラクターメイキング", ja="１レベルでボーナス込み３０以上の能力値が二つなければ、作り直せる。")
def may_be_made_anew(level: int, abilities: Mapping[str, int]) -> bool:
    """At level 1, bonus included, with fewer than two abilities of 30 or more, one may be made anew."""
    return level == 1 and sum(value >= 30 for value in abilities.values()) < 2  # noqa: PLR2004 - the book's figures


BOOK.state(
    "W-3.5",
    "キャラクター作成の手順",
    ja="種族は、マスターが許したものから選ぶ。",
    en="The race is chosen among those that the GM allows.",
    advice=True,
)
BOOK.state(
    "W-3.6",
    "キャラクター作成の手順",
    ja="十二の能力値は種族の表で決め、求め方が同じものは入れ換えられる。",
    en="Twelve abilities are rolled by the race's table; those with the same formula may be exchanged.",
)
BOOK.state(
    "W-3.7",
    "キャラクター作成の手順",
    ja="職業は、マスターが許したものから選ぶ。",
    en="The profession is chosen among those that the GM allows.",
    advice=True,
)
BOOK.state(
    "W-3.8",
    "キャラクター作成の手順",
    ja="十二の伸び値は、職業の表に種族の修正を加えたもの。",
    en="Twelve growth values (伸び値): the profession's table, modified by the race's.",
)


@BOOK.clause(
    "W-3.9", "キャラクター作成の手順", ja="主要能力値は伸び値にＤ６を含む三つで、それぞれに職業ボーナスを足す。"
)
def main_abilities(growth: Mapping[str, str]) -> tuple[str, ...]:
    """The main abilities are the three whose growth value has a D6; the race's bonus is added to each."""
    return tuple(ability for ability, text in growth.items() if (it := expression(text)).count and it.sides == SIDES)


BOOK.state(
    "W-3.10",
    "初期持ち物",
    ja="職業ごとの持ち物と、５Ｄ６×10spを持って始める。",
    en="Starting goods by profession, and 5D6 × 10 sp.",
)


@BOOK.clause("W-3.11", "初期持ち物", ja="必要武勇・必要筋力に足りない武器や防具は、運べるが使えない。")
def can_use(item: Thing, strength: int, prowess: int) -> bool:
    """Weapons and armour have a needed prowess and strength; with less one can carry them but not use them."""
    return strength >= item.need_strength and prowess >= item.need_prowess


BOOK.state(
    "W-3.12",
    "初期持ち物",
    ja="持ち物によっては能力値が変わる（重いよろいは敏捷性を、ひいては回避を下げる）。",
    en="Some things change abilities (heavy armour lowers agility, and so evasion).",
)
BOOK.state(
    "W-3.13", "初期持ち物", ja="敏捷性が０になると、まったく動けない。", en="With agility 0 one cannot move at all."
)


@BOOK.clause("W-3.14", "初期持ち物", ja="どの能力値でも、０になれば行動できない。")
def can_no_longer_act(current: Mapping[str, int]) -> bool:
    """With any ability at 0 one can no longer act."""
    return any(value == 0 for value in current.values())


BOOK.state(
    "W-3.15",
    "初期持ち物",
    ja="持ち物の重さは、運んでいるだけでかかる。",
    en="The weight of things counts by carrying them alone.",
)
BOOK.state(
    "W-3.16",
    "元値",
    ja="元値は何の影響も受けない能力値で、レベルが上がるとこれが伸びる。",
    en="The base value (元値) is the ability without any influence; level-ups raise it.",
)


@BOOK.clause("W-3.17", "修正値、現在値", ja="現在値は元値を修正したもの。修正がなければ同じ。")
def current_value(base: int, modifiers: Iterable[int]) -> int:
    """The current value (現在値) is the base value as modified; without modification they are the same."""
    return max(0, base + sum(modifiers))


BOOK.state(
    "W-3.18",
    "修正値、現在値",
    ja="成功チェック値は現在値から求めるので、荷を下ろせば変わる。",
    en="Checks follow the current value, so they change when a load is put down.",
)
BOOK.state(
    "W-3.19",
    "職業と武器防具",
    ja="職業で武器防具は制限されないが、術系には制限がある（重いよろいで呪舞は踊れない）。",
    en="No profession is barred from a weapon or armour, but a school may bar its magic: nobody dances 呪舞 in"
    " heavy armour. The rest is on a page that we lack.",
)
BOOK.state(
    "W-3.20",
    "職業と武器防具",
    ja="世界の神の禁忌は、マスターが定める。",
    en="A world's gods may set taboos; what they do is the GM's.",
    advice=True,
)


@BOOK.clause("W-4.1", "成功チェック値", ja="成功チェック値は（能力値÷10）Ｄ６＋（能力値÷5）。")
def check_value(options: Options, ability: int) -> tuple[int, int]:
    """Check of an ability: (ability ÷ 10) D6 + (ability ÷ 5). 33 gives 3D6 + 6."""
    dice = ability // 10
    return (1 if dice == 0 and options.low_ability == "one_die" else dice), ability // 5


BOOK.state(
    "W-4.2",
    "回避チェック値",
    ja="回避チェック値は、敏捷性の成功チェック値と同じ。",
    en="The evasion check is the agility check.",
)


@BOOK.clause("W-4.3", "回避チェック値", ja="盾があれば、その回避チェック値を合わせる。")
def with_shield(check: tuple[int, int], shield: Expression) -> tuple[int, int]:
    """With a shield its evasion check is added, dice to dice and number to number (3D6+6 and 1D6+1: 4D6+7)."""
    return check[0] + shield.count, check[1] + shield.plus


BOOK.state(
    "W-4.4",
    "命中チェック値",
    ja="命中チェック値は、武勇の成功チェック値そのまま。",
    en="The hit check of a weapon is the prowess check as it stands.",
)
BOOK.state(
    "W-4.5",
    "命中チェック値",
    ja="名品や魔法の武器は、命中チェック値を変えることがある。",
    en="Rare or magic weapons may change it.",
)
BOOK.state("W-4.6", "経験点、レベル", ja="始めは経験点０、レベル１。", en="One starts with 0 experience at level 1.")


@BOOK.clause("W-4.7", "ヒットポイント", ja="ヒットポイントは耐久力÷2。")
def hp_full(endurance: int) -> int:
    """HP = endurance ÷ 2."""
    return endurance // 2


@BOOK.clause("W-4.8", "死亡ライン", ja="死亡ラインは、ヒットポイントのマイナスの値。")
def death_line(hp_max: int) -> int:
    """The death line is the negative of the (full) HP."""
    return -hp_max


@BOOK.clause("W-4.9", "気絶ライン", ja="気絶ラインは精神力÷2。")
def stun_line(options: Options, spirit: int) -> int:
    """The stun line is spirit ÷ 2 (sign: option `stun_line`)."""
    return spirit // 2 if options.stun_line == "positive" else -(spirit // 2)


BOOK.state("W-4.10", "キャラクター作成の手順", ja="術者はそのあと術法を覚える。", en="Casters then learn spells.")
