"""Sections 9 to 17, in the text's order: rounds, attacks, wounds, growth, hero points. No procedure."""

from collections.abc import Mapping, Sequence

from senki.rules.powerplay.book import BOOK
from senki.rules.powerplay.clauses_character import result, three_sided, two_sided
from senki.rules.powerplay.dice import Expression
from senki.rules.powerplay.options import Options
from senki.rules.powerplay.setup import AGILITY, ENDURANCE, OBSERVATION, PROWESS, STRENGTH, Way
from senki.rules.powerplay.state import Character, Condition, Game

BOOK.state("W-9.1", "戦闘の進め方", ja="行動は１ラウンドに１回。", en="One action (行動) each a round.")


@BOOK.clause("W-9.2", "戦闘の進め方", ja="敏捷性の高い者から行動する。")
def order_of_round(options: Options, characters: Sequence[Character], agility: Mapping[str, int]) -> tuple[str, ...]:
    """Higher agility acts earlier."""
    first = {"pc_first": "pc", "npc_first": "npc", "listed": ""}[options.agility_tie]
    ranked = sorted(characters, key=lambda c: (-agility[c.id], bool(first) and c.side != first))
    return tuple(c.id for c in ranked)


@BOOK.clause("W-9.3", "戦闘の進め方", ja="順番が来たら、自分の敏捷性より低い値を言って待てる。")
def order_after_waiting(game: Game, by: str, to: int) -> tuple[str, ...]:
    """When one's moment comes one may wait, by naming a number lower than one's agility at which to act."""
    early = game.options.delay_tie == "delayed_first"

    def place(id: str) -> tuple[int, bool, int]:
        it = game.characters[id]
        waits = it.delayed or id == by
        return -(to if id == by else it.acts_at), waits is not early, game.natural.index(id)

    return tuple(sorted(game.order, key=place))


BOOK.state(
    "W-9.4",
    "戦闘の進め方",
    ja="行動は、魔法、攻撃、武器の持ち替え、伏せる、起き上がるなど。",
    en="Actions: cast, attack with a weapon, change weapon, lie down (伏せる), get up (起き上がる) and the like.",
)
BOOK.state(
    "W-9.5",
    "戦闘の進め方",
    ja="ほかにも、１０秒でできそうなことは、マスターが認めればできる。",
    en="Anything else that fits into ten seconds is possible if the GM agrees.",
)
BOOK.state(
    "W-9.6", "戦闘の進め方", ja="動けるなら、攻撃されるたびに回避できる。", en="Whoever can move may evade each attack."
)
BOOK.state(
    "W-9.7", "戦闘の進め方", ja="魔法抵抗は無条件にできる。", en="Resisting magic needs nothing: always possible."
)
BOOK.state(
    "W-9.8", "戦闘の進め方", ja="全員が行動したら、次のラウンド。", en="When everybody has acted the next round begins."
)
BOOK.state(
    "W-10.1",
    "白兵戦",
    ja="武器での攻撃は命中チェックで、目標値は対象の回避チェックの達成値。",
    en="Attack with a weapon: hit check, whose target number is the achievement of the target's evasion check.",
)
BOOK.state(
    "W-10.2", "白兵戦", ja="命中チェックが自動失敗なら、攻撃は失敗。", en="Hit check failed by a 1: the attack fails."
)
BOOK.state(
    "W-10.3",
    "白兵戦",
    ja="回避チェックが自動失敗なら、目標値は０。",
    en="Evasion failed by a 1: the target number is 0.",
)


@BOOK.clause(
    "W-10.4", "白兵戦", ja="主要能力値に筋力・武勇・耐久力・敏捷性を二つ以上含む職業は、［レベル÷10＋1］回攻撃できる。"
)
def attacks(level: int, main: Sequence[str]) -> int:
    """With two or more of strength, prowess, endurance, agility among its main abilities: level ÷ 10 + 1 attacks."""
    martial = sum(ability in {STRENGTH, PROWESS, ENDURANCE, AGILITY} for ability in main)
    return level // 10 + 1 if martial >= 2 else 1  # noqa: PLR2004 - the book's figure


@BOOK.clause("W-10.5", "白兵戦", ja="主要能力値に武勇と観察力を含む職業は、弓を使うとき筋力に職業ボーナスを足せる。")
def is_archer(main: Sequence[str]) -> bool:
    """With prowess and observation among them, the race's bonus may be added to strength where it uses a bow."""
    return PROWESS in main and OBSERVATION in main


