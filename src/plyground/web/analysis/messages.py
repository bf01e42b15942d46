"""The messages of `/ws/analysis`: questions, answers, and the functions that write the answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from plyground.board import Move, Side
from plyground.explanations import ThreatEnd, dead_note, has_threats
from plyground.game import Game
from plyground.grid import GridBoard, move_text, moves_text
from plyground.reviews import (
    Judgement,
    PositionValues,
    Tally,
    ThreatStage,
    ValuedPosition,
    ValueSource,
    Verdict,
    line_note,
    standing_threats,
    too_large_note,
    value_words,
)
from plyground.solver import Value, balance_remark, is_solvable
from plyground.texts import _, say
from plyground.web.messages.base import Cell, RequestNumber, Sent, SideName
from plyground.web.messages.positions import GameRequest, Place, PositionState, place_of, position_state, side_name

__all__ = [
    "Analyse",
    "AskReview",
    "AskedPosition",
    "LinePlace",
    "MoveJudgement",
    "MoveWorths",
    "PositionWorth",
    "QuestionRefused",
    "ReviewEnd",
    "Worth",
    "judged_message",
    "line_message",
    "position_message",
    "reviewed_message",
    "valued_message",
    "worths_message",
]

OutcomeWord: TypeAlias = Literal["win", "draw", "loss"]

# From the client


class Analyse(GameRequest):
    """Asks for the value of every move. `moves` are played from `position` first."""

    type: Literal["analyse"]
    request: RequestNumber


class AskReview(GameRequest):
    """Asks which moves of a game were mistakes. If `position` is given by moves, they are judged too."""

    type: Literal["review"]
    request: RequestNumber
    opening: Annotated[int, Field(ge=0, le=1024, description="So many moves were given, and are not judged.")] = 0


# To the client


class Worth(Sent):
    """A value, for one side. `low` and `high` are bounds of the exact score, equal when it is proven."""

    words: Annotated[str, Field(description="In the visitor's language: wins in 7.")]
    low: int
    high: int
    score: int | None
    exact: Annotated[bool, Field(description="Proven, with its distance.")]
    outcome: Annotated[OutcomeWord | None, Field(description="Null until it is proven.")]
    plies: Annotated[int | None, Field(description="To the end of the game under best play.")]
    estimate: Annotated[float | None, Field(description="Between -1 and 1, where there is no proof.")] = None


class LinePlace(Place):
    side: SideName
    winning: Annotated[list[Cell], Field(description="The cells of the run that the move completes.")] = Field(
        default_factory=list
    )


class MoveWorth(Worth):
    move: str
    cell: Cell
    line: Annotated[
        list[LinePlace], Field(description="Without gravity, for a handful of moves: how it may go on after the move.")
    ] = Field(default_factory=list)


class ThreatMark(Sent):
    """Free cells on which a side completes a line (`four`), or gets two cells to win on (`three`)."""

    stage: ThreatStage
    side: SideName
    cells: list[Cell]


class AskedPosition(Sent):
    """The first answer to every question: the game as the server read it, and the position to draw."""

    type: Literal["position"] = "position"
    request: int
    start: PositionState
    moves: list[LinePlace]
    text: Annotated[str, Field(description="The moves in our notation.")]
    state: PositionState


class MoveWorths(Sent):
    """The values of the moves: `progress` while more is found, `analysis` once, at the end."""

    type: Literal["progress", "analysis"]
    request: int
    exact: Annotated[bool, Field(description="Every value is proven.")]
    value: Annotated[Worth | None, Field(description="Of the position; null when the game is over.")]
    moves: list[MoveWorth]
    best: list[str]
    line: list[LinePlace]
    looking: Annotated[str | None, Field(description="The move that the solver works on.")]
    nodes: int
    seconds: float
    note: Annotated[str, Field(description="A sentence about the values, where they need one.")]
    threats: Annotated[
        list[ThreatMark], Field(description="Without gravity: the fours and open threes of both sides.")
    ] = Field(default_factory=list)


class PositionWorth(Sent):
    """Review: the value of the position after `ply` moves, for its side to move."""

    type: Literal["valued"] = "valued"
    request: int
    ply: int
    side: SideName
    worth: Worth


class MoveJudgement(Sent):
    """Review: the move number `ply`, from 0. Values are those of the side that moved, null where they are not known."""

    type: Literal["judged"] = "judged"
    request: int
    ply: int
    side: SideName
    move: str
    verdict: Verdict
    words: Annotated[str, Field(description="The judgement in a sentence, or why there is none.")]
    before: Worth | None
    after: Worth | None
    better: Annotated[
        list[LinePlace], Field(description="Mistakes and inaccuracies: the best move instead, and how it goes on.")
    ]
    refutation: Annotated[
        list[LinePlace], Field(description="Mistakes and inaccuracies: how the other side exploits the move.")
    ]


class SideTally(Sent):
    """Review: how many of a side's moves got which verdict."""

    side: SideName
    words: Annotated[str, Field(description="In the visitor's language: 1 mistake, 2 moves not judged.")]
    best: int
    good: int
    inaccuracies: int
    mistakes: int
    not_judged: int
    given: int


class ReviewEnd(Sent):
    """The end of a review. `unknown` positions could not be solved, so the moves beside them are not judged."""

    type: Literal["reviewed"] = "reviewed"
    request: int
    unknown: list[int]
    summary: Annotated[list[SideTally], Field(description="The first side, and the second.")]
    note: str


