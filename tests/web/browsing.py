"""A real browser for the tests of the page: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect, sync_playwright

from plyground.texts import catalogue
from tests.waiting import PATIENCE
from tests.web.people import Server

PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}
LOCALES = {"en": "en-GB", "ko": "ko-KR", "zh_CN": "zh-CN"}
LONGEST = 1000 * PATIENCE  # milliseconds, as Playwright counts

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-sync",
    "--no-first-run",
]


@contextmanager
def chromium() -> Iterator[Browser]:
    expect.set_options(timeout=LONGEST)
    with sync_playwright() as playwright:
        # The same browser without a user interface, where it is installed: half the work.
        program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        assert program is not None, "chromium is not installed"
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        try:
            yield browser
        finally:
            _idle.clear()
            browser.close()


_idle: list[tuple[str, Page]] = []
"""Empty pages that nobody uses now, with the options of their contexts: a new context costs a second of work."""
_MOST_IDLE = 8


def _new_page(browser: Browser, **options: Any) -> tuple[str, Page]:
    """A new page in a context without memories, and the name under which it is given back."""
    name = f"{id(browser)} {sorted(options.items())}"
    last = next((page for other, page in reversed(_idle) if other == name), None)
    if last is None:
        return name, context_of(browser, **options).new_page()
    _idle.remove((name, last))
    page = last.context.new_page()
    last.close()  # not before: a window without pages is closed, and a new one is what takes the time
    return name, page


def _give_back(name: str, page: Page) -> None:
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    page.context.clear_cookies()
    _idle.append((name, page))
    if len(_idle) > _MOST_IDLE:
        _idle.pop(0)[1].context.close()


def context_of(browser: Browser, **options: Any) -> BrowserContext:
    """A context whose waits are as patient as ours: Playwright's own would give up after 30 seconds."""
    context = browser.new_context(**options)
    context.set_default_timeout(LONGEST)
    return context


class Window:
    """A browser window of one visitor. Errors of the page are collected in `errors`."""

    def __init__(
        self,
        browser: Browser,
        server: Server,
        language: str = "en",
        *,
        phone: bool = False,
        size: ViewportSize = DESK,
        **more: Any,
    ) -> None:
        self.language = language
        self._name, self.page = _new_page(
            browser,
            base_url=server.url,
            locale=LOCALES[language],
            viewport=PHONE if phone else size,
            is_mobile=phone,
            has_touch=phone,
            **more,
        )
        self.context = self.page.context
        self.errors: list[str] = []
        self.page.on(
            "console", lambda said: self.errors.append(said.text) if said.type in ("error", "warning") else None
        )
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    @property
    def board(self) -> Locator:
        return self.page.locator("ply-board")

    @property
    def columns(self) -> Locator:
        """What can be pressed on the board: columns, or cells from the top left."""
        return self.page.locator("ply-board .buttons button")

    @property
    def stones(self) -> Locator:
        return self.page.locator("ply-board .stone:not(.ghost)")

    @property
    def moves(self) -> list[str]:
        """The moves as the list shows them."""
        return self.page.locator(".moves li button").all_text_contents()

    @property
    def result(self) -> Locator:
        return self.page.locator(".notices strong")

    def open(self, path: str) -> Window:
        self.page.goto(path)
        return self

    def pick(self, value: str) -> None:
        """Clicks one of the choices that stand side by side."""
        self.page.locator(f".pick:has(input[value='{value}'])").first.click()

    def play(self, **choices: str) -> None:
        """Starts a new game with these choices."""
        self.open("/")
        for value in choices.values():
            self.pick(value)
        self.start()

    def start(self) -> None:
        self.page.locator(".start button").click()
        self.page.wait_for_url("**/game/*")
        expect(self.board.locator("svg")).to_be_visible()

    def copy_by(self, button: Locator, said: str = "Copied") -> None:
        """Presses a button that copies, and waits until it has said so: that is to be seen for a moment only."""
        seen = button.evaluate_handle(
            """(button, said) => ({ seen: new Promise((done) => new MutationObserver(() => {
                if (button.textContent === said) done();
            }).observe(button, { childList: true, characterData: true, subtree: true })) })""",
            said,
        )
        button.click()
        seen.evaluate("({ seen }) => seen")

    def resign(self) -> None:
        """Presses the button twice at once: it forgets the first press after some seconds."""
        label = catalogue(self.language).gettext("Resign")
        self.page.locator(".actions button", has_text=label).click(click_count=2)

    def my_turn(self) -> bool:
        """Waits until a move can be made, or the game is over."""
        self.page.locator("ply-board[data-mode=play], .notices strong").first.wait_for()
        return self.result.count() == 0

    def sideways(self) -> int:
        """By how many pixels the page is wider than its window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - innerWidth"))

    def serious(self, rules: list[str] | None = None) -> list[tuple[str, list[str]]]:
        """The serious and critical accessibility problems of the page as it is now, by these rules of axe or by all."""
        options = {"resultTypes": ["violations"]} | ({} if rules is None else {"runOnly": rules})
        found = Axe().run(self.page, options=options).response
        assert found["passes"], "axe saw nothing"
        return [
            (each["id"], [node["html"][:200] for node in each["nodes"]])
            for each in found["violations"]
            if each["impact"] in ("serious", "critical")
        ]

    def close(self) -> None:
        if self.page.url.startswith("http"):
            _give_back(self._name, self.page)
        else:
            self.context.close()
        assert self.errors == [], "\n".join(self.errors)
