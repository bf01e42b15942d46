"""Exact scores, and what they mean: who wins, after how many plies, in how many own moves.

With `cells` playable cells and `e` stones on the board when the game ends under best play, a win of
the side to move scores `(cells + 2 - e) // 2`, a loss minus that, a draw 0. `e` counts the stones on
the board, so the scores of unbalanced positions mean the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from plyground.errors import N_
from plyground.grid import Position, board_of
from plyground.texts import _, fill, ngettext

__all__ = ["Value", "score_at_end", "worst_and_best"]


def score_at_end(cells: int, stones: int) -> int:
    """The score of a win with `stones` stones on the board at the end.

    >>> score_at_end(42, 41)
    1
    """
    return (cells + 2 - stones) // 2


def worst_and_best(board: Position) -> tuple[int, int]:
    """The lowest and the highest possible score of the board.

    A win takes at least one more stone, a loss two.
    """
    board = board_of(board)
    cells, stones = board.rules.cells, board.count
    return -max(score_at_end(cells, stones + 2), 0), max(score_at_end(cells, stones + 1), 0)


@dataclass(frozen=True, slots=True)
class Value:
    """What is proven about a position or move: `low` and `high` enclose the exact score.

    `plies` runs from the position that `stones` and `cells` describe to the end of the game, for
    the side to move. In weak mode (`weak`) only the sign is proven: bounds are -1, 0 and 1.
    """

    low: int
    high: int
    stones: int
    cells: int
    weak: bool = False

    @property
    def is_exact(self) -> bool:
        return self.low == self.high

    @property
    def score(self) -> int | None:
        """The exact score, or None while only bounds are known."""
        return self.low if self.is_exact else None

    @property
    def outcome(self) -> Literal["win", "draw", "loss"] | None:
        """The proven outcome for the side to move; None while the bounds leave it open."""
        if self.low > 0:
            return "win"
        if self.high < 0:
            return "loss"
        return "draw" if self.low == self.high == 0 else None

    @property
    def plies(self) -> int | None:
        """Plies to the end under best play; None for bounds, and in weak mode."""
        if not self.is_exact or self.weak:
            return None
        if self.low == 0:
            return self.cells - self.stones
        won = self.low > 0
        # Two numbers of stones share a score; the winner's parity decides between them.
        end = self.cells + 2 - 2 * abs(self.low)
        plies = end - self.stones
        return plies if plies % 2 == won else plies - 1

    @property
    def moves(self) -> int | None:
        """The winner's own moves to the end, as in chess; None for draws and bounds."""
        plies = self.plies
        return None if plies is None or not self.low else (plies + 1) // 2

    @property
    def score_text(self) -> str:
        """The score with its sign, `low..high` for bounds; nothing in weak mode, whose bounds are no scores."""
        if self.weak:
            return ""
        if self.score is None:
            return f"{self.low}..{self.high}"
        return f"{self.score:+d}" if self.score else "0"

    def negated(self, stones: int) -> Value:
        """The value for the other side, with `stones` on the board."""
        return Value(-self.high, -self.low, stones, self.cells, self.weak)

    def narrowed(self, other: Value) -> Value:
        """What two values of the same position or move prove together."""
        return Value(max(self.low, other.low), min(self.high, other.high), self.stones, self.cells, self.weak)

    def json(self) -> dict[str, Any]:
        return {
            "score": None if self.weak else self.score,
            "low": self.low,
            "high": self.high,
            "exact": self.is_exact and not self.weak,
            "outcome": self.outcome,
            "plies": self.plies,
            "moves": self.moves,
        }

    @property
    def words(self) -> str:
        """The value in words, in the reader's language: "wins in 7", "draw", "at least a draw"."""
        if not self.is_exact:
            return _(self.bounds_text)
        if self.low == 0:
            return _("draw")
        moves = self.moves
        if moves is None:
            return _("wins") if self.low > 0 else _("loses")
        if self.low > 0:
            return fill(ngettext("wins in {moves}", "wins in {moves}", moves), moves=moves)
        if moves == 0:
            return _("has lost")
        return fill(ngettext("loses in {moves}", "loses in {moves}", moves), moves=moves)

    @property
    def bounds_text(self) -> str:
        """The meaning of bounds, in English: translate it before it is shown."""
        if self.low > 0:
            return N_("wins, distance not proven yet")
        if self.high < 0:
            return N_("loses, distance not proven yet")
        if self.low == 0:
            return N_("at least a draw")
        if self.high == 0:
            return N_("at most a draw")
        return N_("not proven yet")
