"""What may be declared now in godeater: every legal play, or a schema of them where they are too many to list."""

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from typing import Any

from rules.chance import Entered
from rules.declarations import Begin
from rules.godeater import clauses as book
from rules.godeater import declarations as dec
from rules.godeater.attack import way_of
from rules.godeater.awaiting import admit, awaiting
from rules.godeater.decide import DECIDE
from rules.godeater.setup import CELLS, Bullet, Cell, Consumable, Gun, Skill
from rules.godeater.state import Character, Game
from rules.message import Declaration, type_of
from rules.rejection import Rejection
from rules.rulebook import Offer
from rules.table import GM

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
        return tuple(gm_plays(game))
    types = [t for a in awaiting(game) if a.by == by for t in a.types]
    offers: list[Offer] = []
    for kind in types:
        candidates, schema = CANDIDATES[kind](game, game.characters[by])
        found = tuple(it for it in candidates if legal(game, it))
        if found:
            offers.append(Offer(kind, by, found, schema))
    return tuple(offers)


def gm_plays(game: Game) -> Iterator[Offer]:
    """What the GM may declare: to begin, to move on, missions, and checks at any time."""
    for awaited in awaiting(game):
        if awaited.by == GM:
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


def aimed(game: Game, most: int, aim: Aim) -> tuple[list[Declaration], list[str] | None]:
    """A declaration for every choice of targets, or for single ones and the ids to choose from."""
    if most == 0:
        return [aim(())], None
    single = [id for id in game.characters if legal(game, aim((id,)))]
    most = min(most, len(single))
    count = chosen = 1
    for n in range(most):
        chosen *= len(single) - n
        count += chosen
    if count > MOST_LISTED:
        return [aim((id,)) for id in single], single
    return [aim(targets) for n in range(1, most + 1) for targets in permutations(single, n)], None


def many(ids: list[str], most: int) -> Json:
    """Several different targets."""
    return {"type": "array", "items": {"enum": ids}, "minItems": 1, "maxItems": most, "uniqueItems": True}


def combined(schemas: list[Json], listed: Sequence[Declaration], by: str) -> Json | None:
    """One schema for all plays of a type, where one is needed at all."""
    if not schemas:
        return None
    kind = type_of(type(listed[0])) if listed else ""
    return {"oneOf": schemas, "description": f"{kind} by {by}"}


def near(game: Game, by: Character, cell: Cell) -> list[Cell]:
    """The cells next to one that somebody may enter."""
    return [c for c in CELLS if book.adjacent(game.options, cell, c) and book.may_enter(by, c)]


def _place(_: Game, by: Character) -> Candidates:
    return [dec.Place(by=by.id, cell=cell) for cell in CELLS], None


def _move(game: Game, by: Character) -> Candidates:
    return [dec.Move(by=by.id, to=cell) for cell in near(game, by, game.cell(by.id))], None


def _dash(game: Game, by: Character) -> Candidates:
    first = near(game, by, game.cell(by.id))
    paths: list[tuple[Cell, ...]] = [(cell,) for cell in first]
    paths += [(cell, after) for cell in first for after in near(game, by, cell)]
    open_cells = [c for c in CELLS if book.may_enter(by, c)]
    path = {"type": "array", "items": {"enum": open_cells}, "minItems": 1, "maxItems": by.ap}
    return [dec.Dash(by=by.id, path=p) for p in paths], schema("dash", by.id, {"path": path})


def _simple(kind: type[dec.GiveUp | dec.Jump | dec.Wait | dec.Pass]) -> Callable[[Game, Character], Candidates]:
    return lambda _, by: ([kind(by=by.id)], None)


def _transform(_: Game, by: Character) -> Candidates:
    return [dec.Transform(by=by.id, weapon=i.id) for i in by.items], None


