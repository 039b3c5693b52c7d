"""Declaring an attack in godeater, and answering it (G-15, G-16).

The steps, and who goes on to which; where an attack waits, a declaration takes it up again:

1. `attack` declares and pays, and waits for the answers of all others (`Answering`).
2. `respond` takes one answer. `when_all_have_answered` shows them once all are in; where dice are entered and answers
   were hidden, it waits for the dice (`resume`).
3. `carry_out` does the answers: costs, steps, skills and other acts, covers (`Acting`).
4. `resolve` (blows.py) makes the damage check of what still reaches anybody, and goes on to `meet` (`Striking`).
5. `meet` takes target after target; it waits for `choose_shield`, and for the skills of the window that damage opens
   (windows.py); both go on with `meet`.
6. `end_attack` ends the attack, and the turn with it; every failure on the way goes there too.
"""

from collections.abc import Iterator

from msgspec import UNSET

from senki.rules import events as shared
from senki.rules.chance import Chance
from senki.rules.game import Ruling
from senki.rules.godeater import declarations as dec
from senki.rules.godeater import events as ev
from senki.rules.godeater.blows import meet, resolve
from senki.rules.godeater.clauses import attacks, flow, turns
from senki.rules.godeater.course import go_on
from senki.rules.godeater.effects import (
    apply,
    left,
    pay,
    require_condition,
    require_payable,
    require_reach,
    require_targets,
    require_use,
    use,
)
from senki.rules.godeater.moves import known_cell, way_through
from senki.rules.godeater.setup import FREE, Bullet, Consumable, Cost, Gun, Melee, Skill
from senki.rules.godeater.state import WAIVE, Acting, Action, Answering, AttackMade, Character, Game, Response
from senki.rules.message import Term
from senki.rules.rejection import Rejection, require

Ruled = Ruling[Game]


def attack(game: Game, it: dec.Attack, chance: Chance) -> Ruled:
    """G-9.2, G-15.1: way and targets are declared and paid for; then everybody else answers (G-16)."""
    by = game.characters[it.by]
    way = way_of(by, it)
    require_condition(by, way.requires, way.clause)
    require_attackable(game, by, it.targets, way)
    for target in it.targets:
        require_reach(game, by, target, way.range, way.clause)
    require_payable(by, way.cost, way.clause)
    game = yield from pay(game, by.id, "attack", way.cost, "G-15.1", way.clause)
    if game.characters[by.id].incapacitated:
        game = yield shared.Passed(by=by.id, what=way.source, why="incapacitated")
        return (yield from go_on(game))
    attack_type, element = way.against
    game = yield ev.AttackDeclared(
        by=by.id,
        targets=it.targets,
        method=way.method,
        source=way.source,
        bullet=way.bullet,
        attack_type=attack_type,
        element=element,
        range=way.range,
        figures=way.figures,
        left=left(way.use),
        clauses=("G-15.1", way.clause),
    )
    if way.use is not None:
        game = yield from apply(game, way.use.effects, by.id, it.targets, way.source, way.clause)
    return (yield from when_all_have_answered(game, chance))


def way_of(by: Character, it: dec.Attack) -> attacks.Way:
    """The way of attacking that is declared.

    Raises:
        Rejection: `illegal_value`.
    """
    named = [n for n in (it.bullet, it.skill, it.item) if n is not None]
    require(len(named) <= 1, "illegal_value", "bullet、skill、item は一つだけ書いてください。", "G-15.1")
    if it.skill is not None or it.item is not None:
        method = "skill" if it.skill is not None else "item"
        found = by.skill(it.skill) if it.skill is not None else by.consumable(it.item)
        way = None if found is None else attacks.by_use(method, found)
        if way is None:
            raise Rejection("illegal_value", f"{by.name}は「{named[0]}」で攻撃できません。", "G-15.6")
        return way
    match by.weapon:
        case Melee():
            require(it.bullet is None, "illegal_value", "バレットを撃つには銃が要ります。変形してください。", "G-15.5")
            return attacks.blade(by.weapon)
        case Gun():
            bullet = by.item(it.bullet)
            if not isinstance(bullet, Bullet):
                own = "、".join(i.id for i in by.items if isinstance(i, Bullet)) or "ありません"
                raise Rejection("illegal_value", f"撃つバレット（bullet）を選んでください: {own}。", "G-15.5")
            return attacks.shot(by.weapon, bullet)
        case None:
            raise Rejection("illegal_value", f"{by.name}は武器を装備していません。", "G-9.2")


def require_attackable(game: Game, by: Character, targets: tuple[str, ...], way: attacks.Way) -> None:
    """Targets that can be attacked.

    Raises:
        Rejection: `bad_target`.
    """
    require_targets(targets, 1, way.max_targets, way.clause)
    require(by.id not in targets, "bad_target", "自分は攻撃の対象にできません。", "G-14.1")
    fallen = [t for t in targets if game.characters[t].incapacitated]
    allowed = game.options.attack_fallen == "allowed" or not fallen
    require(allowed, "bad_target", "戦闘不能の者は攻撃の対象にできません。", "G-15.1")


