"""Why a position is worth what an evaluator says: the lines and stones that it counts, each with its value."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from plyground.board import Board, Evaluator, Side, require_board, require_function
from plyground.grid.board import GridBoard
from plyground.grid.evaluators import SEGMENTS, OpenLines, OutcomeValue, PositionWindows, Segments, by_lacking
from plyground.grid.layout import Cell
from plyground.grid.notation import cell_text

__all__ = ["Part", "parts"]


@dataclass(frozen=True, slots=True)
class Part:
    """A line or a stone of `side`, and what it adds to the value: below 0 if it is bad for the side that asks."""

    cells: tuple[str, ...]
    side: Side
    value: float


def parts(evaluator: Evaluator | None, board: Board, side: Side) -> tuple[Part, ...]:
    """What adds up to `evaluator(board, side)`; without an evaluator, to `board.evaluate(side)`.

    An evaluator that decides a won position at once has the winning line as its only part. One that is not ours, or
    another game's, cannot be taken apart: its value is one part without cells.

    >>> from plyground.grid import OPEN_LINES
    >>> board = GridBoard.from_moves("a1 b1 a2", "tictactoe")
    >>> [(" ".join(part.cells), part.value) for part in parts(OPEN_LINES, board, Side.FIRST)]
    [('a1 a2 a3', 1), ('b1 b2 b3', -1), ('a2 b2 c2', 1), ('a1 b2 c3', 1)]
    """
    require_board(board)
    require_function(evaluator, "evaluator")
    if evaluator is None and type(board).evaluate is GridBoard.evaluate:
        evaluator = SEGMENTS
    if isinstance(board, GridBoard):
        match evaluator:
            case Segments():
                return tuple(_lines(board, side, _segments(evaluator, board)))
            case OutcomeValue() | PositionWindows() | OpenLines() if board.winner is not None:
                return (Part(_names(board.winning_cells), board.winner, evaluator(board, side)),)
            case OutcomeValue():
                return ()
            case PositionWindows() | OpenLines() if not board.free:
                return ()
            case PositionWindows():
                return (*_stones(board, side), *_lines(board, side, _windows(evaluator, board)))
            case OpenLines():
                return tuple(_lines(board, side, _open_lines(evaluator)))
    value = board.evaluate(side) if evaluator is None else evaluator(board, side)
    return (Part((), side, value),)


# What a line is worth with so many own stones, or with so many of the opponent; one of the two numbers is 0.
_LineValue = Callable[[int, int], float]


def _segments(evaluator: Segments, board: GridBoard) -> _LineValue:
    weight = by_lacking(board.rules.connect, evaluator.complete, evaluator.one_short, evaluator.two_short)
    return lambda mine, theirs: weight[mine] - weight[theirs]


def _windows(evaluator: PositionWindows, board: GridBoard) -> _LineValue:
    connect = board.rules.connect
    mine_weight = by_lacking(connect, evaluator.complete, evaluator.one_short, evaluator.two_short)
    theirs_weight = by_lacking(connect, 0, evaluator.opponent_one_short)
    return lambda mine, theirs: mine_weight[mine] + theirs_weight[theirs]


def _open_lines(evaluator: OpenLines) -> _LineValue:
    if evaluator.weighted:
        return lambda mine, theirs: mine * mine - theirs * theirs
    return lambda mine, theirs: 1 if mine else -1


def _lines(board: GridBoard, side: Side, line_value: _LineValue) -> Iterator[Part]:
    """The lines with stones of one side only, as far as they count."""
    layout = board.rules.layout
    own, other = board.stones(side), board.stones(side.opposite)
    for segment in layout.segments:
        mine, theirs = (own & segment).bit_count(), (other & segment).bit_count()
        if bool(mine) != bool(theirs) and (value := line_value(mine, theirs)):
            yield Part(_names(layout.cells(segment)), side if mine else side.opposite, value)


def _stones(board: GridBoard, side: Side) -> Iterator[Part]:
    """Every stone, worth as many points as lines run through its cell."""
    for cell, lines in board.rules.layout.weights.items():
        owner = board.at(*cell)
        if owner is not None and lines:
            yield Part(_names({cell}), owner, lines if owner is side else -lines)


def _names(cells: frozenset[Cell] | set[Cell]) -> tuple[str, ...]:
    return tuple(cell_text(cell) for cell in sorted(cells))
