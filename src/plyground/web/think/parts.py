"""Why a position is worth what it is: an evaluation and the parts that it is the sum of."""

from __future__ import annotations

from plyground.grid import EVALUATORS, GridBoard, parts
from plyground.web.messages.positions import side_name
from plyground.web.think.encoding import number
from plyground.web.think.messages import AskParts, EvaluationParts, PartState
from plyground.web.think.own_games import shown_bugs
from plyground.web.think.reading import ReadSearch

__all__ = ["parts_message"]


def parts_message(asked: AskParts, read: ReadSearch) -> EvaluationParts:
    """The evaluation of the position after the moves of the path, for the side that the search works for."""
    side, board = read.board.turn, read.board
    with shown_bugs(board):
        for name in asked.path:
            board = board.move(board.parse_move(name))
        chosen = read.chosen.options.get("evaluator")
        evaluator = None if chosen is None else EVALUATORS[chosen]
        value = board.evaluate(side) if evaluator is None else evaluator(board, side)
        found = parts(evaluator, board, side) if isinstance(board, GridBoard) else ()
    return EvaluationParts(
        request=asked.request,
        path=asked.path,
        value=number(value),
        parts=[
            PartState(cells=list(part.cells), side=side_name(part.side), value=number(part.value)) for part in found
        ],
    )
