"""One board of an atlas: what its first moves are worth, and what it took to find out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plyground.atlas.placements import Placement, with_blocked
from plyground.board import Move
from plyground.grid import Rules, cell_text, move_text, parse_cell, parse_move
from plyground.solver import Value

__all__ = ["FIELDS", "Entry", "placement_text"]

ONLY_BEST = 2
"""With so many blocked cells or more, the scores are those of the best moves alone."""
FIELDS = ("blocked", "outcome", "score", "plies", "best", "scores", "nodes")
"""The columns of an atlas."""

_NONE = "-"


@dataclass(frozen=True, slots=True)
class Entry:
    """A board with blocked cells. `scores` are the exact scores of the first moves, for the side that moves first; with
    two blocked cells those of the best moves alone, and the others are worse."""

    rules: Rules
    scores: Mapping[Move, int]
    nodes: int
    """Of one thread with an empty table: the same on every machine."""

    @property
    def blocked(self) -> Placement:
        return tuple(sorted(self.rules.blocked))

    @property
    def value(self) -> Value:
        """What the board is worth for the first player."""
        return self._value(max(self.scores.values()))

    @property
    def values(self) -> dict[Move, Value]:
        """What each first move is worth."""
        return {move: self._value(score) for move, score in self.scores.items()}

    @property
    def best(self) -> tuple[Move, ...]:
        most = max(self.scores.values())
        return tuple(move for move, score in self.scores.items() if score == most)

    def _value(self, score: int) -> Value:
        return Value(score, score, 0, self.rules.cells)

    def row(self) -> dict[str, Any]:
        """The columns for files: moves and cells as the notation writes them."""
        value = self.value
        return {
            "blocked": placement_text(self.blocked),
            "outcome": value.outcome,
            "score": value.score,
            "plies": value.plies,
            "best": [move_text(self.rules, move) for move in self.best],
            "scores": {move_text(self.rules, move): score for move, score in self.scores.items()},
            "nodes": self.nodes,
        }

    def line(self) -> str:
        """The columns as one line of text, with tabs between them; `of_line` reads it."""
        row = self.row()
        row["best"] = " ".join(row["best"])
        row["scores"] = " ".join(f"{move}:{score}" for move, score in row["scores"].items())
        return "\t".join(str(row[name]) for name in FIELDS)

    @classmethod
    def of_line(cls, rules: Rules, line: str) -> Entry | None:
        """The entry of a board of `rules`, which have no blocked cells; None if the line is not one of ours."""
        columns = line.split("\t")
        if len(columns) != len(FIELDS):
            return None
        texts = dict(zip(FIELDS, columns, strict=True))
        try:
            names = [] if texts["blocked"] == _NONE else texts["blocked"].split(",")
            board = with_blocked(rules, [parse_cell(name, rules) for name in names])
            pairs = [pair.split(":") for pair in texts["scores"].split(" ")]
            scores = {parse_move(board, move): int(score) for move, score in pairs}
            entry = cls(board, scores, int(texts["nodes"]))
        except ValueError:  # our own errors of notation are of this kind
            return None
        # What follows from the scores has to agree with them.
        return entry if entry.line() == line else None


def placement_text(cells: Placement) -> str:
    return ",".join(cell_text(cell) for cell in cells) or _NONE
