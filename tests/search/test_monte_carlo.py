"""Flat Monte Carlo by hand, in parallel and by seed; UCT by what it finds and what it keeps."""

from __future__ import annotations

import math
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from plyground import CFOUR, TICTACTOE, Board, Game, GridBoard, Limit, Rules, Side
from plyground.board import SplitMix
from plyground.errors import IllegalMoveError, LimitError, UnknownNameError
from plyground.executors import local_executor
from plyground.grid import OUTCOME
from plyground.search import UCT, flat_monte_carlo, minimax, play_out, uct
from tests.search.test_depth_first import Relay


def by_hand(board: GridBoard, playouts: int, seed: int) -> dict[int, int]:
    """Part A as it is told: a stone in each column, random games with the opponent first, +2 / 0 / -1."""
    sums = {}
    for place, move in enumerate(board.legal_moves):
        random = SplitMix(seed).stream(place)
        sums[move] = 0
        for _ in range(playouts):
            at = board.move(move)
            while not at.outcome.is_over:
                at = at.move(at.legal_moves[random.below(len(at.legal_moves))])
            sums[move] += 0 if at.winner is None else 2 if at.winner is board.turn else -1
    return sums


@pytest.mark.parametrize("moves", ["", "4453", "112233", "1122331"])
def test_flat_monte_carlo_is_the_sum_of_its_games(moves):
    board = GridBoard.from_moves(moves)
    decision = flat_monte_carlo(board, 60, seed=11)
    sums = by_hand(board, 60, 11)
    assert {move: round(value * decision.visits[move]) for move, value in decision.values.items()} == sums
    assert decision.move == min(sums, key=lambda move: (-sums[move], move))
    assert decision.complete
    assert decision.playouts == 60 * len(board.legal_moves)


def test_a_win_at_once_counts_in_all_playouts_and_ties_go_to_the_lowest():
    board = GridBoard.setup(CFOUR, [(1, 0), (2, 0), (3, 0)], [(1, 1), (2, 1), (3, 1)])
    decision = flat_monte_carlo(board, 30)
    assert decision.values[0] == decision.values[4] == 2
    assert decision.move == 0


def test_an_unplayable_column_is_never_chosen():
    # Whatever it plays it loses, which sums to less than the -1 that the source gave to full columns.
    board = GridBoard.setup(
        Rules.parse("4x3 connect=3"),
        [(0, 0), (0, 2), (2, 0), (2, 1), (3, 0), (3, 1)],
        [(0, 1), (1, 0)],
        Side.SECOND,
    )
    decision = flat_monte_carlo(board, 50)
    assert max(decision.values.values()) < 0
    assert decision.move in board.legal_moves
    assert set(decision.values) == set(board.legal_moves) == {1, 2, 3}


def test_rewards_are_a_parameter():
    board = GridBoard(TICTACTOE)
    draws_only = flat_monte_carlo(board, 50, rewards=(0, 1, 0))
    assert all(0 <= value <= 1 for value in draws_only.values.values())
    assert draws_only.values != flat_monte_carlo(board, 50).values


def test_processes_give_the_same_answer():
    with local_executor(2) as executor:
        for moves, playouts in (("", 150), ("4453", 64), ("112233", 65)):
            board = GridBoard.from_moves(moves)
            alone = flat_monte_carlo(board, playouts, seed=9)
            together = flat_monte_carlo(board, playouts, seed=9, executor=executor)
            assert (together.move, together.values, together.visits) == (alone.move, alone.values, alone.visits)
            assert (together.nodes, together.playouts, together.complete) == (alone.nodes, alone.playouts, True)


@pytest.mark.parametrize("workers", [1, 3, 8])
def test_threads_give_the_same_answer(workers):
    board = GridBoard.from_moves("44")
    with ThreadPoolExecutor(workers) as executor:
        assert flat_monte_carlo(board, 130, executor=executor).values == flat_monte_carlo(board, 130).values


def test_seeds_decide():
    board = GridBoard(CFOUR)
    for search in (
        lambda seed: flat_monte_carlo(board, 40, seed=seed),
        lambda seed: uct(board, Limit(playouts=200), seed=seed),
    ):
        assert search(1).values == search(1).values
        assert search(1).values != search(2).values


def test_playouts_are_uniform():
    random = SplitMix(4)
    first_moves = dict.fromkeys(range(9), 0)
    for _ in range(4500):
        record: list[int] = []
        end = play_out(GridBoard(TICTACTOE), random, record)
        assert end.outcome.is_over
        first_moves[record[0]] += 1
    # 500 each expected, standard deviation 21.
    assert all(400 < count < 600 for count in first_moves.values())


def test_a_limit_on_playouts_is_shared_by_the_candidates():
    board = GridBoard(CFOUR)
    assert flat_monte_carlo(board, 1000, limit=Limit(playouts=70)).visits == dict.fromkeys(range(7), 10)
    assert flat_monte_carlo(board, 1000, limit=Limit(playouts=3)).visits == dict.fromkeys(range(7), 1)
    assert flat_monte_carlo(board, 5, limit=Limit(playouts=7000)).visits == dict.fromkeys(range(7), 5)


def test_uct_takes_a_win_and_blocks_one():
    assert uct(GridBoard.from_moves("112233")).move == 3
    assert uct(GridBoard.from_moves("1122331"), Limit(playouts=3000)).move == 3


