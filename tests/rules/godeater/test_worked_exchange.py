"""The worked exchange of the specification, step by step; the numbers are worked out by hand."""

from tests.rules.godeater.fights import FANG, WALL, awaited, fight, foe, pc, terms
from tests.story import Story

MISSION = {"id": "m", "kind": "main", "success": "アラガミの撃破", "failure": "全員の戦闘不能"}
NEEDLE = {
    "id": "needle",
    "timing": "main",
    "cost": {"ap": 2},
    "range": [0, 2],
    "attack": {"attack_type": "ranged", "element": "physical", "dice": 2, "power": 3, "ability": "intellect"},
}


def story() -> Story:
    yu = pc("yu", max_hp=25, strength=3, weapon=FANG, items=[WALL])
    maiden = foe("maiden", max_hp=45, intellect=4, skills=[NEEDLE])
    return Story("godeater", fight(yu, maiden, missions=[MISSION]))


def test_the_worked_exchange():
    it = story().when("begin")
    assert (it.at("round"), it.at("order"), it.at("active")) == (1, ["yu", "maiden"], "yu")

    it.when("attack", "yu", targets=["maiden"])
    assert (it.at("characters.yu.ap"), it.at("characters.yu.st")) == (2, 2)
    assert awaited(it) == [("maiden", ["respond"])]

    it.when("respond", "maiden", [10, 4, 6], [3], action="waive")
    checked = it.one("damage_checked")
    assert (checked["total"], checked["critical"]) == (30, True)
    assert terms(checked) == [("dice", 23), ("fang", 4), ("strength", 3)]
    assert (it.at("characters.maiden.hp"), it.at("characters.yu.op"), it.at("active")) == (15, 3, "maiden")

    it.when("attack", "maiden", skill="needle", targets=["yu"])
    assert it.at("characters.maiden.ap") == 2

    it.when("respond", "yu", [7, 5], [2, 6, 3], action="guard")
    assert it.one("damage_checked")["total"] == 19
    assert it.one("guard_checked")["total"] == 16
    assert (it.at("characters.yu.hp"), it.at("characters.yu.st"), it.at("active")) == (22, 1, "yu")

    it.when("wait", "yu")
    assert (it.at("characters.yu.ap"), it.at("active")) == (1, "maiden")

    it.when("attack", "maiden", skill="needle", targets=["yu"])
    assert it.at("characters.maiden.ap") == 0

    it.when("respond", "yu", [1, 1], action="step", to="o4")
    assert it.one("attack_failed")["why"] == "fumble"
    assert (it.at("characters.yu.st"), it.at("characters.yu.cell"), it.at("active")) == (0, "o4", "yu")

    it.when("give_up", "yu")
    assert (it.at("round"), it.at("characters.yu.ap"), it.at("characters.yu.st")) == (2, 5, 3)
    assert (it.at("characters.maiden.ap"), it.at("active")) == (4, "yu")

    it.when("move", "yu", to="o3")
    assert it.at("turn.part") == "side"

    it.when("attack", "yu", targets=["maiden"])
    it.when("respond", "maiden", [5, 2, 3], action="waive")
    assert it.one("damaged")["amount"] == 17
    assert it.one("fell") == {"type": "fell", "character": "maiden", "ap": 4, "clauses": ["G-19.6"]}
    assert (it.at("characters.maiden.hp"), it.at("characters.yu.op"), it.at("active")) == (0, 4, "yu")

    it.when("mark_mission", mission="m", result="achieved")
    ended = it.one("ended")
    assert (ended["reason"], ended["winner"]) == ("mission_achieved", "pc")
    assert (it.at("phase"), it.at("awaiting"), it.at("active"), it.at("turn")) == ("over", [], None, None)


def test_an_attack_is_told_in_the_books_order():
    it = story().when("begin").when("attack", "yu", targets=["maiden"])
    assert it.kinds() == ["declared", "paid", "attack_declared"]
    it.when("respond", "maiden", [4, 4, 4], action="waive")
    assert it.kinds() == [
        "declared",
        "answered",
        "response_chosen",
        "responses_revealed",
        "rolled",
        "damage_checked",
        "damaged",
        "changed",
        "attack_ended",
        "turn_ended",
        "turn_started",
    ]
