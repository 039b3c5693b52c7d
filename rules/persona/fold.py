"""The scribe of persona: what each event changes. No rule, no luck; what an event does not state stays as it was."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from msgspec.structs import replace

from senki.rules import events as shared
from senki.rules.cards import CARDS
from senki.rules.fold import UNTOUCHED
from senki.rules.message import Event
from senki.rules.persona import events as ev
from senki.rules.persona.setup import FULL_HAND, Fighter, MinorDemon, PersonaUser
from senki.rules.persona.state import Attack, Character, Check, Deck, Defence, Game, Stage


def start(opened: ev.Opened) -> Game:
    """The battle as it was opened; hands that are there already are dealt by the events behind it."""
    names = ("common",) if opened.options.decks == "one" else ("pc", "npc")
    discards = {name: opened.discards.get(name, ()) for name in names}
    return Game(
        options=opened.options,
        characters={f.id: _character(f) for f in opened.characters},
        decks={name: Deck(left=without(CARDS, discards[name]), discards=discards[name]) for name in names},
        undealt=tuple(
            f.id for f in opened.characters if isinstance(f, PersonaUser) and f.hand_limit and f.id not in opened.held
        ),
    )


def _character(fighter: Fighter) -> Character:
    name, condition = fighter.name or fighter.id, fighter.condition or "active"
    if isinstance(fighter, PersonaUser):
        force = fighter.personas[fighter.persona]
        return Character(
            id=fighter.id,
            name=name,
            side=fighter.side,
            kind="persona_user",
            condition=condition,
            suit=force.suit,
            level=force.level,
            personas=fighter.personas,
            persona=fighter.persona,
            hand_limit=fighter.hand_limit,
        )
    demon = fighter if isinstance(fighter, MinorDemon) else None
    return Character(
        id=fighter.id,
        name=name,
        side=fighter.side,
        kind="civilian" if demon is None else "minor_demon",
        condition=condition,
        suit=None if demon is None else demon.suit,
        level=fighter.level,
        spells=() if demon is None else demon.spells,
    )


def without(cards: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    """Cards without some of them, in the same order."""
    taken = set(gone)
    return tuple(card for card in cards if card not in taken)


def _change(game: Game, id: str, **changes: Any) -> Game:  # noqa: ANN401 - fields of a character
    return game.with_character(replace(game.characters[id], **changes))


def _from_hand(game: Game, id: str, cards: tuple[str, ...]) -> Game:
    """Cards leave a hand; to where is the caller's to say."""
    it = game.characters[id]
    hand = without(it.hand, cards)
    return _change(game, id, hand=hand, dealt={card: it.dealt[card] for card in hand if card in it.dealt})


def _thrown_away(game: Game, id: str, cards: tuple[str, ...]) -> Game:
    return _from_hand(game, id, cards).discarding(id, cards)


def _began(game: Game, event: shared.Began) -> Game:
    del event
    return replace(game, phase="fighting")


def _ended(game: Game, event: shared.Ended) -> Game:
    """What lies on the table goes to the discards."""
    game = game if game.attack is None else _cleared(game, game.attack)
    return replace(game, phase="over", stage=None, active=None, exchange=None, winner=event.winner, dice=None)


def _dice_awaited(game: Game, event: shared.DiceAwaited) -> Game:
    return replace(game, dice=event)


def _dice_given(game: Game, event: shared.DiceGiven) -> Game:
    del event
    return replace(game, dice=None)


def _cleared(game: Game, attack: Attack) -> Game:
    """The cards of the exchange go to the discards: the attack's, then each defence's, in the order laid."""
    game = game.discarding(attack.by, attack.cards)
    for defence in attack.defences:
        game = game.discarding(defence.by, defence.cards)
    return replace(game, exchange=None)


def _dealt(game: Game, event: shared.Dealt) -> Game:
    game = _turned(game, event.to, event.cards)
    character = game.characters[event.to]
    if not character.has_hand:
        return game
    game = _change(game, event.to, hand=(*character.hand, *event.cards), laid=())
    return replace(game, undealt=without(game.undealt, (event.to,)))


def _turned(game: Game, id: str, cards: tuple[str, ...]) -> Game:
    """Cards leave the deck of a character, to be laid by it."""
    name = game.deck_of(id)
    deck = game.decks[name]
    game = replace(game, decks={**game.decks, name: replace(deck, left=without(deck.left, cards))})
    return _change(game, id, laid=(*game.characters[id].laid, *cards))


def _reshuffled(game: Game, event: shared.Reshuffled) -> Game:
    deck = game.decks[event.deck]
    whole = set(deck.left) | set(deck.discards)
    fresh = Deck(left=tuple(card for card in CARDS if card in whole))
    return replace(game, decks={**game.decks, event.deck: fresh})


def _round_started(game: Game, event: shared.RoundStarted) -> Game:
    characters = {i: replace(c, persona_changed=False) for i, c in game.characters.items()}
    return replace(
        game, characters=characters, round=event.round, order=event.order, done=(), delayed={}, active=None, stage=None
    )


