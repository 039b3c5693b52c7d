"""Signed heads over HTTP: every answer to a declaration carries one, and the log answers for each."""

import json

from senki.api.settings import server_secret
from senki.api.signing import signer
from senki.eventstore.notes import verify
from tests.api.table import Table


def test_a_declaration_is_answered_with_a_head_signed_by_the_servers_key(table: Table):
    battle = table.open()
    key = table.client.get("/key").json()["key"]
    answer = battle.says("gm", {"type": "begin"})
    said = verify(answer["head"]["note"], key)
    assert (said.stream, said.head.seq, said.head.hash.hex()) == (battle.id, answer["seq"], answer["head"]["hash"])


def test_the_head_at_an_earlier_event_is_what_was_signed_then(table: Table):
    battle = table.open()
    first = battle.says("gm", {"type": "begin"})["head"]
    battle.says("gm", {"type": "say", "text": "はじめよう"})
    assert battle.get("gm", f"/head?at={first['seq']}").json() == first
    now = battle.get("gm", "/head").json()
    assert now["seq"] > first["seq"]
    assert battle.get("gm", f"/head?at={now['seq'] + 1}").status_code == 404
    assert battle.get("gm", "/head?at=0").status_code == 400


def test_an_archive_ends_with_the_signed_head(table: Table):
    battle = table.open()
    battle.says("gm", {"type": "begin"})
    lines = battle.get("gm", "/archive").text.splitlines()
    said = verify(json.loads(lines[-1])["note"], table.client.get("/key").json()["key"])
    header = json.loads(lines[0])
    assert (said.stream, said.head.seq, said.head.hash.hex()) == (battle.id, header["seq"], header["hash"])


def test_the_key_is_made_from_the_secret_and_so_is_the_same_after_a_restart(table: Table):
    key = table.client.get("/key").json()
    secret = server_secret(table.settings.secret_path)
    assert key == {"algorithm": "Ed25519", "key": signer(secret).verifier}
