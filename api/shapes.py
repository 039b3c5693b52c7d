"""The shapes of requests and answers, also for the OpenAPI document."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from senki.api.seats import Spectators
from senki.projections.disputes import Dispute
from senki.projections.ledger import Used
from senki.projections.offers import Legal
from senki.projections.timeline import Entry
from senki.rules.clause import Clause
from senki.rules.game import Awaited
from senki.rules.words import Words

Json = dict[str, Any]


class HeadShape(msgspec.Struct, frozen=True):
    """The end of a battle's log: keep it, to notice later that something was changed or cut off."""

    seq: int
    hash: str


class SignedHeadShape(HeadShape, frozen=True):
    """A head as a signed note (eventstore/notes.py): two that differ at one seq are a proof against the server."""

    note: str


class KeyShape(msgspec.Struct, frozen=True):
    """The key that signs heads, as C2SP signed notes write it: `name+id+key`."""

    algorithm: Literal["Ed25519"]
    key: str


class DisputesShape(msgspec.Struct, frozen=True):
    """The disputes of a battle, in the order in which they were raised."""

    disputes: list[Dispute]


class Health(msgspec.Struct, frozen=True):
    """How the server is."""

    status: Literal["ok"]
    version: str
    writable: bool
    readable: bool
    systems: list[str]


class SystemLine(msgspec.Struct, frozen=True):
    """A system in the list."""

    id: str
    name: str
    dice: str
    version: str
    clauses: int


class SystemShape(msgspec.Struct, frozen=True):
    """A system: JSON Schemas of its options, of what opens a battle, of each declaration and each event; its words."""

    id: str
    name: str
    dice: str
    version: str
    fingerprint: str
    options: Json
    setup: Json
    declarations: dict[str, Json]
    events: dict[str, Json]
    words: Annotated[
        Words,
        Meta(
            description="what everything is called in Japanese; a field or a value by its name and where it stands: "
            "`type.field` goes before `field`"
        ),
    ]


class Clauses(msgspec.Struct, frozen=True):
    """A clause book."""

    system: str
    clauses: list[Clause]


