"""What may be declared now in godeater: every legal play, or a schema of them where they are too many to list."""

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from math import perm
from typing import Any

from msgspec import Struct

from senki.rules.chance import Entered
from senki.rules.declarations import Begin
from senki.rules.game import Offer, dice_offers
from senki.rules.godeater import clauses as book
from senki.rules.godeater import declarations as dec
from senki.rules.godeater.attack import way_of
from senki.rules.godeater.awaiting import admit, awaiting
from senki.rules.godeater.decide import DECIDE
from senki.rules.godeater.setup import CELLS, Bullet, Cell, Consumable, Gun
from senki.rules.godeater.state import Character, Game
from senki.rules.message import Declaration, type_of
from senki.rules.rejection import Rejection
from senki.rules.table import GM

Json = dict[str, Any]
MOST_LISTED = 60
"""So many choices of targets are listed; more go by a schema."""
SAID = "……"
ABILITIES = ("strength", "agility", "intellect", "endurance")


def legal(game: Game, it: Declaration) -> bool:
    """Whether a declaration would be accepted: it is decided as far as its first event."""
    try:
        admit(game, it)
        next(DECIDE[type(it)](game, it, Entered()), None)
    except Rejection as rejection:
        return rejection.code == "bad_rolls"
    return True


def plays(game: Game, by: str) -> tuple[Offer, ...]:
    """Every legal play of a character, or of the GM, at this moment."""
    if by == GM:
        return (*gm_plays(game), *dice_offers(awaiting(game), GM))
    if game.dice is not None:
        return dice_offers(awaiting(game), by)
    types = [t for a in awaiting(game) if a.by == by for t in a.types]
    offers: list[Offer] = []
    for kind in types:
        candidates, schema = CANDIDATES[kind](game, game.characters[by])
        found = tuple(it for it in candidates if kind in TRIED or legal(game, it))
        if found:
            offers.append(Offer(kind, by, found, schema))
    return tuple(offers)


TRIED = frozenset({"attack", "use_skill", "use_item", "respond"})
"""Types whose candidates have been tried, target by target, where they were found."""


def gm_plays(game: Game) -> Iterator[Offer]:
    """What the GM may declare: to begin, to move on, missions, and checks at any time."""
    for awaited in awaiting(game):
        if awaited.by == GM and game.dice is None:
            it = Begin() if "begin" in awaited.types else dec.NextRound()
            yield Offer(type_of(type(it)), None, (it,))
    marks = (dec.MarkMission(mission=m.id, result=result) for m in game.missions for result in ("achieved", "failed"))
    found = tuple(it for it in marks if legal(game, it))
    if found:
        yield Offer("mark_mission", None, found)
    ids = list(game.characters)
    ability, number = {"enum": list(ABILITIES)}, {"type": "integer"}
    modifier = {**number, "minimum": -99, "maximum": 99}
    yield Offer(
        "check",
        None,
        tuple(dec.Check(character=id, ability="agility", difficulty=8) for id in ids),
        schema(
            "check",
            None,
            {"character": {"enum": ids}, "ability": ability, "difficulty": {**number, "minimum": 0, "maximum": 999}},
            {"modifier": modifier, "label": {"type": "string", "minLength": 1, "maxLength": 200}},
        ),
    )
    if len(ids) > 1:
        pairs = {(ids[n - 1], ids[n]) for n in range(len(ids))} - {(i, i) for i in ids}
        yield Offer(
            "opposed_check",
            None,
            tuple(
                dec.OpposedCheck(attacker=a, defender=d, attacker_ability="strength", defender_ability="strength")
                for a, d in sorted(pairs)
            ),
            {
                "oneOf": [
                    schema(
                        "opposed_check",
                        None,
                        {
                            "attacker": {"const": id},
                            "defender": {"enum": [other for other in ids if other != id]},
                            "attacker_ability": ability,
                            "defender_ability": ability,
                        },
                        {"attacker_modifier": modifier, "defender_modifier": modifier},
                    )
                    for id in ids
                ]
            },
        )


