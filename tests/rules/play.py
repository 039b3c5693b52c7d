"""A player that makes any legal declaration, for every system: it finds what nobody thought of.

Run as a program it prints a digest of the bytes of one battle: `python -m tests.rules.play SYSTEM SEED`.
"""

import hashlib
import json
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from senki.projections.readjudicate import Moments
from senki.rules import SYSTEMS
from senki.rules.chance import Sealed
from senki.rules.codec import codec, encode
from senki.rules.decide import decide, open_battle
from senki.rules.declarations import Rewind, Rule, Say
from senki.rules.envelopes import SIZE
from senki.rules.events import ChanceSource
from senki.rules.message import Declaration
from senki.rules.rulebook import Battle, Decision, RuleSystem, begin_battle, fold
from senki.rules.sampler import words_digest
from senki.rules.table import GM

SECRET = b"a secret for tests that is long enough"
SOURCE = ChanceSource(kind="sealed", book=1, size=SIZE, root="00" * 32)
CASES = Path(__file__).parent.parent / "cases"


def openings(system: str) -> list[dict[str, Any]]:
    """What the cases of a system open with."""
    return [c["open"] for c in json.loads((CASES / f"{system}.json").read_text())["cases"] if "open_reject" not in c]


def opened(system: RuleSystem[Any], dice: random.Random) -> Decision[Any]:
    """A battle opened as some case opens it."""
    return open_battle(system, dice.choice(openings(system.id)), chance=SOURCE)


BOLD = ("attack", "perform", "flee", "pursue", "respond")
BOLDNESS = 0.2
"""How often somebody strikes who may: else most goes are spent with waiting."""


def one_of(plays: Sequence[Declaration], dice: random.Random) -> Declaration:
    """Any of the plays; where they are of several kinds (`action`), any kind first."""
    kinds: dict[str, list[Declaration]] = {}
    for it in plays:
        kinds.setdefault(getattr(it, "action", ""), []).append(it)
    return dice.choice(kinds[dice.choice(list(kinds))])


def any_play(system: RuleSystem[Any], battle: Battle[Any], dice: random.Random) -> Declaration | None:
    """Any legal declaration of anybody who is awaited, else of the GM unasked; None where there is none."""
    awaited = list(system.awaiting(battle.game))
    dice.shuffle(awaited)
    for who in awaited:
        offers = list(system.plays.offers(battle.game, who.by))
        dice.shuffle(offers)
        if dice.random() < BOLDNESS:
            offers.sort(key=lambda offer: offer.type not in BOLD)
        for offer in offers:
            if offer.plays:
                return one_of(offer.plays, dice)
        if "rule" in who.types:
            return Rule(reason="そういうことにする", changes=())
    unasked = [offer for offer in system.plays.offers(battle.game, GM) if offer.plays]
    return dice.choice(dice.choice(unasked).plays) if unasked else None


def choices(system: RuleSystem[Any], battle: Battle[Any]) -> list[Declaration]:
    """Every play that is offered to anybody now."""
    everybody = (GM, *battle.game.characters)
    return [it for by in everybody for offer in system.plays.offers(battle.game, by) for it in offer.plays]


def decided(
    system: RuleSystem[Any], battle: Battle[Any], it: Declaration, past: Moments | None = None
) -> Decision[Any]:
    """A declaration decided with sealed chance; `past` only where it may go back."""
    table = battle.table
    chance = Sealed(SECRET, "battle", words_digest(table.words), table.used, table.book, table.sealed_to)
    return decide(system, battle, it, chance, past=past or Moments())


def folded(system: RuleSystem[Any], battle: Battle[Any] | None, events: Iterable[bytes], past: Moments) -> Battle[Any]:
    """A battle (None: before its opening) and what is read of stored events folded into it."""
    for data in events:
        event: Any = codec(system).event(data)
        battle = begin_battle(system, event) if battle is None else fold(system, battle, event, past)
    assert battle is not None
    return battle


Step: TypeAlias = tuple[Battle[Any], Declaration | None, Decision[Any]]
"""The battle before, the declaration (None: the opening), and what was decided."""


def steps(
    opening: Decision[Any],
    choose: Callable[[Battle[Any]], Declaration | None],
    take: Callable[[Battle[Any], Declaration], Decision[Any]],
    most: int,
) -> Iterator[Step]:
    """A battle played unit by unit, until nobody chooses anything or `most` declarations are made."""
    battle = opening.battle
    yield battle, None, opening
    for _ in range(most):
        it = choose(battle)
        if it is None:
            return
        decision = take(battle, it)
        yield battle, it, decision
        battle = decision.battle


def play(
    system: RuleSystem[Any], dice: random.Random, most: int, opening: Decision[Any] | None = None
) -> Iterator[Step]:
    """Any legal declarations; now and then somebody says something, or the GM goes back."""
    past = Moments()
    ends: list[int] = []

    def choose(battle: Battle[Any]) -> Declaration | None:
        past.keep(battle)
        ends.append(battle.seq)
        it = any_play(system, battle, dice)
        if it is None:
            return None
        if dice.random() < 0.02:
            return Say(text="まだまだ！")
        return Rewind(to=dice.choice(ends), reason="やり直し") if dice.random() < 0.01 else it

    return steps(opening or opened(system, dice), choose, lambda battle, it: decided(system, battle, it, past), most)


def digest(system: str, seed: int) -> str:
    """SHA-256 of the bytes of all events of one battle."""
    found = hashlib.sha256()
    for _, _, decision in play(SYSTEMS[system], random.Random(seed), 150):
        for happened in decision.events:
            found.update(encode(happened.event))
    return found.hexdigest()


if __name__ == "__main__":
    print(digest(sys.argv[1], int(sys.argv[2])))
