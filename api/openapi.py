"""The OpenAPI document: how a route tells what it takes and gives, with examples."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import msgspec
from litestar import Litestar, Request, Router
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.openapi.spec import Components, OpenAPIMediaType, OpenAPIResponse, Operation, RequestBody, SecurityScheme

from senki.api import shapes
from senki.api.bodies import Body, Lines
from senki.api.pages.shell import HEADERS as PAGE_HEADERS
from senki.api.pages.shell import page
from senki.api.parameters import Parameter
from senki.api.problems import CODES, MEDIA_TYPE, Problem

Json = dict[str, Any]
REF = "#/components/schemas/{name}"
SHAPES: tuple[type[msgspec.Struct], ...] = (
    Problem,
    shapes.Health,
    shapes.SystemLine,
    shapes.SystemShape,
    shapes.Clauses,
    shapes.Open,
    shapes.OpenedShape,
    shapes.Renewed,
    shapes.Battles,
    shapes.Declare,
    shapes.DeclaredShape,
    shapes.Events,
    shapes.LegalShape,
    shapes.Verified,
    shapes.Envelopes,
    shapes.Proof,
    shapes.Imported,
)
_REFS, _COMPONENTS = msgspec.json.schema_components(SHAPES, ref_template=REF)
SCHEMAS: Mapping[type[msgspec.Struct], Json] = dict(zip(SHAPES, _REFS, strict=True))


def described(
    *,
    gives: type[msgspec.Struct] | Json,
    status: int = 200,
    media_type: str = "application/json",
    example: object = None,
    takes: Body[Any] | Lines | None = None,
    parameters: tuple[Parameter, ...] = (),
    refuses: tuple[str, ...] = (),
    also: Mapping[int, str] | None = None,
) -> type[Operation]:
    """How a route stands in the document.

    Args:
        gives: the shape of its answer, or a schema.
        status: of that answer.
        media_type: of that answer.
        example: of that answer.
        takes: the body it takes.
        parameters: path, query and header parameters.
        refuses: codes of the problems it may answer with.
        also: other statuses without a body, and what they mean.
    """
    responses: dict[str, OpenAPIResponse] = {
        str(status): OpenAPIResponse(description="as asked", content={media_type: _media(gives, example)})
    }
    for other, why in (also or {}).items():
        responses[str(other)] = OpenAPIResponse(description=why)
    for code in refuses:
        number, title = CODES[code]
        before = responses.get(str(number))
        said = f"`{code}` {title}"
        description = said if before is None else f"{before.description}; {said}"
        responses[str(number)] = OpenAPIResponse(
            description=description, content={MEDIA_TYPE: _media(Problem, _problem(code))}
        )
    body = (
        None
        if takes is None
        else RequestBody(
            required=True,
            content={
                takes.media_type: OpenAPIMediaType(schema=_schema(takes.shape), examples=_examples(takes.examples))
            },
        )
    )
    given = [parameter.document() for parameter in parameters]

    @dataclass
    class Described(Operation):
        def __post_init__(self) -> None:
            self.parameters = cast("Any", given) or None
            self.responses = dict(responses)
            self.request_body = body

    return Described


def _problem(code: str) -> Json:
    status, title = CODES[code]
    return {"type": f"urn:senki:problem:{code}", "title": title, "status": status, "detail": "…", "code": code}


def _schema(shape: type[msgspec.Struct] | Mapping[str, Any]) -> Any:  # noqa: ANN401 - Litestar writes mappings out
    return shape if isinstance(shape, Mapping) else SCHEMAS[shape]


def _examples(examples: Mapping[str, object]) -> Any:  # noqa: ANN401 - as `_schema`
    return {name: {"value": value} for name, value in examples.items()} if examples else None


def _media(shape: type[msgspec.Struct] | Json, example: object) -> OpenAPIMediaType:
    return OpenAPIMediaType(schema=_schema(shape), example=example)


class Viewer(OpenAPIRenderPlugin):
    """The document as a page of this server; it stands under the policy of all pages and loads from nowhere else."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The frame of the page, which reads `/schema/openapi.json`."""
        del request, openapi_schema
        return page("schema", "ＡＰＩの説明", ("dom", "api"))


def config(version: str) -> OpenAPIConfig:
    """The document's frame."""
    return OpenAPIConfig(
        title="senki 戦記",
        version=version,
        description="Event-sourced combat log and replay server for tabletop RPGs. A token decides battle and seat: "
        "`Authorization: Bearer <token>`. Every answer about a battle carries `Senki-Head: <seq> <hash>`.",
        components=Components(
            security_schemes={"token": SecurityScheme(type="http", scheme="bearer")},
        ),
        security=[{"token": []}, {}],
        use_handler_docstrings=True,
        path="/schema",
        openapi_router=Router(
            "/schema",
            route_handlers=[],
            include_in_schema=False,
            dto=None,
            return_dto=None,
            response_headers={name.decode(): value.decode() for name, value in PAGE_HEADERS},
        ),
        render_plugins=[Viewer(path=["/"])],
    )


def complete(app: Litestar) -> None:
    """Put our shapes into the document: Litestar keeps only those that it finds itself."""
    components = app.openapi_schema.components
    components.schemas = {**(components.schemas or {}), **cast("Any", _COMPONENTS)}
