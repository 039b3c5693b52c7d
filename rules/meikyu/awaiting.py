"""Whom meikyu waits for."""

from senki.rules.game import Awaited
from senki.rules.meikyu.clauses import rows
from senki.rules.meikyu.course import asked, left
from senki.rules.meikyu.state import Attack, DieShown, Exchange, Game, RulingDue
from senki.rules.rejection import Rejection
from senki.rules.table import GM

NOBODY: tuple[Awaited, ...] = ()
WINDOW = ("reroll", "shift", "perform")


def awaiting(game: Game) -> tuple[Awaited, ...]:
    """Whose declarations are waited for now, and of which types."""
    if game.phase == "setup":
        return (Awaited(by=GM, types=("begin",)),)
    if game.phase == "over":
        return NOBODY
    if game.exchange is not None:
        return answering(game, game.exchange)
    if game.stage == "main":
        by = None if game.active is None else game.characters[game.active]
        return NOBODY if by is None else (Awaited(by=by.id, types=(*left(game, by), "pass")),)
    return tuple(Awaited(by=c.id, types=(*left(game, c), "pass")) for c in asked(game))


def answering(game: Game, it: Exchange) -> tuple[Awaited, ...]:
    """Who answers what is going on: the window of the action die, a cover, a ruling."""
    match it:
        case DieShown():
            return (Awaited(by=it.by, types=WINDOW),)
        case Attack():
            return tuple(Awaited(by=id, types=("cover", "pass")) for id in rows.may_cover(game, it))
        case RulingDue():
            return (Awaited(by=GM, types=("rule",)),)


def unable(game: Game, id: str) -> Rejection | None:
    """Why a character can do nothing: it is down, or has left."""
    by = game.characters[id]
    return None if by.active else Rejection("incapacitated", f"{by.name}はもう動けません。")
