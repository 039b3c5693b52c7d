"""The books of sealed envelopes of this server's battles, for proofs; the last few are kept built."""

from collections import OrderedDict
from collections.abc import Iterator
from threading import Lock

from eventstore.archive import Proof
from projections.ledger import Ledger
from rules.envelopes import Book, book_of
from rules.envelopes import key as envelope_key

KEPT = 16


class Books:
    """Builds books from the server's secret; may be asked from any thread.

    Args:
        secret: the server's own.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._books: OrderedDict[tuple[str, int], Book] = OrderedDict()
        self._lock = Lock()

    def book(self, battle: str, number: int) -> Book:
        """Book `number` of a battle."""
        key = (battle, number)
        with self._lock:
            found = self._books.get(key)
            if found is not None:
                self._books.move_to_end(key)
                return found
        built = Book.build(self._secret, battle, number)
        with self._lock:
            self._books[key] = built
            while len(self._books) > KEPT:
                self._books.popitem(last=False)
        return built

    def proof(self, battle: str, number: int) -> tuple[bytes, ...]:
        """The sibling hashes of an envelope, from the leaf upward."""
        return self.book(battle, book_of(number)).proof(number)

    def owns(self, battle: str, roots: dict[int, str]) -> bool:
        """Whether the published roots are those of this server's own books."""
        return all(self.book(battle, number).root.hex() == root for number, root in roots.items())

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
        if not self.owns(battle, ledger.roots):
            return
        for entry in ledger.entries:
            key = self.key(battle, entry.number).hex() if ledger.over and entry.state == "held" else entry.key
            if key is not None:
                siblings = tuple(sibling.hex() for sibling in self.proof(battle, entry.number))
                yield Proof(entry.number, key, siblings)
