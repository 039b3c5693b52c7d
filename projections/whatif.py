"""What if: a battle run again, or from an event on, with other options, another declaration or other faces.

Recorded declarations and luck go on as far as the rules still take them. Nothing of it touches the log.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import msgspec

from senki.eventstore.events import Envelope
from senki.projections.log import event_of, first, system_of
from senki.projections.otherluck import Other
from senki.projections.questions import OutOfTime, Stop, declared_text, never
from senki.projections.readjudicate import Moments, asked_of, units
from senki.projections.seen import state
from senki.projections.statewords import Change, differences
from senki.projections.timeline import told
from senki.rules import declarations as dec
from senki.rules.chance import Pick
from senki.rules.codec import Json, codec
from senki.rules.decide import decide, open_battle
from senki.rules.events import (
    Annotated,
    BookOpened,
    Dealt,
    Declared,
    DiceAwaited,
    Disputed,
    Drawn,
    OpenedHead,
    Revealed,
    Rewound,
    Rolled,
    Settled,
    Shown,
    Throw,
)
from senki.rules.message import Declaration, Event, type_of
from senki.rules.rejection import Rejection
from senki.rules.rulebook import Battle, RuleSystem, fold

SHOWN = 100
"""Differences that are told one by one; the others are counted."""
MOST_FACES = 1_000

NUMBERED = (Declared, Rewound, Annotated, Disputed, Settled, Shown)
"""Events that name others by their number, which shifts once the histories have parted."""


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is to be otherwise; at least one thing, and at most one place.

    Attributes:
        options: other options, by name.
        at: an event of the declaration that is to be otherwise.
        faces: other faces (or cards), in the order in which they are called for; from the roll `at` on where that is a
            roll, else from the first of its declaration.
        declaration: what is declared there instead.
        seed: for luck that has to be sampled; else it is taken from the head.
    """

    options: Mapping[str, Any] | None = None
    at: int | None = None
    faces: tuple[int | str, ...] | None = None
    declaration: Mapping[str, Any] | None = None
    seed: str | None = None


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event of one of the histories, in words.

    Attributes:
        type, text: which, and its sentence.
        clauses: that were applied.
        luck: of dice and cards of the other history: `recorded`, `handed_in` or `sampled`.
    """

    type: str
    text: str
    clauses: tuple[str, ...] = ()
    luck: str | None = None


class Parting(msgspec.Struct, frozen=True, omit_defaults=True):
    """A declaration that comes to something else.

    Attributes:
        seq: of the first event that differs, in the record.
        declared: of the declaration.
        declaration: who declared what.
        recorded, other: the events from there on, to the end of the unit.
        code, refused, clause: why it is refused now, where it is.
    """

    seq: int
    declared: int
    declaration: str
    recorded: tuple[Told, ...]
    other: tuple[Told, ...]
    code: str | None = None
    refused: str | None = None
    clause: str | None = None


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the other history goes.

    Attributes:
        text: the answer in a sentence or two.
        parts: where the two part; None where they never do.
        impossible: the first recorded declaration that is refused; `refused` are refused in all.
        differences: declarations that come to something else, the first of them; `count` in all.
        ends: what differs at the end, `recorded` against `other`.
        over: whether the fight is over in the record, and in the other history.
        luck: how many rolls and draws were recorded, handed in and sampled.
        seed: of what was sampled.
        opening: why the battle could not even be opened so.
    """

    text: str
    parts: Parting | None
    impossible: Parting | None
    refused: int
    differences: tuple[Parting, ...]
    count: int
    ends: tuple[Change, ...]
    over: tuple[bool, bool]
    luck: Mapping[str, int]
    seed: str
    opening: str | None = None


