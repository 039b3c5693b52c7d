"""Deciding: from what a seat says to the events of one unit. What all systems share stands here, once."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from unicodedata import normalize

import msgspec

from rules import declarations as dec
from rules import events as ev
from rules.codec import Json, codec, encode
from rules.declarations import GM_ONLY
from rules.message import Declaration, type_of
from rules.notation import NotationError, parse
from rules.rejection import Rejection, require
from rules.rulebook import (
    NO_PAST,
    OPENLY,
    Battle,
    Decision,
    Game,
    Happened,
    Opening,
    Past,
    Recorder,
    RuleSystem,
    Ruling,
    Said,
    audience_of,
    begin_battle,
    fold,
    seats_for,
)
from rules.table import GM, Audience, roll_label

G = TypeVar("G", bound=Game)

Seats = dict[str, tuple[str, ...]]
MOST_SEAT = 64


def open_battle(
    system: RuleSystem[G],
    given: Json,
    *,
    fingerprint: str = "",
    chance: ev.ChanceSource | None = None,
    title: str | None = None,
) -> Decision[G]:
    """Open a battle.

    Args:
        system: the rules.
        given: what `open` takes (options, characters, the system's own), and `seats` where they are not the usual.
        fingerprint: of the rules' code, so that an old battle can be told from one under today's rules.
        chance: where dice come from; handed in with declarations unless said otherwise.
        title: what people call this battle.

    Returns:
        The unit of events that opens it, and the battle after it.

    Raises:
        Rejection: what is given does not make a battle.
    """
    fields = {name: value for name, value in given.items() if name not in {"system", "seats"}}
    setup = codec(system).setup(fields)
    require(
        all(c.id != GM for c in setup.characters),
        "illegal_value",
        f"「{GM}」はＧＭの席の名です。別のidにしてください。",
    )
    try:
        seats = msgspec.convert(given.get("seats"), Seats | None)
    except msgspec.ValidationError:
        raise Rejection("malformed", '席は {"席の名": ["キャラクターのid"]} の形で書いてください。') from None
    for seat in seats or ():
        require(is_seat(seat), "malformed", f"席の名「{seat[:MOST_SEAT]}」は使えません。{SEAT_FORM}")
    opening = Opening(
        fingerprint,
        chance or ev.ChanceSource(kind="entered"),
        seats_for({c.id: c for c in setup.characters}, seats),
        title,
    )
    events = system.open(setup, opening)
    opened = next(events)
    if not isinstance(opened, ev.OpenedHead):
        msg = f"{system.id} opens with {type(opened).__name__}"
        raise TypeError(msg)
    battle = begin_battle(system, opened)
    happened = [Happened(opened, None)]
    for event in events:
        battle = fold(system, battle, event)
        happened.append(Happened(event, audience_of(system, battle, event, OPENLY)))
    return Decision(tuple(happened), battle)


SEAT_FORM = f"文字か数字で始まる{MOST_SEAT}字までの名にしてください（「/」と見えない文字は使えません）。"


def is_seat(name: str) -> bool:
    """Whether a seat may be called so: it stands in addresses, logs and lists, and people tell seats apart by it."""
    fits = 0 < len(name) <= MOST_SEAT and (name[0].isalnum() or name[0] == "_")
    return fits and name.isprintable() and name == normalize("NFC", name).strip() and not set(name) & set("/\\?#%")


def decide(
    system: RuleSystem[G],
    battle: Battle[G],
    it: Declaration,
    chance: Any,  # noqa: ANN401 - a rules.chance.Chance
    *,
    seat: str | None = None,
    past: Past = NO_PAST,
) -> Decision[G]:
    """Decide a declaration.

    Args:
        system: the rules.
        battle: the battle as it stands.
        it: what is declared.
        chance: where dice and cards come from.
        seat: who declares; without it, whoever plays the character (or the GM).
        past: the battle at earlier moments, for a rewind.

    Returns:
        The events of one unit, `declared` first, and the battle after them. Same arguments, same bytes.

    Raises:
        Rejection: nothing happens.
    """
    game = battle.game
    if seat is None:
        seat = GM if it.by is None else battle.table.seat_of(it.by)
    kind = type(it)
    if it.by is None or kind in GM_ONLY or kind in system.gm_only or battle.table.seat_of(it.by) != seat:
        admit_seat(system, battle, it, seat)
    shared = SHARED.get(kind)
    said = OPENLY
    if shared is None:
        system.admit(game, it)
        ruling = system.decide[kind](game, it, chance)
        secret = system.declared_secrecy(game, it)
        if secret is not None:
            said = Said(declared=battle.table.audience(secret, battle.seq + 1))
    else:
        if it.by is not None:
            require(it.by in game.characters, "unknown_character", f"「{it.by}」というキャラクターはいません。")
        ruling = shared(system, battle, it, chance, seat)
        if isinstance(it, dec.Roll) and _is_secret(it):
            own = Audience((seat,), roll_label(battle.seq + 1))
            said = Said(declared=own, dice=own)
        if isinstance(it, dec.Rewind):
            _known_moment(battle, it, past)
    recorder: Recorder[G] = Recorder(system, battle, past, said)
    recorder.record(ev.Declared(by=it.by or seat, declaration=msgspec.Raw(encode(it))))
    try:
        recorder.drive(ruling, chance)
    except Rejection as rejection:
        if rejection.code == "bad_rolls" and is_blind(system, game, kind):
            raise Rejection("bad_rolls", BLIND) from None
        raise
    return Decision(tuple(recorder.happened), recorder.battle)


BLIND = "出目か札が合いません。何が要るかは、伏せられたものが明かされるまで言えません。"


def is_blind(system: RuleSystem[G], game: G, kind: type[Declaration]) -> bool:
    """Whether missing dice would tell of what others have hidden: of such an answer, or of a ruling amid them."""
    if kind is not dec.Rule or not system.blind:
        return kind in system.blind
    hidden = {type_of(t) for t in system.blind}
    return any(hidden.intersection(awaited.types) for awaited in system.awaiting(game))


def admit_seat(system: RuleSystem[G], battle: Battle[G], it: Declaration, seat: str) -> None:
    """Whether a seat may make this declaration at all.

    Raises:
        Rejection: `unknown_character`, `gm_only`, `not_your_seat`.
    """
    if it.by is not None and it.by not in battle.game.characters:
        raise Rejection("unknown_character", f"「{it.by}」というキャラクターはいません。")
    if type(it) in GM_ONLY or type(it) in system.gm_only:
        require(seat == GM, "gm_only", f"「{type_of(type(it))}」はＧＭだけの宣言です。")
        code = "malformed" if type(it) in GM_ONLY else "gm_only"
        require(it.by is None, code, "ＧＭの宣言に「by」は要りません。")
    if it.by is None:
        speaks_for_table = type(it) in system.decide
        require(seat == GM or not speaks_for_table, "gm_only", f"「by」のない「{type_of(type(it))}」はＧＭの宣言です。")
        return
    owner = battle.table.seat_of(it.by)
    if owner == seat:
        return
    name = battle.game.characters[it.by].name
    if owner == GM:
        raise Rejection("gm_only", f"{name}を動かせるのはＧＭだけです。")
    raise Rejection("not_your_seat", f"{name}は席「{owner}」のキャラクターです。")


def _begin(system: RuleSystem[G], battle: Battle[G], it: dec.Begin, chance: Any, seat: str) -> Ruling[G]:  # noqa: ANN401
    del seat
    require(battle.game.phase == "setup", "not_awaited", "戦闘はもう始まっています。")
    system.admit(battle.game, it)
    return (yield from system.decide[dec.Begin](battle.game, it, chance))


def _rule(system: RuleSystem[G], battle: Battle[G], it: dec.Rule, chance: Any, seat: str) -> Ruling[G]:  # noqa: ANN401
    del seat
    _known_clause(system, it.clause)
    system.amend(battle.game, it.changes)
    game = yield ev.Ruled(reason=it.reason, changes=it.changes, clause=it.clause)
    return (yield from system.after_ruling(game, chance))


def _rewind(system: RuleSystem[G], battle: Battle[G], it: dec.Rewind, chance: Any, seat: str) -> Ruling[G]:  # noqa: ANN401
    del system, battle, chance, seat
    return (yield ev.Rewound(to=it.to, reason=it.reason))


def _dispute(system: RuleSystem[G], battle: Battle[G], it: dec.Dispute, chance: Any, seat: str) -> Ruling[G]:  # noqa: ANN401
    del chance
    _known_event(battle, it.seq)
    _known_clause(system, it.clause)
    return (yield ev.Disputed(by=it.by or seat, seq=it.seq, claim=it.claim, clause=it.clause))


def _settle(system: RuleSystem[G], battle: Battle[G], it: dec.Settle, chance: Any, seat: str) -> Ruling[G]:  # noqa: ANN401
    del system, chance, seat
    waiting = "、".join(str(d) for d in battle.table.disputes) or "なし"
    require(
        it.dispute in battle.table.disputes,
        "illegal_value",
        f"{it.dispute}番は裁定を待つ異議ではありません（待っているもの: {waiting}）。",
    )
    return (yield ev.Settled(dispute=it.dispute, verdict=it.verdict, reason=it.reason))


def _words(system: RuleSystem[G], battle: Battle[G], it: dec.Words, chance: Any, seat: str) -> Ruling[G]:  # noqa: ANN401
    del system, chance
    require(battle.game.phase == "setup", "not_awaited", "言葉を預けられるのは戦闘が始まる前だけです。")
    require(
        all(given != seat for given, _ in battle.table.words),
        "once_only",
        "言葉を預けられるのは一席につき一度です。",
    )
    return (yield ev.WordsGiven(seat=seat, text=it.text))


def _roll(system: RuleSystem[G], battle: Battle[G], it: dec.Roll, chance: Any, seat: str) -> Ruling[G]:  # noqa: ANN401
    del system, battle
    by = it.by or seat
    try:
        notation = parse(it.notation)
    except NotationError as error:
        raise Rejection("illegal_value", str(error)) from None
    secret = _is_secret(it)
    tally = notation.roll(lambda count, sides: chance.roll(by, it.purpose or "table", count, sides))
    return (
        yield ev.Tallied(
            by=by,
            notation=tally.notation,
            text=tally.text,
            purpose=it.purpose or notation.comment or None,
            total=tally.total,
            success=tally.success,
            chosen=tally.chosen,
            secret=secret,
            seat=seat if secret else None,
        )
    )


def _show(system: RuleSystem[G], battle: Battle[G], it: dec.Show, chance: Any, seat: str) -> Ruling[G]:  # noqa: ANN401
    del system, chance
    found = next((b for b, r in battle.table.secrets.items() if b <= it.seq <= r.last), None)
    if found is None or seat not in {GM, battle.table.secrets[found].seat}:
        raise Rejection("illegal_value", f"{it.seq}番には、この席が明かせるシークレットダイスがありません。")
    return (yield ev.Shown(by=it.by or seat, seq=found))


def _say(system: RuleSystem[G], battle: Battle[G], it: dec.Say, chance: Any, seat: str) -> Ruling[G]:  # noqa: ANN401
    del system, battle, chance
    return (yield ev.Said(by=it.by or seat, text=it.text, speaker=it.speaker, channel=it.channel))


def _annotate(system: RuleSystem[G], battle: Battle[G], it: dec.Annotate, chance: Any, seat: str) -> Ruling[G]:  # noqa: ANN401
    del system, chance
    _known_event(battle, it.seq)
    return (yield ev.Annotated(by=it.by or seat, seq=it.seq, text=it.text))


def _close(system: RuleSystem[G], battle: Battle[G], it: dec.Close, chance: Any, seat: str) -> Ruling[G]:  # noqa: ANN401
    del seat
    require(battle.game.phase != "over", "not_awaited", "戦闘はもう終わっています。")
    return (yield from system.closing(battle.game, it.reason, chance))


SHARED: Mapping[type[Declaration], Callable[[Any, Any, Any, Any, str], Ruling[Any]]] = {
    dec.Begin: _begin,
    dec.Rule: _rule,
    dec.Rewind: _rewind,
    dec.Dispute: _dispute,
    dec.Settle: _settle,
    dec.Words: _words,
    dec.Roll: _roll,
    dec.Show: _show,
    dec.Say: _say,
    dec.Annotate: _annotate,
    dec.Close: _close,
}


def _is_secret(it: dec.Roll) -> bool:
    try:
        return it.secret or parse(it.notation).secret
    except NotationError:
        return it.secret


def _known_moment(battle: Battle[G], it: dec.Rewind, past: Past) -> None:
    _known_event(battle, it.to)
    if past.at(it.to) is None:
        raise Rejection(
            "illegal_value",
            f"{it.to}番は一つの宣言の途中です。宣言がひと区切りついた出来事の番号を書いてください。",
        )


def _known_event(battle: Battle[G], seq: int) -> None:
    require(seq <= battle.seq, "illegal_value", f"出来事は{battle.seq}番までしかありません。")


def _known_clause(system: RuleSystem[G], clause: str | None) -> None:
    require(
        clause is None or clause in system.clauses,
        "illegal_value",
        f"「{clause}」という条項は「{system.name}」にありません。",
    )
