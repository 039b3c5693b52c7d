"""What a rewind would do: what it strikes out, and what anybody has learned since that it cannot take back."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec

from senki.eventstore.events import Envelope
from senki.projections.log import event_of
from senki.projections.timeline import Struck, beside_the_game, told
from senki.rules.events import Dealt, Declared, Revealed, Rolled
from senki.rules.message import type_of
from senki.rules.rulebook import Battle, RuleSystem

DECLARED = type_of(Declared)
ROLLED, DEALT, REVEALED = type_of(Rolled), type_of(Dealt), type_of(Revealed)
Warning = Literal["nothing", "little", "much"]
MUCH = 3
"""From so many things learned on, going back changes what people do."""


class Learned(msgspec.Struct, frozen=True):
    """Something that somebody knows now and did not know then.

    Attributes:
        seq: the event by which it was learned.
        kind: `dice` that fell, `cards` that were dealt or turned up, a `secret` that was opened.
        text: what it was, as the looker may know it; empty where it was somebody else's.
    """

    seq: int
    kind: Literal["dice", "cards", "secret"]
    text: str = ""


class Undoing(msgspec.Struct, frozen=True):
    """What a rewind to an event would do.

    Attributes:
        to: the event.
        events, declarations: how many are struck out.
        told: their sentences, as the looker may know them, the first ones.
        learned: what anybody has learned since.
        warning: how plain the warning should be; `text` says it in Japanese.
    """

    to: int
    events: int
    declarations: int
    told: tuple[str, ...]
    learned: tuple[Learned, ...]
    warning: Warning
    text: str


MOST_TOLD = 12


def undoing(  # noqa: PLR0917 - a question with its eyes
    system: RuleSystem[Any],
    battle: Battle[Any],
    log: Sequence[Envelope],
    to: int,
    struck: Struck,
    opened: Iterable[int],
) -> Undoing:
    """What going back to event `to` would do.

    Args:
        system: the rules.
        battle: as it stands now.
        log: the events as the looker may see them (data None where it may not), from the first on.
        to: where to go back to.
        struck: what earlier rewinds have struck out already.
        opened: seqs of events that were secret and are open now.
    """
    beside = {seq for envelope in log for seq in beside_the_game(envelope)}
    gone = [e for e in log if e.seq > to and e.seq not in beside and not struck.holds(e.seq)]
    sentences = [s for e in gone if e.data is not None and (s := told(system, battle, event_of(system, e)))]
    late = set(opened)
    learned: list[Learned] = []
    for envelope in gone:
        text = "" if envelope.data is None else told(system, battle, event_of(system, envelope))
        if envelope.type == ROLLED:
            learned.append(Learned(envelope.seq, "dice", text))
        elif envelope.type in {DEALT, REVEALED}:
            learned.append(Learned(envelope.seq, "cards", text))
        elif envelope.seq in late and envelope.type != DECLARED:
            learned.append(Learned(envelope.seq, "secret", text))
    warning: Warning = "nothing" if not learned else "little" if len(learned) < MUCH else "much"
    declarations = sum(e.type == DECLARED for e in gone)
    text = _said(declarations, learned, warning)
    return Undoing(to, len(gone), declarations, tuple(sentences[:MOST_TOLD]), tuple(learned), warning, text)


def _said(declarations: int, learned: Sequence[Learned], warning: Warning) -> str:
    if not declarations:
        return "取り消される宣言はありません。"
    said = f"宣言{declarations}件が取り消されます。"
    if warning == "nothing":
        return f"{said}そのあいだに新しく知れたことはありません。"
    names = {"dice": "出た目", "cards": "見えた札", "secret": "明かされた秘密"}
    counted = {kind: sum(it.kind == kind for it in learned) for kind in names}
    what = "、".join(f"{names[kind]}{many}件" for kind, many in counted.items() if many)
    if warning == "little":
        return f"{said}ただし、{what}は、もう知られています。"
    return f"{said}注意：{what}は、もう知られています。知ったうえでやり直すことになるので、卓の全員に確かめてください。"
