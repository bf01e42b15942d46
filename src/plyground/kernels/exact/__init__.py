"""The exact search: proven values of positions. What Python needs of it is here.

    setup = Setup(width, height, connect, blocked=0, gravity=True)    # frozen, hashable
    table = Table(setup, megabytes=128)        # kept between calls; table.clear() forgets
    questions = new_questions(count)           # positions, as pairs of 128-bit sets
    put_question(questions, i, mover, stones)  # Python integers; blocked cells may be part of `stones` or not
    answers = solve_positions(setup, table, questions)
    answer = solve_parallel(setup, table, questions, threads=2)    # one position, several threads

An answer's `lower` and `upper` are exact scores for the side to move: `(cells + 2 - stones at the end) // 2` for a
win, minus that for a loss, 0 for a draw, with `cells` the playable cells and the stones that are really there (set-ups
need not balance). With a `window`, scores beyond it are told as its ends: `WEAK` is win, draw or loss alone.
`complete` says that both are equal and proven; after a stop or at the node limit the bounds are what was proven until
then. `move` is a column on boards with gravity, a bit index without, -1 on a full board; if complete, it is a best move
(with a window: one as good as can be told), else the best known. `nodes` are the positions expanded: from a cleared
table, one thread always needs the same number.

Positions that contain a line already must not be passed in. Kernels release the interpreter's lock, so they may run in
a thread of the caller; each thread has its own workspace, all share the table. `ideas` switches single search ideas,
for the ablation (`IDEAS`); the value never depends on them.
"""

from .setup import LARGEST_BITS, LARGEST_FREE_BITS, Setup, Workspace
from .solve import (
    ALL_IDEAS,
    ALL_SCORES,
    DEFAULT_IDEAS,
    DEFAULT_MEGABYTES,
    IDEAS,
    WEAK,
    Answers,
    Questions,
    Signals,
    Table,
    Window,
    new_questions,
    put_question,
    questions_of,
    solve_parallel,
    solve_positions,
)

__all__ = [
    "ALL_IDEAS",
    "ALL_SCORES",
    "DEFAULT_IDEAS",
    "DEFAULT_MEGABYTES",
    "IDEAS",
    "LARGEST_BITS",
    "LARGEST_FREE_BITS",
    "WEAK",
    "Answers",
    "Questions",
    "Setup",
    "Signals",
    "Table",
    "Window",
    "Workspace",
    "new_questions",
    "put_question",
    "questions_of",
    "solve_parallel",
    "solve_positions",
]
