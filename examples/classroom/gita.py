"""The best move after the opponent's best reply."""

from plyground import GridBoard, Side


def worst_reply(board: GridBoard, side: Side) -> float:
    if board.outcome.is_over:
        return board.evaluate(side)
    return min(board.move(reply).evaluate(side) for reply in board.legal_moves)


def choose(board: GridBoard) -> int:
    return max(board.legal_moves, key=lambda move: worst_reply(board.move(move), board.turn))
