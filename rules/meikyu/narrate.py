"""A meikyu battle told in Japanese: one sentence an event (meikyu.md, "Telling it")."""

from collections.abc import Callable, Mapping
from typing import Any

from senki.rules import events as shared
from senki.rules.meikyu import events as ev
from senki.rules.meikyu.state import Game
from senki.rules.meikyu.words import ROWS, STATS, WORDS
from senki.rules.message import Event
from senki.rules.telling import TELL_SHARED, joined, name_of, people, placed, ruled

WIDE_SIGNS = str.maketrans("+-0123456789", "＋−０１２３４５６７８９")


def names(game: Game) -> dict[str, str]:
    """What ids and words of this battle are called at the table."""
    found: dict[str, str] = {}
    for character in game.characters.values():
        abilities, items = {a.id: a.name for a in character.abilities}, {i.id: i.name for i in character.items}
        found |= {**abilities, **items, **placed(("ability",), abilities), **placed(("item",), items)}
    shifts = {str(change): f"{change:+d}".translate(WIDE_SIGNS) for change in range(-10, 11) if change}
    return found | placed(("shift.change",), shifts) | people(game, "target", "targets", "order")


def side_name(game: Game, side: str) -> str:
    """A side by the names of its members."""
    return joined(game, [c.id for c in game.characters.values() if c.side == side])


def _stage_started(game: Game, event: shared.StageStarted) -> str:
    del game
    told = {
        "setup": "それぞれが構えを整える。",
        "initiative": "動き出す順を見定める。",
        "cleanup": "ターンの終わりが近い。",
    }
    return told.get(event.stage, "")


def _passed(game: Game, event: shared.Passed) -> str:
    by = name_of(game, event.by)
    told = {"main": f"{by}は何もせずに終えた。", "cover": f"{by}はかばわない。"}
    return told.get(event.what or "", "")


def _turn_started(game: Game, event: shared.TurnStarted) -> str:
    by = name_of(game, event.by)
    return f"待っていた{by}が動く。" if "M-10.2" in event.clauses else f"{by}の番。"


def _ability_used(game: Game, event: ev.AbilityUsed) -> str:
    ability = next((a.name for a in game.characters[event.by].abilities if a.id == event.ability), event.ability)
    return f"{name_of(game, event.by)}は《{ability}》を使った。"


def _item_used(game: Game, event: ev.ItemUsed) -> str:
    item = next((i.name for i in game.characters[event.by].items if i.id == event.item), event.item)
    return f"{name_of(game, event.by)}は{item}を使った（残り{event.left}）。"


def _action_read(game: Game, event: ev.ActionRead) -> str:
    del game
    match event.how:
        case "rolled":
            return f"出目は{event.face}、〈{event.action}〉。"
        case "rerolled":
            return f"振り直して{event.face}、〈{event.action}〉。"
        case "shifted":
            return f"出目を{event.face}にずらし、〈{event.action}〉。"


def _covered(game: Game, event: ev.Covered) -> str:
    by, target = name_of(game, event.by), name_of(game, event.target)
    return f"{by}が{target}の前に飛び出した。" + ("二人分を引き受ける覚悟だ。" if event.doubled else "")


def _damaged(game: Game, event: ev.Damaged) -> str:
    if event.amount == 0:
        return "守りに阻まれた。"
    return f"{name_of(game, event.target)}は{event.amount}点のダメージを受けた（残りＨＰ{event.hp}）。"


def _performed(game: Game, event: ev.Performed) -> str:
    by = name_of(game, event.by)
    match event.kind:
        case "defence":
            return f"{by}は〈{event.action}〉で守りを固めた。"
        case "evade":
            return f"{by}は〈{event.action}〉に集中する。"
        case "support":
            return f"{by}の〈{event.action}〉が{joined(game, event.targets)}に及ぶ。"
        case "breathe":
            return f"{by}は〈{event.action}〉で息を整えた。"


def _ended(game: Game, event: shared.Ended) -> str:
    if event.winner is not None:
        up = joined(game, [c.id for c in game.standing() if c.side == event.winner])
        return f"戦いは終わった。立っているのは{up}だけだった。"
    return "戦いは終わった。"


TELL: Mapping[type[Event], Callable[[Game, Any], str]] = {
    **TELL_SHARED,
    ev.Opened: lambda g, _: f"{side_name(g, 'pc')}の前に、{side_name(g, 'npc')}が立ちはだかる。",
    shared.Ruled: ruled(WORDS),
    shared.RoundStarted: lambda _, e: f"――第{e.round}ターン。",
    shared.StageStarted: _stage_started,
    shared.Passed: _passed,
    shared.CalledOff: lambda _g, _e: "その行動は途切れた。",
    shared.TurnStarted: _turn_started,
    shared.TurnEnded: lambda _g, _e: "",
    shared.Ended: _ended,
    ev.RowChanged: lambda g, e: f"{name_of(g, e.by)}は{ROWS[e.to]}に移った。",
    ev.AbilityUsed: _ability_used,
    ev.ItemUsed: _item_used,
    ev.OrderArranged: lambda g, e: f"{joined(g, e.order)}の順で動くと決めた。",
    ev.OrderDecided: lambda g, e: f"動くのは{joined(g, e.order)}の順だ。",
    ev.Waited: lambda g, e: f"{name_of(g, e.by)}は機をうかがって待つ。",
    ev.ActionRead: _action_read,
    ev.WitChanged: lambda g, e: f"{name_of(g, e.target)}の機転は{e.wit}になった。",
    ev.MpChanged: lambda g, e: f"{name_of(g, e.target)}のＭＰは{e.mp}になった。",
    ev.Alerted: lambda g, e: f"〈{e.action}〉には力が足りない。{name_of(g, e.by)}はあたりを警戒した。",
    ev.ActionWasted: lambda _g, e: f"〈{e.action}〉の届く相手がいない。",
    ev.Attacked: lambda g, e: f"{name_of(g, e.by)}の〈{e.action}〉が{joined(g, e.targets)}を襲う。",
    ev.CoverOffered: lambda g, e: f"{joined(g, e.to)}には割って入る隙がある。",
    ev.Covered: _covered,
    ev.AttackTaken: lambda _g, _e: "",
    ev.Checked: lambda g, e: f"{name_of(g, e.by)}の回避は{e.total}。",
    ev.Evaded: lambda g, e: f"{name_of(g, e.by)}は攻撃をかわした。",
    ev.Damaged: _damaged,
    ev.Healed: lambda g, e: f"{name_of(g, e.target)}のＨＰが{e.amount}点戻った（{e.hp}）。",
    ev.Fell: lambda g, e: f"{name_of(g, e.target)}は力尽きて倒れた。",
    ev.Performed: _performed,
    ev.BonusGained: lambda g, e: f"{name_of(g, e.target)}の{STATS[e.stat]}が{e.amount}変わった。",
    ev.BonusEnded: lambda g, e: f"{name_of(g, e.target)}の{STATS[e.stat]}がもとに戻った。",
    ev.EvadingStarted: lambda _g, _e: "",
    ev.EvadingEnded: lambda g, e: f"{name_of(g, e.by)}は身をかわす構えを解いた。",
    ev.RulingAwaited: lambda _g, _e: "何が起こるかはＧＭに委ねられた。",
}
