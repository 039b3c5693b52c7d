"""The rulebook of godeater: checks and opposed checks (G-1, G-2)."""

from collections.abc import Sequence

from senki.rules.clause import Chapter
from senki.rules.godeater.options import Options
from senki.rules.godeater.setup import (
    Ability,
    ApPenalty,
    AttackType,
    Condition,
    CriticalValue,
    DamageDice,
    DamageResult,
    Element,
    FinalDamageDealt,
    FinalDamageTaken,
    FumbleValue,
    GuardDice,
    GuardResult,
    Lasting,
    RoundEndChange,
)
from senki.rules.godeater.state import Character, LastingKind
from senki.rules.message import Term

CHAPTER = Chapter()

DIE = 10
CRITICAL, FUMBLE = 10, 1
CHECKS, OPPOSED = "判定とは", "対決について"

Against = tuple[AttackType, Element] | None
"""The attack that a check belongs to; None for any other check."""


# --- G-1 判定とは


@CHAPTER.clause("G-1.1", CHECKS, ja="判定は定められたダイスを振って該当する値を足し、達成値が目標値以上なら成功する。")
def succeeds(total: int, difficulty: int) -> bool:
    """A check rolls the dice of its kind, adds what belongs to it, and succeeds at the difficulty or above."""
    return total >= difficulty


CHAPTER.state(
    "G-1.2",
    CHECKS,
    ja="判定はＧＭの指示か許可があって行う。",
    en="A check is made only on the GM's order or with the GM's leave: only the GM declares it.",
    definition=True,
)


@CHAPTER.clause("G-1.3", CHECKS, ja="筋力判定は１Ｄ１０＋【筋力】。")
def check_terms(die: int, ability: Ability, level: int, modifier: int) -> tuple[Term, ...]:
    """Strength check: 1d10 + strength."""
    terms = (Term("die", die), Term(ability, level))
    return (*terms, Term("modifier", modifier)) if modifier else terms


def check_total(terms: Sequence[Term]) -> int:
    """G-1.1: an achievement below 0 is 0."""
    return max(0, total(terms))


CHAPTER.state("G-1.4", CHECKS, ja="敏捷判定は１Ｄ１０＋【敏捷】。", en="Agility check: 1d10 + agility.")
CHAPTER.state("G-1.5", CHECKS, ja="知力判定は１Ｄ１０＋【知力】。", en="Intellect check: 1d10 + intellect.")
CHAPTER.state("G-1.6", CHECKS, ja="抵抗判定は１Ｄ１０＋【耐久】。", en="Resistance check: 1d10 + endurance.")
CHAPTER.state(
    "G-1.7",
    CHECKS,
    ja="その他の判定は１Ｄ１０に、ＧＭがふさわしいと考える能力を足す。",
    en="Any other check: 1d10 + the ability that the GM finds fitting; `label` names the check.",
    advice=True,
)
CHAPTER.state(
    "G-1.8",
    CHECKS,
    ja="目標値の目安。３まで簡単、７まで並、１０まで困難、１５まで極めて困難、１６以上は奇跡を要する。",
    en="Guide to difficulties: up to 3 simple, 4 to 7 for one who knows the job, 8 to 10 hard, 11 to 15 extremely "
    "hard, 16 and above only by a miracle.",
    advice=True,
)

CHECK_CLAUSE: dict[Ability, str] = {
    "strength": "G-1.3",
    "agility": "G-1.4",
    "intellect": "G-1.5",
    "endurance": "G-1.6",
}


@CHAPTER.clause("G-1.9", CHECKS, ja="出目がクリティカル値以上ならクリティカル。自動的に成功し、通常以上の結果を得る。")
def criticals(faces: Sequence[int], critical_value: int) -> int:
    """A die that shows the critical value or more is a critical: the check succeeds, better than ordinarily."""
    return sum(1 for face in faces if face >= critical_value)


@CHAPTER.clause(
    "G-1.10", CHECKS, ja="出目がすべてファンブル値以下ならファンブル。自動的に失敗し、通常以下の結果となる。"
)
def fumbles(options: Options, batches: Sequence[Sequence[int]], fumble_value: int) -> bool:
    """When every die of the check shows the fumble value or less, it fails, worse than ordinarily."""
    low = [[face <= fumble_value for face in batch] for batch in batches]
    match options.fumble:
        case "all_dice":
            return all(all(batch) for batch in low)
        case "each_batch":
            return any(all(batch) for batch in low)
        case "any_die":
            return any(any(batch) for batch in low)


