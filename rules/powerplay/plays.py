"""What may be declared now, exactly: listed; or told by a schema, where the number of dice or a text is free."""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from senki.rules.declarations import Begin
from senki.rules.game import Offer
from senki.rules.message import Declaration
from senki.rules.powerplay import declarations as dec
from senki.rules.powerplay import sheet
from senki.rules.powerplay.attack import targets, ways
from senki.rules.powerplay.awaiting import awaiting
from senki.rules.powerplay.calls import MOST_TARGET
from senki.rules.powerplay.cast import castable
from senki.rules.powerplay.dice import SIDES
from senki.rules.powerplay.growth import MOST_HOURS, MOST_MINUTES, percents, swappable
from senki.rules.powerplay.setup import MEMORY, PROWESS, SPIRIT, Spell, Weapon
from senki.rules.powerplay.state import Character, Game
from senki.rules.rejection import Rejection
from senki.rules.table import GM

Json = dict[str, Any]
FEW = 12
"""So many dice, or numbers to wait for, are listed one by one; more are left to the schema."""
TEXT: Json = {"type": "string", "minLength": 1, "maxLength": 4000}


def plays(game: Game, by: str) -> tuple[Offer, ...]:
    """Every legal play of a character (or of the GM) at this moment."""
    found: list[Offer] = []
    for awaited in awaiting(game):
        if awaited.by != by:
            continue
        for kind in awaited.types:
            offer = gm_offer(game, kind) if by == GM else offered(game, game.characters[by], kind)
            if offer is not None and offer.plays:
                found.append(offer)
    if by == GM:
        found += [o for o in (offer_call_check(game), offer_award(game)) if o is not None]
    return tuple(found)


def schema_of(type: str, by: str | None, required: Json, optional: Json | None = None) -> Json:
    """The JSON Schema of a declaration."""
    fixed: Json = {"type": {"const": type}} | ({"by": {"const": by}} if by is not None else {})
    return {
        "type": "object",
        "properties": {**fixed, **required, **(optional or {})},
        "required": [*fixed, *required],
        "additionalProperties": False,
    }


def dice_schema(most: int, least: int = 1) -> Json:
    """How many dice may be asked for: all, or fewer (W-5.4)."""
    if most < least:
        return {"dice": {"type": "null"}}
    return {"dice": {"anyOf": [{"type": "integer", "minimum": least, "maximum": most}, {"type": "null"}]}}


def dice_choices(most: int, least: int = 1) -> Iterator[int | None]:
    """All dice, or fewer; of very many, only the ends."""
    yield None
    yield from range(least, most + 1) if most <= FEW else (least, most)


def gm_offer(game: Game, kind: str) -> Offer | None:
    """What the GM is awaited for."""
    if kind == "begin":
        return Offer("begin", None, (Begin(),))
    if kind != "judge":
        return None
    by = game.characters[game.asked.by]
    ability = next(iter(by.abilities))
    plain = schema_of("judge", None, {"allowed": {"type": "boolean"}}, {"slow": {"type": "boolean"}})
    checked = schema_of(
        "judge",
        None,
        {"allowed": {"const": True}, **check_schema(by)},
        {"slow": {"type": "boolean"}, "hidden": {"type": "boolean"}, "perfect": {"type": "boolean"}},
    )
    samples = (
        dec.Judge(allowed=True),
        dec.Judge(allowed=True, slow=True),
        dec.Judge(allowed=False),
        dec.Judge(allowed=True, ability=ability, target_number=12),
        dec.Judge(allowed=True, ability=ability, target_number=12, hidden=True),
        dec.Judge(allowed=True, ability=ability, target_number=8, perfect=True),
    )
    return Offer("judge", None, samples, {"anyOf": [plain, checked]})


def check_schema(of: Character) -> Json:
    """An ability that the character has, and a target number."""
    return {
        "ability": {"enum": list(of.abilities)},
        "target_number": {"type": "integer", "minimum": 0, "maximum": MOST_TARGET},
    }


