"""The values of the sheet: checks, hits, HP and the two lines (section 4)."""

from senki.rules.clause import Chapter
from senki.rules.powerplay.dice import Expression
from senki.rules.powerplay.options import Options

CHAPTER = Chapter()


@CHAPTER.clause("W-4.1", "成功チェック値", ja="成功チェック値は（能力値÷10）Ｄ６＋（能力値÷5）。")
def check_value(options: Options, ability: int) -> tuple[int, int]:
    """Check of an ability: (ability ÷ 10) D6 + (ability ÷ 5). 33 gives 3D6 + 6."""
    dice = ability // 10
    return (1 if dice == 0 and options.low_ability == "one_die" else dice), ability // 5


CHAPTER.state(
    "W-4.2",
    "回避チェック値",
    ja="回避チェック値は、敏捷性の成功チェック値と同じ。",
    en="The evasion check is the agility check.",
)


@CHAPTER.clause("W-4.3", "回避チェック値", ja="盾があれば、その回避チェック値を合わせる。")
def with_shield(check: tuple[int, int], shield: Expression) -> tuple[int, int]:
    """With a shield its evasion check is added, dice to dice and number to number (3D6+6 and 1D6+1: 4D6+7)."""
    return check[0] + shield.count, check[1] + shield.plus


CHAPTER.state(
    "W-4.4",
    "命中チェック値",
    ja="命中チェック値は、武勇の成功チェック値そのまま。",
    en="The hit check of a weapon is the prowess check as it stands.",
)


CHAPTER.state(
    "W-4.5",
    "命中チェック値",
    ja="名品や魔法の武器は、命中チェック値を変えることがある。",
    en="Rare or magic weapons may change it.",
)


CHAPTER.state("W-4.6", "経験点、レベル", ja="始めは経験点０、レベル１。", en="One starts with 0 experience at level 1.")


@CHAPTER.clause("W-4.7", "ヒットポイント", ja="ヒットポイントは耐久力÷2。")
def hp_full(endurance: int) -> int:
    """HP = endurance ÷ 2."""
    return endurance // 2


@CHAPTER.clause("W-4.8", "死亡ライン", ja="死亡ラインは、ヒットポイントのマイナスの値。")
def death_line(hp_max: int) -> int:
    """The death line is the negative of the (full) HP."""
    return -hp_max


@CHAPTER.clause("W-4.9", "気絶ライン", ja="気絶ラインは精神力÷2。")
def stun_line(options: Options, spirit: int) -> int:
    """The stun line is spirit ÷ 2 (sign: option `stun_line`)."""
    return spirit // 2 if options.stun_line == "positive" else -(spirit // 2)


CHAPTER.state("W-4.10", "キャラクター作成の手順", ja="術者はそのあと術法を覚える。", en="Casters then learn spells.")
