"""Declaring from the page: once, with dice, refused in Japanese, disputed, ruled and rewound."""

from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.support.select import Select

from tests.browser.conftest import DUEL
from tests.browser.table import Look, Table


def begun(look: Look, table: Table, seat: str) -> None:
    """Open the page of a seat and wait for its desk."""
    look.table(table.at(seat))
    look.wait(lambda: look.all("#desk .declare"))


def test_a_double_click_declares_once(look: Look, duel: Table):
    begun(look, duel, "gm")
    ActionChains(look.driver).double_click(look.named("戦闘を始める", "#desk")).perform()
    look.reads("#state", "第1ラウンド")
    look.reads("#desk", "山賊の宣言")
    assert duel.types().count("began") == 1
    assert duel.types().count("declared") == 1


def test_two_presses_before_the_answer_declare_once(look: Look, duel: Table):
    begun(look, duel, "akira")
    look.one("[data-type=say] textarea").send_keys("一度だけ。")
    look.js("const f = document.querySelector('[data-type=say] form'); f.requestSubmit(); f.requestSubmit();")
    look.reads("#story", "一度だけ。")
    look.wait(lambda: not look.all(".declare.busy"))
    assert duel.types().count("said") == 1


def test_the_same_words_can_be_said_again(look: Look, duel: Table):
    begun(look, duel, "akira")
    for count in (1, 2):
        look.one("[data-type=say] textarea").send_keys("もう一度。", Keys.CONTROL, Keys.ENTER)
        look.wait(lambda c=count: duel.types().count("said") == c)
        look.wait(lambda: not look.all(".declare.busy"))


def test_a_play_asks_for_the_dice_of_the_table_and_takes_them(look: Look, duel: Table):
    duel.say("gm", "begin")
    duel.say("gm", "declare_skill", by="bandit", skill="sword")
    duel.say("akira", "declare_skill", [6, 6], [1, 1], by="akira", skill="sword")
    begun(look, duel, "akira")
    look.reads("#desk", "アキラの宣言")
    look.one("[data-type=attack] .plays button").click()
    look.reads("[data-type=attack] .dice-entry", "2D6")
    for die in ("5", "5"):
        next(i for i in look.all("[data-type=attack] .need input") if not i.get_attribute("value")).send_keys(die)
    look.press("この出目で宣言する")
    look.wait(lambda: len(look.all("[data-type=attack] .need")) == 2)
    assert [i.get_attribute("value") for i in look.all("[data-type=attack] .need input")] == ["5", "5", "", ""]
    for die in ("1", "2"):
        next(i for i in look.all("[data-type=attack] .need input") if not i.get_attribute("value")).send_keys(die)
    look.press("この出目で宣言する")
    look.reads("#story", "山賊に命中した。")
    assert duel.types().count("attacked") == 1


def test_a_refusal_stands_in_japanese_beside_its_form(look: Look, duel: Table):
    begun(look, duel, "akira")
    look.one("[data-type=roll] input").send_keys("さいころ", Keys.ENTER)
    look.wait(lambda: look.text("[data-type=roll] .error"))
    assert any("ぁ" <= letter <= "ん" for letter in look.text("[data-type=roll] .error"))
    assert duel.types() == ["opened"]


def test_what_is_being_typed_survives_what_others_do(look: Look, duel: Table):
    begun(look, duel, "akira")
    box = look.one("[data-type=say] textarea")
    box.send_keys("書きかけの")
    duel.say("gm", "begin")
    look.reads("#state", "第1ラウンド")
    look.reads("#desk", "宣言を待っています")
    look.driver.switch_to.active_element.send_keys("言葉")
    assert look.one("[data-type=say] textarea").get_attribute("value") == "書きかけの言葉"


def test_a_declaration_for_an_older_state_is_refused_and_the_desk_catches_up(look: Look, duel: Table):
    begun(look, duel, "gm")
    look.js(
        "const real = window.fetch; window.fetch = (url, options) => "
        "real(url, options?.headers?.['If-Match'] ? "
        "{...options, headers: {...options.headers, 'If-Match': '\"999\"'}} : options);"
    )
    look.press("戦闘を始める", "#desk")
    look.reads("[data-type=begin] .error", "番まで進んでいます")
    assert duel.types() == ["opened"]


def test_a_player_disputes_an_event_and_the_gm_answers_and_rewinds(look: Look, duel: Table):
    duel.fought()
    hit, cause = next((event["seq"], event["cause"]) for event in duel.events() if event["type"] == "hit")
    begun(look, duel, "akira")
    look.one(f"button.seq[data-seq='{hit}']").click()
    look.press("異議を唱える", "dialog.audit")
    look.one("[data-type=dispute] textarea").send_keys("届かない距離だったはず。")
    look.press("異議を唱える", "[data-type=dispute]")
    look.reads("#story .box.disputed", "届かない距離だったはず。")

    begun(look, duel, "gm")
    look.one(f"button.seq[data-seq='{hit}']").click()
    look.press("この宣言の前へ巻き戻す", "dialog.audit")
    look.one("[data-type=rewind] textarea").send_keys("距離を見直す。")
    look.press("巻き戻す", "[data-type=rewind]")
    look.reads("dialog.confirm", "同じ宣言をやり直しても")
    look.press("巻き戻す", "dialog.confirm")
    look.reads("#story .box.rewound", "距離を見直す。")
    assert next(e["data"]["to"] for e in duel.events() if e["type"] == "rewound") == cause - 1


def test_the_gm_sets_a_value_by_ruling_and_the_card_shows_it(look: Look, duel: Table):
    duel.say("gm", "begin")
    begun(look, duel, "gm")
    look.one("#desk details[data-key=gm] summary").click()
    look.one("[data-type=rule] textarea").send_keys("落とし穴に落ちた。")
    look.press("足す", "[data-type=rule]")
    whose, which = (Select(box) for box in look.all("[data-type=rule] .pair select"))
    whose.select_by_visible_text("山賊")
    which.select_by_visible_text("ＨＰ")
    look.reads("[data-type=rule] .setting", "いま：35")
    look.one("[data-type=rule] .setting input").send_keys("7")
    look.press("裁定する", "[data-type=rule]")
    look.reads("#story .box.ruled", "山賊・ＨＰ → 7")
    look.reads("#state", "7／")


def test_a_battle_is_opened_from_the_front_page_and_each_seat_has_its_door(look: Look):
    look.go("/", ".books li")
    look.one("details summary").click()
    look.wait(lambda: look.one("#setup").get_attribute("value").startswith("{"))
    for option in look.all("#system option"):
        if option.get_attribute("value") == "hms":
            option.click()
    look.wait(lambda: "太刀" in look.one("#setup").get_attribute("value"))
    look.one("form button[type=submit]").click()
    look.reads(".seats", "ＧＭの席")
    look.one(".seats a").click()
    look.reads("#seat-name", "ＧＭの席")
    look.reads("#desk", "戦闘を始める")


def test_what_one_seat_may_declare_is_not_offered_to_another(look: Look, base: str):
    with Table.open(base, "hms", DUEL) as table:
        begun(look, table, "akira")
        assert look.all("[data-type=say]")
        assert look.all("[data-type=begin], [data-type=rule], [data-type=rewind]") == []
