"""`senki envelopes`, and what `senki export` and `senki check` say of sealed dice."""

import asyncio
import json
from pathlib import Path

import pytest

from tests.api.cli.conftest import Senki
from tests.sealed import SECRET, sealed

BATTLE = "persona-2"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with a running battle whose first roll is secret, struck-out rolls, and draws."""
    asyncio.run(sealed(tmp_path, "persona", 2, 9, close=False))
    return tmp_path / f"{BATTLE}.db"


def test_every_envelope_is_listed_with_its_event_and_its_state(run: Senki, store: Path):
    shown = run("envelopes", BATTLE, db=store)
    assert shown.exit_code == 0
    assert "抜けも重なりもありません" in shown.output
    assert "卓のダイス" in shown.output
    assert "ＧＭ" in shown.output
    assert "開封（まだ秘密）" in shown.output
    assert "未開封" in shown.output
    assert "巻き戻された" in shown.output
    told = json.loads(run("envelopes", BATTLE, "--json", db=store).output)
    assert [it["number"] for it in told["entries"]] == list(range(1, len(told["entries"]) + 1))
    assert all("key" not in it for it in told["entries"] if it["state"] == "held")


def test_a_spectator_sees_that_an_envelope_was_used_and_no_more(run: Senki, store: Path):
    told = json.loads(run("envelopes", BATTLE, "--seat", "spectator", "--json", db=store).output)
    assert told["entries"][0] == {"number": 1, "state": "unseen"}
    drawn = [it for it in told["entries"] if it["state"] == "held"]
    assert drawn
    assert not any("key" in it for it in drawn)


def test_a_battle_with_dice_of_a_real_table_has_no_envelopes(run: Senki, db: Path):
    shown = run("envelopes", "hms-1", db=db)
    assert (shown.exit_code, "封筒はありません" in shown.output) == (0, True)


def test_an_export_has_the_proofs_where_the_secret_is_at_hand(run: Senki, store: Path, tmp_path: Path):
    """A battle that another server sealed is not proven with this one's secret."""
    out = tmp_path / "out.jsonl"
    assert run("export", BATTLE, "-o", out, db=store).exit_code == 0
    assert b'"proof"' not in out.read_bytes()
    key, other = tmp_path / "own.key", tmp_path / "other.key"
    key.write_bytes(SECRET)
    other.write_bytes(b"!" * 32)
    assert run("export", BATTLE, "-o", out, "--secret-file", other, db=store).exit_code == 0
    assert b'"proof"' not in out.read_bytes()
    assert run("export", BATTLE, "-o", out, "--secret-file", key, db=store).exit_code == 0
    assert b'"proof"' in out.read_bytes()
    assert run("check", out).exit_code == 0
