"""The books of sealed envelopes of the server whose store a command reads."""

from pathlib import Path

from senki.api.envelopes import Books
from senki.api.settings import Settings, SettingsError, server_secret


def books_of(db: Path, secret_file: Path | None) -> Books | None:
    """The books of the store's key file; None where no file was named and the usual one is not there.

    Raises:
        SettingsError: the file cannot be read, or holds too little.
    """
    path = secret_file or Settings(database=str(db)).secret_path
    if secret_file is None and not path.exists():
        return None
    if not path.exists():
        raise SettingsError(f"there is no secret file {path}")
    return Books(server_secret(path))
