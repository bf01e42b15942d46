"""The messages about lessons."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from plyground.web.messages.base import Cell, Sent
from plyground.web.messages.positions import PositionState

__all__ = [
    "BoardStep",
    "GuessStep",
    "LessonState",
    "LessonStep",
    "LessonSummary",
    "NodeChange",
    "SayStep",
    "TreeFigure",
    "TreeNode",
    "TreeStep",
    "WalkStep",
]


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


LessonStep: TypeAlias = Annotated[SayStep | BoardStep | TreeStep | GuessStep, Field(discriminator="type")]


class LessonSummary(Sent):
    id: str
    number: int
    title: str
    minutes: int
    steps: int


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