def offer_call_check(game: Game) -> Offer | None:
    """W-5.1: a check may be called for whenever nothing is being answered."""
    able = [c for c in game.characters.values() if c.made and c.condition not in {"dead", "left"}]
    if game.exchange is not None or not able:
        return None
    optional: Json = {"hidden": {"type": "boolean"}, "perfect": {"type": "boolean"}, "text": TEXT}
    schemas = [schema_of("call_check", None, {"of": {"const": c.id}, **check_schema(c)}, optional) for c in able]
    samples = tuple(
        dec.CallCheck(of=c.id, ability=next(iter(c.abilities)), target_number=12, hidden=hidden)
        for c in able
        for hidden in (False, True)
    )
    return Offer("call_check", None, samples, {"anyOf": schemas})


def offer_award(game: Game) -> Offer | None:
    """W-16.1: experience, once, after play."""
    pcs = [c.id for c in game.characters.values() if c.side == "pc"]
    if game.phase != "over" or game.awarded or not pcs:
        return None
    allowed = percents(game)
    percent = {"type": "integer", "enum": sorted({p for n in allowed for p in (n, -n)})}
    hours: Json = {"hours": {"type": "integer", "minimum": 0, "maximum": MOST_HOURS}}
    optional: Json = {
        "minutes": {"type": "integer", "minimum": 0, "maximum": MOST_MINUTES},
        "adjust": {"type": "object", "properties": dict.fromkeys(pcs, percent), "additionalProperties": False},
    }
    samples = (dec.Award(hours=2), dec.Award(hours=3, minutes=30, adjust={pcs[0]: 20}))
    return Offer("award", None, samples, schema_of("award", None, hours, optional))


