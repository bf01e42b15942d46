"""How the levels play on larger boards without gravity: the lower ones by eye, the upper ones by a short search."""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from plyground.board import Cancel, Decision, Limit, Move, SplitMix, tightest
from plyground.grid import GridBoard, Rules
from plyground.texts import _, clauses, say

if TYPE_CHECKING:
    from plyground.engines.lines import LineChoice

__all__ = ["LineHabits", "LineLevel", "Sight", "plays_by_lines"]

MOST_SOLVED = 36
"""Cells. Smaller boards are played as those with gravity: there the solver finishes, and the best level is perfect."""

_SEARCH_ENDS = ("time", "nodes", "depth")


class Sight(IntEnum):
    """What a player notices at a glance, of its own and of its opponent's; each includes those before."""

    FOURS = 1
    OPEN_THREES = 2
    DOUBLE_THREATS = 3


@dataclass(frozen=True)
class LineHabits:
    """How a level plays: by what it sees, or by a search of so many `nodes` if that is given.

    `errors` is the share of its moves that it makes without looking, anywhere near a stone; a player that searches
    plays them by eye.
    """

    sight: Sight
    errors: float
    nodes: int | None = None

    @property
    def words(self) -> str:
        """In the reader's language."""
        share = f"{100 * self.errors:g}"
        if self.nodes is not None:
            searches = say("searches {nodes} nodes a move", nodes=f"{self.nodes:,}")
            return clauses([searches, say("{share} % of the moves by eye", share=share)])
        sees = {
            Sight.FOURS: _("sees fours"),
            Sight.OPEN_THREES: _("sees fours and open threes"),
            Sight.DOUBLE_THREATS: _("sees fours, open threes and double threats"),
        }[self.sight]
        return clauses([sees, say("overlooks them in {share} % of the moves", share=share)])


def plays_by_lines(rules: Rules) -> bool:
    """Whether the levels play a board by `LineHabits`."""
    if rules.gravity or rules.cells <= MOST_SOLVED:
        return False
    from plyground.engines.lines import has_lines

    return has_lines(rules)


class LineLevel:
    """A level in one game."""

    def __init__(self, habits: LineHabits) -> None:
        from plyground.engines.lines import LineSearch

        self.habits = habits
        self._search = LineSearch(value_file=None)  # what is learnt is the tenth level's, as with gravity

    def prepare(self, rules: Rules) -> None:
        """Loads what a game by these rules can need, so that no move has to wait for it."""
        self._search.prepare(rules)

    def decide(self, board: GridBoard, random: SplitMix, limit: Limit | None, cancel: Cancel | None) -> Decision:
        """The move of a level on a board where nobody wins with the next stone, as far as it has seen."""
        began = time.perf_counter()
        errs = random.unit() < self.habits.errors
        # The first stones are drawn by lot, so that no two games are alike.
        if self.habits.nodes is not None and not errs and board.count > 1:
            ends = tightest(Limit(nodes=self.habits.nodes), limit, _SEARCH_ENDS)
            return self._search.decide(board, ends, cancel)
        looks = self.habits.nodes is not None or not errs
        move = _first_stone(board, random) if board.count == 0 else self._by_eye(board, random, looks)
        return Decision(move, line=(move,), nodes=1, seconds=time.perf_counter() - began)

    def _by_eye(self, board: GridBoard, random: SplitMix, looks: bool) -> Move:
        from plyground.engines.lines import LineView

        choices = LineView(board).choices()
        if not looks:
            return choices[random.below(len(choices))].move
        sight = self.habits.sight
        ranked = [(_urgency(choice, sight) + _NOISE * random.unit(), choice) for choice in choices]
        return max(ranked, key=lambda each: each[0])[1].move


# Threats as `kernels.lines.shapes` numbers them, from a two to a win.
_OPEN_THREE, _OPEN_THREES, _FOUR_AND_THREE, _OPEN_FOUR, _WIN = 4, 5, 7, 8, 9

# How urgent a cell is for the side to move, and for its opponent, by the sight that it takes to notice it. Set by hand,
# in the order in which a careful player would look.
_URGENT = {
    _WIN: (Sight.FOURS, 1000, 900),
    _OPEN_FOUR: (Sight.OPEN_THREES, 800, 700),
    _FOUR_AND_THREE: (Sight.DOUBLE_THREATS, 600, 400),
    _OPEN_THREES: (Sight.DOUBLE_THREATS, 500, 300),
}
# What everybody does: make lines longer, and those of the opponent shorter.
_OWN, _OTHER = 3, 2
_NOISE = 6


def _urgency(choice: LineChoice, sight: Sight) -> float:
    found = _OWN * min(choice.own, _OPEN_THREE) + _OTHER * min(choice.other, _OPEN_THREE)
    for threat, place in ((choice.own, 1), (choice.other, 2)):
        if threat in _URGENT and _URGENT[threat][0] <= sight:
            found = max(found, _URGENT[threat][place])
    return found


def _first_stone(board: GridBoard, random: SplitMix) -> Move:
    """A cell in the middle of the board, or the nearest that is free."""
    column, row = (board.rules.columns - 1) / 2, (board.rules.rows - 1) / 2

    def distance(move: Move) -> float:
        cell = board.cell_of(move)
        return max(abs(cell[0] - column), abs(cell[1] - row))

    nearest = min(distance(move) for move in board.legal_moves)
    central = [move for move in board.legal_moves if distance(move) <= max(1.0, nearest)]
    return central[random.below(len(central))]
