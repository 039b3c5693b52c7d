"""Whom persona waits for, and what it refuses before a declaration's own row. Nothing here looks at a hidden card."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from senki.rules.declarations import Begin
from senki.rules.game import Awaited, awaiting_dice
from senki.rules.message import Declaration, type_of
from senki.rules.persona import clauses as book
from senki.rules.persona import declarations as dec
from senki.rules.persona.decide import groups_of
from senki.rules.persona.state import Character, Game
from senki.rules.rejection import Rejection, require
from senki.rules.table import GM

NOBODY: tuple[Awaited, ...] = ()


def awaiting(game: Game) -> tuple[Awaited, ...]:
    """Whose declarations are waited for now, and of which types."""
    if game.phase == "setup":
        return (Awaited(by=GM, types=("begin",)),)
    if game.dice is not None:
        return awaiting_dice(game.dice)
    return by_stage(game)


def by_stage(game: Game) -> tuple[Awaited, ...]:
    """Who is waited for in the part of the battle that it is in."""
    match game.stage:
        case "act" if game.active is not None:
            return (*acting(game, game.characters[game.active]), *arranging(game))
        case "defend":
            return tuple(defending(game))
        case "discard":
            return tuple(Awaited(by=c.id, types=("discard",)) for c in game.overfull())
        case "check" if game.check is not None:
            return (Awaited(by=game.check.by, types=("check",)),)
        case "judge":
            return (Awaited(by=GM, types=("judge",)),)
        case "call":
            return (Awaited(by=GM, types=("call", "judge")),)
        case "rest":
            return (Awaited(by=GM, types=("rest",)),)
        case None if game.phase == "over":
            return tuple(afterwards(game))
        case _:
            return NOBODY


def acting(game: Game, by: Character) -> tuple[Awaited, ...]:
    """P-3.2: what one may do in one's own turn."""
    types: list[str] = []
    if by.kind != "civilian":
        types.append("attack")
    if by.has_hand or by.spells:
        types.append("cast")
    if by.has_hand:
        if len(by.personas) > 1 and not changed_enough(game, by):
            types.append("change_persona")
        types += ["exchange", "negotiate"]
    if by.kind != "civilian":
        types.append("incapacitate")
    if game.options.escape_route:
        types.append("flee")
    types += ["pass", "other", "surrender"]
    if len(game.to_come()) > 1:
        types.append("delay")
    if groups_of(game, by.id) and by.side == "pc":
        types.append("arrange")
    return (Awaited(by=by.id, types=tuple(types)),)


def changed_enough(game: Game, by: Character) -> bool:
    """P-12.1: whether this round's persona change is used (option `persona_changes`)."""
    return by.persona_changed and game.options.persona_changes == "once"


def arranging(game: Game) -> Iterator[Awaited]:
    """P-2.5, P-2.6, P-2.8: who may settle the order among equals, besides the one whose turn it is."""
    for group in [] if game.original else book.equals(game):
        if game.characters[group[0]].side == "pc":
            yield from (Awaited(by=i, types=("arrange",), optional=True) for i in group if i != game.active)
    if groups_of(game, None):
        yield Awaited(by=GM, types=("arrange",), optional=True)


def defending(game: Game) -> Iterator[Awaited]:
    """P-6.10, P-6.27: who must lay a defence, and under `at_once` who must discard before the attack goes on."""
    pending = game.attack.pending if game.attack is not None else ()
    discards = {c.id for c in game.overfull()} if game.options.damage_refill == "at_once" else set[str]()
    for id in game.characters:
        types = (("defend",) if id in pending else ()) + (("discard",) if id in discards else ())
        if types:
            yield Awaited(by=id, types=types)


def afterwards(game: Game) -> Iterator[Awaited]:
    """P-11.28, P-15.7: magic, hours and recovery after the battle."""
    for c in game.characters.values():
        if c.condition in {"active", "fled"} and (c.has_hand or c.spells):
            yield Awaited(by=c.id, types=("cast",), optional=True)
        elif c.recovery_due and book.may_recover(game, c):
            yield Awaited(by=c.id, types=("recover",), optional=True)
    yield Awaited(by=GM, types=("pass_hour",), optional=True)


