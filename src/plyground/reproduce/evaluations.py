"""Evaluations: what a segment, a window, a cell and an open line are worth."""

from __future__ import annotations

from collections.abc import Callable

from plyground.board import Side
from plyground.errors import N_
from plyground.grid import (
    CFOUR,
    OPEN_LINES,
    OPEN_LINES_WEIGHTED,
    OUTCOME,
    POSITION,
    SEGMENTS_THOUSAND,
    TICTACTOE,
    GridBoard,
    Rules,
    parse_position,
)
from plyground.reproduce.measure import Measured, Setting, measures
from plyground.reproduce.positions import full_board, random_game, tictactoe
from plyground.texts import say


@measures("B.tictactoe-evaluation", N_("tic-tac-toe: evaluation of a win, a loss and the rest"))
def tictactoe_evaluation(setting: Setting) -> Measured:
    won = tictactoe("XXX/OO./...", "o")
    values = [OUTCOME(won, Side.FIRST), OUTCOME(won, Side.SECOND), OUTCOME(GridBoard(TICTACTOE), Side.FIRST)]
    return Measured([int(value) for value in values])


def _segment_values(evaluate: Callable[[GridBoard, Side], float]) -> Measured:
    """A board that is one segment: the evaluation of the board is the segment's."""
    one = Rules(columns=4, rows=1, connect=4)
    own = [parse_position(f"{row} x", one) for row in ("xxox", "x.x.", "xx.x", "xxxx")]
    other = [parse_position(f"{row} x", one) for row in ("o.o.", "oo.o", "oooo")]
    return Measured([int(evaluate(board, Side.FIRST)) for board in [*own, *other]])


@measures(
    "B.segment-values", N_("value of a segment: mixed; two, three, four of a colour; two, three, four of the opponent")
)
def segment_values(setting: Setting) -> Measured:
    return _segment_values(lambda board, side: board.evaluate(side))


@measures("B.exercise3-segment-values", N_("exercise 3: the same in its variant"))
def exercise3_segment_values(setting: Setting) -> Measured:
    return _segment_values(SEGMENTS_THOUSAND)


# Weights and windows


def _lone_stone(side: Side) -> list[list[int]]:
    """What the evaluation gives the first player for one stone of `side` on each cell, top row first."""
    # Without gravity a stone can lie anywhere; one stone alone makes no window.
    rules = Rules(columns=7, rows=6, connect=4, gravity=False)

    def value(column: int, row: int) -> int:
        cell = [(column, row)]
        board = GridBoard.setup(rules, first=cell) if side is Side.FIRST else GridBoard.setup(rules, second=cell)
        return int(POSITION(board, Side.FIRST))

    return [[value(column, row) for column in range(7)] for row in reversed(range(6))]


@measures("D.weights", N_("position weights, top row first"))
def weights(setting: Setting) -> Measured:
    return Measured(_lone_stone(Side.FIRST))


@measures("D.weights-opponent", N_("the opponent's stones subtract theirs; they are the segments through each cell"))
def weights_opponent(setting: Setting) -> Measured:
    own, other = _lone_stone(Side.FIRST), _lone_stone(Side.SECOND)
    counted = [[CFOUR.layout.weights[column, row] for column in range(7)] for row in reversed(range(6))]
    return Measured(other == [[-weight for weight in row] for row in own] and own == counted)


@measures("D.windows", N_("windows: own four, own three, own two, the opponent's three"))
def windows(setting: Setting) -> Measured:
    # A board that is one window, each cell of weight 1. A four ends the game, so its 100 never decides.
    one = Rules(columns=4, rows=1, connect=4)
    three, two, other = (parse_position(f"{row} x", one) for row in ("xx.x", "x.x.", "o.oo"))
    counted = [POSITION(three, Side.FIRST) - 3, POSITION(two, Side.FIRST) - 2, POSITION(other, Side.FIRST) + 3]
    return Measured([int(value) for value in [POSITION.complete, *counted]])


@measures("D.terminal", N_("value of a win, a loss and a full board, whatever the distance"))
def terminal(setting: Setting) -> Measured:
    ended = [random_game(seed)[-1] for seed in range(30)]
    won: set[float] = set()
    lost: set[float] = set()
    lengths = set()
    for board in ended:
        if board.winner is not None:
            won.add(POSITION(board, board.winner))
            lost.add(POSITION(board, board.winner.opposite))
            lengths.add(board.count)
    full = {POSITION(full_board(), side) for side in Side}
    note = say("won games of {least} to {most} stones", least=min(lengths), most=max(lengths))
    return Measured([int(seen.pop()) if len(seen) == 1 else sorted(seen) for seen in (won, lost, full)], note)


def _scenario(setting: Setting) -> tuple[GridBoard, list[GridBoard]]:
    """The position of the source's worked scores, and the boards after the columns that it works out."""
    board = parse_position(setting.given["position"])
    return board, [board.move(column) for column in setting.given["columns"]]


@measures(
    "D.worked-weights",
    N_("its worked scores: position weight of a stone in columns 0, 3 and 4 of its scenario"),
    why=N_("in columns 0 and 4 the stone falls to the second row, where the source's own table says 4 and 8"),
)
def worked_weights(setting: Setting) -> Measured:
    cells = [after.last_cell for after in _scenario(setting)[1]]
    return Measured([CFOUR.layout.weights[cell] for cell in cells if cell is not None])


@measures(
    "D.worked-totals",
    N_("its worked scores: what a stone in columns 0, 3 and 4 of its scenario adds to the evaluation"),
    why=N_("the source's parts add up to 3, 27 and 16, and those for the centre and for a block are not in its table"),
)
def worked_totals(setting: Setting) -> Measured:
    board, after = _scenario(setting)
    return Measured([int(POSITION(one, Side.FIRST) - POSITION(board, Side.FIRST)) for one in after])


# Open lines


@measures("E.values", N_("value of a win, a loss and a draw"))
def end_values(setting: Setting) -> Measured:
    won, drawn = parse_position("xxx/oo./... o", TICTACTOE), parse_position("xox/xoo/oxx o", TICTACTOE)
    seen = [OPEN_LINES(won, Side.FIRST), OPEN_LINES(won, Side.SECOND), OPEN_LINES(drawn, Side.FIRST)]
    return Measured([float(value) for value in seen])


@measures("E.open-lines", N_("at the depth bound: lines open for the computer minus lines open for the human"))
def open_lines(setting: Setting) -> Measured:
    positions = [".../.x./... o", "o../.x./... x", "o.x/.x./... o"]
    return Measured([int(OPEN_LINES(parse_position(text, TICTACTOE), Side.FIRST)) for text in positions])


# One line of three cells: what the evaluation says is what the line counts.
_LINE = Rules(columns=3, rows=1, connect=3)


@measures("E.two-like-one", N_("its flaw: a line with two stones counts like a line with one"))
def two_like_one(setting: Setting) -> Measured:
    one, two = (OPEN_LINES(parse_position(row, _LINE), Side.FIRST) for row in ("x.. x", "xx. x"))
    return Measured(one == two)


@measures(
    "E.weighs-two",
    N_("a line with two stones counts more than a line with one"),
    why=N_("the source's author notes the flaw and leaves it for later"),
)
def weighs_two(setting: Setting) -> Measured:
    one, two = (OPEN_LINES_WEIGHTED(parse_position(row, _LINE), Side.FIRST) for row in ("x.. x", "xx. x"))
    return Measured(two > one, say("{two:g} and {one:g}", two=two, one=one))
