"""Sections 6 to 10: attack, all-target and multiple attacks, multiple defence."""

from collections.abc import Sequence

from senki.rules import cards
from senki.rules.cards import Suit
from senki.rules.clause import Chapter
from senki.rules.persona.options import Options
from senki.rules.persona.setup import Condition
from senki.rules.persona.state import Character, Game

CHAPTER = Chapter()


ATTACK, TARGET = "攻撃手順", "攻撃対象決定"
CHAPTER.state(
    "P-6.1",
    ATTACK,
    ja="攻撃はこの手順で解決し、攻撃した者の手番はそこで終わる。",
    en="An attack follows this section, and ends the attacker's turn.",
)
CHAPTER.state(
    "P-6.2",
    ATTACK,
    ja="剣、銃、魔法は区別しない。",
    en="Sword, gun and magic are not told apart.",
    advice=True,
)
CHAPTER.state(
    "P-6.3",
    TARGET,
    ja="まず、どの敵を攻撃するかを決める。通常は一人。",
    en="First the enemy attacked is named; one, as a rule.",
)
CHAPTER.state(
    "P-6.4",
    TARGET,
    ja="複数回攻撃や全体攻撃でも、まず誰を狙うかを宣言する。",
    en="For a multiple or an all-target attack too, first the one aimed at is named.",
)
CHAPTER.state(
    "P-6.5",
    TARGET,
    ja="この段階では、全体攻撃だと予告しなくてよい。",
    en="Nobody is warned at this point that an attack will be all-target.",
    advice=True,
)
CARD = "攻撃カード"
CHAPTER.state(
    "P-6.6",
    CARD,
    ja="攻撃カードを裏向けて出す。通常は一枚。",
    en="The attacker lays its attack card face down; one, as a rule.",
)
CHAPTER.state("P-6.7", CARD, ja="ペルソナ使いは手札から選ぶ。", en="A persona user chooses it from the hand.")
CHAPTER.state(
    "P-6.8",
    CARD,
    ja="ザコ悪魔は山札から一枚だけ出す。",
    en="A minor demon lays exactly one card from the deck.",
)
CHAPTER.state("P-6.9", CARD, ja="一般人は攻撃できない。", en="A civilian cannot attack.")
DEFENCE = "防御カード"
CHAPTER.state(
    "P-6.10",
    DEFENCE,
    ja="攻撃された者は防御カードを裏向けて出す。通常は一枚。",
    en="The attacked lays a defence card face down; one, as a rule.",
)
CHAPTER.state("P-6.11", DEFENCE, ja="ペルソナ使いは手札から選ぶ。", en="A persona user chooses it from the hand.")
CHAPTER.state(
    "P-6.12",
    DEFENCE,
    ja="ザコ悪魔と一般人は山札から一枚だけ出す。",
    en="A minor demon or a civilian lays exactly one card from the deck.",
)
CHAPTER.state(
    "P-6.13",
    DEFENCE,
    ja="「行動不能」な者は防御カードを出せず、スートのない数値0のカードを出したものとする。"
    "回避できず、数値の比較に必ず負ける。",
    en="Who is unable to act (行動不能) lays none and counts as having laid a card without suit, number 0: it evades "
    "nothing, and always loses the comparison of numbers (+1 damage, never a critical).",
    edition="2001-03-05",
)
CHAPTER.state(
    "P-6.14",
    DEFENCE,
    ja="「行動不能」な者の防御は本文にない。",
    en="The defence of one unable to act is not settled by the text (option `unable_defence`).",
    edition="original",
)


def attackable(game: Game, target: Character) -> bool:
    """P-6.3: whether an enemy is in the field and can be hurt (option `incapacitated_target`)."""
    if target.condition == "incapacitated":
        return game.options.incapacitated_target == "defenceless"
    return target.condition in {"active", "unable"}


def may_lay(game: Game, defender: Character) -> bool:
    """P-6.13, P-6.14: whether a defender can lay a defence card at all, if it has one."""
    return defender.active or (game.original and game.options.unable_defence == "card")


def chooses(game: Game, defender: Character) -> bool:
    """P-6.11: whether a defender chooses its cards: a persona user who can lay and holds any."""
    return defender.has_hand and bool(defender.hand) and may_lay(game, defender)


HITS = "命中判定"


@CHAPTER.clause("P-6.15", HITS, ja="攻撃カードと防御カードのスートが同じなら「見切った」。攻撃は失敗。")
def sees_through(options: Options, attack: str, defence: str) -> bool:
    """Attack card and defence card of the same suit: seen through (見切り), the attack fails."""
    suit = cards.suit(attack)
    if suit is None:
        return False
    return cards.suit(defence) == suit or (options.joker == "any_suit" and cards.is_joker(defence))


