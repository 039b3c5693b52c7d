"""Deciding: from what a seat says to the events of one unit. What all systems share stands here, once."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar, cast
from unicodedata import normalize

import msgspec

from senki.rules import declarations as dec
from senki.rules import events as ev
from senki.rules.chance import Chance, Entered
from senki.rules.codec import Json, codec, encode
from senki.rules.declarations import GM_ONLY
from senki.rules.game import DICE, Game, Ruling
from senki.rules.message import Declaration, type_of
from senki.rules.notation import NotationError, parse
from senki.rules.rejection import Rejection, require
from senki.rules.rulebook import (
    NO_PAST,
    OPENLY,
    Battle,
    Decision,
    Happened,
    Opening,
    Past,
    Recorder,
    RuleSystem,
    Said,
    audience_of,
    begin_battle,
    eyes,
    fold,
    seats_for,
)
from senki.rules.table import GM, Audience, roll_label
from senki.rules.telling import name_of
from senki.rules.visible import require_name

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
    _readable(fields, "設定")
    if title is not None:
        require_name(title, "戦闘の題")
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
    chance: Chance,
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
    system.plays.form(it)
    require_known(game, it, system.plays.named(it))
    admit_seat(system, battle, it, seat)
    shared = SHARED.get(kind)
    if shared is None:
        system.plays.admit(game, it)
    if isinstance(it, dec.Rewind):
        _known_moment(battle, it, past)
    said = said_by(system, battle, it, seat)

    def driven(luck: Chance) -> Decision[G]:
        ruling = (
            system.plays.rows[kind].decide(game, it, luck) if shared is None else shared(system, battle, it, luck, seat)
        )
        recorder: Recorder[G] = Recorder(system, battle, past, said)
        recorder.record(ev.Declared(by=it.by or seat, declaration=msgspec.Raw(encode(it))))
        recorder.drive(ruling, luck)
        return Decision(tuple(recorder.happened), recorder.battle)

    try:
        return driven(chance)
    except Rejection as rejection:
        if not isinstance(chance, Entered) or rejection.code != "bad_rolls" or not may_open(system, battle, it, seat):
            raise
        return opened_first(driven, chance, it.by or seat, rejection)


def _readable(given: object, where: str) -> None:
    """Whatever a table writes itself is read by people: each text in it is fit for a name.

    Raises:
        Rejection: `illegal_value`, with the place.
    """
    match given:
        case str():
            if given:
                require_name(given, f"「{where}」")
        case Mapping():
            for name, value in cast("Mapping[str, object]", given).items():
                _readable(name, where)
                _readable(value, name)
        case list() | tuple():
            for place, value in enumerate(cast("Sequence[object]", given), 1):
                _readable(value, f"{where}の{place}番目")
        case _:
            pass


def said_by(system: RuleSystem[G], battle: Battle[G], it: Declaration, seat: str) -> Said:
    """Who may hear a declaration, and see the dice that it rolls."""
    if isinstance(it, dec.Roll) and _is_secret(it):
        own = Audience((seat,), roll_label(battle.seq + 1))
        return Said(declared=own, dice=own)
    secret = None if type(it) in SHARED else system.declared_secrecy(battle.game, it)
    return OPENLY if secret is None else Said(declared=battle.table.audience(secret, battle.seq + 1))


def may_open(system: RuleSystem[G], battle: Battle[G], it: Declaration, seat: str) -> bool:
    """Whether a declaration may open what is hidden from its seat, where dice come from a real table."""
    goes_on = type(it) not in SHARED or isinstance(it, (dec.Rule, dec.Dice))
    return goes_on and not battle.table.sealed and system.hides(battle.game, eyes(battle, seat))


def opened_first(
    driven: Callable[[Chance], Decision[G]], chance: Entered, by: str, rejection: Rejection
) -> Decision[G]:
    """What a declaration comes to whose dice do not fit what it opens: it stands, and the dice come after it.

    Else one could try out dice until some fit, and so learn what others have hidden without declaring anything. Where
    nothing more has to be rolled, it goes on at once.

    Args:
        driven: decides the declaration with the chance that it is given.
        chance: what was handed in.
        by: who declares.
        rejection: why that does not fit.

    Raises:
        Rejection: `rejection`: nothing hidden has been opened by it.
    """
    for later in (None, by):
        try:
            return driven(chance.again(later))
        except Rejection as still:
            if still.code != "bad_rolls":
                raise
    raise rejection


def require_known(game: Game, it: Declaration, mentioned: Iterable[str]) -> None:
    """Whether all that a declaration names are there.

    Raises:
        Rejection: `unknown_character`.
    """
    for id in mentioned if it.by is None else (it.by, *mentioned):
        require(id in game.characters, "unknown_character", f"「{id}」というキャラクターはいません。")


def admit_seat(system: RuleSystem[G], battle: Battle[G], it: Declaration, seat: str) -> None:
    """Whether a seat may make this declaration at all.

    Raises:
        Rejection: `gm_only` (also where the GM speaks for the table, and `by` is given), `not_your_seat`.
    """
    if type(it) in GM_ONLY or system.plays.for_gm(type(it)):
        require(seat == GM, "gm_only", f"「{type_of(type(it))}」はＧＭだけの宣言です。")
        require(it.by is None, "gm_only", "ＧＭの宣言に「by」は要りません。")
    if it.by is None:
        speaks_for_table = type(it) in system.plays.rows
        require(seat == GM or not speaks_for_table, "gm_only", f"「by」のない「{type_of(type(it))}」はＧＭの宣言です。")
        return
    owner = battle.table.seat_of(it.by)
    if owner == seat:
        return
    name = battle.game.characters[it.by].name
    if owner == GM:
        raise Rejection("gm_only", f"{name}を動かせるのはＧＭだけです。")
    raise Rejection("not_your_seat", f"{name}は席「{owner}」のキャラクターです。")


def _begin(system: RuleSystem[G], battle: Battle[G], it: dec.Begin, chance: Chance, seat: str) -> Ruling[G]:
    del seat
    require(battle.game.phase == "setup", "not_awaited", "戦闘はもう始まっています。")
    system.plays.admit(battle.game, it)
    return (yield from system.plays.rows[dec.Begin].decide(battle.game, it, chance))


def _rule(system: RuleSystem[G], battle: Battle[G], it: dec.Rule, chance: Chance, seat: str) -> Ruling[G]:
    del seat
    _known_clause(system, it.clause)
    for change in it.changes:
        _readable(change.to, change.path)
    _known_dispute(battle, it.settles)
    for seq in it.overrules:
        _known_event(battle, seq)
    system.amend(battle.game, it.changes)
    game = yield ev.Ruled(
        reason=it.reason,
        changes=it.changes,
        clause=it.clause,
        settles=it.settles,
        overrules=it.overrules,
        intent=it.intent,
        given=it.given,
    )
    game = yield from _settled(battle, game, it)
    return (yield from system.after_ruling(game, chance))


def _rewind(system: RuleSystem[G], battle: Battle[G], it: dec.Rewind, chance: Chance, seat: str) -> Ruling[G]:
    del system, chance, seat
    _known_dispute(battle, it.settles)
    game = yield ev.Rewound(to=it.to, reason=it.reason, settles=it.settles, intent=it.intent, given=it.given)
    return (yield from _settled(battle, game, it))


def _settled(battle: Battle[G], game: G, it: dec.Rule | dec.Rewind) -> Ruling[G]:
    """What corrects something that is disputed answers the dispute, if nobody has yet."""
    if it.settles is None or it.settles not in battle.table.disputes:
        return game
    return (yield ev.Settled(dispute=it.settles, verdict="overturned", reason=it.reason))


def _dispute(system: RuleSystem[G], battle: Battle[G], it: dec.Dispute, chance: Chance, seat: str) -> Ruling[G]:
    del chance
    _known_event(battle, it.seq)
    _known_clause(system, it.clause)
    return (yield ev.Disputed(by=it.by or seat, seq=it.seq, claim=it.claim, clause=it.clause))


def _settle(system: RuleSystem[G], battle: Battle[G], it: dec.Settle, chance: Chance, seat: str) -> Ruling[G]:
    del system, chance, seat
    waiting = "、".join(str(d) for d in battle.table.disputes) or "なし"
    require(
        it.dispute in battle.table.disputes,
        "illegal_value",
        f"{it.dispute}番は裁定を待つ異議ではありません（待っているもの: {waiting}）。",
    )
    return (yield ev.Settled(dispute=it.dispute, verdict=it.verdict, reason=it.reason))


def _words(system: RuleSystem[G], battle: Battle[G], it: dec.Words, chance: Chance, seat: str) -> Ruling[G]:
    del system, chance
    require(battle.game.phase == "setup", "not_awaited", "言葉を預けられるのは戦闘が始まる前だけです。")
    require(
        all(given != seat for given, _ in battle.table.words),
        "once_only",
        "言葉を預けられるのは一席につき一度です。",
    )
    return (yield ev.WordsGiven(seat=seat, text=it.text))


def _roll(system: RuleSystem[G], battle: Battle[G], it: dec.Roll, chance: Chance, seat: str) -> Ruling[G]:
    del system, battle
    by = it.by or seat
    try:
        notation = parse(it.notation)
    except NotationError as error:
        raise Rejection("illegal_value", str(error)) from None
    secret = _is_secret(it)
    if secret:
        chance.roll_as_one()
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


def _show(system: RuleSystem[G], battle: Battle[G], it: dec.Show, chance: Chance, seat: str) -> Ruling[G]:
    del system, chance
    found = next((b for b, r in battle.table.secrets.items() if b <= it.seq <= r.last), None)
    if found is None or seat not in {GM, battle.table.secrets[found].seat}:
        raise Rejection("illegal_value", f"{it.seq}番には、この席が明かせる秘密がありません。")
    return (yield ev.Shown(by=it.by or seat, seq=found))


QUOTES = "「」『』"
"""What ends a speaker's name and begins the speech, wherever it is told."""


