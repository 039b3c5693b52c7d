"""The ledger of luck: every roll against expectation, and whether a character's dice look fair.

A test of chance can never prove anybody guilty: fair dice look odd now and then, and the more dice are looked at, the
sooner. Every sentence says so.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import comb, erfc, exp, factorial, lgamma, log, sqrt
from typing import Any

import msgspec

from senki.eventstore.events import Envelope
from senki.projections.log import event_of
from senki.projections.seen import may_see
from senki.rules.events import Drawn, Rolled
from senki.rules.message import type_of
from senki.rules.rulebook import Battle, RuleSystem
from senki.rules.telling import name_of

ROLLED, DRAWN = type_of(Rolled), type_of(Drawn)
ALL_COUNTED = 20_000
"""Ways in which faces may be spread over so many dice that are counted one by one, at most."""
TRIALS = 4_000
"""Sets of fair dice that are thrown for comparison, where the ways are too many and the dice too few for the curve."""
ENOUGH = 5
"""Dice expected of each face from which the chi-square curve serves; with fewer, little can be told at all."""
ODD, RARE = 0.05, 0.001


class Roll(msgspec.Struct, frozen=True, omit_defaults=True):
    """One throw against expectation.

    Attributes:
        seq: of its event.
        by, name: who threw.
        purpose: for what, as the rules call it; `what`: in the table's words.
        sides, faces, total: what fell.
        mean, sd: what fair dice come to, and by how much they stray.
        z: how many sd the total lies above (or below) the mean.
        entered: typed in from a real table.
    """

    seq: int
    by: str
    name: str
    purpose: str
    what: str
    sides: int
    faces: tuple[int, ...]
    total: int
    mean: float
    sd: float
    z: float
    entered: bool = False


class Dice(msgspec.Struct, frozen=True):
    """All dice of one kind that one character threw.

    Attributes:
        by, name, sides: whose, and how many sides they have.
        rolls, dice, total: how many throws and dice, and what they came to.
        mean, sd, z: as for one throw.
        faces: how often each face fell, from 1 on.
        chi_square: how far that lies from evenly; `p`: how often fair dice lie as far or farther.
        p_adjusted: the same, counting that several were tested (Holm).
        method: how p was found: `counted`, `simulated` or `curve`.
        verdict: in Japanese.
    """

    by: str
    name: str
    sides: int
    rolls: int
    dice: int
    total: int
    mean: float
    sd: float
    z: float
    faces: tuple[int, ...]
    chi_square: float
    p: float
    p_adjusted: float
    method: str
    verdict: str


class Luck(msgspec.Struct, frozen=True):
    """The ledger of a battle, as one viewer sees it.

    Attributes:
        rolls: every throw that the viewer may see.
        dice: by character and kind of dice.
        draws: how many times cards were drawn (of cards nothing is expected here).
        tests: how many were tested.
        seed: of simulated tests.
        text: what may be concluded, in Japanese.
    """

    rolls: tuple[Roll, ...]
    dice: tuple[Dice, ...]
    draws: int
    tests: int
    seed: str
    text: str


def luck(system: RuleSystem[Any], battle: Battle[Any], log_: Iterable[Envelope], seat: str | None, seed: str) -> Luck:
    """Keep the ledger.

    Args:
        system: the rules.
        battle: the battle at its head.
        log_: its log.
        seat: who looks; None sees everything.
        seed: for simulated tests.
    """
    rolls: list[Roll] = []
    draws = 0
    for envelope in log_:
        if envelope.type not in {ROLLED, DRAWN} or envelope.data is None:
            continue
        if seat is not None and not may_see(battle, envelope.audience, envelope.seq, seat):
            continue
        event = event_of(system, envelope)
        if isinstance(event, Rolled):
            rolls += throws(system, battle, envelope.seq, event)
        else:
            draws += 1
    dice = tested(rolls, seed)
    return Luck(tuple(rolls), dice, draws, len(dice), seed, conclusion(dice, draws, sealed=battle.table.sealed))


def throws(system: RuleSystem[Any], battle: Battle[Any], seq: int, event: Rolled) -> Iterator[Roll]:
    """The throws of a roll, each against expectation."""
    what = system.words.value("purpose", event.purpose, ROLLED) or event.purpose
    for sides, faces in ((event.sides, event.faces), *((more.sides, more.faces) for more in event.more)):
        mean, sd = expected(len(faces), sides)
        total = sum(faces)
        yield Roll(
            seq,
            event.by,
            name_of(battle.game, event.by),
            event.purpose,
            what,
            sides,
            faces,
            total,
            mean,
            round(sd, 4),
            z_of(total, mean, sd),
            event.entered,
        )


def expected(dice: int, sides: int) -> tuple[float, float]:
    """Mean and standard deviation of the sum of fair dice."""
    return dice * (sides + 1) / 2, sqrt(dice * (sides * sides - 1) / 12)


def z_of(total: int, mean: float, sd: float) -> float:
    """How many standard deviations a sum lies from its mean."""
    return round((total - mean) / sd, 4) if sd else 0.0


def tested(rolls: Sequence[Roll], seed: str) -> tuple[Dice, ...]:
    """The dice of each character, tested, with p corrected for the number of tests (Holm)."""
    groups: dict[tuple[str, int], list[Roll]] = {}
    for roll in rolls:
        if roll.sides > 1 and roll.faces:
            groups.setdefault((roll.by, roll.sides), []).append(roll)
    raw: list[tuple[list[Roll], tuple[int, ...], float, float, str]] = []
    for (by, sides), group in groups.items():
        faces = Counter(face for roll in group for face in roll.faces)
        counts = tuple(faces[face] for face in range(1, sides + 1))
        chi = chi_square(counts)
        p, method = p_value(counts, f"{seed}/{by}/{sides}")
        raw.append((group, counts, chi, p, method))
    adjusted = holm([row[3] for row in raw])
    found: list[Dice] = []
    for (group, counts, chi, p, method), holm_p in zip(raw, adjusted, strict=True):
        first, many, total = group[0], sum(counts), sum(roll.total for roll in group)
        mean, sd = expected(many, first.sides)
        found.append(
            Dice(
                first.by,
                first.name,
                first.sides,
                len(group),
                many,
                total,
                mean,
                round(sd, 4),
                z_of(total, mean, sd),
                counts,
                round(chi, 4),
                round(p, 6),
                round(holm_p, 6),
                method,
                verdict(many, first.sides, holm_p, len(raw)),
            )
        )
    return tuple(found)


def chi_square(counts: Sequence[int]) -> float:
    """How far the faces lie from evenly spread."""
    even = sum(counts) / len(counts)
    return sum((count - even) ** 2 / even for count in counts)


def p_value(counts: Sequence[int], seed: str) -> tuple[float, str]:
    """How often fair dice are as unevenly spread as these or more, and how that was found."""
    many, sides = sum(counts), len(counts)
    if comb(many + sides - 1, sides - 1) <= ALL_COUNTED:
        return counted(counts), "counted"
    if many / sides >= ENOUGH:
        return chi_tail(chi_square(counts), sides - 1), "curve"
    return simulated(counts, seed), "simulated"


def squares(counts: Iterable[int]) -> int:
    """What chi-square grows with, in whole numbers: no rounding decides what counts as farther."""
    return sum(count * count for count in counts)


def counted(counts: Sequence[int]) -> float:
    """The p value over every way in which the faces may be spread."""
    many, sides, here = sum(counts), len(counts), squares(counts)
    ways = 0

    def spread(left: int, places: int, so_far: int, divisor: int) -> None:
        nonlocal ways
        if places == 1:
            if so_far + left * left >= here:
                ways += factorial(many) // (divisor * factorial(left))
            return
        for count in range(left + 1):
            spread(left - count, places - 1, so_far + count * count, divisor * factorial(count))

    spread(many, sides, 0, 1)
    return ways / sides**many


def simulated(counts: Sequence[int], seed: str) -> float:
    """The p value by sets of fair dice; never 0, for what fell did fall."""
    fair = random.Random(seed)  # noqa: S311 - a comparison that is told with its seed, not a die of the table
    many, faces, here = sum(counts), range(len(counts)), squares(counts)
    as_far = sum(squares(Counter(fair.choices(faces, k=many)).values()) >= here for _ in range(TRIALS))
    return (as_far + 1) / (TRIALS + 1)


def chi_tail(value: float, degrees: int) -> float:
    """The upper tail of the chi-square distribution: the regularised upper incomplete gamma function."""
    if value <= 0:
        return 1.0
    x = value / 2
    if degrees % 2 == 0:
        term = total = exp(-x)
        for k in range(1, degrees // 2):
            term *= x / k
            total += term
        return min(1.0, total)
    total = erfc(sqrt(x))
    for k in range(1, (degrees + 1) // 2):
        total += exp((k - 0.5) * log(x) - x - lgamma(k + 0.5))
    return min(1.0, total)


def holm(found: Sequence[float]) -> list[float]:
    """P values corrected for their number (Holm)."""
    result = [1.0] * len(found)
    least = 0.0
    for place, index in enumerate(sorted(range(len(found)), key=found.__getitem__)):
        least = max(least, min(1.0, found[index] * (len(found) - place)))
        result[index] = least
    return result


def verdict(dice: int, sides: int, p: float, tests: int) -> str:
    """What may be said of somebody's dice; nothing may be said of anybody."""
    among = f"（{tests}組を調べたことは織り込み済み）" if tests > 1 else ""
    if p >= ODD:
        few = "。数が少なく、もともと多くは分かりません" if dice < ENOUGH * sides else ""
        return f"{dice}個の目では、偏っているとは言えません{few}。"
    once = round(1 / p) if p > 0 else None
    often = f"およそ{once}回に1回は" if once is not None and p >= RARE else "ごくまれには"
    uneven = f"目の出方は平らではありませんが、公正なダイスでも{often}これほど偏ります{among}。"
    return f"{uneven}偶然でないとは言い切れません。"


def conclusion(dice: Sequence[Dice], draws: int, *, sealed: bool) -> str:
    """What may be concluded from all of it."""
    if not dice:
        cards = f"札は{draws}回引かれましたが、札の出方はここでは比べません。" if draws else ""
        return f"見えるダイスはまだ振られていません。{cards}"
    odd = [one for one in dice if one.p_adjusted < ODD]
    several = (
        f"{len(dice)}組のダイスを調べました。組が多いほど、公正なダイスでもどれかは偏って見えるものです。"
        if len(dice) > 1
        else ""
    )
    found = "偏っていると言えるものはありません。" if not odd else f"平らでない組が{len(odd)}つあります。"
    proof = (
        "この戦闘の出目は封印された封筒から出ていて、誰でも計算し直せます。疑うなら、偏りより証明を見てください。"
        if sealed
        else "偏りだけでは、誰の不正も示せません。"
    )
    return several + found + proof
