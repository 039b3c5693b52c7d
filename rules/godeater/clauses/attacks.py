"""The rulebook of godeater: declaring an attack and answering it (G-14 to G-16)."""

from msgspec import Struct

from senki.rules.clause import Chapter
from senki.rules.godeater.clauses.flow import distance, initiative
from senki.rules.godeater.options import Options
from senki.rules.godeater.setup import AttackType, Bullet, Cell, Consumable, Cost, Element, Gun, Melee, Range, Skill
from senki.rules.godeater.state import Answering, AttackMade, Character, Figures, Game, Method, Striking
from senki.rules.message import Term

CHAPTER = Chapter()

ATTACK, DECLARATION, ANSWERS = "攻撃について", "攻撃宣言ステップ", "レスポンスステップ"


# --- G-14 攻撃について

CHAPTER.state(
    "G-14.1",
    ATTACK,
    ja="相手にダメージを与えようとする行為を攻撃と呼ぶ。",
    en="An attack is an act that tries to damage another.",
    advice=True,
)
CHAPTER.state(
    "G-14.2",
    ATTACK,
    ja="攻撃には近接攻撃と射撃攻撃がある。",
    en="There are melee attacks (blade or devouring form, melee skills and items) and ranged attacks (gun form, ranged "
    "skills and items).",
    advice=True,
)
CHAPTER.state(
    "G-14.3",
    ATTACK,
    ja="攻撃は物理・炎・氷・雷・神の五つの属性のどれかを持つ。",
    en="Each has one of five elements: physical, fire, ice, thunder, divine.",
    advice=True,
)
CHAPTER.state(
    "G-14.4",
    ATTACK,
    ja="攻撃は宣言、レスポンス、攻撃判定（ダメージ判定・ガード判定・最終ダメージ計算）、終了と進む。",
    en="An attack runs: declaration, responses, attack check (damage check, guard check, final damage), end.",
    advice=True,
)


# --- G-15 攻撃宣言ステップ

CHAPTER.state(
    "G-15.1",
    DECLARATION,
    ja="攻撃側は攻撃方法と対象を宣言し、コストを払う。",
    en="The attacker declares the way of attacking and the target, and pays the cost.",
)
CHAPTER.state(
    "G-15.2",
    DECLARATION,
    ja="ショートブレードはＳＴ１、ＡＰ２、射程０～１。",
    en="Short blade: 1 ST and 2 AP, range 0 to 1.",
)
CHAPTER.state(
    "G-15.3",
    DECLARATION,
    ja="ロングブレードはＳＴ１、ＡＰ３、射程０～１。",
    en="Long blade: 1 ST and 3 AP, range 0 to 1.",
)
CHAPTER.state(
    "G-15.4",
    DECLARATION,
    ja="バスターブレードはＳＴ１、ＡＰ４、射程０～１。",
    en="Buster blade: 1 ST and 4 AP, range 0 to 1.",
)
CHAPTER.state(
    "G-15.5",
    DECLARATION,
    ja="射撃攻撃はＯＰ１、ＡＰ１、射程はバレットに従う。",
    en="Shooting: 1 OP and 1 AP, range by the bullet.",
)
CHAPTER.state(
    "G-15.6",
    DECLARATION,
    ja="スキル攻撃のコストと射程はスキルに従う。",
    en="Attack by a skill (or item): cost and range as it says.",
)

SHOT = Cost(op=1, ap=1)
REACH: Range = (0, 1)
BLADES: dict[str, tuple[str, Cost, int]] = {
    "short": ("G-15.2", Cost(st=1, ap=2), 2),
    "long": ("G-15.3", Cost(st=1, ap=3), 3),
    "buster": ("G-15.4", Cost(st=1, ap=4), 4),
}
"""The clause, the cost and the dice of each kind of blade."""


class Way(Struct, frozen=True, kw_only=True):
    """A way of attacking, with everything that the declaration fixes."""

    clause: str
    method: Method
    source: str
    bullet: str | None = None
    against: tuple[AttackType, Element]
    range: Range
    cost: Cost
    max_targets: int
    requires: str | None = None
    figures: Figures
    use: Skill | Consumable | None = None


def blade(weapon: Melee) -> Way:
    """G-15.2 to G-15.4, G-17.1: an attack with a blade."""
    clause, cost, dice = BLADES[weapon.kind]
    return Way(
        clause=clause,
        method="weapon",
        source=weapon.id,
        against=("melee", weapon.element),
        range=REACH,
        cost=cost,
        max_targets=1,
        figures=Figures(
            dice=(Term(weapon.id, dice),), power=(Term(weapon.id, weapon.power),), ability="strength", effects=()
        ),
    )


