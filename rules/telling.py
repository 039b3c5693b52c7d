"""How what every system shares is told in Japanese."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from senki.rules import events as ev
from senki.rules.game import Game
from senki.rules.message import Event
from senki.rules.table import GM
from senki.rules.visible import likeness, told_apart
from senki.rules.words import SHARED, Words

SEATS: Mapping[str, str] = {GM: "ＧＭ", "spectator": "観戦席"}
"""What the seats are called that every battle has."""


def called(game: Game) -> dict[str, str]:
    """What the characters are called: by their names, told apart where some are alike."""
    return told_apart({id: it.name for id, it in game.characters.items()}, tuple(SEATS.values()))


def name_of(game: Game, who: str) -> str:
    """What a character, or a seat, is called."""
    character = game.characters.get(who)
    if character is None:
        return SEATS.get(who, who)
    alike = likeness(character.name)
    others = (*(likeness(it.name) for it in game.characters.values()), *map(likeness, SEATS.values()))
    return character.name if others.count(alike) == 1 else called(game)[who]


def placed(places: Iterable[str], names: Mapping[str, str]) -> dict[str, str]:
    """Names of ids by the fields in which they stand: one id may mean two things."""
    return {f"{place}:{id}": name for place in places for id, name in names.items()}


def people(game: Game, *places: str) -> dict[str, str]:
    """The names of the characters, anywhere, and before all else in these fields."""
    names = called(game)
    return {**names, **placed(("by", *places), names)}


def joined(game: Game, ids: Iterable[str]) -> str:
    """Names in a row."""
    return "、".join(name_of(game, id) for id in ids)


def throws_told(event: ev.Rolled) -> str:
    """The faces of a roll, throw by throw."""
    return "、".join("・".join(map(str, faces)) for faces in (event.faces, *(throw.faces for throw in event.more)))


def _tallied(game: Game, event: ev.Tallied) -> str:
    purpose = f"（{event.purpose}）" if event.purpose else ""
    secret = "（シークレットダイス）" if event.secret else ""
    return f"{name_of(game, event.by)}のダイス{purpose}{secret}：{event.text}"


INNER_QUOTES = str.maketrans("「」", "『』")


def _said(game: Game, event: ev.Said) -> str:
    """Whoever speaks as somebody else stands beside it; what is quoted within a speech never ends it."""
    by = name_of(game, event.by)
    channel = f"〔{event.channel}〕" if event.channel else ""
    own = event.speaker is None or likeness(event.speaker) == likeness(by)
    who = by if own else f"{event.speaker}（{by}）"
    return f"{channel}{who}「{event.text.translate(INNER_QUOTES)}」"


def meant(event: ev.Ruled | ev.Rewound) -> str:
    """What the GM means by a correction, and what it gave to whoever lost by it."""
    intent = f"　意図：{event.intent}" if event.intent else ""
    return intent + (f"　埋め合わせ：{event.given}" if event.given else "")


def ruled(words: Words) -> Callable[[Any, ev.Ruled], str]:
    """How a ruling is told in a system's words: its reason, and each value that was set."""
    return lambda game, event: told_ruling(words, game, event)


def told_ruling(words: Words, game: Game, event: ev.Ruled) -> str:
    """A ruling in the table's words."""
    changes = "、".join(changed(words, game, change.path, change.to) for change in event.changes)
    return f"ＧＭの裁定：{event.reason}" + (f"（{changes}）" if changes else "") + meant(event)


def changed(words: Words, game: Game, path: str, to: object) -> str:
    """One value that was set: where, and to what."""
    steps = [step for step in path.split(".") if not step.isdecimal()]
    last, at = steps[-1], above(game, steps, len(steps) - 1)
    if at == "options" and last in words.options:
        option = words.options[last]
        answer = str(to).lower() if isinstance(to, bool) else str(to)
        return f"{words.field('options')}の{option.title}を「{option.values.get(answer, answer)}」に"
    where = "の".join(step_told(words, game, steps, n) for n in range(len(steps)) if steps[n] not in UNTOLD_STEPS)
    return f"{where}を{value_told(words, game, last, at, to)}に"


UNTOLD_STEPS = frozenset({"characters", "fights", "distances"})


def above(game: Game, steps: Sequence[str], place: int) -> str:
    """What a step of a path stands in: the nearest field, not whose it is."""
    return next((step for step in reversed(steps[:place]) if step not in game.characters), "")


def step_told(words: Words, game: Game, steps: Sequence[str], place: int) -> str:
    """A step of a path: a character, a field, or a word of the table."""
    step, at = steps[place], above(game, steps, place)
    return called(game)[step] if step in game.characters else words.value(at, step) or words.field(step, at)


def value_told(words: Words, game: Game, field: str, at: str, to: object) -> str:
    """A value that a field was set to."""
    if isinstance(to, bool):
        return "はい" if to else "いいえ"
    if isinstance(to, (list, tuple)):
        return "、".join(value_told(words, game, field, at, one) for one in cast("list[object]", to)) or "なし"
    if isinstance(to, str):
        return words.value(field, to, at) or (called(game)[to] if to in game.characters else to)
    return "なし" if to is None else str(to)


TELL_SHARED: Mapping[type[Event], Callable[[Any, Any], str]] = {
    ev.Declared: lambda _g, _e: "",
    ev.Began: lambda _g, _e: "",
    ev.BookOpened: lambda _g, e: f"封筒の束が新しくなった（{e.book}冊目）。",
    ev.Rolled: lambda g, e: f"{name_of(g, e.by)}の出目は{throws_told(e)}。",
    ev.Ruled: ruled(SHARED),
    ev.Rewound: lambda _g, e: f"ＧＭは{e.to}番の場面まで巻き戻した：{e.reason}{meant(e)}",
    ev.Disputed: lambda g, e: f"{name_of(g, e.by)}が{e.seq}番に異議を唱えた：{e.claim}",
    ev.Settled: lambda _g, e: f"{e.dispute}番の異議は{_verdict(e)}：{e.reason}",
    ev.WordsGiven: lambda g, e: f"{name_of(g, e.seat)}が運に言葉を預けた：「{e.text}」",
    ev.Tallied: _tallied,
    ev.Shown: lambda g, e: f"{name_of(g, e.by)}が{e.seq}番の秘密を明かした。",
    ev.DiceAwaited: lambda g, e: f"すべて明かされた。{name_of(g, e.by)}の出目を待つ。",
    ev.DiceGiven: lambda g, e: f"{name_of(g, e.by)}が出目を伝えた。",
    ev.Said: _said,
    ev.Annotated: lambda g, e: f"{name_of(g, e.by)}の注記（{e.seq}番）：{e.text}",
    ev.Remarked: lambda g, e: f"{name_of(g, e.by)}の感想（{e.seq}番）：{e.text}",
    ev.Ended: lambda _g, _e: "戦いは終わった。",
}


def _verdict(event: ev.Settled) -> str:
    return "元の裁定どおりとなった" if event.verdict == "upheld" else "認められ、裁定が覆った"
