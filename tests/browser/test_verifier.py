"""The verifier: a page without a server, on which a stranger drops an archive and reads the verdict."""

import asyncio
import base64
import json
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By

from tests.browser.table import Look
from tests.sealed import rechained, sealed
from tests.stranger import PAGE

DROP = """
const bytes = Uint8Array.from(atob(arguments[0]), (c) => c.charCodeAt(0));
const data = new DataTransfer();
data.items.add(new File([bytes], arguments[1]));
const event = (kind) => new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
document.querySelector("#drop").dispatchEvent(event("dragover"));
document.querySelector("#drop").dispatchEvent(event("drop"));
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The archive of a sealed fight, over, with everything in it."""
    return asyncio.run(sealed(tmp_path_factory.mktemp("sealed"), "persona", 7, 60, close=True))[None]


def drop(look: Look, content: bytes, name: str) -> None:
    look.driver.execute_script(DROP, base64.b64encode(content).decode(), name)


def test_a_file_dropped_on_the_saved_page_is_judged(look: Look, archive: bytes):
    look.driver.get(PAGE.as_uri())
    assert look.js("return document.documentElement.scrollWidth <= innerWidth")
    drop(look, archive, "battle.jsonl")
    look.reads("#verdict h2", "見つかった誤りはありません")
    look.reads("#verdict", "このファイルだけでは確かめられない")
    assert look.all("#checks .mark.ok")
    assert look.text("#checks .mark.unknown") == "？"
    entries = len([line for line in archive.splitlines() if line.startswith(b'{"senki":"proof"')])
    assert look.text("#count") == f"{entries}枚"
    assert "計算が一致、束にあった" in look.text("#rows tr:first-child")
    assert "巻き戻された" in look.text("#rows")


def test_with_a_kept_head_all_is_proven(look: Look, archive: bytes):
    head = json.loads(archive.splitlines()[0])
    look.driver.get(f"{look.base}/verifier")
    look.one("details summary").click()
    look.one("#heads").send_keys(f"{head['seq']}:{head['hash']}")
    drop(look, archive, "battle.jsonl")
    look.reads("#verdict h2", "すべて確かめました")
    assert look.all("#checks .mark.unknown") == []


def test_a_forged_face_is_named_with_its_event(look: Look, archive: bytes):
    lines = [json.loads(line) for line in archive.splitlines()]
    seq = next(line["seq"] for line in lines if line.get("type") == "rolled")

    def other(events: list[dict[str, object]]) -> None:
        data = events[seq - 1]["data"]
        assert isinstance(data, dict)
        data["faces"] = [face % data["sides"] + 1 for face in data["faces"]]

    look.driver.get(PAGE.as_uri())
    drop(look, rechained(archive, other), "<b>forged</b>.jsonl")
    look.reads("#verdict h2", f"{seq}番から合いません")
    look.reads("#file", "<b>forged</b>.jsonl")
    assert look.text("#checks .mark.bad") == "×"


def test_a_file_is_chosen_with_the_keyboard_and_nonsense_is_said_to_be_that(look: Look, tmp_path: Path):
    other = tmp_path / "写真.jsonl"
    other.write_bytes(b"\x89PNG\r\n")
    look.driver.get(PAGE.as_uri())
    look.driver.find_element(By.ID, "choose").send_keys(str(other))
    look.reads("#verdict h2", "記録として読めません")
    look.one("details summary").click()
    look.one("#heads").send_keys("12:ab\t")
    look.reads("#verdict", "控え「12:ab」が読めません")
