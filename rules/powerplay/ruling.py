"""What the GM may set in powerplay, and what follows from it; the end by the GM's word."""

from msgspec.structs import fields, replace

from senki.rules import events as shared
from senki.rules.chance import Chance
from senki.rules.declarations import Change
from senki.rules.game import Ruling
from senki.rules.paths import amended
from senki.rules.powerplay import sheet
from senki.rules.powerplay.attack import ask_evasion
from senki.rules.powerplay.cast import after_announcing, ask_resistance
from senki.rules.powerplay.course import change_condition, end_battle, end_go, is_over, start_round
from senki.rules.powerplay.setup import Armour, Shield, Weapon
from senki.rules.powerplay.state import Character, CheckDue, Game
from senki.rules.powerplay.valid import require_valid

Ruled = Ruling[Game]
NEVER = {"id", "condition", "made", "making", "abilities", "growth", "items", "spells", "doom_paid"}
OF_ITEMS = sorted({f.name for kind in (Weapon, Armour, Shield) for f in fields(kind)} - {"id", "modifiers", "ways"})
SETTABLE = (
    *(f"characters.*.{f.name}" for f in fields(Character) if f.name not in NEVER),
    "characters.*.abilities.*",
    "characters.*.growth.*",
    *(f"characters.*.items.*.{name}" for name in OF_ITEMS),
    "characters.*.items.*.modifiers.*",
    "characters.*.items.*.ways.*",
    "characters.*.back_to.*",
    "characters.*.spells.*.*",
    "distances.*.*",
)


def amend(game: Game, changes: tuple[Change, ...]) -> Game:
    """The game with the GM's changes; what is derived from them follows, conditions in events of their own.

    Raises:
        Rejection: `illegal_value`: a path that does not exist or is derived, or a state that is not valid.
    """
    ruled = amended(game, Game, changes, SETTABLE)
    touched = {c.path.split(".")[1] for c in changes if c.path.startswith("characters.")}
    wielded = {c.path.split(".")[1] for c in changes if c.path.endswith(".wielded")}
    for id, it in ruled.characters.items():
        if id not in touched:
            continue
        held = it.wielded if it.weapon is not None or id in wielded else None
        now = replace(it, death_line_reached=sheet.fallen(it), wielded=held)
        ruled = ruled.with_character(now)
        require_valid(ruled.options, ruled.characters, ruled.spells, now)
    return ruled


def after_ruling(game: Game, chance: Chance) -> Ruled:
    """Conditions are drawn anew; who can no longer act or answer is not waited for; the end is looked at."""
    for id in game.characters:
        game = yield from change_condition(game, id)
    called = isinstance(game.exchange, CheckDue) and game.exchange.kind == "check"
    if called and game.characters[game.asked.by].condition in {"dead", "left"}:
        game = yield shared.CalledOff(kind="check")
    if game.phase != "fighting":
        return game
    if game.active is not None and not sheet.can_act(game.actor):
        if game.exchange is not None and game.exchange.kind != "check":
            game = yield shared.CalledOff(kind=game.exchange.kind)
        return (yield from end_go(game))
    game = yield from still_asked(game, chance)
    if game.phase != "fighting":
        return game
    if is_over(game):
        return (yield from end_battle(game))
    if game.step == "stalled":
        able = any(sheet.can_act(c) for c in game.characters.values())
        return (yield from start_round(game)) if able else game
    if game.step == "concentration":
        return (yield from still_concentrating(game))
    return game


def still_concentrating(game: Game) -> Ruled:
    """W-8.1: who can no longer cast is not asked for a spell any more."""
    asked = game.undecided
    for id in asked:
        it = game.characters[id]
        if not sheet.can_act(it) or not sheet.has_use(game, it):
            game = yield shared.Passed(by=id, what="concentration", why="incapacitated")
    return game if game.undecided == asked else (yield from after_announcing(game))


def still_asked(game: Game, chance: Chance) -> Ruled:
    """W-9.6, W-8.8: a target that can no longer evade, or resist, counts as one that could not."""
    it = game.exchange
    if it is None or it.roll is not None:
        return game
    if it.step == "evasion":
        return (yield from ask_evasion(game, chance))
    if it.step == "resistance":
        return (yield from ask_resistance(game, chance))
    return game


def closing(game: Game, reason: str | None, chance: Chance) -> Ruled:
    """The GM ends the battle; nobody has won what was not won."""
    del game, chance
    return (yield shared.Ended(reason=reason or "closed"))
