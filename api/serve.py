"""Running the server: uvicorn with uvloop and httptools, one process."""

import socket
from collections.abc import Callable

import uvicorn
from litestar import Litestar

from senki.api.app import create_app
from senki.api.parts import PARTS
from senki.api.settings import Settings

GRACE_SECONDS = 10
BACKLOG = 2048


class Server(uvicorn.Server):
    """Ends live streams first, since uvicorn waits for every answer to end."""

    def __init__(self, config: uvicorn.Config, app: Litestar, ready: Callable[[str], None] | None) -> None:
        super().__init__(config)
        self.app = app
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say where."""
        await super().startup(sockets)
        if self._ready is not None and self.started and not self.should_exit:
            self._ready(self.address)

    @property
    def address(self) -> str:
        """The URL at which the server listens."""
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop."""
        if PARTS in self.app.state:
            self.app.state[PARTS].live.close()
        await super().shutdown(sockets)


def server(settings: Settings, ready: Callable[[str], None] | None = None) -> Server:
    """A server that is ready to run: `run()` blocks, `await serve()` runs in a loop, `should_exit = True` stops it.

    Args:
        settings: all that can be set.
        ready: is told the URL as soon as requests are taken.
    """
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http="httptools",
        ws="none",
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    return Server(config, app, ready)


def serve(settings: Settings, ready: Callable[[str], None] | None = None) -> None:
    """Serve until SIGINT or SIGTERM.

    Args:
        settings: all that can be set.
        ready: is told the URL as soon as requests are taken.

    Raises:
        SystemExit: the server could not start; why stands in the log.
    """
    server(settings, ready).run()
