"""Think in a real browser: the tree of the library, stepped through by buttons, keys and addresses."""

from __future__ import annotations

import random
import re
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Locator, WebSocketRoute, expect

from plyground.board import Board, Event, Playout, Select, Side
from plyground.grid import EVALUATORS, GridBoard, parts
from plyground.learn import Captions, Tree, counts_text, read_board
from tests.web.browsing import Window
from tests.web.people import running
from tests.web.test_think import COINS
from tests.web.test_think_captions import PageSigns
from tests.web.think_runs import PICTURE, picture, recorded

pytestmark = pytest.mark.needs("chromium")

TREE = "[[3,12,8],[2,4,6],[14,5,2]]"
RUNS: dict[str, dict[str, Any]] = {
    "minimax": {"search": "minimax", "depth": 3, "rules": "tictactoe", "position": "b2 a1 c1"},
    "alphabeta": {"search": "alphabeta", "depth": 3, "evaluator": "segments", "rules": "cfour", "position": "4453"},
    "table": {"search": "alphabeta", "depth": 5, "order": "centre", "table": 1, "rules": "tictactoe", "position": "b2"},
    "deepening": {"search": "deepening", "depth": 3, "rules": "cfour", "position": "44"},
    "montecarlo": {"search": "montecarlo", "playouts": 6, "seed": 2, "rules": "cfour", "position": "4453"},
    "uct": {"search": "uct", "playouts": 120, "c": 1.25, "rules": "tictactoe", "position": "b2 a1"},
    "nim": {"search": "alphabeta", "depth": 6, "position": "nim 1 2 3"},
    "tree": {"search": "alphabeta", "depth": 3, "position": TREE},
}

# What a reader on a phone has to see at once, and does not without scrolling.
OUT_OF_SIGHT = """() => ["h1", ".tree-area", ".caption", ".stepper"].filter((each) =>
  [...document.querySelectorAll(`.think ${each}`)].some((part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return top < 0 || bottom > innerHeight;
  }))"""
# Controls that a finger would miss. A box to tick is pressed by its label.
CONTROLS = ".in-sight :is(button, select, summary, label:has(input), input:not([type=checkbox]))"
TOO_SMALL = f"""() => [...document.querySelectorAll("{CONTROLS}")]
  .filter((each) => each.offsetParent && each.getBoundingClientRect().height < 44).map((each) => each.outerHTML)"""


def address(run: dict[str, Any], **more: Any) -> str:
    return f"/think?{urlencode({**run, **more})}"


def board_of(run: dict[str, Any]) -> Board:
    return read_board(run["position"], run.get("rules"))


def events_of(run: dict[str, Any]) -> list[Event]:
    options = {name: value for name, value in run.items() if name not in ("search", "rules", "position")}
    if "table" in options:
        options["table"] = True
    return recorded(run["search"], board_of(run), **options)


def sentences(events: list[Event]) -> list[tuple[str, str]]:
    """What the library says of each step, and how much has happened by then."""
    tree = Tree()
    captions = Captions(tree, PageSigns())
    said = []
    for event in events:
        tree.feed(event)
        said.append((captions.explain(event), counts_text(tree)))
    return said


def at(window: Window, step: int) -> None:
    expect(window.page.get_by_label("Go to step")).to_have_value(str(step))


def field(window: Window, label: str) -> Locator:
    """Of the search; another one to compare with has the same fields."""
    return window.page.locator(".choose").get_by_label(label, exact=True)


def go_to(window: Window, step: int) -> None:
    window.page.keyboard.press("g")
    window.page.keyboard.type(str(step))
    window.page.keyboard.press("Enter")
    at(window, step)


def shown(window: Window) -> dict[str, Any]:
    """What the reader sees of a step: its sentence, its node, and what lies on the board."""
    page = window.page
    texts = {part: page.locator(f".think {part}").inner_text() for part in (".caption", ".counts", ".way", ".facts")}
    stones = page.locator(".node-board").evaluate(
        """(host) => [host.querySelector("pre").textContent, ...[...host.querySelectorAll(".stone, .last, .run")]
          .map((each) => [...each.attributes].map(({ name, value }) => `${name}=${value}`).sort().join(" ")).sort()]"""
    )
    return {**texts, "board": stones}


# Two of them in a browser: `test_think_steps` has every one without.
IN_A_BROWSER = [name if name in ("alphabeta", "uct") else pytest.param(name, marks=pytest.mark.soak) for name in RUNS]


