"""Asking the page why: a number tapped in the state, an event opened, the dossier as a page of its own."""

from tests.browser.table import Look, Table


def test_a_number_that_is_tapped_tells_why_it_is_so(look: Look, duel: Table):
    duel.fought()
    blow = next(event for event in duel.events() if event["type"] == "damaged")
    look.table(duel.page)
    look.one(f"[data-path='characters.{blow['data']['target']}.hp']").click()
    look.reads("dialog.audit .because", blow["text"])
    assert f"→ {blow['data']['hp']}".replace("-", "−") in look.text("dialog.audit .because h3")
    look.reads("dialog.audit", "はじめから")
    look.press(f"{blow['seq']}番", "dialog.audit")
    look.reads("dialog.audit h2", "ダメージ")


def test_the_dossier_is_a_page_of_its_own_without_what_paper_cannot_press(look: Look, duel: Table):
    duel.fought()
    blow = next(event for event in duel.events() if event["type"] == "damaged")
    look.go(duel.page.replace("/page", f"/audit/{blow['seq']}/page"), ".changes-table")
    look.reads("main", blow["text"])
    look.reads("main", blow["hash"])
    look.reads("main", "攻撃する")
    look.media("print")
    try:
        assert not look.one(".tools").is_displayed()
        assert look.one(".changes-table").is_displayed()
    finally:
        look.media("")