class QuestionRefused(Sent):
    """The question cannot be answered; `field` and `place` say where it is wrong."""

    type: Literal["error"] = "error"
    request: int | None
    code: str
    text: str
    field: str | None = None
    place: int | None = None


# Writing


def position_message(request: int, game: Game[GridBoard]) -> AskedPosition:
    rules = game.start.rules
    return AskedPosition.model_construct(
        request=request,
        start=position_state(game.start),
        moves=line_message(game.start, game.moves),
        text=moves_text(rules, game.moves),
        state=position_state(game.board, game.boards),
    )


def _worth(value: Value, estimate: float | None = None, *, done: bool = False, end: ThreatEnd | None = None) -> Worth:
    outcome = value.outcome
    return Worth.model_construct(
        words=value_words(value, estimate, done=done, end=end),
        low=value.low,
        high=value.high,
        score=None if value.weak else value.score,
        exact=value.is_exact and not value.weak,
        outcome=outcome,
        plies=value.plies,
        estimate=None if outcome is not None else estimate,
    )


def line_message(board: GridBoard, moves: Iterable[Move]) -> list[LinePlace]:
    """The moves up to the first that cannot be played."""
    places: list[LinePlace] = []
    for move in moves:
        if move not in board.legal_moves:
            break
        place, side, board = place_of(board, move), side_name(board.turn), board.move(move)
        winning = sorted(board.winning_cells)
        places.append(LinePlace.model_construct(move=place.move, cell=place.cell, side=side, winning=winning))
    return places


def worths_message(request: int, found: PositionValues) -> MoveWorths:
    board = found.board
    moves = []
    for move, value in found.values.items():
        worth = _worth(value, found.estimates.get(move), done=found.done, end=found.ends.get(move))
        line = line_message(board, found.lines.get(move, ()))[1:]
        moves.append(
            MoveWorth.model_construct(
                **worth.__dict__, move=move_text(board.rules, move), cell=board.cell_of(move), line=line
            )
        )
    guess = max(found.estimates.values()) if found.estimates else None
    return MoveWorths.model_construct(
        type="analysis" if found.done else "progress",
        request=request,
        exact=all(value.is_exact for value in found.values.values()),
        value=_worth(found.value, guess, done=found.done, end=found.end) if found.values else None,
        moves=moves,
        best=[move_text(board.rules, move) for move in found.best],
        line=line_message(board, found.line),
        looking=None if found.looking is None else move_text(board.rules, found.looking),
        nodes=found.nodes,
        seconds=round(found.seconds, 3),
        note=_note(found),
        threats=[
            ThreatMark.model_construct(stage=threat.stage, side=side_name(threat.side), cells=list(threat.cells))
            for threat in (standing_threats(board) if found.lines else ())
        ],
    )


def _note(found: PositionValues) -> str:
    if found.values and found.board.is_dead:
        return dead_note(found.board.rules)
    if found.source == ValueSource.TOO_LARGE:
        return line_note(found.board.rules) if found.lines else too_large_note()
    if found.source == ValueSource.TOO_LONG:
        return say(
            "The solver gave up after {seconds} s. Values with ≈ are the champion's estimates of the chances; moves "
            "that it did not look at often enough are not judged.",
            seconds=round(found.seconds),
        )
    if found.estimates:
        return _(
            "Not solved yet. Values with ≈ are the champion's estimates of the chances, until a proof replaces them."
        )
    return (balance_remark(found.board) if found.values else None) or ""


def judged_message(request: int, boards: Sequence[GridBoard], judged: Judgement) -> MoveJudgement:
    board = boards[judged.ply]
    return MoveJudgement.model_construct(
        request=request,
        ply=judged.ply,
        side=side_name(judged.side),
        move=move_text(board.rules, judged.move),
        verdict=judged.verdict,
        words=judged.words,
        before=None if judged.before is None else _judged_worth(judged.before, judged.before_words),
        after=None if judged.after is None else _judged_worth(judged.after, judged.after_words),
        better=line_message(board, judged.better_line),
        refutation=line_message(boards[judged.ply + 1], judged.refutation),
    )


def _judged_worth(value: Value, words: str) -> Worth:
    """A value as the judgement words it: threats may say how soon the game ends."""
    return _worth(value).model_copy(update={"words": words})


def valued_message(request: int, boards: Sequence[GridBoard], valued: ValuedPosition) -> PositionWorth:
    side = side_name(boards[valued.ply].turn)
    return PositionWorth.model_construct(request=request, ply=valued.ply, side=side, worth=_worth(valued.value))


def reviewed_message(
    request: int, boards: Sequence[GridBoard], known: Iterable[int], judged: Sequence[Judgement]
) -> ReviewEnd:
    unknown = sorted(set(range(len(boards))).difference(known))
    tallies = [Tally.of(side, judged) for side in Side]
    return ReviewEnd(
        request=request,
        unknown=unknown,
        summary=[SideTally(side=side_name(tally.side), words=tally.words, **tally.json()) for tally in tallies],
        note=_review_note(boards, unknown),
    )


def _review_note(boards: Sequence[GridBoard], unknown: Sequence[int]) -> str:
    if not unknown:
        return ""
    if has_threats(boards[0].rules) and not is_solvable(boards[0].rules):
        return _(
            "Judged is what is proven: wins by threats that were missed, and losses to threats that another move stops."
        )
    if not is_solvable(boards[0].rules):
        return _(
            "This board is too large for the solver: only what the champion proves near the end is judged, and by who "
            "wins alone."
        )
    return say(
        "The solver takes too long for {count} of the {all} positions, so the moves beside them are not judged.",
        count=len(unknown),
        all=len(boards),
    )
