"""What the GM may set of a persona character, and whether what stands then is one."""

from msgspec.structs import replace

from senki.rules.cards import SUIT_NAMES
from senki.rules.declarations import Change
from senki.rules.persona.setup import CONDITIONS
from senki.rules.persona.state import Character, Game
from senki.rules.persona.words import CONDITION_NAMES, WORDS
from senki.rules.rejection import Rejection, require

OWN_FIELDS: dict[str, frozenset[str]] = {
    "persona_user": frozenset({"condition", "hand_limit", "persona", "personas", "recovery_due"}),
    "minor_demon": frozenset({"condition", "level", "suit", "spells", "recovery_due"}),
    "civilian": frozenset({"condition", "level", "recovery_due"}),
}


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
        f"{character.name}について裁定で変えられるのは{'、'.join(map(WORDS.field, sorted(own)))}です。",
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
    named = "、".join(name for condition, name in CONDITION_NAMES.items() if condition in known)
    require(it.condition in known, "illegal_value", f"{it.name}の状態は{named}のどれかです。")
    require(it.has_hand == (it.hand_limit is not None), "illegal_value", f"{it.name}の手札枚数は0から5です。")
    require(
        not it.has_hand or (it.hand_limit == 0) == (it.condition == "near_death"),
        "illegal_value",
        f"{it.name}の手札枚数と状態が合いません。手札枚数0と「瀕死」は一緒に定めてください。",
        "P-0.3",
    )
    require(
        (it.suit is None) == (it.kind == "civilian"),
        "illegal_value",
        f"{it.name}のスートは{'、'.join(SUIT_NAMES.values())}のどれかです。",
    )
    require(len(set(it.spells)) == len(it.spells), "illegal_value", f"{it.name}に同じ魔法が二つあります。", "P-11.4")
