"""A file as a stranger checks it, from what stands in it alone: the chain, then the chance, and the first thing wrong.

The page `api/pages/verifier.html` does the same in another language; both must find the same first event.
"""

from typing import BinaryIO

import msgspec

from senki.eventstore.archive import Archive, check_archive, read_archive
from senki.eventstore.errors import ArchiveError
from senki.eventstore.events import Envelope, Head
from senki.projections.ledger import Fault, Ledger, ledger
from senki.projections.log import Unreadable
from senki.projections.recompute import prove
from senki.rules.rejection import Rejection

CHANCE = "chance"
UNREADABLE = "unreadable"


class Examined(msgspec.Struct, frozen=True):
    """What was found in a file.

    Attributes:
        head: the end of the part whose chain is right.
        ledger: of the envelopes used in that part.
        seq: the first event that is wrong; 0 for the header; None: nothing is wrong.
        damage: in what way: as `senki.eventstore.chain.Damage` says, or `unreadable`, or `chance`.
        problem: a sentence.
    """

    head: Head
    ledger: Ledger
    seq: int | None = None
    damage: str = ""
    problem: str = ""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return self.seq is None


def examine(file: BinaryIO, kept: Head | None = None) -> Examined:
    """Check an archive.

    Args:
        file: open for reading bytes.
        kept: a head that somebody kept.
    """
    events: list[Envelope] = []
    archive: Archive | None = None
    found: tuple[int, str, str] | None = None
    try:
        archive = read_archive(file)
        verdict = check_archive(archive, kept, each=events.append)
        if verdict.seq is not None and verdict.damage is not None:
            found = (verdict.seq, verdict.damage.value, verdict.detail)
    except ArchiveError as error:
        found = (error.line - 1, UNREADABLE, str(error))
    proofs = {proof.number: proof for proof in archive.proofs} if archive else {}
    used = ledger(events, proofs, whole=found is None)
    fault = used.fault
    if found is None and not any(envelope.data is None for envelope in events):
        drawn = _drawn(
            events, {number: bytes.fromhex(proof.key) for number, proof in proofs.items()} if used.ok else {}
        )
        fault = min((it for it in (fault, drawn) if it is not None), key=lambda it: it.seq, default=None)
    if fault is not None and (found is None or fault.seq < found[0]):
        found = (fault.seq, CHANCE, fault.problem)
    head = Head(events[-1].seq, events[-1].hash) if events else Head()
    return Examined(head, used) if found is None else Examined(head, used, *found)


def _drawn(events: list[Envelope], keys: dict[int, bytes]) -> Fault | None:
    """What is wrong with cards: only the rules know which were left."""
    try:
        proven = prove(events, keys.get)
    except (Unreadable, Rejection, LookupError, AttributeError, TypeError, ValueError, ArithmeticError):
        return None  # the rules cannot follow it: deciding it again tells of that
    return None if proven.seq is None else Fault(proven.seq, proven.problem)