@pytest.mark.parametrize("name", IN_A_BROWSER)
def test_a_search_replays_to_the_tree_of_the_library(window, name):
    """By the page's own modules, from the real server: all arrays at the end, and at steps on the way back."""
    run = RUNS[name]
    events = events_of(run)
    chosen = random.Random(1)
    steps = [len(events), *(chosen.randrange(1, len(events)) for _ in range(4))]
    here = window()
    here.open(address(run))
    expect(here.page.locator(".result")).to_contain_text("chooses")
    found = here.page.evaluate(
        """async ({ query, steps }) => {"""
        + PICTURE
        + """const { think_thought, think_think_address } = await import(
            document.querySelector('script[type=module]').src.replace(/index\\.js$/, "think.js"));
          const { choices } = think_think_address.readAddress(new URLSearchParams(query));
          return new Promise((resolve, reject) => {
            const thought = new think_thought.Thought({
              onStart() {}, onLost() { if (!thought.end) thought.ask(choices); }, onRefused: reject,
              onSteps() {
                if (!thought.end) return;
                thought.close();
                resolve(steps.map((step) => { thought.steps.goTo(step); return picture(thought.steps); }));
              },
            });
          });
        }""",
        {"query": urlencode(run), "steps": steps},
    )
    for step, there in zip(steps, found, strict=True):
        tree = Tree()
        for event in events[:step]:
            tree.feed(event)
        wanted = picture(tree)
        assert {key: there[key] for key in wanted} == wanted
        counts = vars(tree.counts)
        assert {key: there["counts"][key] for key in counts} == counts


@pytest.mark.parametrize("name", IN_A_BROWSER)
def test_stepping_to_the_end_and_back_ends_in_the_same_picture(window, name):
    run = RUNS[name]
    said = sentences(events_of(run))
    chosen = random.Random(2)
    steps = sorted(chosen.randrange(1, len(said)) for _ in range(4))
    here = window()
    here.open(address(run))
    expect(here.page.locator(".result")).to_contain_text("chooses")
    at(here, 1)
    on_the_way: dict[int, dict[str, str]] = {}
    for step in steps:
        go_to(here, step)
        assert (here.page.locator(".caption").inner_text(), here.page.locator(".counts").inner_text()) == said[step - 1]
        on_the_way[step] = shown(here)
    here.page.keyboard.press("End")
    at(here, len(said))
    assert here.page.locator(".caption").inner_text() == said[-1][0]
    for step in reversed(steps):
        go_to(here, step)
        assert shown(here) == on_the_way[step]
    # Step by step, back and forth.
    here.page.keyboard.press("ArrowLeft")
    at(here, steps[0] - 1)
    here.page.keyboard.press("ArrowRight")
    at(here, steps[0])
    assert shown(here) == on_the_way[steps[0]]


def test_keys_find_cuts_better_choices_and_the_ends_of_subtrees(window):
    here = window()
    here.open(address(RUNS["tree"]))
    expect(here.page.locator(".result")).to_have_text("chooses 1, value +3 · 11 nodes · 2 cuts")
    said = [text for text, _counts in sentences(events_of(RUNS["tree"]))]
    press, caption = here.page.keyboard.press, here.page.locator(".caption")
    press("c")
    expect(caption).to_contain_text("Cut: beta +2 ≤ alpha +3.")
    press("Home")
    expect(caption).to_have_text("Before the first step.")
    press("i")
    expect(caption).to_have_text("1 is worth +3. That is the best for Max so far.")
    press("i")
    expect(caption).to_have_text("The choice does not get better after this.")
    press("ArrowRight")
    expect(caption).to_contain_text("After 2: Min is to move")
    press("o")
    expect(caption).to_contain_text("2 is worth +2 at most.")
    press("o")
    expect(caption).to_contain_text("3 is worth +2")
    press("c")
    expect(caption).to_have_text("There is no further cut.")
    press("End")
    expect(caption).to_have_text(said[-1])
    press("?")
    help = here.page.locator(".help:visible")
    for words in ("step back or forward", "next cut", "next better choice", "step over", "go to a step", "analyse"):
        expect(help).to_contain_text(words)
    press("?")
    here.page.locator(".stepper select").select_option("0.03")
    press("Home")
    here.page.locator("h1").click()
    press("p")
    at(here, len(said))
    assert here.serious() == []


