"""`find_best_move`: the short form, with the depth convention of the source."""

from __future__ import annotations

from typing import Protocol

from plyground.board import Board, Decision, Evaluator, Limit, Listener, Move, require_board, require_function
from plyground.search.minimax import minimax

__all__ = ["Algorithm", "find_best_move"]


class Algorithm(Protocol):
    """A depth-first search: `minimax`, `alphabeta`, `deepening`, or one of your own."""

    def __call__(
        self,
        board: Board,
        depth: int = ...,
        evaluator: Evaluator | None = ...,
        listener: Listener | None = ...,
    ) -> Decision: ...


def find_best_move(
    board: Board,
    max_depth: int = 8,
    algorithm: Algorithm = minimax,
    evaluator: Evaluator | None = None,
    listener: Listener | None = None,
) -> Move:
    """The first of the best moves. `max_depth` counts the plies AFTER the candidate move.

    So `find_best_move(board, 3)` looks four plies ahead: it is `minimax(board, depth=4).move`.
    """
    require_board(board)
    require_function(algorithm, "algorithm")
    Limit(depth=max_depth)  # refuses a bad depth
    return algorithm(board, max_depth + 1, evaluator, listener).move
