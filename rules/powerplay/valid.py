"""What a powerplay character must be, as it was opened or as the GM ruled it."""

from collections.abc import Mapping, Sequence

from senki.rules.powerplay import sheet
from senki.rules.powerplay.clauses import hero
from senki.rules.powerplay.dice import SIDES, expression
from senki.rules.powerplay.options import Options
from senki.rules.powerplay.setup import ALWAYS, MEMORY, Shield, Spell, Thing, Weapon
from senki.rules.powerplay.state import Character
from senki.rules.rejection import require

MOST_MADE = 999
MAIN = 3
"""W-3.9: three main abilities, or a character without a profession."""


def require_distinct(ids: Sequence[str], what: str) -> None:
    """Ids stand once.

    Raises:
        Rejection: `illegal_value`.
    """
    require(len(set(ids)) == len(ids), "illegal_value", f"同じidの{what}が二つあります。")


def require_dice(text: str) -> None:
    """A dice expression with D6 alone (W-1.4).

    Raises:
        Rejection: `illegal_value`.
    """
    require(
        expression(text).sides == SIDES, "illegal_value", f"「{text}」のＤ３とＤ２は成長にしか使えません。", "W-1.4"
    )


def require_valid(
    options: Options, characters: Mapping[str, Character], spells: Sequence[Spell], it: Character
) -> None:
    """A character, as opened or as ruled, must be one.

    Raises:
        Rejection: `illegal_value`.
    """
    abilities = it.abilities if it.made else it.making or {}
    for ability in (*ALWAYS, *((MEMORY,) if it.spells else ())):
        require(ability in abilities, "illegal_value", f"{it.name}に能力値「{ability}」がありません。")
    for text in (it.making or {}).values():
        require_dice(text)
        rolled = expression(text)
        require(
            rolled.count * SIDES * rolled.times + rolled.plus <= MOST_MADE,
            "illegal_value",
            f"「{text}」では能力値が{MOST_MADE}を超えてしまいます。",
            "W-3.6",
        )
    for ability in it.growth:
        require(ability in abilities, "illegal_value", f"{it.name}の伸び値「{ability}」に当たる能力値がありません。")
    require(
        len(sheet.main_abilities(it)) in {0, MAIN},
        "illegal_value",
        f"{it.name}の、Ｄ６を含む伸び値は三つ（または、なし）にしてください。",
        "W-3.9",
    )
    require_distinct([i.id for i in it.items], f"{it.name}の持ち物")
    for item in it.items:
        require_item(item)
    require(
        sum(isinstance(i, Shield) and i.worn and i.carried for i in it.items) <= 1,
        "illegal_value",
        f"{it.name}が構える盾は一つまでです。",
        "W-4.3",
    )
    require(it.wielded is None or it.weapon, "illegal_value", f"{it.name}は、その武器を持ち運んでいません。")
    known = {s.id for s in spells}
    for id, spell in it.spells.items():
        require(id in known, "illegal_value", f"{it.name}の術法「{id}」が spells にありません。")
        require(not (spell.learned and spell.chance), "illegal_value", "覚えた術法に習得の機会（chance）はありません。")
    most = sheet.hp_max(it)
    require(not it.made or it.hp <= most, "illegal_value", f"{it.name}のＨＰは{most}までです。", "W-4.7")
    points = hero.hero_points(it.level) if options.hero_points == "on" else 0
    require(it.hero_points <= points, "illegal_value", f"{it.name}のヒーローポイントは{points}点までです。", "W-17.1")
    require(
        all(id in characters and id != it.id for id in it.back_to) and len(set(it.back_to)) == len(it.back_to),
        "illegal_value",
        f"{it.name}の背後（back_to）には、ほかのキャラクターのidを書いてください。",
        "W-12.1",
    )
    require(
        it.concentrating is None or it.concentrating in it.spells,
        "illegal_value",
        f"{it.name}は、その術法を持っていません。",
    )


def require_item(item: Thing) -> None:
    """The dice of a thing are dice.

    Raises:
        Rejection: `illegal_value`.
    """
    if isinstance(item, Weapon):
        require_dice(item.damage)
        require(len(set(item.ways)) == len(item.ways), "illegal_value", f"「{item.name}」の ways が重なっています。")
    if isinstance(item, Shield):
        require_dice(item.evasion)
        require(
            expression(item.evasion).times == 1,
            "illegal_value",
            f"盾「{item.name}」の回避は「D6+1」のように書いてください。",
            "W-4.3",
        )
