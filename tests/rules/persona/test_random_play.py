"""Battles played at random under random options: what holds at every event, whatever happens."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from senki.projections.seen import state, state_bytes
from senki.rules.chance import Recorded
from senki.rules.codec import encode
from senki.rules.decide import decide
from senki.rules.events import Declared
from senki.rules.message import Declaration
from senki.rules.persona import SYSTEM
from senki.rules.persona.state import Game
from senki.rules.rejection import CODES, Rejection
from senki.rules.rulebook import Battle, fold
from tests.rules.persona.fights import Played, conserved, refolded

SEEDS = range(80)


def held(game: Game) -> list[str]:
    """What must hold at every event; the sentences that do not."""
    wrong: list[str] = []
    if not conserved(game):
        wrong.append("each card is in one place")
    for c in game.characters.values():
        if c.has_hand and (c.hand_limit == 0) != (c.condition == "near_death"):
            wrong.append(f"{c.id}: near death if and only if the hand size is 0")
        if len(set(c.hand)) != len(c.hand):
            wrong.append(f"{c.id} holds a card twice")
        if not c.has_hand and c.hand:
            wrong.append(f"{c.id} has no hand")
    return wrong


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_battle_keeps_every_rule_of_cards_and_goes_on_until_it_ends(seed: int):
    played = Played(seed)
    log = [encode(h.event) for h in played.opening.events]
    assert conserved(played.battle.game)
    for it, decision in played.on():
        log += [encode(happened.event) for happened in decision.events]
        game = decision.battle.game
        assert held(game) == [], it
        assert game.phase == "over" or SYSTEM.awaiting(game), f"nobody is awaited after {it}"
    again = refolded(log)
    assert encode(again.game) == encode(played.battle.game)
    assert again.table == played.battle.table
    for seat in ("gm", "nobody", *played.battle.table.seats):
        assert msgspec.json.decode(state_bytes(SYSTEM, played.battle, seat))["system"] == "persona"


@pytest.mark.parametrize("seed", range(1000, 1010))
def test_cards_are_conserved_at_every_single_event(seed: int):
    played = Played(seed)
    before = played.battle
    for it, decision in played.on(40):
        battle = before
        for happened in decision.events:
            battle = fold(SYSTEM, battle, happened.event)
            assert held_mid_unit(battle.game), (it, happened.event)
        assert encode(battle.game) == encode(decision.battle.game)
        before = decision.battle


def held_mid_unit(game: Game) -> bool:
    """What holds inside a unit too."""
    return conserved(game)


@pytest.mark.parametrize("seed", range(2000, 2012))
def test_every_offered_play_is_accepted(seed: int):
    played = Played(seed)
    for _it, _decision in played.on(25):
        choices = played.choices()
        for choice in played.random.sample(choices, min(len(choices), 40)):
            played.decide(choice)


@pytest.mark.parametrize("seed", range(3000, 3012))
def test_deciding_again_from_the_record_gives_the_same_bytes(seed: int):
    played = Played(seed)
    before = played.battle
    for it, decision in played.on(30):
        events = [h.event for h in decision.events]
        again = decide(SYSTEM, before, it, Recorded(events))
        assert [encode(h.event) for h in again.events] == [encode(e) for e in events]
        assert [h.audience for h in again.events] == [h.audience for h in decision.events]
        before = decision.battle


def junk(random: Random, battle: Battle[Game]) -> Iterator[dict[str, Any]]:
    """Declarations that somebody might send."""
    ids = [*battle.game.characters, "ghost", ""]
    cards = ["S2", "HA", "X1", "DK", "C9", "Z9", "S9\n", "?"]
    values: dict[str, Any] = {
        "by": lambda: random.choice([*ids, None]),
        "target": lambda: random.choice([*ids, None]),
        "after": lambda: random.choice(ids),
        "order": lambda: random.choices(ids, k=random.randint(0, 3)),
        "to": lambda: random.choices(ids, k=random.randint(0, 2)),
        "cards": lambda: random.choices(cards, k=random.randint(0, 3)),
        "card": lambda: random.choice([*cards, None]),
        "persona": lambda: random.randint(-2, 4),
        "spell": lambda: random.choice(["diarahan", "recarm", "mediarahan", "recarmdra", "agi"]),
        "name": lambda: random.choice(["ディア", ""]),
        "success": lambda: random.choice([True, False, 1]),
        "granted": lambda: True,
        "difficulty": lambda: random.choice(["easy", "hard", "mad"]),
        "text": lambda: "歌う",
        "approach": lambda: "拳で語る",
        "reason": lambda: "なんとなく",
    }
    for kind in SYSTEM.plays.kinds:
        fields = {f.encode_name for f in msgspec.structs.fields(kind)}
        yield {"type": kind.__struct_config__.tag} | {
            name: make() for name, make in values.items() if name in fields and random.random() < 0.85
        }


@pytest.mark.parametrize("seed", range(4000, 4015))
def test_whatever_is_declared_gives_events_or_a_rejection(seed: int):
    played = Played(seed)
    for _it, _decision in played.on(15):
        for said in junk(played.random, played.battle):
            refusal = refused(played, said)
            if refusal is not None:
                assert refusal.code in CODES
                assert refusal.message
                assert refusal.clause is None or refusal.clause in SYSTEM.clauses


def refused(played: Played, said: dict[str, Any]) -> Rejection | None:
    """Why a declaration is refused, if it is."""
    try:
        it: Declaration = played.codec.declaration(said)
        decide(SYSTEM, played.battle, it, played.chance())
    except Rejection as rejection:
        return rejection
    return None


def test_every_event_is_told_in_japanese_without_ids():
    silent: set[str] = set()
    for seed in range(5000, 5015):
        played = Played(seed)
        for _it, decision in played.on(40):
            for happened in decision.events:
                told = SYSTEM.narrate[type(happened.event)](decision.battle.game, happened.event)
                if not told:
                    silent.add(type(happened.event).__name__)
                assert "{" not in told
                assert "None" not in told
    assert silent <= {Declared.__name__, "TurnEnded", "AttackEnded", "CardsLaid", "StageStarted"}


def test_the_view_with_everything_is_the_state_of_the_contract():
    played = Played(7)
    list(played.on(10))
    seen = state(SYSTEM, played.battle)
    for name in ("system", "options", "phase", "round", "order", "active", "awaiting", "characters", "decks", "winner"):
        assert name in seen
