"""The checks of the assignment `minimax`: `minimax(board, depth, side)` and `best_move(board, depth)`."""

from __future__ import annotations

from plyground.board import Board, SplitMix
from plyground.classroom.criteria import Examiner
from plyground.classroom.minimax_steps import explain_value, is_close, number_of
from plyground.classroom.questions import Question, board_questions, tree_questions, value_of
from plyground.classroom.remark import remark
from plyground.classroom.submission import call_text, shown
from plyground.errors import N_

__all__ = ["check_minimax", "draw_minimax"]

Drawn = tuple[list[Question], list[Question], list[Question]]


def draw_minimax(seed: int, count: int) -> Drawn:
    """Trees, positions, and positions that are asked for a move."""
    random = SplitMix(seed)
    return tree_questions(random, count), board_questions(random, count), board_questions(random, count)


def check_minimax(examiner: Examiner, drawn: Drawn) -> None:
    trees, boards, moves = drawn
    for criterion, questions in (("trees", trees), ("boards", boards)):
        for question in questions:
            _value(examiner, criterion, question)
    for question in moves:
        _move(examiner, question)


def _value(examiner: Examiner, criterion: str, question: Question) -> None:
    board, depth, side, needed = question.board, question.depth, question.side, question.needed
    most = 3 * needed + 500
    answer = examiner.ask("minimax", [board, depth, side], [criterion, "nodes"], most)
    if answer is None:
        return
    given = number_of(answer.value)
    examiner.note_positions("minimax", [board, depth, side], board, answer, needed)
    if is_close(given, question.right):
        examiner.note(criterion, True)
        return

    def ask(after: Board, left: int) -> float | None:
        found = examiner.ask_again("minimax", [after, left, side], most)
        return None if found is None else number_of(found.value)

    def call(after: Board, left: int) -> str:
        return call_text("minimax", [after, left, side])

    if given is None:
        told = remark(
            N_("{call} should return a number; you returned {given}"),
            call=call(board, depth),
            given=shown(answer.value),
        )
        examiner.note(criterion, False, told)
        return
    examiner.note(criterion, False, *explain_value(board, depth, side, given, ask, call))


def _move(examiner: Examiner, question: Question) -> None:
    board, depth, needed = question.board, question.depth, question.needed
    answer = examiner.ask("best_move", [board, depth], ["moves", "nodes"], 3 * needed + 500)
    if answer is None:
        return
    examiner.note_positions("best_move", [board, depth], board, answer, needed)
    values = {move: value_of(board.move(move), depth - 1, board.turn) for move in board.legal_moves}
    best = max(values.values())
    good = [move for move, value in values.items() if value == best]
    right = isinstance(answer.value, int) and answer.value in good
    told = remark(
        N_(
            "{call} should return {good}, worth {best} to the side that moves; you returned {given}. Its moves are "
            "worth {values}"
        ),
        call=call_text("best_move", [board, depth]),
        good=" / ".join(map(str, good)),
        best=shown(best),
        given=shown(answer.value),
        values=", ".join(f"{move}: {shown(value)}" for move, value in values.items()),
    )
    examiner.note("moves", right, told)
