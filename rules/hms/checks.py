"""The dice of hms: initiative (H-5.4 to H-5.7) and the opposed check (H-7.2 to H-7.5, H-12.5, H-12.6)."""

from collections.abc import Generator, Sequence
from typing import Literal

from senki.rules.chance import Chance
from senki.rules.hms import events as ev
from senki.rules.hms.clauses import blows, initiative, pursuits
from senki.rules.hms.state import Blow, Character, Game
from senki.rules.message import Event, Term

Kind = Literal["attack", "block", "pursuit"]
DICE, SIDES = 2, 6


def roll_initiative(game: Game, chance: Chance) -> ev.OrderDecided:
    """Everybody rolls; equal results go by skill, equal skills by further rolls of those tied alone."""
    fighters = game.standing()
    dice = {c.id: sum(chance.roll(c.id, "initiative", DICE, SIDES)) for c in fighters}
    rank = {c.id: (initiative.initiative_total(dice[c.id], c.skill_level), c.skill_level) for c in fighters}
    order: list[str] = []
    again = False
    for place in sorted(set(rank.values()), reverse=True):
        tied = [c for c in fighters if rank[c.id] == place]
        again = again or len(tied) > 1
        order += break_tie(tied, chance)
    totals = {total for total, _ in rank.values()}
    clauses = ("H-5.4",)
    if len(totals) < len(fighters):
        clauses += ("H-5.5",)
    if again:
        clauses += ("H-5.6", "H-5.7")
    results = tuple(
        ev.InitiativeResult(by=c.id, dice=dice[c.id], skill=c.skill_level, total=rank[c.id][0]) for c in fighters
    )
    return ev.OrderDecided(order=tuple(order), results=results, clauses=clauses)


def break_tie(tied: Sequence[Character], chance: Chance) -> list[str]:
    """H-5.6: who is tied rolls again, and again, until all differ."""
    if len(tied) == 1:
        return [tied[0].id]
    rolled = [(sum(chance.roll(c.id, "initiative_tie", DICE, SIDES)), c) for c in tied]
    order: list[str] = []
    for total in sorted({total for total, _ in rolled}, reverse=True):
        order += break_tie([c for result, c in rolled if result == total], chance)
    return order


def check(  # noqa: PLR0917 - a check has two sides
    game: Game,
    chance: Chance,
    kind: Kind,
    actor: str,
    target: str,
    skills: tuple[str, str] | None = None,
    target_dice: int | None = None,
) -> Generator[Event, Game, tuple[Game, bool]]:
    """H-7.2 to H-7.5: the opposed check of `actor` against `target`; both roll again while it stays undecided.

    Args:
        game: as it stands.
        chance: where the dice come from.
        kind: an attack, a block, a pursuit.
        actor: the attacker, blocker or pursuer.
        target: the other side.
        skills: the skills of both, where they are not those declared for the round.
        target_dice: what the target rolled before, when only the actor rolls again (H-9.1).

    Returns:
        The game after it, and whether the actor succeeded.
    """
    one, other = game.characters[actor], game.characters[target]
    one_skill, other_skill = skills or (one.skill, other.skill)
    one_level = one.skills.get(one_skill, 0) if one_skill else 0
    other_level = other.skills.get(other_skill, 0) if other_skill else 0
    one_halved, by_flight = narrower(game, kind, other_skill, one_skill)
    other_halved, by_flight_too = narrower(game, kind, one_skill, other_skill)
    one_counts = blows.half(game.options, one_level) if one_halved else one_level
    other_counts = blows.half(game.options, other_level) if other_halved else other_level
    clauses = cite(kind, halved=one_halved or other_halved, by_flight=by_flight or by_flight_too)
    again = target_dice is not None
    while True:
        one_dice = sum(chance.roll(actor, f"{kind}_reroll" if again else kind, DICE, SIDES))
        other_dice = sum(chance.roll(target, kind, DICE, SIDES)) if target_dice is None else target_dice
        again, target_dice = False, None
        margin = blows.margin(one_dice, one_counts, other_dice, other_counts)
        success = blows.succeeds(game.options, margin)
        game = yield ev.Checked(
            kind=kind,
            by=actor,
            target=target,
            margin=margin,
            success=success,
            terms=(
                Term("actor_dice", one_dice),
                Term("actor_skill_halved" if one_halved else "actor_skill", one_counts),
                Term("target_dice", -other_dice),
                Term("target_skill_halved" if other_halved else "target_skill", -other_counts),
            ),
            clauses=clauses,
        )
        if success is not None:
            return game, success


def narrower(game: Game, kind: Kind, narrow: str | None, broad: str | None) -> tuple[bool, bool]:
    """Whether `narrow` halves `broad`, and whether only H-12.6 makes it so."""
    if blows.covers(game.skills, broad, narrow):
        return True, False
    by_flight = kind == "pursuit" and pursuits.broader_in_flight(broad, narrow)
    return by_flight, by_flight


_CITED: dict[tuple[Kind, bool, bool], tuple[str, ...]] = {}


def cite(kind: Kind, *, halved: bool, by_flight: bool) -> tuple[str, ...]:
    """The clauses of a check, in the order in which they apply."""
    found = _CITED.get((kind, halved, by_flight))
    if found is None:
        if kind == "pursuit":
            found = ("H-12.2",) + (("H-12.5",) if halved else ()) + (("H-12.6",) if by_flight else ())
        else:
            found = ("H-6.6", "H-7.2") if kind == "block" else ("H-7.2",)
            found += ("H-7.3", "H-7.4", "H-7.5") if halved else ("H-7.5",)
        _CITED[kind, halved, by_flight] = found
    return found


def offer_reroll(game: Game) -> bool:
    """H-9.1: whether the target of a check that stands as a hit may have the opponent's dice rolled again."""
    it = game.check
    if not it.success or not game.characters[it.target].defending:
        return False
    return isinstance(game.exchange, Blow) or game.options.defence_against_blocks == "yes"
