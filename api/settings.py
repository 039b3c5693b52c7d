"""Every setting of the server, in one table: by environment variable, or by flag of the `senki` command."""

import contextlib
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
from msgspec import Meta

PREFIX = "SENKI_"
SECRET_BYTES = 32

LogLevel = Literal["debug", "info", "warning", "error"]
LogFormat = Literal["json", "console"]


class SettingsError(ValueError):
    """A setting has a value that it cannot have; the message names the setting, where it came from, what is right."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of one server."""

    database: Annotated[str, Meta(min_length=1, description="SQLite file with every battle; made if absent")] = (
        "senki.db"
    )
    host: Annotated[str, Meta(min_length=1, description="address to listen on")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535, description="port to listen on; 0 takes a free one")] = 8470
    secret_file: Annotated[
        str | None,
        Meta(description="file with the server's own secret; made at the first start (default: database + .key)"),
    ] = None
    open_token: Annotated[
        str | None, Meta(description="bearer token that opening and importing battles needs; none: anybody may")
    ] = None
    body_bytes: Annotated[int, Meta(ge=1024, description="most bytes of a request's body")] = 1_048_576
    archive_bytes: Annotated[int, Meta(ge=1024, description="most bytes of an archive that is imported")] = 67_108_864
    events_limit: Annotated[int, Meta(ge=1, le=10_000, description="most events that one read returns")] = 1000
    heartbeat_seconds: Annotated[float, Meta(gt=0, description="seconds between heartbeats of a live stream")] = 15.0
    log_level: Annotated[LogLevel, Meta(description="least level that is logged; single reads are debug")] = "info"
    log_format: Annotated[LogFormat, Meta(description="json: one object a line; console: for people")] = "json"

    @property
    def secret_path(self) -> Path:
        """Where the secret is."""
        return Path(self.secret_file or f"{self.database}.key")


class Row(msgspec.Struct, frozen=True):
    """One line of the table of settings."""

    name: str
    variable: str
    flag: str
    default: Any
    description: str


def table() -> tuple[Row, ...]:
    """All settings with their environment variables and flags, in order."""
    hints = get_type_hints(Settings, include_extras=True)
    return tuple(
        Row(
            field.name,
            PREFIX + field.name.upper(),
            "--" + field.name.replace("_", "-"),
            field.default,
            next(m.description or "" for m in hints[field.name].__metadata__ if isinstance(m, Meta)),
        )
        for field in msgspec.structs.fields(Settings)
    )


def from_environment(environment: Mapping[str, str] | None = None, **given: object) -> Settings:
    """Read the settings.

    Args:
        environment: where `SENKI_…` variables are; the process's own by default.
        given: settings that win over the environment; those that are None do not count.

    Raises:
        SettingsError: a value cannot be, or there is no such setting.
    """
    env = os.environ if environment is None else environment
    chosen: dict[str, object] = {}
    came: dict[str, str] = {}
    for row in table():
        flagged = given.pop(row.name, None)
        if flagged is not None:
            chosen[row.name], came[row.name] = flagged, row.flag
        elif row.variable in env:
            chosen[row.name], came[row.name] = env[row.variable], row.variable
    if given:
        raise SettingsError(f"there is no setting {', '.join(sorted(given))}")
    for name, value in chosen.items():
        try:
            msgspec.convert({name: value}, Settings, strict=False)
        except msgspec.ValidationError as error:
            raise SettingsError(f"{came[name]}: {str(error).partition(' - at ')[0]}, not {value!r}") from None
    return msgspec.convert(chosen, Settings, strict=False)


def server_secret(path: Path) -> bytes:
    """Read the server's secret; at the first start, make it (readable by its owner alone).

    Raises:
        SettingsError: the file cannot be read or made, or holds too little.
    """
    try:
        if not path.exists():
            _make(path)
        secret = path.read_bytes()
    except OSError as error:
        raise SettingsError(f"the secret file {path} cannot be used: {error.strerror}") from None
    if len(secret) < SECRET_BYTES:
        raise SettingsError(f"the secret file {path} holds {len(secret)} bytes; {SECRET_BYTES} are the least")
    return secret


def _make(path: Path) -> None:
    """Write the whole file before it gets its name, so that two servers that start together share one secret."""
    beside = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(SECRET_BYTES))
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(beside)
    finally:
        beside.unlink()
