"""The worked exchange of the rulebook, step by step: ミユキ against a bandit with a spear."""

from tests.story import Story

OPEN = {
    "options": {},
    "distance": "melee_plus",
    "skills": [
        {"id": "combat", "name": "戦闘"},
        {"id": "sword", "name": "剣術", "within": "combat"},
        {"id": "spear", "name": "槍術", "within": "combat"},
    ],
    "characters": [
        {
            "id": "miyuki",
            "name": "ミユキ",
            "side": "pc",
            "body": 2,
            "armour": 2,
            "skills": {"sword": 7},
            "weapons": [{"id": "longsword", "name": "長剣", "skill": "sword", "bands": ["melee"], "power": 5}],
        },
        {
            "id": "bandit",
            "name": "山賊",
            "side": "npc",
            "body": 0,
            "armour": 1,
            "skills": {"combat": 8},
            "weapons": [{"id": "spear", "name": "槍", "skill": "spear", "bands": ["melee_plus"], "power": 3}],
        },
    ],
}


def test_the_worked_exchange():
    story = Story("hms", OPEN)
    story.when("begin")
    assert (story.at("fights.0.distance"), story.at("round")) == ("melee_plus", 1)
    story.when("declare_skill", "bandit", skill="combat")
    assert story.at("characters.bandit.weapon") == "spear"
    story.when("declare_skill", "miyuki", [2, 3], [3, 6], skill="sword")
    assert story.at("order") == ["bandit", "miyuki"]
    story.when("attack", "bandit", [4, 5], [1, 4], target="miyuki")
    checked, damaged = story.one("checked"), story.one("damaged")
    assert checked["margin"] == 1
    assert [t["value"] for t in checked["terms"]] == [9, 4, -5, -7]
    assert checked["terms"][1]["label"] == "actor_skill_halved"
    assert checked["clauses"] == ["H-7.2", "H-7.3", "H-7.4", "H-7.5"]
    assert (damaged["amount"], damaged["hp"]) == (2, 33)
    assert [(t["label"], t["value"]) for t in damaged["terms"]] == [("margin", 1), ("power", 3), ("armour", -2)]
    story.when("pass", "bandit").when("move", "miyuki", to="melee")
    assert story.one("block_offered")["to"] == ["bandit"]
    story.when("block", "bandit", [6, 2], [3, 3])
    assert story.one("checked")["margin"] == -1
    assert story.at("fights.0.distance") == "melee"
    story.when("attack", "miyuki", [5, 6], [2, 2], target="bandit")
    assert story.at("characters.bandit.hp") == 11
    assert story.kinds()[-2:] == ["turn_ended", "stage_started"]
    story.when("pass", "bandit").when("pass", "miyuki")
    assert story.at("round") == 2
    story.when("declare_skill", "bandit", skill="combat").when("declare_skill", "miyuki", [5, 5], [1, 2], skill="sword")
    assert story.at("order") == ["miyuki", "bandit"]
    story.when("attack", "miyuki", [4, 4], [1, 3], target="bandit")
    assert story.one("damaged")["amount"] == 11
    assert story.at("characters.bandit.hp") == 0
    assert story.kinds()[-3:] == ["fell", "fight_ended", "ended"]
    assert story.one("ended")["winner"] == "pc"
    assert story.at("awaiting") == []


def test_it_is_told_in_japanese():
    story = Story("hms", OPEN).when("begin")
    assert story.told() == ["戦いは白兵戦距離＋から始まる。", "――第1ラウンド。"]
    story.when("declare_skill", "bandit", skill="combat")
    assert story.told() == ["山賊は〈戦闘〉で戦うことにした。"]
    story.when("declare_skill", "miyuki", [2, 3], [3, 6], skill="sword")
    assert story.told()[-2:] == ["動くのは山賊、ミユキの順だ。", "山賊の番。"]
    story.when("attack", "bandit", [4, 5], [1, 4], target="miyuki")
    assert story.told() == [
        "山賊は槍でミユキに打ちかかった。",
        "山賊の出目は4・5。",
        "ミユキの出目は1・4。",
        "山賊は13、ミユキは12。",
        "ミユキに命中した。",
        "ミユキは2点の傷を負った（残りＨＰ33）。",
    ]
