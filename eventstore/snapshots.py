"""Disposable snapshots, in a file of their own beside the log.

They are written without waiting for the disk and never under the log's write lock, so they cannot make an
append fail or slow; the file may be deleted at any time. Each carries the hash of the event that it was
computed up to, so that a snapshot of another history (a log put back from a backup) is never taken for one of
this, and a digest of its own, so that a damaged one is never taken for a sound one.
"""

import sqlite3
from hashlib import sha256
from pathlib import Path

from senki.eventstore.connection import make_private

_VERSION = 2
_FAILED = (sqlite3.Error, UnicodeDecodeError)
_TABLE = """
    CREATE TABLE snapshots (
        stream TEXT NOT NULL,
        "key" TEXT NOT NULL,
        seq INTEGER NOT NULL,
        hash BLOB NOT NULL,
        data BLOB NOT NULL,
        digest BLOB NOT NULL,
        PRIMARY KEY (stream, "key", seq)
    ) STRICT
"""
_SAVE = "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?, ?)"
_SEEK = """
    SELECT seq, hash FROM snapshots WHERE stream = ? AND "key" = ? AND seq <= ? ORDER BY seq DESC LIMIT 1
"""
_DATA = """SELECT data, digest FROM snapshots WHERE stream = ? AND "key" = ? AND seq = ? AND hash = ?"""
_DROP = """DELETE FROM snapshots WHERE (?1 IS NULL OR stream = ?1) AND (?2 IS NULL OR "key" <> ?2)"""


class Snapshots:
    """One connection to the snapshot file, for one thread at a time. Failing means only: not there."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def save(self, stream: str, key: str, seq: int, hash_: bytes, data: bytes) -> bool:
        """Keep a snapshot; tell whether it was kept."""
        try:
            self._open().execute(_SAVE, (stream, key, seq, hash_, data, sha256(data).digest()))
        except _FAILED:
            return False
        return True

    def seek(self, stream: str, key: str, at_most: int) -> tuple[int, bytes] | None:
        """Give seq and hash of the newest snapshot up to `at_most`."""
        try:
            row = self._open().execute(_SEEK, (stream, key, at_most)).fetchone()
        except _FAILED:
            return None
        match row:
            case (int(seq), bytes(hash_)):
                return seq, hash_
            case _:
                return None

    def data(self, stream: str, key: str, seq: int, hash_: bytes) -> bytes | None:
        """Give the value of a snapshot that `seek` found; None if it was dropped meanwhile, or is damaged."""
        try:
            row = self._open().execute(_DATA, (stream, key, seq, hash_)).fetchone()
        except _FAILED:
            return None
        match row:
            case (bytes(data), bytes(digest)) if sha256(data).digest() == digest:
                return data
            case _:
                return None

    def drop(self, stream: str | None, but: str | None) -> None:
        """Forget snapshots."""
        try:
            self._open().execute(_DROP, (stream, but))
        except _FAILED:
            return

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            try:
                self._connection = self._connect()
            except sqlite3.OperationalError:
                raise
            except (sqlite3.DatabaseError, UnicodeDecodeError):  # not a database any more: it is disposable
                for suffix in ("", "-wal", "-shm"):
                    self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)
                self._connection = self._connect()
        return self._connection

    def _connect(self) -> sqlite3.Connection:
        make_private(self._path)
        connection = sqlite3.connect(self._path, timeout=0.2, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = OFF")
            if connection.execute("PRAGMA user_version").fetchone() != (_VERSION,):
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("DROP TABLE IF EXISTS snapshots")
                connection.execute(_TABLE)
                connection.execute(f"PRAGMA user_version = {_VERSION}")
                connection.execute("COMMIT")
        except BaseException:
            connection.close()
            raise
        return connection
