"""What may be declared in godeater: a row a declaration."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations
from typing import TypeVar

from msgspec.structs import replace

from senki.rules.declarations import Begin
from senki.rules.godeater import declarations as dec
from senki.rules.godeater.aims import Aimed, aim_schema, aimed_schema, aims, listed, most_targets, ways
from senki.rules.godeater.attack import attack, choose_shield, form, respond
from senki.rules.godeater.awaiting import MOVE, SIDE, awaiting, unable
from senki.rules.godeater.checks import check, opposed_check
from senki.rules.godeater.clauses import flow
from senki.rules.godeater.decide import (
    begin,
    dash,
    drop,
    give_up,
    hand_over,
    improvise,
    jump,
    link_aid,
    mark_mission,
    move,
    next_round,
    pick_up,
    place,
    transform,
    use_item,
    use_skill,
    wait,
)
from senki.rules.godeater.setup import CELLS, Cell, Consumable
from senki.rules.godeater.state import Game
from senki.rules.godeater.windows import pass_
from senki.rules.godeater.words import WORDS
from senki.rules.message import Declaration, type_of
from senki.rules.plays import Play, Plays
from senki.rules.rejection import Rejection
from senki.rules.schemas import Json, object_schema, text

SAID = "……"
TEXT = text(4000)
ABILITY: Json = {"enum": ["strength", "agility", "intellect", "endurance"]}
MODIFIER: Json = {"type": "integer", "minimum": -99, "maximum": 99}
DIFFICULTY: Json = {"type": "integer", "minimum": 0, "maximum": 999}

D = TypeVar("D", bound=Declaration)


def out_of_turn(game: Game, it: Declaration) -> Rejection:
    """The clause that keeps a declaration from being made now."""
    return Rejection("not_awaited", PLAYS.awaited_now(game, awaiting(game)), keeping(game, it))


def keeping(game: Game, it: Declaration) -> str | None:
    """G-7.1, G-7.4, G-8.1, G-13.1: that clause."""
    if game.phase != "fighting":
        return "G-13.1" if game.phase == "over" else None
    if game.active is None or game.exchange is not None or game.timing is not None:
        return None
    if it.by != game.active:
        return "G-7.1"
    said = type_of(type(it))
    if said in MOVE:
        return "G-7.4"
    return "G-8.1" if said in SIDE else None


def near(game: Game, by: str, cell: Cell) -> list[Cell]:
    """The cells next to one that somebody may enter."""
    who = game.characters[by]
    return [c for c in CELLS if flow.adjacent(game.options, cell, c) and flow.may_enter(who, c)]


def could_dash(game: Game, by: str) -> Iterator[dec.Dash]:
    """G-7.6: one cell, or two; longer paths go by the schema."""
    first = near(game, by, game.cell(by))
    for cell in first:
        yield dec.Dash(by=by, path=(cell,))
    for cell in first:
        for after in near(game, by, cell):
            yield dec.Dash(by=by, path=(cell, after))


def dash_schema(game: Game, by: str, found: Sequence[dec.Dash]) -> Json:
    """Any path as long as the AP, through cells that are open."""
    del found
    who = game.characters[by]
    open_cells = [c for c in CELLS if flow.may_enter(who, c)]
    path = {"type": "array", "items": {"enum": open_cells}, "minItems": 1, "maxItems": who.ap}
    return object_schema("dash", by, {"path": path})


def sift(game: Game, found: Iterable[D]) -> Iterator[D]:
    """Those that are legal."""
    return (it for it in found if PLAYS.legal(game, it))


def aimed(game: Game, plain: Aimed) -> Iterator[Aimed]:
    """A declaration at every legal choice of targets, or at single ones where there are too many choices."""
    most = most_targets(game, plain)
    if most == 0:
        yield from sift(game, (plain,))
        return
    single = [it.targets[0] for it in sift(game, (replace(plain, targets=(id,)) for id in game.characters))]
    for many in range(1, 1 + (min(most, len(single)) if listed(len(single), most) else 1)):
        for targets in permutations(single, many):
            yield replace(plain, targets=targets)


def could_use_skill(game: Game, by: str) -> Iterator[dec.UseSkill]:
    """G-8.4, G-9.4: each skill, at every choice of targets."""
    for skill in game.characters[by].skills:
        yield from aimed(game, dec.UseSkill(by=by, skill=skill.id))


def could_use_item(game: Game, by: str) -> Iterator[dec.UseItem]:
    """G-8.4, G-9.4: each item that can be used, at every choice of targets."""
    for item in game.characters[by].items:
        if isinstance(item, Consumable):
            yield from aimed(game, dec.UseItem(by=by, item=item.id))


def could_attack(game: Game, by: str) -> Iterator[dec.Attack]:
    """G-15.1: each way of attacking, at every choice of targets."""
    for way in ways(game, by):
        yield from aimed(game, way)


def could_hand_over(game: Game, by: str) -> Iterator[dec.HandOver]:
    """G-8.5: each carried item, to each character."""
    for item in game.characters[by].items:
        for to in game.characters:
            yield dec.HandOver(by=by, item=item.id, to=to)


def could_respond(game: Game, by: str) -> Iterator[dec.Respond]:
    """G-10: every answer."""
    yield dec.Respond(by=by, action="waive")
    steps = near(game, by, game.cell(by))
    yield from sift(game, (dec.Respond(by=by, action="step", to=cell) for cell in steps))
    yield from sift(game, (dec.Respond(by=by, action="cover", ally=ally) for ally in game.characters))
    yield from sift(game, (dec.Respond(by=by, action="guard"),))
    for skill in game.characters[by].skills:
        if skill.timing == "response":
            yield from aimed(game, dec.Respond(by=by, action="skill", skill=skill.id))
    for item in game.characters[by].items:
        if isinstance(item, Consumable) and item.timing == "response":
            yield from aimed(game, dec.Respond(by=by, action="item", item=item.id))
    yield dec.Respond(by=by, action="other", text=SAID)


def respond_schema(game: Game, by: str, found: Sequence[dec.Respond]) -> Json:
    """G-10: an answer with the fields of its action."""
    steps = [it.to for it in found if it.action == "step"]
    allies = [it.ally for it in found if it.action == "cover"]
    fields: list[Json] = [{"action": {"const": "waive"}}]
    if steps:
        fields.append({"action": {"const": "step"}, "to": {"enum": steps}})
    if allies:
        fields.append({"action": {"const": "cover"}, "ally": {"enum": allies}})
    if any(it.action == "guard" for it in found):
        fields.append({"action": {"const": "guard"}})
    used = aims(it for it in found if it.action in {"skill", "item"})
    other = object_schema("respond", by, {"action": {"const": "other"}, "text": TEXT})
    plain = [object_schema("respond", by, of_action) for of_action in fields]
    return {"oneOf": [*plain, *(aim_schema(game, it, ids) for it, ids in used.items()), other]}


def could_mark_mission(game: Game, by: str) -> Iterator[dec.MarkMission]:
    """G-4.5, G-4.6: each mission."""
    del by
    for mission in game.missions:
        yield dec.MarkMission(mission=mission.id, result="achieved")
        yield dec.MarkMission(mission=mission.id, result="failed")


def no_fight(game: Game, it: dec.MarkMission) -> Rejection:
    """G-13.1: missions are decided in the battle."""
    del game, it
    return Rejection("not_awaited", "ミッションの成否を決められるのは戦闘中だけです。", "G-13.1")


def could_check(game: Game, by: str) -> Iterator[dec.Check]:
    """G-1: anybody."""
    del by
    for id in game.characters:
        yield dec.Check(character=id, ability="agility", difficulty=8)


def check_schema(game: Game, by: str, found: Sequence[dec.Check]) -> Json:
    """G-1: anybody, any ability, any difficulty."""
    del by, found
    return object_schema(
        "check",
        None,
        {"character": {"enum": list(game.characters)}, "ability": ABILITY, "difficulty": DIFFICULTY},
        {"modifier": MODIFIER, "label": text(200)},
    )


def could_opposed_check(game: Game, by: str) -> Iterator[dec.OpposedCheck]:
    """G-2: each against the one after it."""
    del by
    ids = list(game.characters)
    for a, d in sorted({(ids[n - 1], ids[n]) for n in range(len(ids))}):
        yield dec.OpposedCheck(attacker=a, defender=d, attacker_ability="strength", defender_ability="strength")


def opposed_schema(game: Game, by: str, found: Sequence[dec.OpposedCheck]) -> Json:
    """G-2: any two."""
    del by, found
    optional: Json = {"attacker_modifier": MODIFIER, "defender_modifier": MODIFIER}

    def started_by(id: str) -> Json:
        others = [other for other in game.characters if other != id]
        sides: Json = {"attacker": {"const": id}, "defender": {"enum": others}}
        abilities: Json = {"attacker_ability": ABILITY, "defender_ability": ABILITY}
        return object_schema("opposed_check", None, {**sides, **abilities}, optional)

    return {"oneOf": [started_by(id) for id in game.characters]}


def improvise_schema(game: Game, by: str, found: Sequence[dec.Improvise]) -> Json:
    """G-8.7: whatever is said."""
    del game, found
    return object_schema("improvise", by, {"text": TEXT})


def alone(kind: type[dec.GiveUp | dec.Jump | dec.Wait | dec.Pass]) -> Callable[[Game, str], tuple[Declaration, ...]]:
    """A declaration that has no fields."""
    return lambda _, by: (kind(by=by),)


def items(game: Game, by: str) -> tuple[str, ...]:
    """What somebody carries."""
    return tuple(item.id for item in game.characters[by].items)


PLAYS: Plays[Game] = Plays(
    (
        Play(kind=Begin, decide=begin, could=lambda _, _by: (Begin(),), gm=True),
        Play(
            kind=dec.Place,
            decide=place,
            could=lambda _, by: (dec.Place(by=by, cell=cell) for cell in CELLS),
            better=out_of_turn,
        ),
        Play(
            kind=dec.Move,
            decide=move,
            could=lambda game, by: (dec.Move(by=by, to=cell) for cell in near(game, by, game.cell(by))),
            better=out_of_turn,
        ),
        Play(kind=dec.Dash, decide=dash, could=could_dash, schema=dash_schema, better=out_of_turn),
        Play(kind=dec.GiveUp, decide=give_up, could=alone(dec.GiveUp), better=out_of_turn),
        Play(kind=dec.Jump, decide=jump, could=alone(dec.Jump), better=out_of_turn),
        Play(
            kind=dec.Transform,
            decide=transform,
            could=lambda game, by: (dec.Transform(by=by, weapon=id) for id in items(game, by)),
            better=out_of_turn,
        ),
        Play(
            kind=dec.UseSkill,
            decide=use_skill,
            could=could_use_skill,
            schema=aimed_schema,
            better=out_of_turn,
            sifted=True,  # a choice of legal targets is legal: each target is tried once
        ),
        Play(
            kind=dec.UseItem,
            decide=use_item,
            could=could_use_item,
            schema=aimed_schema,
            better=out_of_turn,
            sifted=True,  # as above
        ),
        Play(kind=dec.HandOver, decide=hand_over, could=could_hand_over, better=out_of_turn),
        Play(
            kind=dec.Drop,
            decide=drop,
            could=lambda game, by: (dec.Drop(by=by, item=id) for id in items(game, by)),
            better=out_of_turn,
        ),
        Play(
            kind=dec.PickUp,
            decide=pick_up,
            could=lambda game, by: (dec.PickUp(by=by, item=i.id) for i in game.ground.get(game.cell(by), ())),
            better=out_of_turn,
        ),
        Play(
            kind=dec.Improvise,
            decide=improvise,
            could=lambda _, by: (dec.Improvise(by=by, text=SAID),),
            schema=improvise_schema,
            better=out_of_turn,
        ),
        Play(
            kind=dec.Attack,
            decide=attack,
            could=could_attack,
            schema=aimed_schema,
            better=out_of_turn,
            sifted=True,  # as above
        ),
        Play(
            kind=dec.LinkAid,
            decide=link_aid,
            could=lambda game, by: (dec.LinkAid(by=by, target=id) for id in game.characters),
            better=out_of_turn,
        ),
        Play(kind=dec.Wait, decide=wait, could=alone(dec.Wait), better=out_of_turn),
        Play(
            kind=dec.Respond,
            decide=respond,
            could=could_respond,
            schema=respond_schema,
            better=out_of_turn,
            form=form,
            sifted=True,  # as above
        ),
        Play(
            kind=dec.ChooseShield,
            decide=choose_shield,
            could=lambda game, by: (dec.ChooseShield(by=by, shield=s.id) for s in game.characters[by].shields),
            better=out_of_turn,
        ),
        Play(kind=dec.Pass, decide=pass_, could=alone(dec.Pass), better=out_of_turn),
        Play(kind=dec.NextRound, decide=next_round, could=lambda _, _by: (dec.NextRound(),), gm=True),
        Play(
            kind=dec.MarkMission,
            decide=mark_mission,
            could=could_mark_mission,
            unasked=lambda game, _: game.phase == "fighting",
            better=no_fight,
            grave="ミッションの成否を記します。メインミッションの決着がつくと、戦いはその場で終わります。",
            gm=True,
        ),
        Play(
            kind=dec.Check,
            decide=check,
            could=could_check,
            schema=check_schema,
            unasked=lambda _, _it: True,
            gm=True,
        ),
        Play(
            kind=dec.OpposedCheck,
            decide=opposed_check,
            could=could_opposed_check,
            schema=opposed_schema,
            unasked=lambda _, _it: True,
            gm=True,
        ),
    ),
    awaiting=awaiting,
    unable=unable,
    words=WORDS.declarations,
)
