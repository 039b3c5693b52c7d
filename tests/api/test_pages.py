"""The pages over HTTP: what is sent, how long it may be kept, and what the browser is told to refuse."""

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from senki.api.pages.assets import assets
from senki.api.serve import server
from senki.api.settings import Settings


@pytest.fixture
def client(tmp_path: Path) -> Iterator[httpx.Client]:
    """A client of a running server with an empty store."""
    ready = threading.Event()
    found: list[str] = []

    def told(url: str) -> None:
        found.append(url)
        ready.set()

    serving = server(Settings(database=str(tmp_path / "senki.db"), port=0, log_level="error"), told)
    thread = threading.Thread(target=serving.run)
    thread.start()
    assert ready.wait(30)
    with httpx.Client(base_url=found[0], trust_env=False) as client:
        yield client
    serving.should_exit = True
    thread.join(30)


@pytest.mark.parametrize("path", ["/", "/rulebooks/hms", "/rulebooks/nothing", "/battles/nothing/page"])
def test_every_page_forbids_scripts_and_content_from_elsewhere(client: httpx.Client, path: str):
    answer = client.get(path)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "require-trusted-types-for 'script'" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert '<html lang="ja">' in answer.text
    assert re.findall(r"<script(?![^>]* src=)", answer.text) == []
    assert re.findall(r"\son\w+=|style=", answer.text) == []
    assert {url.split("/")[1] for url in re.findall(r'(?:src|href)="([^"#]+)"', answer.text)} <= {
        "assets",
        "",
        "schema",
    }


def test_a_page_is_asked_for_again_and_answered_not_modified(client: httpx.Client):
    tag = client.get("/").headers["etag"]
    again = client.get("/", headers={"if-none-match": tag})
    assert again.status_code == 304
    assert again.content == b""


def test_what_pages_load_is_kept_for_ever_under_its_own_hash(client: httpx.Client):
    text = client.get("/").text
    for address in re.findall(r'"(/assets/[^"]+)"', text):
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    old = client.get("/assets/0000000000000000/senki.css")
    assert old.status_code == 200
    assert old.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("name", ["nothing.js", "..%2f__init__.py", "__init__.py"])
def test_only_the_files_of_the_pages_are_served(client: httpx.Client, name: str):
    answer = client.get(f"/assets/{assets().digest}/{name}")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


def test_every_module_that_is_imported_is_there():
    files = assets().files
    for name, content in files.items():
        imported = re.findall(r'from "\./([\w-]+\.js)"', content.decode()) if name.endswith(".js") else []
        assert [each for each in imported if each not in files] == []


def test_no_module_writes_markup_or_reaches_for_another_host():
    for name, content in assets().files.items():
        text = content.decode()
        if name.endswith(".js"):
            assert re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function", text) == []
        if not name.endswith(".svg"):
            assert re.findall(r"https?://", text) == []


def test_the_title_that_a_stranger_gave_is_escaped_in_the_page(client: httpx.Client):
    setup = client.get("/rulebooks/hms/example").json()["setup"]
    title = '"><script>alert(1)</script>'
    opened = client.post("/battles", json={"system": "hms", "setup": setup, "title": title}).json()
    text = client.get(f"/battles/{opened['id']}/page").text
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text


def test_the_pages_are_small(client: httpx.Client):
    sizes = {name: len(content) for name, content in assets().files.items()}
    elsewhere = {"home.js", "rulebook.js", "schema.js", "nowhere.js", "dossier.js"}
    own = [size for name, size in sizes.items() if name.startswith("system-")]
    shared = sum(size for name, size in sizes.items() if name not in elsewhere and not name.startswith("system-"))
    assert shared + max(own) < 136_000
    assert len(client.get("/").content) < 4_000
