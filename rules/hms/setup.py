"""What a table writes to open an hms battle: skills, characters, weapons, special actions."""

from typing import Annotated, Literal, get_args

from msgspec import Meta

from senki.rules.hms.options import Options
from senki.rules.message import Sheet

Side = Literal["pc", "npc"]
Band = Literal[
    "grapple",
    "grapple_plus",
    "melee_minus",
    "melee",
    "melee_plus",
    "throwing_minus",
    "throwing",
    "throwing_plus",
    "shooting_minus",
    "shooting",
    "shooting_plus",
]
BANDS: tuple[Band, ...] = get_args(Band)
BAND_OF: dict[str, Band] = {band: band for band in BANDS}
COMBAT = "combat"

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_-]{0,31}$", description="short ASCII word")]
Name = Annotated[str, Meta(min_length=1, max_length=60)]


class Skill(Sheet):
    """A skill in the containment tree; `within` is the skill that covers it completely."""

    id: Id
    name: Name
    within: Id | None = None
    flee: bool = False
    pursue: bool = False


class Weapon(Sheet):
    """A weapon: `bands` suit it (H-6.4); `power` null means no damage check (H-8.1). Bare hands are one too."""

    id: Id
    name: Name
    skill: Id
    bands: Annotated[tuple[Band, ...], Meta(min_length=1)]
    power: Annotated[int, Meta(ge=-999, le=999)] | None = 0


class Special(Sheet):
    """A special action (H-11.1): `hp` added to each target, negative for harm; without it the GM rules."""

    id: Id
    name: Name
    uses: Annotated[int, Meta(ge=0, le=999)] | None = None
    targets: Annotated[int, Meta(ge=0, le=99)] = 1
    hp: Annotated[int, Meta(ge=-999, le=999)] | None = None


class Fighter(Sheet):
    """A character as the table opens it."""

    id: Id
    side: Side
    body: Annotated[int, Meta(ge=0, le=99)]
    skills: Annotated[dict[Id, Annotated[int, Meta(ge=0, le=99)]], Meta(min_length=1)]
    name: Name | None = None
    team: Name | None = None
    hp: Annotated[int, Meta(ge=-9999, le=9999)] | None = None
    armour: Annotated[int, Meta(ge=0, le=999)] = 0
    weapons: tuple[Weapon, ...] = ()
    specials: tuple[Special, ...] = ()


class Setup(Sheet):
    """What `open` takes."""

    characters: Annotated[tuple[Fighter, ...], Meta(min_length=2, max_length=100)]
    skills: Annotated[tuple[Skill, ...], Meta(min_length=1, max_length=200)]
    distance: Band
    options: Options = Options()
