"""Whom meikyu waits for, what it refuses before a declaration's own row, and what may be declared now."""

from collections.abc import Iterator, Sequence
from itertools import islice, permutations
from math import perm
from typing import Any

from msgspec.structs import replace

from senki.rules.declarations import Begin
from senki.rules.game import Awaited, Offer
from senki.rules.meikyu import clauses as book
from senki.rules.meikyu import declarations as dec
from senki.rules.meikyu.decide import TIMING, may_pass
from senki.rules.meikyu.goes import asked, left, sides_left
from senki.rules.meikyu.state import Character, Exchange, Game
from senki.rules.meikyu.targets import Choice, choice_of_action, choice_of_effect
from senki.rules.message import Declaration, type_of
from senki.rules.rejection import Rejection
from senki.rules.table import GM

NOBODY: tuple[Awaited, ...] = ()
WINDOW = ("reroll", "shift", "perform")


def awaiting(game: Game) -> tuple[Awaited, ...]:
    """Whose declarations are waited for now, and of which types."""
    if game.phase == "setup":
        return (Awaited(by=GM, types=("begin",)),)
    if game.phase == "over":
        return NOBODY
    if game.exchange is not None:
        return answering(game, game.exchange)
    if game.stage == "main":
        by = None if game.active is None else game.characters[game.active]
        return NOBODY if by is None else (Awaited(by=by.id, types=(*left(game, by), "pass")),)
    return tuple(Awaited(by=c.id, types=(*left(game, c), "pass")) for c in asked(game))


def answering(game: Game, it: Exchange) -> tuple[Awaited, ...]:
    """Who answers what is going on: the window of the action die, a cover, a ruling."""
    match it.kind:
        case "action":
            return (Awaited(by=it.by, types=WINDOW),)
        case "attack":
            return tuple(Awaited(by=id, types=("cover", "pass")) for id in book.may_cover(game, it))
        case "ruling":
            return (Awaited(by=GM, types=("rule",)),)


def mentioned(it: Declaration) -> Iterator[str]:
    """The characters that a declaration names, besides the one that makes it."""
    match it:
        case dec.UseAbility(targets=ids) | dec.UseItem(targets=ids) | dec.Perform(targets=ids) | dec.Arrange(order=ids):
            yield from ids
        case dec.Cover(target=target):
            yield target
        case _:
            pass


def admit(game: Game, it: Declaration) -> None:
    """Refuse what the state does not await.

    Raises:
        Rejection: `incapacitated`, `not_awaited`, `once_only`.
    """
    if isinstance(it, Begin) or it.by is None:
        return
    by = game.characters[it.by]
    if not by.active:
        raise Rejection("incapacitated", f"{by.name}はもう動けません。")
    awaited = awaiting(game)
    said = type_of(type(it))
    if any(a.by == by.id and said in a.types for a in awaited):
        return
    clause = used(game, by, it)
    if clause is not None:
        raise Rejection("once_only", "それはもう行いました。一度だけです。", clause)
    raise Rejection("not_awaited", refusal(game, awaited))


def used(game: Game, by: Character, it: Declaration) -> str | None:
    """The clause by which the right to this declaration was already used, in this phase, go or attack.

    Only of one that has the go, or that is asked, or would be, had it not used the right.
    """
    if game.phase != "fighting":
        return None
    if isinstance(it, dec.Cover):
        return "M-3.3" if used_cover(game, by) else None
    if game.stage == "main":
        return used_in_go(game, by, it)
    match it:
        case dec.ChangeRow() if by.row_changed:
            clause, anew = "M-2.2", replace(by, row_changed=False)
        case dec.UseAbility() if by.ability_used:
            clause = {"setup": "M-2.3", "initiative": "M-5.5"}.get(game.stage or "", "M-12.2")
            anew = replace(by, ability_used=False)
        case dec.Arrange() if by.arranged:
            clause, anew = "M-5.4", replace(by, arranged=False)
        case _:
            return None
    is_asked = any(a.by == by.id for g in (game, game.with_character(anew)) for a in awaiting(g))
    return clause if is_asked else None


def used_cover(game: Game, by: Character) -> bool:
    """M-3.3: whether somebody would be asked to cover, had it not covered already this round."""
    attack = game.exchange
    if attack is None or attack.kind != "attack" or not by.covered:
        return False
    others = {target: coverer for target, coverer in attack.covers.items() if coverer != by.id}
    anew = game.with_character(replace(by, covered=False))
    return by.id in book.may_cover(anew, replace(attack, covers=others))


def used_in_go(game: Game, by: Character, it: Declaration) -> str | None:
    """The same of one's own go."""
    if game.active != by.id:
        return None
    match it:
        case dec.UseItem() | dec.UseAbility() if by.item_used:
            return "M-7.2"
        case dec.RollAction() if by.action_used:
            return "M-9.2"
        case dec.Wait() if by.waiting:
            return "M-10.1"
        case _:
            return None


def refusal(game: Game, awaited: tuple[Awaited, ...]) -> str:
    """What would be right instead."""
    if not awaited:
        return "いま待っている宣言はありません。"
    names = [game.characters[a.by].name if a.by in game.characters else "ＧＭ" for a in awaited]
    types = "、".join(dict.fromkeys(t for a in awaited for t in a.types))
    return f"いまは{'、'.join(names)}の宣言（{types}）を待っています。"