def _dice(system: RuleSystem[G], battle: Battle[G], it: dec.Dice, chance: Chance, seat: str) -> Ruling[G]:
    due = [awaited.by for awaited in system.awaiting(battle.game) if DICE in awaited.types]
    if system.resume is None or not due:
        raise Rejection("not_awaited", "いまは出目を待っていません。出目は、それが要る宣言と一緒に渡してください。")
    by = it.by or next((who for who in due if who != GM and battle.table.seat_of(who) == seat), seat)
    require(
        by in due, "not_awaited", f"いまは{'、'.join(name_of(battle.game, who) for who in due)}の出目を待っています。"
    )
    return (yield from system.resume(battle.game, by, chance))


def _say(system: RuleSystem[G], battle: Battle[G], it: dec.Say, chance: Chance, seat: str) -> Ruling[G]:
    del system, chance
    if it.speaker is not None:
        anybody = seat == GM or seat in battle.table.seats
        require(anybody, "illegal_value", "観戦席からは、ほかの誰かとして話せません。「as」を外してください。")
        require_name(it.speaker, "話し手の名前（as）")
        quotes = set(it.speaker) & set(QUOTES)
        require(not quotes, "illegal_value", f"話し手の名前（as）に{'や'.join(sorted(quotes))}は使えません。")
    if it.channel is not None:
        require_name(it.channel, "タブの名前（channel）")
    return (yield ev.Said(by=it.by or seat, text=it.text, speaker=it.speaker, channel=it.channel))


