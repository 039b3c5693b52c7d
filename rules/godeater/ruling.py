"""What the GM may set in godeater, and what follows from it; the end by the GM's word."""

from collections.abc import Iterator

from msgspec.structs import replace

from senki.rules import events as shared
from senki.rules.chance import Chance
from senki.rules.declarations import Change
from senki.rules.game import Ruling
from senki.rules.godeater.attack import when_all_have_answered
from senki.rules.godeater.blows import meet
from senki.rules.godeater.course import end_turn, next_turn
from senki.rules.godeater.setup import always_on
from senki.rules.godeater.state import Answering, Game
from senki.rules.godeater.valid import require_valid
from senki.rules.godeater.windows import close
from senki.rules.paths import amended
from senki.rules.rejection import Rejection, require

OF_USE = ("*", "range.*", "cost.*", "attack.*", "effects.*.*", "attack.effects.*.*")
SETTABLE = (
    *("characters.*.*", "characters.*.weapon.*", "characters.*.effects.*.*"),
    *(f"characters.*.items.*.{name}" for name in OF_USE),
    *(f"characters.*.skills.*.{name}" for name in OF_USE),
    *("ground.*", *(f"ground.*.*.{name}" for name in OF_USE)),
    *("exchange.targets", "exchange.attack_type", "exchange.element", "exchange.range.*"),
    *("exchange.figures.ability", "exchange.figures.dice.*.value", "exchange.figures.power.*.value"),
    *("missions.*.success", "missions.*.failure", "missions.*.result"),
    *("round", "turn.part", "options.*"),
)
"""Whatever is not derived, and not the course of the battle itself (phase, order, whose go it is, the answers)."""
NAMING = ("id", "category", "source")
"""What tells one thing from another is never set."""


def amend(game: Game, changes: tuple[Change, ...]) -> Game:
    """The game with exactly the GM's changes.

    Raises:
        Rejection: `not_awaited` after the end; `illegal_value`: a path that does not exist or is derived, or a state
            that is not valid.
    """
    if game.phase == "over":
        raise Rejection("not_awaited", "戦闘はもう終わっています。", "G-13.1")
    for change in changes:
        named = change.path.rpartition(".")[2] in NAMING
        require(not named, "illegal_value", f"「{change.path}」は裁定では変えられません。")
    ruled = amended(game, Game, changes, SETTABLE)
    characters = {c.id: replace(c, skills=tuple(map(always_on, c.skills))) for c in ruled.characters.values()}
    ground = {cell: items for cell, items in ruled.ground.items() if items}
    ruled = replace(ruled, characters=characters, ground=ground)
    require_valid(game, ruled)
    before = dict(called(game))
    renamed = {id: name for id, name in called(ruled) if before.get(id) != name}
    return replace(ruled, glossary={**ruled.glossary, **renamed})


def called(game: Game) -> Iterator[tuple[str, str]]:
    """What skills and items are called now, by their ids."""
    for it in game.characters.values():
        for thing in (*it.skills, it.weapon, *it.items):
            if thing is not None:
                yield thing.id, thing.name or thing.id
    for items in game.ground.values():
        for thing in items:
            yield thing.id, thing.name or thing.id


def after_ruling(game: Game, chance: Chance) -> Ruling[Game]:
    """Who is awaited is looked at again, and whoever has fallen meanwhile drops out; nothing else follows."""
    if game.phase != "fighting" or game.dice is not None:
        return game
    if game.timing is not None:
        return (yield from close(game, game.timing.name, chance))
    if isinstance(game.exchange, Answering):
        return (yield from when_all_have_answered(game, chance))
    if game.exchange is not None:
        return (yield from meet(game, chance))
    if game.active is None:
        return (yield from next_turn(game, after_turn=False))
    if game.characters[game.active].incapacitated:
        return (yield from end_turn(game, ""))
    return game


def closing(game: Game, reason: str | None, chance: Chance) -> Ruling[Game]:
    """G-13.1: the GM declares the end."""
    del game, chance
    return (yield shared.Ended(reason=reason or "closed", clauses=("G-13.1",)))
