"""The referee of meikyu, in the text's order: setup, initiative, item part, action part, wit, waiting."""

from collections.abc import Mapping

from senki.rules import events as shared
from senki.rules.chance import Chance
from senki.rules.declarations import Begin
from senki.rules.game import Ruling
from senki.rules.meikyu import declarations as dec
from senki.rules.meikyu import events as ev
from senki.rules.meikyu.attack import attack, when_nobody_can_cover
from senki.rules.meikyu.clauses import actions, initiative, quick_wit, rows
from senki.rules.meikyu.course import end_go, go_on, row_open, sides_left, start_round
from senki.rules.meikyu.effects import pay, rolled, spend_wit, take_effect
from senki.rules.meikyu.formula import total
from senki.rules.meikyu.setup import AttackRow, BreatheRow, DefenceRow, EvadeRow, Row, SupportRow, Timing
from senki.rules.meikyu.state import Character, Game, Stage
from senki.rules.meikyu.targets import choice_of_action, choice_of_effect, chosen
from senki.rules.rejection import Rejection, require

Ruled = Ruling[Game]

ACTION_DIE = 10
TIMING: Mapping[Stage, Timing] = {"setup": "setup", "initiative": "initiative", "main": "item", "cleanup": "cleanup"}
ABILITY_CLAUSES: Mapping[Timing, tuple[str, ...]] = {
    "setup": ("M-2.3",),
    "initiative": ("M-5.5",),
    "item": ("M-7.1",),
    "cleanup": ("M-12.2",),
}


def begin(game: Game, it: Begin, chance: Chance) -> Ruled:
    """M-1.2, M-3.2: the first round starts, if everybody stands where it may."""
    del it, chance
    for side in sides_left(game):
        require(not rows.too_many_behind(game, side), "illegal_value", too_many(side), "M-3.2")
    require(len(sides_left(game)) > 1, "illegal_value", "動ける者が、両方の陣営に要ります。")
    game = yield shared.Began()
    return (yield from start_round(game))


def too_many(side: str) -> str:
    """What is wrong with a formation."""
    team = "ＰＣ" if side == "pc" else "ＮＰＣ"
    return f"{team}側の後衛が前衛より多くなっています。後衛は前衛と同じ数までです。"


def change_row(game: Game, it: dec.ChangeRow, chance: Chance) -> Ruled:
    """M-2.2: to the other row. M-3.2: to the back only while there is room."""
    del chance
    by = game.characters[it.by]
    require(rows.may_change_row(game, by), "illegal_value", "後衛は、前衛に立つ味方と同じ数までです。", "M-3.2")
    to = "front" if by.row == "back" else "back"
    game = yield ev.RowChanged(by=by.id, origin=by.row, to=to, clauses=("M-2.2", "M-3.1", "M-3.2"))
    return (yield from go_on(game))


def use_ability(game: Game, it: dec.UseAbility, chance: Chance) -> Ruled:
    """M-2.3, M-5.5, M-7.1, M-7.2, M-12.2: an ability in the phase of its timing."""
    by = game.characters[it.by]
    ability = next((a for a in by.abilities if a.id == it.ability), None)
    if ability is None:
        own = "、".join(a.id for a in by.abilities) or "ありません"
        raise Rejection("illegal_value", f"{by.name}のアビリティは {own}。")
    require(
        game.stage is not None and ability.timing == TIMING[game.stage],
        "not_awaited",
        f"《{ability.name}》を使えるタイミングではありません。",
        ABILITY_CLAUSES[ability.timing][0],
    )
    targets = chosen(game, choice_of_effect(game, by, ability), it.targets)
    require(
        actions.affords(by, ability.cost), "cannot_pay", f"ＭＰが足りません（要るのは{ability.cost}、残りは{by.mp}）。"
    )
    game = yield ev.AbilityUsed(by=by.id, ability=ability.id, targets=targets, clauses=ABILITY_CLAUSES[ability.timing])
    game = yield from pay(game, by.id, ability.cost)
    return (yield from take_effect(game, chance, by.id, ability.id, ability.effects, targets))


