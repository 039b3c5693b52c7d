"""Whether the server can read and write."""

from importlib.metadata import version

from litestar import get

from senki.api.answers import Answer, answer
from senki.api.openapi import described
from senki.api.parts import Asked, parts
from senki.api.shapes import Health
from senki.rules import SYSTEMS

VERSION = version("senki")


@get(
    "/health",
    summary="Whether the server can read and write",
    tags=["server"],
    operation_class=described(
        gives=Health,
        example={"status": "ok", "version": VERSION, "writable": True, "readable": True, "systems": ["hms"]},
        refuses=("busy",),
    ),
)
async def health(request: Asked) -> Answer:
    """Writes a line to the store and reads it again (at most once a second); 503 where that fails."""
    await parts(request).pulse.feel()
    return answer(Health("ok", VERSION, writable=True, readable=True, systems=list(SYSTEMS)))
