"""The course of a godeater battle: rounds, timing windows, turns (G-4 to G-6, G-11, G-12)."""

from senki.rules import events as shared
from senki.rules.game import Ruling
from senki.rules.godeater import events as ev
from senki.rules.godeater.clauses import flow, turns
from senki.rules.godeater.effects import affordable, change, end_lasting
from senki.rules.godeater.setup import Window
from senki.rules.godeater.state import Game, Queued

Ruled = Ruling[Game]

WINDOW_CLAUSE: dict[Window, str] = {
    "battle_start": "G-4.8",
    "round_start": "G-5.4",
    "round_end": "G-12.2",
    "damage_dealt": "G-19.7",
}


def open_window(game: Game, name: Window, only: str | None = None) -> Ruled:
    """G-4.8, G-5.4, G-12.2, G-19.7: the skills that a timing concerns are asked, one by one."""
    queue = flow.queue(game, name, only)
    if not queue:
        return game
    asked = tuple(ev.QueuedSkill(by=q.by, skill=q.skill) for q in queue)
    game = yield ev.TimingOpened(name=name, queue=asked, clauses=(WINDOW_CLAUSE[name],))
    return (yield from pass_unusable(game))


def pass_unusable(game: Game) -> Ruled:
    """What cannot be used is not asked for."""
    while game.timing is not None:
        head = game.timing.queue[0]
        why = barred(game, head)
        if why is None:
            return game
        game = yield shared.Passed(by=head.by, what=head.skill, why=why)
    return game


def barred(game: Game, head: Queued) -> str | None:
    """Why a skill cannot be used in its window, or None."""
    owner = game.characters[head.by]
    skill = owner.skill(head.skill)
    if owner.incapacitated:
        return "incapacitated"
    if skill is None or game.timing is None or skill.timing != game.timing.name:
        return "requires"
    if not affordable(owner, skill.cost):
        return "cannot_pay"
    if skill.requires is not None and not owner.is_in(skill.requires):
        return "requires"
    return None


def start_round(game: Game) -> Ruled:
    """G-4.9, G-5: everybody recovers, round-start skills, the order."""
    number = game.round + 1
    game = yield shared.RoundStarted(round=number, order=(), clauses=("G-4.9" if number == 1 else "G-12.3",))
    for id in game.characters:
        for resource in ("ap", "st"):
            it = game.characters[id]
            amount, terms, clauses = flow.recovery(it, resource)
            now = it.resource(resource) + amount
            game = yield ev.Changed(
                character=id, resource=resource, amount=amount, now=now, terms=terms, clauses=clauses
            )
    game = yield from open_window(game, "round_start")
    return game if game.timing is not None else (yield from settle_order(game))


def settle_order(game: Game) -> Ruled:
    """G-5.5: the order by AP; then the first turn."""
    order = tuple(c.id for c in flow.initiative(game) if flow.able(game, c))
    game = yield ev.OrderDecided(order=order, clauses=("G-5.5",))
    return (yield from next_turn(game, after_turn=False))


def next_turn(game: Game, *, after_turn: bool) -> Ruled:
    """G-6.1, G-11.3: whoever has the most AP now; when nobody is left, the round ends, or waits for the GM."""
    following = next((c for c in flow.initiative(game) if flow.able(game, c)), None)
    if following is not None:
        return (yield shared.TurnStarted(by=following.id, clauses=("G-6.1",)))
    return (yield from end_round(game)) if after_turn else game


def end_turn(game: Game, clause: str) -> Ruled:
    """G-11.2: a turn is over, and what lasts a turn with it; none of its clauses did it when the active one fell."""
    by = game.taking_turn
    game = yield shared.TurnEnded(by=by.id, clauses=() if by.incapacitated else (clause,))
    game = yield from end_lasting(game, "turn")
    return (yield from next_turn(game, after_turn=True))


def go_on(game: Game, clause: str = "") -> Ruled:
    """A turn goes on, unless a clause ends it or its character has fallen."""
    if not clause and not game.taking_turn.incapacitated:
        return game
    return (yield from end_turn(game, clause))


def end_round(game: Game) -> Ruled:
    """G-11.3, G-12: durations, then what happens at round end; then the next round."""
    game = yield ev.RoundEnded(round=game.round, clauses=("G-11.3",))
    for id in game.characters:
        for effect in game.characters[id].effects:
            left = turns.rounds_left(effect)
            if left is None:
                continue
            told = {"character": id, "effect": effect.id, "source": effect.source}
            game = yield ev.EffectAged(**told, rounds=left, clauses=("G-12.1",))
            if left == 0:
                game = yield ev.EffectEnded(**told, clauses=("G-12.1",))
    for owner in flow.by_maximum(game):
        for effect in owner.effects:
            if effect.kind == "round_end_change" and effect.resource and isinstance(effect.value, int):
                game = yield from change(game, owner.id, effect.resource, effect.value, effect.source, "G-12.2")
    game = yield from open_window(game, "round_end")
    return game if game.timing is not None else (yield from start_round(game))
