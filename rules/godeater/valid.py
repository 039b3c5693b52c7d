"""What a state of godeater must keep to when the GM has set something in it."""

from collections.abc import Sequence

from msgspec import UNSET

from senki.rules.godeater.clauses import flow
from senki.rules.godeater.open import named, ready, require_missions, require_side
from senki.rules.godeater.setup import COST_FIELDS, Item, Mission
from senki.rules.godeater.state import Answering, Character, Exchange, Game, Lingering, Striking
from senki.rules.godeater.words import RESOURCES
from senki.rules.message import Term
from senki.rules.rejection import require


def require_valid(before: Game, game: Game) -> None:
    """A state as ruled must still be one that a battle can be in.

    Raises:
        Rejection: `illegal_value`.
    """
    for it in game.characters.values():
        if it != before.characters[it.id] or game.options != before.options:
            require_character(game, it)
    for items in game.ground.values():
        require_items(items)
    if game.missions != before.missions:
        require_missions_kept(before, game)
    started = before.round > 0
    require((game.round > 0) == started, "illegal_value", "ラウンドは、始まる前は0、始まってからは1以上です。", "G-4.9")
    it, was = game.exchange, before.exchange
    if it is None or was is None:
        return
    shown = not isinstance(it, Answering) or game.options.responses == before.options.responses
    require(shown, "illegal_value", "レスポンスの公開のしかたは、応じている途中では変えられません。", "G-10.2")
    if it != was:
        require_exchange(game, was, it)


def require_character(game: Game, it: Character) -> None:
    """A character as ruled must still be one.

    Raises:
        Rejection: `illegal_value`.
    """
    require_side(it.side, it.kind, it.name)
    for resource in COST_FIELDS:
        now, most = it.resource(resource), it.maximum(resource)
        floor = resource == "hp" and game.options.hp_floor == "none"
        require(
            (now >= 0 or floor) and (most is None or now <= most),
            "illegal_value",
            f"{it.name}の{RESOURCES[resource]}は0以上、最大値{'' if most is None else most}以下にしてください。",
            "G-5.2",
        )
    require_cell(game, it)
    require_items(it.items if it.weapon is None else (it.weapon, *it.items))
    for skill in it.skills:
        require(ready(skill, it.name) == skill, "illegal_value", f"スキル「{skill.id}」に空の項目は置けません。")
    for effect in it.effects:
        require_lasting(effect, it.name)


def require_cell(game: Game, it: Character) -> None:
    """G-3.3, G-4.3: everybody is somewhere once the battle has begun, and not where nobody of its kind may be.

    Raises:
        Rejection: `illegal_value`.
    """
    if it.cell is None:
        require(game.phase == "setup", "illegal_value", f"{it.name}のいるセルを決めてください。", "G-4.2")
        return
    closed = not flow.may_enter(it, it.cell) or (game.phase == "setup" and not flow.may_be_placed(it.kind, it.cell))
    require(not closed, "illegal_value", f"{it.name}は中央のセルに進入できません。", "G-3.3")


def require_items(items: Sequence[Item]) -> None:
    """Items as ruled, every default of theirs filled in.

    Raises:
        Rejection: `illegal_value`.
    """
    for item in items:
        require(named(item) == item, "illegal_value", f"携行品「{item.id}」に空の項目は置けません。")


FIELDS_OF = {"condition": {"condition"}, "round_end_change": {"resource", "value"}}
"""What a lasting effect of some kinds carries; all others are modifiers."""
OF_MODIFIER = {"value", "attack_type", "element"}


def require_lasting(it: Lingering, owner: str) -> None:
    """A lasting effect as ruled has the fields of its kind and of its duration.

    Raises:
        Rejection: `illegal_value`.
    """
    optional = ("value", "resource", "condition", "attack_type", "element")
    given = {name for name in optional if getattr(it, name) is not UNSET}
    timed = (it.rounds is not UNSET) == (it.lasts == "rounds")
    brief = it.kind == "round_end_change" and it.lasts in {"attack", "turn"}
    require(
        given == FIELDS_OF.get(it.kind, OF_MODIFIER) and timed and not brief,
        "illegal_value",
        f"{owner}にかかっている効果「{it.id}」の種類と、続く長さや値が合いません。",
        "G-12.1",
    )


def require_missions_kept(before: Game, game: Game) -> None:
    """G-4.4 to G-4.6: missions are ruled on once they are public, and only the main one can fail.

    Raises:
        Rejection: `illegal_value`.
    """
    require(before.missions_open, "illegal_value", "ミッションはまだ公開されていません。", "G-4.4")
    missions = tuple(Mission(id=m.id, kind=m.kind, success=m.success, failure=m.failure) for m in game.missions)
    require_missions(missions)
    fails = any(m.kind == "side" and m.result == "failed" for m in game.missions)
    require(not fails, "illegal_value", "サイドミッションに失敗条件はありません。", "G-4.6")


def require_exchange(game: Game, before: Exchange, it: Exchange) -> None:
    """An attack as ruled: targets that can be attacked, those already met as they were, and figures within bounds.

    Raises:
        Rejection: `illegal_value`.
    """
    known = all(id in game.characters and id != it.by for id in it.targets)
    require(
        known and it.targets and len(set(it.targets)) == len(it.targets),
        "illegal_value",
        "攻撃の対象は、攻撃する本人を除くキャラクターから、重ならないように一人以上選んでください。",
        "G-15.1",
    )
    met = it.met if isinstance(it, Striking) else 0
    kept = it.targets[:met] == before.targets[:met] and len(it.targets) >= met
    require(kept, "illegal_value", "もう攻撃を受けた対象は変えられません。", "G-19.6")
    require(it.range[0] <= it.range[1], "illegal_value", "射程は [最小, 最大] の順です。", "G-3.5")
    fits = within(it.figures.dice, 99) and within(it.figures.power, 999)
    require(fits, "illegal_value", "ダイスは99まで、威力は999までにしてください。", "G-17.1")


def within(terms: Sequence[Term], most: int) -> bool:
    """Whether every number is within a bound, above and below 0."""
    return all(-most <= term.value <= most for term in terms)
