"""The worked exchange of the rulebook page, step by step: レン and the goblin, with hero points."""

from tests.story import Story

OPEN = {
    "options": {"hero_points": "on"},
    "characters": [
        {
            "id": "ren",
            "name": "レン",
            "side": "pc",
            "level": 5,
            "abilities": {"strength": 20, "prowess": 33, "agility": 31, "endurance": 32, "spirit": 18},
            "items": [
                {"id": "sword", "name": "長剣", "kind": "weapon", "damage": "2D6", "damage_type": "cut"},
                {"id": "shield", "name": "盾", "kind": "shield", "evasion": "D6+1"},
            ],
        },
        {
            "id": "goblin",
            "name": "ゴブリン",
            "side": "npc",
            "abilities": {"strength": 20, "prowess": 24, "agility": 24, "endurance": 18, "spirit": 10},
            "items": [
                {"id": "axe", "name": "斧", "kind": "weapon", "damage": "D6+2", "damage_type": "cut"},
                {"id": "leather", "name": "革よろい", "kind": "armour", "armour": 2},
            ],
        },
    ],
}


def test_the_worked_exchange():  # noqa: PLR0915 - sixteen steps, one story
    story = Story("powerplay", OPEN)
    sheet = story.at("characters.ren")
    assert (sheet["hero_points"], sheet["checks"]["prowess"], sheet["evasion"]) == (3, "3D6+6", "4D6+7")
    assert (sheet["hp_max"], sheet["death_line"], sheet["stun_line"]) == (16, -16, -9)
    goblin = story.at("characters.goblin")
    assert (goblin["checks"]["prowess"], goblin["evasion"], goblin["armour"]) == ("2D6+4", "2D6+4", 2)
    assert (goblin["hp_max"], goblin["death_line"], goblin["stun_line"]) == (9, -9, -5)

    story.when("begin")  # 1
    assert story.kinds() == ["declared", "began", "round_started", "turn_started"]
    assert story.one("round_started")["order"] == ["ren", "goblin"]

    story.when("attack", "ren", [4, 1, 5], target="goblin")  # 2
    assert story.kinds() == ["declared", "attacked", "rolled", "window_opened"]
    assert story.one("window_opened")["hero_points"] == 3

    story.when("spend_hero_point", "ren", die=1)  # 3
    assert (story.one("hero_point_spent")["from"], story.at("characters.ren.hero_points")) == (1, 2)
    assert "window_closed" not in story.kinds()

    story.when("accept", "ren")  # 4
    assert story.one("window_closed")["faces"] == [4, 6, 5]
    assert story.one("checked")["achievement"] == 21
    assert story.at("awaiting") == [{"by": "goblin", "types": ["evade", "decline"]}]

    story.when("evade", "goblin", [6, 5], [3, 4])  # 5
    assert story.one("target_number_set")["target_number"] == 15
    assert story.one("hit")["achievement"] == 21
    assert story.one("window_opened")["purpose"] == "damage"

    story.when("accept", "ren")  # 6
    assert story.kinds() == ["declared", "window_closed", "damaged", "condition_changed", "turn_ended", "turn_started"]
    assert (story.one("damaged")["amount"], story.one("damaged")["hp"]) == (5, 4)
    assert story.one("condition_changed")["to"] == "light"

    story.when("attack", "goblin", [3, 6], target="ren")  # 7
    assert story.one("checked")["achievement"] == 13
    assert "window_opened" not in story.kinds()

    story.when("evade", "ren", [5, 3], dice=2)  # 8
    assert story.one("window_opened")["hero_points"] == 2

    story.when("accept", "ren")  # 9
    assert story.one("checked")["achievement"] == 15
    assert story.one("missed")["target_number"] == 15
    assert story.at("round") == 2

    story.when("attack", "ren", [5, 4], target="goblin", dice=2).when("accept", "ren")  # 10
    assert story.one("checked")["achievement"] == 15

    story.when("evade", "goblin", [1, 6], [2, 5])  # 11
    assert story.one("target_number_set")["target_number"] == 0
    story.when("accept", "ren")
    assert (story.one("damaged")["amount"], story.one("damaged")["hp"]) == (5, -1)
    assert story.at("characters.goblin.condition") == "heavy"

    story.when("attack", "goblin", [4, 1], target="ren")  # 12
    assert story.one("missed")["reason"] == "auto_failure"
    assert (story.one("damaged")["cause"], story.one("damaged")["hp"]) == ("exertion", -3)
    assert story.at("round") == 3

    story.when("attack", "ren", [3, 3, 4], target="goblin").when("accept", "ren")  # 13
    assert story.one("checked")["achievement"] == 16

    story.when("decline", "goblin", [4, 2])  # 14
    assert story.one("target_number_set")["target_number"] == 0
    assert story.one("window_opened")["hero_points"] == 2

    story.when("spend_hero_point", "ren", die=1).when("accept", "ren")  # 15
    assert (story.one("damaged")["amount"], story.one("damaged")["hp"]) == (8, -11)
    assert story.kinds()[-3:] == ["condition_changed", "turn_ended", "ended"]
    assert (story.one("ended")["reason"], story.one("ended")["winner"]) == ("side_down", "pc")
    assert story.at("characters.goblin.condition") == "dead"

    story.when("award", hours=2)  # 16
    assert story.at("characters.ren.experience") == 1000
