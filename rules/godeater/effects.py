"""What skills and items do: costs, changes at once, lasting effects; falling and rising."""

from collections.abc import Iterable

from msgspec import UNSET

from senki.rules import events as shared
from senki.rules.game import Ruling
from senki.rules.godeater import events as ev
from senki.rules.godeater.clauses import blows, checks, flow, turns
from senki.rules.godeater.setup import (
    FREE,
    AnyEffect,
    Change,
    Condition,
    Consumable,
    Cost,
    EndCondition,
    Lasting,
    Lasts,
    Modifier,
    Resource,
    RoundEndChange,
    Skill,
)
from senki.rules.godeater.state import Character, Game, Lingering
from senki.rules.godeater.words import RESOURCES, WORDS
from senki.rules.message import Term
from senki.rules.rejection import require

Ruled = Ruling[Game]


def affordable(character: Character, cost: Cost) -> bool:
    """Whether somebody can pay."""
    return (
        character.ap >= cost.ap
        and character.st >= cost.st
        and character.op >= cost.op
        and (cost.hp == 0 or character.hp >= cost.hp)
    )


def priced(cost: Cost) -> str:
    """A cost in words."""
    named = (("ap", cost.ap), ("st", cost.st), ("op", cost.op), ("hp", cost.hp))
    return "、".join(f"{RESOURCES[resource]}{price}" for resource, price in named if price)


def require_payable(character: Character, cost: Cost, clause: str) -> None:
    """A cost must be there to be paid.

    Raises:
        Rejection: `cannot_pay`.
    """
    require(
        affordable(character, cost),
        "cannot_pay",
        f"{priced(cost)}が要りますが、{character.name}には"
        f"ＡＰ{character.ap}、ＳＴ{character.st}、ＯＰ{character.op}、ＨＰ{character.hp}しかありません。",
        clause,
    )


def pay(game: Game, by: str, purpose: str, cost: Cost, *clauses: str) -> Ruled:
    """The cost of something is paid first; what costs the last HP fells, and who has fallen does nothing more."""
    if cost == FREE:
        return game
    game = yield ev.Paid(by=by, purpose=purpose, cost=cost, clauses=clauses)
    return (yield from fall(game, by)) if cost.hp else game


def fall(game: Game, id: str) -> Ruled:
    """G-19.6: whoever has no HP left is incapacitated."""
    it = game.characters[id]
    if not blows.falls(game.options, it):
        return game
    return (yield ev.Fell(character=id, ap=blows.ap_of_fallen(game.options, it.ap), clauses=("G-19.6",)))


def change(  # noqa: PLR0917 - whose resource, by how much, and why
    game: Game, id: str, resource: Resource, value: int, source: str, clause: str
) -> Ruled:
    """A resource goes up or down, as far as it can; who loses the last HP falls, who is healed may rise."""
    it = game.characters[id]
    amount, terms = flow.within(it, resource, (Term(source, value),), blows.floor(game.options, resource))
    now = it.resource(resource) + amount
    game = yield ev.Changed(character=id, resource=resource, amount=amount, now=now, terms=terms, clauses=(clause,))
    if resource == "hp" and value < 0:
        return (yield from fall(game, id))
    if turns.revives(game.options, game.characters[id]) and resource == "hp":
        return (yield ev.Rescued(by=None, target=id, hp=now, clauses=("G-9.3",)))
    return game


def apply(  # noqa: PLR0917 - whose effects, on whom, and why
    game: Game, effects: Iterable[AnyEffect], by: str, targets: tuple[str, ...], source: str, clause: str
) -> Ruled:
    """The effects of a skill, item, bullet or attack, in their order, on its targets or on its user."""
    for effect in effects:
        for id in targets if effect.to == "targets" and targets else (by,):
            game = yield from take_effect(game, effect, id, source, clause)
    return game


def take_effect(game: Game, effect: AnyEffect, id: str, source: str, clause: str) -> Ruled:
    """One effect on one character."""
    match effect:
        case Change():
            return (yield from change(game, id, effect.resource, effect.value, source, clause))
        case EndCondition():
            for it in game.characters[id].effects:
                if it.kind == "condition" and it.condition == effect.condition:
                    game = yield ev.EffectEnded(character=id, effect=it.id, source=it.source, clauses=(clause,))
            return game
        case _:
            gained = lingering(game, effect, source)
            return (yield ev.EffectGained(character=id, effect=gained, clauses=(clause,)))


