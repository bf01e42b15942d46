"""What the solver answers: a `Solution` for a position, an `Analysis` for all its moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from plyground.board import Move
from plyground.grid import GridBoard, move_text, moves_text, position_text, rules_text
from plyground.solver.values import Value

__all__ = ["BOOK", "JSON_VERSION", "SEARCH", "Analysis", "Progress", "Solution"]

JSON_VERSION = 1
"""Increased when a field of the JSON forms changes its meaning or is removed, not when fields are added."""

BOOK, SEARCH = "book", "search"
"""Where a value comes from. The moves of one analysis may have both sources: "book, search"."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a running solve, sent at least once a second. The bounds are those of the side to move."""

    nodes: int
    seconds: float
    low: int
    high: int
    move: Move | None = None
    """In an analysis, the move that is being searched; the bounds are those of its value."""

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of a position. `move` is the best known move, and proven best if the value is exact. It is None if
    none is known yet: the last layer of a book holds values, but time may run out before a move is found.

    `line` is a best line. For an exact value it goes to the end of the game, or is shorter than `value.plies` if time
    ran out. It is empty if only bounds are known.
    """

    board: GridBoard
    value: Value
    move: Move | None
    line: tuple[Move, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    source: str = SEARCH
    """The source of the value. Beyond the end of the book, the best move and line always come from search."""

    @property
    def score(self) -> int | None:
        return self.value.score

    def json(self) -> dict[str, Any]:
        rules = self.board.rules
        return {
            "version": JSON_VERSION,
            **_about(self.board),
            **self.value.json(),
            "move": None if self.move is None else move_text(rules, self.move),
            "line": moves_text(rules, self.line),
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "source": self.source,
        }


@dataclass(frozen=True, slots=True)
class Analysis:
    """The value of every legal move, seen from the side to move."""

    board: GridBoard
    value: Value
    moves: Mapping[Move, Value] = field(default_factory=dict)
    line: tuple[Move, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    source: str = SEARCH

    @property
    def is_exact(self) -> bool:
        """Is every move's value proven?"""
        return all(value.is_exact for value in self.moves.values())

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that are proven best: no other move can be better."""
        if not self.moves:
            return ()
        most = max(value.high for value in self.moves.values())
        return tuple(move for move, value in self.moves.items() if value.low == most)

    @property
    def scores(self) -> dict[Move, int | None]:
        return {move: value.score for move, value in self.moves.items()}

    def json(self) -> dict[str, Any]:
        rules = self.board.rules
        return {
            "version": JSON_VERSION,
            **_about(self.board),
            **self.value.json(),
            "values": {move_text(rules, move): value.json() for move, value in self.moves.items()},
            "best": [move_text(rules, move) for move in self.best],
            "line": moves_text(rules, self.line),
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "source": self.source,
        }


def is_balanced(board: GridBoard) -> bool:
    """Could the stones have been laid in turn?"""
    from plyground.board import Side

    ahead = board.stones(Side.FIRST).bit_count() - board.stones(Side.SECOND).bit_count()
    return ahead == (0 if board.turn is Side.FIRST else 1)


def _about(board: GridBoard) -> dict[str, Any]:
    return {
        "rules": rules_text(board.rules),
        "position": position_text(board),
        "balanced": is_balanced(board),
    }
