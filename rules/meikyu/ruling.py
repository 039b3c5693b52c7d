"""What the GM may set in meikyu, and what follows from it; the end by the GM's word."""

from collections.abc import Mapping

from msgspec.structs import replace

from senki.rules import events as shared
from senki.rules.chance import Chance
from senki.rules.declarations import Change
from senki.rules.game import Ruling
from senki.rules.meikyu.attack import when_nobody_can_cover
from senki.rules.meikyu.clauses import actions, initiative, quick_wit
from senki.rules.meikyu.course import fight_on, go_on, sides_left
from senki.rules.meikyu.open import require_sheet
from senki.rules.meikyu.setup import FACES, AttackRow
from senki.rules.meikyu.state import Attack, Character, DieShown, Exchange, Game, RulingDue
from senki.rules.paths import amended
from senki.rules.rejection import require

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
OF_EXCHANGE: Mapping[str, tuple[str, ...]] = {
    "action": ("face",),
    "attack": ("face", "targets", "covers", "evaded", "no"),
    "ruling": (),
}
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


def require_open(game: Game, paths: set[str]) -> None:
    """An exchange has only what its kind has.

    Raises:
        Rejection: `illegal_value`.
    """
    own = () if game.exchange is None else OF_EXCHANGE[game.exchange.kind]
    for path in paths:
        steps = path.split(".")
        if steps[0] == "exchange" and len(steps) > 1:
            require(steps[1] in own, "illegal_value", f"「{path}」という場所は、いまありません。")


def present(character: Character, *, stated: bool) -> Character:
    """The condition as the HP have it, while the character is present and nothing else was said."""
    if character.condition == "left" or stated:
        return character
    return replace(character, condition=actions.condition_at(character.hp))


def require_valid(ruled: Game, before: Character, it: Character) -> None:
    """A character as ruled must still be one; a number that the rules themselves have made is none to refuse.

    Raises:
        Rejection: `illegal_value`.
    """
    require_sheet(it.name, it, () if it.evading is None else (it.evading,))
    lowest = 0 if ruled.options.hp_floor == "zero" else min(-MOST, before.hp)
    require(lowest <= it.hp <= it.hp_max, "illegal_value", f"{it.name}のＨＰは{lowest}から{it.hp_max}までです。")
    require(0 <= it.mp <= it.mp_max, "illegal_value", f"{it.name}のＭＰは0から{it.mp_max}までです。")
    most = max(MOST, before.wit)
    require(0 <= it.wit <= most, "illegal_value", f"{it.name}の機転は0から{most}までです。", "M-11.3")
    require(0 <= it.place <= MOST, "illegal_value", f"{it.name}の相談の順（place）は0から{MOST}までです。")
    known = {b.amount for b in before.bonuses}
    require(
        all(abs(b.amount) <= MOST or b.amount in known for b in it.bonuses),
        "illegal_value",
        f"修正は-{MOST}から{MOST}までです。",
    )
    require(
        it.condition in {"left", actions.condition_at(it.hp)},
        "illegal_value",
        f"{it.name}のＨＰは{it.hp}です。状態と合いません。",
    )


def require_course(game: Game, ruled: Game) -> None:
    """The order names everybody once at most; nothing was gained in a round that is still to come.

    Raises:
        Rejection: `illegal_value`.
    """
    require(
        len(set(ruled.order)) == len(ruled.order) and set(ruled.order) <= set(ruled.characters),
        "illegal_value",
        "順番（order）には、登場しているキャラクターを一度ずつ書いてください。",
    )
    if ruled.round != game.round:
        require(game.round > 0, "illegal_value", "戦闘はまだ始まっていません。ターンは数えられません。")
        require(0 < ruled.round <= MOST, "illegal_value", f"ターンは1から{MOST}までです。")
    gained = [b.round for c in ruled.characters.values() for b in c.bonuses]
    began = [c.evading_round for c in ruled.characters.values() if c.evading is not None]
    require(
        all(0 <= round <= ruled.round for round in gained + began),
        "illegal_value",
        f"いまは第{ruled.round}ターンです。修正や回避は、それより後のターンに始まったことにはできません。",
    )


def require_exchange(ruled: Game, it: Exchange) -> None:
    """What is being answered must still be so: of an attack, the face shows one, and covers stand as in M-4.1.

    Raises:
        Rejection: `illegal_value`.
    """
    if isinstance(it, RulingDue):
        return
    require(quick_wit.on_the_die(it.face), "illegal_value", f"出目は1から{FACES}までです。", "M-9.1")
    if isinstance(it, DieShown):
        return
    by = ruled.characters[it.by]
    require(
        isinstance(by.action_at(it.face), AttackRow), "illegal_value", f"{by.name}の出目{it.face}は攻撃ではありません。"
    )
    for ids in (it.targets, it.evaded, it.no):
        require(
            len(set(ids)) == len(ids) and set(ids) <= set(ruled.characters),
            "illegal_value",
            "登場しているキャラクターを、重ならないように書いてください。",
        )
    require(len(it.targets) > 0, "illegal_value", "攻撃には対象（targets）が要ります。", "M-9.3")
    covered, coverers = set(it.covers), list(it.covers.values())
    require(
        {*it.evaded, *covered} <= set(it.targets)
        and set(coverers) <= set(ruled.characters)
        and len(set(coverers)) == len(coverers)
        and covered.isdisjoint([*coverers, *it.evaded]),
        "illegal_value",
        "かばえるのは、攻撃の対象一人を一人ずつです。かばわれた者やかわした者は、ほかの者をかばえません。",
        "M-4.1",
    )


MOST = 9_999_999


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
