"""Any legal play under any options: what must always hold, and that all the rules are used sooner or later."""

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, partial
from typing import Any, get_args

import msgspec
import pytest

from senki.projections.readjudicate import Moments
from senki.projections.seen import state
from senki.rules import SYSTEMS
from senki.rules.codec import encode
from senki.rules.decide import open_battle
from senki.rules.declarations import Change, Close, Rule
from senki.rules.message import Declaration
from senki.rules.powerplay import sheet
from senki.rules.powerplay.options import Options
from senki.rules.powerplay.state import Game
from senki.rules.rejection import Rejection
from senki.rules.rulebook import Battle
from senki.rules.table import GM
from tests.rules.play import SOURCE, Step, decided, folded, steps
from tests.rules.powerplay.fights import BOW, CLUB, KNIFE, LEATHER, PLATE, SCHOOLS, SHIELD, SPELLS, SWORD, abilities

SYSTEM = SYSTEMS["powerplay"]
Json = dict[str, Any]
BATTLES = 140
RARE = (363,)
"""Seeds of what happens too seldom for the rest: somebody beyond the death line is healed (W-15.9)."""
MOST = 70


def some_options(dice: random.Random) -> Json:
    """An answer to each open point."""
    fields = msgspec.structs.fields(Options)
    return {f.name: dice.choice(get_args(get_args(f.type)[0])) for f in fields}


def somebody(dice: random.Random, id: str, side: str) -> Json:
    """A character with anything."""
    items = dice.sample([CLUB, SWORD | {"hit_bonus": 2}, BOW, KNIFE, LEATHER, PLATE, SHIELD], dice.randrange(1, 6))
    spells = {s["id"]: {"learned": dice.random() < 0.8} for s in dice.sample(SPELLS, dice.randrange(4))}
    for known in spells.values():
        known["chance"] = not known["learned"] and dice.random() < 0.5
    main = dice.choice(
        [
            ["strength", "prowess", "agility"],
            ["spirit", "memory", "observation"],
            ["prowess", "observation", "memory"],
            [],
        ]
    )
    own = abilities(
        dice.choice([0, 9, 20, 31, 40, 40]),
        endurance=dice.choice([8, 20, 30]),
        spirit=dice.choice([9, 20, 34]),
        prowess=dice.choice([9, 24, 33]),
        memory=dice.choice([9, 25]),
        observation=20,
    )
    it: Json = {
        "id": id,
        "name": f"者{id}",
        "side": side,
        "level": dice.choice([1, 5, 10, 20]),
        "growth": {a: dice.choice(["D6", "D6+1", "2D6-3"]) for a in main}
        | {"endurance": dice.choice(["D3", "D2-1", "2"])}
        if main
        else {},
        "race_bonus": dice.choice([0, 10]),
        "items": items,
        "spells": spells,
        "size": dice.choice([-3, 0, 4]),
        **({"lifeless": True, "resists": dice.random() < 0.5} if dice.random() < 0.15 else {}),
        "held": dice.random() < 0.05,
    }
    if main and dice.random() < 0.15:
        return it | {"making": {a: dice.choice(["3D6", "2D6+10", "4D6+9"]) for a in own}}
    return it | {"abilities": own}


def an_opening(dice: random.Random) -> Json:
    """A table of three to five."""
    sides = ["pc", "npc", *(dice.choice(["pc", "npc"]) for _ in range(dice.randrange(1, 4)))]
    people = [somebody(dice, f"c{n}", side) for n, side in enumerate(sides)]
    for it in people:
        it["back_to"] = [o["id"] for o in people if o is not it and dice.random() < 0.15]
    return {
        "options": some_options(dice),
        "schools": SCHOOLS,
        "spells": SPELLS,
        "distance": dice.choice([0, 4, 9]),
        "experience_table": [100, 500, 1500, 4000],
        "characters": people,
    }


def a_ruling(battle: Battle[Any], dice: random.Random) -> Rule:
    """The GM sets something."""
    id = dice.choice(list(battle.game.characters))
    values: Json = {
        "hp": dice.randrange(-20, 6),
        "held": dice.random() < 0.3,
        "left": dice.random() < 0.3,
        "devoted": dice.random() < 0.5,
        "resists": dice.random() < 0.5,
        "death_line_reached": False,
        "hero_points": 0,
        "abilities.strength": dice.choice([0, 20, 30]),
        "abilities.agility": dice.choice([0, 9, 30]),
        "items.0.carried": dice.random() < 0.5,
    }
    path, to = dice.choice(list(values.items()))
    return Rule(reason="そういうことにする", changes=(Change(path=f"characters.{id}.{path}", to=to),))


def next_play(battle: Battle[Any], dice: random.Random) -> Declaration:
    """Mostly what is awaited; now and then the GM's word."""
    chosen = dice.random()
    if chosen < 0.04:
        return a_ruling(battle, dice)
    if chosen < 0.05 and battle.game.phase == "fighting":
        return Close()
    awaited = [a.by for a in SYSTEM.awaiting(battle.game)]
    by = GM if chosen < 0.1 or not awaited else dice.choice(awaited)
    offers = [o for o in SYSTEM.plays.offers(battle.game, by) if o.plays] or [
        o for a in awaited for o in SYSTEM.plays.offers(battle.game, a) if o.plays
    ]
    if not offers:
        return a_ruling(battle, dice)
    weighed = [o for o in offers if o.type not in {"pass", "act", "delay"}] if dice.random() < 0.8 else offers
    return dice.choice(dice.choice(weighed or offers).plays)


