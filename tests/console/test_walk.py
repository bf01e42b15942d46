"""Steps through a search by cuts, improvements and numbers, and the sums that are shown on the way."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from plyground import GridBoard
from plyground.board import Backup, Board, Cut, Evaluate, Event, Leave, Select
from plyground.console.terminal import Terminal, glyphs_for
from plyground.console.watch.board_picture import picture_lines
from plyground.console.watch.screen import Frame, draw, draw_keys
from plyground.console.watch.sums import bounds_lines, parts_lines
from plyground.console.watch.tree_text import plain_lines
from plyground.console.watch.viewer import Viewer
from plyground.grid import EVALUATORS
from plyground.learn import ChosenSearch, EventStream, Tree, choose_search, read_board
from plyground.texts import use_language
from tests.cli.running import LANGUAGES, process, run
from tests.cli.terminal import Terminal as Screen

GLYPHS = glyphs_for("utf-8")
ROOT = Path(__file__).resolve().parents[2]
SEARCHES = ("alphabeta", "deepening", "uct", "montecarlo")


def chosen_search(name: str, board: Board | None = None) -> ChosenSearch:
    return choose_search(name, board or GridBoard.from_moves("44556"), depth=3, playouts=20, seed=1)


@contextmanager
def viewing(chosen: ChosenSearch) -> Iterator[Viewer]:
    with EventStream(chosen.search) as stream:
        yield Viewer(stream, Terminal(), chosen.title, chosen.options)


def events_of(chosen: ChosenSearch) -> list[Event]:
    events: list[Event] = []
    chosen.search(events.append, threading.Event())
    return events


def steps_after(events: list[Event], found) -> list[int]:
    return [step for step, event in enumerate(events, 1) if found(event)]


def test_the_next_cut_is_each_cut_in_turn():
    chosen = chosen_search("alphabeta")
    cuts = steps_after(events_of(chosen), lambda event: isinstance(event, Cut))
    assert len(cuts) > 5
    with viewing(chosen) as viewer:
        for step in cuts:
            viewer.next_cut()
            assert viewer.step == step
            assert viewer.caption.startswith("Cut: ")
        viewer.next_cut()
        assert viewer.is_over


@pytest.mark.parametrize("name", ["minimax", "uct"])
def test_a_search_without_cuts_says_so_and_stays(name):
    with viewing(chosen_search(name)) as viewer:
        viewer.forward()
        viewer.next_cut()
        assert (viewer.step, viewer.caption) == (1, "This search cuts nothing: it has no alpha and no beta.")
        viewer.forward()
        assert viewer.step == 2
        assert "cuts nothing" not in viewer.caption
        assert "[c]" not in viewer.lines(100, 30)[-1].plain
        viewer._obey("?")
        assert "next cut" not in "\n".join(line.plain for line in viewer.lines(100, 30))


@pytest.mark.parametrize("name", ["minimax", *SEARCHES])
def test_the_next_improvement_is_where_the_choice_changes(name):
    """Judged by what the tree says of its root before and after each step."""
    chosen = chosen_search(name)
    tree, choice, expected = Tree(), None, []
    for step, event in enumerate(events_of(chosen), 1):
        tree.feed(event)
        root = tree.root
        if root is None:
            continue
        if not tree.is_monte_carlo:
            new = None if root.best is None else (root.number, root.best_move)
        else:
            means = [(child.total / child.visits, -child.number) for child in root.children if child.visits]
            new = (0, max(means)[1]) if means else None
        if new is not None and new != choice:
            expected.append(step)
            assert isinstance(event, Leave | Backup)
        choice = new
    with viewing(chosen) as viewer:
        found = []
        while not viewer.is_over:
            viewer.next_improvement()
            found.append(viewer.step)
    assert found[:-1] == expected
    assert len(expected) > 1


@pytest.mark.parametrize("name", SEARCHES)
def test_any_step_can_be_gone_to_from_any_other(name):
    chosen = chosen_search(name)
    events = events_of(chosen)
    with viewing(chosen) as viewer:
        for step in (7, 3, 60, 1, 0, len(events), 12, len(events) - 1, 12):
            viewer.go_to(step)
            tree = Tree()
            for event in events[:step]:
                tree.feed(event)
            assert viewer.step == step
            assert list(plain_lines(viewer.tree, GLYPHS)) == list(plain_lines(tree, GLYPHS))
        viewer.go_to(10**9)
        assert (viewer.step, viewer.is_over) == (len(events), True)
        viewer.go_to(-5)
        assert (viewer.step, viewer.caption, viewer.is_over) == (0, "", False)


def test_too_long_a_way_back_is_refused(monkeypatch):
    monkeypatch.setattr("plyground.console.watch.walk._MEMORY", 50)
    with viewing(chosen_search("alphabeta")) as viewer:
        viewer.go_to(80)
        viewer.go_to(10)
        assert (viewer.step, viewer.caption) == (80, "Too many steps have passed to go back.")
        viewer.forward()
        assert viewer.step == 81


def test_at_a_choice_of_uct_every_bound_is_shown_and_the_highest_is_chosen():
    chosen = choose_search("uct", GridBoard.from_moves("44556"), playouts=120, seed=1, c=1.1)
    seen = 0
    with viewing(chosen) as viewer:
        while (event := viewer.forward()) is not None:
            if not isinstance(event, Select):
                continue
            node = viewer.tree.nodes[event.node]
            assert node.parent is not None
            lines = [line.plain for line in bounds_lines(node, 1.1, 20, GLYPHS)]
            rows = [re.fullmatch(r"([▶ ]) +(\S+)  +(\S+) \+ (\S+) = (\S+)", line) for line in lines[1:]]
            assert [row[2] for row in rows if row and row[1] == "▶"] == [node.name]
            bounds = {row[2]: (float(row[3]), float(row[4]), float(row[5])) for row in rows if row}
            assert len(bounds) == len(node.parent.children)
            for mean, bonus, bound in bounds.values():
                assert mean + bonus == pytest.approx(bound, abs=0.011)
            assert bounds[node.name][2] == max(bound for _mean, _bonus, bound in bounds.values())
            assert bounds[node.name][2] == pytest.approx(event.score, abs=0.006)
            seen += 1
            few = bounds_lines(node, 1.1, 4, GLYPHS)
            assert len(few) <= 4
            assert any("▶" in line.plain for line in few)
    assert seen > 100


@pytest.mark.parametrize("evaluator", EVALUATORS)
def test_the_parts_of_an_evaluation_add_up_to_it(evaluator):
    chosen = choose_search("minimax", GridBoard.from_moves("445563"), depth=2, evaluator=evaluator)
    leaves = 0
    with viewing(chosen) as viewer:
        while (event := viewer.forward()) is not None:
            if not isinstance(event, Evaluate):
                continue
            leaves += 1
            board = viewer.tree.nodes[event.node].board
            lines = [line.plain for line in parts_lines(board, chosen.board.turn, evaluator, 1000, GLYPHS)]
            if lines == ["the evaluator counts nothing here"]:
                assert event.value == 0
                continue
            found = [re.match(r"[●○] (\S+)", line) for line in lines[1:]]
            sums = [float(match[1].replace(",", "").replace("∞", "inf")) for match in found if match]
            assert len(sums) == len(lines) - 1
            assert sum(sums) == event.value
            assert len(parts_lines(board, chosen.board.turn, evaluator, 4, GLYPHS)) <= 4
    assert leaves == 43  # one move wins at once, the six others have seven replies


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12)])
def test_the_sums_fit_on_the_screen(language, size):
    use_language(language)
    try:
        for name in ("alphabeta", "uct"):
            with viewing(chosen_search(name)) as viewer:
                for _ in range(150):
                    viewer.forward()
                    frame = Frame("title", 1, viewer.tree, viewer.caption, "[q]", viewer.event, viewer._options)
                    lines = draw(frame, size[0], size[1], GLYPHS)
                    assert len(lines) == size[1]
                    assert max(line.cell_len for line in lines) <= size[0]
        keys = draw_keys(size[0], size[1])
        assert (len(keys), max(line.cell_len for line in keys) <= size[0]) == (size[1], True)
    finally:
        use_language("en")


def test_positions_of_every_game_have_a_picture():
    def plain(board: Board) -> list[str]:
        return [line.plain for line in picture_lines(board, GLYPHS, 30)]

    assert plain(read_board("nim 3 0 2")) == ["1  |||  3", "2  0", "3  ||  2"]
    tree = read_board("[[3,12,8],[2,[4,6]]]")
    assert plain(tree) == ["1  [3,12,8]", "2  [2,[4,6]]"]
    assert plain(tree.move(1).move(2)) == ["12"]
    wide = read_board(f"[{','.join(['[1,2,3,4,5,6,7,8,9,10,11,12,13]'] * 40)}]")
    assert len(plain(wide)) == 12
    assert max(map(len, plain(wide))) <= 30


# The command


def test_a_bare_watch_shows_a_position_with_cuts_and_a_win():
    result = run("watch", "--plain")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.count("CUT: beta") > 15
    assert "162 nodes, " in result.stdout
    assert "The search is over and plays 5 (value +999,999" in result.stdout
    # Whoever names rules or a position gets just that.
    assert "start max = 0 " in run("watch", "--rules", "cfour", "--depth", "1", "--plain").stdout
    assert "start max = 0 " in run("watch", "--position", "", "--depth", "1", "--plain").stdout


def test_the_teaching_games_are_watched():
    out = run("watch", "--position", "[[3,12,8],[2,4,6],[14,5,2]]", "--plain").stdout.splitlines()
    assert out[0] == "alphabeta depth=2  [[3,12,8],[2,4,6],[14,5,2]]"
    assert "  2 min ≤ +2 (α +3, β +∞) CUT: beta +2 ≤ alpha +3" in out
    assert "    never looked at: 2, 3" in out
    assert "    1 leaf = +3" in out
    early = run("watch", "--position", "[[3,12,8],[2,4,6]]", "--step", "9", "--plain").stdout.splitlines()
    assert early[-2:] == [
        "5 nodes, 2 evaluated, 0 cuts, 0 moves never looked at",
        "After 1 → 3 the search looks no further: this is a leaf.",
    ]
    out = run("watch", "--position", "nim 1 2", "--depth", "3", "--plain").stdout.splitlines()
    assert out[0] == "alphabeta depth=3  nim 1 2"
    assert out[-1].startswith("The search is over and plays 2:1 (value +1, ")
    uct = run("watch", "uct", "--position", "nim 1 2", "--plain")
    assert uct.exit_code == 0, uct.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--position", "[[3,12,8],[2,x]]"], "'x' at place 14 of '[[3,12,8],[2,x]]' is not a number"),
        (["--position", "nim 3 44"], "'44' at place 7 of 'nim 3 44' is no heap"),
        (["uct", "--position", "[1,2]"], "no winners"),
        (["--position", "nim 3 4", "--evaluator", "segments"], "this evaluator looks at grids, not at Nim"),
        (["--game", "nowhere.py:Game"], "'nowhere.py' cannot be read: "),
        (["--game", "nowhere.py"], "'nowhere.py' names no game"),
        (["--game", f"{ROOT}/examples/nim.py:Nmi"], "its games are: Nim"),
        (["--game", f"{ROOT}/examples/nim.py:Nim", "--rules", "cfour"], "has rules of its own; leave out --rules"),
        (["--game", f"{ROOT}/examples/nim.py:Nim", "--position", "3 4"], "'4' is no move; the legal moves are 1 2 3"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(arguments, said):
    result = run("watch", *arguments, "--plain")
    assert result.exit_code in (2, 3)
    assert result.stdout == ""
    assert said in result.stderr
    assert "Traceback" not in result.stderr


def test_a_game_of_ones_own_is_watched_from_any_position():
    result = run("watch", "--game", f"{ROOT}/examples/nim.py:Nim", "--position", "3 3 2", "--depth", "9", "--plain")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith("alphabeta depth=9  Nim\n")
    assert "plays 1 (value -1" in result.stdout


def test_a_bug_in_a_game_of_ones_own_is_said_with_its_line(tmp_path):
    code = (ROOT / "examples" / "nim.py").read_text("utf-8")
    bug = code.replace("return self.heap == 0", "return self.heap == 0 or 1 / (self.heap - 100) == 0")
    line = next(number for number, text in enumerate(bug.splitlines(), 1) if "self.heap - 100" in text)
    path = tmp_path / "game.py"
    path.write_text(bug.replace("heap: int = 12", "heap: int = 130"), "utf-8")
    done = process("watch", "--game", f"{path}:Nim", "--depth", "31", "--plain")
    assert done.returncode == 2
    assert f"the game in '{path}' does not work, line {line}: ZeroDivisionError: division by zero" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.needs("tmux")
def test_the_keys_in_a_terminal():
    with Screen("watch") as screen:
        screen.wait("The search begins")
        screen.keys("c")
        screen.wait("Cut: beta +97 ≤ alpha +98")
        screen.keys("i")
        screen.wait("step 79")
        screen.keys("g", "5", "9", "BSpace", "Enter")
        shown = screen.wait("step 5\n")
        assert "Why it is worth 0:" in shown
        screen.keys("?")
        screen.wait("go to a step by its number")
        screen.keys("x")
        screen.wait("step 5\n")
        screen.keys("g", "7")
        screen.wait("Go to step: 7_")
        screen.keys("Escape")
        screen.wait("[space] next")
        screen.keys("q")
        screen.wait("code=0")
