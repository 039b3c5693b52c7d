"""What every system shares: words, table dice, secrets, disputes, rewinds, talk (contract: "Declarations")."""

import pytest

from senki.rules import SYSTEMS
from senki.rules.chance import Entered, Sealed
from senki.rules.codec import codec, encode
from senki.rules.decide import decide, open_battle
from senki.rules.envelopes import Book
from senki.rules.envelopes import key as envelope_key
from senki.rules.events import BookOpened, ChanceSource, Rolled
from senki.rules.rejection import Rejection
from senki.rules.sampler import faces, words_digest
from tests.rules.hms.fights import fight, npc, pc
from tests.rules.hms.test_goes import ready
from tests.story import Story

SECRET = b"k" * 32


def table() -> Story:
    return Story("hms", fight(pc("a"), npc("g")) | {"seats": {"p1": ["a"]}})


def test_words_are_given_once_by_each_seat_and_only_before_the_battle():
    story = table()
    story.when("words", text="風よ", seat="p1").when("words", text="土よ", seat="gm")
    assert story.at("words") == [{"seat": "p1", "text": "風よ"}, {"seat": "gm", "text": "土よ"}]
    with pytest.raises(Rejection, match="once_only"):
        story.when("words", text="火よ", seat="p1")
    story.when("begin")
    with pytest.raises(Rejection, match="not_awaited"):
        story.when("words", text="水よ", seat="watcher")


def test_table_dice_change_no_rules_state_and_every_face_is_on_record():
    story = table()
    before = story.at("characters")
    story.when("roll", None, [4, 5], notation="2D6+3>=9", purpose="見破り", seat="p1")
    assert story.kinds() == ["declared", "rolled", "tallied"]
    assert (story.one("rolled")["faces"], story.one("rolled")["by"]) == ([4, 5], "p1")
    tallied = story.one("tallied")
    assert (tallied["total"], tallied["success"]) == (12, True)
    assert tallied["text"] == "(2D6+3>=9) ＞ 9[4,5]+3 ＞ 12 ＞ 成功"
    assert story.at("characters") == before


def test_a_notation_that_cannot_be_read_is_refused_in_japanese():
    with pytest.raises(Rejection) as refusal:
        table().when("roll", notation="ドラゴン", seat="p1")
    assert refusal.value.code == "illegal_value"
    assert "ドラゴン" in refusal.value.message or "ダイス" in refusal.value.message


@pytest.mark.parametrize("said", [{"notation": "2D6", "secret": True}, {"notation": "S2D6"}])
def test_a_secret_roll_is_its_makers_until_it_is_shown(said: dict[str, object]):
    story = table().when("roll", None, [1, 6], seat="p1", **said)
    heard = {seat: len(story.heard(seat)) for seat in ("p1", "gm", "p2")}
    assert heard == {"p1": 4, "gm": 1, "p2": 1}
    with pytest.raises(Rejection, match="illegal_value"):
        story.when("show", seq=3, seat="p2")
    story.when("show", seq=3, seat="p1")
    assert story.one("shown")["seq"] == 2
    assert len(story.heard("gm")) == len(story.heard("p1")) == 6
    with pytest.raises(Rejection, match="illegal_value"):
        story.when("show", seq=3, seat="p1")


def test_the_gm_may_open_a_secret_roll_of_a_player():
    story = table().when("roll", None, [1, 6], seat="p1", notation="S2D6")
    story.when("show", seq=4, seat="gm")
    assert story.one("shown")["by"] == "gm"


def test_everything_is_open_when_the_battle_is_over():
    story = table().when("roll", None, [1, 6], seat="p1", notation="S2D6").when("begin").when("close")
    assert story.heard("anybody") == story.heard("p1")


def test_a_dispute_waits_until_the_gm_settles_it():
    story = table().when("begin").when("dispute", seq=3, claim="距離が違う", clause="H-4.1", seat="p1")
    (dispute,) = story.at("disputes")
    with pytest.raises(Rejection, match="gm_only"):
        story.when("settle", dispute=dispute, verdict="upheld", reason="x", seat="p1")
    story.when("settle", dispute=dispute, verdict="overturned", reason="その通り")
    assert story.at("disputes") == []
    story.refused("illegal_value", "settle", dispute=dispute, verdict="upheld", reason="x")


