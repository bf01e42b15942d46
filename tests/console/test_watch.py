"""The watched search: the tree from the events, the explanations, the plain text, the picture on a screen."""

from __future__ import annotations

import re
import threading
import time

import pytest
from rich.cells import cell_len

from plyground import CFOUR, TICTACTOE, Board, GridBoard, Limit, Rules, Side
from plyground.board import Cut, Decision, Evaluate, Event, Leave
from plyground.console.terminal import Terminal, glyphs_for
from plyground.console.watch.screen import Frame, draw
from plyground.console.watch.tree_text import plain_lines
from plyground.console.watch.viewer import Viewer
from plyground.errors import LimitError, UnknownNameError
from plyground.grid import EVALUATORS, OPEN_LINES_WEIGHTED, SEGMENTS
from plyground.learn import SEARCHES, Captions, EventStream, Tree, choose_search, counts_text
from plyground.search import UCT, alphabeta, flat_monte_carlo, minimax
from plyground.texts import use_language
from tests.cli.running import LANGUAGES, process, run
from tests.waiting import wait_until

GLYPHS = glyphs_for("utf-8")
OPENINGS = [("cfour", "44556"), ("cfour", "4455"), ("tictactoe", "b2 a1 c3"), ("5x4 connect=3", "31"), ("cfour", "")]


def board_of(rules: str, moves: str) -> GridBoard:
    return GridBoard.from_moves(moves, Rules.parse(rules))


def grown(events: list[Event]) -> Tree:
    tree = Tree()
    for event in events:
        tree.feed(event)
    return tree


def true_value(board: Board, depth: int, side: Side) -> float:
    """Minimax without any bookkeeping, as a judge."""
    if depth == 0 or board.is_win or board.is_draw:
        return SEGMENTS(board, side)
    values = [true_value(board.move(move), depth - 1, side) for move in board.legal_moves]
    return max(values) if board.turn is side else min(values)


@pytest.mark.parametrize(("rules", "moves"), OPENINGS)
@pytest.mark.parametrize("search", [minimax, alphabeta])
def test_the_tree_is_the_search(search, rules, moves):
    events: list[Event] = []
    board = board_of(rules, moves)
    decision = search(board, 3, SEGMENTS, listener=events.append)
    tree = grown(events)
    assert tree.root is not None
    assert tree.root.value == decision.value
    assert tree.root.best_move == decision.move
    assert tree.counts.entered == len(tree.nodes) == decision.nodes
    assert tree.counts.evaluated == sum(isinstance(event, Evaluate) for event in events)
    assert tree.counts.cuts == sum(isinstance(event, Cut) for event in events)
    for node in tree.nodes.values():
        assert (node.parent is None) == (node is tree.root)
        if node.parent is not None and node.move is not None:
            assert node.board == node.parent.board.move(node.move)


@pytest.mark.parametrize(("rules", "moves"), OPENINGS)
def test_a_value_is_told_as_what_it_is_worth_or_as_the_bound_that_it_is(rules, moves):
    events: list[Event] = []
    board = board_of(rules, moves)
    alphabeta(board, 3, SEGMENTS, listener=events.append)
    seen = set()
    for node in grown(events).nodes.values():
        assert node.value is not None
        true = true_value(node.board, node.depth, board.turn)
        seen.add(node.relation)
        match node.relation:
            case "=":
                assert node.value == true
            case "<=":
                assert true <= node.value
            case _:
                assert true >= node.value
    assert "=" in seen
    assert len(seen) > 1


def test_alpha_and_beta_are_as_they_are_now():
    events: list[Event] = []
    alphabeta(board_of("cfour", "44556"), 3, SEGMENTS, listener=events.append)
    tree = Tree()
    for event in events:
        tree.feed(event)
        node = tree.nodes[event.node]
        if isinstance(event, Cut):
            assert (node.alpha, node.beta) == (event.alpha, event.beta)
            assert event.beta <= event.alpha
    assert tree.counts.cuts > 5


