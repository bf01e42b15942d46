"""Programs written against the chapter's names run on ours, and find what the chapter prints."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import product
from typing import Any

import pytest

from plyground import search
from plyground.chapter import (
    Board,
    C4Board,
    C4Piece,
    Move,
    Piece,
    TTTBoard,
    TTTPiece,
    alphabeta,
    find_best_move,
    minimax,
)
from plyground.errors import IllegalMoveError, PositionError
from plyground.grid import CFOUR, SEGMENTS, GridBoard

X, O, E = TTTPiece.X, TTTPiece.O, TTTPiece.E  # noqa: E741 - the chapter's names


def tictactoe(rows: str, turn: TTTPiece) -> TTTBoard:
    """From rows such as `XOX/XXO/O.O`."""
    return TTTBoard([{"X": X, "O": O, ".": E}[letter] for letter in rows.replace("/", "")], turn)


def connect_four(columns: str, turn: C4Piece) -> C4Board:
    """From columns such as `- | RB | B`, pushed one stone after another."""
    position = []
    for letters in columns.split("|"):
        column = C4Board.Column()
        for letter in letters.strip(" -"):
            column.push(C4Piece[letter])
        position.append(column)
    return C4Board(position, turn)


# Exercise 1


def test_legal_moves_wins_and_draws_of_tic_tac_toe() -> None:
    assert tictactoe("XOX/XXO/O.O", X).legal_moves == [7]
    assert tictactoe("XOX/XOO/X.O", X).is_win
    assert tictactoe("XOX/XOO/OXO", X).is_draw


# Exercise 2


@pytest.mark.parametrize(
    ("columns", "best"),
    [
        ("- | RB | BRBRB | BBRRB | RRB | - | -", 4),
        ("R | BR | BB | RBRR | BRB | RBB | -", 5),
        ("B | BR | BBRB | RBRR | BRB | R | -", 3),
    ],
)
def test_the_three_positions_of_connect_four(columns: str, best: Move) -> None:
    assert find_best_move(connect_four(columns, C4Piece.R), 3) == best


# The console games


def play(board: Board, typed: Iterator[str], depth: int) -> list[str]:
    """The chapter's loop: the human first, a question until the move is legal, and the end in words."""
    shown: list[str] = []

    def asked() -> Move:
        move = Move(-1)
        while move not in board.legal_moves:
            move = Move(int(next(typed)))
        return move

    while True:
        board = board.move(asked())
        if board.is_win:
            return [*shown, "you win"]
        if board.is_draw:
            return [*shown, "draw"]
        move = find_best_move(board, depth)
        board = board.move(move)
        shown += [str(move), repr(board)]
        if board.is_win:
            return [*shown, "computer wins"]
        if board.is_draw:
            return [*shown, "draw"]


def test_a_game_of_tic_tac_toe_at_the_console() -> None:
    # Moves that cannot be played are asked for again, so any list of all cells makes a game.
    shown = play(TTTBoard(), iter("9428135760428135760"), 8)
    assert shown[:2] == ["0", "O| | \n-----\n |X| \n-----\n | | "]
    assert shown[-1] in ("draw", "computer wins")
    last = tictactoe("OXX/XXO/O..", O)
    assert find_best_move(last) == 7
    assert play(last.move(7), iter(["7", "8"]), 8) == ["draw"]


def test_a_game_of_connect_four_at_the_console() -> None:
    board = C4Board().move(1)
    assert find_best_move(board, 3) == 3
    assert repr(board.move(3)) == "| | | | | | | |\n" * 5 + "| |B| |R| | | |\n"
    late = connect_four("- | BRRBR | - | RBRR | BBBR | BBRB | -", C4Piece.R)
    assert find_best_move(late, 3) == 3
    assert play(late.move(3), iter(["2"]), 3) == ["you win"]


# Exercise 4


@pytest.mark.parametrize(("first", "winner"), [(0, C4Piece.B), (1, C4Piece.R)])
def test_the_computer_against_itself(first: Move, winner: C4Piece) -> None:
    board = C4Board().move(first)
    while not board.is_win and not board.is_draw:
        board = board.move(find_best_move(board, 3))
    assert board.is_win
    assert board.turn.opposite is winner is board.winner


# Exercise 3: a game of the reader's own, with its own pieces


class GamePiece(Piece, Enum):
    F = "F"
    S = "S"
    E = " "


