"""Textbook minimax and alpha-beta: depth, ties, nodes, and the positions that the source shows."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Self

from plyground.board import Board, Move, Side
from plyground.errors import N_
from plyground.grid import CFOUR, OUTCOME, TICTACTOE, GridBoard, Rules, parse_position
from plyground.reproduce.measure import Measured, Setting, measures, measures_each
from plyground.reproduce.positions import stacks, tictactoe
from plyground.reproduce.unbeatable import lost_games
from plyground.search import alphabeta, find_best_move, minimax
from plyground.texts import say


class Ladder(Board):
    """A game without end and with one legal move at a time; notes how deep it was evaluated."""

    def __init__(self, rung: int = 0, evaluated: list[int] | None = None) -> None:
        self.rung = rung
        self.evaluated: list[int] = [] if evaluated is None else evaluated

    @property
    def turn(self) -> Side:
        return Side(self.rung % 2)

    @property
    def legal_moves(self) -> Sequence[Move]:
        return (0,)

    @property
    def is_win(self) -> bool:
        return False

    def move(self, move: Move, /) -> Self:
        return type(self)(self.rung + 1, self.evaluated)

    def evaluate(self, side: Side, /) -> float:
        self.evaluated.append(self.rung)
        return 0


@measures("B.depth-convention", N_("find_best_move(board, 3) looks this many plies ahead"))
def depth_convention(setting: Setting) -> Measured:
    ladder = Ladder()
    find_best_move(ladder, setting.given["depth"])
    return Measured(max(ladder.evaluated))


@measures("B.default-depth", N_("default depth of the best-move helper"))
def default_depth(setting: Setting) -> Measured:
    ladder = Ladder()
    find_best_move(ladder)
    said: int = inspect.signature(find_best_move).parameters["max_depth"].default
    # The candidate move itself is one ply more.
    return Measured(said if max(ladder.evaluated) == said + 1 else max(ladder.evaluated) - 1)


@measures("B.first-of-best", N_("of equally good moves the first is kept"))
def first_of_best(setting: Setting) -> Measured:
    # Level all over; two ways to win at once; level with the first two columns full.
    level = GridBoard(Rules(columns=5, rows=2, connect=6))
    won = parse_position("......./......./......./......./......./.xxx... x", CFOUR)
    filled = parse_position("xo.../ox... x", Rules(columns=5, rows=2, connect=6))
    return Measured([find_best_move(board, 1, evaluator=OUTCOME) for board in (level, won, filled)] == [0, 0, 2])


@measures("B.alphabeta", N_("alpha-beta finds the same value and move as minimax with fewer nodes"))
def alphabeta_agrees(setting: Setting) -> Measured:
    games = ["", "4", "44", "4453", "434535", "12345671234567", "4444", "3545", "77123", "2626"]
    boards = [GridBoard.from_moves(moves) for moves in games]
    good, nodes = 0, [0, 0]
    for board in boards:
        plain, pruned = minimax(board, setting.given["depth"]), alphabeta(board, setting.given["depth"])
        good += (plain.value, plain.move) == (pruned.value, pruned.move) and pruned.nodes < plain.nodes
        nodes[0] += plain.nodes
        nodes[1] += pruned.nodes
    note = say(
        "{count} positions, {pruned} nodes instead of {plain}", count=len(boards), pruned=nodes[1], plain=nodes[0]
    )
    return Measured(good == len(boards), note)


# Positions


@measures_each(
    {
        "B.exercise2-win": N_("exercise 2, red to move, depth 3: win at once"),
        "B.exercise2-block": N_("exercise 2, red to move, depth 3: block"),
        "B.exercise2-hard": N_("exercise 2, red to move, depth 3: the hard position"),
        "B.connectfour-late-answer": N_("Connect Four, depth 3: the last position shown, red to move"),
    }
)
def red_plays(setting: Setting) -> Measured:
    return Measured(find_best_move(stacks(setting.given["position"]), setting.given["depth"]))


@measures("B.connectfour-answer", N_("Connect Four, depth 3: the human plays 1, the computer answers"))
def connectfour_answer(setting: Setting) -> Measured:
    return Measured(find_best_move(GridBoard(CFOUR).move(setting.given["human"]), setting.given["depth"]))


@measures("B.connectfour-late-loss", N_("Connect Four, depth 3: after that black wins in column 2"))
def connectfour_late_loss(setting: Setting) -> Measured:
    board = stacks(setting.given["position"])
    after = board.move(find_best_move(board, setting.given["depth"])).move(setting.given["human"])
    return Measured(after.winner is Side.FIRST)


def tictactoe_move(board: Board) -> Move:
    """The source's player: the best-move helper with its default depth, and +1, -1 and 0."""
    return find_best_move(board, evaluator=OUTCOME)


@measures("B.tictactoe-answer", N_("tic-tac-toe: the human plays 4, the computer answers"))
def tictactoe_answer(setting: Setting) -> Measured:
    return Measured(tictactoe_move(GridBoard(TICTACTOE).move(setting.given["human"])))


@measures("B.tictactoe-last-answer", N_("tic-tac-toe: OXX/XXO/O.. with O to move"))
def tictactoe_last_answer(setting: Setting) -> Measured:
    return Measured(tictactoe_move(tictactoe(setting.given["position"], "o")))


@measures("B.tictactoe-last-draw", N_("tic-tac-toe: after that the human's 8 draws"))
def tictactoe_last_draw(setting: Setting) -> Measured:
    board = tictactoe(setting.given["position"], "o")
    return Measured(board.move(tictactoe_move(board)).move(setting.given["human"]).is_draw)


@measures("B.tictactoe-lost-second", N_("tic-tac-toe: games lost against all replies of a human who starts"))
def tictactoe_lost_second(setting: Setting) -> Measured:
    return lost_games(tictactoe_move, Side.SECOND)


@measures("B.tictactoe-lost-first", N_("tic-tac-toe: games lost against all replies, the computer starting"))
def tictactoe_lost_first(setting: Setting) -> Measured:
    return lost_games(tictactoe_move, Side.FIRST)
