"""Another history beside the recorded one."""

from typing import Any

import msgspec
import pytest

from senki.projections.log import event_of
from senki.projections.openpoints import each_option
from senki.projections.readjudicate import asked_of, units
from senki.projections.whatif import Question, Run, what_if
from senki.rules.chance import Entered
from senki.rules.decide import decide
from senki.rules.declarations import Rewind
from senki.rules.rejection import Rejection
from senki.rules.table import GM
from tests.projections.recording import Recording

SYSTEMS = ["hms", "godeater", "meikyu", "persona", "powerplay"]


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("seed", range(2))
def test_the_same_options_give_the_same_history(system: str, seed: int):
    log = Recording(system, seed).log
    opening = [event_of(Recording(system, seed, 0).system, e) for e in next(units(log))]
    options: dict[str, Any] = dict(asked_of(Recording(system, seed, 0).system, opening)["options"])
    found = Run(log, Question(options=options), "s").answer()
    assert found.parts is None
    assert (found.count, found.refused, found.ends) == (0, 0, ())
    assert found.luck["sampled"] == 0


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_answer_to_every_open_point_can_be_tried(system: str):
    table = each_option(Recording(system, 2, 40).log, "s")
    assert table.complete
    assert len(table.rows) > 10
    assert all(row.changes is not None for row in table.rows)


def test_the_same_declaration_with_the_recorded_faces_changes_nothing():
    log = Recording("powerplay", 0).log
    rolled = next(e for e in log if e.type == "rolled")
    data = msgspec.json.decode(rolled.data or b"")
    same = what_if(log, Question(at=rolled.seq, faces=tuple(data["faces"])), "s")
    assert same.parts is None
    other = what_if(log, Question(at=rolled.seq, faces=(1,) * len(data["faces"])), "s")
    assert other.parts is not None
    assert other.parts.seq == rolled.seq
    assert other.parts.other[0].luck == "handed_in"


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (Question(), "何を変えるのか"),
        (Question(faces=(1,)), "どの出来事で"),
        (Question(at=3), "添えてください"),
        (Question(at=10_000, faces=(1,)), "出来事の番号"),
        (Question(at=1, faces=(1,)), "出来事の番号"),
    ],
)
def test_what_cannot_be_asked_is_refused(question: Question, words: str):
    with pytest.raises(Rejection, match=words):
        what_if(Recording("hms", 0, 5).log, question, "s")


def test_a_rewind_goes_back_to_the_same_scene_in_the_other_history():
    """The rewound scene is before the change: from there on both histories are one again."""
    recording = Recording("powerplay", 0, 30)
    back = recording.battles[3].seq
    decision = decide(
        recording.system, recording.battles[-1], Rewind(to=back, reason="やり直し"), Entered(), past=recording.past
    )
    recording.take(decision, GM)
    rolled = next(e for e in recording.log if e.type == "rolled" and e.seq > back)
    faces = msgspec.json.decode(rolled.data or b"")["faces"]
    found = what_if(recording.log, Question(at=rolled.seq, faces=(1,) * len(faces)), "s")
    assert found.parts is not None
    assert found.ends == ()
    assert "記録と同じ" in found.text


def test_another_declaration_in_one_place():
    recording = Recording("hms", 0, 5)
    unit = recording.units()[1]
    said = {"type": "say", "text": "待った！"}
    found = what_if(recording.log, Question(at=unit.envelopes[0].seq, declaration=said), "s")
    assert found.parts is not None
    assert found.parts.declared == unit.envelopes[0].seq
    assert [event.type for event in found.parts.other] == ["declared", "said"]
    with pytest.raises(Rejection):
        what_if(recording.log, Question(at=unit.envelopes[0].seq, declaration={"type": "begin"}), "s")
