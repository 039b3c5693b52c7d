"""The rulebook of godeater, first half: checks, the map, the flow of a battle and of a turn (G-1 to G-13)."""

from collections.abc import Sequence

from rules.clause import ClauseBook
from rules.godeater.options import Options
from rules.godeater.setup import (
    CENTRE,
    Ability,
    ApPenalty,
    AttackType,
    Cell,
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
    Kind,
    Lasting,
    Resource,
    RoundEndChange,
    Timing,
    Window,
)
from rules.godeater.state import Character, Game, LastingKind, Lingering, Queued
from rules.message import Term

BOOK = ClauseBook("G")

DIE = 10
CRITICAL, FUMBLE = 10, 1
CHECKS, OPPOSED, MAP, FLOW = "判定とは", "対決について", "マップについて", "戦闘の流れ"
START, ROUND, INITIATIVE, TURN = "戦闘開始の宣言", "ラウンド開始", "イニシアチブプロセス", "ターン"
MOVE, SIDE, MAIN, RESPONSE = "ムーヴアクション", "サイドアクション", "メインアクション", "レスポンスアクション"
ACTED, ROUND_END, END = "行動終了", "ラウンド終了", "戦闘終了の宣言"

Against = tuple[AttackType, Element] | None
"""The attack that a check belongs to; None for any other check."""


# --- G-1 判定とは


@BOOK.clause("G-1.1", CHECKS, ja="判定は定められたダイスを振って該当する値を足し、達成値が目標値以上なら成功する。")
def succeeds(total: int, difficulty: int) -> bool:
    """A check rolls the dice of its kind, adds what belongs to it, and succeeds at the difficulty or above."""
    return total >= difficulty


BOOK.state(
    "G-1.2",
    CHECKS,
    ja="判定はＧＭの指示か許可があって行う。",
    en="A check is made only on the GM's order or with the GM's leave: only the GM declares it.",
)


@BOOK.clause("G-1.3", CHECKS, ja="筋力判定は１Ｄ１０＋【筋力】。")
def check_terms(die: int, ability: Ability, level: int, modifier: int) -> tuple[Term, ...]:
    """Strength check: 1d10 + strength."""
    terms = (Term("die", die), Term(ability, level))
    return (*terms, Term("modifier", modifier)) if modifier else terms


BOOK.state("G-1.4", CHECKS, ja="敏捷判定は１Ｄ１０＋【敏捷】。", en="Agility check: 1d10 + agility.")
BOOK.state("G-1.5", CHECKS, ja="知力判定は１Ｄ１０＋【知力】。", en="Intellect check: 1d10 + intellect.")
BOOK.state("G-1.6", CHECKS, ja="抵抗判定は１Ｄ１０＋【耐久】。", en="Resistance check: 1d10 + endurance.")
BOOK.state(
    "G-1.7",
    CHECKS,
    ja="その他の判定は１Ｄ１０に、ＧＭがふさわしいと考える能力を足す。",
    en="Any other check: 1d10 + the ability that the GM finds fitting; `label` names the check.",
    advice=True,
)
BOOK.state(
    "G-1.8",
    CHECKS,
    ja="目標値の目安。３まで簡単、７まで並、１０まで困難、１５まで極めて困難、１６以上は奇跡を要する。",
    en="Guide to difficulties: up to 3 simple, 4 to 7 for one who knows the job, 8 to 10 hard, 11 to 15 extremely hard, "
    "16 and above only by a miracle.",
    advice=True,
)

CHECK_CLAUSE: dict[Ability, str] = {
    "strength": "G-1.3",
    "agility": "G-1.4",
    "intellect": "G-1.5",
    "endurance": "G-1.6",
}


@BOOK.clause("G-1.9", CHECKS, ja="出目がクリティカル値以上ならクリティカル。自動的に成功し、通常以上の結果を得る。")
def criticals(faces: Sequence[int], critical_value: int) -> int:
    """A die that shows the critical value or more is a critical: the check succeeds, better than ordinarily."""
    return sum(1 for face in faces if face >= critical_value)


