"""What a seat may declare now, each with a JSON Schema from which a form can be drawn.

A system lists its legal plays (`RuleSystem.plays`); the schema is derived from them, so that it accepts exactly those:
one object with an `enum` for each property where the plays are every combination of its values, else `oneOf` such
objects, cut apart along the properties that depend on each other. What every system shares (talk, dice, disputes, the
GM's authority) gets the schema of its type, narrowed to what can be meant now.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import Any, cast

import msgspec

from rules import declarations as dec
from rules.chance import Entered
from rules.codec import codec, encode
from rules.decide import decide
from rules.message import Declaration, type_of
from rules.rejection import Rejection
from rules.rulebook import DICE, Battle, Offer, RuleSystem
from rules.table import GM

Json = dict[str, Any]
Key = str
"""A value of a property as JSON text; empty where the property is absent."""

ABSENT = ""
MOST_PLAYS = 500
"""More plays are not listed one by one; their schema stands for them."""

LABELS: Mapping[type[Declaration], str] = {
    dec.Begin: "戦闘を始める",
    dec.Rule: "裁定する",
    dec.Rewind: "巻き戻す",
    dec.Dispute: "異議を唱える",
    dec.Settle: "異議に答える",
    dec.Words: "運に言葉を預ける",
    dec.Roll: "ダイスを振る",
    dec.Show: "シークレットダイスを明かす",
    dec.Dice: "出目を伝える",
    dec.Say: "発言する",
    dec.Annotate: "注記を付ける",
    dec.Close: "戦闘を閉じる",
}


class Legal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A type of declaration that a seat may make now.

    Attributes:
        type: of the declaration.
        by: the character that declares; None for the GM or a seat that speaks for itself.
        label: what it is, in Japanese.
        awaited: whether the rules wait for it; false for what may be declared at any time.
        schema: JSON Schema of the declaration. `x-names` beside an `enum` are the Japanese names of its values.
        plays: every legal declaration, where they can be listed.
        needs: of `dice`, what has to be rolled or drawn first, as a refusal for want of it says.
    """

    type: str
    by: str | None
    label: str
    awaited: bool
    schema: Json
    plays: tuple[Json, ...] | None = None
    needs: tuple[Json, ...] = ()


def legal(system: RuleSystem[Any], battle: Battle[Any], seat: str) -> list[Legal]:
    """Everything that a seat may declare now, what is awaited first."""
    names = system.names(battle.game)
    own = [c for c in battle.game.characters if battle.table.seat_of(c) == seat]
    asked = [*own, GM] if seat == GM else own
    offers = [offer for who in asked for offer in system.plays(battle.game, who)]
    plays = [_offered(system, offer, names) for offer in offers]
    dice = [_with_needs(system, battle, it, seat) for it in plays if it.type == DICE]
    return [*dice[:1], *(it for it in plays if it.type != DICE), *_shared(system, battle, seat, own)]


def _with_needs(system: RuleSystem[Any], battle: Battle[Any], it: Legal, seat: str) -> Legal:
    """An offer of dice, with which they are: what they wait for is open."""
    try:
        decide(system, battle, dec.Dice(by=it.by), Entered(), seat=seat)
    except Rejection as rejection:
        return msgspec.structs.replace(it, needs=rejection.needs)
    return it


def _offered(system: RuleSystem[Any], offer: Offer, names: Mapping[str, str]) -> Legal:
    plays = [msgspec.json.decode(encode(play)) for play in offer.plays]
    found = schema_of(plays, names) if offer.schema is None else offer.schema
    kind = codec(system).declaration_types[offer.type]
    listed = offer.schema is None and len(plays) <= MOST_PLAYS
    label = LABELS.get(kind) or names.get(offer.type, offer.type)
    return Legal(offer.type, offer.by, label, True, {"title": label, **found}, tuple(plays) if listed else None)


def schema_of(plays: Sequence[Json], names: Mapping[str, str] | None = None) -> Json:
    """The JSON Schema that accepts these objects and no others.

    Args:
        plays: JSON objects.
        names: Japanese names of strings that occur.
    """
    fields = list(dict.fromkeys(name for play in plays for name in play))
    rows = list(dict.fromkeys(tuple(_key(play, field) for field in fields) for play in plays))
    boxes = [_object(fields, box, names or {}) for box in _boxes(rows, tuple(range(len(fields))))]
    return boxes[0] if len(boxes) == 1 else {"type": "object", "oneOf": boxes}


def _key(play: Json, field: str) -> Key:
    return msgspec.json.encode(play[field], order="deterministic").decode() if field in play else ABSENT


Row = tuple[Key, ...]
Box = tuple[tuple[Key, ...], ...]
"""For each property, its values; every combination of them is meant."""


