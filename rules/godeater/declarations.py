"""What a character, or the GM, may declare in godeater."""

from typing import Annotated, Literal

from msgspec import Meta

from senki.rules.declarations import Text, Who, Word
from senki.rules.godeater.setup import Ability
from senki.rules.godeater.state import Action as Answer
from senki.rules.message import Action, Statement

Targets = Annotated[tuple[Who, ...], Meta(max_length=99)]
Difficulty = Annotated[int, Meta(ge=0, le=999)]
Adjustment = Annotated[int, Meta(ge=-99, le=99)]


class Place(Action, tag="place"):
    """Taking a place before the battle (G-4.2, G-4.3)."""

    cell: Word


class Move(Action, tag="move"):
    """Battle move: one cell, free (G-7.5)."""

    to: Word


class Dash(Action, tag="dash"):
    """All-out move along a path: 1 ST and one AP a cell (G-7.6)."""

    path: Annotated[tuple[Word, ...], Meta(max_length=99)]


class GiveUp(Action, tag="give_up"):
    """AP becomes 0 and the turn ends (G-7.7)."""


class Jump(Action, tag="jump"):
    """Flying for this turn (G-8.2)."""


class Transform(Action, tag="transform"):
    """Another carried weapon is equipped (G-8.3)."""

    weapon: Word


class UseSkill(Action, tag="use_skill"):
    """A skill that is no attack (G-8.4, G-9.4), or the one that a timing window asks for."""

    skill: Word
    targets: Targets = ()


class UseItem(Action, tag="use_item"):
    """A carried item that is no attack (G-8.4, G-9.4)."""

    item: Word
    targets: Targets = ()


class HandOver(Action, tag="hand_over"):
    """A carried item is given to an ally in the same cell (G-8.5)."""

    item: Word
    to: Who


class Drop(Action, tag="drop"):
    """A carried item is left in one's cell (G-8.6)."""

    item: Word


class PickUp(Action, tag="pick_up"):
    """An item lying in one's cell is taken (G-8.6)."""

    item: Word


class Improvise(Action, tag="improvise"):
    """Anything else that the GM finds fitting (G-8.7)."""

    text: Text


class Attack(Action, tag="attack"):
    """An attack with the equipped weapon (a gun: with a `bullet`), by a skill or by an item (G-9.2, G-15.1)."""

    targets: Targets
    bullet: Word | None = None
    skill: Word | None = None
    item: Word | None = None


class LinkAid(Action, tag="link_aid"):
    """An incapacitated ally is rescued (G-9.3)."""

    target: Who


class Wait(Action, tag="wait"):
    """AP is halved and the turn ends (G-9.5)."""


class Respond(Action, tag="respond"):
    """The answer to somebody else's attack (G-10); which fields belong to it goes by its `action`."""

    action: Answer
    to: Word | None = None
    ally: Who | None = None
    skill: Word | None = None
    item: Word | None = None
    targets: Targets = ()
    text: Text | None = None


class ChooseShield(Action, tag="choose_shield"):
    """The shield to guard with, of two or more (G-18.1)."""

    shield: Word


class Pass(Action, tag="pass"):
    """Declining the skill that a timing window asks for."""


class NextRound(Statement, tag="next_round"):
    """GM: the round ends, because nobody can take a turn (G-11.3)."""


class MarkMission(Statement, tag="mark_mission"):
    """GM: a mission is achieved, or the main one failed (G-4.5, G-4.6)."""

    mission: Word
    result: Literal["achieved", "failed"]


class Check(Statement, tag="check", kw_only=True):
    """GM: somebody makes a check (G-1)."""

    character: Who
    ability: Ability
    difficulty: Difficulty
    modifier: Adjustment = 0
    label: Word | None = None


class OpposedCheck(Statement, tag="opposed_check", kw_only=True):
    """GM: two make an opposed check (G-2)."""

    attacker: Who
    defender: Who
    attacker_ability: Ability
    defender_ability: Ability
    attacker_modifier: Adjustment = 0
    defender_modifier: Adjustment = 0
