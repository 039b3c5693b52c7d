"""No page of any game shows an English word or an id: the battle, the audit of every event, rulebook and opening."""

import json
import re
from typing import Any

import pytest

from tests.browser.table import Look, Table
from tests.browser.test_words import DEMOS, seq_of

GAMES = ["godeater", "hms", "meikyu", "persona", "powerplay"]
FINE = re.compile(
    r"[0-9]*[Dd](6|10)\b|TRPG|\(n\)D6\+m|JOKER|\b[A-Z]+-\d[\d.]*\b|https?://\S+"  # dice, a card, clauses, addresses
)
VISIBLE = """
const walk = document.createTreeWalker(arguments[0], NodeFilter.SHOW_TEXT);
const found = [];
while (walk.nextNode()) {
  const at = walk.currentNode.parentElement;
  if (!at.closest("code, pre, textarea, script, style, [lang=en]")) found.push(walk.currentNode.data);
}
return found;
"""
"""Every text below a node, also what is folded away; codes, what is typed and what is marked English are meant."""


def english(look: Look, css: str, names: frozenset[str] = frozenset()) -> set[str]:
    """The texts below a node that have a word of two Latin letters or more, or an id."""
    texts: list[str] = look.driver.execute_script(VISIBLE, look.one(css))
    return {text for text in texts if text not in names and re.search(r"[A-Za-z_]{2,}", FINE.sub("", text))}


def played(base: str, system: str) -> tuple[Table, str]:
    """A demo played to its end."""
    script: dict[str, Any] = json.loads((DEMOS / f"{system}.json").read_text())
    table = Table.open(base, system, script["open"], chance="entered", spectators="open")
    ends: list[int] = []
    for step in script["steps"]:
        fields = {name: seq_of(value, ends) for name, value in step["do"].items() if name != "type"}
        ends.append(table.say(step["as"], step["do"]["type"], *step.get("rolls", []), **fields))
    return table, script["steps"][-1]["as"]


@pytest.mark.parametrize("system", GAMES)
def test_a_battle_and_the_audit_of_each_of_its_events_are_japanese(look: Look, base: str, system: str):
    table, _ = played(base, system)
    with table:
        look.go(f"/battles/{table.id}/page#token={table.seats['gm']}", "#state .card")
        look.reads("#desk", "卓で")
        look.js("document.getElementById('story').classList.add('every')")
        found = english(look, "body")
        first: dict[str, int] = {}
        for event in table.events():
            kind = event["type"] if event["type"] != "declared" else f"declared {event['data']['declaration']['type']}"
            first.setdefault(kind, event["seq"])
        for kind, seq in first.items():
            look.js(f"document.querySelector(\"button.seq[data-seq='{seq}']\").click()")
            found |= {f"{kind}: {text}" for text in english(look, "dialog.audit")}
            found |= {f"{kind}: ―"} if "―" in look.text("dialog.audit h2") else set()
            look.js("document.querySelector('dialog.audit').close()")
        assert found == set()


@pytest.mark.parametrize("system", GAMES)
def test_the_rulebook_is_japanese(look: Look, system: str):
    look.go(f"/rulebooks/{system}", ".option-list li")
    assert english(look, "main") == set()
    assert look.text(".option h3")
    assert "（既定）" in look.text(".option-list")


@pytest.mark.parametrize("system", GAMES)
def test_the_form_that_opens_a_battle_asks_for_the_options_in_japanese(look: Look, base: str, system: str):
    del base
    look.go("/", "form #system")
    look.js(f"const s = document.getElementById('system'); s.value = '{system}'; s.dispatchEvent(new Event('change'))")
    look.wait(lambda: look.js("return document.querySelectorAll('form [id^=option-]').length") > 0)
    assert english(look, "form") == set()