class Row(Board):
    """Three in a row among five cells."""

    def __init__(self, position: tuple[GamePiece, ...] = (GamePiece.E,) * 5, turn: GamePiece = GamePiece.F) -> None:
        self.position, self._turn = position, turn

    @property
    def turn(self) -> Any:
        return self._turn

    @property
    def legal_moves(self) -> list[Move]:
        return [Move(cell) for cell in range(5) if self.position[cell] is GamePiece.E]

    @property
    def is_win(self) -> bool:
        runs = (set(self.position[start : start + 3]) for start in range(3))
        return any(len(run) == 1 and run != {GamePiece.E} for run in runs)

    def move(self, location: Move) -> Row:
        cells = list(self.position)
        cells[location] = self._turn
        return Row(tuple(cells), self._turn.opposite)

    def evaluate(self, player: Any) -> float:
        return 0 if not self.is_win else -1 if self.turn is player else 1


def test_a_board_of_ones_own() -> None:
    won = Row().move(0).move(1).move(2).move(4)
    assert minimax(won, True, GamePiece.F) == 0
    threat = Row((GamePiece.E, GamePiece.F, GamePiece.F, GamePiece.E, GamePiece.S), GamePiece.F)
    assert find_best_move(threat) == 0
    assert minimax(threat, True, GamePiece.F) == alphabeta(threat, True, GamePiece.F) == 1
    assert minimax(threat, False, GamePiece.S) == -1


# The searches' signatures


def textbook(board: Board, maximizing: bool, player: Any, depth: int) -> float:
    """Minimax as everybody writes it."""
    if depth == 0 or board.is_win or board.is_draw:
        return board.evaluate(player)
    values = [textbook(board.move(move), not maximizing, player, depth - 1) for move in board.legal_moves]
    return max(values) if maximizing else min(values)


@pytest.mark.parametrize("columns", ["- | RB | BRBRB | BBRRB | RRB | - | -", "R | BR | BB | RBRR | BRB | RBB | -"])
def test_values_are_those_of_the_textbook(columns: str) -> None:
    board = connect_four(columns, C4Piece.R)
    for maximizing, player, depth in product((True, False), (C4Piece.B, C4Piece.R), (0, 1, 3)):
        value = textbook(board, maximizing, player, depth)
        assert minimax(board, maximizing, player, depth) == value
        assert alphabeta(board, maximizing, player, depth) == value
        assert alphabeta(board, maximizing, player, depth, value - 1, value + 1) == value
        assert alphabeta(board, maximizing, player, max_depth=depth, alpha=value + 5) == value + 5
        assert alphabeta(board, maximizing, player, max_depth=depth, beta=value - 5) == value - 5


def test_the_boards_are_ours_underneath() -> None:
    moves = [3, 3, 2, 4, 2, 2, 1, 0]
    board, ours = C4Board(), GridBoard(CFOUR)
    for move in moves:
        board, ours = board.move(move), ours.move(move)
        assert board.legal_moves == list(ours.legal_moves)
        assert board.evaluate(board.turn) == SEGMENTS(ours, ours.turn)
        assert repr(C4Board(board.position, board.turn)) == repr(board)
    assert find_best_move(board, 2) == search.find_best_move(ours, 2)


def test_pieces() -> None:
    assert [piece.opposite for piece in (X, O, E)] == [O, X, E]
    assert [str(piece) for piece in C4Piece] == ["B", "R", " "]
    assert (TTTBoard().turn, C4Board().turn) == (X, C4Piece.B)
    assert TTTBoard().move(4).position == [E, E, E, E, X, E, E, E, E]
    assert TTTBoard().evaluate(X) == 0
    won = tictactoe("XXX/OO./...", O)
    assert (won.evaluate(X), won.evaluate(O)) == (1, -1)


def test_what_cannot_be_is_refused() -> None:
    column = C4Board.Column()
    for _row in range(6):
        column.push(C4Piece.B)
    assert column.full
    assert column.copy()[5] is C4Piece.B
    with pytest.raises(PositionError, match="full"):
        column.push(C4Piece.R)
    with pytest.raises(PositionError, match="8 cells"):
        TTTBoard([E] * 8)
    with pytest.raises(PositionError, match="1 columns"):
        C4Board([column])
    with pytest.raises(IllegalMoveError):
        TTTBoard().move(4).move(4)
    with pytest.raises(IllegalMoveError, match="drawn"):
        find_best_move(tictactoe("XOX/XOO/OXO", X))
