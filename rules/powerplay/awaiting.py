"""Whom powerplay waits for."""

from senki.rules.game import Awaited
from senki.rules.powerplay import sheet
from senki.rules.powerplay.checks import may_spend
from senki.rules.powerplay.growth import is_poor
from senki.rules.powerplay.state import AttackMade, CastMade, Character, Exchange, Game
from senki.rules.rejection import Rejection
from senki.rules.table import GM

STEPS = {
    "evasion": ("evade", "decline"),
    "resistance": ("resist", "decline"),
    "check": ("check",),
}


def awaiting(game: Game) -> tuple[Awaited, ...]:
    """Whose declarations are waited for now, and of which types."""
    if game.exchange is not None:
        return answering(game, game.exchange)
    if game.phase == "setup":
        return preparing(game)
    if game.phase == "over":
        return growing(game)
    match game.step:
        case "concentration":
            return tuple(Awaited(by=i, types=("concentrate", "pass")) for i in game.undecided)
        case "stalled":
            return (Awaited(by=GM, types=("rule", "close")),)
        case _ if game.active is not None:
            return (Awaited(by=game.active, types=of_go(game, game.actor)),)
        case _:
            return ()


def answering(game: Game, it: Exchange) -> tuple[Awaited, ...]:
    """Who answers what is going on: the roller of dice that lie open, the target, the one checked, the GM."""
    if it.roll is not None:
        points = game.characters[it.roll.by].hero_points
        spend = ("spend_hero_point",) if may_spend(points, it.roll.faces) else ()
        return (Awaited(by=it.roll.by, types=(*spend, "accept")),)
    if it.step == "judge":
        return (Awaited(by=GM, types=("judge",)),)
    answers = STEPS.get(it.step or "", ())
    return (
        (Awaited(by=it.target if isinstance(it, AttackMade | CastMade) else it.by, types=answers),) if answers else ()
    )


def preparing(game: Game) -> tuple[Awaited, ...]:
    """W-3, W-6: characters are made and learn spells; then the GM begins."""
    found: list[Awaited] = []
    for it in game.characters.values():
        types: list[str] = []
        if it.making is not None:
            types += (["swap"] if it.made else []) + (["make"] if not it.made or is_poor(it) else [])
        if it.made and has_chance(it):
            types.append("learn")
        if types:
            found.append(Awaited(by=it.id, types=tuple(types)))
    if all(c.made for c in game.characters.values()):
        found.insert(0, Awaited(by=GM, types=("begin",)))
    return tuple(found)


def growing(game: Game) -> tuple[Awaited, ...]:
    """W-16: after play, abilities grow and spells are learned."""
    found: list[Awaited] = []
    for it in game.characters.values():
        types = (("grow",) if it.growths and it.made else ()) + (("learn",) if it.made and has_chance(it) else ())
        if types:
            found.append(Awaited(by=it.id, types=types))
    return tuple(found)


def has_chance(it: Character) -> bool:
    """W-6.1: whether a check for a spell is due."""
    return any(known.chance for known in it.spells.values())


def of_go(game: Game, by: Character) -> tuple[str, ...]:
    """W-9.4: what the go allows."""
    armed = ("attack",) if by.weapon is not None else ()
    if game.go is not None and game.go.attacked:
        return (*armed, "pass")
    waiting = ("delay",) if by.acts_at > 0 else ()
    if by.concentrating is not None:
        return ("cast", *waiting, "pass")
    casting = ("cast",) if game.options.concentration == "at_go" and sheet.has_use(game, by) else ()
    return (*armed, *casting, "change_weapon", "change_posture", "evade_only", "act", *waiting, "pass")


def unable(game: Game, id: str) -> Rejection | None:
    """Why a character can do nothing: W-15.5, W-15.6."""
    by = game.characters[id]
    if by.condition not in {"unconscious", "dead"}:
        return None
    fallen = by.condition == "dead"
    message = f"{by.name}は{'死亡して' if fallen else '気絶して'}います。"
    return Rejection("incapacitated", message, "W-15.6" if fallen else "W-15.5")
