"""A real server, a real Chromium, and battles to look at.

Where chromium or its driver is missing, these tests are left out and the summary says so.
"""

import shutil
import threading
from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

from senki.api.serve import server
from senki.api.settings import Settings
from tests.browser.table import Look, Table

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-proxy-server",
    "--hide-scrollbars",
)
collect_ignore_glob = [] if BROWSER and DRIVER else ["test_*.py"]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter):
    if collect_ignore_glob:
        terminalreporter.write_line(
            "tests/browser was left out: chromium and chromedriver are not here "
            "(Debian: apt-get install chromium chromium-driver fonts-noto-cjk)",
            yellow=True,
        )


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a running server."""
    ready = threading.Event()
    found: list[str] = []

    def told(url: str) -> None:
        found.append(url)
        ready.set()

    settings = Settings(database=str(tmp_path_factory.mktemp("store") / "senki.db"), port=0, log_level="error")
    serving = server(settings, told)
    thread = threading.Thread(target=serving.run)
    thread.start()
    assert ready.wait(30)
    yield found[0]
    serving.should_exit = True
    thread.join(30)


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """One browser with a profile of its own."""
    options = ChromeOptions()
    options.binary_location = str(BROWSER)
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options=options, service=Service(str(DRIVER)))
    try:
        yield driver
    finally:
        driver.quit()


@pytest.fixture
def look(chromium: Chrome, base: str) -> Iterator[Look]:
    """A fresh tab; whatever test it was, the page must not have broken its own policy or thrown an error."""
    first = chromium.current_window_handle
    chromium.switch_to.new_window("tab")
    it = Look(chromium, base)
    it.size(1280, 900)
    chromium.get_log("browser")
    yield it
    told = [line["message"] for line in chromium.get_log("browser")]
    for handle in chromium.window_handles:
        if handle != first:
            chromium.switch_to.window(handle)
            chromium.close()
    chromium.switch_to.window(first)
    assert [line for line in told if "the server responded with a status of 4" not in line] == []


@pytest.fixture
def duel(base: str) -> Iterator[Table]:
    """A duel of hms between a player and the GM, begun; its dice are handed in."""
    with Table.open(base, "hms", DUEL, chance="entered", spectators="open", title="街道の待ち伏せ") as table:
        yield table


DUEL = {
    "distance": "melee",
    "skills": [
        {"id": "combat", "name": "戦闘"},
        {"id": "sword", "name": "剣術", "within": "combat"},
    ],
    "characters": [
        {
            "id": id,
            "name": name,
            "side": side,
            "body": 2,
            "armour": 1,
            "skills": {"sword": 6},
            "weapons": [{"id": "katana", "name": "刀", "skill": "sword", "bands": ["melee"], "power": 4}],
        }
        for id, name, side in (("akira", "アキラ", "pc"), ("bandit", "山賊", "npc"))
    ],
}
