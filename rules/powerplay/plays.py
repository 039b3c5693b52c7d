"""What may be declared in powerplay: a row a declaration."""

from collections.abc import Callable, Iterable, Iterator
from itertools import permutations
from typing import Any

from senki.rules.declarations import Begin
from senki.rules.message import Declaration
from senki.rules.plays import Play, Plays
from senki.rules.powerplay import declarations as dec
from senki.rules.powerplay import sheet
from senki.rules.powerplay.attack import attack, evade, targets, ways
from senki.rules.powerplay.awaiting import awaiting, unable
from senki.rules.powerplay.calls import MOST_TARGET, act, call_check, check, judge
from senki.rules.powerplay.cast import cast, castable, concentrate, resist
from senki.rules.powerplay.decide import (
    accept,
    begin,
    change_posture,
    change_weapon,
    decline,
    delay,
    evade_only,
    pass_,
    spend_hero_point,
)
from senki.rules.powerplay.dice import SIDES
from senki.rules.powerplay.growth import MOST_HOURS, MOST_MINUTES, award, grow, learn, make, percents, swap
from senki.rules.powerplay.setup import MEMORY, PROWESS, SPIRIT, Spell
from senki.rules.powerplay.state import Character, Game
from senki.rules.powerplay.words import WORDS
from senki.rules.rejection import Rejection
from senki.rules.schemas import Json, object_schema, text

FEW = 12
"""So many dice, or numbers to wait for, are listed one by one; more are left to the schema."""
TEXT = text(4000)
Could = Callable[[Game, str], Iterable[Declaration]]


def dice_schema(most: int, least: int = 1) -> Json:
    """How many dice may be asked for: all, or fewer (W-5.4)."""
    if most < least:
        return {"dice": {"type": "null"}}
    return {"dice": {"anyOf": [{"type": "integer", "minimum": least, "maximum": most}, {"type": "null"}]}}


def dice_choices(most: int, least: int = 1) -> Iterator[int | None]:
    """All dice, or fewer; of very many, only the ends."""
    yield None
    yield from range(least, most + 1) if most <= FEW else (least, most)


def evasion_dice(game: Game, by: Character) -> tuple[int, int]:
    """The most and the least dice of an evasion."""
    return sheet.evasion(game.options, by)[0][0], 1


def resistance_dice(game: Game, by: Character) -> tuple[int, int]:
    """Of a resistance."""
    return sheet.check(game.options, by, SPIRIT)[0], 1


def check_dice(game: Game, by: Character) -> tuple[int, int]:
    """Of the check that was called for; W-5.10: none at all in perfect circumstances."""
    return sheet.check(game.options, by, game.check.ability)[0], 0 if game.check.perfect else 1


Dice = Callable[[Game, Character], tuple[int, int]]


def diced(kind: type[dec.Evade | dec.Resist | dec.Check], dice: Dice) -> Could:
    """A declaration that is free only in its dice."""
    return lambda game, by: (kind(by=by, dice=n) for n in dice_choices(*dice(game, game.characters[by])))


def schema_of_dice(kind: str, dice: Dice) -> Callable[[Game, str, tuple[Any, ...]], Json]:
    """Its schema."""
    return lambda game, by, _: object_schema(kind, by, {}, dice_schema(*dice(game, game.characters[by])))


def could_swap(game: Game, by: str) -> Iterator[dec.Swap]:
    """W-3.6: each two rolled values."""
    return (dec.Swap(by=by, abilities=pair) for pair in permutations(game.characters[by].making or {}, 2))


def could_learn(game: Game, by: str) -> Iterator[dec.Learn]:
    """W-6.1, W-6.6: each spell, with how many dice, none included."""
    one = game.characters[by]
    most = sheet.check(game.options, one, MEMORY)[0]
    return (dec.Learn(by=by, spell=id, dice=dice) for id in one.spells for dice in dice_choices(most, 0))


def schema_of_learn(game: Game, by: str, found: tuple[Any, ...]) -> Json:
    """The spells that are due."""
    most = sheet.check(game.options, game.characters[by], MEMORY)[0]
    due = list(dict.fromkeys(it.spell for it in found))
    return object_schema("learn", by, {"spell": {"enum": due}}, dice_schema(most, 0))


def check_schema(of: Character) -> Json:
    """An ability that the character has, and a target number."""
    return {
        "ability": {"enum": list(of.abilities)},
        "target_number": {"type": "integer", "minimum": 0, "maximum": MOST_TARGET},
    }


def could_judge(game: Game, by: str) -> Iterator[dec.Judge]:
    """W-9.5: yes, no, or by a check."""
    del by
    ability = next(iter(game.characters[game.act.by].abilities))
    yield dec.Judge(allowed=True)
    yield dec.Judge(allowed=True, slow=True)
    yield dec.Judge(allowed=False)
    yield dec.Judge(allowed=True, ability=ability, target_number=12)
    yield dec.Judge(allowed=True, ability=ability, target_number=12, hidden=True)
    yield dec.Judge(allowed=True, ability=ability, target_number=8, perfect=True)