def respond(game: Game, it: dec.Respond, chance: Chance) -> Ruled:
    """G-10, G-16: an answer, hidden until all are in."""
    response = response_of(it)
    by = game.characters[it.by]
    require_response(game, by, response)
    game = yield ev.Answered(by=by.id, clauses=("G-10.2",))
    clauses = ("G-10.1", "G-16.1", *turns.ANSWERED[response.action])
    game = yield ev.ResponseChosen(by=by.id, response=response, clauses=clauses)
    return (yield from when_all_have_answered(game, chance))


FIELDS: dict[Action, tuple[str, ...]] = {
    "step": ("to",),
    "guard": (),
    "cover": ("ally",),
    "skill": ("skill", "targets"),
    "item": ("item", "targets"),
    "waive": (),
    "other": ("text",),
}
"""The fields of each action of an answer."""


def form(it: dec.Respond) -> None:
    """An answer has the fields of its action, and no others.

    Raises:
        Rejection: `malformed`.
    """
    mine = FIELDS[it.action]
    given = {f for f in ("to", "ally", "skill", "item", "targets", "text") if getattr(it, f)}
    wanted = {f for f in mine if f != "targets"}
    what = "、".join(mine) or "なし"
    require(wanted <= given <= set(mine), "malformed", f"レスポンス「{it.action}」に書く項目は、{what}です。", "G-10.2")


def response_of(it: dec.Respond) -> Response:
    """An answer with the fields of its action."""
    mine = FIELDS[it.action]
    return Response(
        action=it.action,
        to=UNSET if it.to is None else known_cell(it.to),
        ally=it.ally or UNSET,
        skill=it.skill or UNSET,
        item=it.item or UNSET,
        targets=it.targets if "targets" in mine else UNSET,
        text=it.text or UNSET,
    )


def price(by: Character, response: Response) -> tuple[str, Cost]:
    """The clause and the cost of an answer."""
    if response.action in attacks.ANSWER_COST:
        return attacks.ANSWER_COST[response.action]
    used = used_in(by, response)
    return "G-10.6", FREE if used is None else used.cost


def used_in(by: Character, response: Response) -> Skill | Consumable | None:
    """The skill or item of an answer."""
    if response.skill:
        return by.skill(response.skill)
    return by.consumable(response.item) if response.item else None


def require_response(game: Game, by: Character, response: Response) -> None:
    """What each action of an answer asks for.

    Raises:
        Rejection: `illegal_value`, `bad_target`, `out_of_range`, `cannot_pay`.
    """
    match response.action:
        case "step":
            way_through(game, by, (response.to or game.cell(by.id),), "G-16.2")
        case "guard":
            require_guard(game, by)
        case "cover":
            require_guard(game, by)
            require_cover(game, by, response.ally or by.id)
            require_uncovered(game, response)
        case "skill" | "item":
            found = used_in(by, response)
            if found is None or found.timing != "response":
                named = response.skill or response.item
                raise Rejection("illegal_value", f"「{named}」はレスポンスに使えません。", "G-10.6")
            require_use(game, by, found, response.targets or (), "G-10.6")
        case "waive" | "other":
            return
    clause, cost = price(by, response)
    require_payable(by, cost, clause)


def require_guard(game: Game, by: Character) -> None:
    """G-16.3: who may guard at all.

    Raises:
        Rejection: `illegal_value`.
    """
    require(
        attacks.may_guard(game.options, by),
        "illegal_value",
        f"{by.name}は近接武器を装備していないので、ガードもカバーリングもできません。",
        "G-16.3",
    )


def require_cover(game: Game, by: Character, ally: str) -> None:
    """G-16.4: whom somebody may cover.

    Raises:
        Rejection: `bad_target`, `out_of_range`.
    """
    friend = game.characters[ally]
    fits = ally != by.id and friend.side == by.side and ally in game.under_way(AttackMade).targets
    require(fits, "bad_target", "この攻撃の対象になっている味方を選んでください。", "G-16.4")
    apart = flow.distance(game.options, game.cell(by.id), game.cell(ally))
    most = attacks.COVER_REACH[game.options.cover_range]
    require(apart <= most, "out_of_range", f"{friend.name}までの距離は{apart}です。{most}までです。", "G-16.4")


def require_uncovered(game: Game, response: Response) -> None:
    """While answers are given openly, nobody covers an ally who is known not to waive.

    Raises:
        Rejection: `bad_target`.
    """
    it = game.exchange
    if game.options.responses == "hidden" or not isinstance(it, Answering) or not response.ally:
        return
    require(attacks.waived(game, it, response.ally), "bad_target", "その味方は放棄を宣言していません。", "G-16.4")


