"""The rulebook of hms, sentence by sentence, in the text's order. Sentences and formulas; no procedure."""

from collections.abc import Sequence
from typing import Literal

from senki.rules.clause import ClauseBook
from senki.rules.hms.options import Options
from senki.rules.hms.setup import BANDS, COMBAT, Band, Skill, Weapon
from senki.rules.hms.state import Character, Condition, Game

BOOK = ClauseBook("H")

Distance = Literal["grapple", "melee", "throwing", "shooting"]
DISTANCES: tuple[Distance, ...] = ("grapple", "melee", "throwing", "shooting")

BOOK.state(
    "H-1.1",
    "戦闘の距離",
    ja="戦闘の距離は、使われる武器で格闘・白兵・投擲・射撃の四つに分かれる。さらに遠い砲撃戦距離はこの文書の外。",
    en="Four main distances, by the weapons used at them: grapple, melee, throwing (about 5 to 20 m), shooting "
    "(20 m to about 1 km). Longer ones are outside this text.",
    advice=True,
)


@BOOK.clause("H-1.2", "戦闘の距離", ja="各距離は武器の長さで −、無印、＋ に細分される。格闘戦距離に − はない。")
def main_distance(band: Band) -> Distance:
    """Each main distance has three bands by weapon length: −, plain, ＋ (＋ the longest). Grapple has no −."""
    return _MAIN[band]


_MAIN: dict[Band, Distance] = {band: distance for band in BANDS for distance in DISTANCES if band.startswith(distance)}


@BOOK.clause("H-1.3", "戦闘の距離", ja="細分された距離は、短い順に十一ある。")
def steps(origin: Band, to: Band) -> int:
    """So there are eleven bands, in a row from short to long."""
    return _PLACE[to] - _PLACE[origin]


_PLACE: dict[Band, int] = {band: place for place, band in enumerate(BANDS)}

BOOK.state(
    "H-2.1",
    "ＨＰについて",
    ja="戦闘で打撃（威力）判定を行う場合に、ＨＰという能力値を用いる。",
    en="Hit points exist where a fight makes damage checks.",
    advice=True,
)


@BOOK.clause("H-2.2", "ＨＰについて", ja="ＨＰの最大値は 25＋肉体×5。")
def hp_max(body: int) -> int:
    """Greatest HP = 25 + body × 5."""
    return 25 + body * 5


BOOK.state(
    "H-3.1",
    "基本的な手順",
    ja="距離を決め、以後ラウンドごとに、イニシアチブ、各キャラクターの手番を一回ずつ、逃走の宣言を行う。",
    en="First the distance is settled; then rounds of: initiative, each character's go once in that order, flight.",
)


@BOOK.clause("H-3.2", "基本的な手順", ja="どちらかが全滅するか、逃げ切るか、降伏するまでラウンドを繰り返す。")
def teams_left(standing: Sequence[Character]) -> tuple[str, ...]:
    """Rounds repeat until a side is wiped out, gets away, or surrenders."""
    return tuple(dict.fromkeys(c.team for c in standing))


BOOK.state(
    "H-3.3",
    "基本的な手順",
    ja="手番には、攻撃・防御・割り込み・特殊行動のどれか一つと、移動を行える。",
    en="On its go a character takes one of the actions (attack, defend, interrupt, special) and may also move.",
    advice=True,
)
BOOK.state(
    "H-4.1",
    "戦闘距離の決定",
    ja="戦闘が始まるとき、ＧＭがどの距離で始まるかを宣言する。",
    en="When the fight begins the GM declares the distance at which it begins.",
)
BOOK.state(
    "H-4.2",
    "戦闘距離の決定",
    ja="目安。手が届くなら格闘、話していたなら白兵、間合いがあれば投擲、遠く離れていれば射撃戦距離。",
    en="Advice: within reach of a hand, grapple; talking face to face, melee; standing off, throwing; "
    "far apart, shooting.",
    advice=True,
)
BOOK.state(
    "H-5.1",
    "イニシアチブの決定",
    ja="ラウンドの初めに、戦闘に加わる全員が、そのラウンドの行動に使うスキルを宣言する。",
    en="At the start of each round everybody in the fight declares the skill of the action meant for that round.",
)
BOOK.state(
    "H-5.2",
    "イニシアチブの決定",
    ja="まずＧＭ、次にプレイヤーが宣言するとよい。プレイヤーどうしの戦いなら同時に宣言するとよい。",
    en="The GM declares first (npc), then the players. Players against each other declare at the same time.",
)
BOOK.state(
    "H-5.3",
    "イニシアチブの決定",
    ja="宣言はそのラウンドの行動を明らかにするだけで、宣言の早い遅いに損得はない。",
    en="The declaration only makes the round's action plain; early or late gives nobody any other advantage.",
    advice=True,
)