def test_monte_carlo_trees_have_the_counts_of_the_search():
    board = board_of("cfour", "4455")
    events: list[Event] = []
    decision = UCT(seed=3).decide(board, Limit(playouts=200), events.append)
    tree = grown(events)
    assert tree.root is not None
    assert tree.root.visits == decision.playouts == tree.counts.playouts == 200
    assert {child.move: child.visits for child in tree.root.children} == dict(decision.visits)
    assert {child.move: child.mean for child in tree.root.children} == dict(decision.values)
    events.clear()
    decision = flat_monte_carlo(board, 30, seed=3, listener=events.append)
    tree = grown(events)
    assert tree.root is not None
    assert {child.move: child.mean for child in tree.root.children} == pytest.approx(dict(decision.values))


def test_a_cut_is_explained_from_the_side_that_has_the_choice():
    events: list[Event] = []
    alphabeta(board_of("cfour", "44556"), 3, SEGMENTS, listener=events.append)
    tree = Tree()
    captions = Captions(tree, GLYPHS)
    told = {}
    for event in events:
        tree.feed(event)
        node = tree.nodes[event.node]
        text = captions.explain(event)
        if isinstance(event, Cut):
            told[node.maximizing] = text
            names = ", ".join(node.board.move_name(move) for move in event.skipped)
            assert (f"Never looked at: {names}." in text) == bool(names)
    # ○ searches here: it takes the highest values, ● the lowest.
    assert re.match(r"Cut: beta \S+ ≤ alpha \S+\. ● can already hold ○ to ", told[True])
    assert re.match(r"Cut: beta \S+ ≤ alpha \S+\. ○ is already sure of ", told[False])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SEARCHES)
def test_every_step_can_be_told_and_drawn_in_every_language(name, language):
    """And no picture is larger than its terminal."""
    use_language(language)
    try:
        for rules, moves, size in (
            ("cfour", "44556", (80, 24)),
            ("12x12", "5566", (80, 24)),
            ("gomoku", "h8", (60, 20)),
        ):
            chosen = choose_search(name, board_of(rules, moves), depth=2, playouts=8, seed=1)
            with EventStream(chosen.search) as stream:
                viewer = Viewer(stream, Terminal(), chosen.title)
                for _ in range(400):
                    if viewer.forward() is None:
                        break
                    assert viewer.caption
                    if viewer.step % 7 == 1:
                        frame = Frame(chosen.title, viewer.step, viewer.tree, viewer.caption, "[q]")
                        lines = draw(frame, *size, GLYPHS)
                        assert len(lines) == size[1]
                        assert max(line.cell_len for line in lines) <= size[0]
                        assert lines[-1].plain == "[q]"
    finally:
        use_language("en")


@pytest.mark.parametrize("columns", [20, 40, 80, 120, 200])
@pytest.mark.parametrize("rows", [10, 24, 40])
def test_the_picture_fits_any_terminal_and_shows_the_node(columns, rows):
    chosen = choose_search("alphabeta", board_of("cfour", "44556"), depth=4)
    with EventStream(chosen.search) as stream:
        viewer = Viewer(stream, Terminal(), "title")
        while viewer.step < 150:
            viewer.forward()
        lines = draw(Frame("title", 150, viewer.tree, viewer.caption, "keys"), columns, rows, GLYPHS)
    assert len(lines) == rows
    assert max(line.cell_len for line in lines) <= columns
    if columns >= 80:
        node = viewer.tree.current
        assert node is not None
        text = "\n".join(line.plain for line in lines)
        shown = [step.name for step in node.path[1:] if f"▶ {step.name} " in text]
        assert shown[-1] == node.name
        assert rows < 24 or len(shown) == len(node.path) - 1


def viewer_on(stream: EventStream) -> Viewer:
    return Viewer(stream, Terminal(), "title")


def test_steps_back_undo_steps_ahead():
    chosen = choose_search("alphabeta", board_of("cfour", "44556"))
    with EventStream(chosen.search) as stream:
        viewer = viewer_on(stream)
        pictures = []
        for _ in range(60):
            viewer.forward()
            pictures.append(
                (viewer.step, viewer.caption, counts_text(viewer.tree), list(plain_lines(viewer.tree, GLYPHS)))
            )
        for expected in reversed(pictures[:-1]):
            viewer.back()
            assert (viewer.step, viewer.caption, counts_text(viewer.tree)) == expected[:3]
            assert list(plain_lines(viewer.tree, GLYPHS)) == expected[3]
        viewer.back()
        viewer.back()
        assert viewer.step == 0
        viewer.to_the_end()
        over = viewer.is_over
        viewer.back()
        assert over
        assert not viewer.is_over
        assert viewer.caption.startswith("The search is over: ")


