"""A table in tests: a real server on a free port with a real file, and battles at it."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec

from senki.api.serve import Server, server
from senki.api.settings import Settings

Json = dict[str, Any]

SETUP: Json = {
    "distance": "melee",
    "options": {"skill_declaration": "simultaneous"},
    "skills": [
        {"id": "combat", "name": "戦闘"},
        {"id": "sword", "name": "剣術", "within": "combat"},
        {"id": "spear", "name": "槍術", "within": "combat"},
        {"id": "fist", "name": "格闘", "within": "combat"},
    ],
    "characters": [
        {
            "id": "a",
            "name": "アキラ",
            "side": "pc",
            "team": "blue",
            "body": 9,
            "skills": {"sword": 6, "spear": 5},
            "weapons": [
                {"id": "longsword", "name": "長剣", "skill": "sword", "bands": ["melee"], "power": 4},
                {"id": "pike", "name": "長槍", "skill": "spear", "bands": ["melee", "melee_plus"], "power": 3},
            ],
        },
        {
            "id": "b",
            "name": "ベニ",
            "side": "pc",
            "team": "red",
            "body": 9,
            "skills": {"fist": 5},
            "weapons": [{"id": "fist", "name": "素手", "skill": "fist", "bands": ["melee", "grapple"], "power": 0}],
        },
    ],
}


class Battle:
    """A battle as its seats talk to it."""

    def __init__(self, client: httpx.Client, opened: Json) -> None:
        self.client = client
        self.opened = opened
        self.id: str = opened["id"]
        self.tokens: dict[str, str] = opened["seats"]
        self.url = f"/battles/{self.id}"

    def auth(self, seat: str | None) -> dict[str, str]:
        """The headers of a seat; None shows no token."""
        return {} if seat is None else {"authorization": f"Bearer {self.tokens[seat]}"}

    def get(self, seat: str | None, path: str = "/state", **headers: str) -> httpx.Response:
        """Ask something about the battle."""
        return self.client.get(self.url + path, headers={**self.auth(seat), **_headers(headers)})

    def declare(
        self, seat: str | None, it: Json, rolls: list[list[int]] | None = None, **headers: str
    ) -> httpx.Response:
        """Declare something."""
        body: Json = {"declaration": it} if rolls is None else {"declaration": it, "rolls": rolls}
        return self.client.post(f"{self.url}/declarations", json=body, headers={**self.auth(seat), **_headers(headers)})

    def says(self, seat: str, it: Json, rolls: list[list[int]] | None = None) -> Json:
        """Declare something that is accepted."""
        answer = self.declare(seat, it, rolls)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def begin(self) -> None:
        """Begin."""
        self.says("gm", {"type": "begin"})

    def choose(self, seat: str, skill: str, weapon: str) -> Json:
        """Declare a skill for the character of that name."""
        return self.says(seat, {"type": "declare_skill", "by": seat, "skill": skill, "weapon": weapon})


def _headers(given: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in given.items()}


class Table:
    """A running server."""

    def __init__(self, running: Server, settings: Settings) -> None:
        self.server = running
        self.settings = settings
        self.url = running.address
        self.client = httpx.Client(base_url=self.url, timeout=30)

    def open(self, setup: Json | None = None, **asked: Any) -> Battle:
        """Open a battle."""
        answer = self.client.post("/battles", json={"system": "hms", "setup": setup or SETUP, **asked})
        assert answer.status_code == 201, answer.text
        return Battle(self.client, answer.json())


@contextmanager
def serving(folder: Path, **given: Any) -> Iterator[Table]:
    """A server in a thread of its own, from start to orderly stop."""
    settings = msgspec.convert(
        {"database": str(folder / "senki.db"), "port": 0, "log_level": "error", **given}, Settings
    )
    up = threading.Event()
    running = server(settings, lambda _: up.set())
    thread = threading.Thread(target=lambda: asyncio.run(running.serve()))
    thread.start()
    try:
        assert up.wait(30), "the server did not start"
        table = Table(running, settings)
        try:
            yield table
        finally:
            table.client.close()
    finally:
        running.should_exit = True
        thread.join(30)
        assert not thread.is_alive(), "the server did not stop"
