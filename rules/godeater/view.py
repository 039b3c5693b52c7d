"""What eyes see of a godeater battle, written out as types of its own; and which events are whose."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from senki.rules.game import Phase
from senki.rules.godeater import declarations as dec
from senki.rules.godeater import events as ev
from senki.rules.godeater.clauses import blows
from senki.rules.godeater.options import Options
from senki.rules.godeater.setup import AttackType, Cell, Element, Item, Kind, Range, Side, Skill, Weapon
from senki.rules.godeater.state import (
    Acting,
    Answering,
    Dealt,
    Exchange,
    Figures,
    Game,
    Lingering,
    Method,
    MissionState,
    Response,
    Striking,
    TimingWindow,
    Turn,
)
from senki.rules.message import Declaration, Event, Part
from senki.rules.rulebook import Eyes
from senki.rules.table import Secret
from senki.rules.views import seen_as

MISSIONS = "missions"
"""The label that `missions_revealed` opens."""
OPENING = 1
"""Missions are set in the first unit of a battle, its opening."""
RESPONSES = "responses"
"""The label that `responses_revealed` opens."""


class ExchangeView(Part):
    """The attack that is being answered and resolved; an answer is null to those who may not know it yet."""

    kind: Literal["attack"]
    by: str
    method: Method
    source: str
    bullet: str | None
    attack_type: AttackType
    element: Element
    range: Range
    figures: Figures
    targets: tuple[str, ...]
    step: Literal["response", "shield", "resolving"]
    responses: dict[str, Response | None]
    covers: dict[str, str]
    at: int
    total: int | None
    critical: bool
    dealt: Dealt | None


class CharacterView(Part):
    """A character; everything about it is open to all."""

    id: str
    name: str
    side: Side
    kind: Kind
    cell: Cell | None
    strength: int
    agility: int
    intellect: int
    endurance: int
    max_hp: int
    hp: int
    max_ap: int
    ap: int
    max_st: int
    st: int
    max_op: int | None
    op: int
    ap_penalty: int
    weapon: Weapon | None
    items: tuple[Item, ...]
    skills: tuple[Skill, ...]
    incapacitated: bool
    acted: bool
    effects: tuple[Lingering, ...]


class View(Part):
    """The battle as one viewer sees it."""

    options: Options
    phase: Phase
    round: int
    order: tuple[str, ...]
    active: str | None
    turn: Turn | None
    timing: TimingWindow | None
    exchange: ExchangeView | None
    missions: tuple[MissionState, ...]
    ground: dict[str, tuple[Item, ...]]
    effects_made: int
    characters: dict[str, CharacterView]


def view(game: Game, eyes: Eyes) -> View:
    """G-4.4: missions are the GM's until they are made public. G-10.2: an answer is its owner's until all are in."""
    known = game.missions_open or eyes.gm or eyes.saw(MISSIONS, OPENING)
    return seen_as(
        View,
        game,
        exchange=None if game.exchange is None else exchange_view(game, game.exchange, eyes),
        missions=game.missions if known else (),
        characters={c.id: seen_as(CharacterView, c) for c in game.characters.values()},
    )


def hides(game: Game, eyes: Eyes) -> bool:
    """G-10.2: whether answers lie unseen by these eyes, which the last of them will open."""
    it = game.exchange
    if not isinstance(it, Answering) or game.options.responses == "open":
        return False
    return any(not knows_answer(game, it, id, eyes) for id in it.responses)


def knows_answer(game: Game, it: Exchange, id: str, eyes: Eyes) -> bool:
    """G-10.2: whether somebody's answer is known to these eyes; once all have seen it, it stays known."""
    known = not isinstance(it, Answering) or game.options.responses == "open" or eyes.of(id)
    return known or eyes.saw(RESPONSES, it.units.get(id, 0))


def exchange_view(game: Game, it: Exchange, eyes: Eyes) -> ExchangeView:
    """An attack with the answers that may be known, and what is known of its blows as far as it has come."""
    known = {id: r if knows_answer(game, it, id, eyes) else None for id, r in it.responses.items()}
    told = {"kind": "attack", "responses": known}
    early = {"at": 0, "total": None, "critical": False, "dealt": None}
    match it:
        case Answering():
            return seen_as(ExchangeView, it, **told, **early, step="response", covers={})
        case Acting():
            return seen_as(ExchangeView, it, **told, **early, step="resolving")
        case Striking():
            due = game.dice is None and blows.shield_due(game, it) is not None
            at = it.met if game.timing is None else it.met - 1
            return seen_as(ExchangeView, it, **told, step="shield" if due else "resolving", at=at)


def declared_secrecy(game: Game, it: Declaration) -> Secret | None:
    """G-10.2: an answer is its own seat's until all are in; the GM's seat may be the other side."""
    if isinstance(it, dec.Respond) and game.options.responses == "hidden":
        return Secret((it.by,), RESPONSES)
    return None


def _response_secrecy(game: Game, event: ev.ResponseChosen) -> Secret | None:
    return Secret((event.by,), RESPONSES) if game.options.responses == "hidden" else None


def _missions_secrecy(game: Game, event: ev.MissionsSet) -> Secret | None:
    del game, event
    return Secret((), MISSIONS, gm=True)


SECRECY: Mapping[type[Event], Callable[[Game, Any], Secret | None]] = {
    ev.MissionsSet: _missions_secrecy,
    ev.ResponseChosen: _response_secrecy,
}
OPENS: Mapping[type[Event], str] = {ev.MissionsRevealed: MISSIONS, ev.ResponsesRevealed: RESPONSES}
