"""Sections 5 to 8, in the text's order: success checks and magic. No procedure."""

from collections.abc import Sequence

from senki.rules.powerplay.book import BOOK
from senki.rules.powerplay.options import Options
from senki.rules.powerplay.setup import Spell
from senki.rules.powerplay.state import Character

BOOK.state(
    "W-5.1",
    "成功チェック",
    ja="マスターが目標値を決める。難しいほど大きい。",
    en="The GM sets a target number, the harder the larger.",
)
BOOK.state(
    "W-5.2",
    "成功チェック",
    ja="目標値を教えるかは、マスターがその都度決める。",
    en="The GM decides case by case whether the player is told it.",
)
BOOK.state(
    "W-5.3",
    "成功チェック",
    ja="能力値のチェックは、その成功チェック値で行う。「記憶力チェック20」なら目標値20。",
    en='An ability check uses that ability\'s check value; "memory check 20" has the target number 20.',
)
BOOK.state(
    "W-5.4",
    "成功チェック",
    ja="サイコロは減らして振れる。振る前に決め、一回振りで、後から足せない。",
    en="One may roll fewer dice. That is settled before the roll; there is one roll, and nothing is added to it later.",
)
BOOK.state(
    "W-5.5",
    "成功チェック",
    ja="結果の値が達成値。大きいほどうまくいった。",
    en="The result is the achievement; the larger, the better done.",
)


@BOOK.clause("W-5.6", "成功チェック", ja="達成値が目標値以上なら成功。")
def reaches(achievement: int, target_number: int) -> bool:
    """Achievement at least the target number: success."""
    return achievement >= target_number


BOOK.state("W-5.7", "成功チェック", ja="達成値が目標値未満なら失敗。", en="Achievement below it: failure.")


@BOOK.clause("W-5.8", "自動失敗", ja="振った中に１の目が一つでもあれば、達成値によらず自動失敗。")
def fails_by_itself(faces: Sequence[int]) -> bool:
    """A single 1 among the dice is a failure, whatever the achievement."""
    return 1 in faces


BOOK.state("W-5.9", "自動失敗", ja="最低でも１個は振る。", en="At least one die must be rolled.")
BOOK.state(
    "W-5.10",
    "０個ふり",
    ja="完璧な状況ならサイコロ０個でもよく、自動失敗はなくなる（０個ふり）。",
    en="In perfect circumstances (own tools, no pressure) no dice at all may be rolled, and then nothing "
    "fails automatically.",
)
BOOK.state(
    "W-5.11",
    "０個ふり",
    ja="戦闘中や慣れない状況は、完璧な状況ではない。",
    en="A fight or an unfamiliar place is not such a circumstance.",
)
BOOK.state(
    "W-6.1",
    "術法の習得",
    ja="術者は、作られた時とレベルアップの時に術法を習得する機会がある。",
    en="A caster has a chance to learn when made and at each level-up.",
)
BOOK.state("W-6.2", "術法の習得", ja="一度覚えた術法は忘れない。", en="What was learned stays learned.")
BOOK.state(
    "W-6.3",
    "術法の習得",
    ja="術法ごとに習得の目標値があり、記憶力でチェックする。",
    en="Each spell has a target number for learning it; the check is of memory.",
)
BOOK.state("W-6.4", "術法の習得", ja="成功すれば習得する。", en="Success: learned.")
BOOK.state("W-6.5", "術法の習得", ja="習得していない術法は使えない。", en="A spell that is not learned cannot be used.")
BOOK.state(
    "W-6.6", "術法の習得", ja="習得のチェックは０個ふりができる。", en="No dice (０個ふり) may be rolled for it."
)


@BOOK.clause("W-7.1", "術法が使える回数", ja="一日に使える回数は、精神力÷術法の必要精神力。")
def uses_a_day(spirit: int, need_spirit: int) -> int:
    """Uses a day of each spell = spirit ÷ the spell's needed spirit (必要精神力)."""
    return spirit // need_spirit


BOOK.state(
    "W-7.2",
    "術法が使える回数",
    ja="精神力が必要精神力に足りなければ、習得していても０回。",
    en="With less spirit than that: none, learned or not.",
)
BOOK.state("W-7.3", "術法が使える回数", ja="準備の要る術法もある。", en="Some spells need a preparation.")
BOOK.state(
    "W-8.1",
    "術法の使用",
    ja="術法は、精神を集中し、術系の能力値でチェックして使う。",
    en="To cast, one concentrates and makes a check of the school's ability.",
)
BOOK.state(
    "W-8.2",
    "術法の使用",
    ja="ふつう、自動失敗しなければ成功する。",
    en="Normally it succeeds unless it fails automatically.",
)
BOOK.state("W-8.3", "術法の使用", ja="術法のチェックで０個ふりはできない。", en="It cannot be rolled with no dice.")
BOOK.state(
    "W-8.4",
    "術法の使用",
    ja="術法をかけながらできるのは、魔法抵抗だけ。",
    en="While casting one can do nothing else but resist magic.",
)
BOOK.state(
    "W-8.5",
    "術法の使用",
    ja="かける前に攻撃を回避するか受けるかすれば、集中がとぎれて失敗となる。",
    en="If one evades an attack before the cast, or is struck by one without evading, concentration breaks "
    "and the spell fails there and then.",
)
BOOK.state("W-8.6", "術法の使用", ja="失敗も一回分に数える。", en="A failure counts as one use.")
BOOK.state(
    "W-8.7",
    "術法の使用",
    ja="術系ごとに、ほかの条件がある。",
    en="Schools have further conditions of their own (missing page).",
)


@BOOK.clause("W-8.8", "魔法抵抗", ja="不利な術法には、気づいていなくても抵抗できる。")
def may_be_resisted(spell: Spell, target: Character) -> bool:
    """A spell that is unfavourable to its target may be resisted, whether the target notices it or not."""
    return spell.unfavourable and target.resists and target.condition not in {"dead", "left"}


@BOOK.clause("W-8.9", "魔法抵抗", ja="抵抗する側の精神力チェックの達成値が、術法の目標値になる。")
def resisted_at(options: Options, achievement: int, faces: Sequence[int]) -> int:
    """The achievement of the target's spirit check is the target number of the cast."""
    return 0 if fails_by_itself(faces) and options.resistance_auto_failure == "zero" else achievement


BOOK.state("W-8.10", "魔法抵抗", ja="届けば、術法は完全に効く。", en="Reached: the spell works in full.")
BOOK.state("W-8.11", "魔法抵抗", ja="届かなければ、まったく効かない。", en="Not reached: it does nothing at all.")


@BOOK.clause("W-8.12", "魔法抵抗", ja="非生物のための術法を生物や身につけた物にかけると、達成値は半分。")
def is_halved(spell: Spell, target: Character) -> bool:
    """A spell for lifeless things, on a living being or on what it wears: the achievement is halved."""
    return spell.for_lifeless and spell.unfavourable and not target.lifeless


BOOK.state("W-8.13", "魔法抵抗", ja="その対象は、ふだん通り抵抗できる。", en="The target resists it as usual.")
BOOK.state(
    "W-8.14",
    "魔法抵抗",
    ja="対象に都合のよい術法なら、達成値はそのまま。",
    en="If the spell suits the target, the achievement is not halved.",
)
BOOK.state("W-8.15", "魔法抵抗", ja="抵抗するマジック・アイテムもある。", en="Some magic items resist too.")
