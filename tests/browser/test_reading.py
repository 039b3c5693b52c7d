"""Reading a battle: the story, the audit, the past, and what a seat may not see."""

import itertools
import json
from pathlib import Path

import pytest

from tests.browser.conftest import DUEL
from tests.browser.table import Look, Table

DEMOS = Path(__file__).parents[2] / "api" / "demos"


def test_a_spectator_reads_the_fight_as_it_was_told(look: Look, duel: Table):
    duel.fought()
    duel.say("akira", "say", by="akira", text="ここは通さない！")
    look.table(duel.page)
    told = [event["text"] for event in duel.events() if event.get("text") and event["type"] not in {"said", "rolled"}]
    shown = look.text("#story").replace("\n", "")
    assert all(text.removeprefix("――") in shown for text in told)
    assert look.text("#story .line.said q") == "ここは通さない！"
    assert look.text("#story .line.said .who") == "アキラ"
    assert look.text("#story .round span").startswith("第1ラウンド")
    assert len(look.all("#story .dice .face")) == 8
    assert look.text("html")
    assert look.js("return document.documentElement.lang") == "ja"


def test_the_audit_of_a_blow_shows_declaration_sum_clauses_and_hash(look: Look, duel: Table):
    duel.fought()
    blow = next(event for event in duel.events() if event["type"] == "damaged")
    look.table(duel.page)
    look.one(f"button.seq[data-seq='{blow['seq']}']").click()
    shown = look.text("dialog.audit")
    assert "攻撃する" in shown
    assert "山賊" in look.text("dialog.audit section")
    total = sum(term["value"] for term in blow["data"]["terms"])
    assert total == blow["data"]["amount"]
    assert look.text(".terms .sum td") == f"＝ {total}"
    wording = look.base and duel.client.get(f"/systems/hms/clauses/{blow['data']['clauses'][0]}").json()["ja"]
    look.reads("dialog.audit", wording)
    assert blow["hash"] in shown
    assert blow["digest"] in shown
    look.press("前の出来事", "dialog.audit")
    look.reads("dialog.audit .number", f"{blow['seq'] - 1}番")


def test_arrow_keys_and_buttons_step_through_the_past_unit_by_unit(look: Look, duel: Table):
    duel.fought()
    events = duel.events()
    last = events[-1]["seq"]
    ends = [a["seq"] for a, b in itertools.pairwise(events) if a["cause"] != b["cause"]]
    look.table(duel.page)
    assert "35／35" not in look.text(".card.side-npc")
    now = look.text(".side-npc .gauge-value")
    look.back()
    look.wait(lambda: look.js("return location.hash") == f"#at={ends[-1]}")
    look.reads("#past-note", f"{ends[-1]}番の時点")
    look.reads(".card.side-npc", "35／35")
    assert look.all(f"#story [data-seq='{last}']")[0].is_displayed() is False
    look.press("一つ戻る")
    look.wait(lambda: look.js("return location.hash") == f"#at={ends[-2]}")
    look.press("先頭")
    look.wait(lambda: look.js("return location.hash") == f"#at={ends[0]}")
    look.forth()
    look.wait(lambda: look.js("return location.hash") == f"#at={ends[1]}")
    look.press("最新")
    look.wait(lambda: look.js("return location.hash") == "")
    look.wait(lambda: not look.one("#past-note").is_displayed())
    look.reads(".side-npc .gauge-value", now)
    assert look.all(f"#story [data-seq='{last}']")[0].is_displayed()


def test_the_address_of_a_moment_can_be_shared_and_a_round_jumped_to(look: Look, duel: Table):
    duel.fought()
    blow = next(event["seq"] for event in duel.events() if event["type"] == "hit")
    look.table(f"{duel.page}#at={blow}")
    look.reads("#past-note", f"{blow}番の時点")
    assert look.text("output.moment").startswith(f"{blow}番／")
    look.table(f"{duel.page}?at={blow}")
    look.reads("#past-note", f"{blow}番の時点")
    begun = next(event["seq"] for event in duel.events() if event["type"] == "round_started")
    look.one(".clock select option:nth-child(2)").click()
    look.reads("#past-note", f"{begun}番の時点")


def test_what_happens_elsewhere_appears_at_once_and_is_announced(look: Look, duel: Table):
    look.table(duel.page)
    duel.say("akira", "say", by="akira", text="いざ、参る。")
    look.reads("#story", "いざ、参る。")
    look.wait(lambda: "いざ、参る。" in look.js("return document.getElementById('live').textContent"))
    duel.say("gm", "begin")
    look.reads("#state", "第1ラウンド")


def test_a_reader_of_the_past_stays_there_while_the_fight_goes_on(look: Look, duel: Table):
    duel.say("gm", "begin")
    look.table(f"{duel.page}#at=1")
    look.reads("#past-note", "1番の時点")
    seq = duel.say("akira", "say", by="akira", text="まだか。")
    look.wait(lambda: look.text("output.moment") == f"1番／{seq}番")
    assert "まだか。" not in look.text("#story")
    assert "準備" in look.text("#state")


def test_cards_of_another_seat_are_nowhere_in_the_page(look: Look, base: str):
    script = json.loads((DEMOS / "persona.json").read_text())
    setup = script["open"]
    with Table.open(base, "persona", setup, chance="sealed") as table:
        table.say("gm", "begin")
        table.say("gm", "attack", by="reimi", target="reiji", cards=["CK"])
        look.table(table.at("haru"))
        look.reads("#desk", "レイジ")
        page = look.js("return document.documentElement.outerHTML")
        for card in ("♠Q", "♣K", "スペードのクイーン", "クラブのキング", '"CK"', '"SQ"'):
            assert card not in page
        assert "♦K" in page
        assert "伏せられている" in look.text("#story .line.hidden")
        look.table(table.at("sora"))
        look.reads("#state", "♠Q")


