"""The worked exchange of the rulebook, step by step: タツミ and ハルカ against an ogre."""

from tests.rules.meikyu.fights import terms
from tests.story import Json, Story

TATSUMI: Json = {
    "id": "tatsumi",
    "name": "タツミ",
    "side": "pc",
    "hp_max": 24,
    "mp_max": 3,
    "wit_max": 2,
    "action_value": 6,
    "defence": 3,
    "stats": {"power": 4},
    "actions": [
        {"faces": [1, 6], "name": "斬撃", "kind": "attack", "damage": "1D6+power"},
        {"faces": [7, 9], "name": "盾の構え", "kind": "defence", "bonus": "4"},
        {"faces": [10, 10], "name": "渾身撃", "kind": "attack", "damage": "2D6+power*2", "cost": 4},
    ],
}
HARUKA: Json = {
    "id": "haruka",
    "name": "ハルカ",
    "side": "pc",
    "row": "back",
    "hp_max": 16,
    "wit_max": 1,
    "action_value": 6,
    "defence": 1,
    "actions": [{"faces": [1, 10], "name": "火矢", "kind": "attack", "damage": "1D6+5", "tags": ["ranged"]}],
}
OGRE: Json = {
    "id": "ogre",
    "name": "オーガ",
    "side": "npc",
    "hp_max": 20,
    "action_value": 6,
    "defence": 2,
    "actions": [{"faces": [1, 10], "name": "岩投げ", "kind": "attack", "damage": "10", "tags": ["ranged"]}],
}
OPEN: Json = {"options": {}, "characters": [TATSUMI, HARUKA, OGRE]}


def hp(story: Story) -> tuple[int, int, int]:
    """The hit points of all three."""
    return tuple(story.at(f"characters.{id}.hp") for id in ("tatsumi", "haruka", "ogre"))


def test_the_worked_exchange():
    story = Story("meikyu", OPEN).when("begin")
    assert [a["by"] for a in story.at("awaiting")] == ["tatsumi", "haruka"]
    story.when("pass", "tatsumi").when("pass", "haruka")
    assert story.at("stage") == "initiative"
    story.when("arrange", "haruka", order=["haruka", "tatsumi"])
    assert story.at("order") == ["haruka", "tatsumi", "ogre"]

    story.when("roll_action", "haruka", [7]).when("perform", "haruka", [2], targets=["ogre"])
    assert terms(story.one("damaged")) == [("1D6", 2), ("number", 5), ("defence", -2)]
    assert hp(story) == (24, 16, 15)
    story.when("roll_action", "tatsumi", [10])
    assert story.one("action_read")["action"] == "渾身撃"
    story.when("shift", "tatsumi", change=-1).when("perform", "tatsumi")
    assert story.at("characters.tatsumi.wit") == 1
    assert story.at("characters.tatsumi.bonuses") == [{"stat": "defence", "amount": 4, "until": "next_go", "round": 1}]
    story.when("roll_action", "ogre", [3]).when("perform", "ogre", targets=["haruka"])
    assert story.at("awaiting") == [{"by": "tatsumi", "types": ["cover", "pass"]}]
    story.when("cover", "tatsumi", target="haruka")
    assert terms(story.one("damaged")) == [("number", 10), ("defence", -7)]
    assert hp(story) == (21, 16, 15)
    assert (story.at("round"), story.at("stage")) == (2, "setup")

    story.when("pass", "tatsumi").when("pass", "haruka").when("pass", "tatsumi").when("pass", "haruka")
    assert story.at("order") == ["haruka", "tatsumi", "ogre"]
    story.when("roll_action", "haruka", [1]).when("perform", "haruka", [6], targets=["ogre"])
    assert hp(story) == (21, 16, 6)
    assert story.one("bonus_ended")["target"] == "tatsumi"
    story.when("wait", "tatsumi")
    assert story.at("active") == "ogre"
    story.when("roll_action", "ogre", [5]).when("perform", "ogre", targets=["tatsumi"])
    assert "cover_offered" not in story.kinds()
    assert hp(story) == (14, 16, 6)
    assert story.one("turn_started") == {
        "type": "turn_started",
        "by": "tatsumi",
        "clauses": ["M-10.2"],
    }
    story.when("roll_action", "tatsumi", [8]).when("reroll", "tatsumi", [4])
    assert (story.at("characters.tatsumi.wit"), story.at("exchange.face")) == (0, 4)
    story.when("perform", "tatsumi", [4], targets=["ogre"])
    assert hp(story) == (14, 16, 0)
    assert story.kinds()[-3:] == ["damaged", "fell", "ended"]
    assert story.one("ended")["winner"] == "pc"
    assert story.at("awaiting") == []


def test_it_is_told_in_japanese():
    story = Story("meikyu", OPEN)
    assert story.told() == ["タツミ、ハルカの前に、オーガが立ちはだかる。"]
    story.when("begin")
    assert story.told() == ["――第1ターン。", "それぞれが構えを整える。"]
    story.when("pass", "tatsumi").when("pass", "haruka")
    assert story.told() == ["動き出す順を見定める。"]
    story.when("arrange", "haruka", order=["haruka", "tatsumi"])
    assert story.told() == [
        "ハルカ、タツミの順で動くと決めた。",
        "動くのはハルカ、タツミ、オーガの順だ。",
        "ハルカの番。",
    ]
    story.when("roll_action", "haruka", [7])
    assert story.told() == ["ハルカの出目は7。", "出目は7、〈火矢〉。"]
    story.when("perform", "haruka", [2], targets=["ogre"])
    assert story.told() == [
        "ハルカの〈火矢〉がオーガを襲う。",
        "ハルカの出目は2。",
        "オーガは5点のダメージを受けた（残りＨＰ15）。",
        "タツミの番。",
    ]