@BOOK.clause("H-5.4", "イニシアチブの決定", ja="全員が2D6を振り、宣言したスキルを足す。大きい者から行動する。")
def initiative_total(dice: int, skill: int) -> int:
    """Then everybody rolls 2D6 and adds the declared skill; larger results go first."""
    return dice + skill


BOOK.state(
    "H-5.5",
    "イニシアチブの決定",
    ja="同じ結果なら、使うスキルの大きい者が先。",
    en="Equal results: the larger declared skill goes first.",
)
BOOK.state(
    "H-5.6",
    "イニシアチブの決定",
    ja="スキルも同じなら、同じだった者どうしで差がつくまで振り直す。",
    en="Equal skills too: those who are tied roll again (2D6 each, larger first), until they differ.",
)
BOOK.state(
    "H-5.7",
    "イニシアチブの決定",
    ja="その振り直しは、同じ結果でなかった者に影響しない。",
    en="Such a re-roll changes nothing for anybody who was not tied.",
)
BOOK.state("H-6.1", "距離と移動", ja="手番には移動を行える。", en="A character may move on its go.")


@BOOK.clause("H-6.2", "距離と移動", ja="移動は、格闘−白兵−投擲−射撃の並びで隣り合う距離までできる。")
def reaches(options: Options, origin: Band, to: Band) -> bool:
    """A move goes as far as an adjacent main distance in the row grapple – melee – throwing – shooting."""
    if options.movement_range == "three_bands":
        return abs(steps(origin, to)) <= 3  # noqa: PLR2004 - the option's name
    apart = abs(DISTANCES.index(main_distance(to)) - DISTANCES.index(main_distance(origin)))
    return apart == 1 or (apart == 0 and options.movement_range == "adjacent_distance")


BOOK.state(
    "H-6.3",
    "距離と移動",
    ja="攻撃するには、自分のスキル（それに使う武器）に適した距離にいなければならない。",
    en="To attack, one must be at a distance that suits the skill (the weapon used with it).",
)


@BOOK.clause("H-6.4", "距離と移動", ja="適した距離は、細分された距離で武器の説明に書かれている。")
def suits(weapon: Weapon | None, band: Band) -> bool:
    """Which distances suit is written with the weapon, as bands."""
    return weapon is not None and band in weapon.bands


BOOK.state(
    "H-6.5",
    "距離と移動",
    ja="敵が自分の武器に適した距離から距離を変えようとするとき、その移動の阻止を試みてよい。",
    en="When an enemy tries to change the distance away from a band that suits one's own weapon, "
    "one may try to block it.",
)
BOOK.state(
    "H-6.6",
    "距離と移動",
    ja="移動の阻止は、阻止する側を攻撃側とした命中判定と同じ。",
    en="A block is the same as the hit check of an attack, with the blocker as attacker.",
)
BOOK.state(
    "H-6.7",
    "距離と移動",
    ja="命中すれば移動は無効になり、代わりの行動も行えない。",
    en="If it hits, the move has no effect, and the enemy gets nothing else in its place.",
)
BOOK.state("H-6.8", "距離と移動", ja="阻止の命中で打撃判定は行えない。", en="A block that hits does no damage.")
BOOK.state(
    "H-6.9",
    "距離と移動",
    ja="命中しなければ、敵は望む移動を行う。",
    en="If it misses, the move happens as the enemy wished.",
)


