"""What may be declared in persona: a row a declaration."""

from collections.abc import Callable, Iterator
from itertools import combinations, permutations

from senki.rules.declarations import Begin
from senki.rules.message import Declaration
from senki.rules.persona import declarations as dec
from senki.rules.persona.attack import attack, defend
from senki.rules.persona.awaiting import awaiting, changed_enough, unable
from senki.rules.persona.checks import call, flee, incapacitate, judge, make_check, negotiate, other, recover
from senki.rules.persona.clauses import actions, blows, magic
from senki.rules.persona.decide import (
    arrange,
    begin,
    change_persona,
    delay,
    discard,
    exchange,
    groups_of,
    pass_,
    pass_hour,
    rest,
    show_hand,
    surrender,
)
from senki.rules.persona.magic import cast, form
from senki.rules.persona.setup import SPELLS
from senki.rules.persona.state import Character, Game
from senki.rules.persona.words import WORDS
from senki.rules.plays import Play, Plays
from senki.rules.rejection import Rejection
from senki.rules.schemas import Json, any_order, object_schema, subset, text
from senki.rules.table import GM

Cards = tuple[str, ...]

LONG_TEXT, SHORT_TEXT, NAME = 4000, 1000, 60
LISTED = 4
"""Groups up to this size have all their orders listed."""


def could_arrange(game: Game, by: str) -> Iterator[dec.Arrange]:
    """P-2.5, P-2.6, P-2.8: every order of each small group of equals, and one of each large one."""
    who = None if by == GM else by
    for group in groups_of(game, who):
        for order in permutations(group) if len(group) <= LISTED else (tuple(reversed(group)),):
            yield dec.Arrange(by=who, order=order)


def arrange_schema(game: Game, by: str, found: tuple[dec.Arrange, ...]) -> Json | None:
    """Any order of a group, where one is too large to list."""
    del found
    who = None if by == GM else by
    groups = groups_of(game, who)
    if all(len(group) <= LISTED for group in groups):
        return None
    return object_schema("arrange", who, {"order": any_order(groups)})


def sets_of(game: Game, by: Character) -> tuple[Cards, ...]:
    """P-8.1, P-8.2, P-10.2: the sets of cards that somebody may lay."""
    return tuple(
        cards
        for many in range(1, len(by.hand) + 1)
        for cards in combinations(by.hand, many)
        if blows.go_together(game.options, cards, by.suit)
    )


def could_attack(game: Game, by: str) -> Iterator[dec.Attack]:
    """P-6.3, P-6.7, P-6.8: each enemy, with each set of cards, or with what the deck gives."""
    attacker = game.characters[by]
    sets = sets_of(game, attacker) if attacker.has_hand else ((),)
    for target in game.enemies(attacker):
        for cards in sets:
            yield dec.Attack(by=by, target=target.id, cards=cards)


def attack_schema(game: Game, by: str, found: tuple[dec.Attack, ...]) -> Json | None:
    """P-8.3: several cards may be laid in any order."""
    del game
    targets, sets = dict.fromkeys(it.target for it in found), tuple(dict.fromkeys(it.cards for it in found))
    if not has_several(sets):
        return None
    return object_schema("attack", by, {"target": {"enum": list(targets)}, "cards": any_order(sets)})


def has_several(sets: tuple[Cards, ...]) -> bool:
    """Whether there are sets of more than one card, which may be laid in any order."""
    return any(len(cards) > 1 for cards in sets)


def could_defend(game: Game, by: str) -> Iterator[dec.Defend]:
    """P-6.11, P-10.2: each set of cards."""
    for cards in sets_of(game, game.characters[by]):
        yield dec.Defend(by=by, cards=cards)


def defend_schema(game: Game, by: str, found: tuple[dec.Defend, ...]) -> Json | None:
    """Several cards may be laid in any order."""
    del game
    sets = tuple(it.cards for it in found)
    return object_schema("defend", by, {"cards": any_order(sets)}) if has_several(sets) else None


def could_discard(game: Game, by: str) -> Iterator[dec.Discard]:
    """P-6.27: exactly as many cards as are too many."""
    it = game.characters[by]
    for cards in combinations(it.hand, it.surplus):
        yield dec.Discard(by=by, cards=cards)


def discard_schema(game: Game, by: str, found: tuple[dec.Discard, ...]) -> Json | None:
    """They may be named in any order."""
    del found
    it = game.characters[by]
    if it.surplus == 1:
        return None
    return object_schema("discard", by, {"cards": subset(it.hand, it.surplus, it.surplus)})


def could_exchange(game: Game, by: str) -> Iterator[dec.Exchange]:
    """P-13.1: any cards of the hand."""
    hand = game.characters[by].hand
    for many in range(1, len(hand) + 1):
        for cards in combinations(hand, many):
            yield dec.Exchange(by=by, cards=cards)


def exchange_schema(game: Game, by: str, found: tuple[dec.Exchange, ...]) -> Json | None:
    """They may be named in any order."""
    del found
    hand = game.characters[by].hand
    return object_schema("exchange", by, {"cards": subset(hand, 1, len(hand))}) if len(hand) > 1 else None


