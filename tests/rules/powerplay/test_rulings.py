"""The GM's rulings in the middle of things: what follows is only that somebody else is awaited, or nobody."""

import pytest

from senki.rules.chance import Entered
from senki.rules.powerplay.attack import roll_hit
from tests.rules.powerplay.fights import BOW, CLUB, LEATHER, SHIELD, caster, fight, npc, pc
from tests.story import Story


def ready(*characters: dict[str, object], **options: object) -> Story:
    return Story("powerplay", fight(*characters, **options)).when("begin")  # pyright: ignore[reportArgumentType]


def ruled(story: Story, *rolls: list[int], **changes: object) -> Story:
    listed = [{"path": path.replace("__", "."), "to": to} for path, to in changes.items()]
    return story.when("rule", None, *rolls, reason="そういうことにする", changes=listed)


@pytest.mark.parametrize(
    ("path", "to"),
    [
        ("characters.a.id", "b"),
        ("characters.a.hp_max", 20),
        ("characters.a.condition", "dead"),
        ("characters.a.current.agility", 5),
        ("characters.a.made", False),
        ("characters.a.hp", 11),
        ("characters.a.hp", "5"),
        ("characters.a.hp", None),
        ("characters.a.hero_points", 1),
        ("characters.a.posture", "flying"),
        ("characters.a.wielded", "halberd"),
        ("characters.a.concentrating", "bolt"),
        ("characters.a.back_to", ["zz"]),
        ("characters.a.abilities.luck", 5),
        ("characters.a.abilities.agility", -1),
        ("characters.a.items.0.kind", "gear"),
        ("characters.a.items.0.id", "x"),
        ("characters.a.items.0.damage", "many"),
        ("characters.zz.hp", 1),
        ("distances.g.a", 4),
        ("distances.a.g", -4),
        ("order", []),
        ("round", 3),
        ("phase", "over"),
    ],
)
def test_what_a_ruling_cannot_set(path: str, to: object):
    story = ready(pc("a"), npc("g"))
    story.refused("illegal_value", "rule", reason="x", changes=[{"path": path, "to": to}])


def test_what_a_ruling_can_set():
    story = ready(pc("a", items=[CLUB, LEATHER, SHIELD]), npc("g"), hero_points="on")
    ruled(
        story,
        characters__a__hp=4,
        characters__a__back_to=["g"],
        characters__a__items__1__armour=5,
        characters__a__items__2__evasion="2D6+2",
        characters__a__hero_points=1,
        characters__a__size=2,
        distances__a__g=12,
    )
    sheet = story.at("characters.a")
    assert (sheet["hp"], sheet["back_to"], sheet["armour"], sheet["evasion"]) == (4, ["g"], 5, "5D6+8")
    assert (sheet["hero_points"], sheet["size"], story.at("distances.a.g"), sheet["condition"]) == (1, 2, 12, "light")
    assert story.one("condition_changed")["to"] == "light"


def test_a_weapon_that_is_no_longer_carried_is_no_longer_in_hand():
    story = ruled(ready(pc("a"), npc("g")), characters__a__items__0__carried=False)
    assert (story.at("characters.a.wielded"), "attack" in story.at("awaiting.0.types")) == (None, False)


def test_an_active_character_that_can_no_longer_act_ends_its_go():
    story = ruled(ready(pc("a"), pc("b", 25), npc("g")), characters__a__held=True)
    assert story.kinds() == ["declared", "ruled", "turn_ended", "turn_started"]
    assert story.at("active") == "b"


def test_an_attack_of_one_who_can_no_longer_act_is_called_off():
    story = ready(pc("a"), pc("b", 25), npc("g")).when("attack", "a", [4, 4], target="g")
    ruled(story, characters__a__hp=-6)
    assert story.kinds() == ["declared", "ruled", "condition_changed", "called_off", "turn_ended", "turn_started"]
    assert (story.at("exchange"), story.at("active")) == (None, "b")


