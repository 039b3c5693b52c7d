"""What can go wrong in a store, one type for each answer that a caller may want to give."""


class StoreError(Exception):
    """Anything that a store refuses or cannot do."""


class Conflict(StoreError):
    """Somebody else was first: the stream does not stand where the writer thought. Read on, decide again."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(f"{stream}: expected to append after seq {expected}, but the stream stands at {actual}")
        self.stream = stream
        self.expected = expected
        self.actual = actual


class KeyReused(StoreError):
    """An idempotency key came again with other content. Take a new key for a new request."""

    def __init__(self, scope: str, key: str) -> None:
        super().__init__(f"the idempotency key {key!r} was used before with other content (scope {scope!r})")
        self.scope = scope
        self.key = key


class InvalidEvent(StoreError, ValueError):
    """What was handed in cannot be an event, a name, a key or a record; the message says which and why."""


class StoreUnavailable(StoreError):
    """The store cannot answer now (disk full, locked too long, closed).

    A write that ends so left nothing behind that a reader could see; whoever must be certain writes again
    with the same idempotency key.
    """


class DamagedFile(StoreUnavailable):
    """The file does not hold what was written there; the message says where. `check` and `verify` tell all of it."""


class StoreClosed(StoreUnavailable):
    """The store was closed."""

    def __init__(self) -> None:
        super().__init__("the store is closed")


class FileRefused(StoreError):
    """The file is left as it is because this program must not write to it."""


class ForeignFile(FileRefused):
    """The file holds something else than an event store."""


class NewerFile(FileRefused):
    """The file was written by a newer version of this program."""


class UnknownStream(StoreError):
    """There is no stream of this name."""

    def __init__(self, stream: str) -> None:
        super().__init__(f"there is no stream {stream!r}")
        self.stream = stream


class StreamExists(StoreError):
    """A stream of this name is there already, with another history."""

    def __init__(self, stream: str, seq: int) -> None:
        super().__init__(
            f"the stream {stream!r} exists already with {seq} events of another history; nothing was imported"
        )
        self.stream = stream
        self.seq = seq


class ArchiveError(StoreError):
    """An archive is not what it must be: `line` (from 1) and what is wrong there."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem


class ConcealedArchive(ArchiveError):
    """The archive was made for a viewer who may not see everything: it can be verified, but not played on."""
