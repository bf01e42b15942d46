"""Orders in which a search can try the moves, by name."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.board import Board, Evaluator, Move, Order
from plyground.errors import N_, UnsupportedError
from plyground.grid import GridBoard

__all__ = ["ORDERS", "best_first"]


def _as_listed(board: Board) -> Sequence[Move]:
    return board.legal_moves


def _reversed(board: Board) -> Sequence[Move]:
    return board.legal_moves[::-1]


def _centre_first(board: Board) -> Sequence[Move]:
    """By the distance to the middle of the board: of the column with gravity, else of the cell."""
    if not isinstance(board, GridBoard):
        raise UnsupportedError(
            N_("the order 'centre' is for grids, not for {kind}; use legal, reversed or evaluated"),
            kind=type(board).__name__,
        )
    rules = board.rules

    def distance(move: Move) -> int:
        row, column = divmod(move, rules.columns)
        # Twice the distance: the middle of an even number of columns lies between two.
        across = 2 * column - (rules.columns - 1)
        down = 0 if rules.gravity else 2 * row - (rules.rows - 1)
        return across**2 + down**2

    return sorted(board.legal_moves, key=distance)


def best_first(evaluator: Evaluator | None = None) -> Order:
    """The moves by what `evaluator` says of the position after them, the best for the side to move first."""

    def order(board: Board) -> Sequence[Move]:
        side = board.turn

        def value(move: Move) -> float:
            after = board.move(move)
            return after.evaluate(side) if evaluator is None else evaluator(after, side)

        return sorted(board.legal_moves, key=value, reverse=True)

    return order


ORDERS: dict[str, Order] = {
    "legal": _as_listed,
    "centre": _centre_first,
    "reversed": _reversed,
    "evaluated": best_first(),
}
"""`evaluated` asks the board's own `evaluate`; `best_first` makes the same with another evaluator."""
