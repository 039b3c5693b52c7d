"""The course of an hms battle: rounds, goes in their order, and the end of a fight (H-3.1, H-3.2)."""

from collections.abc import Mapping

from senki.rules import events as shared
from senki.rules.game import Ruling
from senki.rules.hms import events as ev
from senki.rules.hms.clauses import basics
from senki.rules.hms.state import Character, Condition, Fight, Game, Reason

Ruled = Ruling[Game]

REASONS: Mapping[Condition, Reason] = {"down": "annihilated", "surrendered": "surrendered", "escaped": "fled"}


def start_round(fight: Fight) -> Ruled:
    """H-3.1, H-3.2: the next round of a fight begins with the declaration of skills."""
    return (yield shared.RoundStarted(round=fight.round + 1, order=(), fight=fight.id, clauses=("H-3.1", "H-3.2")))


def next_go(game: Game) -> Ruled:
    """H-3.1: whoever is next in the order; when all have had their go, the round ends with flight (H-12.1)."""
    for id in game.order:
        if id not in game.done and game.characters[id].active:
            return (yield shared.TurnStarted(by=id, clauses=("H-3.1",)))
    return (yield shared.StageStarted(stage="flight", queue=in_initiative(game), clauses=("H-12.1",)))


def in_initiative(game: Game) -> tuple[str, ...]:
    """Everybody active, in the order that the dice gave; who has come back since, last."""
    standing = {c.id for c in game.standing()}
    first = tuple(i for i in game.initiative if i in standing)
    return (*first, *(i for i in game.here.characters if i in standing and i not in first))


def allowed(game: Game, by: Character) -> tuple[str, ...]:
    """H-3.3: what a go still allows, apart from `surrender` and `pass`."""
    if by.acted and game.options.movement_order == "first":
        return ()
    types: list[str] = []
    if not by.moved:
        types.append("move")
    if not by.acted:
        types += ["attack", "defend"]
    if may_interrupt(game, by):
        types.append("interrupt")
    if special_open(game, by) and any(s.uses != 0 for s in by.specials):
        types.append("special")
    return tuple(types)


def may_interrupt(game: Game, by: Character) -> bool:
    """H-10.1: nothing done yet in this go, somebody comes later, and the turn is still the original one."""
    if by.moved or by.acted or by.special_used:
        return False
    if by.interrupting is not None and game.options.interrupt_again == "no":
        return False
    return any(i not in game.done and game.characters[i].active for i in game.order)


def special_open(game: Game, by: Character) -> bool:
    """H-11.1: whether the right to a special action is unused in this go."""
    return not (by.special_used if game.options.special_action == "extra" else by.acted)


def go_on(game: Game) -> Ruled:
    """H-3.3: the go goes on while anything is left in it and its character can act."""
    by = game.actor
    if by.active and allowed(game, by):
        return game
    return (yield from end_go(game))


def end_go(game: Game) -> Ruled:
    """The go is over; the next begins."""
    game = yield shared.TurnEnded(by=game.actor.id)
    return (yield from next_go(game))


def fight_on(game: Game, then: Ruled | None = None) -> Ruled:
    """H-3.2: the fight ends at once when fewer than two teams can act in it; else `then`, or the go, goes on."""
    if is_over(game, game.here):
        return (yield from end_fight(game, game.here, reason_of(game, game.here)))
    return (yield from (then or go_on(game)))


def is_over(game: Game, fight: Fight) -> bool:
    """H-3.2: whether fewer than two teams are left in a fight."""
    return len(basics.teams_left(game.standing(fight))) < 2  # noqa: PLR2004 - two sides make a fight


def reason_of(game: Game, fight: Fight) -> Reason:
    """H-3.2: that by which the last of a team left; who could not act from the beginning left before all others."""
    standing = basics.teams_left(game.standing(fight))
    left = (*(i for i in game.characters if i not in game.gone), *game.gone)
    gone = [c for i in left if i in fight.characters and not (c := game.characters[i]).active]
    lost = [c for c in gone if c.team not in standing]
    return REASONS[lost[-1].condition] if lost else "split"


def end_fight(game: Game, fight: Fight, reason: Reason, *, goes_on_elsewhere: bool = False) -> Ruled:
    """The fight is over: the team that is left has won it, unless it goes on elsewhere."""
    present = fight.id == game.fight
    left = basics.teams_left(game.standing(fight))
    winner = left[0] if len(left) == 1 and not goes_on_elsewhere else None
    game = yield ev.FightEnded(fight=fight.id, reason=reason, winner=winner, clauses=("H-3.2",))
    if present:
        return (yield from next_round(game, last=reason))
    return game


def next_round(game: Game, last: Reason | None = None) -> Ruled:
    """H-3.2: the next round of the fight whose turn it is; without one the battle is over."""
    unfinished = [f for f in game.fights if not f.over]
    if not unfinished:
        won = {f.winner for f in game.fights if f.winner is not None}
        winner = won.pop() if len(won) == 1 else None
        return (yield shared.Ended(reason=last or "annihilated", winner=winner, clauses=("H-3.2",)))
    if game.options.fights_order == "one_by_one":
        fight = next((f for f in unfinished if f.id == game.fight), unfinished[0])
    else:
        fight = min(unfinished, key=lambda f: (f.round, f.id))
    return (yield from start_round(fight))
