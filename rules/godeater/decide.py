"""The referee of godeater, in the text's order: placement, the start, a turn's move, side and main actions, the GM."""

from senki.rules import events as shared
from senki.rules.chance import Chance
from senki.rules.declarations import Begin
from senki.rules.game import Ruling
from senki.rules.godeater import declarations as dec
from senki.rules.godeater import events as ev
from senki.rules.godeater.clauses import flow, turns
from senki.rules.godeater.course import end_round, end_turn, go_on, open_window, start_round
from senki.rules.godeater.effects import next_effect, pay, pay_and_use, require_payable, require_reach, require_use
from senki.rules.godeater.moves import known_cell, way_through
from senki.rules.godeater.setup import Consumable, Cost, Gun, Item, Melee, Mission, Skill
from senki.rules.godeater.state import Character, Game, Lingering
from senki.rules.godeater.windows import use_head
from senki.rules.godeater.words import CELL_NAMES
from senki.rules.message import Term
from senki.rules.rejection import Rejection, require

Ruled = Ruling[Game]


def place(game: Game, it: dec.Place, chance: Chance) -> Ruled:
    """G-4.2, G-4.3: a place to begin from."""
    del chance
    by = game.characters[it.by]
    cell = known_cell(it.cell)
    allowed = flow.may_be_placed(by.kind, cell)
    require(allowed, "illegal_value", "中央のセルに配置できるのはエネミーだけです。", "G-4.3")
    return (yield ev.Placed(by=by.id, cell=cell, clauses=("G-4.2" if by.kind == "enemy" else "G-4.3",)))


def begin(game: Game, it: Begin, chance: Chance) -> Ruled:
    """G-4.4 to G-4.9: the missions are made public, the start is declared, and the first round begins."""
    del it, chance
    if game.missions:
        missions = tuple(Mission(id=m.id, kind=m.kind, success=m.success, failure=m.failure) for m in game.missions)
        game = yield ev.MissionsRevealed(missions=missions, clauses=("G-4.4",))
    game = yield shared.Began(clauses=("G-4.7",))
    game = yield from open_window(game, "battle_start")
    return game if game.timing is not None else (yield from start_round(game))


def move(game: Game, it: dec.Move, chance: Chance) -> Ruled:
    """G-7.5: one cell, free."""
    del chance
    by = game.characters[it.by]
    path = way_through(game, by, (it.to,), "G-7.5")
    return (yield ev.Moved(by=by.id, how="move", path=path, to=path[-1], clauses=("G-7.5",)))


def dash(game: Game, it: dec.Dash, chance: Chance) -> Ruled:
    """G-7.6: as many cells as AP are paid, and 1 ST."""
    del chance
    by = game.characters[it.by]
    require(it.path, "illegal_value", "通るセル（path）を一つ以上書いてください。", "G-7.6")
    path = way_through(game, by, it.path, "G-7.6")
    cost = Cost(ap=len(path), st=1)
    require_payable(by, cost, "G-7.6")
    game = yield from pay(game, by.id, "dash", cost, "G-7.6")
    return (yield ev.Moved(by=by.id, how="dash", path=path, to=path[-1], clauses=("G-7.6",)))


def give_up(game: Game, it: dec.GiveUp, chance: Chance) -> Ruled:
    """G-7.7: AP becomes 0 and the turn ends."""
    del chance
    game = yield ev.GaveUp(by=it.by, ap=0, clauses=("G-7.7",))
    return (yield from end_turn(game, "G-7.7"))


def jump(game: Game, it: dec.Jump, chance: Chance) -> Ruled:
    """G-8.2: flying for this turn."""
    del chance
    effect = Lingering(id=next_effect(game), source="jump", kind="condition", condition="flying", lasts="turn")
    return (yield ev.EffectGained(character=it.by, effect=effect, action="jump", clauses=("G-8.2",)))


def transform(game: Game, it: dec.Transform, chance: Chance) -> Ruled:
    """G-8.3: the equipped weapon is stowed, another is equipped."""
    del chance
    by = game.characters[it.by]
    own = [i for i in by.items if isinstance(i, Melee | Gun)]
    named = "、".join(i.id for i in own) or "ありません"
    found = next((i for i in own if i.id == it.weapon), None)
    require(found, "illegal_value", f"装備できる携行品の武器: {named}。", "G-8.3")
    stowed = None if by.weapon is None else by.weapon.id
    return (yield ev.Transformed(by=by.id, equipped=it.weapon, stowed=stowed, clauses=("G-8.3",)))


def use_skill(game: Game, it: dec.UseSkill, chance: Chance) -> Ruled:
    """G-8.4, G-9.4: a skill that is no attack; or the one that a timing window asks for."""
    window = game.timing
    if window is not None:
        return (yield from use_head(game, it, window, chance))
    by = game.characters[it.by]
    return (yield from use_in_turn(game, by, by.skill(it.skill), it.targets))


def use_item(game: Game, it: dec.UseItem, chance: Chance) -> Ruled:
    """G-8.4, G-9.4: a carried item that is no attack."""
    del chance
    by = game.characters[it.by]
    return (yield from use_in_turn(game, by, by.consumable(it.item), it.targets))


def use_in_turn(game: Game, by: Character, it: Skill | Consumable | None, targets: tuple[str, ...]) -> Ruled:
    """A skill or an item with the timing side or main; the latter ends the turn (G-9.1)."""
    if it is None:
        raise Rejection("illegal_value", f"{by.name}はそれを持っていません。", "G-8.4")
    require_in_time(game, it)
    clause = turns.USED[it.timing]
    require(
        it.attack is None, "illegal_value", f"「{it.name or it.id}」は攻撃です。attack で宣言してください。", "G-9.2"
    )
    require_use(game, by, it, targets, clause)
    game = yield from pay_and_use(game, by.id, it, targets, clause)
    return (yield from go_on(game, "G-9.1" if it.timing == "main" else ""))


