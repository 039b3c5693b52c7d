"""The exchange of an attack, in the text's order (persona.md, "The exchange of an attack").

An attack waits half-way, so several declarations carry it on:

1. `attack` lays the cards, and `face_target` asks the one aimed at: stage `defend`, or `face_at_once` where it has no
   choice.
2. `defend` (each who was asked) and `face_at_once` come to `judge`: cards are turned up, `judge_cards` compares them.
   Where the table's dice come after what was hidden is open, `judge` stops at `dice_awaited`, and `resume` goes on.
3. After each, `go_on` looks: somebody still `waits`; or the attack `spread`s to the other enemies (back to 2); or its
   next card is an attack of its own (`face_target`); or it ends and the turn is settled.
4. `go_on` is called too by `discard` (option `damage_refill`) and by `look_again` after a ruling.
"""

from collections.abc import Generator

from senki.rules import events as shared
from senki.rules.chance import Chance
from senki.rules.game import Ruling
from senki.rules.message import Event, Term
from senki.rules.persona import declarations as dec
from senki.rules.persona import events as ev
from senki.rules.persona.clauses import blows, general
from senki.rules.persona.course import settle
from senki.rules.persona.draws import can_draw, deal, fill
from senki.rules.persona.hands import require_cards, require_fit, require_none
from senki.rules.persona.state import Attack, Character, Game
from senki.rules.rejection import require

Ruled = Ruling[Game]
Judgement = Generator[Event, Game, tuple[Game, int]]


def attack(game: Game, it: dec.Attack, chance: Chance) -> Ruled:
    """P-6.3 to P-6.8: the one aimed at, and the attack cards, face down; several by P-8.1 to P-8.4."""
    by, target = game.characters[it.by], game.characters[it.target]
    require(
        target.side != by.side and blows.attackable(game, target),
        "bad_target",
        f"{target.name}は攻撃できません。まだ戦いの場にいる敵を選んでください。",
        "P-6.3",
    )
    if by.has_hand:
        require_cards(by, it.cards)
        require_fit(game, by, it.cards, "攻撃カード", ("P-6.7", "P-8.1"))
        game = yield ev.CardsLaid(by=by.id, cards=it.cards, clauses=("P-6.6", *together(game, it.cards)))
        laid = ("P-6.3", "P-6.7")
    else:
        require(can_draw(game, by.id), "cannot_pay", "山札に引けるカードがありません。", "P-6.8")
        require_none(it.cards, f"{by.name}の攻撃カードは山札から出ます。カードは書かないでください。", "P-6.8")
        game = yield from deal(game, chance, by.id, 1, "attack", ("P-6.8",))
        laid = ("P-6.3", "P-6.8")
    game = yield ev.AttackLaid(by=by.id, target=target.id, count=max(1, len(it.cards)), clauses=laid)
    return (yield from face_target(game, chance))


def face_target(game: Game, chance: Chance) -> Ruled:
    """P-6.10: the one aimed at defends: by choice, or at once."""
    target = game.characters[game.attack_now().target]
    if not blows.attackable(game, target):
        return (yield from go_on(game, chance))
    if blows.chooses(game, target):
        return (yield shared.StageStarted(stage="defend", queue=(target.id,), clauses=("P-6.10",)))
    game = yield from face_at_once(game, chance, target.id)
    return (yield from go_on(game, chance))


def face_at_once(game: Game, chance: Chance, id: str) -> Ruled:
    """P-6.10, P-6.12, P-6.13 or P-6.14: a card from the deck, or none; the judgement follows."""
    defender = game.characters[id]
    if not defender.has_hand and blows.may_lay(game, defender) and can_draw(game, id):
        game = yield from deal(game, chance, id, 1, "defence", ("P-6.12",))
        game = yield ev.DefenceLaid(by=id, count=1, clauses=("P-6.12",))
        return (yield from judge(game, chance, id))
    game = yield ev.Defenceless(by=id, clauses=(defenceless_by(game),))
    return (yield from judge(game, chance, id))


def defenceless_by(game: Game) -> str:
    """P-6.13, P-6.14: under which of them somebody lays no card, by the edition; who merely has none counts so too."""
    return "P-6.14" if game.original else "P-6.13"


def in_wave(game: Game) -> tuple[str, ...]:
    """P-7.4 where the all-target cards have reached the others; P-8.5 where one defence serves against several."""
    it = game.attack_now()
    others = ("P-7.4",) if it.spread else ()
    return (*others, "P-8.5") if len(it.cards) > 1 and not it.each else others


def defend(game: Game, it: dec.Defend, chance: Chance) -> Ruled:
    """P-6.10, P-6.11, P-10.1: the defence cards, chosen from the hand."""
    by = game.characters[it.by]
    require_cards(by, it.cards)
    require_fit(game, by, it.cards, "防御カード", ("P-6.11", "P-10.2"))
    several = ("P-10.1", "P-10.2") if len(it.cards) > 1 else ()
    game = yield ev.CardsLaid(by=by.id, cards=it.cards, clauses=("P-6.10", *several, *in_wave(game)))
    game = yield ev.DefenceLaid(by=by.id, count=len(it.cards), clauses=("P-6.11",))
    game = yield from judge(game, chance, by.id)
    return (yield from go_on(game, chance))


