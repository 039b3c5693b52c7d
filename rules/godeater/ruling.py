"""What the GM may set in godeater, and what follows from it; the end by the GM's word."""

from rules import events as shared
from rules.chance import Chance
from rules.declarations import Change
from rules.godeater import clauses as book
from rules.godeater.attack import when_all_have_answered
from rules.godeater.blows import meet
from rules.godeater.course import end_turn, next_turn
from rules.godeater.setup import COST_FIELDS
from rules.godeater.state import Character, Game
from rules.godeater.windows import close
from rules.paths import amended
from rules.rejection import Rejection, require
from rules.rulebook import Ruling

SETTABLE = (
    "characters.*.hp",
    "characters.*.ap",
    "characters.*.st",
    "characters.*.op",
    "characters.*.max_hp",
    "characters.*.max_ap",
    "characters.*.max_st",
    "characters.*.max_op",
    "characters.*.ap_penalty",
    "characters.*.strength",
    "characters.*.agility",
    "characters.*.intellect",
    "characters.*.endurance",
    "characters.*.cell",
    "characters.*.incapacitated",
    "characters.*.acted",
    "characters.*.effects.*.value",
    "characters.*.effects.*.rounds",
    "characters.*.weapon.power",
    "characters.*.items.*.power",
    "characters.*.items.*.armour",
    "characters.*.items.*.uses",
    "turn.part",
)


def amend(game: Game, changes: tuple[Change, ...]) -> Game:
    """The game with exactly the GM's changes.

    Raises:
        Rejection: `not_awaited` after the end; `illegal_value`: a path that does not exist or is derived, or a state
            that is not valid.
    """
    if game.phase == "over":
        raise Rejection("not_awaited", "戦闘はもう終わっています。", "G-13.1")
    ruled = amended(game, Game, changes, SETTABLE)
    for it in ruled.characters.values():
        require_valid(ruled, it)
    return ruled


NAMES = {"hp": "ＨＰ", "ap": "ＡＰ", "st": "ＳＴ", "op": "ＯＰ"}


def require_valid(game: Game, it: Character) -> None:
    """A character as ruled must still be one.

    Raises:
        Rejection: `illegal_value`.
    """
    for resource in COST_FIELDS:
        now, most = it.resource(resource), it.maximum(resource)
        floor = resource == "hp" and game.options.hp_floor == "none"
        require(
            (now >= 0 or floor) and (most is None or now <= most),
            "illegal_value",
            f"{it.name}の{NAMES[resource]}は0以上、最大値{'' if most is None else most}以下にしてください。",
            "G-5.2",
        )
    if it.cell is None:
        require(game.phase == "setup", "illegal_value", f"{it.name}のいるセルを決めてください。", "G-4.2")
        return
    closed = not book.may_enter(it, it.cell) or (game.phase == "setup" and not book.may_be_placed(it.kind, it.cell))
    require(not closed, "illegal_value", f"{it.name}は中央のセルに進入できません。", "G-3.3")


def after_ruling(game: Game, chance: Chance) -> Ruling[Game]:
    """Who is awaited is looked at again, and whoever has fallen meanwhile drops out; nothing else follows."""
    if game.phase != "fighting":
        return game
    if game.timing is not None:
        return (yield from close(game, game.timing.name, chance))
    if game.exchange is not None:
        if not game.exchange.revealed:
            return (yield from when_all_have_answered(game, chance))
        return game if book.shield_due(game) is not None else (yield from meet(game, chance))
    if game.active is None:
        return (yield from next_turn(game, after_turn=False))
    if game.characters[game.active].incapacitated:
        return (yield from end_turn(game, ""))
    return game


def closing(game: Game, reason: str | None, chance: Chance) -> Ruling[Game]:
    """G-13.1: the GM declares the end."""
    del game, chance
    return (yield shared.Ended(reason=reason or "closed", clauses=("G-13.1",)))