def schema_of_judge(game: Game, by: str, found: tuple[Any, ...]) -> Json:
    """With a check, or without."""
    del by, found
    flag: Json = {"type": "boolean"}
    plain = object_schema("judge", None, {"allowed": flag}, {"slow": flag})
    checked = object_schema(
        "judge",
        None,
        {"allowed": {"const": True}, **check_schema(game.characters[game.act.by])},
        {"slow": flag, "hidden": flag, "perfect": flag},
    )
    return {"anyOf": [plain, checked]}


def checked(game: Game) -> list[Character]:
    """W-5.3: of whom a check may be called for."""
    return [c for c in game.characters.values() if c.made and c.condition not in {"dead", "left"}]


def could_call_check(game: Game, by: str) -> Iterator[dec.CallCheck]:
    """W-5.1: of each, with an ability of its own."""
    del by
    for one in checked(game):
        for hidden in (False, True):
            yield dec.CallCheck(of=one.id, ability=next(iter(one.abilities)), target_number=12, hidden=hidden)


def schema_of_call_check(game: Game, by: str, found: tuple[Any, ...]) -> Json:
    """Any ability, any target number."""
    del by, found
    flag: Json = {"type": "boolean"}
    optional: Json = {"hidden": flag, "perfect": flag, "text": TEXT}
    each = [
        object_schema("call_check", None, {"of": {"const": c.id}, **check_schema(c)}, optional) for c in checked(game)
    ]
    return {"anyOf": each}


def award_refused(game: Game, it: dec.Award) -> Rejection:
    """W-16.1: once, after play."""
    del it
    if game.awarded:
        return Rejection("once_only", "経験点はもう配りました。", "W-16.1")
    return Rejection("not_awaited", "経験点はプレイが終わってから配ります。", "W-16.1")


def pcs(game: Game) -> list[str]:
    """Who may be given experience."""
    return [c.id for c in game.characters.values() if c.side == "pc"]


def could_award(game: Game, by: str) -> Iterator[dec.Award]:
    """W-16.1, W-16.2: for so many hours, more to some."""
    del by
    for first in pcs(game)[:1]:
        yield dec.Award(hours=2)
        yield dec.Award(hours=3, minutes=30, adjust={first: 20})


def schema_of_award(game: Game, by: str, found: tuple[Any, ...]) -> Json:
    """Hours, minutes, and a percentage for each."""
    del by, found
    percent = {"type": "integer", "enum": sorted({p for n in percents(game) for p in (n, -n)})}
    hours: Json = {"hours": {"type": "integer", "minimum": 0, "maximum": MOST_HOURS}}
    adjust: Json = {"type": "object", "properties": dict.fromkeys(pcs(game), percent), "additionalProperties": False}
    optional: Json = {"minutes": {"type": "integer", "minimum": 0, "maximum": MOST_MINUTES}, "adjust": adjust}
    return object_schema("award", None, hours, optional)


def could_attack(game: Game, by: str) -> Iterator[dec.Attack]:
    """W-10.1, W-11.1: whom it may attack, how, and with how many dice."""
    one = game.characters[by]
    how = ways(game, one, one.weapon) if one.weapon is not None else []
    most = sheet.check(game.options, one, PROWESS)[0]
    for target in targets(game, one):
        for way in how:
            for dice in dice_choices(most):
                yield dec.Attack(by=by, target=target, way=way, dice=dice)


def schema_of_attack(game: Game, by: str, found: tuple[Any, ...]) -> Json:
    """The first way of a weapon need not be named."""
    one = game.characters[by]
    dice = dice_schema(sheet.check(game.options, one, PROWESS)[0])
    who = list(dict.fromkeys(it.target for it in found))
    how: list[str | None] = list(dict.fromkeys(it.way for it in found))
    usual = one.weapon is not None and one.weapon.ways[0] in how
    named: Json = {"way": {"enum": [*how, None] if usual else how}}
    if usual:
        return object_schema("attack", by, {"target": {"enum": who}}, {**named, **dice})
    return object_schema("attack", by, {"target": {"enum": who}, **named}, dice)


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


def spell_dice(game: Game, by: Character, spell: Spell) -> int:
    """The most dice of a spell's check."""
    return sheet.check(game.options, by, game.school(spell).ability)[0]


def could_cast(game: Game, by: str) -> Iterator[dec.Cast]:
    """W-8.1: which spells, on whom or on which of their things, and with how many dice."""
    one = game.characters[by]
    for spell in castables(game, one):
        for target in game.characters.values():
            for item in (None, *(i.id for i in target.items)):
                for dice in dice_choices(spell_dice(game, one, spell)):
                    yield dec.Cast(by=by, spell=spell.id, target=target.id, item=item, dice=dice)


def schema_of_cast(game: Game, by: str, found: tuple[Any, ...]) -> Json:
    """A spell and a target at a time, for each has its own things and dice."""
    each: list[Json] = []
    for spell, target in dict.fromkeys((it.spell, it.target) for it in found):
        fixed: Json = {"spell": {"const": spell}, "target": {"const": target}}
        items = list(dict.fromkeys(it.item for it in found if (it.spell, it.target) == (spell, target)))
        dice = dice_schema(spell_dice(game, game.characters[by], game.spell(spell)))
        each.append(object_schema("cast", by, fixed, {"item": {"enum": items}, **dice}))
    return {"anyOf": each}


