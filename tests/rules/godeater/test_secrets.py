"""What is hidden: the missions until the battle begins (G-4.4), an answer until all are in (G-10.2)."""

from tests.rules.godeater.fights import FANG, WALL, begun, fight, foe, pc, strike
from tests.story import Json, Story

OTHERS = ("b", "gm", "watcher")


def answered(**answer: object) -> Story:
    """The enemy attacks; a has answered, b has not."""
    armed = {"weapon": {**FANG, "id": "fang_a"}, "items": [WALL]}
    given = (foe("g", max_ap=9, strength=2, skills=[strike()]), pc("a", **armed), pc("b"))
    return begun(*given).when("attack", "g", skill="claw", targets=["a"]).when("respond", "a", **answer)


def test_only_ones_own_seat_sees_the_answer():
    story = answered(action="step", to="o4")
    assert story.at("exchange.responses.a", "a") == {"action": "step", "to": "o4"}
    for seat in OTHERS:
        assert story.at("exchange.responses", seat) == {"a": None}


def test_another_answer_changes_nothing_that_another_sees_or_hears():
    stories = [
        answered(action="step", to="o4"),
        answered(action="guard"),
        answered(action="waive"),
        answered(action="other", text="伏せる"),
    ]
    for seat in OTHERS:
        assert len({str(s.state(seat)) for s in stories}) == 1
        assert len({str(s.heard(seat)) for s in stories}) == 1
    assert len({str(s.heard("a")) for s in stories}) == 4
    assert len({str(s.state("a")) for s in stories}) == 4


def test_that_somebody_has_answered_is_open():
    story = answered(action="guard")
    assert any(b'"answered"' in data for data in story.heard("watcher"))
    assert [a["by"] for a in story.at("awaiting", "gm")] == ["b"]


def test_the_gms_answer_is_hidden_from_the_players():
    story = begun(pc("a", weapon=FANG), foe("g", max_st=1), foe("h")).when("attack", "a", targets=["g"])
    story.when("respond", "g", action="step", to="i4")
    assert story.at("exchange.responses.g", "gm") == {"action": "step", "to": "i4"}
    assert story.at("exchange.responses.g", "a") is None


def test_when_all_are_in_everybody_may_read_all_of_it():
    story = answered(action="guard").when("respond", "b", [9, 9], [2, 3, 4], action="waive")
    # all but `missions_set`, which nothing has opened
    assert len(story.heard("watcher")) == story.battle.seq - 1
    assert any(b'"purpose":"guard"' in data for data in story.heard("watcher"))


def test_the_next_answers_are_hidden_again():
    story = answered(action="guard").when("respond", "b", [9, 9], [2, 3, 4], action="waive")
    story.when("attack", "g", skill="claw", targets=["b"]).when("respond", "a", action="guard")
    assert story.at("exchange.responses.a", "b") is None
    assert story.battle.seq - len(story.heard("b")) == 3


def test_open_answers_are_open():
    story = begun(foe("g", max_ap=9, skills=[strike()]), pc("a"), pc("b"), responses="open")
    story.when("attack", "g", skill="claw", targets=["b"]).when("respond", "a", action="step", to="o4")
    assert story.at("exchange.responses.a", "watcher") == {"action": "step", "to": "o4"}
    assert len(story.heard("watcher")) == story.battle.seq - 1


MAIN: Json = {"id": "m", "kind": "main", "success": "撃破", "failure": "全滅"}
SIDE: Json = {"id": "s", "kind": "side", "success": "採取"}


def opened(*missions: Json) -> Story:
    return Story("godeater", fight(pc("a"), foe("g"), missions=missions))


def test_missions_are_the_gms_until_the_battle_begins():
    story = opened(MAIN, SIDE)
    assert [m["id"] for m in story.at("missions", "gm")] == ["m", "s"]
    for seat in ("a", "watcher"):
        assert story.at("missions", seat) == []
        assert len(story.heard(seat)) == 1
    story.when("begin")
    assert story.at("missions", "watcher") == [{**MAIN, "result": None}, {**SIDE, "failure": None, "result": None}]
    assert len(story.heard("a")) == story.battle.seq


def test_other_missions_change_nothing_that_a_player_sees_or_hears():
    for seat in ("a", "watcher"):
        assert opened(MAIN, SIDE).state(seat) == opened().state(seat)
        assert opened(MAIN).heard(seat) == opened(SIDE).heard(seat) == opened().heard(seat)
    assert opened(MAIN).heard("gm") != opened(SIDE).heard("gm")


def test_the_end_opens_everything():
    story = opened(MAIN).when("close")
    assert [m["id"] for m in story.at("missions", "watcher")] == ["m"]
    assert len(story.heard("watcher")) == story.battle.seq


def test_an_answer_that_all_have_seen_stays_known_over_a_rewind_and_a_new_one_is_hidden():
    story = answered(action="guard")
    then = story.battle.seq
    before = story.at("exchange.responses", "b")
    story.when("respond", "b", [9, 9], [2, 3, 4], action="waive").when("rewind", to=then, reason="振り直し")
    assert before == {"a": None}
    for seat in ("a", *OTHERS):
        assert story.at("exchange.responses", seat) == {"a": {"action": "guard"}}
    story.when("respond", "b", [9, 9], [2, 3, 4], action="waive")
    story.when("attack", "g", skill="claw", targets=["b"]).when("respond", "a", action="guard")
    assert story.at("exchange.responses", "b") == {"a": None}


def test_a_new_answer_after_a_rewind_to_before_the_first_is_hidden():
    story = begun(foe("g", max_ap=9, strength=2, skills=[strike()]), pc("a"), pc("b"))
    story.when("attack", "g", skill="claw", targets=["a"])
    then = story.battle.seq
    story.when("respond", "a", action="waive").when("respond", "b", [9, 9], action="waive")
    story.when("rewind", to=then, reason="やり直し").when("respond", "a", action="step", to="o4")
    assert story.at("exchange.responses", "b") == {"a": None}
    assert story.at("exchange.responses", "a") == {"a": {"action": "step", "to": "o4"}}


def test_an_answer_that_a_rewind_struck_out_before_all_were_in_stays_hidden():
    story = answered(action="guard")
    then = story.battle.seq
    story.when("say", "b", text="どうする").when("rewind", to=then, reason="x")
    assert story.at("exchange.responses", "b") == {"a": None}


def test_missions_that_were_public_stay_known_over_a_rewind():
    story = opened(MAIN).when("begin").when("rewind", to=2, reason="やり直し")
    assert [m["id"] for m in story.at("missions", "a")] == ["m"]
