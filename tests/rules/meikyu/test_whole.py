"""The whole of it: offers, clauses, secrets, the demo, the cases, and what must hold in any battle."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from importlib.resources import files
from itertools import chain, permutations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from senki.projections.cases import read_cases, run_cases
from senki.rules import SYSTEMS
from senki.rules.chance import Entered
from senki.rules.codec import codec, encode
from senki.rules.decide import decide, open_battle
from senki.rules.meikyu.clauses.actions import defence
from senki.rules.meikyu.options import Options
from senki.rules.meikyu.plays import MOST_PLAYS
from senki.rules.meikyu.state import Game
from senki.rules.message import Declaration
from senki.rules.rejection import Rejection
from senki.rules.rulebook import Decision
from tests.rules.meikyu.fights import (
    ability,
    act,
    attack,
    breathe,
    effect,
    evade,
    fight,
    guard,
    item,
    npc,
    pc,
    ready,
    rule,
    support,
)
from tests.rules.play import Step, any_play, decided, steps
from tests.story import Json, Story

SYSTEM = SYSTEMS["meikyu"]
CASES = Path(__file__).parent.parent.parent / "cases" / "meikyu.json"
DEMO: Json = msgspec.json.decode((files("senki.api") / "demos" / "meikyu.json").read_bytes())

OPTIONS: dict[str, list[Any]] = {
    name: field.get("enum") or [field["const"]]
    for name, field in msgspec.json.schema(Options)["$defs"]["Options"]["properties"].items()
}


CITED: dict[str, set[tuple[str, ...]]] = {
    "round_started": {("M-1.1", "M-1.2")},
    "stage_started": {("M-2.1",), ("M-5.1",), ("M-6.1",), ("M-12.1",)},
    "row_changed": {("M-2.2", "M-3.1", "M-3.2")},
    "ability_used": {("M-2.3",), ("M-5.5",), ("M-7.1",), ("M-12.2",)},
    "item_used": {("M-7.1",)},
    "order_arranged": {("M-5.4",)},
    "order_decided": {("M-5.2", "M-5.3", "M-5.4")},
    "turn_started": {("M-6.1",), ("M-10.2",)},
    "waited": {("M-10.1",)},
    "action_read": {("M-8.1", "M-9.1", "M-9.2"), ("M-11.4",), ("M-11.5",)},
    "wit_changed": {("M-11.2", "M-11.3"), ("M-9.9",), ()},
    "mp_changed": {("M-9.8",), ("M-9.7",), ()},
    "alerted": {("M-9.8", "M-9.9")},
    "attacked": {("M-9.3", "M-3.4")},
    "attack_taken": {("M-9.3",)},
    "cover_offered": {("M-3.3", "M-4.1")},
    "covered": {("M-4.1",), ("M-4.1", "M-4.2")},
    "checked": {("M-9.5",)},
    "evaded": {("M-9.5", "M-9.3")},
    "damaged": {("M-9.3",), ("M-9.3", "M-4.2"), ()},
    "performed": {("M-9.4",), ("M-9.5",), ("M-9.6",), ("M-9.7",)},
    "bonus_gained": {("M-9.4",), ()},
    "bonus_ended": {("M-9.4",), ()},
    "evading_started": {("M-9.5",)},
    "evading_ended": {("M-9.5",)},
}
"""The clauses that each event may cite, as the rulebook's table has them; all others cite none."""


