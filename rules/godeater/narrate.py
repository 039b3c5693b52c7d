"""A godeater battle told in Japanese: one sentence an event (godeater.md, "Telling it")."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules import events as shared
from rules.godeater import events as ev
from rules.godeater.effects import priced
from rules.godeater.setup import CELLS, CENTRE, Window
from rules.godeater.state import Game, Response
from rules.message import Event
from rules.telling import TELL_SHARED, joined, name_of

WIDE = str.maketrans("0123456789", "０１２３４５６７８９")
CELL_NAMES: dict[str, str] = {
    cell: "中央" if cell == CENTRE else {"i": "ｉｎ", "o": "ｏｕｔ"}[cell[0]] + cell[1:].translate(WIDE)
    for cell in CELLS
}
RESOURCE_NAMES = {"hp": "ＨＰ", "ap": "ＡＰ", "st": "ＳＴ", "op": "ＯＰ"}
ABILITY_NAMES = {"strength": "筋力", "agility": "敏捷", "intellect": "知力", "endurance": "耐久"}
CHECK_NAMES = {"strength": "筋力判定", "agility": "敏捷判定", "intellect": "知力判定", "endurance": "抵抗判定"}
WINDOW_NAMES: dict[Window, str] = {
    "battle_start": "戦闘開始時",
    "round_start": "ラウンド開始時",
    "round_end": "ラウンド終了時",
    "damage_dealt": "ダメージを与えた時",
}
CONDITION_NAMES = {"flying": "〔飛行〕"}
TERM_NAMES = {"dice": "出目", "die": "出目", "modifier": "修正", **ABILITY_NAMES}
ACTION_NAMES = {
    "step": "ステップ",
    "guard": "ガード",
    "cover": "カバーリング",
    "skill": "スキル",
    "item": "携行品",
    "waive": "放棄",
    "other": "その他の行動",
}


def names(game: Game) -> dict[str, str]:
    """What ids and words of this battle are called at the table."""
    missions = {m.id: m.success for m in game.missions if game.missions_open}
    words = {**CELL_NAMES, **RESOURCE_NAMES, **ABILITY_NAMES, **ACTION_NAMES, **WINDOW_NAMES, **CONDITION_NAMES}
    return {**words, **game.glossary, **missions, **{c.id: c.name for c in game.characters.values()}}


def thing(game: Game, id: str) -> str:
    """What an item, a skill or the source of an effect is called."""
    return "ジャンプ" if id == "jump" and id not in game.glossary else game.glossary.get(id, id)


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
    who, what = name_of(game, event.character), RESOURCE_NAMES[event.resource]
    if event.amount == 0:
        return f"{who}の{what}は{number(event.now)}のまま変わらない。"
    done = "回復し" if event.amount > 0 else "失い"
    return f"{who}は{what}を{number(abs(event.amount))}{done}、{number(event.now)}になった。"


def _order_decided(game: Game, event: ev.OrderDecided) -> str:
    if not event.order:
        return "このラウンド、動ける者はいない。"
    return f"このラウンドは{joined(game, event.order)}の順に動く。"


def _passed(game: Game, event: shared.Passed) -> str:
    what = event.what or ""
    if what in ACTION_NAMES:
        return f"{name_of(game, event.by)}の{ACTION_NAMES[what]}は間に合わなかった。"
    return f"{name_of(game, event.by)}は「{skill_of(game, event.by, what)}」を使わなかった。"


def path(cells: Sequence[str]) -> str:
    """Cells in a row."""
    return "、".join(CELL_NAMES[c] for c in cells)


def _moved(game: Game, event: ev.Moved) -> str:
    by, to = name_of(game, event.by), CELL_NAMES[event.to]
    match event.how:
        case "move":
            return f"{by}は{to}へ動いた。"
        case "dash":
            through = event.path[:-1]
            return f"{by}は{path(through)}を駆け抜け、{to}に至った。" if through else f"{by}は{to}へ駆けた。"
        case "step":
            return f"{by}はとっさに{to}へ跳んだ。"


def _effect_gained(game: Game, event: ev.EffectGained) -> str:
    who = name_of(game, event.character)
    if event.action == "jump":
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
    if event.bullet is not None:
        source = f"{source}の{thing(game, event.bullet)}"
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
    by, ally = name_of(game, event.by), name_of(game, event.ally)
    if event.why == "already_covered":
        return f"{by}は庇おうとしたが、{ally}の前にはもう仲間がいた。"
    return f"{by}は庇おうとしたが、{ally}にその必要はなかった。"


def sum_words(game: Game, event: ev.DamageChecked) -> str:
    """The terms of a damage check in words."""
    return "、".join(f"{TERM_NAMES.get(t.label) or thing(game, t.label)}{number(t.value)}" for t in event.terms)


def _damage_checked(game: Game, event: ev.DamageChecked) -> str:
    by = name_of(game, event.by)
    if event.fumble:
        return f"{by}のダメージ判定――だが、刃は空を切った。"
    if not event.terms:
        return f"{by}には振れるダイスがない。"
    told = f"{by}のダメージ判定は{sum_words(game, event)}で{number(event.total)}。"
    return told + ("会心の手応えだ。" if event.critical else "")


def _guard_checked(game: Game, event: ev.GuardChecked) -> str:
    by = name_of(game, event.by)
    shield = "素手" if event.shield is None else thing(game, event.shield)
    if not event.success:
        return f"{by}は{shield}で受けようとしたが、構えが間に合わない。"
    return f"{by}は{shield}で受け、ガード判定は{number(event.total)}。" + ("完璧な受けだ。" if event.critical else "")


ATTACK_FAILURES = {
    "out_of_range": "の攻撃は誰にも届かなかった。",
    "no_dice": "の攻撃は形にならなかった。",
    "fumble": "の攻撃は実らなかった。",
    "no_result": "の攻撃には力が乗らなかった。",
    "attacker_fell": "は倒れ、攻撃は途切れた。",
}


def _checked(game: Game, event: ev.Checked) -> str:
    label = event.label or CHECK_NAMES[event.ability]
    end = "成功だ。" if event.success else "失敗だ。"
    if event.critical:
        end = "クリティカル、文句なしの成功だ。"
    if event.fumble:
        end = "ファンブル、無残な失敗だ。"
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
    ev.TimingOpened: lambda _g, e: f"{WINDOW_NAMES[e.name]}に働くスキルを確かめる。",
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
    ev.AttackFailed: lambda g, e: f"{name_of(g, e.by)}{ATTACK_FAILURES[e.why]}",
    ev.ShieldChosen: lambda g, e: f"{name_of(g, e.by)}は{thing(g, e.shield)}を選んで構えた。",
    ev.GuardChecked: _guard_checked,
    ev.Damaged: lambda g, e: f"{name_of(g, e.target)}は{number(e.amount)}のダメージを受け、残るＨＰは{number(e.hp)}。",
    ev.Blocked: lambda g, e: f"{name_of(g, e.target)}は攻撃を完全に受けきった。",
    ev.Fell: lambda g, e: f"{name_of(g, e.character)}は力尽きて倒れた。",
    ev.AttackEnded: lambda g, e: f"{name_of(g, e.by)}の攻撃が終わった。",
    ev.RoundEnded: lambda _g, e: f"第{number(e.round)}ラウンドが終わる。",
    ev.Checked: _checked,
    ev.Opposed: _opposed,
    ev.MissionMarked: _mission_marked,
}