@pytest.mark.parametrize("fields", [{"seq": 99, "claim": "x"}, {"seq": 1, "claim": "x", "clause": "H-99.1"}])
def test_a_dispute_is_about_an_event_and_a_clause_that_are_there(fields: dict[str, object]):
    table().refused("illegal_value", "dispute", **fields)


def test_a_rewind_brings_the_state_back_and_the_log_goes_on():
    story = ready(pc("a"), npc("g"))
    then, before = story.battle.seq, story.state()
    story.when("attack", "a", [6, 6], [1, 1], target="g")
    assert story.at("characters.g.hp") < 40
    story.when("rewind", to=then, reason="対象を間違えた")
    after = story.state()
    assert after["seq"] > before["seq"]
    assert {**after, "seq": 0} == {**before, "seq": 0}
    story.when("attack", "a", [1, 1], [6, 6], target="g")
    assert story.one("missed")["target"] == "g"


def test_a_rewind_goes_to_the_end_of_a_declaration_that_is_there():
    story = ready(pc("a"), npc("g"))
    story.refused("illegal_value", "rewind", to=story.battle.seq - 1, reason="x")
    story.refused("illegal_value", "rewind", to=story.battle.seq + 1, reason="x")


def test_what_was_struck_out_can_be_gone_back_to():
    story = ready(pc("a"), npc("g"))
    then = story.battle.seq
    story.when("attack", "a", [6, 6], [1, 1], target="g")
    hurt, seq = story.at("characters.g.hp"), story.battle.seq
    story.when("rewind", to=then, reason="x").when("rewind", to=seq, reason="やはり有効")
    assert story.at("characters.g.hp") == hurt


def test_even_a_finished_battle_can_be_rewound():
    story = ready(pc("a"), npc("g"))
    then = story.battle.seq
    story.when("surrender", "a")
    assert story.at("phase") == "over"
    story.when("rewind", to=then, reason="取り消し")
    assert (story.at("phase"), story.at("active")) == ("fighting", "a")


def test_disputes_words_and_secrets_outlast_a_rewind():
    story = table().when("words", text="風よ", seat="p1").when("begin")
    then = story.battle.seq
    story.when("dispute", seq=3, claim="x", seat="p1").when("roll", None, [1, 1], notation="S2D6", seat="p1")
    story.when("rewind", to=then, reason="x")
    assert len(story.at("disputes")) == 1
    story.when("show", seq=story.battle.table.secrets and next(iter(story.battle.table.secrets)), seat="p1")


def test_talk_and_notes():
    story = table().when("say", "a", text="行くぞ！", seat="p1", **{"as": "アキラ"})
    assert story.one("said") == {"type": "said", "by": "a", "as": "アキラ", "text": "行くぞ！"}
    assert story.told() == ["アキラ（剣士a）「行くぞ！」"]
    story.when("annotate", seq=2, text="名台詞", seat="watcher")
    assert story.one("annotated")["by"] == "watcher"
    story.refused("illegal_value", "annotate", seq=99, text="x")


