"""P-0.5, P-0.6, P-6.5: what one seat hides tells no other seat anything, by no way; and its own seat does see it."""

from typing import Any

import pytest
from msgspec.structs import replace

from senki.projections.seen import audience_text, may_see, state
from senki.rules.cards import in_order
from senki.rules.codec import codec, encode
from senki.rules.decide import decide
from senki.rules.persona import SYSTEM
from senki.rules.persona.state import Game
from senki.rules.rejection import Rejection
from senki.rules.rulebook import Battle, Decision
from tests.rules.persona.fights import Json, Played, civilian, demon, fight, user
from tests.rules.persona.test_random_play import junk
from tests.story import Story

OTHERS = ("gm", "rei", "nobody")


def table(*hand: str, **options: Any) -> Story:
    given = fight(
        user("yuka", "S", 7, *hand),
        user("rei", "H", 2, "H2", "H3"),
        user("boss", "C", 5, "C2", "C3", "D3", "H5", "H6", side="npc"),
        demon("slime"),
        **options,
    )
    return Story("persona", given)


def told_alike(one: Story, other: Story, seats: tuple[str, ...] = OTHERS) -> None:
    """Nothing differs for these seats: state, events, and what they may declare."""
    for seat in seats:
        assert one.state(seat) == other.state(seat)
        assert one.heard(seat) == other.heard(seat)
    for by in ("gm", "rei", "boss", "slime"):
        assert SYSTEM.plays.offers(one.battle.game, by) == SYSTEM.plays.offers(other.battle.game, by)
    assert [h.audience for _, h in one.log] == [h.audience for _, h in other.log]


def test_a_hand_is_its_own_seats_from_the_opening_on():
    one, other = table("S9", "SK"), table("D4", "X1")
    told_alike(one, other)
    assert one.at("characters.yuka.hand", "gm") == ["?", "?"]
    assert one.at("characters.yuka.hand", "yuka") == ["S9", "SK"]
    assert other.at("characters.yuka.hand", "yuka") == ["D4", "X1"]
    assert one.heard("yuka") != other.heard("yuka")


def test_a_face_down_attack_tells_nothing_but_how_many_cards():
    one, other = table("S9", "SK"), table("D4", "H4")
    for story, cards in ((one, ["S9", "SK"]), (other, ["D4", "H4"])):
        story.when("begin").when("attack", "yuka", target="boss", cards=cards)
    told_alike(one, other)
    assert one.at("attack.cards", "gm") == ["?", "?"]
    assert one.at("attack.cards", "yuka") == ["S9", "SK"]
    kinds = [codec(SYSTEM).event(data).__class__.__name__ for data in one.heard("nobody")[-4:]]
    assert kinds == ["RoundStarted", "TurnStarted", "AttackLaid", "StageStarted"]


def test_turning_an_attack_up_opens_what_was_declared_and_not_the_rest_of_the_hand():
    story = table("S9", "D9", "SK").when("begin").when("attack", "yuka", target="boss", cards=["S9", "D9"])
    assert not any(b'"S9"' in data for data in story.heard("nobody"))
    story.when("defend", "boss", cards=["C2"])
    heard = b"\n".join(story.heard("nobody"))
    assert heard.count(b'"cards":["S9","D9"]') == 3  # declared, laid, turned up
    assert b'"cards_laid"' in heard
    assert b"SK" not in heard
    assert b"H5" not in heard


def test_a_demons_cards_are_the_gms_until_they_are_turned_up():
    given = fight(demon("ogre", "S", 9), user("yuka", "D", 5, "S2", "S3", "S4", "S6"), civilian("aki"))
    story = Story("persona", given).when("begin").when("attack", "ogre", ["HA"], target="yuka")
    assert (story.at("attack.cards", "gm"), story.at("attack.cards", "yuka")) == (["HA"], ["?"])
    assert any(b'"dealt","to":"ogre","cards":["HA"]' in d.replace(b'"type":', b"") for d in story.heard("gm"))
    assert not any(b"HA" in d for d in story.heard("yuka"))
    story.when("defend", "yuka", ["C5"], cards=["S2"])
    assert any(b"HA" in d for d in story.heard("nobody"))
    assert any(b"C5" in d for d in story.heard("nobody"))


def test_an_attack_that_was_rewound_before_it_was_turned_up_stays_hidden():
    story = table("S9", "D4").when("begin")
    then = story.battle.seq
    story.when("attack", "yuka", target="boss", cards=["S9"])
    story.when("rewind", to=then, reason="手番を間違えた")
    story.when("attack", "yuka", target="boss", cards=["D4"]).when("defend", "boss", cards=["C2"])
    heard = b"\n".join(story.heard("nobody"))
    assert b"D4" in heard
    assert b"S9" not in heard