def turn_attack_up(game: Game) -> Ruled:
    """P-6.15: the attack cards are turned up; only now does anybody see what kind of attack it is."""
    it = game.attack_now()
    if it.revealed:
        return game
    apart = game.options.combined_defence == "each" and len(it.cards) > 1 and any(map(blows.is_all_target, it.cards))
    if apart and not it.each:
        game = yield ev.CardByCard(by=it.by, clauses=("P-9.1", "P-9.2"))
        it = game.attack_now()
    return (yield shared.Revealed(by=it.by, cards=it.current, clauses=("P-6.15",)))


def together(game: Game, cards: tuple[str, ...]) -> tuple[str, ...]:
    """P-8.1, P-8.2: what let several attack cards be laid together; P-8.3, P-8.4: how."""
    if len(cards) == 1:
        return ()
    return ("P-8.1" if blows.one_number(game.options, cards) else "P-8.2", "P-8.3", "P-8.4")


def judge(game: Game, chance: Chance, id: str) -> Ruled:
    """P-6.15 to P-6.29: both sides' cards are turned up, and each attack card is judged in the order laid.

    Where the dice and cards of the table come after what was hidden is open, the judgement waits for them.
    """
    revealed = game.attack_now().revealed
    game = yield from turn_attack_up(game)
    defence = next((d for d in reversed(game.attack_now().defences) if d.by == id and not d.shown), None)
    laid = () if defence is None else defence.cards
    if laid:
        game = yield shared.Revealed(by=id, cards=laid, clauses=("P-6.15",))
    later = None if revealed else chance.opened()
    if later is not None:
        return (yield shared.DiceAwaited(by=later, target=id, laid=laid))
    return (yield from judge_cards(game, chance, id, laid))


def resume(game: Game, by: str, chance: Chance) -> Ruled:
    """P-6.16 to P-6.29: the cards of the table for an attack that all have seen; it goes on where it stood."""
    due = game.dice
    if due is None:
        msg = "no dice are awaited"
        raise LookupError(msg)
    game = yield shared.DiceGiven(by=by)
    if due.target is not None and blows.attackable(game, game.characters[due.target]):
        game = yield from judge_cards(game, chance, due.target, due.laid)
    return (yield from go_on(game, chance))


def judge_cards(game: Game, chance: Chance, id: str, laid: tuple[str, ...]) -> Ruled:
    """P-6.16 to P-6.29: each attack card is judged against what was laid."""
    it = game.attack_now()
    damages: list[int] = []
    for card in faced(it):
        game, damage = yield from judge_card(game, it, card, id, laid)
        if not damage:
            continue
        damages.append(damage)
        game = yield from hurt(game, chance, id, damage, damages)
        if game.characters[id].condition in {"near_death", "dead", "vanished"}:
            return game
    return (yield from demon_falls(game, id, damages))


def faced(it: Attack) -> tuple[str, ...]:
    """P-7.3: the one aimed at faces every card, the others the all-target ones."""
    return tuple(card for card in it.current if blows.is_all_target(card)) if it.spread else it.current


def judge_card(game: Game, it: Attack, card: str, id: str, laid: tuple[str, ...]) -> Judgement:
    """P-6.15 to P-6.21: seen through, nullified, or a hit and its damage, 0 to 3 (P-6.22)."""
    options = game.options
    attacker, defender = game.characters[it.by], game.characters[id]
    eye = next((d for d in laid if blows.sees_through(options, card, d)), None)
    if eye is not None:
        rule = ("P-6.15", "P-10.3") if len(laid) > 1 else ("P-6.15",)
        return (yield ev.Evaded(by=it.by, target=id, card=card, seen_with=eye, clauses=rule)), 0
    if defender.suit is not None and blows.nullifies(card, defender.suit):
        return (yield ev.Nullified(by=it.by, target=id, card=card, suit=defender.suit, clauses=("P-6.16",))), 0
    best = blows.highest(options, laid)
    number = blows.number(options, card)
    level = blows.level_damage(attacker.level, defender.level)
    more = blows.number_damage(number, best)
    rules = ["P-6.17", "P-6.18", "P-6.19", "P-6.21" if more > 1 else "P-6.20"]
    if best is None:
        rules.append(defenceless_by(game))
    if len(laid) > 1:
        rules.append("P-10.5")
    game = yield ev.Hit(
        by=it.by,
        target=id,
        card=card,
        levels=(attacker.level, defender.level),
        numbers=(number, best or 0),
        damage=level + more,
        terms=(Term("level", level), Term("number", more)),
        clauses=tuple(rules),
    )
    return game, level + more


