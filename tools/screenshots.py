"""The pictures of the page in docs/pictures, made by a real browser on a real server: `python -m tools.screenshots`.

`--all FOLDER` makes every page instead, large and small, light and dark, in each language: what a person looks at
before a release.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from playwright.sync_api import Browser, ViewportSize, expect

from tests.web.browsing import LOCALES, Window, chromium
from tests.web.people import Person, Server, running

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
OPENING = "445345"
ENDED = "111211134252243322344"  # two levels against each other, with mistakes on both sides
THOUGHT = "search=alphabeta&depth=3&evaluator=segments&rules=cfour&position=4453&step=61"  # with a cut
SIZE: ViewportSize = {"width": 1060, "height": 700}
LARGE: ViewportSize = {"width": 1280, "height": 845}  # of the same shape
SOON = 60_000  # milliseconds


@contextmanager
def scene() -> Iterator[tuple[Browser, Server]]:
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), str(Path(folder) / "games.sqlite")) as server,
        chromium() as browser,
    ):
        print("Waiting until the server has compiled its searches ...", flush=True)
        while httpx.get(f"{server.url}/api/meta", timeout=SOON).json()["kernels"] == "compiling":
            time.sleep(1)
        yield browser, server


def played(server: Server, moves: str) -> str:
    """The id of a game with these moves."""
    with Person(server) as person:
        name = str(person.new_game()["id"])
        with person.sit(name) as chair:
            chair.first()
            for move in moves:
                chair.play(move)
    return name


def against_a_level(window: Window) -> None:
    """A game that is going on, with a hint."""
    window.play(game="cfour", against="level", level="6", starts="you")
    for column in (4, 3, 5):
        if window.my_turn():
            window.page.locator("ply-board .buttons button[aria-disabled=false]").nth(column - 1).click()
            window.page.locator("ply-board[data-mode=look]").wait_for()
    if window.my_turn():
        window.page.locator(".actions button:visible").first.click()
        expect(window.board.locator(".value.best")).to_be_visible(timeout=SOON)
    window.page.mouse.move(0, 0)


def analysed(window: Window) -> None:
    window.open(f"/analyse?rules=cfour&position={OPENING}")
    expect(window.board.locator(".value.best").first).to_be_visible(timeout=SOON)
    expect(window.page.locator(".line ol")).to_be_visible(timeout=SOON)


def thought(window: Window) -> None:
    window.open(f"/think?{THOUGHT}")
    expect(window.page.locator(".tree-area .node.now")).to_be_visible(timeout=SOON)


def learnt(window: Window) -> None:
    window.open("/learn/cuts?seed=3#7")
    expect(window.page.locator("main svg").first).to_be_visible(timeout=SOON)


def take(window: Window, path: Path) -> None:
    window.page.wait_for_timeout(600)  # a stone may still be falling
    window.page.screenshot(path=path)
    print(f"{path.name}: {path.stat().st_size // 1000} kB")


def readme() -> None:
    """The few that the README shows."""
    with scene() as (browser, server):
        game = Window(browser, server, size=SIZE)
        against_a_level(game)
        take(game, FOLDER / "page-game.png")
        analysis = Window(browser, server, size=SIZE)
        analysed(analysis)
        take(analysis, FOLDER / "page-analysis.png")
        review = Window(browser, server, size=SIZE)
        review.open(f"/review/{played(server, ENDED)}")
        review.page.wait_for_load_state("networkidle")
        review.page.wait_for_timeout(5000)
        take(review, FOLDER / "page-review.png")
        think = Window(browser, server, size=LARGE)
        thought(think)
        take(think, FOLDER / "page-think.png")
        lesson = Window(browser, server, size=SIZE)
        learnt(lesson)
        take(lesson, FOLDER / "page-learn.png")
        phone = Window(browser, server, phone=True, color_scheme="dark")
        against_a_level(phone)
        take(phone, FOLDER / "page-phone.png")
        for each in (game, analysis, review, think, lesson, phone):
            each.close()


def every_page(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with scene() as (browser, server):
        over = played(server, ENDED)
        for language, phone, scheme in itertools.product(LOCALES, (False, True), ("light", "dark")):
            window = Window(browser, server, language, phone=phone, color_scheme=scheme)
            name = f"{language}-{'phone' if phone else 'desk'}-{scheme}.png"
            window.open("/")
            expect(window.board.locator("svg")).to_be_visible()
            take(window, folder / f"new-{name}")
            against_a_level(window)
            take(window, folder / f"game-{name}")
            for page, path in (
                ("over", f"/game/{over}"),
                ("review", f"/review/{over}"),
                ("games", "/games"),
                ("arena", "/arena"),
                ("atlas", "/atlas?size=5x5&cell=c2"),
            ):
                window.open(path)
                window.page.wait_for_timeout(1500)
                take(window, folder / f"{page}-{name}")
            for page, show in (("analyse", analysed), ("think", thought), ("learn", learnt)):
                show(window)
                take(window, folder / f"{page}-{name}")
            window.close()


def main() -> int:
    parser = argparse.ArgumentParser(description="Make the pictures of the page.")
    parser.add_argument("--all", metavar="FOLDER", type=Path, help="every page in every appearance, into this folder")
    arguments = parser.parse_args()
    if arguments.all is None:
        readme()
    else:
        every_page(arguments.all)
    return 0


if __name__ == "__main__":
    sys.exit(main())
