"""What could have come of a declaration, and how likely what came was.

Exact where the ways in which dice and cards may fall can be counted, through `decide` itself; else as many samples as
are stated, with a seed by which the figure can be repeated.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec

from senki.projections.log import event_of
from senki.projections.otherluck import Choose, Endless, Other, branches
from senki.projections.questions import OutOfTime, Stop, Unit, declared_text, never, seed_of
from senki.projections.timeline import told
from senki.rules.codec import codec
from senki.rules.decide import decide
from senki.rules.events import (
    BookOpened,
    Dealt,
    Declared,
    DiceAwaited,
    Drawn,
    Revealed,
    Rolled,
    RoundStarted,
    StageStarted,
    Tallied,
    TurnEnded,
    TurnStarted,
)
from senki.rules.message import Event, type_of
from senki.rules.rejection import Rejection
from senki.rules.rulebook import NO_PAST, Battle, Past, RuleSystem

BUDGET = 20_000
"""Ways that are counted one by one, at most."""
TRIED = 500
"""After so many, it can be told whether the budget will do."""
SAMPLES = 2_000
MOST_SAMPLES = 20_000
SHOWN = 40
"""Results that are told, the likeliest first."""
Z95 = 1.96

LUCK: tuple[type[Event], ...] = (Declared, Rolled, Drawn, Dealt, Revealed, BookOpened)
"""Events that are the luck itself, or came before it."""
FLOW: tuple[type[Event], ...] = (TurnStarted, TurnEnded, StageStarted, RoundStarted)
"""How the fight goes on after it."""
WHO_AND_WHETHER = ("by", "target", "success", "critical", "fumble", "auto_failure", "winner", "why", "reason", "order")
HOW_MUCH = ("amount", "damage", "lost", "face", "to", "condition")

Part = tuple[str, ...]
Key = tuple[Part, ...]


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that could have come of it.

    Attributes:
        text: in the table's words.
        probability: of it, from 0 to 1.
        ways: the same as a fraction, where it was counted.
        low, high: between which it lies (95 %), where it was sampled.
        came: it is what came.
    """

    text: str
    probability: float
    ways: str | None = None
    low: float | None = None
    high: float | None = None
    came: bool = False