def cards_or_none(game: Game, by: str) -> tuple[str | None, ...]:
    """Each card of the hand, or none at all."""
    return (None, *game.characters[by].hand)


def could_cast(game: Game, by: str) -> Iterator[dec.Cast]:
    """P-11.5 to P-11.28: each spell, at each ally where it takes one, with each card that pays for it or with none."""
    caster = game.characters[by]
    for spell in SPELLS if caster.has_hand else caster.spells:
        paying = [card for card in caster.hand if spell in magic.spells_of(card, caster.suit)]
        for target in [c.id for c in game.allies(caster)] if spell in magic.AIMED else [None]:
            for card in (None, *paying):
                yield dec.Cast(by=by, spell=spell, card=card, target=target)


def cast_schema(game: Game, by: str, found: tuple[dec.Cast, ...]) -> Json:
    """P-11.8: any of these, and the name that its caster gives it."""
    del game
    return {"anyOf": [object_schema("cast", by, constants(it, "spell", "card", "target"), NAMED) for it in found]}


NAMED: Json = {"name": text(NAME)}


def constants(it: Declaration, *fields: str) -> Json:
    """The fields of a declaration as they stand, without those that it leaves out."""
    values = {name: getattr(it, name) for name in fields}
    return {name: {"const": value} for name, value in values.items() if value is not None}


def could_negotiate(game: Game, by: str) -> Iterator[dec.Negotiate]:
    """P-14.1, P-14.4: each enemy, with each card."""
    for target in game.enemies(game.characters[by]):
        for card in game.characters[by].hand:
            yield dec.Negotiate(by=by, target=target.id, card=card)


def negotiate_schema(game: Game, by: str, found: tuple[dec.Negotiate, ...]) -> Json:
    """P-14.6: any of these, and how it is done."""
    del game
    said: Json = {"approach": text(LONG_TEXT)}
    return {"anyOf": [object_schema("negotiate", by, constants(it, "target", "card"), said) for it in found]}


def could_incapacitate(game: Game, by: str) -> Iterator[dec.Incapacitate]:
    """P-15.1: each enemy, with each card."""
    for target in game.enemies(game.characters[by]):
        for card in cards_or_none(game, by):
            yield dec.Incapacitate(by=by, target=target.id, card=card)


def could_show_hand(game: Game, by: str) -> Iterator[dec.ShowHand]:
    """P-0.6: the whole hand, to each."""
    for to in game.characters:
        yield dec.ShowHand(by=by, to=(to,), cards=game.characters[by].hand)


def show_hand_schema(game: Game, by: str, found: tuple[dec.ShowHand, ...]) -> Json:
    """P-0.6: any cards, to any of them."""
    to, hand = [it.to[0] for it in found], game.characters[by].hand
    return object_schema("show_hand", by, {"to": subset(to, 1, len(to)), "cards": subset(hand, 1, len(hand))})


def may_show_hand(game: Game, it: dec.ShowHand) -> bool:
    """P-0.6: players show their hands to each other, at any time."""
    by = game.characters[it.by]
    return by.has_hand and by.side == "pc"


def judged_schema(kind: str, field: str) -> Callable[[Game, str, tuple[Declaration, ...]], Json]:
    """The GM's yes or no, and why."""
    schema = object_schema(kind, None, {field: {"type": "boolean"}}, {"reason": text(SHORT_TEXT)})
    return lambda _game, _by, _found: schema


def other_schema(game: Game, by: str, found: tuple[dec.Other, ...]) -> Json:
    """P-18.1: anything, in words."""
    del game, found
    return object_schema("other", by, {"text": text(LONG_TEXT)})


Better = Callable[[Game, Declaration], Rejection | None]


def forbidden(clause: str, holds: Callable[[Game, Character], bool]) -> Better:
    """The clause that keeps a character, or a place, from something at all."""

    def better(game: Game, it: Declaration) -> Rejection | None:
        if it.by is None or not holds(game, game.characters[it.by]):
            return None
        return Rejection("not_awaited", PLAYS.awaited_now(game, awaiting(game)), clause)

    return better


def first(*reasons: Better) -> Better:
    """The first of several reasons that holds."""
    return lambda game, it: next((found for why in reasons if (found := why(game, it)) is not None), None)


def changed_already(game: Game, it: Declaration) -> Rejection | None:
    """P-12.1: once a round (option `persona_changes`)."""
    if game.phase == "fighting" and changed_enough(game, game.characters[it.by or ""]):
        return Rejection("once_only", "ペルソナチェンジは1ターンに一度だけです。", "P-12.1")
    return None


def tried_already(game: Game, it: Declaration) -> Rejection | None:
    """P-15.7: once an hour."""
    by = game.characters[it.by or ""]
    if (
        game.phase == "over"
        and game.hours
        and actions.may_recover(game, by)
        and by.id in game.tried
        and not by.recovery_due
    ):
        return Rejection("once_only", "回復判定は一時間に一度だけです。", "P-15.7")
    return None