class Resumed(Other):
    """Luck that goes on: handed in first, then as recorded where it was recorded, else sampled.

    Args:
        events: of the recorded unit.
        sample: other luck.
        handed: faces and cards that are handed in.
        after: how many recorded rolls and draws come before the first that is handed in.
    """

    def __init__(
        self,
        events: Sequence[Event],
        sample: random.Random,
        handed: Sequence[int | str] = (),
        after: int = 0,
    ) -> None:
        waited = next((event.by for event in events if isinstance(event, DiceAwaited)), None)
        super().__init__(sample.randrange, waited)
        self._sample = sample
        self._recorded = [e for e in events if isinstance(e, (BookOpened, Rolled, Drawn, Dealt, Revealed))]
        self._throws: tuple[Throw, ...] = ()
        self._handed = list(handed)
        self._after = after
        self.marks: list[str] = []

    def roll_as_one(self) -> None:
        """See `Chance.roll_as_one`; a log may have, of an older secret roll, an event a throw."""
        self._as_one = sum(isinstance(event, Rolled) for event in self._recorded) <= 1

    def roll(self, by: str, purpose: str, count: int, sides: int) -> tuple[int, ...]:
        """Give faces: handed in, recorded, sampled. See `Chance.roll`."""
        going_on = self._first() is not None
        kept: Rolled | None = None
        if going_on:
            throw = self._throws[0] if self._throws else None
            self._throws = self._throws[1:]
            faces = () if throw is None or throw.sides != sides else throw.faces
        else:
            found = self._match(lambda e: isinstance(e, Rolled) and e.sides == sides and e.purpose == purpose)
            kept = found if isinstance(found, Rolled) else None
            faces = () if kept is None else kept.faces
            self._throws = () if kept is None else kept.more
        given = self._given(count)
        if given is not None:
            fit = tuple(face for face in given if isinstance(face, int) and 1 <= face <= sides)
            if len(fit) != count:
                shown = "、".join(map(str, given))
                raise Rejection("bad_rolls", f"「{purpose}」に要るのは{sides}面の目が{count}個です（{shown}）。")
            return self._fell(by, purpose, sides, fit, "handed_in", going_on=going_on)
        if len(faces) >= count:
            if kept is not None and len(faces) == count:
                self._mark("recorded", going_on=going_on)
                self._shown.append(msgspec.structs.replace(kept, by=by, purpose=purpose, more=()))
                return faces
            return self._fell(by, purpose, sides, faces[:count], "recorded", going_on=going_on)
        rest = tuple(self._sample.randrange(sides) + 1 for _ in range(count - len(faces)))
        return self._fell(by, purpose, sides, (*faces, *rest), "sampled", going_on=going_on)

    def draw(  # noqa: PLR0917 - as in `Chance`
        self, deck: str, to: str, count: int, purpose: str, left: Sequence[str], clauses: tuple[str, ...] = ()
    ) -> Pick:
        """Give cards: handed in, recorded, sampled. See `Chance.draw`."""
        found = self._match(lambda e: isinstance(e, Drawn) and e.deck == deck and e.purpose == purpose)
        shown = self._recorded[0] if found is not None and self._recorded else None
        drawn = Drawn(deck=deck, to=to, count=count, purpose=purpose, clauses=clauses)
        given = self._given(count)
        if given is not None:
            cards = tuple(map(str, given))
            if len(set(cards)) != count or any(card not in left for card in cards):
                raise Rejection("bad_rolls", f"引く札は、山札に残る札から{count}枚を書いてください。")
            self.marks.append("handed_in")
            return self.deal(drawn, cards)
        if (
            isinstance(found, Drawn)
            and isinstance(shown, (Dealt, Revealed))
            and len(shown.cards) == count
            and all(card in left for card in shown.cards)
        ):
            self.marks.append("recorded")
            self._shown.append(
                msgspec.structs.replace(found, deck=deck, to=to, count=count, purpose=purpose, clauses=clauses)
            )
            return Pick(shown.cards, shown.key, shown.rejected)
        self.marks.append("sampled")
        return self.deal(drawn, tuple(self._sample.sample(list(left), count)))

    def finish(self) -> None:
        """Refuse what was handed in and not called for.

        Raises:
            Rejection: `bad_rolls`.
        """
        while self._recorded:
            self._pass(self._recorded.pop(0))
        if self._handed:
            left = "、".join(map(str, self._handed))
            raise Rejection("bad_rolls", f"書かれた出目が余りました（{left}）。この宣言ではそれほど振りません。")

    def _match(self, fits: Callable[[Event], bool]) -> Event | None:
        """The next recorded one that fits; those before it are not called for any more."""
        place = next((n for n, event in enumerate(self._recorded) if fits(event)), None)
        if place is None:
            return None
        for passed in self._recorded[:place]:
            self._pass(passed)
        found = self._recorded[place]
        self._recorded = self._recorded[place + 1 :]
        return found

    def _pass(self, event: Event) -> None:
        if isinstance(event, BookOpened):
            self._shown.append(event)

    def _given(self, count: int) -> list[int | str] | None:
        """What is handed in for the next roll or draw; None where nothing is (any more)."""
        if self._after:
            self._after -= 1
            return None
        if not self._handed:
            return None
        given, self._handed = self._handed[:count], self._handed[count:]
        return given

    def _fell(
        self, by: str, purpose: str, sides: int, faces: tuple[int, ...], mark: str, *, going_on: bool
    ) -> tuple[int, ...]:
        self._mark(mark, going_on=going_on)
        return self.show(by, purpose, sides, faces)

    def _mark(self, mark: str, *, going_on: bool) -> None:
        """Say where luck came from; throws that are one event are as good as the worst of them."""
        if going_on and self.marks:
            mark = max(self.marks.pop(), mark, key=("recorded", "handed_in", "sampled").index)
        self.marks.append(mark)