NAMES_CHARACTERS: Mapping[type[Declaration], Callable[[Any], tuple[str | None, ...]]] = {
    dec.Arrange: lambda it: it.order,
    dec.Delay: lambda it: (it.after,),
    dec.Attack: lambda it: (it.target,),
    dec.Cast: lambda it: (it.target,),
    dec.Negotiate: lambda it: (it.target,),
    dec.Incapacitate: lambda it: (it.target,),
    dec.ShowHand: lambda it: it.to,
}


def mentioned(it: Declaration) -> tuple[str, ...]:
    """The characters that a declaration names, besides the one that makes it."""
    named = NAMES_CHARACTERS.get(type(it))
    return () if named is None else tuple(id for id in named(it) if id is not None)


def form(it: Declaration) -> None:
    """What the fields of a declaration must be, whatever the state.

    Raises:
        Rejection: `malformed`.
    """
    if isinstance(it, dec.Cast):
        aimed = it.spell in book.AIMED
        require(
            (it.target is not None) == aimed,
            "malformed",
            "この魔法には対象（target）を一人書いてください。" if aimed else "この魔法に対象（target）は書けません。",
        )


def admit(game: Game, it: Declaration) -> None:
    """Refuse what the state does not await.

    Raises:
        Rejection: `once_only`, `incapacitated`, `not_awaited`.
    """
    if isinstance(it, Begin):
        return
    if it.by is not None and isinstance(it, dec.ShowHand):
        require_showing(game.characters[it.by])
        return
    awaited = awaiting(game)
    speaker = it.by or GM
    said = type_of(type(it))
    if it.by is not None:
        by = game.characters[it.by]
        require_unused(game, by, it)
        called = any(a.by == by.id for a in awaited)
        if game.phase == "fighting" and not by.active and not called:
            raise Rejection("incapacitated", f"{by.name}はいま動けません。", _UNABLE.get(by.condition))
    if not any(a.by == speaker and said in a.types for a in awaited):
        raise Rejection("not_awaited", refusal(game, awaited), forbidden_by(game, it))


_UNABLE: dict[str, str] = {"near_death": "P-0.3", "incapacitated": "P-15.10"}


def require_showing(by: Character) -> None:
    """P-0.6: players show their hands to each other, at any time.

    Raises:
        Rejection: `not_awaited`.
    """
    require(by.has_hand and by.side == "pc", "not_awaited", "手札を見せられるのは、ＰＣのペルソナ使いです。", "P-0.6")


def require_unused(game: Game, by: Character, it: Declaration) -> None:
    """A right that is used up for this round, or for this hour.

    Raises:
        Rejection: `once_only`.
    """
    if isinstance(it, dec.ChangePersona) and game.phase == "fighting":
        require(not changed_enough(game, by), "once_only", "ペルソナチェンジは1ターンに一度だけです。", "P-12.1")
    if isinstance(it, dec.Recover) and game.phase == "over" and game.hours and book.may_recover(game, by):
        require(by.recovery_due or by.id not in game.tried, "once_only", "回復判定は一時間に一度だけです。", "P-15.7")


def forbidden_by(game: Game, it: Declaration) -> str | None:
    """The clause that keeps this character, or this place, from it."""
    by = game.characters[it.by] if it.by is not None else None
    if by is None:
        return None
    match it:
        case dec.Attack() | dec.Incapacitate() if by.kind == "civilian":
            return "P-6.9"
        case dec.Cast() if not by.has_hand and not by.spells:
            return "P-11.3"
        case dec.ChangePersona() if not by.has_hand:
            return "P-12.3"
        case dec.Exchange() if game.phase == "over":
            return "P-13.3"
        case dec.Exchange() if not by.has_hand:
            return "P-13.4"
        case dec.Negotiate() if not by.has_hand:
            return "P-14.1"
        case dec.Recover() if not book.may_recover(game, by):
            return "P-15.8" if game.original else "P-15.7"
        case dec.Flee() if not game.options.escape_route:
            return "P-16.2"
        case _:
            return None


def refusal(game: Game, awaited: tuple[Awaited, ...]) -> str:
    """What would be right instead."""
    if not awaited:
        return "いま待っている宣言はありません。"
    names = dict.fromkeys(game.characters[a.by].name if a.by in game.characters else "ＧＭ" for a in awaited)
    types = "、".join(dict.fromkeys(t for a in awaited for t in a.types))
    return f"いまは{'、'.join(names)}の宣言（{types}）を待っています。"
