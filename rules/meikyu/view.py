"""What eyes see of a meikyu battle, written out as types of its own. Everything is open to everybody."""

from collections.abc import Callable, Mapping
from typing import Any

from senki.rules.meikyu.clauses import rows
from senki.rules.meikyu.options import Options
from senki.rules.meikyu.setup import Ability, Check, Item, Row
from senki.rules.meikyu.state import Bonus, Character, Exchange, Game
from senki.rules.message import Declaration, Event, Part
from senki.rules.rulebook import Eyes
from senki.rules.table import Secret


class ActionView(Part):
    """The window between the action die and its result."""

    kind: str
    by: str
    face: int


class AttackView(Part):
    """An attack that may be covered: `ask` may do so now, `no` have declined."""

    kind: str
    by: str
    face: int
    targets: tuple[str, ...]
    covers: dict[str, str]
    evaded: tuple[str, ...]
    ask: tuple[str, ...]
    no: tuple[str, ...]


class RulingView(Part):
    """An effect that waits for the GM's word."""

    kind: str
    by: str


class CharacterView(Part):
    """A character."""

    id: str
    name: str
    side: str
    row: str
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
    condition: str
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
    phase: str
    stage: str | None
    round: int
    order: tuple[str, ...]
    active: str | None
    exchange: ActionView | AttackView | RulingView | None
    characters: dict[str, CharacterView]


def view(game: Game, eyes: Eyes) -> View:
    """Nothing is hidden in this game."""
    del eyes
    return View(
        options=game.options,
        phase=game.phase,
        stage=game.stage,
        round=game.round,
        order=game.order,
        active=game.active,
        exchange=exchange_view(game, game.exchange),
        characters={c.id: character_view(c) for c in game.characters.values()},
    )


def exchange_view(game: Game, it: Exchange | None) -> ActionView | AttackView | RulingView | None:
    """What is being answered."""
    if it is None:
        return None
    match it.kind:
        case "action":
            return ActionView(kind=it.kind, by=it.by, face=it.face)
        case "attack":
            return AttackView(
                kind=it.kind,
                by=it.by,
                face=it.face,
                targets=it.targets,
                covers=it.covers,
                evaded=it.evaded,
                ask=rows.may_cover(game, it),
                no=it.no,
            )
        case "ruling":
            return RulingView(kind=it.kind, by=it.by)


def character_view(c: Character) -> CharacterView:
    """A character, with all that the round has made of it."""
    return CharacterView(
        id=c.id,
        name=c.name,
        side=c.side,
        row=c.row,
        hp=c.hp,
        hp_max=c.hp_max,
        mp=c.mp,
        mp_max=c.mp_max,
        wit=c.wit,
        wit_max=c.wit_max,
        action_value=c.action_value,
        defence=c.defence,
        stats=c.stats,
        actions=c.actions,
        abilities=c.abilities,
        items=c.items,
        condition=c.condition,
        bonuses=c.bonuses,
        evading=c.evading,
        covered=c.covered,
        idle=c.idle,
        waiting=c.waiting,
        done=c.done,
        item_used=c.item_used,
        action_used=c.action_used,
        passed=c.passed,
        row_changed=c.row_changed,
        ability_used=c.ability_used,
        arranged=c.arranged,
        place=c.place,
    )


def declared_secrecy(game: Game, it: Declaration) -> Secret | None:
    """No declaration is secret."""
    del game, it


SECRECY: Mapping[type[Event], Callable[[Game, Any], Secret | None]] = {}
OPENS: Mapping[type[Event], str] = {}
