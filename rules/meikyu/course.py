"""The course of a meikyu battle: rounds and their four phases (M-1.1), goes, waiting (M-10.1), the end."""

from senki.rules import events as shared
from senki.rules.game import Ruling
from senki.rules.meikyu import events as ev
from senki.rules.meikyu.clauses import initiative, waiting
from senki.rules.meikyu.setup import Timing
from senki.rules.meikyu.state import Character, Game

Ruled = Ruling[Game]


def start_round(game: Game) -> Ruled:
    """M-1.2: a round begins with setup."""
    game = yield shared.RoundStarted(round=game.round + 1, order=(), clauses=("M-1.1", "M-1.2"))
    game = yield shared.StageStarted(stage="setup", clauses=("M-2.1",))
    return (yield from go_on(game))


def row_open(game: Game, by: Character) -> bool:
    """M-2.2: whether somebody is asked about its row: the back row, and the front row where it is not alone."""
    if by.row_changed:
        return False
    if by.row == "back":
        return game.options.formation_change == "both"
    return len(game.of_side(by.side)) > 1


def has_ability(by: Character, timing: Timing) -> bool:
    """Whether somebody has an ability of a timing."""
    return any(a.timing == timing for a in by.abilities)


def left(game: Game, by: Character) -> tuple[str, ...]:
    """What somebody may still do in this phase, or in its go, besides `pass`."""
    match game.stage:
        case "main":
            return left_in_go(by)
        case "setup":
            row = ("change_row",) if row_open(game, by) else ()
            return row + ability_left(by, "setup")
        case "initiative":
            order = ("arrange",) if initiative.may_arrange(game, by) else ()
            return ability_left(by, "initiative") + order
        case "cleanup":
            return () if by.idle else ability_left(by, "cleanup")
        case None:
            return ()


def ability_left(by: Character, timing: Timing) -> tuple[str, ...]:
    """M-2.3, M-5.5, M-12.2: one ability in a phase."""
    return ("use_ability",) if not by.ability_used and has_ability(by, timing) else ()


def left_in_go(by: Character) -> tuple[str, ...]:
    """M-6.2, M-7.2, M-9.2, M-10.1: what is left of a go."""
    types: list[str] = []
    if not by.item_used:
        if any(i.count > 0 for i in by.items):
            types.append("use_item")
        if has_ability(by, "item"):
            types.append("use_ability")
    if not by.action_used:
        types.append("roll_action")
    if not by.item_used and not by.action_used and not by.waiting:
        types.append("wait")
    return tuple(types)


def asked(game: Game) -> list[Character]:
    """Who is asked in setup, initiative or cleanup: everybody with something left, or the first by action value."""
    having = [c for c in game.standing() if not c.passed and left(game, c)]
    return initiative.in_initiative(having)[:1] if game.options.step_order == "action_value" else having


def go_on(game: Game) -> Ruled:
    """The phase or the go goes on while anything is left in it; then the next begins."""
    if game.exchange is not None:
        return game
    if game.stage != "main":
        return game if asked(game) else (yield from next_phase(game))
    by = None if game.active is None else game.characters[game.active]
    if by is None:
        return (yield from next_go(game))
    if by.active and left(game, by):
        return game
    return (yield from end_go(game))


def next_phase(game: Game) -> Ruled:
    """M-1.1: a phase in which nobody is asked any longer is over."""
    if game.stage == "setup":
        game = yield shared.StageStarted(stage="initiative", clauses=("M-5.1",))
        return (yield from go_on(game))
    if game.stage == "initiative":
        sorted_ = initiative.in_initiative(game.standing())
        results = tuple(ev.ActionValue(by=c.id, action_value=initiative.action_value(c)) for c in sorted_)
        order = tuple(c.id for c in sorted_)
        game = yield ev.OrderDecided(order=order, results=results, clauses=("M-5.2", "M-5.3", "M-5.4"))
        game = yield shared.StageStarted(stage="main", clauses=("M-6.1",))
        return (yield from next_go(game))
    return (yield from end_round(game))


def next_go(game: Game) -> Ruled:
    """M-6.1: the next in the order; M-10.2, M-10.3: then those who wait; then cleanup."""
    ready = [c for c in map(game.characters.__getitem__, game.order) if c.active and not c.done]
    first = next((c for c in ready if not c.waiting), None)
    if first is not None:
        game = yield shared.TurnStarted(by=first.id, clauses=("M-6.1",))
        return (yield from go_on((yield from come_round(game, first))))
    if ready:
        first = waiting.first_of_those_waiting(game, ready)
        game = yield shared.TurnStarted(by=first.id, clauses=("M-10.2",))
        return (yield from go_on((yield from come_round(game, first))))
    game = yield shared.StageStarted(stage="cleanup", clauses=("M-12.1",))
    return (yield from go_on(game))


def come_round(game: Game, by: Character) -> Ruled:
    """M-9.4: what was gained in an earlier round and lasts until one's action comes round is over; M-9.5 likewise."""
    for bonus in by.bonuses:
        if bonus.until == "next_go" and bonus.round < game.round:
            game = yield ev.BonusEnded(
                target=by.id, stat=bonus.stat, amount=bonus.amount, until=bonus.until, clauses=("M-9.4",)
            )
    if by.evading is not None and by.evading_round < game.round and game.options.evade_lasts == "next_go":
        game = yield ev.EvadingEnded(by=by.id, clauses=("M-9.5",))
    return game


def end_go(game: Game) -> Ruled:
    """The go is over; the next begins."""
    if game.active is not None:
        game = yield shared.TurnEnded(by=game.active)
    return (yield from next_go(game))


def end_round(game: Game) -> Ruled:
    """M-12.1: the end of cleanup ends what lasts until the end of the round; M-1.2: the next round begins."""
    for character in game.characters.values():
        for bonus in character.bonuses:
            if bonus.until == "round_end":
                game = yield ev.BonusEnded(target=character.id, stat=bonus.stat, amount=bonus.amount, until=bonus.until)
        if character.evading is not None and game.options.evade_lasts == "round_end":
            game = yield ev.EvadingEnded(by=character.id, clauses=("M-9.5",))
    return (yield from start_round(game))


def sides_left(game: Game) -> tuple[str, ...]:
    """The sides that have somebody active."""
    return tuple(dict.fromkeys(c.side for c in game.standing()))


def fight_on(game: Game) -> Ruled:
    """The fight ends at once when one side has nobody active; else it goes on."""
    sides = sides_left(game)
    if len(sides) > 1:
        return (yield from go_on(game))
    return (yield shared.Ended(reason="annihilated", winner=sides[0] if sides else None))
