"""What may be declared now: the schema accepts every legal play and nothing else."""

import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from senki.projections.offers import legal, schema_of
from senki.rules import SYSTEMS
from senki.rules.chance import Sealed
from senki.rules.codec import codec, encode
from senki.rules.decide import decide, open_battle
from senki.rules.events import ChanceSource
from senki.rules.rejection import Rejection
from senki.rules.rulebook import Battle, RuleSystem
from senki.rules.sampler import words_digest
from senki.rules.table import GM
from tests.api.table import SETUP

Json = dict[str, Any]
ABSENT = object()
DEMOS = Path(__file__).parents[2] / "api" / "demos"


def fits(schema: Json, value: Any) -> bool:  # noqa: C901 - one case a keyword
    """Whether a value is what the schema says, for what schemas of offers use."""
    if "$ref" in schema:
        raise AssertionError("a reference")
    if "oneOf" in schema and sum(fits(each, value) for each in schema["oneOf"]) != 1:
        return False
    if "anyOf" in schema and not any(fits(each, value) for each in schema["anyOf"]):
        return False
    if "const" in schema and not same(schema["const"], value):
        return False
    if "enum" in schema and not any(same(each, value) for each in schema["enum"]):
        return False
    kind = schema.get("type")
    kinds = {"object": dict, "string": str, "integer": int, "boolean": bool, "array": list}
    if kind is not None and not isinstance(value, kinds[kind]):
        return False
    if kind == "integer" and (
        isinstance(value, bool) or not schema.get("minimum", value) <= value <= schema.get("maximum", value)
    ):
        return False
    if kind == "string" and not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
        return False
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        if schema.get("additionalProperties") is False and set(value) - set(properties):
            return False
        if set(schema.get("required", ())) - set(value):
            return False
        return all(fits(properties[name], each) for name, each in value.items() if name in properties)
    return True


def same(one: object, other: object) -> bool:
    """Equality of JSON: true is not 1."""
    return msgspec.json.encode(one) == msgspec.json.encode(other)


def every_object(plays: list[Json]) -> Iterator[Json]:
    """Every object that the fields and values of the plays can make, with foreign values and absent fields."""
    fields = sorted({name for play in plays for name in play})
    values = [[*unique([p[f] for p in plays if f in p]), ABSENT, "foreign"] for f in fields]
    for row in itertools.product(*values):
        yield {f: v for f, v in zip(fields, row, strict=True) if v is not ABSENT}


def unique(values: list[object]) -> list[object]:
    """Without repetitions."""
    return list({msgspec.json.encode(v): v for v in values}.values())


def exactly(plays: list[Json], schema: Json) -> None:
    """Check that the schema accepts the plays and, of every other object near them, none."""
    for it in every_object(plays):
        assert fits(schema, it) == any(same_object(it, play) for play in plays), it
    assert not fits(schema, {**plays[0], "more": 1})


def same_object(one: Json, other: Json) -> bool:
    """Equality of objects, whatever the order of their fields."""
    return same(dict(sorted(one.items())), dict(sorted(other.items())))


def test_a_full_product_is_one_object_with_enums():
    plays = [{"type": "move", "to": to, "by": by} for to in ("near", "far") for by in ("a", "b")]
    schema = schema_of(plays, {"near": "近く"})
    assert schema == {
        "type": "object",
        "properties": {
            "type": {"const": "move"},
            "to": {"enum": ["near", "far"], "x-names": ["近く", "far"]},
            "by": {"enum": ["a", "b"]},
        },
        "required": ["type", "to", "by"],
        "additionalProperties": False,
    }
    exactly(plays, schema)


def test_properties_that_depend_on_each_other_are_cut_apart():
    plays = [
        {"type": "declare", "skill": "sword", "weapon": "long"},
        {"type": "declare", "skill": "sword", "weapon": "short"},
        {"type": "declare", "skill": "fist", "weapon": "hands"},
        {"type": "declare", "skill": "run"},
    ]
    schema = schema_of(plays)
    assert len(schema["oneOf"]) == 3
    exactly(plays, schema)


