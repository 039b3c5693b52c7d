"""`senki verify --signed`: the server's own word, held against its log and against its other words."""

import json
from pathlib import Path

from senki.api.settings import server_secret
from senki.api.signing import signer
from senki.eventstore.events import Head
from senki.eventstore.notes import Signer
from tests.api.cli.conftest import LOG, Senki

LINES = [json.loads(line) for line in LOG.read_text().splitlines()[1:-1]]


def note(db: Path, seq: int, hash_: str, name: str = "kept.note") -> Path:
    """A signed head of this store's server, in a file."""
    path = db.with_name(name)
    path.write_text(signer(server_secret(Path(f"{db}.key"))).sign("hms-1", Head(seq, bytes.fromhex(hash_))))
    return path


def test_a_head_that_the_log_still_holds_is_ok(run: Senki, db: Path):
    kept = note(db, 120, LINES[119]["hash"])
    told = run("verify", "--signed", kept, db=db)
    assert told.exit_code == 0, told.output
    assert "the server signed hms-1 120:" in told.output.replace("\n", "")
    assert run("verify", "hms-1", "--signed", kept, db=db).exit_code == 0


def test_a_log_that_was_cut_off_or_rewritten_is_found(run: Senki, db: Path):
    longer = note(db, 246, "11" * 32, "longer.note")
    told = run("verify", "--signed", longer, db=db)
    assert told.exit_code == 1
    assert "ends at event 245" in told.output.replace("\n", " ")
    other = note(db, 120, LINES[118]["hash"], "other.note")
    assert run("verify", "--signed", other, db=db).exit_code == 1


def test_two_signed_heads_of_one_seq_are_a_proof_against_the_server(run: Senki, db: Path):
    one = note(db, 120, LINES[119]["hash"], "one.note")
    two = note(db, 120, "22" * 32, "two.note")
    told = run("verify", "--signed", one, "--signed", two, db=db)
    assert told.exit_code == 1
    assert "PROOF AGAINST THE SERVER" in told.output
    found = json.loads(run("verify", "--signed", one, "--signed", two, "--json", db=db).stdout)
    assert [word["ok"] for word in found["signed"]] == [True, False]
    assert len(found["against"]) == 1


def test_a_note_of_another_key_is_bad_input(run: Senki, db: Path):
    stranger = Signer("senki", bytes(32))
    path = db.with_name("stranger.note")
    path.write_text(stranger.sign("hms-1", Head(120, bytes.fromhex(LINES[119]["hash"]))))
    note(db, 1, LINES[0]["hash"])
    assert run("verify", "--signed", path, db=db).exit_code == 2
    assert run("verify", "--signed", path, "--key", stranger.verifier, db=db).exit_code == 0
    assert run("verify", "--signed", path, "--key", "nonsense", db=db).exit_code == 2
