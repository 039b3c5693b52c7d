"""Whether the server can read and write."""

from importlib.metadata import version
from time import monotonic

from litestar import get

from senki.api.answers import Answer, answer
from senki.api.openapi import described
from senki.api.parts import Asked, Parts, parts
from senki.api.shapes import Health
from senki.rules import SYSTEMS

VERSION = version("senki")
PROBE = "health"
FRESH_SECONDS = 1.0


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
    await probe(parts(request))
    return answer(Health("ok", VERSION, writable=True, readable=True, systems=list(SYSTEMS)))


async def probe(it: Parts) -> None:
    """Write and read.

    Raises:
        StoreUnavailable: it could not.
    """
    now = monotonic()
    await it.store.record(PROBE, PROBE)
    if now - it.pulse.last >= FRESH_SECONDS:
        await it.store.put_record(PROBE, PROBE, b'{"alive":true}')
        it.pulse.last = now
