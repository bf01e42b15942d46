"""The report in a real browser: every game steps through, filters work, nothing is loaded, all can use it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from plyground.arena.report import make_report, report_page
from plyground.board import Outcome, Side
from plyground.grid import GridBoard
from plyground.grid.pictures import winning_lines
from tests.arena.report_games import NAMES, played

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.needs("chromium")

GAMES = played(90)

STONES = """() => [...document.querySelectorAll("#board g.first, #board g.second")].map((stone) => {
  const [x, y] = stone.parentElement.parentElement.getAttribute("transform").match(/-?[\\d.]+/g).map(Number);
  return [stone.getAttribute("class"), x, y];
})"""
STEPS = f"""() => {{
  const seen = [];
  document.getElementById("to-start").click();
  for (;;) {{
    seen.push(({STONES})());
    if (document.getElementById("forward").disabled) return seen;
    document.getElementById("forward").click();
  }}
}}"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file: Path = tmp_path_factory.mktemp("report") / "report.html"
    file.write_text(report_page(make_report("cup", GAMES)), "utf-8")
    return file


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    from tests.web.browsing import context_of

    made = context_of(browser, viewport={"width": 1280, "height": 900})
    made.new_page()  # it stays, or the window would be closed with each page and opened again
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext, path: Path) -> Iterator[Page]:
    """The report, opened; in the end nothing may have gone wrong, and nothing have been loaded."""
    opened = context.new_page()
    wrong: list[str] = []
    opened.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("request", lambda asked: wrong.append(asked.url) if not asked.url.startswith("file://") else None)
    opened.on("dialog", lambda dialog: wrong.append(dialog.message))
    opened.goto(path.as_uri())
    yield opened
    opened.close()
    assert wrong == []


def open_game(page: Page, number: int) -> None:
    page.evaluate("(id) => { location.hash = id; }", GAMES[number].id)
    page.wait_for_function("(id) => document.getElementById('about').textContent.startsWith(id)", arg=GAMES[number].id)


def stones_on(page: Page, board: GridBoard) -> dict[tuple[int, int], Side]:
    return read(page.evaluate(STONES), board)


def read(stones: list[tuple[str, float, float]], board: GridBoard) -> dict[tuple[int, int], Side]:
    """Where stones of the drawing lie on the board."""
    rules = board.rules
    left = 14 if rules.gravity else 14 + 52
    return {
        (round((x - left) / 100 - 0.5), rules.rows - 1 - round((y - 14) / 100 - 0.5)): (
            Side.FIRST if "first" in kind.split() else Side.SECOND
        )
        for kind, x, y in stones
    }


def stones_of(board: GridBoard) -> dict[tuple[int, int], Side]:
    cells = [(column, row) for column in range(board.rules.columns) for row in range(board.rules.rows)]
    return {cell: side for cell in cells if (side := board.at(*cell)) is not None}


def test_games_of_every_kind_step_through(page):
    kinds: dict[tuple[str, Side], int] = {}
    for number, record in enumerate(GAMES):
        kinds.setdefault((str(record.rules), record.start.turn), number)
    assert len(kinds) >= 8
    for number in kinds.values():
        open_game(page, number)
        boards = GAMES[number].game().boards
        steps = page.evaluate(STEPS)
        assert [read(step, boards[0]) for step in steps] == [stones_of(board) for board in boards]
        lines = list(winning_lines(boards[-1]))
        assert page.locator("#board line.run.under").count() == len(lines)


def test_every_game_opens_and_ends_as_it_was_played(page):
    for number, record in enumerate(GAMES):
        open_game(page, number)
        board = record.game().board
        assert stones_on(page, board) == stones_of(board)
        told = page.locator("#result-text").text_content()
        words = {Side.FIRST: "first player won", Side.SECOND: "second player won", None: "draw"}
        assert told.startswith(words[record.outcome.winner])
        assert record.termination is not None
        assert record.termination.value in ("win", "draw") or record.termination.value in told
        assert page.locator("#seats .winner").count() == (record.outcome is not Outcome.DRAW)


def test_keys_slider_and_moves_lead_to_a_ply(page):
    number = max(range(len(GAMES)), key=lambda number: len(GAMES[number].moves))
    boards = GAMES[number].game().boards
    open_game(page, number)
    page.locator("#replay").focus()
    page.keyboard.press("Home")
    assert stones_on(page, boards[0]) == stones_of(boards[0])
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert stones_on(page, boards[1]) == stones_of(boards[1])
    page.locator("#moves button").nth(4).click()
    assert stones_on(page, boards[5]) == stones_of(boards[5])
    page.locator("#place").fill("3")
    assert stones_on(page, boards[3]) == stones_of(boards[3])
    page.locator("#place").fill(str(len(boards) - 3))
    page.click("#run")
    page.wait_for_function("() => document.getElementById('to-end').disabled")
    assert page.locator("#run").get_attribute("aria-pressed") == "false"


def test_filters_show_the_right_games(page):
    def found() -> int:
        return int((page.locator("#found").text_content() or "").split()[0])

    page.select_option("#player", label=NAMES[1])
    mine = [record for record in GAMES if NAMES[1] in record.players]
    assert found() == len(mine)
    page.select_option("#result", "0")
    won = [r for r in mine if r.outcome.winner is not None and r.player(r.outcome.winner) == NAMES[1]]
    assert found() == len(won)
    page.select_option("#result", "")
    page.select_option("#opponent", label=NAMES[3])
    assert found() == sum(NAMES[3] in record.players for record in mine)
    page.select_option("#player", "")
    page.select_option("#opponent", "")
    page.select_option("#end", label="timeout")
    assert found() == sum(r.termination is not None and r.termination.value == "timeout" for r in GAMES)
    page.select_option("#end", "")
    page.locator("#more").click()
    assert page.locator("#rows tr").count() == len(GAMES)
    page.locator("#rows tr").nth(70).click()
    assert GAMES[70].id in page.locator("#about").text_content()


@pytest.mark.parametrize(("look", "width"), [("dark", 390), ("light", 1280)])
def test_everybody_can_use_it(browser, path, look, width):
    """No finding of axe, and the page itself never scrolls sideways."""
    from axe_playwright_python.sync_playwright import Axe

    from tests.web.browsing import context_of

    context = context_of(browser, viewport={"width": width, "height": 844}, color_scheme=look, bypass_csp=True)
    opened = context.new_page()
    opened.goto(path.as_uri())
    assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found = Axe().run(opened)
    context.close()
    assert [(v["id"], [node["target"] for node in v["nodes"]][:3]) for v in found.response["violations"]] == []


def test_without_its_script_the_page_shows_all_but_the_games(browser, path):
    from tests.web.browsing import context_of

    context = context_of(browser, java_script_enabled=False)
    opened = context.new_page()
    opened.goto(path.as_uri())
    assert opened.locator("svg.plot").count() == 4
    assert opened.locator("table").first.is_visible()
    assert not opened.locator("#games").is_visible()
    context.close()
