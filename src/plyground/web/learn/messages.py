"""The messages about lessons."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from plyground.web.messages.base import Cell, Received, Sent
from plyground.web.messages.positions import PositionState

__all__ = [
    "MOST_SEED",
    "BoardStep",
    "ExerciseState",
    "ExerciseStep",
    "GivenAnswer",
    "GuessStep",
    "LessonState",
    "LessonStep",
    "LessonSummary",
    "MarkingState",
    "NodeChange",
    "SayStep",
    "Sheet",
    "SolvedExercise",
    "TreeFigure",
    "TreeNode",
    "TreeStep",
    "WalkStep",
]

MOST_SEED = 10**12


class TreeNode(Sent):
    """A node as it is drawn before the first step."""

    path: Annotated[str, Field(description="The moves that lead here, with a slash between them; empty at the root.")]
    name: Annotated[str, Field(description="The last of these moves.")]
    maximizing: Annotated[bool | None, Field(description="Null for a leaf.")]
    value: Annotated[float | None, Field(description="What a leaf of a tree of numbers holds.")] = None
    position: Annotated[str | None, Field(description="The rows of a small board.")] = None
    children: list[TreeNode]


class NodeChange(Sent):
    """How a node looks after a step, where it looks different from before."""

    path: str
    value: str | None = None
    alpha: str | None = None
    beta: str | None = None
    visits: int | None = None
    mean: str | None = None
    state: Annotated[
        Literal["open", "done", "cut", "known"],
        Field(description="`cut`: never looked at; `known`: taken from the table."),
    ]


class WalkStep(Sent):
    """One event of the search."""

    path: str
    text: Annotated[str, Field(description="What happens, in a sentence or two.")]
    changes: list[NodeChange]
    is_new_tree: Annotated[bool, Field(description="Whether the search begins anew, one ply deeper.")] = False


class TreeFigure(Sent):
    """A small search, to step through."""

    title: str
    root: TreeNode
    steps: list[WalkStep]
    start: Annotated[int, Field(description="How many steps are shown at first.")] = 0
    address: Annotated[str, Field(description="The same search on the page Think.")]


class SayStep(Sent):
    type: Literal["say"] = "say"
    text: str


class BoardStep(Sent):
    type: Literal["board"] = "board"
    text: str
    position: PositionState
    marks: list[Cell]


class TreeStep(Sent):
    type: Literal["tree"] = "tree"
    text: str
    tree: TreeFigure


class GuessStep(Sent):
    type: Literal["guess"] = "guess"
    text: str
    choices: list[str]
    right: Annotated[int, Field(description="The place of the right choice, from 0.")]
    reply: Annotated[str, Field(description="Why it is right; for after the answer.")]
    figure: BoardStep | TreeStep | None


class ExerciseState(Sent):
    """An exercise without its solution."""

    kind: str
    title: str
    seed: int
    difficulty: int
    question: str
    figure: Annotated[dict[str, Any], Field(description="docs/learn.md lists the types. A board has its `state`, too.")]
    answer: Annotated[dict[str, Any], Field(description="The form of an answer; docs/learn.md lists the types.")]
    hint: str
    accepts_several: bool


class ExerciseStep(Sent):
    type: Literal["exercise"] = "exercise"
    exercise: ExerciseState


class GivenAnswer(Received):
    seed: Annotated[int, Field(ge=0, le=MOST_SEED)]
    difficulty: Annotated[int, Field(ge=1, le=3)] = 1
    answer: Annotated[
        int | float | Annotated[str, Field(max_length=200)] | Annotated[list[str], Field(max_length=200)],
        Field(description="In the form that the exercise asks for.", examples=[3, "b2", ["a", "c"]]),
    ]


class MarkingState(Sent):
    """How an answer was marked."""

    is_right: bool
    slip: Annotated[str | None, Field(description="`sign`, `side`, `window`, `off-by-one` or `other`.")]
    text: str
    steps: Annotated[
        dict[str, Any] | None, Field(description="The search that shows it, as the address of Think has it.")
    ]
    address: Annotated[str | None, Field(description="That search on the page Think.")]
    solution: Annotated[Any, Field(description="The right answer, or one of them.")]
    reason: Annotated[str, Field(description="The right answer and why it is right.")]


class SolvedExercise(Sent):
    """An exercise of a sheet, with its solution."""

    exercise: ExerciseState
    solution: Any
    reason: str


class Sheet(Sent):
    """The exercises of a lesson, to print."""

    id: str
    number: int
    title: str
    seed: int
    difficulty: int | None
    exercises: list[SolvedExercise]


LessonStep: TypeAlias = Annotated[
    SayStep | BoardStep | TreeStep | GuessStep | ExerciseStep, Field(discriminator="type")
]


class LessonSummary(Sent):
    id: str
    number: int
    title: str
    minutes: int


class LessonState(Sent):
    id: str
    number: int
    title: str
    minutes: int
    seed: int
    difficulty: Annotated[int | None, Field(description="Null: each exercise as hard as the lesson says.")]
    steps: list[LessonStep]
    previous: LessonSummary | None
    next: LessonSummary | None
