"""What may be declared in hms: a row a declaration."""

from collections.abc import Iterator
from itertools import combinations

from senki.rules.declarations import Begin
from senki.rules.hms import declarations as dec
from senki.rules.hms.awaiting import awaiting, unable
from senki.rules.hms.clauses import blows
from senki.rules.hms.course import special_open
from senki.rules.hms.decide import (
    attack,
    begin,
    block,
    declare_skill,
    defend,
    demand_reroll,
    interrupt,
    move,
    pass_,
    surrender,
    use_special,
)
from senki.rules.hms.flight import flee, pursue
from senki.rules.hms.setup import BANDS
from senki.rules.hms.state import Character, Game
from senki.rules.hms.words import WORDS
from senki.rules.message import Declaration
from senki.rules.plays import Play, Plays
from senki.rules.rejection import Rejection


def could_declare_skill(game: Game, by: str) -> Iterator[dec.DeclareSkill]:
    """H-5.1: each skill, with each weapon that goes with it."""
    for skill in game.characters[by].skills:
        for weapon in blows.fitting(game.skills, game.characters[by].weapons, skill) or (None,):
            yield dec.DeclareSkill(by=by, skill=skill, weapon=weapon)


def could_move(game: Game, by: str) -> Iterator[dec.Move]:
    """H-6.2: each band; of each enemy where each has its own distance."""
    per_pair = game.options.distances == "per_pair"
    for target in [c.id for c in game.enemies(game.characters[by])] if per_pair else [None]:
        for to in BANDS:
            yield dec.Move(by=by, to=to, target=target)


def could_use_special(game: Game, by: str) -> Iterator[dec.UseSpecial]:
    """H-11.1: each special action, with every choice of targets."""
    standing = [c.id for c in game.standing()]
    for special in game.characters[by].specials:
        for many in range(min(special.targets, len(standing)) + 1):
            for targets in combinations(standing, many):
                yield dec.UseSpecial(by=by, special=special.id, targets=targets)


def could_flee(game: Game, by: str) -> Iterator[dec.Flee]:
    """H-12.1, H-12.9: each skill, alone or together with somebody."""
    for skill in game.characters[by].skills:
        for together in (None, *game.characters):
            yield dec.Flee(by=by, skill=skill, together=together)


def could_pursue(game: Game, by: str) -> Iterator[dec.Pursue]:
    """H-12.2, H-12.10: each who flees, with each skill, to each band."""
    for target in game.enemies(game.characters[by]):
        for skill in game.characters[by].skills:
            for band in BANDS:
                yield dec.Pursue(by=by, target=target.id, skill=skill, band=band)


def once(game: Game, by: str | None, used: bool) -> Rejection | None:
    """H-3.3: a right that was used in this go, of whoever has it."""
    if used and game.stage == "goes" and game.active == by and game.exchange is None:
        return Rejection("once_only", "この手番ではもう行いました。", "H-3.3")
    return None


def has_acted(game: Game, it: Declaration) -> Rejection | None:
    """H-3.3: one action a go."""
    return once(game, it.by, game.characters[it.by or ""].acted)


def interrupted_again(game: Game, it: dec.Interrupt) -> Rejection | None:
    """H-10.1: only the original turn can be put back."""
    again = game.characters[it.by].interrupting is not None and game.options.interrupt_again == "no"
    return once(game, it.by, again)


def may_use_special(game: Game, it: dec.UseSpecial) -> bool:
    """H-11.1: the right is there though every special action is used up: `cannot_pay` says more than `not_awaited`."""
    in_go = game.stage == "goes" and game.active == it.by and game.exchange is None
    return in_go and special_open(game, game.characters[it.by])


def each_enemy(game: Game, by: str) -> list[Character]:
    """Whom one may attack."""
    return game.enemies(game.characters[by])


PLAYS: Plays[Game] = Plays(
    (
        Play(kind=Begin, decide=begin, could=lambda _, _by: (Begin(),), gm=True),
        Play(kind=dec.DeclareSkill, decide=declare_skill, could=could_declare_skill),
        Play(
            kind=dec.Move,
            decide=move,
            could=could_move,
            better=lambda game, it: once(game, it.by, game.characters[it.by].moved),
        ),
        Play(kind=dec.Block, decide=block, could=lambda _, by: (dec.Block(by=by),)),
        Play(
            kind=dec.Attack,
            decide=attack,
            could=lambda game, by: (dec.Attack(by=by, target=c.id) for c in each_enemy(game, by)),
            better=has_acted,
        ),
        Play(kind=dec.Defend, decide=defend, could=lambda _, by: (dec.Defend(by=by),), better=has_acted),
        Play(kind=dec.DemandReroll, decide=demand_reroll, could=lambda _, by: (dec.DemandReroll(by=by),)),
        Play(
            kind=dec.Interrupt,
            decide=interrupt,
            could=lambda game, by: (dec.Interrupt(by=by, before=other) for other in game.order),
            better=interrupted_again,
        ),
        Play(
            kind=dec.UseSpecial,
            decide=use_special,
            could=could_use_special,
            unasked=may_use_special,
            better=lambda game, it: once(game, it.by, not special_open(game, game.characters[it.by])),
        ),
        Play(
            kind=dec.Flee,
            decide=flee,
            could=could_flee,
            grave="この戦いから退きます。追いつかれなければ、もう戻れません。",
        ),
        Play(kind=dec.Pursue, decide=pursue, could=could_pursue),
        Play(
            kind=dec.Surrender,
            decide=surrender,
            could=lambda _, by: (dec.Surrender(by=by),),
            grave="降伏します。この戦いではもう動けません。",
        ),
        Play(kind=dec.Pass, decide=pass_, could=lambda _, by: (dec.Pass(by=by),)),
    ),
    awaiting=awaiting,
    unable=unable,
    words=WORDS.declarations,
)