def test_a_property_that_may_be_left_out_is_not_required():
    plays: list[Json] = [{"type": "flee", "skill": s, **w} for s in ("run", "hide") for w in ({}, {"with": "b"})]
    schema = schema_of(plays)
    assert schema["required"] == ["type", "skill"]
    exactly(plays, schema)


def test_lists_and_numbers_are_values_like_any_other():
    plays: list[Json] = [
        {"type": "special", "targets": ["a", "b"], "power": 1},
        {"type": "special", "targets": [], "power": 2},
        {"type": "special", "targets": ["b"], "power": 1, "loud": True},
    ]
    exactly(plays, schema_of(plays, {"a": "アキラ"}))


VALUES = st.sampled_from(["x", "y", "z", 1, True, ["x"], ["x", "y"]])
PLAYS = st.lists(
    st.dictionaries(st.sampled_from(["p", "q", "r"]), VALUES, max_size=3).map(lambda d: {"type": "t", **d}),
    min_size=1,
    max_size=9,
    unique_by=lambda play: msgspec.json.encode(dict(sorted(play.items()))),
)


@settings(max_examples=300, deadline=None)
@given(PLAYS)
def test_whatever_the_plays_are_the_schema_accepts_them_and_nothing_else(plays: list[Json]):
    exactly(plays, schema_of(plays))


def battles(seed: int, steps: int) -> Iterator[Battle[Any]]:
    """A random battle of hms, at each of its moments."""
    system = SYSTEMS["hms"]
    dice = random.Random(seed)
    battle = open_battle(system, SETUP, chance=ChanceSource(kind="sealed", book=1, size=4096, root="00")).battle
    yield battle
    for _ in range(steps):
        who = dict.fromkeys(a.by for a in system.awaiting(battle.game))
        plays = [p for by in who for offer in system.plays.offers(battle.game, by) for p in offer.plays]
        if not plays:
            return
        chance = Sealed(b"s" * 32, "b", words_digest(battle.table.words), battle.table.used, 1, 4096)
        battle = decide(system, battle, dice.choice(plays), chance).battle
        yield battle


@pytest.mark.parametrize("seed", range(6))
def test_every_play_that_is_offered_fits_its_schema_and_is_accepted(seed: int):
    system = SYSTEMS["hms"]
    for battle in battles(seed, 40):
        for seat in (GM, "a", "b"):
            for offer in legal(system, battle, seat):
                assert offer.label
                for play in offer.plays or ():
                    assert fits(offer.schema, play), (offer.schema, play)
                    it = codec(system).declaration(encode(play))
                    chance = Sealed(b"s" * 32, "b", words_digest(()), battle.table.used, 1, 4096)
                    decide(system, battle, it, chance, seat=seat)


@pytest.mark.parametrize("seed", range(3))
def test_a_declaration_of_an_offered_type_that_is_accepted_fits_the_schema(seed: int):
    system = SYSTEMS["hms"]
    words = ["a", "b", "sword", "spear", "fist", "combat", "longsword", "pike", "melee", "melee_plus", "grapple", None]
    for battle in battles(seed, 30):
        offers = [o for o in legal(system, battle, "a") if o.awaited and o.plays]
        for offer in offers:
            fields = {name for play in offer.plays or () for name in play} - {"type", "by"}
            for row in itertools.product(words, repeat=len(fields)):
                it = {
                    "type": offer.type,
                    "by": "a",
                    **{f: w for f, w in zip(fields, row, strict=True) if w is not None},
                }
                chance = Sealed(b"s" * 32, "b", words_digest(()), battle.table.used, 1, 4096)
                try:
                    decide(system, battle, codec(system).declaration(it), chance, seat="a")
                except Rejection:
                    assert not fits(offer.schema, it), it


def test_what_every_seat_may_always_say_has_a_schema_without_references():
    system = SYSTEMS["hms"]
    battle = next(battles(0, 0))
    told = {offer.type: offer for offer in legal(system, battle, "a")}
    assert fits(told["say"].schema, {"type": "say", "text": "いざ", "as": "アキラ", "by": "a"})
    assert not fits(told["say"].schema, {"type": "say", "text": "いざ", "by": "b"})
    assert not fits(told["say"].schema, {"type": "say"})
    assert fits(told["annotate"].schema, {"type": "annotate", "seq": 1, "text": "注"})
    assert not fits(told["annotate"].schema, {"type": "annotate", "seq": 2, "text": "注"})
    assert "words" in told
    assert not {"rule", "rewind", "close", "settle"} & set(told)
    gm = {offer.type for offer in legal(system, battle, GM)}
    assert {"begin", "rule", "rewind", "close"} <= gm
    assert "settle" not in gm


