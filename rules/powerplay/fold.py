"""The scribe of powerplay: what each event changes. No rule, no luck; what an event does not state stays."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from senki.rules import events as shared
from senki.rules.fold import UNTOUCHED
from senki.rules.message import Event
from senki.rules.powerplay import events as ev
from senki.rules.powerplay import sheet
from senki.rules.powerplay.setup import AGILITY
from senki.rules.powerplay.state import ActJudged, AttackMade, CastMade, CheckDue, Dicing, Game, Go


def start(opened: ev.Opened) -> Game:
    """The battle as it was opened."""
    distances: dict[str, dict[str, int]] = {}
    for pair in opened.distances:
        one, other = pair.between
        distances.setdefault(one, {})[other] = pair.metres
    return Game(
        options=opened.options,
        schools=opened.schools,
        spells=opened.spells,
        experience_table=opened.experience_table,
        ability_names=opened.ability_names,
        distances=distances,
        characters={f.id: sheet.character_of(f, opened.options) for f in opened.characters},
    )


def _change(game: Game, id: str, **changes: Any) -> Game:  # noqa: ANN401 - fields of a character
    return game.with_character(replace(game.characters[id], **changes))


def _asked(game: Game, **changes: Any) -> Game:  # noqa: ANN401 - fields of an exchange
    return replace(game, exchange=replace(game.asked, **changes))


def _strain(game: Game, id: str, *, strained: bool) -> Game:
    """An effort is to be paid, from now until it is."""
    return _change(game, id, strained=True) if strained else game


def _spell(game: Game, id: str, spell: str, **changes: Any) -> Game:  # noqa: ANN401 - fields of a known spell
    spells = game.characters[id].spells
    return _change(game, id, spells={**spells, spell: replace(spells[spell], **changes)})


def _sheet(game: Game, id: str, **changes: Any) -> Game:  # noqa: ANN401 - fields of a character
    """A new sheet: whether its death line is reached is told by it alone."""
    return _fallen(_change(game, id, **changes, death_line_reached=False), id)


def _fallen(game: Game, id: str) -> Game:
    return _change(game, id, death_line_reached=sheet.fallen(game.characters[id]))


def _made(game: Game, event: ev.Made) -> Game:
    return _sheet(game, event.by, abilities=event.abilities, money=event.money, hp=event.hp, made=True)


def _swapped(game: Game, event: ev.Swapped) -> Game:
    values = dict(zip(event.abilities, event.values, strict=True))
    abilities = {**game.characters[event.by].abilities, **values}
    return _sheet(game, event.by, abilities=abilities, hp=event.hp)


def _began(game: Game, event: shared.Began) -> Game:
    del event
    characters = {c.id: replace(c, making=None) for c in game.characters.values()}
    return replace(game, phase="fighting", characters=characters)


def _ended(game: Game, event: shared.Ended) -> Game:
    del event
    return replace(game, phase="over", step=None, active=None, undecided=(), go=None, exchange=None)


def _round_started(game: Game, event: shared.RoundStarted) -> Game:
    characters = {
        c.id: replace(
            c,
            acts_at=sheet.value(c, AGILITY),
            delayed=False,
            done=c.id not in event.order,
            evaded=False,
            struck=False,
            shot=False,
            devoted=c.devoted and game.options.devotion == "next_go",
            concentrating=None,
            strained=False,
            strain_paid=False,
            doom_paid=False,
        )
        for c in game.characters.values()
    }
    return replace(
        game,
        characters=characters,
        step="goes",
        round=event.round,
        order=event.order,
        natural=event.order,
        active=None,
        undecided=(),
        go=None,
    )


def _stage_started(game: Game, event: shared.StageStarted) -> Game:
    if event.stage == "stalled":
        return replace(game, step="stalled", active=None, go=None, undecided=())
    return replace(game, step="concentration", undecided=event.queue)


def _decided(game: Game, by: str) -> Game:
    return replace(game, undecided=tuple(i for i in game.undecided if i != by))


def _passed(game: Game, event: shared.Passed) -> Game:
    if event.what == "concentration":
        return _decided(game, event.by)
    return _change(game, event.by, concentrating=None)


def _turn_started(game: Game, event: shared.TurnStarted) -> Game:
    """A moment that went by while its character could not act does not come again in this round."""
    past = game.order[: game.order.index(event.by)]
    characters = {c.id: replace(c, done=True) if c.id in past else c for c in game.characters.values()}
    by = characters[event.by]
    characters[by.id] = replace(by, devoted=by.devoted and game.options.devotion == "round_end")
    go = Go(attacks_left=sheet.attacks(by))
    return replace(game, characters=characters, step="goes", active=event.by, go=go)


def _turn_ended(game: Game, event: shared.TurnEnded) -> Game:
    game = _change(game, event.by, done=True, strained=False, concentrating=None)
    mine = game.exchange is not None and game.exchange.kind != "check"
    return replace(game, active=None, go=None, exchange=None if mine else game.exchange)


def _delayed(game: Game, event: ev.Delayed) -> Game:
    game = _change(game, event.by, acts_at=event.to, delayed=True)
    return replace(game, active=None, go=None, order=event.order)


def _check_called(game: Game, event: ev.CheckCalled) -> Game:
    act = game.exchange if isinstance(game.exchange, ActJudged) else None
    exchange = CheckDue(
        kind="check" if act is None else "act",
        by=event.of,
        text=event.text if act is None else act.text,
        ability=event.ability,
        hidden=event.hidden,
        perfect=event.perfect,
    )
    return replace(game, exchange=exchange)


def stamp(game: Game, unit: int) -> Game:
    """The unit that set the target number of what is asked, so that `shown` can name it."""
    return _asked(game, kept=unit) if isinstance(game.exchange, CheckDue) else game


def _shown(game: Game, event: shared.Shown) -> Game:
    it = game.exchange
    return _asked(game, hidden=False) if isinstance(it, CheckDue) and it.hidden and it.kept == event.seq else game


def _target_number_set(game: Game, event: ev.TargetNumberSet) -> Game:
    if game.asked.kind in {"attack", "cast"}:
        return _asked(game, step=None)
    return _asked(game, target_number=event.target_number)


def _window_opened(game: Game, event: ev.WindowOpened) -> Game:
    return _asked(game, roll=Dicing(by=event.by, purpose=event.purpose, faces=event.faces), strained=event.strained)


def _hero_point_spent(game: Game, event: ev.HeroPointSpent) -> Game:
    game = _change(game, event.by, hero_points=event.hero_points)
    return _asked(game, roll=Dicing(by=event.by, purpose=event.purpose, faces=event.faces))


def _window_closed(game: Game, event: ev.WindowClosed) -> Game:
    del event
    return _asked(game, roll=None)


def _checked(game: Game, event: ev.Checked) -> Game:
    match event.purpose:
        case "hit":
            return _asked(game, hit=event.achievement, step="evasion" if game.attack.evasion is None else None)
        case "evasion":
            game = _strain(_change(game, event.by, evaded=True), event.by, strained=event.strained)
            return _asked(game, evasion=event.counts, evasion_failed=event.auto_failure, step=None)
        case "cast":
            return _asked(game, cast=event.achievement, step="resistance" if game.cast.resistance is None else None)
        case "resistance":
            return _asked(game, resistance=event.counts, step=None)
        case "check" | "learning":
            return game


def _check_settled(game: Game, event: ev.Succeeded | ev.Failed) -> Game:
    del event
    return _no_exchange(game, None) if game.asked.kind == "check" else _asked(game, step=None)


def _no_exchange(game: Game, event: Event | None) -> Game:
    del event
    return replace(game, exchange=None)


def _act_proposed(game: Game, event: ev.ActProposed) -> Game:
    return replace(game, exchange=ActJudged(by=event.by, text=event.text))


def _judged(game: Game, event: ev.Judged) -> Game:
    game = _strain(game, event.by, strained=event.strained)
    return game if event.allowed else replace(game, exchange=None)


def _weapon_changed(game: Game, event: ev.WeaponChanged) -> Game:
    return _strain(_change(game, event.by, wielded=event.to), event.by, strained=event.strained)


def _posture_changed(game: Game, event: ev.PostureChanged) -> Game:
    return _strain(_change(game, event.by, posture=event.to), event.by, strained=event.strained)


def _devoted(game: Game, event: ev.Devoted) -> Game:
    return _strain(_change(game, event.by, devoted=True), event.by, strained=event.strained)


def _attacked(game: Game, event: ev.Attacked) -> Game:
    game = _strain(game, event.by, strained=event.strained)
    if event.way == "shoot":
        game = _change(game, event.by, shot=True)
    attacked = (*game.going.attacked, event.target)
    go = Go(attacks_left=event.of - event.number, attacked=attacked, ranged=event.way != "melee")
    exchange = AttackMade(
        by=event.by,
        step="evasion" if game.options.check_order == "defender_first" else None,
        target=event.target,
        weapon=event.weapon,
        way=event.way,
        behind=event.behind,
        dice=event.dice,
    )
    return replace(game, go=go, exchange=exchange)


def _not_asked(game: Game, event: ev.CannotEvade | ev.Declined) -> Game:
    del event
    return _asked(game, step=None)


def _hit(game: Game, event: ev.Hit) -> Game:
    return _change(game, event.target, struck=True)


def _damaged(game: Game, event: ev.Damaged) -> Game:
    return _fallen(_hurt(game, event), event.target)


def _hurt(game: Game, event: ev.Damaged) -> Game:
    match event.cause:
        case "weapon":
            return _no_exchange(_change(game, event.target, hp=event.hp), event)
        case "spell":
            breaks = game.options.spell_breaks == "yes" or game.characters[event.target].struck
            return _change(game, event.target, hp=event.hp, struck=breaks)
        case "exertion":
            return _change(game, event.target, hp=event.hp, strained=False, strain_paid=True)
        case "doom":
            return _change(game, event.target, hp=event.hp, doom_paid=True)


def _healed(game: Game, event: ev.Healed) -> Game:
    return _change(game, event.target, hp=event.hp)


def _condition_changed(game: Game, event: ev.ConditionChanged) -> Game:
    game = _change(game, event.of, condition=event.to)
    if event.to == "left":  # its effort is not paid any more
        game = _change(game, event.of, strained=False)
    return _change(game, event.of, death_line_reached=True) if event.to in {"dead", "doomed"} else game


def _concentrated(game: Game, event: ev.Concentrated) -> Game:
    return _decided(_change(game, event.by, concentrating=event.spell), event.by)


def _concentration_broken(game: Game, event: ev.ConcentrationBroken) -> Game:
    game = _spell(game, event.by, event.spell, used=event.used)
    return _change(game, event.by, concentrating=None, done=True)


def _spell_cast(game: Game, event: ev.SpellCast) -> Game:
    game = _spell(game, event.by, event.spell, used=event.used)
    game = _strain(_change(game, event.by, concentrating=None), event.by, strained=event.strained)
    exchange = CastMade(
        by=event.by,
        step="resistance" if game.options.check_order == "defender_first" else None,
        target=event.target,
        spell=event.spell,
        item=event.item,
        dice=event.dice,
    )
    return replace(game, exchange=exchange)


def _halved(game: Game, event: ev.Halved) -> Game:
    return _asked(game, cast=event.achievement)


def _spell_succeeded(game: Game, event: ev.SpellSucceeded) -> Game:
    del event
    return _asked(game, step=None)


def _learned(game: Game, event: ev.Learned | ev.NotLearned) -> Game:
    spells = game.characters[event.by].spells
    if game.options.learning == "one_spell":
        spells = {id: replace(known, chance=False) for id, known in spells.items()}
    learned = isinstance(event, ev.Learned)
    spells = {**spells, event.spell: replace(spells[event.spell], learned=learned, chance=False)}
    return _change(game, event.by, spells=spells, making=None)


def _experience_gained(game: Game, event: ev.ExperienceGained) -> Game:
    return replace(_change(game, event.by, experience=event.experience), awarded=True)


def _leveled_up(game: Game, event: ev.LeveledUp) -> Game:
    return _change(game, event.by, level=event.level, growths=game.characters[event.by].growths + 1)


def _grown(game: Game, event: ev.Grown) -> Game:
    by = game.characters[event.by]
    return _change(
        game,
        event.by,
        abilities={**by.abilities, event.ability: event.value},
        hp=event.hp,
        growths=by.growths - 1,
        spells={id: known if known.learned else replace(known, chance=True) for id, known in by.spells.items()},
    )


FOLDS: Mapping[type[Event], Callable[[Game, Any], Game] | None] = {
    **UNTOUCHED,
    shared.Began: _began,
    shared.Shown: _shown,
    shared.Ended: _ended,
    shared.RoundStarted: _round_started,
    shared.StageStarted: _stage_started,
    shared.Passed: _passed,
    shared.CalledOff: _no_exchange,
    shared.TurnStarted: _turn_started,
    shared.TurnEnded: _turn_ended,
    ev.Made: _made,
    ev.Swapped: _swapped,
    ev.CheckCalled: _check_called,
    ev.TargetNumberSet: _target_number_set,
    ev.WindowOpened: _window_opened,
    ev.HeroPointSpent: _hero_point_spent,
    ev.WindowClosed: _window_closed,
    ev.Checked: _checked,
    ev.Succeeded: _check_settled,
    ev.Failed: _check_settled,
    ev.ActProposed: _act_proposed,
    ev.Judged: _judged,
    ev.Acted: _no_exchange,
    ev.Delayed: _delayed,
    ev.WeaponChanged: _weapon_changed,
    ev.PostureChanged: _posture_changed,
    ev.Devoted: _devoted,
    ev.Attacked: _attacked,
    ev.CannotEvade: _not_asked,
    ev.Declined: _not_asked,
    ev.Missed: _no_exchange,
    ev.Hit: _hit,
    ev.Damaged: _damaged,
    ev.Healed: _healed,
    ev.ConditionChanged: _condition_changed,
    ev.Concentrated: _concentrated,
    ev.ConcentrationBroken: _concentration_broken,
    ev.SpellCast: _spell_cast,
    ev.Halved: _halved,
    ev.SpellFailed: None,
    ev.SpellSucceeded: _spell_succeeded,
    ev.Learned: _learned,
    ev.NotLearned: _learned,
    ev.ExperienceGained: _experience_gained,
    ev.LeveledUp: _leveled_up,
    ev.Grown: _grown,
}
