"""Questions asked of the recorded fight `hms-1`, with answers worked out by hand from its dice and the rule text.

See tests/logs/test_hms_1.py for who fights. Event 30: Sayo's shuriken hits Raizo. 4+4+6 = 14 against 2+3+4 = 9 (combat
covers throwing, so his 8 counts half): margin 5, power 3, armour 1: 7 of his 30 HP. Event 240: he defends, and the blow
rolled again is harder: 6+6+7 = 19 against 3+1+7 = 11: margin 8, power 5, armour 1: 12 of his 11.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from senki.api.referee import Referee
from senki.eventstore.archive import import_archive
from senki.eventstore.sqlite import SqliteStore
from senki.projections.clausebook import uses
from senki.projections.dossier import Dossier, dossier
from senki.projections.dossier_text import html, markdown
from senki.projections.history import History, NoSuchMoment
from senki.projections.inquiry import Inquiry, Look
from senki.projections.why import NoSuchField, Step, WhyBook
from senki.projections.whynot import why_not, why_not_asked
from senki.projections.wording import changes
from senki.rules import SYSTEMS
from tests.rules.hms.fights import fight, npc, pc

LOG = Path(__file__).parents[1] / "logs" / "hms-1.jsonl"
BATTLE = "hms-1"
SECRET = b"s" * 32
pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@asynccontextmanager
async def recorded(folder: Path, seat: str | None = None) -> AsyncGenerator[tuple[Inquiry, Look]]:
    """The recorded fight, through somebody's eyes."""
    async with SqliteStore.open(folder / "senki.db") as store:
        with LOG.open("rb") as file:
            await import_archive(store, file)
        inquiry = Inquiry(store, History(store))
        yield inquiry, await inquiry.look(await inquiry.history.present(BATTLE), BATTLE, seat)


def declared(found: Dossier) -> list[tuple[int, str, str]]:
    return [(it.seq, it.who, it.what) for it in found.declarations]


async def test_the_dossier_of_a_blow_has_its_numbers_its_clauses_and_what_it_changed(tmp_path: Path):
    async with recorded(tmp_path) as (inquiry, look):
        found = await dossier(inquiry, look, 30)
    assert found.heading == "ダメージ"
    assert declared(found) == [(24, "サヨ", "攻撃する")]
    (said,) = found.declarations
    assert (said.seat, said.details, said.own) == ("haru", "対象：雷蔵", True)
    checked, blow = found.applied[1], found.applied[-1]
    assert [(n.name, n.value) for n in checked.terms] == [
        ("仕掛けた側の出目", 8),
        ("仕掛けた側のスキル", 6),
        ("受ける側の出目", -5),
        ("受ける側のスキル（半減）", -4),
    ]
    assert [(n.name, n.value) for n in blow.terms] == [("達成値の差", 5), ("殺傷力", 3), ("防御力", -1)]
    assert blow.result is not None
    assert blow.result.value == 7
    book = SYSTEMS["hms"].clauses
    assert [(c.id, c.ja) for c in blow.clauses] == [("H-8.1", book["H-8.1"].ja), ("H-8.2", book["H-8.2"].ja)]
    assert [(c.label, c.was, c.now) for c in found.changes] == [("雷蔵のＨＰ", "30", "23")]
    before = {it.label: it.text for it in found.before}
    assert {"雷蔵のＨＰ": "30", "雷蔵の防御力": "1", "サヨの宣言スキル": "手裏剣術"}.items() <= before.items()
    assert before["手番"] == "サヨ"
    assert [it.seq for it in found.unit] == list(range(24, 33))
    assert [(it.seq, it.number) for it in found.luck] == [(26, None), (27, None)]


async def test_a_blow_is_headed_by_the_attack_though_another_declaration_set_it_off(tmp_path: Path):
    async with recorded(tmp_path) as (inquiry, look):
        found = await dossier(inquiry, look, 240)
        talk = await dossier(inquiry, look, 34)
    assert declared(found) == [(229, "ミユキ", "攻撃する"), (235, "雷蔵", "振り直しを求める")]
    assert [it.own for it in found.declarations] == [False, True]
    assert 233 in [step.seq for step in found.applied]  # the first roll of the blow is part of how it came about
    assert declared(talk) == [(33, "サヨ", "発言する")]


