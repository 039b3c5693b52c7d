"""What may be declared now, exactly: which cards go together, whom a spell may reach, and with what it is paid."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import Any

from senki.rules.declarations import Begin
from senki.rules.game import Offer, dice_offers
from senki.rules.persona import clauses as book
from senki.rules.persona import declarations as dec
from senki.rules.persona.awaiting import awaiting
from senki.rules.persona.decide import groups_of
from senki.rules.persona.draws import can_draw
from senki.rules.persona.setup import SPELLS
from senki.rules.persona.state import Character, Game
from senki.rules.table import GM

Schema = dict[str, Any]
Cards = tuple[str, ...]

LONG_TEXT, SHORT_TEXT, NAME = 4000, 1000, 60
LISTED = 4
"""Groups up to this size have all their orders listed."""


def plays(game: Game, by: str) -> tuple[Offer, ...]:
    """Every legal play of a character (or of the GM) at this moment."""
    offers: list[Offer] = []
    for awaited in awaiting(game):
        if awaited.by == by and game.dice is not None:
            offers += dice_offers((awaited,), by)
        elif awaited.by == by:
            for kind in awaited.types:
                offers += gm_offers(game, kind) if by == GM else OFFERS[kind](game, game.characters[by])
    if by in game.characters:
        offers += showing(game, game.characters[by])
    return tuple(offer for offer in offers if offer.plays)


def gm_offers(game: Game, kind: str) -> Iterator[Offer]:
    """What the GM may declare for the table."""
    match kind:
        case "begin":
            yield Offer(kind, None, (Begin(),))
        case "arrange":
            yield arranging(game, None)
        case "judge":
            some = tuple(dec.Judge(success=success) for success in (True, False))
            yield Offer(kind, None, some, schema(kind, None, {"success": {"type": "boolean"}}, reason=SHORT_TEXT))
        case "call":
            yield Offer(kind, None, tuple(dec.Call(difficulty=d) for d in ("easy", "normal", "hard")))
        case "rest":
            some = tuple(dec.Rest(granted=granted) for granted in (True, False))
            yield Offer(kind, None, some, schema(kind, None, {"granted": {"type": "boolean"}}, reason=SHORT_TEXT))
        case "pass_hour":
            yield Offer(kind, None, (dec.PassHour(),))
        case _:
            pass


def schema(kind: str, by: str | None, fields: Schema, **texts: int) -> Schema:
    """The JSON Schema of a declaration: exactly these fields, and optional texts up to a length."""
    properties: Schema = {"type": {"const": kind}}
    if by is not None:
        properties["by"] = {"const": by}
    properties |= fields
    required = list(properties)
    properties |= {name: {"type": "string", "minLength": 1, "maxLength": most} for name, most in texts.items()}
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def any_order(sets: Iterable[Sequence[str]]) -> Schema:
    """Any of these sets of cards, in any order."""
    return {
        "anyOf": [
            {
                "type": "array",
                "items": {"enum": list(cards)},
                "uniqueItems": True,
                "minItems": len(cards),
                "maxItems": len(cards),
            }
            for cards in sets
        ]
    }


def subset(items: Sequence[str], least: int, most: int) -> Schema:
    """So many different ones of these, in any order."""
    return {
        "type": "array",
        "items": {"enum": list(items)},
        "uniqueItems": True,
        "minItems": least,
        "maxItems": most,
    }


def sets_of(game: Game, by: Character) -> tuple[Cards, ...]:
    """P-8.1, P-8.2, P-10.2: the sets of cards that somebody may lay."""
    return tuple(
        cards
        for many in range(1, len(by.hand) + 1)
        for cards in combinations(by.hand, many)
        if book.go_together(game.options, cards, by.suit)
    )


def attacks(game: Game, by: Character) -> Iterator[Offer]:
    """P-6.3 to P-6.8, P-8.1, P-8.2: whom, and with which cards; several cards may be laid in any order."""
    targets = [c.id for c in game.enemies(by) if book.attackable(game, c)]
    if not by.has_hand:
        if can_draw(game, by.id):
            yield Offer("attack", by.id, tuple(dec.Attack(by=by.id, target=t) for t in targets))
        return
    sets = sets_of(game, by)
    if sets and targets:
        some = tuple(dec.Attack(by=by.id, target=t, cards=cards) for t in targets for cards in sets)
        whole = schema("attack", by.id, {"target": {"enum": targets}, "cards": any_order(sets)})
        yield Offer("attack", by.id, some, whole if has_several(sets) else None)


def has_several(sets: Sequence[Cards]) -> bool:
    """Whether there are sets of more than one card, which may be laid in any order."""
    return any(len(cards) > 1 for cards in sets)


def defences(game: Game, by: Character) -> Iterator[Offer]:
    """P-6.11, P-10.2: with which cards; several may be laid in any order."""
    sets = sets_of(game, by)
    if sets:
        some = tuple(dec.Defend(by=by.id, cards=cards) for cards in sets)
        yield Offer(
            "defend", by.id, some, schema("defend", by.id, {"cards": any_order(sets)}) if has_several(sets) else None
        )


def discards(game: Game, by: Character) -> Iterator[Offer]:
    """P-6.27: any cards of the hand, exactly as many as are too many."""
    del game
    many = by.surplus
    some = tuple(dec.Discard(by=by.id, cards=cards) for cards in combinations(by.hand, many))
    whole = schema("discard", by.id, {"cards": subset(by.hand, many, many)})
    yield Offer("discard", by.id, some, whole if many > 1 else None)


def exchanges(game: Game, by: Character) -> Iterator[Offer]:
    """P-13.1: any cards of the hand, at least one."""
    del game
    hand = by.hand
    some = tuple(
        dec.Exchange(by=by.id, cards=cards) for many in range(1, len(hand) + 1) for cards in combinations(hand, many)
    )
    whole = schema("exchange", by.id, {"cards": subset(hand, 1, len(hand))})
    yield Offer("exchange", by.id, some, whole if len(hand) > 1 else None)


def casts(game: Game, by: Character) -> Iterator[Offer]:
    """P-11.5 to P-11.28: each spell with the cards that pay for it and those whom it may reach."""
    found: list[dec.Cast] = []
    for spell in SPELLS if by.has_hand else by.spells:
        free = game.phase == "over" or not by.has_hand
        cards = [None] if free else [card for card in by.hand if spell in book.spells_of(card, by.suit)]
        reached = [c.id for c in book.targets_of(game, by, spell)] if spell in book.AIMED else [None]
        found += [dec.Cast(by=by.id, spell=spell, card=card, target=target) for target in reached for card in cards]
    kinds = [
        schema(
            "cast",
            by.id,
            {"spell": {"const": it.spell}}
            | ({} if it.card is None else {"card": {"const": it.card}})
            | ({} if it.target is None else {"target": {"const": it.target}}),
            name=NAME,
        )
        for it in found
    ]
    yield Offer("cast", by.id, tuple(found), {"anyOf": kinds})


def changes(game: Game, by: Character) -> Iterator[Offer]:
    """P-12.1: any persona but the one in force."""
    del game
    some = tuple(dec.ChangePersona(by=by.id, persona=n) for n in range(len(by.personas)) if n != by.persona)
    yield Offer("change_persona", by.id, some)


def negotiations(game: Game, by: Character) -> Iterator[Offer]:
    """P-14.1, P-14.4: each demon with the cards of its suit."""
    found = [
        (c.id, card)
        for c in game.enemies(by)
        if book.may_negotiate(game, c)
        for card in by.hand
        if book.serves_as(game.options, card, c.suit)
    ]
    kinds = [
        schema("negotiate", by.id, {"target": {"const": t}, "card": {"const": card}}, approach=LONG_TEXT)
        for t, card in found
    ]
    some = tuple(dec.Negotiate(by=by.id, target=t, card=card) for t, card in found)
    yield Offer("negotiate", by.id, some, {"anyOf": kinds})


def check_cards(game: Game, by: Character) -> Sequence[str | None]:
    """P-0.7, P-0.8: what somebody may play to a check: any card held, or the top of the deck (no card named)."""
    if by.has_hand:
        return by.hand
    return [None] if can_draw(game, by.id) else []


def incapacitations(game: Game, by: Character) -> Iterator[Offer]:
    """P-15.1: each enemy who can act, with each card."""
    some = tuple(
        dec.Incapacitate(by=by.id, target=c.id, card=card)
        for c in game.enemies(by)
        if c.active
        for card in check_cards(game, by)
    )
    yield Offer("incapacitate", by.id, some)


def flights(game: Game, by: Character) -> Iterator[Offer]:
    """P-16.4, P-16.5, P-16.7: free, or with a card."""
    cards = [None] if book.flees_freely(game, by) else check_cards(game, by)
    yield Offer("flee", by.id, tuple(dec.Flee(by=by.id, card=card) for card in cards))


def others(game: Game, by: Character) -> Iterator[Offer]:
    """P-18.1: anything, in words."""
    del game
    whole = schema("other", by.id, {"text": {"type": "string", "minLength": 1, "maxLength": LONG_TEXT}})
    yield Offer("other", by.id, (dec.Other(by=by.id, text="様子をうかがう"),), whole)


def delays(game: Game, by: Character) -> Iterator[Offer]:
    """P-2.3: behind each who is still to come."""
    later = [c.id for c in game.to_come() if c.id != by.id]
    yield Offer("delay", by.id, tuple(dec.Delay(by=by.id, after=i) for i in later))


def arranging(game: Game, by: str | None) -> Offer:
    """P-2.5, P-2.6, P-2.8: every other order of each group of equals."""
    groups = groups_of(game, by)
    small = all(len(group) <= LISTED for group in groups)
    some = tuple(
        dec.Arrange(by=by, order=order)
        for group in groups
        for order in (permutations(group) if len(group) <= LISTED else (tuple(reversed(group)),))
        if order != group
    )
    return Offer("arrange", by, some, None if small else schema("arrange", by, {"order": any_order(groups)}))


def checks(game: Game, by: Character) -> Iterator[Offer]:
    """P-0.7: any card of the hand."""
    del game
    yield Offer("check", by.id, tuple(dec.MakeCheck(by=by.id, card=card) for card in by.hand))


def recoveries(game: Game, by: Character) -> Iterator[Offer]:
    """P-15.7: with each card."""
    yield Offer("recover", by.id, tuple(dec.Recover(by=by.id, card=card) for card in check_cards(game, by)))


def showing(game: Game, by: Character) -> Iterator[Offer]:
    """P-0.6: any cards of the hand to any other PCs, at any time; the whole hand to each stands listed."""
    to = [c.id for c in game.characters.values() if c.side == "pc" and c.id != by.id]
    if by.has_hand and by.side == "pc" and by.hand and to:
        some = tuple(dec.ShowHand(by=by.id, to=(id,), cards=by.hand) for id in to)
        fields = {"to": subset(to, 1, len(to)), "cards": subset(by.hand, 1, len(by.hand))}
        yield Offer("show_hand", by.id, some, schema("show_hand", by.id, fields))


OFFERS: Mapping[str, Callable[[Game, Character], Iterable[Offer]]] = {
    "attack": attacks,
    "defend": defences,
    "discard": discards,
    "exchange": exchanges,
    "cast": casts,
    "change_persona": changes,
    "negotiate": negotiations,
    "incapacitate": incapacitations,
    "flee": flights,
    "pass": lambda _game, by: (Offer("pass", by.id, (dec.Pass(by=by.id),)),),
    "other": others,
    "surrender": lambda _game, by: (Offer("surrender", by.id, (dec.Surrender(by=by.id),)),),
    "delay": delays,
    "arrange": lambda game, by: (arranging(game, by.id),),
    "check": checks,
    "recover": recoveries,
}
