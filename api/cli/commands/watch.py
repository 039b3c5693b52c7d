"""`senki watch`: a witness for an operator or a bot, who keeps signed heads of a server and asks again for them."""

import time
from pathlib import Path
from typing import Any

import click
import httpx
import msgspec

from senki.api.cli.exits import BadInput, Code
from senki.api.cli.local import err, out
from senki.eventstore.notes import BadNote, verify

TIMEOUT = 30
NOT_FOUND = 404
Json = dict[str, Any]


class Kept(msgspec.Struct):
    """What a witness has seen: the server's key, and the last signed head of each battle."""

    key: str = ""
    heads: dict[str, Json] = {}


@click.command("watch", short_help="Be a witness to a server: keep its signed heads, and hold it to them.")
@click.argument("url")
@click.option(
    "--state",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("senki-watch.json"),
    show_default=True,
    help="Where what was seen is kept.",
)
@click.option("--token", help="A token; without one, the battles that anybody may watch.")
@click.option("--every", type=click.FloatRange(min=1), default=60.0, show_default=True, help="Seconds between looks.")
@click.option("--once", is_flag=True, help="Look once and end.")
def command(url: str, path: Path, token: str | None, every: float, once: bool) -> None:
    """Keep the signed heads of the battles at URL, and find out if the server ever shows another history.

    What was kept is evidence: the server's own signature under a history that it no longer shows. Exits with 1 as soon
    as something does not hold; the state file then has both.

    \b
    Examples:
      senki watch https://senki.example --every 300
      senki watch http://127.0.0.1:8470 --once
    """  # noqa: D301 - click's mark for lines to keep
    kept = read(path)
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=url, headers=headers, timeout=TIMEOUT, follow_redirects=True) as client:
        while True:
            wrong = look(client, kept)
            write(path, kept)
            for line in wrong:
                err.print(f"WRONG  {line}", style="bold red", markup=False)
            if wrong:
                raise click.exceptions.Exit(Code.WRONG)
            out.print(f"ok     {len(kept.heads)} battles hold what was seen of them", markup=False)
            if once:
                return
            time.sleep(every)


def read(path: Path) -> Kept:
    """What was kept before.

    Raises:
        BadInput: the file is not one of these.
    """
    if not path.exists():
        return Kept()
    try:
        return msgspec.json.decode(path.read_bytes(), type=Kept)
    except msgspec.MsgspecError as error:
        raise BadInput(f"{path} is not what `senki watch` keeps: {error}") from None


def write(path: Path, kept: Kept) -> None:
    """Keep it: the whole file, or the one before."""
    beside = path.with_name(f".{path.name}.part")
    beside.write_bytes(msgspec.json.format(msgspec.json.encode(kept)) + b"\n")
    beside.replace(path)


def look(client: httpx.Client, kept: Kept) -> list[str]:
    """Ask for every head that was kept, and keep the newest ones.

    Returns:
        What does not hold.

    Raises:
        BadInput: there is no such server.
    """
    key = str(ask(client, "/key")["key"])
    if kept.key and kept.key != key:
        return [f"the server signs with another key now: {key}; what was kept is signed with {kept.key}"]
    kept.key = key
    wrong = [told for battle, head in kept.heads.items() if (told := held(client, battle, head))]
    if wrong:
        return wrong
    for battle in battles(client):
        head = ask(client, f"/battles/{battle}/head")
        try:
            said = verify(str(head["note"]), key)
        except BadNote as error:
            return [f"{battle}: {error}"]
        if (said.stream, said.head.seq, said.head.hash.hex()) != (battle, head["seq"], head["hash"]):
            return [f"{battle}: the signed head is not the one that was told"]
        kept.heads[battle] = head
    return []


def held(client: httpx.Client, battle: str, head: Json) -> str | None:
    """What is wrong with a head that was kept; None if the server still holds it."""
    path = f"/battles/{battle}/head?at={head['seq']}"
    try:
        if client.get(path).status_code == NOT_FOUND:
            return f"{battle}: event {head['seq']}, of which it signed {head['hash']}, is gone"
    except httpx.HTTPError:
        pass  # `ask` tells it
    now = ask(client, path)
    if now["hash"] == head["hash"]:
        return None
    head["against"] = now
    return f"{battle}: of event {head['seq']} it signed {head['hash']} before, and {now['hash']} now"


def battles(client: httpx.Client) -> list[str]:
    """The ids of the battles that may be watched."""
    found: list[str] = []
    after: int | None = None
    while True:
        page = ask(client, "/battles" if after is None else f"/battles?after={after}")
        found += [str(line["id"]) for line in page["battles"]]
        after = page["next"]
        if after is None:
            return found


def ask(client: httpx.Client, path: str) -> Json:
    """An answer of the server.

    Raises:
        BadInput: there is none, or a refusal.
    """
    try:
        answer = client.get(path)
        return dict(answer.raise_for_status().json())
    except (httpx.HTTPError, ValueError) as error:
        raise BadInput(f"{client.base_url}{path.removeprefix('/')}: {error}") from None
