"""Playing over HTTP, and looking at what a browser shows of it."""

from typing import Any, Self

import httpx
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

Json = dict[str, Any]
PATIENCE = 15


class Table:
    """A battle on a real server, declared at over HTTP."""

    def __init__(self, base: str, opened: Json) -> None:
        self.client = httpx.Client(base_url=base, trust_env=False, timeout=30)
        self.id: str = opened["id"]
        self.seats: dict[str, str] = opened["seats"]
        self.page = f"/battles/{self.id}/page"

    @classmethod
    def open(cls, base: str, system: str, setup: Json, **more: object) -> Self:
        """Open a battle."""
        answer = httpx.post(f"{base}/battles", json={"system": system, "setup": setup, **more}, trust_env=False)
        assert answer.status_code == 201, answer.text
        return cls(base, answer.json())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()

    def say(self, seat: str, type: str, *rolls: list[int | str], **fields: object) -> int:
        """Declare; gives the last seq."""
        said = {"declaration": {"type": type, **fields}, "rolls": rolls}
        headers = {"Authorization": f"Bearer {self.seats[seat]}"}
        answer = self.client.post(f"/battles/{self.id}/declarations", json=said, headers=headers)
        assert answer.status_code == 201, answer.text
        return answer.json()["seq"]

    def events(self, seat: str = "gm") -> list[Json]:
        """The log as a seat sees it."""
        headers = {"Authorization": f"Bearer {self.seats[seat]}"}
        return self.client.get(f"/battles/{self.id}/events?limit=1000", headers=headers).json()["events"]

    def types(self) -> list[str]:
        """The types of all events."""
        return [event["type"] for event in self.events()]

    def fought(self) -> Self:
        """A first round up to a blow that lands: seq 1 to 18."""
        self.say("gm", "begin")
        self.say("gm", "declare_skill", by="bandit", skill="sword")
        self.say("akira", "declare_skill", [6, 6], [1, 1], by="akira", skill="sword")
        self.say("akira", "attack", [5, 5], [1, 2], by="akira", target="bandit")
        return self

    def at(self, seat: str, at: int | None = None) -> str:
        """The address of the page for a seat."""
        return f"{self.page}#token={self.seats[seat]}" + (f"&at={at}" if at else "")


class Look:
    """What a person does with a page."""

    def __init__(self, driver: Chrome, base: str) -> None:
        self.driver = driver
        self.base = base

    def media(self, kind: str) -> None:
        """Show the page as on a medium: `print`, or empty for the screen."""
        self.driver.execute_cdp_cmd(  # pyright: ignore[reportUnknownMemberType] - selenium says only `dict`
            "Emulation.setEmulatedMedia", {"media": kind}
        )

    def size(self, width: int, height: int) -> None:
        """The size of the window."""
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600},
        )

    def go(self, address: str, css: str = "#main > *:not(#loading)") -> Self:
        """Open a page, anew, and wait until it shows something."""
        self.driver.get("about:blank")
        self.driver.get(self.base + address)
        self.wait(lambda: self.all(css))
        return self

    def table(self, address: str) -> Self:
        """Open the page of a battle and wait for its story, its state and its live line."""
        self.go(address, "#state .card")
        self.wait(lambda: self.all("#story [data-seq]"))
        self.wait(lambda: "ライブ" in self.text(".live-button"))
        return self

    def wait(self, holds: Any, what: str = "") -> Any:
        """Wait until something holds."""
        wait = WebDriverWait(self.driver, PATIENCE, 0.03, [StaleElementReferenceException])
        return wait.until(lambda _: holds(), what)

    def all(self, css: str) -> list[WebElement]:
        """The elements that a selector finds."""
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def one(self, css: str) -> WebElement:
        """The first of them, as soon as it is there."""
        return self.wait(lambda: next(iter(self.all(css)), None), css)

    def text(self, css: str) -> str:
        """What a person reads there."""
        return self.one(css).text

    def reads(self, css: str, text: str) -> None:
        """Wait until a text stands there."""
        self.wait(lambda: text in self.text(css), f"{text} in {css}")

    def named(self, label: str, within: str = "body") -> WebElement:
        """The button with this label that can be seen."""

        def found() -> WebElement | None:
            return next((b for b in self.all(f"{within} button") if b.text == label and b.is_displayed()), None)

        return self.wait(found, label)

    def press(self, label: str, within: str = "body") -> None:
        """Press a button."""
        self.named(label, within).click()

    def key(self, *keys: str) -> None:
        """Press keys."""
        self.one("body").send_keys(*keys)

    def back(self) -> None:
        """One unit back."""
        self.key(Keys.ARROW_LEFT)

    def forth(self) -> None:
        """One unit on."""
        self.key(Keys.ARROW_RIGHT)

    def js(self, script: str) -> Any:
        """What a script gives."""
        return self.driver.execute_script(script)

    def lines(self) -> list[str]:
        """The sentences that can be read."""
        return [line.text for line in self.all("#story .line .said-of") if line.is_displayed()]
