"""What if: a battle run again, or from an event on, with other options, another declaration or other faces.

Recorded declarations and luck go on as far as the rules still take them. Nothing of it touches the log.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from senki.eventstore.events import Envelope
from senki.projections.log import event_of, first, system_of
from senki.projections.questions import OutOfTime, Stop, declared_text, never
from senki.projections.readjudicate import Moments, asked_of, units
from senki.projections.resumed import Resumed
from senki.projections.seen import state
from senki.projections.statewords import Change, differences
from senki.projections.timeline import told
from senki.rules import declarations as dec
from senki.rules.codec import codec
from senki.rules.decide import decide, open_battle
from senki.rules.events import (
    Annotated,
    Dealt,
    Declared,
    Disputed,
    Drawn,
    OpenedHead,
    Revealed,
    Rewound,
    Rolled,
    Settled,
    Shown,
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
