"""Random legal declarations under random options: what must always hold, and that all of the book gets used."""

import json
import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
import pytest

from senki.projections.readjudicate import Moments
from senki.projections.seen import state
from senki.rules import SYSTEMS
from senki.rules.codec import codec, encode
from senki.rules.decide import open_battle
from senki.rules.declarations import Change, Rule
from senki.rules.godeater.clauses import BOOK
from senki.rules.godeater.declarations import Respond
from senki.rules.godeater.options import Options
from senki.rules.godeater.state import Game
from senki.rules.message import Declaration, Event, type_of
from senki.rules.rejection import Rejection
from senki.rules.rulebook import Battle
from senki.rules.table import GM
from tests.rules.godeater.fights import blow, fight, foe, pc, skill, strike
from tests.rules.play import CASES, SOURCE, Step, choices, decided, folded, steps
from tests.story import Json, Story

SYSTEM = SYSTEMS["godeater"]
SEEDS = range(25)
LASTING: Json = {"kind": "damage_result", "value": 1, "lasts": "rounds", "rounds": 2}


def kit(id: str) -> list[Json]:
    """Something of every category to carry."""
    return [
        {"id": f"{id}_gun", "name": "銃", "category": "gun", "power": 2},
        {"id": f"{id}_blade", "name": "刀", "category": "melee", "kind": "buster", "element": "fire"},
        {
            "id": f"{id}_shot",
            "name": "弾",
            "category": "bullet",
            "range": [0, 3],
            "max_targets": 2,
            "effects": [LASTING],
        },
        {"id": f"{id}_wall", "name": "大盾", "category": "shield", "kind": "tower", "armour": 2},
        {"id": f"{id}_buck", "name": "小盾", "category": "shield", "kind": "buckler", "armour": 4},
        {
            "id": f"{id}_potion",
            "name": "薬",
            "category": "item",
            "uses": 2,
            "range": [0, 2],
            "max_targets": 1,
            "effects": [{"kind": "change", "resource": "hp", "value": 9}],
        },
        {
            "id": f"{id}_mud",
            "name": "泥",
            "category": "item",
            "timing": "response",
            "max_targets": 1,
            "range": [0, 3],
            "effects": [{"kind": "damage_dice", "value": -2, "lasts": "attack"}],
        },
        {
            "id": f"{id}_bomb",
            "name": "爆弾",
            "category": "item",
            "timing": "main",
            "range": [0, 4],
            "max_targets": 4,
            "attack": blow(attack_type="ranged", ability="intellect"),
        },
    ]


def arts() -> list[Json]:
    """A skill of every timing."""
    change: Json = {"kind": "change", "resource": "ap", "value": 1}
    fly: Json = {"kind": "condition", "condition": "flying", "lasts": "turn"}
    fire: Json = {"kind": "round_end_change", "resource": "hp", "value": -3, "lasts": "rounds", "rounds": 2}
    keen: Json = {"kind": "critical_value", "value": -1}
    drag: Json = {"kind": "ap_penalty", "value": 1, "lasts": "battle"}
    one: Json = {"max_targets": 1}
    near: Json = {**one, "range": [0, 3]}
    return [
        skill("born", "passive", keen, {"kind": "guard_dice", "value": 1}, name="素質"),
        skill("roar", "battle_start", LASTING, name="咆哮"),
        skill("rush", "round_start", change, cost={"st": 1}, name="奮起"),
        skill("rest", "round_end", {"kind": "change", "resource": "hp", "value": 2}, name="休息"),
        skill("soar", "side", fly, cost={"hp": 2}, name="浮遊"),
        skill("land", "side", {"kind": "end_condition", "condition": "flying"}, **one, name="撃墜"),
        skill("burn", "main", fire, **{**near, "max_targets": 2}, cost={"ap": 1}, name="炎上"),
        skill("bite", "damage_dealt", drag, **one, cost={"op": 1}, name="噛みつき"),
        skill("stab", "response", {**change, "resource": "hp", "value": -6}, **near, cost={"st": 1}, name="反撃"),
        strike("claw", name="爪", max_targets=2, attack=blow(dice=3, effects=[LASTING])),
        strike("dive", name="急降下", requires="flying"),
    ]


