"""What eyes see of a meikyu battle, written out as types of its own. Everything is open to everybody."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from senki.rules.game import Phase
from senki.rules.meikyu.clauses import rows
from senki.rules.meikyu.options import Options
from senki.rules.meikyu.setup import Ability, Check, Item, Row, RowName, Side
from senki.rules.meikyu.state import Attack, Bonus, Condition, DieShown, Exchange, Game, RulingDue, Stage
from senki.rules.message import Declaration, Event, Part
from senki.rules.rulebook import Eyes
from senki.rules.table import Secret
from senki.rules.views import seen_as


class ActionView(Part):
    """The window between the action die and its result."""

    kind: Literal["action"]
    by: str
    face: int


class AttackView(Part):
    """An attack that may be covered: `ask` may do so now, `no` have declined."""

    kind: Literal["attack"]
    by: str
    face: int
    targets: tuple[str, ...]
    covers: dict[str, str]
    evaded: tuple[str, ...]
    ask: tuple[str, ...]
    no: tuple[str, ...]


class RulingView(Part):
    """An effect that waits for the GM's word."""

    kind: Literal["ruling"]
    by: str


class CharacterView(Part):
    """A character."""

    id: str
    name: str
    side: Side
    row: RowName
    hp: int
    hp_max: int
    mp: int
    mp_max: int
    wit: int
    wit_max: int
    action_value: int
    defence: int
    stats: dict[str, int]
    actions: tuple[Row, ...]
    abilities: tuple[Ability, ...]
    items: tuple[Item, ...]
    condition: Condition
    bonuses: tuple[Bonus, ...]
    evading: Check | None
    covered: bool
    idle: bool
    waiting: bool
    done: bool
    item_used: bool
    action_used: bool
    passed: bool
    row_changed: bool
    ability_used: bool
    arranged: bool
    place: int


class View(Part):
    """The battle as every viewer sees it."""

    options: Options
    phase: Phase
    stage: Stage | None
    round: int
    order: tuple[str, ...]
    active: str | None
    exchange: ActionView | AttackView | RulingView | None
    characters: dict[str, CharacterView]


def view(game: Game, eyes: Eyes) -> View:
    """Nothing is hidden in this game."""
    del eyes
    return seen_as(
        View,
        game,
        exchange=exchange_view(game, game.exchange),
        characters={c.id: seen_as(CharacterView, c) for c in game.characters.values()},
    )


def exchange_view(game: Game, it: Exchange | None) -> ActionView | AttackView | RulingView | None:
    """What is being answered."""
    if it is None:
        return None
    match it:
        case DieShown():
            return seen_as(ActionView, it)
        case Attack():
            return seen_as(AttackView, it, ask=rows.may_cover(game, it))
        case RulingDue():
            return seen_as(RulingView, it)


def declared_secrecy(game: Game, it: Declaration) -> Secret | None:
    """No declaration is secret."""
    del game, it


SECRECY: Mapping[type[Event], Callable[[Game, Any], Secret | None]] = {}
OPENS: Mapping[type[Event], str] = {}
