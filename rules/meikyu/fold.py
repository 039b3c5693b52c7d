"""The scribe of meikyu: what each event changes. No rule, no luck; what an event does not state stays as it was."""

from collections.abc import Callable, Mapping
from typing import Any, get_args

from msgspec.structs import replace

from senki.rules import events as shared
from senki.rules.fold import UNTOUCHED
from senki.rules.meikyu import events as ev
from senki.rules.meikyu.clauses import actions
from senki.rules.meikyu.state import Attack, Bonus, Character, DieShown, Game, RulingDue, Stage
from senki.rules.message import Event


def start(opened: ev.Opened) -> Game:
    """The battle as it was opened."""
    characters = {
        f.id: Character(
            id=f.id,
            name=f.name or f.id,
            side=f.side,
            row=f.row,
            hp=f.hp_max if f.hp is None else f.hp,
            hp_max=f.hp_max,
            mp=f.mp_max if f.mp is None else f.mp,
            mp_max=f.mp_max,
            wit=f.wit_max if f.wit is None else f.wit,
            wit_max=f.wit_max,
            action_value=f.action_value,
            defence=f.defence,
            stats=f.stats,
            actions=f.actions,
            abilities=f.abilities,
            items=f.items,
            condition=actions.condition_at(f.hp_max if f.hp is None else f.hp),
        )
        for f in opened.characters
    }
    return Game(options=opened.options, characters=characters)


def _change(game: Game, id: str, **changes: Any) -> Game:  # noqa: ANN401 - fields of a character
    return game.with_character(replace(game.characters[id], **changes))


def _began(game: Game, event: shared.Began) -> Game:
    del event
    return replace(game, phase="fighting")


def _ended(game: Game, event: shared.Ended) -> Game:
    del event
    return replace(game, phase="over", stage=None, active=None, exchange=None)


def _round_started(game: Game, event: shared.RoundStarted) -> Game:
    characters = {
        c.id: replace(c, covered=False, idle=False, waiting=False, done=False, item_used=False, action_used=False)
        for c in game.characters.values()
    }
    return replace(game, characters=characters, round=event.round, order=event.order, active=None)


STAGES: Mapping[str, Stage] = {stage: stage for stage in get_args(Stage)}


def _stage_started(game: Game, event: shared.StageStarted) -> Game:
    characters = {
        c.id: replace(c, passed=False, row_changed=False, ability_used=False, arranged=False)
        for c in game.characters.values()
    }
    return replace(game, characters=characters, stage=STAGES[event.stage], active=None)


def _row_changed(game: Game, event: ev.RowChanged) -> Game:
    return _change(game, event.by, row=event.to, row_changed=True)


def _ability_used(game: Game, event: ev.AbilityUsed) -> Game:
    used = {"item_used": True} if game.stage == "main" else {"ability_used": True}
    return _change(game, event.by, **used)


def _item_used(game: Game, event: ev.ItemUsed) -> Game:
    items = tuple(replace(i, count=event.left) if i.id == event.item else i for i in game.characters[event.by].items)
    return _change(game, event.by, items=items, item_used=True)


def _order_arranged(game: Game, event: ev.OrderArranged) -> Game:
    for place, id in enumerate(event.order, 1):
        game = _change(game, id, place=place, arranged=True)
    return game


def _order_decided(game: Game, event: ev.OrderDecided) -> Game:
    return replace(game, order=event.order)


def _turn_started(game: Game, event: shared.TurnStarted) -> Game:
    return replace(game, active=event.by)


def _turn_ended(game: Game, event: shared.TurnEnded) -> Game:
    return replace(_change(game, event.by, done=True), active=None)


def _waited(game: Game, event: ev.Waited) -> Game:
    return replace(_change(game, event.by, waiting=True), active=None)


def _passed(game: Game, event: shared.Passed) -> Game:
    if event.what == "cover":
        it = game.attack
        return replace(game, exchange=replace(it, no=(*it.no, event.by)))
    return game if event.what == "main" else _change(game, event.by, passed=True)


def _action_read(game: Game, event: ev.ActionRead) -> Game:
    game = _change(game, event.by, action_used=True)
    return replace(game, exchange=DieShown(by=event.by, face=event.face))


def _wit_changed(game: Game, event: ev.WitChanged) -> Game:
    return _change(game, event.target, wit=event.wit)


