"""What the page tells without being asked: it follows, it calls, it asks before what is grave, and it locks out."""

from selenium.webdriver import ActionChains

from tests.browser.conftest import DUEL
from tests.browser.table import Look, Table
from tests.browser.test_playing import begun


def phone(look: Look, table: Table, seat: str) -> None:
    """The page of a seat on a phone."""
    look.size(390, 844)
    begun(look, table, seat)


def tab(look: Look, pane: str) -> None:
    """Choose what is looked at."""
    look.one(f"[role=tab][data-pane={pane}]").click()


def test_an_event_newer_than_the_page_is_disputed_noted_and_rewound(look: Look, duel: Table):
    begun(look, duel, "gm")
    duel.fought()
    last = duel.events()[-1]
    for deed, box, kind in (("異議を唱える", "claim", "disputed"), ("注記を付ける", "text", "annotated")):
        look.one(f"button.seq[data-seq='{last['seq']}']").click()
        look.press(deed, "dialog.audit")
        form = {"disputed": "dispute", "annotated": "annotate"}[kind]
        look.one(f"[data-type={form}] textarea").send_keys("いま起きたばかりのこと。")
        look.press(deed, f"[data-type={form}]")
        look.reads(f"#story .box.{kind}", "いま起きたばかりのこと。")
        assert box in next(e["data"] for e in duel.events() if e["type"] == kind)
    look.one(f"button.seq[data-seq='{last['seq']}']").click()
    look.press("この宣言の前へ巻き戻す", "dialog.audit")
    look.one("[data-type=rewind] textarea").send_keys("やり直す。")
    look.press("巻き戻す", "[data-type=rewind]")
    look.press("巻き戻す", "dialog.confirm")
    look.reads("#story .box.rewound", "やり直す。")
    assert next(e["data"]["to"] for e in duel.events() if e["type"] == "rewound") == last["cause"] - 1


def test_the_story_follows_while_another_tab_is_looked_at(look: Look, duel: Table):
    phone(look, duel, "akira")
    tab(look, "desk")
    for number in range(30):
        duel.say("gm", "say", text=f"遠くで鐘が鳴る。{number}")
    look.reads("#unread", "30")
    tab(look, "story")
    look.reads("#story", "遠くで鐘が鳴る。29")
    end = "const s = document.getElementById('story'); return s.scrollHeight - s.scrollTop - s.clientHeight"
    look.wait(lambda: look.js(end) < 5)
    look.wait(lambda: not look.one("#unread").is_displayed())


def test_a_player_sees_that_it_is_their_go_wherever_they_look(look: Look, duel: Table):
    phone(look, duel, "akira")
    tab(look, "state")
    assert "あなたの番" not in look.driver.title
    duel.say("gm", "begin")
    duel.say("gm", "declare_skill", by="bandit", skill="sword")
    look.reads("#calls", "アキラの番です。")
    assert "あなたの番" in look.driver.title
    assert look.one("#go-mark").is_displayed()
    look.press("宣言する", "#calls")
    look.wait(lambda: look.one("[data-type=declare_skill] button").is_displayed())
    duel.say("akira", "declare_skill", [1, 1], [6, 6], by="akira", skill="sword")
    look.wait(lambda: not look.one("#calls").is_displayed())
    assert "あなたの番" not in look.driver.title


def test_the_gm_is_told_of_a_dispute_and_gets_to_its_answer(look: Look, duel: Table):
    duel.fought()
    phone(look, duel, "gm")
    seq = duel.say("akira", "dispute", by="akira", seq=3, claim="順番が違う。")
    look.reads("#calls", "答えを待つ異議が1件あります。")
    assert "異議" in look.driver.title
    look.press("異議に答える", "#calls")
    look.reads("[data-type=settle]", f"{seq}番　順番が違う。")


