"""Estimates and claims of the staged player's author: search sizes, times and strengths, beside our own figures."""

from __future__ import annotations

from plyground.board import Board, Limit, Move, Outcome, Side
from plyground.errors import N_, MissingError
from plyground.game import Game, play
from plyground.grid import CFOUR, POSITION, GridBoard, Rules
from plyground.players import make_player
from plyground.reproduce.counts import layers
from plyground.reproduce.measure import Measured, Setting, kept, measures, measures_each
from plyground.reproduce.positions import random_game
from plyground.search import alphabeta
from plyground.solver import Solver
from plyground.texts import say

PERFECT_NODES = 20_000_000
"""For one analysis of the perfect player: with the opening book 400,000 were the most, without it it takes billions."""


@kept
def _pruned(depth: int) -> tuple[int, float, int]:
    """Leaves that the left-to-right alpha-beta evaluates from the empty board, its seconds, and its nodes."""
    leaves = 0

    def counted(board: Board, side: Side) -> float:
        nonlocal leaves
        leaves += 1
        return POSITION(board, side)

    decision = alphabeta(GridBoard(CFOUR), depth, counted)
    return leaves, decision.seconds, decision.nodes


def unpruned(rules: Rules, depth: int) -> int:
    """Leaves of minimax from the empty board: the games that end before `depth`, and those that get there."""
    leaves = 0
    for ply, layer in enumerate(layers(rules), start=1):
        # Won or full: no further moves, so a search stops here.
        leaves += sum(games for board, games in layer.items() if not board.legal_moves)
        if ply == depth:
            leaves += sum(games * len(board.legal_moves) for board, games in layer.items())
            break
    return leaves


@measures_each(
    {
        "D.leaves-4": N_("its estimate: leaves at depth 4, without and with pruning"),
        "D.leaves-6": N_("its estimate: leaves at depth 6, without and with pruning"),
        "D.leaves-8": N_("its estimate: leaves at depth 8, without and with pruning"),
    }
)
def leaves(setting: Setting) -> Measured:
    depth = setting.given["depth"]
    leaves, _seconds, nodes = _pruned(depth)
    return Measured([unpruned(CFOUR, depth), leaves], say("{nodes} nodes with pruning", nodes=nodes))


@measures_each(
    {
        "D.time-2": N_("its estimate: milliseconds at depth 2"),
        "D.time-4": N_("its estimate: milliseconds at depth 4"),
        "D.time-6": N_("its estimate: milliseconds at depth 6"),
        "D.time-8": N_("its estimate: milliseconds at depth 8"),
    }
)
def milliseconds(setting: Setting) -> Measured:
    return Measured(round(1000 * _pruned(setting.given["depth"])[1], 1))


# Strength


def staged_game(opponent: str, number: int) -> float:
    """The staged player's points in one game, seated first in every other one: 1, 0.5 or 0."""
    own, other = make_player("staged"), make_player(opponent, seed=number)
    side = Side.FIRST if number % 2 == 0 else Side.SECOND
    game = play(Game(GridBoard(CFOUR)), *((own, other) if side is Side.FIRST else (other, own)))
    return {Outcome.win_of(side): 1.0, Outcome.DRAW: 0.5}.get(game.outcome, 0.0)


@measures_each(
    {
        "D.beginners": N_("its claim: wins against beginners"),
        "D.intermediate": N_("its claim: wins against intermediate players"),
    }
)
def match(setting: Setting) -> Measured:
    opponent, count = setting.given["opponent"], setting.given["games"]
    points = 0.0
    for number in range(count):
        points += staged_game(opponent, number)
        setting.tick((number + 1) / count)
    note = say("{points:g} of {count} points against '{opponent}'", points=points, count=count, opponent=opponent)
    return Measured(f"{points / count:.0%}", note)


class Perfect:
    """Plays the best move by the exact score, so the fastest win and the slowest loss; the first of several."""

    def __init__(self) -> None:
        self._solver = Solver(CFOUR)
        # The first question may compile the solver; that should not count as thinking.
        self._solver.solve(random_game(0)[-2])

    def __call__(self, board: GridBoard) -> Move:
        analysis = self._solver.analyse(board, limit=Limit(nodes=PERFECT_NODES), line=False)
        if not analysis.is_exact:
            raise MissingError(
                N_("needs the opening book: without it the solver takes more than {nodes:,} nodes a move"),
                nodes=PERFECT_NODES,
            )
        return analysis.best[0]


def _against_perfect(side: Side) -> Measured:
    perfect, own, game = Perfect(), make_player("staged"), Game(GridBoard(CFOUR))
    while not game.is_over:
        game.play(own.next_move(game.board) if game.turn is side else perfect(game.board))
    points = {Outcome.win_of(side): "1 : 0", Outcome.DRAW: "½ : ½"}.get(game.outcome, "0 : 1")
    return Measured(points, say("{count} moves", count=len(game.moves)))


@measures("D.perfect-first", N_("its claim: against a perfect player a win when it starts"))
def perfect_first(setting: Setting) -> Measured:
    return _against_perfect(Side.FIRST)


@measures("D.perfect-second", N_("its claim: against a perfect player otherwise a draw"))
def perfect_second(setting: Setting) -> Measured:
    return _against_perfect(Side.SECOND)
