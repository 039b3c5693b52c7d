"""Checking a whole battle: its chain, its rules, its chance."""

import asyncio
from collections.abc import Callable

from litestar import get

from senki.api.answers import PRIVATE, Answer, about, answer, head_header
from senki.api.openapi import described
from senki.api.parameters import BATTLE, Given, Text, Whole, query
from senki.api.parts import Asked, Parts, parts
from senki.api.problems import Refused
from senki.api.shapes import ChainShape, ChanceShape, DifferenceShape, RulesShape, Verified
from senki.eventstore.chain import Verdict
from senki.eventstore.errors import DamagedFile
from senki.eventstore.events import Envelope, Head
from senki.projections.history import Chronicle
from senki.projections.log import Unreadable
from senki.projections.marks import Marks
from senki.projections.proofs import check_chance
from senki.projections.readjudicate import Report, readjudicate
from senki.projections.recompute import prove
from senki.projections.seen import may_see

HASH_BYTES = 32
SEQ = Whole(name="seq", least=1, description="of a head that you kept")
HASH = Text(name="hash", description="of that head, in hexadecimal")


@get(
    "/battles/{battle:str}/verify",
    summary="Check a whole battle",
    tags=["log"],
    operation_class=described(
        gives=Verified,
        parameters=(BATTLE, SEQ, HASH),
        refuses=("invalid_request", "unauthorized", "forbidden", "not_found", "busy"),
    ),
)
async def verify(request: Asked) -> Answer:
    """The chain (against a head that you kept), every declaration decided again, every roll you may see recomputed."""
    it = parts(request)
    seated = await it.enter(request.scope)
    battle, seat = seated.battle, seated.seat
    head_kept = kept(query(request.scope, SEQ, HASH))
    checked = await it.store.check()
    flaws = [flaw.detail for flaw in checked.flaws if flaw.stream in {None, battle}]
    chain = _chain(await it.store.verify(battle, head_kept))
    try:
        present = await it.present(battle)
        log = await it.store.read(battle, 0, present.battle.seq)
        rules, chance = await asyncio.to_thread(_judged, it, battle, present, log, seat)
    except (Unreadable, LookupError, DamagedFile):  # what was tampered with may be unreadable: the chain says so
        broken = Verified(False, chain, RulesShape(ok=False, unreadable=True), ChanceShape("unknown", ok=False), flaws)
        return answer(broken, head_header(chain.seq, bytes.fromhex(chain.hash)), PRIVATE)
    head = about(request.scope, present)
    ok = chain.ok and rules.ok and chance.ok and not flaws
    return answer(Verified(ok, chain, rules, chance, flaws), head, PRIVATE)


def kept(asked: Given) -> Head | None:
    """The head that the asker kept.

    Raises:
        Refused: `invalid_request`: only half of one.
    """
    seq, text = SEQ.of(asked, None), HASH.of(asked)
    if seq is None and text is None:
        return None
    try:
        hash_ = bytes.fromhex(text or "")
    except ValueError:
        hash_ = b""
    if seq is None or len(hash_) != HASH_BYTES:
        raise Refused("invalid_request", "「seq」と「hash」（十六進数で64桁）は、組で書いてください。")
    return Head(seq, hash_)


def _chain(verdict: Verdict) -> ChainShape:
    damage = verdict.damage
    return ChainShape(
        verdict.ok,
        verdict.head.seq,
        verdict.head.hash.hex(),
        None if damage is None else damage.name.lower(),
        verdict.seq if not verdict.ok else None,
        verdict.detail or None,
    )


def _judged(
    it: Parts, battle: str, present: Chronicle, log: list[Envelope], seat: str
) -> tuple[RulesShape, ChanceShape]:
    def sees(envelope: Envelope) -> bool:
        return may_see(present.battle, envelope.audience, envelope.seq, seat)

    rules = _rules(readjudicate(log), log, all(map(sees, log)), sees)
    table = present.battle.table
    if not table.sealed:
        return rules, ChanceShape("entered", ok=True)
    marks = Marks()
    marks.add(log)
    tells = present.battle.game.phase == "over" and it.books.owns(battle, marks.books)

    def told(number: int) -> bytes | None:
        """The key of a draw, which would have told of hands while the battle went on."""
        return it.books.key(battle, number) if tells and number <= table.used else None

    report = check_chance(present.system, log, sees, lambda book, number: it.books.proof(battle, book, number), told)
    return rules, ChanceShape(
        "sealed", not report.wrong and prove(log, told).ok, report.checked, report.hidden, list(report.wrong)
    )


def _rules(report: Report, log: list[Envelope], everything: bool, sees: Callable[[Envelope], bool]) -> RulesShape:
    found = report.difference
    if found is None:
        return RulesShape(ok=True, events=report.events, units=report.units)
    if everything:
        told = DifferenceShape(found.seq, found.declared, found.recorded, found.decided, found.rejected)
    else:
        envelope = log[found.seq - 1] if found.seq <= len(log) else None
        shown = envelope is not None and sees(envelope)
        told = DifferenceShape(found.seq, found.declared, recorded=found.recorded if shown else None)
    return RulesShape(ok=False, events=report.events, units=report.units, difference=told)
