"""The dossier of an event: everything that a table in dispute needs to know of it, from the record alone."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import msgspec

from senki.eventstore.events import Envelope
from senki.projections.grounds import grounds
from senki.projections.history import SPACING, Then
from senki.projections.inquiry import Applied, Inquiry, Line, Look, Said, citing
from senki.projections.log import event_of, first
from senki.projections.marks import Marks
from senki.projections.mentions import ANNOTATED, DISPUTED, RULED, SETTLED
from senki.projections.proofs import key_of
from senki.projections.recompute import misrolled
from senki.projections.seen import is_open
from senki.projections.timeline import BESIDE_THE_GAME
from senki.projections.wording import AWAITING, CHARACTERS, Fact, Json, Wording, at_path, changes
from senki.rules.envelopes import included
from senki.rules.events import Drawn, Rewound, Rolled
from senki.rules.rulebook import NO_PAST, Battle, fold
from senki.rules.sampler import words_digest
from senki.rules.visible import visible

ANSWERED_LATER = ("exchange", "attack", "check", "dice")
"""Where a state keeps what was declared and is still being answered: one exchange goes on until all are empty."""
MOST_UNITS = 256
MOST_RULINGS = 16
QUIET = frozenset({"type", "terms", "clauses", "fingerprint"})
OPENED = "opened"


class Change(msgspec.Struct, frozen=True):
    """A field of the state that an event changed."""

    path: str
    label: str
    before: Any
    after: Any
    was: str
    now: str


class Luck(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice or cards with their proof.

    Attributes:
        number: of the envelope; None: they were entered at a real table.
        key: of the envelope, as far as this viewer may have it.
        included: whether that key was in the book that was published before the fight; None: not to be checked here.
        recomputed: whether the key gives these faces; None likewise.
        verdict: the same in words.
    """

    seq: int
    text: str
    verdict: str
    purpose: str = ""
    number: int | None = None
    key: str | None = None
    included: bool | None = None
    recomputed: bool | None = None


