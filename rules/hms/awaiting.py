"""Whom hms waits for, what it refuses before a declaration's own row, and what may be declared now."""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any

from senki.rules.declarations import Begin
from senki.rules.hms import clauses as book
from senki.rules.hms import declarations as dec
from senki.rules.hms.decide import later_goes
from senki.rules.hms.flight import fleers, pursuit_bands
from senki.rules.hms.goes import allowed, special_open
from senki.rules.hms.state import Character, Game
from senki.rules.message import Declaration, type_of
from senki.rules.rejection import Rejection
from senki.rules.rulebook import Awaited, Offer, awaiting_dice, dice_offers
from senki.rules.table import GM

NOBODY: tuple[Awaited, ...] = ()


def awaiting(game: Game) -> tuple[Awaited, ...]:
    """Whose declarations are waited for now, and of which types."""
    if game.phase == "setup":
        return (Awaited(by=GM, types=("begin",)),)
    if game.phase == "over":
        return NOBODY
    if game.dice is not None:
        return awaiting_dice(game.dice)
    if game.exchange is not None:
        return answering(game)
    match game.stage:
        case "skills":
            return tuple(Awaited(by=c.id, types=("declare_skill",)) for c in declaring(game))
        case "goes" if game.active is not None:
            by = game.characters[game.active]
            return (Awaited(by=by.id, types=(*allowed(game, by), "surrender", "pass")),)
        case "flight" if game.queue:
            return (Awaited(by=game.queue[0], types=("flee", "surrender", "pass")),)
        case "pursuit" if game.queue:
            return (Awaited(by=game.queue[0], types=("pursue", "pass")),)
        case _:
            return NOBODY


def answering(game: Game) -> tuple[Awaited, ...]:
    """Who answers what is going on between two characters."""
    it = game.exchange
    if it is None:
        return NOBODY
    if it.kind == "ruling":
        return (Awaited(by=GM, types=("rule",)),)
    if it.offered and it.target is not None:
        return (Awaited(by=it.target, types=("demand_reroll", "pass")),)
    return tuple(Awaited(by=i, types=("block", "pass")) for i in it.ask[:1])


def declaring(game: Game) -> list[Character]:
    """H-5.2: who has still to declare a skill: the GM's side first, or everybody at once."""
    waiting = [c for c in game.standing() if c.skill is None]
    if game.options.skill_declaration == "simultaneous":
        return waiting
    npcs = [c for c in waiting if c.side == "npc"]
    return npcs or waiting


NAMES_CHARACTERS: Mapping[type[Declaration], Callable[[Any], tuple[str | None, ...]]] = {
    dec.Attack: lambda it: (it.target,),
    dec.Pursue: lambda it: (it.target,),
    dec.Move: lambda it: (it.target,),
    dec.Interrupt: lambda it: (it.before,),
    dec.UseSpecial: lambda it: it.targets,
    dec.Flee: lambda it: (it.together,),
}


def mentioned(it: Declaration) -> tuple[str, ...]:
    """The characters that a declaration names, besides the one that makes it."""
    named = NAMES_CHARACTERS.get(type(it))
    return () if named is None else tuple(id for id in named(it) if id is not None)


def admit(game: Game, it: Declaration) -> None:
    """Refuse what the state does not await.

    Raises:
        Rejection: `incapacitated`, `not_awaited`, `once_only`.
    """
    if isinstance(it, Begin) or it.by is None:
        return
    by = game.characters[it.by]
    if not by.active:
        raise Rejection("incapacitated", f"{by.name}はもう動けません。", "H-8.3" if by.condition == "down" else None)
    awaited = awaiting(game)
    said = type_of(type(it))
    if any(a.by == by.id and said in a.types for a in awaited):
        return
    if game.stage == "goes" and game.active == by.id and game.exchange is None:
        if isinstance(it, dec.UseSpecial) and special_open(game, by):
            return
        if used(game, by, it):
            raise Rejection("once_only", "この手番ではもう行いました。", "H-3.3")
    raise Rejection("not_awaited", refusal(game, awaited))


