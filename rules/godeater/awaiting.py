"""Whom godeater waits for, and what it refuses before a declaration's own row."""

from collections.abc import Iterator

from senki.rules.declarations import Begin
from senki.rules.game import Awaited, awaiting_dice
from senki.rules.godeater import clauses as book
from senki.rules.godeater import declarations as dec
from senki.rules.godeater.state import Character, Game
from senki.rules.message import Declaration, type_of
from senki.rules.rejection import Rejection
from senki.rules.table import GM

NOBODY: tuple[Awaited, ...] = ()
MAIN = ("attack", "link_aid", "use_skill", "use_item", "wait")
SIDE = ("jump", "transform", "use_skill", "use_item", "hand_over", "drop", "pick_up", "improvise")
MOVE = ("move", "dash", "give_up")
PARTS = {
    "move": (*MOVE, *dict.fromkeys((*SIDE, *MAIN))),
    "side": tuple(dict.fromkeys((*SIDE, *MAIN))),
    "main": MAIN,
}
"""G-7.2: what each part of a turn, as the earliest still open, allows."""


def awaiting(game: Game) -> tuple[Awaited, ...]:
    """Whose declarations are waited for now, and of which types."""
    if game.phase == "setup":
        placing = book.placing(game)
        return tuple(Awaited(by=c.id, types=("place",)) for c in placing) or (Awaited(by=GM, types=("begin",)),)
    if game.phase == "over":
        return NOBODY
    if game.dice is not None:
        return awaiting_dice(game.dice)
    if game.timing is not None:
        return (Awaited(by=game.timing.queue[0].by, types=("use_skill", "pass")),)
    if game.exchange is not None:
        due = book.shield_due(game)
        if due is not None:
            return (Awaited(by=due, types=("choose_shield",)),)
        return tuple(Awaited(by=c.id, types=("respond",)) for c in book.answering(game))
    if game.active is not None and game.turn is not None:
        return (Awaited(by=game.active, types=PARTS[game.turn.part]),)
    return (Awaited(by=GM, types=("next_round",)),)


def mentioned(it: Declaration) -> Iterator[str]:
    """The characters that a declaration names, besides the one that makes it."""
    match it:
        case dec.Attack(targets=targets) | dec.UseSkill(targets=targets) | dec.UseItem(targets=targets):
            yield from targets
        case dec.LinkAid(target=target):
            yield target
        case dec.HandOver(to=to):
            yield to
        case dec.Respond(ally=ally, targets=targets):
            yield from targets
            if ally is not None:
                yield ally
        case dec.Check(character=character):
            yield character
        case dec.OpposedCheck(attacker=attacker, defender=defender):
            yield attacker
            yield defender
        case _:
            pass


def admit(game: Game, it: Declaration) -> None:
    """Refuse what the state does not await.

    Raises:
        Rejection: `incapacitated`, `not_awaited`, `once_only`.
    """
    if isinstance(it, (Begin, *dec.GM_ONLY)):
        admit_gm(game, it)
        return
    if it.by is None:
        return
    by = game.characters[it.by]
    if game.phase == "fighting" and by.incapacitated:
        raise Rejection("incapacitated", f"{by.name}は戦闘不能です。", "G-19.6")
    awaited = awaiting(game)
    said = type_of(type(it))
    if not any(a.by == by.id and said in a.types for a in awaited):
        raise Rejection("not_awaited", refusal(game, awaited), out_of_turn(game, by, said))
    if isinstance(it, dec.UseSkill | dec.UseItem):
        admit_use(game, by, it)


def admit_gm(game: Game, it: Declaration) -> None:
    """What the GM declares.

    Raises:
        Rejection: `not_awaited`, `once_only`.
    """
    awaited = awaiting(game)
    match it:
        case Begin() | dec.NextRound():
            said = type_of(type(it))
            if not any(a.by == GM and said in a.types for a in awaited):
                raise Rejection("not_awaited", refusal(game, awaited))
        case dec.MarkMission():
            if game.phase != "fighting":
                raise Rejection("not_awaited", "ミッションの成否を決められるのは戦闘中だけです。", "G-13.1")
            if any(m.id == it.mission and m.result is not None for m in game.missions):
                raise Rejection("once_only", "そのミッションの成否はもう決まっています。", "G-4.5")
        case _:
            pass


def admit_use(game: Game, by: Character, it: dec.UseSkill | dec.UseItem) -> None:
    """A skill or an item in its own time.

    Raises:
        Rejection: `not_awaited`.
    """
    if game.timing is not None:
        head = game.timing.queue[0]
        if isinstance(it, dec.UseItem) or it.skill != head.skill:
            name = game.glossary.get(head.skill, head.skill)
            raise Rejection("not_awaited", f"いまは{by.name}の「{name}」を使うかどうかを待っています。", "G-5.4")
        return
    found = by.skill(it.skill) if isinstance(it, dec.UseSkill) else by.consumable(it.item)
    if found is None or game.turn is None:
        return
    if found.timing == "main" or (found.timing == "side" and game.turn.part != "main"):
        return
    late = found.timing == "side"
    message = "サイドアクションはもうできません。" if late else f"「{found.name}」を使うタイミングではありません。"
    raise Rejection("not_awaited", message, "G-8.1" if late else book.USED.get(found.timing))


def out_of_turn(game: Game, by: Character, said: str) -> str | None:
    """The clause that keeps a declaration from being made now."""
    if game.phase != "fighting":
        return "G-13.1" if game.phase == "over" else None
    if game.active is None or game.exchange is not None or game.timing is not None:
        return None
    if by.id != game.active:
        return "G-7.1"
    if said in MOVE:
        return "G-7.4"
    return "G-8.1" if said in SIDE else None


def refusal(game: Game, awaited: tuple[Awaited, ...]) -> str:
    """What would be right instead."""
    if not awaited:
        return "いま待っている宣言はありません。"
    names = [game.characters[a.by].name if a.by in game.characters else "ＧＭ" for a in awaited]
    types = "、".join(dict.fromkeys(t for a in awaited for t in a.types))
    return f"いまは{'、'.join(names)}の宣言（{types}）を待っています。"
