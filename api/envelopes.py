"""The books of sealed envelopes of this server's battles, for proofs; the last few are kept built."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from threading import Lock

from senki.eventstore.archive import Proof
from senki.projections.ledger import Ledger
from senki.rules.envelopes import Book, Sealing
from senki.rules.envelopes import key as envelope_key

KEPT = 64


class Books:
    """Builds books from the server's secret; may be asked from any thread.

    Args:
        secret: the server's own.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._books: OrderedDict[tuple[str, int, int], Book] = OrderedDict()
        self._lock = Lock()

    def kept(self, battle: str, first: int, size: int) -> bool:
        """Whether a book is at hand."""
        return (battle, first, size) in self._books

    def book(self, battle: str, first: int, size: int) -> Book:
        """The book of a battle that holds `size` envelopes from `first` on.

        Raises:
            ValueError: there can be no such book.
        """
        key = (battle, first, size)
        with self._lock:
            found = self._books.get(key)
            if found is not None:
                self._books.move_to_end(key)
                return found
        built = Book.build(self._secret, battle, first, size)
        with self._lock:
            self._books[key] = built
            while len(self._books) > KEPT:
                self._books.popitem(last=False)
        return built

    def root(self, battle: str, first: int, size: int) -> bytes:
        """The root of a book."""
        return self.book(battle, first, size).root

    def proof(self, battle: str, sealing: Sealing, number: int) -> tuple[bytes, ...]:
        """The sibling hashes of an envelope, from the leaf upward; none where this server can have no such book."""
        try:
            return self.book(battle, sealing.first, sealing.size).proof(number)
        except ValueError:
            return ()

    def owns(self, battle: str, sealings: Sequence[Sealing]) -> bool:
        """Whether there are published books, and all are this server's own."""
        try:
            return bool(sealings) and all(
                self.root(battle, each.first, each.size).hex() == each.root for each in sealings
            )
        except ValueError:
            return False

    def key(self, battle: str, number: int) -> bytes:
        """The key in an envelope. Whoever may know it is the caller's to say."""
        return envelope_key(self._secret, battle, number)

    def proofs(self, battle: str, ledger: Ledger) -> Iterator[Proof]:
        """What a stranger needs to check a battle's chance: each key that may be told, and that it was in its book.

        Args:
            battle: its id.
            ledger: as whoever gets the proofs sees it.

        Yields:
            Nothing, where the books are another server's: only that one can prove them.
        """
        if not self.owns(battle, ledger.books):
            return
        for entry in ledger.entries:
            draws = ledger.over and entry.key is None and entry.state == "open"
            key = self.key(battle, entry.number).hex() if draws else entry.key
            book = ledger.book(entry.number)
            if key is not None and book is not None:
                siblings = tuple(sibling.hex() for sibling in self.proof(battle, book, entry.number))
                yield Proof(entry.number, key, siblings)
