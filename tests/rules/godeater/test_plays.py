"""What is offered: exactly what is legal, listed or by a schema."""

from typing import Any

import msgspec

from senki.projections.offers import legal
from senki.rules import SYSTEMS
from senki.rules.codec import encode
from senki.rules.game import Offer
from tests.rules.godeater.fights import FANG, WALL, begun, foe, pc, skill, strike
from tests.story import Json, Story

SYSTEM = SYSTEMS["godeater"]


def offers(story: Story, by: str) -> dict[str, Offer]:
    return {o.type: o for o in SYSTEM.plays.offers(story.battle.game, by)}


def written(offer: Offer) -> list[Json]:
    return [msgspec.json.decode(encode(play)) for play in offer.plays]


def fits(schema: Json, value: Any) -> bool:
    """Whether a value follows a JSON Schema, as far as ours go."""
    if "oneOf" in schema:
        return sum(fits(one, value) for one in schema["oneOf"]) == 1
    if "const" in schema:
        return value == schema["const"]
    if "enum" in schema:
        return value in schema["enum"]
    match schema.get("type"):
        case "object":
            known = schema["properties"]
            return set(schema["required"]) <= set(value) <= set(known) and all(
                fits(known[name], found) for name, found in value.items()
            )
        case "array":
            return (
                schema["minItems"] <= len(value) <= schema["maxItems"]
                and all(fits(schema["items"], one) for one in value)
                and (not schema.get("uniqueItems") or len(set(value)) == len(value))
            )
        case "string":
            return schema["minLength"] <= len(value) <= schema["maxLength"]
        case _:
            return schema["minimum"] <= value <= schema["maximum"]


DUST = skill("dust", "response", max_targets=1)
CLOUD = skill("cloud", "response", {"kind": "change", "resource": "hp", "value": 1}, max_targets=6)


def crowd() -> Story:
    """Nine characters, and a skill for up to six of them."""
    others = [pc(id, max_ap=1) for id in "cdefhi"]
    a = pc("a", max_ap=9, weapon=FANG, skills=[strike(max_targets=6), skill("gift", "side", max_targets=6), DUST])
    return begun(
        a, pc("b", max_ap=1, weapon={**FANG, "id": "f"}, items=[WALL], skills=[DUST, CLOUD]), foe("g"), *others
    )


def test_every_offered_play_fits_its_schema():
    story = crowd()
    for by in ("a", "gm"):
        for offer in offers(story, by).values():
            if offer.schema is not None:
                assert all(fits(offer.schema, play) for play in written(offer)), offer.type
    story.when("attack", "a", skill="claw", targets=["b", "c"])
    answers = offers(story, "b")["respond"]
    assert answers.schema is not None
    assert all(fits(answers.schema, play) for play in written(answers))
    actions = {play["action"] for play in written(answers)}
    assert actions == {"waive", "guard", "cover", "step", "skill", "other"}


def test_what_is_too_much_to_list_fits_the_schema():
    story = crowd()
    attack = offers(story, "a")["attack"].schema
    assert attack is not None
    many = {"type": "attack", "by": "a", "skill": "claw", "targets": ["b", "g", "c", "d"]}
    assert fits(attack, many)
    assert not fits(attack, {**many, "targets": ["b", "b"]})
    assert not fits(attack, {**many, "targets": ["a"]})
    assert not fits(attack, {**many, "bullet": "b"})
    story.when(**many)
    answer = offers(story, "b")["respond"].schema
    assert answer is not None
    said = {"type": "respond", "by": "b", "action": "skill", "skill": "cloud", "targets": ["a", "c", "d", "g"]}
    assert fits(answer, said)
    assert fits(answer, {"type": "respond", "by": "b", "action": "other", "text": "叫ぶ"})
    assert fits(answer, {"type": "respond", "by": "b", "action": "cover", "ally": "c"})
    assert not fits(answer, {"type": "respond", "by": "b", "action": "cover", "ally": "e"})
    story.when(**said)


def test_nothing_is_offered_to_those_who_are_not_awaited():
    story = begun(pc("a"), foe("g"))
    assert offers(story, "g") == {}
    assert set(offers(story, "gm")) == {"check", "opposed_check"}
    assert set(offers(story, "a")) == {"move", "dash", "give_up", "jump", "improvise", "wait"}


def test_the_gm_is_offered_what_it_may_declare():
    story = begun(pc("a", hp=0), foe("g", max_ap=0), missions=[{"id": "s", "kind": "side", "success": "採取"}])
    found = offers(story, "gm")
    assert set(found) == {"next_round", "mark_mission", "check", "opposed_check"}
    assert written(found["mark_mission"]) == [{"type": "mark_mission", "mission": "s", "result": "achieved"}]
    assert set(offers(begun(pc("a")), "gm")) == {"check"}


def test_offers_can_be_shown_as_forms():
    story = crowd()
    found = {one.type: one for one in legal(SYSTEM, story.battle, "a")}
    assert {name for name, one in found.items() if one.awaited} >= {"attack", "give_up"}


def test_ids_have_names():
    story = begun(
        pc("a", name="ユウ", weapon={**FANG, "name": "牙"}),
        foe("g"),
        missions=[{"id": "s", "kind": "side", "success": "採取"}],
    )
    names = SYSTEM.names(story.battle.game)
    assert (names["a"], names["fang"], names["s"], names["i12"], names["C"]) == (
        "ユウ",
        "牙",
        "採取",
        "内１２時",
        "中央",
    )
