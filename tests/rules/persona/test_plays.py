"""What is offered is exactly what is legal: which cards go together, whom a spell reaches, with what it is paid."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Any

import pytest

from senki.rules.cards import CARDS
from senki.rules.codec import codec
from senki.rules.decide import decide
from senki.rules.game import Offer
from senki.rules.persona import SYSTEM
from senki.rules.persona.state import Character, Game
from senki.rules.rejection import Rejection
from tests.rules.persona.fights import Json, Played, as_json, civilian, demon, fight, user
from tests.story import Story


def matches(value: Any, schema: Json) -> bool:
    """Whether a JSON value follows a schema, of the kinds that the offers use."""
    if "anyOf" in schema:
        return any(matches(value, one) for one in schema["anyOf"])
    if "const" in schema:
        return value == schema["const"]
    if "enum" in schema:
        return value in schema["enum"]
    match schema["type"]:
        case "object":
            return (
                isinstance(value, dict)
                and set(schema["required"]) <= set(value) <= set(schema["properties"])
                and all(matches(v, schema["properties"][k]) for k, v in value.items())
            )
        case "array":
            return (
                isinstance(value, list)
                and schema["minItems"] <= len(value) <= schema["maxItems"]
                and len(set(value)) == len(value)
                and all(matches(v, schema["items"]) for v in value)
            )
        case "string":
            return isinstance(value, str) and schema["minLength"] <= len(value) <= schema["maxLength"]
        case "boolean":
            return isinstance(value, bool)
    raise AssertionError(schema)


def offered(offers: Sequence[Offer], said: Json) -> bool:
    """Whether a declaration is among what is offered."""
    return any(
        said["type"] == offer.type
        and ((offer.schema is not None and matches(said, offer.schema)) or any(as_json(p) == said for p in offer.plays))
        for offer in offers
    )


def hands(by: Character, most: int = 3) -> Iterator[list[str]]:
    """Cards that somebody might name: its own, in every order, some twice, and one of somebody else's."""
    for many in range(min(most, len(by.hand)) + 1):
        yield from map(list, permutations(by.hand, many))
    yield from ([by.hand[0], by.hand[0]] for _ in by.hand[:1])
    yield ["S2"]


def candidates(game: Game, by: Character) -> Iterator[Json]:  # noqa: C901 - one line a type
    """Many declarations of every type, most of them illegal."""
    ids = list(game.characters)
    cards = [None, *by.hand, "S2"]
    who = {"by": by.id}

    def with_card(said: Json) -> Iterator[Json]:
        for card in cards:
            yield said if card is None else said | {"card": card}

    for target in ids:
        for laid in hands(by):
            yield (
                {"type": "attack", "target": target, "cards": laid} | who
                if laid
                else {
                    "type": "attack",
                    "target": target,
                }
                | who
            )
        yield {"type": "delay", "after": target} | who
        yield from with_card({"type": "negotiate", "target": target} | who)
        yield from with_card({"type": "incapacitate", "target": target} | who)
        for spell in ("diarahan", "recarm", "samarecarm"):
            yield from with_card({"type": "cast", "spell": spell, "target": target} | who)
        yield {"type": "show_hand", "to": [target], "cards": list(by.hand)} | who
    for spell in ("mediarahan", "recarmdra"):
        yield from with_card({"type": "cast", "spell": spell} | who)
    for laid in hands(by):
        for type in ("defend", "discard", "exchange"):
            yield {"type": type, "cards": laid} | who
    for type in ("flee", "check", "recover"):
        yield from with_card({"type": type} | who)
    for persona in range(4):
        yield {"type": "change_persona", "persona": persona} | who
    for type in ("pass", "surrender"):
        yield {"type": type} | who
    yield {"type": "other", "text": "歌う"} | who
    for many in range(2, min(4, len(ids)) + 1):
        for order in combinations(ids, many):
            yield {"type": "arrange", "order": list(order)} | who


@pytest.mark.parametrize("seed", range(6000, 6005))
def test_offered_and_accepted_are_the_same(seed: int):
    played = Played(seed)
    for step, _ in enumerate(played.on(16)):
        if step % 6:
            continue
        game = played.battle.game
        for by in game.characters.values():
            offers = SYSTEM.plays.offers(game, by.id)
            for said in candidates(game, by):
                assert offered(offers, said) == accepted(played, said), said


def accepted(played: Played, said: Json) -> bool:
    try:
        decide(SYSTEM, played.battle, codec(SYSTEM).declaration(said), played.chance())
    except Rejection:
        return False
    return True


def cards_offered(story: Story, by: str, type: str) -> list[list[str]]:
    (offer,) = [o for o in SYSTEM.plays.offers(story.battle.game, by) if o.type == type]
    return [list(dict.fromkeys(as_json(p).get("cards", ()))) for p in offer.plays]


def test_attack_sets_are_single_cards_one_number_or_ones_own_suit():
    story = Story("persona", fight(user("yuka", "S", 5, "S9", "H9", "S2", "DK"), demon("slime"))).when("begin")
    assert cards_offered(story, "yuka", "attack") == [["S9"], ["H9"], ["S2"], ["DK"], ["S9", "H9"], ["S9", "S2"]]


