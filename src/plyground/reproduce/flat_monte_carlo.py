"""Flat Monte Carlo: its rewards of +2, 0 and -1, what it chooses, and its parallel form."""

from __future__ import annotations

from concurrent.futures import Executor

from plyground.board import Move
from plyground.errors import N_
from plyground.executors import local_executor
from plyground.grid import CFOUR, GridBoard, Rules, parse_position
from plyground.reproduce.measure import Measured, Setting, measures
from plyground.reproduce.positions import random_game
from plyground.search import flat_monte_carlo
from plyground.texts import say

PLAYOUTS = 50
SEED = 1

# One row, two in a row win: small enough that every playout is forced, so that its value is known.
TINY = Rules(columns=3, rows=1, connect=2)


def _sums(board: GridBoard, seed: int = SEED) -> tuple[Move, dict[Move, float]]:
    """What flat Monte Carlo chooses, and each column's sum over its playouts."""
    decision = flat_monte_carlo(board, PLAYOUTS, seed)
    return decision.move, {move: mean * decision.visits[move] for move, mean in decision.values.items()}


@measures("A.rewards", N_("a playout adds this for a win, a draw and a loss; the opponent moves first in it"))
def rewards(setting: Setting) -> Measured:
    after_own, after_other = _sums(parse_position("x.. x", TINY))[1], _sums(parse_position("o.. x", TINY))[1]
    # x at 1 wins at once; x at 1 beside o leaves the last cell to o: a draw; x at 2 leaves it the win.
    sums = [after_own[1], after_other[1], after_other[2]]
    shown = ", ".join(f"{value:g}" for value in sums)
    return Measured(
        [int(value / PLAYOUTS) if value % PLAYOUTS == 0 else value / PLAYOUTS for value in sums],
        say("sums over {count} playouts: {sums}", count=PLAYOUTS, sums=shown),
    )


@measures(
    "A.win-at-once",
    N_("a candidate that wins at once counts as won in all its playouts"),
    why=N_("in the source's playout the opponent replies before a four is looked for, so that a won game can be lost"),
)
def win_at_once(setting: Setting) -> Measured:
    move, sums = _sums(GridBoard.from_moves(setting.given["moves"]))
    return Measured(move == 3 and sums[3] == 2 * PLAYOUTS)


@measures(
    "A.unplayable",
    N_("an unplayable column is never chosen, even when every playable one has a sum below -1"),
    why=N_("the source gives an unplayable column -1, which can be the highest value; choosing it ends its program"),
)
def unplayable(setting: Setting) -> Measured:
    board = parse_position(setting.given["position"], Rules.parse(setting.given["rules"]))
    below, legal = True, True
    for seed in range(20):
        move, sums = _sums(board, seed)
        below = below and max(sums.values()) < -1
        legal = legal and move in board.legal_moves and set(sums) == set(board.legal_moves)
    return Measured(below and legal, say("{count} seeds", count=20))


@measures("A.highest", N_("the column with the highest sum is chosen, and of equal ones the lowest"))
def highest(setting: Setting) -> Measured:
    boards = [board for seed in range(3) for board in random_game(seed)[-9:-1]]
    # Nobody can win on these two: every column is as good as the others, and the first ones may be full.
    boards += [GridBoard(Rules.parse("5x1 connect=9")), parse_position("xoxo... x", Rules.parse("7x1 connect=9"))]
    right, ties = 0, 0
    for board in boards:
        move, sums = _sums(board)
        best = [candidate for candidate, value in sums.items() if value == max(sums.values())]
        ties += len(best) > 1
        right += move == min(best)
    note = say("{count} positions, {ties} with ties", count=len(boards), ties=ties)
    return Measured(right == len(boards) and ties >= 2, note)


@measures("A.parallel", N_("the candidate moves simulated in parallel give the same answer"))
def parallel(setting: Setting) -> Measured:
    with local_executor(2) as executor:
        return _compared(executor)


def _compared(executor: Executor) -> Measured:
    same = 0
    boards = [GridBoard(CFOUR), GridBoard.from_moves("4453")]
    for seed, board in enumerate(boards):
        alone = flat_monte_carlo(board, PLAYOUTS, seed)
        together = flat_monte_carlo(board, PLAYOUTS, seed, executor=executor)
        same += (alone.move, alone.values, alone.visits) == (together.move, together.values, together.visits)
    return Measured(same == len(boards), say("{count} positions", count=len(boards)))
