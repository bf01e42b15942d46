"""Positions that several measurements start from, and the notations of the sources."""

from __future__ import annotations

from plyground.board import Side, SplitMix
from plyground.grid import CFOUR, TICTACTOE, GridBoard, parse_position

__all__ = ["full_board", "quiet_positions", "random_game", "stacks", "tictactoe"]


def tictactoe(rows: str, turn: str) -> GridBoard:
    """As source B writes it: rows of X, O and dots from the top; `turn` is x or o."""
    return parse_position(f"{rows.lower()} {turn}", TICTACTOE)


def stacks(columns: str) -> GridBoard:
    """As source B writes it: the columns of 7x6, bottom up, the first on the left; black began, red is to move."""
    stones: dict[str, list[tuple[int, int]]] = {"B": [], "R": []}
    for column, stack in enumerate(columns.split("|")):
        for row, stone in enumerate(stack.strip().replace("-", "")):
            stones[stone].append((column, row))
    return GridBoard.setup(CFOUR, first=stones["B"], second=stones["R"], turn=Side.SECOND)


def full_board() -> GridBoard:
    """7x6 full, and nobody has four."""
    return parse_position("xxoxxox/ooxooxo/xxoxxox/ooxooxo/xxoxxox/ooxooxo x")


def random_game(seed: int) -> list[GridBoard]:
    """Every position of a uniformly random game of 7x6, from the empty board to the end."""
    random, board = SplitMix(seed), GridBoard(CFOUR)
    boards = [board]
    while not board.outcome.is_over:
        board = board.move(board.legal_moves[random.below(len(board.legal_moves))])
        boards.append(board)
    return boards


def quiet_positions(count: int) -> list[GridBoard]:
    """Positions from random games where neither side can win with its next stone, both having stones already."""
    found: list[GridBoard] = []
    for seed in range(1000):
        for board in random_game(seed)[4:16:3]:
            if not board.outcome.is_over and not any(map(board.wins_in_one, Side)):
                found.append(board)
            if len(found) == count:
                return found
    return found
