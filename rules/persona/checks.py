"""Checks (P-0.7 to P-0.9) and the actions that are decided by one: flight, negotiation, incapacitation, and others."""

from typing import Literal

from senki.rules import events as shared
from senki.rules.chance import Chance
from senki.rules.game import Ruling
from senki.rules.persona import declarations as dec
from senki.rules.persona import events as ev
from senki.rules.persona.clauses import actions, blows, general
from senki.rules.persona.course import settle
from senki.rules.persona.draws import can_draw, turn_up
from senki.rules.persona.hands import require_cards, require_none
from senki.rules.persona.state import Character, Check, Game, Purpose
from senki.rules.rejection import require

Ruled = Ruling[Game]
Decider = Literal["gm", "drawn", "no_card"]

CLAUSES: dict[Purpose, str] = {
    "negotiate": "P-14.3",
    "incapacitate": "P-15.3",
    "resist": "P-15.4",
    "recover": "P-15.7",
    "other": "P-18.2",
}


def clause_of(game: Game, purpose: Purpose) -> str:
    """The clause under which a check is made."""
    if purpose == "flee":
        return "P-16.7" if game.original else "P-16.5"
    return CLAUSES[purpose]


def require_payable(game: Game, by: Character) -> None:
    """Who starts a check must have a card for it: in the hand, or in the deck.

    Raises:
        Rejection: `cannot_pay`.
    """
    require(
        bool(by.hand) if by.has_hand else can_draw(game, by.id),
        "cannot_pay",
        f"{by.name}には判定に出せるカードがありません。",
        "P-0.7",
    )


def require_check_card(by: Character, card: str | None) -> None:
    """A persona user plays one card of its hand; others name none.

    Raises:
        Rejection: `cards_not_held`, `illegal_cards`.
    """
    if not by.has_hand:
        require_none(
            () if card is None else (card,), f"{by.name}は山札から出します。カードは書かないでください。", "P-0.8"
        )
        return
    require_cards(by, () if card is None else (card,))
    require(card is not None, "illegal_cards", "判定に出すカードを手札から一枚選んでください。", "P-0.7")


def start_check(game: Game, chance: Chance, check: Check) -> Ruled:
    """P-0.7, P-0.8: the card is played, face up; then it is decided."""
    by = game.characters[check.by]
    card, rules = check.card, ("P-0.7", clause_of(game, check.purpose))
    if card is None:
        game, card = yield from turn_up(game, chance, by.id, ("P-0.8",))
    if card is None:
        return (yield from resolve(game, chance, check, False, "no_card"))
    game = yield ev.CheckMade(
        by=by.id, purpose=check.purpose, difficulty=check.difficulty, card=card, target=check.target, clauses=rules
    )
    if game.options.check == "gm":
        return (yield shared.StageStarted(stage="judge", clauses=("P-0.7",)))
    deciding: str | None = card
    if by.has_hand:
        game, deciding = yield from turn_up(game, chance, by.id, ("P-0.9",))
    if deciding is None:
        return (yield from resolve(game, chance, check, False, "no_card"))
    return (yield from resolve(game, chance, check, general.succeeds(check.difficulty, deciding), "drawn", deciding))


def resolve(  # noqa: PLR0917 - a check is told with all of these
    game: Game,
    chance: Chance,
    check: Check,
    success: bool,
    decided_by: Decider,
    card: str | None = None,
    reason: str | None = None,
) -> Ruled:
    """What a check came to, and what follows from it."""
    rules = ("P-0.9" if decided_by == "drawn" else "P-0.7", clause_of(game, check.purpose))
    game = yield ev.CheckResolved(
        by=check.by,
        purpose=check.purpose,
        difficulty=check.difficulty,
        success=success,
        decided_by=decided_by,
        card=card,
        reason=reason,
        clauses=rules,
    )
    match check.purpose:
        case "flee":
            return (yield from fled(game, chance, check, success))
        case "negotiate":
            return (yield from negotiated(game, chance, check, success))
        case "incapacitate":
            return (yield from overpowered(game, chance, check, success))
        case "resist":
            return (yield from resisted(game, chance, check, success))
        case "recover":
            return (yield from recovered(game, chance, check, success))
        case "other":
            return (yield from settle(game, chance))


def flee(game: Game, it: dec.Flee, chance: Chance) -> Ruled:
    """P-16.1, P-16.4: who acts before all enemies is away; P-16.5, P-16.7: else a check. P-16.3: it ends the turn."""
    by = game.characters[it.by]
    if actions.flees_freely(game, by):
        named = () if it.card is None else (it.card,)
        if by.has_hand:
            require_cards(by, named)
        require_none(named, "先に行動した敵がいないので、判定なしで逃亡できます。カードは要りません。", "P-16.4")
        game = yield ev.Fled(by=by.id, clauses=("P-16.4",))
        return (yield from settle(game, chance))
    require_payable(game, by)
    require_check_card(by, it.card)
    difficulty = actions.flight_difficulty(game)
    return (yield from start_check(game, chance, Check(by=by.id, purpose="flee", difficulty=difficulty, card=it.card)))


def fled(game: Game, chance: Chance, check: Check, success: bool) -> Ruled:
    """P-16.5, P-16.7: away, if the check succeeded; P-16.6: else still there."""
    if success and game.characters[check.by].active:
        game = yield ev.Fled(by=check.by, clauses=(clause_of(game, "flee"),))
    return (yield from settle(game, chance))


