"""Drawing cards in persona: dealt to a hand or to the table unseen, or turned up for a check (P-0.4, P-19.1)."""

from collections.abc import Generator

from senki.rules import events as shared
from senki.rules.chance import Chance
from senki.rules.game import Ruling
from senki.rules.message import Event
from senki.rules.persona import events as ev
from senki.rules.persona.state import Character, Game

Ruled = Ruling[Game]


def can_draw(game: Game, id: str) -> bool:
    """Whether there is a card for somebody to draw."""
    deck = game.decks[game.deck_of(id)]
    return bool(deck.left) or (game.options.empty_deck == "reshuffle" and bool(deck.discards))


def when_empty(game: Game, name: str) -> Ruled:
    """An empty deck takes its discards back (option `empty_deck`)."""
    deck = game.decks[name]
    if not deck.left and deck.discards and game.options.empty_deck == "reshuffle":
        game = yield shared.Reshuffled(deck=name, clauses=("P-0.4",))
    return game


def deal(  # noqa: PLR0917 - a draw is told with all of these
    game: Game, chance: Chance, to: str, count: int, purpose: str, clauses: tuple[str, ...]
) -> Ruled:
    """Cards are drawn unseen, as many as there are: `drawn` for all, `dealt` for whose they are."""
    name = game.deck_of(to)
    seen = ("P-0.5",) if game.characters[to].has_hand else ()
    while count > 0:
        game = yield from when_empty(game, name)
        left = game.decks[name].left
        if not left:
            return (yield from not_drawn(game, to, count, purpose))
        some = min(count, len(left))
        pick = chance.draw(name, to, some, purpose, left, clauses)
        game = yield shared.Dealt(to=to, cards=pick.cards, key=pick.key, rejected=pick.rejected, clauses=seen)
        count -= some
    return game


def not_drawn(game: Game, to: str, count: int, purpose: str) -> Ruled:
    """What the option `empty_deck` withholds is told; where there are no discards either, there is nothing to tell."""
    name = game.deck_of(to)
    if not game.decks[name].discards:
        return game
    return (yield ev.NotDrawn(to=to, deck=name, count=count, purpose=purpose, clauses=("P-0.4",)))


def turn_up(
    game: Game, chance: Chance, to: str, clauses: tuple[str, ...]
) -> Generator[Event, Game, tuple[Game, str | None]]:
    """P-0.8, P-0.9: one card is turned up for a check; None where there is none."""
    name = game.deck_of(to)
    game = yield from when_empty(game, name)
    left = game.decks[name].left
    if not left:
        return game, None
    pick = chance.draw(name, to, 1, "check", left, clauses)
    game = yield shared.Revealed(by=to, cards=pick.cards, key=pick.key, rejected=pick.rejected, clauses=clauses)
    return game, pick.cards[0]


def refill(game: Game, chance: Chance) -> Ruled:
    """P-19.1: whose turn it is, then the others in listed order, each up to its hand size."""
    first = [game.characters[game.active]] if game.active is not None else []
    for id in [c.id for c in (*first, *game.characters.values())]:
        game = yield from fill(game, chance, game.characters[id], "refill", ("P-19.1",))
    return game


def fill(game: Game, chance: Chance, character: Character, purpose: str, clauses: tuple[str, ...]) -> Ruled:
    """A hand is drawn up to its size."""
    if not character.lack:
        return game
    return (yield from deal(game, chance, character.id, character.lack, purpose, clauses))
