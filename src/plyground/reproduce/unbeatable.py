"""A player against all replies, by exhaustion: can it be beaten?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from plyground.board import Board, Move, Outcome, Side
from plyground.grid import TICTACTOE, GridBoard
from plyground.reproduce.measure import Measured
from plyground.texts import say

__all__ = ["ends", "lost_games"]


def ends(board: Board, player: Callable[[Board], Move], side: Side, answers: dict[Board, Move]) -> Counter[Outcome]:
    """How the games from `board` end, `player` on `side` and every legal move tried for the opponent.

    `answers` keeps the player's moves, since other move orders lead to the same position.
    """
    if board.outcome.is_over:
        return Counter([board.outcome])
    if board.turn is side:
        if board not in answers:
            answers[board] = player(board)
        return ends(board.move(answers[board]), player, side, answers)
    total: Counter[Outcome] = Counter()
    for move in board.legal_moves:
        total += ends(board.move(move), player, side, answers)
    return total


def lost_games(player: Callable[[Board], Move], side: Side) -> Measured:
    """How many games of tic-tac-toe the player loses when the opponent tries everything."""
    counted = ends(GridBoard(TICTACTOE), player, side, {})
    note = say(
        "{count} games: {won} won, {drawn} drawn",
        count=counted.total(),
        won=counted[Outcome.win_of(side)],
        drawn=counted[Outcome.DRAW],
    )
    return Measured(counted[Outcome.win_of(side.opposite)], note)
