"""The tic-tac-toe player, checked for the flaws that its author reports."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.board import Board, Move, Side
from plyground.errors import N_
from plyground.game import Game
from plyground.grid import OPEN_LINES, OPEN_LINES_WEIGHTED, OUTCOME, TICTACTOE, GridBoard, canonical
from plyground.players import make_player
from plyground.reproduce.counts import tictactoe_layers
from plyground.reproduce.measure import Measured, Setting, measures
from plyground.reproduce.unbeatable import lost_games
from plyground.search import alphabeta, minimax
from plyground.texts import say

_PLAYER = make_player("openlines")


def _move(board: Board) -> Move:
    return _PLAYER.next_move(board)


@measures("E.depth-bound", N_("bound of the search's depth"))
def depth_bound(setting: Setting) -> Measured:
    return Measured(_PLAYER.decide(Game(GridBoard(TICTACTOE))).depth)


def _open_positions() -> Iterator[GridBoard]:
    """Every position that can arise and is not over, one of each kind up to symmetry."""
    for layer in tictactoe_layers():
        yield from {canonical(board) for board in layer if not board.outcome.is_over}


@measures("E.first-best", N_("the first of the best moves is kept"))
def first_best(setting: Setting) -> Measured:
    looked, right = 0, 0
    for board in _open_positions():
        if board.count >= 2:
            values = minimax(board, 9, OPEN_LINES_WEIGHTED).values
            right += _move(board) == max(values, key=lambda move: (values[move], -move))
            looked += 1
    return Measured(right == looked, say("{count} positions", count=looked))


@measures("E.immediate-win", N_("positions where it passes over an immediate win"))
def immediate_win(setting: Setting) -> Measured:
    looked, passed = 0, 0
    for board in _open_positions():
        wins = [move for move in board.legal_moves if board.move(move).is_win]
        if wins:
            looked += 1
            passed += _move(board) not in wins
    return Measured(passed, say("{count} positions", count=looked))


@measures("E.all-lose", N_("positions where every move loses and it plays a taken cell"))
def all_lose(setting: Setting) -> Measured:
    looked, taken = 0, 0
    for board in _open_positions():
        if board.count >= 2 and max(alphabeta(board, 9, OUTCOME).values.values()) < 0:
            looked += 1
            # With infinite values no move is better than none: that is where the source's goes wrong.
            moves = [_move(board), minimax(board, 9, OPEN_LINES).move, alphabeta(board, 9, OPEN_LINES).move]
            taken += not all(move in board.legal_moves for move in moves)
    return Measured(taken, say("{count} positions", count=looked))


@measures("E.lost-first", N_("games lost against all replies, the computer starting"))
def lost_first(setting: Setting) -> Measured:
    return lost_games(_move, Side.FIRST)


@measures("E.lost-second", N_("games lost against all replies of a human who starts"))
def lost_second(setting: Setting) -> Measured:
    return lost_games(_move, Side.SECOND)