class Run:
    """Another history on its way, beside the recorded one.

    Args:
        log: the whole log.
        question: what is to be otherwise.
        seed: of sampled luck.
        stop: whether time is up.
    """

    def __init__(self, log: Sequence[Envelope], question: Question, seed: str, stop: Stop = never) -> None:
        self.question = question
        self.seed = seed
        self.stop = stop
        self.system: RuleSystem[Any] = system_of(log[0])
        self._units = list(units(log))
        self.past = Moments()
        self.other_past = Moments()
        self.at_end: dict[int, int] = {}
        self.moved: dict[int, int] = {}
        self.differences: list[Parting] = []
        self.count = self.refused = 0
        self.impossible: Parting | None = None
        self.luck: dict[str, int] = {"recorded": 0, "handed_in": 0, "sampled": 0}
        self.parted = False

    def answer(self) -> Answer:
        """Run to the end.

        Raises:
            Rejection: what is asked cannot be: a declaration that is refused there, faces that do not fit, an option
                that does not exist.
            OutOfTime: time is up.
        """
        opening, *rest = self._units
        recorded = [event_of(self.system, envelope) for envelope in opening]
        battle = first(self.system, recorded[0])
        for event in recorded[1:]:
            battle = fold(self.system, battle, event)
        other = battle
        if self.question.options:
            try:
                other = self._opened(recorded, opening, battle)
            except Rejection as rejection:
                if not self._known_options():
                    raise
                return self._never_opened(rejection)
        self.past.keep(battle)
        self.other_past.keep(other)
        self.at_end[battle.seq] = other.seq
        for unit in rest:
            if self.stop():
                raise OutOfTime
            battle, other = self._unit(unit, battle, other)
        return self._answer(battle, other)

    def _known_options(self) -> bool:
        names = {field.encode_name for field in msgspec.structs.fields(self.system.options)}
        return set(self.question.options or ()) <= names

    def _opened(self, recorded: Sequence[Event], opening: Sequence[Envelope], battle: Battle[Any]) -> Battle[Any]:
        """The battle as it opens with other options."""
        opened = recorded[0]
        assert isinstance(opened, OpenedHead)  # noqa: S101 - every log begins so
        given = asked_of(self.system, recorded)
        given["options"] = {**given.get("options", {}), **(self.question.options or {})}
        decision = open_battle(
            self.system, given, fingerprint=opened.fingerprint, chance=opened.chance, title=opened.title
        )
        events = [happened.event for happened in decision.events]
        if self._same(recorded[1:], events[1:]):
            return decision.battle
        self._differ(opening, recorded, events, battle, decision.battle, (), "開戦")
        return decision.battle

    def _unit(
        self, unit: Sequence[Envelope], battle: Battle[Any], other: Battle[Any]
    ) -> tuple[Battle[Any], Battle[Any]]:
        """One declaration in both histories."""
        system = self.system
        recorded = [event_of(system, envelope) for envelope in unit]
        start, last, at = unit[0].seq, unit[-1].seq, self.question.at
        here = at is not None and start <= at <= last
        self.moved[start] = other.seq + 1
        after = battle
        for event in recorded:
            after = fold(system, after, event, self.past)
        self.past.keep(after)
        if not self.parted and not self.question.options and not here:
            self._count(recorded)
            self._keep(after, after)
            return after, after
        declared = recorded[0]
        assert isinstance(declared, Declared)  # noqa: S101 - every unit but the first begins so
        said = codec(system).declaration(bytes(declared.declaration))
        seat: str | None = unit[0].by
        handed: Sequence[int | str] = ()
        skipped = 0
        it = said
        if here:
            if self.question.declaration is not None:
                it = codec(system).declaration(dict(self.question.declaration))
                seat = None if it.by is not None else unit[0].by
            handed = self.question.faces or ()
            skipped = rolls_before(unit, recorded, at or start)
        chance = Resumed(recorded, random.Random(f"{self.seed}/{start}"), handed, skipped)  # noqa: S311 - a told sample
        words = declared_text(system, battle, said.by, type_of(type(said)))
        try:
            decision = decide(system, other, self._renumbered(it), chance, seat=seat, past=self.other_past)
        except Rejection as rejection:
            if here:
                raise
            self._impossible(unit, recorded, after, words, rejection)
            self._keep(after, other)
            return after, other
        for mark in chance.marks:
            self.luck[mark] += 1
        events = [happened.event for happened in decision.events]
        if not self._same(recorded, events):
            self._differ(unit, recorded, events, after, decision.battle, chance.marks, words)
        elif here:
            self.parted = True
        self._keep(after, decision.battle)
        return after, decision.battle

    def _keep(self, after: Battle[Any], other: Battle[Any]) -> None:
        self.other_past.keep(other)
        self.at_end[after.seq] = other.seq

    def _count(self, recorded: Sequence[Event]) -> None:
        self.luck["recorded"] += sum(isinstance(event, (Rolled, Drawn)) for event in recorded)

    def _same(self, recorded: Sequence[Event], other: Sequence[Event]) -> bool:
        return len(recorded) == len(other) and all(map(self._alike, recorded, other))

    def _alike(self, recorded: Event, other: Event) -> bool:
        """Whether two events mean the same; numbers of other events may have shifted."""
        if recorded == other:
            return True
        if type(recorded) is not type(other):
            return False
        if isinstance(recorded, Declared) and isinstance(other, Declared):
            was = codec(self.system).declaration(bytes(recorded.declaration))
            now = codec(self.system).declaration(bytes(other.declaration))
            return recorded.by == other.by and self._renumbered(was) == now
        if isinstance(recorded, (Rolled, Drawn, Dealt, Revealed)):
            return unproven(recorded) == unproven(other)
        return isinstance(recorded, NUMBERED) and self.parted

    def _renumbered(self, it: Declaration) -> Declaration:
        """A declaration that names events by number, with the numbers that they have in the other history."""
        match it:
            case dec.Rewind(to=to):
                return msgspec.structs.replace(it, to=self.at_end.get(to, to))
            case dec.Annotate(seq=seq) | dec.Dispute(seq=seq) | dec.Show(seq=seq):
                return msgspec.structs.replace(it, seq=self._number(seq))
            case dec.Settle(dispute=dispute):
                return msgspec.structs.replace(it, dispute=self._number(dispute))
            case _:
                return it

    def _number(self, seq: int) -> int:
        """The number in the other history of a recorded event: as far into its unit, if that still reaches so far."""
        begun = max((start for start in self.moved if start <= seq), default=None)
        return seq if begun is None else max(1, self.moved[begun] + seq - begun)

    def _differ(  # noqa: PLR0917 - both histories, and what they are called
        self,
        unit: Sequence[Envelope],
        recorded: Sequence[Event],
        events: Sequence[Event],
        after: Battle[Any],
        other: Battle[Any],
        marks: Sequence[str],
        words: str,
    ) -> None:
        """Tell of a declaration that comes to something else."""
        self.parted = True
        self.count += 1
        if self.count > SHOWN:
            return
        begin = 1 if isinstance(recorded[0], OpenedHead) else 0
        place = begin
        while place < min(len(recorded), len(events)) and self._alike(recorded[place], events[place]):
            place += 1
        there = tuple(self._told(after, event) for event in recorded[place:])
        origin = iter(marks)
        here = [
            self._told(other, event, next(origin, None) if isinstance(event, (Rolled, Drawn)) else None)
            for event in events
        ][place:]
        seq = unit[min(place, len(unit) - 1)].seq
        self.differences.append(Parting(seq, unit[0].seq, words, there, tuple(here)))

    def _impossible(
        self,
        unit: Sequence[Envelope],
        recorded: Sequence[Event],
        after: Battle[Any],
        words: str,
        rejection: Rejection,
    ) -> None:
        """Tell of a declaration that is refused now."""
        self.parted = True
        self.count += 1
        self.refused += 1
        if self.impossible is not None and self.count > SHOWN:
            return
        told_ = tuple(self._told(after, event) for event in recorded)
        one = Parting(unit[0].seq, unit[0].seq, words, told_, (), rejection.code, rejection.message, rejection.clause)
        self.impossible = self.impossible or one
        if self.count <= SHOWN:
            self.differences.append(one)

    def _told(self, battle: Battle[Any], event: Event, luck: str | None = None) -> Told:
        return Told(type_of(type(event)), told(self.system, battle, event), event.clauses, luck)

    def _never_opened(self, rejection: Rejection) -> Answer:
        text = f"この決まりごとでは、戦闘を始められません。{rejection.message}"
        return Answer(text, None, None, 0, (), 0, (), (False, False), self.luck, self.seed, rejection.message)

    def _answer(self, battle: Battle[Any], other: Battle[Any]) -> Answer:
        ends = differences(self.system, other, state(self.system, battle), state(self.system, other))
        parts = self.differences[0] if self.differences else None
        over = (battle.game.phase == "over", other.game.phase == "over")
        return Answer(
            text=self._sentence(parts, ends, over),
            parts=parts,
            impossible=self.impossible,
            refused=self.refused,
            differences=tuple(self.differences),
            count=self.count,
            ends=ends,
            over=over,
            luck=self.luck,
            seed=self.seed,
        )

    def _sentence(self, parts: Parting | None, ends: Sequence[Change], over: tuple[bool, bool]) -> str:
        if parts is None:
            return "何も変わりません。どの宣言からも、記録と同じ結果が出ます。"
        told_ = [f"{parts.seq}番（{parts.declaration}）から変わります。"]
        if self.impossible is not None:
            it = self.impossible
            clause = f"（{it.clause}）" if it.clause else ""
            told_.append(
                f"{it.declared}番（{it.declaration}）が初めに成り立たなくなります{clause}：{it.refused}"
                + (f"成り立たなくなる宣言は全部で{self.refused}件です。" if self.refused > 1 else "")
            )
        if self.luck["sampled"]:
            told_.append(f"記録にない運が{self.luck['sampled']}回要るので、種 {self.seed} から引いています。")
        if over[0] and not over[1]:
            told_.append("記録の宣言が尽きても、戦いは終わっていません。")
        told_.append("最後の状態は記録と違います。" if ends else "それでも最後の状態は記録と同じです。")
        return "".join(told_)


