"""What the GM may set in meikyu, and what follows from it; the end by the GM's word."""

from msgspec.structs import replace

from senki.rules import events as shared
from senki.rules.chance import Chance
from senki.rules.declarations import Change
from senki.rules.game import Ruling
from senki.rules.meikyu.attack import when_nobody_can_cover
from senki.rules.meikyu.clauses import actions, initiative
from senki.rules.meikyu.course import fight_on, go_on, sides_left
from senki.rules.meikyu.state import Attack, Character, Game, RulingDue
from senki.rules.meikyu.valid import require_course, require_exchange, require_open, require_valid
from senki.rules.paths import amended

EFFECTS = ("effects", "effects.*.stat", "effects.*.amount", "effects.*.until")
OF_ABILITIES = ("name", "timing", "cost", "to", "targets", *EFFECTS)
OF_ITEMS = ("name", "count", "to", "targets", *EFFECTS)
OF_CHECKS = ("roll", "at_least", "at_most")
OF_ACTIONS = (
    *("faces.*", "name", "cost", "damage", "tags", "targets", "bonus", "mp", "to"),
    *EFFECTS,
    *(f"check.{name}" for name in OF_CHECKS),
)
OF_CHARACTERS = (
    *("name", "side", "row", "hp", "hp_max", "mp", "mp_max", "wit", "wit_max", "action_value", "defence", "stats.*"),
    *(f"actions.*.{name}" for name in OF_ACTIONS),
    *("abilities", *(f"abilities.*.{name}" for name in OF_ABILITIES)),
    *("items", *(f"items.*.{name}" for name in OF_ITEMS)),
    *("condition", "bonuses", "bonuses.*.stat", "bonuses.*.amount", "bonuses.*.until", "bonuses.*.round"),
    *("evading", *(f"evading.{name}" for name in OF_CHECKS)),
    *("covered", "idle", "waiting", "done", "item_used", "action_used"),
    *("passed", "row_changed", "ability_used", "arranged", "place"),
)
SETTABLE = (
    *(f"characters.*.{name}" for name in OF_CHARACTERS),
    *("exchange.face", "exchange.targets", "exchange.covers.*", "exchange.evaded", "exchange.no"),
    *("order", "round", "options.*"),
)
"""Whatever is not derived, and not the course of the battle itself (phase, stage, whose go it is, what is asked)."""


def amend(game: Game, changes: tuple[Change, ...]) -> Game:
    """The game with the GM's changes; an effect that waited for the GM's word has it.

    The condition follows the HP while the character is present; who is taken out loses what one who falls loses.

    Raises:
        Rejection: `illegal_value`: a path that does not exist or is derived, or a state that is not valid.
    """
    paths = {change.path for change in changes}
    require_open(game, paths)
    ruled = amended(game, Game, changes, SETTABLE)
    for id, before in game.characters.items():
        now = present(ruled.characters[id], stated=f"characters.{id}.condition" in paths)
        if before.active and not now.active:
            now = actions.out_of_the_fight(now)
        if initiative.action_value(now) != initiative.action_value(before) and f"characters.{id}.arranged" not in paths:
            now = replace(now, arranged=False)
        if now != before or ruled.options != game.options:
            require_valid(ruled, before, now)
        ruled = ruled.with_character(now)
    require_course(game, ruled)
    if ruled.exchange is not None:
        require_exchange(ruled, ruled.exchange)
    answered = isinstance(ruled.exchange, RulingDue)
    return replace(ruled, exchange=None) if answered else ruled


def present(character: Character, *, stated: bool) -> Character:
    """The condition as the HP have it, while the character is present and nothing else was said."""
    if character.condition == "left" or stated:
        return character
    return replace(character, condition=actions.condition_at(character.hp))


def after_ruling(game: Game, chance: Chance) -> Ruling[Game]:
    """Who is awaited is looked at again; nothing else follows from the numbers."""
    if game.phase != "fighting":
        return game
    exchange = game.exchange
    called_off = exchange is not None and not game.characters[exchange.by].active
    if exchange is not None and called_off:
        game = yield shared.CalledOff(kind=exchange.kind)
    if len(sides_left(game)) < 2:  # noqa: PLR2004 - two sides make a fight
        return (yield from fight_on(game))
    if isinstance(exchange, Attack) and not called_off:
        return (yield from when_nobody_can_cover(game, chance))
    return (yield from go_on(game))


def closing(game: Game, reason: str | None, chance: Chance) -> Ruling[Game]:
    """The GM ends the battle; nobody has won what was not won."""
    del game, chance
    return (yield shared.Ended(reason=reason or "closed"))
