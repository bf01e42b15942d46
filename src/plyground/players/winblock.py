"""The player that sees one move ahead, and nothing else."""

from __future__ import annotations

import time

from plyground.board import Board, Cancel, Decision, Limit, Side, SplitMix, require_open
from plyground.errors import N_
from plyground.game import Game, Player
from plyground.players.engine_player import grid_of
from plyground.players.one_move import block_in_one, win_in_one

__all__ = ["WinBlockPlayer"]


class WinBlockPlayer(Player):
    """A win at once, else a block of the opponent's, else any legal move.

    >>> from plyground import GridBoard
    >>> WinBlockPlayer().next_move(GridBoard.from_moves("112233"))
    3
    """

    def __init__(self, name: str = "winblock", seed: int = 0) -> None:
        self.name = name
        self.identifier = Side.FIRST
        self._random = SplitMix(seed)

    def check_board(self, board: Board) -> None:
        grid_of(board, self.name)

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        began = time.perf_counter()
        require_open(game.outcome)
        board = grid_of(game.board, self.name)
        for find, note in ((win_in_one, N_("wins at once")), (block_in_one, N_("blocks the opponent's win"))):
            move = find(board)
            if move is not None:
                return Decision(move, line=(move,), nodes=1, seconds=time.perf_counter() - began, note=note)
        move = board.legal_moves[self._random.below(len(board.legal_moves))]
        return Decision(move, line=(move,), nodes=1, seconds=time.perf_counter() - began)
