"""The steps of a search as arrays, and its decision as a message. `SearchSteps` says what the arrays hold."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Literal

from plyground.board import (
    Backup,
    Board,
    Cut,
    Decision,
    Deepen,
    Enter,
    Evaluate,
    Event,
    Expand,
    Leave,
    Lookup,
    Move,
    Outcome,
    Playout,
    Select,
)
from plyground.grid import GridBoard, move_text
from plyground.learn import board_text
from plyground.web.think.messages import DecisionState, DepthRow

__all__ = ["StepEncoder", "decision_state", "depth_row", "number"]

_OUTCOMES = {Outcome.OPEN: 0, Outcome.FIRST_WINS: 1, Outcome.SECOND_WINS: 2, Outcome.DRAW: 3}
_WHOLE = 2.0**53  # whole numbers below it are written as such: they are shorter, and mean the same


def number(value: float | None) -> float | Literal["inf", "-inf"] | None:
    """A value as JSON can hold it."""
    if value is None or isinstance(value, int):
        return value
    if -_WHOLE < value < _WHOLE:
        whole = int(value)
        return whole if whole == value else value
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return None if math.isnan(value) else value


class StepEncoder:
    """Writes the steps of one search, from its first on: a move is named by the board that it is played on."""

    def __init__(self, board: Board) -> None:
        self.size = 0
        """About how many characters the names and texts of all steps have."""
        self._boards: dict[int, Board] = {}
        self._is_grid = isinstance(board, GridBoard)
        self._name: Callable[[Move], str] | None = None
        if isinstance(board, GridBoard):
            rules = board.rules
            self._name = cache(lambda move: move_text(rules, move))

    def encode(self, event: Event) -> list[Any]:
        match event:
            case Enter():
                return self._enter(event)
            case Evaluate(node, value):
                return ["evaluate", node, number(value)]
            case Cut(node, alpha, beta, skipped):
                return ["cut", node, number(alpha), number(beta), self._names(node, skipped)]
            case Leave(node, value):
                self._boards.pop(node, None)
                return ["leave", node, number(value)]
            case Lookup(node, value, bound):
                return ["lookup", node, number(value), bound]
            case Deepen(node, depth):
                return ["deepen", node, depth]
            case Expand():
                return self._expand(event)
            case Select(node, parent, move, score):
                return ["select", node, parent, self._names(parent, [move])[0], number(score)]
            case Playout(node, moves, value):
                return ["playout", node, self._line(node, moves), number(value)]
            case Backup(node, value, visits, total):
                return ["backup", node, number(value), visits, number(total)]

    def _enter(self, event: Enter) -> list[Any]:
        board = event.board
        outcome = _OUTCOMES[board.outcome]
        step: list[Any] = [
            "enter",
            event.node,
            event.parent,
            self._joined(event),
            event.depth,
            int(event.maximizing),
            number(event.alpha),
            number(event.beta),
            outcome,
        ]
        is_leaf = event.depth == 0 or outcome != 0
        if not is_leaf:
            step.append(self._names(event.node, board.legal_moves))
        elif not self._is_grid:
            step.append(None)
        return step + self._text(board)

    def _expand(self, event: Expand) -> list[Any]:
        return [
            "expand",
            event.node,
            event.parent,
            self._joined(event),
            event.visits,
            number(event.total),
            _OUTCOMES[event.board.outcome],
            *self._text(event.board),
        ]

    def _text(self, board: Board) -> list[str]:
        """The position, where the moves alone do not show it."""
        if self._is_grid:
            return []
        text = board_text(board)
        self.size += len(text)
        return [text]

    def _joined(self, event: Enter | Expand) -> str | None:
        """Remembers the node's board; the name of the move that led to it."""
        if not self._is_grid:
            self._boards[event.node] = event.board
        if event.parent is None or event.move is None:
            return None
        return self._names(event.parent, [event.move])[0]

    def _names(self, node: int, moves: Iterable[Move]) -> list[str]:
        """Moves of one board."""
        name = self._name or self._boards[node].move_name
        return self._counted([name(move) for move in moves])

    def _line(self, node: int, moves: Iterable[Move]) -> list[str]:
        """Moves that follow one another."""
        if self._is_grid:  # a move is called the same on every board
            return self._names(node, moves)
        return self._counted(_line_names(self._boards[node], moves))

    def _counted(self, names: list[str]) -> list[str]:
        self.size += 4 * len(names)
        return names


def _line_names(board: Board, moves: Iterable[Move]) -> list[str]:
    """The names of moves that follow one another from `board`."""
    names = []
    for move in moves:
        names.append(board.move_name(move))
        board = board.move(move)
    return names


def decision_state(board: Board, decision: Decision, seconds: float) -> DecisionState:
    name = board.move_name
    return DecisionState(
        move=name(decision.move),
        value=number(decision.value),
        values={name(move): number(value) for move, value in decision.values.items()},
        visits={name(move): visits for move, visits in decision.visits.items()},
        line=_line_names(board, decision.line),
        nodes=decision.nodes,
        playouts=decision.playouts,
        depth=decision.depth,
        seconds=round(seconds, 3),
        complete=decision.complete,
    )


def depth_row(board: Board, decision: Decision, cuts: int) -> DepthRow:
    assert decision.depth is not None
    return DepthRow(
        depth=decision.depth,
        move=board.move_name(decision.move),
        value=number(decision.value),
        nodes=decision.nodes,
        cuts=cuts,
    )
