"""The ledger of envelopes: each that was used, by which event, for what; none skipped, none twice, across rewinds.

It is kept from a log as somebody sees it (concealed events among it), with nothing but rules/CHANCE.md: numbers, dice
and proofs of inclusion are checked on the way. Which cards a draw had before it, only the rules know: see `recompute`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal

import msgspec

from senki.eventstore.archive import Proof
from senki.eventstore.events import Envelope
from senki.projections.recompute import misrolled
from senki.projections.seen import audience_of
from senki.projections.timeline import Struck
from senki.rules.envelopes import SIZE, Sealing, included
from senki.rules.events import (
    Began,
    BookOpened,
    ChanceSource,
    Dealt,
    Drawn,
    Ended,
    Revealed,
    Rewound,
    Rolled,
    Shown,
    WordsGiven,
)
from senki.rules.message import Event, type_of
from senki.rules.sampler import MOST_DICE, MOST_SIDES, words_digest
from senki.rules.table import roll_label

OPENED = "opened"
ROOT_DIGITS = 64
State = Literal["open", "held", "secret", "unseen"]
_READ: Mapping[str, type[Event]] = {
    type_of(kind): kind
    for kind in (Began, BookOpened, Dealt, Drawn, Ended, Revealed, Rewound, Rolled, Shown, WordsGiven)
}
_USES = frozenset({type_of(Rolled), type_of(Drawn)})
_FACES = frozenset({type_of(Dealt), type_of(Revealed)})


class _Typed(msgspec.Struct):
    type: str


class _Opening(msgspec.Struct):
    chance: ChanceSource


class Used(msgspec.Struct, omit_defaults=True):
    """One envelope that was used.

    Attributes:
        number: of the envelope.
        state: `open`: everybody may have its key. `held`: of a draw, whose key is told when the battle is over.
            `secret`: the viewer sees the roll, others do not yet. `unseen`: it was used in an event that the viewer
            may not see.
        seq: the event that used it.
        by: for whom.
        purpose: for what, in the word of the rules.
        asked: what it was asked for.
        values: what came: faces, or cards as far as they may be seen.
        key: the key, where the log or a proof tells it (of a draw, only a proof does).
        struck: whether a rewind has struck out the event; the envelope stays used.
        proven: whether a proof of inclusion came along and holds.
    """

    number: int
    state: State
    seq: int | None = None
    by: str | None = None
    purpose: str | None = None
    asked: str | None = None
    values: tuple[int | str, ...] | None = None
    key: str | None = None
    struck: bool = False
    proven: bool = False


class Fault(msgspec.Struct, frozen=True):
    """The first thing that does not hold: at which event, and what, in Japanese."""

    seq: int
    problem: str


class Ledger(msgspec.Struct):
    """All envelopes of a battle in the order of their numbers.

    Attributes:
        sealed: whether there are envelopes at all (else dice and cards were handed in).
        entries: one an envelope.
        books: as they were published.
        over: whether the battle is over, so that everything may be told.
        fault: what does not hold; the entries go as far.
    """

    sealed: bool
    entries: list[Used]
    books: list[Sealing]
    over: bool = False
    fault: Fault | None = None

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return self.fault is None

    def book(self, number: int) -> Sealing | None:
        """The published book that holds an envelope."""
        return _holding(self.books, number)


class _Wrong(Exception):
    """Something does not hold."""


def ledger(log: Iterable[Envelope], proofs: Mapping[int, Proof] | None = None, *, whole: bool = True) -> Ledger:
    """The ledger of a log, as its reader may see it.

    Args:
        log: from the first event on; concealed where the reader may not see it.
        proofs: of inclusion, where they are at hand.
        whole: whether the log goes as far as the proofs do.
    """
    it = _Keeper(proofs or {})
    for envelope in log:
        try:
            it.take(envelope)
        except _Wrong as wrong:
            return it.closed(Fault(it.at, str(wrong)))
        except msgspec.MsgspecError:
            return it.closed(Fault(envelope.seq, "中身が、出来事の書き方に合いません。"))
    return it.closed(it.too_many() if whole else None)


def kept_by(log: Iterable[Envelope], sees: Callable[[Envelope], bool]) -> Iterator[Envelope]:
    """A log as somebody sees it.

    Args:
        log: with everything.
        sees: whether somebody may see an event.
    """
    return (envelope if sees(envelope) else envelope.concealed() for envelope in log)


class _Keeper:
    """Keeps the ledger while events go by.

    Attributes:
        at: the event of which it is told if something is wrong: of cards, the one that drew them.
    """

    def __init__(self, proofs: Mapping[int, Proof]) -> None:
        self._proofs = proofs
        self._entries: list[Used] = []
        self._sealed = False
        self._books: list[Sealing] = []
        self._words: list[tuple[str, str]] = []
        self._digest = words_digest(())
        self._used = 0
        self._unseen = 0
        self._began = 0
        self._draw: Used | None = None
        self._rewinds: list[tuple[int, int]] = []
        self._hidden_until: dict[int, str] = {}
        self._opened: set[str] = set()
        self._over = False
        self._ended = 0
        self._last = self.at = 0

    def take(self, envelope: Envelope) -> None:
        """Take in the next event."""
        self._last = self.at = envelope.seq
        if envelope.data is None:
            self._unseen += envelope.type in _USES
            if envelope.type in _FACES:
                self._draw = None
            return
        if msgspec.json.decode(envelope.data, type=_Typed).type != envelope.type:
            raise _Wrong("中身が、種類の違う出来事のものです。")
        if envelope.seq == 1:
            self._open(msgspec.json.decode(envelope.data, type=_Opening).chance)
        elif kind := _READ.get(envelope.type):
            self._read(envelope, msgspec.json.decode(envelope.data, type=kind))

    def _open(self, chance: ChanceSource) -> None:
        self._sealed = chance.kind == "sealed"
        if self._sealed:
            self._book(chance.book, chance.size, chance.root)

    def _read(self, envelope: Envelope, event: Event) -> None:
        match event:
            case WordsGiven(seat=seat, text=text):
                if self._began:
                    raise _Wrong("始まったあとに、席の言葉が加えられています。")
                self._words.append((seat, text))
                self._digest = words_digest(self._words)
            case BookOpened(book=book, size=size, root=root):
                self._book(book, size, root)
            case Rolled():
                self._rolled(envelope, event)
            case Drawn():
                self._drawn(envelope, event)
            case Dealt() | Revealed():
                self._dealt(event)
            case _:
                self._turned(envelope.seq, event)

    def _turned(self, seq: int, event: Event) -> None:
        """What has become of the battle, for the state of each envelope."""
        match event:
            case Began():
                self._began = seq
            case Ended():
                self._over, self._ended = True, seq
            case Shown(seq=unit):
                self._opened.add(roll_label(unit))
            case Rewound(to=to):
                self._rewinds.append((seq, to))
                self._over = self._over and to >= self._ended
                if to < self._began:
                    self._began = 0
            case _:
                pass

    def _book(self, book: int | None, size: int | None, root: str | None) -> None:
        due = len(self._books) + 1
        fits = size is not None and 1 <= size <= SIZE and not size & (size - 1)
        if not self._sealed or book != due or size is None or not fits or root is None or not _is_hex(root):
            raise _Wrong(f"開かれる封筒の束が、{due}冊目として正しくありません。")
        first = self._books[-1].last + 1 if self._books else 1
        self._books.append(Sealing(due, first, size, root))

    def _use(self, envelope: Envelope, event: Rolled | Drawn) -> Used:
        number = event.number
        if number is None or number < 1 or event.entered:
            raise _Wrong("封筒を開けずに出た目があります。")
        if number <= self._used:
            raise _Wrong(f"封筒{number}は、もう使われていました。")
        if number > self._used + 1 + self._unseen:
            raise _Wrong(f"封筒{self._used + 1}を飛ばして、封筒{number}が使われました。")
        self._entries += [Used(between, "unseen") for between in range(self._used + 1, number)]
        if _holding(self._books, number) is None:
            raise _Wrong(f"封筒{number}の束が、まだ公にされていません。")
        self._used, self._unseen = number, 0
        by = event.by if isinstance(event, Rolled) else event.to
        entry = Used(number, "open", envelope.seq, by, event.purpose)
        self._entries.append(entry)
        audience = audience_of(envelope.audience)
        if audience is not None:
            self._hidden_until[number] = audience.until
        return entry

    def _rolled(self, envelope: Envelope, event: Rolled) -> None:
        if not self._sealed:
            if event.entered and (event.number, event.key, event.rejected) == (None, None, None):
                return
            raise _Wrong("出目を手で入れる戦いに、封筒の出目があります。")
        entry = self._use(envelope, event)
        throws = (event, *event.more)
        entry.asked = "、".join(f"{len(throw.faces)}D{throw.sides}" for throw in throws)
        entry.values = tuple(face for throw in throws for face in throw.faces)
        entry.key = event.key
        if not all(1 <= throw.sides <= MOST_SIDES and 1 <= len(throw.faces) <= MOST_DICE for throw in throws):
            raise _Wrong("振るダイスが、数えられる範囲にありません。")
        if event.key is None or not _is_hex(event.key) or misrolled(event, self._digest):
            raise _Wrong(f"封筒{entry.number}の鍵から出る目が、記録と違います。")
        self._prove(entry)

    def _drawn(self, envelope: Envelope, event: Drawn) -> None:
        if not self._sealed:
            if event.entered and event.number is None:
                return
            raise _Wrong("札を手で入れる戦いに、封筒の札があります。")
        entry = self._use(envelope, event)
        entry.asked = f"札{event.count}枚"
        entry.state = "held"
        self._draw = entry
        proof = self._proofs.get(entry.number)
        if proof is not None:
            entry.key = proof.key

    def _dealt(self, event: Dealt | Revealed) -> None:
        entry, self._draw = self._draw, None
        if entry is None or entry.seq is None:
            return
        self.at = entry.seq
        entry.values = event.cards
        if event.key is not None:
            entry.key = event.key
        if entry.asked != f"札{len(event.cards)}枚":
            raise _Wrong(f"引いた札は{entry.asked}のはずが、{len(event.cards)}枚あります。")
        if entry.key is not None:
            entry.state = "open"
            self._prove(entry)

    def _prove(self, entry: Used) -> None:
        proof = self._proofs.get(entry.number)
        if proof is None:
            return
        if proof.key != entry.key:
            raise _Wrong(f"封筒{entry.number}の鍵が、証明にある鍵と違います。")
        book = _holding(self._books, entry.number)
        told = all(map(_is_hex, (proof.key, *proof.siblings)))
        siblings = tuple(map(bytes.fromhex, proof.siblings)) if told else ()
        if book is None or not told or not included(bytes.fromhex(proof.key), entry.number, siblings, book):
            raise _Wrong(f"封筒{entry.number}の鍵は、先に公にされた束にありません。")
        entry.proven = True

    def too_many(self) -> Fault | None:
        """A proof of an envelope that was never used."""
        for number in self._proofs:
            if number > self._used + self._unseen:
                return Fault(self._last, f"使われていない封筒{number}の証明があります。")
        return None

    def closed(self, fault: Fault | None) -> Ledger:
        """The ledger at the end of what was read."""
        struck = Struck(self._rewinds, self._last)
        for entry in self._entries:
            entry.struck = entry.seq is not None and struck.holds(entry.seq)
            if self._over and entry.state == "held":
                entry.state = "open"
            until = self._hidden_until.get(entry.number)
            if until is None or entry.seq is None or self._ended > entry.seq or until in self._opened:
                continue
            entry.state = "secret"
        return Ledger(self._sealed, self._entries, self._books, self._over, fault)


def _holding(books: list[Sealing], number: int) -> Sealing | None:
    return next((book for book in books if book.first <= number <= book.last), None)


def _is_hex(text: Any) -> bool:  # noqa: ANN401 - what a stranger's file says
    return isinstance(text, str) and len(text) == ROOT_DIGITS and not set(text) - set("0123456789abcdef")