def arrange(game: Game, it: dec.Arrange, chance: Chance) -> Ruled:
    """M-5.4: PCs with the same action value agree on their order."""
    del chance
    same = initiative.tied(game, game.characters[it.by])
    names = "、".join(game.characters[id].name for id in same)
    require(
        sorted(it.order) == sorted(same),
        "illegal_value",
        f"行動値の同じ者（{names}）を、一度ずつ並べてください。",
        "M-5.4",
    )
    game = yield ev.OrderArranged(by=it.by, order=it.order, clauses=("M-5.4",))
    return (yield from go_on(game))


def use_item(game: Game, it: dec.UseItem, chance: Chance) -> Ruled:
    """M-7.1, M-7.2: a consumable."""
    by = game.characters[it.by]
    item = next((i for i in by.items if i.id == it.item), None)
    if item is None:
        own = "、".join(i.id for i in by.items) or "ありません"
        raise Rejection("illegal_value", f"{by.name}の消耗品は {own}。", "M-7.1")
    require(item.count > 0, "cannot_pay", f"{item.name}はもうありません。", "M-7.1")
    targets = chosen(game, choice_of_effect(game, by, item), it.targets)
    game = yield ev.ItemUsed(by=by.id, item=item.id, targets=targets, left=item.count - 1, clauses=("M-7.1",))
    return (yield from take_effect(game, chance, by.id, item.id, item.effects, targets))


def roll_action(game: Game, it: dec.RollAction, chance: Chance) -> Ruled:
    """M-8.1, M-9.1, M-9.2: the action die."""
    (face,) = chance.roll(it.by, "action", 1, ACTION_DIE)
    row = game.characters[it.by].action_at(face)
    return (
        yield ev.ActionRead(
            by=it.by, face=face, action=row.name, kind=kind_of(row), clauses=("M-8.1", "M-9.1", "M-9.2")
        )
    )


def kind_of(row: Row) -> ev.Kind:
    """Which kind of action a row is."""
    match row:
        case AttackRow():
            return "attack"
        case DefenceRow():
            return "defence"
        case EvadeRow():
            return "evade"
        case SupportRow():
            return "support"
        case BreatheRow():
            return "breathe"


def reroll(game: Game, it: dec.Reroll, chance: Chance) -> Ruled:
    """M-11.4: wit is spent, and the action die is rolled again."""
    require_wit(game, game.characters[it.by])
    game = yield from spend_wit(game, it.by)
    (face,) = chance.roll(it.by, "action", 1, ACTION_DIE)
    row = game.characters[it.by].action_at(face)
    return (
        yield ev.ActionRead(
            by=it.by, face=face, action=row.name, kind=kind_of(row), how="rerolled", clauses=("M-11.4",)
        )
    )


def shift(game: Game, it: dec.Shift, chance: Chance) -> Ruled:
    """M-11.5, M-11.6: wit is spent, and the face is the next one."""
    del chance
    by = game.characters[it.by]
    require(quick_wit.is_shift(it.change), "illegal_value", "ずらせるのは1か-1だけです。", "M-11.5")
    face = game.die.face + it.change
    require(quick_wit.on_the_die(face), "illegal_value", "1から10へ、10から1へはずらせません。", "M-11.6")
    require_wit(game, by)
    game = yield from spend_wit(game, it.by)
    row = by.action_at(face)
    return (
        yield ev.ActionRead(by=by.id, face=face, action=row.name, kind=kind_of(row), how="shifted", clauses=("M-11.5",))
    )


def require_wit(game: Game, by: Character) -> None:
    """M-11.3: while any is left.

    Raises:
        Rejection: `cannot_pay`.
    """
    require(
        quick_wit.wit_left(game.options, by),
        "cannot_pay",
        f"機転が足りません（要るのは{game.options.wit_cost}、残りは{by.wit}）。",
        "M-11.3",
    )


