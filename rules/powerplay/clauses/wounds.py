"""HP and conditions (section 15)."""

from senki.rules.clause import Chapter
from senki.rules.powerplay.options import Options
from senki.rules.powerplay.state import Character, Condition

CHAPTER = Chapter()

CHAPTER.state("W-15.1", "ヒットポイント", ja="ＨＰが減っていなければ正常。", en="Full HP: normal (正常).")


CHAPTER.state(
    "W-15.2",
    "ヒットポイント",
    ja="怪我、毒、病気、過酷な環境でＨＰは減る。",
    en="Wounds, poison, illness and harsh surroundings lower HP.",
)


CHAPTER.state(
    "W-15.3", "ヒットポイント", ja="減っていても０以上なら軽傷。", en="0 or more, not full: light wounds (軽傷)."
)


@CHAPTER.clause("W-15.4", "ヒットポイント", ja="マイナスなら重傷。ゆっくり動く以上のことをするたび、疲労で２減る。")
def tires(options: Options, it: Character, *, evading: bool = False) -> bool:
    """Below 0: heavy wounds (重傷). Doing more than moving slowly costs 2 HP each time."""
    if it.condition != "heavy" and not (it.condition == "doomed" and options.doomed_exertion == "both"):
        return False
    if options.heavy_loss == "per_round":
        return not it.strain_paid
    return not evading or options.heavy_loss == "with_evasions"


CHAPTER.state("W-15.5", "ヒットポイント", ja="気絶ラインに達すると気絶。", en="At the stun line: unconscious (気絶).")


CHAPTER.state("W-15.6", "ヒットポイント", ja="死亡ラインに達すると死亡。", en="At the death line: dead (死亡).")


@CHAPTER.clause("W-15.7", "ヒットポイント", ja="気絶ラインが上にある者は、そこで気絶し、上回れば目を覚ます。")
def condition_by_stun(hp: int, hp_max: int, stun_line: int) -> Condition:
    """Stun line above death line: unconscious from the stun line down, awake again when HP rise above it."""
    if hp <= stun_line:
        return "unconscious"
    if hp < 0:
        return "heavy"
    return "light" if hp < hp_max else "normal"


@CHAPTER.clause(
    "W-15.8",
    "ヒットポイント",
    ja="死亡ラインが上にある者は、そこに達すると何もしなくても２ずつ減り、気絶ラインまで行動できる。",
    under={"stun_line": ("negative",)},
)
def condition_beyond_death_line(hp: int, death_line: int, stun_line: int) -> Condition:
    """Death line above stun line: from the death line down HP fall by 2, and one acts on until the stun line."""
    return "doomed" if hp > stun_line and death_line > stun_line else "dead"


CHAPTER.state(
    "W-15.9",
    "ヒットポイント",
    ja="いったん死亡ラインに達すれば、ＨＰは回復しない。",
    en="Once the death line was reached HP never recover.",
)