def _mp_changed(game: Game, event: ev.MpChanged) -> Game:
    return _change(game, event.target, mp=event.mp)


def _no_exchange(game: Game, event: Event) -> Game:
    del event
    return replace(game, exchange=None)


def _nothing_else(game: Game, by: str) -> Game:
    whole_round = game.options.does_nothing == "whole_round"
    return replace(_change(game, by, idle=True) if whole_round else game, exchange=None)


def _alerted(game: Game, event: ev.Alerted) -> Game:
    return _nothing_else(game, event.by)


def _performed(game: Game, event: ev.Performed) -> Game:
    return _nothing_else(game, event.by) if event.kind == "breathe" else replace(game, exchange=None)


def _attacked(game: Game, event: ev.Attacked) -> Game:
    return replace(game, exchange=Attack(by=event.by, face=game.die.face, targets=event.targets))


def _covered(game: Game, event: ev.Covered) -> Game:
    game = _change(game, event.by, covered=True)
    it = game.attack
    return replace(game, exchange=replace(it, covers={**it.covers, event.target: event.by}))


def _evaded(game: Game, event: ev.Evaded) -> Game:
    it = game.exchange
    if not isinstance(it, Attack):  # the attack is taken: whom it misses is nobody's choice any more
        return game
    return replace(game, exchange=replace(it, evaded=(*it.evaded, event.by)))


def _hp_changed(game: Game, event: ev.Damaged | ev.Healed) -> Game:
    return _change(game, event.target, hp=event.hp)


def _fell(game: Game, event: ev.Fell) -> Game:
    return game.with_character(actions.out_of_the_fight(replace(game.characters[event.target], condition="down")))


def _bonus_gained(game: Game, event: ev.BonusGained) -> Game:
    one = game.characters[event.target]
    bonus = Bonus(stat=event.stat, amount=event.amount, until=event.until, round=game.round)
    arranged = one.arranged and event.stat != "action_value"
    return _change(game, one.id, bonuses=(*one.bonuses, bonus), arranged=arranged)


def _bonus_ended(game: Game, event: ev.BonusEnded) -> Game:
    bonuses = list(game.characters[event.target].bonuses)
    ended = (event.stat, event.amount, event.until)
    place = next((n for n, b in enumerate(bonuses) if (b.stat, b.amount, b.until) == ended), None)
    if place is not None:
        del bonuses[place]
    return _change(game, event.target, bonuses=tuple(bonuses))


def _evading_started(game: Game, event: ev.EvadingStarted) -> Game:
    return _change(game, event.by, evading=event.check, evading_round=game.round)


def _evading_ended(game: Game, event: ev.EvadingEnded) -> Game:
    return _change(game, event.by, evading=None)


def _ruling_awaited(game: Game, event: ev.RulingAwaited) -> Game:
    return replace(game, exchange=RulingDue(by=event.by))


FOLDS: Mapping[type[Event], Callable[[Game, Any], Game] | None] = {
    **UNTOUCHED,
    shared.Began: _began,
    shared.Ended: _ended,
    shared.RoundStarted: _round_started,
    shared.StageStarted: _stage_started,
    shared.Passed: _passed,
    shared.CalledOff: _no_exchange,
    shared.TurnStarted: _turn_started,
    shared.TurnEnded: _turn_ended,
    ev.RowChanged: _row_changed,
    ev.AbilityUsed: _ability_used,
    ev.ItemUsed: _item_used,
    ev.OrderArranged: _order_arranged,
    ev.OrderDecided: _order_decided,
    ev.Waited: _waited,
    ev.ActionRead: _action_read,
    ev.WitChanged: _wit_changed,
    ev.MpChanged: _mp_changed,
    ev.Alerted: _alerted,
    ev.ActionWasted: _no_exchange,
    ev.Attacked: _attacked,
    ev.CoverOffered: None,
    ev.Covered: _covered,
    ev.AttackTaken: _no_exchange,
    ev.Checked: None,
    ev.Evaded: _evaded,
    ev.Damaged: _hp_changed,
    ev.Healed: _hp_changed,
    ev.Fell: _fell,
    ev.Performed: _performed,
    ev.BonusGained: _bonus_gained,
    ev.BonusEnded: _bonus_ended,
    ev.EvadingStarted: _evading_started,
    ev.EvadingEnded: _evading_ended,
    ev.RulingAwaited: _ruling_awaited,
}
