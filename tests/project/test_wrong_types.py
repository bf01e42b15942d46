"""A value of the wrong type gets one of our errors, which names the value and says what would be right."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable
from typing import Any

import pytest

import plyground
from plyground import CFOUR, TICTACTOE, Clock, Game, GridBoard, Limit, PlygroundError, Rules, Solver
from plyground import board as board_room
from plyground import grid as grid_room
from plyground import search as search_room
from plyground import solver as solver_room
from plyground.explanations import ThreatProver, check, dead_note, has_threats, prove_by_threats

BOARD: Any = GridBoard()
ROOMS = (
    "plyground",
    "plyground.board",
    "plyground.game",
    "plyground.grid",
    "plyground.search",
    "plyground.solver",
    "plyground.explanations",
)

Call = Callable[[Any], object]

# For every public function and class, what takes one value; each gets several wrong ones.
CALLS: dict[str, list[Call]] = {
    # board
    "Deadline": [lambda v: board_room.Deadline(v, None), lambda v: board_room.Deadline(None, v)],
    "Limit": [lambda v: Limit(time=v), lambda v: Limit(nodes=v), lambda v: Limit(depth=v), lambda v: Limit(playouts=v)],
    "SplitMix": [board_room.SplitMix],
    "check_limit": [lambda v: board_room.check_limit(v, ("time",), "uct")],
    "limit_or_default": [lambda v: board_room.limit_or_default(v, Limit(time=1), ("time",))],
    "require_board": [board_room.require_board],
    "require_function": [lambda v: board_room.require_function(v, "listener")],
    "require_limit": [board_room.require_limit],
    "require_open": [board_room.require_open],
    "tightest": [lambda v: board_room.tightest(v, None), lambda v: board_room.tightest(None, v)],
    # game
    "Clock": [Clock, lambda v: Clock(60, v)],
    "Game": [
        Game,
        lambda v: Game(BOARD, v),
        lambda v: Game(BOARD, [v]),
        lambda v: Game(BOARD, (), v),
        Game.from_moves,
        lambda v: Game.from_moves("4", v),
        Game.parse,
        lambda v: Game.parse("4", v),
        lambda v: Game(BOARD).push(v),
        lambda v: Game(BOARD).play(v),
    ],
    # grid
    "GridBoard": [
        GridBoard,
        GridBoard.from_moves,
        lambda v: GridBoard.from_moves("4", v),
        GridBoard.parse,
        lambda v: GridBoard.parse("4", v),
        lambda v: GridBoard.from_stones(v, 0, 0),
        lambda v: GridBoard.from_stones(CFOUR, v, 0),
        lambda v: GridBoard.from_stones(CFOUR, 0, 0, v),
        GridBoard.setup,
        lambda v: GridBoard.setup(CFOUR, v),
        lambda v: GridBoard.setup(CFOUR, [v]),
        BOARD.move,
        GridBoard("tictactoe").move,
        GridBoard.from_moves("1212121").move,
        BOARD.target,
        BOARD.cell_of,
        BOARD.move_name,
        BOARD.parse_move,
        lambda v: BOARD.at(v, 0),
        lambda v: BOARD.at(0, v),
    ],
    "Rules": [
        Rules.parse,
        lambda v: Rules(columns=v, rows=6, connect=4),
        lambda v: Rules(columns=7, rows=v, connect=4),
        lambda v: Rules(columns=7, rows=6, connect=v),
        lambda v: Rules(columns=7, rows=6, connect=4, gravity=v),
        lambda v: Rules(columns=7, rows=6, connect=4, blocked=v),
        lambda v: Rules(columns=7, rows=6, connect=4, blocked=[v]),
    ],
    "board_of": [grid_room.board_of],
    "canonical": [grid_room.canonical],
    "cell_text": [grid_room.cell_text],
    "animate_svg": [
        plyground.animate_svg,
        lambda v: plyground.animate_svg("44", seconds=v),
        lambda v: plyground.animate_svg("44", size=v),
    ],
    "step_html": [grid_room.step_html, lambda v: grid_room.step_html("44", size=v)],
    "column_label": [lambda v: grid_room.column_label(v, 0), lambda v: grid_room.column_label(BOARD, v)],
    "column_text": [grid_room.column_text],
    "draw_text": [grid_room.draw_text, lambda v: grid_room.draw_text(BOARD, v)],
    "draw_svg": [
        plyground.draw_svg,
        lambda v: plyground.draw_svg(BOARD, arrows=v),
        lambda v: plyground.draw_svg(BOARD, arrows=[v]),
        lambda v: plyground.draw_svg(BOARD, arrows=[(v, "a1")]),
        lambda v: plyground.draw_svg(BOARD, arrows=[("a1", v)]),
        lambda v: plyground.draw_svg(BOARD, values=v),
        lambda v: plyground.draw_svg(BOARD, values={1: v}),
        lambda v: plyground.draw_svg(BOARD, ghosts=v),
        lambda v: plyground.draw_svg(BOARD, ghosts=[v]),
        lambda v: plyground.draw_svg(BOARD, marked=v),
        lambda v: plyground.draw_svg(BOARD, marked=[v]),
        lambda v: plyground.draw_svg(BOARD, size=v),
    ],
    "images": [grid_room.images],
    "is_rows": [grid_room.is_rows],
    "move_text": [lambda v: grid_room.move_text(v, 0), lambda v: grid_room.move_text(TICTACTOE, v)],
    "moves_text": [lambda v: grid_room.moves_text(v, []), lambda v: grid_room.moves_text(CFOUR, [v])],
    "parts": [
        lambda v: grid_room.parts(None, v, BOARD.turn),
        lambda v: grid_room.parts(v, BOARD, BOARD.turn),
    ],
    "has_letters": [grid_room.has_letters],
    "parse_board": [grid_room.parse_board, lambda v: grid_room.parse_board("4", v)],
    "parse_cell": [lambda v: grid_room.parse_cell(v, CFOUR), lambda v: grid_room.parse_cell("a1", v)],
    "parse_move": [lambda v: grid_room.parse_move(v, "4"), lambda v: grid_room.parse_move(CFOUR, v)],
    "parse_moves": [lambda v: grid_room.parse_moves(v, "4"), lambda v: grid_room.parse_moves(CFOUR, v)],
    "parse_position": [grid_room.parse_position, lambda v: grid_room.parse_position("./. x", v)],
    "parse_rules": [grid_room.parse_rules, lambda v: grid_room.parse_rules("random", v)],
    "play_moves": [lambda v: grid_room.play_moves(v, "4"), lambda v: grid_room.play_moves(BOARD, v)],
    "position_text": [grid_room.position_text],
    "random_rules": [plyground.random_rules],
    "read_position": [grid_room.read_position, lambda v: grid_room.read_position("4", v)],
    "rules_name": [grid_room.rules_name],
    "rules_of": [grid_room.rules_of],
    "rules_text": [grid_room.rules_text],
    "rules_title": [grid_room.rules_title],
    "symmetries": [grid_room.symmetries],
    "winning_lines": [lambda v: list(grid_room.winning_lines(v))],
    # explanations
    "explain": [
        plyground.explain,
        lambda v: plyground.explain("44", v),
        lambda v: plyground.explain("44", rules=v),
        lambda v: plyground.explain("44", limit=v),
        lambda v: plyground.explain("44", cancel=v),
        lambda v: plyground.explain("44", solver=v),
    ],
    "check": [check],
    "prove_by_threats": [
        prove_by_threats,
        lambda v: prove_by_threats("h8", rules=v),
        lambda v: prove_by_threats("h8", limit=v),
        lambda v: prove_by_threats("h8", cancel=v),
    ],
    "ThreatProver": [
        ThreatProver,
        lambda v: ThreatProver("gomoku").win(v),
        lambda v: ThreatProver("gomoku").win("gomoku: h8", v),
        lambda v: ThreatProver("gomoku").loss(v),
        lambda v: ThreatProver("gomoku").loss("gomoku: h8", cancel=v),
    ],
    "has_threats": [has_threats],
    "dead_note": [dead_note],
    # search
    "UCT": [
        lambda v: search_room.UCT(c=v),
        lambda v: search_room.UCT(seed=v),
        lambda v: search_room.UCT(final=v),
        lambda v: search_room.UCT().decide(v),
    ],
    "alphabeta": [
        search_room.alphabeta,
        lambda v: search_room.alphabeta(BOARD, v),
        lambda v: search_room.alphabeta(BOARD, 2, v),
        lambda v: search_room.alphabeta(BOARD, 2, listener=v),
        lambda v: search_room.alphabeta(BOARD, 2, limit=v),
        lambda v: search_room.alphabeta(BOARD, 2, cancel=v),
        lambda v: search_room.alphabeta(BOARD, 2, order=v),
        lambda v: search_room.alphabeta(BOARD, 2, table=v),
    ],
    "deepening": [
        search_room.deepening,
        lambda v: search_room.deepening(BOARD, v),
        lambda v: search_room.deepening(BOARD, 2, v),
        lambda v: search_room.deepening(BOARD, 2, order=v),
        lambda v: search_room.deepening(BOARD, 2, table=v),
    ],
    "find_best_move": [
        search_room.find_best_move,
        lambda v: search_room.find_best_move(BOARD, v),
        lambda v: search_room.find_best_move(BOARD, 2, v),
    ],
    "flat_monte_carlo": [
        search_room.flat_monte_carlo,
        lambda v: search_room.flat_monte_carlo(BOARD, v),
        lambda v: search_room.flat_monte_carlo(BOARD, 1, v),
        lambda v: search_room.flat_monte_carlo(BOARD, 1, rewards=v),
        lambda v: search_room.flat_monte_carlo(BOARD, 1, listener=v),
        lambda v: search_room.flat_monte_carlo(BOARD, 1, limit=v),
    ],
    "minimax": [
        search_room.minimax,
        lambda v: search_room.minimax(BOARD, v),
        lambda v: search_room.minimax(BOARD, 2, v),
    ],
    "play_out": [lambda v: search_room.play_out(v, board_room.SplitMix(0))],
    "uct": [search_room.uct, lambda v: search_room.uct(BOARD, v)],
    # solver
    "Solver": [
        Solver,
        lambda v: Solver(CFOUR, threads=v),
        lambda v: Solver(CFOUR, table_mb=v),
        lambda v: Solver(CFOUR, table_mb=1).solve(v),
        lambda v: Solver(CFOUR, table_mb=1).analyse(v),
        lambda v: Solver(CFOUR, table_mb=1).solve("4", limit=v),
        lambda v: Solver(CFOUR, table_mb=1).solve_many([v]),
    ],
    "analyse": [
        plyground.analyse,
        lambda v: plyground.analyse("4", rules=v),
        lambda v: plyground.analyse("4", limit=v),
    ],
    "hint": [plyground.hint, lambda v: plyground.hint("4", rules=v), lambda v: plyground.hint("4", limit=v)],
    "balance_remark": [solver_room.balance_remark],
    "book_name": [solver_room.book_name],
    "check_rules": [solver_room.check_rules],
    "check_size": [solver_room.check_size],
    "find_book": [lambda v: solver_room.find_book(str if isinstance(v, dict) else v)],
    "is_balanced": [solver_room.is_balanced],
    "is_solvable": [solver_room.is_solvable],
    "puzzles": [
        lambda v: plyground.puzzles(kind=v),
        lambda v: plyground.puzzles(board=v),
        lambda v: plyground.puzzles(low=v),
        lambda v: plyground.puzzles(high=v),
    ],
    "solve": [plyground.solve, lambda v: plyground.solve("4", rules=v), lambda v: plyground.solve("4", limit=v)],
    "worst_and_best": [solver_room.worst_and_best],
}

EXEMPT = {
    "Algorithm": "a protocol",
    "Board": "abstract",
    "Cancel": "a protocol",
    "Bound": "a type",
    "Cell": "a type",
    "Evaluator": "a type",
    "Event": "a type",
    "Listener": "a type",
    "Move": "a type",
    "Onlooker": "a protocol",
    "Order": "a type",
    "Observer": "a type",
    "Player": "a protocol",
    "Position": "a type",
    "Outcome": "an enumeration",
    "Side": "an enumeration",
    "Termination": "an enumeration",
    "PlygroundError": "an error",
    "Refuted": "an error",
    "Leaf": "a type",
    "Node": "a type",
    "MarkKind": "an enumeration",
    "ThreatKind": "an enumeration",
    "leaves": "walks a certificate that was made by the package",
    "is_number": "answers for any value",
    "is_whole": "answers for any value",
    "bits": "arithmetic, in inner loops",
    "score_at_end": "arithmetic",
    "announced_to": "sets a listener; nothing is called yet",
    "on_compiling": "sets a listener; nothing is called yet",
    "Symmetry": "a record of flags",
    # Records that searches, games and the solver fill in.
    **dict.fromkeys(
        [
            "Backup",
            "Cut",
            "Decision",
            "Deepen",
            "Enter",
            "Evaluate",
            "Expand",
            "Leave",
            "Lookup",
            "Playout",
            "Select",
            "Forfeit",
            "Part",
            "Played",
            "Turn",
            "Analysis",
            "Puzzle",
            "Progress",
            "Solution",
            "Value",
            "BuildProgress",
            "Counts",
            "GameLine",
            "LayerCheck",
            *("Answer", "Certificate", "Checked", "Cover", "CoverRule", "Explanation", "FollowUp", "Forced", "Mark"),
            *("Plan", "Proof", "Replies", "Table", "ThreatEnd"),
        ],
        "a record",
    ),
    # Evaluators are called for every leaf of a search.
    **dict.fromkeys(["OpenLines", "OutcomeValue", "PositionWindows", "Segments"], "in inner loops"),
    **dict.fromkeys(["Book", "build_book", "verify_book", "book_folders"], "makes or opens a file by its path"),
    # tests/players/test_function_player.py and tests/arena/test_wrong_types.py call these.
    **dict.fromkeys(
        [
            *("play", "step", "take_turn", "seat_player", "crash_of", "as_player", "make_player"),
            *("match", "tournament", "Entrant", "MatchResult", "Standings", "review", "Review", "Hint"),
        ],
        "tests/players, tests/arena, tests/reviews",
    ),
}

WRONG = [b"4", object(), {"a": 1}]
# Numbers and None are right in some places, but not where a board, rules or a text are meant.
NO_NUMBER = [
    "Game",
    "GridBoard",
    "Solver",
    "alphabeta",
    "analyse",
    "animate_svg",
    "balance_remark",
    "board_of",
    "book_name",
    "canonical",
    "check_rules",
    "check_size",
    "deepening",
    "draw_svg",
    "step_html",
    "find_best_move",
    "explain",
    "find_book",
    "flat_monte_carlo",
    "has_letters",
    "hint",
    "images",
    "is_balanced",
    "is_rows",
    "is_solvable",
    "minimax",
    "parse_board",
    "parse_position",
    "parse_rules",
    "play_out",
    "position_text",
    "prove_by_threats",
    "read_position",
    "require_board",
    "require_open",
    "rules_name",
    "rules_of",
    "rules_text",
    "solve",
    "symmetries",
    "uct",
    "winning_lines",
    "worst_and_best",
]


def public() -> dict[str, str]:
    """Every public function and class of these rooms, with its room."""
    found: dict[str, str] = {}
    for room in ROOMS:
        module = importlib.import_module(room)
        for name in module.__all__:
            if callable(getattr(module, name)):
                found.setdefault(name, room)
    return found


def test_every_public_function_is_here():
    values = {name for name in public() if name.isupper() and name not in CALLS}  # evaluators
    assert set(public()) - set(CALLS) - set(EXEMPT) - values == set()


@pytest.mark.parametrize("name", sorted(set(CALLS)))
@pytest.mark.parametrize("wrong", WRONG, ids=lambda value: type(value).__name__)
def test_a_wrong_type_gets_a_sentence(name, wrong):
    for number, call in enumerate(CALLS[name]):
        refused(f"call {number} of {name}", call, wrong)


@pytest.mark.parametrize("name", NO_NUMBER)
@pytest.mark.parametrize("wrong", [None, 5.5])
def test_a_number_is_no_board(name, wrong):
    refused(name, CALLS[name][0], wrong)


def refused(name: str, call: Call, wrong: object) -> None:
    # A failure shows the locals, and so the call.
    with pytest.raises(PlygroundError, match=r"\S+ \S+ \S+ \S+"):
        call(wrong)


def test_the_sentences_name_the_value_and_what_would_be_right():
    for call, says in (
        (lambda: GridBoard().move("4"), "the move is '4'; it has to be a whole number from 0 to 6"),  # type: ignore[arg-type]
        (lambda: GridBoard().move(9), "there is no column 10; the columns run from 1 to 7, as moves from 0 to 6"),
        (lambda: GridBoard("tictactoe").move(9), "there is no cell number 9; cells run from 0 to 8"),
        (lambda: GridBoard(5), "the rules are 5; they have to be Rules or a text such as cfour"),  # type: ignore[arg-type]
        (lambda: Solver(3), "the rules are 3"),  # type: ignore[arg-type]
        (lambda: Game("nonsense"), "'nonsense' is neither a preset"),
        (lambda: Limit(time="1"), "the time is '1' seconds; it has to be a number above 0"),  # type: ignore[arg-type]
        (lambda: plyground.solve(None), "the position is None; it has to be a GridBoard"),  # type: ignore[arg-type]
        (lambda: plyground.solve("49"), "'9' at place 2 of '49' is not a column"),
    ):
        with pytest.raises(PlygroundError) as caught:
            call()
        assert says in str(caught.value)


def test_what_has_is_set_can_cancel():
    assert not board_room.Deadline(None, threading.Event()).is_cancelled
