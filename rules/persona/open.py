"""Opening a persona battle: what the table wrote must make a fight, and hands are nobody else's from the start."""

from collections.abc import Iterator

from msgspec.structs import replace

from senki.rules import events as shared
from senki.rules.message import Event
from senki.rules.persona import events as ev
from senki.rules.persona.setup import (
    CONDITIONS,
    FULL_HAND,
    Civilian,
    Condition,
    Fighter,
    MinorDemon,
    PersonaUser,
    Setup,
)
from senki.rules.rejection import require
from senki.rules.rulebook import Opening

VERSION = "1"


def open_battle(setup: Setup, opening: Opening) -> Iterator[Event]:
    """The events of the opening, every default filled in: a hand that is there already is dealt to its own seat.

    The order of a deck that `deck` tells stands in no event: whoever hands the cards in has it.

    Raises:
        Rejection: `illegal_value`.
    """
    ids = [f.id for f in setup.characters]
    require(len(set(ids)) == len(ids), "illegal_value", "同じidのキャラクターが二人います。")
    sides = {f.side for f in setup.characters}
    require(len(sides) > 1, "illegal_value", "pc と npc が少なくとも一人ずつ要ります。", "P-4.1")
    require_decks(setup)
    hands = {f.id: f.hand for f in setup.characters if isinstance(f, PersonaUser) and f.hand is not None}
    yield ev.Opened(
        system="persona",
        version=VERSION,
        fingerprint=opening.fingerprint,
        chance=opening.chance,
        seats=opening.seats,
        title=opening.title,
        options=setup.options,
        characters=tuple(filled(f) for f in setup.characters),
        held={id: len(hand) for id, hand in hands.items()},
        discards={name: tuple(cards) for name, cards in setup.discards.items()},
    )
    for id, hand in hands.items():
        if hand:
            yield shared.Dealt(to=id, cards=hand, clauses=("P-0.5",))


def require_decks(setup: Setup) -> None:
    """P-0.4: decks that this battle has, and every card in one place only.

    Raises:
        Rejection: `illegal_value`.
    """
    one = setup.options.decks == "one"
    names = {"common"} if one else {"pc", "npc"}
    for given in (setup.deck, setup.discards):
        require(
            set(given) <= names,
            "illegal_value",
            f"この戦闘の山札は {'、'.join(sorted(names))} です。",
            "P-0.4",
        )
    lying: dict[str, list[str]] = {name: list(setup.discards.get(name, ())) for name in ("pc", "npc", "common")}
    for fighter in setup.characters:
        if isinstance(fighter, PersonaUser):
            lying["common" if one else fighter.side] += fighter.hand or ()
    for cards in lying.values():
        twice = sorted({card for card in cards if cards.count(card) > 1})
        require(not twice, "illegal_value", "同じカードが二か所にあります。", "P-0.4")


def filled(it: Fighter) -> Fighter:
    """A character with its defaults, and without its hand.

    Raises:
        Rejection: `illegal_value`.
    """
    name = it.name or it.id
    if isinstance(it, PersonaUser):
        return filled_user(replace(it, name=name))
    condition = it.condition or "active"
    if isinstance(it, MinorDemon):
        require_condition(it, condition)
        require(len(set(it.spells)) == len(it.spells), "illegal_value", f"{name}に同じ魔法が二つあります。", "P-11.4")
        return replace(it, name=name, condition=condition)
    require_condition(it, condition)
    return replace(it, name=name, condition=condition)


def filled_user(it: PersonaUser) -> PersonaUser:
    """P-0.1, P-0.3: the hand size is the length of the hand, or a full hand; near death if and only if it is 0.

    Raises:
        Rejection: `illegal_value`.
    """
    require(it.persona < len(it.personas), "illegal_value", f"{it.name}にその番号のペルソナはありません。", "P-0.2")
    usual = len(it.hand) if it.hand is not None else 0 if it.condition == "near_death" else FULL_HAND
    limit = usual if it.hand_limit is None else it.hand_limit
    condition: Condition = it.condition or ("near_death" if limit == 0 else "active")
    require_condition(it, condition)
    require(
        (limit == 0) == (condition == "near_death"),
        "illegal_value",
        f"{it.name}の手札枚数は{limit}です。「瀕死」は手札枚数が0の者だけの状態です。",
        "P-0.3",
    )
    require(
        len(it.hand or ()) <= limit,
        "illegal_value",
        f"{it.name}の手札は{limit}枚までです。",
        "P-0.1",
    )
    return replace(it, hand=None, hand_limit=limit, condition=condition)


def require_condition(it: PersonaUser | MinorDemon | Civilian, condition: Condition) -> None:
    """A character is in a condition of its kind.

    Raises:
        Rejection: `illegal_value`.
    """
    kind = (
        "persona_user" if isinstance(it, PersonaUser) else "minor_demon" if isinstance(it, MinorDemon) else "civilian"
    )
    known = CONDITIONS[kind]
    require(
        condition in known,
        "illegal_value",
        f"{it.name or it.id}の状態は {'、'.join(sorted(known))} のどれかです。",
    )
