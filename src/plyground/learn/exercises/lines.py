"""Lines on the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plyground.board import Evaluate, Side
from plyground.grid import cell_text
from plyground.learn.exercises.answers import Number
from plyground.learn.exercises.draw import Draw
from plyground.learn.exercises.grids import board_figure, draw_board, draw_finished
from plyground.learn.exercises.marking import BoardExercise, Wrong
from plyground.learn.exercises.number_trees import listed
from plyground.learn.exercises.runs import Run
from plyground.learn.tree import Node
from plyground.texts import number, say, signed

__all__ = ["FinishedValue", "OpenLinesCount"]


# By difficulty: the rules, and the fewest and most stones.
_BOARDS = {1: ("tictactoe", 3, 5), 2: ("4x3 connect=3 gravity=no", 3, 6), 3: ("4x4 connect=3 gravity=no", 4, 8)}


class OpenLinesCount(BoardExercise[float]):
    """The evaluation by open lines, for the side that has just moved."""

    kind = "open-lines"
    form = Number()

    def _generate(self, draw: Draw) -> bool:
        rules, fewest, most = _BOARDS[self.difficulty]
        before = draw_board(draw, rules, draw.between(fewest, most) - 1)
        if before is None:
            return False
        self.before, self.move = before, draw.pick(before.legal_moves)
        self.board = before.move(self.move)
        if self.board.is_win:
            return False
        # One ply deep, every move is a leaf: the search evaluates just this position for the side that moved.
        self._run = Run("minimax", before, depth=1, evaluator="openlines")
        value = next(child.value for child in self._run.root.children if child.move == self.move)
        assert value is not None
        self.right = value
        self._mine, self._theirs = self._lines(before.turn), self._lines(before.turn.opposite)
        return value != 0 and self._theirs > 0

    def _lines(self, side: Side) -> int:
        """Open lines of one side: what the evaluator says when the other side's count for nothing."""
        own, other = self.board.stones(side), self.board.stones(side.opposite)
        return sum(bool(own & line) and not other & line for line in self.board.rules.layout.segments)

    @property
    def _side(self) -> Side:
        return self.before.turn

    @property
    def question(self) -> str:
        side, other = self._sides
        return say(
            "A line of {connect} cells is open for a side if it holds at least one of its stones and none of the "
            "other side's. {side} has just moved. How many more open lines does {side} have than {other}? If it has "
            "fewer, the answer is negative.",
            connect=self.board.rules.connect,
            side=side,
            other=other,
        )

    @property
    def figure(self) -> dict[str, Any]:
        return board_figure(self.board)

    @property
    def hint(self) -> str:
        return say(
            "Go through rows, columns and diagonals. Leave out lines that hold stones of both sides, or none at all."
        )

    @property
    def reason(self) -> str:
        side, other = self._sides
        return say(
            "Open lines: {mine} of {side}, {theirs} of {other}. {mine} - {theirs} = {value}.",
            side=side,
            other=other,
            mine=self._mine,
            theirs=self._theirs,
            value=number(self.right),
        )

    def _steps(self, given: float) -> dict[str, Any]:
        node = next(child for child in self._run.root.children if child.move == self.move)
        return self._run.query(self._run.step(Evaluate, node))

    def _wrong_answers(self) -> Iterator[Wrong[float]]:
        side, other = self._sides
        yield Wrong(
            -self.right,
            "sign",
            say(
                "{value} is the value for {other}; the question is about {side}.",
                value=number(-self.right),
                side=side,
                other=other,
            ),
        )
        yield Wrong(
            self._mine,
            "side",
            say(
                "{value} is the number of open lines of {side} alone; those of {other} count against it.",
                value=self._mine,
                side=side,
                other=other,
            ),
        )
        yield Wrong(
            self._theirs,
            "side",
            say(
                "{value} is the number of open lines of {side} alone; the question is how many more {other} has.",
                value=self._theirs,
                side=other,
                other=side,
            ),
        )
        for near in (self.right - 1, self.right + 1):
            yield Wrong(
                near,
                "off-by-one",
                say(
                    "{value} is off by one: one line is missing or counted twice. Look at the diagonals again.",
                    value=number(near),
                ),
            )


class FinishedValue(BoardExercise[float]):
    """What a finished game is worth."""

    kind = "finished-value"
    form = Number()

    side: Side

    def _generate(self, draw: Draw) -> bool:
        # Draws are rare in random games; a third of the instances is to be one.
        drawn = draw.below(3) == 0
        found = draw_finished(draw, {1: "tictactoe", 2: "4x4 connect=4", 3: "cfour"}[self.difficulty], drawn)
        if found is None:
            return False
        self.before, self.move = found
        self.board = self.before.move(self.move)
        self.side = draw.pick((Side.FIRST, Side.SECOND))
        self._run = Run("minimax", self.before, depth=1, evaluator="outcome")
        value = self._node.value
        assert value is not None
        # The search works for the side that made the last move.
        self.right = value if self.side is self.before.turn else -value
        return True

    @property
    def _node(self) -> Node:
        return next(child for child in self._run.root.children if child.move == self.move)

    @property
    def _side(self) -> Side:
        return self.side

    @property
    def question(self) -> str:
        return say(
            "The game is over: {connect} in a line wins. What is it worth to {side}, with +1 for a win, 0 for a draw "
            "and -1 for a loss?",
            connect=self.board.rules.connect,
            side=self._sides[0],
        )

    @property
    def figure(self) -> dict[str, Any]:
        return board_figure(self.board)

    @property
    def hint(self) -> str:
        return say("Look for a line in rows, columns and diagonals. If nobody has one, the game is drawn.")

    @property
    def _line(self) -> str:
        return listed([cell_text(cell) for cell in sorted(self.board.winning_cells)])

    @property
    def reason(self) -> str:
        winner = self.board.winner
        if winner is None:
            return say("Nobody has a line, and no cell is free: a draw, 0 for both.")
        return say(
            "{winner} has a line at {cells}: {value} for {side}.",
            winner=self._called[winner],
            cells=self._line,
            value=signed(self.right),
            side=self._sides[0],
        )

    def _steps(self, given: float) -> dict[str, Any]:
        return self._run.query(self._run.step(Evaluate, self._node))

    def _wrong_answers(self) -> Iterator[Wrong[float]]:
        side, other = self._sides
        if self.board.winner is None:
            for value in (1, -1):
                yield Wrong(value, "other", say("Nobody has a line here. Count the stones of each line again."))
            return
        yield Wrong(
            -self.right,
            "sign",
            say(
                "{value} is the value for {other}; the question is about {side}.",
                value=number(-self.right),
                side=side,
                other=other,
            ),
        )
        yield Wrong(0, "other", say("It is no draw: there is a line at {cells}.", cells=self._line))