class Odds(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a declaration could have come to.

    Attributes:
        seq, last: the unit.
        declaration: who declared what.
        method: `certain` (no luck in it), `exact` or `sampled`.
        n: ways that were counted, or samples.
        outcomes: by what happened, however much of it.
        results: by what happened and how much, the likeliest first; `unlisted` more are left out.
        seed: of the samples.
        text: the answer in a sentence.
    """

    seq: int
    last: int
    declaration: str
    method: str
    n: int
    outcomes: tuple[Result, ...]
    results: tuple[Result, ...]
    unlisted: int
    text: str
    seed: str | None = None


class Tally:
    """Results as they are counted: each by its key, with an example to tell it by."""

    def __init__(self) -> None:
        self.weights: dict[Key, Counter[int]] = {}
        self.examples: dict[Key, tuple[Battle[Any] | None, Sequence[Event]]] = {}

    def add(self, key: Key, weight: int, battle: Battle[Any] | None, events: Sequence[Event]) -> None:
        """Count one way, of which there is one in `weight`."""
        if key not in self.examples:
            self.examples[key] = (battle, events)
            self.weights[key] = Counter()
        self.weights[key][weight] += 1


def part_of(event: Event, fields: Sequence[str]) -> Part:
    """What is notable of an event: its type, and what these fields say."""
    kind = type_of(type(event))
    if isinstance(event, Tallied):
        return (kind, str(event.total), str(event.success))
    found = ((name, getattr(event, name, None)) for name in fields)
    return (kind, *(f"{name}={value}" for name, value in found if value is not None))


def key_of(events: Iterable[Event], fields: Sequence[str]) -> Key:
    """What came, so that alike results count as one."""
    return tuple(part_of(event, fields) for event in events if not isinstance(event, LUCK))


WHAT = WHO_AND_WHETHER
FULL = (*WHO_AND_WHETHER, *HOW_MUCH)
REFUSED: Key = (("refused",),)


def odds(
    unit: Unit,
    head: str,
    *,
    past: Past = NO_PAST,
    samples: int = SAMPLES,
    seed: str | None = None,
    budget: int = BUDGET,
    stop: Stop = never,
) -> Odds:
    """What a unit could have come to.

    Args:
        unit: the declaration, with what came of it.
        head: of the log, in hexadecimal: the seed is taken from it unless one is given.
        past: as `decide` takes it.
        samples: how many, where the ways are too many to count.
        seed: for the samples.
        budget: ways that are counted, at most.
        stop: whether time is up.

    Raises:
        OutOfTime: it is.
    """
    system, before = unit.system, unit.before
    recorded = [event_of(system, envelope) for envelope in unit.envelopes]
    declared = recorded[0]
    assert isinstance(declared, Declared)  # noqa: S101 - every unit but the first begins so
    it = codec(system).declaration(bytes(declared.declaration))
    waited = next((event.by for event in recorded if isinstance(event, DiceAwaited)), None)
    seat = unit.envelopes[0].by

    def run(choose: Choose) -> tuple[Battle[Any] | None, Sequence[Event]]:
        if stop():
            raise OutOfTime
        try:
            decision = decide(system, before, it, Other(choose, waited), seat=seat, past=past)
        except Rejection:
            return None, ()
        return decision.battle, [happened.event for happened in decision.events]

    tallies = counted(run, budget)
    total = None if tallies is None else tallies[2]
    seed_used: str | None = None
    if tallies is None:
        seed_used = seed or seed_of(head, unit.envelopes[0].seq)
        tallies = sampled(run, samples, seed_used)
    coarse, fine, n = tallies
    method = "sampled" if total is None else "certain" if total == 1 else "exact"
    outcomes = listed(system, unit, coarse, WHAT, recorded, n=n, exact=total is not None)
    results = listed(system, unit, fine, FULL, recorded, n=n, exact=total is not None)
    return Odds(
        seq=unit.envelopes[0].seq,
        last=unit.envelopes[-1].seq,
        declaration=declared_text(system, before, it.by, type_of(type(it))),
        method=method,
        n=n,
        outcomes=shortened(outcomes),
        results=shortened(results),
        unlisted=max(0, len(results) - SHOWN),
        text=sentence(method, n, outcomes, results, seed_used),
        seed=seed_used,
    )


Run = Callable[[Choose], tuple[Battle[Any] | None, Sequence[Event]]]


def keyed(coarse: Tally, fine: Tally, weight: int, battle: Battle[Any] | None, events: Sequence[Event]) -> None:
    """Count a way in both tallies."""
    coarse.add(REFUSED if battle is None else key_of(events, WHAT), weight, battle, events)
    fine.add(REFUSED if battle is None else key_of(events, FULL), weight, battle, events)


def counted(run: Run, budget: int) -> tuple[Tally, Tally, int] | None:
    """Count every way; None where there are more than the budget has."""
    coarse, fine = Tally(), Tally()
    seen = 0
    covered = 0.0
    try:
        for branch, (battle, events) in branches(run):
            seen += 1
            covered += 1 / branch.of
            if seen > budget or (seen == TRIED and seen / covered > 2 * budget):
                return None
            keyed(coarse, fine, branch.of, battle, events)
    except Endless:
        return None
    return coarse, fine, seen


def sampled(run: Run, samples: int, seed: str) -> tuple[Tally, Tally, int]:
    """So many ways, as chance would have them."""
    luck = random.Random(seed)  # noqa: S311 - a sample that is told with its seed, not a die of the table
    coarse, fine = Tally(), Tally()
    for _ in range(samples):
        battle, events = run(luck.randrange)
        keyed(coarse, fine, samples, battle, events)
    return coarse, fine, samples


def listed(
    system: RuleSystem[Any],
    unit: Unit,
    tally: Tally,
    fields: Sequence[str],
    recorded: Sequence[Event],
    *,
    n: int,
    exact: bool,
) -> tuple[Result, ...]:
    """The results, the likeliest first; what came is among them even where it was never sampled."""
    came = key_of(recorded, fields)
    if came not in tally.examples:
        tally.examples[came] = (unit.after, recorded)
        tally.weights[came] = Counter()
    keys = list(tally.examples)
    common = set(keys[0]).intersection(*map(set, keys[1:])) if len(keys) > 1 else set[Part]()
    rows: list[Result] = []
    for key in keys:
        battle, events = tally.examples[key]
        text = REFUSED_TEXT if battle is None else text_of(system, battle, events, common, fields)
        share = sum((Fraction(times, weight) for weight, times in tally.weights[key].items()), Fraction(0))
        low, high = (None, None) if exact else wilson(float(share), n)
        ways = f"{share.numerator}/{share.denominator}" if exact else None
        rows.append(Result(text, float(share), ways, low, high, key == came))
    return tuple(sorted(rows, key=lambda row: -row.probability))


REFUSED_TEXT = "この出目では宣言が成り立たない。"
NOTHING = "ほかに何も起きない。"


def text_of(
    system: RuleSystem[Any], battle: Battle[Any], events: Sequence[Event], common: set[Part], fields: Sequence[str]
) -> str:
    """A result in the table's words: what not every result has; a check only where nothing follows that tells of it.

    Where amounts do not count, they are not told either: headings stand for the sentences.
    """
    own = [e for e in events if not isinstance(e, LUCK)]
    differing = [e for e in own if part_of(e, fields) not in common]
    facts = [e for e in differing if not hasattr(e, "success") or isinstance(e, Tallied)] or differing
    if fields is FULL:
        return "".join(filter(None, (told(system, battle, e) for e in facts))) or NOTHING
    facts = [e for e in facts if not isinstance(e, FLOW)] or facts
    headings = (heading(system, e) for e in facts)
    return "、".join(dict.fromkeys(filter(None, headings))) or NOTHING


def heading(system: RuleSystem[Any], event: Event) -> str:
    """An event as a heading: what it is called, and whether it succeeded."""
    kind = type_of(type(event))
    name = system.words.events.get(kind, kind)
    if isinstance(event, Tallied):
        return f"{name} {event.total}" if event.success is None else f"{name} {'成功' if event.success else '失敗'}"
    success: bool | None = getattr(event, "success", None)
    return name if success is None else f"{name} {'成功' if success else '失敗'}"


def shortened(rows: tuple[Result, ...]) -> tuple[Result, ...]:
    """The likeliest rows, and what came."""
    return (*rows[:SHOWN], *(row for row in rows[SHOWN:] if row.came))


def wilson(share: float, n: int) -> tuple[float, float]:
    """The band in which a share lies that was sampled `n` times (95 %, Wilson)."""
    z2 = Z95 * Z95
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = Z95 * sqrt(share * (1 - share) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def percent(share: float) -> str:
    """A probability as people say it."""
    return f"{share * 100:.1f}％"


def sentence(method: str, n: int, outcomes: Sequence[Result], results: Sequence[Result], seed: str | None) -> str:
    """The answer in a sentence or two."""
    if method == "certain":
        return "この宣言に運は関わっていません。ほかの結果はあり得ませんでした。"
    what = next(row for row in outcomes if row.came)
    full = next(row for row in results if row.came)
    how = (
        f"あり得る出目{n}通りをすべて数えました。"
        if method == "exact"
        else f"{n}回、別の出目で試しました（種は {seed}。誤差は95％の幅で示します）。"
    )
    exactly = "" if len(results) == len(outcomes) else f"量まで同じになるのは{percent(full.probability)}です。"
    return f"{how}実際と同じ成り行きになる見込みは{percent(what.probability)}です。{exactly}"
