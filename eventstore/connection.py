"""Connections to the file, each with its settings read back where durability hangs on them."""

import contextlib
import os
import sqlite3
import time
from pathlib import Path

from senki.eventstore.errors import FileRefused, StoreUnavailable
from senki.eventstore.migrations import migrate, version_of

BUSY_SECONDS = 5.0
_FULL = 2


def writer_connection(path: Path, *, create: bool = True, busy_seconds: float = BUSY_SECONDS) -> sqlite3.Connection:
    """Open the file for writing, made or migrated if need be.

    Raises:
        FileRefused: the file is not ours or too new; it is not touched.
        StoreUnavailable: it cannot be opened, or the file system does not carry what durability needs.
    """
    if create:
        make_private(path)
    connection = _connect(path, "rwc" if create else "rw", busy_seconds)
    try:
        version_of(connection)  # before anything is written to a file that may be somebody else's
        _durable(path, connection, busy_seconds)
        migrate(connection)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        connection.close()
        raise StoreUnavailable(f"cannot open {path}: {error}") from error
    except (FileRefused, StoreUnavailable) as error:
        connection.close()
        raise type(error)(f"{path}: {error}") from error
    return connection


def reader_connection(path: Path, *, busy_seconds: float = BUSY_SECONDS) -> sqlite3.Connection:
    """Open an existing file for reading only. Raises StoreUnavailable."""
    connection = _connect(path, "rw", busy_seconds)
    connection.execute("PRAGMA query_only = ON")
    return connection


def make_private(path: Path) -> None:
    """Make a new file that only its owner reads: it holds what viewers may not see. SQLite's side files follow it."""
    with contextlib.suppress(OSError):  # it is there, or cannot be made: opening it says so
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _connect(path: Path, mode: str, busy_seconds: float) -> sqlite3.Connection:
    try:
        return sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=busy_seconds,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=256,
        )
    except sqlite3.Error as error:
        raise StoreUnavailable(f"cannot open {path}: {error}") from error


def _durable(path: Path, connection: sqlite3.Connection, busy_seconds: float) -> None:
    mode = _write_ahead(connection, time.monotonic() + busy_seconds)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA fullfsync = ON")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA recursive_triggers = ON")
    (synchronous,) = connection.execute("PRAGMA synchronous").fetchone()
    if mode != "wal" or synchronous != _FULL:
        raise StoreUnavailable(
            f"{path} cannot be kept durable here: journal mode {mode}, synchronous {synchronous};"
            f" a write-ahead log and {_FULL} (FULL) are needed"
        )


def _write_ahead(connection: sqlite3.Connection, until: float) -> str:
    """Switch to the write-ahead log; SQLite does not wait by itself when another process is just doing so."""
    while True:
        try:
            return str(connection.execute("PRAGMA journal_mode = WAL").fetchone()[0])
        except sqlite3.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.01)