@CHAPTER.clause("G-1.11", CHECKS, ja="原則としてクリティカル値は１０、ファンブル値は１。", definition=True)
def limits(character: Character, against: Against = None) -> tuple[int, int]:
    """As a rule the critical value is 10 and the fumble value 1; effects may move them."""
    critical = max(2, CRITICAL + total(modifiers(character, "critical_value", against)))
    fumble = FUMBLE + total(modifiers(character, "fumble_value", against))
    return critical, max(0, min(critical - 1, fumble))


def modifiers(character: Character, kind: str, against: Against = None) -> tuple[Term, ...]:
    """The numbers of one kind that count for somebody: passive skills in sheet order, then lasting effects."""
    found: list[Term] = []
    for skill in character.skills:
        if skill.timing != "passive" or not (skill.requires is None or character.is_in(skill.requires)):
            continue
        for effect in skill.effects:
            value = getattr(effect, "value", None)
            filters = (getattr(effect, "attack_type", None), getattr(effect, "element", None))
            if effect.__struct_config__.tag == kind and isinstance(value, int) and counts(filters, against):
                found.append(Term(skill.id, value))
    for effect in character.effects:
        filters = (effect.attack_type or None, effect.element or None)
        if effect.kind == kind and isinstance(effect.value, int) and counts(filters, against):
            found.append(Term(effect.source, effect.value))
    return tuple(found)


def counts(filters: tuple[AttackType | None, Element | None], against: Against) -> bool:
    """Whether an effect that is meant for some attacks counts here."""
    if against is None:
        return filters == (None, None)
    return all(wanted is None or wanted == given for wanted, given in zip(filters, against, strict=True))


LASTING_KIND: dict[type[Lasting], LastingKind] = {
    DamageDice: "damage_dice",
    DamageResult: "damage_result",
    GuardDice: "guard_dice",
    GuardResult: "guard_result",
    FinalDamageDealt: "final_damage_dealt",
    FinalDamageTaken: "final_damage_taken",
    CriticalValue: "critical_value",
    FumbleValue: "fumble_value",
    ApPenalty: "ap_penalty",
    Condition: "condition",
    RoundEndChange: "round_end_change",
}


def total(terms: Sequence[Term]) -> int:
    """The sum of some terms."""
    return sum(term.value for term in terms)


# --- G-2 対決について

CHAPTER.state(
    "G-2.1",
    OPPOSED,
    ja="対決は二人の達成値を比べて勝敗を決める。",
    en="An opposed check compares two achievements and decides a contest.",
    advice=True,
)
CHAPTER.state(
    "G-2.2",
    OPPOSED,
    ja="仕掛けた側が攻撃側、抵抗する側が防御側。ＧＭに指定された判定を攻撃側から行う。",
    en="Whoever starts it is the attacking side and rolls first, with the check that the GM names; the other defends.",
)


@CHAPTER.clause("G-2.3", OPPOSED, ja="攻撃側の達成値が防御側の判定の難易度となる。以上なら防御側の勝利。")
def defender_reaches(attacker_total: int, defender_total: int) -> bool:
    """The attacker's achievement is the difficulty of the defender's check: equal or above, the defender wins."""
    return succeeds(defender_total, attacker_total)


@CHAPTER.clause("G-2.4", OPPOSED, ja="クリティカルとファンブルは双方に起こる。双方クリティカルなら防御側の勝利。")
def opposed(attacker: tuple[int, bool, bool], defender: tuple[int, bool, bool]) -> tuple[bool, str]:
    """Critical and fumble arise on each side by itself. Critical against critical: the defender wins."""
    attacker_total, attacker_critical, _ = attacker
    defender_total, defender_critical, defender_fumble = defender
    if attacker_critical:
        if defender_critical:
            return False, "G-2.4"
        return True, "G-2.6" if defender_fumble else "G-2.5"
    if defender_critical:
        return False, "G-1.9"
    if defender_fumble:
        return True, "G-1.10"
    return not defender_reaches(attacker_total, defender_total), "G-2.3"


CHAPTER.state(
    "G-2.5",
    OPPOSED,
    ja="攻撃側だけがクリティカルなら攻撃側の勝利。",
    en="Attacker critical against neither critical nor fumble: the attacker wins.",
)
CHAPTER.state(
    "G-2.6",
    OPPOSED,
    ja="攻撃側がクリティカル、防御側がファンブルなら攻撃側の勝利。詳細はＧＭが決める。",
    en="Attacker critical against fumble: the attacker wins, and the GM settles the details.",
)
CHAPTER.state(
    "G-2.7",
    OPPOSED,
    ja="攻撃側がファンブルなら防御側は判定せずに勝つ。",
    en="Attacker fumble: the defender does not roll and wins.",
)
