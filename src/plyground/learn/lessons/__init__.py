"""The lessons, in the order in which they build on each other."""

from __future__ import annotations

from plyground.errors import N_, UnknownNameError, nearest
from plyground.learn.lessons.chance import PLAYOUTS, TRAPS, UCB, UCT_STEPS
from plyground.learn.lessons.cutting import ALPHA_BETA, CUTS, MOVE_ORDER
from plyground.learn.lessons.effort import DEEPENING, NODES
from plyground.learn.lessons.endings import SOLVER, THREATS
from plyground.learn.lessons.evaluation import DEPTH
from plyground.learn.lessons.seeds import lesson_exercises
from plyground.learn.lessons.steps import Ask, Guess, Lesson, Say, ShowBoard, ShowTree, Step
from plyground.learn.lessons.values import FINISHED_GAMES, LINES, MINIMAX

__all__ = [
    "LESSONS",
    "Ask",
    "Guess",
    "Lesson",
    "Say",
    "ShowBoard",
    "ShowTree",
    "Step",
    "find_lesson",
    "lesson_exercises",
]

LESSONS: tuple[Lesson, ...] = (
    LINES,
    FINISHED_GAMES,
    MINIMAX,
    DEPTH,
    ALPHA_BETA,
    CUTS,
    MOVE_ORDER,
    NODES,
    DEEPENING,
    PLAYOUTS,
    UCB,
    UCT_STEPS,
    THREATS,
    TRAPS,
    SOLVER,
)


def find_lesson(id: str) -> Lesson:
    """The lesson of this id."""
    for each in LESSONS:
        if each.id == id:
            return each
    known = [each.id for each in LESSONS]
    near = nearest(id, known)
    raise UnknownNameError(
        N_("there is no lesson '{name}'; did you mean {nearest}? Known are {known}")
        if near
        else N_("there is no lesson '{name}'; known are {known}"),
        name=id,
        nearest=near,
        known=", ".join(known),
    )
