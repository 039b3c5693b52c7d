"""What a viewer may see: the state through its eyes, and whether an event is for it. The only place that conceals."""

from typing import Any

import msgspec

from senki.rules.rulebook import ALL_SEEING, Battle, Eyes, RuleSystem, eyes
from senki.rules.table import OVER, Audience
from senki.rules.telling import called

Json = dict[str, Any]

_audience = msgspec.json.Decoder(Audience)


def state(system: RuleSystem[Any], battle: Battle[Any], seat: str | None = None, *, opened: bool = False) -> Json:
    """The state as a seat sees it (contract: "State").

    Args:
        system: the rules.
        battle: the battle at that moment.
        seat: who looks; None sees everything (for checks and fixtures, never for an answer to a person).
        opened: the battle was over at some later moment, so that this one is open to everybody (`is_open`).

    Returns:
        Plain JSON values: `system`, `seq`, what the system's view has, `awaiting`, the table's open disputes; and
        as `called` what characters are called whose names alone do not tell them apart.
    """
    who = ALL_SEEING if seat is None or opened else eyes(battle, seat)
    return _written(system, battle, who)


def state_bytes(system: RuleSystem[Any], battle: Battle[Any], seat: str, *, opened: bool = False) -> bytes:
    """The same as JSON bytes, for an answer."""
    return msgspec.json.encode(state(system, battle, seat, opened=opened))


def is_open(present: Battle[Any], seq: int) -> bool:
    """Whether all of the moment after event `seq` is open: the battle was over after it, at least once."""
    return present.table.opened.get(OVER, 0) > seq


def _written(system: RuleSystem[Any], battle: Battle[Any], who: Eyes) -> Json:
    seen: Json = msgspec.to_builtins(system.view(battle.game, who))
    table = battle.table
    names = called(battle.game)
    apart = {id: name for id, name in names.items() if name != battle.game.characters[id].name}
    return {
        "system": system.id,
        "seq": battle.seq,
        **seen,
        **({"called": apart} if apart else {}),
        "awaiting": msgspec.to_builtins(system.awaiting(battle.game)),
        "seats": table.seats,
        "disputes": table.disputes,
        "words": [{"seat": seat, "text": text} for seat, text in table.words],
    }


def audience_text(audience: Audience | None) -> str | None:
    """An audience as the store keeps it beside an event; None for everybody."""
    return None if audience is None else msgspec.json.encode(audience).decode()


def audience_of(text: str | None) -> Audience | None:
    """The audience that the store kept."""
    return None if text is None else _audience.decode(text)


def may_see(battle: Battle[Any], audience: str | None, seq: int, seat: str) -> bool:
    """Whether a seat may see an event now, by all that the battle has opened so far.

    Args:
        battle: the battle at its head.
        audience: as the store kept it.
        seq: the event's seq.
        seat: who looks.
    """
    return audience is None or battle.table.may_see(audience_of(audience), seq, seat)
