"""The measurements themselves: they agree with what was published, and could have disagreed."""

from __future__ import annotations

import pytest

from plyground.board import Outcome, Side
from plyground.errors import MissingError
from plyground.grid import CFOUR, OUTCOME, TICTACTOE, GridBoard, Rules
from plyground.reproduce import MEASURES, Kind, Measure, Setting, Verdict, chosen, measure, published
from plyground.reproduce.counts import layers
from plyground.reproduce.estimates import staged_game, unpruned
from plyground.reproduce.positions import full_board, quiet_positions, stacks
from plyground.reproduce.uct import _watched
from plyground.reproduce.unbeatable import ends, lost_games
from plyground.search import minimax
from tests.reproduce.measured import measured

# Part B has a test of its own: it runs whole, through the command. The estimates are in `make soak`.
QUICK = [entry for entry in chosen(["A", "C", "D", "E", "facts"]) if entry.kind is Kind.RESULT]


@pytest.mark.parametrize("entry", QUICK, ids=lambda entry: entry.id)
def test_it_agrees(entry):
    result = measured(entry.id)
    assert (result.measured, result.verdict) == (entry.value, Verdict.AGREES), result.note


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
    result = measure(next(entry for entry in published() if entry.id == name))
    assert (result.verdict, result.measured) == (Verdict.SHOWN, "0 : 1")


def test_the_leaves_at_depth_eight_are_pinned():
    # 7**8 is what an endless board would have; wins on the seventh move and full columns take some away.
    assert measured("D.leaves-8").measured == [5_686_266, 133_650]


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


def test_what_cannot_be_measured_is_neither_agreement_nor_silence(monkeypatch):
    def missing(setting: Setting):
        raise MissingError("needs the moon")

    monkeypatch.setitem(MEASURES, "A.loop", Measure("A.loop", "claim", missing))
    entry = next(entry for entry in published() if entry.id == "A.loop")
    result = measure(entry)
    assert (result.verdict, result.note, result.is_wrong) == (Verdict.UNMEASURED, "needs the moon", True)
