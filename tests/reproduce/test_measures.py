"""The measurements themselves: they agree with what was published, and could have disagreed."""

from __future__ import annotations

import dataclasses
import math
import sys
import time
from functools import partial
from typing import Any

import pytest

from plyground.arena import score_of, standing
from plyground.board import Limit, Outcome, Side
from plyground.errors import IllegalMoveError, MissingError, UnsupportedError
from plyground.game import Game, Player
from plyground.grid import CFOUR, OPEN_LINES, OUTCOME, TICTACTOE, GridBoard, Rules
from plyground.reproduce import (
    MEASURES,
    Kind,
    Measure,
    Measured,
    Published,
    Result,
    Setting,
    Verdict,
    chosen,
    estimates,
    measure,
    published,
    tictactoe,
)
from plyground.reproduce.counts import layers
from plyground.reproduce.estimates import Perfect, fewer_operations, match, milliseconds, staged_game, unpruned
from plyground.reproduce.positions import full_board, quiet_positions, stacks
from plyground.reproduce.uct import _watched
from plyground.reproduce.unbeatable import ends, lost_games
from plyground.search import alphabeta, minimax
from plyground.solver import Solver
from tests.reproduce.measured import measured

# Part B has a test of its own: it runs whole, through the command. The estimates are in `make soak`.
QUICK = [entry for entry in chosen(["A", "C", "D", "E", "facts"]) if entry.kind is not Kind.ESTIMATE]


def row(name: str) -> Published:
    return next(entry for entry in published() if entry.id == name)


@pytest.mark.parametrize("entry", QUICK, ids=lambda entry: entry.id)
def test_it_agrees_or_departs_on_purpose(entry):
    result = measured(entry.id)
    verdict = Verdict.DEPARTS if entry.kind is Kind.DEPARTURE else Verdict.AGREES
    assert (result.measured, result.verdict) == (entry.expected, verdict), result.note


def test_the_flaws_of_the_tictactoe_source_are_counted_with_its_search():
    """Every win and loss is infinite, the first of the best is kept, and cell 0 is played if no move is better."""

    def move(board):
        decision = alphabeta(board, 9, OPEN_LINES)
        return 0 if decision.value == -math.inf else decision.move

    boards = list(tictactoe.open_positions())
    wins = [(board, wins) for board in boards if (wins := tictactoe.winning_moves(board))]
    assert (len(wins), sum(move(board) not in wins for board, wins in wins)) == (2358, row("E.immediate-win").value)
    lost = [board for board in boards if tictactoe.is_lost(board)]
    assert (len(lost), sum(move(board) not in board.legal_moves for board in lost)) == (632, row("E.all-lose").value)


def test_a_player_that_looks_less_far_than_it_says_is_noticed(monkeypatch):
    def lazy(board, depth, evaluator=None, **others):
        return dataclasses.replace(alphabeta(board, depth - 1, evaluator, **others), depth=depth)

    monkeypatch.setattr(sys.modules["plyground.players.staged"], "alphabeta", lazy)
    player: Any = tictactoe._PLAYER
    monkeypatch.setattr(player, "search", partial(lazy, **player.search.keywords))
    results = [measure(row(name)) for name in ("D.depth", "D.strengths", "E.depth-bound")]
    assert [result.measured for result in results] == [5, [1, 3, 5, 7], 8]
    assert {result.verdict for result in results} == {Verdict.DIFFERS}


LONG = [entry for entry in published() if entry.deep and entry.part == "facts"] + chosen(["tables"])


@pytest.mark.soak
@pytest.mark.parametrize("entry", LONG, ids=lambda entry: entry.id)
def test_what_takes_long_agrees(entry):
    assert measure(entry).verdict is Verdict.AGREES


@pytest.mark.parametrize("name", ["D.leaves-4", "D.leaves-6", "D.leaves-8", "D.time-2", "D.time-4"])
def test_an_estimate_is_shown(name):
    result = measured(name)
    assert result.verdict is Verdict.SHOWN
    assert result.measured
    assert not result.is_wrong


@pytest.mark.parametrize("name", ["D.perfect-first", "D.perfect-second"])
def test_the_perfect_player_has_its_opening_book(name):
    """One game each. From the seat of the winning side it wins; the claim of a draw otherwise does not hold."""
    result = measure(row(name))
    assert (result.verdict, result.measured) == (Verdict.SHOWN, "0 : 1")


def test_without_its_opening_book_the_perfect_player_says_so(monkeypatch):
    monkeypatch.setattr(estimates, "Solver", partial(Solver, book=False))
    result = measure(row("D.perfect-first"))
    assert (result.verdict, result.is_wrong) == (Verdict.UNMEASURED, True)
    assert result.note == "needs the opening book of 7x6 connect=4, which is not there or damaged"


def test_the_perfect_player_stops_at_its_nodes_and_says_so():
    game = Game(GridBoard.from_moves("4444435326314"))  # more stones than the book knows
    perfect: Player = Perfect(nodes=1)
    with pytest.raises(UnsupportedError, match="the solver needs more than 1 nodes for '"):
        perfect.decide(game)
    assert Perfect().limit == Limit(nodes=estimates.PERFECT_NODES)


