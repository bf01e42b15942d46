"""The widgets for notebooks: their modules run in a browser, and clicks reach the kernel."""

from __future__ import annotations

import json

import pytest

from plyground import Game, GridBoard, Side
from plyground.board import Event
from plyground.search import alphabeta
from plyground.web.widget.bundle import joined_modules, joined_styles, sources

widgets = pytest.importorskip("plyground.web.widget.board_widget", reason="needs the extra notebook (anywidget)")
from plyground.widget import BoardWidget, ThinkWidget  # noqa: E402


def test_the_module_is_one_piece():
    for entry in ("board-widget.js", "think-widget.js"):
        module = joined_modules(entry)
        assert "\nimport " not in module
        assert module.count("\nexport ") == 1
        assert "fetch(`/page" not in module or "useTexts" in module
        assert len(sources(entry)) == module.count("const module")


def test_the_styles_stay_inside():
    styles = joined_styles("frame/base.css", "board/board.css")
    assert styles.startswith(".plyground-widget {")
    assert ":root" not in styles
    assert styles.count("{") == styles.count("}")


def test_a_click_plays_and_the_opponent_answers():
    widget = BoardWidget("44", opponent=lambda board: board.legal_moves[-1], side=Side.FIRST)
    assert [len(state["stones"]) for state in widget.positions] == [0, 1, 2]
    widget._handle_custom_msg({"type": "choose", "at": 2, "move": "4"}, [])
    assert widget.game.moves == (3, 3, 3, 6)
    assert widget.at == 4


def test_it_says_that_the_opponent_thinks():
    shown = []
    widget = BoardWidget("44", values=True, opponent=lambda board: board.legal_moves[-1])
    widget.observe(lambda change: shown.append((change["new"], len(widget.positions))), "note")
    widget.push("4")
    assert shown == [("thinking…", 4), ("", 5)]
    assert widget.values["at"] == 4


def test_a_click_on_an_earlier_position_goes_on_from_there():
    widget = BoardWidget(Game.from_moves("4455"))
    widget._handle_custom_msg({"type": "choose", "at": 1, "move": "1"}, [])
    assert widget.game.moves == (3, 0)


def test_values_are_those_of_the_position_that_is_shown():
    widget = BoardWidget("4444456656612177", values=True, playable=False)
    assert widget.values["at"] == 16
    assert {value["words"] for value in widget.values["moves"] if value["best"]} == {"wins in 13"}
    widget.at = 15
    assert widget.values["at"] == 15


def test_a_search_of_the_library_and_events_of_another_are_shown_alike():
    board = GridBoard("tictactoe")
    heard: list[Event] = []
    alphabeta(board, depth=2, listener=heard.append)
    one = ThinkWidget(board, lambda board, listener: alphabeta(board, depth=2, listener=listener))
    assert one.events == ThinkWidget(board, heard).events
    assert one.is_whole
    assert ThinkWidget("[[3,12,8],[2,4,6]]", heard[:0]).kind == "tree"


PAGE = """<!doctype html><meta charset="utf-8"><style>{styles}</style><div id="cell"></div><input id="other">
<script type="module">
{module}
const traits = {traits};
const listeners = [];
window.sent = [];
window.model = {{
  get: (name) => traits[name],
  set: (name, value) => {{ traits[name] = value; }},
  save_changes: () => {{}},
  send: (message) => window.sent.push(message),
  on: (events, listener) => listeners.push(listener),
  off: () => {{}},
}};
widget.render({{ model: window.model, el: document.getElementById("cell") }});
</script>"""


def page_of(widget) -> str:
    names = [name for name in widget.keys if not name.startswith("_") and name not in ("layout", "tabbable", "tooltip")]
    module = widget._esm.replace("export default", "const widget =")
    traits = json.dumps({name: getattr(widget, name) for name in names})
    return PAGE.format(styles=widget._css, module=module, traits=traits)


@pytest.fixture
def opened(browser, tmp_path):
    page = browser.new_page()
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))

    def open_widget(widget):
        file = tmp_path / "cell.html"
        file.write_text(page_of(widget), "utf-8")
        page.goto(file.as_uri())
        return page

    yield open_widget
    page.close()
    assert not problems


def test_the_board_in_a_browser(opened):
    page = opened(BoardWidget("4455", values=False, arrows=[("d1", "d2")]))
    page.get_by_role("button", name="Column 3").click()
    page.wait_for_function("window.sent.length === 1")
    assert page.evaluate("window.sent[0]") == {"type": "choose", "at": 4, "move": "3"}
    assert page.locator(".arrow").count() == 1
    page.get_by_role("button", name="To the start").click()
    assert page.locator(".stone:not(.ghost)").count() == 0
    # Keys that are meant for the notebook do not move anything.
    page.locator("#other").focus()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("window.model.get('at')") == 0


def test_the_tree_in_a_browser(opened):
    widget = ThinkWidget("[[3,12,8],[2,4,6]]", lambda board, listener: alphabeta(board, depth=2, listener=listener))
    page = opened(widget)
    page.get_by_role("button", name="To the end").click()
    page.wait_for_function(f"window.model.get('at') === {len(widget.events)}")
    assert "3" in page.locator(".caption").inner_text()
    page.locator(".tree-area .node").first.wait_for()
