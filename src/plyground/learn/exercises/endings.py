"""Endings that the solver judges: who wins, who is in zugzwang, and what its scores mean."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any

from plyground.board import Limit, Move, Side
from plyground.grid import GridBoard, cell_text
from plyground.learn.exercises.answers import Labelled, MoveChoice
from plyground.learn.exercises.draw import Draw
from plyground.learn.exercises.grids import board_figure, draw_board, move_words
from plyground.learn.exercises.marking import BoardExercise, Slip, Wrong
from plyground.learn.exercises.runs import Run
from plyground.texts import N_, _, fill, ngettext, say, signed

if TYPE_CHECKING:
    from plyground.explanations import Explanation

__all__ = ["ReadSolver", "WhoWins", "ZugzwangParity"]

_KEYS = {Side.FIRST: "first", Side.SECOND: "second"}

_REASON_TIME = Limit(time=20.0)
"""For the reason of an ending. It takes a fifth of a second at most, but on a busy machine that can be long."""


def _winner(board: GridBoard) -> Side | None:
    """Who wins with the best play of both sides; None for a draw."""
    from plyground.solver import solve

    outcome = solve(board, weak=True, line=False).value.outcome
    return {"win": board.turn, "loss": board.turn.opposite}.get(outcome or "")


class _Ending(BoardExercise[str]):
    """A position with few free cells, on a board with gravity."""

    @cached_property
    def _run(self) -> Run:
        return Run("alphabeta", self.board, depth=self.board.free.bit_count(), evaluator=self._evaluator, table=True)

    _evaluator = "outcome"

    def _steps(self, given: str) -> dict[str, Any] | None:
        return self._run.query()


class WhoWins(_Ending):
    """Who wins an ending, and why."""

    kind = "who-wins"

    def _generate(self, draw: Draw) -> bool:
        rules, free = {1: ("4x4 connect=4", 6), 2: ("5x4 connect=4", 8), 3: ("6x5 connect=4", 9)}[self.difficulty]
        wanted = draw.pick((Side.FIRST, Side.SECOND, None))
        for _try in range(400):
            board = draw_board(draw, rules, GridBoard(rules).rules.cells - free)
            if board is None or board.wins_in_one(board.turn):
                continue
            if _winner(board) is wanted:
                self.board = board
                self.right = "draw" if wanted is None else _KEYS[wanted]
                return True
        return False

    @property
    def form(self) -> Labelled:
        wins = {_KEYS[side]: say("{side} wins", side=self._called[side]) for side in Side}
        return Labelled({**wins, "draw": _("a draw")})

    @property
    def question(self) -> str:
        return say(
            "{connect} in a line wins, and {side} is to move. How does this ending end, if neither side makes a "
            "mistake?",
            connect=self.board.rules.connect,
            side=self._called[self.board.turn],
        )

    @property
    def figure(self) -> dict[str, Any]:
        return board_figure(self.board)

    @property
    def hint(self) -> str:
        return say("Few cells are free. Look for threats first: cells where one stone completes a line.")

    @cached_property
    def _explanation(self) -> Explanation:
        from plyground.explanations import explain

        return explain(self.board, limit=_REASON_TIME)

    @property
    def reason(self) -> str:
        sentences = self._explanation.sentences(self._called)
        return reduce(lambda first, second: say("{first} {second}", first=first, second=second), sentences)

    def _slip(self, given: str) -> tuple[Slip, str]:
        if given == "draw":
            return "other", say("It is no draw: one side can force a line. Look for threats that cannot be met.")
        if self.right == "draw":
            side = Side.FIRST if given == "first" else Side.SECOND
            return "other", say("{side} does not get there: every threat can be met.", side=self._called[side])
        return "side", say("It is the other side that wins: look at its threats, and at who has to move.")


class ZugzwangParity(_Ending):
    """Who has to play below a threat in the end."""

    kind = "zugzwang-parity"

    def _generate(self, draw: Draw) -> bool:
        rules, stones = {1: ("5x4 connect=4", 12), 2: ("5x5 connect=4", 16), 3: ("5x6 connect=4", 20)}[self.difficulty]
        board = draw_board(draw, rules, stones + draw.below(3))
        if board is None:
            return False
        layout, landing = board.rules.layout, board.landing
        threats = {side: board.threat_mask(side) for side in Side}
        holders = [side for side in Side if threats[side]]
        if len(holders) != 1 or threats[holders[0]].bit_count() != 1:
            return False
        self.holder = holders[0]
        self.cell = layout.cell(threats[self.holder].bit_length() - 1)
        column, row = self.cell
        if row == 0 or board.at(column, row - 1) is not None or threats[self.holder] & landing:
            return False
        # What can be played before the cell below the threat.
        left = [cell for cell in layout.cells(board.free) if cell[0] != column or cell[1] < row - 1]
        self.others = len(left)
        if not self.others:
            return False
        self.board = board
        forced = board.turn if self.others % 2 == 0 else board.turn.opposite
        self.right = _KEYS[forced]
        # The solver agrees: whoever holds the threat wins with it, or does not.
        return (_winner(board) is self.holder) is (forced is not self.holder)

    @property
    def form(self) -> Labelled:
        return Labelled({_KEYS[side]: self._called[side] for side in Side})

    @property
    def question(self) -> str:
        return say(
            "{holder} would win on {cell}, and {turn} is to move. Both sides stay away from the cell below it as "
            "long as they can. Who has to play there in the end?",
            holder=self._called[self.holder],
            cell=cell_text(self.cell),
            turn=self._called[self.board.turn],
        )

    @property
    def figure(self) -> dict[str, Any]:
        mark = {"kind": "threat", "side": _KEYS[self.holder], "cells": [cell_text(self.cell)]}
        return board_figure(self.board, [mark])

    @property
    def hint(self) -> str:
        return say(
            "Count the free cells that can be filled before: all but the one below the threat and those above it."
        )

    @property
    def _counted(self) -> str:
        return fill(
            ngettext(
                "{count} other cell can be filled before, and {turn} begins.",
                "{count} other cells can be filled before, and {turn} begins.",
                self.others,
            ),
            count=self.others,
            turn=self._called[self.board.turn],
        )

    @property
    def reason(self) -> str:
        forced = Side.FIRST if self.right == "first" else Side.SECOND
        template = (
            N_("{counted} So {forced} has to play below the threat, and {holder} wins.")
            if forced is not self.holder
            else N_("{counted} So it is {forced} that has to give the threat away.")
        )
        names = self._called
        return say(template, counted=self._counted, forced=names[forced], holder=names[self.holder])

    def _slip(self, given: str) -> tuple[Slip, str]:
        return "off-by-one", say("That is off by one: {counted}", counted=self._counted)


class ReadSolver(_Ending):
    """The best move by the scores of the solver."""

    kind = "read-solver"
    # Of won games it prefers the sooner ones, as the scores do.
    _evaluator = "openlines2"

    def _generate(self, draw: Draw) -> bool:
        rules, free = {1: ("4x4 connect=4", 7), 2: ("5x4 connect=4", 9), 3: ("6x5 connect=4", 10)}[self.difficulty]
        board = draw_board(draw, rules, GridBoard(rules).rules.cells - free)
        if board is None or len(board.legal_moves) < 3:
            return False
        from plyground.solver import analyse

        self.analysis = analyse(board)
        self.scores: dict[Move, int] = {}
        for move, value in self.analysis.moves.items():
            assert value.score is not None
            self.scores[move] = value.score
        ordered = sorted(self.scores.values())
        if ordered[-1] == ordered[-2] or len(set(ordered)) < 3:
            return False
        self.board = board
        self.right = board.move_name(self.analysis.best[0])
        return True

    @property
    def form(self) -> MoveChoice:
        return MoveChoice(tuple(self.board.move_name(move) for move in self.board.legal_moves))

    @property
    def question(self) -> str:
        return say(
            "The solver gives every move a score for {side}, who is to move: above 0 the move wins, below 0 it "
            "loses, 0 is a draw. The further from 0, the sooner the game ends. Which move should {side} play?",
            side=self._called[self.board.turn],
        )

    @property
    def figure(self) -> dict[str, Any]:
        rows = [[self.board.move_name(move), signed(score)] for move, score in self.scores.items()]
        table = {"type": "table", "head": [_("move"), _("score")], "rows": rows}
        return {"type": "several", "figures": [board_figure(self.board), table]}

    @property
    def hint(self) -> str:
        return say("A quick win is better than a slow one, and a slow loss better than a quick one.")

    def _words(self, move: Move) -> str:
        name = move_words(self.board, self.board.move_name(move))
        return say("{move}: {words}", move=name, words=self.analysis.moves[move].words)

    @property
    def reason(self) -> str:
        return say("The highest score is best: {words}.", words=self._words(self.board.parse_move(self.right)))

    def _wrong_answers(self) -> Iterator[Wrong[str]]:
        by_score = sorted(self.scores, key=self.scores.__getitem__)
        for place, move in enumerate(by_score[:-1]):
            name, words = self.board.move_name(move), self._words(move)
            if place == 0:
                yield Wrong(
                    name,
                    "sign",
                    say(
                        "That is the lowest score, the best for the other side: scores are seen from {side} ({words}).",
                        side=self._called[self.board.turn],
                        words=words,
                    ),
                )
            elif abs(self.scores[move]) <= min(map(abs, self.scores.values())):
                yield Wrong(name, "other", say("That score is nearest to 0, not the highest ({words}).", words=words))
            else:
                yield Wrong(name, "other", say("There is a higher score ({words}).", words=words))
