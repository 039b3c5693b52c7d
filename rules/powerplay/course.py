"""The course of a powerplay battle: rounds, goes in their order, wounds and efforts, the end (W-9, W-15)."""

from senki.rules import events as shared
from senki.rules.game import Ruling
from senki.rules.message import Term
from senki.rules.powerplay import events as ev
from senki.rules.powerplay import sheet
from senki.rules.powerplay.clauses import rounds, wounds
from senki.rules.powerplay.state import Character, Condition, Game

Ruled = Ruling[Game]
LOSS = 2
"""W-15.4, W-15.8: what an effort, or doom, takes."""

BECAUSE: dict[Condition, tuple[str, ...]] = {
    "normal": ("W-15.1",),
    "light": ("W-15.3",),
    "heavy": ("W-15.4",),
    "unconscious": ("W-15.5", "W-15.7"),
    "doomed": ("W-15.8",),
    "dead": ("W-15.6",),
    "left": (),
}


def start_round(game: Game) -> Ruled:
    """W-9.2, W-9.8: the next round, by agility; or standstill, when nobody at all can act."""
    characters = game.characters.values()
    if not any(sheet.can_act(c) for c in characters):
        return (yield shared.StageStarted(stage="stalled", clauses=("W-3.14", "W-15.5")))
    present = [c for c in characters if c.condition not in {"dead", "left"}]
    order = rounds.order_of_round(game.options, present, {c.id: sheet.value(c, "agility") for c in present})
    clauses = ("W-9.1", "W-9.2", "W-9.8") if game.round else ("W-9.1", "W-9.2")
    game = yield shared.RoundStarted(round=game.round + 1, order=order, clauses=clauses)
    if game.options.concentration == "declared":
        asked = tuple(i for i in order if may_concentrate(game, game.characters[i]))
        if asked:
            return (yield shared.StageStarted(stage="concentration", queue=asked, clauses=("W-8.1", "W-8.4")))
    return (yield from next_go(game))


def may_concentrate(game: Game, it: Character) -> bool:
    """Whether it can act and has a spell left to cast."""
    return sheet.can_act(it) and sheet.has_use(game, it)


def next_go(game: Game) -> Ruled:
    """W-9.1, W-9.2: whoever is next and can act; when all have had their go, the round ends."""
    for id in game.order:
        it = game.characters[id]
        if it.done:
            continue
        if it.condition == "doomed" and game.options.doomed_loss == "own_go" and not it.doom_paid:
            game = yield from doom(game, id)
            it = game.characters[id]
        if sheet.can_act(it):
            return (yield shared.TurnStarted(by=id, clauses=("W-9.1", "W-9.2")))
    return (yield from end_round(game))


def end_round(game: Game) -> Ruled:
    """W-9.8, W-15.8: the doomed lose what they lose, and the next round begins, unless the battle is over."""
    if game.options.doomed_loss == "round_end":
        rest = (i for i in game.characters if i not in game.order)
        for id in (*game.order, *rest):
            if game.characters[id].condition == "doomed":
                game = yield from doom(game, id)
    if is_over(game):
        return (yield from end_battle(game))
    return (yield from start_round(game))


def doom(game: Game, id: str) -> Ruled:
    """W-15.8: two HP, whatever one does."""
    return (yield from lose(game, id, "doom", ("W-15.8",)))


def lose(game: Game, id: str, cause: str, clauses: tuple[str, ...]) -> Ruled:
    """Two HP go by themselves: by an effort, or by doom."""
    hp = game.characters[id].hp - LOSS
    terms = (Term(cause, LOSS),)
    why = "doom" if cause == "doom" else "exertion"
    game = yield ev.Damaged(target=id, cause=why, amount=LOSS, hp=hp, terms=terms, clauses=clauses)
    return (yield from change_condition(game, id))


def change_condition(game: Game, id: str) -> Ruled:
    """W-15.1 to W-15.8: the condition follows the HP and the two lines."""
    it = game.characters[id]
    now = sheet.condition(game.options, it)
    if now == it.condition:
        return game
    return (yield ev.ConditionChanged(of=id, origin=it.condition, to=now, clauses=because(it.condition, now)))


def because(was: Condition, now: Condition) -> tuple[str, ...]:
    """W-15.7, W-15.8: awake again above the stun line; the doomed act until they die."""
    woken = was == "unconscious" and now in {"normal", "light", "heavy"}
    spent = was == "doomed" and now == "dead"
    return BECAUSE[now] + (("W-15.7",) if woken else ()) + (("W-15.8",) if spent else ())


def pay(game: Game, id: str) -> Ruled:
    """W-15.4: the effort of a heavily wounded character, decided when it was declared: it is paid even in dying."""
    it = game.characters[id]
    if not it.strained or it.condition == "left":
        return game
    return (yield from lose(game, id, "exertion", ("W-15.4",)))


def end_go(game: Game) -> Ruled:
    """The effort is paid, the go is over; the battle too, if at most one team is left; else the next go begins."""
    if game.active is not None:
        by = game.active
        game = yield from pay(game, by)
        game = yield shared.TurnEnded(by=by, clauses=("W-9.1",))
    if is_over(game):
        return (yield from end_battle(game))
    return (yield from next_go(game))


def standing(game: Game) -> list[str]:
    """The teams that have somebody who is not dead, unconscious or gone."""
    return list(dict.fromkeys(c.team for c in game.characters.values() if c.conscious))


def is_over(game: Game) -> bool:
    """Whether the battle is decided (option `end_when`)."""
    return game.options.end_when == "side_down" and len(standing(game)) < 2  # noqa: PLR2004 - two sides make a fight


def end_battle(game: Game) -> Ruled:
    """The team that is left has won; nobody, where none is."""
    left = standing(game)
    return (yield shared.Ended(reason="side_down", winner=left[0] if left else None, clauses=("W-15.5", "W-15.6")))


def tires(game: Game, it: Character, action: str, *, exerting: bool = True) -> bool:
    """W-15.4: whether what is declared now will have to be paid for.

    A `cast` and an `act` are an effort where `exerting` says so.
    """
    quiet = action in {"change_weapon", "change_posture"} or (action == "cast" and not exerting)
    if quiet and game.options.exertion == "violent":
        return False
    if action == "act" and not exerting:
        return False
    return wounds.tires(game.options, it)