def test_a_rewind_into_the_middle_of_an_attack_still_opens_it_when_it_is_turned_up():
    story = table("S9", "D4").when("begin").when("attack", "yuka", target="boss", cards=["S9"])
    then = story.battle.seq
    story.when("defend", "boss", cards=["C2"])
    assert any(b'"cards":["S9"]' in d for d in story.heard("nobody"))
    story.when("rewind", to=then, reason="やり直し").when("defend", "boss", cards=["C3"])
    assert sum(b'"cards_laid","by":"yuka"' in d.replace(b'"type":', b"") for d in story.heard("nobody")) == 1


def test_card_by_card_only_what_is_turned_up_is_open():
    story = table("SQ", "S4", "D2", combined_defence="each").when("begin")
    story.when("attack", "yuka", target="boss", cards=["S4", "SQ"]).when("defend", "boss", cards=["C2"])
    assert (story.at("stage"), story.at("attack.pending")) == ("defend", ["boss"])
    assert story.at("attack.cards", "gm") == ["S4", "?"]
    assert story.at("attack.revealed") is False
    assert not any(b"SQ" in d for d in story.heard("gm"))
    story.when("defend", "boss", ["C9"], cards=["C3"])
    assert any(b'"cards":["S4","SQ"]' in d for d in story.heard("gm"))


def test_a_check_tells_of_no_hidden_card():
    one, other = table("S9", "H4"), table("S9", "X1")
    for story in (one, other):
        story.when("begin").when("incapacitate", "yuka", target="boss", card="S9")
    told_alike(one, other)


def test_what_is_awaited_never_depends_on_hidden_cards():
    one, other = table("SA", "X1"), table("H4", "D3")
    for story in (one, other):
        story.when("begin")
    assert one.at("awaiting") == other.at("awaiting")


def test_hands_that_are_shown_are_seen_by_those_to_whom_they_are_shown():
    story = table("S9", "SK").when("begin").when("show_hand", "yuka", to=["rei"], cards=["SK"])
    assert any(b"SK" in d for d in story.heard("rei"))
    assert not any(b"SK" in d for d in (*story.heard("gm"), *story.heard("nobody")))
    assert story.at("characters.yuka.hand", "rei") == ["?", "?"]


def test_when_the_battle_is_over_everything_is_open_and_what_is_dealt_after_it_too():
    story = table("S9", "SK").when("begin").when("close", None, ["D2", "D3", "D4"], ["C4", "C5", "C6"])
    assert story.heard("nobody") == story.heard("yuka") == story.heard("gm")
    assert story.at("characters.yuka.hand", "nobody") == ["S9", "SK", "D2", "D3", "D4"]


@pytest.mark.parametrize("sees", [False, True])
def test_a_gm_who_does_not_play_against_the_table_may_see_hands(sees: bool):
    story = table("S9", "SK", gm_sees_hands=sees).when("begin").when("pass", "yuka")
    assert story.at("characters.yuka.hand", "gm") == (["S9", "SK"] if sees else ["?", "?"])
    assert any(b"SK" in d for d in story.heard("gm")) is sees
    assert story.at("characters.boss.hand", "yuka") == ["?"] * 5


def test_the_order_of_a_deck_stands_nowhere():
    given = fight(user("yuka", "S", 7, "S9"), demon("slime")) | {"deck": {"pc": ["X1", "HQ"], "npc": ["DK"]}}
    story = Story("persona", given)
    assert not any(card in data for card in (b"X1", b"HQ", b"DK") for data in story.heard("gm"))
    assert story.battle.game.decks["pc"].left == in_order(story.battle.game.decks["pc"].left)


def test_a_sealed_draw_keeps_its_key_with_its_cards():
    for seed in range(7000, 7010):
        played = Played(seed)
        for _it, decision in played.on(30):
            for happened in decision.events:
                data = encode(happened.event)
                assert b'"key"' not in data or happened.event.__class__.__name__ in {"Dealt", "Revealed"}
                if happened.event.__class__.__name__ == "Dealt" and decision.battle.game.phase != "over":
                    assert happened.audience is not None


