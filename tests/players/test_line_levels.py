"""The levels on larger boards without gravity: the lower ones see and overlook like people, the tenth is strong."""

from __future__ import annotations

import subprocess
import sys

import pytest

from plyground import GOMOKU, Decision, Game, GridBoard, Limit, Player, Rules, Side, play
from plyground.board import Board, Cancel
from plyground.errors import RulesError
from plyground.players import LEVELS, make_player, plays_by_lines
from plyground.players.levels import LevelPlayer
from tests.players.one_ply import one_ply_move

ODD_BOARDS = (
    "7x7 connect=8 gravity=no",
    "1x32 connect=5 gravity=no",
    "32x2 connect=3 gravity=no",
    "32x32 connect=6 gravity=no",
    "9x9 connect=5 gravity=no blocked=" + ",".join(f"{column}{row}" for column in "abcdefgh" for row in range(1, 10)),
    "12x12 connect=5 gravity=no blocked=" + ",".join(f"{column}{row}" for column in "bdfhjl" for row in range(1, 13)),
)
"""Runs longer than the board, boards one or two cells wide, boards full of blocks."""


class OnePly(Player):
    """The script of `one_ply`."""

    def __init__(self) -> None:
        self.name = "one ply"
        self.identifier = Side.FIRST

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        assert isinstance(game.board, GridBoard)
        return Decision(one_ply_move(game.board))


def test_which_boards_are_played_by_lines() -> None:
    for rules, expected in (
        ("gomoku", True),
        ("9x9 connect=5 gravity=no", True),
        ("7x7 connect=4 gravity=no", True),
        ("tictactoe", False),
        ("6x6 connect=4 gravity=no", False),
        ("9x9 connect=5", False),
        ("9x9 connect=2 gravity=no", False),
        ("15x15 connect=9 gravity=no", False),
    ):
        assert plays_by_lines(Rules.parse(rules)) is expected, rules


def test_the_levels_with_gravity_play_as_they_did() -> None:
    """The moves of a game that was played before there were levels for boards without gravity."""
    game = play(Game(GridBoard()), make_player("level5 seed=1"), make_player("level4 seed=2"))
    assert game.moves == PINNED


PINNED = (1, 3, 5, 3, 4, 0, 3, 1, 3, 1, 0, 1, 1, 0, 5, 2, 2, 2, 2, 4, 2, 4, 4)


@pytest.mark.parametrize("cell", ["h8", "a1", "o8", "c13"])
def test_the_tenth_answers_close_to_the_first_stone(cell: str) -> None:
    board = GridBoard.from_moves(cell, "gomoku")
    answer = board.cell_of(make_player("level10").decide(Game(board), Limit(nodes=500)).move)
    stone = board.last_cell
    assert stone is not None
    assert max(abs(answer[0] - stone[0]), abs(answer[1] - stone[1])) <= 2


@pytest.mark.parametrize("seat", [0, 1])
def test_the_tenth_beats_a_player_that_looks_one_move_ahead(seat: int) -> None:
    board = GridBoard(GOMOKU)
    tenth = make_player("level10")
    while not board.outcome.is_over:
        if board.count % 2 == seat:
            board = board.move(tenth.decide(Game(board), Limit(nodes=1_500)).move)
        else:
            board = board.move(one_ply_move(board))
    assert board.winner is list(Side)[seat]


@pytest.mark.soak
def test_the_tenth_beats_it_twenty_times_beside_busy_processes() -> None:
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(4)]
    try:
        for number in range(20):
            # Another first stone for each pair of games, so that no two are alike.
            start = GridBoard.from_moves(
                ["h8", "g7", "i9", "h6", "j8", "f8", "h10", "e8", "k9", "g11"][number // 2], "gomoku"
            )
            players: list[Player] = [make_player("level10"), OnePly()]
            seats = players if number % 2 else players[::-1]
            game = play(Game(start), seats[0], seats[1])
            assert game.winner is not None, number
            assert seats[game.winner.value] is players[0], number
    finally:
        for process in busy:
            process.kill()
            process.wait()


@pytest.mark.parametrize("rules", ODD_BOARDS)
def test_every_level_plays_odd_boards_to_their_end(rules: str) -> None:
    start = GridBoard(Rules.parse(rules))
    players = [LevelPlayer(level, seed=3) for level in LEVELS]
    board = start
    for turn in range(min(40, start.rules.cells)):
        if board.outcome.is_over:
            break
        decision = players[turn % 10].decide(Game(board), Limit(time=0.05, nodes=200))
        assert decision.move in board.legal_moves
        board = board.move(decision.move)


def test_a_board_of_blocks_alone_is_refused() -> None:
    cells = ",".join(f"{column}{row}" for column in "abcdefg" for row in range(1, 8))
    with pytest.raises(RulesError, match="at least one has to stay free"):
        Rules.parse(f"7x7 connect=5 gravity=no blocked={cells}")


def moves_after(text: str, level: int, times: int) -> set[str]:
    board = GridBoard.from_moves(text, "gomoku")
    return {board.move_name(LevelPlayer(LEVELS[level - 1], seed).decide(Game(board)).move) for seed in range(times)}


def test_what_each_of_the_lower_levels_sees() -> None:
    # A four of the opponent: the first level overlooks some, from the third on none is.
    four = "h8 a1 h9 a2 h10 h7 h11"
    assert len(moves_after(four, 1, 20)) > 1
    assert moves_after(four, 3, 10) == {"h12"}
    # An open three of the opponent: the second level does not see it, the fifth mostly does.
    three = "h8 a1 h9 a3 h10"
    stops = {"h7", "h11"}
    assert not moves_after(three, 2, 20) <= stops
    seen = [LevelPlayer(LEVELS[4], seed).decide(Game(GridBoard.from_moves(three, "gomoku"))).move for seed in range(20)]
    board = GridBoard.from_moves(three, "gomoku")
    assert sum(board.move_name(move) in stops for move in seen) >= 15


def test_no_two_games_of_a_searching_level_are_alike() -> None:
    start = GridBoard(Rules.parse("9x9 connect=5 gravity=no"))
    games = {
        play(Game(start), make_player("level7", seed=seed), make_player("level6", seed=seed + 9)).moves
        for seed in range(3)
    }
    assert len(games) == 3


def test_the_seed_makes_a_game_repeatable() -> None:
    start = GridBoard(Rules.parse("9x9 connect=5 gravity=no"))
    one, other = (play(Game(start), make_player("level6 seed=1"), make_player("level3 seed=2")).moves for _ in range(2))
    assert one == other


def test_each_level_beats_the_lower_ones() -> None:
    """Over few games, so only levels that are far apart are compared; `plyground levels measure` has the rest."""
    start = GridBoard(Rules.parse("9x9 connect=5 gravity=no"))
    for strong, weak in ((3, 1), (5, 2), (8, 4)):
        points = 0.0
        for seed in range(8):
            players = [make_player(f"level{strong}", seed=seed), make_player(f"level{weak}", seed=seed + 100)]
            game = play(Game(start), players[seed % 2], players[1 - seed % 2])
            points += 0.5 if game.winner is None else float(game.winner.value == seed % 2)
        assert points >= 5, (strong, weak, points)
