"""What a seat may declare now, each with a JSON Schema from which a form can be drawn.

A system lists its legal plays (`RuleSystem.plays`); the schema is derived from them, so that it accepts exactly those:
one object with an `enum` for each property where the plays are every combination of its values, else `oneOf` such
objects, cut apart along the properties that depend on each other. What every system shares (talk, dice, disputes, the
GM's authority) gets the schema of its type, narrowed to what can be meant now.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import prod
from typing import Any, cast

import msgspec

from senki.projections.settable import settable
from senki.rules import declarations as dec
from senki.rules.chance import Entered
from senki.rules.codec import codec, encode
from senki.rules.decide import decide
from senki.rules.game import DICE, Offer
from senki.rules.message import Declaration, type_of
from senki.rules.rejection import Rejection
from senki.rules.rulebook import Battle, RuleSystem
from senki.rules.table import GM
from senki.rules.words import SHARED, Words

Json = dict[str, Any]
Key = str
"""A value of a property as JSON text; empty where the property is absent."""

ABSENT = ""
MOST_PLAYS = 500
"""More plays are not listed one by one; their schema stands for them."""

CLOSES = "戦闘を閉じます。規則による決着を待たずに終わり、伏せられていたものはすべて明かされます。"
SHOWS = "シークレットダイスを全員に明かします。もう伏せ直せません。"
GIVES_WORDS = "運に言葉を預けます。一席に一度だけで、あとから変えられません。"
REWINDS: Mapping[bool, str] = {
    sealed: f"ここより後の出来事を取り消します。同じ宣言をやり直しても、出目や札は{again}（前と同じにはなりません）。"
    "発言・注記・異議・卓のダイスは取り消されずに残ります。"
    for sealed, again in ((True, "新しく引かれます"), (False, "卓で新しく振ることになります"))
}
"""What a rewind does, by whether chance is sealed: an envelope once opened is never used again."""


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
        confirm: where it ends something or cannot be taken back: what it does, in Japanese, to be asked before.
    """

    type: str
    by: str | None
    label: str
    awaited: bool
    schema: Json
    plays: tuple[Json, ...] | None = None
    needs: tuple[Json, ...] = ()
    confirm: str | None = None


def legal(system: RuleSystem[Any], battle: Battle[Any], seat: str) -> list[Legal]:
    """Everything that a seat may declare now, what is awaited first."""
    names = system.names(battle.game)
    own = [c for c in battle.game.characters if battle.table.seat_of(c) == seat]
    asked = [*own, GM] if seat == GM else own
    offers = [offer for who in asked for offer in system.plays.offers(battle.game, who)]
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
    naming = Naming(names, offer.by, offer.type, system.words)
    found = (
        schema_of(plays, names, offer.by, system.words) if offer.schema is None else _with_names(offer.schema, naming)
    )
    kind = codec(system).declaration_types[offer.type]
    listed = offer.schema is None and len(plays) <= MOST_PLAYS
    label = system.words.declarations.get(offer.type, offer.type)
    schema = {"title": label, **found}
    return Legal(
        offer.type, offer.by, label, True, schema, tuple(plays) if listed else None, confirm=system.plays.grave(kind)
    )


def schema_of(
    plays: Sequence[Json], names: Mapping[str, str] | None = None, by: str | None = None, words: Words = SHARED
) -> Json:
    """The JSON Schema that accepts these objects and no others.

    Args:
        plays: JSON objects.
        names: Japanese names of values that occur; `place:value` (or `by.place:value`) where one is called otherwise in
            one property (of one character, or of one type).
        by: who declares.
        words: what is called so in every battle.
    """
    kind = next((play["type"] for play in plays if "type" in play), "")
    fields = list(dict.fromkeys(name for play in plays for name in play))
    rows = list(dict.fromkeys(tuple(_key(play, field) for field in fields) for play in plays))
    naming = Naming(names or {}, by, kind, words)
    boxes = [_object(fields, box, naming) for box in _boxes(rows, tuple(range(len(fields))))]
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


class Naming(msgspec.Struct, frozen=True):
    """What values are called, by where they stand: in a property of what one character declares (see `schema_of`)."""

    names: Mapping[str, str]
    by: str | None
    type: str
    words: Words

    def of(self, value: object, place: str) -> str:
        """What a value of a property is called."""
        if isinstance(value, list):
            return "、".join(self.of(each, place) for each in cast("list[object]", value)) or "なし"
        word = value if isinstance(value, str) else msgspec.json.encode(value).decode()
        for key in (f"{self.by}.{place}:{word}", f"{self.type}.{place}:{word}", f"{place}:{word}"):
            if key in self.names:
                return self.names[key]
        if isinstance(value, str):
            return self.words.value(place, word, self.type) or self.names.get(word, word)
        return {"null": "なし", "true": "はい", "false": "いいえ"}.get(word, word)


def _with_names(schema: Json, naming: Naming) -> Json:
    """A system's own schema, with names beside the values that it lists."""

    def told(node: object, place: str) -> object:
        if isinstance(node, list):
            return [told(each, place) for each in cast("list[object]", node)]
        if not isinstance(node, dict):
            return node
        given = cast("Json", node)
        inside = {name: told(value, place) for name, value in given.items() if name not in {"const", "enum"}}
        if isinstance(given.get("properties"), dict):
            inside["properties"] = {name: told(value, name) for name, value in given["properties"].items()}
        values = given.get("enum", [given["const"]] if "const" in given else [])
        names = [naming.of(value, place) for value in values]
        kept = {name: given[name] for name in ("const", "enum") if name in given}
        return {"x-names": names, **inside, **kept} if names != [str(v) for v in values] else {**inside, **kept}

    return cast("Json", told(schema, ""))


