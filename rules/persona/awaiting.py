"""Whom persona waits for. Nothing here looks at a hidden card."""

from collections.abc import Iterator

from senki.rules.game import Awaited, awaiting_dice
from senki.rules.persona.clauses import actions, battle
from senki.rules.persona.decide import groups_of
from senki.rules.persona.state import Attack, Character, Game
from senki.rules.rejection import Rejection
from senki.rules.table import GM

NOBODY: tuple[Awaited, ...] = ()


def awaiting(game: Game) -> tuple[Awaited, ...]:
    """Whose declarations are waited for now, and of which types."""
    if game.phase == "setup":
        return (Awaited(by=GM, types=("begin",)),)
    if game.dice is not None:
        return awaiting_dice(game.dice)
    return by_stage(game)


def by_stage(game: Game) -> tuple[Awaited, ...]:
    """Who is waited for in the part of the battle that it is in."""
    match game.stage:
        case "act":
            return (*acting(game, game.turn_now()), *arranging(game))
        case "defend":
            return tuple(defending(game))
        case "discard":
            return tuple(Awaited(by=c.id, types=("discard",)) for c in game.overfull())
        case "check":
            return (Awaited(by=game.check_now().by, types=("check",)),)
        case "judge":
            return (Awaited(by=GM, types=("judge",)),)
        case "call":
            return (Awaited(by=GM, types=("call", "judge")),)
        case "rest":
            return (Awaited(by=GM, types=("rest",)),)
        case None if game.phase == "over":
            return tuple(afterwards(game))
        case _:
            return NOBODY


def acting(game: Game, by: Character) -> tuple[Awaited, ...]:
    """P-3.2: what one may do in one's own turn."""
    types: list[str] = []
    if by.kind != "civilian":
        types.append("attack")
    if by.has_hand or by.spells:
        types.append("cast")
    if by.has_hand:
        if len(by.personas) > 1 and not changed_enough(game, by):
            types.append("change_persona")
        types += ["exchange", "negotiate"]
    if by.kind != "civilian":
        types.append("incapacitate")
    if game.options.escape_route:
        types.append("flee")
    types += ["pass", "other", "surrender"]
    if len(game.to_come()) > 1:
        types.append("delay")
    if groups_of(game, by.id) and by.side == "pc":
        types.append("arrange")
    return (Awaited(by=by.id, types=tuple(types)),)


def changed_enough(game: Game, by: Character) -> bool:
    """P-12.1: whether this round's persona change is used (option `persona_changes`)."""
    return by.persona_changed and game.options.persona_changes == "once"


def arranging(game: Game) -> Iterator[Awaited]:
    """P-2.5, P-2.6, P-2.8: who may settle the order among equals, besides the one whose turn it is."""
    for group in [] if game.original else battle.equals(game):
        if game.characters[group[0]].side == "pc":
            yield from (Awaited(by=i, types=("arrange",), optional=True) for i in group if i != game.active)
    if groups_of(game, None):
        yield Awaited(by=GM, types=("arrange",), optional=True)


def defending(game: Game) -> Iterator[Awaited]:
    """P-6.10, P-6.27: who must lay a defence, and under `at_once` who must discard before the attack goes on.

    Between the end of an attack and what follows from it, nobody has anything to lay.
    """
    attack = game.exchange
    pending = attack.pending if isinstance(attack, Attack) else ()
    discards = {c.id for c in game.overfull()} if game.options.damage_refill == "at_once" else set[str]()
    for id in game.characters:
        types = (("defend",) if id in pending else ()) + (("discard",) if id in discards else ())
        if types:
            yield Awaited(by=id, types=types)


def afterwards(game: Game) -> Iterator[Awaited]:
    """P-11.28, P-15.7: magic, hours and recovery after the battle."""
    for c in game.characters.values():
        if c.condition in {"active", "fled"} and (c.has_hand or c.spells):
            yield Awaited(by=c.id, types=("cast",), optional=True)
        elif c.recovery_due and actions.may_recover(game, c):
            yield Awaited(by=c.id, types=("recover",), optional=True)
    yield Awaited(by=GM, types=("pass_hour",), optional=True)


_UNABLE: dict[str, str] = {"near_death": "P-0.3", "incapacitated": "P-15.10"}


def unable(game: Game, id: str) -> Rejection | None:
    """Why a character can do nothing in a battle that goes on."""
    by = game.characters[id]
    if game.phase != "fighting" or by.active:
        return None
    return Rejection("incapacitated", f"{by.name}はいま動けません。", _UNABLE.get(by.condition))
