"""The checks of the assignment `alphabeta`: `alphabeta(board, depth, side, alpha, beta)` gives a value and a count."""

from __future__ import annotations

import math
from dataclasses import dataclass

from plyground.board import Board, Cut, Enter, Event, Move, Side, SplitMix
from plyground.classroom.criteria import Examiner
from plyground.classroom.minimax_steps import explain_value, is_close, number_of
from plyground.classroom.questions import Question, board_questions, tree_questions
from plyground.classroom.remark import Remark, remark
from plyground.classroom.submission import Answer, Argument, call_text, shown
from plyground.errors import N_
from plyground.search import alphabeta

__all__ = ["check_alphabeta", "draw_alphabeta"]

Drawn = tuple[list[Question], list[Question], list[tuple[Question, float, float]]]


def draw_alphabeta(seed: int, count: int) -> Drawn:
    """Trees, positions, and trees with a window above, below and around their value."""
    random = SplitMix(seed)
    trees, boards = tree_questions(random, count), board_questions(random, count)
    windows = []
    for place, question in enumerate(tree_questions(random, count)):
        right, width = question.right, 1 + random.below(5)
        low = (right - width, right, right - width - 2)[place % 3]
        windows.append((question, low, low + width + (2 if place % 3 == 0 else 0)))
    return trees, boards, windows


def check_alphabeta(examiner: Examiner, drawn: Drawn) -> None:
    trees, boards, windows = drawn
    for criterion, questions in (("trees", trees), ("boards", boards)):
        for question in questions:
            _value(examiner, criterion, question)
    for question, alpha, beta in windows:
        _window(examiner, question, alpha, beta)


def _value(examiner: Examiner, criterion: str, question: Question) -> None:
    board, depth, side = question.board, question.depth, question.side
    reference = _Reference.of(board, depth, side)
    arguments: list[Argument] = [board, depth, side, -math.inf, math.inf]
    most = 3 * question.needed + 500
    answer = examiner.ask("alphabeta", arguments, [criterion, "nodes", "counting"], most)
    if answer is None:
        return
    pair = _pair(answer)
    if pair is None:
        told = remark(
            N_("{call} should return a pair, the value and the count; you returned {given}"),
            call=call_text("alphabeta", arguments),
            given=shown(answer.value),
        )
        for name in (criterion, "nodes", "counting"):
            examiner.note(name, False, told)
        return
    given, count = pair
    fits = examiner.note_positions("alphabeta", arguments, board, answer, reference.nodes)
    if not fits and (step := reference.first_difference(answer)) is not None:
        examiner.tell("nodes", step)
    told = remark(
        N_("{call} returned the count {given}; it looked at {count} positions, the first included"),
        call=call_text("alphabeta", arguments),
        given=shown(count),
        count=answer.positions,
    )
    examiner.note("counting", count == answer.positions, told)
    if is_close(given, question.right):
        examiner.note(criterion, True)
        return

    def ask(after: Board, left: int) -> float | None:
        found = examiner.ask_again("alphabeta", [after, left, side, -math.inf, math.inf], most)
        told = None if found is None else _pair(found)
        return None if told is None else told[0]

    def call(after: Board, left: int) -> str:
        return call_text("alphabeta", [after, left, side, -math.inf, math.inf])

    remarks = list(explain_value(board, depth, side, given, ask, call))
    # With the positions after it all right, the fault is in the window: where the search left the right path, it shows.
    if (step := reference.first_difference(answer)) is not None:
        remarks.append(step)
    examiner.note(criterion, False, *remarks)


def _window(examiner: Examiner, question: Question, alpha: float, beta: float) -> None:
    right = question.right
    arguments: list[Argument] = [question.board, question.depth, question.side, alpha, beta]
    answer = examiner.ask("alphabeta", arguments, ["windows"], 3 * question.needed + 500)
    if answer is None:
        return
    pair = _pair(answer)
    given = None if pair is None else pair[0]
    values = {"call": call_text("alphabeta", arguments), "right": shown(right), "given": shown(answer.value)}
    if right <= alpha:
        told = remark(
            N_("{call}: the value, {right}, is not above alpha, so alpha or less is right; not {given}"), **values
        )
        examiner.note("windows", given is not None and given <= alpha, told)
    elif right >= beta:
        told = remark(
            N_("{call}: the value, {right}, is not below beta, so beta or more is right; not {given}"), **values
        )
        examiner.note("windows", given is not None and given >= beta, told)
    else:
        told = remark(
            N_("{call}: the value, {right}, is inside the window, so it has to be exact; not {given}"), **values
        )
        examiner.note("windows", is_close(given, right), told)


def _pair(answer: Answer) -> tuple[float, float] | None:
    if not isinstance(answer.value, list) or len(answer.value) != 2:
        return None
    value, count = map(number_of, answer.value)
    return None if value is None or count is None else (value, count)


@dataclass(frozen=True, slots=True)
class _Reference:
    """What alpha-beta looks at, in its order, and where it cuts off which moves."""

    nodes: int
    paths: tuple[tuple[Move, ...], ...]
    windows: dict[tuple[Move, ...], tuple[float, float]]
    """At each cut: alpha and beta there."""
    entered: dict[tuple[Move, ...], tuple[float, float]]

    @classmethod
    def of(cls, board: Board, depth: int, side: Side) -> _Reference:
        paths: list[tuple[Move, ...]] = []
        windows: dict[tuple[Move, ...], tuple[float, float]] = {}
        entered: dict[tuple[Move, ...], tuple[float, float]] = {}

        def seen(alpha: float, beta: float) -> tuple[float, float]:
            """The window as `side` sees it; the search has that of the side that moves."""
            return (alpha, beta) if board.turn is side else (-beta, -alpha)

        def listen(event: Event) -> None:
            if isinstance(event, Enter):
                above = () if event.parent is None else paths[event.parent]
                paths.append(above if event.move is None else (*above, event.move))
                assert event.alpha is not None
                assert event.beta is not None
                entered[paths[-1]] = seen(event.alpha, event.beta)
            elif isinstance(event, Cut):
                windows[paths[event.node]] = seen(event.alpha, event.beta)

        decision = alphabeta(board, depth, listener=listen)
        return cls(decision.nodes, tuple(paths[1:]), windows, entered)

    def first_difference(self, answer: Answer) -> Remark | None:
        """The first cut that was missed, or made without need; None if the moves were tried in another order."""
        for place, path in enumerate(answer.paths):
            right = self.paths[place] if place < len(self.paths) else None
            if path == right:
                continue
            window = self.windows.get(path[:-1])
            if window is not None and path not in self.entered:
                return _told(
                    N_(
                        "A cut is missing after the moves {path}: alpha is {alpha} and beta is {beta}, so the other "
                        "moves there cannot matter, but you went on with {move}"
                    ),
                    path,
                    window,
                )
            # Where the right one comes later, the moves are tried in another order.
            return None if right is None or right in answer.paths else self._too_early(right)
        if len(answer.paths) < len(self.paths):
            return self._too_early(self.paths[len(answer.paths)])
        return None

    def _too_early(self, path: tuple[Move, ...]) -> Remark:
        return _told(
            N_(
                "A cut comes too early after the moves {path}: the window there is {alpha} to {beta}, and move {move} "
                "still matters, but you left it out"
            ),
            path,
            self.entered[path],
        )


def _told(template: str, path: tuple[Move, ...], window: tuple[float, float]) -> Remark:
    alpha, beta = map(shown, window)
    moves = " ".join(map(str, path[:-1])) or "-"
    return remark(template, path=moves, alpha=alpha, beta=beta, move=path[-1])
