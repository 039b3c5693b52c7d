"""Whatever is added to the app later (middleware, a guard, hooks) sees every request: there is no second door."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar, Request
from litestar.config.app import AppConfig
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.plugins import InitPlugin
from litestar.testing import TestClient
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from senki.api.app import create_app
from senki.api.settings import Settings
from tests.api.table import SETUP

WATCHERS = ("middleware", "guard", "before_request", "before_send")
SERVED = ("GET", "POST", "HEAD")


class Watching(InitPlugin):
    """Adds one watcher of each kind; each notes what it sees."""

    def __init__(self) -> None:
        self.seen: dict[str, list[str]] = {name: [] for name in WATCHERS}

    def on_app_init(self, app_config: AppConfig) -> AppConfig:
        """Add them."""
        seen = self.seen

        def middleware(app: ASGIApp) -> ASGIApp:
            async def watch(scope: Scope, receive: Receive, send: Send) -> None:
                seen["middleware"].append(scope["path"])
                await app(scope, receive, send)

            return watch

        async def guard(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
            seen["guard"].append(connection.scope["path"])

        async def before_request(request: Request[Any, Any, Any]) -> None:
            seen["before_request"].append(request.scope["path"])

        async def before_send(message: Message, scope: Scope) -> None:
            if message["type"] == "http.response.start":
                seen["before_send"].append(scope["path"])

        app_config.middleware.append(middleware)
        app_config.guards.append(guard)
        app_config.before_request = before_request
        app_config.before_send.append(before_send)
        return app_config


@pytest.fixture
def watching() -> Watching:
    return Watching()


@pytest.fixture
def client(tmp_path: Path, watching: Watching) -> Iterator[TestClient[Litestar]]:
    settings = Settings(database=str(tmp_path / "senki.db"), log_level="error")
    with TestClient(create_app(settings, plugins=[watching])) as running:
        yield running


def asked(client: TestClient[Litestar], battle: str) -> Iterator[tuple[str, str]]:
    """A request for each method of each route, in which `{battle}` is a battle that there is."""
    for route in client.app.routes:
        path = route.path_format.format(battle=battle, system="hms", clause="H-6.2", number="1", **others(route.path))
        methods: set[str] = getattr(route, "methods", set())
        for method in SERVED:
            if method in methods or (method == "HEAD" and "GET" in methods):
                yield method, path


def others(path: str) -> dict[str, str]:
    return {name: "x" for name in ("seat", "digest", "name", "path") if "{" + name in path}


def test_everything_that_is_added_sees_every_request(client: TestClient[Litestar], watching: Watching):
    opened = client.post("/battles", json={"system": "hms", "setup": SETUP}).json()
    gm = {"authorization": f"Bearer {opened['seats']['gm']}"}
    routes = list(asked(client, opened["id"]))
    assert ("GET", f"/battles/{opened['id']}/state") in routes
    assert ("POST", f"/battles/{opened['id']}/declarations") in routes
    for method, path in routes:
        headers = {} if path.endswith("/live") else gm  # without a token: a stream would not end
        for seen in watching.seen.values():
            seen.clear()
        client.request(method, path, headers=headers)
        assert watching.seen == {name: [path] for name in WATCHERS}, (method, path)


def test_what_the_busiest_routes_answer_well_is_seen_too(client: TestClient[Litestar], watching: Watching):
    opened = client.post("/battles", json={"system": "hms", "setup": SETUP}).json()
    gm = {"authorization": f"Bearer {opened['seats']['gm']}"}
    url = f"/battles/{opened['id']}"
    for seen in watching.seen.values():
        seen.clear()
    assert client.post(f"{url}/declarations", json={"declaration": {"type": "begin"}}, headers=gm).status_code == 201
    assert client.get(f"{url}/state", headers=gm).status_code == 200
    assert watching.seen == {name: [f"{url}/declarations", f"{url}/state"] for name in WATCHERS}
