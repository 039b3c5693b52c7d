"""A persona battle told in Japanese: one sentence an event (persona.md, "Telling it")."""

from collections.abc import Callable, Mapping
from typing import Any

from senki.rules import events as shared
from senki.rules.cards import CARDS, SUIT_NAMES, mark, reading
from senki.rules.message import Event
from senki.rules.persona import events as ev
from senki.rules.persona.state import Game
from senki.rules.persona.words import DIFFICULTY_NAMES, SPELL_NAMES, WORDS
from senki.rules.telling import TELL_SHARED, joined, name_of, people, placed, ruled

CARD_NAMES = placed(("card", "cards"), {card: mark(card) for card in CARDS}) | {"card:null": "札を使わない"}


PEOPLE = ("target", "after", "order", "to")
"""Where a declaration names characters."""


def names(game: Game) -> dict[str, str]:
    """What the ids of this battle are called at the table: characters, cards, and the personas of each."""
    found = {**CARD_NAMES, **people(game, *PEOPLE)}
    for character in game.characters.values():
        masks = {str(place): persona_name(game, character.id, place) for place in range(len(character.personas))}
        found |= placed((f"{character.id}.persona",), masks)
    return found


def read(cards: tuple[str, ...]) -> str:
    """Cards in a row, as they are read aloud."""
    return "、".join(map(reading, cards))


def persona_name(game: Game, id: str, place: int) -> str:
    """What a persona is called."""
    persona = game.characters[id].personas[place]
    return persona.name or f"{SUIT_NAMES[persona.suit]}のペルソナ"


def _hit(game: Game, event: ev.Hit) -> str:
    card, target = reading(event.card), name_of(game, event.target)
    if event.terms[1].value > 1:
        return f"数値が並んだ。クリティカル！ {target}に{event.damage}点のダメージ。"
    if event.damage == 0:
        return f"{card}は{target}をとらえたが、傷ひとつ負わせられない。"
    return f"{card}が{target}をとらえた。{event.damage}点のダメージ。"


def _fell(game: Game, event: ev.Fell) -> str:
    told: dict[str, str] = {
        "near_death": "は瀕死に陥った。",
        "unable": "は行動不能になった。",
        "vanished": "は消滅した。",
        "dead": "は命を落とした。",
    }
    return name_of(game, event.target) + told[event.condition]


def _cast(game: Game, event: ev.Cast) -> str:
    by, spell = name_of(game, event.by), event.name or SPELL_NAMES[event.spell]
    return f"{by}は{spell}を唱えた。" if event.card is None else f"{by}は{reading(event.card)}を捨て、{spell}を唱えた。"


def _check_made(game: Game, event: ev.CheckMade) -> str:
    difficulty = DIFFICULTY_NAMES[event.difficulty]
    return f"{name_of(game, event.by)}は{reading(event.card)}を出し、難易度「{difficulty}」の判定に挑む。"


def _called(game: Game, event: ev.Called) -> str:
    return f"GMは{name_of(game, event.by)}に難易度「{DIFFICULTY_NAMES[event.difficulty]}」の判定を求めた。"


def _ended(game: Game, event: shared.Ended) -> str:
    if event.winner is None:
        return "戦いは終わった。"
    side = joined(game, [c.id for c in game.characters.values() if c.side == event.winner])
    return f"{side}の勝利。戦いは終わった。"


def _rested(game: Game, event: ev.Rested) -> str:
    if not event.granted:
        return "休む間もない。"
    if not event.targets:
        return "息を整える者は、もう残っていなかった。"
    return f"{joined(game, event.targets)}は息を整え、手札が5枚に戻った。"


def _stage_started(game: Game, event: shared.StageStarted) -> str:
    """Who must answer is told by what is awaited; only what holds the tale up is told here."""
    told = {
        "discard": f"{joined(game, event.queue)}は余ったカードを手放さなければならない。",
        "judge": "成否はGMに委ねられた。",
        "call": "どうなるかはGMに委ねられた。",
        "rest": "休む間はあるだろうか。",
    }
    return told.get(event.stage, "")


