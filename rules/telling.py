"""How what every system shares is told in Japanese."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from rules import events as ev
from rules.message import Event
from rules.rulebook import Game
from rules.table import GM


def name_of(game: Game, who: str) -> str:
    """What a character, or a seat, is called."""
    if who == GM:
        return "ＧＭ"
    character = game.characters.get(who)
    return who if character is None else character.name


def joined(game: Game, ids: Iterable[str]) -> str:
    """Names in a row."""
    return "、".join(name_of(game, id) for id in ids)


def _tallied(game: Game, event: ev.Tallied) -> str:
    purpose = f"（{event.purpose}）" if event.purpose else ""
    secret = "（シークレットダイス）" if event.secret else ""
    return f"{name_of(game, event.by)}のダイス{purpose}{secret}：{event.text}"


def _said(game: Game, event: ev.Said) -> str:
    return f"{event.speaker or name_of(game, event.by)}「{event.text}」"


def _ruled(game: Game, event: ev.Ruled) -> str:
    changes = "、".join(f"{_path(game, c.path)}は{_value(game, c.to)}に" for c in event.changes)
    return f"ＧＭの裁定：{event.reason}" + (f"（{changes}）" if changes else "")


def _path(game: Game, path: str) -> str:
    steps = path.split(".")
    return "の".join(name_of(game, s) for s in steps[1:]) if steps[0] == "characters" else path


def _value(game: Game, value: object) -> str:
    if isinstance(value, bool):
        return "はい" if value else "いいえ"
    if isinstance(value, str):
        return name_of(game, value)
    if isinstance(value, (list, tuple)):
        return "、".join(_value(game, v) for v in cast("list[object]", value)) or "なし"
    return "なし" if value is None else str(value)


TELL_SHARED: Mapping[type[Event], Callable[[Any, Any], str]] = {
    ev.Declared: lambda _g, _e: "",
    ev.Began: lambda _g, _e: "",
    ev.BookOpened: lambda _g, e: f"封筒の束が新しくなった（{e.book}冊目）。",
    ev.Rolled: lambda g, e: f"{name_of(g, e.by)}の出目は{'・'.join(str(f) for f in e.faces)}。",
    ev.Ruled: _ruled,
    ev.Rewound: lambda _g, e: f"ＧＭは{e.to}番の場面まで巻き戻した：{e.reason}",
    ev.Disputed: lambda g, e: f"{name_of(g, e.by)}が{e.seq}番に異議を唱えた：{e.claim}",
    ev.Settled: lambda _g, e: f"{e.dispute}番の異議は{_verdict(e)}：{e.reason}",
    ev.WordsGiven: lambda g, e: f"{name_of(g, e.seat)}が運に言葉を預けた：「{e.text}」",
    ev.Tallied: _tallied,
    ev.Shown: lambda g, e: f"{name_of(g, e.by)}が{e.seq}番のシークレットダイスを明かした。",
    ev.Said: _said,
    ev.Annotated: lambda g, e: f"{name_of(g, e.by)}の注記（{e.seq}番）：{e.text}",
    ev.Ended: lambda _g, _e: "戦いは終わった。",
}


def _verdict(event: ev.Settled) -> str:
    return "元の裁定どおりとなった" if event.verdict == "upheld" else "認められ、裁定が覆った"
