"""Checks puzzles: the solver, or the search for fours, has to find the same answers again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from contextlib import closing
from functools import partial

from plyground.board import Move
from plyground.errors import N_, MissingError, PlygroundError
from plyground.executors import TRIES, Here, run_tasks
from plyground.grid import Rules
from plyground.puzzlebook.fours import question_by_fours
from plyground.puzzlebook.puzzle import Puzzle, PuzzleKind
from plyground.puzzlebook.questions import Question, questions_of
from plyground.puzzlebook.shapes import id_of, shape_of
from plyground.solver import Solver, Value
from plyground.texts import say, tell

__all__ = ["check_puzzles", "lost_puzzle", "new_solver", "questions_about"]

_TABLE_MB = 4.0


def new_solver(rules: Rules) -> Solver:
    """One thread, a table of its own, and no book: then what it takes depends on the position alone."""
    return Solver(rules, threads=1, table_mb=_TABLE_MB, book=False)


def check_puzzles(
    puzzles: Iterable[Puzzle],
    *,
    executor: Executor | None = None,
    watch: Callable[[int], None] | None = None,
) -> list[tuple[Puzzle, str]]:
    """The puzzles that are wrong, each with a sentence that says how; none, if all is well.

    Every answer is found anew, and no two puzzles may be alike up to symmetry. `watch` is called with the number of
    puzzles that are done.
    """
    chosen = list(puzzles)
    faults: list[tuple[Puzzle, str]] = []
    shapes: dict[str, Puzzle] = {}
    for puzzle in chosen:
        try:
            first = shapes.setdefault(shape_of(puzzle.board), puzzle)
        except PlygroundError as error:
            faults.append((puzzle, tell(error)))
            continue
        if first is not puzzle:
            faults.append((puzzle, say("it is like the puzzle {id}", id=first.id)))
    done = 0
    tasks = ((puzzle, partial(_fault, puzzle)) for puzzle in chosen)
    with closing(run_tasks(tasks, executor or Here(), lost=lost_puzzle)) as work:
        for ended in work:
            faults += [(puzzle, fault) for puzzle, fault in ended if fault is not None]
            done += len(ended)
            if watch is not None:
                watch(done)
    return faults


def _fault(puzzle: Puzzle) -> str | None:
    """What is wrong with a puzzle by itself."""
    try:
        board = puzzle.board
        if puzzle.id != id_of(board):
            return say("its id would be {id}", id=id_of(board))
        found = {question.kind: question for question in questions_about(puzzle)}
    except PlygroundError as error:
        return tell(error)
    asked = Question(puzzle.kind, puzzle.answers, puzzle.length)
    again = found.get(puzzle.kind)
    if again == asked:
        return None
    if again is None:
        return say("it has no answer, or more than one; said are {answers}", answers=" ".join(puzzle.answers))
    return say("the answer is {found}, not {answers}", found=" ".join(again.answers), answers=" ".join(puzzle.answers))


def questions_about(puzzle: Puzzle) -> list[Question]:
    """The questions of the puzzle's position, found anew."""
    board = puzzle.board
    if puzzle.kind is PuzzleKind.FOURS:
        from plyground.engines import ThreatSearch

        found = question_by_fours(board, ThreatSearch(board.rules))
        return [] if found is None else [found]
    values: dict[Move, Value] = dict(new_solver(board.rules).analyse(board, line=False).moves)
    return questions_of(board, values)


def lost_puzzle(puzzle: Puzzle) -> MissingError:
    return MissingError(
        N_("the puzzle {id} was begun {tries} times, and each time its worker was lost; is there enough memory?"),
        id=puzzle.id,
        tries=TRIES,
    )
