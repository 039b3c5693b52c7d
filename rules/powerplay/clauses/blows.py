"""Attacks, from the hit to what armour leaves (sections 10 to 14)."""

from collections.abc import Sequence

from senki.rules.clause import Chapter
from senki.rules.powerplay.options import Options
from senki.rules.powerplay.setup import AGILITY, ENDURANCE, OBSERVATION, PROWESS, STRENGTH, Way
from senki.rules.powerplay.state import Character

CHAPTER = Chapter()

CHAPTER.state(
    "W-10.1",
    "白兵戦",
    ja="武器での攻撃は命中チェックで、目標値は対象の回避チェックの達成値。",
    en="Attack with a weapon: hit check, whose target number is the achievement of the target's evasion check.",
)


CHAPTER.state(
    "W-10.2", "白兵戦", ja="命中チェックが自動失敗なら、攻撃は失敗。", en="Hit check failed by a 1: the attack fails."
)


CHAPTER.state(
    "W-10.3",
    "白兵戦",
    ja="回避チェックが自動失敗なら、目標値は０。",
    en="Evasion failed by a 1: the target number is 0.",
)


@CHAPTER.clause(
    "W-10.4", "白兵戦", ja="主要能力値に筋力・武勇・耐久力・敏捷性を二つ以上含む職業は、［レベル÷10＋1］回攻撃できる。"
)
def attacks(level: int, main: Sequence[str]) -> int:
    """With two or more of strength, prowess, endurance, agility among its main abilities: level ÷ 10 + 1 attacks."""
    martial = sum(ability in {STRENGTH, PROWESS, ENDURANCE, AGILITY} for ability in main)
    return level // 10 + 1 if martial >= 2 else 1  # noqa: PLR2004 - the book's figure


@CHAPTER.clause("W-10.5", "白兵戦", ja="主要能力値に武勇と観察力を含む職業は、弓を使うとき筋力に職業ボーナスを足せる。")
def is_archer(main: Sequence[str]) -> bool:
    """With prowess and observation among them, the race's bonus may be added to strength where it uses a bow."""
    return PROWESS in main and OBSERVATION in main


CHAPTER.state(
    "W-11.1",
    "射撃／投擲",
    ja="回避に専念していない対象への射撃は、目標値が距離［ｍ］。",
    en="Shooting at a target that is not devoted to evasion (回避に専念): target number = distance in metres.",
)


@CHAPTER.clause("W-11.2", "射撃／投擲", ja="投擲の目標値は、距離［ｍ］の２倍。")
def by_distance(way: Way, metres: int) -> int:
    """Throwing: twice the distance."""
    return metres * 2 if way == "throw" else metres


@CHAPTER.clause("W-11.3", "射撃／投擲", ja="どちらも目標の大きさで変わる。")
def by_size(distance: int, size: int) -> int:
    """Both change with the size of the target."""
    return max(0, distance + size)


@CHAPTER.clause("W-11.4", "射撃／投擲", ja="回避に専念する対象には、距離と回避チェックの大きいほうが目標値。")
def better_of(distance: int, evasion: int) -> int:
    """Target devoted to evasion: the larger of that and of its evasion check's achievement."""
    return max(distance, evasion)


CHAPTER.state(
    "W-11.5",
    "射撃／投擲",
    ja="その回避が自動失敗なら、距離によらず目標値は０。",
    en="If that evasion fails by a 1, the target number is 0, whatever the distance: it stepped into the shot.",
)


CHAPTER.state(
    "W-11.6",
    "射撃／投擲",
    ja="射撃武器を使ったラウンドは回避できない。",
    en="In a round in which one used a shooting weapon one cannot evade.",
)


@CHAPTER.clause("W-12.1", "背後からの攻撃", ja="背後からの攻撃は、達成値に＋６。")
def bonus_from_behind() -> int:
    """An attack from behind has 6 more achievement."""
    return 6


@CHAPTER.clause("W-12.2", "背後からの攻撃", ja="背後のある相手に限る。")
def is_behind(attacker: Character, target: Character) -> bool:
    """Only on what has a back."""
    return target.has_back and attacker.id in target.back_to


CHAPTER.state(
    "W-13.1", "ダメージ", ja="命中したら武器のダメージを振る。", en="After a hit the weapon's damage is rolled."
)


CHAPTER.state(
    "W-13.2",
    "ダメージ",
    ja="これは成功チェックではないので、自動失敗はない。",
    en="It is no success check: a 1 fails nothing.",
)


@CHAPTER.clause("W-13.3", "ダメージ", ja="ダメージは最低でも１。")
def at_least_one(damage: int) -> int:
    """It is at least 1."""
    return max(1, damage)


CHAPTER.state(
    "W-14.1",
    "ダメージの軽減",
    ja="叩く武器のダメージは、そのままＨＰから引く。",
    en="Blunt (叩く): the damage comes off HP as it is.",
)


@CHAPTER.clause("W-14.2", "ダメージの軽減", ja="切る・突く武器のダメージは、よろいの装甲値だけ減らす。")
def through_armour(options: Options, damage: int, armour: int) -> int:
    """Cut (切る) or pierce (突く): less the armour value (装甲値) of what is worn."""
    return max(options.minimum_after_armour, damage - armour)
