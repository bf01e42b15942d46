"""Reasons over `/ws/analysis`: why a position or a move is worth what it is, and answers to what a reader tries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from plyground.board import Cancel, Limit, Move, Side
from plyground.errors import N_
from plyground.explanations import Explanation, MarkKind, explain
from plyground.grid import GridBoard, has_letters, parse_moves
from plyground.reviews import SolverPool
from plyground.solver import is_solvable
from plyground.texts import _
from plyground.web.analysis.messages import LinePlace, line_message
from plyground.web.messages.base import Cell, MoveText, PositionText, RequestNumber, Sent, SideName
from plyground.web.messages.positions import GameRequest, PositionState, position_state, side_name

__all__ = ["AskWhy", "Reason", "find_reason", "reason_message"]

TIME = Limit(time=3.0)


class AskWhy(GameRequest):
    """Asks why the position after `moves` is won, drawn or lost, or why its move `move` is.

    With `tried`, moves that lead on from there: what the reason answers to them.
    """

    type: Literal["why"]
    request: RequestNumber
    move: MoveText | None = None
    tried: PositionText = ""


class ReasonMark(Sent):
    """Cells that the reason speaks of."""

    kind: MarkKind
    side: SideName
    cells: list[Cell]


class ShownProof(Sent):
    """One proof: why its side wins, or why it does not lose."""

    side: SideName
    wins: bool
    sentences: list[str]
    marks: list[ReasonMark]
    line: Annotated[list[LinePlace], Field(description="A game to its end that shows the reason.")]
    decisions: Annotated[int, Field(description="The moves of that side that have to be found.")]
    checked: Annotated[int, Field(description="The positions in which every reply was tried.")]


class Reason(Sent):
    """Why a position or a move is worth what it is. Without proofs, `sentences` says that none was found."""

    type: Literal["reason"] = "reason"
    request: int
    state: Annotated[
        PositionState, Field(description="What the reason speaks of: after the move that was asked about.")
    ]
    verdict: str
    sentences: Annotated[list[str], Field(description="What is to be said beside the proofs.")]
    proofs: list[ShownProof]
    line: Annotated[list[LinePlace], Field(description="Without a proof: how the game goes on with best play.")]
    answer: Annotated[LinePlace | None, Field(description="The answer to what was tried.")] = None
    reached: Annotated[
        PositionState | None, Field(description="The position after what was tried and the answer to it.")
    ] = None
    seconds: float


def find_reason(board: GridBoard, move: Move | None, solvers: SolverPool, cancel: Cancel) -> Explanation:
    """The explanation, with a borrowed solver where one takes the board. It blocks, and belongs in a worker thread."""
    if not is_solvable(board.rules):
        return explain(board, move, limit=TIME, cancel=cancel)
    with solvers.borrow(board.rules) as solver:
        return explain(board, move, limit=TIME, cancel=cancel, solver=solver)


def reason_message(request: int, found: Explanation, tried: str) -> Reason:
    names = _names(found.board)
    shown = found.shown_board
    moves = parse_moves(shown.rules, tried.rstrip())
    answer, reached = _answer(found, moves) if moves else (None, None)
    return Reason(
        request=request,
        state=position_state(shown),
        verdict=found.verdict_for(names),
        sentences=found.remarks,
        proofs=[
            ShownProof(
                side=side_name(proof.certificate.holder),
                wins=proof.certificate.wins,
                sentences=proof.sentences(names),
                marks=[
                    ReasonMark(kind=mark.kind, side=side_name(mark.side), cells=list(mark.cells))
                    for mark in proof.marks
                ],
                line=line_message(shown, proof.line),
                decisions=proof.certificate.decisions,
                checked=proof.checked.positions,
            )
            for proof in found.proofs
        ],
        line=line_message(found.board, found.line),
        answer=answer,
        reached=None if reached is None else position_state(reached),
        seconds=round(found.seconds, 3),
    )


def _answer(found: Explanation, tried: Sequence[Move]) -> tuple[LinePlace | None, GridBoard]:
    """What the proof of the side that is to move answers to the moves that were tried, and the position after it."""
    board = found.shown_board
    for move in tried:
        board = board.move(move)
    for proof in found.proofs:
        if proof.certificate.holder is board.turn:
            answer = proof.answer(tried)
            if answer is not None:
                return line_message(board, [answer])[0], board.move(answer)
    return None, board


def _names(board: GridBoard) -> Mapping[Side, str]:
    """The sides as the page calls them."""
    if has_letters(board.rules):
        return {Side.FIRST: "X", Side.SECOND: "O"}
    return {Side.FIRST: _(N_("Yellow")), Side.SECOND: _(N_("Red"))}