def test_a_link_reproduces_what_is_shown(window):
    here = window()
    here.open(address(RUNS["alphabeta"]))
    expect(here.page.locator(".result")).to_contain_text("chooses")
    go_to(here, 61)
    field(here, "Move order").select_option("centre")
    at(here, 1)
    expect(here.page.locator(".result")).to_contain_text("chooses")
    here.page.locator("h1").click()  # out of the field
    go_to(here, 41)
    here.page.wait_for_url("**step=41*")
    query = parse_qs(urlsplit(here.page.url).query)
    assert query["order"] == ["centre"]
    assert query["evaluator"] == ["segments"]
    there = window()
    there.open(here.page.url)
    at(there, 41)
    assert shown(there) == shown(here)
    assert there.page.locator(".result").inner_text() == here.page.locator(".result").inner_text()
    # The result before the change stays in sight; another language keeps all of it.
    expect(here.page.locator(".earlier")).to_contain_text("Before: Alpha-beta")
    there.page.get_by_role("button", name="한국어").click()
    expect(there.page.get_by_label("단계로 가기")).to_have_value("41")


def test_a_choice_of_uct_can_be_checked_and_its_playout_is_on_the_board(window):
    run = RUNS["uct"]
    events = events_of(run)
    tree, step = Tree(), 0
    for number, event in enumerate(events, 1):
        tree.feed(event)
        if isinstance(event, Select) and event.parent == 0 and number > 200:
            step = number
            break
    here = window()
    here.open(address(run, step=step))
    at(here, step)
    table = here.page.locator(".child-table")
    expect(table).to_contain_text("The choice: the highest bound")
    rows = [row.locator("th, td").all_inner_texts() for row in table.locator("tbody tr").all()]
    wanted = [
        [
            bound.child.name,
            str(bound.child.visits),
            f"{bound.mean:+.2f}",
            f"+ {bound.bonus:.2f}",
            f"= {bound.bound:+.2f}",
        ]
        for bound in tree.nodes[0].bounds(run["c"])
    ]
    assert rows == wanted
    assert tree.current is not None
    expect(table.locator("tr.best th")).to_have_text(tree.current.name)
    later, playout = next((n, e) for n, e in enumerate(events, 1) if n > step and isinstance(e, Playout) and e.moves)
    go_to(here, later)
    expect(here.board.locator(".ghost.numbered")).to_have_count(len(playout.moves))


def test_a_monte_carlo_search_ends_with_its_choice(window):
    here = window()
    here.open(address(RUNS["montecarlo"]))
    expect(here.page.locator(".result")).to_contain_text("chooses")
    expect(here.page.locator(".chosen")).to_be_empty()
    here.page.keyboard.press("End")
    expect(here.page.locator(".chosen")).to_have_text(re.compile(r"over and chooses \d: it has the highest mean\."))
    here.page.keyboard.press("ArrowLeft")
    expect(here.page.locator(".chosen")).to_be_empty()


def test_the_menu_of_games_knows_a_game_that_the_position_names(window):
    here = window()
    here.open(address({"search": "alphabeta", "depth": 2, "position": "tictactoe: b2"}))
    expect(here.page.locator(".result")).to_contain_text("chooses")
    expect(field(here, "Game")).to_have_value("tictactoe")


def test_a_leaf_says_why_it_is_worth_that(window):
    run = RUNS["alphabeta"]
    events = events_of(run)
    board = board_of(run)
    assert isinstance(board, GridBoard)
    tree = Tree()
    for step, event in enumerate(events, 1):
        tree.feed(event)
        node = tree.nodes[event.node]
        if step > 40 and node.is_leaf and node.best is not None and abs(node.best) > 50:
            break
    found = parts(EVALUATORS["segments"], node.board, Side.FIRST)
    here = window()
    here.open(address(run, step=step))
    expect(here.page.locator(".leaf-parts")).to_contain_text(f"Together {node.best:+.0f}.")
    expect(here.board.locator(".part")).to_have_count(len([part for part in found if part.cells]))
    first = here.page.locator(".leaf-parts button").first
    expect(first).to_contain_text("(3 stones)")
    first.focus()
    expect(here.board.locator(".part.alone")).not_to_have_count(0)
    assert here.serious() == []
    # Another node takes the lines off the board.
    here.page.keyboard.press("Home")
    expect(here.board.locator(".part")).to_have_count(0)


def test_a_node_is_picked_and_left_again(window):
    here = window()
    here.open(address(RUNS["alphabeta"], step=61))
    at(here, 61)
    before = shown(here)
    here.page.locator(".way button").nth(1).click()
    expect(here.page.locator(".way li")).to_have_count(2)
    expect(here.page.get_by_role("button", name="Back to the current node")).to_be_visible()
    here.page.keyboard.press("Escape")
    expect(here.page.locator(".picked")).to_be_hidden()
    assert shown(here) == before
    here.page.locator(".way button").nth(1).click()
    here.page.get_by_role("button", name="Go to the step that looks at it").click()
    at(here, 2)


