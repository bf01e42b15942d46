"""The routes of puzzles."""

from __future__ import annotations

import secrets
from typing import Annotated, TypeAlias

from fastapi import APIRouter, Path, Query
from starlette.requests import HTTPConnection

from plyground.board import Cancel
from plyground.errors import UnknownNameError
from plyground.grid import GridBoard
from plyground.puzzlebook import Puzzle, PuzzleKind, daily_puzzle, find_puzzle, next_puzzle, puzzle_at
from plyground.web.messages.positions import read_game
from plyground.web.messages.refusals import Refusal, of_field, problems
from plyground.web.play.fair_play import check_fair_play
from plyground.web.puzzles.messages import (
    GivenMove,
    MistakeAnswer,
    MistakePosition,
    PuzzleMarking,
    PuzzleState,
    marking,
    puzzle_state,
)
from plyground.web.serving.callers import caller_of
from plyground.web.serving.services import SOLVER_MB, Services, ServicesOf

__all__ = ["router"]

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"])

PuzzleId: TypeAlias = Annotated[str, Path(max_length=100, examples=["2frsma"])]
_MOST_RATING = 4000


@router.get("/next", responses=problems(404, 422, 429))
async def next_one(
    connection: HTTPConnection,
    services: ServicesOf,
    rating: Annotated[float, Query(ge=0, le=_MOST_RATING, description="How hard it should be.")] = 800,
    kind: PuzzleKind | None = None,
    board: Annotated[str | None, Query(max_length=20, description="`cfour`, `random` or `gomoku`.")] = None,
    without: Annotated[
        str,
        Query(
            max_length=2000,
            pattern="^[A-Za-z0-9,_-]*$",
            description="Ids of puzzles that were seen, with commas between them.",
        ),
    ] = "",
) -> PuzzleState:
    """A puzzle about as hard as `rating`, another one every time."""

    def chosen() -> PuzzleState:
        seen = set(without.split(","))
        with of_field("board"):
            return puzzle_state(next_puzzle(rating, kind=kind, board=board, without=seen, seed=secrets.randbits(32)))

    return await services.read(caller_of(connection), chosen)


@router.get("/daily", responses=problems(429))
async def daily(connection: HTTPConnection, services: ServicesOf) -> PuzzleState:
    """The puzzle of today, by UTC: the same for everybody."""
    return await services.read(caller_of(connection), lambda: puzzle_state(daily_puzzle()))


@router.post("/position", responses=problems(403, 422, 429))
async def of_position(asked: MistakePosition, connection: HTTPConnection, services: ServicesOf) -> PuzzleState:
    """The puzzle of a position in which a mistake can be made."""
    return puzzle_state(await _of_position(asked, connection, services))


@router.post("/position/answer", responses=problems(403, 422, 429))
async def answer_of_position(given: MistakeAnswer, connection: HTTPConnection, services: ServicesOf) -> PuzzleMarking:
    """Judges an answer to the puzzle of a position."""
    return _judged(await _of_position(given, connection, services), given.answer)


@router.get("/{id}", responses=problems(404, 422, 429))
async def one(id: PuzzleId, connection: HTTPConnection, services: ServicesOf) -> PuzzleState:
    """A puzzle of the collection, without its answer."""
    return await services.read(caller_of(connection), lambda: puzzle_state(_found(id)))


@router.post("/{id}/answer", responses=problems(404, 422, 429))
async def answer(id: PuzzleId, given: GivenMove, connection: HTTPConnection, services: ServicesOf) -> PuzzleMarking:
    """Judges an answer, and says which one is right."""
    return await services.read(caller_of(connection), lambda: _judged(_found(id), given.answer))


def _found(id: str) -> Puzzle:
    try:
        return find_puzzle(id)
    except UnknownNameError as error:
        raise Refusal("not_found", 404, error.template, **error.values) from None


def _judged(puzzle: Puzzle, answer: str) -> PuzzleMarking:
    with of_field("answer"):
        is_right = puzzle.is_right(answer)
    return marking(puzzle, is_right)


async def _of_position(asked: MistakePosition, connection: HTTPConnection, services: Services) -> Puzzle:
    caller = caller_of(connection)

    def read() -> GridBoard:
        game = read_game(asked, services.settings)
        return game.boards[len(game.moves) if asked.ply is None else min(asked.ply, len(game.moves))]

    board = await services.read(caller, read)
    await check_fair_play(services, caller, connection.scope["state"]["visitor"], board)

    def solve(cancel: Cancel) -> Puzzle:
        with services.solvers.borrow(board.rules) as solver:
            return puzzle_at(board, cancel=cancel, solver=solver)

    return await services.analyses.run(caller, solve, SOLVER_MB)
