"""Distance and moves, and how a move is blocked (H-6)."""

from senki.rules.clause import Chapter
from senki.rules.hms.clauses import basics
from senki.rules.hms.options import Options
from senki.rules.hms.setup import Band, Weapon
from senki.rules.hms.state import Character

CHAPTER = Chapter()

CHAPTER.state("H-6.1", "距離と移動", ja="手番には移動を行える。", en="A character may move on its go.")


@CHAPTER.clause("H-6.2", "距離と移動", ja="移動は、格闘−白兵−投擲−射撃の並びで隣り合う距離までできる。")
def reaches(options: Options, origin: Band, to: Band) -> bool:
    """A move goes as far as an adjacent main distance in the row grapple – melee – throwing – shooting."""
    if options.movement_range == "three_bands":
        return abs(basics.steps(origin, to)) <= 3  # noqa: PLR2004 - the option's name
    apart = abs(basics.DISTANCES.index(basics.main_distance(to)) - basics.DISTANCES.index(basics.main_distance(origin)))
    return apart == 1 or (apart == 0 and options.movement_range == "adjacent_distance")


CHAPTER.state(
    "H-6.3",
    "距離と移動",
    ja="攻撃するには、自分のスキル（それに使う武器）に適した距離にいなければならない。",
    en="To attack, one must be at a distance that suits the skill (the weapon used with it).",
)


@CHAPTER.clause("H-6.4", "距離と移動", ja="適した距離は、細分された距離で武器の説明に書かれている。", definition=True)
def suits(weapon: Weapon | None, band: Band) -> bool:
    """Which distances suit is written with the weapon, as bands."""
    return weapon is not None and band in weapon.bands


CHAPTER.state(
    "H-6.5",
    "距離と移動",
    ja="敵が自分の武器に適した距離から距離を変えようとするとき、その移動の阻止を試みてよい。",
    en="When an enemy tries to change the distance away from a band that suits one's own weapon, "
    "one may try to block it.",
)


CHAPTER.state(
    "H-6.6",
    "距離と移動",
    ja="移動の阻止は、阻止する側を攻撃側とした命中判定と同じ。",
    en="A block is the same as the hit check of an attack, with the blocker as attacker.",
)


CHAPTER.state(
    "H-6.7",
    "距離と移動",
    ja="命中すれば移動は無効になり、代わりの行動も行えない。",
    en="If it hits, the move has no effect, and the enemy gets nothing else in its place.",
)


CHAPTER.state("H-6.8", "距離と移動", ja="阻止の命中で打撃判定は行えない。", en="A block that hits does no damage.")


CHAPTER.state(
    "H-6.9",
    "距離と移動",
    ja="命中しなければ、敵は望む移動を行う。",
    en="If it misses, the move happens as the enemy wished.",
)


@CHAPTER.clause("H-6.10", "距離と移動", ja="近づく移動の阻止は、一ラウンドに何度でも行える。")
def approaches(origin: Band, to: Band) -> bool:
    """One may block any number of moves that shorten the distance in a round."""
    return basics.steps(origin, to) < 0


@CHAPTER.clause("H-6.11", "距離と移動", ja="遠ざかる移動の阻止は、一ラウンドに一回だけ行える。")
def may_block(blocker: Character, origin: Band, to: Band) -> bool:
    """One may block only one move that lengthens the distance in a round (the attempt counts, not its success)."""
    return suits(blocker.wielded, origin) and not barred(blocker, origin, to)


def barred(blocker: Character, origin: Band, to: Band) -> bool:
    """H-6.11: whether the one block of a retreat in this round is used, and this move is another."""
    return blocker.blocked_retreat and not approaches(origin, to)
