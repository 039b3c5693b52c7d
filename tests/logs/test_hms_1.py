"""The recorded fight `hms-1` (峠の薬箱): two against two on a mountain pass, a chase that splits it, and its end.

A log that was written once must verify, fold and be decided alike for ever. The checkpoints are worked out by hand from
the recorded dice and the rule text. Miyuki: HP 25 + 2 × 5 = 35, sword 7, tachi +5, armour 2. Sayo: HP 30, throwing 6,
shuriken +3, armour 1. Raizo: HP 30, combat 8 or spear 7, yari +4, armour 1. Otokichi: HP 25, brawling 6, dirk +3, no
armour. Sword, throwing, spear and brawling lie inside combat.
"""

from pathlib import Path

import pytest

from senki.eventstore import Envelope, Head
from senki.eventstore.archive import read_archive, verify_archive
from senki.projections.log import event_of, first
from senki.projections.readjudicate import Moments, readjudicate
from senki.projections.seen import state
from senki.rules import SYSTEMS
from senki.rules.codec import encode
from senki.rules.rulebook import fold

LOG = Path(__file__).with_name("hms-1.jsonl")
KEPT = Head(245, bytes.fromhex("050bb192c32bd35454376d73e5f3764dee4db80f1d719a26302a03b0b6ae8714"))
HMS = SYSTEMS["hms"]

CHECKPOINTS = [
    # Initiative: Sayo 5+5+6 = 16, Raizo 4+3+8 = 15, Miyuki 3+3+7 = 13, Otokichi 2+4+6 = 12.
    (23, {"order": ["sayo", "raizo", "miyuki", "otokichi"], "hp": (35, 30, 30, 25)}),
    # Sayo at Raizo: 4+4+6 = 14; combat covers throwing, so 8 counts 4: 2+3+4 = 9. 5 + 3 − 1 = 7.
    (32, {"hp": (35, 30, 23, 25)}),
    # Sayo's block: 3+2+6 = 11 against 5+4+4 = 13 fails: Raizo stands at melee_plus.
    (43, {"distance": "melee_plus"}),
    # Raizo at Miyuki: 6+6, his 8 counts 4: 16, against 1+2+7 = 10. 6 + 4 − 2 = 8.
    (52, {"hp": (27, 30, 23, 25)}),
    # Raizo's block: 6+5+4 = 15 against 2+3+7 = 12 stops Miyuki where she is.
    (60, {"distance": "melee_plus", "active": "miyuki"}),
    # Otokichi at Miyuki, who defends: 6+5+6 = 17 against 3+2+7 = 12 would hit; rolled again 2+1+6 = 9 misses.
    (86, {"distance": "melee_minus", "hp": (27, 30, 23, 25)}),
    # Round 2: Miyuki 6+5+7 = 18, Sayo 14, Otokichi 13, Raizo 2+3+7 = 12; Miyuki puts herself just before Raizo.
    (115, {"order": ["sayo", "otokichi", "miyuki", "raizo"], "active": "sayo"}),
    # The salve heals 6: 27 + 6 = 33.
    (120, {"hp": (33, 30, 23, 25)}),
    # Otokichi at Sayo: 5+4+6 = 15 against 3+3+6 = 12. 3 + 3 − 1 = 5.
    (129, {"hp": (33, 25, 23, 25)}),
    # Otokichi's block: 3+2+6 = 11 against 4+4+7 = 15 fails.
    (138, {"distance": "melee"}),
    # Miyuki at Raizo, sword against spear, which only overlap: 6+5+7 = 18 against 1+2+7 = 10. 8 + 5 − 1 = 12.
    (149, {"hp": (33, 25, 11, 25)}),
    # The GM's word on the smoke.
    (156, {"distance": "throwing", "stage": "flight"}),
    # Miyuki pursues with combat, which counts half (5 → 2) against running: 6+5+2 = 13 against 3+4+5 = 12. Sayo,
    # tracking against hiding: 4+4+6 = 14 against 3+3+6 = 12. Two groups fled apart: two new fights.
    (183, {"fight": 2, "fights": 3, "round": 3, "distance": "throwing_minus"}),
    # Sayo at Otokichi: 6+6+6 = 18 against 1+1+6 = 8. 10 + 3 − 0 = 13.
    (202, {"hp": (33, 25, 11, 12)}),
    # He gives up; the other fight goes on.
    (208, {"fight": 3, "round": 3, "distance": "melee", "hp": (33, 25, 11, 12)}),
    # Miyuki's block: 5+5+7 = 17 against 3+4+7 = 14 keeps Raizo at melee.
    (224, {"distance": "melee", "active": "raizo"}),
    # Raizo defends: 4+4+7 = 15 against 3+1+7 = 11 would hit; rolled again 6+6+7 = 19 hits harder. 8 + 5 − 1 = 12.
    (243, {"phase": "over", "hp": (33, 25, -1, 12)}),
]


def recorded() -> list[Envelope]:
    with LOG.open("rb") as file:
        return list(read_archive(file))


def test_it_is_what_was_recorded():
    with LOG.open("rb") as file:
        verdict = verify_archive(file, KEPT)
    assert verdict.ok, verdict.detail
    assert verdict.head == KEPT


def test_its_declarations_and_dice_still_give_the_same_events():
    report = readjudicate(recorded())
    assert report.difference is None, report.difference
    assert (report.events, report.units) == (245, 61)


def test_each_event_is_written_again_as_the_same_bytes():
    for envelope in recorded():
        assert encode(event_of(HMS, envelope)) == envelope.data


@pytest.mark.parametrize(("seq", "expected"), CHECKPOINTS, ids=[str(seq) for seq, _ in CHECKPOINTS])
def test_the_state_after_an_event_is_what_the_dice_make_it(seq: int, expected: dict[str, object]):
    log = recorded()
    past = Moments()
    battle = first(HMS, event_of(HMS, log[0]))
    for envelope in log[1:seq]:
        battle = fold(HMS, battle, event_of(HMS, envelope), past)
    seen = state(HMS, battle)
    found = {
        "hp": tuple(seen["characters"][id]["hp"] for id in ("miyuki", "sayo", "raizo", "otokichi")),
        "distance": seen["fights"][seen["fight"] - 1]["distance"],
        "fights": len(seen["fights"]),
        "order": list(seen["order"]),
        **{name: seen[name] for name in ("active", "stage", "round", "fight", "phase")},
    }
    assert {name: found[name] for name in expected} == expected


def test_it_has_what_a_fight_of_the_text_has():
    types = [envelope.type for envelope in recorded()]
    wanted = "move_blocked block_failed reroll_demanded interrupted special_used ruled disputed settled flight_declared"
    for kind in (*wanted.split(), "caught", "fight_started", "surrendered", "fell", "ended"):
        assert kind in types, kind
    assert types.count("fight_started") == 2
