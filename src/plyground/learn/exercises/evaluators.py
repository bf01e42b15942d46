"""Where an evaluator is wrong."""

from __future__ import annotations

from typing import Any

from plyground.learn.exercises.answers import MoveChoice
from plyground.learn.exercises.draw import Draw
from plyground.learn.exercises.grids import board_figure, draw_board, exact_values, move_words
from plyground.learn.exercises.marking import BoardExercise, Slip
from plyground.learn.exercises.runs import Run
from plyground.texts import N_, _, number, say

__all__ = ["BeatEvaluator"]


class BeatEvaluator(BoardExercise[str]):
    """The move that is better than the evaluator's favourite."""

    kind = "beat-evaluator"

    favourite: str

    def _generate(self, draw: Draw) -> bool:
        rules, stones = {1: ("tictactoe", 4), 2: ("tictactoe", 3), 3: ("5x4 connect=4", 12)}[self.difficulty]
        board = draw_board(draw, rules, stones)
        if board is None or board.wins_in_one(board.turn):
            return False
        self._judged = Run("minimax", board, depth=1, evaluator="openlines")
        seen = self._judged.decision.values
        if sorted(seen.values())[-1] == sorted(seen.values())[-2]:
            return False
        self._exact = exact_values(board)
        best = [move for move, value in self._exact.items() if value == max(self._exact.values())]
        if len(best) != 1 or best[0] == self._judged.decision.move:
            return False
        self.board, self.favourite = board, board.move_name(self._judged.decision.move)
        self._run = Run("alphabeta", board, depth=board.free.bit_count(), evaluator="outcome", table=True)
        self.right = board.move_name(self._run.decision.move)
        return True

    @property
    def form(self) -> MoveChoice:
        return MoveChoice(tuple(self.board.move_name(move) for move in self.board.legal_moves))

    @property
    def question(self) -> str:
        return say(
            "{connect} in a line wins, and {side} is to move. A search of one ply counts the open lines after "
            "each move: it likes {move} best. Which move is really the best, if both sides play on without a mistake?",
            connect=self.board.rules.connect,
            side=self._sides[0],
            move=move_words(self.board, self.favourite),
        )

    @property
    def figure(self) -> dict[str, Any]:
        values = self._judged.decision.values
        rows = [[self.board.move_name(move), number(value)] for move, value in values.items()]
        table = {"type": "table", "head": [_("move"), _("evaluation after it")], "rows": rows}
        return {"type": "several", "figures": [board_figure(self.board), table]}

    @property
    def hint(self) -> str:
        return say("Look at what the opponent threatens, and at moves that make two threats at once.")

    @property
    def reason(self) -> str:
        template = (
            N_("Only {move} wins for {side}.")
            if max(self._exact.values()) > 0
            else N_("Only {move} holds the draw for {side}; every other move loses.")
        )
        return say(template, move=move_words(self.board, self.right), side=self._sides[0])

    def _steps(self, given: str) -> dict[str, Any]:
        return self._run.query()

    def _slip(self, given: str) -> tuple[Slip, str]:
        value, side = self._exact[self.board.parse_move(given)], self._sides[0]
        if given == self.favourite:
            template = (
                N_("The evaluator likes {move}, but it does not see the replies: {side} only draws.")
                if value == 0
                else N_("The evaluator likes {move}, but it does not see the replies: {side} loses.")
            )
        else:
            template = (
                N_("After {move} {side} only draws, and there is a move that wins.")
                if value == 0
                else N_("After {move} {side} loses, and there is a better move.")
            )
        return "other", say(template, move=move_words(self.board, given), side=side)