def test_an_awaited_evader_that_can_no_longer_evade_counts_as_unable():
    story = ready(pc("a"), npc("g"), npc("h")).when("attack", "a", [4, 4], target="g")
    ruled(story, [3], characters__g__held=True)
    assert (story.one("cannot_evade")["reason"], story.at("characters.g.hp")) == ("held", 7)


def test_a_target_no_longer_devoted_is_shot_by_distance():
    story = ready(npc("g", 40), pc("a", items=[BOW]), distance=9).when("evade_only", "g")
    story.when("attack", "a", [4, 4], target="g")
    ruled(story, [2], characters__g__devoted=False)
    assert story.one("target_number_set")["target_number"] == 9


def test_a_target_that_no_longer_resists_is_not_waited_for():
    story = ready(caster("a"), npc("g")).when("cast", "a", [3, 3, 3], spell="bolt", target="g")
    ruled(story, [4], characters__g__resists=False)
    assert story.one("spell_succeeded")["target_number"] == 0


def test_a_ruling_that_changes_nothing_leaves_the_exchange_as_it_is():
    story = ready(pc("a"), npc("g")).when("attack", "a", [4, 4], target="g")
    ruled(story)
    assert story.at("awaiting.0.by") == "g"
    story.when("evade", "g", [6, 6])
    assert story.kinds()[-3:] == ["missed", "turn_ended", "turn_started"]


def test_points_taken_away_leave_the_window_to_be_accepted():
    story = ready(pc("a"), npc("g"), hero_points="on").when("attack", "a", [4, 1], target="g")
    ruled(story, characters__a__hero_points=0)
    assert story.at("awaiting.0.types") == ["accept"]
    story.refused("not_awaited", "spend_hero_point", "a", die=1).when("accept", "a")
    assert story.kinds()[-3:] == ["missed", "turn_ended", "turn_started"]


def test_the_end_of_the_battle_is_looked_at():
    story = ruled(ready(pc("a"), npc("g")), characters__g__left=True)
    assert (story.at("phase"), story.one("ended")["winner"]) == ("over", "pc")
    story = ruled(ready(pc("a"), npc("g"), end_when="gm_only"), characters__g__left=True)
    assert story.at("phase") == "fighting"


def test_a_called_check_of_one_who_is_gone_is_called_off():
    story = ready(pc("a"), npc("g"), npc("h")).when("call_check", of="g", ability="agility", target_number=9)
    ruled(story, characters__g__left=True)
    assert (story.one("called_off")["kind"], story.at("active")) == ("check", "a")


def test_a_called_check_outlives_the_go_that_it_interrupted():
    story = ready(pc("a"), pc("b", 25), npc("g")).when("call_check", of="g", ability="agility", target_number=9)
    ruled(story, characters__a__held=True)
    assert (story.at("active"), story.at("awaiting.0.by")) == ("b", "g")
    story.when("check", "g", [4, 4])
    assert story.at("awaiting.0.by") == "b"


def test_a_caster_that_can_no_longer_act_is_not_asked_for_a_spell():
    story = ready(npc("g"), caster("a"), concentration="declared")
    ruled(story, characters__a__held=True)
    assert (story.one("passed")["why"], story.at("active")) == ("incapacitated", "g")


def test_an_act_that_waits_for_judgement_is_called_off_with_its_character():
    story = ready(pc("a"), pc("b", 25), npc("g")).when("act", "a", text="跳ぶ")
    ruled(story, characters__a__left=True)
    assert (story.one("called_off")["kind"], story.at("active")) == ("act", "b")


def test_distances_are_the_gms():
    story = ruled(ready(pc("a", items=[BOW]), npc("g"), distance=30), distances__a__g=5)
    story.when("attack", "a", [3, 3], [1], target="g")
    assert story.one("target_number_set")["target_number"] == 5


def test_what_would_answer_an_attack_that_there_is_not_is_a_fault():
    game = ready(pc("a"), npc("g")).battle.game
    for kind in ("attack", "cast", "check", "act"):
        with pytest.raises(LookupError):
            getattr(game, kind)
    with pytest.raises(LookupError):
        next(roll_hit(game, Entered([[6, 6, 6]])))