@BOOK.clause("H-6.10", "距離と移動", ja="近づく移動の阻止は、一ラウンドに何度でも行える。")
def approaches(origin: Band, to: Band) -> bool:
    """One may block any number of moves that shorten the distance in a round."""
    return steps(origin, to) < 0


@BOOK.clause("H-6.11", "距離と移動", ja="遠ざかる移動の阻止は、一ラウンドに一回だけ行える。")
def may_block(blocker: Character, origin: Band, to: Band) -> bool:
    """One may block only one move that lengthens the distance in a round (the attempt counts, not its success)."""
    return suits(blocker.wielded, origin) and (approaches(origin, to) or not blocker.blocked_retreat)


BOOK.state(
    "H-7.1",
    "攻撃",
    ja="手番には攻撃を行える。命中判定、そして（もしあれば）威力判定の順。",
    en="On its go a character may attack: a hit check, then a damage check if there is one.",
)


@BOOK.clause("H-7.2", "攻撃", ja="命中判定は、互いが宣言したスキルどうしの判定（2D6＋スキル）で行う。")
def margin(actor_dice: int, actor_skill: int, target_dice: int, target_skill: int) -> int:
    """The hit check is opposed: each side rolls 2D6 and adds the skill that it declared for the round."""
    return actor_dice + actor_skill - target_dice - target_skill


@BOOK.clause("H-7.3", "攻撃", ja="より狭い能力を使う側は、相手のスキルを半分と見なす。")
def half(options: Options, skill: int) -> int:
    """Whoever uses the narrower skill counts the opponent's skill as half."""
    return (skill + 1) // 2 if options.halving == "up" else skill // 2


@BOOK.clause("H-7.4", "攻撃", ja="それは自分のスキルが相手のスキルに完全に含まれる場合に限る。")
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


@BOOK.clause("H-7.5", "攻撃", ja="手番の側が判定に成功すれば命中。")
def succeeds(options: Options, margin: int) -> bool | None:
    """If the side whose go it is succeeds, the attack hits."""
    if margin == 0:
        return None if options.check_tie == "reroll" else options.check_tie == "actor_succeeds"
    return margin > 0


BOOK.state(
    "H-8.1",
    "威力判定",
    ja="命中した後、（殺傷力のある武器なら）威力判定を行う。",
    en="After a hit there may be a damage check (for a weapon that has lethal power).",
)


@BOOK.clause("H-8.2", "威力判定", ja="達成値の差＋武器の殺傷力−防具の防御力だけ、ＨＰを減らす。")
def damage(options: Options, margin: int, power: int, armour: int) -> int:
    """Damage = difference of the two totals + weapon's power − target's armour; HP falls by that."""
    return max(options.damage_floor, margin + power - armour)


@BOOK.clause("H-8.3", "威力判定", ja="ＨＰが0以下になった者は行動不能。")
def condition_at(hp: int) -> Condition:
    """HP 0 or less: out of action."""
    return "active" if hp > 0 else "down"


BOOK.state(
    "H-8.4",
    "威力判定",
    ja="行動不能から回復するかどうかは世界により、ここでは定めない（ＧＭの裁定）。",
    en="Whether and how one recovers from that is not ruled here (the GM's `rule`).",
    advice=True,
)
BOOK.state(
    "H-9.1",
    "防御",
    ja="防御を選んだ者は、次の自分の手番まで、命中判定で無条件に相手のさいころを振り直させることができる。",
    en="A character that chose to defend may, until its next go comes round, demand in a hit check that the opponent's "
    "dice be rolled again, unconditionally.",
)
BOOK.state("H-9.2", "防御", ja="攻撃を受けるごとに一回ずつ要求できる。", en="Once for each attack received.")
BOOK.state(
    "H-9.3",
    "防御",
    ja="振り直した結果を再び振り直させることはできない。",
    en="A result that was rolled again cannot be rolled again once more.",
)