def any_opening(dice: random.Random) -> Json:
    """A battle with something of everything, under any options."""
    rows = [
        [attack("1D6+2", (1, 3)), attack("2D6", (4, 5), targets="all", cost=2), guard((6, 7)), evade((8, 10))],
        [attack("1D6+might*2", (1, 4), tags=["ranged"], targets=2), breathe((5, 6)), support(faces=(7, 10), to="any")],
        [
            attack("3D6-might/2", (1, 5)),
            support(effect("hp", "1D6"), effect("defence", "-1"), faces=(6, 8), to="ally", targets=3),
            evade((9, 10), at_most=5),
        ],
    ]
    arts = [
        ability("setup", effect("defence", "2"), id="ward", cost=1, to="ally", targets="all"),
        ability("initiative", effect("action_value", "1D6"), id="haste"),
        ability("item", id="riddle", to="enemy"),
        ability("cleanup", effect("hp", "-2"), effect("wit", "1"), id="pain", to="any", targets=2),
    ]

    def one(make: Callable[..., Json], id: str) -> Json:
        return make(
            id,
            *dice.choice(rows),
            hp_max=dice.randint(5, 25),
            mp_max=dice.randint(0, 6),
            wit_max=dice.randint(0, 3),
            action_value=dice.randint(1, 4),
            defence=dice.randint(0, 3),
            stats={"might": dice.randint(-2, 5)},
            abilities=dice.sample(arts, dice.randint(0, 3)),
            items=[item(effect("hp", "1D6+4"), to="ally", count=dice.randint(0, 2))],
        )

    characters = [one(pc, id) for id in "abc"[: dice.randint(1, 3)]] + [
        one(npc, id) for id in "ghi"[: dice.randint(1, 3)]
    ]
    for character in (c for c in characters[1:] if c["id"] in "bh"):
        character["row"] = dice.choice(["front", "back"])
    return {"characters": characters, "options": {name: dice.choice(values) for name, values in OPTIONS.items()}}


def anything(opening: Decision[Any], dice: random.Random, most: int) -> Iterator[Step]:
    """A battle of any legal declarations."""
    return steps(opening, lambda battle: any_play(SYSTEM, battle, dice), partial(decided, SYSTEM), most)


def require_sound(game: Game) -> None:
    """What holds in any state."""
    floor = game.options.hp_floor == "zero"
    for c in game.characters.values():
        assert c.hp <= c.hp_max
        assert not floor or c.hp >= 0
        assert 0 <= c.mp <= c.mp_max
        assert c.wit >= 0
        assert game.options.wit_cap == "none" or c.wit <= c.wit_max
        assert c.condition == ("active" if c.hp > 0 else "down")
        assert c.active or (not c.bonuses and c.evading is None)
        assert not (c.done and c.waiting and game.active == c.id)
        assert all(i.count >= 0 for i in c.items)
        assert defence(c) == c.defence + sum(b.amount for b in c.bonuses if b.stat == "defence")
    if game.phase == "fighting":
        assert {c.side for c in game.standing()} == {"pc", "npc"}
        assert SYSTEM.awaiting(game)
        assert (game.active is not None) == (game.stage == "main")
    assert len(set(game.order)) == len(game.order)


def test_any_battle_under_any_options_goes_on_to_its_end():
    cited: set[str] = set()
    ended = 0
    for seed in range(70):
        dice = random.Random(seed)
        try:
            opening = open_battle(SYSTEM, any_opening(dice))
        except Rejection:
            continue
        battle = opening.battle
        for _, it, decision in anything(opening, dice, 400):
            if it is None:
                continue
            for happened in decision.events:
                told: Json = msgspec.json.decode(encode(happened.event))
                assert tuple(happened.event.clauses) in CITED.get(told["type"], {()}), told
                cited |= set(happened.event.clauses)
            battle = decision.battle
            require_sound(battle.game)
        ended += battle.game.phase == "over"
    assert ended > 60
    assert cited == {clause for lists in CITED.values() for clauses in lists for clause in clauses}


def test_what_no_event_cites_is_cited_by_a_refusal():
    cited = {clause for lists in CITED.values() for clauses in lists for clause in clauses} | {"M-3.1", "M-11.1"}
    left = {c.id for c in SYSTEM.clauses.values() if not c.advice and not c.definition} - cited
    assert left == {"M-7.2", "M-10.3", "M-11.6"}