def hurt(game: Game, chance: Chance, id: str, damage: int, damages: list[int]) -> Ruled:
    """P-6.23 to P-6.26: what one damage does at once."""
    defender = game.characters[id]
    if defender.has_hand:
        return (yield from hand_falls(game, chance, defender, damage))
    if defender.kind == "civilian":
        return (yield ev.Fell(target=id, condition="dead", clauses=("P-6.24",)))
    if blows.demon_condition(game.options, defender.condition, damages) == "vanished":
        return (yield from demon_falls(game, id, damages))
    return game


def hand_falls(game: Game, chance: Chance, defender: Character, damage: int) -> Ruled:
    """P-6.23, P-6.26, P-6.27, P-6.28, P-6.29, P-0.3: a hand size falls; at 0 its owner is near death, its hand gone."""
    id = defender.id
    limit = blows.hand_after(defender.hand_limit or 0, damage)
    game = yield ev.Damaged(target=id, damage=damage, hand_limit=limit, clauses=("P-6.26",))
    if general.near_death(limit):
        game = yield ev.Fell(target=id, condition="near_death", clauses=("P-0.3",))
        hand = game.characters[id].hand
        return (yield ev.Discarded(by=id, cards=hand, clauses=("P-6.27",))) if hand else game
    if game.options.damage_refill == "at_once":
        return (yield from fill(game, chance, game.characters[id], "refill", ("P-6.29",)))
    return game


def demon_falls(game: Game, id: str, damages: list[int]) -> Ruled:
    """P-6.23, P-6.25, P-8.6: what the damages of one go of judgements make of a minor demon."""
    demon = game.characters[id]
    if demon.kind != "minor_demon" or not damages:
        return game
    condition = blows.demon_condition(game.options, demon.condition, damages)
    several = demon.condition != "unable" and blows.twice(damages)
    return (yield ev.Fell(target=id, condition=condition, clauses=("P-8.6" if several else "P-6.25",)))


def waits(game: Game) -> bool:
    """Whether somebody has to answer before the attack goes on."""
    at_once = game.options.damage_refill == "at_once"
    return game.dice is not None or bool(game.attack_now().pending) or (at_once and bool(game.overfull()))


def go_on(game: Game, chance: Chance) -> Ruled:
    """The attack goes on to the others (P-7.3) and to its next card (P-9.2), until somebody must answer or it ends."""
    it = game.attack_now()
    if not it.revealed:
        game = yield from turn_attack_up(game)
        later = chance.opened()
        if later is not None:
            game = yield shared.DiceAwaited(by=later)
        it = game.attack_now()
    if waits(game):
        return game if game.stage == "defend" else (yield shared.StageStarted(stage="defend", queue=it.pending))
    others = () if it.spread else spreads_to(game, it)
    if others:
        return (yield from spread(game, chance, others))
    if it.each and it.at + 1 < len(it.cards):
        game = yield ev.NextCard(by=it.by, place=it.at + 1, clauses=("P-9.2",))
        return (yield from face_target(game, chance))
    wide = ("P-6.4", "P-7.2") if it.spread else ()
    game = yield ev.AttackEnded(by=it.by, clauses=("P-6.1", *wide))
    return (yield from settle(game, chance))


def spreads_to(game: Game, it: Attack) -> tuple[str, ...]:
    """P-7.3: every other enemy in the field, where there is an all-target card."""
    if not any(map(blows.is_all_target, it.current)):
        return ()
    enemies = game.enemies(game.characters[it.by])
    return tuple(c.id for c in enemies if c.id != it.target and blows.attackable(game, c))


def spread(game: Game, chance: Chance, others: tuple[str, ...]) -> Ruled:
    """P-6.4, P-7.1 to P-7.4, of several cards P-9.1, P-9.2: the attack goes on to the other enemies.

    Those who choose no card come first, in listed order; then all the others answer in any order.
    """
    it = game.attack_now()
    cards = tuple(card for card in it.current if blows.is_all_target(card))
    game = yield ev.AllTarget(by=it.by, cards=cards, targets=others, clauses=("P-7.1", "P-7.3"))
    choosing = tuple(i for i in others if blows.chooses(game, game.characters[i]))
    for id in others:
        if id not in choosing:
            game = yield from face_at_once(game, chance, id)
    if choosing:
        return (yield shared.StageStarted(stage="defend", queue=choosing, clauses=("P-7.4",)))
    return (yield from go_on(game, chance))


def look_again(game: Game, chance: Chance) -> Ruled:
    """After a ruling: who can no longer be attacked leaves; who can no longer choose is judged at once."""
    it = game.attack_now()
    if game.dice is not None:
        return game
    asked = [game.characters[i] for i in it.pending if blows.attackable(game, game.characters[i])]
    choosing = tuple(c.id for c in asked if blows.chooses(game, c))
    if choosing != it.pending:
        game = yield shared.StageStarted(stage="defend", queue=choosing, clauses=("P-6.10",))
    for defender in asked:
        if defender.id not in choosing:
            game = yield from face_at_once(game, chance, defender.id)
    return game if waits(game) else (yield from go_on(game, chance))
