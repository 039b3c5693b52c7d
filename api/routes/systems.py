"""The systems and their clause books."""

from functools import cache
from typing import Any

import msgspec
from litestar import get

from senki.api.answers import Answer, answer
from senki.api.openapi import described
from senki.api.parameters import InPath
from senki.api.parts import Asked
from senki.api.problems import Refused
from senki.api.shapes import Clauses, SystemLine, SystemShape
from senki.projections.fingerprint import fingerprint
from senki.rules import SYSTEMS
from senki.rules.clause import Clause
from senki.rules.codec import codec, schema
from senki.rules.rulebook import RuleSystem

SYSTEM = InPath(name="system", description="id of a system")
CLAUSE = InPath(name="clause", description="id of a clause, such as H-6.2")


def known(request: Asked) -> RuleSystem[Any]:
    """The system that the path names.

    Raises:
        Refused: `not_found`.
    """
    found = SYSTEMS.get(SYSTEM.of(request.scope))
    if found is None:
        raise Refused("not_found", f"そのシステムはありません。あるのは{'、'.join(SYSTEMS)}です。")
    return found


@get(
    "/systems",
    summary="The systems that can be played",
    tags=["systems"],
    operation_class=described(gives={"type": "array", "items": {"$ref": "#/components/schemas/SystemLine"}}),
)
async def systems(request: Asked) -> Answer:
    """Lists the rule systems of this server."""
    del request
    return answer([SystemLine(s.id, s.name, s.dice, s.version, len(s.clauses)) for s in SYSTEMS.values()])


@cache
def _shape(id: str) -> bytes:
    found = SYSTEMS[id]
    kinds = codec(found)
    return msgspec.json.encode(
        SystemShape(
            found.id,
            found.name,
            found.dice,
            found.version,
            fingerprint(found.id),
            schema(found.options),
            schema(found.setup),
            {name: schema(kind) for name, kind in kinds.declaration_types.items()},
            {name: schema(kind) for name, kind in kinds.event_types.items()},
        )
    )


@get(
    "/systems/{system:str}",
    summary="A system with the JSON Schemas of all that it takes and gives",
    tags=["systems"],
    operation_class=described(gives=SystemShape, parameters=(SYSTEM,), refuses=("not_found",)),
)
async def system(request: Asked) -> Answer:
    """Options (with defaults, titles and reasons), setup, declarations and events, as JSON Schemas."""
    return Answer(_shape(known(request).id))


@get(
    "/systems/{system:str}/clauses",
    summary="The clause book of a system",
    tags=["systems"],
    operation_class=described(gives=Clauses, parameters=(SYSTEM,), refuses=("not_found",)),
)
async def clauses(request: Asked) -> Answer:
    """Every numbered rule of the text, in the text's order, in our own short wording."""
    found = known(request)
    return answer(Clauses(found.id, list(found.clauses.values())))


@get(
    "/systems/{system:str}/clauses/{clause:str}",
    summary="One clause",
    tags=["systems"],
    operation_class=described(
        gives={"$ref": "#/components/schemas/Clause"}, parameters=(SYSTEM, CLAUSE), refuses=("not_found",)
    ),
)
async def clause(request: Asked) -> Answer:
    """The rule that an event or a refusal cites."""
    found: Clause | None = known(request).clauses.get(CLAUSE.of(request.scope))
    if found is None:
        raise Refused("not_found", "その条項はありません。")
    return answer(found)
