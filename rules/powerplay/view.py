"""What eyes see of a powerplay battle, written out as types of its own; and which events are whose."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from senki.rules.game import Phase
from senki.rules.message import Declaration, Event, Part
from senki.rules.powerplay import declarations as dec
from senki.rules.powerplay import events as ev
from senki.rules.powerplay import sheet
from senki.rules.powerplay.dice import written
from senki.rules.powerplay.options import Options
from senki.rules.powerplay.setup import Posture, School, Spell, Thing, Way
from senki.rules.powerplay.state import (
    ActJudged,
    AttackMade,
    CastMade,
    Character,
    CheckDue,
    Condition,
    Dicing,
    Exchange,
    Game,
    Step,
)
from senki.rules.rulebook import Eyes
from senki.rules.table import ROLL, Secret, roll_label
from senki.rules.views import seen_as


class SpellView(Part):
    """A spell that a character has, with its uses a day."""

    learned: bool
    chance: bool
    used: int
    prepared: bool
    uses: int


class CharacterView(Part):
    """A character: its sheet, what follows from it, and what the round has made of it."""

    id: str
    name: str
    side: Literal["pc", "npc"]
    team: str
    level: int
    experience: int
    abilities: dict[str, int]
    making: dict[str, str] | None
    growth: dict[str, str]
    race_bonus: int
    items: tuple[Thing, ...]
    wielded: str | None
    spells: dict[str, SpellView]
    hp: int
    death_line_reached: bool
    hero_points: int
    size: int
    has_back: bool
    back_to: tuple[str, ...]
    lifeless: bool
    resists: bool
    held: bool
    left: bool
    posture: Posture
    current: dict[str, int]
    checks: dict[str, str]
    evasion: str
    main_abilities: tuple[str, ...]
    hp_max: int
    death_line: int
    stun_line: int
    attacks: int
    armour: int
    condition: Condition
    made: bool
    money: int | None
    growths: int
    acts_at: int
    delayed: bool
    done: bool
    evaded: bool
    struck: bool
    shot: bool
    devoted: bool
    concentrating: str | None
    strained: bool
    strain_paid: bool


class AttackView(Part):
    """An attack that is being answered."""

    kind: Literal["attack"]
    step: Literal["evasion"] | None
    by: str
    roll: Dicing | None
    target: str
    weapon: str
    way: Way
    behind: bool
    dice: int | None
    hit: int | None
    evasion: int | None
    evasion_failed: bool


class CastView(Part):
    """A cast that is being answered."""

    kind: Literal["cast"]
    step: Literal["resistance"] | None
    by: str
    roll: Dicing | None
    target: str
    spell: str
    item: str | None
    dice: int | None
    cast: int | None
    resistance: int | None


class CheckView(Part):
    """A called check, or a proposed act; a hidden target number is null to all but the GM until it is shown."""

    kind: Literal["act", "check"]
    step: Literal["judge", "check"] | None
    by: str
    roll: Dicing | None
    text: str | None
    ability: str | None
    target_number: int | None
    hidden: bool
    perfect: bool


class GoView(Part):
    """What is left of the go."""

    attacks_left: int
    attacked: tuple[str, ...]


class View(Part):
    """The battle as one viewer sees it."""

    options: Options
    phase: Phase
    step: Step | None
    round: int
    order: tuple[str, ...]
    active: str | None
    undecided: tuple[str, ...]
    go: GoView | None
    exchange: AttackView | CastView | CheckView | None
    distances: dict[str, dict[str, int]]
    schools: tuple[School, ...]
    spells: tuple[Spell, ...]
    experience_table: tuple[int, ...]
    ability_names: dict[str, str]
    awarded: bool
    characters: dict[str, CharacterView]


def view(game: Game, eyes: Eyes) -> View:
    """Everything is open but the target number that the GM keeps (W-5.2)."""
    return seen_as(
        View,
        game,
        go=None if game.go is None else seen_as(GoView, game.go),
        exchange=exchange_view(game.exchange, eyes),
        characters={c.id: character_view(game, c) for c in game.characters.values()},
    )


def exchange_view(it: Exchange | None, eyes: Eyes) -> AttackView | CastView | CheckView | None:
    """What is being answered."""
    if it is None:
        return None
    match it:
        case AttackMade():
            return seen_as(AttackView, it)
        case CastMade():
            return seen_as(CastView, it)
        case ActJudged():
            return seen_as(CheckView, it, ability=None, target_number=None, hidden=False, perfect=False)
        case CheckDue():
            return check_view(it, eyes)


def check_view(it: CheckDue, eyes: Eyes) -> CheckView:
    """A check that is due; a number that was shown stays known, be the showing rewound."""
    known = not it.hidden or eyes.gm or eyes.saw(roll_label(it.kept), it.kept)
    return seen_as(CheckView, it, target_number=it.target_number if known else None)


def character_view(game: Game, c: Character) -> CharacterView:
    """A character, with all that follows from its sheet."""
    options = game.options
    return seen_as(
        CharacterView,
        c,
        spells={id: seen_as(SpellView, known, uses=sheet.uses(c, game.spell(id))) for id, known in c.spells.items()},
        current=sheet.current(c),
        checks={ability: written(*sheet.check(options, c, ability)) for ability in c.abilities},
        evasion=written(*sheet.evasion(options, c)[0]),
        main_abilities=sheet.main_abilities(c),
        hp_max=sheet.hp_max(c),
        death_line=sheet.death_line(c),
        stun_line=sheet.stun_line(options, c),
        attacks=sheet.attacks(c),
        armour=sheet.armour(options, c),
    )


KEPT = Secret((), ROLL, gm=True, each=True)
"""W-5.2: a target number that the GM keeps; `show`, or the end of the battle, opens it."""


def declared_secrecy(game: Game, it: Declaration) -> Secret | None:
    """W-5.2: a declaration with a hidden target number is the GM's alone until it is shown, or the battle is over."""
    return KEPT if isinstance(it, dec.CallCheck | dec.Judge) and it.hidden and game.phase != "over" else None


def _target_secrecy(game: Game, event: ev.TargetNumberSet) -> Secret | None:
    del event
    it = game.exchange
    return KEPT if isinstance(it, CheckDue) and it.hidden and game.phase != "over" else None


SECRECY: Mapping[type[Event], Callable[[Game, Any], Secret | None]] = {ev.TargetNumberSet: _target_secrecy}
SHOWABLE = SECRECY
OPENS: Mapping[type[Event], str] = {}
