"""`HEAD` is answered as `GET` is, without the body, at every address that has a `GET`."""

import socket
import time

import pytest

from tests.api.table import Battle, Table

FREE = (
    "/",
    "/health",
    "/systems",
    "/systems/hms",
    "/systems/hms/clauses",
    "/systems/hms/clauses/H-6.2",
    "/battles",
    "/rulebooks/hms",
    "/rulebooks/hms/example",
    "/schema/openapi.json",
    "/nowhere",
    "/assets/0/nothing.js",
)
OF_A_BATTLE = (
    "/state",
    "/state?at=1",
    "/events",
    "/declarations/legal",
    "/verify",
    "/archive",
    "/chance/1",
    "/chance/9",
    "/page",
)
ITS_OWN = {"date", "x-request-id"}


def alike(battle: Battle, address: str, seat: str | None) -> None:
    """The same status and headers as of `GET`, and no body."""
    asked = {name: battle.client.request(name, address, headers=battle.auth(seat)) for name in ("GET", "HEAD")}
    get, head = asked["GET"], asked["HEAD"]
    assert head.status_code == get.status_code, address
    assert head.content == b""
    headers = [{n: v for n, v in answer.headers.items() if n not in ITS_OWN} for answer in (get, head)]
    assert headers[0].keys() == headers[1].keys(), address
    assert headers[0] == headers[1], address


@pytest.mark.parametrize("address", FREE)
def test_head_of_what_is_no_battles(battle: Battle, address: str):
    alike(battle, address, None)


@pytest.mark.parametrize("seat", ["a", None])
@pytest.mark.parametrize("address", OF_A_BATTLE)
def test_head_of_a_battle(battle: Battle, address: str, seat: str | None):
    battle.says("a", {"type": "roll", "notation": "2D6"})
    alike(battle, battle.url + address, seat)


def test_head_of_every_asset(table: Table, battle: Battle):
    page = table.client.get("/").text
    addresses = {part.split('"')[0] for part in page.split('"/assets')[1:]}
    assert addresses
    for address in addresses:
        alike(battle, f"/assets{address}", None)


def test_head_of_a_live_stream_is_answered_at_once_and_ends(table: Table, battle: Battle):
    begun = time.monotonic()
    answer = table.client.head(f"{battle.url}/live", headers=battle.auth("a"))
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/event-stream"
    assert time.monotonic() - begun < 5
    assert table.client.head(f"{battle.url}/live").status_code == 401


def test_a_connection_goes_on_after_a_head(table: Table, battle: Battle):
    """No byte of a body stands before the next answer."""
    host, port = table.url.removeprefix("http://").split(":")
    asked = (
        f"HEAD {battle.url}/page HTTP/1.1\r\nhost: {host}\r\n\r\n"
        f"GET /health HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n"
    )
    with socket.create_connection((host, int(port)), timeout=30) as client:
        client.sendall(asked.encode())
        heard = b""
        while part := client.recv(65_536):
            heard += part
    first, second, body = heard.split(b"\r\n\r\n", 2)
    assert first.startswith(b"HTTP/1.1 200")
    assert second.startswith(b"HTTP/1.1 200")
    assert body.startswith(b"{")


def test_what_cannot_be_got_cannot_be_headed_either_and_is_told_how_it_can(battle: Battle):
    for address, allowed in (("/battles/archive", {"POST"}), (f"{battle.url}/declarations", {"POST"})):
        answer = battle.client.head(address)
        assert answer.status_code == 405
        assert allowed <= {method.strip() for method in answer.headers["allow"].split(",")}
    answer = battle.client.delete("/battles")
    assert {"GET", "HEAD", "POST"} <= {method.strip() for method in answer.headers["allow"].split(",")}
