"""Wit, and what it buys (M-11)."""

from senki.rules.clause import Chapter
from senki.rules.meikyu.options import Options
from senki.rules.meikyu.setup import FACES
from senki.rules.meikyu.state import Character

CHAPTER = Chapter()

CHAPTER.state(
    "M-11.1",
    "機転",
    ja="シナリオの開始時に、副能力値の機転と同じ数だけ機転を得る。",
    en="At the start of a scenario a character has as much wit as its secondary ability 機転.",
)


CHAPTER.state(
    "M-11.2",
    "機転",
    ja="戦闘中に機転を消費して、次の恩恵を得られる。",
    en="In a fight it may be spent for the benefits below.",
)


@CHAPTER.clause("M-11.3", "機転", ja="残っている限り、一度の行動判定に何度でも使える。")
def wit_left(options: Options, character: Character) -> bool:
    """As often as one likes in one action check, while any is left."""
    return character.wit >= options.wit_cost


CHAPTER.state(
    "M-11.4",
    "機転",
    ja="恩恵の一。行動判定を振り直す。",
    en="Benefit 1: roll the action check again.",
)


@CHAPTER.clause("M-11.5", "機転", ja="恩恵の二。行動判定の出目を±１する。")
def is_shift(change: int) -> bool:
    """Benefit 2: shift the face by +1 or −1."""
    return change in {1, -1}


@CHAPTER.clause("M-11.6", "機転", ja="１から１０へ、１０から１へはずらせない。")
def on_the_die(face: int) -> bool:
    """Never from 1 to 10 or from 10 to 1."""
    return 1 <= face <= FACES
