"""What eyes see of an hms battle, written out as types of its own; and which events are whose."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import field
from msgspec.structs import asdict

from senki.rules.game import Phase
from senki.rules.hms import declarations as dec
from senki.rules.hms import events as ev
from senki.rules.hms.options import Options
from senki.rules.hms.setup import Band, Side, Skill, Special, Weapon
from senki.rules.hms.state import (
    Between,
    Blow,
    Character,
    Condition,
    Exchange,
    Flight,
    Game,
    MoveMade,
    Pursuit,
    Reason,
    Rolled,
    RulingDue,
    Stage,
)
from senki.rules.message import Declaration, Event, Part
from senki.rules.rulebook import Eyes
from senki.rules.table import Secret
from senki.rules.views import seen_as

SKILLS = "skills"
"""The label that `skills_revealed` opens."""


class FightView(Part):
    """A fight: `from` is the one that it came out of."""

    id: int
    origin: int | None = field(name="from")
    characters: tuple[str, ...]
    round: int
    distance: Band | None
    distances: tuple[Between, ...]
    over: bool
    reason: Reason | None
    winner: str | None


class MoveView(Part):
    """A move that may be blocked; `with` is the enemy where each two have their own distance."""

    kind: Literal["move"]
    by: str
    origin: Band | None = field(name="from")
    to: Band | None
    enemy: str | None = field(name="with")
    ask: tuple[str, ...]


class BlockView(MoveView):
    """A move with a block that stands as a hit and may be rolled again."""

    actor: str | None
    target: str | None
    margin: int | None
    success: bool | None
    target_dice: int | None


class AttackView(Part):
    """A hit that may be rolled again."""

    kind: Literal["attack"]
    actor: str | None
    target: str | None
    margin: int | None
    success: bool | None
    target_dice: int | None


class RulingView(Part):
    """A special action that waits for the GM's word."""

    kind: Literal["ruling"]
    by: str
    special: str | None
    targets: tuple[str, ...]


class CharacterView(Part):
    """A character; `skill` and `weapon` are null to those who may not know them yet."""

    id: str
    name: str
    side: Side
    team: str
    body: int
    hp: int
    hp_max: int
    armour: int
    skills: dict[str, int]
    weapons: tuple[Weapon, ...]
    specials: tuple[Special, ...]
    condition: Condition
    skill: str | None
    weapon: str | None
    defending: bool
    moved: bool
    acted: bool
    special_used: bool
    interrupting: str | None
    blocked_retreat: bool
    flight: Flight | None
    pursuit: Pursuit | None


class View(Part):
    """The battle as one viewer sees it."""

    options: Options
    phase: Phase
    stage: Stage | None
    round: int
    fight: int
    order: tuple[str, ...]
    initiative: tuple[str, ...]
    active: str | None
    queue: tuple[str, ...]
    exchange: MoveView | BlockView | AttackView | RulingView | None
    fights: tuple[FightView, ...]
    skills: tuple[Skill, ...]
    characters: dict[str, CharacterView]


def view(game: Game, eyes: Eyes) -> View:
    """H-5.2: what was chosen unseen is known to whoever chose it, until all have chosen."""
    unseen = {i for fight in game.fights if not fight.revealed for i in fight.characters}
    return seen_as(
        View,
        game,
        exchange=exchange_view(game.exchange),
        fights=tuple(seen_as(FightView, f) for f in game.fights),
        characters={
            c.id: character_view(c, known=c.id not in unseen or knows_choice(c, eyes)) for c in game.characters.values()
        },
    )


def hides(game: Game, eyes: Eyes) -> bool:
    """H-5.2: whether somebody has chosen a skill unseen by these eyes, which the last choice will open."""
    waits = game.stage == "skills" and not game.here.revealed
    return waits and any(c.skill is not None and not knows_choice(c, eyes) for c in game.standing())


def knows_choice(c: Character, eyes: Eyes) -> bool:
    """H-5.2: whether a choice made unseen is known to these eyes; once all have seen it, it stays known."""
    return eyes.of(c.id) or (c.skill is not None and eyes.saw(SKILLS, c.chosen))


def exchange_view(it: Exchange | None) -> MoveView | BlockView | AttackView | RulingView | None:
    """What is being answered is open to all."""
    if it is None:
        return None
    match it:
        case RulingDue():
            return seen_as(RulingView, it)
        case Blow():
            return seen_as(AttackView, it, **standing(it.check))
        case MoveMade(check=Rolled(offered=True) as check):
            return seen_as(BlockView, it, **standing(check))
        case MoveMade():
            return seen_as(MoveView, it)


def standing(check: Rolled) -> dict[str, Any]:
    """What a check that may be rolled again shows."""
    shown = asdict(check)
    del shown["offered"]
    return shown


def character_view(c: Character, *, known: bool) -> CharacterView:
    """A character, with its choice of this round where it is known."""
    return seen_as(CharacterView, c) if known else seen_as(CharacterView, c, skill=None, weapon=None)


def declared_secrecy(game: Game, it: Declaration) -> Secret | None:
    """A skill that is chosen unseen is its own seat's until all have chosen."""
    if isinstance(it, dec.DeclareSkill) and game.options.skill_declaration == "simultaneous":
        return Secret((it.by,), SKILLS)
    return None


def _skill_secrecy(game: Game, event: ev.SkillDeclared) -> Secret | None:
    return Secret((event.by,), SKILLS) if game.options.skill_declaration == "simultaneous" else None


SECRECY: Mapping[type[Event], Callable[[Game, Any], Secret | None]] = {ev.SkillDeclared: _skill_secrecy}
OPENS: Mapping[type[Event], str] = {ev.SkillsRevealed: SKILLS}