BOOK.state(
    "W-11.1",
    "射撃／投擲",
    ja="回避に専念していない対象への射撃は、目標値が距離［ｍ］。",
    en="Shooting at a target that is not devoted to evasion (回避に専念): target number = distance in metres.",
)


@BOOK.clause("W-11.2", "射撃／投擲", ja="投擲の目標値は、距離［ｍ］の２倍。")
def by_distance(way: Way, metres: int) -> int:
    """Throwing: twice the distance."""
    return metres * 2 if way == "throw" else metres


@BOOK.clause("W-11.3", "射撃／投擲", ja="どちらも目標の大きさで変わる。")
def by_size(distance: int, size: int) -> int:
    """Both change with the size of the target."""
    return max(0, distance + size)


@BOOK.clause("W-11.4", "射撃／投擲", ja="回避に専念する対象には、距離と回避チェックの大きいほうが目標値。")
def better_of(distance: int, evasion: int) -> int:
    """Target devoted to evasion: the larger of that and of its evasion check's achievement."""
    return max(distance, evasion)


BOOK.state(
    "W-11.5",
    "射撃／投擲",
    ja="その回避が自動失敗なら、距離によらず目標値は０。",
    en="If that evasion fails by a 1, the target number is 0, whatever the distance: it stepped into the shot.",
)
BOOK.state(
    "W-11.6",
    "射撃／投擲",
    ja="射撃武器を使ったラウンドは回避できない。",
    en="In a round in which one used a shooting weapon one cannot evade.",
)


@BOOK.clause("W-12.1", "背後からの攻撃", ja="背後からの攻撃は、達成値に＋６。")
def bonus_from_behind() -> int:
    """An attack from behind has 6 more achievement."""
    return 6


@BOOK.clause("W-12.2", "背後からの攻撃", ja="背後のある相手に限る。")
def is_behind(attacker: Character, target: Character) -> bool:
    """Only on what has a back."""
    return target.has_back and attacker.id in target.back_to


BOOK.state("W-13.1", "ダメージ", ja="命中したら武器のダメージを振る。", en="After a hit the weapon's damage is rolled.")
BOOK.state(
    "W-13.2",
    "ダメージ",
    ja="これは成功チェックではないので、自動失敗はない。",
    en="It is no success check: a 1 fails nothing.",
)


@BOOK.clause("W-13.3", "ダメージ", ja="ダメージは最低でも１。")
def at_least_one(damage: int) -> int:
    """It is at least 1."""
    return max(1, damage)


BOOK.state(
    "W-14.1",
    "ダメージの軽減",
    ja="叩く武器のダメージは、そのままＨＰから引く。",
    en="Blunt (叩く): the damage comes off HP as it is.",
)


@BOOK.clause("W-14.2", "ダメージの軽減", ja="切る・突く武器のダメージは、よろいの装甲値だけ減らす。")
def through_armour(options: Options, damage: int, armour: int) -> int:
    """Cut (切る) or pierce (突く): less the armour value (装甲値) of what is worn."""
    return max(options.minimum_after_armour, damage - armour)


BOOK.state("W-15.1", "ヒットポイント", ja="ＨＰが減っていなければ正常。", en="Full HP: normal (正常).")
BOOK.state(
    "W-15.2",
    "ヒットポイント",
    ja="怪我、毒、病気、過酷な環境でＨＰは減る。",
    en="Wounds, poison, illness and harsh surroundings lower HP.",
)
BOOK.state(
    "W-15.3", "ヒットポイント", ja="減っていても０以上なら軽傷。", en="0 or more, not full: light wounds (軽傷)."
)


@BOOK.clause("W-15.4", "ヒットポイント", ja="マイナスなら重傷。ゆっくり動く以上のことをするたび、疲労で２減る。")
def tires(options: Options, it: Character, *, evading: bool = False) -> bool:
    """Below 0: heavy wounds (重傷). Doing more than moving slowly costs 2 HP each time."""
    if it.condition != "heavy" and not (it.condition == "doomed" and options.doomed_exertion == "both"):
        return False
    if options.heavy_loss == "per_round":
        return not it.strain_paid
    return not evading or options.heavy_loss == "with_evasions"


BOOK.state("W-15.5", "ヒットポイント", ja="気絶ラインに達すると気絶。", en="At the stun line: unconscious (気絶).")
BOOK.state("W-15.6", "ヒットポイント", ja="死亡ラインに達すると死亡。", en="At the death line: dead (死亡).")