def schema(kind: str, by: str | None, required: Json, optional: Json | None = None) -> Json:
    """A JSON Schema of one declaration."""
    head: Json = {"type": {"const": kind}}
    if by is not None:
        head["by"] = {"const": by}
    return {
        "type": "object",
        "properties": {**head, **required, **(optional or {})},
        "required": [*head, *required],
        "additionalProperties": False,
    }


Candidates = tuple[Sequence[Declaration], Json | None]
Aim = Callable[[tuple[str, ...]], Declaration]


class Aimed(Struct, frozen=True):
    """Plays of one kind at every choice of targets; where they are not `complete`, the schema stands for them all."""

    plays: tuple[Declaration, ...]
    schema: Json
    complete: bool = True


def aimed(game: Game, most: int, aim: Aim) -> Aimed:
    """A declaration for every choice of targets, or for single ones where there are too many choices."""
    plain = aim(())
    named = {f: {"const": v} for f in plain.__struct_fields__ if (v := getattr(plain, f)) and f != "by"}
    kind, by = type_of(type(plain)), plain.by
    if most == 0:
        plays = (plain,) if legal(game, plain) else ()
        return Aimed(plays, schema(kind, by, named, {"targets": {"const": []}}))
    single = [id for id in game.characters if legal(game, aim((id,)))]
    most = min(most, len(single))
    targets = {"type": "array", "items": {"enum": single}, "minItems": 1, "maxItems": most, "uniqueItems": True}
    told = schema(kind, by, {**named, "targets": targets})
    if sum(perm(len(single), n) for n in range(1, most + 1)) > MOST_LISTED:
        return Aimed(tuple(aim((id,)) for id in single), told, complete=False)
    return Aimed(tuple(aim(t) for n in range(1, most + 1) for t in permutations(single, n)), told)


def together(found: Sequence[Aimed]) -> Candidates:
    """All plays of a type, with a schema where some of them are not listed."""
    plays = [play for one in found for play in one.plays]
    complete = all(one.complete for one in found)
    return plays, None if complete else {"oneOf": [one.schema for one in found if one.plays]}


def near(game: Game, by: Character, cell: Cell) -> list[Cell]:
    """The cells next to one that somebody may enter."""
    return [c for c in CELLS if book.adjacent(game.options, cell, c) and book.may_enter(by, c)]


def _place(_: Game, by: Character) -> Candidates:
    return [dec.Place(by=by.id, cell=cell) for cell in CELLS], None


def _move(game: Game, by: Character) -> Candidates:
    return [dec.Move(by=by.id, to=cell) for cell in near(game, by, game.cell(by.id))], None


def _dash(game: Game, by: Character) -> Candidates:
    first = near(game, by, game.cell(by.id))
    longer: list[tuple[Cell, ...]] = [(cell, after) for cell in first for after in near(game, by, cell)]
    paths: list[tuple[Cell, ...]] = [*((cell,) for cell in first), *longer]
    open_cells = [c for c in CELLS if book.may_enter(by, c)]
    path = {"type": "array", "items": {"enum": open_cells}, "minItems": 1, "maxItems": by.ap}
    return [dec.Dash(by=by.id, path=p) for p in paths], schema("dash", by.id, {"path": path})


def _simple(kind: type[dec.GiveUp | dec.Jump | dec.Wait | dec.Pass]) -> Callable[[Game, Character], Candidates]:
    return lambda _, by: ([kind(by=by.id)], None)


def _transform(_: Game, by: Character) -> Candidates:
    return [dec.Transform(by=by.id, weapon=i.id) for i in by.items], None


def _use_skill(game: Game, by: Character) -> Candidates:
    return together(
        [
            aimed(game, s.max_targets or 0, lambda t, one=s.id: dec.UseSkill(by=by.id, skill=one, targets=t))
            for s in by.skills
        ]
    )


def _use_item(game: Game, by: Character) -> Candidates:
    return together(
        [
            aimed(game, i.max_targets or 0, lambda t, one=i.id: dec.UseItem(by=by.id, item=one, targets=t))
            for i in by.items
            if isinstance(i, Consumable)
        ]
    )


def _hand_over(game: Game, by: Character) -> Candidates:
    return [dec.HandOver(by=by.id, item=i.id, to=to) for i in by.items for to in game.characters], None


def _drop(_: Game, by: Character) -> Candidates:
    return [dec.Drop(by=by.id, item=i.id) for i in by.items], None