TELL: Mapping[type[Event], Callable[[Game, Any], str]] = {
    **TELL_SHARED,
    shared.Ruled: ruled(WORDS),
    shared.Began: lambda _g, _e: "戦いの火蓋が切られた。",
    shared.Ended: _ended,
    ev.Opened: lambda g, _: (
        "と、".join(joined(g, [c.id for c in g.characters.values() if c.side == side]) for side in ("pc", "npc"))
        + "が対峙した。"
    ),
    shared.RoundStarted: lambda g, e: f"第{e.round}ターン。{joined(g, e.order)}の順に動く。",
    shared.TurnStarted: lambda g, e: f"{name_of(g, e.by)}の手番。",
    shared.TurnEnded: lambda _g, _e: "",
    shared.StageStarted: _stage_started,
    shared.Drawn: lambda g, e: f"{name_of(g, e.to)}は山札から{e.count}枚引いた。",
    shared.Dealt: lambda _g, e: f"引いたのは{read(e.cards)}。",
    shared.Revealed: lambda g, e: f"{name_of(g, e.by)}のカードは{read(e.cards)}。",
    shared.Reshuffled: lambda _g, _e: "山札が尽き、捨て札を切り直した。",
    ev.NotDrawn: lambda g, e: f"山札が尽き、{name_of(g, e.to)}は{e.count}枚引けなかった。",
    shared.Passed: lambda g, e: f"{name_of(g, e.by)}は動かない。",
    ev.Arranged: lambda g, e: f"同じレベルの者どうしで順番を入れ替え、{joined(g, e.order)}の順に動くことになった。",
    ev.Delayed: lambda g, e: f"{name_of(g, e.by)}は様子をうかがい、{name_of(g, e.after)}の後に動くことにした。",
    ev.CardsLaid: lambda _g, _e: "",
    ev.AttackLaid: lambda g, e: f"{name_of(g, e.by)}は{name_of(g, e.target)}を狙い、カードを{e.count}枚伏せた。",
    ev.DefenceLaid: lambda g, e: f"{name_of(g, e.by)}は防御カードを{e.count}枚伏せて身構える。",
    ev.Defenceless: lambda g, e: f"{name_of(g, e.by)}は身を守ることもできない。",
    ev.CardByCard: lambda g, e: f"{name_of(g, e.by)}のカードは、一枚ずつ襲いかかる。",
    ev.NextCard: lambda g, e: f"{name_of(g, e.by)}の{e.place + 1}枚目のカードが続く。",
    ev.Evaded: lambda g, e: f"{name_of(g, e.target)}は{reading(e.seen_with)}で{reading(e.card)}の攻撃を見切った。",
    ev.Nullified: lambda g, e: f"{reading(e.card)}の攻撃は、{name_of(g, e.target)}のペルソナに無効化された。",
    ev.Hit: _hit,
    ev.AllTarget: lambda g, e: f"攻撃は全体に広がり、{joined(g, e.targets)}をも襲う。",
    ev.Damaged: lambda g, e: f"{name_of(g, e.target)}の手札は{e.hand_limit}枚に減った。",
    ev.Fell: _fell,
    ev.AttackEnded: lambda _g, _e: "",
    ev.Discarded: lambda g, e: f"{name_of(g, e.by)}は{read(e.cards)}を手放した。",
    ev.Cast: _cast,
    ev.Healed: lambda g, e: f"{name_of(g, e.target)}の手札が{e.hand_limit}枚に回復した。",
    ev.Revived: lambda g, e: f"{name_of(g, e.target)}が息を吹き返した。手札は{e.hand_limit}枚。",
    ev.Recovered: lambda g, e: f"{name_of(g, e.target)}は再び動けるようになった。",
    ev.PersonaChanged: lambda g, e: (
        f"{name_of(g, e.by)}はペルソナを{persona_name(g, e.by, e.persona)}に替えた。"
        f"{SUIT_NAMES[e.suit]}、レベル{e.level}。"
    ),
    ev.Exchanged: lambda g, e: f"{name_of(g, e.by)}は手札を{len(e.cards)}枚入れ替えた。",
    ev.CheckMade: _check_made,
    ev.CheckResolved: lambda _g, e: "判定は成功。" if e.success else "判定は失敗に終わった。",
    ev.ResistanceCalled: lambda g, e: f"{name_of(g, e.by)}は{name_of(g, e.target)}に抗う。",
    ev.Left: lambda g, e: f"{name_of(g, e.target)}は敵意を解き、去っていった。",
    ev.Incapacitated: lambda g, e: f"{name_of(g, e.target)}は{name_of(g, e.by)}に取り押さえられ、動けなくなった。",
    ev.Fled: lambda g, e: f"{name_of(g, e.by)}は戦いの場から逃げ延びた。",
    ev.Surrendered: lambda g, e: f"{name_of(g, e.by)}は降伏した。",
    ev.Attempted: lambda g, e: f"{name_of(g, e.by)}は行動を起こした。「{e.text}」",
    ev.Called: _called,
    ev.Judged: lambda _g, e: "その試みは実を結んだ。" if e.success else "その試みは実らなかった。",
    ev.Rested: _rested,
    ev.HourPassed: lambda _g, _e: "一時間が過ぎた。",
    ev.HandShown: lambda g, e: f"{name_of(g, e.by)}は{joined(g, e.to)}に手札を見せた。",
}