async def test_a_dossier_of_each_event_can_be_read_in_each_form(tmp_path: Path):
    async with recorded(tmp_path) as (inquiry, look):
        for seq in range(1, 246, 7):
            found = await dossier(inquiry, look, seq)
            for text in (markdown(found), html(found)):
                assert found.record.hash in text
                assert "None" not in text
        with pytest.raises(NoSuchMoment):
            await dossier(inquiry, look, 246)


async def test_what_came_of_an_event_is_told_with_it(tmp_path: Path):
    async with recorded(tmp_path) as (inquiry, look):
        log = await inquiry.store.read(BATTLE)
        objected = next(e for e in log if e.type == "disputed")
        about = msgspec.json.decode(objected.data or b"")["seq"]
        found = await dossier(inquiry, look, about)
        answered = await dossier(inquiry, look, objected.seq)
    assert [it.kind for it in found.later if it.seq >= objected.seq][:2] == ["disputed", "settled"]
    assert not any(it.open for it in found.later)
    assert ("about", about) in [(it.kind, it.seq) for it in answered.later]


def chain(steps: list[Step]) -> list[tuple[int, Any, Any]]:
    return [(it.line.seq, it.before, it.after) for it in steps]


async def test_why_somebody_has_no_hp_left_is_told_blow_by_blow_back_to_the_opening(tmp_path: Path):
    async with recorded(tmp_path) as (inquiry, look):
        found = await WhyBook(inquiry).why(look, "characters.raizo.hp", 245)
        earlier = await WhyBook(inquiry).why(look, "characters.raizo.hp", 60)
    assert (found.label, found.value, found.next) == ("雷蔵のＨＰ", -1, None)
    assert chain(found.steps) == [(240, 11, -1), (147, 23, 11), (30, 30, 23), (1, None, 30)]
    assert [it.declaration.what for it in found.steps[:3]] == ["振り直しを求める", "攻撃する", "攻撃する"]
    assert found.steps[0].opener is not None
    assert (found.steps[0].opener.seq, found.steps[0].opener.who) == (229, "ミユキ")
    assert found.steps[1].opener is None
    assert found.steps[-1].opening
    assert chain(earlier.steps) == [(30, 30, 23), (1, None, 30)]


async def test_why_tells_of_any_field(tmp_path: Path):
    async with recorded(tmp_path) as (inquiry, look):
        whys = WhyBook(inquiry)
        distance = await whys.why(look, "fights.0.distance", 156)
        option = await whys.why(look, "options.check_tie", 245)
        turn = await whys.why(look, "active", 60)
        with pytest.raises(NoSuchField):
            await whys.why(look, "characters.nobody.hp", 60)
    # Raizo walks to melee_plus, Otokichi to melee_minus, Miyuki to melee; the GM's smoke opens it to throwing.
    assert [it.after for it in distance.steps] == ["throwing", "melee", "melee_minus", "melee_plus", "throwing"]
    assert distance.steps[0].declaration.who == "ＧＭ"
    assert [it.opening for it in option.steps] == [True]
    assert (turn.text, turn.steps[0].line.seq) == ("ミユキ", 52)


async def test_answers_go_on_where_they_stopped(tmp_path: Path):
    async with recorded(tmp_path) as (inquiry, look):
        whys = WhyBook(inquiry)
        whole = await whys.why(look, "active", 245)
        at: int | None = 245
        found: list[Step] = []
        while at is not None:
            part = await whys.why(look, "active", at, 3)
            found += part.steps
            at = part.next
    assert found == whole.steps


async def test_the_index_tells_what_folding_tells(tmp_path: Path):
    async with recorded(tmp_path) as (inquiry, look):
        whys = WhyBook(inquiry)
        _, then = await inquiry.history.at(BATTLE, 1)
        before = look.state(then)
        seen: dict[str, tuple[int, Any]] = {}
        for seq in range(2, 200):
            _, then = await inquiry.history.at(BATTLE, seq)
            now = look.state(then)
            for path, _, value in changes(before, now):
                seen = {other: it for other, it in seen.items() if not other.startswith(f"{path}.")}
                seen[path] = (seq, value)
            del seen["seq"]
            before = now
        leaves = {path: it for path, it in seen.items() if not any(p.startswith(f"{path}.") for p in seen)}
        assert len(leaves) > 40
        for path, (seq, value) in leaves.items():
            step = (await whys.why(look, path, 199, 1)).steps[0]
            assert (step.line.seq, step.after) == (seq, value), path