def perform(game: Game, it: dec.Perform, chance: Chance) -> Ruled:
    """M-8.1: the face stands, and its action is carried out. M-9.8: what cannot be paid becomes alert."""
    by = game.characters[it.by]
    row = by.action_at(game.die.face)
    reach = "M-3.4" if isinstance(row, AttackRow) else None
    targets = chosen(game, choice_of_action(game, by, row), it.targets, reach)
    if not actions.affords(by, row.cost):
        return (yield from alert(game, by, row))
    match row:
        case AttackRow():
            return (yield from attack(game, chance, by.id, row, targets))
        case DefenceRow():
            return (yield from defend(game, chance, by, row))
        case EvadeRow():
            return (yield from start_evading(game, by, row))
        case SupportRow():
            game = yield ev.Performed(by=by.id, action=row.name, kind="support", targets=targets, clauses=("M-9.6",))
            game = yield from pay(game, by.id, row.cost)
            return (yield from take_effect(game, chance, by.id, row.name, row.effects, targets))
        case BreatheRow():
            return (yield from breathe(game, chance, by, row))


def defend(game: Game, chance: Chance, by: Character, row: DefenceRow) -> Ruled:
    """M-9.4: defence rises until one's action comes round in the next round."""
    game = yield ev.Performed(by=by.id, action=row.name, kind="defence", targets=(), clauses=("M-9.4",))
    game = yield from pay(game, by.id, row.cost)
    found = rolled(game, chance, by, row.bonus, "bonus")
    game = yield ev.BonusGained(
        target=by.id, stat="defence", amount=total(found), until="next_go", terms=found, clauses=("M-9.4",)
    )
    return (yield from go_on(game))


def start_evading(game: Game, by: Character, row: EvadeRow) -> Ruled:
    """M-9.5: evading from now on."""
    game = yield ev.Performed(by=by.id, action=row.name, kind="evade", targets=(), clauses=("M-9.5",))
    game = yield from pay(game, by.id, row.cost)
    game = yield ev.EvadingStarted(by=by.id, check=row.check, clauses=("M-9.5",))
    return (yield from go_on(game))


def breathe(game: Game, chance: Chance, by: Character, row: BreatheRow) -> Ruled:
    """M-9.7: MP returns, and nothing else is done."""
    game = yield ev.Performed(by=by.id, action=row.name, kind="breathe", targets=(), clauses=("M-9.7",))
    game = yield from pay(game, by.id, row.cost)
    found = rolled(game, chance, by, row.mp, "mp")
    by = game.characters[by.id]
    mp = actions.mp_after(by, total(found))
    game = yield ev.MpChanged(target=by.id, amount=mp - by.mp, mp=mp, terms=found, clauses=("M-9.7",))
    return (yield from do_nothing_else(game))


def alert(game: Game, by: Character, row: Row) -> Ruled:
    """M-9.8, M-9.9: alert, and wit returns."""
    game = yield ev.Alerted(by=by.id, action=row.name, clauses=("M-9.8", "M-9.9"))
    wit = actions.wit_after(game.options, by)
    game = yield ev.WitChanged(target=by.id, amount=wit - by.wit, wit=wit, clauses=("M-9.9",))
    return (yield from do_nothing_else(game))


def do_nothing_else(game: Game) -> Ruled:
    """M-9.7, M-9.9: nothing else, as far as `does_nothing` takes it."""
    if game.options.does_nothing == "action_only":
        return (yield from go_on(game))
    return (yield from end_go(game))


def wait(game: Game, it: dec.Wait, chance: Chance) -> Ruled:
    """M-10.1: both parts are given up for now."""
    del chance
    game = yield ev.Waited(by=it.by, clauses=("M-10.1",))
    return (yield from go_on(game))


def pass_(game: Game, it: dec.Pass, chance: Chance) -> Ruled:
    """Declining what one is asked for: a cover, the rest of the go (M-6.3), the phase (M-3.2)."""
    by = game.characters[it.by]
    if game.exchange is not None:
        game = yield shared.Passed(by=by.id, what="cover")
        return (yield from when_nobody_can_cover(game, chance))
    if game.stage == "main":
        game = yield shared.Passed(by=by.id, what="main")
        return (yield from end_go(game))
    require(may_pass(game, by), "illegal_value", f"{too_many(by.side)}{by.name}は前に出てください。", "M-3.2")
    game = yield shared.Passed(by=by.id, what=game.stage)
    return (yield from go_on(game))


def may_pass(game: Game, by: Character) -> bool:
    """M-3.2: whether somebody may decline; not who can still come forward while its side has too many in the back."""
    if game.stage != "setup" or game.options.formation_limit == "placement":
        return True
    return not (by.row == "back" and row_open(game, by) and rows.too_many_behind(game, by.side))