def test_a_secret_roll_is_read_by_others_only_after_it_is_shown(look: Look, duel: Table):
    seq = duel.say("gm", "roll", [3, 4], notation="2D6", purpose="忍び足", secret=True)
    look.table(duel.page)
    assert "忍び足" not in look.js("return document.documentElement.outerHTML")
    unit = next(event["seq"] for event in duel.events() if event["seq"] == seq)
    declared = next(e["cause"] for e in duel.events() if e["seq"] == unit)
    duel.say("gm", "show", seq=declared)
    look.reads("#story", "忍び足")


def test_a_stranger_without_a_token_is_asked_for_one_in_japanese(look: Look, base: str):
    with Table.open(base, "hms", DUEL) as table:
        look.go(table.page)
        look.reads("#main", "この戦闘を見るには、席か観戦のトークンが要ります。")
        look.one("#token").send_keys("wrong")
        look.press("席につく")
        look.reads(".error", "このトークンはどの席のものでもありません。")
        look.one("#token").send_keys(table.seats["spectator"])
        look.press("席につく")
        look.reads("#state", "アキラ")


def test_a_token_leaves_the_address_at_once(look: Look, duel: Table):
    token = duel.seats["akira"]
    look.table(duel.at("akira"))
    assert token not in look.driver.current_url
    asked = look.js("return performance.getEntriesByType('resource').map((e) => e.name)")
    assert asked
    assert not [url for url in asked if token in url]
    assert token not in look.js("return document.documentElement.outerHTML")
    look.driver.refresh()
    look.reads("#seat-name", "アキラの席")
    look.press("席を離れる")
    look.press("席を離れる", "dialog.confirm")
    look.reads("#seat-name", "観戦")


def test_what_strangers_write_is_only_text(look: Look, base: str):
    evil = "<img src=x onerror=\"document.title='pwned'\"><script>document.title='pwned'</script>"
    setup = json.loads(json.dumps(DUEL))
    setup["characters"][0]["name"] = evil[:60]
    setup["characters"][0]["weapons"][0]["name"] = "<b>刀</b>"
    with Table.open(base, "hms", setup, title=evil, spectators="open", chance="entered") as table:
        table.say("akira", "say", by="akira", text=evil, **{"as": evil, "channel": evil})
        table.say("akira", "annotate", seq=1, text=evil)
        table.fought()
        for address in (table.page, table.at("akira"), "/"):
            look.go(address, "#state .card" if address != "/" else ".battles li")
            look.reads("body", "<img src=x")
            assert look.all("img, script:not([src])") == []
            assert "pwned" not in look.driver.title.replace(evil, "")
        look.table(table.page)
        look.one("#story .said .seq").click()
        look.reads("dialog.audit", evil)
        assert look.all("dialog img, dialog script") == []


def test_a_rewind_folds_what_it_struck_out_and_marks_it(look: Look, duel: Table):
    duel.fought()
    blow = next(event["seq"] for event in duel.events() if event["type"] == "damaged")
    before = next(event["cause"] for event in duel.events() if event["seq"] == blow) - 1
    look.table(duel.page)
    duel.say("gm", "rewind", to=before, reason="狙う相手を言い違えた")
    look.reads("#story details.struck summary", "取り消し（1件の宣言）")
    look.reads("#story .box.rewound", "狙う相手を言い違えた")
    assert not look.all(f"#story [data-seq='{blow}']")[0].is_displayed()
    look.one("#story details.struck summary").click()
    assert look.all(f"#story [data-seq='{blow}']")[0].is_displayed()
    look.reads(".card.side-npc", "35／35")


@pytest.mark.parametrize(("width", "height"), [(360, 800), (1280, 900)])
def test_no_page_is_wider_than_its_window(look: Look, duel: Table, width: int, height: int):
    look.size(width, height)
    duel.fought()
    for address in ("/", "/rulebooks/hms", "/rulebooks/powerplay", duel.page, duel.at("gm")):
        look.go(address, ".battles li, .clause, #state")
        for pane in look.all("[role=tab]"):
            if pane.is_displayed():
                pane.click()
            assert look.js("return document.documentElement.scrollWidth") <= width


def test_the_rulebook_opens_at_a_clause_and_tells_the_options(look: Look):
    look.go("/rulebooks/hms#H-8.2", ".clause")
    look.wait(lambda: look.js("return document.querySelector(':target')?.id") == "H-8.2")
    assert "達成値の差" in look.text("[id='H-8.2']")
    assert "（既定）" in look.text("#option-movement_order .tag.on")
    assert look.one("[id='H-8.2'] [lang=en]").is_displayed() is False


def test_an_address_without_a_battle_says_so(look: Look):
    look.go("/battles/nothing/page")
    look.reads("#main", "ここには何もありません")


def test_words_hide_nothing_and_say_who_really_speaks(look: Look, duel: Table):
    duel.fought()
    duel.say("akira", "say", text="やあ\u202e\u200b\x1b", channel="雑談", **{"as": "ＧＭ"})
    duel.say("akira", "say", by="akira", text="שלום")
    look.table(duel.page)
    first, second = [each.text for each in look.all("#story .line.said")]
    assert "〔雑談〕" in first
    assert "ＧＭ（アキラ）" in first
    assert "やあ��␛" in first
    assert "\u2068שלום\u2069" in second
