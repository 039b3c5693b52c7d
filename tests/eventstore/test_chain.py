"""The hash chain: what is hashed, and how each kind of damage is named."""

import json
from hashlib import sha256

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from senki.eventstore import Damage, Envelope, Head, NewEvent, verify_chain
from senki.eventstore.chain import digest_of, hash_of, header_of

TEXT = st.text(st.characters(exclude_categories=("Cs",)))


def chain(count: int, stream: str = "b") -> list[Envelope]:
    """Make a sound stream."""
    envelopes: list[Envelope] = []
    previous = bytes(32)
    for seq in range(1, count + 1):
        event, salt = NewEvent("said.1", f'{{"n":{seq}}}'.encode(), "gm"), bytes([seq]) * 16
        at = f"2026-01-01T00:00:{seq:02}.000000Z"
        digest = digest_of(salt, event.data)
        previous = hash_of(previous, header_of(stream, seq, event, at), digest)
        envelopes.append(
            Envelope(seq, stream, seq, event.type, event.data, "gm", None, at, None, salt, digest, previous)
        )
    return envelopes


def test_the_known_answer_holds():
    """A vector worked out with coreutils: printf of the bytes, piped into sha256sum."""
    event = NewEvent("hit.1", '{"target":"近藤"}'.encode(), "gm", 1, '["gm"]')
    salt = bytes(range(16))
    digest = digest_of(salt, event.data)
    header = header_of("戦い", 2, event, "2026-01-02T03:04:05.678901Z")
    assert header == '["戦い",2,"hit.1","gm",1,"2026-01-02T03:04:05.678901Z","[\\"gm\\"]"]'.encode()
    assert digest.hex() == "cb798719a6c6211dbcbda96ae4f05b6ebda94eb2485052bcd7ef5172c2961c0b"
    assert (
        hash_of(bytes(32), header, digest).hex() == "47dd1bb3d8dca3d68d0e91b410915f7aa087f1cac8305bf0e1883b4062dc0df0"
    )


@given(st.tuples(TEXT, st.integers(1, 2**53), TEXT, TEXT, st.none() | st.integers(1, 2**53), TEXT, st.none() | TEXT))
def test_the_header_is_what_any_plain_json_writer_writes(
    header: tuple[str, int, str, str, int | None, str, str | None],
):
    """The header's bytes are RFC 8785's, which for texts and whole numbers are the standard library's, too."""
    stream, seq, type_, by, cause, at, audience = header
    expected = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    assert header_of(stream, seq, NewEvent(type_, b"{}", by, cause, audience), at) == expected


def test_a_sound_chain_is_found_sound():
    envelopes = chain(5)
    verdict = verify_chain(envelopes)
    assert verdict.ok
    assert verdict.head == envelopes[-1].head
    assert verify_chain(envelopes, envelopes[2].head).ok
    assert verify_chain(envelopes, Head()).ok
    assert verify_chain([]).head == Head()


def test_concealed_events_are_verified_by_their_digest():
    """Everything but the data is still checked, and it is said how many were concealed."""
    envelopes = [event.concealed() if event.seq in {2, 4} else event for event in chain(5)]
    verdict = verify_chain(envelopes, chain(5)[-1].head)
    assert verdict.ok
    assert verdict.concealed == 2
    envelopes[3] = msgspec.structs.replace(envelopes[3], by="another")
    assert (verify_chain(envelopes).damage, verify_chain(envelopes).seq) == (Damage.CHANGED, 4)


@pytest.mark.parametrize(
    "change",
    [
        {"data": b'{"n":9}'},
        {"salt": bytes(16)},
        {"type": "hit.1"},
        {"by": "another"},
        {"cause": 1},
        {"recorded_at": "2026-01-01T00:00:03.000001Z"},
        {"audience": "[]"},
        {"digest": bytes(32)},
        {"hash": bytes(32)},
        {"stream": "c"},
        {"data": None},
        {"salt": None},
        {"type": "\ud800"},
        {"salt": "text"},
        {"salt": bytes([3]) * 16 + b"{", "data": b'"n":3}'},
    ],
)
def test_any_change_of_an_event_is_found(change: dict[str, object]):
    """Whatever is changed, the event is named; moving bytes from the data into the salt is a change, too."""
    envelopes = chain(5)
    envelopes[2] = msgspec.structs.replace(envelopes[2], **change)
    verdict = verify_chain(envelopes)
    assert (verdict.damage, verdict.seq, verdict.head) == (Damage.CHANGED, 3, envelopes[1].head)
    assert verdict.detail


def test_a_missing_event_is_named():
    envelopes = chain(5)
    for gone in range(1, 5):
        verdict = verify_chain(envelopes[: gone - 1] + envelopes[gone:])
        assert (verdict.damage, verdict.seq) == (Damage.MISSING, gone)


def test_events_in_another_order_are_named():
    """As they stand, with their numbers changed to fit, or one of them twice."""
    one, two, three, four, five = chain(5)
    renumbered = [msgspec.structs.replace(three, seq=2), msgspec.structs.replace(two, seq=3)]
    for envelopes in ([one, three, two, four], [one, five, three, four, two], [one, *renumbered, four]):
        verdict = verify_chain(envelopes)
        assert (verdict.damage, verdict.seq) == (Damage.REORDERED, 2)
    verdict = verify_chain([one, two, two, three])
    assert (verdict.damage, verdict.seq) == (Damage.REORDERED, 3)


def test_a_cut_off_end_is_found_with_a_kept_head():
    """Without one nobody can know."""
    envelopes = chain(5)
    assert verify_chain(envelopes[:3]).ok
    verdict = verify_chain(envelopes[:3], envelopes[4].head)
    assert (verdict.damage, verdict.seq) == (Damage.CUT_OFF, 4)
    assert verify_chain([], envelopes[0].head).damage is Damage.CUT_OFF


def test_a_history_written_anew_is_found_with_a_kept_head():
    """A chain that is sound in itself, but not the one that was seen before."""
    kept = chain(5)[2].head
    verdict = verify_chain(chain(5)[:2], msgspec.structs.replace(kept, seq=2))
    assert (verdict.damage, verdict.seq) == (Damage.OTHER_HISTORY, 2)
    assert verify_chain(chain(5), Head(0, b"?")).damage is Damage.OTHER_HISTORY


def test_the_first_damage_is_named_before_the_kept_head():
    envelopes = chain(5)
    damaged = [*envelopes[:1], msgspec.structs.replace(envelopes[1], by="x"), *envelopes[2:]]
    assert verify_chain(damaged, Head(9, bytes(32))).seq == 2


def test_the_digest_hides_what_it_stands_for():
    """The same data has another digest under another salt."""
    assert digest_of(bytes(16), b"{}") != digest_of(bytes([1]) * 16, b"{}")
    assert digest_of(bytes(16), b"{}") == sha256(bytes(16) + b"{}").digest()
