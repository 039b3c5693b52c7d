"""The course of a persona battle: rounds, turns, what settles at the end of each, the end and the rest after it."""

from senki.rules import events as shared
from senki.rules.chance import Chance
from senki.rules.game import Ruling
from senki.rules.persona import events as ev
from senki.rules.persona.clauses import battle
from senki.rules.persona.draws import fill, refill
from senki.rules.persona.fold import AFTERMATH
from senki.rules.persona.state import Game

Ruled = Ruling[Game]


def start_round(game: Game) -> Ruled:
    """P-1.1, P-2.1, P-2.2: the next round, in order of level."""
    ties = ("P-2.8",) if game.original else ("P-2.4", "P-2.7")
    order = battle.round_order(game)
    game = yield shared.RoundStarted(round=game.round + 1, order=order, clauses=("P-1.1", "P-2.1", "P-2.2", *ties))
    return (yield from next_turn(game))


def next_turn(game: Game) -> Ruled:
    """P-3.1: whoever comes next; when everybody has had a turn, the next round starts."""
    coming = game.to_come()
    if not coming:
        return (yield from start_round(game))
    return (yield shared.TurnStarted(by=coming[0].id, clauses=("P-3.1", "P-3.2")))


def settle(game: Game, chance: Chance) -> Ruled:
    """P-19.1, P-19.2: the surplus is discarded, what was used is replaced; in battle the turn ends."""
    over = [c.id for c in game.overfull()]
    if over:
        return (yield shared.StageStarted(stage="discard", queue=tuple(over), clauses=("P-19.2", "P-6.27")))
    game = yield from refill(game, chance)
    if game.phase == "over":
        return (yield shared.StageStarted(stage=AFTERMATH)) if game.stage is not None else game
    game = yield shared.TurnEnded(by=game.turn_now().id)
    return (yield from fight_on(game, chance))


def fight_on(game: Game, chance: Chance) -> Ruled:
    """P-4.1, P-4.2: the battle ends when a side has nobody left; else the next turn comes."""
    if is_over(game):
        return (yield from finish(game, chance))
    return (yield from next_turn(game))


def is_over(game: Game) -> bool:
    """P-4.1, P-4.2: whether a side has nobody able, or nobody at all can act any more."""
    sides_able = all(battle.able(game, side) for side in ("pc", "npc"))
    return not sides_able or not any(c.active for c in game.characters.values())


def finish(game: Game, chance: Chance) -> Ruled:
    """P-4.1, P-4.2: who has won, and how the other side was beaten."""
    able = [side for side in ("pc", "npc") if battle.able(game, side)]
    beaten = [side for side in ("pc", "npc") if side not in able]
    wiped_out = bool(beaten) and all(battle.wiped_out(game, side) for side in beaten)
    winner = able[0] if len(able) == 1 else None
    if wiped_out:
        game = yield shared.Ended(reason="wiped_out", winner=winner, clauses=("P-4.1",))
    else:
        game = yield shared.Ended(reason="out_of_action", winner=winner, clauses=("P-4.2",))
    return (yield from aftermath(game, chance))


def aftermath(game: Game, chance: Chance) -> Ruled:
    """P-5.1, P-5.2: the recovery after the battle (option `rest_after_battle`)."""
    match game.options.rest_after_battle:
        case "automatic":
            return (yield from recovery(game, chance, granted=True, reason=None))
        case "gm":
            return (yield shared.StageStarted(stage="rest", clauses=("P-5.2",)))
        case "none":
            return (yield from recovery(game, chance, granted=False, reason=None))


def recovery(game: Game, chance: Chance, *, granted: bool, reason: str | None) -> Ruled:
    """P-5.1: hands are five again, of all persona users who are not near death; P-5.2: or not."""
    targets = [c.id for c in game.characters.values() if c.has_hand and c.condition != "near_death"]
    if not granted:
        return (yield ev.Rested(granted=False, targets=(), reason=reason, clauses=("P-5.2",)))
    game = yield ev.Rested(granted=True, targets=tuple(targets), reason=reason, clauses=("P-5.1",))
    for id in targets:
        game = yield from fill(game, chance, game.characters[id], "rest", ("P-5.1",))
    return game