def cannot_recover(game: Game, it: Declaration) -> Rejection | None:
    """P-15.7, P-15.8: only who is incapacitated, and not everybody."""
    return forbidden("P-15.8" if game.original else "P-15.7", lambda g, by: not actions.may_recover(g, by))(game, it)


def not_to_show(game: Game, it: Declaration) -> Rejection:
    """P-0.6: it is the players' hands that are shown."""
    del game, it
    return Rejection("not_awaited", "手札を見せられるのは、ＰＣのペルソナ使いです。", "P-0.6")


def _handless(_game: Game, by: Character) -> bool:
    return not by.has_hand


def _civilian(_game: Game, by: Character) -> bool:
    return by.kind == "civilian"


PLAYS: Plays[Game] = Plays(
    (
        Play(kind=Begin, decide=begin, could=lambda _, _by: (Begin(),), gm=True),
        Play(kind=dec.Arrange, decide=arrange, could=could_arrange, schema=arrange_schema),
        Play(
            kind=dec.Delay,
            decide=delay,
            could=lambda game, by: (dec.Delay(by=by, after=c.id) for c in game.to_come()),
        ),
        Play(
            kind=dec.Attack,
            decide=attack,
            could=could_attack,
            schema=attack_schema,
            better=forbidden("P-6.9", _civilian),
        ),
        Play(kind=dec.Defend, decide=defend, could=could_defend, schema=defend_schema),
        Play(kind=dec.Discard, decide=discard, could=could_discard, schema=discard_schema),
        Play(
            kind=dec.Cast,
            decide=cast,
            could=could_cast,
            schema=cast_schema,
            better=forbidden("P-11.3", lambda _, by: not by.has_hand and not by.spells),
            form=form,
        ),
        Play(
            kind=dec.ChangePersona,
            decide=change_persona,
            could=lambda game, by: (
                dec.ChangePersona(by=by, persona=n) for n in range(len(game.characters[by].personas))
            ),
            better=first(changed_already, forbidden("P-12.3", _handless)),
        ),
        Play(
            kind=dec.Exchange,
            decide=exchange,
            could=could_exchange,
            schema=exchange_schema,
            better=first(forbidden("P-13.3", lambda game, _: game.phase == "over"), forbidden("P-13.4", _handless)),
        ),
        Play(
            kind=dec.Negotiate,
            decide=negotiate,
            could=could_negotiate,
            schema=negotiate_schema,
            better=forbidden("P-14.1", _handless),
        ),
        Play(
            kind=dec.Incapacitate,
            decide=incapacitate,
            could=could_incapacitate,
            better=forbidden("P-6.9", _civilian),
        ),
        Play(
            kind=dec.Flee,
            decide=flee,
            could=lambda game, by: (dec.Flee(by=by, card=card) for card in cards_or_none(game, by)),
            better=forbidden("P-16.2", lambda game, _: not game.options.escape_route),
            grave="この戦いから逃亡します。逃げおおせれば、もう戻れません。",
        ),
        Play(kind=dec.Pass, decide=pass_, could=lambda _, by: (dec.Pass(by=by),)),
        Play(
            kind=dec.Other,
            decide=other,
            could=lambda _, by: (dec.Other(by=by, text="様子をうかがう"),),
            schema=other_schema,
        ),
        Play(
            kind=dec.Surrender,
            decide=surrender,
            could=lambda _, by: (dec.Surrender(by=by),),
            grave="降伏します。この戦いではもう動けません。",
        ),
        Play(
            kind=dec.MakeCheck,
            decide=make_check,
            could=lambda game, by: (dec.MakeCheck(by=by, card=card) for card in game.characters[by].hand),
        ),
        Play(
            kind=dec.Recover,
            decide=recover,
            could=lambda game, by: (dec.Recover(by=by, card=card) for card in cards_or_none(game, by)),
            better=first(tried_already, cannot_recover),
        ),
        Play(
            kind=dec.ShowHand,
            decide=show_hand,
            could=could_show_hand,
            schema=show_hand_schema,
            unasked=may_show_hand,
            better=not_to_show,
        ),
        Play(
            kind=dec.Call,
            decide=call,
            could=lambda _, _by: (dec.Call(difficulty=d) for d in ("easy", "normal", "hard")),
            gm=True,
        ),
        Play(
            kind=dec.Judge,
            decide=judge,
            could=lambda _, _by: (dec.Judge(success=success) for success in (True, False)),
            schema=judged_schema("judge", "success"),
            gm=True,
        ),
        Play(
            kind=dec.Rest,
            decide=rest,
            could=lambda _, _by: (dec.Rest(granted=granted) for granted in (True, False)),
            schema=judged_schema("rest", "granted"),
            gm=True,
        ),
        Play(kind=dec.PassHour, decide=pass_hour, could=lambda _, _by: (dec.PassHour(),), gm=True),
    ),
    awaiting=awaiting,
    unable=unable,
    words=WORDS.declarations,
)
