"""Attack, damage and defence (H-7 to H-9)."""

from collections.abc import Sequence

from senki.rules.clause import Chapter
from senki.rules.hms.options import Options
from senki.rules.hms.setup import Skill, Weapon
from senki.rules.hms.state import Condition

CHAPTER = Chapter()

CHAPTER.state(
    "H-7.1",
    "攻撃",
    ja="手番には攻撃を行える。命中判定、そして（もしあれば）威力判定の順。",
    en="On its go a character may attack: a hit check, then a damage check if there is one.",
)


@CHAPTER.clause("H-7.2", "攻撃", ja="命中判定は、互いが宣言したスキルどうしの判定（2D6＋スキル）で行う。")
def margin(actor_dice: int, actor_skill: int, target_dice: int, target_skill: int) -> int:
    """The hit check is opposed: each side rolls 2D6 and adds the skill that it declared for the round."""
    return actor_dice + actor_skill - target_dice - target_skill


@CHAPTER.clause("H-7.3", "攻撃", ja="より狭い能力を使う側は、相手のスキルを半分と見なす。")
def half(options: Options, skill: int) -> int:
    """Whoever uses the narrower skill counts the opponent's skill as half."""
    return (skill + 1) // 2 if options.halving == "up" else skill // 2


@CHAPTER.clause("H-7.4", "攻撃", ja="それは自分のスキルが相手のスキルに完全に含まれる場合に限る。")
def covers(skills: Sequence[Skill], broad: str | None, narrow: str | None) -> bool:
    """Only if the opponent's skill covers one's own completely; skills that overlap in part are used as they are."""
    if broad is None or narrow is None or broad == narrow:
        return False
    within = narrow
    for _ in skills:
        above = next((s.within for s in skills if s.id == within), None)
        if above is None:
            return False
        if above == broad:
            return True
        within = above
    return False


def fitting(skills: Sequence[Skill], weapons: Sequence[Weapon], skill: str | None) -> tuple[str, ...]:
    """H-5.1, H-6.3: the weapons that go with a declared skill: those of that skill, and of skills that it covers."""
    return tuple(w.id for w in weapons if w.skill == skill or covers(skills, skill, w.skill))


@CHAPTER.clause("H-7.5", "攻撃", ja="手番の側が判定に成功すれば命中。")
def succeeds(options: Options, margin: int) -> bool | None:
    """If the side whose go it is succeeds, the attack hits."""
    if margin == 0:
        return None if options.check_tie == "reroll" else options.check_tie == "actor_succeeds"
    return margin > 0


CHAPTER.state(
    "H-8.1",
    "威力判定",
    ja="命中した後、（殺傷力のある武器なら）威力判定を行う。",
    en="After a hit there may be a damage check (for a weapon that has lethal power).",
)


@CHAPTER.clause("H-8.2", "威力判定", ja="達成値の差＋武器の殺傷力−防具の防御力だけ、ＨＰを減らす。")
def damage(options: Options, margin: int, power: int, armour: int) -> int:
    """Damage = difference of the two totals + weapon's power − target's armour; HP falls by that."""
    return max(options.damage_floor, margin + power - armour)


@CHAPTER.clause("H-8.3", "威力判定", ja="ＨＰが0以下になった者は行動不能。")
def condition_at(hp: int) -> Condition:
    """HP 0 or less: out of action."""
    return "active" if hp > 0 else "down"


CHAPTER.state(
    "H-8.4",
    "威力判定",
    ja="行動不能から回復するかどうかは世界により、ここでは定めない（ＧＭの裁定）。",
    en="Whether and how one recovers from that is not ruled here (the GM's `rule`).",
    advice=True,
)


CHAPTER.state(
    "H-9.1",
    "防御",
    ja="防御を選んだ者は、次の自分の手番まで、命中判定で無条件に相手のさいころを振り直させることができる。",
    en="A character that chose to defend may, until its next go comes round, demand in a hit check that the opponent's "
    "dice be rolled again, unconditionally.",
)


CHAPTER.state("H-9.2", "防御", ja="攻撃を受けるごとに一回ずつ要求できる。", en="Once for each attack received.")


CHAPTER.state(
    "H-9.3",
    "防御",
    ja="振り直した結果を再び振り直させることはできない。",
    en="A result that was rolled again cannot be rolled again once more.",
)
