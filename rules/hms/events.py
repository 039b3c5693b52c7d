"""What happens in hms, besides what every system shares."""

from typing import Literal

from msgspec import field

from senki.rules.events import OpenedHead
from senki.rules.hms.options import Options
from senki.rules.hms.setup import Band, Fighter, Skill
from senki.rules.hms.state import Reason
from senki.rules.message import Event, Term, Value


class Opened(OpenedHead, tag="opened", kw_only=True):
    """The battle as the table opened it, every default filled in."""

    options: Options
    skills: tuple[Skill, ...]
    characters: tuple[Fighter, ...]
    distance: Band


class DistanceDeclared(Event, tag="distance_declared"):
    """The GM says at which distance the fight begins."""

    distance: Band


class SkillCommitted(Event, tag="skill_committed"):
    """Somebody has chosen, unseen."""

    by: str


class SkillDeclared(Event, tag="skill_declared"):
    """The skill and the weapon for this round."""

    by: str
    skill: str
    weapon: str | None


class SkillChoice(Value):
    """One line of `skills_revealed`."""

    by: str
    skill: str
    weapon: str | None


class SkillsRevealed(Event, tag="skills_revealed"):
    """What was chosen unseen is shown to everybody."""

    skills: tuple[SkillChoice, ...]


class InitiativeResult(Value):
    """One line of the initiative: dice + skill = total."""

    by: str
    dice: int
    skill: int
    total: int


class OrderDecided(Event, tag="order_decided"):
    """Who goes when, and what decided it."""

    order: tuple[str, ...]
    results: tuple[InitiativeResult, ...]


class MoveDeclared(Event, tag="move_declared"):
    """Somebody sets out to change the distance."""

    by: str
    target: str | None
    origin: Band = field(name="from")
    to: Band


class BlockBarred(Event, tag="block_barred"):
    """Enemies whose weapons suit the present band, but whose one block of a retreat in this round is used."""

    to: tuple[str, ...]


class BlockOffered(Event, tag="block_offered"):
    """Who may try to stop it, in the order in which they are asked."""

    to: tuple[str, ...]


class Checked(Event, tag="checked"):
    """An opposed check: the terms add up to the margin. `success` is null where both roll again."""

    kind: Literal["attack", "block", "pursuit"]
    by: str
    target: str
    margin: int
    success: bool | None
    terms: tuple[Term, ...]


class MoveBlocked(Event, tag="move_blocked"):
    """The move has no effect."""

    by: str
    target: str


class BlockFailed(Event, tag="block_failed"):
    """The attempt to stop it failed."""

    by: str
    target: str


class Moved(Event, tag="moved"):
    """The distance is another one."""

    by: str
    target: str | None
    origin: Band = field(name="from")
    to: Band


class Attacked(Event, tag="attacked"):
    """Somebody attacks."""

    by: str
    target: str
    weapon: str


class RerollOffered(Event, tag="reroll_offered"):
    """A defender may have the opponent's dice rolled again."""

    to: str
    of: str


class RerollDemanded(Event, tag="reroll_demanded"):
    """It does."""

    by: str
    of: str


class Hit(Event, tag="hit"):
    """The attack hits."""

    by: str
    target: str


class Missed(Event, tag="missed"):
    """The attack misses."""

    by: str
    target: str


class Damaged(Event, tag="damaged"):
    """HP fall by `amount` to `hp`."""

    target: str
    amount: int
    hp: int
    terms: tuple[Term, ...]


class Healed(Event, tag="healed"):
    """HP really gained, and HP after it."""

    target: str
    amount: int
    hp: int


class Fell(Event, tag="fell"):
    """Out of action."""

    target: str


class Defended(Event, tag="defended"):
    """The go's action was defence."""

    by: str


class Interrupted(Event, tag="interrupted"):
    """A go was put back; `order` is the new one."""

    by: str
    before: str
    order: tuple[str, ...]


class SpecialUsed(Event, tag="special_used"):
    """A special action."""

    by: str
    special: str
    targets: tuple[str, ...]


class RulingAwaited(Event, tag="ruling_awaited"):
    """Its effect is the GM's to say."""

    by: str
    special: str
    targets: tuple[str, ...]


class FlightDeclared(Event, tag="flight_declared"):
    """Somebody flees; `group` is the id of who led this flight."""

    by: str
    skill: str
    group: str


class PursuitDeclared(Event, tag="pursuit_declared"):
    """Somebody pursues one who flees."""

    by: str
    target: str
    skill: str
    band: Band


class Caught(Event, tag="caught"):
    """The pursuer keeps up."""

    by: str
    target: str


class ShakenOff(Event, tag="shaken_off"):
    """The pursuer does not."""

    by: str
    target: str


class Escaped(Event, tag="escaped"):
    """Away."""

    by: str


class FightStarted(Event, tag="fight_started"):
    """A new fight comes out of a chase; its round count goes on from `round`."""

    fight: int
    origin: int = field(name="from")
    characters: tuple[str, ...]
    distance: Band
    round: int


class FightEnded(Event, tag="fight_ended"):
    """A fight is over."""

    fight: int
    reason: Reason
    winner: str | None = None


class Surrendered(Event, tag="surrendered"):
    """Somebody gave up."""

    by: str