def options(dice: random.Random) -> Json:
    """Any answers to the open points."""
    described: Json = msgspec.json.schema(Options)["$defs"]["Options"]["properties"]
    found: Json = {}
    for name, field in described.items():
        if "enum" in field:
            found[name] = dice.choice(field["enum"])
        elif field.get("type") == "boolean":
            found[name] = dice.random() < 0.5
        else:
            found[name] = dice.randint(field["minimum"], 3)
    return found


def opening(dice: random.Random) -> Json:
    """A fight of two to five, some of them not placed yet."""
    fighters: list[Json] = []
    for n in range(dice.randint(3, 5)):
        id = "abcde"[n]
        own = dice.sample(kit(id), dice.randint(0, 8))
        sword: Json = {"id": f"{id}_sword", "name": "剣", "category": "melee", "kind": "short", "power": 3}
        weapon = sword if dice.random() < 0.8 else None
        fields: Json = {
            "name": "甲乙丙丁戊"[n],
            "max_hp": dice.randint(8, 30),
            "max_ap": dice.randint(0, 9),
            "max_st": dice.randint(0, 9),
            "op": dice.randint(0, 3),
            "max_op": dice.choice([None, 5]),
            "strength": dice.randint(0, 5),
            "weapon": weapon,
            "items": own,
            "skills": dice.sample(arts(), dice.randint(0, 11)),
            "cell": dice.choice([None, "i3", "o3", "i4"]),
        }
        fighters.append(pc(id, **fields) if n % 2 == 0 else foe(id, **{**fields, "max_hp": fields["max_hp"] + 10}))
    return {
        "characters": fighters,
        "options": options(dice),
        "missions": [
            {"id": "m", "kind": "main", "success": "撃破", "failure": "全滅"},
            {"id": "s", "kind": "side", "success": "採取"},
        ],
        "ground": {"i3": [{"id": "lying", "name": "落とし物", "category": "shield", "kind": "shield"}]},
    }


def any_play(battle: Battle[Game], dice: random.Random) -> Declaration | None:
    """A legal play of anybody who is awaited; now and then a ruling, or something else of the GM."""
    if battle.game.phase == "fighting" and dice.random() < 0.03:
        who = dice.choice([*battle.game.characters])
        values: list[tuple[str, Any]] = [
            *[("incapacitated", dice.random() < 0.5), ("st", 0), ("ap", 0), ("hp", 1), ("cell", "o3")],
            *[("weapon", None), ("items", []), ("skills", []), ("effects", []), ("max_ap", 99)],
        ]
        path, to = dice.choice(values)
        return Rule(reason="裁定", changes=(Change(path=f"characters.{who}.{path}", to=to),))
    if dice.random() < 0.02:
        found = [p for o in SYSTEM.plays.offers(battle.game, GM) for p in o.plays if o.type != "begin"]
        return dice.choice(found)
    awaited = dice.choice(SYSTEM.awaiting(battle.game))
    offers = {o.type: o.plays for o in SYSTEM.plays.offers(battle.game, awaited.by) if o.type in awaited.types}
    if "attack" in offers and dice.random() < 0.4:
        return dice.choice(offers["attack"])
    chosen = dice.choice([*offers.values()])
    actions = {it.action for it in chosen if isinstance(it, Respond)}
    if not actions:
        return dice.choice(chosen)
    action = dice.choice(sorted(actions))
    return dice.choice([it for it in chosen if isinstance(it, Respond) and it.action == action])


def play(seed: int, most: int = 80) -> Iterator[Step]:
    """A battle until it is over, or long enough."""
    dice = random.Random(seed)
    return steps(
        open_battle(SYSTEM, opening(dice), chance=SOURCE),
        lambda battle: None if battle.game.phase == "over" else any_play(battle, dice),
        partial(decided, SYSTEM),
        most,
    )


