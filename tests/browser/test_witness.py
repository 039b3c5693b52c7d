"""Whoever has looked is a witness: a page that comes back notices another log, and keeps the evidence."""

import json

from tests.browser.conftest import DUEL
from tests.browser.table import Look, Table


def test_a_page_that_comes_back_says_nothing_while_the_log_holds_what_it_saw(look: Look, base: str):
    with Table.open(base, "hms", DUEL, spectators="open") as table:
        table.say("gm", "begin")
        look.table(table.page)
        kept = look.driver.execute_async_script(
            "const done = arguments[0]; const ask = () => { const it = localStorage.getItem("
            f"'senki:heads:{table.id}'); it ? done(it) : setTimeout(ask, 50); }}; ask();"
        )
        (head,) = json.loads(kept)
        assert head["note"].startswith(f"senki/{table.id}\n{head['seq']}\n")
        table.say("gm", "say", text="つづき")
        look.table(table.page)
        assert not look.all(".alarm")


def test_a_log_that_no_longer_holds_it_is_told_in_red_with_the_evidence(look: Look, base: str):
    with Table.open(base, "hms", DUEL, spectators="open") as table:
        table.say("gm", "begin")
        look.table(table.page)
        seen = json.dumps([{"seq": 2, "hash": "00" * 32, "note": "n", "seen": "2026-11-30T10:00:00Z"}])
        look.driver.execute_script(f"localStorage.setItem('senki:heads:{table.id}', arguments[0])", seen)
        look.driver.refresh()
        look.reads(".alarm", "2番までの記録が、前に見たもの")
        gone = json.dumps([{"seq": 9999, "hash": "00" * 32, "seen": "2026-11-30T10:00:00Z"}])
        look.driver.execute_script(f"localStorage.setItem('senki:heads:{table.id}', arguments[0])", gone)
        look.driver.refresh()
        look.reads(".alarm", "9999番の出来事が、記録からなくなっています")
        assert look.one(".alarm button").text == "証拠を保存する"