def could_concentrate(game: Game, by: str) -> Iterator[dec.Concentrate]:
    """W-8.1: each spell."""
    return (dec.Concentrate(by=by, spell=spell.id) for spell in castables(game, game.characters[by]))


def could_change_weapon(game: Game, by: str) -> Iterator[dec.ChangeWeapon]:
    """W-9.4: each thing, or none."""
    return (dec.ChangeWeapon(by=by, weapon=weapon) for weapon in (*(i.id for i in game.characters[by].items), None))


def could_delay(game: Game, by: str) -> Iterator[dec.Delay]:
    """W-9.3: each lower number."""
    now = game.characters[by].acts_at
    return (dec.Delay(by=by, to=n) for n in (range(now) if now <= FEW else (0, now // 2, now - 1)))


def schema_of_delay(game: Game, by: str, found: tuple[Any, ...]) -> Json:
    """Any lower number."""
    del found
    most = game.characters[by].acts_at - 1
    return object_schema("delay", by, {"to": {"type": "integer", "minimum": 0, "maximum": most}})


def could_spend(game: Game, by: str) -> Iterator[dec.SpendHeroPoint]:
    """W-17.2: each die that does not show a 6 already."""
    faces = game.asked.roll.faces if game.asked.roll is not None else ()
    return (dec.SpendHeroPoint(by=by, die=die) for die, face in enumerate(faces) if face != SIDES)


def simply(kind: type[Any]) -> Could:
    """A declaration without fields."""
    return lambda _, by: (kind(by=by),)


PLAYS: Plays[Game] = Plays(
    (
        Play(kind=Begin, decide=begin, could=lambda _, _by: (Begin(),), gm=True),
        Play(kind=dec.Make, decide=make, could=simply(dec.Make)),
        Play(kind=dec.Swap, decide=swap, could=could_swap),
        Play(kind=dec.Learn, decide=learn, could=could_learn, schema=schema_of_learn),
        Play(
            kind=dec.CallCheck,
            decide=call_check,
            could=could_call_check,
            schema=schema_of_call_check,
            unasked=lambda game, _: game.exchange is None,
            better=lambda game, _: Rejection("not_awaited", PLAYS.awaited_now(game, awaiting(game)), "W-5.1"),
            gm=True,
        ),
        Play(
            kind=dec.Check,
            decide=check,
            could=diced(dec.Check, check_dice),
            schema=schema_of_dice("check", check_dice),
        ),
        Play(kind=dec.Attack, decide=attack, could=could_attack, schema=schema_of_attack),
        Play(
            kind=dec.Evade,
            decide=evade,
            could=diced(dec.Evade, evasion_dice),
            schema=schema_of_dice("evade", evasion_dice),
        ),
        Play(
            kind=dec.Resist,
            decide=resist,
            could=diced(dec.Resist, resistance_dice),
            schema=schema_of_dice("resist", resistance_dice),
        ),
        Play(kind=dec.Decline, decide=decline, could=simply(dec.Decline)),
        Play(kind=dec.Cast, decide=cast, could=could_cast, schema=schema_of_cast),
        Play(kind=dec.Concentrate, decide=concentrate, could=could_concentrate),
        Play(kind=dec.ChangeWeapon, decide=change_weapon, could=could_change_weapon),
        Play(
            kind=dec.ChangePosture,
            decide=change_posture,
            could=lambda _, by: (dec.ChangePosture(by=by, to=to) for to in ("standing", "prone")),
        ),
        Play(kind=dec.EvadeOnly, decide=evade_only, could=simply(dec.EvadeOnly)),
        Play(
            kind=dec.Act,
            decide=act,
            could=lambda _, by: (dec.Act(by=by, text="机を蹴り倒して盾にする"),),
            schema=lambda _, by, _found: object_schema("act", by, {"text": TEXT}),
        ),
        Play(kind=dec.Judge, decide=judge, could=could_judge, schema=schema_of_judge, gm=True),
        Play(kind=dec.Delay, decide=delay, could=could_delay, schema=schema_of_delay),
        Play(kind=dec.Pass, decide=pass_, could=simply(dec.Pass)),
        Play(kind=dec.SpendHeroPoint, decide=spend_hero_point, could=could_spend),
        Play(kind=dec.Accept, decide=accept, could=simply(dec.Accept)),
        Play(
            kind=dec.Award,
            decide=award,
            could=could_award,
            schema=schema_of_award,
            unasked=lambda game, _: game.phase == "over" and not game.awarded,
            better=award_refused,
            gm=True,
        ),
        Play(
            kind=dec.Grow,
            decide=grow,
            could=lambda game, by: (dec.Grow(by=by, ability=ability) for ability in game.characters[by].abilities),
        ),
    ),
    awaiting=awaiting,
    unable=unable,
    words=WORDS.declarations,
)
