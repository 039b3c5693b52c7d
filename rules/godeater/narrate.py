"""A godeater battle told in Japanese: one sentence an event (godeater.md, "Telling it")."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from senki.rules import events as shared
from senki.rules.godeater import events as ev
from senki.rules.godeater.effects import priced
from senki.rules.godeater.setup import CENTRE
from senki.rules.godeater.state import Game, Response
from senki.rules.godeater.words import ACTIONS, CELL_NAMES, RESOURCES, WIDE, WINDOWS, WORDS
from senki.rules.message import Event
from senki.rules.telling import TELL_SHARED, joined, name_of, people, placed, ruled

CHECK_NAMES = {"strength": "筋力判定", "agility": "敏捷判定", "intellect": "知力判定", "endurance": "抵抗判定"}
THINGS = ("skill", "item", "weapon", "bullet", "shield")
PEOPLE = ("target", "targets", "ally", "hand_over.to", "character", "attacker", "defender")
"""Where a declaration names characters."""


def names(game: Game) -> dict[str, str]:
    """What the ids of this battle are called at the table."""
    missions = {m.id: m.success for m in game.missions if game.missions_open}
    cells = {**CELL_NAMES, **placed(("cell", "path", "move.to", "respond.to"), CELL_NAMES)}
    things = {**game.glossary, **placed(THINGS, game.glossary)}
    return {**cells, **things, **missions, **placed(("mission",), missions), **people(game, *PEOPLE)}


def thing(game: Game, id: str) -> str:
    """What an item, a skill or the source of an effect is called."""
    return game.glossary.get(id) or WORDS.value("source", id) or id


def skill_of(game: Game, owner: str, id: str) -> str:
    """What a skill is called on its owner's sheet."""
    skill = game.characters[owner].skill(id)
    return thing(game, id) if skill is None else skill.name or id


def number(value: int) -> str:
    """A number as Japanese text has it."""
    return str(value).translate(WIDE).replace("-", "−")


def _missions_revealed(game: Game, event: ev.MissionsRevealed) -> str:
    del game
    lines: list[str] = []
    for mission in event.missions:
        if mission.kind == "main":
            lines.append(
                f"メインミッションが告げられる。「{mission.success}」――ただし「{mission.failure}」となれば失敗だ。"
            )
        else:
            lines.append(f"サイドミッションは「{mission.success}」。")
    return "".join(lines)


def _changed(game: Game, event: ev.Changed) -> str:
    who, what = name_of(game, event.character), RESOURCES[event.resource]
    done = "回復し" if event.amount > 0 else "失い" if event.amount < 0 else "変わり"
    return f"{who}の{what}が{number(abs(event.amount))}{done}、{number(event.now)}になった。"


def _order_decided(game: Game, event: ev.OrderDecided) -> str:
    if not event.order:
        return "このラウンド、動ける者はいない。"
    return f"このラウンドは{joined(game, event.order)}の順に動く。"


def _passed(game: Game, event: shared.Passed) -> str:
    by, what = event.by, event.what or ""
    skill = game.characters[by].skill(what)
    asked = skill is not None and skill.timing in WINDOWS
    used = skill_of(game, by, what) if asked or what not in ACTIONS else ACTIONS[what]
    return f"{name_of(game, by)}は「{used}」を使わなかった。"


def path(cells: Sequence[str]) -> str:
    """Cells in a row."""
    return "、".join(CELL_NAMES[c] for c in cells)


def _moved(game: Game, event: ev.Moved) -> str:
    by, to = name_of(game, event.by), CELL_NAMES[event.to]
    match event.how:
        case "move":
            return f"{by}は{to}へ動いた。"
        case "dash":
            return f"{by}は{path(event.path)}を駆け抜け、{to}に至った。"
        case "step":
            return f"{by}はとっさに{to}へ跳んだ。"


def _effect_gained(game: Game, event: ev.EffectGained) -> str:
    who = name_of(game, event.character)
    if event.effect.condition == "flying":
        return f"{who}は宙へ跳んだ。"
    return f"{who}に「{thing(game, event.effect.source)}」の効果が及んだ。"


def _transformed(game: Game, event: ev.Transformed) -> str:
    return f"{name_of(game, event.by)}の神機が形を変え、{thing(game, event.equipped)}が構えられた。"


