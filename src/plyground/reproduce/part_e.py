"""Part E: the tic-tac-toe player, with the flaws that its author's had and ours must not have."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.board import Board, Move, Side
from plyground.errors import N_
from plyground.game import Game
from plyground.grid import (
    OPEN_LINES,
    OPEN_LINES_WEIGHTED,
    OUTCOME,
    TICTACTOE,
    GridBoard,
    Rules,
    canonical,
    parse_position,
    position_text,
)
from plyground.players import make_player, seat
from plyground.reproduce.facts import tictactoe_layers
from plyground.reproduce.measure import Measured, Setting, measures
from plyground.reproduce.unbeatable import lost_games
from plyground.search import alphabeta, minimax
from plyground.texts import say

_PLAYER = make_player("openlines")


def _move(board: Board) -> Move:
    return _PLAYER.next_move(board)


@measures("E.values", N_("value of a win, a loss and a draw"))
def values(setting: Setting) -> Measured:
    won, drawn = parse_position("xxx/oo./... o", TICTACTOE), parse_position("xox/xoo/oxx o", TICTACTOE)
    seen = [OPEN_LINES(won, Side.FIRST), OPEN_LINES(won, Side.SECOND), OPEN_LINES(drawn, Side.FIRST)]
    return Measured([float(value) for value in seen])


@measures("E.open-lines", N_("at the depth bound: lines open for the computer minus lines open for the human"))
def open_lines(setting: Setting) -> Measured:
    positions = [".../.x./... o", "o../.x./... x", "o.x/.x./... o"]
    return Measured([int(OPEN_LINES(parse_position(text, TICTACTOE), Side.FIRST)) for text in positions])


# One line of three cells: what the evaluation says is what the line counts.
_LINE = Rules(columns=3, rows=1, connect=3)


@measures("E.two-like-one", N_("its flaw: a line with two stones counts like a line with one"))
def two_like_one(setting: Setting) -> Measured:
    one, two = (OPEN_LINES(parse_position(row, _LINE), Side.FIRST) for row in ("x.. x", "xx. x"))
    return Measured(one == two)


@measures("E.weighs-two", N_("ours weighs a line with two stones above one with one"))
def weighs_two(setting: Setting) -> Measured:
    one, two = (OPEN_LINES_WEIGHTED(parse_position(row, _LINE), Side.FIRST) for row in ("x.. x", "xx. x"))
    return Measured(two > one, say("{two:g} and {one:g}", two=two, one=one))


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


@measures("E.first-is-x", N_("the first player is X"))
def first_is_x(setting: Setting) -> Measured:
    return Measured(position_text(GridBoard(TICTACTOE).move(4).move(0)) == "o../.x./... x")


@measures("E.starts-by-lot", N_("who starts is drawn at random"))
def starts_by_lot(setting: Setting) -> Measured:
    count = setting.given["games"]
    first = sum(seat("openlines", "random", by_lot=True, seed=seed)[0].name == "openlines" for seed in range(count))
    # Four standard deviations around the half.
    fair = abs(first - count / 2) < 2 * count**0.5
    return Measured(fair, say("the computer starts {first} of {count} games", first=first, count=count))
