"""Spells: learning, uses, casting, resistance (sections 6 to 8)."""

from collections.abc import Sequence

from senki.rules.clause import Chapter
from senki.rules.powerplay.clauses import success
from senki.rules.powerplay.options import Options
from senki.rules.powerplay.setup import Spell
from senki.rules.powerplay.state import Character

CHAPTER = Chapter()

CHAPTER.state(
    "W-6.1",
    "術法の習得",
    ja="術者は、作られた時とレベルアップの時に術法を習得する機会がある。",
    en="A caster has a chance to learn when made and at each level-up.",
)


CHAPTER.state("W-6.2", "術法の習得", ja="一度覚えた術法は忘れない。", en="What was learned stays learned.")


CHAPTER.state(
    "W-6.3",
    "術法の習得",
    ja="術法ごとに習得の目標値があり、記憶力でチェックする。",
    en="Each spell has a target number for learning it; the check is of memory.",
)


CHAPTER.state("W-6.4", "術法の習得", ja="成功すれば習得する。", en="Success: learned.")


CHAPTER.state(
    "W-6.5", "術法の習得", ja="習得していない術法は使えない。", en="A spell that is not learned cannot be used."
)


CHAPTER.state(
    "W-6.6", "術法の習得", ja="習得のチェックは０個ふりができる。", en="No dice (０個ふり) may be rolled for it."
)


@CHAPTER.clause("W-7.1", "術法が使える回数", ja="一日に使える回数は、精神力÷術法の必要精神力。")
def uses_a_day(spirit: int, need_spirit: int) -> int:
    """Uses a day of each spell = spirit ÷ the spell's needed spirit (必要精神力)."""
    return spirit // need_spirit


CHAPTER.state(
    "W-7.2",
    "術法が使える回数",
    ja="精神力が必要精神力に足りなければ、習得していても０回。",
    en="With less spirit than that: none, learned or not.",
)


CHAPTER.state("W-7.3", "術法が使える回数", ja="準備の要る術法もある。", en="Some spells need a preparation.")


CHAPTER.state(
    "W-8.1",
    "術法の使用",
    ja="術法は、精神を集中し、術系の能力値でチェックして使う。",
    en="To cast, one concentrates and makes a check of the school's ability.",
)


CHAPTER.state(
    "W-8.2",
    "術法の使用",
    ja="ふつう、自動失敗しなければ成功する。",
    en="Normally it succeeds unless it fails automatically.",
)


CHAPTER.state("W-8.3", "術法の使用", ja="術法のチェックで０個ふりはできない。", en="It cannot be rolled with no dice.")


CHAPTER.state(
    "W-8.4",
    "術法の使用",
    ja="術法をかけながらできるのは、魔法抵抗だけ。",
    en="While casting one can do nothing else but resist magic.",
)


CHAPTER.state(
    "W-8.5",
    "術法の使用",
    ja="かける前に攻撃を回避するか受けるかすれば、集中がとぎれて失敗となる。",
    en="If one evades an attack before the cast, or is struck by one without evading, concentration breaks "
    "and the spell fails there and then.",
)


CHAPTER.state("W-8.6", "術法の使用", ja="失敗も一回分に数える。", en="A failure counts as one use.")


CHAPTER.state(
    "W-8.7",
    "術法の使用",
    ja="術系ごとに、ほかの条件がある。",
    en="Schools have further conditions of their own (missing page).",
)


@CHAPTER.clause("W-8.8", "魔法抵抗", ja="不利な術法には、気づいていなくても抵抗できる。")
def may_be_resisted(spell: Spell, target: Character) -> bool:
    """A spell that is unfavourable to its target may be resisted, whether the target notices it or not."""
    return spell.unfavourable and target.resists and target.condition not in {"dead", "left"}


@CHAPTER.clause("W-8.9", "魔法抵抗", ja="抵抗する側の精神力チェックの達成値が、術法の目標値になる。")
def resisted_at(options: Options, achievement: int, faces: Sequence[int]) -> int:
    """The achievement of the target's spirit check is the target number of the cast."""
    return 0 if success.fails_by_itself(faces) and options.resistance_auto_failure == "zero" else achievement


CHAPTER.state("W-8.10", "魔法抵抗", ja="届けば、術法は完全に効く。", en="Reached: the spell works in full.")


CHAPTER.state("W-8.11", "魔法抵抗", ja="届かなければ、まったく効かない。", en="Not reached: it does nothing at all.")


@CHAPTER.clause("W-8.12", "魔法抵抗", ja="非生物のための術法を生物や身につけた物にかけると、達成値は半分。")
def is_halved(spell: Spell, target: Character) -> bool:
    """A spell for lifeless things, on a living being or on what it wears: the achievement is halved."""
    return spell.for_lifeless and spell.unfavourable and not target.lifeless


CHAPTER.state("W-8.13", "魔法抵抗", ja="その対象は、ふだん通り抵抗できる。", en="The target resists it as usual.")


CHAPTER.state(
    "W-8.14",
    "魔法抵抗",
    ja="対象に都合のよい術法なら、達成値はそのまま。",
    en="If the spell suits the target, the achievement is not halved.",
)


CHAPTER.state("W-8.15", "魔法抵抗", ja="抵抗するマジック・アイテムもある。", en="Some magic items resist too.")