def require_in_time(game: Game, it: Skill | Consumable) -> None:
    """G-8.1, G-8.4, G-9.4: a skill or an item in its own time.

    Raises:
        Rejection: `not_awaited`.
    """
    late = it.timing == "side" and game.turn is not None and game.turn.part == "main"
    require(not late, "not_awaited", "サイドアクションはもうできません。", "G-8.1")
    fits = it.timing in {"side", "main"}
    require(fits, "not_awaited", f"「{it.name or it.id}」を使うタイミングではありません。", turns.USED.get(it.timing))


def carried(by: Character, id: str, clause: str) -> Item:
    """A carried item.

    Raises:
        Rejection: `illegal_value`.
    """
    found = by.item(id)
    if found is None:
        own = "、".join(i.id for i in by.items) or "ありません"
        raise Rejection("illegal_value", f"{by.name}の携行品: {own}。", clause)
    return found


def hand_over(game: Game, it: dec.HandOver, chance: Chance) -> Ruled:
    """G-8.5: to an ally in the same cell."""
    del chance
    by, to = game.characters[it.by], game.characters[it.to]
    item = carried(by, it.item, "G-8.5")
    require(to.id != by.id and to.side == by.side, "bad_target", "渡す相手には味方を選んでください。", "G-8.5")
    require(to.cell == by.cell, "out_of_range", f"{to.name}は同じセルにいません。", "G-8.5")
    return (yield ev.HandedOver(by=by.id, to=to.id, item=item.id, clauses=("G-8.5",)))


def drop(game: Game, it: dec.Drop, chance: Chance) -> Ruled:
    """G-8.6: left in one's cell."""
    del chance
    by = game.characters[it.by]
    item = carried(by, it.item, "G-8.6")
    return (yield ev.Dropped(by=by.id, item=item.id, cell=game.cell(by.id), clauses=("G-8.6",)))


def pick_up(game: Game, it: dec.PickUp, chance: Chance) -> Ruled:
    """G-8.6: taken from one's cell."""
    del chance
    cell = game.cell(it.by)
    lying = [i.id for i in game.ground.get(cell, ())]
    here = "、".join(lying) or "ありません"
    require(it.item in lying, "illegal_value", f"{CELL_NAMES[cell]}に落ちているもの: {here}。", "G-8.6")
    return (yield ev.PickedUp(by=it.by, item=it.item, cell=cell, clauses=("G-8.6",)))


def improvise(game: Game, it: dec.Improvise, chance: Chance) -> Ruled:
    """G-8.7: what comes of it is the GM's to say (`check`, `rule`)."""
    del game, chance
    return (yield ev.Improvised(by=it.by, text=it.text, clauses=("G-8.7",)))


def link_aid(game: Game, it: dec.LinkAid, chance: Chance) -> Ruled:
    """G-9.3: an incapacitated ally is rescued."""
    del chance
    by, target = game.characters[it.by], game.characters[it.target]
    fits = target.id != by.id and target.side == by.side and target.incapacitated
    require(fits, "bad_target", "戦闘不能の味方を選んでください。", "G-9.3")
    options = game.options
    require_reach(game, by, target.id, (0, options.link_aid_range), "G-9.3")
    cost = Cost(ap=options.link_aid_ap, st=options.link_aid_st)
    require_payable(by, cost, "G-9.3")
    game = yield from pay(game, by.id, "link_aid", cost, "G-9.3")
    hp = turns.rescued_hp(options, target)
    game = yield ev.Rescued(by=by.id, target=target.id, hp=hp, clauses=("G-9.3",))
    return (yield from end_turn(game, "G-9.1"))


def wait(game: Game, it: dec.Wait, chance: Chance) -> Ruled:
    """G-9.5: AP is halved and the turn ends."""
    del chance
    ap = game.characters[it.by].ap
    left = turns.halved(game.options, ap)
    game = yield ev.Waited(by=it.by, ap=left, terms=(Term("ap", ap),), clauses=("G-9.5",))
    return (yield from end_turn(game, "G-9.5"))


def next_round(game: Game, it: dec.NextRound, chance: Chance) -> Ruled:
    """G-11.3: nobody can take a turn; the GM moves on."""
    del it, chance
    return (yield from end_round(game))


def mark_mission(game: Game, it: dec.MarkMission, chance: Chance) -> Ruled:
    """G-4.5, G-4.6: the main mission ends the battle (G-13.1), a side mission does not."""
    del chance
    mission = next((m for m in game.missions if m.id == it.mission), None)
    if mission is None:
        known = "、".join(m.id for m in game.missions) or "ありません"
        raise Rejection("illegal_value", f"ミッション: {known}。", "G-4.4")
    require(mission.result is None, "once_only", "そのミッションの成否はもう決まっています。", "G-4.5")
    main = mission.kind == "main"
    require(main or it.result == "achieved", "illegal_value", "サイドミッションに失敗条件はありません。", "G-4.6")
    game = yield ev.MissionMarked(mission=mission.id, result=it.result, clauses=("G-4.5" if main else "G-4.6",))
    if not main:
        return game
    achieved = it.result == "achieved"
    return (yield shared.Ended(reason=f"mission_{it.result}", winner="pc" if achieved else "npc", clauses=("G-13.1",)))
