"""The messages about puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from plyground.board import Side
from plyground.grid import has_letters
from plyground.puzzlebook import Puzzle, PuzzleKind
from plyground.texts import _
from plyground.web.messages.base import Received, Sent
from plyground.web.messages.positions import GameRequest, Place, PositionState, place_of, position_state

__all__ = ["GivenMove", "MistakeAnswer", "MistakePosition", "PuzzleMarking", "PuzzleState", "marking", "puzzle_state"]

AnswerText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=8,
        examples=["4", "h8", "first"],
        description="A move, or `first`, `second` or `draw` where it is asked who wins.",
    ),
]


class GivenMove(Received):
    answer: AnswerText


class MistakePosition(GameRequest):
    """The position of a game in which a mistake was made: after its first `ply` moves."""

    ply: Annotated[int | None, Field(ge=0, le=1024, description="All moves of the game unless it is given.")] = None


class MistakeAnswer(MistakePosition):
    answer: AnswerText


class PuzzleState(Sent):
    """A puzzle without its answer."""

    id: Annotated[str, Field(description="Empty for a puzzle from a game.")]
    kind: PuzzleKind
    title: str
    question: str
    board: Annotated[str, Field(description="`cfour`, `random` or `gomoku`.")]
    rating: Annotated[int, Field(description="On the scale of the levels' Elo; 0 if it has none.")]
    state: PositionState


class PuzzleMarking(Sent):
    """How an answer was judged, and the right ones."""

    is_right: bool
    text: Annotated[str, Field(description="The right answer in a sentence.")]
    refutation: Annotated[
        str | None, Field(description="What is wrong with the answer; null for a right one, and for `who`.")
    ]
    answers: list[str]
    places: Annotated[list[Place], Field(description="The right moves with their cells; none for `who`.")]
    rating: int
    move: Annotated[
        str | None, Field(description="The move that the reason speaks of: ask `why` about it on `/ws/analysis`.")
    ]


def puzzle_state(puzzle: Puzzle) -> PuzzleState:
    return PuzzleState(
        id=puzzle.id,
        kind=puzzle.kind,
        title=puzzle.kind.words,
        question=puzzle.question,
        board=puzzle.board_name,
        rating=puzzle.rating,
        state=position_state(puzzle.board),
    )


def marking(puzzle: Puzzle, is_right: bool) -> PuzzleMarking:
    board = puzzle.board
    moves = [] if puzzle.kind is PuzzleKind.WHO else [board.parse_move(answer) for answer in puzzle.answers]
    return PuzzleMarking(
        is_right=is_right,
        text=puzzle.solution(_names(puzzle)),
        refutation=None if is_right else puzzle.refutation,
        answers=list(puzzle.answers),
        places=[place_of(board, move) for move in moves],
        rating=puzzle.rating,
        move=puzzle.reason_move,
    )


def _names(puzzle: Puzzle) -> Mapping[Side, str]:
    """The sides as the page calls them."""
    if has_letters(puzzle.rules):
        return {Side.FIRST: "X", Side.SECOND: "O"}
    return {Side.FIRST: _("Yellow"), Side.SECOND: _("Red")}