def negotiate(game: Game, it: dec.Negotiate, chance: Chance) -> Ruled:
    """P-14.1 to P-14.5: a check with a card of the demon's suit."""
    by, target = game.characters[it.by], game.characters[it.target]
    require(
        target.side != by.side and actions.may_negotiate(game, target),
        "bad_target",
        f"{target.name}とは交渉できません。動ける敵のザコ悪魔を選んでください。",
        "P-14.1",
    )
    require_payable(game, by)
    require_check_card(by, it.card)
    require(
        blows.serves_as(game.options, it.card, target.suit),
        "illegal_cards",
        f"交渉に出せるのは、{target.name}のペルソナと同じスートのカードだけです。",
        "P-14.5" if not any(blows.serves_as(game.options, card, target.suit) for card in by.hand) else "P-14.4",
    )
    difficulty = actions.negotiation(by.level, target.level)
    check = Check(by=by.id, purpose="negotiate", difficulty=difficulty, card=it.card, target=target.id)
    return (yield from start_check(game, chance, check))


def negotiated(game: Game, chance: Chance, check: Check, success: bool) -> Ruled:
    """P-14.2: the demon leaves as a friend."""
    target = game.aimed_at(check)
    if success and actions.may_negotiate(game, target):
        game = yield ev.Left(target=target.id, clauses=("P-14.2",))
    return (yield from settle(game, chance))


def incapacitate(game: Game, it: dec.Incapacitate, chance: Chance) -> Ruled:
    """P-15.1, P-15.3: a hard check; P-15.2: it ends the turn."""
    by, target = game.characters[it.by], game.characters[it.target]
    require(
        target.side != by.side and target.active,
        "bad_target",
        f"{target.name}は無力化の相手にできません。動ける敵を選んでください。",
        "P-15.1",
    )
    require_payable(game, by)
    require_check_card(by, it.card)
    check = Check(by=by.id, purpose="incapacitate", difficulty="hard", card=it.card, target=target.id)
    return (yield from start_check(game, chance, check))


def overpowered(game: Game, chance: Chance, check: Check, success: bool) -> Ruled:
    """P-15.4: the target may resist by an easy check; P-15.5: not everybody could."""
    target = game.aimed_at(check)
    if not success or not target.active:
        return (yield from settle(game, chance))
    if not actions.may_resist(game, target):
        game = yield ev.Incapacitated(by=check.by, target=target.id, clauses=("P-15.5",))
        return (yield from settle(game, chance))
    resistance = Check(by=target.id, purpose="resist", difficulty="easy", target=check.by)
    if target.has_hand and target.hand:
        game = yield ev.ResistanceCalled(by=target.id, difficulty="easy", target=check.by, clauses=("P-15.4",))
        return (yield shared.StageStarted(stage="check", queue=(target.id,), clauses=("P-15.4", "P-0.7")))
    return (yield from called_for(game, chance, resistance))


def called_for(game: Game, chance: Chance, check: Check) -> Ruled:
    """A check that was called for: who cannot play a card fails it."""
    by = game.characters[check.by]
    if by.has_hand and not by.hand:
        return (yield from resolve(game, chance, check, False, "no_card"))
    if by.has_hand:
        return (yield shared.StageStarted(stage="check", queue=(by.id,), clauses=("P-0.7",)))
    return (yield from start_check(game, chance, check))


def resisted(game: Game, chance: Chance, check: Check, success: bool) -> Ruled:
    """P-15.4: who fails to resist is incapacitated."""
    if not success and game.characters[check.by].active:
        game = yield ev.Incapacitated(by=game.aimed_at(check).id, target=check.by, clauses=("P-15.4",))
    return (yield from settle(game, chance))


def recover(game: Game, it: dec.Recover, chance: Chance) -> Ruled:
    """P-15.7: an easy check, once an hour."""
    by = game.characters[it.by]
    require_payable(game, by)
    require_check_card(by, it.card)
    return (yield from start_check(game, chance, Check(by=by.id, purpose="recover", difficulty="easy", card=it.card)))


def recovered(game: Game, chance: Chance, check: Check, success: bool) -> Ruled:
    """P-15.7: free again."""
    if success and game.characters[check.by].condition == "incapacitated":
        game = yield ev.Recovered(target=check.by, clauses=("P-15.7",))
    return (yield from settle(game, chance))


def other(game: Game, it: dec.Other, chance: Chance) -> Ruled:
    """P-18.1: the GM answers it."""
    del game, chance
    yield ev.Attempted(by=it.by, text=it.text, clauses=("P-18.1",))
    return (yield shared.StageStarted(stage="call", clauses=("P-18.1",)))


def call(game: Game, it: dec.Call, chance: Chance) -> Ruled:
    """P-18.2: the GM calls for a check."""
    by = game.turn_now().id
    game = yield ev.Called(by=by, difficulty=it.difficulty, clauses=("P-18.2",))
    return (yield from called_for(game, chance, Check(by=by, purpose="other", difficulty=it.difficulty)))


def make_check(game: Game, it: dec.MakeCheck, chance: Chance) -> Ruled:
    """P-0.7: the card for a check that was called for."""
    by, check = game.characters[it.by], game.check_now()
    require_check_card(by, it.card)
    played = Check(by=by.id, purpose=check.purpose, difficulty=check.difficulty, card=it.card, target=check.target)
    return (yield from start_check(game, chance, played))


def judge(game: Game, it: dec.Judge, chance: Chance) -> Ruled:
    """The GM declares the result of a check (P-0.7), or of another action that needs none (P-18.1)."""
    if game.stage == "judge":
        return (yield from resolve(game, chance, game.check_now(), it.success, "gm", reason=it.reason))
    game = yield ev.Judged(by=game.turn_now().id, success=it.success, reason=it.reason, clauses=("P-18.1",))
    return (yield from settle(game, chance))


def look_again(game: Game, chance: Chance) -> Ruled:
    """After a ruling: a check that was called for and can no longer be played fails."""
    check = game.check_now()
    if not game.characters[check.by].hand:
        return (yield from resolve(game, chance, check, False, "no_card"))
    return game
