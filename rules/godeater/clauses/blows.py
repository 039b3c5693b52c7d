"""The rulebook of godeater: damage check, guard check, final damage (G-17 to G-20)."""

from collections.abc import Sequence

from msgspec import Struct

from senki.rules.clause import Chapter
from senki.rules.godeater.clauses.attacks import meets
from senki.rules.godeater.clauses.checks import Against, modifiers, total
from senki.rules.godeater.options import Options
from senki.rules.godeater.setup import Resource, Shield
from senki.rules.godeater.state import AttackMade, Character, Dealt, Game, Striking
from senki.rules.message import Term

CHAPTER = Chapter()

DAMAGE, GUARD, FINAL, OVER = "ダメージ判定ステップ", "ガード判定ステップ", "最終ダメージ計算ステップ", "攻撃終了"


# --- G-17 ダメージ判定ステップ


def against(it: AttackMade) -> Against:
    """The type and element of an attack, for the effects that count only for some."""
    return (it.attack_type, it.element)


@CHAPTER.clause(
    "G-17.1", DAMAGE, ja="ダイスは、ショート２、ロング３、バスター４、銃は１＋バレット、スキルや携行品は効果による。"
)
def damage_dice(attacker: Character, it: AttackMade) -> tuple[Term, ...]:
    """Number of dice: blades 2, 3, 4; gun 1 + what the bullet adds; skills and items as they say."""
    return (*it.figures.dice, *modifiers(attacker, "damage_dice", against(it)))


@CHAPTER.clause("G-17.2", DAMAGE, ja="ダメージ判定のダイスを増減させる効果を合計する。０以下なら攻撃は失敗して終わる。")
def dice_left(terms: Sequence[Term]) -> int:
    """Plus all effects on the dice of the damage check. With 0 dice or fewer the attack fails and ends."""
    return max(0, total(terms))


CHAPTER.state(
    "G-17.3",
    DAMAGE,
    ja="クリティカルが出たダイスの数だけ振り足し、出なくなるまで続ける。",
    en="The dice are rolled. Each die that shows a critical adds one more die, and so do criticals among the added.",
)
CHAPTER.state(
    "G-17.4",
    DAMAGE,
    ja="ファンブルがなくクリティカルも出なくなれば、出目をすべて合計する。",
    en="Without a fumble, and with no more criticals, all faces are added up.",
)


@CHAPTER.clause("G-17.5", DAMAGE, ja="達成値は、出目の合計に、武器の威力と能力値と達成値への効果を足し引きしたもの。")
def damage_terms(attacker: Character, it: AttackMade, faces: int) -> tuple[Term, ...]:
    """Achievement = faces + weapon's power + ability + all effects on the achievement of the damage check."""
    ability = it.figures.ability
    return (
        Term("dice", faces),
        *it.figures.power,
        Term(ability, attacker.ability(ability)),
        *modifiers(attacker, "damage_result", against(it)),
    )


@CHAPTER.clause("G-17.6", DAMAGE, ja="達成値が０なら攻撃は失敗して終わる。")
def damage_total(terms: Sequence[Term]) -> int:
    """With an achievement of 0 the attack fails and ends."""
    return max(0, total(terms))


# --- G-18 ガード判定ステップ


@CHAPTER.clause("G-18.1", GUARD, ja="ガードに使う装甲を携行品から選ぶ。")
def shield_in_hand(defender: Character, chosen: str | None) -> Shield | None:
    """The defender chooses the shield to guard with, among the carried ones."""
    if chosen is None:
        return defender.shields[0] if defender.shields else None
    return next((s for s in defender.shields if s.id == chosen), None)


def guards(game: Game, it: Striking, id: str) -> bool:
    """G-10.4, G-10.5: whether who meets a blow makes a guard check."""
    answer = it.responses.get(id)
    if answer is None or game.characters[id].incapacitated or fumbled(it):
        return False
    return answer.action == "guard" or (answer.action == "cover" and id in it.covers.values())


def fumbled(it: Striking) -> bool:
    """G-2.7: whether a fumbled damage check is being met, under `fumbled_attack: defender_wins`."""
    return it.total == 0


def shield_due(game: Game, it: Striking) -> str | None:
    """G-18.1: who has a shield to choose now: two or more are carried."""
    if game.timing is not None or it.met >= len(it.targets):
        return None
    meeting = meets(game, it, it.targets[it.met])
    many = len(game.characters[meeting].shields) > 1
    return meeting if many and it.shield is None and guards(game, it, meeting) else None


SHIELDS = {"buckler": 2, "shield": 3, "tower": 4}


@CHAPTER.clause(
    "G-18.2", GUARD, ja="ダイスは、バックラー２、シールド３、タワー４に、ガード判定のダイスへの効果を足したもの。"
)
def guard_dice(defender: Character, shield: Shield | None, it: AttackMade) -> tuple[Term, ...]:
    """Number of dice: buckler 2, shield 3, tower 4, plus all effects on the dice of the guard check."""
    own = () if shield is None else (Term(shield.id, SHIELDS[shield.kind]),)
    return (*own, *modifiers(defender, "guard_dice", against(it)))


CHAPTER.state(
    "G-18.3",
    GUARD,
    ja="ダイスが０ならガード判定は自動的に失敗する。",
    en="With 0 dice the guard check fails by itself.",
)
CHAPTER.state(
    "G-18.4",
    GUARD,
    ja="ダメージ判定と同じように振り、出目を合計する。",
    en="Rolled like the damage check: criticals add dice; without a fumble the faces are added up.",
)