def _pick_up(game: Game, by: Character) -> Candidates:
    return [dec.PickUp(by=by.id, item=i.id) for i in game.ground.get(game.cell(by.id), ())], None


TEXT: Json = {"type": "string", "minLength": 1, "maxLength": 4000}


def _improvise(_: Game, by: Character) -> Candidates:
    return [dec.Improvise(by=by.id, text=SAID)], schema("improvise", by.id, {"text": TEXT})


def ways(by: Character) -> Iterator[Callable[[tuple[str, ...]], dec.Attack]]:
    """Every way of attacking that somebody has."""
    if isinstance(by.weapon, Gun):
        for bullet in by.items:
            if isinstance(bullet, Bullet):
                yield lambda t, b=bullet: dec.Attack(by=by.id, targets=t, bullet=b.id)
    elif by.weapon is not None:
        yield lambda t: dec.Attack(by=by.id, targets=t)
    for skill in by.skills:
        if skill.attack is not None:
            yield lambda t, s=skill: dec.Attack(by=by.id, targets=t, skill=s.id)
    for item in by.items:
        if isinstance(item, Consumable) and item.attack is not None:
            yield lambda t, i=item: dec.Attack(by=by.id, targets=t, item=i.id)


def _attack(game: Game, by: Character) -> Candidates:
    return together([aimed(game, way_of(by, way(())).max_targets, way) for way in ways(by)])


def _link_aid(game: Game, by: Character) -> Candidates:
    return [dec.LinkAid(by=by.id, target=target) for target in game.characters], None


def _respond(game: Game, by: Character) -> Candidates:
    steps = [dec.Respond(by=by.id, action="step", to=cell) for cell in near(game, by, game.cell(by.id))]
    covers = [dec.Respond(by=by.id, action="cover", ally=ally) for ally in game.characters]
    guards = [dec.Respond(by=by.id, action="guard")]
    found: list[Declaration] = [dec.Respond(by=by.id, action="waive")]
    choices = [schema("respond", by.id, {"action": {"const": "waive"}})]
    for action, field, listed in (("step", "to", steps), ("cover", "ally", covers), ("guard", None, guards)):
        legal_ones = [it for it in listed if legal(game, it)]
        found += legal_ones
        if legal_ones:
            named: Json = {} if field is None else {field: {"enum": [getattr(it, field) for it in legal_ones]}}
            choices.append(schema("respond", by.id, {"action": {"const": action}, **named}))
    for one in responses(game, by):
        found += one.plays
        if one.plays:
            choices.append(one.schema)
    choices.append(schema("respond", by.id, {"action": {"const": "other"}, "text": TEXT}))
    return [*found, dec.Respond(by=by.id, action="other", text=SAID)], {"oneOf": choices}


def responses(game: Game, by: Character) -> Iterator[Aimed]:
    """Skills and items to answer with."""
    for skill in by.skills:
        if skill.timing == "response":
            yield aimed(
                game,
                skill.max_targets or 0,
                lambda t, one=skill.id: dec.Respond(by=by.id, action="skill", skill=one, targets=t),
            )
    for item in by.items:
        if isinstance(item, Consumable) and item.timing == "response":
            yield aimed(
                game,
                item.max_targets or 0,
                lambda t, one=item.id: dec.Respond(by=by.id, action="item", item=one, targets=t),
            )


def _choose_shield(_: Game, by: Character) -> Candidates:
    return [dec.ChooseShield(by=by.id, shield=s.id) for s in by.shields], None


CANDIDATES: dict[str, Callable[[Game, Character], Candidates]] = {
    "place": _place,
    "move": _move,
    "dash": _dash,
    "give_up": _simple(dec.GiveUp),
    "jump": _simple(dec.Jump),
    "transform": _transform,
    "use_skill": _use_skill,
    "use_item": _use_item,
    "hand_over": _hand_over,
    "drop": _drop,
    "pick_up": _pick_up,
    "improvise": _improvise,
    "attack": _attack,
    "link_aid": _link_aid,
    "wait": _simple(dec.Wait),
    "respond": _respond,
    "choose_shield": _choose_shield,
    "pass": _simple(dec.Pass),
}
