"""Finds the step at which a search of values goes wrong, by asking it about ever smaller parts of the question."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from plyground.board import Board, Side
from plyground.classroom.questions import value_of
from plyground.classroom.remark import Remark, remark
from plyground.classroom.submission import shown
from plyground.errors import N_

__all__ = ["Asked", "explain_value", "is_close", "number_of"]

Asked = Callable[[Board, int], float | None]
"""Asks the submission for the value of a position, so many plies deep; None without an answer."""


def number_of(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def is_close(given: float | None, right: float) -> bool:
    return given is not None and math.isclose(given, right, rel_tol=1e-6, abs_tol=1e-6)


def explain_value(
    board: Board, depth: int, side: Side, given: float | None, ask: Asked, call: Callable[[Board, int], str]
) -> Sequence[Remark]:
    """The question with the right answer, and the smallest part of it that the submission gets wrong.

    Whatever it returns for the positions after that one, asked for each alone, is right.
    """
    wrong = [(board, depth, given)]
    while (further := _wrong_below(*wrong[-1][:2], side, ask)) is not None:
        wrong.append(further)
    board, depth, given = wrong[0]
    whole = remark(
        N_("{call} should return {right}; you returned {given}"),
        call=call(board, depth),
        right=shown(value_of(board, depth, side)),
        given=shown(given),
    )
    board, depth, given = wrong[-1]
    return [whole, _step(board, depth, side, given, call(board, depth))]


def _wrong_below(board: Board, depth: int, side: Side, ask: Asked) -> tuple[Board, int, float | None] | None:
    if depth == 0 or board.is_win or board.is_draw:
        return None
    for move in board.legal_moves:
        after = board.move(move)
        given = ask(after, depth - 1)
        if given is not None and not is_close(given, value_of(after, depth - 1, side)):
            return after, depth - 1, given
    return None


def _step(board: Board, depth: int, side: Side, given: float | None, call: str) -> Remark:
    right = value_of(board, depth, side)
    if depth == 0 or board.is_win or board.is_draw:
        return remark(
            N_(
                "The step that goes wrong is {call}. The search ends there, so it should return board.evaluate(side), "
                "{right}; you returned {given}"
            ),
            call=call,
            right=shown(right),
            given=shown(given),
        )
    values = {move: value_of(board.move(move), depth - 1, side) for move in board.legal_moves}
    told = remark(
        N_(
            "The step that goes wrong is {call}. For the positions after its moves you return what is right: {values}. "
            "The side that is asked about moves, so the highest of them counts, {right}; you returned {given}"
        )
        if board.turn is side
        else N_(
            "The step that goes wrong is {call}. For the positions after its moves you return what is right: {values}. "
            "The opponent moves, so the lowest of them counts, {right}; you returned {given}"
        ),
        call=call,
        values=", ".join(f"{move}: {shown(value)}" for move, value in values.items()),
        right=shown(right),
        given=shown(given),
    )
    hint = _slip(given, right, list(values.values()), board.evaluate(side))
    return told if hint is None else remark(N_("{told}. {hint}"), told=told, hint=hint)


def _slip(given: float | None, right: float, values: list[float], at_once: float) -> Remark | None:
    if given is None:
        return None
    if is_close(given, -right):
        return remark(N_("That is the right number with the wrong sign"))
    if is_close(given, at_once):
        return remark(N_("That is what board.evaluate gives without looking ahead"))
    if is_close(given, min(values) + max(values) - right):
        return remark(N_("Highest and lowest are mixed up"))
    if any(is_close(given, value) for value in (values[0], values[-1])):
        return remark(N_("That is the value of the first or the last move; every move has to count"))
    return None
