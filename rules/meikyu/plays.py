"""What may be declared in meikyu: a row a declaration."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice, permutations
from math import perm
from typing import Any

from msgspec.structs import replace

from senki.rules.declarations import Begin
from senki.rules.meikyu import declarations as dec
from senki.rules.meikyu.attack import cover
from senki.rules.meikyu.awaiting import awaiting, unable
from senki.rules.meikyu.clauses import initiative, rows
from senki.rules.meikyu.decide import (
    arrange,
    begin,
    change_row,
    pass_,
    perform,
    reroll,
    roll_action,
    shift,
    use_ability,
    use_item,
    wait,
)
from senki.rules.meikyu.state import Attack, Character, Game
from senki.rules.meikyu.targets import Choice, choice_of_action, choice_of_effect
from senki.rules.meikyu.words import WORDS
from senki.rules.message import Declaration
from senki.rules.plays import Play, Plays
from senki.rules.rejection import Rejection
from senki.rules.schemas import Json, object_schema, subset

MOST_PLAYS = 60
"""So many choices of targets are listed; more go by a schema."""
Aims = Sequence[tuple[dict[str, str], Choice]]
"""What is used, as fields of the declaration, and whom it may be meant for."""


def aims_of_abilities(game: Game, by: str) -> Aims:
    """Each ability."""
    one = game.characters[by]
    return [({"ability": a.id}, choice_of_effect(game, one, a)) for a in one.abilities]


def aims_of_items(game: Game, by: str) -> Aims:
    """Each consumable."""
    one = game.characters[by]
    return [({"item": i.id}, choice_of_effect(game, one, i)) for i in one.items]


def aims_of_action(game: Game, by: str) -> Aims:
    """The action that the face shows."""
    one = game.characters[by]
    return [({}, choice_of_action(game, one, one.action_at(game.die.face)))]


def could_choose(
    kind: type[dec.UseAbility | dec.UseItem | dec.Perform], aims: Callable[[Game, str], Aims]
) -> Callable[[Game, str], Iterator[Declaration]]:
    """Everything that may be used, on its targets in every order; of too many, as many as are listed."""

    def could(game: Game, by: str) -> Iterator[Declaration]:
        for fields, (ids, most) in aims(game, by):
            named = chain.from_iterable(permutations(ids, many) for many in range(1, most + 1)) if most else iter([()])
            for targets in islice(named, MOST_PLAYS):
                yield kind(by=by, targets=targets, **fields)

    return could


def schema_of_choice(
    kind: str, aims: Callable[[Game, str], Aims]
) -> Callable[[Game, str, tuple[Any, ...]], Json | None]:
    """A schema where there are more choices of targets than are listed."""

    def schema(game: Game, by: str, found: tuple[Any, ...]) -> Json | None:
        open_ = [
            (fields, choice)
            for fields, choice in aims(game, by)
            if any(all(getattr(it, name) == value for name, value in fields.items()) for it in found)
        ]
        if all(sum(perm(len(c.ids), n) for n in range(1, c.most + 1)) <= MOST_PLAYS for _, c in open_):
            return None
        each = [choosing(kind, by, fields, choice) for fields, choice in open_]
        return each[0] if len(each) == 1 else {"oneOf": each}

    return schema


def choosing(kind: str, by: str, fields: dict[str, str], choice: Choice) -> Json:
    """The schema of one use."""
    fixed: Json = {name: {"const": value} for name, value in fields.items()}
    if not choice.most:
        return object_schema(kind, by, fixed, {"targets": {"type": "array", "maxItems": 0}})
    return object_schema(kind, by, {**fixed, "targets": subset(choice.ids, 1, choice.most)})


def could_arrange(game: Game, by: str) -> Iterator[dec.Arrange]:
    """M-5.4: every order of those with the same action value."""
    same = initiative.tied(game, game.characters[by])
    return (dec.Arrange(by=by, order=order) for order in islice(permutations(same), MOST_PLAYS))


def schema_of_arrange(game: Game, by: str, found: tuple[Any, ...]) -> Json | None:
    """Of many equals."""
    del found
    same = initiative.tied(game, game.characters[by])
    if perm(len(same)) <= MOST_PLAYS:
        return None
    return object_schema("arrange", by, {"order": subset(same, len(same), len(same))})


def could_cover(game: Game, by: str) -> Iterator[dec.Cover]:
    """M-4.1: for anybody."""
    return (dec.Cover(by=by, target=target) for target in game.characters)


def once(clause: str) -> Rejection:
    """A right that was used already."""
    return Rejection("once_only", "それはもう行いました。一度だけです。", clause)


def used_in_phase(game: Game, by: Character, clause: str, anew: Character) -> Rejection | None:
    """A right already used in this phase, of somebody who is asked, or would be with it."""
    asked = any(a.by == by.id for g in (game, game.with_character(anew)) for a in awaiting(g))
    return once(clause) if game.phase == "fighting" and asked else None


def row_changed(game: Game, it: dec.ChangeRow) -> Rejection | None:
    """M-2.2: once a round."""
    by = game.characters[it.by]
    if not by.row_changed or game.stage == "main":
        return None
    return used_in_phase(game, by, "M-2.2", replace(by, row_changed=False))


def ability_used(game: Game, it: dec.UseAbility) -> Rejection | None:
    """M-2.3, M-5.5, M-12.2: one in a phase; M-7.2: one in the item part of a go."""
    by = game.characters[it.by]
    if game.stage == "main":
        return item_part_over(game, it)
    if not by.ability_used:
        return None
    clause = {"setup": "M-2.3", "initiative": "M-5.5"}.get(game.stage or "", "M-12.2")
    return used_in_phase(game, by, clause, replace(by, ability_used=False))


def arranged(game: Game, it: dec.Arrange) -> Rejection | None:
    """M-5.4: agreed once."""
    by = game.characters[it.by]
    if not by.arranged or game.stage == "main":
        return None
    return used_in_phase(game, by, "M-5.4", replace(by, arranged=False))


def item_part_over(game: Game, it: dec.UseItem | dec.UseAbility) -> Rejection | None:
    """M-7.2: one item part a go."""
    return in_go(game, it.by, "M-7.2", game.characters[it.by].item_used)


def in_go(game: Game, by: str, clause: str, used: bool) -> Rejection | None:
    """A right that was used in this go, of whoever has it; M-10.3: of who waits, that another who waits goes first."""
    if game.phase != "fighting" or game.stage != "main" or game.active is None:
        return None
    if game.active == by:
        return once(clause) if used else None
    return behind_another(game.characters[by], game.characters[game.active])


def behind_another(by: Character, first: Character) -> Rejection | None:
    """M-10.3: why one who waits does not have its go yet, while another who waits has."""
    if not by.waiting or by.done or not first.waiting:
        return None
    told = f"待機した者の番は、行動値の低い順に来ます。いまは{first.name}の番です。"
    return Rejection("not_awaited", told, "M-10.3")


def has_covered(game: Game, it: dec.Cover) -> Rejection | None:
    """M-3.3: once a round, of somebody who could cover now, had it not covered already."""
    attack, by = game.exchange, game.characters[it.by]
    if not isinstance(attack, Attack) or not by.covered:
        return None
    others = {target: coverer for target, coverer in attack.covers.items() if coverer != by.id}
    anew = game.with_character(replace(by, covered=False))
    return once("M-3.3") if by.id in rows.may_cover(anew, replace(attack, covers=others)) else None


def simply(kind: type[Any]) -> Callable[[Game, str], tuple[Declaration, ...]]:
    """A declaration without fields."""
    return lambda _, by: (kind(by=by),)


PLAYS: Plays[Game] = Plays(
    (
        Play(kind=Begin, decide=begin, could=lambda _, _by: (Begin(),), gm=True),
        Play(kind=dec.ChangeRow, decide=change_row, could=simply(dec.ChangeRow), better=row_changed),
        Play(
            kind=dec.UseAbility,
            decide=use_ability,
            could=could_choose(dec.UseAbility, aims_of_abilities),
            schema=schema_of_choice("use_ability", aims_of_abilities),
            better=ability_used,
        ),
        Play(kind=dec.Arrange, decide=arrange, could=could_arrange, schema=schema_of_arrange, better=arranged),
        Play(
            kind=dec.UseItem,
            decide=use_item,
            could=could_choose(dec.UseItem, aims_of_items),
            schema=schema_of_choice("use_item", aims_of_items),
            better=item_part_over,
        ),
        Play(
            kind=dec.RollAction,
            decide=roll_action,
            could=simply(dec.RollAction),
            better=lambda game, it: in_go(game, it.by, "M-9.2", game.characters[it.by].action_used),
        ),
        Play(kind=dec.Reroll, decide=reroll, could=simply(dec.Reroll)),
        Play(
            kind=dec.Shift,
            decide=shift,
            could=lambda _, by: (dec.Shift(by=by, change=change) for change in (-1, 1)),
        ),
        Play(
            kind=dec.Perform,
            decide=perform,
            could=could_choose(dec.Perform, aims_of_action),
            schema=schema_of_choice("perform", aims_of_action),
        ),
        Play(kind=dec.Cover, decide=cover, could=could_cover, better=has_covered),
        Play(
            kind=dec.Wait,
            decide=wait,
            could=simply(dec.Wait),
            better=lambda game, it: in_go(game, it.by, "M-10.1", game.characters[it.by].waiting),
        ),
        Play(kind=dec.Pass, decide=pass_, could=simply(dec.Pass)),
    ),
    awaiting=awaiting,
    unable=unable,
    words=WORDS.declarations,
)
