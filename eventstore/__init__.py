"""Streams of opaque events that are only ever added to: append, read, subscribe, verify, archive."""

from senki.eventstore.archive import Archive, Imported, import_archive, read_archive, verify_archive, write_archive
from senki.eventstore.chain import Damage, Verdict, verify_chain
from senki.eventstore.check import Checked, Flaw
from senki.eventstore.errors import (
    ArchiveError,
    ConcealedArchive,
    Conflict,
    DamagedFile,
    FileRefused,
    ForeignFile,
    InvalidEvent,
    KeyReused,
    NewerFile,
    StoreClosed,
    StoreError,
    StoreUnavailable,
    StreamExists,
    UnknownStream,
)
from senki.eventstore.events import GENESIS, Appended, Envelope, Head, Key, NewEvent, Record, StreamInfo
from senki.eventstore.sqlite import SqliteStore
from senki.eventstore.store import EventStore, Subscription

__all__ = [
    "GENESIS",
    "Appended",
    "Archive",
    "ArchiveError",
    "Checked",
    "ConcealedArchive",
    "Conflict",
    "Damage",
    "DamagedFile",
    "Envelope",
    "EventStore",
    "FileRefused",
    "Flaw",
    "ForeignFile",
    "Head",
    "Imported",
    "InvalidEvent",
    "Key",
    "KeyReused",
    "NewEvent",
    "NewerFile",
    "Record",
    "SqliteStore",
    "StoreClosed",
    "StoreError",
    "StoreUnavailable",
    "StreamExists",
    "StreamInfo",
    "Subscription",
    "UnknownStream",
    "Verdict",
    "import_archive",
    "read_archive",
    "verify_archive",
    "verify_chain",
    "write_archive",
]