def _turn_started(game: Game, event: shared.TurnStarted) -> Game:
    """Whoever stands before it in the order has been passed over."""
    before = game.order[: game.order.index(event.by)]
    done = (*game.done, *(i for i in before if i not in game.done))
    return replace(game, active=event.by, stage="act", done=done)


def _turn_ended(game: Game, event: shared.TurnEnded) -> Game:
    done = game.done if event.by in game.done else (*game.done, event.by)
    return replace(game, active=None, stage=None, done=done)


def _stage_started(game: Game, event: shared.StageStarted) -> Game:
    if event.stage == AFTERMATH:
        return replace(game, stage=None)
    if event.stage == "defend":
        game = _in_attack(game, pending=event.queue)
    return replace(game, stage=cast("Stage", event.stage))


AFTERMATH = "aftermath"
"""The part after a battle in which nothing is going on."""


def _arranged(game: Game, event: ev.Arranged) -> Game:
    return replace(game, order=event.order)


def _delayed(game: Game, event: ev.Delayed) -> Game:
    delayed = {i: a for i, a in game.delayed.items() if i != event.by} | {event.by: event.after}
    return replace(game, order=event.order, delayed=delayed, active=None, stage=None)


def _cards_laid(game: Game, event: ev.CardsLaid) -> Game:
    return _change(_from_hand(game, event.by, event.cards), event.by, laid=event.cards)


def _attack_laid(game: Game, event: ev.AttackLaid) -> Game:
    cards = game.characters[event.by].laid
    game = _change(game, event.by, laid=())
    return replace(game, exchange=Attack(by=event.by, target=event.target, cards=cards))


def _in_attack(game: Game, **changes: Any) -> Game:  # noqa: ANN401 - fields of an attack
    return replace(game, exchange=replace(game.attack_now(), **changes))


def _answered(game: Game, id: str) -> Game:
    """Somebody meets the attack, with cards or without."""
    return _in_attack(game, pending=without(game.attack_now().pending, (id,)), faced=True)


def _defence_laid(game: Game, event: ev.DefenceLaid) -> Game:
    defence = Defence(by=event.by, cards=game.characters[event.by].laid)
    game = _in_attack(game, defences=(*game.attack_now().defences, defence))
    return _answered(_change(game, event.by, laid=()), event.by)


def _defenceless(game: Game, event: ev.Defenceless) -> Game:
    return _answered(game, event.by)


def _revealed(game: Game, event: shared.Revealed) -> Game:
    """Cards of the exchange are turned up; without one, a card is turned from the deck for a check."""
    attack = game.attack
    if attack is None:
        return _turned(game, event.by, event.cards)
    if event.by == attack.by:
        return _in_attack(game, shown=attack.shown + len(event.cards))
    defences = tuple(replace(d, shown=True) if d.by == event.by else d for d in attack.defences)
    return _in_attack(game, defences=defences)


def _card_by_card(game: Game, event: ev.CardByCard) -> Game:
    del event
    return _in_attack(game, each=True)


def _all_target(game: Game, event: ev.AllTarget) -> Game:
    del event
    return _next_wave(game, spread=True)


def _next_card(game: Game, event: ev.NextCard) -> Game:
    return _next_wave(game, spread=False, at=event.place)


def _next_wave(game: Game, **changes: Any) -> Game:  # noqa: ANN401 - fields of an attack
    """A group of defenders is through, if there was anybody in it."""
    attack = game.attack_now()
    return _in_attack(game, wave=attack.wave + attack.faced, faced=False, **changes)


def _damaged(game: Game, event: ev.Damaged) -> Game:
    return _change(game, event.target, hand_limit=event.hand_limit)


def _fell(game: Game, event: ev.Fell) -> Game:
    game = _change(game, event.target, condition=event.condition)
    return _change(game, event.target, hand_limit=0) if event.condition == "near_death" else game


def _attack_ended(game: Game, event: ev.AttackEnded) -> Game:
    del event
    return _cleared(game, game.attack_now())


def _hand_thrown(game: Game, event: ev.Discarded | ev.Exchanged) -> Game:
    return _thrown_away(game, event.by, event.cards)


def _cast(game: Game, event: ev.Cast) -> Game:
    return game if event.card is None else _thrown_away(game, event.by, (event.card,))


def _healed(game: Game, event: ev.Healed) -> Game:
    return _change(game, event.target, hand_limit=event.hand_limit)


def _revived(game: Game, event: ev.Revived) -> Game:
    return _change(game, event.target, hand_limit=event.hand_limit, condition="active")


def _recovered(game: Game, event: ev.Recovered) -> Game:
    return _change(game, event.target, condition="active", recovery_due=False)


def _persona_changed(game: Game, event: ev.PersonaChanged) -> Game:
    return _change(game, event.by, persona=event.persona, suit=event.suit, level=event.level, persona_changed=True)