@BOOK.clause("H-10.1", "割り込み宣言", ja="自分の順番の代わりに、後の誰かの行動の直前まで順番を繰り下げてよい。")
def put_back(game: Game, by: str, before: str) -> tuple[str, ...]:
    """In place of its own turn in the order a character may put itself back, to act just before somebody later."""
    order = [i for i in game.order if i != by]
    place = order.index(before)
    if game.options.interrupt_same_target == "earlier_closest":
        while place > 0 and order[place - 1] not in game.done and waits_for(game, order[place - 1], before):
            place -= 1
    return (*order[:place], by, *order[place:])


def waits_for(game: Game, id: str, before: str) -> bool:
    """Whether a character has put itself just before another in this round."""
    return game.characters[id].interrupting == before


BOOK.state(
    "H-10.2",
    "割り込み宣言",
    ja="繰り下げた順番が来たら、通常通りに行動する。",
    en="When that moment comes it has an ordinary go.",
)
BOOK.state(
    "H-11.1",
    "特殊行動",
    ja="サプリメントや状況により、魔法やアイテムなどの特殊行動を行える。内容はそこで定める。",
    en="Supplements or the situation may allow special actions (magic, items); what they do is said there.",
)
BOOK.state(
    "H-12.1",
    "逃走",
    ja="ラウンドの終わりに、全員がそのラウンドのイニシアチブの順に逃走を宣言できる。",
    en="At the end of a round everybody may declare flight, in the round's initiative order.",
)
BOOK.state(
    "H-12.2",
    "逃走",
    ja="その後、逃走を宣言しなかった者は、逃げる者を一人指定して追撃を宣言し、判定を行える。",
    en="When all have spoken, those who did not declare flight may declare pursuit of a named one who did, and a check "
    "decides whether they keep up.",
)


@BOOK.clause("H-12.3", "逃走", ja="逃げる側は逃走用のスキルを使う。なければ戦闘スキルなどで代用する。")
def flight_skills(game: Game, character: Character) -> tuple[str, ...]:
    """Who flees uses a skill meant for it (to run, to hide …); lacking one, the combat skill or the like."""
    meant = tuple(s.id for s in game.skills if s.flee and s.id in character.skills)
    if COMBAT not in character.skills or COMBAT in meant:
        return meant
    return (*meant, COMBAT) if not meant or game.options.flight_skill == "free" else meant


@BOOK.clause("H-12.4", "逃走", ja="追う側は追跡など専門のスキルか、戦闘スキルのように広いスキルを使う。")
def pursuit_skills(game: Game, character: Character) -> tuple[str, ...]:
    """Who pursues uses a skill meant for it (to track) or a broad one such as the combat skill."""
    return tuple(s.id for s in game.skills if (s.pursue or s.id == COMBAT) and s.id in character.skills)


BOOK.state(
    "H-12.5",
    "逃走",
    ja="この場合も、より狭いスキルを持つ側が相手のスキルを半減させる。",
    en="Here too, the narrower skill halves the broader one.",
)


@BOOK.clause("H-12.6", "逃走", ja="戦闘スキルは、逃走に使えるどのスキルよりも広いと見なす。")
def broader_in_flight(broad: str | None, narrow: str | None) -> bool:
    """The combat skill counts as broader than any other skill usable in flight."""
    return broad == COMBAT and narrow not in {None, COMBAT}


BOOK.state(
    "H-12.7",
    "逃走",
    ja="誰も追わないか、逃走の判定に成功すれば、戦闘から逃げ出せる。",
    en="If nobody pursues, or the flight succeeds, the character has got away.",
)
BOOK.state(
    "H-12.8",
    "逃走",
    ja="追う側が判定に成功すれば、追った者と逃げた者とで次のラウンドを行う。",
    en="If the pursuer succeeds, pursuers and fled fight the next round.",
)
BOOK.state(
    "H-12.9",
    "逃走",
    ja="共に逃げた者、共に追った者は力を合わせて戦う。別々に逃げたなら、それぞれ別の戦いになる。",
    en="Those who fled together, and those who pursued together, fight together; if they fled apart, each chase is a "
    "separate fight with a new round.",
)
BOOK.state(
    "H-12.10",
    "逃走",
    ja="その戦いは、追う側の武器に適した距離で始まる。",
    en="Such a fight begins at a distance that suits the pursuer's weapon.",
)