def _annotate(system: RuleSystem[G], battle: Battle[G], it: dec.Annotate, chance: Chance, seat: str) -> Ruling[G]:
    del system, chance
    _known_event(battle, it.seq)
    return (yield ev.Annotated(by=it.by or seat, seq=it.seq, text=it.text))


def _remark(system: RuleSystem[G], battle: Battle[G], it: dec.Remark, chance: Chance, seat: str) -> Ruling[G]:
    del system, chance
    require(battle.game.phase == "over", "not_awaited", "感想を書けるのは、戦闘が終わってからです。")
    require(seat == GM or seat in battle.table.seats, "not_awaited", "感想を書けるのは、この戦いに加わった席です。")
    _known_event(battle, it.seq)
    known = it.answers is None or it.answers in battle.table.remarks
    require(known, "illegal_value", f"{it.answers}番は感想ではありません。")
    return (yield ev.Remarked(by=it.by or seat, seq=it.seq, text=it.text, answers=it.answers, link=it.link))


def _close(system: RuleSystem[G], battle: Battle[G], it: dec.Close, chance: Chance, seat: str) -> Ruling[G]:
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
    dec.Dice: _dice,
    dec.Say: _say,
    dec.Annotate: _annotate,
    dec.Remark: _remark,
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


def _known_dispute(battle: Battle[G], seq: int | None) -> None:
    known = (*battle.table.disputes, *battle.table.settled)
    listed = "、".join(map(str, known)) or "なし"
    require(seq is None or seq in known, "illegal_value", f"{seq}番は異議ではありません（異議: {listed}）。")


def _known_event(battle: Battle[G], seq: int) -> None:
    require(seq <= battle.seq, "illegal_value", f"出来事は{battle.seq}番までしかありません。")


def _known_clause(system: RuleSystem[G], clause: str | None) -> None:
    require(
        clause is None or clause in system.clauses,
        "illegal_value",
        f"「{clause}」という条項は「{system.name}」にありません。",
    )