@CHAPTER.clause("P-6.16", HITS, ja="次に、攻撃カードと防御側のペルソナのスートが同じなら「無効化」。攻撃は失敗。")
def nullifies(attack: str, suit: Suit | None) -> bool:
    """Then attack card and the defender's persona of the same suit: nullified (無効), the attack fails."""
    return suit is not None and cards.suit(attack) == suit


CHAPTER.state("P-6.17", HITS, ja="どちらでもなければ命中。", en="Both passed: a hit.")
DAMAGE = "ダメージ判定"
CHAPTER.state("P-6.18", DAMAGE, ja="基本ダメージは0。", en="Basic damage 0.")


@CHAPTER.clause("P-6.19", DAMAGE, ja="攻撃側のレベルが高ければ1点増える。同点や低い場合は増えない。")
def level_damage(attacker: int, defender: int) -> int:
    """Attacker's level higher than the defender's: +1. Equal or lower: nothing."""
    return int(attacker > defender)


@CHAPTER.clause("P-6.20", DAMAGE, ja="攻撃カードの数値が防御カードより高ければ、さらに1点増える。")
def number(options: Options, card: str) -> int:
    """Attack card's number higher than the defence card's: +1."""
    if cards.is_joker(card):
        return 0 if options.joker == "suitless_zero" else JOKER
    return cards.count(card, ace=LOW_ACE if options.ace == "low" else HIGH_ACE)


JOKER, HIGH_ACE, LOW_ACE = 15, 14, 1


@CHAPTER.clause("P-6.21", DAMAGE, ja="数値が同点ならクリティカル。代わりに2点増える。")
def number_damage(attack: int, defence: int | None) -> int:
    """Equal numbers: a critical, +2 instead."""
    if defence is None or attack > defence:
        return 1
    return 2 if attack == defence else 0


CHAPTER.state("P-6.22", DAMAGE, ja="こうしてダメージは0点から3点になる。", en="So a hit does 0 to 3.", advice=True)
APPLIES = "ダメージの適用"
CHAPTER.state("P-6.23", APPLIES, ja="ダメージは即座に適用する。", en="Damage applies at once.", definition=True)
CHAPTER.state("P-6.24", APPLIES, ja="一般人は1点で「死亡」。", en="A civilian dies of 1 point.")


@CHAPTER.clause(
    "P-6.25",
    APPLIES,
    ja="ザコ悪魔は「行動不能」か「消滅」。動ける者は行動不能になり、行動不能の者は消滅する。",
)
def demon_condition(options: Options, condition: Condition, damages: Sequence[int]) -> Condition:
    """A minor demon becomes unable, or vanishes: an active one becomes unable, an unable one vanishes
    (option `demon_damage`).
    """  # noqa: D205 - the docstring is the clause's wording
    if condition == "unable" or twice(damages):
        return "vanished"
    return "vanished" if options.demon_damage == "points" and sum(damages) >= FATAL else "unable"


FATAL = 2


@CHAPTER.clause("P-6.26", APPLIES, ja="ペルソナ使いは、ダメージの分だけ手札枚数が減る。0より下にはならない。")
def hand_after(hand_limit: int, damage: int) -> int:
    """A persona user's hand size falls by the damage, not below 0."""
    return max(0, hand_limit - damage)


CHAPTER.state(
    "P-6.27",
    APPLIES,
    ja="減った手札枚数より多く持っていれば、プレイヤーが選んで捨てる。",
    en="New size below the cards held: the player chooses cards and discards down to it.",
)
CHAPTER.state("P-6.28", APPLIES, ja="同じ枚数なら何もしない。", en="Equal: nothing to do.", advice=True)
CHAPTER.state(
    "P-6.29",
    APPLIES,
    ja="減ってもまだ足りなければ、足りない分を山札から引く。",
    en="Above the cards held: the missing ones are drawn.",
)


ALL = "全体攻撃"


@CHAPTER.clause("P-7.1", ALL, ja="攻撃カードが絵札、エース、JOKERなら、全体攻撃になる。")
def is_all_target(card: str) -> bool:
    """An attack card that is a face card, an ace or a JOKER makes the attack all-target."""
    return cards.is_face(card) or cards.is_ace(card) or cards.is_joker(card)