def test_the_leaves_at_depth_eight_are_pinned():
    # 7**8 is what an endless board would have; wins on the seventh move and full columns take some away.
    assert measured("D.leaves-8").measured == [5_686_266, 133_650]


def test_what_pruning_saves_stands_beside_what_the_table_of_the_source_says():
    saved = fewer_operations(Setting({"depths": [4, 6]}))
    assert (saved.value, saved.note) == ("66 %, 92 %", "depths 4, 6; its own table gives 67 %, 97 %")


def test_strengths_have_an_interval(monkeypatch):
    points = iter([1.0, 0.0, 1.0, 1.0, 0.5, 1.0])
    monkeypatch.setattr(estimates, "staged_game", lambda opponent, number: next(points))
    found = match(Setting({"opponent": "random", "games": 6}))
    # Two games in a row, with the seats swapped, are a pair of the match.
    pairs = standing([0.5, 1.0, 0.75])
    low, high = score_of(pairs.low), score_of(pairs.high)
    assert found.value == "75%"
    assert found.note == f"4.5 of 6 points against 'random'; 95 % interval {low:.0%} to {high:.0%}"
    assert 0 < low < 0.75 < high < 1


def test_times_are_cpu_times(monkeypatch):
    def idle(setting):
        time.sleep(0.5)
        return Measured(True)

    monkeypatch.setitem(MEASURES, "A.falls", Measure("A.falls", "claim", idle))
    assert measure(row("A.falls")).cpu_seconds < 0.5
    clock = iter([1.0, 1.25])
    monkeypatch.setattr(estimates, "thread_time", lambda: next(clock))
    assert milliseconds(Setting({"depth": 1})).value == 250.0


@pytest.mark.parametrize(("rules", "depth"), [("7x6 connect=4", 4), ("4x3 connect=3", 8), ("3x2 connect=3", 9)])
def test_leaves_without_pruning_are_those_that_minimax_evaluates(rules, depth):
    leaves = 0

    def counted(board, side):
        nonlocal leaves
        leaves += 1
        return OUTCOME(board, side)

    minimax(GridBoard(Rules.parse(rules)), depth, counted)
    assert unpruned(Rules.parse(rules), depth) == leaves


def test_a_player_that_can_be_beaten_is_found_out():
    def first_legal(board):
        return board.legal_moves[0]

    assert lost_games(first_legal, Side.FIRST).value > 0
    assert lost_games(first_legal, Side.SECOND).value > 0


def test_all_replies_are_tried():
    # Against a player who takes the first free cell the opponent has 8, 6, 4 and 2 replies, less where it ends.
    def first_legal(board):
        return board.legal_moves[0]

    lines: set[tuple[int, ...]] = set()

    def walk(board, moves):
        if board.outcome.is_over:
            lines.add(moves)
        else:
            for move in board.legal_moves if board.turn is Side.SECOND else [first_legal(board)]:
                walk(board.move(move), (*moves, move))

    walk(GridBoard(TICTACTOE), ())
    counted = ends(GridBoard(TICTACTOE), first_legal, Side.FIRST, {})
    assert counted.total() == len(lines) > 0
    assert set(counted) <= {outcome for outcome in Outcome if outcome.is_over}


def test_layers_count_games_and_positions():
    rules = Rules.parse("3x2 connect=3")
    games: dict[int, list[GridBoard]] = {}

    def walk(board, ply):
        games.setdefault(ply, []).append(board)
        for move in board.legal_moves:
            walk(board.move(move), ply + 1)

    walk(GridBoard(rules), 0)
    counted = list(layers(rules))
    assert [sum(layer.values()) for layer in counted] == [len(games[ply]) for ply in sorted(games)]
    assert [set(layer) for layer in counted] == [set(games[ply]) for ply in sorted(games)]


def test_watch_sees_every_playout():
    watch, decision = _watched(100)
    assert watch.nodes[0].visits == decision.playouts == 100


def test_positions_are_what_their_names_say():
    assert full_board().is_draw
    boards = quiet_positions(8)
    assert len(set(boards)) == 8
    for board in boards:
        assert board.rules == CFOUR
        for side in Side:
            assert not board.threat_mask(side) & board.reachable
    red = stacks("- | RB | BRBRB | BBRRB | RRB | - | -")
    assert (red.at(1, 0), red.at(1, 1), red.turn) == (Side.SECOND, Side.FIRST, Side.SECOND)


def test_points_are_counted_for_the_staged_player_on_either_side():
    assert [staged_game("random", number) for number in range(2)] == [1.0, 1.0]


@pytest.mark.parametrize("error", [MissingError("needs the moon"), IllegalMoveError("needs the moon")])
@pytest.mark.parametrize("name", ["A.loop", "A.rewards", "A.unplayable", "D.time-2"])
def test_what_cannot_be_measured_is_neither_agreement_nor_silence(name, error, monkeypatch):
    def missing(setting: Setting):
        raise error

    monkeypatch.setitem(MEASURES, name, Measure(name, "claim", missing))
    result: Result = measure(row(name))
    assert (result.verdict, result.note, result.is_wrong) == (Verdict.UNMEASURED, "needs the moon", True)
