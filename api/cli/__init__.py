"""The command `senki`: serve, play a demonstration, look back, check, carry logs in and out."""

import sys
from importlib import import_module
from importlib.metadata import version
from typing import Any

import click

from senki.api.cli.exits import Code, fault, shown, unread

COMMANDS = {
    "serve": "senki.api.cli.commands.serve",
    "demo": "senki.api.cli.commands.demo",
    "list": "senki.api.cli.commands.list",
    "state": "senki.api.cli.commands.state",
    "replay": "senki.api.cli.commands.replay",
    "verify": "senki.api.cli.commands.verify",
    "envelopes": "senki.api.cli.commands.envelopes",
    "check": "senki.api.cli.commands.check",
    "cases": "senki.api.cli.commands.cases",
    "export": "senki.api.cli.commands.exporting",
    "import": "senki.api.cli.commands.importing",
}
"""Each command and the module that has it, as `command`; loaded when it is asked for."""
ERRORS = "senki.api.cli.errors"

EPILOG = """\b
Exit codes:
  0  fine
  1  something was found wrong: a failed case, a damaged log, a battle that is decided otherwise now
  2  wrong usage or bad input: an unknown battle, a moment that is not there, a file that cannot be read
  3  the store is unavailable: no such file, not a senki store, written by a newer senki, disk full
  4  a fault in senki itself
  130  stopped by Ctrl-C

\b
Examples:
  senki demo                       play a whole fight and see it told
  senki serve                      serve the table on http://127.0.0.1:8470
  senki replay BATTLE              step through a battle
  senki check tests/cases          run every case in a folder
"""


class Commands(click.Group):
    """Loads a command when it is called, and turns every error into a sentence and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order in which one meets them."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one command."""
        del ctx
        module = COMMANDS.get(cmd_name)
        return None if module is None else import_module(module).command

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - what click says
        """Run a command; whatever goes wrong is told in a sentence."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise click.UsageError(shown(error.format_message()), error.ctx) from None
        except (click.ClickException, click.Abort, click.exceptions.Exit):
            raise
        except BrokenPipeError:
            unread()
            raise click.exceptions.Exit(Code.FINE) from None
        except KeyboardInterrupt:
            raise click.exceptions.Exit(Code.STOPPED) from None
        except Exception as error:  # noqa: BLE001 - never a traceback
            raise (import_module(ERRORS).trouble_of(error) or fault(error)) from None


@click.group(cls=Commands, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("senki"), prog_name="senki")
def senki() -> None:
    """戦記: records a tabletop-RPG fight as it happens, and never forgets how it happened.

    Local commands read the store as the operator of this machine and see everything, hidden cards included,
    unless --seat says through whose eyes to look.
    """


def main() -> None:
    """Run the command; the entry point of the package."""
    try:
        senki(prog_name="senki")
    except Exception as error:  # noqa: BLE001 - never a traceback, whatever fails before a command runs
        trouble = fault(error)
        trouble.show()
        sys.exit(trouble.exit_code)