@BOOK.clause("G-1.10", CHECKS, ja="出目がすべてファンブル値以下ならファンブル。自動的に失敗し、通常以下の結果となる。")
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


@BOOK.clause("G-1.11", CHECKS, ja="原則としてクリティカル値は１０、ファンブル値は１。")
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

BOOK.state(
    "G-2.1",
    OPPOSED,
    ja="対決は二人の達成値を比べて勝敗を決める。",
    en="An opposed check compares two achievements and decides a contest.",
    advice=True,
)
BOOK.state(
    "G-2.2",
    OPPOSED,
    ja="仕掛けた側が攻撃側、抵抗する側が防御側。ＧＭに指定された判定を攻撃側から行う。",
    en="Whoever starts it is the attacking side and rolls first, with the check that the GM names; the other defends.",
)


@BOOK.clause("G-2.3", OPPOSED, ja="攻撃側の達成値が防御側の判定の難易度となる。以上なら防御側の勝利。")
def defender_reaches(attacker_total: int, defender_total: int) -> bool:
    """The attacker's achievement is the difficulty of the defender's check: equal or above, the defender wins."""
    return succeeds(defender_total, attacker_total)


@BOOK.clause("G-2.4", OPPOSED, ja="クリティカルとファンブルは双方に起こる。双方クリティカルなら防御側の勝利。")
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


BOOK.state(
    "G-2.5",
    OPPOSED,
    ja="攻撃側だけがクリティカルなら攻撃側の勝利。",
    en="Attacker critical against neither critical nor fumble: the attacker wins.",
)
BOOK.state(
    "G-2.6",
    OPPOSED,
    ja="攻撃側がクリティカル、防御側がファンブルなら攻撃側の勝利。詳細はＧＭが決める。",
    en="Attacker critical against fumble: the attacker wins, and the GM settles the details.",
)
BOOK.state(
    "G-2.7",
    OPPOSED,
    ja="攻撃側がファンブルなら防御側は判定せずに勝つ。",
    en="Attacker fumble: the defender does not roll and wins.",
)

# --- G-3 マップについて

BOOK.state(
    "G-3.1",
    MAP,
    ja="ダイアクロックマップは１２セルの輪二つと中央一つ、二十五のセルから成る。",
    en="The map is the clock map: two rings of 12 cells and one centre, 25 cells.",
)
BOOK.state(
    "G-3.2",
    MAP,
    ja="セルに止まることも通ることも進入という。一つのセルに何人でも入れる。",
    en="Stopping in a cell and passing through it are both entering. Any number of characters may be in one cell.",
    advice=True,
)


@BOOK.clause("G-3.3", MAP, ja="ＰＣは中央のセルに進入できない。")
def may_enter(character: Character, cell: Cell) -> bool:
    """A PC may not enter the centre."""
    return cell != CENTRE or character.kind != "pc"


@BOOK.clause("G-3.4", MAP, ja="中央に隣り合う１２がｉｎセル、その外がｏｕｔセル。最上部の１２から右回りに数える。")
def hour(cell: Cell) -> int:
    """The 12 cells next to the centre are the in cells, the 12 outside them the out cells, numbered like a clock."""
    return int(cell[1:])


@BOOK.clause("G-3.5", MAP, ja="射程はセルを数える。自分のセルが０、隣り合うセルが１。")
def distance(options: Options, one: Cell, other: Cell) -> int:
    """A range counts cells: 0 is one's own cell, 1 an adjacent one."""
    if CENTRE in {one, other}:
        rings = one[0] + other[0]
        return 0 if one == other else (2 if "o" in rings else 1)
    apart = abs(hour(one) - hour(other))
    apart = min(apart, 12 - apart)
    through = options.range_through_centre
    if one[0] == other[0]:
        around = {"i": 2, "o": 4}[one[0]]
        return min(apart, around) if through else apart
    if options.diagonals:
        return max(1, min(apart, 3) if through else apart)
    return (min(apart, 2) if through else apart) + 1


