"""Proofs on the page, each with its verdict; and the page that describes the API."""

import json
from pathlib import Path
from urllib.parse import urlsplit

from tests.browser.conftest import DUEL
from tests.browser.table import Look, Table

DEMOS = Path(__file__).parents[2] / "api" / "demos"


def test_the_whole_battle_is_checked_and_the_verdict_is_in_words(look: Look, base: str):
    with Table.open(base, "hms", DUEL, chance="sealed", spectators="open") as table:
        table.say("gm", "begin")
        table.say("gm", "roll", notation="2D6")
        look.table(table.page)
        look.press("記録を確かめる")
        look.reads(".proofs", "どの出来事も書かれたときのままです")
        look.reads(".proofs", "すべて記録と同じ結果です")
        look.reads(".proofs", "1通の封筒は、すべて戦いの前に封じたとおりでした")
        assert not look.all(".verdict.bad")


def test_the_browser_itself_recomputes_a_roll(look: Look, base: str):
    with Table.open(base, "hms", DUEL, chance="sealed", spectators="open") as table:
        table.say("akira", "words", text="賽は投げられた")
        table.say("gm", "roll", notation="7D10")
        rolled = next(event for event in table.events() if event["type"] == "rolled")
        look.table(table.page)
        look.one(f"button.seq[data-seq='{rolled['seq']}']").click()
        look.press("証明を確かめる", "dialog.audit")
        look.reads("dialog.audit", "はじめから入っていました")
        look.reads("dialog.audit", f"出目は{'・'.join(map(str, rolled['data']['faces']))}。記録と同じです")
        assert len(look.all("dialog.audit .verdict.good")) == 2


def test_a_roll_that_was_changed_on_the_way_is_told_as_wrong(look: Look, base: str):
    with Table.open(base, "hms", DUEL, chance="sealed", spectators="open") as table:
        table.say("gm", "roll", notation="2D6")
        rolled = next(event for event in table.events() if event["type"] == "rolled")
        faces, other = rolled["data"]["faces"], [face % 6 + 1 for face in rolled["data"]["faces"]]
        look.go(table.page, "#state .card")
        look.driver.execute_cdp_cmd(
            "Page.addScriptToEvaluateOnNewDocument",
            {
                "source": "const real = Response.prototype.json; Response.prototype.json = async function () {"
                "const told = await real.call(this); const all = Array.isArray(told.events) ? told.events : [];"
                "for (const e of all) if (e.type === 'rolled')"
                f" e.data.faces = {json.dumps(other)}; return told; }};"
            },
        )
        look.table(table.page)
        look.one(f"button.seq[data-seq='{rolled['seq']}']").click()
        look.press("証明を確かめる", "dialog.audit")
        look.reads("dialog.audit .verdict.bad", f"出目は{'・'.join(map(str, faces))}")


def test_the_cards_of_a_fight_that_is_over_are_proven(look: Look, base: str):
    setup = json.loads((DEMOS / "persona.json").read_text())["open"]
    with Table.open(base, "persona", setup, chance="sealed", spectators="open") as table:
        table.say("gm", "begin")
        table.say("gm", "exchange", by="reimi", cards=["CK"])
        headers = {"Authorization": f"Bearer {table.seats['gm']}"}
        going = table.client.get(f"/battles/{table.id}/verify", headers=headers).json()["chance"]
        assert going.get("hidden", 0) > 0
        table.say("gm", "close", reason="ここまで")
        over = table.client.get(f"/battles/{table.id}/verify", headers=headers).json()["chance"]
        drawn = [event for event in table.events() if event["type"] == "drawn"]
        assert over["ok"]
        assert drawn
        assert over["checked"] == len(drawn)
        assert over.get("hidden", 0) == 0
        look.table(table.page)
        look.press("記録を確かめる")
        look.reads(".proofs", f"{len(drawn)}通の封筒は、すべて戦いの前に封じたとおりでした")
        assert "まだ確かめられません" not in look.text(".proofs")


def test_the_description_of_the_api_asks_no_other_host(look: Look):
    look.go("/schema", ".operation")
    look.reads("#main", "/battles/{battle}/declarations")
    look.reads("#main", "Idempotency-Key")
    asked = look.js("return performance.getEntriesByType('resource').map((e) => e.name)")
    assert asked
    assert {urlsplit(url).netloc for url in asked} == {urlsplit(look.base).netloc}
    markup = look.js("return document.documentElement.outerHTML")
    assert "https://" not in markup.replace("https://github", "")
    for width in (390, 1280):
        look.size(width, 900)
        assert look.js("return document.documentElement.scrollWidth") <= width