def shot(weapon: Gun, bullet: Bullet) -> Way:
    """G-15.5, G-17.1: an attack with a gun and a bullet."""
    return Way(
        clause="G-15.5",
        method="weapon",
        source=weapon.id,
        bullet=bullet.id,
        against=("ranged", bullet.element),
        range=bullet.range,
        cost=SHOT,
        max_targets=bullet.max_targets,
        figures=Figures(
            dice=(Term(weapon.id, 1), Term(bullet.id, bullet.dice)),
            power=(Term(weapon.id, weapon.power), Term(bullet.id, bullet.power)),
            ability="intellect",
            effects=bullet.effects,
        ),
    )


def by_use(method: Method, it: Skill | Consumable) -> Way | None:
    """G-15.6, G-17.1: an attack by a skill or an item; None where it is no attack."""
    attack = it.attack
    if attack is None or it.range is None:
        return None
    return Way(
        clause="G-15.6",
        method=method,
        source=it.id,
        against=(attack.attack_type, attack.element),
        range=it.range,
        cost=it.cost,
        max_targets=it.max_targets or 1,
        requires=it.requires,
        figures=Figures(
            dice=(Term(it.id, attack.dice),),
            power=(Term(it.id, attack.power),),
            ability=attack.ability,
            effects=attack.effects,
        ),
        use=it,
    )


def in_range(options: Options, one: Cell, other: Cell, reach: Range) -> bool:
    """G-3.5: whether a cell is within a range of another."""
    return reach[0] <= distance(options, one, other) <= reach[1]


# --- G-16 レスポンスステップ


@CHAPTER.clause("G-16.1", ANSWERS, ja="攻撃側以外の全員が、対象でなくてもレスポンスできる。")
def answering(game: Game, it: Answering) -> list[Character]:
    """All characters but the attacker may respond, targets or not."""
    waiting = [c for c in initiative(game) if c.id != it.by and not c.incapacitated and c.id not in it.responses]
    return waiting[:1] if game.options.responses == "open" else waiting


CHAPTER.state("G-16.2", ANSWERS, ja="ステップはＳＴ１で、即座に１セル動く。", en="Step: 1 ST, at once one cell.")


@CHAPTER.clause("G-16.3", ANSWERS, ja="ガードはＳＴ１。近接武器の装備中に行え、ガード判定を行う。")
def may_guard(options: Options, character: Character) -> bool:
    """Guard: 1 ST; only with a melee weapon equipped; makes a guard check."""
    return options.guard_weapon == "any" or isinstance(character.weapon, Melee)


@CHAPTER.clause(
    "G-16.4", ANSWERS, ja="カバーリングはＳＴ１。放棄した者の代わりに、対象になったものとしてガードを行う。"
)
def meets(game: Game, it: Striking, target: str) -> str:
    """Cover: 1 ST; guards as if oneself had become the target, in place of one who declared waive."""
    coverer = it.covers.get(target)
    return target if coverer is None or game.characters[coverer].incapacitated else coverer


@CHAPTER.clause("G-16.5", ANSWERS, ja="放棄にコストは要らない。何もしないか、何もできない状態。")
def waived(game: Game, it: AttackMade, id: str) -> bool:
    """Waive: no cost; doing nothing, or being unable to do anything."""
    answer = it.responses.get(id)
    return game.characters[id].incapacitated or answer is None or answer.action == "waive"


STEP_COST = Cost(st=1)
ANSWER_COST = {"step": ("G-16.2", STEP_COST), "guard": ("G-16.3", STEP_COST), "cover": ("G-16.4", STEP_COST)}
"""The clause and the cost of the answers that cost ST."""
COVER_REACH = {"any": 99, "one_cell": 1, "same_cell": 0}


@CHAPTER.clause("G-16.6", ANSWERS, ja="対象が射程から外れれば、攻撃は自動的に失敗する。")
def evading(game: Game, it: AttackMade) -> tuple[str, ...]:
    """A target that is no longer in the attack's range after the response step: the attack fails by itself."""
    here = game.cell(it.by)
    return tuple(t for t in it.targets if not in_range(game.options, here, game.cell(t), it.range))


CHAPTER.state(
    "G-16.7",
    ANSWERS,
    ja="払ったコストは戻らず、攻撃はそのまま終わる。",
    en="The costs paid do not come back; the attack ends at once.",
)