def _check_made(game: Game, event: ev.CheckMade) -> Game:
    """The card goes to the discards: from the hand, or as it was turned from the deck."""
    by = game.characters[event.by]
    laid = without(by.laid, (event.card,))
    due = by.recovery_due and event.purpose != "recover"
    game = _change(_thrown_away(game, by.id, (event.card,)), by.id, laid=laid, recovery_due=due)
    check = Check(by=by.id, purpose=event.purpose, difficulty=event.difficulty, card=event.card, target=event.target)
    tried = (*game.tried, by.id) if event.purpose == "recover" else game.tried
    return replace(game, exchange=check, tried=tried)


def _check_resolved(game: Game, event: ev.CheckResolved) -> Game:
    """A card that was turned to decide goes to the discards."""
    by = game.characters[event.by]
    game = _change(game.discarding(by.id, by.laid), by.id, laid=())
    return replace(game, exchange=None, stage=None)


def _resistance_called(game: Game, event: ev.ResistanceCalled) -> Game:
    check = Check(by=event.by, purpose="resist", difficulty=event.difficulty, target=event.target)
    return replace(game, exchange=check)


def _called(game: Game, event: ev.Called) -> Game:
    return replace(game, exchange=Check(by=event.by, purpose="other", difficulty=event.difficulty))


def _left(game: Game, event: ev.Left) -> Game:
    return _change(game, event.target, condition="left")


def _incapacitated(game: Game, event: ev.Incapacitated) -> Game:
    return _change(game, event.target, condition="incapacitated", recovery_due=False)


def _fled(game: Game, event: ev.Fled) -> Game:
    return _change(game, event.by, condition="fled")


def _surrendered(game: Game, event: ev.Surrendered) -> Game:
    return _change(game, event.by, condition="surrendered")


def _rested(game: Game, event: ev.Rested) -> Game:
    for id in event.targets:
        game = _change(game, id, hand_limit=FULL_HAND)
    return replace(game, stage=None, undealt=())


def _hour_passed(game: Game, event: ev.HourPassed) -> Game:
    for id in event.targets:
        game = _change(game, id, recovery_due=True)
    return replace(game, hours=event.hours, tried=())


FOLDS: Mapping[type[Event], Callable[[Game, Any], Game] | None] = {
    **UNTOUCHED,
    shared.Began: _began,
    shared.Drawn: None,
    shared.Dealt: _dealt,
    shared.Revealed: _revealed,
    shared.Reshuffled: _reshuffled,
    ev.NotDrawn: None,
    shared.DiceAwaited: _dice_awaited,
    shared.DiceGiven: _dice_given,
    shared.Ended: _ended,
    shared.RoundStarted: _round_started,
    shared.StageStarted: _stage_started,
    shared.TurnStarted: _turn_started,
    shared.TurnEnded: _turn_ended,
    shared.Passed: None,
    ev.Arranged: _arranged,
    ev.Delayed: _delayed,
    ev.CardsLaid: _cards_laid,
    ev.AttackLaid: _attack_laid,
    ev.DefenceLaid: _defence_laid,
    ev.Defenceless: _defenceless,
    ev.CardByCard: _card_by_card,
    ev.NextCard: _next_card,
    ev.Evaded: None,
    ev.Nullified: None,
    ev.Hit: None,
    ev.AllTarget: _all_target,
    ev.Damaged: _damaged,
    ev.Fell: _fell,
    ev.AttackEnded: _attack_ended,
    ev.Discarded: _hand_thrown,
    ev.Cast: _cast,
    ev.Healed: _healed,
    ev.Revived: _revived,
    ev.Recovered: _recovered,
    ev.PersonaChanged: _persona_changed,
    ev.Exchanged: _hand_thrown,
    ev.CheckMade: _check_made,
    ev.CheckResolved: _check_resolved,
    ev.ResistanceCalled: _resistance_called,
    ev.Left: _left,
    ev.Incapacitated: _incapacitated,
    ev.Fled: _fled,
    ev.Surrendered: _surrendered,
    ev.Attempted: None,
    ev.Called: _called,
    ev.Judged: None,
    ev.Rested: _rested,
    ev.HourPassed: _hour_passed,
    ev.HandShown: None,
}


def _attack_stamp(game: Game, unit: int) -> Game:
    return _in_attack(game, unit=unit)


def _defence_stamp(game: Game, unit: int) -> Game:
    *before, last = game.attack_now().defences
    return _in_attack(game, defences=(*before, replace(last, unit=unit)))


def _deal_stamp(game: Game, unit: int) -> Game:
    """Cards without a unit are those that have just been dealt."""
    for id, it in game.characters.items():
        if len(it.dealt) < len(it.hand):
            dealt = {card: it.dealt.get(card, unit) for card in it.hand}
            before = tuple(deal for deal in it.deals if min(dealt.values()) <= deal < unit)
            game = _change(game, id, dealt=dealt, deals=(*before, unit))
    return game


STAMPS: Mapping[type[Event], Callable[[Game, int], Game]] = {
    shared.Dealt: _deal_stamp,
    ev.AttackLaid: _attack_stamp,
    ev.DefenceLaid: _defence_stamp,
}