class Open(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What opens a battle."""

    system: Annotated[str, Meta(description="id of a system")]
    setup: Annotated[Json, Meta(description="what that system's `open` takes; its schema is in GET /systems/{id}")]
    title: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    chance: Annotated[
        Literal["sealed", "entered"], Meta(description="sealed envelopes, or dice of a real table handed in")
    ] = "sealed"
    spectators: Annotated[Spectators, Meta(description="open: anybody may watch; token: with its token only")] = "token"
    seats: Annotated[
        dict[str, list[str]] | None,
        Meta(description="seat to the characters that it plays; by default each pc has a seat named by its id"),
    ] = None


class OpenedShape(msgspec.Struct, frozen=True):
    """A battle that was opened: the tokens are told here only. Send each to whom it is for."""

    id: str
    system: str
    title: str | None
    seats: Annotated[dict[str, str], Meta(description="seat to its bearer token; `gm` and `spectator` among them")]
    seq: int
    head: SignedHeadShape


class BattleLine(msgspec.Struct, frozen=True):
    """A battle in the list."""

    number: int
    id: str
    system: str | None
    title: str | None
    opened_at: str
    last_at: str
    seq: int
    head: HeadShape
    spectators: Spectators


class Battles(msgspec.Struct, frozen=True):
    """A page of battles; `next` is the `after` of the next page."""

    battles: list[BattleLine]
    next: int | None


class Declare(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A declaration; with `rolls`, the dice and cards of a real table, one inner list a roll, in the rules' order."""

    declaration: msgspec.Raw
    rolls: tuple[tuple[int | str, ...], ...] = ()


class WhyNot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked: a declaration, or only who (`by`) might have made which (`type`)."""

    declaration: Json | None = None
    by: str | None = None
    type: str | None = None
    at: int | None = None


class DeclaredShape(msgspec.Struct, frozen=True):
    """What became of a declaration, as its seat sees it."""

    seq: int
    head: SignedHeadShape
    events: list[Entry]
    awaiting: tuple[Awaited, ...]


class Events(msgspec.Struct, frozen=True):
    """Events as a seat sees them; `next` is the `after` (or, newest first, the `before`) of the next page."""

    events: list[Entry]
    next: int | None
    head: HeadShape


class LegalShape(msgspec.Struct, frozen=True):
    """What a seat may declare now."""

    seq: int
    seat: str
    awaiting: tuple[Awaited, ...]
    declarations: list[Legal]


class ChainShape(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether every event is what was recorded; where not, the first that is wrong and how."""

    ok: bool
    seq: int
    hash: str
    damage: str | None = None
    at: int | None = None
    detail: str | None = None


class DifferenceShape(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first event that today's rules decide otherwise; what it says, as far as this seat may see it."""

    seq: int
    declared: int
    recorded: msgspec.Raw | None = None
    decided: msgspec.Raw | None = None
    rejected: str | None = None


class RulesShape(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether today's rules decide every declaration as recorded."""

    ok: bool
    events: int = 0
    units: int = 0
    difference: DifferenceShape | None = None
    unreadable: bool = False


class ChanceShape(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether every roll that this seat may see comes from its sealed envelope.

    Attributes:
        kind: sealed, entered, or unknown where the log cannot be read.
        ok: all is right, draws too, and what this seat may not see as well.
        checked: rolls and draws whose key this seat may see, each proven to be of its book.
        hidden: those whose key it may not see.
        wrong: numbers of envelopes that do not give what the log says.
    """

    kind: str
    ok: bool
    checked: int = 0
    hidden: int = 0
    wrong: list[int] = []


class Renewed(msgspec.Struct, frozen=True):
    """A seat's new token: told here only, for the one who sits there."""

    seat: str
    token: str


class Verified(msgspec.Struct, frozen=True):
    """What a check of a whole battle found.

    `flaws` says what is wrong with the file in which it is kept, and may have lost events of this battle or another.
    """

    ok: bool
    chain: ChainShape
    rules: RulesShape
    chance: ChanceShape
    flaws: list[str] = []


class Proof(msgspec.Struct, frozen=True):
    """The proof that an envelope was in its book from the start (rules/CHANCE.md).

    Attributes:
        number: of the envelope.
        seq: the event that used it.
        book: its book; `root` is that book's published root.
        first, size: of that book: it holds `size` envelopes from number `first` on.
        siblings: hashes from the leaf upward: 8 in a book of 256, 12 in one of 4,096.
        key: the envelope's key; null where this seat may not see it.
    """

    number: int
    seq: int
    book: int
    first: int
    size: int
    root: str
    siblings: list[str]
    key: str | None


class FaultShape(msgspec.Struct, frozen=True):
    """The first event at which the ledger does not hold, and why."""

    seq: int
    problem: str


class Envelopes(msgspec.Struct, frozen=True):
    """The ledger of envelopes (rules/CHANCE.md), as the seat may see it.

    Attributes:
        kind: `sealed`, or `entered`: dice and cards were handed in, and there are no envelopes.
        used: how many were used in all, as far as the seat can see.
        envelopes: in the order of their numbers.
        next: `after` for the next page; null at the end.
        fault: what does not hold; null where all does.
        head: the end of the log.
    """

    kind: Literal["sealed", "entered"]
    used: int
    envelopes: list[Used]
    next: int | None
    fault: FaultShape | None
    head: HeadShape


class Imported(msgspec.Struct, frozen=True):
    """A battle that was taken over from an archive.

    `chance` is `own` where this server's envelopes belong to it, `foreign` where they were sealed by another server (it
    can be read and verified; rolls made here would not be in its books), `entered` where dice are handed in.
    """

    id: str
    system: str
    title: str | None
    seats: dict[str, str]
    seq: int
    head: HeadShape
    already: bool
    chance: Literal["own", "foreign", "entered"]