def next_legal(battle: Battle[Any], dice: random.Random) -> Declaration | None:
    """What is declared next: a ruling may be invalid and is thought of anew; what is offered never is."""
    for _ in range(MOST):
        it = next_play(battle, dice)
        if not isinstance(it, Rule):
            return it
        with suppress(Rejection):
            decided(SYSTEM, battle, it)
            return it
    return None


def battles(seed: int) -> Iterator[Step]:
    """One battle, unit by unit."""
    dice = random.Random(seed)
    opening = open_battle(SYSTEM, an_opening(dice), chance=SOURCE)
    return steps(opening, lambda battle: next_legal(battle, dice), partial(decided, SYSTEM), MOST)


@cache
def all_battles() -> tuple[Step, ...]:
    """Many battles, played once for all the tests below."""
    return tuple(step for seed in (*range(BATTLES), *RARE) for step in battles(seed))


def require_sound(game: Game) -> None:
    """What holds of every state."""
    for it in game.characters.values():
        assert not it.made or it.hp <= sheet.hp_max(it)
        assert it.condition == sheet.condition(game.options, it)
        assert it.hero_points >= 0
        assert it.condition not in {"dead", "doomed"} or it.death_line_reached
        assert it.growths >= 0
        assert not (it.made and any(v < 0 for v in sheet.current(it).values()))
    if game.phase == "fighting":
        assert (game.active is None) == (game.go is None)
        assert game.active is None or sheet.can_act(game.actor)
        assert game.step is not None
    else:
        assert (game.active, game.go, game.step) == (None, None, None)


def test_every_state_is_sound_and_somebody_is_awaited_until_it_is_over():
    for _, it, decision in all_battles():
        game = decision.battle.game
        require_sound(game)
        assert game.phase != "fighting" or SYSTEM.awaiting(game), it


def test_the_order_of_a_round_never_puts_a_later_number_before_an_earlier_one():
    for _, _, decision in all_battles():
        game = decision.battle.game
        numbers = [game.characters[i].acts_at for i in game.order]
        assert numbers == sorted(numbers, reverse=True)


def test_events_written_and_read_again_fold_to_the_same_battle():
    control: Battle[Any] | None = None
    for _, it, decision in all_battles():
        if it is None:
            control = None
        control = folded(SYSTEM, control, (encode(happened.event) for happened in decision.events), Moments())
        assert control == decision.battle


def test_everything_is_told_in_japanese_without_ids():
    ids = re.compile(
        r"\b(c\d|club|sword|bow|knife|plate|bolt|blade|sleep|cure|reel|crack|whet|strength|spirit|None|True|False)\b|[{}]"
    )
    for _, _, decision in all_battles():
        for happened in decision.events:
            line = SYSTEM.narrate[type(happened.event)](decision.battle.game, happened.event)
            if type(happened.event).__struct_config__.tag in {"declared", "began", "ruled", "turn_ended"}:
                continue
            said = line.replace("者c", "者").replace("・", "")
            assert line, happened.event
            assert not ids.search(re.sub(r"者\d", "者", said)), line


def test_what_a_sum_states_is_the_sum_of_its_terms():
    for _, _, decision in all_battles():
        for happened in decision.events:
            event: Json = json.loads(encode(happened.event))
            if event["type"] == "checked":
                assert sum(t["value"] for t in event["terms"]) == event["achievement"]
            if event["type"] == "damaged" and event["cause"] in {"exertion", "doom"}:
                assert event["amount"] == 2


def test_every_rule_is_cited_by_something_that_happened():
    cited: Counter[str] = Counter(
        clause for _, _, decision in all_battles() for happened in decision.events for clause in happened.event.clauses
    )
    assert {c.id for c in SYSTEM.clauses.values() if not c.advice} - set(cited) == set()


def test_every_event_happens():
    happened = {type(h.event) for _, _, decision in all_battles() for h in decision.events}
    own = set(SYSTEM.events)
    assert own - happened == set()


def fits(value: Any, schema: Json) -> bool:
    """Whether a value fits a JSON Schema, as far as offers use it."""
    kinds = {"integer": int, "string": str, "boolean": bool, "object": dict, "null": type(None)}
    if "anyOf" in schema:
        return any(fits(value, one) for one in schema["anyOf"])
    if "const" in schema and value != schema["const"]:
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if "type" in schema and not isinstance(value, kinds[schema["type"]]):
        return False
    if isinstance(value, int) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return False
    if isinstance(value, dict) and schema.get("type") == "object":
        own = schema["properties"]
        return (
            set(schema.get("required", ())) <= set(value) <= set(own)
            and schema["additionalProperties"] is False
            and all(fits(v, own[k]) for k, v in value.items())
        )
    return True


@pytest.mark.parametrize("seed", range(4))
def test_every_offer_fits_its_own_schema_and_every_view_is_json(seed: int):
    for _, _, decision in battles(seed):
        battle = decision.battle
        for by in (GM, *battle.game.characters):
            for offer in SYSTEM.plays.offers(battle.game, by):
                if offer.schema is not None:
                    for play in offer.plays[:6]:
                        assert fits(json.loads(encode(play)), offer.schema), (play, offer.schema)
        for seat in (GM, *battle.table.seats, "watcher"):
            assert json.loads(encode(state(SYSTEM, battle, seat)))["system"] == "powerplay"
