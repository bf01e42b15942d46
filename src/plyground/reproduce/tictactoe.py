"""The tic-tac-toe player, and the flaws of its source that it must not have."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.board import Board, Move, Side
from plyground.errors import N_
from plyground.game import Game
from plyground.grid import OPEN_LINES, OPEN_LINES_WEIGHTED, OUTCOME, GridBoard, Rules, canonical
from plyground.players import make_player
from plyground.reproduce.counts import tictactoe_layers
from plyground.reproduce.measure import Measured, Setting, measures
from plyground.reproduce.unbeatable import lost_games
from plyground.search import alphabeta, minimax
from plyground.texts import say

_PLAYER = make_player("openlines")


def _move(board: Board) -> Move:
    return _PLAYER.next_move(board)


@measures("E.depth-bound", N_("plies that the search looks ahead at most"))
def depth_bound(setting: Setting) -> Measured:
    # One column of twelve cells: tic-tac-toe would be over at the bound in any case.
    return Measured(len(_PLAYER.decide(Game(GridBoard(Rules.parse("1x12 connect=3")))).line))


def open_positions() -> Iterator[GridBoard]:
    """Every position that can arise and is not over, with at least two stones: before that the search takes long."""
    for layer in tictactoe_layers()[2:]:
        yield from (board for board in layer if not board.outcome.is_over)


@measures("E.first-best", N_("the first of the best moves is kept"))
def first_best(setting: Setting) -> Measured:
    boards = {canonical(board) for board in open_positions()}
    right = 0
    for board in boards:
        values = minimax(board, 9, OPEN_LINES_WEIGHTED).values
        right += _move(board) == max(values, key=lambda move: (values[move], -move))
    return Measured(right == len(boards), say("{count} positions", count=len(boards)))


@measures(
    "E.immediate-win",
    N_("positions where it passes over an immediate win"),
    why=N_("to the source's code every win is infinite, so that it keeps the first move that wins, however late"),
)
def immediate_win(setting: Setting) -> Measured:
    looked, passed = 0, 0
    for board in open_positions():
        wins = winning_moves(board)
        if wins:
            looked += 1
            passed += _move(board) not in wins
    return Measured(passed, say("{count} positions", count=looked))


def winning_moves(board: GridBoard) -> list[Move]:
    return [move for move in board.legal_moves if board.move(move).is_win]


@measures(
    "E.all-lose",
    N_("positions where every move loses and it plays a taken cell"),
    why=N_("to the source's code no lost move is better than none, and its answer is then cell 0"),
)
def all_lose(setting: Setting) -> Measured:
    looked, taken = 0, 0
    for board in filter(is_lost, open_positions()):
        looked += 1
        moves = [_move(board), minimax(board, 9, OPEN_LINES).move, alphabeta(board, 9, OPEN_LINES).move]
        taken += not all(move in board.legal_moves for move in moves)
    return Measured(taken, say("{count} positions", count=looked))


def is_lost(board: GridBoard) -> bool:
    """Whether every move loses against best play."""
    return alphabeta(board, 9, OUTCOME).value == -1


@measures("E.lost-first", N_("games lost against all replies, the computer starting"))
def lost_first(setting: Setting) -> Measured:
    return lost_games(_move, Side.FIRST)


@measures("E.lost-second", N_("games lost against all replies of a human who starts"))
def lost_second(setting: Setting) -> Measured:
    return lost_games(_move, Side.SECOND)
