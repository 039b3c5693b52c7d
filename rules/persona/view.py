"""What eyes see of a persona battle, written out as types of its own; and which events are whose (P-0.5, P-0.6)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from senki.rules import events as shared
from senki.rules.cards import UNSEEN, Suit
from senki.rules.game import Phase
from senki.rules.message import Declaration, Event, Part
from senki.rules.persona import declarations as dec
from senki.rules.persona import events as ev
from senki.rules.persona.options import Options
from senki.rules.persona.setup import Condition, HandLimit, Kind, Level, Persona, Side, Spell
from senki.rules.persona.state import Attack, Character, Deck, Defence, Difficulty, Game, Purpose, Stage
from senki.rules.rulebook import Eyes
from senki.rules.table import Secret, unit_label
from senki.rules.views import seen_as

HANDS = "hands"
"""The label of hands: only the end of the battle opens it."""
ATTACK = "attack"
"""The label of one attack's cards: their turning up opens it."""
DEFENCE = "defence"
"""The label of one defence's cards: their turning up opens it."""


class PersonaUserView(Part):
    """A persona user; a hand that the viewer may not see is as many `?` as it has cards."""

    id: str
    name: str
    side: Side
    kind: Kind
    condition: Condition
    suit: Suit | None
    level: Level
    personas: tuple[Persona, ...]
    persona: int | None
    hand: tuple[str, ...]
    hand_limit: HandLimit | None
    persona_changed: bool
    recovery_due: bool


class DemonView(Part):
    """A minor demon."""

    id: str
    name: str
    side: Side
    kind: Kind
    condition: Condition
    suit: Suit | None
    level: Level
    spells: tuple[Spell, ...]
    recovery_due: bool


class CivilianView(Part):
    """A civilian."""

    id: str
    name: str
    side: Side
    kind: Kind
    condition: Condition
    suit: Suit | None
    level: Level
    recovery_due: bool


class DeckView(Part):
    """A deck: how many cards are left, and what lies on the discards, oldest first."""

    remaining: int
    discards: tuple[str, ...]


class DefenceView(Part):
    """What somebody laid against the attack."""

    by: str
    cards: tuple[str, ...]


class AttackView(Part):
    """The exchange of an attack; cards that are face down are `?`, but to their owner."""

    by: str
    target: str
    cards: tuple[str, ...]
    revealed: bool
    wave: int
    pending: tuple[str, ...]
    defences: tuple[DefenceView, ...]


class CheckView(Part):
    """A check; `card` is null until one is played."""

    by: str
    purpose: Purpose
    difficulty: Difficulty
    card: str | None
    target: str | None


class View(Part):
    """The battle as one viewer sees it."""

    options: Options
    phase: Phase
    stage: Stage | None
    round: int
    order: tuple[str, ...]
    active: str | None
    done: tuple[str, ...]
    delayed: dict[str, str]
    decks: dict[str, DeckView]
    attack: AttackView | None
    check: CheckView | None
    hours: int
    winner: str | None
    characters: dict[str, PersonaUserView | DemonView | CivilianView]


def view(game: Game, eyes: Eyes) -> View:
    """P-0.5: a hand is its own seat's, and cards that lie face down are known to who laid them."""
    return seen_as(
        View,
        game,
        decks={name: deck_view(deck) for name, deck in game.decks.items()},
        attack=None if game.attack is None else attack_view(game.attack, eyes),
        check=None if game.check is None else seen_as(CheckView, game.check),
        characters={c.id: character_view(c, hand_seen(game, c, eyes)) for c in game.characters.values()},
    )


def knows_hand(game: Game, character: Character, eyes: Eyes) -> bool:
    """P-0.5: whether a viewer knows a hand (option `gm_sees_hands`)."""
    return eyes.of(character.id) or (eyes.gm and game.options.gm_sees_hands)


def hand_seen(game: Game, it: Character, eyes: Eyes) -> tuple[str, ...]:
    """P-0.5: a hand as these eyes see it: of another's, what a rewind has put back that everybody had seen, then `?`.

    While that hand's attack lies face down, none of it is told: else it would tell what was laid, or was not.
    """
    if knows_hand(game, it, eyes):
        return it.hand
    attack = game.attack
    if attack is not None and attack.by == it.id and attack.shown < len(attack.cards):
        return unseen(it.hand)
    known = tuple(card for card in it.hand if has_seen(it, card, eyes))
    return (*known, *unseen(it.hand[len(known) :]))


def has_seen(it: Character, card: str, eyes: Eyes) -> bool:
    """Whether everybody has seen that this card was in the hand, after a deal that still counts."""
    dealt = it.dealt.get(card, 0)
    if not dealt:
        return False
    return eyes.saw(HANDS, dealt) or any(
        eyes.saw(seen_label(it.id, card, deal), deal) for deal in it.deals if deal >= dealt
    )


def seen_label(id: str, card: str, deal: int) -> str:
    """What an open play of a card from a hand opens: that it was in the hand after its last deal."""
    return unit_label(f"{id}:{card}", deal)


