"""What the GM may set in meikyu, and what follows from it; the end by the GM's word."""

from msgspec.structs import replace

from rules import events as shared
from rules.chance import Chance
from rules.declarations import Change
from rules.meikyu import clauses as book
from rules.meikyu.attack import when_nobody_can_cover
from rules.meikyu.goes import fight_on, go_on, sides_left
from rules.meikyu.options import Options
from rules.meikyu.state import Character, Game
from rules.paths import amended
from rules.rejection import require
from rules.rulebook import Ruling

SETTABLE = (
    "characters.*.row",
    "characters.*.hp",
    "characters.*.hp_max",
    "characters.*.mp",
    "characters.*.mp_max",
    "characters.*.wit",
    "characters.*.wit_max",
    "characters.*.action_value",
    "characters.*.defence",
    "characters.*.stats.*",
    "characters.*.condition",
    "characters.*.evading",
    "characters.*.bonuses.*.amount",
    "characters.*.bonuses.*.until",
    "characters.*.items.*.count",
    "characters.*.abilities.*.cost",
    "characters.*.actions.*.cost",
    "characters.*.covered",
    "characters.*.idle",
    "characters.*.done",
    "characters.*.item_used",
    "characters.*.action_used",
    "characters.*.passed",
    "characters.*.row_changed",
    "characters.*.ability_used",
    "order",
)


def amend(game: Game, changes: tuple[Change, ...]) -> Game:
    """The game with the GM's changes; an effect that waited for the GM's word has it.

    The condition follows the HP while the character is present.

    Raises:
        Rejection: `illegal_value`: a path that does not exist or is derived, or a state that is not valid.
    """
    ruled = amended(game, Game, changes, SETTABLE)
    said = {c.path.split(".")[1] for c in changes if c.path.endswith(".condition")}
    for id in dict.fromkeys(c.path.split(".")[1] for c in changes if c.path.startswith("characters.")):
        now = present(ruled.characters[id], stated=id in said)
        if book.action_value(now) != book.action_value(game.characters[id]):
            now = replace(now, arranged=False)
        require_valid(ruled.options, now)
        ruled = ruled.with_character(now)
    require(
        len(set(ruled.order)) == len(ruled.order) and set(ruled.order) <= set(ruled.characters),
        "illegal_value",
        "順番（order）には、登場しているキャラクターを一度ずつ書いてください。",
    )
    answered = ruled.exchange is not None and ruled.exchange.kind == "ruling"
    return replace(ruled, exchange=None) if answered else ruled


def present(character: Character, *, stated: bool) -> Character:
    """The condition as the HP have it, while the character is present and nothing else was said."""
    if character.condition == "left" or stated:
        return character
    return replace(character, condition=book.condition_at(character.hp))


def require_valid(options: Options, it: Character) -> None:
    """A character as ruled must still be one.

    Raises:
        Rejection: `illegal_value`.
    """
    lowest = 0 if options.hp_floor == "zero" else -MOST
    require(lowest <= it.hp <= it.hp_max, "illegal_value", f"{it.name}のＨＰは{lowest}から{it.hp_max}までです。")
    require(0 <= it.mp <= it.mp_max, "illegal_value", f"{it.name}のＭＰは0から{it.mp_max}までです。")
    require(0 <= it.wit <= MOST, "illegal_value", f"{it.name}の機転は0から{MOST}までです。", "M-11.3")
    require(all(abs(b.amount) <= MOST for b in it.bonuses), "illegal_value", f"修正は-{MOST}から{MOST}までです。")
    require(
        it.condition in {"left", book.condition_at(it.hp)},
        "illegal_value",
        f"{it.name}のＨＰは{it.hp}です。状態と合いません。",
    )


MOST = 9_999_999


def after_ruling(game: Game, chance: Chance) -> Ruling[Game]:
    """Who is awaited is looked at again; nothing else follows from the numbers."""
    if game.phase != "fighting":
        return game
    exchange = game.exchange
    if len(sides_left(game)) < 2:  # noqa: PLR2004 - two sides make a fight
        return (yield from fight_on(game))
    if exchange is not None and not game.characters[exchange.by].active:
        game = yield shared.CalledOff(kind=exchange.kind)
    elif exchange is not None and exchange.kind == "attack":
        return (yield from when_nobody_can_cover(game, chance))
    return (yield from go_on(game))


def closing(game: Game, reason: str | None, chance: Chance) -> Ruling[Game]:
    """The GM ends the battle; nobody has won what was not won."""
    del game, chance
    return (yield shared.Ended(reason=reason or "closed"))