def plays(game: Game, by: str) -> tuple[Offer, ...]:
    """Every legal play of a character (or of the GM, at the beginning) at this moment."""
    offers: list[Offer] = []
    for awaited in awaiting(game):
        if awaited.by != by:
            continue
        if by == GM:
            if "begin" in awaited.types and may_begin(game):
                offers.append(Offer("begin", None, (Begin(),)))
            continue
        character = game.characters[by]
        for kind in awaited.types:
            offer = offered(game, character, kind)
            if offer.plays:
                offers.append(offer)
    return tuple(offers)


def may_begin(game: Game) -> bool:
    """M-3.2: whether everybody stands where it may."""
    sides = sides_left(game)
    return len(sides) > 1 and not any(book.too_many_behind(game, side) for side in sides)


def offered(game: Game, by: Character, kind: str) -> Offer:
    """The legal plays of one type."""
    match kind:
        case "use_ability":
            timing = None if game.stage is None else TIMING[game.stage]
            able = [a for a in by.abilities if a.timing == timing and book.affords(by, a.cost)]
            return of_targets(by, kind, [({"ability": a.id}, choice_of_effect(game, by, a)) for a in able])
        case "use_item":
            owned = [i for i in by.items if i.count > 0]
            return of_targets(by, kind, [({"item": i.id}, choice_of_effect(game, by, i)) for i in owned])
        case "perform":
            row = by.action_at(game.exchange.face if game.exchange else 1)
            return of_targets(by, kind, [({}, choice_of_action(game, by, row))])
        case "arrange":
            same = book.tied(game, by)
            found = [dec.Arrange(by=by.id, order=order) for order in islice(permutations(same), MOST_PLAYS)]
            listed = perm(len(same)) <= MOST_PLAYS
            return Offer(kind, by.id, tuple(found), None if listed else arrange_schema(by, same))
        case _:
            return Offer(kind, by.id, tuple(simple_plays(game, by, kind)))


def simple_plays(game: Game, by: Character, kind: str) -> Iterator[Declaration]:
    """The legal plays of a type that names nobody, or one."""
    it = game.exchange
    match kind:
        case "change_row" if book.may_change_row(game, by):
            yield dec.ChangeRow(by=by.id)
        case "roll_action":
            yield dec.RollAction(by=by.id)
        case "reroll" | "shift" if it is not None and book.wit_left(game.options, by):
            yield from wit_plays(by, kind, it.face)
        case "cover" if it is not None:
            yield from (dec.Cover(by=by.id, target=target) for target in book.coverable(game, it, by))
        case "wait":
            yield dec.Wait(by=by.id)
        case "pass" if may_pass(game, by):
            yield dec.Pass(by=by.id)
        case _:
            pass


def wit_plays(by: Character, kind: str, face: int) -> Iterator[Declaration]:
    """M-11.4 to M-11.6: what wit may do to the face of the action die."""
    if kind == "reroll":
        yield dec.Reroll(by=by.id)
        return
    yield from (dec.Shift(by=by.id, change=change) for change in (-1, 1) if book.on_the_die(face + change))


MOST_PLAYS = 60
"""How many plays of one type are listed; more are told by a schema, with as many samples."""

DECLARED = {"use_ability": dec.UseAbility, "use_item": dec.UseItem, "perform": dec.Perform}


def of_targets(by: Character, kind: str, choices: Sequence[tuple[dict[str, str], Choice]]) -> Offer:
    """Plays that choose targets, in every order; where these are too many, samples and a schema."""
    plays: list[Declaration] = []
    listed = True
    for fields, (ids, most) in choices:
        named = (c for many in range(1, most + 1) for c in permutations(ids, many)) if most else iter([()])
        listed = listed and sum(perm(len(ids), many) for many in range(1, most + 1)) <= MOST_PLAYS
        plays += [DECLARED[kind](by=by.id, targets=targets, **fields) for targets in islice(named, MOST_PLAYS)]
    if listed:
        return Offer(kind, by.id, tuple(plays))
    schemas = [targets_schema(by, kind, fields, choice) for fields, choice in choices]
    return Offer(kind, by.id, tuple(plays), schemas[0] if len(schemas) == 1 else {"oneOf": schemas})


def targets_schema(by: Character, kind: str, fields: dict[str, str], choice: Choice) -> dict[str, Any]:
    """The JSON Schema of a play with these targets to choose from."""
    targets: dict[str, Any] = {"type": "array", "maxItems": choice.most}
    if choice.most:
        targets |= {"items": {"enum": list(choice.ids)}, "minItems": 1, "uniqueItems": True}
    required = ["type", "by", *fields, *(["targets"] if choice.most else [])]
    constants = {name: {"const": value} for name, value in {"type": kind, "by": by.id, **fields}.items()}
    return {
        "type": "object",
        "properties": {**constants, "targets": targets},
        "required": required,
        "additionalProperties": False,
    }


def arrange_schema(by: Character, same: tuple[str, ...]) -> dict[str, Any]:
    """The JSON Schema of an arrangement of those tied."""
    many = len(same)
    order = {"type": "array", "items": {"enum": list(same)}, "minItems": many, "maxItems": many, "uniqueItems": True}
    return {
        "type": "object",
        "properties": {"type": {"const": "arrange"}, "by": {"const": by.id}, "order": order},
        "required": ["type", "by", "order"],
        "additionalProperties": False,
    }