def adjacent(options: Options, one: Cell, other: Cell) -> bool:
    """G-3.4, G-3.5: whether two cells touch."""
    return distance(options, one, other) == 1


# --- G-4 戦闘の流れ

BOOK.state(
    "G-4.1",
    FLOW,
    ja="配置、ミッションの公開、開始の宣言、ラウンドの繰り返し、終了の宣言、描写と進む。",
    en="The battle part runs: placement, missions made public, start declared, rounds, end declared, description.",
    advice=True,
)


@BOOK.clause("G-4.2", "キャラクターの配置", ja="戦闘に加わる全員を配置する。まずエネミーをシナリオの定める位置に。")
def placing(game: Game) -> tuple[Character, ...]:
    """Everybody who takes part is placed. First the enemies, in the places that the scenario sets."""
    waiting = [c for c in game.characters.values() if c.cell is None]
    for kind in ("enemy", "npc", "pc"):
        group = tuple(c for c in waiting if c.kind == kind)
        if group:
            return group
    return ()


@BOOK.clause("G-4.3", "キャラクターの配置", ja="続いてＮＰＣ、ＰＣの順に、中央以外の任意のセルに。")
def may_be_placed(kind: Kind, cell: Cell) -> bool:
    """Then the NPCs, then the PCs, each in any cell but the centre."""
    return cell != CENTRE or kind == "enemy"


BOOK.state(
    "G-4.4",
    "ミッションの公開",
    ja="ＧＭはメインミッションの達成条件と失敗条件、サイドミッションの達成条件を公開する。",
    en="The GM makes public the conditions of the main mission, and the success conditions of side missions.",
)
BOOK.state(
    "G-4.5",
    "ミッションの公開",
    ja="メインミッションはバトルパートを終わらせるミッション。",
    en="The main mission is what ends the battle part.",
)
BOOK.state(
    "G-4.6",
    "ミッションの公開",
    ja="サイドミッションはメインミッションと関わりなく、成功すればよい結果をもたらす。",
    en="A side mission has nothing to do with the main one: success brings something good, and the battle goes on.",
)
BOOK.state("G-4.7", START, ja="ＧＭは戦闘開始を宣言する。", en="The GM declares the start of the battle.")


@BOOK.clause("G-4.8", START, ja="「タイミング：戦闘開始時」のスキルやアビリティを処理する。")
def queue(game: Game, window: Window, only: str | None = None) -> tuple[Queued, ...]:
    """Skills and abilities with the timing "battle start" are processed then."""
    owners = [c for c in by_maximum(game) if only is None or c.id == only]
    return tuple(Queued(by=c.id, skill=s.id) for c in owners for s in c.skills if s.timing == window)


BOOK.state("G-4.9", START, ja="戦闘はラウンドで進む。", en="The battle proceeds by rounds.")

# --- G-5 ラウンド開始


@BOOK.clause("G-5.1", ROUND, ja="全員が【ＡＰ】【ＳＴ】を【最大ＡＰ】【最大ＳＴ】分回復する。")
def recovery(character: Character, resource: Resource) -> tuple[int, tuple[Term, ...], tuple[str, ...]]:
    """Every character (fallen ones too) recovers AP by its maximum AP and ST by its maximum ST."""
    if resource == "st":
        terms: tuple[Term, ...] = (Term("max_st", character.max_st),)
        return (*within(character, "st", terms), ("G-5.1", "G-5.2"))
    lowered = penalties(character)
    terms = (Term("max_ap", character.max_ap), *lowered)
    amount = recovered(character.max_ap, lowered)
    if amount != total(terms):
        terms = (*terms, Term("limit", amount - total(terms)))
    clauses = ("G-5.1", "G-5.2", "G-5.3") if lowered else ("G-5.1", "G-5.2")
    return (*within(character, "ap", terms), clauses)


