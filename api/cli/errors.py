"""What every error means to whoever called the command."""

from senki.api.cli.exits import BadInput, FoundWrong, NoStore, Trouble
from senki.api.settings import SettingsError
from senki.eventstore.errors import ArchiveError, DamagedFile, FileRefused, StoreError, StreamExists, UnknownStream
from senki.projections.history import NoSuchMoment, UnknownBattle
from senki.projections.log import Unreadable
from senki.rules.rejection import Rejection


def trouble_of(error: Exception) -> Trouble | None:
    """What an error means to whoever called the command; None for one that must not occur."""
    match error:
        case UnknownBattle() | UnknownStream():
            name = error.stream if isinstance(error, UnknownStream) else error.args[0]
            return BadInput(f"there is no battle {str(name)!r} in this store; see `senki list`")
        case NoSuchMoment():
            return BadInput(f"the battle has no such moment: {error.args[0]}")
        case Unreadable() | ArchiveError() | DamagedFile():
            return FoundWrong(str(error))
        case StreamExists():
            return BadInput(str(error))
        case SettingsError():
            return BadInput(str(error))
        case FileRefused() | StoreError():
            return NoStore(str(error))
        case Rejection():
            return BadInput(error.message)
        case OSError():
            return BadInput(f"{error.filename or ''}: {error.strerror or error}".removeprefix(": "))
        case _:
            return None