def _skill_used(game: Game, event: ev.SkillUsed) -> str:
    skill = skill_of(game, event.by, event.skill)
    on = f"{joined(game, event.targets)}に" if event.targets else ""
    return f"{name_of(game, event.by)}は{on}「{skill}」を使った。"


def _item_used(game: Game, event: ev.ItemUsed) -> str:
    on = f"{joined(game, event.targets)}に" if event.targets else ""
    return f"{name_of(game, event.by)}は{on}{thing(game, event.item)}を使った。"


def _rescued(game: Game, event: ev.Rescued) -> str:
    hand = "" if event.by is None else f"{name_of(game, event.by)}の手を借りて、"
    return f"{hand}{name_of(game, event.target)}がＨＰ{number(event.hp)}で立ち上がった。"


def _attack_declared(game: Game, event: ev.AttackDeclared) -> str:
    skill = event.method == "skill"
    source = skill_of(game, event.by, event.source) if skill else thing(game, event.source)
    return f"{name_of(game, event.by)}は{joined(game, event.targets)}に{source}で攻めかかる。"


def response_words(game: Game, by: str, response: Response) -> str:
    """One answer in words."""
    who = name_of(game, by)
    match response.action:
        case "step":
            return f"{who}は{CELL_NAMES[response.to or CENTRE]}へステップ"
        case "guard":
            return f"{who}はガード"
        case "cover":
            return f"{who}は{name_of(game, response.ally or by)}のカバーリング"
        case "skill":
            return f"{who}は「{skill_of(game, by, response.skill or '')}」"
        case "item":
            return f"{who}は{thing(game, response.item or '')}"
        case "waive":
            return f"{who}は放棄"
        case "other":
            return f"{who}は機転"


def _response_chosen(game: Game, event: ev.ResponseChosen) -> str:
    return f"{response_words(game, event.by, event.response)}を選んだ。"


def _responses_revealed(game: Game, event: ev.ResponsesRevealed) -> str:
    shown = "、".join(response_words(game, by, r) for by, r in event.responses.items())
    return f"一斉に動きが明らかになる。{shown}。" if shown else "応じる者はいない。"


def _cover_failed(game: Game, event: ev.CoverFailed) -> str:
    return f"{name_of(game, event.by)}は庇おうとしたが、{name_of(game, event.ally)}にその必要はなかった。"


def sum_words(game: Game, event: ev.DamageChecked) -> str:
    """The terms of a damage check in words."""
    return "、".join(f"{WORDS.terms.get(t.label) or thing(game, t.label)}{number(t.value)}" for t in event.terms)


def _damage_checked(game: Game, event: ev.DamageChecked) -> str:
    added = f"{sum_words(game, event)}で" if event.terms else ""
    end = "だが、刃は空を切った。" if event.fumble else "会心の手応えだ。" if event.critical else ""
    return f"{name_of(game, event.by)}のダメージ判定は{added}{number(event.total)}。{end}"


def _guard_checked(game: Game, event: ev.GuardChecked) -> str:
    shield = "素手" if event.shield is None else thing(game, event.shield)
    end = "" if event.success else "構えが間に合わない。"
    return f"{name_of(game, event.by)}は{shield}で受け、ガード判定は{number(event.total)}。{end}"


def _checked(game: Game, event: ev.Checked) -> str:
    label = event.label or CHECK_NAMES[event.ability]
    end = "成功だ。" if event.success else "失敗だ。"
    who = name_of(game, event.character)
    return f"{who}の{label}、達成値{number(event.total)}に対し目標値は{number(event.difficulty)}――{end}"


def _opposed(game: Game, event: ev.Opposed) -> str:
    attacker, defender = name_of(game, event.attacker), name_of(game, event.defender)
    winner = name_of(game, event.winner)
    if event.defender_total is None:
        return f"{attacker}はしくじり、{winner}が労せず競り勝った。"
    mine, theirs = number(event.attacker_total), number(event.defender_total)
    return f"{attacker}の{mine}と{defender}の{theirs}。{winner}が競り勝った。"


def _mission_marked(game: Game, event: ev.MissionMarked) -> str:
    mission = next((m.success for m in game.missions if m.id == event.mission), event.mission)
    return f"ミッション「{mission}」は" + ("達成された。" if event.result == "achieved" else "失敗に終わった。")


def _effect_aged(game: Game, event: ev.EffectAged) -> str:
    return f"「{thing(game, event.source)}」は残り{number(event.rounds)}ラウンド。"


