"""The move that wins most of a few random games."""

import random

from plyground import GridBoard, Side


def points(board: GridBoard, side: Side) -> float:
    while not board.outcome.is_over:
        board = board.move(random.choice(board.legal_moves))
    return 0.5 if board.winner is None else float(board.winner is side)


def choose(board: GridBoard) -> int:
    return max(board.legal_moves, key=lambda move: sum(points(board.move(move), board.turn) for _ in range(10)))
