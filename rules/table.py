"""What every battle has besides its game: seats, chance, disputes, secrets. A rewind never touches it."""

import msgspec

from senki.rules.events import (
    BookOpened,
    Disputed,
    Drawn,
    Ended,
    OpenedHead,
    Remarked,
    Rolled,
    Settled,
    Shown,
    Tallied,
    WordsGiven,
)
from senki.rules.message import Event, Part

GM = "gm"
OVER = "over"


class Audience(msgspec.Struct, frozen=True, gc=False):
    """Who may see an event that is not open to all.

    Attributes:
        seats: those who may see it at once.
        until: a label; when an event opens it, everybody may see. The end of a battle opens every label.
    """

    seats: tuple[str, ...]
    until: str


class Secret(msgspec.Struct, frozen=True, gc=False):
    """What a system says of a secret event: whose it is (characters, whose seats may see it), and until what.

    With `each`, the label is that of this unit alone (`unit_label`): nothing laid in another unit opens with it.
    """

    of: tuple[str, ...]
    until: str
    gm: bool = False
    each: bool = False


class SecretRoll(Part):
    """A secret roll, or what else may be shown, that nobody has opened yet: whose, and the seq of its last event."""

    seat: str
    last: int


class Table(Part):
    """What stands on the table beside the game.

    Attributes:
        seats: each player's seat with the characters that it plays; `gm` plays the rest.
        sealed: whether chance comes from sealed envelopes (else it is handed in).
        book: the book of envelopes that is open, 0 where chance is handed in.
        sealed_to: the last number in that book.
        used: the last envelope number that was used.
        words: seat and text, in the order given.
        disputes: seqs of `disputed` events that wait for the GM.
        settled: of those that the GM has answered.
        remarks: seqs of `remarked` events.
        secrets: what may be shown and was not yet (secret rolls, what the GM keeps), by the seq that begins its unit.
        opened: the last seq at which a label was opened.
    """

    seats: dict[str, tuple[str, ...]]
    sealed: bool
    book: int
    sealed_to: int = 0
    used: int = 0
    words: tuple[tuple[str, str], ...] = ()
    disputes: tuple[int, ...] = ()
    settled: tuple[int, ...] = ()
    remarks: tuple[int, ...] = ()
    secrets: dict[int, SecretRoll] = msgspec.field(default_factory=dict)
    opened: dict[str, int] = msgspec.field(default_factory=dict)

    def seat_of(self, character: str) -> str:
        """The seat that plays a character."""
        for seat, characters in self.seats.items():
            if character in characters:
                return seat
        return GM

    def audience(self, secret: Secret, unit: int) -> Audience:
        """The seats behind a system's word on secrecy, about an event of the unit that begins at `unit`."""
        seats = {self.seat_of(character) for character in secret.of}
        if secret.gm:
            seats.add(GM)
        return Audience(tuple(sorted(seats)), unit_label(secret.until, unit) if secret.each else secret.until)

    def may_see(self, audience: Audience | None, seq: int, seat: str) -> bool:
        """Whether a seat may see event `seq` with that audience, by all that has been opened so far."""
        if audience is None or seat in audience.seats:
            return True
        return self.opened.get(audience.until, 0) > seq or self.opened.get(OVER, 0) > seq


def unit_label(label: str, unit: int) -> str:
    """The label of what is hidden in one unit alone."""
    return f"{label}:{unit}"


ROLL = "roll"
"""The label of what stays hidden until it is shown: a secret roll, or what else a seat may `show`."""


def roll_label(unit: int) -> str:
    """The label that keeps a secret roll hidden until it is shown."""
    return unit_label(ROLL, unit)


def keep(table: Table, seat: str, seq: int, unit: int) -> Table:
    """The table with one more secret that a seat may show: of event `seq`, in the unit that begins at `unit`."""
    return msgspec.structs.replace(table, secrets=table.secrets | {unit: SecretRoll(seat=seat, last=seq)})


def lay(opened: OpenedHead) -> Table:
    """The table as an `opened` event lays it."""
    chance = opened.chance
    return Table(seats=opened.seats, sealed=chance.kind == "sealed", book=chance.book or 0, sealed_to=chance.size or 0)


def fold(table: Table, event: Event, seq: int, unit: int) -> Table:
    """What an event changes on the table.

    Args:
        table: the table before it.
        event: what happened.
        seq: the event's own seq.
        unit: the seq of the `declared` event of its unit.
    """
    match event:
        case Rolled(number=int(number)) | Drawn(number=int(number)):
            return msgspec.structs.replace(table, used=number)
        case BookOpened(book=book, size=size):
            return msgspec.structs.replace(table, book=book, sealed_to=table.sealed_to + size)
        case WordsGiven(seat=seat, text=text):
            return msgspec.structs.replace(table, words=(*table.words, (seat, text)))
        case Disputed():
            return msgspec.structs.replace(table, disputes=(*table.disputes, seq))
        case Settled(dispute=dispute):
            waiting = tuple(d for d in table.disputes if d != dispute)
            return msgspec.structs.replace(table, disputes=waiting, settled=(*table.settled, dispute))
        case Remarked():
            return msgspec.structs.replace(table, remarks=(*table.remarks, seq))
        case Tallied(secret=True, seat=str(seat)):
            return keep(table, seat, seq, unit)
        case Shown(seq=shown):
            kept = {begun: roll for begun, roll in table.secrets.items() if begun != shown}
            return msgspec.structs.replace(table, secrets=kept, opened=table.opened | {roll_label(shown): seq})
        case Ended():
            return msgspec.structs.replace(table, opened=table.opened | {OVER: seq})
        case _:
            return table


FOLDED: frozenset[type[Event]] = frozenset(
    {Rolled, Drawn, BookOpened, WordsGiven, Disputed, Settled, Tallied, Shown, Remarked, Ended}
)
