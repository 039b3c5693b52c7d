"""Opening a godeater battle: what the table wrote must make sense; then every default is filled in."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from senki.rules.godeater import events as ev
from senki.rules.godeater.clauses import flow
from senki.rules.godeater.setup import (
    FREE,
    AnyEffect,
    Bullet,
    Condition,
    Consumable,
    Fighter,
    Item,
    Kind,
    Lasting,
    Mission,
    Modifier,
    RoundEndChange,
    Setup,
    Side,
    U,
    always_on,
)
from senki.rules.message import Event
from senki.rules.rejection import require
from senki.rules.rulebook import Opening

VERSION = "1"


def open_battle(setup: Setup, opening: Opening) -> Iterator[Event]:
    """The events of the opening: every default filled in, then the missions, for the GM alone.

    Raises:
        Rejection: `illegal_value`.
    """
    require_distinct((f.id for f in setup.characters), "キャラクター")
    fighters = tuple(filled(f) for f in setup.characters)
    ground = {cell: tuple(named(i) for i in items) for cell, items in setup.ground.items() if items}
    carried = [i for f in fighters for i in (f.weapon, *f.items) if i is not None]
    require_distinct((i.id for i in (*carried, *(i for lying in ground.values() for i in lying))), "携行品")
    require_missions(setup.missions)
    yield ev.Opened(
        system="godeater",
        version=VERSION,
        fingerprint=opening.fingerprint,
        chance=opening.chance,
        seats=opening.seats,
        title=opening.title,
        options=setup.options,
        characters=fighters,
        ground={str(cell): items for cell, items in ground.items()},
    )
    yield ev.MissionsSet(missions=setup.missions)


def require_distinct(ids: Iterable[str], what: str) -> None:
    """Ids are unique.

    Raises:
        Rejection: `illegal_value`.
    """
    seen: set[str] = set()
    for id in ids:
        require(id not in seen, "illegal_value", f"同じid「{id}」の{what}が二つあります。別のidにしてください。")
        seen.add(id)


def require_missions(missions: tuple[Mission, ...]) -> None:
    """G-4.4, G-4.5: at most one main mission, which alone has a failure condition.

    Raises:
        Rejection: `illegal_value`.
    """
    require_distinct((m.id for m in missions), "ミッション")
    mains = sum(1 for m in missions if m.kind == "main")
    require(mains <= 1, "illegal_value", "メインミッションは一つだけにしてください。", "G-4.5")
    for mission in missions:
        main = mission.kind == "main"
        require(
            (mission.failure is not None) == main,
            "illegal_value",
            f"ミッション「{mission.id}」：失敗条件（failure）は、メインミッションにだけ要ります。",
            "G-4.4",
        )


def filled(it: Fighter) -> Fighter:
    """A character with its defaults.

    Raises:
        Rejection: `illegal_value`.
    """
    name = it.name or it.id
    kind = it.kind or ("pc" if it.side == "pc" else "enemy")
    require_side(it.side, kind, name)
    hp = it.max_hp if it.hp is None else it.hp
    st = it.max_st if it.st is None else it.st
    for what, now, most in (("ＨＰ", hp, it.max_hp), ("ＡＰ", it.ap, it.max_ap), ("ＳＴ", st, it.max_st)):
        require(now <= most, "illegal_value", f"{name}の{what}は最大値の{most}までです。", "G-5.2")
    if it.max_op is not None:
        require(it.op <= it.max_op, "illegal_value", f"{name}のＯＰは最大値の{it.max_op}までです。", "G-5.2")
    require_distinct((s.id for s in it.skills), f"{name}のスキル")
    fighter = replace(
        it,
        name=name,
        kind=kind,
        hp=hp,
        st=st,
        weapon=None if it.weapon is None else replace(it.weapon, name=it.weapon.name or it.weapon.id),
        items=tuple(named(i) for i in it.items),
        skills=tuple(ready(s, name) for s in it.skills),
    )
    require_cell(fighter)
    return fighter


def require_side(side: Side, kind: Kind, name: str) -> None:
    """Which kinds of character a side has.

    Raises:
        Rejection: `illegal_value`.
    """
    sides: dict[Kind, tuple[Side, ...]] = {"pc": ("pc",), "npc": ("pc", "npc"), "enemy": ("npc",)}
    require(side in sides[kind], "illegal_value", f"{name}：陣営 {side} に種別 {kind} は置けません。")


def require_cell(it: Fighter) -> None:
    """G-4.3: nobody but an enemy begins in the centre.

    Raises:
        Rejection: `illegal_value`.
    """
    allowed = it.cell is None or flow.may_be_placed(it.kind or "pc", it.cell)
    require(allowed, "illegal_value", f"{it.name}は中央のセルに配置できません。", "G-4.3")


def named(item: Item) -> Item:
    """An item with its defaults.

    Raises:
        Rejection: `illegal_value`.
    """
    item = replace(item, name=item.name or item.id)
    if isinstance(item, Consumable):
        return ready(item, item.name or item.id)
    if isinstance(item, Bullet):
        what = f"バレット「{item.name}」"
        require(item.range[0] <= item.range[1], "illegal_value", f"{what}の射程は [最小, 最大] の順です。", "G-3.5")
        for effect in item.effects:
            require_effect(effect, what)
    return item


def ready(it: U, owner: str) -> U:
    """A skill or an item to be used, with its defaults.

    Raises:
        Rejection: `illegal_value`.
    """
    what = f"{owner}の「{it.name or it.id}」"
    if it.range is not None:
        require(it.range[0] <= it.range[1], "illegal_value", f"{what}：射程は [最小, 最大] の順です。", "G-3.5")
    most = it.max_targets if it.max_targets is not None else (1 if it.attack is not None else 0)
    it = replace(it, name=it.name or it.id, max_targets=most)
    if it.timing == "passive":
        require(
            it.cost == FREE and it.attack is None,
            "illegal_value",
            f"{what}：常時のスキルに cost と attack は書けません。",
        )
        for effect in it.effects:
            require_passive(effect, what)
        return always_on(it)
    for effect in it.effects:
        require_effect(effect, what)
    if it.attack is not None:
        require(
            it.timing == "main" and it.range is not None and most >= 1,
            "illegal_value",
            f"{what}：攻撃には timing: main と range と、一人以上の対象（max_targets）が要ります。",
            "G-15.6",
        )
        for effect in it.attack.effects:
            require_effect(effect, what)
    return it


def require_passive(effect: AnyEffect, what: str) -> None:
    """A passive skill is always on: modifiers and conditions of its bearer, without a duration.

    Raises:
        Rejection: `illegal_value`.
    """
    always = isinstance(effect, Modifier | Condition)
    require(always, "illegal_value", f"{what}：常時のスキルの効果は、修正か状態だけです。")
    if isinstance(effect, Lasting):
        timed = effect.lasts is not None or effect.rounds is not None
        require(not timed, "illegal_value", f"{what}：常時のスキルの効果に lasts と rounds は書けません。")


def require_effect(effect: AnyEffect, what: str) -> None:
    """An effect that is not at once says how long it lasts.

    Raises:
        Rejection: `illegal_value`.
    """
    if not isinstance(effect, Lasting):
        return
    kind = effect.__struct_config__.tag
    require(
        effect.lasts is not None,
        "illegal_value",
        f"{what}：効果「{kind}」の続く長さ（lasts: attack・turn・rounds・battle）を書いてください。",
        "G-12.1",
    )
    require(
        (effect.rounds is not None) == (effect.lasts == "rounds"),
        "illegal_value",
        f"{what}：rounds は、lasts が rounds のときにだけ書いてください。",
        "G-12.1",
    )
    if isinstance(effect, RoundEndChange):
        require(
            effect.lasts in {"rounds", "battle"},
            "illegal_value",
            f"{what}：ラウンド終了時の増減の lasts は rounds か battle です。",
            "G-12.2",
        )