async def test_after_a_rewind_the_answers_go_on_where_the_game_went_back_to(tmp_path: Path):
    async with SqliteStore.open(tmp_path / "senki.db") as store:
        history = History(store)
        referee = Referee(store, history, SECRET)
        await referee.open("b", SYSTEMS["hms"], fight(pc("a"), npc("g")))
        begun = await referee.declare("b", "gm", {"type": "begin"})
        back = begun.appended.last_seq

        async def rule(hp: int) -> int:
            said = {"type": "rule", "reason": "x", "changes": [{"path": "characters.a.hp", "to": hp}]}
            return (await referee.declare("b", "gm", said)).appended.first_seq + 1

        struck = await rule(5)
        rewound = (await referee.declare("b", "gm", {"type": "rewind", "to": back, "reason": "y"})).appended.last_seq
        ruled = await rule(7)
        present = await history.present("b")
        inquiry = Inquiry(store, history)
        look = await inquiry.look(present, "b", None)
        found = await WhyBook(inquiry).why(look, "characters.a.hp", present.battle.seq)
        assert [it.line.seq for it in found.steps] == [ruled, rewound, 1]
        assert [it.back for it in found.steps] == [None, back, None]
        assert found.steps[1].before == 5
        told = await dossier(inquiry, look, struck)
        assert (told.struck, [it.kind for it in told.later]) == (True, ["struck"])
        assert [it.seq for it in told.later] == [rewound]


async def test_why_not_names_the_clause_that_refuses(tmp_path: Path):
    async with recorded(tmp_path) as (inquiry, look):

        async def asked(it: dict[str, Any], at: int) -> tuple[bool, str | None, str | None]:
            found = await why_not(inquiry, look, it, at)
            return found.accepted, found.code, None if found.clause is None else found.clause.id

        # Raizo's yari does not reach at throwing distance (H-6.3), and he may not strike his own (H-7.1).
        assert await asked({"type": "attack", "by": "raizo", "target": "miyuki"}, 34) == (
            False,
            "out_of_range",
            "H-6.3",
        )
        assert await asked({"type": "attack", "by": "raizo", "target": "otokichi"}, 34) == (
            False,
            "bad_target",
            "H-7.1",
        )
        assert await asked({"type": "block", "by": "sayo"}, 37) == (True, None, None)
        assert await asked({"type": "block", "by": "sayo"}, 52) == (False, "not_awaited", None)
        with pytest.raises(NoSuchMoment):
            await asked({"type": "block", "by": "sayo"}, 40)


async def test_why_somebody_was_not_asked(tmp_path: Path):
    async with recorded(tmp_path, "haru") as (inquiry, look):
        asked = await why_not_asked(inquiry, look, "sayo", "block", 37)
        unasked = await why_not_asked(inquiry, look, "sayo", "block", 52)
        other = await why_not_asked(inquiry, look, "miyuki", "move", 52)
    assert (asked.awaited, asked.accepted, asked.example) == (True, True, {"type": "block", "by": "sayo"})
    assert (unasked.awaited, unasked.accepted, unasked.code) == (False, False, "not_awaited")
    assert "ミユキ" in unasked.message
    assert (other.awaited, other.example) == (True, None)  # of another's character only what everybody knows


async def test_where_a_clause_was_applied(tmp_path: Path):
    async with recorded(tmp_path) as (inquiry, look):
        found = await uses(inquiry, look, SYSTEMS["hms"].clauses["H-8.2"])
        log = await inquiry.store.read(BATTLE)
    # Each of the six blows that hit reduces HP: 7, 8, 5, 12, 13 and 12.
    assert [step.result.value for step in found.events if step.result is not None] == [7, 8, 5, 12, 13, 12]
    assert found.times == sum(e.type == "damaged" for e in log)