def test_who_may_speak_for_whom():
    story = table().when("begin")
    for seat, code in (("p1", "gm_only"), ("p2", "gm_only")):
        with pytest.raises(Rejection, match=code):
            story.when("declare_skill", "g", skill="sword", seat=seat)
    with pytest.raises(Rejection, match="not_your_seat"):
        story.when("say", "a", text="x", seat="gm")
    for type, fields in (("begin", {}), ("rule", {"reason": "x", "changes": []}), ("close", {})):
        with pytest.raises(Rejection, match="gm_only"):
            story.when(type, seat="p1", **fields)


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"{",
        b"[]",
        b'"begin"',
        b"{}",
        b'{"type": "fly"}',
        b'{"type": "attack", "by": "a"}',
        b'{"type": "attack", "by": "a", "target": 3}',
        b'{"type": "attack", "by": "a", "target": "g", "twice": true}',
        b'{"type": "attack", "target": "g"}',
        b'{"type": "rewind", "to": 0, "reason": "x"}',
        b'{"type": "say", "text": ""}',
        b'{"type": "say", "text": "\xff"}',
        b'{"type": "say", "text": "' + b"x" * 4001 + b'"}',
        b"[" * 100_000,
    ],
)
def test_what_is_no_declaration_is_malformed(said: bytes):
    with pytest.raises(Rejection) as refusal:
        codec(SYSTEMS["hms"]).declaration(said)
    assert refusal.value.code == "malformed"


def test_the_message_names_the_field():
    with pytest.raises(Rejection, match="「target」がありません"):
        codec(SYSTEMS["hms"]).declaration(b'{"type": "attack", "by": "a"}')
    with pytest.raises(Rejection, match=r"文字列のはずが整数です（\$\.target）"):
        codec(SYSTEMS["hms"]).declaration(b'{"type": "attack", "by": "a", "target": 3}')


def test_missing_dice_are_named_so_that_a_table_can_roll_them():
    story = Story("hms", fight(pc("a"), npc("g"))).when("begin").when("declare_skill", "g", skill="sword")
    with pytest.raises(Rejection) as refusal:
        story.when("declare_skill", "a", [3, 4], skill="sword")
    assert refusal.value.code == "bad_rolls"
    asked = [(n["by"], n["purpose"], n["count"], n["sides"]) for n in refusal.value.needs]
    assert asked == [("a", "initiative", 2, 6), ("g", "initiative", 2, 6)]


def test_sealed_dice_come_from_the_envelopes_in_order_and_can_be_recomputed():
    system = SYSTEMS["hms"]
    root = Book.build(SECRET, "b1", 1).root.hex()
    source = ChanceSource(kind="sealed", book=1, size=4096, root=root)
    battle = open_battle(system, fight(pc("a"), npc("g")), chance=source).battle
    words = words_digest([])
    rolled: list[Rolled] = []
    for _ in range(3):
        it = codec(system).declaration({"type": "roll", "notation": "2D6"})
        chance = Sealed(SECRET, "b1", words, battle.table.used, battle.table.book, battle.table.sealed_to)
        decision = decide(system, battle, it, chance)
        battle = decision.battle
        rolled += [h.event for h in decision.events if isinstance(h.event, Rolled)]
    assert [r.number for r in rolled] == [1, 2, 3]
    for r in rolled:
        key = envelope_key(SECRET, "b1", r.number or 0)
        assert r.key == key.hex()
        assert faces(key, words, r.number or 0, 2, 6).values == r.faces


def test_a_new_book_is_announced_when_one_is_used_up():
    chance = Sealed(SECRET, "b1", words_digest([]), 256, 1, 256)
    chance.roll("a", "attack", 2, 6)
    opened, rolled = chance.take()
    assert isinstance(opened, BookOpened)
    assert (opened.book, opened.root) == (2, Book.build(SECRET, "b1", 257, 4096).root.hex())
    assert opened.size == 4096
    assert isinstance(rolled, Rolled)
    assert rolled.number == 257


@pytest.mark.parametrize("rolls", [[[0, 1]], [[7, 1]], [[True, 1]], [["6", 1]], [[1]], [[1, 2, 3]], []])
def test_dice_that_no_die_shows_are_refused(rolls: list[list[int | str]]):
    with pytest.raises(Rejection, match="bad_rolls"):
        Entered(rolls).roll("a", "attack", 2, 6)


def test_the_same_declaration_and_dice_give_the_same_bytes():
    one, other = ready(pc("a"), npc("g")), ready(pc("a"), npc("g"))
    for story in (one, other):
        story.when("attack", "a", [6, 6], [1, 1], target="g")
    assert [encode(h.event) for _, h in one.log] == [encode(h.event) for _, h in other.log]
