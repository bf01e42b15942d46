"""A random game to the end: the one thing that all Monte Carlo searches do."""

from __future__ import annotations

from plyground.board import Board, Move, SplitMix, require_board

__all__ = ["play_out"]


def play_out(board: Board, random: SplitMix, record: list[Move] | None = None) -> Board:
    """Uniformly random moves until the game is over; the last board. Finished games stay as they are.

    Each move takes one number: `legal_moves[random.below(len(legal_moves))]`.
    """
    try:
        while not (board.is_win or board.is_draw):
            moves = board.legal_moves
            move = moves[random.below(len(moves))]
            board = board.move(move)
            if record is not None:
                record.append(move)
    except AttributeError:
        require_board(board)  # asked only now: a search passes here for every playout
        raise
    return board
