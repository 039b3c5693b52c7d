"""An hms battle told in Japanese: one sentence an event (hms.md, "Telling it")."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from senki.rules import events as shared
from senki.rules.hms import events as ev
from senki.rules.hms.state import Game
from senki.rules.hms.words import BANDS, WORDS
from senki.rules.message import Event
from senki.rules.telling import TELL_SHARED, joined, name_of, people, ruled

PEOPLE = ("target", "targets", "before", "with")
"""Where a declaration names characters."""


def names(game: Game) -> dict[str, str]:
    """What ids of this battle are called at the table."""
    found: dict[str, str] = {}
    known: list[tuple[str, str, str]] = [("skill", s.id, s.name) for s in game.skills]
    for character in game.characters.values():
        known += [("weapon", w.id, w.name) for w in character.weapons]
        known += [("special", s.id, s.name) for s in character.specials]
    for place, id, name in known:
        found |= {id: name, f"{place}:{id}": name}
    return found | people(game, *PEOPLE)


def skill_name(game: Game, id: str) -> str:
    """What a skill is called."""
    return next((s.name for s in game.skills if s.id == id), id)


def team_name(game: Game, team: str | None) -> str:
    """A team by the names of its members."""
    return joined(game, [c.id for c in game.characters.values() if c.team == team])


def _passed(game: Game, event: shared.Passed) -> str:
    by = name_of(game, event.by)
    if event.why is not None:
        return ""
    told = {
        "go": f"{by}は様子を見る。",
        "block": f"{by}は動きを見送った。",
        "reroll": f"{by}は出目をそのまま受け入れた。",
        "flight": f"{by}は踏みとどまる。",
        "pursuit": f"{by}は追わない。",
    }
    return told.get(event.what or "", "")


def _round_started(game: Game, event: shared.RoundStarted) -> str:
    if len(game.fights) > 1:
        return f"――{event.fight}つ目の戦場、第{event.round}ラウンド。"
    return f"――第{event.round}ラウンド。"


def _checked(game: Game, event: ev.Checked) -> str:
    if event.success is None:
        return "互角だ、もう一度。"
    actor = sum(t.value for t in event.terms[:2])
    target = -sum(t.value for t in event.terms[2:])
    return f"{name_of(game, event.by)}は{actor}、{name_of(game, event.target)}は{target}。"


def _attacked(game: Game, event: ev.Attacked) -> str:
    weapons = game.characters[event.by].weapons
    weapon = next((w.name for w in weapons if w.id == event.weapon), event.weapon)
    return f"{name_of(game, event.by)}は{weapon}で{name_of(game, event.target)}に打ちかかった。"


def _damaged(game: Game, event: ev.Damaged) -> str:
    if event.amount == 0:
        worn = any(t.label == "armour" and t.value for t in event.terms)
        return "防具がすべて受け止めた。" if worn else f"{name_of(game, event.target)}は無傷だった。"
    return f"{name_of(game, event.target)}は{event.amount}点の傷を負った（残りＨＰ{event.hp}）。"


def _special_used(game: Game, event: ev.SpecialUsed) -> str:
    special = next((s.name for s in game.characters[event.by].specials if s.id == event.special), event.special)
    return f"{name_of(game, event.by)}は「{special}」を使った。"


def _flight_declared(game: Game, event: ev.FlightDeclared) -> str:
    together = "" if event.group == event.by else f"{name_of(game, event.group)}とともに"
    return f"{name_of(game, event.by)}は{together}背を向けて逃げ出した。"


def _fight_ended(game: Game, event: ev.FightEnded) -> str:
    here = game.fights[event.fight - 1].characters
    left = [i for i in here if game.characters[i].active]
    elsewhere = any(c.active and c.id not in here for c in game.characters.values())
    place = "この戦場で" if elsewhere else ""
    match event.reason:
        case "annihilated" if left:
            return f"{place}立っているのは{joined(game, left)}だけだった。"
        case "annihilated":
            return f"{place}立っている者は誰もいなかった。"
        case "fled" if left:
            return f"{'この戦場に' if elsewhere else ''}敵の姿はもうない。"
        case "fled":
            return f"{'この戦場に' if elsewhere else ''}残った者は誰もいない。"
        case "surrendered":
            goes_on = any(not f.over for f in game.fights if f.id != event.fight)
            return f"{'この戦場の' if goes_on else ''}戦いは降伏で終わった。"
        case "split":
            return "戦場は散り散りになった。"


def _skills_revealed(game: Game, event: ev.SkillsRevealed) -> str:
    teams = {game.characters[choice.by].team for choice in event.skills}
    return f"{'双方' if len(teams) == 2 else 'それぞれ'}の手の内が明かされる。"  # noqa: PLR2004 - two sides face each other


def _stage_started(game: Game, event: shared.StageStarted) -> str:
    del game
    if event.stage == "flight":
        return "ラウンドが終わり、退くかどうかの時が来た。"
    return "逃げる者を追うのは誰か。"


TELL: Mapping[type[Event], Callable[[Game, Any], str]] = {
    **TELL_SHARED,
    shared.Ruled: ruled(WORDS),
    ev.Opened: lambda g, _: f"{team_line(g)}が向かい合った。",
    ev.DistanceDeclared: lambda _, e: f"戦いは{BANDS[e.distance]}から始まる。",
    shared.RoundStarted: _round_started,
    shared.StageStarted: _stage_started,
    shared.Passed: _passed,
    shared.CalledOff: lambda _g, _e: "その応酬は途切れた。",
    shared.TurnStarted: lambda g, e: f"{name_of(g, e.by)}の番。",
    shared.TurnEnded: lambda _g, _e: "",
    ev.SkillCommitted: lambda g, e: f"{name_of(g, e.by)}は狙いを決めた。",
    ev.SkillDeclared: lambda g, e: f"{name_of(g, e.by)}は〈{skill_name(g, e.skill)}〉で戦うことにした。",
    ev.SkillsRevealed: _skills_revealed,
    ev.OrderDecided: lambda g, e: f"動くのは{joined(g, e.order)}の順だ。",
    ev.MoveDeclared: lambda g, e: f"{name_of(g, e.by)}は{BANDS[e.origin]}から{BANDS[e.to]}へ動こうとする。",
    ev.BlockOffered: lambda g, e: f"{joined(g, e.to)}がその行く手をうかがう。",
    ev.BlockBarred: lambda g, e: f"{joined(g, e.to)}は、遠ざかる移動の阻止をこのラウンドにもう試みている。",
    ev.Checked: _checked,
    ev.MoveBlocked: lambda g, e: f"{name_of(g, e.by)}が行く手をふさぎ、{name_of(g, e.target)}は動けなかった。",
    ev.BlockFailed: lambda g, e: f"{name_of(g, e.by)}は止めようとしたが、{name_of(g, e.target)}はすり抜けた。",
    ev.Moved: lambda g, e: f"{name_of(g, e.by)}は{BANDS[e.to]}に移った。",
    ev.Attacked: _attacked,
    ev.RerollOffered: lambda g, e: f"{name_of(g, e.to)}は身構えている。",
    ev.RerollDemanded: lambda g, e: f"守りを固めていた{name_of(g, e.by)}が、{name_of(g, e.of)}に振り直しを求める。",
    ev.Hit: lambda g, e: f"{name_of(g, e.target)}に命中した。",
    ev.Missed: lambda g, e: f"{name_of(g, e.target)}はそれをかわした。",
    ev.Damaged: _damaged,
    ev.Healed: lambda g, e: f"{name_of(g, e.target)}の傷が{e.amount}点癒えた（ＨＰ{e.hp}）。",
    ev.Fell: lambda g, e: f"{name_of(g, e.target)}は倒れ、もう動けない。",
    ev.Defended: lambda g, e: f"{name_of(g, e.by)}は守りに徹した。",
    ev.Interrupted: lambda g, e: f"{name_of(g, e.by)}は機をうかがい、{name_of(g, e.before)}の直前まで待つと告げた。",
    ev.SpecialUsed: _special_used,
    ev.RulingAwaited: lambda _g, _e: "何が起こるかはＧＭに委ねられた。",
    ev.FlightDeclared: _flight_declared,
    ev.PursuitDeclared: lambda g, e: f"{name_of(g, e.by)}が{name_of(g, e.target)}を追う。",
    ev.Caught: lambda g, e: f"{name_of(g, e.by)}は{name_of(g, e.target)}に追いついた。",
    ev.ShakenOff: lambda g, e: f"{name_of(g, e.by)}は{name_of(g, e.target)}を見失った。",
    ev.Escaped: lambda g, e: f"{name_of(g, e.by)}は逃げおおせた。",
    ev.FightStarted: lambda g, e: f"{facing(g, e.characters)}の戦いが、{BANDS[e.distance]}で新たに始まる。",
    ev.FightEnded: _fight_ended,
    ev.Surrendered: lambda g, e: f"{name_of(g, e.by)}は武器を捨て、降伏した。",
}


def facing(game: Game, ids: Sequence[str]) -> str:
    """The teams of a fight, side by side."""
    teams = dict.fromkeys(game.characters[i].team for i in ids)
    return "と".join(joined(game, [i for i in ids if game.characters[i].team == team]) for team in teams)


def team_line(game: Game) -> str:
    """The teams that face each other, by the names of their members."""
    teams = dict.fromkeys(c.team for c in game.characters.values())
    return "と、".join(team_name(game, team) for team in teams)