def test_skip_goes_to_the_end_of_the_node():
    chosen = choose_search("alphabeta", board_of("cfour", "44556"))
    with EventStream(chosen.search) as stream:
        viewer = viewer_on(stream)
        viewer.forward()
        viewer.skip()  # enters the first move and leaves it
        assert viewer.tree.current is not None
        assert [node.name for node in viewer.tree.current.path[1:]] == ["1"]
        assert viewer.tree.current.value is not None
        viewer.skip()
        assert viewer.tree.current.name == "2"
        assert viewer.tree.current.value is not None
    chosen = choose_search("uct", board_of("cfour", "44556"), playouts=30)
    with EventStream(chosen.search) as stream:
        viewer = viewer_on(stream)
        for count in range(1, 10):
            viewer.skip()
            assert viewer.tree.counts.playouts == count
            assert viewer.tree.root is not None
            assert viewer.tree.root.visits == count


def test_no_event_is_lost_between_skips_and_steps_back():
    chosen = choose_search("uct", board_of("cfour", "44556"), playouts=30)
    events: list[Event] = []
    chosen.search(events.append, threading.Event())
    fresh = choose_search("uct", board_of("cfour", "44556"), playouts=30)
    with EventStream(fresh.search) as stream:
        viewer = viewer_on(stream)
        for _ in range(6):
            viewer.skip()
            viewer.back()
            viewer.back()
            viewer.forward()
        viewer.to_the_end()
        assert viewer.step == len(events)
        assert list(plain_lines(viewer.tree, GLYPHS)) == list(plain_lines(grown(events), GLYPHS))


def test_a_search_that_nobody_watches_any_more_ends():
    chosen = choose_search("minimax", GridBoard(CFOUR), depth=30)
    with EventStream(chosen.search) as stream:
        tree = Tree()
        for _ in range(1000):
            event = stream.next()
            assert event is not None
            tree.feed(event)
        thread = stream._thread
        assert thread.is_alive()
    assert not thread.is_alive()


def test_an_error_of_the_search_arrives():
    won = board_of("cfour", "1212121")
    with (
        EventStream(lambda listener, cancel: minimax(won, 3)) as stream,
        pytest.raises(ValueError, match="the first player has won"),
    ):
        stream.next()


def test_what_is_wrong_is_refused_before_the_search_begins():
    with pytest.raises(ValueError, match="the first player has won"):
        choose_search("minimax", board_of("cfour", "1212121"))
    with pytest.raises(LimitError, match="the exploration constant c is -1"):
        choose_search("uct", GridBoard(CFOUR), c=-1)
    with pytest.raises(UnknownNameError, match="there is no order of moves 'center'; did you mean centre"):
        choose_search("minimax", GridBoard(CFOUR), order="center")


def test_the_searches_and_evaluators_are_named():
    with pytest.raises(UnknownNameError, match="did you mean uct"):
        choose_search("utc", GridBoard(CFOUR))
    with pytest.raises(UnknownNameError, match="did you mean segments"):
        choose_search("minimax", GridBoard(CFOUR), evaluator="segmnets")
    with pytest.raises(LimitError, match="-1"):
        choose_search("minimax", GridBoard(CFOUR), depth=-1)
    for name in EVALUATORS:
        assert name in choose_search("minimax", GridBoard(CFOUR), evaluator=name).title


