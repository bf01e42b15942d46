"""A win if there is one, else any move."""

import random

from plyground import GridBoard


def choose(board: GridBoard) -> int:
    for move in board.legal_moves:
        if board.move(move).is_win:
            return move
    return random.choice(board.legal_moves)