PROOF = ("number", "key", "rejected", "entered")


def unproven(event: Event) -> Event:
    """An event of luck without its proof: what fell, wherever it came from."""
    fields = {name: None for name in PROOF if hasattr(event, name)}
    return msgspec.structs.replace(event, **fields)


def rolls_before(unit: Sequence[Envelope], recorded: Sequence[Event], at: int) -> int:
    """How many rolls and draws of a unit come before event `at`, where that is one; else none counts."""
    luck = [envelope.seq for envelope, event in zip(unit, recorded, strict=True) if isinstance(event, (Rolled, Drawn))]
    return luck.index(at) if at in luck else 0


def ask(question: Question, head: int) -> None:
    """Refuse a question that cannot be asked.

    Raises:
        Rejection: `illegal_value`, with what would be right.
    """
    inside = question.faces is not None or question.declaration is not None
    if not question.options and not inside and question.at is None:
        raise Rejection("illegal_value", "何を変えるのか（options、faces、declaration のどれか）を書いてください。")
    if inside and question.at is None:
        raise Rejection("illegal_value", "どの出来事で変えるのか（at）を書いてください。")
    if question.at is not None and not inside:
        raise Rejection("illegal_value", "「at」には、そこで変えるもの（faces か declaration）を添えてください。")
    if question.at is not None and not 1 < question.at <= head:
        raise Rejection("illegal_value", f"「at」は2から{head}までの出来事の番号です。")
    if question.faces is not None and not 0 < len(question.faces) <= MOST_FACES:
        raise Rejection("illegal_value", f"「faces」には出目を1個から{MOST_FACES}個まで書いてください。")


