"""The action check and what it may give (M-9)."""

from msgspec.structs import replace

from senki.rules.clause import Chapter
from senki.rules.meikyu.options import Options
from senki.rules.meikyu.state import Character, Condition

CHAPTER = Chapter()

CHAPTER.state(
    "M-9.1",
    "行動判定",
    ja="アクションダイスはＤ１０。装備品やスキルが定めた出目ごとの行動のうち、振った出目の行動を行う。",
    en="The action die is a D10 whose faces are laid down by equipment, skills and special skills; the face decides "
    "the action.",
)


CHAPTER.state(
    "M-9.2",
    "行動判定",
    ja="アクションダイスを振れるのは、キャラクター一人につき一ターンに一回まで（機転による振り直しは別）。",
    en="Each character rolls it once a round at most (re-rolls by wit apart).",
)


@CHAPTER.clause(
    "M-9.3", "行動判定", ja="攻撃のダメージは行動の計算式で決まる。対象が回避に成功しない限り、必ず命中する。"
)
def damage(options: Options, formula: int, defence: int, *, twice: bool) -> int:
    """Attack: damage by the action's formula. It always hits unless the target evades."""
    return max(options.damage_floor, formula - defence) * (2 if twice else 1)


@CHAPTER.clause(
    "M-9.4", "行動判定", ja="防御は、次のターンに自分の行動が初めて回ってくるまで、記された数値だけ防御力を上げる。"
)
def defence(character: Character) -> int:
    """Defence rises by the number given, until one's own action comes round for the first time in the next round."""
    return character.defence + character.bonus("defence")


@CHAPTER.clause(
    "M-9.5", "行動判定", ja="回避中は、自身を対象とする攻撃を受けたとき、記された回避判定に成功すればそれを無効化する。"
)
def evades(total: int, at_least: int | None, at_most: int | None) -> bool:
    """While evading, an attack on oneself is nullified if the action's evade check succeeds."""
    return (at_least is None or total >= at_least) and (at_most is None or total <= at_most)


CHAPTER.state(
    "M-9.6",
    "行動判定",
    ja="補助は、自身や仲間を助け、あるいは敵を妨げる。効果は行動ごとに異なる。",
    en="Support: help oneself or friends, or hinder enemies; the effect is the action's own.",
)


@CHAPTER.clause(
    "M-9.7", "行動判定", ja="調息が選ばれた者は、そのターンほかになにも行わず、ＭＰが記された数値だけ回復する。"
)
def mp_after(character: Character, amount: int) -> int:
    """Breathing: nothing else that round; MP returns by the number given."""
    return max(0, min(character.mp_max, character.mp + amount))


@CHAPTER.clause(
    "M-9.8", "行動判定", ja="コストの足りない行動が選ばれたときは、代わりに警戒になる。警戒は出目に記されない。"
)
def affords(character: Character, cost: int) -> bool:
    """An action whose cost cannot be paid is replaced by alert; alert stands on no face."""
    return character.mp >= cost


@CHAPTER.clause("M-9.9", "行動判定", ja="警戒した者は、そのターンほかになにも行わず、機転が１回復する。")
def wit_after(options: Options, character: Character, amount: int = 1) -> int:
    """Alert: nothing else that round; wit returns by 1."""
    if options.wit_cap == "none" or amount <= 0:
        return max(0, character.wit + amount)
    return max(character.wit, min(character.wit_max, character.wit + amount))


def hp_after(options: Options, character: Character, amount: int) -> int:
    """HP stop at their greatest, and at 0 unless `hp_floor` says otherwise."""
    hp = min(character.hp_max, character.hp + amount)
    return hp if options.hp_floor == "none" else max(0, hp)


def condition_at(hp: int) -> Condition:
    """Who has no HP left is out of the fight."""
    return "active" if hp > 0 else "down"


def out_of_the_fight(character: Character) -> Character:
    """Who is out of the fight has no bonuses any more, and evades no more."""
    return replace(character, bonuses=(), evading=None)