@BOOK.clause("G-5.2", ROUND, ja="上限を超えて回復することはない。")
def within(character: Character, resource: Resource, terms: tuple[Term, ...]) -> tuple[int, tuple[Term, ...]]:
    """Never above the maximum. (A change by an effect does not go below 0 either; `limit` is what was cut off.)"""
    now, most = character.resource(resource), character.maximum(resource)
    wanted = now + total(terms)
    reached = max(min(0, now), wanted)
    if most is not None:
        reached = min(max(most, now), reached)
    amount = reached - now
    cut = amount - total(terms)
    if not cut:
        return amount, terms
    other = [t for t in terms if t.label != "limit"]
    cut = amount - total(other)
    return amount, tuple(other) + ((Term("limit", cut),) if cut else ())


@BOOK.clause("G-5.3", ROUND, ja="ＡＰペナルティの分だけ【ＡＰ】の回復量は減る。")
def recovered(maximum: int, lowered: Sequence[Term]) -> int:
    """An AP penalty lowers the amount of AP recovered by its value (not below 0)."""
    return max(0, maximum + total(lowered))


def penalties(character: Character) -> tuple[Term, ...]:
    """What lowers the recovery of AP: the sheet's penalty and effects, negative."""
    own = (Term("ap_penalty", -character.ap_penalty),) if character.ap_penalty else ()
    return (*own, *(Term(t.label, -t.value) for t in modifiers(character, "ap_penalty")))


@BOOK.clause("G-5.4", ROUND, ja="「タイミング：ラウンド開始時」の効果を、【最大ＡＰ】の高い者から処理する。")
def by_maximum(game: Game) -> list[Character]:
    """Then skills and abilities with the timing "round start", the highest maximum AP first."""
    return sorted(game.characters.values(), key=lambda c: (-c.max_ap, precedence(game.options, c)))


def precedence(options: Options, character: Character) -> int:
    """Who comes first among equals, before the order of the list: the option `initiative_tie`."""
    if options.initiative_tie == "pc_first":
        return 0 if character.side == "pc" else 1
    return 0


BOOK.state(
    "G-5.5",
    ROUND,
    ja="【ＡＰ】の高い順に行動順を決める。",
    en="Then the order of action is settled by AP, highest first.",
)

# --- G-6 イニシアチブプロセス


@BOOK.clause("G-6.1", INITIATIVE, ja="いま【ＡＰ】が最も高いキャラクターが次のターンを得る。")
def initiative(game: Game) -> list[Character]:
    """Whoever has the most AP at this moment takes the next turn."""
    high = game.options.initiative_tie == "max_ap"
    return sorted(
        game.characters.values(),
        key=lambda c: (-c.ap, -c.max_ap if high else 0, precedence(game.options, c)),
    )


def able(game: Game, character: Character) -> bool:
    """G-11.1, G-11.3: whether somebody can still take a turn in this round."""
    done = game.options.turns_per_round == "one_attack" and character.acted
    return character.ap > 0 and not character.incapacitated and not done


# --- G-7 ターン、ムーヴアクション

BOOK.state(
    "G-7.1",
    TURN,
    ja="あるキャラクターのターンの間、原則として他の者は行動できない。",
    en="During a character's turn others as a rule do not act. (Responses to an attack are the exception.)",
)
BOOK.state(
    "G-7.2",
    TURN,
    ja="ターンはムーヴ、サイド、メインの順に進む。",
    en="A turn runs move action, side action, main action.",
    advice=True,
)
BOOK.state(
    "G-7.3",
    MOVE,
    ja="ムーヴアクションは一つ。行わなくてもよい。",
    en="One move action; it may be skipped.",
    advice=True,
)
BOOK.state(
    "G-7.4",
    MOVE,
    ja="サイドやメインの後にムーヴはできない。",
    en="No move action after a side or a main action.",
)
BOOK.state("G-7.5", MOVE, ja="戦闘移動は１セル動く。", en="Battle move: one cell, free.")
BOOK.state(
    "G-7.6",
    MOVE,
    ja="全力移動は【ＳＴ】１と任意の【ＡＰ】を払い、払った【ＡＰ】の数だけセルを動く。",
    en="All-out move: pays 1 ST and any number of AP, and moves as many cells as AP were paid.",
)
BOOK.state(
    "G-7.7",
    MOVE,
    ja="行動放棄は【ＡＰ】を０にしてターンを終える。",
    en="Giving up: AP becomes 0 and the turn ends.",
)

