"""Questions that play on, asked over HTTP or by command: how long they may take, and the answers that are kept."""

from collections import OrderedDict
from collections.abc import Callable
from time import perf_counter
from typing import Any

import msgspec

from senki.projections.fingerprint import fingerprint
from senki.projections.history import History
from senki.projections.odds import Odds, odds
from senki.projections.questions import Stop, Unit
from senki.rules.declarations import Rewind
from senki.rules.rulebook import NO_PAST

SECONDS = 20.0
"""How long one question may take."""
KEPT = 128
"""Answers that are kept."""

_kept: OrderedDict[tuple[str, str, bytes], Any] = OrderedDict()


def until(seconds: float = SECONDS) -> Stop:
    """Whether so many seconds have gone by from now on."""
    end = perf_counter() + seconds
    return lambda: perf_counter() > end


def kept(system: str, head: str, question: object, answer: Callable[[], Any]) -> Any:  # noqa: ANN401 - any answer
    """An answer, found once for the same rules, log and question.

    Whoever asks must be somebody to whom all of it may be told: the answers are the same for all of those.
    """
    key = (fingerprint(system), head, msgspec.json.encode(question, order="sorted"))
    found = _kept.get(key)
    if found is None:
        found = _kept[key] = answer()
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return found


async def odds_of(  # noqa: PLR0917 - what both doors ask with
    history: History, stream: str, unit: Unit, head: str, samples: int, seed: str | None
) -> Callable[[], Odds]:
    """What finds the odds of a unit, beside the event loop; a rewind needs the moment it goes back to."""
    declared = msgspec.json.decode(unit.envelopes[0].data or b"", type=Said).declaration
    past = await history.past(stream, declared.get("to", 0)) if declared.get("type") == REWIND else NO_PAST
    question = ("odds", stream, unit.envelopes[0].seq, samples, seed)
    return lambda: kept(
        unit.system.id, head, question, lambda: odds(unit, head, samples=samples, seed=seed, stop=until(), past=past)
    )


class Said(msgspec.Struct):
    """What a `declared` event tells of its declaration."""

    declaration: dict[str, Any]


REWIND = str(Rewind.__struct_config__.tag)
