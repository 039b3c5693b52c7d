"""What a state of hms must keep to when the GM has set something in it."""

from re import fullmatch

from senki.rules.declarations import Change
from senki.rules.hms.clauses import blows
from senki.rules.hms.state import Character, Game
from senki.rules.rejection import require

FIXED_OPTIONS = ("options.distances", "options.skill_declaration")
"""Options that shape the state: they are settled when the battle is opened."""

MOST = 99


def require_open(game: Game, changes: tuple[Change, ...]) -> None:
    """Options that shape the battle stay; what a player has chosen unseen (H-5.2) is not the GM's to set.

    Whether a skill or weapon set by the GM fits would tell what was chosen.

    Raises:
        Rejection: `illegal_value`.
    """
    require(
        all(c.path not in FIXED_OPTIONS for c in changes),
        "illegal_value",
        "距離の数え方とスキルの宣言のしかたは、途中では変えられません。",
    )
    unseen = game.options.skill_declaration == "simultaneous" and game.stage == "skills"
    require(
        not unseen or not any(fullmatch(r"characters\.[^.]+\.(skill|weapon)", c.path) for c in changes),
        "illegal_value",
        "スキルと武器は、全員の宣言が明かされるまで変えられません。",
        "H-5.2",
    )


def require_valid(game: Game, it: Character) -> None:
    """A character as ruled must still be one.

    Raises:
        Rejection: `illegal_value`.
    """
    require(it.hp <= it.hp_max, "illegal_value", f"{it.name}のＨＰの最大値は{it.hp_max}です。", "H-2.2")
    require(
        it.condition not in {"active", "down"} or it.condition == blows.condition_at(it.hp),
        "illegal_value",
        f"{it.name}のＨＰは{it.hp}です。状態と合いません。",
        "H-8.3",
    )
    require(it.name and it.team, "illegal_value", "名前と陣営は空にできません。")
    require(it.armour >= 0 and 0 <= it.body <= MOST, "illegal_value", f"防御力は0以上、肉体は0から{MOST}までです。")
    require(all(0 <= v <= MOST for v in it.skills.values()), "illegal_value", f"スキルは0から{MOST}までです。")
    require(it.skill is None or it.skill in it.skills, "illegal_value", f"{it.name}にそのスキルはありません。")
    known = {s.id for s in game.skills}
    require(
        all(w.skill in known for w in it.weapons),
        "illegal_value",
        "武器のスキルは、この戦闘のスキルから選んでください。",
    )
    require(
        it.weapon is None or it.weapon in blows.fitting(game.skills, it.weapons, it.skill),
        "illegal_value",
        f"{it.name}のそのスキルで使える武器ではありません。",
    )
    require(it.interrupting is None or it.interrupting in game.characters, "illegal_value", "割り込む相手がいません。")


def require_whole(before: Game, ruled: Game) -> None:
    """The battle as ruled must still be one.

    Raises:
        Rejection: `illegal_value`.
    """
    per_pair = ruled.options.distances == "per_pair"
    require(
        all((f.distance is None) == per_pair for f in ruled.fights),
        "illegal_value",
        "距離の数え方（distances）に合わない値です。",
    )
    require(
        sorted(ruled.order) == sorted(before.order),
        "illegal_value",
        "手番の順（order）は、同じ顔ぶれの並べ替えにしてください。",
    )
    teams = {id: c.team for id, c in before.characters.items()} == {id: c.team for id, c in ruled.characters.items()}
    require(teams or not per_pair, "illegal_value", "敵味方それぞれの距離があるので、陣営は途中では変えられません。")
