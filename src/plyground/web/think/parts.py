"""Why a position is worth what it is: an evaluation and the parts that it is the sum of."""

from __future__ import annotations

from plyground.grid import EVALUATORS
from plyground.web.think.encoding import number
from plyground.web.think.messages import AskParts, EvaluationParts
from plyground.web.think.reading import ReadSearch

__all__ = ["parts_message"]


def parts_message(asked: AskParts, read: ReadSearch) -> EvaluationParts:
    """The evaluation of the position after the moves of the path, for the side that the search works for."""
    side, board = read.board.turn, read.board
    for name in asked.path:
        board = board.move(board.parse_move(name))
    evaluator = read.chosen.options.get("evaluator")
    value = board.evaluate(side) if evaluator is None else EVALUATORS[evaluator](board, side)
    return EvaluationParts(request=asked.request, path=asked.path, value=number(value), parts=[])
