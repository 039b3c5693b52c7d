"""Rows, and taking an attack in another's place (M-3, M-4)."""

from senki.rules.clause import Chapter
from senki.rules.meikyu.state import Attack, Character, Game

CHAPTER = Chapter()

CHAPTER.state(
    "M-3.1",
    "隊列",
    ja="戦闘中、キャラクターは前衛か後衛のどちらかに立つ。",
    en="In a fight each character stands in the front row or in the back row.",
)


@CHAPTER.clause("M-3.2", "隊列", ja="後衛には、前衛に立つ味方と同じ数までしか置けない。")
def formation_holds(front: int, back: int) -> bool:
    """A side may place no more characters in the back row than it has standing in the front row."""
    return back <= front


def rows(game: Game, side: str) -> tuple[int, int]:
    """How many of a side stand in front and in the back."""
    front = sum(c.row == "front" for c in game.of_side(side))
    return front, len(game.of_side(side)) - front


def too_many_behind(game: Game, side: str) -> bool:
    """M-3.2: whether a side has more in the back than in the front."""
    return not formation_holds(*rows(game, side))


def may_change_row(game: Game, by: Character) -> bool:
    """M-2.2, M-3.2: whether the limit holds after the change; who comes forward always may."""
    front, back = rows(game, by.side)
    return by.row == "back" or formation_holds(front - 1, back + 1)


@CHAPTER.clause("M-3.3", "隊列", ja="前衛に立つ者は、一ターンに一度、他のキャラクターをかばえる。")
def free_to_cover(by: Character) -> bool:
    """Who stands in front may cover another once a round."""
    return by.active and by.row == "front" and not by.covered and not by.idle


@CHAPTER.clause("M-3.4", "隊列", ja="後衛に立つ者は、タグ：遠距離を含まない攻撃の対象にならない。")
def within_reach(game: Game, target: Character, *, ranged: bool) -> bool:
    """Who stands in the back cannot be the target of an attack without the tag ranged."""
    if ranged or target.row == "front":
        return True
    return game.options.back_without_front == "exposed" and rows(game, target.side)[0] == 0


@CHAPTER.clause(
    "M-4.1", "かばう", ja="前衛に立つ者は、一ターンに一度だけ、他のキャラクターへの攻撃をその代わりに受けられる。"
)
def coverable(game: Game, attack: Attack, by: Character) -> tuple[str, ...]:
    """Once a round a character in the front row may take an attack on another character in that one's place."""
    if by.id in attack.covers or by.id in attack.covers.values():
        return ()
    taken = {by.id, *attack.covers, *attack.covers.values(), *attack.evaded}
    return tuple(
        t for t in attack.targets if t not in taken and game.characters[t].active and game.characters[t].side == by.side
    )


def may_cover(game: Game, attack: Attack) -> tuple[str, ...]:
    """M-3.3, M-4.1: everybody who may still cover in this attack, in the order of the table."""
    return tuple(
        c.id
        for c in game.characters.values()
        if free_to_cover(c) and c.id not in attack.no and coverable(game, attack, c)
    )


@CHAPTER.clause(
    "M-4.2",
    "かばう",
    ja="自身も対象である攻撃でもかばえるが、自身のダメージは、すべての計算が終わったあとに２倍になる。",
)
def doubled(attack: Attack, by: str) -> bool:
    """It may do so when it is itself a target; its own damage is doubled, after everything else."""
    return by in attack.targets and by not in attack.evaded and by in attack.covers.values()