def test_who_waits_behind_another_is_told_why_its_go_has_not_come():
    story = ready(pc("a", action_value=9), pc("b", action_value=5), npc("g", action_value=1))
    story.when("wait", "a").when("wait", "b").when("pass", "g")
    assert story.at("active") == "b"
    with pytest.raises(Rejection) as refusal:
        story.when("roll_action", "a")
    assert (refusal.value.code, refusal.value.clause) == ("not_awaited", "M-10.3")


def test_the_opening_cites_what_it_follows():
    story = fight(pc("a"), npc("g"))
    assert story.one("opened")["clauses"] == ["M-3.1", "M-9.1", "M-11.1"]


def every(game: Game) -> list[Declaration]:
    """Every declaration that could be thought of in a small battle."""
    ids = [*game.characters]
    targets = [list(t) for n in range(4) for t in permutations(ids, n)]
    found: list[Json] = []
    for by in ids:
        simple = ("change_row", "roll_action", "reroll", "wait", "pass")
        found += [{"type": type, "by": by} for type in simple]
        found += [{"type": "shift", "by": by, "change": change} for change in (-1, 1)]
        found += [{"type": "cover", "by": by, "target": target} for target in ids]
        found += [{"type": "arrange", "by": by, "order": order} for order in targets]
        found += [{"type": "perform", "by": by, "targets": named} for named in targets]
        c = game.characters[by]
        found += [
            {"type": "use_ability", "by": by, "ability": a.id, "targets": t} for a in c.abilities for t in targets
        ]
        found += [{"type": "use_item", "by": by, "item": i.id, "targets": t} for i in c.items for t in targets]
    return [codec(SYSTEM).declaration(said) for said in found]


@pytest.mark.parametrize("seed", range(12))
def test_what_is_offered_is_exactly_what_is_accepted(seed: int):
    dice = random.Random(seed)
    opening = any_opening(dice)
    opening["characters"] = [c for c in opening["characters"] if c["id"] in "abgh"]
    for character in opening["characters"]:
        character["row"] = "front"
    for _, _, decision in anything(open_battle(SYSTEM, opening), dice, 14):
        battle = decision.battle
        offered = {
            encode(play)
            for id in battle.game.characters
            for offer in SYSTEM.plays.offers(battle.game, id)
            for play in offer.plays
        }
        accepted: set[bytes] = set()
        for said in every(battle.game):
            try:
                decided(SYSTEM, battle, said)
            except Rejection:
                continue
            accepted.add(encode(said))
        assert accepted == offered


def test_too_many_plays_are_told_by_a_schema_with_samples():
    art = [ability("item", effect("hp", "1"), to="any", targets=4), ability("item", effect("hp", "1"), id="own")]
    enemies = [npc(id) for id in "ghijk"]
    story = ready(pc("a", attack(targets=3), abilities=art), *enemies).when("roll_action", "a", [1])
    (offer,) = SYSTEM.plays.offers(story.battle.game, "a")
    assert len(offer.plays) == MOST_PLAYS
    assert offer.schema == {
        "type": "object",
        "properties": {
            "type": {"const": "perform"},
            "by": {"const": "a"},
            "targets": {
                "type": "array",
                "maxItems": 3,
                "items": {"enum": ["g", "h", "i", "j", "k"]},
                "minItems": 1,
                "uniqueItems": True,
            },
        },
        "required": ["type", "by", "targets"],
        "additionalProperties": False,
    }
    story.when("perform", "a", targets=["g"])
    for id in "hijk":
        story.when("pass", id)
    abilities = next(o for o in SYSTEM.plays.offers(story.battle.game, "a") if o.type == "use_ability")
    assert abilities.schema is not None
    assert [s["properties"]["ability"]["const"] for s in abilities.schema["oneOf"]] == ["art", "own"]
    assert "targets" not in abilities.schema["oneOf"][1]["required"]


def test_many_who_are_tied_are_told_by_a_schema():
    story = fight(*(pc(id) for id in "abcde"), npc("g")).when("begin")
    for id in "abcde":
        story.when("pass", id)
    offer = next(o for o in SYSTEM.plays.offers(story.battle.game, "a") if o.type == "arrange")
    assert (len(offer.plays), offer.schema is not None) == (MOST_PLAYS, True)


