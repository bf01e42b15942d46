"""Levels try puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from contextlib import closing
from functools import partial

from plyground.board import SplitMix, is_whole
from plyground.errors import N_, LimitError
from plyground.executors import Here, run_tasks
from plyground.game import Game
from plyground.puzzlebook.games import level_move
from plyground.puzzlebook.proving import lost_puzzle
from plyground.puzzlebook.puzzle import Puzzle, PuzzleKind

__all__ = ["LEVELS_THAT_TRY", "RATING_LEVELS", "can_try", "level_tries", "solves"]

LEVELS_THAT_TRY = range(3, 10)
"""The weaker ones play at random too often, and level 10 by the clock."""

RATING_LEVELS = (3, 5, 7, 9)
"""Those that try every puzzle before it is rated."""

_BY_MOVE = (PuzzleKind.WIN, PuzzleKind.WIN_IN, PuzzleKind.DRAW)


def can_try(puzzle: Puzzle) -> bool:
    """Whether the move that a level plays is an answer, on a board where the levels were measured or much like it."""
    return puzzle.kind in _BY_MOVE


def solves(level: int, puzzle: Puzzle, seed: int) -> bool:
    """Whether a level plays a right move."""
    return puzzle.is_right(level_move(level, Game(puzzle.board), seed))


def level_tries(
    puzzles: Iterable[Puzzle],
    levels: Sequence[int],
    *,
    seed: int = 0,
    executor: Executor | None = None,
    watch: Callable[[int], None] | None = None,
) -> list[tuple[Puzzle, dict[int, bool]]]:
    """The puzzles that are answered by a move, each with the levels and whether they found the answer.

    `watch` is called with the number of puzzles that are done.
    """
    for level in levels:
        if not is_whole(level) or level not in LEVELS_THAT_TRY:
            raise LimitError(
                N_("level {value} cannot try puzzles; the levels from {low} to {high} can"),
                value=repr(level),
                low=LEVELS_THAT_TRY[0],
                high=LEVELS_THAT_TRY[-1],
            )
    chosen = [puzzle for puzzle in puzzles if can_try(puzzle)]
    tasks = ((puzzle, partial(_tries, puzzle, tuple(levels), seed)) for puzzle in chosen)
    found: dict[str, dict[int, bool]] = {}
    with closing(run_tasks(tasks, executor or Here(), lost=lost_puzzle)) as work:
        for ended in work:
            found |= {puzzle.id: tries for puzzle, tries in ended}
            if watch is not None:
                watch(len(found))
    return [(puzzle, found[puzzle.id]) for puzzle in chosen]


def _tries(puzzle: Puzzle, levels: Sequence[int], seed: int) -> dict[int, bool]:
    random = SplitMix(seed).stream(int.from_bytes(puzzle.id.encode()))
    return {level: solves(level, puzzle, random.next64() >> 1) for level in levels}
