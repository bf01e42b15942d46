"""Any move."""

import random

from plyground import GridBoard


def choose(board: GridBoard) -> int:
    return random.choice(board.legal_moves)
