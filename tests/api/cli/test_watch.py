"""`senki watch`: a witness that holds a real server to what it has signed."""

import json
from pathlib import Path

from tests.api.cli.conftest import Senki
from tests.api.table import serving


def test_a_witness_keeps_heads_and_finds_a_history_that_was_replaced(run: Senki, tmp_path: Path):
    state = tmp_path / "seen.json"
    with serving(tmp_path) as table:
        battle = table.open(spectators="open")
        battle.says("gm", {"type": "begin"})
        url = str(table.client.base_url)
        told = run("watch", url, "--state", state, "--once")
        assert told.exit_code == 0, told.output
        assert "1 battles hold" in told.output
        kept = json.loads(state.read_text())
        seq = kept["heads"][battle.id]["seq"]
        battle.says("gm", {"type": "say", "text": "つづき"})
        assert run("watch", url, "--state", state, "--once").exit_code == 0
        assert json.loads(state.read_text())["heads"][battle.id]["seq"] > seq

        kept["heads"][battle.id]["hash"] = "00" * 32
        state.write_text(json.dumps(kept))
        told = run("watch", url, "--state", state, "--once")
        assert told.exit_code == 1
        assert f"of event {seq} it signed" in told.output.replace("\n", " ")

        kept["heads"][battle.id]["seq"] = 9999
        state.write_text(json.dumps(kept))
        told = run("watch", url, "--state", state, "--once")
        assert told.exit_code == 1
        assert "is gone" in told.output.replace("\n", " ")

        state.write_text(json.dumps({**kept, "key": "senki+00000000+AAAA"}))
        assert "another key" in run("watch", url, "--state", state, "--once").output.replace("\n", " ")


def test_a_server_that_is_not_there_or_a_file_that_is_not_ours_is_bad_input(run: Senki, tmp_path: Path):
    assert run("watch", "http://127.0.0.1:9", "--state", tmp_path / "s.json", "--once").exit_code == 2
    (tmp_path / "other.json").write_text("[]")
    assert run("watch", "http://127.0.0.1:9", "--state", tmp_path / "other.json", "--once").exit_code == 2