def swapped(game: Game, id: str) -> Game | None:
    """The game with one card of a hand and one that is left in its deck exchanged."""
    owner = game.characters[id]
    name = game.deck_of(id)
    deck = game.decks[name]
    if not owner.hand or not deck.left:
        return None
    held, left = owner.hand[0], deck.left[len(deck.left) // 2]
    game = game.with_character(replace(owner, hand=(left, *owner.hand[1:])))
    changed = in_order([held if card == left else card for card in deck.left])
    return replace(game, decks={**game.decks, name: replace(deck, left=changed)})


def answer(battle: Battle[Game], said: Json, seat: str, played: Played) -> object:
    """What a seat is answered: the rejection, or which of the events it may see, apart from drawn cards."""
    try:
        it = codec(SYSTEM).declaration(said)
        decision: Decision[Game] = decide(SYSTEM, battle, it, played.chance(), seat=seat)
    except Rejection as rejection:
        return rejection.code, rejection.message, rejection.clause, rejection.needs
    first = battle.seq
    return [
        type(h.event).__name__
        for place, h in enumerate(decision.events[:3], 1)
        if may_see(decision.battle, audience_text(h.audience), first + place, seat)
    ]


@pytest.mark.parametrize("seed", range(8000, 8020))
def test_another_card_in_a_hand_changes_nothing_for_anybody_else(seed: int):
    played = Played(seed)
    for step, _ in enumerate(played.on(24)):
        battle = played.battle
        if step % 3 or battle.game.phase == "over":
            continue
        owners = [c.id for c in battle.game.characters.values() if c.hand]
        for id in owners:
            game = swapped(battle.game, id)
            if game is None:
                continue
            twin = replace(battle, game=game)
            owner = battle.table.seat_of(id)
            for seat in ("gm", "nobody", *battle.table.seats):
                if seat == owner or (seat == "gm" and battle.game.options.gm_sees_hands):
                    continue
                assert state(SYSTEM, battle, seat) == state(SYSTEM, twin, seat)
                for c in battle.game.characters:
                    if battle.table.seat_of(c) == seat:
                        assert SYSTEM.plays.offers(battle.game, c) == SYSTEM.plays.offers(game, c)
                for said in list(junk(played.random, battle))[:12]:
                    assert answer(battle, said, seat, played) == answer(twin, said, seat, played)
            assert state(SYSTEM, battle, owner) != state(SYSTEM, twin, owner)


def test_an_attack_that_was_turned_up_stays_known_over_a_rewind():
    story = table("S9", "D4", "SK").when("begin").when("attack", "yuka", target="boss", cards=["S9"])
    then = story.battle.seq
    assert story.at("attack.cards", "boss") == ["?"]
    story.when("defend", "boss", cards=["H5"]).when("rewind", to=then, reason="札を間違えた")
    for seat in OTHERS:
        assert story.at("attack.cards", seat) == ["S9"]
        assert story.at("characters.yuka.hand", seat) == ["?", "?"]


def test_a_card_seen_in_a_hand_stays_known_when_a_rewind_puts_it_back():
    """Everybody has seen yuka play S9, and the boss H5; nothing was drawn before. SK and the rest nobody has seen."""
    story = table("SK", "S9", "D4").when("begin")
    then = story.battle.seq
    story.when("attack", "yuka", target="boss", cards=["S9"]).when("defend", "boss", cards=["H5"])
    story.when("rewind", to=then, reason="やり直し")
    for seat in ("gm", "rei", "nobody"):
        assert story.at("characters.yuka.hand", seat) == ["S9", "?", "?"]
    for seat in ("yuka", "rei", "nobody"):
        assert story.at("characters.boss.hand", seat) == ["H5", "?", "?", "?", "?"]
    assert story.at("characters.yuka.hand", "yuka") == ["SK", "S9", "D4"]


def test_whether_a_known_card_is_the_one_laid_face_down_is_not_told():
    views: list[Any] = []
    for card in ("S9", "SK"):
        story = table("SK", "S9", "D4").when("begin")
        then = story.battle.seq
        story.when("attack", "yuka", target="boss", cards=["S9"]).when("defend", "boss", cards=["H5"])
        story.when("rewind", to=then, reason="やり直し").when("attack", "yuka", target="boss", cards=[card])
        views.append([(story.state(seat), story.heard(seat)) for seat in OTHERS])
        assert story.at("characters.yuka.hand", "gm") == ["?", "?"]
    assert views[0] == views[1]


def test_a_card_that_may_have_been_drawn_after_the_moment_of_a_rewind_is_not_told():
    """CA was drawn before it was played; whether S9 was there before that draw, nobody could see."""
    story = table("SK", "S9", "D4").when("begin")
    then = story.battle.seq
    story.when("attack", "yuka", target="boss", cards=["D4"]).when("defend", "boss", ["CA"], cards=["H5"])
    story.when("pass", "boss").when("pass", "slime").when("pass", "rei")
    story.when("attack", "yuka", target="boss", cards=["S9"]).when("defend", "boss", cards=["H6"])
    story.when("rewind", to=then, reason="やり直し")
    assert story.at("characters.yuka.hand", "gm") == ["D4", "?", "?"]


def test_hands_that_the_end_opened_stay_known_over_a_rewind_and_new_cards_are_hidden():
    story = table("SK", "S9", "D4", rest_after_battle="none").when("begin")
    then = story.battle.seq
    story.when("close").when("rewind", to=then, reason="まだ終わらない")
    assert story.at("characters.yuka.hand", "nobody") == ["SK", "S9", "D4"]
    story.when("attack", "yuka", target="boss", cards=["S9"]).when("defend", "boss", cards=["H5"])
    story.when("discard", "boss", ["CA"], cards=["C2"])
    assert story.at("characters.yuka.hand", "nobody") == ["SK", "D4", "?"]
    assert story.at("characters.yuka.hand", "yuka") == ["SK", "D4", "CA"]