@CHAPTER.clause("G-18.5", GUARD, ja="達成値は、出目の合計に、盾の装甲値と【筋力】と達成値への効果を足し引きしたもの。")
def guard_terms(defender: Character, shield: Shield | None, it: AttackMade, faces: int) -> tuple[Term, ...]:
    """Achievement = faces + the shield's armour + the defender's strength + all effects on the guard check."""
    armour = () if shield is None else (Term(shield.id, shield.armour),)
    return (
        Term("dice", faces),
        *armour,
        Term("strength", defender.strength),
        *modifiers(defender, "guard_result", against(it)),
    )


def guard_total(options: Options, terms: Sequence[Term]) -> int:
    """G-18.5: below 0 it counts as 0, unless the table plays otherwise."""
    return max(0, total(terms)) if options.guard_floor == "zero" else total(terms)


# --- G-19 最終ダメージ計算ステップ


class Guarded(Struct, frozen=True):
    """How a guard check went."""

    total: int
    success: bool
    critical: bool


@CHAPTER.clause("G-19.1", FINAL, ja="攻撃側の達成値が高ければ、差がダメージとなる。")
def damage(options: Options, it: Striking, guard: Guarded | None) -> tuple[tuple[Term, ...], tuple[str, ...]]:
    """The attacker's achievement is higher: the damage is the difference."""
    if fumbled(it):
        return (Term("defender_wins", 1),), ("G-2.7", "G-19.2")
    terms = (Term("damage_check", it.total),)
    if guard is None:
        return terms, ("G-19.1",)
    terms = (*terms, Term("guard_check", -guard.total))
    if not guard.success:
        return terms, ("G-19.1",)
    if guard.critical:
        return (Term("guard_critical", 0),), ("G-19.3",)
    if options.attacker_critical == "wins" and it.critical:
        short = 1 - total(terms)
        return (*terms, Term("limit", short)) if short > 0 else terms, ("G-2.5", "G-19.1")
    if defends(options, it.total, guard.total):
        return (Term("defender_wins", 1),), ("G-19.2",)
    return terms, ("G-19.1",)


@CHAPTER.clause("G-19.2", FINAL, ja="防御側が勝てば、ダメージは１となる。")
def defends(options: Options, damage_check: int, guard_check: int) -> bool:
    """The defender wins: the damage is 1."""
    return guard_check > damage_check or (guard_check == damage_check and options.guard_tie == "defender")


CHAPTER.state(
    "G-19.3",
    FINAL,
    ja="防御側がクリティカルなら完全に防ぎ、最終ダメージは０。",
    en="The defender's guard check was a critical: the final damage is 0, whatever the attacker reached.",
)


@CHAPTER.clause("G-19.4", FINAL, ja="ダメージが１以上なら、最終ダメージを増減させる効果を合計して足す。")
def final_damage(attacker: Character, defender: Character, it: AttackMade, terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """With damage of 1 or more all effects on the final damage are added."""
    found = (
        *terms,
        *modifiers(attacker, "final_damage_dealt", against(it)),
        *modifiers(defender, "final_damage_taken", against(it)),
    )
    return found if total(found) >= 0 else (*found, Term("limit", -total(found)))


CHAPTER.state(
    "G-19.5",
    FINAL,
    ja="最終ダメージが０なら、ダメージを与えられない。",
    en="A final damage of 0 does no damage.",
)


@CHAPTER.clause("G-19.6", FINAL, ja="最終ダメージを防御側の【ＨＰ】から引く。")
def hp_after(options: Options, hp: int, amount: int) -> int:
    """The final damage is taken from the defender's HP."""
    lowest = floor(options, "hp")
    return hp - amount if lowest is None else max(min(lowest, hp), hp - amount)


def floor(options: Options, resource: Resource) -> int | None:
    """G-19.6: how low a resource goes, whatever takes it; None: HP, by the option `hp_floor`."""
    return None if resource == "hp" and options.hp_floor == "none" else 0


def falls(options: Options, character: Character) -> bool:
    """G-19.6: whether somebody is incapacitated now, by the option `incapacitation`."""
    return options.incapacitation == "at_zero_hp" and character.hp <= 0 and not character.incapacitated


def ap_of_fallen(options: Options, ap: int) -> int:
    """G-11.3: AP of one who falls, by the option `fallen_ap`."""
    return 0 if options.fallen_ap == "lost" else ap


CHAPTER.state(
    "G-19.7",
    FINAL,
    ja="「ダメージを与えた時」の効果を処理する。",
    en='Effects for "when damage was dealt" are processed now.',
)


@CHAPTER.clause(
    "G-19.8", FINAL, ja="近接武器の攻撃でダメージを与えたら、攻撃側は（ダメージ／１０）点のＯＰを回復する。"
)
def op_gained(options: Options, it: Striking, dealt: Dealt) -> tuple[Term, ...]:
    """Damage dealt by an attack with a melee weapon gives the attacker (damage ÷ 10) OP."""
    if it.attack_type != "melee" or (options.op_recovery == "melee_weapon" and it.method != "weapon"):
        return ()
    lost = options.op_damage == "hp_lost"
    counted = dealt.hp_lost if lost else dealt.final_damage
    gained = -(-counted // 10) if options.op_rounding == "up" else counted // 10
    return (Term("hp_lost/10" if lost else "final_damage/10", gained),) if gained else ()


# --- G-20 攻撃終了

CHAPTER.state(
    "G-20.1",
    OVER,
    ja="攻撃の一切の処理が終わり、攻撃が終了する。",
    en="Everything about the attack has been processed; it ends.",
)
