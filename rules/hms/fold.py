"""The scribe of hms: what each event changes. No rule, no luck; what an event does not state stays as it was."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from senki.rules import events as shared
from senki.rules.fold import UNTOUCHED
from senki.rules.hms import events as ev
from senki.rules.hms.clauses import basics, blows, moving
from senki.rules.hms.state import Between, Blow, Character, Fight, Flight, Game, MoveMade, Pursuit, Rolled, RulingDue
from senki.rules.message import Event


def pairs(ids: tuple[str, ...], characters: Mapping[str, Character], band: Any) -> tuple[Between, ...]:  # noqa: ANN401 - a band
    """One distance for each two enemies, in the order of the characters."""
    return tuple(
        Between(between=(one, other), band=band)
        for place, one in enumerate(ids)
        for other in ids[place + 1 :]
        if characters[one].team != characters[other].team
    )


def start(opened: ev.Opened) -> Game:
    """The battle as it was opened."""
    characters = {
        f.id: Character(
            id=f.id,
            name=f.name or f.id,
            side=f.side,
            team=f.team or f.side,
            body=f.body,
            hp=basics.hp_max(f.body) if f.hp is None else f.hp,
            hp_max=basics.hp_max(f.body),
            armour=f.armour,
            skills=f.skills,
            weapons=f.weapons,
            specials=f.specials,
            condition=blows.condition_at(basics.hp_max(f.body) if f.hp is None else f.hp),
        )
        for f in opened.characters
    }
    ids = tuple(characters)
    one = opened.options.distances == "one"
    fight = Fight(
        id=1,
        origin=None,
        characters=ids,
        round=0,
        distance=opened.distance if one else None,
        distances=() if one else pairs(ids, characters, opened.distance),
    )
    return Game(options=opened.options, skills=opened.skills, characters=characters, fights=(fight,))


def _change(game: Game, id: str, **changes: Any) -> Game:  # noqa: ANN401 - fields of a character
    return game.with_character(replace(game.characters[id], **changes))


def _began(game: Game, event: shared.Began) -> Game:
    del event
    return replace(game, phase="fighting")


def _ended(game: Game, event: shared.Ended) -> Game:
    del event
    return replace(game, phase="over", stage=None, active=None, exchange=None, queue=(), dice=None)


def _dice_awaited(game: Game, event: shared.DiceAwaited) -> Game:
    return replace(game, dice=event)


def _dice_given(game: Game, event: shared.DiceGiven) -> Game:
    del event
    return replace(game, dice=None)


def _round_started(game: Game, event: shared.RoundStarted) -> Game:
    fight = game.fights[(event.fight or 1) - 1]
    characters = dict(game.characters)
    for id in fight.characters:
        characters[id] = replace(
            characters[id],
            skill=None,
            weapon=None,
            chosen=0,
            interrupting=None,
            blocked_retreat=False,
            flight=None,
            pursuit=None,
        )
    game = replace(
        game,
        characters=characters,
        stage="skills",
        round=event.round,
        fight=fight.id,
        order=(),
        initiative=(),
        active=None,
        done=(),
        queue=(),
        exchange=None,
    )
    unseen = game.options.skill_declaration == "simultaneous"
    return game.with_fight(replace(fight, round=event.round, revealed=not unseen))


def _skills_revealed(game: Game, event: ev.SkillsRevealed) -> Game:
    del event
    return game.with_fight(replace(game.here, revealed=True))


def _skill_declared(game: Game, event: ev.SkillDeclared) -> Game:
    return _change(game, event.by, skill=event.skill, weapon=event.weapon)


def _order_decided(game: Game, event: ev.OrderDecided) -> Game:
    return replace(game, stage="goes", order=event.order, initiative=event.order)


def _turn_started(game: Game, event: shared.TurnStarted) -> Game:
    game = _change(game, event.by, defending=False, moved=False, acted=False, special_used=False)
    return replace(game, active=event.by, done=(*game.done, event.by))


def _turn_ended(game: Game, event: shared.TurnEnded) -> Game:
    del event
    return replace(game, active=None)


def _move_declared(game: Game, event: ev.MoveDeclared) -> Game:
    game = _change(game, event.by, moved=True)
    exchange = MoveMade(by=event.by, origin=event.origin, to=event.to, enemy=event.target)
    return replace(game, exchange=exchange)


def _ask(game: Game, ask: tuple[str, ...]) -> Game:
    return replace(game, exchange=replace(game.move, ask=ask))


def _block_offered(game: Game, event: ev.BlockOffered) -> Game:
    return _ask(game, event.to)


def _asked(game: Game, by: str) -> Game:
    """One who was asked has answered."""
    return _ask(game, tuple(i for i in game.move.ask if i != by))


def _passed(game: Game, event: shared.Passed) -> Game:
    match event.what:
        case "block":
            return _asked(game, event.by)
        case "flight" | "pursuit":
            return _dequeued(game, event.by)
        case "reroll":
            return _offer_over(game)
        case _:
            return game


def _dequeued(game: Game, by: str) -> Game:
    return replace(game, queue=tuple(i for i in game.queue if i != by))


def _offer_over(game: Game) -> Game:
    return game.with_check(replace(game.check, offered=False))


def _checked(game: Game, event: ev.Checked) -> Game:
    if event.kind == "pursuit":
        total = event.terms[0].value + event.terms[1].value
        return _change(game, event.by, pursuit=replace(game.characters[event.by].pursuing, total=total))
    rolled = Rolled(
        actor=event.by,
        target=event.target,
        margin=event.margin,
        success=event.success,
        target_dice=-event.terms[2].value,
    )
    if event.kind == "attack":
        return replace(game, exchange=Blow(by=event.by, check=rolled))
    move = game.move
    if not moving.approaches(move.origin, move.to):
        game = _change(game, event.by, blocked_retreat=True)
    game = _asked(replace(game, exchange=replace(move, check=rolled)), event.by)
    return _ask(game, ()) if game.options.blockers == "one" else game


def _no_exchange(game: Game, event: Event) -> Game:
    del event
    return replace(game, exchange=None)


def _block_failed(game: Game, event: ev.BlockFailed) -> Game:
    del event
    return replace(game, exchange=replace(game.move, check=None))


def _moved(game: Game, event: ev.Moved) -> Game:
    fight = game.here
    if event.target is None:
        fight = replace(fight, distance=event.to)
    else:
        both = {event.by, event.target}
        fight = replace(
            fight,
            distances=tuple(replace(p, band=event.to) if set(p.between) == both else p for p in fight.distances),
        )
    return replace(game.with_fight(fight), exchange=None)


def _attacked(game: Game, event: ev.Attacked) -> Game:
    return _change(game, event.by, acted=True)


def _reroll_offered(game: Game, event: ev.RerollOffered) -> Game:
    del event
    return game.with_check(replace(game.check, offered=True))


def _reroll_demanded(game: Game, event: ev.RerollDemanded) -> Game:
    del event
    return _offer_over(game)


def _hurt(game: Game, event: ev.Damaged | ev.Healed) -> Game:
    return _change(game, event.target, hp=event.hp)


def _fell(game: Game, event: ev.Fell) -> Game:
    return _gone(_change(game, event.target, condition="down"), event.target)


def _gone(game: Game, id: str) -> Game:
    """Who is out of action has no go any more in this round, even if it is brought back."""
    game = game.without(id)
    return game if id in game.done else replace(game, done=(*game.done, id))


def _defended(game: Game, event: ev.Defended) -> Game:
    return _change(game, event.by, acted=True, defending=True)


def _interrupted(game: Game, event: ev.Interrupted) -> Game:
    game = _change(game, event.by, interrupting=event.before)
    return replace(game, order=event.order, done=tuple(i for i in game.done if i != event.by))


def _special_used(game: Game, event: ev.SpecialUsed) -> Game:
    user = game.characters[event.by]
    specials = tuple(
        replace(s, uses=s.uses - 1) if s.id == event.special and s.uses is not None else s for s in user.specials
    )
    acted = user.acted or game.options.special_action == "instead"
    return _change(game, event.by, specials=specials, special_used=True, acted=acted)


def _ruling_awaited(game: Game, event: ev.RulingAwaited) -> Game:
    return replace(game, exchange=RulingDue(by=event.by, special=event.special, targets=event.targets))


def _stage_started(game: Game, event: shared.StageStarted) -> Game:
    stage = "flight" if event.stage == "flight" else "pursuit"
    return replace(game, stage=stage, queue=event.queue, active=None)


def _flight_declared(game: Game, event: ev.FlightDeclared) -> Game:
    return _dequeued(_change(game, event.by, flight=Flight(skill=event.skill, group=event.group)), event.by)


def _pursuit_declared(game: Game, event: ev.PursuitDeclared) -> Game:
    game = _change(game, event.by, pursuit=Pursuit(target=event.target, band=event.band))
    return _dequeued(game, event.by)


def _caught(game: Game, event: ev.Caught) -> Game:
    pursuer, fleer = game.characters[event.by], game.characters[event.target]
    game = _change(game, event.by, pursuit=replace(pursuer.pursuing, caught=True))
    return _change(game, event.target, flight=replace(fleer.fleeing, caught=True))


def _escaped(game: Game, event: ev.Escaped) -> Game:
    return _gone(_change(game, event.by, condition="escaped"), event.by)


def _surrendered(game: Game, event: ev.Surrendered) -> Game:
    game = _gone(_change(game, event.by, condition="surrendered"), event.by)
    return _dequeued(game, event.by)


def _fight_started(game: Game, event: ev.FightStarted) -> Game:
    old = game.fights[event.origin - 1]
    one = game.options.distances == "one"
    fight = Fight(
        id=event.fight,
        origin=event.origin,
        characters=event.characters,
        round=event.round,
        distance=event.distance if one else None,
        distances=() if one else pairs(event.characters, game.characters, event.distance),
    )
    staying = tuple(i for i in old.characters if i not in event.characters)
    kept = tuple(p for p in old.distances if set(p.between) <= set(staying))
    game = game.with_fight(replace(old, characters=staying, distances=kept))
    return replace(game, fights=(*game.fights, fight))


def _fight_ended(game: Game, event: ev.FightEnded) -> Game:
    fight = replace(game.fights[event.fight - 1], over=True, reason=event.reason, winner=event.winner)
    game = game.with_fight(fight)
    if event.fight != game.fight:
        return game
    return replace(game, stage=None, active=None, exchange=None, queue=(), order=(), initiative=(), done=(), dice=None)


FOLDS: Mapping[type[Event], Callable[[Game, Any], Game] | None] = {
    **UNTOUCHED,
    shared.Began: _began,
    shared.DiceAwaited: _dice_awaited,
    shared.DiceGiven: _dice_given,
    shared.Ended: _ended,
    shared.RoundStarted: _round_started,
    shared.StageStarted: _stage_started,
    shared.Passed: _passed,
    shared.CalledOff: _no_exchange,
    shared.TurnStarted: _turn_started,
    shared.TurnEnded: _turn_ended,
    ev.DistanceDeclared: None,
    ev.SkillCommitted: None,
    ev.SkillDeclared: _skill_declared,
    ev.SkillsRevealed: _skills_revealed,
    ev.OrderDecided: _order_decided,
    ev.MoveDeclared: _move_declared,
    ev.BlockBarred: None,
    ev.BlockOffered: _block_offered,
    ev.Checked: _checked,
    ev.MoveBlocked: _no_exchange,
    ev.BlockFailed: _block_failed,
    ev.Moved: _moved,
    ev.Attacked: _attacked,
    ev.RerollOffered: _reroll_offered,
    ev.RerollDemanded: _reroll_demanded,
    ev.Hit: _no_exchange,
    ev.Missed: _no_exchange,
    ev.Damaged: _hurt,
    ev.Healed: _hurt,
    ev.Fell: _fell,
    ev.Defended: _defended,
    ev.Interrupted: _interrupted,
    ev.SpecialUsed: _special_used,
    ev.RulingAwaited: _ruling_awaited,
    ev.FlightDeclared: _flight_declared,
    ev.PursuitDeclared: _pursuit_declared,
    ev.Caught: _caught,
    ev.ShakenOff: None,
    ev.Escaped: _escaped,
    ev.FightStarted: _fight_started,
    ev.FightEnded: _fight_ended,
    ev.Surrendered: _surrendered,
}


def _choice_stamp(game: Game, unit: int) -> Game:
    """Whoever has just chosen is the one whose choice has no unit yet."""
    for id, c in game.characters.items():
        if c.skill is not None and not c.chosen:
            game = _change(game, id, chosen=unit)
    return game


STAMPS: Mapping[type[Event], Callable[[Game, int], Game]] = {ev.SkillDeclared: _choice_stamp}