MISTAKES = [
    ({"search": "alphabet", "rules": "cfour", "position": ""}, "Search", "did you mean alphabeta"),
    ({"search": "uct", "position": TREE}, "Search", "no winners"),
    ({"search": "minimax", "rules": "cfour", "position": "4459"}, "Position", "'9'"),
    ({"search": "minimax", "position": "[[3,12],[2,x]]"}, "Position", ""),
    ({"search": "minimax", "rules": "chess", "position": ""}, "Game", "chess"),
    ({"search": "minimax", "rules": "cfour", "position": "", "evaluator": "best"}, "Evaluator", "best"),
    ({"search": "minimax", "rules": "cfour", "position": "", "depth": "three"}, "Depth", "whole number"),
    ({"search": "minimax", "rules": "cfour", "position": "", "depth": "0"}, "Depth", ""),
]
"""What is asked for, the field with the mistake, and words that stand there."""


def test_mistakes_in_the_address_stand_at_their_fields(window):
    here = window()
    for query, name, words in MISTAKES:
        here.open(f"/think?{urlencode(query)}")
        wrong = field(here, name)
        expect(wrong).to_have_attribute("aria-invalid", "true")
        fault = here.page.locator(f"#{wrong.get_attribute('aria-describedby')}")
        expect(fault).not_to_be_empty()
        expect(fault).to_contain_text(words)
        assert here.serious() == []
        # It is mended in its place.
        field(here, "Search").select_option("minimax")
        field(here, "Depth").fill("2")
        field(here, "Depth").press("Enter")
        field(here, "Game").select_option("tree")
        expect(here.page.locator(".result")).to_contain_text("chooses")
        expect(here.page.locator("[aria-invalid]")).to_have_count(0)


def test_a_lost_connection_goes_on_where_it_was(window):
    run = {"search": "alphabeta", "depth": 5, "evaluator": "segments", "rules": "cfour", "position": "4453"}
    asked: list[str] = []

    def through(route: WebSocketRoute) -> None:
        """Cuts the first connection after three pieces."""
        server = route.connect_to_server()
        number, pieces = len(asked), 0
        asked.append("")

        def to_server(message: str | bytes) -> None:
            if '"think"' in str(message):
                asked[number] = str(message)
            if number > 0 or pieces < 3:
                server.send(message)

        def to_page(message: str | bytes) -> None:
            nonlocal pieces
            route.send(message)
            pieces += '"steps"' in str(message)[:30]
            if number == 0 and pieces == 3:
                server.close()
                route.close(code=3001, reason="lost")

        route.on_message(to_server)
        server.on_message(to_page)

    here = window()
    here.page.route_web_socket(re.compile("/ws/think"), through)
    here.open(address(run, step=2000))
    expect(here.page.locator(".result")).to_contain_text("chooses")
    at(here, 2000)
    said = sentences(events_of(run))
    assert here.page.locator(".caption").inner_text() == said[1999][0]
    here.page.keyboard.press("End")
    at(here, len(said))
    assert here.page.locator(".caption").inner_text() == said[-1][0]
    assert len(asked) >= 2
    assert re.search(r'"from":[1-9]', asked[1])


@pytest.mark.soak  # 400,000 steps; test_think_session.py has a smaller limit
def test_a_tree_too_large_to_keep_says_so(window):
    here = window()
    here.open("/think?search=minimax&depth=4&rules=gomoku&position=h8")
    expect(here.page.locator(".caption")).to_contain_text("The search begins")
    here.page.keyboard.press("End")
    expect(here.page.locator(".note.warn")).to_be_visible()
    expect(here.page.locator(".note.warn")).not_to_be_empty()
    expect(here.page.locator(".caption")).not_to_contain_text(re.compile("The search begins|Waiting"))
    expect(here.page.locator(".result")).not_to_contain_text("chooses")


