"""`senki demo`: a whole fight through the real server, told as it happens, then proven."""

import asyncio
import contextlib
import shlex
import sys
import threading
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import click
import httpx
import msgspec
from rich.text import Text

from senki.api.cli.address import listen, url_of
from senki.api.cli.commands.serve import chosen, try_store
from senki.api.cli.commands.verify import Finding, examine, told
from senki.api.cli.exits import Code, Trouble
from senki.api.cli.local import db_option, opened, out, run
from senki.api.cli.reel import Sentence
from senki.api.cli.script import Script, declaration, names, script
from senki.api.cli.telling import line
from senki.api.serve import server
from senki.api.settings import Settings
from senki.rules import SYSTEMS
from senki.rules.visible import on_one_line

Json = dict[str, Any]
HOST = "127.0.0.1"


@click.command("demo", short_help="Play a scripted fight and see it told.")
@click.argument("system", default="hms", type=click.Choice(names()))
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Play on this port; else on a free one.")
@db_option
def command(system: str, port: int, db: Path) -> None:
    """Play a scripted fight of SYSTEM through the real server into the store, and see it told.

    Starts the server on this machine, opens a battle over HTTP, and declares as each seat with its own token; then the
    log is verified and every declaration decided again. The battle stays in the store, open to spectators. Playing it
    again opens another battle.

    \b
    Examples:
      senki demo
      senki demo hms --db /tmp/demo.db
    """  # noqa: D301 - click's mark for lines to keep
    settings = chosen(database=str(db), host=HOST, port=port, log_level="error")
    run(try_store(settings))
    finding = run(show(settings, script(system), db))
    if not finding.ok:
        raise click.exceptions.Exit(Code.WRONG)


async def show(settings: Settings, fight: Script, db: Path) -> Finding:
    """Play the fight, tell it, prove it, and say where to look."""
    async with serving(settings) as client:
        battle = await play(client, fight, settings.open_token)
    async with opened(db) as (store, _):
        finding = await examine(store, await store.check(), battle)
        head = (await store.head(battle)).seq
    out.print()
    for proven in told(finding):
        out.print(proven)
    out.rule("How to look at it", align="left")
    out.print(where_to_look(battle, db, settings, head), soft_wrap=True, highlight=False)
    return finding


@asynccontextmanager
async def serving(settings: Settings) -> AsyncGenerator[httpx.AsyncClient]:
    """The real server on a socket of this machine, and a client of it.

    Raises:
        Trouble: the server could not start.
    """
    up = threading.Event()
    with listen(settings.host, settings.port) as listening:
        served = server(settings, lambda _: up.set())

        def serve() -> None:  # in a thread of its own, where it leaves Ctrl-C to us
            with contextlib.suppress(SystemExit):
                served.run(sockets=[listening])
            up.set()

        thread = threading.Thread(target=serve, name="server")
        thread.start()
        try:
            await asyncio.to_thread(up.wait)
            if not served.started:
                raise Trouble("the server could not start")
            async with httpx.AsyncClient(base_url=url_of(listening), trust_env=False, timeout=30) as client:
                yield client
        finally:
            served.should_exit = True
            thread.join()


async def play(client: httpx.AsyncClient, fight: Script, open_token: str | None) -> str:
    """Open the battle and declare everything; gives the battle's id."""
    setup = {name: value for name, value in fight.open.items() if name != "seats"}
    asked = {"system": fight.system, "title": fight.title, "setup": setup, "chance": "entered", "spectators": "open"}
    if "seats" in fight.open:
        asked["seats"] = fight.open["seats"]
    answer = await post(client, "/battles", asked, open_token)
    battle, tokens, ends = answer["id"], answer["seats"], [answer["seq"]]
    out.print(
        Text.assemble((f"『{on_one_line(fight.title)}』", "bold"), (f"  {SYSTEMS[fight.system].name}  {battle}", "dim"))
    )
    await tell_opening(client, battle)
    for step in fight.steps:
        said = {"declaration": declaration(step, ends), "rolls": step.rolls}
        answer = await post(client, f"/battles/{battle}/declarations", said, tokens[step.seat])
        ends.append(answer["seq"])
        tell(answer["events"])
    return battle


async def post(client: httpx.AsyncClient, path: str, content: Json, token: str | None) -> Json:
    """Ask, and get the answer.

    Raises:
        Trouble: the server refuses.
    """
    headers = {"content-type": "application/json"}
    if token is not None:
        headers["authorization"] = f"Bearer {token}"
    answer = await client.post(path, content=msgspec.json.encode(content), headers=headers)
    read: Json = msgspec.json.decode(answer.content)
    if answer.is_error:
        raise Trouble(f"the server refused {msgspec.json.encode(content).decode()}: {read['code']}: {read['detail']}")
    return read


async def tell_opening(client: httpx.AsyncClient, battle: str) -> None:
    """Tell what stands in the log before anybody has declared, as a spectator reads it."""
    answer = await client.get(f"/battles/{battle}/events")
    tell(msgspec.json.decode(answer.content)["events"])


def tell(events: list[Json]) -> None:
    """Print events as they are told."""
    for event in events:
        text = event.get("text", "")
        if text and not event.get("hidden"):
            out.print(line(Sentence(event["seq"], event["type"], text)))


def where_to_look(battle: str, db: Path, settings: Settings, head: int) -> str:
    """The commands and addresses for this battle, as they work when copied."""
    moment = min(60, head)
    senki = shlex.quote(sys.argv[0]) if "/" in sys.argv[0] else "senki"
    store = "" if str(db) == "senki.db" else f" --db {shlex.quote(str(db))}"
    port = Settings().port if settings.port == 0 else settings.port
    serve = f"{senki} serve{store}" + ("" if settings.port == 0 else f" --port {port}")
    base = f"http://{HOST}:{port}/battles/{battle}"
    return "\n".join(
        (
            f"{senki} replay {battle}{store}",
            f"{senki} state {battle} --at {moment}{store}",
            f"{senki} verify {battle}{store}",
            serve,
            f"  {base}/page?at={moment}",
            f"  {base}/state?at={moment}",
        )
    )
