"""Why not: whether a declaration would be accepted at some moment, and by which clause it would be refused.

Legality is `decide` itself, with no dice at hand: nothing is written, no envelope is opened, and a call for dice says
that the declaration stands. What is told is what the refusal itself would tell its seat, and no more.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from senki.projections.history import NoSuchMoment, Then
from senki.projections.inquiry import Inquiry, Look
from senki.projections.wording import Json, Sentence, Wording
from senki.rules.chance import Entered
from senki.rules.codec import codec
from senki.rules.decide import decide
from senki.rules.declarations import Rewind
from senki.rules.message import Declaration, type_of
from senki.rules.rejection import Rejection
from senki.rules.rulebook import NO_PAST, Battle, Past, RuleSystem
from senki.rules.table import GM

STANDS = "この宣言は受け付けられます。"
ASKED = "この宣言は待たれていました。"
MOST_TRIED = 64
"""Declarations of one type that are tried, to find one that would be accepted."""


class Waited(msgspec.Struct, frozen=True):
    """For whom the rules waited: who, and what they might declare."""

    by: str
    who: str
    types: tuple[str, ...]
    what: tuple[str, ...]


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether a declaration would be accepted.

    Attributes:
        at: the moment: after this event.
        by, who, type, what: of the declaration.
        accepted: whether it would be.
        awaited: whether the rules waited for it then.
        awaiting: for whom they waited.
        code, message: of the refusal.
        clause: by which it is refused, with its wording.
        example: where only a type was asked about: a declaration of that type that would be accepted.
    """

    at: int
    by: str
    who: str
    type: str
    what: str
    accepted: bool
    awaited: bool
    message: str
    awaiting: tuple[Waited, ...] = ()
    code: str | None = None
    clause: Sentence | None = None
    example: Json | None = None


async def why_not(inquiry: Inquiry, look: Look, said: bytes | Json, at: int) -> Verdict:
    """Whether a declaration would be accepted at a moment.

    Args:
        inquiry: reads the log.
        look: whose seat declares; the operator declares for whoever plays the character.
        said: the declaration, as JSON.
        at: the moment.

    Raises:
        NoSuchMoment: the log has no such moment, or it is in the middle of a declaration.
    """
    system, then = await inquiry.history.at(look.stream, at)
    if not await inquiry.history.unit_ends(look.stream, at):
        raise NoSuchMoment(at)
    words = look.wording
    try:
        it = codec(system).declaration(said)
    except Rejection as rejection:
        return _refused(words, system, then, None, rejection)
    past: Past = NO_PAST
    if isinstance(it, Rewind) and 0 < it.to <= at and await inquiry.history.unit_ends(look.stream, it.to):
        past = Then(it.to, (await inquiry.history.at(look.stream, it.to))[1])
    rejection = refusal(system, then, it, look.seat, past)
    return _accepted(words, system, then, it) if rejection is None else _refused(words, system, then, it, rejection)


async def why_not_asked(inquiry: Inquiry, look: Look, by: str, kind: str, at: int) -> Verdict:
    """Why a character (`gm`: the GM) was not asked for a declaration at a moment.

    Args:
        inquiry: reads the log.
        look: who asks.
        by: the character.
        kind: the type of the declaration.
        at: the moment.

    Raises:
        NoSuchMoment: as for `why_not`.
    """
    system, then = await inquiry.history.at(look.stream, at)
    if not await inquiry.history.unit_ends(look.stream, at):
        raise NoSuchMoment(at)
    words = look.wording
    if look.seat is not None and look.seat != (GM if by == GM else then.table.seat_of(by)):
        return _others(words, system, then, by, kind)
    found: tuple[Declaration, Rejection] | None = None
    for it in _tries(system, then, by, kind):
        rejection = refusal(system, then, it, look.seat, NO_PAST)
        if rejection is None:
            example = msgspec.to_builtins(it, builtin_types=(msgspec.Raw,))
            return msgspec.structs.replace(_accepted(words, system, then, it), example=example)
        found = found or (it, rejection)
    rejection = found[1] if found else _bare(system, then, by, kind, look.seat)
    verdict = _refused(words, system, then, None, rejection)
    waited = any(w.by == by and kind in w.types for w in verdict.awaiting)
    return msgspec.structs.replace(verdict, by=by, who=words.who(by), type=kind, what=words.deed(kind), awaited=waited)


