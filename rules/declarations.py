"""The declarations that every system takes besides its own (contract: "Declarations")."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal

import msgspec

from senki.rules.message import Sheet, Statement

Text = Annotated[str, msgspec.Meta(min_length=1, max_length=4000)]
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
CHARACTER: Mapping[str, str] = MappingProxyType({"names": "character"})
Who = Annotated[str, msgspec.Meta(min_length=1, max_length=200, extra=dict(CHARACTER))]
"""A field that names a character: who is not there is `unknown_character`."""
Seq = Annotated[int, msgspec.Meta(ge=1)]


class Begin(Statement, tag="begin"):
    """GM: setup is over, the first round starts."""


class Change(Sheet):
    """One value that the GM sets: a path into the state, with dots, and what stands there from now on."""

    path: Word
    to: bool | int | str | list[str] | None


class Rule(Statement, tag="rule"):
    """GM: sets state by authority, with a reason; with `settles` it answers that dispute, which is overturned."""

    reason: Reason
    changes: Annotated[tuple[Change, ...], msgspec.Meta(max_length=100)]
    clause: Word | None = None
    settles: Annotated[Seq | None, msgspec.Meta(description="the dispute that it answers")] = None
    overrules: Annotated[tuple[Seq, ...], msgspec.Meta(max_length=100, description="events that no longer hold")] = ()
    intent: Annotated[Reason | None, msgspec.Meta(description="what the GM means by it, for the time to come")] = None
    given: Annotated[Reason | None, msgspec.Meta(description="what was given to whoever lost by it")] = None


class Rewind(Statement, tag="rewind"):
    """GM: the state becomes that after event `to`; the events between stay on record, struck out."""

    to: Seq
    reason: Reason
    settles: Annotated[Seq | None, msgspec.Meta(description="the dispute that it answers")] = None
    intent: Annotated[Reason | None, msgspec.Meta(description="what the GM means by it, for the time to come")] = None
    given: Annotated[Reason | None, msgspec.Meta(description="what was given to whoever lost by it")] = None


class Dispute(Statement, tag="dispute"):
    """Anyone: objects to an event."""

    seq: Seq
    claim: Text
    clause: Word | None = None


class Settle(Statement, tag="settle"):
    """GM: answers a dispute (the seq of its `disputed` event); a correction follows as `rule` or `rewind`."""

    dispute: Seq
    verdict: Literal["upheld", "overturned"]
    reason: Reason


class Words(Statement, tag="words"):
    """Any seat, before `begin`, once: its share in the chance of this battle."""

    text: Word


class Roll(Statement, tag="roll"):
    """Anyone: dice at the table, in the notation that players type; changes no rules state."""

    notation: Word
    purpose: Word | None = None
    secret: bool = False


class Show(Statement, tag="show"):
    """Whoever made a secret roll, or the GM: opens it; the GM also opens what it keeps hidden itself.

    `seq` is that of its `declared` event, or of any event of its unit.
    """

    seq: Seq


class Dice(Statement, tag="dice"):
    """Whoever opened what was hidden, or the GM: the dice and cards (`rolls`) with which that goes on."""


class Say(Statement, tag="say"):
    """Anyone: table talk or in-character speech, for the write-up. Everybody reads it, on whatever channel."""

    text: Text
    speaker: Annotated[
        Word | None,
        msgspec.Meta(description="whose voice it is; who really speaks is told beside it. Not for spectators"),
    ] = msgspec.field(default=None, name="as")
    channel: Annotated[
        Word | None,
        msgspec.Meta(description="a tab of the table's log, such as 雑談; nothing private: everybody reads it"),
    ] = None


class Annotate(Statement, tag="annotate"):
    """Anyone: a note on an event, for the write-up or the audit."""

    seq: Seq
    text: Text


class Remark(Statement, tag="remark"):
    """Whoever took part, once the battle is over (感想戦): a remark on an event, or an answer to one.

    It is never mixed with the record: nothing follows from it. `link` may lead to another history (what if).
    """

    seq: Seq
    text: Text
    answers: Annotated[Seq | None, msgspec.Meta(description="the remark that it answers")] = None
    link: Annotated[str, msgspec.Meta(pattern=r"^/[^\s]{0,500}$", description="a page of this server")] | None = None


class Close(Statement, tag="close"):
    """GM: ends the battle when the rules have not ended it already."""

    reason: Reason | None = None


SHARED = (Begin, Rule, Rewind, Dispute, Settle, Words, Roll, Show, Dice, Say, Annotate, Remark, Close)
GM_ONLY = (Begin, Rule, Rewind, Settle, Close)