def unseen(cards: tuple[str, ...]) -> tuple[str, ...]:
    """As many face-down cards."""
    return (UNSEEN,) * len(cards)


def deck_view(deck: Deck) -> DeckView:
    """The discards are open; of the cards left only the number is."""
    return seen_as(DeckView, deck, remaining=len(deck.left))


def hides(game: Game, eyes: Eyes) -> bool:
    """P-6.15: whether attack cards lie unseen by these eyes, which a defence will turn up."""
    it = game.attack
    return it is not None and not all(knows_card(it, place, eyes) for place in range(len(it.cards)))


def attack_view(it: Attack, eyes: Eyes) -> AttackView:
    """The exchange: cards not turned up yet are known to who laid them."""
    cards = tuple(card if knows_card(it, place, eyes) else UNSEEN for place, card in enumerate(it.cards))
    defences = tuple(defence_view(d, known=d.shown or eyes.of(d.by)) for d in it.defences)
    return seen_as(AttackView, it, cards=cards, defences=defences)


def knows_card(it: Attack, place: int, eyes: Eyes) -> bool:
    """P-6.5: whether an attack card is known to these eyes; once it was turned up, it stays known."""
    if place < it.shown or eyes.of(it.by):
        return True
    return eyes.saw(unit_label(ATTACK, it.unit), it.unit) or eyes.saw(place_label(it, place), it.unit)


def place_label(it: Attack, place: int) -> str:
    """What turning one card of several up opens."""
    return unit_label(f"{ATTACK}:{place}", it.unit)


def defence_view(it: Defence, *, known: bool) -> DefenceView:
    """A defence."""
    return seen_as(DefenceView, it, cards=it.cards if known else unseen(it.cards))


def character_view(c: Character, hand: tuple[str, ...]) -> PersonaUserView | DemonView | CivilianView:
    """A character: all of it is open but the hand."""
    match c.kind:
        case "persona_user":
            return seen_as(PersonaUserView, c, hand=hand)
        case "minor_demon":
            return seen_as(DemonView, c)
        case "civilian":
            return seen_as(CivilianView, c)


def _hand_secret(game: Game, *ids: str) -> Secret | None:
    """A hand is its owners' until the battle is over; what is dealt after it is open."""
    return None if game.phase == "over" else Secret(ids, HANDS, gm=game.options.gm_sees_hands)


def declared_secrecy(game: Game, it: Declaration) -> Secret | None:
    """A face-down attack is its own seat's until it is turned up; what is shown to friends, theirs.

    A defence is judged in the same unit, so its cards are never on the table unseen.
    """
    match it:
        case dec.Attack() if it.cards:
            return Secret((it.by,), ATTACK, each=True)
        case dec.ShowHand():
            return _hand_secret(game, it.by, *it.to)
        case _:
            return None


def _dealt_secrecy(game: Game, event: shared.Dealt) -> Secret | None:
    """A hand, or the card that somebody without one lays."""
    if game.characters[event.to].has_hand:
        return _hand_secret(game, event.to)
    return Secret((event.to,), ATTACK if game.attack is None else DEFENCE, each=True)


def _laid_secrecy(game: Game, event: ev.CardsLaid) -> Secret:
    return Secret((event.by,), ATTACK if game.attack is None else DEFENCE, each=True)


def _shown_secrecy(game: Game, event: ev.HandShown) -> Secret | None:
    return _hand_secret(game, event.by, *event.to)


SECRECY: Mapping[type[Event], Callable[[Game, Any], Secret | None]] = {
    shared.Dealt: _dealt_secrecy,
    ev.CardsLaid: _laid_secrecy,
    ev.HandShown: _shown_secrecy,
}


def opens(game: Game, event: Event) -> tuple[str, ...]:
    """The labels that turning cards up opens (of an attack: once all are up), and playing them openly."""
    attack = game.attack
    if not isinstance(event, shared.Revealed):
        return tuple(seen_in_hand(game, event))
    if attack is None:
        return ()
    seen = seen_of(game.characters[event.by], event.cards)
    if event.by == attack.by:
        whole = attack.shown + len(event.cards) == len(attack.cards)
        up = range(attack.shown, attack.shown + len(event.cards))
        turned = (unit_label(ATTACK, attack.unit),) if whole else (place_label(attack, place) for place in up)
        return (*turned, *seen)
    return (*(unit_label(DEFENCE, d.unit) for d in attack.defences if d.by == event.by and not d.shown), *seen)


def seen_in_hand(game: Game, event: Event) -> Iterator[str]:
    """Cards that are played openly from a hand."""
    match event:
        case ev.Discarded(by=by, cards=cards) | ev.Exchanged(by=by, cards=cards):
            yield from seen_of(game.characters[by], cards)
        case ev.Cast(by=by, card=str(card)) | ev.CheckMade(by=by, card=card) if card in game.characters[by].hand:
            yield from seen_of(game.characters[by], (card,))
        case _:
            pass


def seen_of(it: Character, cards: tuple[str, ...]) -> Iterator[str]:
    """That these cards were in a hand after its last deal."""
    for card in cards if it.deals else ():
        yield seen_label(it.id, card, it.deals[-1])