def what_if(log: Sequence[Envelope], question: Question, seed: str, stop: Stop = never) -> Answer:
    """Run a battle again with something otherwise.

    Args:
        log: the whole log.
        question: what is otherwise.
        seed: of luck that has to be sampled, unless the question names one.
        stop: whether time is up.

    Raises:
        Rejection: what is asked cannot be.
        OutOfTime: time is up.
        Unreadable: the log cannot be folded.
    """
    ask(question, log[-1].seq)
    opening = next(units(log))
    if question.at is not None and question.at <= opening[-1].seq:
        raise Rejection("illegal_value", f"{question.at}番は開戦の一部です。変えられるのは宣言とその出目だけです。")
    return Run(log, question, question.seed or seed, stop).answer()


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one other answer to an open point would have done to a fight.

    Attributes:
        option, title: the point.
        value, called: the answer.
        changes: whether anything would have come otherwise; absent where time was up before it was tried.
        seq, declaration, clause: where, and by which clause.
        impossible: the seq of the first declaration that would have been refused.
        ends_differ: whether the end would have been another.
        opening: why the battle could not have been opened so.
    """

    option: str
    title: str
    value: Any
    called: str
    changes: bool | None = None
    seq: int | None = None
    declaration: str | None = None
    clause: str | None = None
    impossible: int | None = None
    ends_differ: bool | None = None
    opening: str | None = None


class Table(msgspec.Struct, frozen=True):
    """Every other answer to every open point, for one fight; `complete` is false where time was up."""

    rows: tuple[Row, ...]
    text: str
    complete: bool
    seed: str


def each_option(log: Sequence[Envelope], seed: str, stop: Stop = never) -> Table:
    """Which answer to which open point would have changed this fight at all.

    Raises:
        Unreadable: the log cannot be folded.
    """
    system = system_of(log[0])
    opening = next(units(log))
    given = asked_of(system, [event_of(system, envelope) for envelope in opening])
    now: Json = cast("Json", given.get("options", {}))
    rows: list[Row] = []
    complete = True
    for name, value in other_values(system, now):
        blank = Row(name, title_of(system, name), value, value_called(system, name, value))
        if not complete:
            rows.append(blank)
            continue
        try:
            found = Run(log, Question(options={name: value}), seed, stop).answer()
        except OutOfTime:
            complete = False
            rows.append(blank)
            continue
        rows.append(row_of(blank, found))
    changing = [row for row in rows if row.changes]
    text = (
        f"{len(rows)}通りの答えを試し、この戦いが変わるのは{len(changing)}通りです。"
        if complete
        else f"時間が足りず、{len(rows)}通りのうち{sum(row.changes is not None for row in rows)}通りだけを試しました。"
    )
    return Table(tuple(sorted(rows, key=lambda row: (not row.changes, row.seq or 0))), text, complete, seed)


def row_of(blank: Row, found: Answer) -> Row:
    """A row with what was found."""
    if found.opening is not None:
        return msgspec.structs.replace(blank, changes=True, opening=found.opening)
    parts = found.parts
    if parts is None:
        return msgspec.structs.replace(blank, changes=False, ends_differ=False)
    clauses = (c for event in (*parts.other, *parts.recorded) for c in event.clauses)
    return msgspec.structs.replace(
        blank,
        changes=True,
        seq=parts.seq,
        declaration=parts.declaration,
        clause=parts.clause or next(clauses, None),
        impossible=None if found.impossible is None else found.impossible.declared,
        ends_differ=bool(found.ends),
    )


def other_values(system: RuleSystem[Any], now: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Each option with each of its other values, as far as they can be listed."""
    schema: Json = msgspec.json.schema(system.options)
    fields: Json = next(iter(schema.get("$defs", {"": schema}).values()))["properties"]
    found: list[tuple[str, Any]] = []
    for name, about in fields.items():
        values: list[Any] = [False, True] if about.get("type") == "boolean" else about.get("enum", [])
        found += [(name, value) for value in values if value != now.get(name, about.get("default"))]
    return found


def title_of(system: RuleSystem[Any], name: str) -> str:
    """What an open point is called."""
    words = system.words.options.get(name)
    if words is not None:
        return words.title
    schema: Json = msgspec.json.schema(system.options)
    return next(iter(schema["$defs"].values()))["properties"][name].get("title", name)


def value_called(system: RuleSystem[Any], name: str, value: object) -> str:
    """What an answer is called."""
    written = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    words = system.words.options.get(name)
    if words is None:
        return {"true": "はい", "false": "いいえ"}.get(written, written)
    return words.values.get(written, written)