# --- G-8 サイドアクション

BOOK.state(
    "G-8.1",
    SIDE,
    ja="サイドアクションは一つ。行わなくてもよいが、メインの後にはできない。",
    en="One side action; it may be skipped; none after a main action.",
)
BOOK.state(
    "G-8.2", SIDE, ja="ジャンプで、このターンの間〔飛行〕を得る。", en="Jump: the character is flying for this turn."
)
BOOK.state(
    "G-8.3",
    SIDE,
    ja="変形は、装備中の武器を携行品に加え、それとは異なる武器を携行品から装備する。",
    en="Transform: the equipped weapon joins the carried items and a different weapon from them is equipped.",
)
BOOK.state(
    "G-8.4",
    SIDE,
    ja="「タイミング：サイド」のスキルや携行品を使う。",
    en='A skill or carried item with the timing "side" is used.',
)
BOOK.state(
    "G-8.5",
    SIDE,
    ja="携行品を同じセルの味方に渡す。",
    en="A carried item is handed to an ally in the same cell.",
)
BOOK.state(
    "G-8.6",
    SIDE,
    ja="携行品をその場に置くか、置かれたものを拾う。",
    en="A carried item is left in one's cell, or an item lying there is picked up.",
)
BOOK.state(
    "G-8.7", SIDE, ja="その他、ＧＭがふさわしいと判断する行動。", en="Anything else that the GM finds fitting."
)

# --- G-9 メインアクション

BOOK.state(
    "G-9.1",
    MAIN,
    ja="メインアクションは一つ。その処理をもってターンは終わる。",
    en="One main action; when it has been processed the turn ends.",
)
BOOK.state(
    "G-9.2",
    MAIN,
    ja="装備している武器かスキルで攻撃する。",
    en="An attack with the equipped weapon or by a skill (or an item that attacks).",
)
BOOK.state(
    "G-9.3",
    MAIN,
    ja="リンクエイドで〔戦闘不能〕の味方を救助する。",
    en="Link aid: an incapacitated ally is rescued. Its cost, reach and effect stand in the options.",
)
BOOK.state(
    "G-9.4",
    MAIN,
    ja="「タイミング：メイン」のスキルや携行品を使う。",
    en='A skill or carried item with the timing "main" is used.',
)


@BOOK.clause("G-9.5", MAIN, ja="待機は【ＡＰ】を半分にしてターンを終える。")
def halved(options: Options, ap: int) -> int:
    """Wait: AP is halved and the turn ends."""
    return (ap + 1) // 2 if options.wait_rounding == "up" else ap // 2


def revives(options: Options, character: Character) -> bool:
    """G-9.3: whether healing alone raises somebody, by the option `healing_revives`."""
    return options.healing_revives and character.incapacitated and character.hp > 0


def rescued_hp(options: Options, character: Character) -> int:
    """G-9.3: the HP of the rescued, by the option `link_aid_hp`."""
    return max(character.hp, min(options.link_aid_hp, character.max_hp))


USED: dict[Timing, str] = {
    "side": "G-8.4",
    "main": "G-9.4",
    "response": "G-10.6",
    "battle_start": "G-4.8",
    "round_start": "G-5.4",
    "round_end": "G-12.2",
    "damage_dealt": "G-19.7",
}
"""The clause of using something, by its timing."""

# --- G-10 レスポンスアクション