def _boxes(rows: Sequence[Row], columns: tuple[int, ...]) -> list[Box]:
    """Cut rows into as few full products as one cut after another finds; no two boxes have a row in common."""
    values = tuple(tuple(dict.fromkeys(row[c] for row in rows)) for c in range(len(rows[0]))) if rows else ()
    if prod(len(v) for v in values) == len(rows):
        return [values]
    cuts = (_cut(rows, column, columns) for column in columns if len(values[column]) > 1)
    return min(cuts, key=len)


def _cut(rows: Sequence[Row], column: int, columns: tuple[int, ...]) -> list[Box]:
    """Cut along one property; values with which the same rest goes stay together."""
    rest: dict[Key, list[Row]] = {}
    for row in rows:
        rest.setdefault(row[column], []).append(row)
    alike: dict[frozenset[Row], list[Row]] = {}
    for group in rest.values():
        without = frozenset(row[:column] + row[column + 1 :] for row in group)
        alike.setdefault(without, []).extend(group)
    others = tuple(c for c in columns if c != column)
    return [box for group in alike.values() for box in _boxes(group, others)]


def _object(fields: Sequence[str], box: Box, names: Mapping[str, str]) -> Json:
    there = {field: [k for k in values if k != ABSENT] for field, values in zip(fields, box, strict=True)}
    return {
        "type": "object",
        "properties": {field: _property(keys, names) for field, keys in there.items() if keys},
        "required": [field for field, values in zip(fields, box, strict=True) if ABSENT not in values],
        "additionalProperties": False,
    }


def _property(keys: Iterable[Key], names: Mapping[str, str]) -> Json:
    values = [msgspec.json.decode(key) for key in keys]
    told = [_named(value, names) for value in values]
    found: Json = {"const": values[0]} if len(values) == 1 else {"enum": values}
    return found if told == [str(v) for v in values] else {**found, "x-names": told}


def _named(value: object, names: Mapping[str, str]) -> str:
    if isinstance(value, list):
        return "、".join(_named(each, names) for each in cast("list[object]", value))
    return names.get(value, value) if isinstance(value, str) else str(value)


def _shared(system: RuleSystem[Any], battle: Battle[Any], seat: str, own: Sequence[str]) -> Iterable[Legal]:
    """What every system takes, narrowed to what can be meant now."""
    phase, table = battle.game.phase, battle.table
    seq: Json = {"maximum": battle.seq}
    yield _free(dec.Say, own, without=() if seat == GM or seat in table.seats else ("as",))
    yield _free(dec.Roll, own)
    yield _free(dec.Annotate, own, seq=seq)
    yield _free(dec.Dispute, own, seq=seq, clause={"enum": list(system.clauses)})
    shown = [b for b, roll in table.secrets.items() if seat in {GM, roll.seat}]
    if shown:
        yield _free(dec.Show, own, seq={"enum": shown})
    if phase == "setup" and all(given != seat for given, _ in table.words):
        yield _free(dec.Words, own)
    if seat != GM:
        return
    yield _free(dec.Rule, (), clause={"enum": list(system.clauses)})
    yield _free(dec.Rewind, (), to=seq)
    if table.disputes:
        yield _free(dec.Settle, (), dispute={"enum": list(table.disputes)})
    if phase != "over":
        yield _free(dec.Close, ())


def _free(kind: type[Declaration], own: Sequence[str], without: Sequence[str] = (), **narrowed: Json) -> Legal:
    label = LABELS[kind]
    found = msgspec.json.schema(kind)
    own_schema: Json = dict(found["$defs"][kind.__name__])
    properties: Json = dict(own_schema["properties"])
    properties["type"] = {"const": type_of(kind)}
    for name in ("by", *without):
        properties.pop(name, None)
    if own:
        properties["by"] = {"enum": list(own)}
    for name, narrow in narrowed.items():
        properties[name] = {**_plain(properties[name]), **narrow}
    others = {name: value for name, value in found["$defs"].items() if name != kind.__name__}
    own_schema |= {
        "title": label,
        "properties": {name: _plain(value) for name, value in properties.items()},
        "required": ["type", *(r for r in own_schema["required"] if r not in {"type", "by"})],
        "additionalProperties": False,
    }
    if others:
        own_schema["$defs"] = others
    return Legal(type_of(kind), None, label, False, own_schema)


def _plain(schema: Json) -> Json:
    """Without `null` as a value and without a default: who has nothing to say leaves the property out."""
    kept = {name: value for name, value in schema.items() if name != "default"}
    options = [option for option in kept.get("anyOf", ()) if option.get("type") != "null"]
    if len(options) == 1:
        del kept["anyOf"]
        return {**options[0], **kept}
    return {**kept, "anyOf": options} if "anyOf" in kept else kept
