"""The tables of an event store file, version by version.

The version stands in the file (`PRAGMA user_version`), so that a file from a newer program is noticed; each
step is one transaction under the write lock, so that two processes may open a new file at once.
(sqlite-utils' own migrations record names in a table, which cannot tell that a file is newer.) The tables are
plain enough for sqlite-utils and
Datasette: text where people read, declared foreign keys, and the view `log`.
"""

import sqlite3

from senki.eventstore.errors import DamagedFile, ForeignFile, NewerFile

APPLICATION_ID = 0x73656E6B  # "senk"

_FIRST = (
    f"PRAGMA application_id = {APPLICATION_ID}",
    """
    CREATE TABLE streams (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE
    ) STRICT
    """,
    """
    CREATE TABLE events (
        position INTEGER PRIMARY KEY,
        stream_id INTEGER NOT NULL REFERENCES streams (id),
        seq INTEGER NOT NULL,
        type TEXT NOT NULL,
        "by" TEXT NOT NULL,
        cause INTEGER,
        recorded_at TEXT NOT NULL,
        audience TEXT,
        data TEXT NOT NULL,
        salt BLOB NOT NULL CHECK (length(salt) = 16),
        digest BLOB NOT NULL CHECK (length(digest) = 32),
        hash BLOB NOT NULL CHECK (length(hash) = 32),
        UNIQUE (stream_id, seq)
    ) STRICT
    """,
    """
    CREATE TABLE keys (
        scope TEXT NOT NULL,
        key TEXT NOT NULL,
        content BLOB NOT NULL,
        stream_id INTEGER NOT NULL REFERENCES streams (id),
        first_seq INTEGER NOT NULL,
        last_seq INTEGER NOT NULL,
        PRIMARY KEY (scope, key)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE records (
        kind TEXT NOT NULL,
        id TEXT NOT NULL,
        data TEXT NOT NULL,
        PRIMARY KEY (kind, id)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE VIEW log AS
    SELECT s.name AS stream, e.seq, e.type, e."by", e.cause, e.recorded_at, e.data, e.audience,
        lower(hex(e.digest)) AS digest, lower(hex(e.hash)) AS hash, e.position
    FROM events AS e JOIN streams AS s ON s.id = e.stream_id
    ORDER BY e.position
    """,
    """
    CREATE TRIGGER events_follow BEFORE INSERT ON events
    WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM events WHERE stream_id = NEW.stream_id)
        OR NEW.position <> (SELECT coalesce(max(position), 0) + 1 FROM events)
    BEGIN SELECT raise(ABORT, 'an event is only ever added after the last one'); END
    """,
    *(
        f"CREATE TRIGGER {table}_stay_{action.lower()} BEFORE {action} ON {table}"
        f" BEGIN SELECT raise(ABORT, '{table} are never changed or deleted'); END"
        for table in ("events", "streams", "keys")
        for action in ("UPDATE", "DELETE")
    ),
    """
    CREATE TRIGGER streams_are_not_replaced BEFORE INSERT ON streams
    WHEN EXISTS (SELECT 1 FROM streams WHERE id = NEW.id OR name = NEW.name)
    BEGIN SELECT raise(ABORT, 'streams are never changed or deleted'); END
    """,
    """
    CREATE TRIGGER keys_are_not_replaced BEFORE INSERT ON keys
    WHEN EXISTS (SELECT 1 FROM keys WHERE scope = NEW.scope AND key = NEW.key)
    BEGIN SELECT raise(ABORT, 'keys are never changed or deleted'); END
    """,
)

MIGRATIONS: tuple[tuple[str, ...], ...] = (_FIRST,)
"""The statements that lead from version n to n + 1; what was released is never edited, only added to."""


def version_of(connection: sqlite3.Connection) -> int:
    """Tell the file's version, 0 for a new file.

    Raises:
        ForeignFile: the file is no database, or one of another program.
        NewerFile: the file's version is beyond the last migration.
        DamagedFile: its pages cannot be read.
    """
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except UnicodeDecodeError as error:  # of SQLite's own message, which tells a damaged name
        raise DamagedFile("the file is damaged: its schema is not text") from error
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_CORRUPT:
            raise DamagedFile(f"the file is damaged: {error}") from error
        raise ForeignFile(f"the file is not an SQLite database ({error}); it is left as it is") from error
    if application != APPLICATION_ID and (application or version or tables):
        raise ForeignFile("the file is an SQLite database, but not an event store of senki; it is left as it is")
    if version > len(MIGRATIONS):
        raise NewerFile(
            f"the file has version {version}, this program knows versions up to {len(MIGRATIONS)}:"
            " open it with the newer senki that wrote it; it is left as it is"
        )
    return int(version)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the file to the newest version, one transaction a step. Raises what `version_of` raises."""
    while version_of(connection) < len(MIGRATIONS):
        connection.execute("BEGIN IMMEDIATE")
        try:
            version = version_of(connection)  # another process may have been first
            if version < len(MIGRATIONS):
                for statement in MIGRATIONS[version]:
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {version + 1}")
            connection.execute("COMMIT")
        except BaseException:
            connection.rollback()
            raise
