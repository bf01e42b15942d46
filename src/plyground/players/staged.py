"""The staged player: win at once, else block, else search."""

from __future__ import annotations

import dataclasses
import time
from dataclasses import dataclass

from plyground.board import Board, Cancel, Decision, Evaluator, Limit, Move, Side, SplitMix, tightest
from plyground.errors import N_
from plyground.game import Game, Player
from plyground.grid import POSITION, GridBoard
from plyground.players.engine_player import grid_of
from plyground.players.one_move import block_in_one, win_in_one
from plyground.search import alphabeta

__all__ = ["STRENGTHS", "OddRows", "StagedPlayer"]

STRENGTHS = {"weak": 2, "medium": 4, "strong": 6, "verystrong": 8}
"""Depths by the names that the source gives them."""


@dataclass(frozen=True)
class OddRows:
    """`base`, and a little for stones in odd rows (the bottom row is the first).

    The player who began wins the end game on odd cells, because the other one has to fill the even ones.
    """

    base: Evaluator = POSITION
    weight: float = 1

    def __call__(self, board: Board, side: Side) -> float:
        value = self.base(board, side)
        if board.outcome.is_over:
            return value
        grid = grid_of(board, "staged")
        odd = _odd_rows(grid)
        own, other = grid.stones(side) & odd, grid.stones(side.opposite) & odd
        return value + self.weight * (own.bit_count() - other.bit_count())


class StagedPlayer(Player):
    """Three stages: a win at once; else a block of the opponent's; else alpha-beta, columns from the left.

    `centre`: the first stone goes to the middle, whatever the search thinks. `forks`: before searching, a move
    that makes two threats at once. `parity`: stones in odd rows count more. `think`: a random pause within these
    seconds, on top of the search; a cancel ends it.
    """

    def __init__(
        self,
        name: str = "staged",
        depth: int = STRENGTHS["strong"],
        *,
        centre: bool = True,
        forks: bool = False,
        parity: bool = False,
        think: tuple[float, float] | None = None,
        seed: int = 0,
        limit: Limit | None = None,
    ) -> None:
        self.name = name
        self.identifier = Side.FIRST
        self.depth = depth
        self.centre = centre
        self.forks = forks
        self.evaluator: Evaluator = OddRows() if parity else POSITION
        self.think = think
        self.limit = limit
        self._random = SplitMix(seed)

    def check_board(self, board: Board) -> None:
        grid_of(board, "staged")

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        began = time.perf_counter()
        limit = tightest(self.limit, limit)
        decision = self._choose(grid_of(game.board, "staged"), limit, cancel)
        if self.think is not None:
            self._pause(self.think, began, limit, cancel)
        return dataclasses.replace(decision, seconds=time.perf_counter() - began)

    def _choose(self, board: GridBoard, limit: Limit | None, cancel: Cancel | None) -> Decision:
        if board.legal_moves:
            for find, note in (
                (win_in_one, N_("wins at once")),
                (block_in_one, N_("blocks the opponent's win")),
                (self._first_stone, N_("the first stone goes to the centre")),
                (self._fork, N_("makes two threats at once")),
            ):
                move = find(board)
                if move is not None:
                    value = POSITION.end if find is win_in_one else None
                    return Decision(move, value, line=(move,), nodes=1, note=note)
        return alphabeta(board, self.depth, self.evaluator, limit=limit, cancel=cancel)

    def _first_stone(self, board: GridBoard) -> Move | None:
        return _centre(board) if self.centre and not board.stones(board.turn) else None

    def _fork(self, board: GridBoard) -> Move | None:
        return _fork(board) if self.forks else None

    def _pause(self, span: tuple[float, float], began: float, limit: Limit | None, cancel: Cancel | None) -> None:
        low, high = span
        end = time.perf_counter() + low + (high - low) * self._random.unit()
        if limit is not None and limit.time is not None:
            end = min(end, began + limit.time)
        while (left := end - time.perf_counter()) > 0 and not (cancel is not None and cancel.is_set()):
            time.sleep(min(left, 0.02))


def _odd_rows(board: GridBoard) -> int:
    layout = board.rules.layout
    return sum(layout.bottoms << row for row in range(0, board.rules.rows, 2))


def _fork(board: GridBoard) -> Move | None:
    """The first move after which two cells win and the opponent has no win of its own."""
    for move in board.legal_moves:
        after = board.move(move)
        if after.wins_in_one(board.turn).bit_count() >= 2 and not after.wins_in_one(after.turn):
            return move
    return None


def _centre(board: GridBoard) -> Move:
    """The legal move next to the middle of the board; the first of several."""
    rules = board.rules

    def distance(move: Move) -> int:
        column, row = board.cell_of(move)
        sideways = abs(2 * column - (rules.columns - 1))
        # With gravity the row is not a choice.
        return sideways if rules.gravity else sideways + abs(2 * row - (rules.rows - 1))

    return min(board.legal_moves, key=distance)
