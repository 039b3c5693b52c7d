"""The events that every system shares (contract: "Events")."""

from typing import Literal

import msgspec

from senki.rules.declarations import Change
from senki.rules.message import Event, Term, Value


class ChanceSource(Value):
    """Where a battle's dice and cards come from.

    `sealed`: from book `book` of `size` envelopes, whose Merkle root is `root` (hex); `entered`: rolled and drawn at
    a real table and handed in.
    """

    kind: Literal["sealed", "entered"]
    book: int | None = None
    size: int | None = None
    root: str | None = None


class OpenedHead(Event, kw_only=True):
    """What every `opened` event tells; a system's own adds its options and what its `open` takes."""

    system: str
    version: str
    fingerprint: str
    chance: ChanceSource
    seats: dict[str, tuple[str, ...]]
    title: str | None = None


class Declared(Event, tag="declared"):
    """A declaration was accepted; what follows from it are the other events of the same unit."""

    by: str
    declaration: msgspec.Raw


class Began(Event, tag="began"):
    """Setup is over."""


class BookOpened(Event, tag="book_opened"):
    """A new book of sealed envelopes is in use, because the last one is used up."""

    book: int
    size: int
    root: str


class Throw(Value):
    """Dice that were thrown after the first ones of the same secret roll."""

    sides: int
    faces: tuple[int, ...]
    rejected: int | None = None


class Rolled(Event, tag="rolled"):
    """Dice fell. `number`, `key` and `rejected` prove a sealed roll (rules/CHANCE.md); else it was `entered`.

    A secret roll is one event from one envelope, whatever it throws: `more` holds the throws after the first.
    """

    by: str
    purpose: str
    sides: int
    faces: tuple[int, ...]
    number: int | None = None
    key: str | None = None
    rejected: int | None = None
    entered: bool = False
    more: tuple[Throw, ...] = ()


class Drawn(Event, tag="drawn"):
    """Cards were drawn: open to all. The key of a sealed draw is told when the battle is over (rules/CHANCE.md)."""

    deck: str
    to: str
    count: int
    purpose: str
    number: int | None = None
    entered: bool = False


class Dealt(Event, tag="dealt"):
    """Which cards were drawn: for those who may see them."""

    to: str
    cards: tuple[str, ...]
    key: str | None = None
    rejected: int | None = None


class Revealed(Event, tag="revealed"):
    """Cards were turned face up; of a card turned from the deck, with the proof of its draw."""

    by: str
    cards: tuple[str, ...]
    key: str | None = None
    rejected: int | None = None


class Reshuffled(Event, tag="reshuffled"):
    """The discards are the deck's cards again."""

    deck: str


class RoundStarted(Event, tag="round_started"):
    """A round starts; `order` is empty where dice or players decide it later."""

    round: int
    order: tuple[str, ...]
    fight: int | None = None


class StageStarted(Event, tag="stage_started"):
    """A part of the round that the rule text names; `queue` is who will be asked, in order."""

    stage: str
    queue: tuple[str, ...] = ()


class Passed(Event, tag="passed"):
    """Somebody declined what was offered."""

    by: str
    what: str | None = None
    why: str | None = None


class CalledOff(Event, tag="called_off"):
    """A ruling made what was being answered pointless."""

    kind: str


class TurnStarted(Event, tag="turn_started"):
    """A character's go."""

    by: str


class TurnEnded(Event, tag="turn_ended"):
    """A character's go is over."""

    by: str


class Ruled(Event, tag="ruled"):
    """The GM set state by authority: for a dispute, against earlier events, with what it means by it."""

    reason: str
    changes: tuple[Change, ...]
    clause: str | None = None
    settles: int | None = None
    overrules: tuple[int, ...] = ()
    intent: str | None = None
    given: str | None = None


class Rewound(Event, tag="rewound"):
    """The state is that after event `to` again; what came between is struck out."""

    to: int
    reason: str
    settles: int | None = None
    intent: str | None = None
    given: str | None = None


class Disputed(Event, tag="disputed"):
    """Somebody objects to event `seq`."""

    by: str
    seq: int
    claim: str
    clause: str | None = None


class Settled(Event, tag="settled"):
    """The GM answered a dispute."""

    dispute: int
    verdict: Literal["upheld", "overturned"]
    reason: str


class WordsGiven(Event, tag="words_given"):
    """A seat gave its share in the chance of this battle."""

    seat: str
    text: str


class Tallied(Event, tag="tallied"):
    """What dice at the table came to: BCDice's line, the total, success; of a secret roll, the seat that keeps it."""

    by: str
    notation: str
    text: str
    purpose: str | None = None
    total: int | None = None
    success: bool | None = None
    chosen: str | None = None
    secret: bool = False
    seat: str | None = None


class Shown(Event, tag="shown"):
    """A secret roll is open from now on: that of the unit that begins at `seq`."""

    by: str
    seq: int


class DiceAwaited(Event, tag="dice_awaited"):
    """What was hidden is open, and now `by` hands in the dice and cards of the table with which it goes on.

    `target` is who is being judged, with the cards `laid` against it, where the game goes on with one of several.
    """

    by: str
    target: str | None = None
    laid: tuple[str, ...] = ()


class DiceGiven(Event, tag="dice_given"):
    """The dice that were awaited are there."""

    by: str


class Said(Event, tag="said"):
    """Table talk or in-character speech, for everybody; `by` really speaks, `as` is the voice put on."""

    by: str
    text: str
    speaker: str | None = msgspec.field(default=None, name="as")
    channel: str | None = None


class Annotated(Event, tag="annotated"):
    """A note on an event."""

    by: str
    seq: int
    text: str


class Remarked(Event, tag="remarked"):
    """After the fight (感想戦): a remark on an event, or an answer to another remark."""

    by: str
    seq: int
    text: str
    answers: int | None = None
    link: str | None = None


class Ended(Event, tag="ended"):
    """The battle is over; everything hidden is open now."""

    reason: str
    winner: str | None = None


SHARED = (
    Declared,
    Began,
    BookOpened,
    Rolled,
    Ruled,
    Rewound,
    Disputed,
    Settled,
    WordsGiven,
    Tallied,
    Shown,
    DiceAwaited,
    DiceGiven,
    Said,
    Annotated,
    Remarked,
    Ended,
)

__all__ = [
    "SHARED",
    "Annotated",
    "Began",
    "BookOpened",
    "CalledOff",
    "ChanceSource",
    "Dealt",
    "Declared",
    "DiceAwaited",
    "DiceGiven",
    "Disputed",
    "Drawn",
    "Ended",
    "OpenedHead",
    "Passed",
    "Reshuffled",
    "Revealed",
    "Rewound",
    "Rolled",
    "RoundStarted",
    "Ruled",
    "Said",
    "Settled",
    "Shown",
    "StageStarted",
    "Tallied",
    "Term",
    "Throw",
    "TurnEnded",
    "TurnStarted",
    "WordsGiven",
]
