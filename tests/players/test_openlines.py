"""The tic-tac-toe player: unbeatable, fast to win, and never on a taken cell."""

from __future__ import annotations

import pytest

from plyground import TICTACTOE, Game, GridBoard, Player, Rules, Side
from plyground.grid import OPEN_LINES
from plyground.players import make_player
from plyground.search import minimax


def losses(player: Player, side: Side, board: GridBoard) -> int:
    """Games lost against every sequence of replies."""
    if board.outcome.is_over:
        return int(board.winner is side.opposite)
    if board.turn is side:
        return losses(player, side, board.move(player.decide(Game(board)).move))
    return sum(losses(player, side, board.move(move)) for move in board.legal_moves)


@pytest.mark.parametrize("side", Side)
def test_nobody_beats_it(side):
    assert losses(make_player("openlines"), side, GridBoard(TICTACTOE)) == 0


def test_the_count_of_losses_sees_losses():
    assert losses(make_player("minimax depth=1"), Side.SECOND, GridBoard(TICTACTOE)) > 0


def test_both_searches_are_one_player():
    board = GridBoard.from_moves("b2", TICTACTOE)
    decisions = [make_player(f"openlines search={search}").decide(Game(board)) for search in ("minimax", "alphabeta")]
    assert decisions[0].move == decisions[1].move
    assert decisions[0].value == decisions[1].value
    assert decisions[0].nodes > decisions[1].nodes


def test_it_takes_the_fastest_win():
    # X wins at c1 at once; a search with infinite wins is content with a slower one that comes first.
    board = GridBoard.from_moves("a1 a3 b1 b3", TICTACTOE)
    decision = make_player("openlines").decide(Game(board))
    assert board.move(decision.move).is_win
    slower = [
        board for board in _positions() if not board.move(minimax(board, 9, OPEN_LINES).move).is_win and _can_win(board)
    ]
    assert slower, "the flaw of the source should show somewhere"
    for board in slower:
        assert board.move(make_player("openlines").decide(Game(board)).move).is_win


def _can_win(board: GridBoard) -> bool:
    return any(board.move(move).is_win for move in board.legal_moves)


def _positions() -> list[GridBoard]:
    """Open positions with four to six stones."""
    layer, found = {GridBoard(TICTACTOE)}, []
    for ply in range(6):
        layer = {board.move(move) for board in layer for move in board.legal_moves}
        if ply >= 3:
            found += [board for board in sorted(layer, key=repr) if not board.outcome.is_over][::10]
    return found


def test_it_plays_a_legal_move_when_all_lose():
    # X threatens on two sides, cell 0 is taken.
    board = GridBoard.setup(TICTACTOE, [(0, 2), (2, 2), (2, 0)], [(1, 1)], Side.SECOND)
    decision = make_player("openlines").decide(Game(board))
    assert decision.value is not None
    assert decision.value < -1000
    assert decision.move in board.legal_moves
    assert 0 not in board.legal_moves


def test_it_plays_other_boards():
    board = GridBoard(Rules.parse("4x4 connect=4 gravity=no"))
    assert make_player("openlines depth=3").decide(Game(board)).move in board.legal_moves
