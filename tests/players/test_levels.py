"""The ten levels: legal on every board, never blind from the fourth on, repeatable by seed, and as weak as they say."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import CFOUR, Game, GridBoard, Limit, Played, Player, Rules, Side, play, random_rules
from plyground.errors import InputError, UnknownNameError, UnsupportedError
from plyground.grid import parse_rules
from plyground.players import make_player, player_text
from plyground.players.levels import ALIKE, LEVELS, LevelPlayer, levels_for, measured, measured_board
from plyground.search import alphabeta
from tests import naive, strategies
from tests.search.test_depth_first import Relay

SHORT = Limit(time=0.05)


def test_ten_levels_with_a_name_each() -> None:
    assert [level.number for level in LEVELS] == list(range(1, 11))
    assert len({level.name for level in LEVELS}) == 10
    for level in LEVELS:
        assert make_player(level.player).name == player_text(level.player)
        for text in (level.text, f"Level {level.number}", level.name.upper(), f"level number={level.number}"):
            player = make_player(text)
            assert isinstance(player, LevelPlayer)
            assert player.level is level
            assert player.name == level.text
    assert player_text("skilled seed=3 threads=2") == "level6 seed=3 threads=2"


@pytest.mark.parametrize("text", ["level0", "level11", "level 12", "level x"])
def test_other_levels_are_unknown(text: str) -> None:
    with pytest.raises(UnknownNameError, match="level"):
        make_player(text)


def test_the_number_of_a_level_is_checked() -> None:
    with pytest.raises(InputError, match=r"number is '11'; it has to be a whole number from 1 to 10"):
        make_player("level number=11")


def test_a_level_knows_grids_only() -> None:
    with pytest.raises(UnsupportedError, match="level3"):
        make_player("level3").decide(Game(Relay()))


@given(strategies.games(of=strategies.rules(largest=9)), st.integers(0, 2**40))
@strategies.examples(40)
def test_every_level_plays_by_the_naive_rules(game: tuple[GridBoard, list[int]], seed: int) -> None:
    board, moves = game
    judge = naive.of_rules(board.rules)
    for move in moves:
        board, judge = board.move(move), judge.play(move)
    players = [LevelPlayer(level, seed) for level in LEVELS]
    for turn in range(30):
        if judge.outcome() != "open":
            break
        move = players[(seed + turn) % 10].decide(Game(board), SHORT).move
        assert move in judge.legal_moves()
        board, judge = board.move(move), judge.play(move)
    assert board.outcome.value == judge.outcome()


@given(strategies.games(of=strategies.rules(largest=9)), st.integers(0, 2**40))
@strategies.examples(150)
def test_from_the_fourth_on_wins_are_taken_and_losses_blocked(game: tuple[GridBoard, list[int]], seed: int) -> None:
    board, moves = game
    players = [LevelPlayer(level, seed) for level in LEVELS if level.number >= 4]
    judge = naive.of_rules(board.rules)
    for move in moves:
        board, judge = board.move(move), judge.play(move)
    legal = judge.legal_moves()
    wins = {move for move in legal if judge.play(move).winner() is not None}
    other = naive.NaiveBoard(judge.connect, judge.gravity, judge.grid, naive.other(judge.turn))
    losses = {move for move in legal if other.play(move).winner() is not None}
    if judge.outcome() == "open" and (must := wins or losses):
        for player in players:
            assert player.decide(Game(board), SHORT).move in must


@pytest.mark.parametrize("rules", ["gomoku", "32x32 connect=5", "32x32 connect=6 gravity=no", "1x1 connect=4", "12x1"])
def test_every_level_answers_in_time_on_boards_of_every_size(rules: str) -> None:
    board = GridBoard(Rules.parse(rules))
    for level in LEVELS:
        player = LevelPlayer(level, 1)
        game = Game(board)
        game.seat(Side.FIRST, player)
        began = time.process_time()
        decision = player.decide(game, Limit(time=0.3) if level.number == 10 else None)
        assert decision.move in board.legal_moves
        # A fifth of a second on an idle machine; work is counted here, which other programs do not add to.
        assert time.process_time() - began < 2


def moves_of(first: str, second: str, start: GridBoard) -> tuple[int, ...]:
    return play(Game(start), make_player(first), make_player(second)).moves


def test_the_seed_makes_a_game_repeatable() -> None:
    start = GridBoard(random_rules(4))
    assert moves_of("level5 seed=1", "level4 seed=2", start) == moves_of("level5 seed=1", "level4 seed=2", start)
    assert len({moves_of("level5", "level4", start) for _ in range(3)}) > 1


def test_a_player_that_plays_again_plays_another_game() -> None:
    player, other = make_player("level4 seed=1"), make_player("level4 seed=2")
    start = GridBoard(random_rules(4))
    assert len({play(Game(start), player, other).moves for _ in range(3)}) > 1


def score(first: str, second: str, games: int) -> float:
    points = 0.0
    for seed in range(games):
        players = [make_player(first, seed=seed), make_player(second, seed=seed + 1)]
        game = play(Game(GridBoard(CFOUR)), players[seed % 2], players[1 - seed % 2])
        points += 0.5 if game.winner is None else float(game.winner.value == seed % 2)
    return points / games


def test_the_weakest_beats_chance_and_loses_to_who_sees_a_move_ahead() -> None:
    assert score("level1", "random", 200) >= 0.8
    assert score("winblock", "level1", 200) >= 0.8


def test_the_strongest_is_perfect_where_the_board_can_be_solved() -> None:
    start = GridBoard(Rules.parse("4x4 connect=3"))
    value = alphabeta(start, 16).value
    assert value is not None
    assert value > 0
    for seed in range(3):
        game = play(Game(start), make_player("level10", seed=seed), make_player("level9", seed=seed))
        assert game.winner is Side.FIRST


@pytest.mark.soak
def test_the_strongest_is_sure_of_every_move_on_7x6() -> None:
    """With its book and its solver, at a second a move."""
    sure: list[bool] = []
    for seed in range(4):
        players = [make_player("level10", seed=seed), make_player("level9", seed=seed)]

        def watch(played: Played, strongest: Player = players[0]) -> None:
            if played.player is strongest and played.decision.note == "":
                sure.append(played.decision.exact)

        game = play(Game(GridBoard(CFOUR)), players[seed % 2], players[1 - seed % 2], observers=[watch])
        assert seed % 2 or game.winner is Side.FIRST
    assert sure
    assert all(sure)


def test_what_was_measured_names_its_command() -> None:
    content = measured()
    assert all(command.startswith("plyground levels measure") for command in content["commands"])
    assert content["commands"]
    assert content["version"]
    assert set(content["elo"]) == {"cfour", "tictactoe", "random", "gomoku", "9x9 connect=5 gravity=no"}
    for level in LEVELS:
        assert set(level.elo) == set(content["elo"])
    for rung in content["games"]:
        points = [int(half) for pair in rung["pairs"].split() for half in pair]
        assert len(points) >= 200
        # Who sees wins and blocks alone is no match for the first level on a large board without gravity.
        by_lines = rung["board"] in ("gomoku", "9x9 connect=5 gravity=no")
        if rung["board"] != "tictactoe" and not (by_lines and rung["upper"] == "winblock"):
            assert sum(points) / 2 / len(points) >= 0.65, rung


def test_the_levels_of_a_board_are_those_that_differ_there() -> None:
    for board, elo in measured()["elo"].items():
        offered = levels_for(board)
        assert offered[-1] is LEVELS[-1], "the strongest is always there"
        for lower, upper in pairwise(offered):
            assert upper.elo[board] - lower.elo[board] >= ALIKE
        for level in set(LEVELS) - set(offered):
            assert any(0 <= other.elo[board] - elo[level.text][0] < ALIKE for other in offered), level.text
    assert [level.number for level in levels_for("tictactoe")] == [1, 2, 4, 7, 10]
    for board in ("cfour", "random", "gomoku", "9x9 connect=5 gravity=no", None):
        assert levels_for(board) == LEVELS


@pytest.mark.parametrize(
    ("rules", "board"),
    [
        ("tictactoe", "tictactoe"),
        ("7x6 connect=4", "cfour"),
        ("random seed=3", "random"),
        ("9x10 connect=4 blocked=i2", "random"),
        ("9x10 connect=4", None),
        ("gomoku", "gomoku"),
        ("15x15 connect=5 gravity=no", "gomoku"),
        ("9x9 connect=5 gravity=no", "9x9 connect=5 gravity=no"),
        ("9x9 connect=5 gravity=no blocked=e5", None),
        ("19x19 connect=5 gravity=no", None),
    ],
)
def test_where_the_levels_were_measured(rules: str, board: str | None) -> None:
    assert measured_board(parse_rules(rules)) == board
