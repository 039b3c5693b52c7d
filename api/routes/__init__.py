"""The routes, one file a subject."""

from litestar.handlers import HTTPRouteHandler

from senki.api.routes.archives import archive, take_over
from senki.api.routes.battles import battles, open_one
from senki.api.routes.chances import envelopes, proof
from senki.api.routes.declarations import declare, legal_now
from senki.api.routes.disputes import disputed, undone
from senki.api.routes.events import events, live
from senki.api.routes.heads import head, key
from senki.api.routes.health import health
from senki.api.routes.odds import luck_of, odds_at, other_history
from senki.api.routes.pages import PAGES
from senki.api.routes.questions import QUESTIONS
from senki.api.routes.seats import renew
from senki.api.routes.states import state
from senki.api.routes.systems import clause, clauses, system, systems
from senki.api.routes.verdicts import verify

ROUTES: tuple[HTTPRouteHandler, ...] = (
    health,
    key,
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
    disputed,
    undone,
    head,
    archive,
    envelopes,
    proof,
    *QUESTIONS,
    odds_at,
    luck_of,
    other_history,
    *PAGES,
)

__all__ = ["ROUTES"]