def test_nothing_is_hidden_from_any_seat():
    story = ready(pc("a", wit_max=1), pc("b"), npc("g"))
    act(story, "a", 2, targets=("g",))
    for seat in ("a", "b", "gm", "watcher"):
        assert story.state(seat) == story.state()
        assert len(story.heard(seat)) == len(story.log)


def test_seats_speak_only_for_their_own():
    story = ready(pc("a"), pc("b"), npc("g"))
    with pytest.raises(Rejection, match="not_your_seat"):
        story.when("pass", "a", seat="b")
    with pytest.raises(Rejection, match="gm_only"):
        story.when("pass", "g", seat="b")


def test_names_are_those_of_the_table():
    story = fight(pc("a", abilities=[ability("setup")], items=[item()]), npc("g"))
    names = SYSTEM.names(story.battle.game)
    assert (names["a"], names["art"], names["herb"]) == ("探索者a", "秘術", "薬草")


def test_everything_is_told_in_japanese_without_ids():
    silent = {"turn_ended", "evading_started", "attack_taken", "declared", "began", "passed", "stage_started"}
    for seed in range(40):
        dice = random.Random(seed)
        try:
            opening = open_battle(SYSTEM, any_opening(dice))
        except Rejection:
            continue
        for _, _, decision in anything(opening, dice, 70):
            battle = decision.battle
            for happened in decision.events:
                line = SYSTEM.narrate[type(happened.event)](battle.game, happened.event)
                kind = msgspec.json.decode(encode(happened.event))["type"]
                assert line or kind in silent, happened.event
                assert not line or any("ぁ" <= c <= "ヶ" for c in line), line
                for word in ("None", "{", "herb", "ward", "haste", "front", "defence", "action_value"):
                    assert word not in line, line


def test_the_cases_of_the_contract_hold():
    failures = [(r.name, r.failure) for r in run_cases(read_cases(CASES.read_bytes())) if r.failure is not None]
    assert failures == []


def demo() -> tuple[Story, list[list[str]]]:
    """The demo fight, played to its end, and what each step tells."""
    story = Story("meikyu", DEMO["open"])
    told = [story.told()]
    for step in DEMO["steps"]:
        it = codec(SYSTEM).declaration(step["do"])
        decision = decide(SYSTEM, story.battle, it, Entered(step.get("rolls", ())), seat=step["as"], past=story.past)
        story.battle = decision.battle
        story._take(decision.events)
        told.append(story.told())
    return story, told


def test_the_demo_is_a_fight_to_the_end_that_shows_the_game():
    story, told = demo()
    assert story.at("phase") == "over"
    assert (story.at("characters.tatsumi.hp"), story.at("characters.gate.hp")) == (6, 0)
    happened = [msgspec.json.decode(encode(h.event)) for _, h in story.log]
    kinds = {e["type"] for e in happened}
    shown = {"row_changed", "covered", "item_used", "alerted", "ability_used", "waited", "order_arranged", "ended"}
    assert shown <= kinds
    assert {"rerolled", "shifted"} <= {e.get("how") for e in happened if e["type"] == "action_read"}
    assert any(e["type"] == "covered" and e["doubled"] for e in happened)
    assert len([s for s in DEMO["steps"] if s["do"]["type"] != "say"]) <= 30
    lines = [*chain.from_iterable(told)]
    assert "〈渾身の一撃〉には力が足りない。タツミはあたりを警戒した。" in lines
    assert "タツミがハルカの前に飛び出した。二人分を引き受ける覚悟だ。" in lines
    assert "改札の番人は力尽きて倒れた。" in lines


def test_those_who_have_fallen_are_not_told_to_stand_at_the_end():
    story = rule(ready(pc("a"), pc("b"), npc("g")), ("characters.b.hp", 0))
    assert rule(story, ("characters.g.hp", 0)).told()[-1] == "戦いは終わった。立っているのは探索者aだけだった。"
