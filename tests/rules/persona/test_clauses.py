"""The clause book: complete, in the text's order, and every clause that changes a result is cited in play."""

from pathlib import Path

import msgspec

from senki.projections.cases import opening_decks, read_cases
from senki.projections.readjudicate import Moments
from senki.rules.chance import Entered
from senki.rules.codec import codec
from senki.rules.decide import decide, open_battle
from senki.rules.persona import SYSTEM
from senki.rules.persona import events as ev
from senki.rules.rejection import Rejection
from tests.rules.persona.fights import Played, civilian, demon, fight, user
from tests.story import Story

CASES = Path(__file__).parents[2] / "cases" / "persona.json"
SECTIONS = (10, 2, 8, 2, 2, 3, 29, 4, 6, 2, 5, 28, 3, 4, 6, 10, 7, 1, 2, 2)


def test_the_book_has_every_clause_in_the_texts_order():
    names = [f"P-{section}.{n}" for section, many in enumerate(SECTIONS) for n in range(1, many + 1)]
    names.remove("P-0.10")
    assert list(SYSTEM.clauses) == names


def test_every_clause_is_worded_twice():
    for clause in SYSTEM.clauses.values():
        assert any("\u3040" <= letter <= "\u30ff" or "\u4e00" <= letter <= "\u9fff" for letter in clause.ja)
        assert clause.en.endswith((".", ",", "…", "!")) or clause.en
        assert "  " not in clause.en


def cited_in_cases() -> set[str]:
    found: set[str] = set()
    for case in read_cases(CASES.read_bytes()).cases:
        battle = open_battle(SYSTEM, case.open).battle
        decks, past, ends = opening_decks(case.open), Moments(), [battle.seq]
        for step in case.steps:
            try:
                it = codec(SYSTEM).declaration(step["do"])
                decision = decide(SYSTEM, battle, it, Entered((), decks), seat=step.get("as"), past=past)
            except Rejection as rejection:
                found |= {rejection.clause} if rejection.clause else set()
                continue
            battle = decision.battle
            ends.append(battle.seq)
            found |= {clause for h in decision.events for clause in h.event.clauses}
    return found


def cited_at_random() -> set[str]:
    found: set[str] = set()
    for seed in range(9000, 9020):
        for _it, decision in Played(seed).on(30):
            found |= {clause for h in decision.events for clause in h.event.clauses}
    return found


def refused_by(story: Story, type: str, by: str | None, **fields: object) -> str | None:
    try:
        story.when(type, by, **fields)
    except Rejection as rejection:
        return rejection.clause
    return None


def cited_in_refusals() -> set[str | None]:
    """Clauses that forbid: they are cited by whoever is refused."""
    given = fight(
        civilian("aki", level=9),
        user("yuka", "S", 7, "S9", condition="incapacitated"),
        user("ken", "D", 8, "S2"),
        demon("slime", "H", 8),
        escape_route=False,
    )
    story = Story("persona", given).when("begin")
    found = {
        refused_by(story, "attack", "aki", target="slime"),
        refused_by(story, "cast", "aki", spell="mediarahan"),
        refused_by(story, "change_persona", "aki", persona=0),
        refused_by(story, "exchange", "aki", cards=[]),
        refused_by(story, "flee", "aki"),
        refused_by(story, "cast", "yuka", spell="mediarahan"),
        refused_by(story, "rule", None, reason="交代", changes=[{"path": "characters.yuka.persona", "to": 2}]),
    }
    story.when("pass", "aki")
    found.add(refused_by(story, "negotiate", "ken", target="slime", card="S2"))
    story.when("close", None, ["C2", "C3", "C4", "C5"], ["D2", "D3", "D4", "D5"])
    return found | {refused_by(story, "exchange", "ken", cards=["S2"])}


def test_every_clause_that_changes_a_result_is_cited_in_play():
    binding = {id for id, clause in SYSTEM.clauses.items() if not (clause.advice or clause.definition)}
    assert binding <= cited_in_cases() | cited_at_random() | cited_in_refusals()


def test_clauses_of_flight_hold_by_the_way_out():
    closed = {id for id, c in SYSTEM.clauses.items() if not c.holds(SYSTEM.options(escape_route=False))}
    assert {"P-16.1", "P-16.3", "P-16.4", "P-16.5", "P-16.6"} <= closed
    assert "P-16.2" not in closed
    assert not SYSTEM.clauses["P-16.2"].holds(SYSTEM.options())


def test_a_card_that_lies_face_down_is_not_told_by_the_clauses_beside_it():
    fields = {f.name for f in msgspec.structs.fields(ev.AttackLaid)}
    assert fields == {"clauses", "by", "target", "count"}
    told = set()
    for cards in (["S9", "S2"], ["SQ", "SK"], ["S9", "H9"]):
        story = Story("persona", fight(user("yuka", "S", 5, *cards), user("boss", "C", 1, "C2", side="npc")))
        story.when("begin").when("attack", "yuka", target="boss", cards=cards)
        told.add(msgspec.json.encode(story.one("attack_laid")))
    assert len(told) == 1