def _effect_ended(game: Game, event: ev.EffectEnded) -> str:
    return f"{name_of(game, event.character)}にかかっていた「{thing(game, event.source)}」が切れた。"


TELL: Mapping[type[Event], Callable[[Game, Any], str]] = {
    **TELL_SHARED,
    shared.Ruled: ruled(WORDS),
    shared.Began: lambda _g, _e: "ＧＭの宣言とともに、戦いの幕が上がった。",
    shared.RoundStarted: lambda _g, e: f"第{number(e.round)}ラウンドが始まる。",
    shared.TurnStarted: lambda g, e: f"最も余力を残していた{name_of(g, e.by)}に手番が回る。",
    shared.TurnEnded: lambda g, e: f"{name_of(g, e.by)}の行動が終わった。",
    shared.Passed: _passed,
    ev.Opened: lambda g, _e: f"{joined(g, g.characters)}が戦場に立つ。",
    ev.MissionsSet: lambda _g, e: (
        "ＧＭはミッションを用意した。" if e.missions else "ＧＭはミッションを用意していない。"
    ),
    ev.MissionsRevealed: _missions_revealed,
    ev.Placed: lambda g, e: f"{name_of(g, e.by)}は{CELL_NAMES[e.cell]}に布陣した。",
    ev.TimingOpened: lambda _g, e: f"{WINDOWS[e.name]}に働くスキルを確かめる。",
    ev.Changed: _changed,
    ev.OrderDecided: _order_decided,
    ev.Moved: _moved,
    ev.GaveUp: lambda g, e: f"{name_of(g, e.by)}は残る行動をすべて手放した。",
    ev.Waited: lambda g, e: f"{name_of(g, e.by)}は様子をうかがい、ＡＰを{number(e.ap)}に減らして待った。",
    ev.Paid: lambda g, e: f"{name_of(g, e.by)}は{priced(e.cost).translate(WIDE)}を費やした。",
    ev.EffectGained: _effect_gained,
    ev.EffectAged: _effect_aged,
    ev.EffectEnded: _effect_ended,
    ev.Transformed: _transformed,
    ev.HandedOver: lambda g, e: f"{name_of(g, e.by)}は{name_of(g, e.to)}に{thing(g, e.item)}を渡した。",
    ev.Dropped: lambda g, e: f"{name_of(g, e.by)}は{thing(g, e.item)}を{CELL_NAMES[e.cell]}に置いた。",
    ev.PickedUp: lambda g, e: f"{name_of(g, e.by)}は{CELL_NAMES[e.cell]}に落ちていた{thing(g, e.item)}を拾った。",
    ev.Improvised: lambda g, e: f"{name_of(g, e.by)}は動いた――{e.text}",
    ev.SkillUsed: _skill_used,
    ev.ItemUsed: _item_used,
    ev.Rescued: _rescued,
    ev.AttackDeclared: _attack_declared,
    ev.ResponseChosen: _response_chosen,
    ev.Answered: lambda g, e: f"{name_of(g, e.by)}は応じ方を決めた。",
    ev.ResponsesRevealed: _responses_revealed,
    ev.Covered: lambda g, e: f"{name_of(g, e.by)}が{name_of(g, e.ally)}の前に割って入った。",
    ev.CoverFailed: _cover_failed,
    ev.Evaded: lambda g, e: f"{name_of(g, e.target)}は攻撃の届かないところへ逃れていた。",
    ev.DamageChecked: _damage_checked,
    ev.AttackFailed: lambda g, e: f"{name_of(g, e.by)}の攻撃は実らなかった。",
    ev.ShieldChosen: lambda g, e: f"{name_of(g, e.by)}は{thing(g, e.shield)}を選んで構えた。",
    ev.GuardChecked: _guard_checked,
    ev.Damaged: lambda g, e: f"{name_of(g, e.target)}は{number(e.amount)}のダメージを受け、残るＨＰは{number(e.hp)}。",
    ev.Blocked: lambda g, e: f"{name_of(g, e.target)}は攻撃を完全に受けきった。",
    ev.Fell: lambda g, e: f"{name_of(g, e.character)}は力尽きて倒れた。",
    ev.AttackEnded: lambda g, e: f"{name_of(g, e.by)}の行動が終わった。",
    ev.RoundEnded: lambda _g, e: f"第{number(e.round)}ラウンドが終わる。",
    ev.Checked: _checked,
    ev.Opposed: _opposed,
    ev.MissionMarked: _mission_marked,
}