def offered(game: Game, by: Character, kind: str) -> Offer | None:
    """What a character may declare of one type."""
    match kind:
        case "attack":
            return offer_attack(game, by)
        case "cast":
            return offer_cast(game, by)
        case "learn":
            return offer_learn(game, by)
        case "evade":
            most = sheet.evasion(game.options, by)[0][0]
            return diced(kind, by, tuple(dec.Evade(by=by.id, dice=n) for n in dice_choices(most)), dice_schema(most))
        case "resist":
            most = sheet.check(game.options, by, SPIRIT)[0]
            return diced(kind, by, tuple(dec.Resist(by=by.id, dice=n) for n in dice_choices(most)), dice_schema(most))
        case "check":
            most = sheet.check(game.options, by, game.asked.ability or "")[0]
            least = 0 if game.asked.perfect else 1
            listed = tuple(dec.Check(by=by.id, dice=n) for n in dice_choices(most, least))
            return diced(kind, by, listed, dice_schema(most, least))
        case "delay":
            low = range(by.acts_at) if by.acts_at <= FEW else (0, by.acts_at // 2, by.acts_at - 1)
            numbers: Json = {"to": {"type": "integer", "minimum": 0, "maximum": by.acts_at - 1}}
            listed = tuple(dec.Delay(by=by.id, to=n) for n in low)
            return Offer(kind, by.id, listed, schema_of(kind, by.id, numbers))
        case "act":
            said = schema_of(kind, by.id, {"text": TEXT})
            return Offer(kind, by.id, (dec.Act(by=by.id, text="机を蹴り倒して盾にする"),), said)
        case _:
            return Offer(kind, by.id, tuple(listed_plays(game, by, kind)))


def diced(kind: str, by: Character, listed: tuple[Declaration, ...], dice: Json) -> Offer:
    """A declaration that is free only in its dice."""
    return Offer(kind, by.id, listed, schema_of(kind, by.id, {}, dice))


def offer_attack(game: Game, by: Character) -> Offer | None:
    """W-10.1, W-11.1: whom it may attack, how, and with how many dice."""
    weapon = by.weapon
    found, how = targets(game, by), ways(game, by, weapon) if weapon is not None else []
    if weapon is None or not found or not how:
        return None
    most = sheet.check(game.options, by, PROWESS)[0]
    listed = tuple(
        dec.Attack(by=by.id, target=target, way=way, dice=dice)
        for target in found
        for way in how
        for dice in dice_choices(most)
    )
    required: Json = {"target": {"enum": found}}
    named: Json = {"way": {"enum": [*how, *([None] if weapon.ways[0] in how else [])]}}
    if weapon.ways[0] not in how:
        return Offer("attack", by.id, listed, schema_of("attack", by.id, {**required, **named}, dice_schema(most)))
    return Offer("attack", by.id, listed, schema_of("attack", by.id, required, {**named, **dice_schema(most)}))


def castables(game: Game, by: Character) -> list[Spell]:
    """The spells that it can cast now."""
    found: list[Spell] = []
    for id in by.spells:
        try:
            spell = castable(game, by, id)
        except Rejection:
            continue
        if by.concentrating in {None, spell.id}:
            found.append(spell)
    return found


def offer_cast(game: Game, by: Character) -> Offer | None:
    """W-8.1: which spells, on whom or on which of their things, and with how many dice."""
    listed: list[Declaration] = []
    schemas: list[Json] = []
    present = [c for c in game.characters.values() if c.condition != "left"]
    for spell in castables(game, by):
        most = sheet.check(game.options, by, game.school(spell).ability)[0]
        for target in present:
            items = [None, *(i.id for i in target.items)]
            listed += [
                dec.Cast(by=by.id, spell=spell.id, target=target.id, item=item, dice=dice)
                for item in items
                for dice in dice_choices(most)
            ]
            fixed: Json = {"spell": {"const": spell.id}, "target": {"const": target.id}}
            schemas.append(schema_of("cast", by.id, fixed, {"item": {"enum": items}, **dice_schema(most)}))
    return Offer("cast", by.id, tuple(listed), {"anyOf": schemas}) if listed else None


def offer_learn(game: Game, by: Character) -> Offer | None:
    """W-6.1, W-6.6: which spells, with how many dice, none included."""
    due = [id for id, known in by.spells.items() if known.chance]
    most = sheet.check(game.options, by, MEMORY)[0]
    listed = tuple(dec.Learn(by=by.id, spell=id, dice=dice) for id in due for dice in dice_choices(most, 0))
    return Offer("learn", by.id, listed, schema_of("learn", by.id, {"spell": {"enum": due}}, dice_schema(most, 0)))


def listed_plays(game: Game, by: Character, kind: str) -> Iterator[Declaration]:  # noqa: C901, PLR0912 - one case a type
    """The legal plays of a type that has few."""
    match kind:
        case "make":
            yield dec.Make(by=by.id)
        case "swap":
            for one, other in permutations(by.making or {}, 2):
                if swappable(by, one, other):
                    yield dec.Swap(by=by.id, abilities=(one, other))
        case "decline":
            yield dec.Decline(by=by.id)
        case "concentrate":
            for spell in castables(game, by):
                yield dec.Concentrate(by=by.id, spell=spell.id)
        case "change_weapon":
            for item in by.items:
                if isinstance(item, Weapon) and item.id != by.wielded and sheet.usable(game.options, by, item):
                    yield dec.ChangeWeapon(by=by.id, weapon=item.id)
            if by.wielded is not None:
                yield dec.ChangeWeapon(by=by.id, weapon=None)
        case "change_posture":
            yield dec.ChangePosture(by=by.id, to="prone" if by.posture == "standing" else "standing")
        case "evade_only":
            yield dec.EvadeOnly(by=by.id)
        case "spend_hero_point":
            faces = game.asked.roll.faces if game.asked.roll is not None else ()
            for die, face in enumerate(faces):
                if face != SIDES:
                    yield dec.SpendHeroPoint(by=by.id, die=die)
        case "accept":
            yield dec.Accept(by=by.id)
        case "grow":
            for ability in by.abilities:
                yield dec.Grow(by=by.id, ability=ability)
        case "pass":
            yield dec.Pass(by=by.id)
        case _:
            pass
