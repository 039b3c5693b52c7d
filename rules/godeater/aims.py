"""At whom something may be aimed in godeater: targets listed, or a schema of them where they are too many to list."""

from collections.abc import Iterable, Iterator, Sequence
from math import perm
from typing import TypeVar

from msgspec.structs import replace

from senki.rules.godeater import declarations as dec
from senki.rules.godeater.attack import way_of
from senki.rules.godeater.setup import Bullet, Consumable, Gun
from senki.rules.godeater.state import Game
from senki.rules.message import type_of
from senki.rules.schemas import Json, object_schema, subset

MOST_LISTED = 60
"""So many choices of targets are listed; more go by a schema."""
Aimed = TypeVar("Aimed", dec.Attack, dec.UseSkill, dec.UseItem, dec.Respond)


def listed(single: int, most: int) -> bool:
    """Whether all choices of targets are listed."""
    return sum(perm(single, many) for many in range(1, min(most, single) + 1)) <= MOST_LISTED


def most_targets(game: Game, it: dec.Attack | dec.UseSkill | dec.UseItem | dec.Respond) -> int:
    """How many targets it may have."""
    by = game.characters[it.by]
    if isinstance(it, dec.Attack):
        return way_of(by, it).max_targets
    skill = None if isinstance(it, dec.UseItem) else by.skill(it.skill)
    item = None if isinstance(it, dec.UseSkill) else by.consumable(it.item)
    used = skill or item
    return 0 if used is None else used.max_targets or 0


def aims(found: Iterable[Aimed]) -> dict[Aimed, list[str]]:
    """Single targets by what is aimed at them."""
    single: dict[Aimed, list[str]] = {}
    for it in found:
        of_it = single.setdefault(replace(it, targets=()), [])
        if len(it.targets) == 1:
            of_it.append(it.targets[0])
    return single


def aim_schema(game: Game, plain: Aimed, single: list[str]) -> Json:
    """What is aimed, at any choice of targets."""
    named = {f: {"const": v} for f in plain.__struct_fields__ if (v := getattr(plain, f)) and f != "by"}
    kind, most = type_of(type(plain)), min(most_targets(game, plain), len(single))
    if most == 0:
        return object_schema(kind, plain.by, named, {"targets": {"const": []}})
    return object_schema(kind, plain.by, {**named, "targets": subset(single, 1, most)})


def aimed_schema(game: Game, by: str, found: Sequence[Aimed]) -> Json | None:
    """All choices of targets, where they are not all listed."""
    del by
    single = aims(found)
    if all(listed(len(ids), most_targets(game, plain)) for plain, ids in single.items()):
        return None
    return {"oneOf": [aim_schema(game, plain, ids) for plain, ids in single.items()]}


def ways(game: Game, by: str) -> Iterator[dec.Attack]:
    """G-15.2 to G-15.6: every way of attacking that somebody has."""
    who = game.characters[by]
    if isinstance(who.weapon, Gun):
        for bullet in who.items:
            if isinstance(bullet, Bullet):
                yield dec.Attack(by=by, targets=(), bullet=bullet.id)
    elif who.weapon is not None:
        yield dec.Attack(by=by, targets=())
    for skill in who.skills:
        if skill.attack is not None:
            yield dec.Attack(by=by, targets=(), skill=skill.id)
    for item in who.items:
        if isinstance(item, Consumable) and item.attack is not None:
            yield dec.Attack(by=by, targets=(), item=item.id)
