"""The player that asks the solver."""

from __future__ import annotations

import time

from plyground.board import Board, Cancel, Decision, Limit, Move, Onlooker, Side, require_open, tightest
from plyground.game import Game, Player
from plyground.grid import GridBoard
from plyground.players.engine_player import grid_of
from plyground.solver import DEFAULT_TABLE_MB, Progress, Solver, Value, check_size

__all__ = ["SolverPlayer"]

_MORE_NODES = 100_000


class SolverPlayer(Player):
    """Plays perfectly: the fastest win, the slowest loss, and a draw rather than a loss.

    With a time limit that is too short for a proof it plays the best move known, and says so: the decision is then
    not exact. `values` of a decision holds the moves whose value is proven: the best one always, the others
    as far as they come cheaply once the best is known; `Solver.analyse` knows them all.

    >>> from plyground import GridBoard
    >>> SolverPlayer(threads=1, table_mb=16).next_move(GridBoard.from_moves("112233"))
    3
    """

    def __init__(
        self,
        name: str = "solver",
        limit: Limit | None = None,
        *,
        threads: int | None = None,
        table_mb: float = DEFAULT_TABLE_MB,
    ) -> None:
        self.name = name
        self.identifier = Side.FIRST
        self.limit = limit
        self.threads = threads
        self.table_mb = table_mb
        self._solver: Solver | None = None

    def check_board(self, board: Board) -> None:
        check_size(grid_of(board, "solver").rules)

    def new_game(self, game: Game[Board], side: Side) -> None:
        super().new_game(game, side)
        self.check_board(game.board)  # better now than after the first move
        self._solver_of(grid_of(game.board, "solver")).get_ready()  # and not on the clock

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        board = grid_of(game.board, "solver")
        require_open(game.outcome)
        solver = self._solver_of(board)
        solver.get_ready()
        began = time.perf_counter()
        limit = tightest(self.limit, limit)

        def show(progress: Progress) -> None:
            if isinstance(cancel, Onlooker):
                bounds = Value(progress.low, progress.high, board.count, board.rules.cells)
                nodes, seconds = progress.nodes, progress.seconds
                cancel.show(Decision(_middle(board), nodes=nodes, seconds=seconds, note=bounds.bounds_text))

        solution = solver.solve(board, limit=limit, cancel=cancel, watch=show)
        value = solution.value
        move = _middle(board) if solution.move is None else solution.move
        if not value.is_exact or solution.move is None:
            return Decision(
                move,
                line=(move,),
                nodes=solution.nodes,
                seconds=time.perf_counter() - began,
                complete=False,
                # Out of time at the book's last layer, the value is known and the move is not.
                note="" if value.is_exact else value.bounds_text,
            )
        values: dict[Move, float] = {move: value.low}
        more = 0
        if limit is None:
            analysis = solver.analyse(board, limit=Limit(nodes=solution.nodes + _MORE_NODES), cancel=cancel, line=False)
            values |= {m: v.low for m, v in analysis.moves.items() if v.is_exact}
            more = analysis.nodes
        return Decision(
            move,
            value.low,
            values,
            line=solution.line or (move,),
            nodes=solution.nodes + more,
            seconds=time.perf_counter() - began,
            exact=True,
        )

    def _solver_of(self, board: GridBoard) -> Solver:
        """One solver for as long as the rules stay the same: what it learns in one move helps with the next."""
        if self._solver is None or self._solver.rules != board.rules:
            self._solver = Solver(board.rules, threads=self.threads, table_mb=self.table_mb)
        return self._solver


def _middle(board: GridBoard) -> Move:
    """What to play if not even a first guess was reached."""
    middle = (board.rules.columns - 1) / 2
    return min(board.legal_moves, key=lambda move: abs(move % board.rules.columns - middle))
