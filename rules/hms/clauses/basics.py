"""Distances, hit points, and the course of a fight (H-1 to H-3)."""

from collections.abc import Sequence
from typing import Literal

from senki.rules.clause import Chapter
from senki.rules.hms.setup import BANDS, Band
from senki.rules.hms.state import Character

CHAPTER = Chapter()

Distance = Literal["grapple", "melee", "throwing", "shooting"]


DISTANCES: tuple[Distance, ...] = ("grapple", "melee", "throwing", "shooting")


CHAPTER.state(
    "H-1.1",
    "戦闘の距離",
    ja="戦闘の距離は、使われる武器で格闘・白兵・投擲・射撃の四つに分かれる。さらに遠い砲撃戦距離はこの文書の外。",
    en="Four main distances, by the weapons used at them: grapple, melee, throwing (about 5 to 20 m), shooting "
    "(20 m to about 1 km). Longer ones are outside this text.",
    advice=True,
)


@CHAPTER.clause(
    "H-1.2", "戦闘の距離", ja="各距離は武器の長さで −、無印、＋ に細分される。格闘戦距離に − はない。", definition=True
)
def main_distance(band: Band) -> Distance:
    """Each main distance has three bands by weapon length: −, plain, ＋ (＋ the longest). Grapple has no −."""
    return _MAIN[band]


_MAIN: dict[Band, Distance] = {band: distance for band in BANDS for distance in DISTANCES if band.startswith(distance)}


@CHAPTER.clause("H-1.3", "戦闘の距離", ja="細分された距離は、短い順に十一ある。")
def steps(origin: Band, to: Band) -> int:
    """So there are eleven bands, in a row from short to long."""
    return _PLACE[to] - _PLACE[origin]


_PLACE: dict[Band, int] = {band: place for place, band in enumerate(BANDS)}


CHAPTER.state(
    "H-2.1",
    "ＨＰについて",
    ja="戦闘で打撃（威力）判定を行う場合に、ＨＰという能力値を用いる。",
    en="Hit points exist where a fight makes damage checks.",
    advice=True,
)


@CHAPTER.clause("H-2.2", "ＨＰについて", ja="ＨＰの最大値は 25＋肉体×5。")
def hp_max(body: int) -> int:
    """Greatest HP = 25 + body × 5."""
    return 25 + body * 5


CHAPTER.state(
    "H-3.1",
    "基本的な手順",
    ja="距離を決め、以後ラウンドごとに、イニシアチブ、各キャラクターの手番を一回ずつ、逃走の宣言を行う。",
    en="First the distance is settled; then rounds of: initiative, each character's go once in that order, flight.",
)


@CHAPTER.clause("H-3.2", "基本的な手順", ja="どちらかが全滅するか、逃げ切るか、降伏するまでラウンドを繰り返す。")
def teams_left(standing: Sequence[Character]) -> tuple[str, ...]:
    """Rounds repeat until a side is wiped out, gets away, or surrenders."""
    return tuple(dict.fromkeys(c.team for c in standing))


CHAPTER.state(
    "H-3.3",
    "基本的な手順",
    ja="手番には、攻撃・防御・割り込み・特殊行動のどれか一つと、移動を行える。",
    en="On its go a character takes one of the actions (attack, defend, interrupt, special) and may also move.",
    advice=True,
)