def _object(fields: Sequence[str], box: Box, naming: Naming) -> Json:
    there = {field: [k for k in values if k != ABSENT] for field, values in zip(fields, box, strict=True)}
    return {
        "type": "object",
        "properties": {field: _property(keys, field, naming) for field, keys in there.items() if keys},
        "required": [field for field, values in zip(fields, box, strict=True) if ABSENT not in values],
        "additionalProperties": False,
    }


def _property(keys: Iterable[Key], field: str, naming: Naming) -> Json:
    values = [msgspec.json.decode(key) for key in keys]
    told = [naming.of(value, field) for value in values]
    found: Json = {"const": values[0]} if len(values) == 1 else {"enum": values}
    return found if told == [str(v) for v in values] else {**found, "x-names": told}


def _shared(system: RuleSystem[Any], battle: Battle[Any], seat: str, own: Sequence[str]) -> Iterable[Legal]:
    """What every system takes, narrowed to what can be meant now."""
    phase, table = battle.game.phase, battle.table
    seq: Json = {"maximum": battle.seq}
    yield _free(dec.Say, own, without=() if seat == GM or seat in table.seats else ("as",))
    yield _free(dec.Roll, own)
    yield _free(dec.Annotate, own, seq=seq)
    if phase == "over" and (seat == GM or seat in table.seats):
        answers: dict[str, Json] = {"answers": {"enum": list(table.remarks)}} if table.remarks else {}
        yield _free(dec.Remark, own, () if table.remarks else ("answers",), seq=seq, **answers)
    yield _free(dec.Dispute, own, seq=seq, clause={"enum": list(system.clauses)})
    shown = [b for b, roll in table.secrets.items() if seat in {GM, roll.seat}]
    if shown:
        yield msgspec.structs.replace(_free(dec.Show, own, seq={"enum": shown}), confirm=SHOWS)
    if phase == "setup" and all(given != seat for given, _ in table.words):
        yield msgspec.structs.replace(_free(dec.Words, own), confirm=GIVES_WORDS)
    if seat != GM:
        return
    yield _ruling(system, battle)
    without, settles = _answerable(battle)
    yield msgspec.structs.replace(_free(dec.Rewind, (), without, to=seq, **settles), confirm=REWINDS[table.sealed])
    if table.disputes:
        yield _free(dec.Settle, (), dispute={"enum": list(table.disputes)})
    if phase != "over":
        yield msgspec.structs.replace(_free(dec.Close, ()), confirm=CLOSES)


def _ruling(system: RuleSystem[Any], battle: Battle[Any]) -> Legal:
    """A ruling, with every place in the state that may be set now and what may stand there (`x-values`)."""
    without, settles = _answerable(battle)
    offer = _free(dec.Rule, (), without, clause={"enum": list(system.clauses)}, **settles)
    places = settable(system, battle.game)
    change: Json = offer.schema["$defs"]["Change"]
    path: Json = {**change["properties"]["path"], "enum": list(places)} if places else change["properties"]["path"]
    told: Json = {**change, "properties": {**change["properties"], "path": path}, "x-values": places}
    return msgspec.structs.replace(offer, schema={**offer.schema, "$defs": {**offer.schema["$defs"], "Change": told}})


def _answerable(battle: Battle[Any]) -> tuple[tuple[str, ...], dict[str, Json]]:
    """The disputes that a correction may answer: the field to leave out where there are none, else its values."""
    disputes = [*battle.table.disputes, *battle.table.settled]
    return (("settles",), {}) if not disputes else ((), {"settles": {"enum": disputes}})


def _free(kind: type[Declaration], own: Sequence[str], without: Sequence[str] = (), **narrowed: Json) -> Legal:
    form = _form(kind)
    properties: Json = {name: value for name, value in form["properties"].items() if name not in without}
    if own:
        properties["by"] = {"enum": list(own)}
    for name, narrow in narrowed.items():
        properties[name] = {**properties[name], **narrow}
    return Legal(type_of(kind), None, SHARED.declarations[type_of(kind)], False, {**form, "properties": properties})


@cache
def _form(kind: type[Declaration]) -> Json:
    """The schema of a shared declaration, not narrowed yet and without who declares; made once, never changed."""
    found = msgspec.json.schema(kind)
    own: Json = found["$defs"][kind.__name__]
    properties = {name: _plain(value) for name, value in own["properties"].items() if name != "by"}
    form: Json = {
        **own,
        "title": SHARED.declarations[type_of(kind)],
        "properties": {**properties, "type": {"const": type_of(kind)}},
        "required": ["type", *(r for r in own["required"] if r not in {"type", "by"})],
        "additionalProperties": False,
    }
    others = {name: value for name, value in found["$defs"].items() if name != kind.__name__}
    return {**form, "$defs": others} if others else form


def _plain(schema: Json) -> Json:
    """Without `null` as a value and without a default: who has nothing to say leaves the property out."""
    kept = {name: value for name, value in schema.items() if name != "default"}
    options = [option for option in kept.get("anyOf", ()) if option.get("type") != "null"]
    if len(options) == 1:
        del kept["anyOf"]
        return {**options[0], **kept}
    return {**kept, "anyOf": options} if "anyOf" in kept else kept