def _use(
    game: Game, by: Character, uses: Sequence[Skill | Consumable], aim: Callable[[Skill | Consumable], Aim]
) -> Candidates:
    found: list[Declaration] = []
    choices: list[Json] = []
    for it in uses:
        listed, ids = aimed(game, it.max_targets or 0, aim(it))
        found += listed
        field = "skill" if isinstance(it, Skill) else "item"
        required: Json = {field: {"const": it.id}}
        kind = type_of(type(aim(it)(())))
        if ids is not None:
            choices.append(schema(kind, by.id, {**required, "targets": many(ids, it.max_targets or 1)}))
    return found, combined([*choices, *map(exact, found)] if choices else [], found, by.id)


def exact(it: Declaration) -> Json:
    """The schema of a play that is listed; what has its default may be left out."""
    required: Json = {}
    optional: Json = {}
    for name in it.__struct_fields__:
        value = getattr(it, name)
        (required if value else optional)[name] = {"const": value}
    return schema(type_of(type(it)), None, required, optional)


def _use_skill(game: Game, by: Character) -> Candidates:
    return _use(game, by, by.skills, lambda s: lambda t: dec.UseSkill(by=by.id, skill=s.id, targets=t))


def _use_item(game: Game, by: Character) -> Candidates:
    items = [i for i in by.items if isinstance(i, Consumable)]
    return _use(game, by, items, lambda i: lambda t: dec.UseItem(by=by.id, item=i.id, targets=t))


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
    else:
        yield lambda t: dec.Attack(by=by.id, targets=t)
    for skill in by.skills:
        if skill.attack is not None:
            yield lambda t, s=skill: dec.Attack(by=by.id, targets=t, skill=s.id)
    for item in by.items:
        if isinstance(item, Consumable) and item.attack is not None:
            yield lambda t, i=item: dec.Attack(by=by.id, targets=t, item=i.id)


def _attack(game: Game, by: Character) -> Candidates:
    found: list[Declaration] = []
    choices: list[Json] = []
    for way in ways(by):
        if by.weapon is None and way(()).skill is None and way(()).item is None:
            continue
        most = way_of(by, way(())).max_targets
        listed, ids = aimed(game, most, way)
        found += listed
        if ids is not None:
            named = {f: {"const": v} for f in ("bullet", "skill", "item") if (v := getattr(way(()), f))}
            choices.append(schema("attack", by.id, {**named, "targets": many(ids, most)}))
    return found, combined([*choices, *map(exact, found)] if choices else [], found, by.id)


def _link_aid(game: Game, by: Character) -> Candidates:
    return [dec.LinkAid(by=by.id, target=target) for target in game.characters], None


def _respond(game: Game, by: Character) -> Candidates:
    found: list[Declaration] = [dec.Respond(by=by.id, action="waive"), dec.Respond(by=by.id, action="guard")]
    found += [dec.Respond(by=by.id, action="step", to=cell) for cell in near(game, by, game.cell(by.id))]
    found += [dec.Respond(by=by.id, action="cover", ally=ally) for ally in game.characters]
    found = [it for it in found if legal(game, it)]
    choices = [schema("respond", by.id, {"action": {"const": "other"}, "text": TEXT})]
    for field, uses in (
        ("skill", [s for s in by.skills if s.timing == "response"]),
        ("item", [i for i in by.items if isinstance(i, Consumable) and i.timing == "response"]),
    ):
        for it in uses:

            def aim(targets: tuple[str, ...], field: str = field, id: str = it.id) -> Declaration:
                if field == "skill":
                    return dec.Respond(by=by.id, action="skill", skill=id, targets=targets)
                return dec.Respond(by=by.id, action="item", item=id, targets=targets)

            listed, ids = aimed(game, it.max_targets or 0, aim)
            found += [one for one in listed if legal(game, one)]
            if ids is not None:
                named: Json = {"action": {"const": field}, field: {"const": it.id}}
                choices.append(schema("respond", by.id, {**named, "targets": many(ids, it.max_targets or 1)}))
    listed = [*found, dec.Respond(by=by.id, action="other", text=SAID)]
    return listed, {"oneOf": [*choices, *map(exact, found)]}


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
