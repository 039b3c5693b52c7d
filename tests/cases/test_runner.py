"""The case runner itself: it must notice what is wrong."""

import copy
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from senki.projections.cases import Case, read_cases, run_case
from senki.rules import SYSTEMS

HMS = json.loads((Path(__file__).parent / "hms.json").read_text())["cases"]


def case(name: str) -> dict[str, Any]:
    return copy.deepcopy(next(c for c in HMS if c["name"].startswith(name)))


def failure_of(changed: dict[str, Any]) -> str:
    failure = run_case(SYSTEMS["hms"], msgspec.convert(changed, Case))
    assert failure is not None
    return failure.message


def test_a_wrong_value_in_the_state_is_noticed():
    changed = case("opening")
    changed["steps"][0]["expect"]["state"]["characters.a.hp_max"] = 51
    assert failure_of(changed) == "characters.a.hp_max is 50, should be 51"


def test_true_is_not_one():
    changed = case("movement: any band")
    changed["steps"][6]["expect"]["state"]["characters.a.moved"] = 1
    assert failure_of(changed) == "characters.a.moved is true, should be 1"


def test_a_path_that_is_not_there_is_noticed():
    changed = case("opening")
    changed["steps"][0]["expect"]["state"]["characters.z.hp"] = None
    assert "nothing at characters.z.hp" in failure_of(changed)


def test_events_must_come_in_their_order():
    changed = case("opening")
    changed["steps"][0]["expect"]["events"].reverse()
    assert failure_of(changed).startswith("no ")


def test_an_event_that_should_not_be_there_is_noticed():
    changed = case("opening")
    changed["steps"][0]["expect"]["no_events"] = ["round_started"]
    assert failure_of(changed) == "there should be no round_started"


def test_a_step_that_should_be_refused_and_is_not_is_noticed():
    changed = case("opening")
    changed["steps"][0] = {"do": {"type": "begin"}, "reject": {"code": "gm_only"}}
    assert failure_of(changed) == "should be refused with gm_only"


def test_another_code_than_the_wanted_one_is_noticed():
    changed = case("opening")
    changed["steps"][1]["reject"]["code"] = "bad_target"
    assert failure_of(changed).startswith("refused with not_awaited, should be bad_target")


def test_who_is_awaited_is_compared():
    changed = case("opening")
    changed["steps"][0]["expect"]["awaiting"] = []
    assert failure_of(changed).startswith("nobody should be awaited")


def test_what_a_seat_sees_is_compared():
    changed = case("skills: players against each other")
    changed["steps"][1]["expect"]["view"] = {
        "a": {"characters.a.skill": "sword"},
        "b": {"characters.a.skill": None},
        "gm": {"characters.a.skill": "sword"},
    }
    assert failure_of(changed) == 'as gm sees it: characters.a.skill is null, should be "sword"'


def test_a_rewind_may_name_a_step():
    changed = case("initiative: dice plus skill")
    changed["steps"].append(
        {
            "do": {"type": "rewind", "to": {"step": 2}, "reason": "振り直し"},
            "expect": {"state": {"stage": "skills", "characters.a.skill": None, "characters.g.skill": "fist"}},
        }
    )
    assert run_case(SYSTEMS["hms"], msgspec.convert(changed, Case)) is None


def test_a_case_may_say_who_declares():
    changed = case("opening")
    changed["steps"][0] = {"as": "a", "do": {"type": "begin"}, "reject": {"code": "gm_only"}}
    changed["steps"][1:] = []
    assert run_case(SYSTEMS["hms"], msgspec.convert(changed, Case)) is None


def test_an_opening_that_must_be_refused():
    changed = case("opening")
    changed["open"]["characters"][1]["side"] = "pc"
    changed["steps"] = []
    changed["open_reject"] = {"code": "illegal_value"}
    assert run_case(SYSTEMS["hms"], msgspec.convert(changed, Case)) is None


@pytest.mark.parametrize("data", [b"", b"[]", b'{"system": "chess", "cases": []}', b'{"system": "hms"}'])
def test_what_is_no_case_file_is_refused_with_a_reason(data: bytes):
    with pytest.raises(ValueError, match=r"not a case file|no such system"):
        read_cases(data)