@pytest.mark.parametrize(("language", "phone"), [("en", True), ("ko", False), ("zh_CN", True)])
def test_everybody_can_use_it(window, language, phone):
    here = window(language, phone=phone, color_scheme="dark" if phone else "light")
    runs: list[tuple[str, int, dict[str, str]]] = [
        *((run, step, {}) for run, step in (("alphabeta", 45), ("uct", 250), ("nim", 12), ("tree", 20))),
        ("tree", 20, {"against": "minimax"}),
    ]
    for run, step, more in runs:
        here.open(address(RUNS[run], step=step, **more))
        expect(here.page.locator(".stepper input:not(.scrub)")).to_have_value(str(step))
        expect(here.page.locator(".caption")).not_to_be_empty()
        expect(here.page.locator(".tree-area:visible .node.now")).to_have_count(1 + len(more))
        assert here.sideways() == 0
        assert here.serious() == []
        if phone:
            assert here.page.evaluate(OUT_OF_SIGHT) == []
            assert here.page.evaluate(TOO_SMALL) == []


def test_analysis_and_games_lead_here(window, anna):
    here = window()
    here.open("/analyse?rules=tictactoe&position=b2+a1")
    here.page.get_by_role("link", name="How does a search see this?").click()
    expect(here.page.locator(".result")).to_contain_text("chooses")
    expect(here.stones).to_have_count(2)
    made = anna.new_game(
        rules="tictactoe",
        first={"kind": "computer", "player": "alphabeta depth=3 evaluator=openlines"},
        second={"kind": "human"},
    )
    with anna.sit(made["id"]) as chair:
        chair.first()
    here.open(f"/game/{made['id']}")
    link = here.page.get_by_role("link", name="How did it decide?")
    link.click()
    expect(here.page.locator("h1")).to_have_text("Alpha-beta")
    expect(field(here, "Depth")).to_have_value("3")
    expect(field(here, "Evaluator")).to_have_value("openlines")
    here.page.get_by_role("link", name="Back to the game").click()
    expect(here.page.get_by_role("link", name="How did it decide?")).to_be_visible()
    # A player without a search leads to a search that is named, and Think says so until the search is changed.
    made = anna.new_game("winblock", "human", rules="tictactoe")
    with anna.sit(made["id"]) as chair:
        chair.first()
    here.open(f"/game/{made['id']}")
    here.page.get_by_role("link", name="How would Alpha-beta decide here?").click()
    expect(here.page.locator(".played-by")).to_contain_text("the computer did not search")
    said = here.page.evaluate(
        """async (players) => {
          const file = document.querySelector("script[type=module]").src.replace("index.js", "think.js");
          const { think_played_by: { playedText } } = await import(file);
          return players.map(([player, search]) => playedText(player, search));
        }""",
        [["level6", "uct"], ["champion time=1", "uct"], ["alphabeta depth=3", "alphabeta"], ["uct time=1", "uct"]],
    )
    assert said[0] == said[1]
    assert "a relative of Monte Carlo (UCT)" in said[0]
    assert said[2] == ""
    assert "had a limit" in said[3]
    field(here, "Depth").fill("2")
    here.page.keyboard.press("Enter")
    expect(here.page.locator(".played-by")).to_be_hidden()
    here.page.wait_for_url(lambda url: "played" not in url)


def test_it_can_be_asked_without_an_address(window):
    here = window()
    here.open("/")
    with here.page.expect_response("**/think.js"):
        here.page.get_by_role("link", name="Think").click()
    expect(here.page.locator(".result")).to_contain_text("chooses 1, value +3")
    field(here, "Game").select_option("nim")
    expect(here.page.locator(".position-text")).to_contain_text("●●●")
    field(here, "Game").select_option("cfour")
    expect(here.board.locator("svg")).to_be_visible()
    field(here, "Position").fill("4453")
    here.page.keyboard.press("Enter")
    expect(here.stones).to_have_count(4)
    here.page.wait_for_url(re.compile("position=4453"))
    # What the page is for, until the first step.
    expect(here.page.locator(".purpose")).to_contain_text("See how a search chooses its move")
    here.page.get_by_role("button", name="Forward", exact=True).click()
    expect(here.page.locator(".purpose")).to_be_hidden()


def test_games_of_the_servers_owner_are_in_the_menu(window, tmp_path):
    (tmp_path / "coins.py").write_text(COINS)
    games = {"coins": f"{tmp_path / 'coins.py'}:Coins"}
    with running(tmp_path, str(tmp_path / "x.sqlite"), settings={"games": games}) as server:
        here = window(at=server)
        here.open("/think?search=minimax&depth=2")
        field(here, "Game").select_option(label="coins")
        expect(here.page).to_have_url(re.compile(r"game=coins"))
        expect(here.page.locator("main")).to_contain_text("6 coins")
        here.page.goto("about:blank")  # before the server ends
