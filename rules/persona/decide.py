"""The referee of persona, in the text's order: begin, order, what one may do in a turn, and what comes after."""

from senki.rules import events as shared
from senki.rules.chance import Chance
from senki.rules.declarations import Begin
from senki.rules.game import Ruling
from senki.rules.persona import declarations as dec
from senki.rules.persona import events as ev
from senki.rules.persona.attack import go_on, waits
from senki.rules.persona.clauses import actions, battle
from senki.rules.persona.course import finish, is_over, next_turn, recovery, settle, start_round
from senki.rules.persona.draws import fill
from senki.rules.persona.hands import require_cards
from senki.rules.persona.state import Game
from senki.rules.rejection import Rejection, require

Ruled = Ruling[Game]


def begin(game: Game, it: Begin, chance: Chance) -> Ruled:
    """P-0.1, P-0.4: hands are dealt where there are none; the first round starts."""
    del it
    undealt = game.undealt
    game = yield shared.Began()
    for id in undealt:
        game = yield from fill(game, chance, game.characters[id], "deal", ("P-0.1", "P-0.4"))
    if is_over(game):
        return (yield from finish(game, chance))
    return (yield from start_round(game))


def arrange(game: Game, it: dec.Arrange, chance: Chance) -> Ruled:
    """P-2.5, P-2.6, P-2.8: equals settle their order among themselves."""
    del chance
    named = set(it.order)
    group = next((g for g in groups_of(game, it.by) if set(g) == named and len(g) == len(it.order)), None)
    if group is None:
        known = " / ".join("、".join(game.characters[i].name for i in g) for g in groups_of(game, it.by))
        raise Rejection(
            "illegal_value",
            f"順番を決められるのは、手番がまだの、同じレベルの者の組です（{known}）。組の全員を並べてください。",
            "P-2.8" if game.original else "P-2.6" if it.by is None else "P-2.5",
        )
    require(it.order != group, "illegal_value", "もうその順番です。変えるなら別の順に並べてください。")
    places = iter(it.order)
    order = tuple(next(places) if i in named else i for i in game.order)
    rule = "P-2.8" if game.original else "P-2.6" if it.by is None else "P-2.5"
    game = yield ev.Arranged(by=it.by, order=order, clauses=(rule,))
    first = game.to_come()[0].id
    return game if first == game.active else (yield shared.TurnStarted(by=first, clauses=("P-3.1", "P-3.2")))


def groups_of(game: Game, by: str | None) -> list[tuple[str, ...]]:
    """The groups of equals whose order somebody may settle: a PC its own, the GM those of NPCs (or all)."""
    groups = battle.equals(game)
    if by is not None:
        return [] if game.original else [g for g in groups if by in g]
    return groups if game.original else [g for g in groups if game.characters[g[0]].side == "npc"]


def delay(game: Game, it: dec.Delay, chance: Chance) -> Ruled:
    """P-2.3: the turn is put back, to right behind somebody's."""
    del chance
    later = [c.id for c in game.to_come() if c.id != it.by]
    require(
        it.after in later,
        "bad_target",
        f"このあと手番が来る者（{'、'.join(game.characters[i].name for i in later)}）の後にしてください。",
        "P-2.3",
    )
    order = battle.put_back(game, it.by, it.after)
    game = yield ev.Delayed(by=it.by, after=it.after, order=order, clauses=("P-2.3",))
    return (yield from next_turn(game))


def discard(game: Game, it: dec.Discard, chance: Chance) -> Ruled:
    """P-6.27: the player chooses what to discard, down to the hand size."""
    by = game.characters[it.by]
    require_cards(by, it.cards)
    require(
        len(it.cards) == by.surplus,
        "illegal_cards",
        f"捨てるのはちょうど{by.surplus}枚です。",
        "P-6.27",
    )
    game = yield ev.Discarded(by=by.id, cards=it.cards, clauses=("P-6.27",))
    if game.attack is not None:
        return game if waits(game) else (yield from go_on(game, chance))
    return game if game.overfull() else (yield from settle(game, chance))


def change_persona(game: Game, it: dec.ChangePersona, chance: Chance) -> Ruled:
    """P-12.1, P-12.2, P-0.2: another persona comes into force; the turn goes on."""
    del chance
    by = game.characters[it.by]
    require(
        it.persona != by.persona, "illegal_value", "そのペルソナはもう使っています。別の番号にしてください。", "P-12.1"
    )
    require(
        0 <= it.persona < len(by.personas),
        "out_of_range",
        f"{by.name}のペルソナの番号は0から{len(by.personas) - 1}までです。",
        "P-12.1",
    )
    chosen = by.personas[it.persona]
    return (
        yield ev.PersonaChanged(
            by=by.id,
            persona=it.persona,
            suit=chosen.suit,
            level=chosen.level,
            clauses=("P-12.1", "P-12.2"),
        )
    )


def exchange(game: Game, it: dec.Exchange, chance: Chance) -> Ruled:
    """P-13.1, P-13.2: cards are discarded; the refill draws as many."""
    by = game.characters[it.by]
    require_cards(by, it.cards)
    require(it.cards, "illegal_cards", "交換するカードを一枚以上選んでください。", "P-13.1")
    game = yield ev.Exchanged(by=by.id, cards=it.cards, clauses=("P-13.1",))
    return (yield from settle(game, chance))


def pass_(game: Game, it: dec.Pass, chance: Chance) -> Ruled:
    """P-17.1: the turn goes on to the next."""
    game = yield shared.Passed(by=it.by, clauses=("P-17.1",))
    return (yield from settle(game, chance))


def surrender(game: Game, it: dec.Surrender, chance: Chance) -> Ruled:
    """P-4.2: out of the battle by one's own will."""
    game = yield ev.Surrendered(by=it.by, clauses=("P-4.2",))
    return (yield from settle(game, chance))


def rest(game: Game, it: dec.Rest, chance: Chance) -> Ruled:
    """P-5.1, P-5.2: the GM says whether there is time to recover."""
    return (yield from recovery(game, chance, granted=it.granted, reason=it.reason))


def pass_hour(game: Game, it: dec.PassHour, chance: Chance) -> Ruled:
    """P-15.7, P-15.8: an hour goes by, and each of the incapacitated may try once."""
    del it, chance
    targets = tuple(c.id for c in game.characters.values() if actions.may_recover(game, c))
    return (yield ev.HourPassed(hours=game.hours + 1, targets=targets, clauses=("P-15.7",)))


def show_hand(game: Game, it: dec.ShowHand, chance: Chance) -> Ruled:
    """P-0.6: players may show each other their hands; nothing changes hands."""
    del chance
    by = game.characters[it.by]
    others = {c.id for c in game.characters.values() if c.side == "pc" and c.id != by.id}
    require(
        it.to and len(set(it.to)) == len(it.to) and set(it.to) <= others,
        "bad_target",
        "手札を見せる相手は、ほかのＰＣです。一人ずつ書いてください。",
        "P-0.6",
    )
    require_cards(by, it.cards)
    require(it.cards, "illegal_cards", "見せるカードを一枚以上選んでください。", "P-0.6")
    return (yield ev.HandShown(by=by.id, to=it.to, cards=it.cards, clauses=("P-0.6",)))
