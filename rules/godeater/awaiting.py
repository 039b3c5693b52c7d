"""Whom godeater waits for."""

from senki.rules.game import Awaited, awaiting_dice
from senki.rules.godeater.clauses import attacks, blows, flow
from senki.rules.godeater.state import Acting, Answering, Exchange, Game, Striking
from senki.rules.rejection import Rejection
from senki.rules.table import GM

NOBODY: tuple[Awaited, ...] = ()
MAIN = ("attack", "link_aid", "use_skill", "use_item", "wait")
SIDE = ("jump", "transform", "use_skill", "use_item", "hand_over", "drop", "pick_up", "improvise")
MOVE = ("move", "dash", "give_up")
PARTS = {
    "move": (*MOVE, *dict.fromkeys((*SIDE, *MAIN))),
    "side": tuple(dict.fromkeys((*SIDE, *MAIN))),
    "main": MAIN,
}
"""G-7.2: what each part of a turn, as the earliest still open, allows."""


def awaiting(game: Game) -> tuple[Awaited, ...]:
    """Whose declarations are waited for now, and of which types."""
    if game.phase == "setup":
        placing = flow.placing(game)
        return tuple(Awaited(by=c.id, types=("place",)) for c in placing) or (Awaited(by=GM, types=("begin",)),)
    if game.phase == "over":
        return NOBODY
    if game.dice is not None:
        return awaiting_dice(game.dice)
    if game.timing is not None:
        return (Awaited(by=game.timing.queue[0].by, types=("use_skill", "pass")),)
    if game.exchange is not None:
        return answering(game, game.exchange)
    if game.active is not None and game.turn is not None:
        return (Awaited(by=game.active, types=PARTS[game.turn.part]),)
    return (Awaited(by=GM, types=("next_round",)),)


def answering(game: Game, it: Exchange) -> tuple[Awaited, ...]:
    """G-16.1, G-18.1: who answers an attack, or chooses a shield against it."""
    match it:
        case Answering():
            return tuple(Awaited(by=c.id, types=("respond",)) for c in attacks.answering(game, it))
        case Acting():
            return NOBODY
        case Striking():
            due = blows.shield_due(game, it)
            return NOBODY if due is None else (Awaited(by=due, types=("choose_shield",)),)


def unable(game: Game, id: str) -> Rejection | None:
    """G-19.6: why a character can do nothing: it is incapacitated."""
    by = game.characters[id]
    if game.phase != "fighting" or not by.incapacitated:
        return None
    return Rejection("incapacitated", f"{by.name}は戦闘不能です。", "G-19.6")
