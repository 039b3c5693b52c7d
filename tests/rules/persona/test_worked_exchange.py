"""The worked exchange of the rulebook, step by step; and the demo fight."""

from pathlib import Path

import msgspec

from senki.projections.cases import Case, run_case
from senki.rules import SYSTEMS
from tests.rules.persona.fights import Json, demon, fight, user
from tests.story import Story

DEMO = Path(__file__).parents[3] / "api" / "demos" / "persona.json"


def test_the_worked_exchange():
    story = Story(
        "persona",
        fight(
            user("yuka", "S", 4, "SQ", "S5", "SJ", "H7", "D9"),
            user("rei", "H", 2, "HK", "S2", "C2"),
            demon("slime", "C", 5),
            demon("pixie", "D", 1),
        ),
    )
    story.when("begin")
    assert story.one("round_started")["order"] == ["slime", "yuka", "rei", "pixie"]

    story.when("attack", "slime", ["D8"], target="rei")
    assert story.at("awaiting") == [{"by": "rei", "types": ["defend"]}]
    assert story.at("attack.cards", "rei") == ["?"]

    story.when("defend", "rei", cards=["S2"])
    hit = story.one("hit")
    assert (hit["levels"], hit["numbers"], hit["damage"]) == ([5, 2], [8, 2], 2)
    assert hit["terms"] == [{"label": "level", "value": 1}, {"label": "number", "value": 1}]
    assert (story.at("characters.rei.hand_limit"), story.at("characters.rei.hand")) == (1, ["HK", "C2"])

    story.when("discard", "rei", cards=["C2"])
    assert story.kinds() == ["declared", "discarded", "turn_ended", "turn_started"]
    assert story.at("active") == "yuka"

    story.when("cast", "yuka", ["C8"], ["H9", "D2", "D3", "C4"], spell="diarahan", card="SJ", target="rei")
    assert story.at("characters.yuka.hand") == ["SQ", "S5", "H7", "D9", "C8"]
    assert story.at("characters.rei.hand") == ["HK", "H9", "D2", "D3", "C4"]

    story.when("attack", "rei", ["DK"], ["H4"], ["S3"], target="pixie", cards=["HK"])
    hit = story.one("hit")
    assert (hit["target"], hit["numbers"], hit["damage"]) == ("pixie", [13, 13], 3)
    assert story.one("fell") == {
        "type": "fell",
        "target": "pixie",
        "condition": "unable",
        "clauses": ["P-6.25"],
    }
    assert story.one("all_target")["targets"] == ["slime"]
    assert (story.one("evaded")["target"], story.one("evaded")["with"]) == ("slime", "H4")
    assert (story.at("round"), story.at("order")) == (2, ["slime", "yuka", "rei"])

    story.when("attack", "slime", ["S9"], target="yuka").when("defend", "yuka", ["H2"], cards=["D9"])
    assert (story.one("nullified")["target"], story.one("nullified")["suit"]) == ("yuka", "S")

    story.when("attack", "yuka", ["C5"], ["C9", "CT"], target="slime", cards=["SQ", "S5"])
    hits = [e for e in story.last if e["type"] == "hit"]
    assert [(h["target"], h["card"], h["numbers"], h["damage"]) for h in hits] == [
        ("slime", "SQ", [12, 5], 1),
        ("slime", "S5", [5, 5], 2),
        ("pixie", "SQ", [12, 0], 2),
    ]
    assert [(e["target"], e["condition"]) for e in story.last if e["type"] == "fell"] == [
        ("slime", "vanished"),
        ("pixie", "vanished"),
    ]
    ended = story.one("ended")
    assert (ended["reason"], ended["winner"]) == ("wiped_out", "pc")
    assert story.one("rested")["targets"] == ["yuka", "rei"]


def demo() -> Json:
    return msgspec.json.decode(DEMO.read_bytes())


def test_the_demo_fight_runs_to_its_end_and_shows_what_the_game_is_about():
    given = demo()
    story = Story("persona", given["open"])
    kinds: list[str] = []
    for step in given["steps"]:
        said = dict(step["do"])
        story.when(said.pop("type"), said.pop("by", None), *step.get("rolls", ()), seat=step["as"], **said)
        kinds += story.kinds()
        if "defence_laid" in story.kinds() and len(said.get("cards", ())) > 1:
            kinds.append("multiple defence")
    assert {"all_target", "multiple defence", "revived", "persona_changed", "ended", "said"} <= set(kinds)
    assert (story.at("phase"), story.at("winner")) == ("over", "pc")
    assert 12 <= len(given["steps"]) <= 25


def test_the_demo_fight_is_a_case():
    given = demo()
    assert run_case(SYSTEMS["persona"], Case(name="demo", open=given["open"], steps=tuple(given["steps"]))) is None