def test_plain_prints_every_node_its_value_the_cuts_and_the_counts():
    arguments = ["watch", "alphabeta", "--rules", "tictactoe", "--position", "b2 a1 c3", "--depth", "3"]
    result = run(*arguments, "--evaluator", "openlines2", "--plain")
    assert result.exit_code == 0, result.output
    events: list[Event] = []
    board = board_of("tictactoe", "b2 a1 c3")
    decision = alphabeta(board, 3, OPEN_LINES_WEIGHTED, listener=events.append)
    lines = result.stdout.splitlines()
    assert lines[0] == "alphabeta depth=3 evaluator=openlines2  tictactoe"
    skipped = sum(bool(event.skipped) for event in events if isinstance(event, Cut))
    cuts = sum(isinstance(event, Cut) for event in events)
    assert cuts > 3
    tree_lines = lines[1 : lines.index("")]
    assert len(tree_lines) == decision.nodes + skipped
    assert sum("CUT: beta" in line for line in tree_lines) == cuts
    assert f"{decision.nodes} nodes, " in lines[-2]
    assert lines[-1].startswith(f"The search is over and plays {board.move_name(decision.move)} (value ")
    # Every value that went up stands there, in the order of the tree.
    values = {event.node: event.value for event in events if isinstance(event, Leave)}
    shown = [re.search(r"[=≤≥] (\S+)", line) for line in tree_lines if "never looked at" not in line]
    assert [float(match[1].replace(",", "")) for match in shown if match] == [values[n] for n in sorted(values)]
    # Without a terminal it is the same without being asked.
    assert run(*arguments, "--evaluator", "openlines2").stdout.splitlines()[:-1] == lines[:-1]


def test_plain_monte_carlo_shows_visits_and_means():
    out = run("watch", "uct", "--rules", "tictactoe", "--playouts", "30", "--seed", "1", "--plain").stdout
    assert "start 30 visits, mean " in out
    assert "30 playouts" in out
    flat = run("watch", "montecarlo", "--position", "121212", "--playouts", "4", "--plain").stdout
    assert "  1 4 visits, mean +2.00 for ●" in flat


def test_at_a_pace_the_steps_are_printed_where_there_is_no_screen():
    began = time.monotonic()
    done = process("watch", "--rules", "tictactoe", "--position", "b2 a1 c3 a3 a2", "--depth", "1", "--pace", "0.1")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    steps = len(lines) - 2
    assert lines[1].startswith("   1  The search begins: O is to move")
    assert time.monotonic() - began > 0.1 * steps
    assert lines[-1].startswith("The search is over and plays")


def test_wide_letters_are_counted_as_two():
    use_language("ko")
    try:
        chosen = choose_search("alphabeta", GridBoard(TICTACTOE), depth=2)
        with EventStream(chosen.search) as stream:
            viewer = viewer_on(stream)
            for _ in range(20):
                viewer.forward()
            lines = draw(Frame("제목", 20, viewer.tree, viewer.caption, "키"), 80, 24, GLYPHS)
        assert max(cell_len(line.plain) for line in lines) <= 80
    finally:
        use_language("en")


class Clock:
    """Stands still until the test moves it, and counts how often it was read."""

    def __init__(self) -> None:
        self.now = 0.0
        self.reads = 0

    def monotonic(self) -> float:
        self.reads += 1
        return self.now


def test_the_time_of_a_search_leaves_out_the_time_of_its_reader(monkeypatch):
    clock = Clock()
    monkeypatch.setattr("plyground.learn.stream.time", clock)
    ahead = 256

    def search(listener, cancel):
        began = clock.now
        for _event in range(ahead + 1):
            listener(Leave(0, 0.0))
        clock.now += 2  # the search's own work
        return Decision(3, seconds=clock.now - began)

    with EventStream(search) as stream:
        # The last event finds the queue full: its wait has begun, and the reader takes an hour.
        assert wait_until(lambda: clock.reads == 2 * ahead + 1)
        clock.now += 3600
        while stream.next() is not None:
            pass
        assert stream.decision is not None
        assert stream.decision.seconds == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("uct", "--depth", "3"),
            "uct takes no --depth; it is for minimax, alphabeta, deepening. uct takes --playouts, --seed, --c",
        ),
        (("montecarlo", "--evaluator", "segments"), "montecarlo takes no --evaluator"),
        (("montecarlo", "--c", "1"), "montecarlo takes no --c; it is for uct"),
        (("alphabeta", "--playouts", "5"), "alphabeta takes no --playouts; it is for montecarlo, uct"),
        (("minimax", "--seed", "1"), "minimax takes no --seed"),
        (("--c", "1"), "alphabeta takes no --c"),
    ],
)
def test_options_of_other_searches_are_refused(arguments, said):
    result = run("watch", *arguments, "--rules", "tictactoe", "--plain")
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


def test_a_seed_draws_the_board_whatever_the_search():
    result = run("watch", "minimax", "--depth", "1", "--rules", "random", "--seed", "1", "--plain")
    assert result.exit_code == 0, result.stderr
