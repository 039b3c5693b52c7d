"""Opening an hms battle: what the table wrote must make a fight."""

from collections.abc import Iterator

from msgspec.structs import replace

from senki.rules.hms import events as ev
from senki.rules.hms.clauses import basics
from senki.rules.hms.setup import Fighter, Setup, Skill
from senki.rules.message import Event
from senki.rules.rejection import require
from senki.rules.rulebook import Opening


def open_battle(setup: Setup, opening: Opening) -> Iterator[Event]:
    """The events of the opening: every default filled in.

    Raises:
        Rejection: `illegal_value`.
    """
    require_tree(setup.skills)
    ids = [f.id for f in setup.characters]
    require(len(set(ids)) == len(ids), "illegal_value", "同じidのキャラクターが二人います。")
    fighters = tuple(filled(f, setup.skills) for f in setup.characters)
    teams = {f.team for f in fighters if (f.hp or 0) > 0}
    require(len(teams) > 1, "illegal_value", "動ける者のいる陣営が二つ以上要ります。", "H-3.2")
    yield ev.Opened(
        system="hms",
        version=VERSION,
        fingerprint=opening.fingerprint,
        chance=opening.chance,
        seats=opening.seats,
        title=opening.title,
        options=setup.options,
        skills=setup.skills,
        characters=fighters,
        distance=setup.distance,
    )


VERSION = "1"


def require_tree(skills: tuple[Skill, ...]) -> None:
    """H-7.4: the skills cover each other as a tree.

    Raises:
        Rejection: `illegal_value`.
    """
    within = {s.id: s.within for s in skills}
    require(len(within) == len(skills), "illegal_value", "同じidのスキルが二つあります。")
    for skill in skills:
        seen = {skill.id}
        above = skill.within
        while above is not None:
            require(
                above in within,
                "illegal_value",
                f"「{skill.name}」を含むスキル「{above}」がありません。",
                "H-7.4",
            )
            require(above not in seen, "illegal_value", f"「{skill.name}」の包含が輪になっています。", "H-7.4")
            seen.add(above)
            above = within[above]


def filled(it: Fighter, skills: tuple[Skill, ...]) -> Fighter:
    """A character with its defaults.

    Raises:
        Rejection: `illegal_value`.
    """
    name = it.name or it.id
    known = {s.id for s in skills}
    for skill in (*it.skills, *(w.skill for w in it.weapons)):
        require(skill in known, "illegal_value", f"{name}のスキル「{skill}」が skills にありません。")
    for owned in ([w.id for w in it.weapons], [s.id for s in it.specials]):
        require(len(set(owned)) == len(owned), "illegal_value", f"{name}に同じidの武器か特殊行動が二つあります。")
    most = basics.hp_max(it.body)
    hp = most if it.hp is None else it.hp
    require(hp <= most, "illegal_value", f"{name}のＨＰは{most}までです。", "H-2.2")
    return replace(it, name=name, team=it.team or it.side, hp=hp)
