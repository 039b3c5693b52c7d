"""A powerplay battle told in Japanese: one sentence an event (powerplay.md, "Telling it")."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from senki.rules import events as shared
from senki.rules.message import Event
from senki.rules.powerplay import events as ev
from senki.rules.powerplay.setup import Weapon
from senki.rules.powerplay.state import Game
from senki.rules.powerplay.words import ABILITIES, POSTURES, PURPOSES, WAYS, WORDS
from senki.rules.telling import TELL_SHARED, joined, name_of, people, placed, ruled

STRIKES = {"melee": "斬りかかった", "shoot": "矢を放った", "throw": "投げつけた"}
BLUNT = {"melee": "打ちかかった", "shoot": "狙い撃った", "throw": "投げつけた"}


def names(game: Game) -> dict[str, str]:
    """What ids and words of this battle are called at the table."""
    found: dict[str, str] = {**ABILITIES, **game.ability_names}
    schools, spells = {s.id: s.name or s.id for s in game.schools}, {s.id: s.name or s.id for s in game.spells}
    abilities = {**ABILITIES, **game.ability_names}
    items = {i.id: i.name or i.id for c in game.characters.values() for i in c.items}
    found |= {**schools, **spells, **items}
    found |= {**placed(("ability", "abilities"), abilities), **placed(("spell",), spells)}
    found |= {**placed(("weapon", "item"), items), **placed(("way",), WAYS)}
    found |= {**placed(("change_posture.to",), POSTURES), "weapon:null": "何も構えない"}
    roll = None if game.exchange is None else game.exchange.roll
    if roll is not None:
        faces = {str(die): f"{die + 1}個目の{face}を6にする" for die, face in enumerate(roll.faces)}
        found |= placed((f"{roll.by}.die",), faces)
    return found | people(game, "target", "of", "award.to")


def ability_name(game: Game, ability: str) -> str:
    """What an ability is called."""
    return game.ability_names.get(ability) or ABILITIES.get(ability, ability)


def spell_name(game: Game, id: str) -> str:
    """What a spell is called."""
    return f"「{game.spell(id).name or id}」"


def item_name(game: Game, owner: str, id: str) -> str:
    """What a thing is called."""
    return next((i.name or id for i in game.characters[owner].items if i.id == id), id)


def faces_told(faces: Sequence[int]) -> str:
    """Dice in a row."""
    return "・".join(str(face) for face in faces)


def _checked(game: Game, event: ev.Checked) -> str:
    by, purpose = name_of(game, event.by), PURPOSES[event.purpose]
    if event.purpose == "check":
        purpose = f"{ability_name(game, event.ability)}チェック"
    if event.auto_failure:
        return f"{by}の{purpose}は1の目が出て自動失敗。"
    terms = "".join(f"{t.value:+d}" if n else str(t.value) for n, t in enumerate(event.terms))
    return f"{by}の{purpose}は{terms}で達成値{event.achievement}。"


def _judged(game: Game, event: ev.Judged) -> str:
    del game
    return "ＧＭはそれを認めた。" if event.allowed else "ＧＭはそれを認めなかった。"


def _acted(game: Game, event: ev.Acted) -> str:
    return f"{name_of(game, event.by)}は{event.text}。"


def _weapon_changed(game: Game, event: ev.WeaponChanged) -> str:
    by = name_of(game, event.by)
    return f"{by}は素手になった。" if event.to is None else f"{by}は{item_name(game, event.by, event.to)}に持ち替えた。"


def _posture_changed(game: Game, event: ev.PostureChanged) -> str:
    return f"{name_of(game, event.by)}は{'伏せた' if event.to == 'prone' else '起き上がった'}。"


def _attacked(game: Game, event: ev.Attacked) -> str:
    items = game.characters[event.by].items
    weapon = next((i for i in items if i.id == event.weapon and isinstance(i, Weapon)), None)
    blunt = weapon is not None and weapon.damage_type == "blunt"
    verb = (BLUNT if blunt else STRIKES)[event.way]
    behind = "背後から" if event.behind else ""
    thing = item_name(game, event.by, event.weapon)
    by, target = name_of(game, event.by), name_of(game, event.target)
    if event.way == "throw":
        return f"{by}は{target}に{behind}{thing}を{verb}。"
    return f"{by}は{thing}で{target}に{behind}{verb}。"


def _missed(game: Game, event: ev.Missed) -> str:
    by, target = name_of(game, event.by), name_of(game, event.target)
    return f"{by}の攻撃は空を切った。" if event.reason == "auto_failure" else f"{target}は{by}の攻撃をかわした。"


def _declined(game: Game, event: ev.Declined) -> str:
    return f"{name_of(game, event.by)}は{'避けようとしない' if event.what == 'evasion' else '抵抗しない'}。"


def _damaged(game: Game, event: ev.Damaged) -> str:
    target = name_of(game, event.target)
    if event.cause == "exertion":
        return f"{target}は無理がたたって{event.amount}点失った。"
    if event.cause == "doom":
        return f"死線を越えた{target}のＨＰは、{event.amount}点こぼれ落ちて{event.hp}になった。"
    if event.amount == 0:
        return f"よろいがすべて受け止め、{target}は無傷だった。"
    return f"{target}は{event.amount}点のダメージを受け、ＨＰは{event.hp}になった。"


def _healed(game: Game, event: ev.Healed) -> str:
    target = name_of(game, event.target)
    if event.amount == 0:
        return f"{target}のＨＰは戻らなかった。"
    return f"{target}のＨＰが{event.amount}点戻り、{event.hp}になった。"


def _condition_changed(game: Game, event: ev.ConditionChanged) -> str:
    of = name_of(game, event.of)
    match event.to:
        case "left":
            return f"{of}は戦いの場を離れた。"
        case "dead":
            return f"{of}は息絶えた。"
        case "doomed":
            return f"{of}は死線を越えた。それでもまだ立っている。"
        case "unconscious":
            return f"{of}は気を失った。"
        case "heavy" | "light" | "normal" if event.origin in {"unconscious", "dead"}:
            return f"{of}は意識を取り戻した。"
        case "heavy":
            return f"{of}は重傷を負った。"
        case "light":
            return f"{of}の傷は軽い。"
        case "normal":
            return f"{of}に傷はもうない。"


def _spell_cast(game: Game, event: ev.SpellCast) -> str:
    by, target = name_of(game, event.by), name_of(game, event.target)
    whom = "自分" if event.by == event.target else target
    if event.item is not None:
        whom = f"{whom}の{item_name(game, event.target, event.item)}"
    return f"{by}は{whom}に{spell_name(game, event.spell)}をかけた（本日{event.used}回目）。"


def _spell_succeeded(game: Game, event: ev.SpellSucceeded) -> str:
    thing = "" if event.item is None else f"の{item_name(game, event.target, event.item)}"
    return f"{spell_name(game, event.spell)}が{name_of(game, event.target)}{thing}に効果を現した。"


def _spell_failed(game: Game, event: ev.SpellFailed) -> str:
    how = "抵抗された" if event.reason == "resisted" else "不発に終わった"
    return f"{spell_name(game, event.spell)}は{how}。"


def _passed(game: Game, event: shared.Passed) -> str:
    by = name_of(game, event.by)
    if event.what == "concentration":
        return f"{by}は術法に備えない。"
    return f"{by}は様子を見る。"


def _ended(game: Game, event: shared.Ended) -> str:
    if event.reason != "side_down":
        return "戦いは終わった。"
    if event.winner is None:
        return "立っている者は誰もいなかった。"
    up = [c.id for c in game.characters.values() if c.team == event.winner and c.conscious]
    return f"立っているのは{joined(game, up)}だけだった。"


def _swapped(game: Game, event: ev.Swapped) -> str:
    one, other = (ability_name(game, a) for a in event.abilities)
    return f"{name_of(game, event.by)}は{one}と{other}を入れ換えた。"


def _grown(game: Game, event: ev.Grown) -> str:
    ability = ability_name(game, event.ability)
    return f"{name_of(game, event.by)}の{ability}が{event.amount}伸びて{event.value}になった。"


TELL: Mapping[type[Event], Callable[[Game, Any], str]] = {
    **TELL_SHARED,
    shared.Ruled: ruled(WORDS),
    ev.Opened: lambda g, _: f"{team_line(g)}が向かい合った。",
    shared.Ended: _ended,
    shared.RoundStarted: lambda _, e: f"――第{e.round}ラウンド。",
    shared.StageStarted: lambda g, e: (
        "動ける者はもういない。" if e.stage == "stalled" else f"{joined(g, e.queue)}は術法に集中するかどうかを決める。"
    ),
    shared.Passed: _passed,
    shared.CalledOff: lambda _g, _e: "その応酬は途切れた。",
    shared.TurnStarted: lambda g, e: f"{name_of(g, e.by)}の番。",
    shared.TurnEnded: lambda _g, _e: "",
    ev.Made: lambda g, e: f"{name_of(g, e.by)}の能力値が決まった。所持金は{e.money}spだ。",
    ev.Swapped: _swapped,
    ev.CheckCalled: lambda g, e: f"ＧＭは{name_of(g, e.of)}に{ability_name(g, e.ability)}チェックを求めた。",
    ev.TargetNumberSet: lambda _, e: f"目標値は{e.target_number}。",
    ev.WindowOpened: lambda g, e: (
        f"{name_of(g, e.by)}の出目は{faces_told(e.faces)}。ヒーローポイントはあと{e.hero_points}点ある。"
    ),
    ev.HeroPointSpent: lambda g, e: f"{name_of(g, e.by)}はヒーローポイントを使い、{e.origin}の目を6に変えた。",
    ev.WindowClosed: lambda g, e: f"{name_of(g, e.by)}の出目は{faces_told(e.faces)}で確定した。",
    ev.Checked: _checked,
    ev.Succeeded: lambda g, e: f"{name_of(g, e.by)}はうまくやってのけた。",
    ev.Failed: lambda g, e: f"{name_of(g, e.by)}はしくじった。",
    ev.ActProposed: lambda g, e: f"{name_of(g, e.by)}「{e.text}」",
    ev.Judged: _judged,
    ev.Acted: _acted,
    ev.Delayed: lambda g, e: f"{name_of(g, e.by)}は敏捷性{e.to}まで様子を見る。",
    ev.WeaponChanged: _weapon_changed,
    ev.PostureChanged: _posture_changed,
    ev.Devoted: lambda g, e: f"{name_of(g, e.by)}は回避に専念する。",
    ev.Attacked: _attacked,
    ev.CannotEvade: lambda g, e: f"{name_of(g, e.by)}は避けられない。",
    ev.Declined: _declined,
    ev.Missed: _missed,
    ev.Hit: lambda g, e: f"攻撃が{name_of(g, e.target)}をとらえた。",
    ev.Damaged: _damaged,
    ev.Healed: _healed,
    ev.ConditionChanged: _condition_changed,
    ev.Concentrated: lambda g, e: f"{name_of(g, e.by)}は{spell_name(g, e.spell)}に精神を集中する。",
    ev.ConcentrationBroken: lambda g, e: f"{name_of(g, e.by)}の集中がとぎれた。",
    ev.SpellCast: _spell_cast,
    ev.Halved: lambda _, e: f"生物が相手では、達成値は半分の{e.achievement}だ。",
    ev.SpellFailed: _spell_failed,
    ev.SpellSucceeded: _spell_succeeded,
    ev.Learned: lambda g, e: f"{name_of(g, e.by)}は{spell_name(g, e.spell)}を覚えた。",
    ev.NotLearned: lambda g, e: f"{name_of(g, e.by)}は{spell_name(g, e.spell)}を覚えられなかった。",
    ev.ExperienceGained: lambda g, e: f"{name_of(g, e.by)}は経験点{e.amount}を得た。",
    ev.LeveledUp: lambda g, e: f"{name_of(g, e.by)}は{e.level}レベルになった。",
    ev.Grown: _grown,
}


def team_line(game: Game) -> str:
    """The teams that face each other, by the names of their members."""
    teams = dict.fromkeys(c.team for c in game.characters.values())
    return "と、".join(joined(game, [c.id for c in game.characters.values() if c.team == team]) for team in teams)
