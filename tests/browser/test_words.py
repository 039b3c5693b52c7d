"""Words: nothing to press is an id, a card's code or a value of the program, and one id may mean two things."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import DUEL
from tests.browser.table import Look, Table
from tests.browser.test_playing import begun

DEMOS = Path(__file__).parents[2] / "api" / "demos"
RAW = re.compile(r"[A-Za-z_]{2,}|\b[SHDC][2-9TJQKA]\b")
FINE = re.compile(r"[A-Z]-\d|JOKER")
"""Ids of clauses, and the one English word that is printed on a card."""
LABELS = """
const [told, state, done] = arguments;
const at = document.querySelector("script[type=module]").src.replace(/[^/]+$/, "");
Promise.all([import(at + "words.js"), import(at + "desk.js")]).then(async ([{ vocabulary }, { Desk }]) => {
  const words = await vocabulary(state.system);
  words.learn(state);
  const root = document.createElement("div");
  const hints = { people: () => state.characters, now: () => null };
  new Desk(root, { battle: "x", token: "x", words, hints, seq: told.seq }).draw(told);
  for (const one of root.querySelectorAll("[data-type=rule] button")) if (one.textContent === "足す") one.click();
  done([...root.querySelectorAll("button, option, label, h3, h4")].map((e) => e.textContent));
}).catch((e) => done([`Error ${e.stack}`]));
"""


def seq_of(value: Any, ends: list[int]) -> Any:
    """A seq that a script gives as the end of one of its steps."""
    return ends[value["step"] - 1] if isinstance(value, dict) and "step" in value else value


@pytest.mark.parametrize("system", ["godeater", "hms", "meikyu", "persona", "powerplay"])
def test_nothing_to_press_is_called_by_an_id(look: Look, base: str, system: str):
    script = json.loads((DEMOS / f"{system}.json").read_text())
    look.go("/", ".books li")
    look.driver.set_script_timeout(20)
    ends: list[int] = []
    raw: set[str] = set()
    with Table.open(base, system, script["open"], chance="entered") as table:
        for step in script["steps"]:
            for token in (table.seats[step["as"]], table.seats["gm"]):
                headers = {"Authorization": f"Bearer {token}"}
                told = table.client.get(f"/battles/{table.id}/declarations/legal", headers=headers).json()
                state = table.client.get(f"/battles/{table.id}/state", headers=headers).json()
                labels = look.driver.execute_async_script(LABELS, told, state)
                raw |= {label for label in labels if RAW.search(label) and not FINE.search(label)}
            fields = {name: seq_of(value, ends) for name, value in step["do"].items() if name != "type"}
            ends.append(table.say(step["as"], step["do"]["type"], *step.get("rolls", []), **fields))
    assert raw == set()


def with_two_meanings() -> dict[str, Any]:
    """A duel in which `throwing` is a skill and a distance, and `melee` a weapon and a distance."""
    setup = json.loads(json.dumps(DUEL))
    setup["skills"].append({"id": "throwing", "name": "手裏剣術", "within": "combat"})
    for character in setup["characters"]:
        character["skills"]["throwing"] = 5
        knife = {"id": "melee", "name": "手裏剣", "skill": "throwing", "bands": ["melee", "throwing"], "power": 2}
        character["weapons"].append(knife)
    return setup


def test_a_distance_is_not_called_like_the_skill_with_its_id(look: Look, base: str):
    setup = {**with_two_meanings(), "distance": "throwing"}
    with Table.open(base, "hms", setup, chance="entered", spectators="open") as table:
        table.say("gm", "begin")
        table.say("gm", "declare_skill", by="bandit", skill="throwing", weapon="melee")
        table.say("akira", "declare_skill", [6, 6], [1, 1], by="akira", skill="throwing", weapon="melee")
        begun(look, table, "akira")
        moves = look.text("[data-type=move]")
        assert "白兵戦距離" in moves
        assert "手裏剣" not in moves
        look.reads("#state", "投擲戦距離")
        look.reads(".card.side-pc .marks", "手裏剣術")
        look.reads(".card.side-pc .marks", "武器 手裏剣")
        table.say("akira", "move", by="akira", to="throwing_minus")
        moved = next(event for event in table.events() if event["type"] == "move_declared")
        look.reads("#story", moved["text"])
        look.js("document.getElementById('story').classList.add('every')")
        look.one(f"button.seq[data-seq='{moved['seq']}']").click()
        look.reads("dialog.audit", "投擲戦距離")
        assert "手裏剣" not in look.text("dialog.audit")


def test_withdrawing_says_that_it_withdraws_and_by_which_skill(look: Look, base: str):
    setup = json.loads(json.dumps(DUEL))
    setup["skills"][0]["flee"] = True
    setup["characters"][0]["skills"]["combat"] = 4
    with Table.open(base, "hms", setup, chance="entered", spectators="open") as duel:
        duel.fought()
        withdraws(look, duel)


def withdraws(look: Look, duel: Table) -> None:
    """Pass until the round ends, and see what is offered then, and what it asks."""
    for _ in range(9):
        awaited = duel.client.get(f"/battles/{duel.id}/state").json()["awaiting"][0]
        if awaited["by"] == "akira" and "flee" in awaited["types"]:
            break
        duel.say("akira" if awaited["by"] == "akira" else "gm", "pass", by=awaited["by"])
    begun(look, duel, "akira")
    look.press("戦闘で逃走する", "#desk")
    look.reads("dialog.confirm", "この戦いから退きます")
    look.press("逃走する", "dialog.confirm")
    look.wait(lambda: "flight_declared" in duel.types())