CHAPTER.state(
    "P-7.2",
    ALL,
    ja="まず直接狙った相手に、通常どおり命中とダメージを判定する。",
    en="First hit and damage against the one aimed at, as usual.",
)
CHAPTER.state(
    "P-7.3",
    ALL,
    ja="それから同じカードで、場にいる残り全ての敵を攻撃する。",
    en="Then the same card attacks every other enemy in the field, whatever came of the first.",
)
CHAPTER.state(
    "P-7.4",
    ALL,
    ja="敵はそれぞれ防御カードを出す。攻撃カードはもう表向いている。",
    en="Each of them must lay a defence card of its own; the attack card is face up by then.",
)
MULTIPLE = "複数回攻撃"


@CHAPTER.clause("P-8.1", MULTIPLE, ja="全て同じ数値なら、攻撃カードを複数枚出せる。")
def one_number(options: Options, laid: Sequence[str]) -> bool:
    """Several attack cards may be laid if all have one number."""
    return len({number(options, card) for card in laid}) == 1


@CHAPTER.clause("P-8.2", MULTIPLE, ja="全て自分のペルソナと同じスートでも、複数枚出せる。")
def own_suit(options: Options, laid: Sequence[str], suit: Suit | None) -> bool:
    """Or if all are of the suit of one's own persona."""
    return all(serves_as(options, card, suit) for card in laid)


def serves_as(options: Options, card: str, suit: Suit | None) -> bool:
    """Whether a card is of a suit, or a JOKER that counts as any."""
    return suit is not None and (cards.suit(card) == suit or (options.joker == "any_suit" and cards.is_joker(card)))


def go_together(options: Options, laid: Sequence[str], suit: Suit | None) -> bool:
    """P-8.1, P-8.2, P-10.2: whether cards may be laid together; one card always may."""
    return len(laid) == 1 or (len(laid) > 1 and (one_number(options, laid) or own_suit(options, laid, suit)))


CHAPTER.state(
    "P-8.3",
    MULTIPLE,
    ja="一枚一枚が一回の攻撃で、それぞれ通常どおり判定する。",
    en="Each card is an attack of its own, with hit and damage as usual.",
)
CHAPTER.state("P-8.4", MULTIPLE, ja="全て同じ相手を狙う。", en="All must be aimed at the same target.")
CHAPTER.state(
    "P-8.5",
    MULTIPLE,
    ja="防御側は一度だけ防御カードを出し、それで全てを判定する。",
    en="The defender lays once; that defence serves against all of them.",
)


@CHAPTER.clause(
    "P-8.6",
    MULTIPLE,
    ja="行動不能でないザコ悪魔が一度に複数回のダメージを受けると、即座に消滅する。",
)
def twice(damages: Sequence[int]) -> bool:
    """A minor demon not yet unable that is damaged more than once by it vanishes at once."""
    return len(damages) > 1


COMBINED = "複合"
CHAPTER.state(
    "P-9.1",
    COMBINED,
    ja="複数回攻撃が全体攻撃でもあり得る（Ｋを二枚など）。",
    en="A multiple attack may be all-target too (two kings, say).",
)
CHAPTER.state(
    "P-9.2",
    COMBINED,
    ja="特別な処理はなく、枚数分だけ全体攻撃を行う。",
    en="Nothing special: as many all-target attacks as there are such cards (option `combined_defence`).",
)
MANIFOLD = "多重防御"
CHAPTER.state("P-10.1", MANIFOLD, ja="防御側も複数枚のカードを出せる。", en="The defender may lay several cards.")
CHAPTER.state(
    "P-10.2",
    MANIFOLD,
    ja="条件は複数回攻撃と同じ（全て自分のスートという出し方もできるが、得るのは数値だけ）。",
    en="On the same conditions as P-8.1 and P-8.2 (all of one's own suit is allowed, though it gains nothing but "
    "number).",
)
CHAPTER.state(
    "P-10.3",
    MANIFOLD,
    ja="出したカードのスート全てを見切れる。",
    en="Every suit laid sees through (P-6.15).",
)
CHAPTER.state(
    "P-10.4",
    MANIFOLD,
    ja="スペードを無効化する者がハート、ダイア、クラブを出せば、スートのある攻撃を全て避けられる。",
    en="So who nullifies S and lays H, D and C evades every suited attack.",
    advice=True,
)


@CHAPTER.clause("P-10.5", MANIFOLD, ja="それでも命中したら、出した中で最大の数値でダメージを判定する。")
def highest(options: Options, laid: Sequence[str]) -> int | None:
    """Hit all the same: the highest number laid counts for damage."""
    return max((number(options, card) for card in laid), default=None)