def when_all_have_answered(game: Game, chance: Chance) -> Ruled:
    """G-10.2: once all are in, the answers are shown and done: costs, steps, skills and other acts, covers."""
    it = game.under_way(Answering)
    if attacks.answering(game, it):
        return game
    order = [c.id for c in flow.initiative(game) if c.id in it.responses]
    game = yield ev.ResponsesRevealed(responses={id: it.responses[id] for id in order}, clauses=("G-10.2",))
    later = chance.opened()
    if later is not None:
        return (yield shared.DiceAwaited(by=later))
    return (yield from carry_out(game, chance))


def resume(game: Game, by: str, chance: Chance) -> Ruled:
    """G-10.2: the dice for answers that all have seen."""
    game = yield shared.DiceGiven(by=by)
    return (yield from carry_out(game, chance))


def carry_out(game: Game, chance: Chance) -> Ruled:
    """G-16: the answers are done, and the attack meets whom it meets."""
    it = game.under_way(Acting)
    order = [c.id for c in flow.initiative(game) if c.id in it.responses]
    game = yield from drop_impossible(game, order)
    for id in order:
        by, response = game.characters[id], answer_of(game, id)
        clause, cost = price(by, response)
        game = yield from pay(game, id, response.action, cost, clause)
    for id in order:
        game = yield from step(game, id)
    for id in order:
        game = yield from act(game, id)
    for id in order:
        game = yield from cover(game, id)
    return (yield from resolve(game, chance))


def answer_of(game: Game, id: str) -> Response:
    """What somebody answered, as it counts now."""
    return game.under_way(Acting).responses.get(id, WAIVE)


def drop_impossible(game: Game, order: list[str]) -> Ruled:
    """An answer whose owner has fallen, or that a ruling has made impossible, counts as waived."""
    for id in order:
        by, response = game.characters[id], answer_of(game, id)
        if by.incapacitated:
            game = yield shared.Passed(by=id, what=response.action, why="incapacitated")
            continue
        try:
            require_response(game, by, response)
        except Rejection as rejection:
            why = "cannot_pay" if rejection.code == "cannot_pay" else "requires"
            game = yield shared.Passed(by=id, what=response.action, why=why)
    return game


def step(game: Game, id: str) -> Ruled:
    """G-16.2: the steps."""
    response = answer_of(game, id)
    if response.action != "step" or not response.to:
        return game
    return (yield ev.Moved(by=id, how="step", path=(response.to,), to=response.to, clauses=("G-16.2",)))


def act(game: Game, id: str) -> Ruled:
    """G-10.6, G-10.8: skills, items and other acts."""
    response, by = answer_of(game, id), game.characters[id]
    if response.action not in {"skill", "item", "other"}:
        return game
    if by.incapacitated:
        return (yield shared.Passed(by=id, what=response.action, why="incapacitated"))
    if response.text:
        return (yield ev.Improvised(by=id, text=response.text, clauses=("G-10.8",)))
    used = used_in(by, response)
    if used is None:
        msg = f"{id} answers with what it does not have"
        raise LookupError(msg)
    targets = tuple(reached(game, by, used, response.targets or ()))
    return (yield from use(game, id, used, targets, "G-10.6"))


def reached(game: Game, by: Character, used: Skill | Consumable, targets: tuple[str, ...]) -> Iterator[str]:
    """Those whom a response still reaches after the steps, by the option `response_range`."""
    for target in targets:
        late = game.options.response_range == "after_steps" and used.range is not None
        if not late or attacks.in_range(game.options, game.cell(by.id), game.cell(target), used.range or attacks.REACH):
            yield target


def cover(game: Game, id: str) -> Ruled:
    """G-10.5, G-16.4: the covers: for one who waived, and for each ally one."""
    it, response = game.under_way(Acting), answer_of(game, id)
    if response.action != "cover" or not response.ally:
        return game
    ally = response.ally
    if game.characters[id].incapacitated:
        return (yield shared.Passed(by=id, what="cover", why="incapacitated"))
    if attacks.waived(game, it, ally) and ally not in it.covers:
        return (yield ev.Covered(by=id, ally=ally, clauses=("G-16.4",)))
    why = "already_covered" if ally in it.covers else "not_waived"
    game = yield ev.CoverFailed(by=id, ally=ally, why=why, clauses=("G-16.4",))
    return (yield from refund(game, id)) if game.options.void_cover == "refunded" else game


def refund(game: Game, id: str) -> Ruled:
    """The ST of a cover that came to nothing comes back."""
    by = game.characters[id]
    amount, terms = flow.within(by, "st", (Term("cover", attacks.STEP_COST.st),))
    return (
        yield ev.Changed(
            character=id, resource="st", amount=amount, now=by.st + amount, terms=terms, clauses=("G-16.4",)
        )
    )


def choose_shield(game: Game, it: dec.ChooseShield, chance: Chance) -> Ruled:
    """G-18.1: the shield to guard with; the attack goes on."""
    by = game.characters[it.by]
    own = "、".join(s.id for s in by.shields)
    require(it.shield in {s.id for s in by.shields}, "illegal_value", f"盾を選んでください: {own}。", "G-18.1")
    game = yield ev.ShieldChosen(by=by.id, shield=it.shield, clauses=("G-18.1",))
    return (yield from meet(game, chance))
