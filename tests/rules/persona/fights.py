"""Openings that the tests of persona share, and battles played at random."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from senki.projections.readjudicate import Moments
from senki.rules import SYSTEMS
from senki.rules.cards import CARDS
from senki.rules.chance import Sealed
from senki.rules.codec import Codec, codec, encode
from senki.rules.decide import decide, open_battle
from senki.rules.envelopes import Book
from senki.rules.events import ChanceSource
from senki.rules.message import Declaration
from senki.rules.persona import SYSTEM
from senki.rules.persona.setup import SPELLS
from senki.rules.persona.state import Game
from senki.rules.rulebook import Battle, Decision
from senki.rules.sampler import words_digest
from tests.rules.play import choices, folded, steps

Json = dict[str, Any]
SECRET = b"persona" * 5


def user(id: str, suit: str = "D", level: int = 5, *hand: str, side: str = "pc", **fields: Any) -> Json:
    """A persona user with one persona and these cards (without any, a hand is dealt at `begin`)."""
    given: Json = {"id": id, "side": side, "kind": "persona_user", "personas": [{"suit": suit, "level": level}]}
    return given | ({"hand": list(hand)} if hand else {}) | fields


def demon(id: str, suit: str = "H", level: int = 3, side: str = "npc", **fields: Any) -> Json:
    """A minor demon."""
    return {"id": id, "side": side, "kind": "minor_demon", "suit": suit, "level": level} | fields


def civilian(id: str, side: str = "pc", **fields: Any) -> Json:
    """A civilian."""
    return {"id": id, "side": side, "kind": "civilian"} | fields


def fight(*characters: Json, **options: Any) -> Json:
    """What `open` takes."""
    return {"options": options, "characters": list(characters)}


def cards_of(game: Game) -> dict[str, list[str]]:
    """Every card of each deck, wherever it is."""
    found = {name: [*deck.left, *deck.discards] for name, deck in game.decks.items()}
    for c in game.characters.values():
        found[game.deck_of(c.id)] += [*c.hand, *c.laid]
    if game.attack is not None:
        found[game.deck_of(game.attack.by)] += game.attack.cards
        for defence in game.attack.defences:
            found[game.deck_of(defence.by)] += defence.cards
    return found


def conserved(game: Game) -> bool:
    """Whether every deck has each of its 54 cards in exactly one place."""
    return all(sorted(cards) == sorted(CARDS) for cards in cards_of(game).values())


OPTIONS: dict[str, list[Any]] = {
    "edition": ["2001-03-05", "original"],
    "check": ["gm", "drawn"],
    "decks": ["two", "one"],
    "ace": ["high", "low"],
    "joker": ["suitless_highest", "suitless_zero", "any_suit"],
    "damage_refill": ["turn_end", "at_once"],
    "demon_damage": ["hits", "points"],
    "combined_defence": ["once", "each"],
    "unable_defence": ["card", "none"],
    "incapacitated_target": ["defenceless", "excluded"],
    "end_when": ["none_able", "none_standing"],
    "rest_after_battle": ["automatic", "gm", "none"],
    "flight_order": ["standing", "all"],
    "escape_route": [True, True, False],
    "persona_changes": ["once", "free"],
    "delayed_order": ["declared", "level"],
    "heal_unable": [False, True],
    "negotiate_unable": [False, True],
    "empty_deck": ["reshuffle", "stop"],
    "gm_sees_hands": [False, True],
    "demon_recarmdra": ["unable", "vanished", "nothing"],
}


def random_opening(random: Random) -> Json:
    """A battle under random options, with somebody of every kind now and then."""
    options = {name: random.choice(values) for name, values in OPTIONS.items()}
    characters: list[Json] = []
    for place in range(random.randint(2, 6)):
        side = ("pc", "npc")[place] if place < 2 else random.choice(["pc", "npc"])
        id = f"{side}{place}"
        match random.choice(["user", "user", "demon", "civilian"] if place > 1 else ["user", "user", "demon"]):
            case "user":
                personas = [
                    {"suit": random.choice("SHDC"), "level": random.randint(1, 4)} for _ in range(random.randint(1, 3))
                ]
                fields: Json = random.choice([{}, {}, {}, {"condition": "near_death"}, {"hand_limit": 2}])
                characters.append(user(id, side=side, personas=personas, **(fields if place > 1 else {})))
            case "demon":
                spells = random.sample(SPELLS, random.choice([0, 2]))
                demons = {"spells": spells, "condition": random.choice(["active", "active", "unable"])}
                characters.append(
                    demon(id, random.choice("SHDC"), random.randint(1, 4), side, **(demons if place > 1 else {}))
                )
            case _:
                characters.append(civilian(id, side))
    given = fight(*characters, **options)
    if random.random() < 0.3:
        pile = "common" if options["decks"] == "one" else "pc"
        given["discards"] = {pile: random.sample(CARDS, 25)}
    return given


class Played:
    """A battle played at random with sealed chance: each decision, and the battle after it."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.codec: Codec = codec(SYSTEMS["persona"])
        self.given = random_opening(self.random)
        root = Book.build(SECRET, f"b{seed}", 1).root.hex() if seed % 40 == 0 else "00"
        source = ChanceSource(kind="sealed", book=1, size=4096, root=root)
        self.opening: Decision[Game] = open_battle(SYSTEM, self.given, chance=source)
        self.battle: Battle[Game] = self.opening.battle
        self.id = f"b{seed}"
        self.after = 0

    def chance(self) -> Sealed:
        """The envelopes of this battle."""
        table = self.battle.table
        return Sealed(SECRET, self.id, words_digest(table.words), table.used, table.book, table.sealed_to)

    def decide(self, it: Declaration) -> Decision[Game]:
        """Decide by way of JSON, as everything is declared."""
        return decide(SYSTEM, self.battle, self.codec.declaration(encode(it)), self.chance())

    def choices(self) -> list[Declaration]:
        """Every play that is offered now."""
        return choices(SYSTEM, self.battle)

    def choose(self, battle: Battle[Game]) -> Declaration | None:
        """Any play, of the kinds that make a fight more often; None when nobody needs to do anything any more."""
        self.after += battle.game.phase == "over"
        if self.after > AFTER:
            return None
        kinds: dict[str, list[Declaration]] = {}
        for p in self.choices():
            if type(p).__name__ != "ShowHand" or self.random.random() < 0.1:
                kinds.setdefault(type(p).__name__, []).append(p)
        if not kinds:
            return None
        names = list(kinds)
        name = self.random.choices(names, [_WEIGHTS.get(n, 1.0) for n in names])[0]
        return self.random.choice(kinds[name])

    def take(self, battle: Battle[Game], it: Declaration) -> Decision[Game]:
        """A declaration is decided, and the battle goes on from there."""
        assert battle is self.battle
        decision = self.decide(it)
        self.battle = decision.battle
        return decision

    def on(self, most: int = 60) -> Iterator[tuple[Declaration, Decision[Game]]]:
        """Play the battle, each declaration and what was decided."""
        for _, it, decision in steps(self.opening, self.choose, self.take, most):
            if it is not None:
                yield it, decision


AFTER = 5
"""Declarations after the end of a battle."""

_WEIGHTS = {"Attack": 12.0, "Surrender": 0.1, "Pass": 0.4, "Delay": 0.5, "Flee": 0.4, "Cast": 6.0, "PassHour": 0.4}


def refolded(events: list[bytes]) -> Battle[Game]:
    """The battle folded again from the JSON bytes of its events."""
    return folded(SYSTEM, None, events, Moments())


def as_json(value: object) -> Any:
    """Plain JSON values."""
    return msgspec.json.decode(encode(value))
