"""Another history beside the recorded one."""

from typing import Any

import msgspec
import pytest

from senki.projections.log import event_of
from senki.projections.readjudicate import asked_of, units
from senki.projections.whatif import Question, Run, each_option, what_if
from senki.rules.rejection import Rejection
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
