"""What happens in godeater, besides what every system shares."""

from typing import Literal

from senki.rules.events import OpenedHead
from senki.rules.godeater.options import Options
from senki.rules.godeater.setup import Ability, AttackType, Cell, Cost, Element, Fighter, Item, Mission, Range, Resource
from senki.rules.godeater.state import Figures, Lingering, Method, Response, Window
from senki.rules.message import Event, Term, Value


class Opened(OpenedHead, tag="opened", kw_only=True):
    """The battle as the table opened it, every default filled in; the missions come in an event of their own."""

    options: Options
    characters: tuple[Fighter, ...]
    ground: dict[str, tuple[Item, ...]]


class MissionsSet(Event, tag="missions_set"):
    """The missions, for the GM alone until they are made public."""

    missions: tuple[Mission, ...]


class MissionsRevealed(Event, tag="missions_revealed"):
    """The missions are made public."""

    missions: tuple[Mission, ...]


class Placed(Event, tag="placed"):
    """Somebody took a place."""

    by: str
    cell: Cell


class QueuedSkill(Value):
    """One line of a timing window."""

    by: str
    skill: str


class TimingOpened(Event, tag="timing_opened"):
    """A timing has come: the skills that it concerns are asked, in this order."""

    name: Window
    queue: tuple[QueuedSkill, ...]


class Changed(Event, tag="changed"):
    """A resource changed by `amount`, as it took effect, to `now`."""

    character: str
    resource: Resource
    amount: int
    now: int
    terms: tuple[Term, ...]


class OrderDecided(Event, tag="order_decided"):
    """Who can take a turn in this round, by AP."""

    order: tuple[str, ...]


class Moved(Event, tag="moved"):
    """Somebody went along a path of cells."""

    by: str
    how: Literal["move", "dash", "step"]
    path: tuple[Cell, ...]
    to: Cell


class GaveUp(Event, tag="gave_up"):
    """All AP were given up."""

    by: str
    ap: int


class Waited(Event, tag="waited"):
    """AP were halved; `ap` is what is left."""

    by: str
    ap: int
    terms: tuple[Term, ...]


class Paid(Event, tag="paid"):
    """The cost of something was paid."""

    by: str
    purpose: str
    cost: Cost


class EffectGained(Event, tag="effect_gained"):
    """A lasting effect is on somebody; `action` is the side action that it came from, where no skill did."""

    character: str
    effect: Lingering
    action: Literal["jump"] | None = None


class EffectAged(Event, tag="effect_aged"):
    """A lasting effect has `rounds` left."""

    character: str
    effect: str
    rounds: int
    source: str


class EffectEnded(Event, tag="effect_ended"):
    """A lasting effect is over."""

    character: str
    effect: str
    source: str


class Transformed(Event, tag="transformed"):
    """Another weapon is equipped."""

    by: str
    equipped: str
    stowed: str | None


class HandedOver(Event, tag="handed_over"):
    """An item changed hands."""

    by: str
    to: str
    item: str


class Dropped(Event, tag="dropped"):
    """An item was left in a cell."""

    by: str
    item: str
    cell: Cell


class PickedUp(Event, tag="picked_up"):
    """An item was taken from a cell."""

    by: str
    item: str
    cell: Cell


class Improvised(Event, tag="improvised"):
    """Something that the rules do not name."""

    by: str
    text: str


class SkillUsed(Event, tag="skill_used"):
    """A skill was used."""

    by: str
    skill: str
    targets: tuple[str, ...]


class ItemUsed(Event, tag="item_used"):
    """An item was used; `left` are its uses left, null where they are unlimited."""

    by: str
    item: str
    targets: tuple[str, ...]
    left: int | None


class Rescued(Event, tag="rescued"):
    """Somebody is incapacitated no more, by link aid or (`by` null) by healing."""

    by: str | None
    target: str
    hp: int


class AttackDeclared(Event, tag="attack_declared"):
    """An attack; `figures` is what its damage check will use. `left`: uses left of the item that attacks."""

    by: str
    targets: tuple[str, ...]
    method: Method
    source: str
    bullet: str | None
    attack_type: AttackType
    element: Element
    range: Range
    figures: Figures
    left: int | None = None


class ResponseChosen(Event, tag="response_chosen"):
    """What somebody answers; its own until all answers are shown."""

    by: str
    response: Response


class Answered(Event, tag="answered"):
    """Somebody has answered."""

    by: str


class ResponsesRevealed(Event, tag="responses_revealed"):
    """All answers are shown, in initiative order."""

    responses: dict[str, Response]


class Covered(Event, tag="covered"):
    """Somebody will meet the attack in place of an ally."""

    by: str
    ally: str


class CoverFailed(Event, tag="cover_failed"):
    """A cover came to nothing."""

    by: str
    ally: str
    why: Literal["not_waived", "already_covered"]


class Evaded(Event, tag="evaded"):
    """A target is out of range now."""

    target: str
    by: str


class DamageChecked(Event, tag="damage_checked"):
    """The damage check: its dice, and the achievement that it reached."""

    by: str
    dice: int
    dice_terms: tuple[Term, ...]
    total: int
    terms: tuple[Term, ...]
    critical: bool
    fumble: bool


class AttackFailed(Event, tag="attack_failed"):
    """The attack comes to nothing."""

    by: str
    why: Literal["out_of_range", "no_dice", "fumble", "no_result", "attacker_fell"]


class ShieldChosen(Event, tag="shield_chosen"):
    """The shield to guard with."""

    by: str
    shield: str


class GuardChecked(Event, tag="guard_checked"):
    """The guard check."""

    by: str
    shield: str | None
    dice: int
    dice_terms: tuple[Term, ...]
    total: int
    terms: tuple[Term, ...]
    success: bool
    critical: bool
    fumble: bool


class Damaged(Event, tag="damaged"):
    """Final damage of 1 or more; `lost` are the HP really lost, `hp` what is left."""

    target: str
    by: str
    amount: int
    lost: int
    hp: int
    terms: tuple[Term, ...]


class Blocked(Event, tag="blocked"):
    """A final damage of 0."""

    target: str
    by: str
    terms: tuple[Term, ...]


class Fell(Event, tag="fell"):
    """Somebody is incapacitated; `ap` is what is left of them."""

    character: str
    ap: int


class AttackEnded(Event, tag="attack_ended"):
    """Everything about the attack has been processed."""

    by: str


class RoundEnded(Event, tag="round_ended"):
    """A round is over."""

    round: int


class Checked(Event, tag="checked"):
    """A check on the GM's order."""

    character: str
    ability: Ability
    label: str | None
    difficulty: int
    total: int
    success: bool
    critical: bool
    fumble: bool
    terms: tuple[Term, ...]


class Opposed(Event, tag="opposed"):
    """An opposed check; a null total was not rolled."""

    attacker: str
    defender: str
    attacker_total: int
    defender_total: int | None
    winner: str
    attacker_terms: tuple[Term, ...]
    defender_terms: tuple[Term, ...]


class MissionMarked(Event, tag="mission_marked"):
    """A mission is decided."""

    mission: str
    result: Literal["achieved", "failed"]