def next_effect(game: Game) -> str:
    """The id of the next lasting effect."""
    return f"e{game.effects_made + 1}"


def lingering(game: Game, effect: Lasting, source: str) -> Lingering:
    """A lasting effect as it will be on somebody."""
    filters = (effect.attack_type, effect.element) if isinstance(effect, Modifier) else (UNSET, UNSET)
    return Lingering(
        id=next_effect(game),
        source=source,
        kind=checks.LASTING_KIND[type(effect)],
        value=effect.value if isinstance(effect, Modifier | RoundEndChange) else UNSET,
        resource=effect.resource if isinstance(effect, RoundEndChange) else UNSET,
        condition=effect.condition if isinstance(effect, Condition) else UNSET,
        attack_type=filters[0],
        element=filters[1],
        lasts=effect.lasts or "battle",
        rounds=UNSET if effect.rounds is None else effect.rounds,
    )


def end_lasting(game: Game, lasts: Lasts) -> Ruled:
    """What lasts an attack, or a turn, is over with it."""
    for id in game.characters:
        for effect in game.characters[id].effects:
            if effect.lasts == lasts:
                game = yield ev.EffectEnded(character=id, effect=effect.id, source=effect.source)
    return game


def require_use(game: Game, by: Character, it: Skill | Consumable, targets: tuple[str, ...], clause: str) -> None:
    """What a use asks for besides its timing: its state, its targets, its range, its cost.

    Raises:
        Rejection: `illegal_value`, `bad_target`, `out_of_range`, `cannot_pay`.
    """
    require_condition(by, it.requires, clause)
    require_targets(targets, 1 if it.max_targets else 0, it.max_targets or 0, clause)
    if it.range is not None:
        for target in targets:
            require_reach(game, by, target, it.range, clause)
    require_payable(by, it.cost, clause)


def require_condition(by: Character, condition: str | None, clause: str) -> None:
    """What can be done in a certain state only.

    Raises:
        Rejection: `illegal_value`.
    """
    state = None if condition is None else WORDS.value("condition", condition) or f"「{condition}」"
    require(
        condition is None or by.is_in(condition), "illegal_value", f"{by.name}が{state}のときにだけ使えます。", clause
    )


def require_targets(targets: tuple[str, ...], least: int, most: int, clause: str) -> None:
    """As many targets as allowed, each once.

    Raises:
        Rejection: `bad_target`.
    """
    fine = len(set(targets)) == len(targets) and least <= len(targets) <= most
    require(fine or most > 0, "bad_target", "これに対象は選べません。", clause)
    require(fine, "bad_target", f"対象は重ならないように{least}人以上{most}人まで選んでください。", clause)


def require_reach(game: Game, by: Character, target: str, reach: tuple[int, int], clause: str) -> None:
    """A target within a range.

    Raises:
        Rejection: `out_of_range`.
    """
    here, there = game.cell(by.id), game.cell(target)
    apart = flow.distance(game.options, here, there)
    require(
        reach[0] <= apart <= reach[1],
        "out_of_range",
        f"{game.characters[target].name}までの距離は{apart}です。射程は{reach[0]}～{reach[1]}です。",
        clause,
    )


def pay_and_use(game: Game, by: str, it: Skill | Consumable, targets: tuple[str, ...], clause: str) -> Ruled:
    """G-8.4, G-9.4: the cost is paid first; then the skill or item is used, unless the cost has felled its user."""
    purpose = "skill" if isinstance(it, Skill) else "item"
    game = yield from pay(game, by, purpose, it.cost, clause)
    if game.characters[by].incapacitated:
        return (yield shared.Passed(by=by, what=it.id, why="incapacitated"))
    return (yield from use(game, by, it, targets, clause))


def use(game: Game, by: str, it: Skill | Consumable, targets: tuple[str, ...], clause: str) -> Ruled:
    """A skill or an item is used, and does what it does; its cost has been paid."""
    if isinstance(it, Skill):
        game = yield ev.SkillUsed(by=by, skill=it.id, targets=targets, clauses=(clause,))
    else:
        game = yield ev.ItemUsed(by=by, item=it.id, targets=targets, left=left(it), clauses=(clause,))
    missed = it.max_targets and not targets
    effects = [e for e in it.effects if e.to == "self"] if missed else it.effects
    return (yield from apply(game, effects, by, targets, it.id, clause))


def left(it: Skill | Consumable | None) -> int | None:
    """Uses left of an item after one more; None where they are unlimited."""
    return it.uses - 1 if isinstance(it, Consumable) and it.uses is not None else None
