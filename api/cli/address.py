"""A socket of our own to serve on: what is wrong with the address is told before anything starts."""

import socket

from senki.api.cli.exits import BadInput
from senki.api.serve import BACKLOG


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one.

    Raises:
        BadInput: nobody can listen there.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise BadInput(f"cannot listen on {host}:{port}: {error.strerror or error}") from None


def url_of(listening: socket.socket) -> str:
    """Where a browser finds it."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
