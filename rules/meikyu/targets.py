"""Whom an action, an ability or a consumable may be meant for."""

from typing import NamedTuple

from senki.rules.meikyu.clauses import actions, rows
from senki.rules.meikyu.setup import Ability, AttackRow, Item, Row, SupportRow
from senki.rules.meikyu.state import Character, Game
from senki.rules.rejection import require


class Choice(NamedTuple):
    """Who may be named, and how many of them; with `most` 0 nobody is named, and `ids` are those that are meant."""

    ids: tuple[str, ...]
    most: int


NOBODY = Choice((), 0)


def choice_of_effect(game: Game, by: Character, it: Ability | Item | SupportRow) -> Choice:
    """M-9.6: oneself, one's own side (oneself included), the enemies, or anybody."""
    if it.to == "self":
        return Choice((by.id,), 0)
    sides = {"ally": game.of_side(by.side), "enemy": game.enemies(by), "any": game.standing()}
    ids = tuple(c.id for c in sides[it.to])
    return Choice(ids, 0) if it.targets == "all" else Choice(ids, min(it.targets, len(ids)))


def choice_of_attack(game: Game, by: Character, row: AttackRow) -> Choice:
    """M-3.4: the enemies within reach."""
    ranged = "ranged" in row.tags
    ids = tuple(c.id for c in game.enemies(by) if rows.within_reach(game, c, ranged=ranged))
    return Choice(ids, 0) if row.targets == "all" else Choice(ids, min(row.targets, len(ids)))


def choice_of_action(game: Game, by: Character, row: Row) -> Choice:
    """Of the action that the face shows; alert (M-9.8) is meant for nobody."""
    if not actions.affords(by, row.cost):
        return NOBODY
    if isinstance(row, AttackRow):
        return choice_of_attack(game, by, row)
    return choice_of_effect(game, by, row) if isinstance(row, SupportRow) else NOBODY


def chosen(game: Game, choice: Choice, named: tuple[str, ...], clause: str | None = None) -> tuple[str, ...]:
    """Those who are meant.

    Raises:
        Rejection: `bad_target`.
    """
    if choice.most == 0:
        require(not named, "bad_target", "ここでは対象（targets）を書きません。", clause)
        return choice.ids
    able = "、".join(game.characters[id].name for id in choice.ids)
    require(
        1 <= len(named) <= choice.most and len(set(named)) == len(named) and set(named) <= set(choice.ids),
        "bad_target",
        f"対象を、重ならないように{choice.most}人まで選んでください（選べるのは {able}）。",
        clause,
    )
    return named
