"""`senki serve`: the server for a table."""

import contextlib
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from senki.api.cli.address import listen
from senki.api.cli.exits import BadInput, Code, NoStore
from senki.api.cli.local import run
from senki.api.serve import server
from senki.api.settings import Settings, SettingsError, from_environment, server_secret, table
from senki.eventstore import SqliteStore


def settings_options(command: Callable[..., None]) -> Callable[..., None]:
    """A flag for each setting in the table."""
    for row in reversed(table()):
        flags = ("--db", row.flag) if row.name == "database" else (row.flag,)
        variables = ["SENKI_DB", row.variable] if row.name == "database" else [row.variable]
        default = "" if row.default is None else f"; default: {row.default}"
        text = f"{row.description[0].upper()}{row.description[1:]}.  [env: {', '.join(variables)}{default}]"
        command = click.option(*flags, row.name, envvar=variables, metavar="VALUE", help=text)(command)
    return command


def chosen(**given: Any) -> Settings:  # noqa: ANN401 - the settings
    """The settings by flags and environment.

    Raises:
        BadInput: one has a value that it cannot have.
    """
    try:
        settings = from_environment(None, **given)
        server_secret(settings.secret_path)
    except SettingsError as error:
        raise BadInput(str(error)) from None
    return settings


async def try_store(settings: Settings) -> None:
    """Open the store once, so that what is wrong with it is told in a sentence.

    Raises:
        StoreError: it cannot be used.
    """
    async with SqliteStore.open(settings.database):
        pass


@click.command("serve", short_help="Serve the table over HTTP.")
@settings_options
def command(**given: Any) -> None:  # noqa: ANN401 - the settings
    """Serve the table over HTTP until Ctrl-C or SIGTERM.

    Binds to this machine alone unless --host says otherwise. GET /schema describes the whole API.

    \b
    Examples:
      senki serve
      senki serve --db club.db --port 9000
      SENKI_HOST=0.0.0.0 SENKI_OPEN_TOKEN=... senki serve
    """  # noqa: D301 - click's mark for lines to keep
    settings = chosen(**given)

    def ready(url: str) -> None:
        click.echo(f"senki listens on {url}  (store: {Path(settings.database).resolve()}; Ctrl-C stops)")

    run(try_store(settings))
    with listen(settings.host, settings.port) as listening:
        serving = server(settings, ready)

        def stop(*_: object) -> None:  # uvicorn puts it back, and raises the signal again, when it has stopped
            if not serving.started:
                raise SystemExit(Code.FINE)

        signal.signal(signal.SIGTERM, stop)
        with contextlib.suppress(KeyboardInterrupt):
            serving.run(sockets=[listening])
    if not serving.started:
        raise NoStore("the server could not start")
    click.echo("senki has stopped")
