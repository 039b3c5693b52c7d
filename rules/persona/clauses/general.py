"""Section 0: what the general rules give."""

from senki.rules import cards
from senki.rules.clause import Chapter
from senki.rules.persona.state import Difficulty

CHAPTER = Chapter()


GENERAL, READING, HOUSE = "(一般ルール)", "(読み)", "（卓の取り決め）"
CHAPTER.state(
    "P-0.1",
    GENERAL,
    ja="ペルソナ使いは手札五枚で始める。手札の枚数がそのままＨＰである。",
    en="A persona user starts with 5 cards in hand. The number of cards is its HP.",
)
CHAPTER.state(
    "P-0.2",
    GENERAL,
    ja="ペルソナ使いは三つのペルソナを持つ。どれもスート（大属性）とレベルを持つカードで、使用中のものが"
    "スートとレベルを与え、替えることができる。",
    en="A persona user carries three personas, each a card with a suit (大属性) and a level. The one in force gives "
    "suit and level; it can be changed.",
)


@CHAPTER.clause("P-0.3", GENERAL, ja="手札枚数が0になったペルソナ使いは「瀕死」になる。")
def near_death(hand_limit: int) -> bool:
    """A persona user whose hand size comes to 0 is near death (瀕死)."""
    return hand_limit == 0


CHAPTER.state(
    "P-0.4",
    GENERAL,
    ja="ＰＣはプレイヤー側の山札から、ＧＭのキャラクターはＧＭ側の山札から引く。どちらも52枚とJOKER二枚。",
    en="PCs draw from the players' deck, the GM's characters from the GM's deck: 52 cards and 2 JOKERs each "
    "(option `decks`).",
)
CHAPTER.state(
    "P-0.5",
    GENERAL,
    ja="プレイヤーは手札をＧＭに隠し、ＧＭはＮＰＣの手札をプレイヤーに隠す。",
    en="Players hide their hands from the GM; the GM hides the hands of NPCs from the players.",
)
CHAPTER.state(
    "P-0.6",
    GENERAL,
    ja="プレイヤーどうしはいつでも手札を見せ合えるが、カードのやり取りはできない。",
    en="Players may show each other their hands at any time, but never trade cards.",
)
CHAPTER.state(
    "P-0.7",
    GENERAL,
    ja="行為判定（容易・通常・至難）には手札を一枚、表向きに出す。使ったカードは補充される。"
    "カードからどう成否が決まるかは本文にない。",
    en="A check (行為判定) of difficulty easy 容易, normal 通常 or hard 至難 takes one card from the hand, played face "
    "up; it is refilled like any used card. How the card decides is not in the text (option `check`).",
)
CHAPTER.state(
    "P-0.8",
    READING,
    ja="手札のない者（ザコ悪魔、一般人）は、攻撃や防御と同じく、自陣の山札の一番上を判定に表向きで出す。",
    en="Who has no hand (minor demon, civilian) plays the top card of its side's deck to a check, face up, as it does "
    "for attack and defence (P-6.8, P-6.12).",
)


@CHAPTER.clause(
    "P-0.9",
    HOUSE,
    ja="このプロジェクトのハウスルール。山札をめくり、Ａ＝1…Ｋ＝13として、容易は6、通常は7、至難は9以上で成功。"
    "JOKERは必ず成功。",
    under={"check": ("drawn",)},
)
def succeeds(difficulty: Difficulty, card: str) -> bool:
    """This project's own, under `check: drawn`: a card turned from the deck decides, A = 1 … K = 13: easy succeeds
    from 6, normal from 7, hard from 9; JOKER always.
    """  # noqa: D205 - the docstring is the clause's wording
    return cards.is_joker(card) or cards.count(card, ace=1) >= _SUCCEEDS_FROM[difficulty]


_SUCCEEDS_FROM: dict[Difficulty, int] = {"easy": 6, "normal": 7, "hard": 9}
