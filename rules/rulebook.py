"""What a rule system is: a frozen record of pure functions, and how a battle is driven through them.

`decide` yields events, one by one, and gets back the game as it stands after each (the Decider pattern): no rule has
to foresee what `fold` will do, and a rejection half way writes nothing. rules/README.md explains it.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from senki.rules import events as ev
from senki.rules import table as tables
from senki.rules.chance import Chance
from senki.rules.clause import ClauseBook
from senki.rules.declarations import Change
from senki.rules.game import Awaited, Fighter, Game, Ruling
from senki.rules.message import Declaration, Event, Part, Sheet
from senki.rules.plays import Plays
from senki.rules.rejection import Rejection
from senki.rules.table import GM, OVER, Audience, Secret, Table
from senki.rules.words import Words

G = TypeVar("G", bound=Game)


class Eyes(msgspec.Struct, frozen=True, gc=False):
    """Who looks: the characters whose secrets this viewer knows, whether it is the GM, whether all is open.

    `opened` is what the table remembers of what was opened to everybody, over any rewind: label and last seq.
    """

    characters: frozenset[str]
    gm: bool
    everything: bool = False
    opened: Mapping[str, int] = MappingProxyType({})

    def of(self, character: str) -> bool:
        """Whether the viewer knows what this character keeps to itself."""
        return self.everything or character in self.characters

    def saw(self, label: str, unit: int) -> bool:
        """Whether what was recorded under a label in the unit that begins at `unit` was opened, be it rewound since."""
        return self.everything or self.opened.get(label, 0) > unit or self.opened.get(OVER, 0) > unit


class Opening(msgspec.Struct, frozen=True):
    """What every battle opens with, besides what its system takes."""

    fingerprint: str
    chance: ev.ChanceSource
    seats: dict[str, tuple[str, ...]]
    title: str | None = None


NONE_SHOWABLE: Mapping[type[Event], Callable[[Any, Any], Secret | None]] = MappingProxyType({})
NO_STAMPS: Mapping[type[Event], Callable[[Any, int], Any]] = MappingProxyType({})


def nothing_hidden(game: Any, eyes: Eyes) -> bool:  # noqa: ANN401 - any game
    """Whether something is hidden, in a game in which no answer is."""
    del game, eyes
    return False


class RuleSystem(msgspec.Struct, Generic[G], frozen=True, kw_only=True):
    """One game's rules, as functions over its own immutable state.

    Attributes:
        id, name, dice: the contract's id, the Japanese name, what is rolled or drawn.
        version: of these rules; stands in every `opened`.
        clauses: the clause book.
        setup, options, game: the types of what `open` takes, of its options, and of the state.
        events: the system's own, without the shared ones (`opened` and all it yields included).
        hides: whether something lies hidden from these eyes that a declaration may open, so that dice which fit or do
            not fit would tell of it.
        resume: goes on once the dice are there that wait for what was opened (`DiceAwaited`); yields `DiceGiven` first.
        open: the events of an opening, `opened` first; raises `Rejection`.
        start: the state that an `opened` event tells.
        after_ruling: what follows when the GM has set state.
        closing: what follows when the GM closes the battle, `ended` included.
        folds: what each event changes; None where nothing.
        secrecy: whose an event is, for each event that can be secret; None where it is open to all.
        declared_secrecy: whose the `declared` event of a declaration is.
        opens: labels that an event opens to everybody: by its type, or by what it says of the game before it.
        showable: events whose secret, where they have one, the GM may `show`, as it may a secret roll: its label is
            `Secret((), ROLL, gm=True, each=True)`. What hides them (`declared`) has the same.
        stamps: events after which the game keeps the seq at which their unit began (for labels of that unit alone).
        plays: its declarations, a row each (`begin` included): what may be proposed, and how it is decided.
        view: the state as eyes see it; a type of its own.
        amend: the state after the GM's changes; raises `Rejection`.
        settable: patterns of the paths that a ruling may set, `*` for one step.
        words: what declarations, events, fields, values, terms and options are called in Japanese.
        narrate: the sentence for each event, in Japanese; an empty one where nothing is told.
        names: Japanese names of ids and words that stand in events and declarations; as `place:word` where a word
            means something else in one place (`distance:throwing`), of one character (`yuka.persona:1`) or in one
            declaration (`hand_over.to:yuka`). Values that are not words stand there as JSON (`weapon:null`).
    """

    id: str
    name: str
    dice: str
    version: str
    clauses: ClauseBook
    setup: type[Sheet]
    options: type[Sheet]
    game: type[Any]
    events: tuple[type[Event], ...]
    open: Callable[[Any, Opening], Iterator[Event]]
    start: Callable[[Any], G]
    after_ruling: Callable[[G, Any], Ruling[G]]
    closing: Callable[[G, str | None, Any], Ruling[G]]
    folds: Mapping[type[Event], Callable[[G, Any], G] | None]
    secrecy: Mapping[type[Event], Callable[[G, Any], Secret | None]]
    declared_secrecy: Callable[[G, Declaration], Secret | None]
    opens: Mapping[type[Event], str] | Callable[[G, Any], tuple[str, ...]]
    showable: Mapping[type[Event], Callable[[G, Any], Secret | None]] = NONE_SHOWABLE
    stamps: Mapping[type[Event], Callable[[G, int], G]] = NO_STAMPS
    plays: Plays[G]
    hides: Callable[[G, Eyes], bool] = nothing_hidden
    resume: Callable[[G, str, Any], Ruling[G]] | None = None
    view: Callable[[G, Eyes], Part]
    amend: Callable[[G, tuple[Change, ...]], G]
    settable: tuple[str, ...] = ()
    narrate: Mapping[type[Event], Callable[[G, Any], str]]
    names: Callable[[G], dict[str, str]]
    words: Words

    @property
    def awaiting(self) -> Callable[[G], tuple[Awaited, ...]]:
        """Whom the rules wait for."""
        return self.plays.awaiting


class Battle(msgspec.Struct, Generic[G], frozen=True, gc=False):
    """A battle after event `seq`: the game, and the table that a rewind never touches.

    `unit` is the seq at which the last unit (a `declared` event and what follows from it) begins.
    """

    seq: int
    unit: int
    table: Table
    game: G


class Happened(msgspec.Struct, frozen=True, gc=False):
    """An event and who may see it (None: everybody)."""

    event: Event
    audience: Audience | None


class Decision(msgspec.Struct, Generic[G], frozen=True):
    """What became of a declaration: the events of one unit, and the battle after them."""

    events: tuple[Happened, ...]
    battle: Battle[G]


class Past(Protocol):
    """The battle at earlier moments, for a rewind."""

    def at(self, seq: int) -> Battle[Any] | None:
        """The battle after event `seq`, or None where no unit ends there."""
        ...


class NoPast:
    """For folds in which no rewind can occur."""

    def at(self, seq: int) -> Battle[Any] | None:
        """Know nothing: always None."""
        del seq


NO_PAST = NoPast()


def begin_battle(system: RuleSystem[G], opened: ev.OpenedHead) -> Battle[G]:
    """The battle after its first event."""
    return Battle(seq=1, unit=1, table=tables.lay(opened), game=system.start(opened))


def fold(system: RuleSystem[G], battle: Battle[G], event: Event, past: Past = NO_PAST) -> Battle[G]:
    """The battle after one more event. Computes nothing that the event does not state.

    Raises:
        KeyError: an event that the system does not know.
        LookupError: a rewind to a moment that the past does not have.
    """
    kind = type(event)
    if (
        kind in MORE_THAN_GAME
        or kind in system.stamps
        or kind in system.showable
        or callable(system.opens)
        or kind in system.opens
    ):
        return fold_table(system, battle, event, past)
    step = system.folds[kind]
    game = battle.game if step is None else step(battle.game, event)
    return Battle(battle.seq + 1, battle.unit, battle.table, game)


def fold_table(system: RuleSystem[G], battle: Battle[G], event: Event, past: Past) -> Battle[G]:
    """The battle after an event that may change more than the game: the unit, the table, all of the game at once."""
    kind = type(event)
    seq = battle.seq + 1
    if kind is ev.Declared:
        return Battle(seq, seq, battle.table, battle.game)
    table = tables.fold(battle.table, event, seq, battle.unit)
    for label in labels_opened(system, battle.game, event):
        table = msgspec.structs.replace(table, opened=table.opened | {label: seq})
    if kind in SET_BY_AUTHORITY:
        return Battle(seq, battle.unit, table, authority(system, battle.game, event, past))
    step = system.folds[kind]
    game = battle.game if step is None else step(battle.game, event)
    if kind in system.stamps:
        game = system.stamps[kind](game, battle.unit)
    if kind in system.showable and system.showable[kind](game, event) is not None:
        table = tables.keep(table, GM, seq, battle.unit)
    return Battle(seq, battle.unit, table, game)


def labels_opened(system: RuleSystem[G], game: G, event: Event) -> tuple[str, ...]:
    """The labels that an event opens to everybody; `game` is as it stood before."""
    opens = system.opens
    if callable(opens):
        return opens(game, event)
    kind = type(event)
    return (opens[kind],) if kind in opens else ()


SET_BY_AUTHORITY: frozenset[type[Event]] = frozenset({ev.Ruled, ev.Rewound})
MORE_THAN_GAME: frozenset[type[Event]] = tables.FOLDED | SET_BY_AUTHORITY | {ev.Declared}


def authority(system: RuleSystem[G], game: G, event: Event, past: Past) -> G:
    """The game after the GM has set it: by a ruling, or to what it was."""
    match event:
        case ev.Ruled(changes=changes):
            return system.amend(game, changes)
        case ev.Rewound(to=to):
            then = past.at(to)
            if then is None:
                msg = f"no unit ends at event {to}"
                raise LookupError(msg)
            return then.game
        case _:
            return game


AS_DECLARED: frozenset[type[Event]] = frozenset({ev.Declared, ev.Rolled, ev.Tallied})
"""Events that may have the audience of their declaration: itself, and dice at the table."""


def audience_of(system: RuleSystem[G], battle: Battle[G], event: Event, said: "Said") -> Audience | None:
    """Who may see an event that has just been folded."""
    kind = type(event)
    if kind in AS_DECLARED:
        return said.declared if kind is ev.Declared else said.dice
    if kind not in system.secrecy:
        return None
    secret = system.secrecy[kind](battle.game, event)
    return None if secret is None else battle.table.audience(secret, battle.unit)


class Said(msgspec.Struct, frozen=True, gc=False):
    """The audience of a declaration, and of the dice at the table that it rolls; what the rules roll is open."""

    declared: Audience | None = None
    dice: Audience | None = None


OPENLY = Said()


def eyes(battle: Battle[G], seat: str) -> Eyes:
    """What a seat knows of what characters keep to themselves."""
    known = frozenset(c for c in battle.game.characters if battle.table.seat_of(c) == seat)
    return Eyes(known, seat == GM, battle.game.phase == "over", battle.table.opened)


ALL_SEEING = Eyes(frozenset(), gm=True, everything=True)


class Recorder(Generic[G]):
    """Folds what happens as it happens, and keeps it."""

    def __init__(self, system: RuleSystem[G], battle: Battle[G], past: Past, said: Said) -> None:
        self.system = system
        self.battle = battle
        self.past = past
        self.said = said
        self.happened: list[Happened] = []

    def record(self, event: Event) -> None:
        """Fold one event and keep it with its audience."""
        battle = self.battle = fold(self.system, self.battle, event, self.past)
        kind = type(event)
        hidden = kind in AS_DECLARED or kind in self.system.secrecy
        audience = audience_of(self.system, battle, event, self.said) if hidden else None
        self.happened.append(Happened(event, audience))

    def drive(self, ruling: Ruling[G], chance: Chance) -> None:
        """Run a ruling to its end: what chance showed is recorded before what follows from it."""
        record, take = self.record, chance.take
        try:
            event = next(ruling)
            while True:
                for shown in take():
                    record(shown)
                record(event)
                event = ruling.send(self.battle.game)
        except StopIteration:
            for shown in take():
                record(shown)
        chance.finish()


def seats_for(
    characters: Mapping[str, Fighter], given: Mapping[str, tuple[str, ...]] | None
) -> dict[str, tuple[str, ...]]:
    """The seats of a battle: as given, or one for each pc, named by its id.

    Raises:
        Rejection: `unknown_character`, or `illegal_value` where two seats play one character.
    """
    if given is None:
        return {c.id: (c.id,) for c in characters.values() if c.side == "pc"}
    if GM in given:
        raise Rejection("illegal_value", f"「{GM}」はＧＭの席です。プレイヤーの席には別の名をつけてください。")
    taken: set[str] = set()
    for seat, played in given.items():
        if seat in characters and seat not in played:
            raise Rejection(
                "illegal_value",
                f"席の名「{seat}」は、その席が動かさないキャラクターのidです。紛れるので別の名をつけてください。",
            )
        for character in played:
            if character not in characters:
                raise Rejection("unknown_character", f"席「{seat}」のキャラクター「{character}」は登場していません。")
            if character in taken:
                raise Rejection("illegal_value", f"キャラクター「{character}」に席が二つあります。一つにしてください。")
            taken.add(character)
    return {seat: tuple(played) for seat, played in given.items()}


def own_events(folds: Mapping[type[Event], object], opened: type[ev.OpenedHead]) -> tuple[type[Event], ...]:
    """The events of a system besides those that every system has: `opened`, and all that it folds."""
    return (opened, *(kind for kind in folds if kind not in ev.SHARED))
