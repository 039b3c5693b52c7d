"""How a character is made: profession, abilities, goods (section 3)."""

from collections.abc import Iterable, Mapping

from senki.rules.clause import Chapter
from senki.rules.powerplay.dice import SIDES, expression
from senki.rules.powerplay.setup import Thing

CHAPTER = Chapter()

CHAPTER.state(
    "W-3.1",
    "キャラクターメイキング",
    ja="職業が、初期の持ち物、成長の傾向、魔法が使えるか、どの術系かを決める。",
    en="The profession (職業) sets starting goods, growth, whether one has magic, and which schools.",
    advice=True,
)


CHAPTER.state(
    "W-3.2",
    "キャラクターメイキング",
    ja="職業の三つの主要能力値は、種族ごとの職業ボーナス（１０前後）だけ上がる。",
    en="The three main abilities (主要能力値) of the profession are raised by the race's bonus for it (about 10).",
)


CHAPTER.state(
    "W-3.3",
    "キャラクターメイキング",
    ja="白兵戦には筋力・武勇・敏捷性・耐久力、魔法には精神力・記憶力と術系の能力値、機敏さには敏捷性・魅力・観察力を重んじるとよい。",
    en="Advice: strength, prowess, agility, endurance for melee; spirit, memory and the school's ability for"
    " magic (memory under 20 may leave one without spells); agility, charm, observation for quick wits.",
    advice=True,
)


@CHAPTER.clause(
    "W-3.4", "キャラクターメイキング", ja="１レベルでボーナス込み３０以上の能力値が二つなければ、作り直せる。"
)
def may_be_made_anew(level: int, abilities: Mapping[str, int]) -> bool:
    """At level 1, bonus included, with fewer than two abilities of 30 or more, one may be made anew."""
    return level == 1 and sum(value >= 30 for value in abilities.values()) < 2  # noqa: PLR2004 - the book's figures


CHAPTER.state(
    "W-3.5",
    "キャラクター作成の手順",
    ja="種族は、マスターが許したものから選ぶ。",
    en="The race is chosen among those that the GM allows.",
    advice=True,
)


CHAPTER.state(
    "W-3.6",
    "キャラクター作成の手順",
    ja="十二の能力値は種族の表で決め、求め方が同じものは入れ換えられる。",
    en="Twelve abilities are rolled by the race's table; those with the same formula may be exchanged.",
)


CHAPTER.state(
    "W-3.7",
    "キャラクター作成の手順",
    ja="職業は、マスターが許したものから選ぶ。",
    en="The profession is chosen among those that the GM allows.",
    advice=True,
)


CHAPTER.state(
    "W-3.8",
    "キャラクター作成の手順",
    ja="十二の伸び値は、職業の表に種族の修正を加えたもの。",
    en="Twelve growth values (伸び値): the profession's table, modified by the race's.",
)


@CHAPTER.clause(
    "W-3.9", "キャラクター作成の手順", ja="主要能力値は伸び値にＤ６を含む三つで、それぞれに職業ボーナスを足す。"
)
def main_abilities(growth: Mapping[str, str]) -> tuple[str, ...]:
    """The main abilities are the three whose growth value has a D6; the race's bonus is added to each."""
    return tuple(ability for ability, text in growth.items() if (it := expression(text)).count and it.sides == SIDES)


CHAPTER.state(
    "W-3.10",
    "初期持ち物",
    ja="職業ごとの持ち物と、５Ｄ６×１０ｓｐを持って始める。",
    en="Starting goods by profession, and 5D6 × 10 sp.",
)


@CHAPTER.clause("W-3.11", "初期持ち物", ja="必要武勇・必要筋力に足りない武器や防具は、運べるが使えない。")
def can_use(item: Thing, strength: int, prowess: int) -> bool:
    """Weapons and armour have a needed prowess and strength; with less one can carry them but not use them."""
    return strength >= item.need_strength and prowess >= item.need_prowess


CHAPTER.state(
    "W-3.12",
    "初期持ち物",
    ja="持ち物によっては能力値が変わる（重いよろいは敏捷性を、ひいては回避を下げる）。",
    en="Some things change abilities (heavy armour lowers agility, and so evasion).",
)


CHAPTER.state(
    "W-3.13", "初期持ち物", ja="敏捷性が０になると、まったく動けない。", en="With agility 0 one cannot move at all."
)


@CHAPTER.clause("W-3.14", "初期持ち物", ja="どの能力値でも、０になれば行動できない。")
def can_no_longer_act(current: Mapping[str, int]) -> bool:
    """With any ability at 0 one can no longer act."""
    return any(value == 0 for value in current.values())


CHAPTER.state(
    "W-3.15",
    "初期持ち物",
    ja="持ち物の重さは、運んでいるだけでかかる。",
    en="The weight of things counts by carrying them alone.",
)


CHAPTER.state(
    "W-3.16",
    "元値",
    ja="元値は何の影響も受けない能力値で、レベルが上がるとこれが伸びる。",
    en="The base value (元値) is the ability without any influence; level-ups raise it.",
)


@CHAPTER.clause("W-3.17", "修正値、現在値", ja="現在値は元値を修正したもの。修正がなければ同じ。")
def current_value(base: int, modifiers: Iterable[int]) -> int:
    """The current value (現在値) is the base value as modified; without modification they are the same."""
    return max(0, base + sum(modifiers))


CHAPTER.state(
    "W-3.18",
    "修正値、現在値",
    ja="成功チェック値は現在値から求めるので、荷を下ろせば変わる。",
    en="Checks follow the current value, so they change when a load is put down.",
)


CHAPTER.state(
    "W-3.19",
    "職業と武器防具",
    ja="職業で武器防具は制限されないが、術系には制限がある（重いよろいで呪舞は踊れない）。",
    en="No profession is barred from a weapon or armour, but a school may bar its magic: nobody dances 呪舞 in"
    " heavy armour. The rest is on a page that we lack.",
)


CHAPTER.state(
    "W-3.20",
    "職業と武器防具",
    ja="世界の神の禁忌は、マスターが定める。",
    en="A world's gods may set taboos; what they do is the GM's.",
    advice=True,
)