def test_a_joker_joins_ones_own_suit_only_where_it_counts_as_any():
    hand = ("S9", "X1", "X2")
    for joker, sets in (
        ("suitless_highest", [["S9"], ["X1"], ["X2"], ["X1", "X2"]]),
        ("any_suit", [["S9"], ["X1"], ["X2"], ["S9", "X1"], ["S9", "X2"], ["X1", "X2"], ["S9", "X1", "X2"]]),
    ):
        story = Story("persona", fight(user("yuka", "S", 5, *hand), demon("slime"), joker=joker)).when("begin")
        assert cards_offered(story, "yuka", "attack") == sets


def test_cards_that_are_not_a_legal_set_match_no_schema():
    story = Story("persona", fight(user("yuka", "S", 5, "S9", "H9", "S2"), demon("slime"))).when("begin")
    (offer,) = [o for o in SYSTEM.plays.offers(story.battle.game, "yuka") if o.type == "attack"]
    assert offer.schema is not None
    said = {"type": "attack", "by": "yuka", "target": "slime"}
    assert matches(said | {"cards": ["S2", "S9"]}, offer.schema)
    assert not matches(said | {"cards": ["S2", "H9"]}, offer.schema)
    assert not matches(said | {"cards": ["S9", "S9"]}, offer.schema)
    assert not matches(said | {"cards": ["S9"], "target": "yuka"}, offer.schema)


def test_the_gm_is_offered_what_it_is_awaited_for():
    twins = fight(user("yuka", "S", 9, "S9"), demon("a", "S", 3), demon("b", "H", 3))
    story = Story("persona", twins)
    assert [o.type for o in SYSTEM.plays.offers(story.battle.game, "gm")] == ["begin"]
    story.when("begin")
    (offer,) = SYSTEM.plays.offers(story.battle.game, "gm")
    assert [as_json(p)["order"] for p in offer.plays] == [["b", "a"]]
    story.when("other", "yuka", text="幕を引く")
    assert [(o.type, len(o.plays)) for o in SYSTEM.plays.offers(story.battle.game, "gm")] == [("call", 3), ("judge", 2)]


def test_large_groups_of_equals_get_a_schema():
    many = [demon(f"d{n}", "S", 3) for n in range(6)]
    story = Story("persona", fight(user("yuka", "S", 9, "S9"), *many)).when("begin")
    (offer,) = SYSTEM.plays.offers(story.battle.game, "gm")
    order = ["d5", "d0", "d1", "d3", "d2", "d4"]
    assert offer.schema is not None
    assert matches({"type": "arrange", "order": order}, offer.schema)
    assert not matches({"type": "arrange", "order": order[1:]}, offer.schema)
    story.when("arrange", order=order)
    assert story.at("order")[1:] == order


def test_a_spell_is_offered_with_the_cards_that_pay_and_those_whom_it_reaches():
    story = Story(
        "persona",
        fight(
            user("yuka", "D", 5, "DJ", "DA", "X1", "HA"),
            user("rei", "H", 2, condition="near_death"),
            civilian("aki", condition="incapacitated"),
            demon("slime", level=1),
        ),
    ).when("begin")
    (offer,) = [o for o in SYSTEM.plays.offers(story.battle.game, "yuka") if o.type == "cast"]
    found = {(p["spell"], p.get("target"), p["card"]) for p in map(as_json, offer.plays)}
    assert found == {
        *(("diarahan", target, card) for target in ("yuka", "aki") for card in ("DJ", "DA", "X1")),
        *(("mediarahan", None, card) for card in ("DA", "X1")),
        *(("recarm", "rei", card) for card in ("DJ", "DA", "X1")),
        *(("samarecarm", "rei", card) for card in ("DA", "X1")),
        ("recarmdra", None, "X1"),
    }
    assert offer.schema is not None
    assert matches(
        {"type": "cast", "by": "yuka", "spell": "recarm", "target": "rei", "card": "DJ", "name": "リカム"}, offer.schema
    )


def test_nobody_is_offered_a_check_without_a_card_for_it():
    given = fight(user("yuka", "S", 1, hand=[], hand_limit=2), demon("slime", level=9), empty_deck="stop")
    story = Story("persona", given | {"discards": {"pc": list(CARDS)}}).when("begin").when("pass", "slime")
    assert "flee" in story.at("awaiting.0.types")
    assert {o.type for o in SYSTEM.plays.offers(story.battle.game, "yuka")} == {"pass", "other", "surrender"}
    story.refused("cannot_pay", "flee", "yuka").refused("cannot_pay", "incapacitate", "yuka", target="slime")
    story.refused("illegal_cards", "attack", "yuka", target="slime")


def test_who_cannot_act_may_still_show_its_hand_to_friends():
    given = fight(
        user("yuka", "S", 7, "S9", condition="incapacitated"), user("ken", "D", 8, "S2"), demon("slime", "H", 8)
    )
    story = Story("persona", given).when("begin")
    shown = [offer for offer in SYSTEM.plays.offers(story.battle.game, "yuka") if offer.type == "show_hand"]
    assert [as_json(play) for offer in shown for play in offer.plays] == [
        {"type": "show_hand", "by": "yuka", "to": ["ken"], "cards": list(story.battle.game.characters["yuka"].hand)}
    ]
    story.when("show_hand", "yuka", to=["ken"], cards=["S9"])
    story.refused("incapacitated", "pass", "yuka")
