"""Puzzles from the mistakes of a game that was reviewed."""

from __future__ import annotations

from collections.abc import Mapping

from plyground.board import Cancel, Limit, Move, Side, require_open
from plyground.errors import N_, InputError, UnsupportedError
from plyground.grid import CFOUR, GridBoard, Position, Rules, board_of, position_text
from plyground.puzzlebook.puzzle import Puzzle, PuzzleKind
from plyground.reviews import Review, Verdict
from plyground.solver import Solver, Value, analyse

__all__ = ["puzzle_at", "puzzles_from"]

EACH = Limit(time=10.0)


def puzzle_at(
    position: Position,
    *,
    rules: Rules | str | None = None,
    limit: Limit = EACH,
    cancel: Cancel | None = None,
    solver: Solver | None = None,
) -> Puzzle:
    """The puzzle of a position in which a mistake can be made: find a winning move, or save the draw.

    It says how many moves are right. Refused are positions in which all moves are worth the same.

    >>> puzzle = puzzle_at("4455")
    >>> puzzle.question, puzzle.answers
    ('Find one of the 4 winning moves.', ('3', '4', '5', '6'))
    """
    board = board_of(position, CFOUR if rules is None else rules)
    require_open(board.outcome)
    ask = analyse if solver is None else solver.analyse
    analysis = ask(board, weak=True, limit=limit, cancel=cancel, line=False)
    if not analysis.is_exact:
        raise UnsupportedError(
            N_("the position {position} is too hard to solve in the time"), position=position_text(board)
        )
    puzzle = _puzzle_of(board, analysis.moves)
    if puzzle is None:
        raise InputError(
            N_("all moves of the position {position} are worth the same, so there is no puzzle in it"),
            position=position_text(board),
        )
    return puzzle


def puzzles_from(review: Review, side: Side | None = None, *, solver: Solver | None = None) -> list[Puzzle]:
    """A puzzle for every mistake of a review, or of one side."""
    if not isinstance(review, Review):
        raise InputError(N_("the review is {value}; it has to be a Review"), value=repr(review))
    boards = review.game.boards
    return [
        puzzle_at(boards[each.ply], solver=solver)
        for each in review.judgements
        if each.verdict is Verdict.MISTAKE and (side is None or each.side is side)
    ]


def _puzzle_of(board: GridBoard, values: Mapping[Move, Value]) -> Puzzle | None:
    best = max(value.low for value in values.values())
    right = tuple(board.move_name(move) for move, value in values.items() if value.low == best)
    if len(right) == len(values) or best < 0:
        return None
    kind = PuzzleKind.WIN if best > 0 else PuzzleKind.DRAW
    return Puzzle("", kind, board.rules, position_text(board), right)
