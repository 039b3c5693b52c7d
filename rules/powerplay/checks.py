"""A roll and its window (W-17): dice fall, hero points may be spent on them, and only then the result is known."""

from collections.abc import Callable, Sequence

from senki.rules.chance import Chance
from senki.rules.game import Ruling
from senki.rules.message import Term
from senki.rules.powerplay import events as ev
from senki.rules.powerplay.clauses import success
from senki.rules.powerplay.dice import SIDES
from senki.rules.powerplay.state import Dicing, Game, Purpose
from senki.rules.rejection import require

Ruled = Ruling[Game]
Settle = Callable[[Game, Chance, tuple[int, ...]], Ruled]


def roll(  # noqa: PLR0917 - who rolls what for what, and what it leads to
    game: Game, chance: Chance, by: str, purpose: Purpose, dice: int, settle: Settle, *, strained: bool = False
) -> Ruled:
    """W-17.2, W-17.6: roll, and settle it; or wait for the roller, who may turn dice to 6."""
    faces = chance.roll(by, purpose, dice, SIDES) if dice else ()
    points = game.characters[by].hero_points
    if game.options.hero_points == "on" and may_spend(points, faces):
        clauses = ("W-2.2", "W-17.1", "W-17.2", "W-17.6")
        return (
            yield ev.WindowOpened(
                by=by, purpose=purpose, hero_points=points, faces=faces, strained=strained, clauses=clauses
            )
        )
    return (yield from settle(game, chance, faces))


def may_spend(points: int, faces: Sequence[int]) -> bool:
    """W-17.2: a point is left, and a die that is not a 6 already."""
    return points > 0 and any(face != SIDES for face in faces)


def spend(game: Game, dicing: Dicing, die: int) -> Ruled:
    """W-17.2 to W-17.4: one point makes one die a 6.

    Raises:
        Rejection: `illegal_value`.
    """
    faces = dicing.faces
    require(
        0 <= die < len(faces),
        "illegal_value",
        f"サイコロ（die）は0から{len(faces) - 1}までの番号で選んでください。",
        "W-17.2",
    )
    face = faces[die]
    require(face != SIDES, "illegal_value", "その目はもう6です。", "W-17.2")
    check = dicing.purpose not in {"damage", "spell_damage", "heal"}
    return (
        yield ev.HeroPointSpent(
            by=dicing.by,
            purpose=dicing.purpose,
            die=die,
            origin=face,
            to=SIDES,
            faces=(*faces[:die], SIDES, *faces[die + 1 :]),
            hero_points=game.characters[dicing.by].hero_points - 1,
            clauses=("W-17.2", "W-17.3") + (("W-17.4",) if check and face == 1 else ()),
        )
    )


def close_window(dicing: Dicing) -> Ruled:
    """W-17.2: the dice stand."""
    return (
        yield ev.WindowClosed(by=dicing.by, purpose=dicing.purpose, faces=dicing.faces, clauses=("W-17.2", "W-17.6"))
    )


def dice_for(most: int, wanted: int | None, least: int = 1) -> int:
    """W-5.4, W-5.9: how many dice are rolled, settled before the roll.

    Raises:
        Rejection: `illegal_value`.
    """
    if wanted is None:
        return most
    if most < least:
        require(False, "illegal_value", "振るサイコロがありません。dice は書かないでください。", "W-5.9")
    require(
        least <= wanted <= most,
        "illegal_value",
        f"振るサイコロ（dice）は{least}個から{most}個までです。",
        "W-5.9" if wanted < least else "W-5.4",
    )
    return wanted


def cited(faces: Sequence[int], most: int, *clauses: str) -> tuple[str, ...]:
    """The clauses of any success check, after its own."""
    fewer = ("W-5.4",) if len(faces) < most else ()
    dice = ("W-5.9",) if faces else ()
    failed = ("W-5.8",) if success.fails_by_itself(faces) else ()
    return ("W-5.3", *clauses, *fewer, *dice, "W-5.5", *failed)


def terms_of(faces: Sequence[int], bonus: int, **more: int) -> tuple[Term, ...]:
    """What is added up in a success check; what is 0 besides dice and bonus is left out."""
    extra = tuple(Term(label, value) for label, value in more.items() if value)
    return (Term("dice", sum(faces)), Term("bonus", bonus), *extra)


def total(terms: Sequence[Term]) -> int:
    """The sum of terms."""
    return sum(term.value for term in terms)


def known(figure: int | None) -> int:
    """A figure of the exchange that must have been rolled, or set, by now.

    Raises:
        LookupError: it was not.
    """
    if figure is None:
        msg = "what is compared was never rolled"
        raise LookupError(msg)
    return figure
