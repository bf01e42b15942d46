"""The move nearest to the middle."""

from plyground import GridBoard


def choose(board: GridBoard) -> int:
    middle = (board.rules.columns - 1) / 2
    return min(board.legal_moves, key=lambda move: abs(move % board.rules.columns - middle))