def require_invariants(game: Game) -> None:
    """What holds in every state between two declarations."""
    items = [i.id for c in game.characters.values() for i in (c.weapon, *c.items) if i is not None]
    items += [i.id for lying in game.ground.values() for i in lying]
    assert len(items) == len(set(items))
    assert all(game.ground.values())
    ids = [e.id for c in game.characters.values() for e in c.effects]
    assert len(ids) == len(set(ids))
    for c in game.characters.values():
        assert 0 <= c.ap <= c.max_ap
        assert 0 <= c.st <= c.max_st
        assert c.op >= 0
        assert c.max_op is None or c.op <= c.max_op
        assert c.hp <= c.max_hp
        assert c.hp >= 0 or game.options.hp_floor == "none"
        assert c.cell != "C" or c.kind != "pc"
        assert (c.cell is not None) or game.phase == "setup"
    if game.phase == "over":
        assert (game.active, game.turn, game.exchange, game.timing) == (None, None, None, None)
    if game.exchange is not None:
        assert game.active == game.exchange.by
    assert (game.turn is None) == (game.active is None)


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_legally_declared(seed: int):
    messages = codec(SYSTEM)
    again: Battle[Any] | None = None
    for _, it, decision in play(seed):
        battle = decision.battle
        require_invariants(battle.game)
        assert bool(SYSTEM.awaiting(battle.game)) == (battle.game.phase != "over")
        for happened in decision.events:
            assert messages.event(encode(happened.event)) == happened.event
        again = folded(SYSTEM, again, (encode(happened.event) for happened in decision.events), Moments())
        assert again == battle
        for seat in (None, GM, "a", "watcher"):
            assert encode(state(SYSTEM, battle, seat))
        if it is not None:
            assert messages.declaration(encode(it)) == it


@pytest.mark.parametrize("seed", range(6))
def test_every_offered_play_is_accepted(seed: int):
    for _, _, decision in play(seed, 25):
        battle = decision.battle
        for it in choices(SYSTEM, battle):
            decided(SYSTEM, battle, it)


def values(seed: int) -> Iterator[Any]:
    """Anything that a field might hold."""
    dice = random.Random(seed)
    words = [
        "a",
        "b",
        "e",
        "i3",
        "C",
        "claw",
        "a_gun",
        "a_wall",
        "a_potion",
        "m",
        "",
        "zz",
        "waive",
        "step",
        "skill",
        "cover",
    ]
    while True:
        yield dice.choice(
            [dice.choice(words), dice.randint(-5, 120), None, dice.sample(words, dice.randint(0, 3)), True]
        )


@pytest.mark.parametrize("seed", range(12))
def test_junk_gives_events_or_a_rejection(seed: int):
    dice = random.Random(seed)
    value = values(seed)
    for place, (_, _, decision) in enumerate(play(seed, 60)):
        if place % 4:
            continue
        for kind in SYSTEM.plays.kinds:
            said: Json = {f.encode_name: next(value) for f in msgspec.structs.fields(kind) if dice.random() < 0.8}
            said["type"] = kind.__struct_config__.tag
            said["by"] = dice.choice(["a", "b", "c", "zz", None])
            with suppress(Rejection):
                decided(SYSTEM, decision.battle, codec(SYSTEM).declaration(said))


def require_told(event: Event, games: Sequence[Game]) -> None:
    """An event is told in Japanese, whichever of the states around it is asked for names."""
    for game in games:
        line = SYSTEM.narrate[type(event)](game, event)
        assert line
        assert "None" not in line
        assert "{" not in line
        assert not any("a" <= c <= "z" for c in line), line


def test_everything_that_happens_is_told():
    own = {type_of(t) for t in SYSTEM.events}
    told: set[str] = set()
    for seed in range(150):
        for before, _, decision in play(seed, 60):
            games = [decision.battle.game, before.game]
            for happened in decision.events:
                kind = type_of(type(happened.event))
                if kind not in {"declared", "rolled", "ruled"}:
                    told.add(kind)
                    require_told(happened.event, games)
        if own <= told:
            break
    assert own - told == set()


WITHIN = {"G-1.2", "G-1.11", "G-3.4"}
"""What other clauses count with, and no event or refusal cites: who orders checks, dice limits, how cells are named."""


def test_every_rule_of_the_book_is_cited_by_an_event_or_a_refusal():
    cited: set[str | None] = set()
    for case in json.loads((CASES / "godeater.json").read_text())["cases"]:
        story = Story("godeater", case["open"])
        for step in case["steps"]:
            fields = dict(step["do"])
            try:
                story.when(fields.pop("type"), fields.pop("by", None), *step.get("rolls", ()), **fields)
            except Rejection as refusal:
                assert "reject" in step
                cited.add(refusal.clause)
            else:
                cited |= {clause for event in story.last for clause in event.get("clauses", ())}
    with pytest.raises(Rejection) as backwards:
        Story("godeater", fight(pc("a", skills=[strike(range=[2, 1])])))
    cited.add(backwards.value.clause)
    assert {c.id for c in BOOK.values() if not c.advice} - cited == WITHIN


def test_the_book_has_every_clause_of_the_text():
    assert len(BOOK) == 111
