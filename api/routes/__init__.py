"""The routes, one file a subject."""

from litestar.handlers import HTTPRouteHandler

from api.routes.archives import archive, take_over
from api.routes.battles import battles, open_one
from api.routes.chances import envelopes, proof
from api.routes.declarations import declare, legal_now
from api.routes.events import events, live
from api.routes.health import health
from api.routes.pages import PAGES
from api.routes.seats import renew
from api.routes.states import state
from api.routes.systems import clause, clauses, system, systems
from api.routes.verdicts import verify

ROUTES: tuple[HTTPRouteHandler, ...] = (
    health,
    systems,
    system,
    clauses,
    clause,
    open_one,
    battles,
    take_over,
    renew,
    declare,
    legal_now,
    state,
    events,
    live,
    verify,
    archive,
    envelopes,
    proof,
    *PAGES,
)

__all__ = ["ROUTES"]