def used(game: Game, by: Character, it: Declaration) -> bool:
    """Whether the right to this declaration was already used in this go."""
    match it:
        case dec.Move():
            return by.moved
        case dec.Attack() | dec.Defend():
            return by.acted
        case dec.UseSpecial():
            return not special_open(game, by)
        case dec.Interrupt():
            return by.interrupting is not None and game.options.interrupt_again == "no"
        case _:
            return False


def refusal(game: Game, awaited: tuple[Awaited, ...]) -> str:
    """What would be right instead."""
    if not awaited:
        return "いま待っている宣言はありません。"
    names = [game.characters[a.by].name if a.by in game.characters else "ＧＭ" for a in awaited]
    types = "、".join(dict.fromkeys(t for a in awaited for t in a.types))
    return f"いまは{'、'.join(names)}の宣言（{types}）を待っています。"


def plays(game: Game, by: str) -> tuple[Offer, ...]:
    """Every legal play of a character (or of the GM, at the beginning) at this moment."""
    if game.dice is not None:
        return dice_offers(awaiting(game), by)
    offers: list[Offer] = []
    for awaited in awaiting(game):
        if awaited.by != by:
            continue
        if by == GM:
            if "begin" in awaited.types:
                offers.append(Offer("begin", None, (Begin(),)))
            continue
        character = game.characters[by]
        for kind in awaited.types:
            legal = tuple(legal_plays(game, character, kind))
            if legal:
                offers.append(Offer(kind, by, legal))
    return tuple(offers)


def legal_plays(game: Game, by: Character, kind: str) -> Iterator[Declaration]:  # noqa: C901, PLR0912 - one case a type
    """The legal plays of one type."""
    match kind:
        case "declare_skill":
            for skill in by.skills:
                fitting = [w.id for w in by.weapons if w.skill == skill or book.covers(game.skills, skill, w.skill)]
                for weapon in fitting or [None]:
                    yield dec.DeclareSkill(by=by.id, skill=skill, weapon=weapon)
        case "move":
            yield from legal_moves(game, by)
        case "attack":
            for enemy in game.enemies(by):
                if book.suits(by.wielded, game.band(by.id, enemy.id)):
                    yield dec.Attack(by=by.id, target=enemy.id)
        case "defend":
            yield dec.Defend(by=by.id)
        case "block":
            yield dec.Block(by=by.id)
        case "demand_reroll":
            yield dec.DemandReroll(by=by.id)
        case "interrupt":
            for other in later_goes(game):
                yield dec.Interrupt(by=by.id, before=other.id)
        case "special":
            yield from legal_specials(game, by)
        case "flee":
            groups = [c for c in fleers(game) if c.team == by.team]
            for skill in book.flight_skills(game, by):
                yield dec.Flee(by=by.id, skill=skill)
                for other in groups:
                    yield dec.Flee(by=by.id, skill=skill, together=other.id)
        case "pursue":
            for target in fleers(game):
                if target.team != by.team:
                    for skill in book.pursuit_skills(game, by):
                        for band in pursuit_bands(game, by, target):
                            yield dec.Pursue(by=by.id, target=target.id, skill=skill, band=band)
        case "surrender":
            yield dec.Surrender(by=by.id)
        case "pass":
            yield dec.Pass(by=by.id)
        case _:
            pass


def legal_moves(game: Game, by: Character) -> Iterator[Declaration]:
    """H-6.2: every band in reach, of each enemy where each has its own distance."""
    targets = [c.id for c in game.enemies(by)] if game.options.distances == "per_pair" else [None]
    for target in targets:
        origin = game.band(by.id, target or by.id)
        for to in book.BANDS:
            if to != origin and book.reaches(game.options, origin, to):
                yield dec.Move(by=by.id, to=to, target=target)


def legal_specials(game: Game, by: Character) -> Iterator[Declaration]:
    """H-11.1: each special action that is left, with every choice of targets."""
    standing = [c.id for c in game.standing()]
    for special in by.specials:
        if special.uses == 0:
            continue
        for many in range(0 if special.hp is None else 1, min(special.targets, len(standing)) + 1):
            for targets in combinations(standing, many):
                yield dec.UseSpecial(by=by.id, special=special.id, targets=targets)