def test_the_audit_of_a_disputed_event_tells_of_the_dispute_and_its_answer(look: Look, duel: Table):
    duel.fought()
    hit = next(event["seq"] for event in duel.events() if event["type"] == "hit")
    dispute = duel.say("akira", "dispute", by="akira", seq=hit, claim="届かないはず。")
    look.table(duel.page)
    look.one(f"button.seq[data-seq='{hit}']").click()
    look.reads("dialog.audit .about", "異議（アキラ）：届かないはず。")
    look.reads("dialog.audit .about", "ＧＭの答えを待っています")
    duel.say("gm", "settle", dispute=dispute, verdict="upheld", reason="届く距離だ。")
    look.reads("#story .box.settled", "届く距離だ。")
    look.press("次の出来事", "dialog.audit")
    look.press("前の出来事", "dialog.audit")
    look.reads("dialog.audit .about", "答え：元の裁定どおり。届く距離だ。")


def test_giving_up_is_asked_once_more_and_an_ordinary_play_is_not(look: Look, duel: Table):
    duel.say("gm", "begin")
    duel.say("gm", "declare_skill", by="bandit", skill="sword")
    duel.say("akira", "declare_skill", [6, 6], [1, 1], by="akira", skill="sword")
    begun(look, duel, "akira")
    look.press("降伏する", "#desk")
    look.reads("dialog.confirm", "降伏します。")
    look.press("やめる", "dialog.confirm")
    look.wait(lambda: not look.all("dialog.confirm[open]"))
    assert "surrendered" not in str(duel.types())
    look.press("防御に徹する", "#desk")
    look.wait(lambda: "defended" in duel.types())
    assert not look.all("dialog.confirm[open]")


def test_the_gm_closes_the_fight_only_after_being_asked(look: Look, duel: Table):
    duel.say("gm", "begin")
    begun(look, duel, "gm")
    look.one("#desk details[data-key=gm] summary").click()
    look.press("戦闘を閉じる", "[data-type=close]")
    look.reads("dialog.confirm", "伏せられていたものはすべて明かされます")
    assert "ended" not in duel.types()
    look.press("戦闘を閉じる", "dialog.confirm")
    look.wait(lambda: "ended" in duel.types())


def test_the_gm_hands_out_a_new_door_and_the_old_one_is_shut(look: Look, duel: Table):
    begun(look, duel, "akira")
    player = look.driver.current_window_handle
    look.driver.switch_to.new_window("tab")
    look.size(1280, 900)
    begun(look, duel, "gm")
    look.one(".doors summary").click()
    look.one(".doors [data-seat=akira] button").click()
    look.press("作り直す", "dialog.confirm")
    door = look.wait(lambda: look.one(".doors [data-seat=akira] input").get_attribute("value"))
    assert duel.seats["akira"] not in door
    look.driver.switch_to.window(player)
    look.reads(".gate .error", "新しいものに替わりました")
    look.go(door.removeprefix(look.base), "#state .card")
    look.reads("#seat-name", "アキラの席")
    assert duel.types() == ["opened"]


def test_seats_have_japanese_names(look: Look, base: str):
    seats = {"太郎・一番": ["akira"]}
    with Table.open(base, "hms", DUEL, seats=seats, chance="entered") as table:
        begun(look, table, "太郎・一番")
        look.reads("#seat-name", "太郎・一番の席")
        table.say("gm", "begin")
        look.reads("#state", "第1ラウンド")
        begun(look, table, "gm")
        look.one(".doors summary").click()
        look.one(".doors [data-seat='太郎・一番'] button").click()
        look.press("作り直す", "dialog.confirm")
        look.wait(lambda: "#token=" in (look.one(".doors [data-seat='太郎・一番'] input").get_attribute("value") or ""))


def test_a_rewind_leaves_table_talk_readable(look: Look, duel: Table):
    duel.fought()
    duel.say("akira", "say", by="akira", text="手ごたえあり。")
    duel.say("gm", "rewind", to=5, reason="距離の数え違い")
    look.table(duel.page)
    look.reads("#story details.struck summary", "取り消し")
    talk = look.one("#story .line.said")
    assert talk.is_displayed()
    assert not look.all("#story details.struck .line.said")


def test_a_double_press_on_what_is_grave_asks_once(look: Look, duel: Table):
    duel.say("gm", "begin")
    begun(look, duel, "gm")
    look.one("#desk details[data-key=gm] summary").click()
    ActionChains(look.driver).double_click(look.named("戦闘を閉じる", "[data-type=close]")).perform()
    look.press("やめる", "dialog.confirm")
    assert "ended" not in duel.types()
