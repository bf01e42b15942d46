"""A win if there is one, else a move after which the opponent cannot win at once."""

import random

from plyground import GridBoard


def is_safe(board: GridBoard) -> bool:
    return not any(board.move(reply).is_win for reply in board.legal_moves)


def choose(board: GridBoard) -> int:
    for move in board.legal_moves:
        if board.move(move).is_win:
            return move
    safe = [move for move in board.legal_moves if is_safe(board.move(move))]
    return random.choice(safe or board.legal_moves)
