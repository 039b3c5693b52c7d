"""The end of a round in hms: flight, pursuit, and the fights that a chase leads to (H-12)."""

from senki.rules import events as shared
from senki.rules.chance import Chance
from senki.rules.game import Ruling
from senki.rules.hms import declarations as dec
from senki.rules.hms import events as ev
from senki.rules.hms.checks import check
from senki.rules.hms.clauses import pursuits
from senki.rules.hms.course import end_fight, in_initiative, is_over, next_round
from senki.rules.hms.setup import BAND_OF, Band
from senki.rules.hms.state import Character, Game
from senki.rules.rejection import Rejection, require

Ruled = Ruling[Game]


def flee(game: Game, it: dec.Flee, chance: Chance) -> Ruled:
    """H-12.1, H-12.3: flight, with a skill meant for it, alone or together with others."""
    del chance
    by = game.characters[it.by]
    usable = pursuits.flight_skills(game, by)
    require(
        it.skill in usable,
        "illegal_value",
        f"{by.name}が逃走に使えるスキルは {'、'.join(usable) or 'ありません'}。",
        "H-12.3",
    )
    group = by.id
    if it.together is not None:
        other = game.characters[it.together]
        if other.team != by.team or other.flight is None or other not in fleers(game):
            raise Rejection("bad_target", "共に逃げるのは、先に逃走を宣言した味方とです。", "H-12.9")
        group = other.flight.group
    game = yield ev.FlightDeclared(by=by.id, skill=it.skill, group=group, clauses=("H-12.1", "H-12.3"))
    return (yield from after_flight(game))


def after_flight(game: Game) -> Ruled:
    """H-12.2: when all have spoken, those who stayed may pursue; if nobody fled, the next round starts."""
    if game.queue:
        return game
    fleeing = fleers(game)
    if not fleeing:
        return (yield from next_round(game))
    queue = tuple(i for i in in_initiative(game) if may_pursue(game, game.characters[i]))
    if not queue:
        return (yield from after_pursuit(game))
    return (yield shared.StageStarted(stage="pursuit", queue=queue, clauses=("H-12.2",)))


def may_pursue(game: Game, by: Character) -> bool:
    """H-12.2: who did not flee may pursue, if an enemy flees."""
    return by.flight is None and any(c.team != by.team for c in fleers(game))


def fleers(game: Game) -> list[Character]:
    """Those who flee, in the fight's order."""
    return [c for c in game.standing() if c.flight is not None]


def pursue(game: Game, it: dec.Pursue, chance: Chance) -> Ruled:
    """H-12.2, H-12.4 to H-12.6: a check decides whether the pursuer keeps up."""
    by = game.characters[it.by]
    target = next((c for c in fleers(game) if c.id == it.target and c.team != by.team), None)
    if target is None or target.flight is None:
        raise Rejection("bad_target", "逃げている敵を選んでください。", "H-12.2")
    usable = pursuits.pursuit_skills(game, by)
    require(
        it.skill in usable,
        "illegal_value",
        f"{by.name}が追撃に使えるスキルは {'、'.join(usable) or 'ありません'}。",
        "H-12.4",
    )
    bands = pursuit_bands(game, by, target)
    band = bands[0] if it.band is None else BAND_OF.get(it.band)
    if band not in bands:
        raise Rejection("illegal_value", f"武器に適した距離（{'、'.join(bands)}）を選んでください。", "H-12.10")
    game = yield ev.PursuitDeclared(by=by.id, target=target.id, skill=it.skill, band=band, clauses=("H-12.2", "H-12.4"))
    skills = (it.skill, target.flight.skill)
    game, success = yield from check(game, chance, "pursuit", by.id, target.id, skills)
    if success:
        game = yield ev.Caught(by=by.id, target=target.id, clauses=("H-12.8",))
    else:
        game = yield ev.ShakenOff(by=by.id, target=target.id, clauses=("H-12.7",))
    return (yield from after_pursuit(game))


def pursuit_bands(game: Game, by: Character, target: Character) -> tuple[Band, ...]:
    """H-12.10: the bands at which the chase may end: those of the declared weapon, or the present one."""
    weapon = by.wielded
    return (game.band(by.id, target.id),) if weapon is None else weapon.bands


def after_pursuit(game: Game) -> Ruled:
    """H-12.7 to H-12.10: when all have pursued or not, who was not caught is away, who was caught fights on."""
    if game.queue:
        return game
    away, chases = resolve(game)
    for id in away:
        game = yield ev.Escaped(by=id, clauses=("H-12.7",))
    old = game.here
    for characters, distance in chases:
        game = yield ev.FightStarted(
            fight=len(game.fights) + 1,
            origin=old.id,
            characters=characters,
            distance=distance,
            round=old.round,
            clauses=("H-12.8", "H-12.9", "H-12.10"),
        )
    if is_over(game, game.here):
        reason = "fled" if away else "split"
        return (yield from end_fight(game, game.here, reason, goes_on_elsewhere=bool(chases)))
    return (yield from next_round(game))


def resolve(game: Game) -> tuple[list[str], list[tuple[tuple[str, ...], Band]]]:
    """Who gets away, and the new fights: their characters, in the table's order, and their distances."""
    fleeing = fleers(game)
    groups: dict[str, list[Character]] = {}
    for c in sorted(fleeing, key=lambda c: in_initiative(game).index(c.id)):
        if c.flight is not None:
            groups.setdefault(c.flight.group, []).append(c)
    away: list[str] = []
    chases: list[tuple[tuple[str, ...], Band]] = []
    for group in groups.values():
        members = {c.id for c in group}
        pursuers = [
            c
            for i in in_initiative(game)
            if (c := game.characters[i]).pursuit and c.pursuit.caught and c.pursuit.target in members
        ]
        caught = {c.pursuit.target for c in pursuers if c.pursuit}
        if not caught:
            away += [c.id for c in group]
            continue
        if game.options.caught_group == "named":
            away += [c.id for c in group if c.id not in caught]
            stopped = caught
        else:
            stopped = members
        fighters = stopped | {c.id for c in pursuers}
        chases.append((tuple(i for i in game.characters if i in fighters), chase_distance(game, pursuers)))
    return away, chases


def chase_distance(game: Game, pursuers: list[Character]) -> Band:
    """H-12.10: the band of the pursuer whose weapon counts (option `pursuit_distance`)."""
    chosen = [c.pursuit for c in pursuers if c.pursuit is not None]
    if game.options.pursuit_distance == "best_total":
        return max(chosen, key=lambda p: p.total or 0).band
    return chosen[0].band
