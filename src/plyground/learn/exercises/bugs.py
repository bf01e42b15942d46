"""Find the bug: a textbook search with one planted error, beside what it returns."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, ClassVar, TypeAlias

from plyground.board import Playout
from plyground.grid import GridBoard
from plyground.learn.exercises.answers import Choice
from plyground.learn.exercises.bandits import draw_moment
from plyground.learn.exercises.draw import Draw
from plyground.learn.exercises.grids import board_figure, draw_board
from plyground.learn.exercises.marking import Exercise, Slip
from plyground.learn.exercises.number_trees import draw_tree
from plyground.learn.exercises.programs import PROGRAMS, Bug, Program
from plyground.learn.exercises.runs import Run
from plyground.search import EXPLORATION
from plyground.texts import _, fill, ngettext, number, say

__all__ = ["FindTheBug"]


_Setting: TypeAlias = tuple[list[Any], Callable[[], dict[str, Any]], dict[str, Any]]
"""The arguments of a program, what draws them, and the search that does it right."""


class FindTheBug(Exercise[str]):
    """The line that is wrong. The program is run with the bug and without, and differs on what is shown."""

    kind = "find-the-bug"

    program: Program
    bug: Bug
    _query: dict[str, Any]

    def _generate(self, draw: Draw) -> bool:
        self.program = draw.pick(PROGRAMS)
        self.bug = draw.pick(self.program.bugs)
        self.right = str(self.bug.line)
        setting = self._SETTINGS[self.program.on](self, draw)
        if setting is None:
            return False
        self._arguments, self._shown, self._query = setting
        self.wrong_output, self.right_output = self._output(self.bug), self._output(None)
        return self.wrong_output != self.right_output

    def _on_tree(self, draw: Draw) -> _Setting | None:
        tree = draw_tree(draw, self.difficulty)
        run = Run("minimax", tree.board, depth=tree.depth)
        start: list[Any] = [True] if self.program.function == "minimax" else [1]
        return [_nested(tree.board.branch), *start], tree.figure, run.query()

    def _on_cuts(self, draw: Draw) -> _Setting | None:
        tree = draw_tree(draw, self.difficulty)
        run = Run("alphabeta", tree.board, depth=tree.depth)
        return [_nested(tree.board.branch), -math.inf, math.inf, True], tree.figure, run.query()

    def _on_board(self, draw: Draw) -> _Setting | None:
        free = 2 + self.difficulty
        board: GridBoard | None = draw_board(draw, "tictactoe", 9 - free)
        if board is None:
            return None
        run = Run("minimax", board, depth=free, evaluator="outcome")
        return [board, board.turn], lambda: board_figure(board), run.query()

    def _on_moves(self, draw: Draw) -> _Setting | None:
        moment = draw_moment(draw, self.difficulty)
        if moment is None:
            return None
        bounds = sorted((arm.bound(moment.visits) for arm in moment.arms), reverse=True)
        if bounds[0] - bounds[1] < 0.05:
            return None
        children = [(arm.move, arm.visits, arm.total) for arm in moment.arms]
        return [children, moment.visits], lambda: moment.table, moment.query()

    def _on_path(self, draw: Draw) -> _Setting | None:
        board = draw_board(draw, "tictactoe", 2)
        assert board is not None
        run = Run("uct", board, playouts=draw.between(20, 40), seed=draw.below(1000))
        found = [i for i, event in enumerate(run.events) if isinstance(event, Playout)]
        last = run.events[found[-1]]
        assert isinstance(last, Playout)
        before = run.tree_after(found[-1]).nodes[last.node].path
        if last.value == 0 or len(before) != 2 + self.difficulty:
            return None
        path = [{"visits": node.visits, "sum": int(node.total)} for node in before]
        moves = [node.name for node in before[1:]]

        def table() -> dict[str, Any]:
            rows = [[name, *node.values()] for name, node in zip([_("root"), *moves], path, strict=True)]
            return {"type": "table", "head": [_("node"), _("visits before"), _("sum before")], "rows": rows}

        return [path, int(last.value)], table, run.query()

    _SETTINGS: ClassVar[dict[str, Any]] = {
        "tree": _on_tree,
        "cuts": _on_cuts,
        "board": _on_board,
        "moves": _on_moves,
        "path": _on_path,
    }

    def _output(self, bug: Bug | None) -> tuple[Any, ...]:
        """What the program returns, as far as it is shown."""
        if self.program.on == "cuts":
            leaves: list[int] = []
            return self.program.run(bug, *self._arguments, leaves), len(leaves)
        if self.program.on == "path":
            path = [dict(node) for node in self._arguments[0]]
            self.program.run(bug, path, self._arguments[1])
            return tuple(number for node in path for number in (node["visits"], node["sum"]))
        return (self.program.run(bug, *self._arguments),)

    def _words(self, output: tuple[Any, ...]) -> str:
        if self.program.on == "cuts":
            count = output[1]
            text = ngettext("{value} after {count} leaf", "{value} after {count} leaves", count)
            return fill(text, value=number(output[0]), count=count)
        if self.program.on == "path":
            pairs = zip(output[::2], output[1::2], strict=True)
            return " ".join(f"{visits}/{total}" for visits, total in pairs)
        return number(output[0]) if self.program.on in ("tree", "board") else str(output[0])

    @property
    def form(self) -> Choice:
        return Choice(tuple(str(line) for line in range(1, len(self.program.lines) + 1)))

    @property
    def question(self) -> str:
        values = {"wrong": self._words(self.wrong_output), "right": self._words(self.right_output)}
        match self.program.on:
            case "tree":
                return say(
                    "One line of this search is wrong. For A, where Max moves, it returns {wrong}; {right} would be "
                    "right. Which line is it?",
                    **values,
                )
            case "cuts":
                return say(
                    "One line of this search is wrong. For A, where Max moves, it returns {wrong}; right would be "
                    "{right}. Which line is it?",
                    **values,
                )
            case "board":
                return say(
                    "One line of this search is wrong. A win counts 1, a draw 0, a loss -1. For the side to move it "
                    "returns {wrong}; {right} would be right. Which line is it?",
                    **values,
                )
            case "moves":
                return say(
                    "One line of this UCB1 choice is wrong. With n = {n} and c = {c} it chooses {wrong}; {right} "
                    "would be right. Which line is it?",
                    n=self._arguments[1],
                    c=EXPLORATION,
                    **values,
                )
            case _:
                return say(
                    "One line of this backup is wrong. The random game ended with {result} for the side that moved "
                    "into the last node. Afterwards the visits and sums are {wrong}; right would be {right}. Which "
                    "line is it?",
                    result=f"{self._arguments[1]:+d}",
                    **values,
                )

    @property
    def figure(self) -> dict[str, Any]:
        code = {"type": "code", "lines": list(self.program.with_bug(self.bug))}
        return {"type": "several", "figures": [code, self._shown()]}

    @property
    def hint(self) -> str:
        return say(
            "Follow the program by hand on what is shown, and stop at the first line that does not do what it should."
        )

    @property
    def reason(self) -> str:
        return say(
            "Line {line} has to be '{code}'. {reason}",
            line=self.right,
            code=self.program.lines[self.bug.line - 1].strip(),
            reason=_(self.bug.reason),
        )

    def _steps(self, given: str) -> dict[str, Any]:
        return self._query

    def _slip(self, given: str) -> tuple[Slip, str]:
        if abs(int(given) - self.bug.line) == 1:
            return "off-by-one", say("Line {line} is as it should be; the error is right beside it.", line=given)
        return "other", say("Line {line} is as it should be. {hint}", line=given, hint=self.hint)


def _nested(branch: Any) -> Any:
    return [_nested(below) for below in branch] if isinstance(branch, tuple) else branch