def test_uct_converges_to_the_value_of_the_game():
    # Tic-tac-toe, X in a corner: only the centre draws.
    board = GridBoard.from_moves("a1", TICTACTOE)
    decision = uct(board, Limit(playouts=8000))
    drawing = [move for move, value in minimax(board, 8, OUTCOME).values.items() if value == 0]
    assert drawing == [4]
    assert decision.move == 4
    assert decision.value is not None
    assert abs(decision.value) < 0.35


def test_uct_keeps_the_tree_below_the_moves_played():
    search = UCT(seed=1)
    board = GridBoard(CFOUR)
    first = search.decide(board, Limit(playouts=500))
    reply = first.line[1]
    after = board.move(first.move).move(reply)
    kept = search.decide(after, Limit(playouts=1))
    fresh = UCT(seed=1).decide(after, Limit(playouts=1))
    assert sum(kept.visits.values()) > 20
    assert sum(fresh.visits.values()) == 1
    assert (kept.nodes, kept.playouts) == (1, 1)
    # The same position again, asked without a move: everything is still there.
    again = search.decide(after, Limit(playouts=1))
    assert sum(again.visits.values()) == sum(kept.visits.values()) + 1


def test_uct_starts_anew_where_its_tree_does_not_reach():
    search = UCT()
    search.decide(GridBoard(CFOUR), Limit(playouts=300))
    elsewhere = GridBoard.from_moves("7654321")
    assert sum(search.decide(elsewhere, Limit(playouts=10)).visits.values()) == 10
    search.reset()
    assert sum(search.decide(elsewhere, Limit(playouts=10)).visits.values()) == 10


def test_uct_follows_moves_where_boards_do_not_compare():
    start = Relay(10)
    assert start != Relay(10)
    search = UCT()
    first = search.decide(start, Limit(playouts=400))
    after = start.move(first.move)
    search.follow(first.move, after)
    kept = search.decide(after, Limit(playouts=1))
    assert sum(kept.visits.values()) > 10
    search.follow(99, after)
    assert sum(search.decide(after, Limit(playouts=1)).visits.values()) == 1


def test_uct_sees_who_moves_not_how_often():
    """Turns that do not alternate: the sign follows the side."""
    for heap in range(2, 9):
        board = Relay(heap)
        values = minimax(board, heap).values
        decision = uct(board, Limit(playouts=3000))
        assert values[decision.move] == max(values.values())


@pytest.mark.parametrize("final", ["value", "visits", "bound"])
def test_the_final_choice_is_a_parameter(final):
    board = GridBoard.from_moves("4453")
    decision = uct(board, Limit(playouts=400), c=1.0, final=final)
    if final == "value":
        assert decision.value == max(decision.values.values())
    elif final == "visits":
        assert decision.visits[decision.move] == max(decision.visits.values())
    else:
        total = sum(decision.visits.values())
        bounds = {m: v + math.sqrt(2 * math.log(total) / decision.visits[m]) for m, v in decision.values.items()}
        assert bounds[decision.move] == max(bounds.values())


def test_the_three_final_choices_can_differ():
    board = GridBoard(CFOUR)
    choices = {
        final: [uct(board, Limit(playouts=60), seed=seed, final=final).move for seed in range(30)]
        for final in ("value", "visits", "bound")
    }
    assert choices["value"] != choices["visits"]
    assert choices["value"] != choices["bound"]


def test_finished_positions_count_as_they_ended():
    # One free cell: the tree is the root and the draw below it.
    #  x o x
    #  x o o
    #  o x .
    first = [(0, 2), (2, 2), (0, 1), (1, 0)]
    second = [(1, 2), (1, 1), (2, 1), (0, 0)]
    board = GridBoard.setup(TICTACTOE, first, second)
    decision = uct(board, Limit(playouts=25))
    assert decision.visits == {board.legal_moves[0]: 25}
    assert decision.value == 0
    assert decision.nodes == 2


def test_limits_of_uct():
    board = GridBoard(CFOUR)
    assert uct(board).playouts == 1000
    assert uct(board, Limit(nodes=50)).nodes == 50
    assert uct(board, Limit(playouts=7)).complete
    assert not uct(board, Limit(playouts=6)).complete
    began = time.thread_time()
    timed = uct(board, Limit(time=0.1))
    assert timed.complete
    assert timed.seconds >= 0.1
    assert time.thread_time() - began < 5


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda board: flat_monte_carlo(board, 0), LimitError),
        (lambda board: flat_monte_carlo(board, -5), LimitError),
        (lambda board: uct(board, c=-1), LimitError),
        (lambda board: uct(board, c=float("nan")), LimitError),
        (lambda board: uct(board, final="mean"), UnknownNameError),
    ],
)
def test_bad_parameters_are_refused(call, error):
    with pytest.raises(error):
        call(GridBoard(CFOUR))


@pytest.mark.parametrize("search", [flat_monte_carlo, uct, minimax])
def test_a_finished_game_has_no_move(search):
    won: Board = Game(GridBoard(CFOUR), [0, 1, 0, 1, 0, 1, 0]).board
    with pytest.raises(IllegalMoveError, match="the first player has won, so there is no move"):
        search(won)