@BOOK.clause("W-15.7", "ヒットポイント", ja="気絶ラインが上にある者は、そこで気絶し、上回れば目を覚ます。")
def condition_by_stun(hp: int, hp_max: int, stun_line: int) -> Condition:
    """Stun line above death line: unconscious from the stun line down, awake again when HP rise above it."""
    if hp <= stun_line:
        return "unconscious"
    if hp < 0:
        return "heavy"
    return "light" if hp < hp_max else "normal"


@BOOK.clause(
    "W-15.8",
    "ヒットポイント",
    ja="死亡ラインが上にある者は、そこに達すると何もしなくても２ずつ減り、気絶ラインまで行動できる。",
    under={"stun_line": ("negative",)},
)
def condition_beyond_death_line(hp: int, death_line: int, stun_line: int) -> Condition:
    """Death line above stun line: from the death line down HP fall by 2, and one acts on until the stun line."""
    return "doomed" if hp > stun_line and death_line > stun_line else "dead"


BOOK.state(
    "W-15.9",
    "ヒットポイント",
    ja="いったん死亡ラインに達すれば、ＨＰは回復しない。",
    en="Once the death line was reached HP never recover.",
)


@BOOK.clause("W-16.1", "経験点とレベル", ja="経験点は（レベルの合計）×（プレイ時間）×100÷（人数）。")
def experience(levels: int, minutes: int, people: int) -> int:
    """Experience = sum of the characters' levels × time played × 100 ÷ number of characters."""
    return levels * minutes * 100 // (60 * people)


@BOOK.clause("W-16.2", "経験点とレベル", ja="マスターは２０％まで加減できる。")
def adjusted(amount: int, percent: int) -> int:
    """The GM may add or take 20 %."""
    return amount * (100 + percent) // 100


@BOOK.clause("W-16.3", "経験点とレベル", ja="経験点が表の値に達するたび、レベルが１上がる。")
def levels_reached(table: Sequence[int], experience: int) -> int:
    """Each time experience reaches the next value of the table, the level rises by 1."""
    return 1 + sum(experience >= need for need in table)


@BOOK.clause("W-16.4", "レベルが上ったら", ja="能力値を一つ選び、伸び値（最低１）を元値に足す。")
def growth(it: Expression, faces: Sequence[int]) -> int:
    """Choose one ability, roll its growth value (at least 1), add it to the base value."""
    read = {3: three_sided, 2: two_sided}.get(it.sides)
    return max(1, result(it, [read(face) for face in faces] if read else faces))


BOOK.state(
    "W-16.5",
    "レベルが上ったら",
    ja="それに関わる値も変わる。",
    en="What depends on it changes: prowess, hit check; agility, evasion; endurance, HP and death line; "
    "spirit, uses and stun line; others, their check.",
)
BOOK.state(
    "W-16.6",
    "レベルが上ったら",
    ja="術法を覚えるチェックは、その後で行う。",
    en="The checks for new spells come after that, also when memory was not raised.",
)


@BOOK.clause(
    "W-17.1",
    "ヒーローポイント",
    ja="オプションルール。１セッションに［レベル÷5＋2］点。",
    under={"hero_points": ("on",)},
)
def hero_points(level: int) -> int:
    """Optional rule. Level ÷ 5 + 2 points a session."""
    return level // 5 + 2


BOOK.state(
    "W-17.2",
    "ヒーローポイント",
    ja="１点で、今振ったサイコロのどれか一つを６にできる。",
    en="One point makes one die of the roll just made, whichever one likes, a 6.",
    under={"hero_points": ("on",)},
)
BOOK.state(
    "W-17.3",
    "ヒーローポイント",
    ja="成功チェックにもダメージにも使えるが、成長には使えない。",
    en="For success checks and damage, not for growth.",
    under={"hero_points": ("on",)},
)
BOOK.state(
    "W-17.4",
    "ヒーローポイント",
    ja="１の目を６にすれば、自動失敗ではなくなる。",
    en="A 1 made a 6 no longer fails the check.",
    under={"hero_points": ("on",)},
)
BOOK.state(
    "W-17.5",
    "ヒーローポイント",
    ja="次のセッションには持ち越せない。",
    en="Points do not carry over to the next session.",
    advice=True,
    under={"hero_points": ("on",)},
)
BOOK.state(
    "W-17.6",
    "ヒーローポイント",
    ja="目標値が不明なら、成否を知ってからは使えない。",
    en="Where the target number is unknown, no point after success or failure is known.",
    under={"hero_points": ("on",)},
)
