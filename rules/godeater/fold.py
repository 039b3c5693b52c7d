"""The scribe of godeater: what each event changes. No rule, no luck; what an event does not state stays as it was."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from msgspec.structs import replace

from senki.rules import events as shared
from senki.rules.fold import UNTOUCHED
from senki.rules.godeater import events as ev
from senki.rules.godeater.setup import Consumable, Item, Weapon, always_on
from senki.rules.godeater.state import (
    WAIVE,
    Acting,
    Answering,
    Character,
    Dealt,
    Game,
    Lingering,
    MissionState,
    Queued,
    Striking,
    TimingWindow,
    Turn,
    TurnPart,
    onward,
)
from senki.rules.message import Event


def start(opened: ev.Opened) -> Game:
    """The battle as it was opened."""
    characters: dict[str, Character] = {}
    glossary: dict[str, str] = {}
    for fighter in opened.characters:
        hp = fighter.max_hp if fighter.hp is None else fighter.hp
        characters[fighter.id] = Character(
            id=fighter.id,
            name=fighter.name or fighter.id,
            side=fighter.side,
            kind=fighter.kind or ("pc" if fighter.side == "pc" else "enemy"),
            cell=fighter.cell,
            strength=fighter.strength,
            agility=fighter.agility,
            intellect=fighter.intellect,
            endurance=fighter.endurance,
            max_hp=fighter.max_hp,
            hp=hp,
            max_ap=fighter.max_ap,
            ap=fighter.ap,
            max_st=fighter.max_st,
            st=fighter.max_st if fighter.st is None else fighter.st,
            max_op=fighter.max_op,
            op=fighter.op,
            ap_penalty=fighter.ap_penalty,
            weapon=fighter.weapon,
            items=fighter.items,
            skills=tuple(always_on(s) for s in fighter.skills),
            incapacitated=hp <= 0 and opened.options.incapacitation == "at_zero_hp",
        )
        glossary |= {s.id: s.name or s.id for s in fighter.skills}
        glossary |= {i.id: i.name or i.id for i in (fighter.weapon, *fighter.items) if i is not None}
    glossary |= {i.id: i.name or i.id for items in opened.ground.values() for i in items}
    return Game(options=opened.options, characters=characters, ground=opened.ground, glossary=glossary)


def _change(game: Game, id: str, **changes: Any) -> Game:  # noqa: ANN401 - fields of a character
    return game.with_character(replace(game.characters[id], **changes))


def _striking(game: Game, **changes: Any) -> Game:  # noqa: ANN401 - fields of the exchange
    return replace(game, exchange=replace(game.under_way(Striking), **changes))


def _part(game: Game, part: TurnPart) -> Game:
    return replace(game, turn=Turn(part=part))


def _missions_set(game: Game, event: ev.MissionsSet) -> Game:
    missions = tuple(MissionState(id=m.id, kind=m.kind, success=m.success, failure=m.failure) for m in event.missions)
    return replace(game, missions=missions)


def _missions_revealed(game: Game, event: ev.MissionsRevealed) -> Game:
    del event
    return replace(game, missions_open=True)


def _placed(game: Game, event: ev.Placed) -> Game:
    return _change(game, event.by, cell=event.cell)


def _began(game: Game, event: shared.Began) -> Game:
    del event
    return replace(game, phase="fighting")


def _ended(game: Game, event: shared.Ended) -> Game:
    del event
    return replace(game, phase="over", active=None, turn=None, exchange=None, timing=None, dice=None)


def _dice_awaited(game: Game, event: shared.DiceAwaited) -> Game:
    return replace(game, dice=event)


def _dice_given(game: Game, event: shared.DiceGiven) -> Game:
    del event
    return replace(game, dice=None)


def _timing_opened(game: Game, event: ev.TimingOpened) -> Game:
    queue = tuple(Queued(by=q.by, skill=q.skill) for q in event.queue)
    return replace(game, timing=TimingWindow(name=event.name, queue=queue))


def _asked(game: Game, window: TimingWindow) -> Game:
    """The skill at the head of the window has been used or not."""
    queue = window.queue[1:]
    return replace(game, timing=replace(window, queue=queue) if queue else None)


def _passed(game: Game, event: shared.Passed) -> Game:
    if game.timing is not None:
        return _asked(game, game.timing)
    it = game.exchange
    if it is None:  # what was paid for has felled its user before anything came of it
        return game
    return replace(game, exchange=replace(it, responses={**it.responses, event.by: WAIVE}))


def _round_started(game: Game, event: shared.RoundStarted) -> Game:
    characters = {id: replace(c, acted=False) for id, c in game.characters.items()}
    return replace(game, characters=characters, round=event.round, order=())


def _order_decided(game: Game, event: ev.OrderDecided) -> Game:
    return replace(game, order=event.order)


def _changed(game: Game, event: ev.Changed) -> Game:
    return _change(game, event.character, **{event.resource: event.now})


def _turn_started(game: Game, event: shared.TurnStarted) -> Game:
    return replace(game, active=event.by, turn=Turn(part="move"))


def _turn_ended(game: Game, event: shared.TurnEnded) -> Game:
    del event
    return replace(game, active=None, turn=None)


def _moved(game: Game, event: ev.Moved) -> Game:
    game = _change(game, event.by, cell=event.to)
    return game if event.how == "step" else _part(game, "side")


def _ap_left(game: Game, event: ev.GaveUp | ev.Waited) -> Game:
    return _change(game, event.by, ap=event.ap)


def _paid(game: Game, event: ev.Paid) -> Game:
    it, cost = game.characters[event.by], event.cost
    return _change(game, it.id, ap=it.ap - cost.ap, st=it.st - cost.st, op=it.op - cost.op, hp=it.hp - cost.hp)


def _effect_gained(game: Game, event: ev.EffectGained) -> Game:
    game = _change(game, event.character, effects=(*game.characters[event.character].effects, event.effect))
    game = replace(game, effects_made=game.effects_made + 1)
    return game if event.action is None else _part(game, "main")


def _effects(game: Game, id: str, change: Callable[[Lingering], Lingering | None]) -> Game:
    kept = (change(e) for e in game.characters[id].effects)
    return _change(game, id, effects=tuple(e for e in kept if e is not None))


def _effect_aged(game: Game, event: ev.EffectAged) -> Game:
    return _effects(game, event.character, lambda e: replace(e, rounds=event.rounds) if e.id == event.effect else e)


def _effect_ended(game: Game, event: ev.EffectEnded) -> Game:
    return _effects(game, event.character, lambda e: None if e.id == event.effect else e)


def _without(items: tuple[Item, ...], id: str) -> tuple[Item, ...]:
    return tuple(i for i in items if i.id != id)


def _transformed(game: Game, event: ev.Transformed) -> Game:
    it = game.characters[event.by]
    stowed = () if it.weapon is None else (it.weapon,)
    items = (*_without(it.items, event.equipped), *stowed)
    return _part(_change(game, it.id, weapon=cast("Weapon", it.known_item(event.equipped)), items=items), "main")


def _given(game: Game, id: str, item: Item) -> Game:
    return _change(game, id, items=(*game.characters[id].items, item))


def _handed_over(game: Game, event: ev.HandedOver) -> Game:
    it = game.characters[event.by]
    item = it.known_item(event.item)
    game = _change(game, it.id, items=_without(it.items, event.item))
    return _part(_given(game, event.to, item), "main")


def _dropped(game: Game, event: ev.Dropped) -> Game:
    it = game.characters[event.by]
    lying = game.ground.get(event.cell, ())
    game = replace(game, ground={**game.ground, event.cell: (*lying, it.known_item(event.item))})
    return _part(_change(game, it.id, items=_without(it.items, event.item)), "main")


def _picked_up(game: Game, event: ev.PickedUp) -> Game:
    lying = game.ground.get(event.cell, ())
    (item,) = (i for i in lying if i.id == event.item)
    ground = {**game.ground, event.cell: _without(lying, event.item)}
    game = replace(game, ground={cell: items for cell, items in ground.items() if items})
    return _part(_given(game, event.by, item), "main")


def _acted_aside(game: Game) -> Game:
    """A skill, an item or something else was used: as a response, in a timing window, or as a side action."""
    return game if game.exchange is not None or game.turn is None else _part(game, "main")


def _improvised(game: Game, event: ev.Improvised) -> Game:
    del event
    return _acted_aside(game)


def _skill_used(game: Game, event: ev.SkillUsed) -> Game:
    del event
    return _asked(game, game.timing) if game.timing is not None else _acted_aside(game)


def _used(game: Game, by: str, id: str, left: int | None) -> Game:
    it = game.characters[by]
    if left == 0:
        return _change(game, by, items=_without(it.items, id))
    items = tuple(replace(i, uses=left) if i.id == id and isinstance(i, Consumable) else i for i in it.items)
    return _change(game, by, items=items)


def _item_used(game: Game, event: ev.ItemUsed) -> Game:
    return _acted_aside(_used(game, event.by, event.item, event.left))


def _rescued(game: Game, event: ev.Rescued) -> Game:
    return _change(game, event.target, hp=event.hp, incapacitated=False)


def _attack_declared(game: Game, event: ev.AttackDeclared) -> Game:
    if event.method == "item":
        game = _used(game, event.by, event.source, event.left)
    exchange = Answering(
        by=event.by,
        method=event.method,
        source=event.source,
        bullet=event.bullet,
        attack_type=event.attack_type,
        element=event.element,
        range=event.range,
        figures=event.figures,
        targets=event.targets,
    )
    return _part(replace(game, exchange=exchange), "main")


def _response_chosen(game: Game, event: ev.ResponseChosen) -> Game:
    it = game.under_way(Answering)
    return replace(game, exchange=replace(it, responses={**it.responses, event.by: event.response}))


def _responses_revealed(game: Game, event: ev.ResponsesRevealed) -> Game:
    return replace(game, exchange=onward(Acting, game.under_way(Answering), responses=event.responses))


def _covered(game: Game, event: ev.Covered) -> Game:
    it = game.under_way(Acting)
    return replace(game, exchange=replace(it, covers={**it.covers, event.ally: event.by}))


def _evaded(game: Game, event: ev.Evaded) -> Game:
    it = game.under_way(Acting)
    return replace(game, exchange=replace(it, targets=tuple(t for t in it.targets if t != event.target)))


def _damage_checked(game: Game, event: ev.DamageChecked) -> Game:
    it = game.under_way(Acting)
    struck = onward(Striking, it, covers=it.covers, total=event.total, critical=event.critical)
    return replace(game, exchange=struck)


def _shield_chosen(game: Game, event: ev.ShieldChosen) -> Game:
    return _striking(game, shield=event.shield)


def _met(game: Game, dealt: Dealt | None) -> Game:
    """One more target has met its blow."""
    return _striking(game, met=game.under_way(Striking).met + 1, shield=None, dealt=dealt)


def _damaged(game: Game, event: ev.Damaged) -> Game:
    game = _change(game, event.target, hp=event.hp)
    return _met(game, Dealt(final_damage=event.amount, hp_lost=event.lost))


def _blocked(game: Game, event: ev.Blocked) -> Game:
    del event
    return _met(game, None)


def _fell(game: Game, event: ev.Fell) -> Game:
    return _change(game, event.character, incapacitated=True, ap=event.ap)


def _attack_ended(game: Game, event: ev.AttackEnded) -> Game:
    return replace(_change(game, event.by, acted=True), exchange=None)


def _mission_marked(game: Game, event: ev.MissionMarked) -> Game:
    missions = tuple(replace(m, result=event.result) if m.id == event.mission else m for m in game.missions)
    return replace(game, missions=missions)


FOLDS: Mapping[type[Event], Callable[[Game, Any], Game] | None] = {
    **UNTOUCHED,
    shared.Began: _began,
    shared.DiceAwaited: _dice_awaited,
    shared.DiceGiven: _dice_given,
    shared.Ended: _ended,
    shared.RoundStarted: _round_started,
    shared.Passed: _passed,
    shared.TurnStarted: _turn_started,
    shared.TurnEnded: _turn_ended,
    ev.MissionsSet: _missions_set,
    ev.MissionsRevealed: _missions_revealed,
    ev.Placed: _placed,
    ev.TimingOpened: _timing_opened,
    ev.Changed: _changed,
    ev.OrderDecided: _order_decided,
    ev.Moved: _moved,
    ev.GaveUp: _ap_left,
    ev.Waited: _ap_left,
    ev.Paid: _paid,
    ev.EffectGained: _effect_gained,
    ev.EffectAged: _effect_aged,
    ev.EffectEnded: _effect_ended,
    ev.Transformed: _transformed,
    ev.HandedOver: _handed_over,
    ev.Dropped: _dropped,
    ev.PickedUp: _picked_up,
    ev.Improvised: _improvised,
    ev.SkillUsed: _skill_used,
    ev.ItemUsed: _item_used,
    ev.Rescued: _rescued,
    ev.AttackDeclared: _attack_declared,
    ev.ResponseChosen: _response_chosen,
    ev.Answered: None,
    ev.ResponsesRevealed: _responses_revealed,
    ev.Covered: _covered,
    ev.CoverFailed: None,
    ev.Evaded: _evaded,
    ev.DamageChecked: _damage_checked,
    ev.AttackFailed: None,
    ev.ShieldChosen: _shield_chosen,
    ev.GuardChecked: None,
    ev.Damaged: _damaged,
    ev.Blocked: _blocked,
    ev.Fell: _fell,
    ev.AttackEnded: _attack_ended,
    ev.RoundEnded: None,
    ev.Checked: None,
    ev.Opposed: None,
    ev.MissionMarked: _mission_marked,
}


def _answer_stamp(game: Game, unit: int) -> Game:
    it = game.under_way(Answering)
    return replace(game, exchange=replace(it, units={id: it.units.get(id, unit) for id in it.responses}))


STAMPS: Mapping[type[Event], Callable[[Game, int], Game]] = {ev.ResponseChosen: _answer_stamp}
