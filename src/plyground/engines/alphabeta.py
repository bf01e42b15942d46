"""Alpha-beta, compiled: the value, move, line and node count of `search.alphabeta`, hundreds of times as fast."""

from __future__ import annotations

import numpy as np

from plyground.board import Cancel, Decision, Evaluator, Limit, Move, require_open
from plyground.engines.segments import SegmentPosition, segment_board
from plyground.engines.watch import Watch
from plyground.errors import N_, LimitError
from plyground.grid import GridBoard
from plyground.kernels.alphabeta import search as kernel

__all__ = ["DEEPEST", "alphabeta"]

DEEPEST = 1024
"""No board has more cells."""


def alphabeta(
    board: GridBoard,
    depth: int = 9,
    evaluator: Evaluator | None = None,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
) -> Decision:
    """Looks `depth` plies ahead, in the order of the legal moves; the contract is that of `search.alphabeta`.

    `evaluator` is one of `grid.EVALUATORS` or another setting of these classes, with whole numbers.

    >>> alphabeta(GridBoard.from_moves("444"), depth=8).nodes
    212823
    """
    watch = Watch(limit, cancel)
    if watch.limit.depth is not None:
        depth = min(depth, watch.limit.depth)
    if not 1 <= depth <= DEEPEST:
        raise LimitError(N_("the depth is {value}; it has to be between 1 and {most} plies"), value=depth, most=DEEPEST)
    require_open(board.outcome)
    tables = segment_board(board.rules, evaluator)
    position = SegmentPosition(tables, board)
    # No line is longer than the cells that are free.
    plies = min(depth, board.free.bit_count())
    frames = kernel.Frame.new(plies + 1)
    lines = np.zeros((plies + 1) * (plies + 1), np.uint16)
    lengths = np.zeros(plies + 2, np.int32)
    values = np.full(tables.moves, np.nan)
    memory = kernel.Result.new()
    result = memory[0]
    result["most_nodes"] = 2**62 if watch.limit.nodes is None else watch.limit.nodes
    if watch.is_cancelled:
        watch.stop()

    def found() -> dict[Move, float]:
        return {move: float(values[move]) for move in board.legal_moves if not np.isnan(values[move])}

    def so_far() -> Decision:
        # The kernel counts its nodes when it ends.
        seen = found()
        best = max(seen, key=lambda move: seen[move], default=board.legal_moves[0])
        return Decision(best, seen.get(best), seen, depth=depth, seconds=watch.seconds, complete=False)

    watch.run(
        [
            lambda: kernel.search(
                tables.argument,
                position.argument,
                plies,
                kernel.FRAMES.at(frames),
                kernel.LINES.at(lines),
                kernel.LENGTHS.at(lengths),
                kernel.VALUES.at(values),
                kernel.Result.at(memory),
                watch.flag,
            )
        ],
        so_far=so_far,
    )
    seen = found()
    # Empty when every move is infinitely bad, or none was finished: any legal move will do.
    line = tuple(int(move) for move in lines[: int(result["length"])]) or (board.legal_moves[0],)
    return Decision(
        move=line[0],
        value=float(result["value"]) if seen else None,
        values=seen,
        line=line,
        nodes=int(result["nodes"]),
        depth=depth,
        seconds=watch.seconds,
        complete=not result["stopped"],
    )
