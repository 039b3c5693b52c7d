"""Whom hms waits for."""

from senki.rules.game import Awaited, awaiting_dice
from senki.rules.hms.course import allowed
from senki.rules.hms.state import Blow, Character, Exchange, Game, MoveMade, Rolled, RulingDue
from senki.rules.rejection import Rejection
from senki.rules.table import GM

NOBODY: tuple[Awaited, ...] = ()


def awaiting(game: Game) -> tuple[Awaited, ...]:
    """Whose declarations are waited for now, and of which types."""
    if game.phase == "setup":
        return (Awaited(by=GM, types=("begin",)),)
    if game.phase == "over":
        return NOBODY
    if game.dice is not None:
        return awaiting_dice(game.dice)
    if game.exchange is not None:
        return answering(game.exchange)
    match game.stage:
        case "skills":
            return tuple(Awaited(by=c.id, types=("declare_skill",)) for c in declaring(game))
        case "goes" if game.active is not None:
            by = game.characters[game.active]
            return (Awaited(by=by.id, types=(*allowed(game, by), "surrender", "pass")),)
        case "flight" if game.queue:
            return (Awaited(by=game.queue[0], types=("flee", "surrender", "pass")),)
        case "pursuit" if game.queue:
            return (Awaited(by=game.queue[0], types=("pursue", "pass")),)
        case _:
            return NOBODY


def answering(it: Exchange) -> tuple[Awaited, ...]:
    """Who answers what is going on between two characters."""
    match it:
        case RulingDue():
            return (Awaited(by=GM, types=("rule",)),)
        case MoveMade(check=Rolled(target=target, offered=True)) | Blow(check=Rolled(target=target, offered=True)):
            return (Awaited(by=target, types=("demand_reroll", "pass")),)
        case MoveMade():
            return tuple(Awaited(by=i, types=("block", "pass")) for i in it.ask[:1])
        case Blow():
            return NOBODY


def declaring(game: Game) -> list[Character]:
    """H-5.2: who has still to declare a skill: the GM's side first, or everybody at once."""
    waiting = [c for c in game.standing() if c.skill is None]
    if game.options.skill_declaration == "simultaneous":
        return waiting
    npcs = [c for c in waiting if c.side == "npc"]
    return npcs or waiting


def unable(game: Game, id: str) -> Rejection | None:
    """Why a character can do nothing: it is down, away, or has given up."""
    by = game.characters[id]
    if by.active:
        return None
    return Rejection("incapacitated", f"{by.name}はもう動けません。", "H-8.3" if by.condition == "down" else None)