class Later(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of an event later.

    Attributes:
        kind: `struck`, `disputed`, `settled`, `annotated`, `ruled`; `about`: what this event itself speaks of.
        open: a dispute that waits for its answer.
    """

    seq: int
    kind: str
    text: str
    open: bool = False


class Record(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an event stands in the log."""

    seat: str
    seat_name: str
    recorded_at: str
    hash: str
    digest: str
    salt: str | None = None


class Dossier(msgspec.Struct, frozen=True):
    """Everything about an event.

    Attributes:
        battle, system, name: which battle, by which rules.
        seq, type, heading, text, struck, hidden: the event, and how it is told.
        declarations: all of the exchange, the one that opened it first.
        before: what the state said, just before, of everything that the ruling read.
        luck: dice and cards of the exchange.
        applied: the steps of the ruling as far as this event, in order.
        facts: what else the event says.
        changes: what it changed.
        unit_changes: what all of its declaration changed, where that is more.
        unit: every event of the same declaration.
        later: what came of it.
        record: how it stands in the log.
        head: the end of the log that this was read from.
    """

    battle: str
    system: str
    name: str
    seq: int
    type: str
    heading: str
    text: str
    struck: bool
    hidden: bool
    declarations: list[Said]
    before: list[Fact]
    luck: list[Luck]
    applied: list[Applied]
    facts: tuple[Fact, ...]
    changes: list[Change]
    unit_changes: list[Change]
    unit: list[Line]
    later: list[Later]
    record: Record
    head: dict[str, int | str]


class Passage:
    """A stretch of a log, folded: the battle at the ends of its units, and around one event."""

    def __init__(self, first_seq: int, battle: Battle[Any] | None) -> None:
        self.ends: dict[int, Battle[Any]] = {} if battle is None else {first_seq: battle}
        self.before: Battle[Any] | None = None
        self.after: Battle[Any] | None = None
        self.last: Battle[Any] | None = battle


class Seen:
    """States as a viewer sees them; most events change nothing, so one state often serves for several moments."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._kept: list[tuple[Battle[Any], Json]] = []

    def of(self, then: Battle[Any]) -> Json:
        """The state of a moment."""
        for battle, seen in self._kept:
            same = battle.game is then.game and battle.table is then.table
            if same and is_open(self._look.present, battle.seq) == is_open(self._look.present, then.seq):
                return seen
        seen = self._look.state(then)
        self._kept.append((then, seen))
        return seen


async def dossier(inquiry: Inquiry, look: Look, seq: int) -> Dossier:
    """The dossier of an event.

    Args:
        inquiry: reads the log.
        look: who looks at which battle.
        seq: the event.

    Raises:
        NoSuchMoment: the log has no such event.
    """
    unit = await inquiry.unit(look.stream, seq)
    envelope = unit[seq - unit[0].seq]
    passage = await _fold(inquiry, look, unit, seq)
    seen = Seen(look)
    exchange = [*await _answered(inquiry, look, unit[0].seq - 1, passage, seen), unit]
    line = look.line(envelope)
    before = {} if passage.before is None else seen.of(passage.before)
    after = {} if passage.after is None else seen.of(passage.after)
    changed = [] if passage.before is None else _changes(look.wording, before, after)
    start = passage.ends.get(unit[0].seq - 1)
    ending = passage.last
    whole = [] if start is None or ending is None else _changes(look.wording, seen.of(start), seen.of(ending))
    marks = look.marks
    steps = [it for each in exchange for it in citing(look, each, seq)]
    return Dossier(
        battle=look.stream,
        system=look.system.id,
        name=look.system.name,
        seq=seq,
        type=envelope.type,
        heading=line.heading,
        text=line.text,
        struck=line.struck,
        hidden=line.hidden,
        declarations=[
            look.said(each[0], own=each is unit) for each in exchange if each is unit or not _beside_the_game(each)
        ],
        before=grounds(
            look.wording,
            before,
            (look.data(e) for each in exchange for e in each if e.seq <= seq),
            [it.path for it in changed],
        ),
        luck=list(_luck(inquiry, look, marks, [e for each in exchange for e in each])),
        applied=steps,
        facts=_facts(look, envelope),
        changes=changed,
        unit_changes=[] if whole == changed else whole,
        unit=[look.line(each) for each in unit],
        later=[it async for it in _later(inquiry, look, marks, envelope, changed)],
        record=_record(look, envelope),
        head={"seq": look.present.seq, "hash": look.hash.hex()},
    )


async def _fold(inquiry: Inquiry, look: Look, unit: list[Envelope], seq: int) -> Passage:
    """Fold from the checkpoint before a unit to its end."""
    start = unit[0].seq
    base = (start - 1) // SPACING * SPACING
    battle: Battle[Any] | None = None
    if base:
        _, battle = await inquiry.history.at(look.stream, base)
    log = [*(await inquiry.store.read(look.stream, base, start - 1 - base) if base < start - 1 else ()), *unit]
    passage = Passage(base, battle)
    for place, envelope in enumerate(log):
        event = event_of(look.system, envelope)
        if envelope.seq == seq:
            passage.before = battle
        if battle is None:
            battle = first(look.system, event)
        else:
            past = NO_PAST
            if isinstance(event, Rewound):
                past = Then(event.to, (await inquiry.history.at(look.stream, event.to))[1])
            battle = fold(look.system, battle, event, past)
        if envelope.seq == seq:
            passage.after = battle
        if place + 1 == len(log) or log[place + 1].cause != envelope.cause:
            passage.ends[envelope.seq] = battle
    passage.last = battle
    return passage


async def _answered(inquiry: Inquiry, look: Look, end: int, passage: Passage, states: Seen) -> list[list[Envelope]]:
    """The units before one that belong to the same exchange, the one that opened it first."""
    found: list[list[Envelope]] = []
    while end > 0 and len(found) < MOST_UNITS:
        then = passage.ends.get(end)
        if then is None:
            _, then = await inquiry.history.at(look.stream, end)
        seen = states.of(then)
        if not any(seen.get(place) for place in ANSWERED_LATER):
            break
        unit = await inquiry.unit(look.stream, end)
        back = next((it.to for e in unit if isinstance(it := event_of(look.system, e), Rewound)), None)
        if back is not None:
            end = back
            continue
        found.insert(0, unit)
        end = unit[0].seq - 1
    return found


def _beside_the_game(unit: list[Envelope]) -> bool:
    """Whether a unit is talk, a note or the like."""
    return len(unit) > 1 and unit[-1].type in BESIDE_THE_GAME


def _changes(words: Wording, before: Json, after: Json) -> list[Change]:
    """What differs between two states, people first."""
    found: list[Change] = []
    for path, old, new in changes(before, after):
        if path == "seq":
            continue
        found.append(Change(path, words.path(path), old, new, words.fact(path, old).text, words.fact(path, new).text))
    return sorted(found, key=lambda it: (not it.path.startswith(CHARACTERS), it.path == AWAITING))


def _facts(look: Look, envelope: Envelope) -> tuple[Fact, ...]:
    data = look.data(envelope)
    if envelope.type == OPENED:
        data = {name: value for name, value in data.items() if not isinstance(value, dict | list)}
    return look.wording.facts(data, QUIET | {"declaration"})


def _luck(inquiry: Inquiry, look: Look, marks: Marks, events: list[Envelope]) -> Iterator[Luck]:
    """Each roll and draw, checked as far as the viewer may."""
    for envelope in events:
        if not look.sees(envelope):
            continue
        event = event_of(look.system, envelope)
        if not isinstance(event, Rolled | Drawn):
            continue
        text = look.line(envelope).text
        purpose = look.wording.value(event.purpose, "purpose", envelope.type)
        if not text and isinstance(event, Rolled):
            faces = "・".join(str(face) for throw in (event, *event.more) for face in throw.faces)
            text = f"{look.wording.who(event.by)}の{purpose}：{faces}"
        if event.number is None:
            yield Luck(
                envelope.seq, text, "卓で振った（引いた）ものが書き入れられました。計算では確かめられません。", purpose
            )
        else:
            yield _proven(inquiry, look, marks, envelope.seq, event, text, purpose)


def _proven(  # noqa: PLR0917 - a proof has these parts
    inquiry: Inquiry, look: Look, marks: Marks, seq: int, event: Rolled | Drawn, text: str, purpose: str
) -> Luck:
    number = event.number or 0
    book = marks.book(number)
    siblings = () if book is None or inquiry.proofs is None else inquiry.proofs(look.stream, book, number)
    key = key_of(event)
    if isinstance(event, Drawn) and look.present.game.phase == "over" and siblings and inquiry.keys is not None:
        key = inquiry.keys(look.stream, number)
    if key is None:
        return Luck(seq, text, f"{number}番の封筒の鍵は、ここではまだ見られません。", purpose, number)
    held = included(key, number, siblings, book) if book is not None and siblings else None
    same = None
    if isinstance(event, Rolled):
        same = not misrolled(event, words_digest(look.present.table.words))
    said = {
        None: "束に入っていたかどうかは、サーバーの鍵がないのでここでは確かめられません。",
        True: f"{number}番の封筒は、戦いの前に公開された束に入っていました。",
        False: f"{number}番の封筒は、公開された束に入っていたものではありません。",
    }[held]
    if same is not None:
        said += "鍵から計算し直すと、記録と同じ出目です。" if same else "鍵から計算し直すと、記録と違う出目です。"
    return Luck(seq, text, said, purpose, number, key.hex(), held, same)


async def _later(
    inquiry: Inquiry, look: Look, marks: Marks, envelope: Envelope, changed: list[Change]
) -> AsyncIterator[Later]:
    """What came of an event."""
    seq, data = envelope.seq, look.data(envelope)
    mentions = await inquiry.mentions.of(look.stream)
    about = data.get("dispute") or (data.get("seq") if envelope.type in {ANNOTATED, DISPUTED} else None)
    if isinstance(about, int) and 0 < about <= look.present.seq:
        one = look.line(await inquiry.event(look.stream, about))
        yield Later(about, "about", f"について：{one.text or one.heading}")
    if look.struck.holds(seq):
        by = next(at for at, to in marks.rewinds if to < seq < at)
        yield Later(by, "struck", f"取り消された：{look.line(await inquiry.event(look.stream, by)).text}")
    for at in mentions.about.get(seq, ()):
        one = await inquiry.event(look.stream, at)
        if not look.sees(one):
            continue
        answers = mentions.about.get(at, ()) if one.type == DISPUTED else ()
        yield Later(at, one.type, _spoken(look, one), open=one.type == DISPUTED and not answers)
        for answer in answers:
            told = await inquiry.event(look.stream, answer)
            if look.sees(told):
                yield Later(answer, told.type, _spoken(look, told))
    async for it in _corrected(inquiry, look, mentions.rulings_after(seq, MOST_RULINGS), changed):
        yield it


def _spoken(look: Look, envelope: Envelope) -> str:
    """What somebody said of an event: who, and the words."""
    data, words = look.data(envelope), look.wording
    if envelope.type == SETTLED:
        return visible(f"答え：{words.value(data['verdict'], 'verdict')}。{data['reason']}")
    heading = "注記" if envelope.type == ANNOTATED else words.event(envelope.type)
    return visible(f"{heading}（{words.who(data['by'])}）：{data.get('claim') or data.get('text') or ''}")


async def _corrected(inquiry: Inquiry, look: Look, rulings: list[int], changed: list[Change]) -> AsyncIterator[Later]:
    """The first ruling that set what an event had made so."""
    left = {it.path: it.after for it in changed if it.path != AWAITING}
    for at in rulings if left else ():
        one = await inquiry.event(look.stream, at)
        paths = {it["path"] for it in look.data(one).get("changes", ())} & left.keys()
        if not paths:
            continue
        _, then = await inquiry.history.at(look.stream, at - 1)
        seen = look.state(then)
        if any(at_path(seen, path) == left[path] for path in paths):
            yield Later(at, RULED, look.line(one).text)
        return


def _record(look: Look, envelope: Envelope) -> Record:
    salt = envelope.salt.hex() if envelope.salt is not None and look.sees(envelope) else None
    return Record(
        envelope.by,
        look.wording.seat(envelope.by),
        envelope.recorded_at,
        envelope.hash.hex(),
        envelope.digest.hex(),
        salt,
    )