BOOK.state(
    "G-10.1",
    RESPONSE,
    ja="レスポンスアクションは、自分以外の誰かの攻撃の判定の前に割り込む。",
    en="A response action cuts in when somebody else attacks, in the response step, before the attack's checks.",
)
BOOK.state(
    "G-10.2",
    RESPONSE,
    ja="攻撃者以外の全員が同時に、一つずつ行う。",
    en="All characters but the attacker act in it at the same time, each with one response action.",
)
for number, ja, en, advice in (
    ("G-10.3", "ステップは【ＳＴ】１で１セル動く。", "Step: 1 ST, one cell.", True),
    (
        "G-10.4",
        "ガードは【ＳＴ】１。攻撃の対象が選んだなら、ダメージ判定の後にガード判定を行う。",
        "Guard: 1 ST. One who is the attack's target and chose it makes a guard check after the damage check.",
        False,
    ),
    (
        "G-10.5",
        "カバーリングは【ＳＴ】１。放棄を宣言した味方一人の代わりに攻撃の対象としてガード判定を行う。",
        "Cover: 1 ST. Makes the guard check as the attack's target in place of one ally who declared waive.",
        False,
    ),
    (
        "G-10.6",
        "「タイミング：レスポンス」のスキルや携行品を使う。",
        'A skill or carried item with the timing "response" is used.',
        False,
    ),
    ("G-10.7", "放棄は何もしない。", "Waive: nothing.", True),
    ("G-10.8", "その他、ＧＭがふさわしいと判断する行動。", "Anything else that the GM finds fitting.", False),
):
    BOOK.state(number, RESPONSE, ja=ja, en=en, advice=advice)

# --- G-11 行動終了

BOOK.state(
    "G-11.1",
    ACTED,
    ja="攻撃を行った者は〔行動終了〕となり、ターンを終える。",
    en='Whoever attacked is in the state "acted", and the turn ends.',
)
BOOK.state(
    "G-11.2",
    ACTED,
    ja="ターンが終わればイニシアチブプロセスに戻り、いま【ＡＰ】が最も高い者のターンとなる。",
    en="After a turn comes the initiative process again: whoever has the most AP now.",
    advice=True,
)
BOOK.state(
    "G-11.3",
    ACTED,
    ja="全員の【ＡＰ】が０になるまで繰り返し、０になればラウンド終了に移る。",
    en="Repeated until all have 0 AP; then the round ends.",
)

# --- G-12 ラウンド終了


@BOOK.clause("G-12.1", ROUND_END, ja="「Ｘラウンドの間有効」の残りを一つ減らし、０になれば解除する。")
def rounds_left(effect: Lingering) -> int | None:
    """First, effects that hold for X rounds lose one round; at 0 they are lifted."""
    return effect.rounds - 1 if isinstance(effect.rounds, int) else None


BOOK.state(
    "G-12.2",
    ROUND_END,
    ja="「ラウンド終了時」の効果を処理する。",
    en='Then skills with the timing "round end", and effects that say "at round end".',
)
BOOK.state(
    "G-12.3",
    ROUND_END,
    ja="そのまま次のラウンドに移り、ラウンド数は一つ増える。",
    en="Nothing else happens; the next round starts, its number one higher.",
)
BOOK.state(
    "G-12.4",
    ROUND_END,
    ja="メインミッションの達成か失敗まで繰り返す。",
    en="Repeated until the main mission's success or failure condition is met.",
    advice=True,
)

# --- G-13 戦闘終了の宣言、シナリオの描写

BOOK.state(
    "G-13.1",
    END,
    ja="条件が満たされればＧＭが終了を宣言し、以後すべての戦闘処理は終わる。",
    en="When the condition is met the GM declares the end; from then on nothing of the battle is processed any more.",
)
BOOK.state(
    "G-13.2",
    "シナリオの描写",
    ja="ＧＭは結果を踏まえて描写し、エンドパートに移る。",
    en="The GM describes the outcome of the battle and of the missions; then the end part follows.",
    advice=True,
)