def names_of(schema: Json, field: str) -> list[str]:
    """What the values of a property are called."""
    return schema["properties"][field]["x-names"]


def test_a_word_is_called_by_where_it_stands():
    names = {
        "throwing": "手裏剣術",
        "to:throwing": "投擲戦距離",
        "skill:throwing": "手裏剣術",
        "hand.to:throwing": "ナゲル",
    }
    assert names_of(schema_of([{"type": "move", "to": "throwing"}], names, "a"), "to") == ["投擲戦距離"]
    assert names_of(schema_of([{"type": "declare", "skill": "throwing"}], names, "a"), "skill") == ["手裏剣術"]
    assert names_of(schema_of([{"type": "hand", "to": "throwing"}], names, "a"), "to") == ["ナゲル"]


def test_a_number_is_called_by_what_it_is_for_the_one_who_declares():
    names = {"a.die:0": "1個目の3を6にする", "a.die:1": "2個目の5を6にする"}
    plays = [{"type": "spend", "die": 0}, {"type": "spend", "die": 1}]
    assert names_of(schema_of(plays, names, "a"), "die") == ["1個目の3を6にする", "2個目の5を6にする"]
    assert "x-names" not in schema_of(plays, names, "b")["properties"]["die"]


def test_nothing_yes_and_no_are_words():
    plays = [{"weapon": value} for value in (None, True, False)]
    assert names_of(schema_of(plays), "weapon") == ["なし", "はい", "いいえ"]
    assert names_of(schema_of(plays, {"weapon:null": "何も構えない"}), "weapon")[0] == "何も構えない"


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=list(SYSTEMS))
def test_what_a_ruling_may_set_is_listed_and_what_stands_there_fits(system: RuleSystem[Any]):
    script = msgspec.json.decode((DEMOS / f"{system.id}.json").read_bytes())
    battle = open_battle(system, script["open"]).battle
    tree = msgspec.json.decode(msgspec.json.encode(battle.game))
    rule = next(offer for offer in legal(system, battle, GM) if offer.type == "rule")
    places: Json = rule.schema["$defs"]["Change"]["x-values"]
    assert places
    assert any(path.startswith("characters.") for path in places)
    for path, schema in places.items():
        node: Any = tree
        for step in path.split("."):
            node = node[int(step)] if isinstance(node, list) else node[step]
        kinds = schema.get("type", [])
        assert node in schema["enum"] if "enum" in schema else KINDS[type(node)] in kinds, path


KINDS = {int: "integer", str: "string", bool: "boolean", list: "array", type(None): "null"}


def test_only_what_is_grave_is_asked_once_more():
    battle = open_battle(SYSTEMS["hms"], SETUP).battle
    asked = {offer.type for offer in legal(SYSTEMS["hms"], battle, GM) if offer.confirm is not None}
    assert asked == {"rewind", "close", "words"}
    assert "新しく" in next(o.confirm or "" for o in legal(SYSTEMS["hms"], battle, GM) if o.type == "rewind")


def test_what_one_seat_is_told_changes_nothing_for_another():
    """Schemas are made once: narrowing one for a seat, or for a battle, leaves the next one whole."""
    battle = open_battle(SYSTEMS["hms"], SETUP).battle
    first = {seat: msgspec.json.encode(legal(SYSTEMS["hms"], battle, seat)) for seat in (GM, "a", "nobody")}
    second = {seat: msgspec.json.encode(legal(SYSTEMS["hms"], battle, seat)) for seat in ("nobody", "a", GM)}
    assert second == first
    said = {it.type: it.schema["properties"] for it in legal(SYSTEMS["hms"], battle, "nobody")}
    assert "by" not in said["say"]
    assert said["annotate"]["seq"]["maximum"] == battle.seq
