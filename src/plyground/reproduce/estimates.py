"""Estimates and claims of the staged player's author: search sizes, times and strengths, beside our own figures."""

from __future__ import annotations

from time import thread_time

from plyground.arena import score_of, standing
from plyground.board import Board, Cancel, Decision, Limit, Outcome, Side
from plyground.errors import N_, MissingError, UnsupportedError
from plyground.game import Game, Player, play
from plyground.grid import CFOUR, POSITION, GridBoard, Rules, position_text
from plyground.players import make_player
from plyground.reproduce.counts import layers
from plyground.reproduce.measure import Measured, Setting, kept, measures, measures_each
from plyground.reproduce.published import published
from plyground.search import alphabeta
from plyground.solver import Solver
from plyground.texts import say

PERFECT_NODES = 20_000_000
"""For one move of the perfect player. With the opening book 400,000 were the most; without it, it takes billions."""


@kept
def _pruned(depth: int) -> tuple[int, float, int]:
    """Leaves that the left-to-right alpha-beta evaluates from the empty board, its CPU seconds, and its nodes."""
    leaves, began = 0, thread_time()

    def counted(board: Board, side: Side) -> float:
        nonlocal leaves
        leaves += 1
        return POSITION(board, side)

    decision = alphabeta(GridBoard(CFOUR), depth, counted)
    return leaves, thread_time() - began, decision.nodes


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
        "D.time-2": N_("its estimate: milliseconds at depth 2 (ours: CPU time)"),
        "D.time-4": N_("its estimate: milliseconds at depth 4 (ours: CPU time)"),
        "D.time-6": N_("its estimate: milliseconds at depth 6 (ours: CPU time)"),
        "D.time-8": N_("its estimate: milliseconds at depth 8 (ours: CPU time)"),
    }
)
def milliseconds(setting: Setting) -> Measured:
    return Measured(round(1000 * _pruned(setting.given["depth"])[1], 1))


@measures("D.fewer-operations", N_("its claim: pruning saves this share of the work (ours: of the leaves, by depth)"))
def fewer_operations(setting: Setting) -> Measured:
    depths = setting.given["depths"]
    saved = [_saved(unpruned(CFOUR, depth), _pruned(depth)[0]) for depth in depths]
    printed = [_saved(*entry.value) for entry in published() if entry.id in [f"D.leaves-{depth}" for depth in depths]]
    note = say(
        "depths {depths}; its own table gives {printed}",
        depths=", ".join(map(str, depths)),
        printed=", ".join(printed),
    )
    return Measured(", ".join(saved), note)


def _saved(plain: int, pruned: int) -> str:
    return f"{1 - pruned / plain:.0%}".replace("%", " %")


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
    points = []
    for number in range(count):
        points.append(staged_game(opponent, number))
        setting.tick((number + 1) / count)
    # The seats change from game to game, so that two games in a row are a pair.
    found = standing([(first + second) / 2 for first, second in zip(points[::2], points[1::2], strict=True)])
    note = say(
        "{points:g} of {count} points against '{opponent}'; 95 % interval {low:.0%} to {high:.0%}",
        points=sum(points),
        count=count,
        opponent=opponent,
        low=score_of(found.low),
        high=score_of(found.high),
    )
    return Measured(f"{found.score:.0%}", note)


class Perfect(Player):
    """Plays the best move by the exact score, so the fastest win and the slowest loss; the first of several."""

    name = "perfect"
    identifier = Side.FIRST

    def __init__(self, nodes: int = PERFECT_NODES) -> None:
        self._solver = Solver(CFOUR)
        self._nodes = nodes
        self.limit = Limit(nodes=nodes)
        if self._solver.book is None:
            raise MissingError(N_("needs the opening book of {rules}, which is not there or damaged"), rules=CFOUR)

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        assert isinstance(game.board, GridBoard)
        analysis = self._solver.analyse(game.board, limit=self.limit, line=False)
        if not analysis.is_exact:
            raise UnsupportedError(
                N_("the solver needs more than {nodes:,} nodes for '{position}'"),
                nodes=self._nodes,
                position=position_text(game.board),
            )
        return Decision(analysis.best[0], nodes=analysis.nodes, exact=True)


def _against_perfect(side: Side) -> Measured:
    own, perfect = make_player("staged"), Perfect()
    game = play(Game(GridBoard(CFOUR)), *((own, perfect) if side is Side.FIRST else (perfect, own)))
    points = {Outcome.win_of(side): "1 : 0", Outcome.DRAW: "½ : ½"}.get(game.outcome, "0 : 1")
    return Measured(points, say("{count} moves", count=len(game.moves)))


@measures("D.perfect-first", N_("its claim: against a perfect player a win when it starts"))
def perfect_first(setting: Setting) -> Measured:
    return _against_perfect(Side.FIRST)


@measures("D.perfect-second", N_("its claim: against a perfect player otherwise a draw"))
def perfect_second(setting: Setting) -> Measured:
    return _against_perfect(Side.SECOND)
