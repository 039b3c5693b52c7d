"""What the GM may set in persona, and what follows from it; the end by the GM's word."""

from msgspec.structs import replace

from senki.rules import events as shared
from senki.rules.chance import Chance
from senki.rules.declarations import Change
from senki.rules.game import Ruling
from senki.rules.paths import amended
from senki.rules.persona import checks, exchange
from senki.rules.persona import events as ev
from senki.rules.persona.setup import CONDITIONS
from senki.rules.persona.state import Character, Game
from senki.rules.persona.turns import aftermath, finish, is_over, settle
from senki.rules.rejection import Rejection, require

SETTABLE = (
    "characters.*.condition",
    "characters.*.hand_limit",
    "characters.*.persona",
    "characters.*.personas.*.level",
    "characters.*.personas.*.suit",
    "characters.*.level",
    "characters.*.suit",
    "characters.*.spells",
    "characters.*.recovery_due",
)
OWN_FIELDS: dict[str, frozenset[str]] = {
    "persona_user": frozenset({"condition", "hand_limit", "persona", "personas", "recovery_due"}),
    "minor_demon": frozenset({"condition", "level", "suit", "spells", "recovery_due"}),
    "civilian": frozenset({"condition", "level", "recovery_due"}),
}


def amend(game: Game, changes: tuple[Change, ...]) -> Game:
    """The game with the GM's changes. Suit and level of a persona user follow from the persona in force.

    Raises:
        Rejection: `illegal_value`: a path that does not exist, is derived or conserved, or a state that is not valid.
    """
    for change in changes:
        require_own(game, change)
    ruled = amended(game, Game, changes, SETTABLE)
    for id in {change.path.split(".")[1] for change in changes}:
        now = derived(ruled.characters[id])
        require_valid(now)
        ruled = ruled.with_character(now)
    return ruled


def require_own(game: Game, change: Change) -> None:
    """A value is one that a character of that kind has of its own.

    Raises:
        Rejection: `illegal_value`.
    """
    steps = change.path.split(".")
    if len(steps) <= FIELD or steps[1] not in game.characters:
        return
    character = game.characters[steps[1]]
    own = OWN_FIELDS[character.kind]
    require(
        steps[FIELD] in own,
        "illegal_value",
        f"{character.name}について裁定で変えられるのは {'、'.join(sorted(own))} です。",
    )


FIELD = 2


def derived(it: Character) -> Character:
    """P-0.2: suit and level of a persona user are those of the persona in force.

    Raises:
        Rejection: `illegal_value`.
    """
    if not it.has_hand:
        return it
    if it.persona is None or not 0 <= it.persona < len(it.personas):
        raise Rejection("illegal_value", f"{it.name}にその番号のペルソナはありません。", "P-0.2")
    force = it.personas[it.persona]
    return replace(it, suit=force.suit, level=force.level)


def require_valid(it: Character) -> None:
    """A character as ruled must still be one.

    Raises:
        Rejection: `illegal_value`.
    """
    known = CONDITIONS[it.kind]
    require(it.condition in known, "illegal_value", f"{it.name}の状態は {'、'.join(sorted(known))} のどれかです。")
    require(it.has_hand == (it.hand_limit is not None), "illegal_value", f"{it.name}の手札枚数は0から5です。")
    require(
        not it.has_hand or (it.hand_limit == 0) == (it.condition == "near_death"),
        "illegal_value",
        f"{it.name}の手札枚数と状態が合いません。手札枚数0と「瀕死」は一緒に定めてください。",
        "P-0.3",
    )
    require(
        (it.suit is None) == (it.kind == "civilian"), "illegal_value", f"{it.name}のスートは S、H、D、C のどれかです。"
    )
    require(len(set(it.spells)) == len(it.spells), "illegal_value", f"{it.name}に同じ魔法が二つあります。", "P-11.4")


def after_ruling(game: Game, chance: Chance) -> Ruling[Game]:
    """A hand of size 0 is discarded (P-0.3); then who is awaited is looked at again.

    In a turn: the turn ends if its character can no longer act, else the end of the battle is looked at.
    """
    for character in list(game.characters.values()):
        if character.hand and character.hand_limit == 0:
            game = yield ev.Discarded(by=character.id, cards=character.hand, clauses=("P-6.27",))
    if game.phase == "setup":
        return game
    match game.stage:
        case "act" if game.active is not None and not game.characters[game.active].active:
            return (yield from settle(game, chance))
        case "act" if is_over(game):
            return (yield from finish(game, chance))
        case "defend":
            return (yield from exchange.look_again(game, chance))
        case "check":
            return (yield from checks.look_again(game, chance))
        case "discard" if not game.overfull():
            return (yield from settle(game, chance))
        case _:
            return game


def closing(game: Game, reason: str | None, chance: Chance) -> Ruling[Game]:
    """The GM ends the battle, and nobody has won it; then comes the rest, as after any battle."""
    del reason
    game = yield shared.Ended(reason="closed")
    return (yield from aftermath(game, chance))
