"""The move whose position looks best at once."""

from plyground import GridBoard


def choose(board: GridBoard) -> int:
    return max(board.legal_moves, key=lambda move: board.move(move).evaluate(board.turn))