def refusal(
    system: RuleSystem[Any], then: Battle[Any], it: Declaration, seat: str | None, past: Past
) -> Rejection | None:
    """Why a declaration would be refused; None where it would be accepted (dice may be called for)."""
    try:
        decide(system, then, it, Entered(), seat=seat, past=past)
    except Rejection as rejection:
        return None if rejection.code == "bad_rolls" else rejection
    return None


def _tries(system: RuleSystem[Any], then: Battle[Any], by: str, kind: str) -> Iterator[Declaration]:
    """Declarations of a type that somebody might make: what is legal first, else what the rules would propose."""
    wanted = codec(system).declaration_types.get(kind)
    row = system.plays.rows.get(wanted) if wanted is not None else None
    if row is None or (by != GM and by not in then.game.characters):
        return
    for place, it in enumerate(row.could(then.game, by)):
        if place >= MOST_TRIED:
            return
        yield it


def _bare(system: RuleSystem[Any], then: Battle[Any], by: str, kind: str, seat: str | None) -> Rejection:
    """Why a type of declaration is refused of which nothing could be proposed."""
    said: Json = {"type": kind} if by == GM else {"type": kind, "by": by}
    kinds = codec(system).declaration_types
    try:
        it = codec(system).declaration(said)
    except Rejection as rejection:
        if kind not in kinds:
            return rejection
        if by != GM and by not in then.game.characters:
            return Rejection("unknown_character", f"「{by}」というキャラクターはいません。")
        it = None
    if it is not None:
        refused = refusal(system, then, it, seat, NO_PAST)
        if refused is not None and refused.code != "malformed":
            return refused
    return Rejection("not_awaited", system.plays.awaited_now(then.game, system.awaiting(then.game)))


def _others(words: Wording, system: RuleSystem[Any], then: Battle[Any], by: str, kind: str) -> Verdict:
    """Of somebody else's declaration: whether it was awaited, which everybody knows, and no more."""
    waiting = _waited(words, system, then)
    waited = _is_awaited(waiting, by, kind)
    message = ASKED if waited else system.plays.awaited_now(then.game, system.awaiting(then.game))
    head = (then.seq, by, words.who(by), kind, words.deed(kind))
    return Verdict(*head, waited, waited, message, waiting, None if waited else "not_awaited")


def _waited(words: Wording, system: RuleSystem[Any], then: Battle[Any]) -> tuple[Waited, ...]:
    return tuple(
        Waited(a.by, words.who(a.by), a.types, tuple(words.deed(kind) for kind in a.types))
        for a in system.awaiting(then.game)
    )


def _accepted(words: Wording, system: RuleSystem[Any], then: Battle[Any], it: Declaration) -> Verdict:
    by, kind = it.by or GM, type_of(type(it))
    waiting = _waited(words, system, then)
    waited = _is_awaited(waiting, by, kind)
    message = ASKED + STANDS if waited else STANDS
    return Verdict(then.seq, by, words.who(by), kind, words.deed(kind), True, waited, message, waiting)


def _refused(
    words: Wording, system: RuleSystem[Any], then: Battle[Any], it: Declaration | None, rejection: Rejection
) -> Verdict:
    by = "" if it is None else it.by or GM
    kind = "" if it is None else type_of(type(it))
    waiting = _waited(words, system, then)
    clause = None if rejection.clause is None else words.sentence(rejection.clause)
    return Verdict(
        at=then.seq,
        by=by,
        who=words.who(by) if by else "",
        type=kind,
        what=words.deed(kind) if kind else "",
        accepted=False,
        awaited=_is_awaited(waiting, by, kind),
        message=rejection.message,
        awaiting=waiting,
        code=rejection.code,
        clause=clause,
    )


def _is_awaited(waiting: Sequence[Waited], by: str, kind: str) -> bool:
    return any(waited.by == by and kind in waited.types for waited in waiting)
