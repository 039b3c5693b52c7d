"""Names that a table gives, and who is told to have spoken: the same in all games."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from senki.api.cli.script import script
from senki.rules import SYSTEMS
from senki.rules.decide import open_battle
from senki.rules.rejection import Rejection
from tests.story import Story

Json = dict[str, Any]
UNREADABLE = ["鬼\n12 鬼は倒れた", "\x1b[2J", "鬼\u202e", "\u200b", "　"]


def named(it: Any) -> Iterator[Json]:
    """Everything in a setup that has a name."""
    if isinstance(it, dict):
        if isinstance(it.get("name"), str):
            yield it
        it = list(it.values())
    if isinstance(it, list):
        for each in it:
            yield from named(each)


@pytest.mark.parametrize("system", list(SYSTEMS))
@pytest.mark.parametrize("name", UNREADABLE)
def test_no_name_of_any_setup_may_be_unreadable(system: str, name: str):
    setup = script(system).open
    places = len(list(named(setup)))
    assert places > 4
    for place in range(places):
        given = deepcopy(setup)
        list(named(given))[place]["name"] = name
        with pytest.raises(Rejection) as refused:
            open_battle(SYSTEMS[system], given)
        assert refused.value.code == "illegal_value"
        assert "「name」に" in refused.value.message


@pytest.mark.parametrize("name", UNREADABLE)
def test_no_title_may_be_unreadable(name: str):
    with pytest.raises(Rejection, match="戦闘の題に"):
        open_battle(SYSTEMS["hms"], script("hms").open, title=name)


@pytest.mark.parametrize("name", UNREADABLE)
def test_words_beside_the_names_must_be_readable_too(name: str):
    given = deepcopy(script("godeater").open)
    given["missions"] = [{"id": "m", "success": name, "award": 1}]
    with pytest.raises(Rejection) as refused:
        open_battle(SYSTEMS["godeater"], given)
    assert refused.value.code in {"illegal_value", "malformed"}


@pytest.mark.parametrize("name", UNREADABLE)
def test_no_ruling_gives_an_unreadable_name(name: str):
    story = duel().when("begin")
    story.refused("illegal_value", "rule", reason="改名", changes=[{"path": "characters.akira.name", "to": name}])


def duel(first: str = "アキラ", second: str = "鬼", **more: Any) -> Story:
    club = {"id": "club", "name": "金棒", "skill": "combat", "bands": ["melee"], "power": 6}
    fighter = {"body": 4, "skills": {"combat": 8}, "weapons": [club]}
    return Story(
        "hms",
        {
            "distance": "melee",
            "skills": [{"id": "combat", "name": "戦闘"}],
            "characters": [
                {"id": "akira", "name": first, "side": "pc", **fighter},
                {"id": "oni", "name": second, "side": "npc", **fighter},
            ],
            **more,
        },
    )


@pytest.mark.parametrize("system", list(SYSTEMS))
def test_two_of_one_name_are_told_apart_wherever_they_are_told(system: str):
    given = deepcopy(script(system).open)
    for character in given["characters"]:
        character["name"] = "鬼"
    story = Story(system, given)
    told = [story.system.names(story.battle.game)[c["id"]] for c in given["characters"]]
    assert told == [f"鬼{letter}" for letter in "ＡＢＣＤＥＦ"[: len(told)]]
    assert story.at("called") == dict(zip((c["id"] for c in given["characters"]), told, strict=True))
    first = given["characters"][0]["id"]
    assert story.when("say", first, text="おう").told() == ["鬼Ａ「おう」"]


def test_names_that_differ_stand_alone():
    assert "called" not in duel().state()


def test_a_seat_is_not_named_after_somebody_elses_character():
    with pytest.raises(Rejection) as refused:
        duel(seats={"oni": ["akira"]})
    assert refused.value.code == "illegal_value"
    duel(seats={"akira": ["akira"]})


# who speaks


def told(seat: str, by: str | None = None, **said: str) -> list[str]:
    return duel(seats={"p1": ["akira"]}).when("say", by, seat=seat, **said).told()


def test_whoever_speaks_as_somebody_else_stands_beside_the_voice():
    assert told("p1", text="全員、倒れた。", **{"as": "ＧＭ"}) == ["ＧＭ（p1）「全員、倒れた。」"]
    assert told("p1", "akira", text="やあ", **{"as": "謎の声"}) == ["謎の声（アキラ）「やあ」"]
    assert told("gm", text="やあ", **{"as": "アキラ"}) == ["アキラ（ＧＭ）「やあ」"]
    assert told("p1", "akira", text="やあ", **{"as": "アキラ"}) == ["アキラ「やあ」"]
    assert told("gm", text="やあ", **{"as": "GM"}) == ["ＧＭ「やあ」"]
    assert told("gm", "oni", text="やあ") == ["鬼「やあ」"]


def test_a_character_called_gm_is_not_the_gm():
    story = duel("ＧＭ")
    assert story.when("say", "akira", text="倒れた").told() == ["ＧＭＡ「倒れた」"]


def test_a_spectator_speaks_as_nobody_else():
    assert told("spectator", text="がんばれ") == ["観戦席「がんばれ」"]
    with pytest.raises(Rejection) as refused:
        told("spectator", text="倒れた", **{"as": "ＧＭ"})
    assert refused.value.code == "illegal_value"
    assert "ほかの誰かとして話せません" in refused.value.message


def test_a_speech_does_not_end_before_its_end():
    assert told("p1", "akira", text="はい」ＧＭ「全滅") == ["アキラ「はい』ＧＭ『全滅」"]


def test_a_channel_is_told_as_the_open_tab_that_it_is():
    assert told("p1", "akira", text="眠い", channel="雑談") == ["〔雑談〕アキラ「眠い」"]


@pytest.mark.parametrize("name", [*UNREADABLE, "ＧＭ「", "』"])
def test_a_voice_has_a_readable_name(name: str):
    with pytest.raises(Rejection) as refused:
        told("p1", text="x", **{"as": name})
    assert refused.value.code == "illegal_value"


@pytest.mark.parametrize("name", UNREADABLE)
def test_so_has_a_channel(name: str):
    with pytest.raises(Rejection) as refused:
        told("p1", text="x", channel=name)
    assert refused.value.code == "illegal_value"


def test_words_are_told_with_marks_for_what_cannot_be_seen():
    assert told("p1", "akira", text="\x1b[2Jやあ\u202e") == ["アキラ「␛[2Jやあ�」"]
    assert told("p1", "akira", text="שלום") == ["アキラ「\u2068שלום\u2069」"]
