"""The referee of powerplay: begin, the simple actions of a go, waiting, windows; the rest stands by its section."""

from collections.abc import Mapping

from senki.rules import events as shared
from senki.rules.chance import Chance
from senki.rules.declarations import Begin
from senki.rules.game import Ruling
from senki.rules.powerplay import declarations as dec
from senki.rules.powerplay import events as ev
from senki.rules.powerplay import sheet
from senki.rules.powerplay.attack import (
    decline_evasion,
    settle_damage,
    settle_evasion,
    settle_hit,
)
from senki.rules.powerplay.calls import settle_check
from senki.rules.powerplay.cast import (
    after_announcing,
    decline_resistance,
    settle_cast,
    settle_effect,
    settle_resistance,
)
from senki.rules.powerplay.checks import Settle, close_window, may_spend, spend
from senki.rules.powerplay.clauses import rounds
from senki.rules.powerplay.course import end_go, next_go, start_round, tires
from senki.rules.powerplay.setup import Posture, Weapon
from senki.rules.powerplay.state import AttackMade, Dicing, Game, Purpose
from senki.rules.rejection import Rejection, require

Ruled = Ruling[Game]
POSTURES: Mapping[str, Posture] = {"standing": "standing", "prone": "prone"}


def begin(game: Game, it: Begin, chance: Chance) -> Ruled:
    """W-9.1: the first round starts."""
    del it, chance
    game = yield shared.Began()
    return (yield from start_round(game))


def change_weapon(game: Game, it: dec.ChangeWeapon, chance: Chance) -> Ruled:
    """W-9.4, W-3.11: another weapon in hand, or none; it must be carried and usable."""
    del chance
    by = game.characters[it.by]
    held = "もうその武器を持っています" if by.wielded else "もう何も持っていません"
    require(it.weapon != by.wielded, "illegal_value", f"{by.name}は{held}。持ち替えになりません。", "W-9.4")
    if it.weapon is not None:
        weapon = next((i for i in by.items if i.id == it.weapon and isinstance(i, Weapon)), None)
        if weapon is None or not weapon.carried:
            own = "、".join(i.id for i in by.items if isinstance(i, Weapon) and i.carried) or "ありません"
            raise Rejection("illegal_value", f"{by.name}が持ち運んでいる武器は {own}。", "W-9.4")
        require(
            sheet.usable(game.options, by, weapon),
            "illegal_value",
            f"{by.name}の筋力か武勇では、{weapon.name}を使えません。",
            "W-3.11",
        )
    game = yield ev.WeaponChanged(
        by=by.id,
        origin=by.wielded,
        to=it.weapon,
        strained=tires(game, by, "change_weapon"),
        clauses=("W-9.4", "W-3.11"),
    )
    return (yield from end_go(game))


def change_posture(game: Game, it: dec.ChangePosture, chance: Chance) -> Ruled:
    """W-9.4: lying down, or getting up."""
    del chance
    by = game.characters[it.by]
    to = POSTURES.get(it.to)
    if to is None:
        raise Rejection("illegal_value", f"姿勢（to）は {'、'.join(POSTURES)} です。", "W-9.4")
    require(to != by.posture, "illegal_value", f"{by.name}はもうその姿勢です。", "W-9.4")
    strained = tires(game, by, "change_posture")
    game = yield ev.PostureChanged(by=by.id, to=to, strained=strained, clauses=("W-9.4",))
    return (yield from end_go(game))


def evade_only(game: Game, it: dec.EvadeOnly, chance: Chance) -> Ruled:
    """W-11.4: the go is spent on evasion."""
    del chance
    strained = tires(game, game.characters[it.by], "evade_only")
    game = yield ev.Devoted(by=it.by, strained=strained, clauses=("W-9.4", "W-11.4"))
    return (yield from end_go(game))


def delay(game: Game, it: dec.Delay, chance: Chance) -> Ruled:
    """W-9.3: waiting until a lower number."""
    del chance
    now = game.characters[it.by].acts_at
    require(0 <= it.to < now, "illegal_value", f"待てるのは敏捷性{now - 1}から0までの時です。", "W-9.3")
    order = rounds.order_after_waiting(game, it.by, it.to)
    game = yield ev.Delayed(by=it.by, origin=now, to=it.to, order=order, clauses=("W-9.3",))
    return (yield from next_go(game))


def pass_(game: Game, it: dec.Pass, chance: Chance) -> Ruled:
    """The go ends; or a caster does not announce a spell."""
    del chance
    if game.step == "concentration":
        game = yield shared.Passed(by=it.by, what="concentration", clauses=("W-8.1",))
        return (yield from after_announcing(game))
    game = yield shared.Passed(by=it.by, what="go", clauses=("W-9.1",))
    return (yield from end_go(game))


def decline(game: Game, it: dec.Decline, chance: Chance) -> Ruled:
    """W-9.6, W-9.7: no evasion, no resistance."""
    if isinstance(game.exchange, AttackMade):
        return (yield from decline_evasion(game, it.by, chance))
    return (yield from decline_resistance(game, it.by, chance))


SETTLE: Mapping[Purpose, Settle] = {
    "hit": settle_hit,
    "evasion": settle_evasion,
    "damage": settle_damage,
    "cast": settle_cast,
    "resistance": settle_resistance,
    "spell_damage": settle_effect,
    "heal": settle_effect,
    "check": settle_check,
}


def lying(game: Game) -> Dicing:
    """The dice that lie open.

    Raises:
        LookupError: none do.
    """
    dicing = game.asked.roll
    if dicing is None:
        msg = "no window is open"
        raise LookupError(msg)
    return dicing


def spend_hero_point(game: Game, it: dec.SpendHeroPoint, chance: Chance) -> Ruled:
    """W-17.2: a die becomes a 6; the window closes by itself when nothing more can be spent."""
    game = yield from spend(game, lying(game), it.die)
    dicing = lying(game)
    if may_spend(game.characters[it.by].hero_points, dicing.faces):
        return game
    return (yield from stand(game, chance))


def accept(game: Game, it: dec.Accept, chance: Chance) -> Ruled:
    """W-17.2: the roll stands."""
    del it
    return (yield from stand(game, chance))


def stand(game: Game, chance: Chance) -> Ruled:
    """W-17.6: only now the result is known."""
    dicing = lying(game)
    game = yield from close_window(dicing)
    return (yield from SETTLE[dicing.purpose](game, chance, dicing.faces))
