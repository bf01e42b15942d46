"""Wins by fours, found by plain recursion over boards: an oracle that shares nothing with the kernels but the rules."""

from __future__ import annotations

from plyground.board import Move
from plyground.grid import GridBoard, bits


def fours(board: GridBoard) -> list[Move]:
    """The moves after which the side to move threatens to complete a run."""
    return [move for move in board.legal_moves if board.move(move).threat_mask(board.turn)]


def wins_by_four(board: GridBoard, move: Move, known: dict[GridBoard, bool]) -> bool:
    """Whether a sequence of fours that begins with this move wins."""
    after = board.move(move)
    if after.is_win:
        return True
    if after.wins_in_one(after.turn):
        return False
    cells = list(bits(after.threat_mask(board.turn)))
    if len(cells) > 1:
        return True
    return wins_by_fours(after.move(board.rules.move_into(board.rules.layout.cell(cells[0]))), known)


def wins_by_fours(board: GridBoard, known: dict[GridBoard, bool]) -> bool:
    """Whether the side to move wins by fours."""
    if board not in known:
        if board.wins_in_one(board.turn):
            known[board] = True
        else:
            # The other side's threat has to be answered, by a four.
            threats = board.wins_in_one(board.turn.opposite)
            moves = [move for move in fours(board) if not threats or board.target(move) == threats]
            known[board] = any(wins_by_four(board, move, known) for move in moves)
    return known[board]
